"""Refusals in the situations where players meet them: the sentence names the rule in the way."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.present.questions import refusal_text
from bot.words import DEFAULT, catalog, languages
from engine import Game
from engine.data.council import CouncilBonus
from engine.notation import parse_action
from tests.kit.position import Position, play
from tests.rulebook.test_council import opening, ready
from tests.rulebook.test_procession import procession, with_bonfire


def said(game: Game, answer: str) -> dict[str, str]:
    """What the seat that is asked is told of an answer, by language."""
    asked = game.waiting
    assert asked is not None
    refusal = game.refusal(asked.seat, parse_action(answer))
    assert refusal is not None, "it is allowed"
    return {language: refusal_text(refusal, catalog(language)) for language in languages()}


def after(game: Game, answers: str) -> Game:
    play(game, answers)
    return game


def at_a_bonfire() -> Game:
    walking = procession(1, "pink bonfire 3", "own path 1", built=with_bonfire()).game()
    return after(walking, "procession 1; pay guardian")


def in_a_procession() -> Game:
    return after(procession(1, "pink path 1").game(), "procession 1; pay guardian")


def at_the_council() -> Game:
    game = ready().specialists("S4", "S5").game()
    return after(game, f"{opening(CouncilBonus.SPECIALIST)}; bonus")


def sticking_out() -> Game:
    return Position().gnomes("S27").fate("F1 c3 right", "F2 a3 left").row("F8").game()


def with_any_portal_due() -> Game:
    position = Position().gnomes("S25").portals(7).portals_on(3, "sun").tiles(great_bonfire=1)
    return after(position.game(), "wheel 3; pay great-bonfire")


def paying_strictly() -> Game:
    return after(Position(strict_payment=True).tiles(path=1, wild=1).game(), "path 1")


def paying_an_elder_strictly() -> Game:
    position = Position(strict_payment=True).tiles(gnome=2).resources(herb=1, gold=1)
    return after(position.game(), "recruit EL1 2; pay 2 gnome")


def paying() -> Game:
    return after(Position().tiles(path=1).game(), "path 1")


SITUATIONS: dict[str, Callable[[], Game]] = {
    situation.__name__: situation
    for situation in (
        at_a_bonfire,
        in_a_procession,
        at_the_council,
        sticking_out,
        with_any_portal_due,
        paying_strictly,
        paying_an_elder_strictly,
        paying,
    )
}
TRIED = tomllib.loads(Path(__file__).with_name("refusals_in_place.toml").read_text("utf-8"))


@pytest.mark.parametrize("tried", TRIED["refusal"], ids=lambda tried: tried["situation"])
def test_the_sentence_names_what_stands_in_the_way(tried: dict[str, str]) -> None:
    told = said(SITUATIONS[tried["situation"]](), tried["answer"])
    known = tried.keys() & told.keys()
    assert {language: told[language] for language in known} == {
        language: tried[language] for language in known
    }
    assert DEFAULT in known
