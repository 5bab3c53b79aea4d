"""The daily puzzle through Discord: looked at, missed, tried again and solved by its buttons."""

from functools import partial

import pytest

from bot.features.puzzle import feature, values
from bot.features.puzzle.puzzle import Goal
from bot.features.puzzle.service import PuzzleService
from bot.model.controls import Sign
from bot.standin import Message, UserClient
from bot.standin.layout import text
from bot.words import catalog
from engine.notation import format_action
from tests.kit.hall import Hall
from tests.kit.whole import Control, controls

WORDS = catalog()


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> int:
    """A day whose puzzle asks for the tiles of a fate tile; a bot that starts asks it every day."""
    day = next(day for day in range(1000) if values.puzzle_of(day)[1].goal is Goal.TILES)
    service = partial(PuzzleService, puzzle_of=lambda _day: values.puzzle_of(day))
    monkeypatch.setattr(feature, "PuzzleService", service)
    return day


async def pressed(person: UserClient, message: Message, control: Control) -> Message:
    if control.value is None:
        return await (await person.press(message, control.custom_id)).response()
    select = await person.select(message, control.custom_id, [control.value])
    return await select.response()


async def answered(person: UserClient, message: Message, answer: str) -> Message:
    control = next(each for each in controls(message) if each.answer == answer)
    return await pressed(person, message, control)


async def placed(person: UserClient, message: Message, day: int, *, best: bool) -> Message:
    """Place a fate tile by the menus, where it brings most or anywhere else."""
    _, stored = values.puzzle_of(day)
    wanted = f"={format_action(stored.solution[0])}"
    _, end, *_ = wanted.split()
    lists = {each.answer for each in controls(message)} & {"@fate", f"@fate:{end}"}
    page = await answered(person, message, *lists)
    while True:
        found = [each for each in controls(page) if each.answer.startswith("=fate")]
        fitting = [each for each in found if each.answer.startswith(wanted) is best]
        if fitting:
            return await answered(person, await pressed(person, page, fitting[0]), Sign.CONFIRM)
        page = await answered(person, page, "#1")


async def test_a_puzzle_is_missed_tried_again_and_solved(today: int, hall: Hall) -> None:
    ada = hall.people[0]
    page = await (await ada.slash(hall.table, "bonfire", "puzzle")).response()
    assert page.ephemeral_for == ada.id
    await hall.calm()
    assert page.attachments
    assert WORDS.say("puzzle.goal.tiles") in text(page)
    missed = await placed(ada, page, today, best=False)
    assert missed.id == page.id
    assert "Not yet" in text(missed)
    assert {each.answer for each in controls(missed)} == {Sign.RESET, values.SOLUTION}
    solved = await placed(ada, await answered(ada, missed, Sign.RESET), today, best=True)
    assert WORDS.say("puzzle.solved", n=2, stars="★★☆") in text(solved)
    assert "solved on try 2 ★★☆`" in text(solved)
    assert not hall.server.app_messages(hall.table)
    again = await (await ada.slash(hall.table, "bonfire", "puzzle")).response()
    await hall.calm()
    assert text(again) == text(solved)


async def test_a_puzzle_is_played_in_direct_messages(today: int, hall: Hall) -> None:
    bo = hall.people[1]
    home = bo.dm()
    page = await (await bo.slash(home, "bonfire", "puzzle")).response()
    missed = await placed(bo, page, today, best=False)
    shown = await answered(bo, missed, values.SOLUTION)
    assert WORDS.say("puzzle.shown") in text(shown)
