"""Discord may deliver an interaction twice: each has its effect once."""

import asyncio

from bot.standin.layout import selects, text
from tests.kit.hall import Hall


async def test_a_bot_is_seated_once(hall: Hall) -> None:
    ada = hall.people[0]
    lobby = await (await ada.slash(hall.table, "bonfire", "new")).response()
    menu = next(each for each in selects(lobby) if "ot" in (each.placeholder or ""))
    asked = await ada.select(lobby, menu.custom_id, [menu.options[0].value])
    assert "Bot 1" in text(await asked.response())
    await ada.replay(asked)
    await asyncio.sleep(0.2)
    assert "Bot 2" not in text(hall.server.app_messages(hall.table)[-1])
