"""What a game could have been, through Discord: the page, a costly turn, and trying it anew."""

import json
from dataclasses import replace
from typing import Final

import pytest

from bot.features.finished import values
from bot.features.finished.service import MAKERS, SECONDS, FileRequest, GameFile
from bot.present.wizard.lines_page import text_of
from bot.standin import Message
from bot.standin.layout import buttons, pictures, text
from bot.words import catalog
from engine import GameOptions, actions
from engine.advice.lines import LineOfPlay, Verdict
from engine.advice.outlook import Outlook
from engine.review.costs import FURTHEST
from tests.features.finished.made_up_files import made_up_review, pressed
from tests.kit.evening import Evening
from tests.kit.hall import Hall
from tests.kit.pages import in_words
from tests.kit.past import play
from tests.kit.whole import opened

WORDS: Final = catalog()
LABEL: Final = WORDS.say("review.button.open")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The seats that were asked about."""
    seats: list[int | None] = []

    def make(request: FileRequest) -> tuple[bytes, ...]:
        seats.append(request.seat)
        return made_up_review(request)

    monkeypatch.setitem(MAKERS, GameFile.REVIEW, make)
    return seats


async def reviewed(hall: Hall, person: int = 0) -> Message:
    post = await Evening(hall).last_answer(GameOptions(2))
    return await opened(hall.people[person], post, LABEL)


async def test_the_last_post_leads_to_what_the_game_could_have_been(
    hall: Hall, asked: list[int | None]
) -> None:
    page = await reviewed(hall)
    assert page.is_ephemeral
    assert WORDS.say("review.heading") in text(page)
    assert WORDS.say("review.costly", n=1) in text(page)
    assert WORDS.say("review.sources.heading") not in text(page)
    await hall.calm()
    assert len(pictures(page)) == 1
    assert asked == [0]


async def test_people_read_beforehand_when_it_will_be_ready(
    hall: Hall, asked: list[int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SECONDS, GameFile.REVIEW, 1.0)
    page = await reviewed(hall)
    assert text(page).startswith("I'm working on it. It should be ready <t:")
    await hall.calm()
    assert WORDS.say("review.heading") in text(page)
    again = await reviewed_again(hall)
    assert WORDS.say("review.heading") in text(again)
    assert asked == [0]


async def reviewed_again(hall: Hall) -> Message:
    """The review, which is made by now."""
    return await opened(hall.people[0], hall.posts()[-1], LABEL)


async def test_points_stand_beside_those_of_other_games_not_of_this_one(
    hall: Hall, asked: list[int | None]
) -> None:
    ada = hall.people[0]
    review = await reviewed(hall)
    page = await (await ada.press(review, WORDS.say("review.button.sources"))).response()
    assert WORDS.say("review.sources.heading") in text(page)
    beside = WORDS.say("review.sources.beside", source="", points="", mean="", levels="")
    told = beside.split(",")[1].split("(")[0].strip()
    assert told not in text(page)
    store = hall.client.services.store
    assert await store.read(lambda tx: tx.results.sources(ada.id, 2, but=1, limit=9)) == ()
    (own,) = await store.read(lambda tx: tx.results.sources(ada.id, 2, but=2, limit=9))
    assert "bonfires" in json.loads(own)
    back = await (await ada.press(page, WORDS.say("review.button.back"))).response()
    assert WORDS.say("review.heading") in text(back)


async def test_who_only_watched_sees_the_curve_and_nobodys_mistakes(
    hall: Hall, asked: list[int | None]
) -> None:
    page = await reviewed(hall, 2)
    assert WORDS.say("review.heading") in text(page)
    assert not buttons(page)
    assert asked == [None]


async def test_a_costly_turn_is_shown_and_can_be_tried_anew(
    hall: Hall, asked: list[int | None]
) -> None:
    ada = hall.people[0]
    page = await reviewed(hall)
    turn = WORDS.say("review.button.turn", turn=1, cost="3")
    shown = await (await ada.press(page, turn)).response()
    assert WORDS.say("review.looked", n=FURTHEST) in text(shown)
    await hall.calm()
    assert len(pictures(shown)) == 1
    tried = await (await ada.press(shown, WORDS.say("review.button.try"))).response()
    assert WORDS.say("try.heading").split(".")[0] in text(tried)
    board = await (await ada.press(tried, WORDS.say("button.try_board"))).response()
    assert WORDS.say("try.board") in text(board)
    left = await (await ada.press(board, WORDS.say("button.back"))).response()
    left = await (await ada.press(left, WORDS.say("button.try_leave"))).response()
    assert in_words(left) == WORDS.say("try.left")
    assert asked == [0]


async def test_back_leads_to_the_review(hall: Hall, asked: list[int | None]) -> None:
    ada = hall.people[0]
    page = await reviewed(hall)
    turn = WORDS.say("review.button.turn", turn=1, cost="3")
    shown = await (await ada.press(page, turn)).response()
    back = await (await ada.press(shown, WORDS.say("review.button.back"))).response()
    assert WORDS.say("review.heading") in text(back)


async def test_made_up_presses_for_turns_that_nobody_has_are_refused(
    hall: Hall, asked: list[int | None]
) -> None:
    post = await Evening(hall).last_answer(GameOptions(2))
    made_up = (
        (0, values.ShowCostlyTurn(2)),
        (0, values.TryCostlyTurn(0)),
        (2, values.TryCostlyTurn(1)),
    )
    for person, value in (*made_up, (2, values.ShowSources())):
        answer = await pressed(hall.people[person], post, value)
        assert "older version" in in_words(answer)


async def test_before_the_end_nothing_is_reviewed(hall: Hall, asked: list[int | None]) -> None:
    played = await play(hall, hall.table, turns=1)
    answer = await pressed(hall.people[0], played.turns[0], values.AskForReview())
    assert in_words(answer) == WORDS.say("review.sorry.running")
    assert asked == []


def test_a_review_is_read_as_it_was_written() -> None:
    line = text_of(LineOfPlay((actions.EndTurn(),), Verdict.FIRST, 0, Outlook()))
    found = values.StoredReview(
        ((1.5, 2.0), (3.0, 4.0)),
        (0.5, -0.5),
        (0.25, 1.0),
        (values.StoredCost(3, 9, 2.5, line, line),),
    )
    assert values.StoredReview.load(found.dump()) == found
    assert (found.change(0), found.own(0)) == (1.5, 0.75)
    assert replace(found, luck=(0.0, 0.0)).own(1) == 1.0
