from __future__ import annotations

import pytest

from bot.local import Ack, NotPossible
from tests.local.conftest import Stage
from tests.local.toy import file, row

pytestmark = pytest.mark.asyncio


async def test_a_slash_command_reaches_the_bot_and_its_answer_the_person(stage: Stage) -> None:
    async def handler(i):  # type: ignore[no-untyped-def]
        await i.response.send_message("hello", view=row("Pay"), file=file(), ephemeral=True)
        await i.followup.send("more")

    stage.toy.on["greet"] = handler
    asked = await stage.ada.slash(stage.table, "toy", "do", what="greet", who=stage.bo.user)
    message = await asked.response()
    assert await asked.acknowledged() is Ack.MESSAGE
    assert message.content == "hello"
    assert (await asked.followup()).content == "more"
    assert [m.content for m in stage.ada.sees(stage.table)] == ["hello", "more"]
    assert [m.content for m in stage.bo.sees(stage.table)] == ["more"]
    assert stage.server.faults == []
    with pytest.raises(NotPossible):
        await stage.bo.press(message, "Pay")
