"""Nothing hidden is shown: with the face-down pieces dealt anew, players see the same."""

import random

import pytest

from bot import present
from bot.commands.moves import Play, _next_options, _tried
from bot.commands.play import PLAYS
from bot.present.rehearsal import Tried, rehearsal_answer, rehearsal_page
from bot.prompt import Draft, Person
from bot.words import catalog
from engine import Game, GameOptions
from engine.ids import Seat
from engine.record import make_record
from tests.bot.wizard_player import likely_best, tokens

PEOPLE = tuple(Person(name, f"<@{n}>") for n, name in enumerate(("Ada", "Bo", "Cy", "Di")))


def everything(game: Game) -> list[object]:
    """All that the shell shows of a position."""
    words, waiting = catalog(), game.waiting
    assert waiting is not None
    people = PEOPLE[: game.settings.players]
    shown: list[object] = [
        present.present(game, waiting.seat, Draft(), words),
        present.turn_notice(game, people, words),
        present.status_text(game, people, words),
        present.score_text(game, people, words),
        _next_options(game, waiting.seat, (), words),
    ]
    for play in PLAYS:
        shown += [play.name, *completions(game, play)]
    return shown


def tried_out(game: Game, seat: Seat) -> list[object]:
    """What a seat sees that tries the likely best for a few presses."""
    words, tried = catalog(), Tried()
    shown: list[object] = []
    for _ in range(12):
        prompt = rehearsal_page(game, seat, tried, words)
        shown.append(prompt)
        following = rehearsal_answer(game, seat, tried, likely_best(tokens(prompt)))
        if following is None:
            break
        tried = following
    return shown


def completions(game: Game, play: Play) -> list[object]:
    """What a command offers for its first option, and for the second after each of these."""
    words, waiting = catalog(), game.waiting
    assert waiting is not None
    firsts = present.choices(game, waiting.seat, play.subject, words)
    seconds: list[object] = []
    for first in firsts[:3]:
        trial = _tried(game, waiting.seat, play, (first.token,) if play.chooses else (), words)
        seconds.append(tuple(trial.taken))
    return [*firsts, *seconds]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_what_is_shown_does_not_depend_on_what_is_hidden(players: int) -> None:
    dice = random.Random(players)
    game = Game.new(GameOptions(players), players)
    for number in range(60):
        if game.waiting is None:
            break
        if number % 6 == 0:
            one, two = game.fork(1), game.fork(2)
            assert everything(one) == everything(two)
            for seat in range(players):
                assert tried_out(one, seat) == tried_out(two, seat)
        game.submit(game.waiting.seat, dice.choice(game.options()))


def test_the_export_of_a_running_game_holds_no_seed() -> None:
    seed = 2**127 + 12345
    game = Game.new(GameOptions(2), seed)
    dice = random.Random(1)
    for _ in range(30):
        assert game.waiting is not None
        game.submit(game.waiting.seat, dice.choice(game.options()))
    assert str(seed) not in str(make_record(game))
