"""Discord may deliver an interaction twice: each has its effect once."""

import asyncio

from bot.features.tournament.tables import Tournaments
from bot.standin.layout import selects, text
from tests.whole.conftest import Hall


async def test_a_tournament_opens_once_whichever_process_hears_of_it(hall: Hall) -> None:
    ada = hall.people[0]
    asked = await ada.slash(hall.table, "bonfire", "tournament", seats=4, level="medium")
    await asked.response()
    await hall.people[0].replay(asked)
    hall.client.services.respond._known.clear()  # as another process
    await hall.people[0].replay(asked)
    await asyncio.sleep(0.2)
    store = hall.client.services.store
    assert await store.read(lambda tx: tx.table(Tournaments).get(1)) is not None
    assert await store.read(lambda tx: tx.table(Tournaments).get(2)) is None


async def test_a_bot_is_seated_once(hall: Hall) -> None:
    ada = hall.people[0]
    lobby = await (await ada.slash(hall.table, "bonfire", "new")).response()
    menu = next(each for each in selects(lobby) if "ot" in (each.placeholder or ""))
    asked = await ada.select(lobby, menu.custom_id, [menu.options[0].value])
    assert "Bot 1" in text(await asked.response())
    await ada.replay(asked)
    await asyncio.sleep(0.2)
    assert "Bot 2" not in text(hall.server.app_messages(hall.table)[-1])
