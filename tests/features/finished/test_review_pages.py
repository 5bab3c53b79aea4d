"""The page of a review: sums that add up, and the difference of a costly turn in one sentence."""

import re
from random import Random
from typing import Final

import pytest

from bot.features.finished import values
from bot.features.finished.pages import ReviewPages, added_up, difference
from bot.model import drafts
from bot.model.people import Person
from bot.present.wizard.lines_page import ShownLine
from bot.present.wizard.page_builder import PageBuilder
from bot.words import Catalog, Counted, catalog, languages, phrase
from engine import Game, GameOptions, actions, ids
from engine.advice.lines import LineOfPlay, Verdict, compared
from engine.advice.outlook import Outlook
from engine.notation import parse_line
from tests.kit.games import SEED, thrown_away
from tests.kit.players.brisk_games import brisk_game

PEOPLE: Final = (Person("Ada", "<@1>"), Person("Bo", "<@2>"))
FOUND: Final = values.StoredReview(
    ((57.6, 50.0), (50.2, 50.0), (48.0, 61.0)), (-5.4, 1.0), (-3.3, 2.0), ()
)


def page_of(game: Game, seat: int | None, words: Catalog) -> str:
    return ReviewPages(game, FOUND, PEOPLE, seat, words).first(1).text


def shown(game: Game, *turns: tuple[actions.Action, ...]) -> list[ShownLine]:
    builder = PageBuilder(game, 0, drafts.Draft(), catalog())
    return [ShownLine(builder, line) for line in compared(game, 0, SEED, turns)]


@pytest.mark.parametrize("language", languages())
def test_three_sums_lead_from_what_was_expected_to_the_result(language: str) -> None:
    words = catalog(language)
    lines = page_of(thrown_away(), 0, words).split("\n")
    assert lines[1] == words.say("review.expected", first="58", final="48")
    sums = [int(re.sub("[^−0-9]", "", line).replace("−", "-")) for line in lines[2:5]]  # noqa: RUF001 - typography
    assert sums == [-6, -1, -3]
    assert sum(sums) == 48 - 58
    names = (words.say(f"review.sum.{name}", points="") for name in ("luck", "own", "others"))
    assert [line.startswith(name) for line, name in zip(lines[2:5], names, strict=True)]


def test_alone_nobody_else_has_turns() -> None:
    words = catalog()
    others = words.say("review.sum.others", points="")
    assert others in page_of(thrown_away(), 0, words)
    text = page_of(brisk_game(GameOptions(1), SEED), 0, words)
    assert others not in text
    assert words.say("review.sum.own", points="") in text


def test_who_only_watched_reads_a_line_of_each_seat_and_no_sums() -> None:
    words = catalog()
    text = page_of(thrown_away(), None, words)
    assert words.say("review.seat", who="Bo", first="50", final="61", luck="+1") in text
    assert words.say("review.sum.own", points="") not in text


def test_whole_sums_are_at_most_one_off_their_parts() -> None:
    chance = Random(SEED)
    for _ in range(500):
        parts = [chance.uniform(-20, 20) for _ in range(chance.choice((2, 3)))]
        total = round(sum(parts) + chance.uniform(-0.49, 0.49))
        if abs(total - sum(parts)) >= 1:
            continue
        whole = added_up(parts, total)
        assert sum(whole) == total
        assert all(abs(one - part) <= 1 for one, part in zip(whole, parts, strict=True))


def test_the_difference_has_only_what_the_better_turn_has() -> None:
    game = thrown_away().at(0)
    light = next(each for each in game.legal_actions() if isinstance(each, actions.Ignite))
    played, better = shown(game, (actions.Pass(),), (light,))
    told = catalog().spell(difference(played, better))
    assert told.startswith(catalog().say("review.more_points", points="").rstrip(". "))
    assert "bonfires" in told


def test_what_is_held_afterwards_is_a_difference_and_nothing_else_comes_later() -> None:
    game = Game.new(GameOptions(2), 1)
    assert game.waiting is not None
    seat = game.waiting.seat
    game.submit(seat, game.legal_actions()[0])
    builder = PageBuilder(game, seat, drafts.Draft(), catalog())
    wild, path = (
        ShownLine(builder, LineOfPlay(parse_line(text), Verdict.FIRST, 0, Outlook()))
        for text in ("path 2;pay 1 wild", "path 2;pay 1 path")
    )
    pieces = Counted(ids.ActionType.PATH, 1)
    assert difference(path, wild) == phrase("review.more_held", pieces=(pieces,))
    assert difference(path, path).key == "review.only_later"
