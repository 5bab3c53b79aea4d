"""Refusals in the situations where players meet them: the sentence names the rule in the way."""

import pytest

from bot.present.questions import refusal_text
from bot.words import DEFAULT, catalog, languages
from engine import Game
from engine.notation import parse_action
from tests.kit.positions import SITUATIONS, TRIED


def said(game: Game, answer: str) -> dict[str, str]:
    """What the seat that is asked is told of an answer, by language."""
    asked = game.waiting
    assert asked is not None
    refusal = game.refusal(asked.seat, parse_action(answer))
    assert refusal is not None, "it is allowed"
    return {language: refusal_text(refusal, catalog(language)) for language in languages()}


@pytest.mark.parametrize("tried", TRIED["refusal"], ids=lambda tried: tried["situation"])
def test_the_sentence_names_what_stands_in_the_way(tried: dict[str, str]) -> None:
    told = said(SITUATIONS[tried["situation"]](), tried["answer"])
    known = tried.keys() & told.keys()
    assert {language: told[language] for language in known} == {
        language: tried[language] for language in known
    }
    assert DEFAULT in known
