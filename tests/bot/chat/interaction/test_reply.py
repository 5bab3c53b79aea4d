"""Replies: in time, once, and calm when Discord no longer takes them."""

import logging

import pytest

from bot.chat.components import ClassicMessage
from bot.chat.handlers.new_games import NewGameHandlers
from bot.chat.handlers.texts import ResultHandlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import (
    PATIENCE_FOR_EDITS,
    PATIENCE_FOR_FORMS,
    SECONDS_UNTIL_ANNOUNCED,
    ReplyMode,
)
from bot.model.buttons import ShowStandings, WriteNote
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.results import Board
from bot.services import results
from bot.services.people import PreferenceService
from bot.services.play.plans import NoteService
from bot.standin import (
    Ack,
    Interaction,
    Message,
    Moment,
    NotAnswered,
    RateLimited,
    Refused,
    Reset,
    ServerError,
)
from bot.standin.fault_injection import InjectedFault
from bot.standin.layout import buttons, text
from bot.standin.model import Attachment
from tests.kit.hall import Hall
from tests.kit.outbox import CALLBACK, ORIGINAL
from tests.kit.pages import by_page


async def test_an_answer_is_private(hall: Hall) -> None:
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    answer = await hall.clock.turned(asked.response())
    assert answer.ephemeral_for == hall.ada.id
    assert asked.ack is Ack.MESSAGE
    assert hall.posts() == ()


