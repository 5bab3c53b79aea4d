"""What reaches the bot when nobody waits for it any more does nothing, quietly."""

import logging

import pytest

from bot.chat.interaction.traffic import LATE_ANSWER_SECONDS
from bot.model import buttons, messages
from bot.model.invocation import Invocation
from bot.present import rules_lookup
from bot.services.play.plans import NoteService
from bot.standin import Ack, Interaction, NotAnswered, Refused, model
from bot.standin.api_objects import ApiObjects
from bot.standin.layout import text
from bot.words import Catalog
from engine.data import box
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall
from tests.kit.pages import by_page
from tests.kit.whole import eventually


async def in_time(hall: Hall) -> None:
    """An interaction that is not late: others are compared with it."""
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    await hall.clock.turned(asked.response())


async def dropped(hall: Hall) -> None:
    """Wait until the bot has dropped one."""

    async def look() -> bool:
        return hall.client.services.traffic.late == 1

    await eventually(look)


def answers_to(hall: Hall, asked: Interaction) -> list[int]:
    """The statuses of all first answers to an interaction."""
    return [r.status for r in hall.server.requests if f"/interactions/{asked.id}/" in r.path]


async def game_in(hall: Hall, channel: int) -> int | None:
    return await hall.client.services.store.read(lambda tx: tx.games.last_in(channel))


def is_calm(caplog: pytest.LogCaptureFixture) -> bool:
    return not [one for one in caplog.records if one.levelno >= logging.WARNING]


async def test_a_late_completion_does_no_work(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    worked = []

    def complete(typed: str, _box: box.Box, _words: Catalog) -> tuple[messages.Completion, ...]:
        worked.append(typed)
        return ()

    monkeypatch.setattr(rules_lookup, "complete", complete)
    await in_time(hall)
    caplog.clear()
    asked = await hall.ada.begin_autocomplete(
        hall.table, "bonfire", "rules", focused="term", typed="sail"
    )
    hall.clock.advance(LATE_ANSWER_SECONDS + 0.1)
    await dropped(hall)
    assert worked == []
    assert answers_to(hall, asked) == []
    assert is_calm(caplog)


@pytest.mark.parametrize("seconds", [0.0, LATE_ANSWER_SECONDS - 0.1])
async def test_a_completion_that_is_hardly_late_is_answered(hall: Hall, seconds: float) -> None:
    await in_time(hall)
    asked = await hall.ada.begin_autocomplete(
        hall.table, "bonfire", "rules", focused="term", typed="procession"
    )
    hall.clock.advance(seconds)
    assert await asked.suggestions()
    assert hall.client.services.traffic.late == 0


@pytest.mark.parametrize("refused", [None, Refused(404, 10062), Refused(400, 40060)])
async def test_a_completion_that_takes_too_long_ends_without_a_traceback(
    hall: Hall,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    refused: Refused | None,
) -> None:
    def complete(typed: str, _box: box.Box, _words: Catalog) -> tuple[messages.Completion, ...]:
        if refused is None:
            hall.clock.advance(4)
        return (messages.Completion(typed, typed),)

    monkeypatch.setattr(rules_lookup, "complete", complete)
    await in_time(hall)
    if refused is not None:
        hall.server.fault_injector.plan("POST", "/callback$", refused)
    caplog.clear()
    asked = await hall.ada.begin_autocomplete(
        hall.table, "bonfire", "rules", focused="term", typed="sail"
    )
    await dropped(hall)
    assert answers_to(hall, asked) == [404 if refused is None else refused.status]
    assert is_calm(caplog)


async def test_a_late_command_is_not_carried_out(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    await in_time(hall)
    caplog.clear()
    asked = await hall.ada.slash(hall.table, "bonfire", "solo")
    hall.clock.advance(4)
    await dropped(hall)
    with pytest.raises(NotAnswered):
        await asked.acknowledged()
    assert hall.posts() == ()
    assert await game_in(hall, hall.table.id) is None
    again = await hall.ada.slash(hall.table, "bonfire", "solo")
    await hall.clock.turned(again.response())
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_a_command_that_discord_still_waits_for_is_carried_out(hall: Hall) -> None:
    await in_time(hall)
    asked = await hall.ada.slash(hall.table, "bonfire", "solo")
    hall.clock.advance(LATE_ANSWER_SECONDS + 0.1)
    assert await asked.acknowledged() is Ack.DEFERRED_MESSAGE
    await hall.clock.turned(asked.response())
    await hall.clock.turned(hall.bo.waits_for(hall.table, lambda post: bool(post.attachments)))
    assert hall.client.services.traffic.late == 0


@pytest.mark.parametrize(("late", "ack"), [(0.5, Ack.MODAL), (1.0, Ack.DEFERRED_MESSAGE)])
async def test_the_time_that_a_form_has_begins_with_the_press(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, late: float, ack: Ack
) -> None:
    async def slowly(_notes: NoteService, _press: Invocation, _game: int) -> str:
        await hall.clock.sleep(1.5)
        return ""

    started = await hall.ada.slash(hall.table, "bonfire", "solo")
    await hall.clock.turned(started.response())
    monkeypatch.setattr(NoteService, "read", slowly)
    asked = await by_page(hall.ada, hall.table, "table", buttons.WriteNote())
    hall.clock.advance(late)
    assert await hall.clock.turned(asked.acknowledged()) is ack


async def test_a_clock_that_is_wrong_makes_nothing_late(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind = TurnedClock(hall.clock.now() + 100)
    monkeypatch.setattr(hall.client.respond.lateness, "_clock", behind)
    for _ in range(2):
        assert await hall.ada.autocomplete(
            hall.table, "bonfire", "rules", focused="term", typed="procession"
        )
    assert hall.client.services.traffic.late == 0


async def test_a_kind_of_channel_that_is_too_new_gets_a_kind_word(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = ApiObjects.channel

    def of_a_new_kind(objects: ApiObjects, channel: model.Channel) -> model.Json:
        return {**real(objects, channel), "type": 99}

    monkeypatch.setattr(ApiObjects, "channel", of_a_new_kind)
    elsewhere = hall.server.text_channel(hall.guild, "elsewhere")
    asked = await hall.ada.slash(elsewhere, "bonfire", "solo")
    answer = await hall.clock.turned(asked.response())
    assert "kind of channel" in text(answer)
    assert answer.ephemeral_for == hall.ada.id
    offers = await hall.ada.autocomplete(
        elsewhere, "bonfire", "rules", focused="term", typed="city"
    )
    assert offers == ()
    assert await game_in(hall, 0) is None
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
