"""Answers that Discord turns away, or may have taken: none is sent twice, and none is a bug."""

import logging
import random

import pytest

from bot.chat.components import ClassicMessage
from bot.chat.interaction.context import Context
from bot.model.controls import Sign
from bot.model.errors import UserError
from bot.standin import Moment, RateLimited, Refused, Reset, ServerError, fault_injection
from bot.standin.layout import text
from tests.kit.hall import Hall
from tests.kit.outbox import CALLBACK, FOLLOWUP, ORIGINAL
from tests.kit.whole import Player, controls, has_turn_button


async def test_a_note_that_discord_may_have_taken_is_not_sent_twice(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A follow-up has no nonce: neither the bot nor its library sends it again."""

    async def fails(_ctx: Context, _key: str, **_slots: object) -> None:
        await _ctx.reply.show(ClassicMessage("done"))
        raise UserError("error.outdated_button")

    monkeypatch.setattr(Context, "say", fails)
    hall.server.fault_injector.plan("POST", FOLLOWUP, ServerError(503, Moment.AFTER), times=2)
    asked = await hall.ada.slash(hall.table, "bonfire", "about")
    assert text(await hall.clock.turned(asked.response())) == "done"
    await hall.clock.still.come()
    assert len(hall.server.fault_injector.injected) == 1
    assert len([m for m in hall.ada.sees(hall.table) if m.is_ephemeral]) == 2


BANS = [RateLimited(3600.0, via=False), Refused(401, 0), Refused(403, 40333)]


@pytest.mark.parametrize("ban", BANS)
async def test_while_discord_turns_answers_away_each_press_asks_once(
    hall: Hall, ban: fault_injection.InjectedFault, caplog: pytest.LogCaptureFixture
) -> None:
    """More requests would prolong a ban; no bug is told, and the next press works."""
    caplog.set_level(logging.WARNING)
    hall.server.fault_injector.plan("*", CALLBACK, ban, times=5)
    for _ in range(5):
        asked = await hall.ada.slash(hall.table, "bonfire", "help")
        await hall.clock.turned(hall.clock.sleep(10.0), within=10.0)
        assert asked.ack is None
    assert len(hall.server.fault_injector.injected) == 5
    told = [record.getMessage() for record in caplog.records]
    assert len([line for line in told if "turns them away" in line]) == 1
    assert not [line for line in told if "bug" in line or "retrying" in line]
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    assert "Welcome to Bonfire!" in text(await hall.clock.turned(asked.response()))


@pytest.mark.parametrize("page", [Refused(403, 0), Refused(404, 0)])
async def test_a_page_in_place_of_an_answer_is_no_mistake_of_ours(
    hall: Hall, page: fault_injection.InjectedFault, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    hall.server.fault_injector.plan("POST", CALLBACK, page)
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    await hall.clock.turned(hall.clock.sleep(10.0), within=10.0)
    assert asked.ack is None
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_picture_that_came_unconfirmed_is_known_by_the_next_press(hall: Hall) -> None:
    """An edit names the files that stay; the fixture fails where one of them is not there."""
    ada = hall.ada
    await (await ada.slash(hall.table, "bonfire", "solo")).response()
    post = await ada.waits_for(hall.table, has_turn_button)
    page = await (await ada.press(post, "Take your turn")).response()
    player = Player(ada, hall.table, random.Random(4))
    for sign in ("@great_bonfire", Sign.BACK) * 2:
        await hall.client.services.traffic.calm()
        hall.server.fault_injector.plan("PATCH", ORIGINAL, Reset(Moment.AFTER), times=3)
        control = next(one for one in controls(page) if one.answer.startswith(sign))
        page = await hall.clock.turned((await player.press(page, control)).response())
        await hall.clock.turned(hall.clock.sleep(10.0), within=10.0)
        hall.server.fault_injector.clear()