def slow_work(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `/bonfire about` take longer than the bot says nothing."""

    async def slowly(ctx: Context, _key: str, **_slots: object) -> None:
        await hall.clock.sleep(SECONDS_UNTIL_ANNOUNCED + 1)
        await ctx.reply.show(ClassicMessage("done"))

    monkeypatch.setattr(Context, "say", slowly)


async def test_slow_work_is_announced_and_then_delivered(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow_work(hall, monkeypatch)
    asked = await hall.ada.slash(hall.table, "bonfire", "about")
    assert await hall.clock.turned(asked.acknowledged()) is Ack.DEFERRED_MESSAGE
    answer = await hall.clock.turned(asked.response())
    assert text(answer) == "done"
    assert answer.is_ephemeral


@pytest.mark.parametrize(
    "mishap",
    [
        RateLimited(0.05),
        ServerError(500),
        ServerError(503),
        Reset(),
        Reset(Moment.AFTER),
    ],
)
async def test_a_disturbed_first_answer_arrives_once(hall: Hall, mishap: InjectedFault) -> None:
    hall.server.fault_injector.plan("POST", CALLBACK, mishap)
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    assert "Welcome to Bonfire!" in text(await hall.clock.turned(asked.response()))
    assert len([m for m in hall.ada.sees(hall.table) if m.is_ephemeral]) == 1


@pytest.mark.parametrize("mishap", [ServerError(503), Reset(), Reset(Moment.AFTER)])
async def test_a_disturbed_edit_arrives(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, mishap: InjectedFault
) -> None:
    slow_work(hall, monkeypatch)
    hall.server.fault_injector.plan("PATCH", ORIGINAL, mishap)
    asked = await hall.ada.slash(hall.table, "bonfire", "about")
    assert text(await hall.clock.turned(asked.response())) == "done"


@pytest.mark.parametrize("refusals", [1, 2])
async def test_a_refused_first_answer_arrives_as_text(hall: Hall, refusals: int) -> None:
    for _ in range(refusals):
        hall.server.fault_injector.plan("POST", CALLBACK, Refused(400, 50035))
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    answer = await hall.clock.turned(asked.response())
    assert "Welcome to Bonfire!" in text(answer)
    assert answer.ephemeral_for == hall.ada.id
    assert asked.ack is Ack.MESSAGE


async def test_a_refused_edit_of_the_pressed_message_leaves_it_and_tells_the_text(
    hall: Hall,
) -> None:
    opened = await hall.ada.slash(hall.table, "bonfire", "new")
    lobby = await hall.clock.turned(opened.response())
    hall.server.fault_injector.plan("POST", CALLBACK, Refused(400, 50035))
    joined = await hall.bo.press(lobby, "Join")
    answer = await hall.clock.turned(joined.response())
    assert joined.ack is Ack.MESSAGE
    assert answer.id != lobby.id
    assert "2 players" in text(answer)
    assert answer.ephemeral_for == hall.bo.id
    assert "1 player so far" in text(lobby)


@pytest.mark.parametrize("refusals", [1, 2])
async def test_a_refused_first_answer_for_everybody_arrives_for_everybody(
    hall: Hall, refusals: int
) -> None:
    for _ in range(refusals):
        hall.server.fault_injector.plan("POST", CALLBACK, Refused(400, 50035))
    asked = await hall.ada.slash(hall.table, "bonfire", "new")
    answer = await hall.clock.turned(asked.response())
    assert asked.ack is Ack.MESSAGE
    assert not answer.is_ephemeral
    assert "Ada" in text(answer)
    assert text(answer) in [text(post) for post in hall.bo.sees(hall.table)]
    assert bool(buttons(answer)) is (refusals == 1)


@pytest.mark.parametrize(
    ("seconds", "ack"),
    [(SECONDS_UNTIL_ANNOUNCED + 1, Ack.MODAL), (PATIENCE_FOR_FORMS + 0.1, Ack.DEFERRED_MESSAGE)],
)
async def test_a_form_is_waited_for_as_long_as_discord_waits(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, seconds: float, ack: Ack
) -> None:
    async def slowly(_notes: NoteService, _press: Invocation, _game: int) -> str:
        await hall.clock.sleep(seconds)
        return "a note"

    started = await hall.ada.slash(hall.table, "bonfire", "solo")
    await hall.clock.turned(started.response())
    monkeypatch.setattr(NoteService, "read", slowly)
    asked = await by_page(hall.ada, hall.table, "table", WriteNote())
    assert await hall.clock.turned(asked.acknowledged()) is ack
    if ack is not Ack.MODAL:
        answer = await hall.clock.turned(asked.response())
        assert "too slow" in text(answer)
        assert answer.ephemeral_for == hall.ada.id


async def test_a_refused_announcement_leaves_the_answer_its_place(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slow_work(hall, monkeypatch)
    hall.server.fault_injector.plan("POST", CALLBACK, Refused(400, 50035))
    asked = await hall.ada.slash(hall.table, "bonfire", "about")
    assert text(await hall.clock.turned(asked.response())) == "done"
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_an_interaction_that_never_arrives_hurts_nobody(hall: Hall) -> None:
    hall.server.fault_injector.lose_interactions()
    lost = await hall.ada.slash(hall.table, "bonfire", "help")
    hall.clock.advance(4)
    with pytest.raises(NotAnswered):
        await lost.acknowledged()
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    assert await hall.clock.turned(asked.acknowledged()) is Ack.MESSAGE


async def test_a_bug_is_answered_with_a_reference_and_logged(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_ctx: Context, _key: str, **_slots: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Context, "say", broken)
    asked = await hall.ada.slash(hall.table, "bonfire", "about")
    answer = text(await hall.clock.turned(asked.response()))
    (record,) = [one for one in caplog.records if one.levelno == logging.ERROR]
    reference = record.getMessage().removeprefix("bug ")
    assert reference in answer


async def test_a_refusal_after_an_announcement_fills_the_announced_message(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def late(_ctx: Context, _key: str, **_slots: object) -> None:
        await hall.clock.sleep(SECONDS_UNTIL_ANNOUNCED + 1)
        raise UserError(Problem.NO_GAME)

    monkeypatch.setattr(Context, "say", late)
    asked = await hall.ada.slash(hall.table, "bonfire", "about")
    assert "/bonfire new" in text(await hall.clock.turned(asked.response()))


@pytest.mark.parametrize("mishap", [None, Reset(), Reset(Moment.AFTER), ServerError(503)])
async def test_a_refusal_after_a_public_announcement_is_private(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, mishap: InjectedFault | None
) -> None:
    async def late(_service: PreferenceService, _press: Invocation) -> None:
        await hall.clock.sleep(SECONDS_UNTIL_ANNOUNCED + 1)
        raise UserError("server.sorry.opens")

    monkeypatch.setattr(PreferenceService, "may_open", late)
    if mishap is not None:
        hall.server.fault_injector.plan("DELETE", ORIGINAL, mishap)
    asked = await hall.ada.slash(hall.table, "bonfire", "new")
    assert await hall.clock.turned(asked.acknowledged()) is Ack.DEFERRED_MESSAGE
    answer = await hall.clock.turned(asked.followup())
    assert "only people who can manage it" in text(answer)
    assert answer.ephemeral_for == hall.ada.id
    assert hall.bo.sees(hall.table) == ()


async def test_a_second_word_after_a_withdrawn_announcement_is_private_too(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def twice(_new: NewGameHandlers, ctx: Context, **_options: object) -> None:
        await hall.clock.sleep(SECONDS_UNTIL_ANNOUNCED + 1)
        await ctx.reply.tell(ClassicMessage("one"))
        await ctx.reply.tell(ClassicMessage("two"))

    monkeypatch.setattr(NewGameHandlers, "new_game", twice)
    asked = await hall.ada.slash(hall.table, "bonfire", "new")
    told = [
        await hall.clock.turned(asked.followup(1)),
        await hall.clock.turned(asked.followup(2)),
    ]
    assert [(text(one), one.ephemeral_for) for one in told] == [
        ("one", hall.ada.id),
        ("two", hall.ada.id),
    ]
    assert hall.bo.sees(hall.table) == ()


async def test_looking_where_no_game_is_gets_a_kind_word(hall: Hall) -> None:
    asked = await hall.ada.slash(hall.table, "bonfire", "board")
    assert "/bonfire new" in text(await hall.clock.turned(asked.response()))


def slow_pages(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, *presses: tuple[float, str | None]
) -> None:
    """Let each press on a leaderboard take so many seconds, and some end in a refusal."""
    show, left = ResultHandlers.show_board, iter(presses)

    async def slowly(
        self: ResultHandlers, ctx: Context, board: Board = Board.TABLES, page: int = 0
    ) -> None:
        if ctx.reply.mode is ReplyMode.EDIT:
            seconds, problem = next(left)
            await hall.clock.sleep(seconds)
            if problem is not None:
                raise UserError(problem)
        await show(self, ctx, board, page)

    monkeypatch.setattr(ResultHandlers, "show_board", slowly)


OF_PEOPLE = [("Two to four people", False), ("With bots", False)]
"""The buttons of the page to which the first one of the leaderboard leads."""
AT_REST = [("…", True), ("With bots", True)]


async def one_each(*_: object) -> tuple[int, tuple[()]]:
    """The first page of a leaderboard that lists one person."""
    return 1, ()


async def leaderboard(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Message:
    """A private page with two buttons, those of the leaderboards that list somebody too."""
    monkeypatch.setattr(results, "_ask", one_each)
    page = await (
        await by_page(hall.ada, hall.table, "results", ShowStandings(Board.TABLES, 0))
    ).response()
    assert controls(page) == [("Alone against Tom", False), ("With bots", False)]
    return page


async def press(hall: Hall, page: Message) -> Interaction:
    first, _ = buttons(page)
    return await hall.ada.press(page, first.custom_id)


def controls(page: Message) -> list[tuple[str, bool]]:
    return [(button.label, button.disabled) for button in buttons(page)]


async def test_a_page_that_is_worked_on_for_long_rests_until_the_answer(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await leaderboard(hall, monkeypatch)
    slow_pages(hall, monkeypatch, (PATIENCE_FOR_EDITS + 1, None))
    said, pressed = text(page), await press(hall, page)
    assert await hall.clock.turned(pressed.acknowledged()) is Ack.UPDATE
    assert (text(page), controls(page)) == (said, AT_REST)
    answer = await hall.clock.turned(pressed.response())
    assert answer.id == page.id
    assert text(answer) != said
    assert controls(answer) == OF_PEOPLE


async def test_a_page_at_rest_keeps_a_picture_that_an_earlier_answer_just_adds(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await leaderboard(hall, monkeypatch)
    await hall.client.services.traffic.calm()
    picture = Attachment(hall.server.core.ids.next(), "board.png", "image/png", b"png", 3)
    page.attachments.append(picture)  # of which the bot has not heard
    slow_pages(hall, monkeypatch, (PATIENCE_FOR_EDITS + 1, Problem.NO_GAME))
    pressed = await press(hall, page)
    await hall.clock.turned(pressed.acknowledged())
    assert (controls(page), page.attachments) == (AT_REST, [picture])
    await hall.clock.turned(pressed.followup())
    await hall.clock.turned(pressed.response())
    assert (controls(page)[0][1], page.attachments) == (False, [picture])


async def test_a_page_that_is_answered_soon_never_rests(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await leaderboard(hall, monkeypatch)
    slow_pages(hall, monkeypatch, (PATIENCE_FOR_EDITS - 0.2, None))
    before = page.edits
    await hall.clock.turned((await press(hall, page)).response())
    assert page.edits == before + 1


@pytest.mark.parametrize("mishap", [None, Reset(), Reset(Moment.AFTER), Refused(400, 50035)])
async def test_a_page_wakes_when_its_press_is_refused(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, mishap: InjectedFault | None
) -> None:
    page = await leaderboard(hall, monkeypatch)
    slow_pages(hall, monkeypatch, (PATIENCE_FOR_EDITS + 1, Problem.NO_GAME))
    before = controls(page)
    if mishap is not None:
        hall.server.fault_injector.plan("POST", CALLBACK, mishap)
    pressed = await press(hall, page)
    ack = await hall.clock.turned(pressed.acknowledged())
    if isinstance(mishap, Refused):
        assert ack is Ack.MESSAGE
        told = await pressed.response()
    else:
        assert (ack, controls(page)) == (Ack.UPDATE, AT_REST)
        told = await hall.clock.turned(pressed.followup())
        await hall.clock.turned(pressed.response())
    assert told.ephemeral_for == hall.ada.id
    assert buttons(told) == ()
    assert controls(page) == before


@pytest.mark.parametrize("mishap", [Reset(), Reset(Moment.AFTER), Refused(400, 50035)])
async def test_a_page_whose_rest_does_not_come_through_is_answered_all_the_same(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, mishap: InjectedFault
) -> None:
    page = await leaderboard(hall, monkeypatch)
    slow_pages(hall, monkeypatch, (PATIENCE_FOR_EDITS + 1, None))
    hall.server.fault_injector.plan("POST", CALLBACK, mishap)
    answer = await hall.clock.turned((await press(hall, page)).response())
    assert controls(answer) == OF_PEOPLE


async def test_a_press_that_is_refused_does_not_undo_what_another_has_shown_meanwhile(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = (PATIENCE_FOR_EDITS + 2, Problem.NO_GAME)
    page = await leaderboard(hall, monkeypatch)
    slow_pages(hall, monkeypatch, refused, (PATIENCE_FOR_EDITS + 1, None))
    first, second = await press(hall, page), await press(hall, page)
    await hall.clock.turned(first.followup())
    await hall.clock.turned(second.response())
    await hall.client.services.traffic.stop(5)
    assert controls(page) == OF_PEOPLE
