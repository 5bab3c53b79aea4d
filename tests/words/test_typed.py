"""The typed notation in every language."""

import random
import re

import pytest

from bot.words import DEFAULT, catalog, languages
from bot.words.text import folded
from bot.words.typed_notation import TYPED_WORDS, to_engine, to_person
from engine import Game, GameOptions, actions, bag, ids
from engine.notation import format_action, parse_action
from engine.notation_slots import ACTION_FORMS

TYPED = re.compile(r"`([^`]*)`")
OTHERS = tuple(language for language in languages() if language != DEFAULT)


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_written_for_a_person_is_read_back(language: str) -> None:
    words, dice, game = catalog(language), random.Random(7), Game.new(GameOptions(2), 7)
    seen = set()
    for _ in range(150):
        if game.waiting is None:
            break
        options = game.legal_actions()
        for action in options[:40]:
            written = to_person(format_action(action), words)
            assert parse_action(to_engine(written, words)) == action, written
            seen.add(written.split()[0])
        game.submit(game.waiting.seat, dice.choice(options))
    assert len(seen) > 8


@pytest.mark.parametrize("language", OTHERS)
def test_every_verb_has_a_word_and_no_word_means_two_things(language: str) -> None:
    words = catalog(language)
    table = {
        key.removeprefix(TYPED_WORDS): words.say(key)
        for key in words.entries
        if key.startswith(TYPED_WORDS)
    }
    assert {form.verb for form in ACTION_FORMS.values()} - {"tom"} - set(table) == set()
    assert len(set(map(folded, table.values()))) == len(table)
    # The engine's own words stay as they are, so none of them may mean something else here.
    plain = {own: folded(word) for own, word in table.items()}
    assert {own: word for own, word in plain.items() if word != own and word in table} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_marks_of_letters_may_be_left_out(language: str) -> None:
    words = catalog(language)
    shown = [one for one in TYPED.findall(words.say("rules.term.typed.text")) if one[0] != "/"]
    assert [one for one in shown if folded(one) != one.casefold()]
    for one in shown:
        assert to_engine(folded(one), words) == to_engine(one, words)


@pytest.mark.parametrize("language", OTHERS)
def test_the_engines_own_words_are_understood_too(language: str) -> None:
    assert to_engine("path 2", catalog(language)) == "path 2"
    assert to_engine("Fate TOP c4 down", catalog(language)) == "fate top c4 down"


@pytest.mark.parametrize("language", [DEFAULT, *OTHERS])
def test_the_example_of_the_command_can_be_read(language: str) -> None:
    words = catalog(language)
    _, _, line = words.say("command.turn.option.line").partition(": ")
    read = [parse_action(to_engine(part, words)) for part in line.split(";")]
    assert read == [
        actions.TakePath(2),
        actions.PayTiles(bag.ActionTiles.of(ids.ActionType.PATH)),
        actions.EndTurn(),
    ]


@pytest.mark.parametrize("language", [DEFAULT, *OTHERS])
def test_the_look_up_shows_every_word_with_an_example(language: str) -> None:
    words = catalog(language)
    shown = TYPED.findall(words.say("rules.term.typed.text"))
    examples = [one for one in shown if not one.startswith("/")]
    read = {format_action(parse_action(to_engine(one, words))).split()[0] for one in examples}
    assert read == {form.verb for form in ACTION_FORMS.values()} - {"tom"}
