"""Games in which the substitute plays some or all seats, for the tests of this folder."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine import Game, GameOptions
from engine.agents import play_turn
from engine.ids import Seat
from engine.rng import stream


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a seat at the end."""

    points: int
    bonfires: int
    won: bool


def questions(game: Game, substitutes: Collection[Seat], seed: int) -> Iterator[Seat]:
    """Play a game on and stop before every turn, or rest of a turn, of a substitute.

    The other seats answer at random.
    """
    rng = stream(seed, "answers", 0)
    while (asked := game.waiting) is not None:
        if asked.seat in substitutes:
            yield asked.seat
            for answer in play_turn(game, asked.seat, seed):
                game.submit(asked.seat, answer)
        else:
            answers = game.legal_actions()
            game.submit(asked.seat, answers[rng.below(len(answers))])


def final_standings(players: int, substitutes: Collection[Seat], seed: int) -> list[Standing]:
    """Play a whole game; the standing of every city."""
    game = Game.new(GameOptions(players), seed)
    for _ in questions(game, substitutes, seed):
        pass
    result, view = game.result, game.view()
    assert result is not None
    return [
        Standing(each.sheet.total, each.bonfires, each.seat in result.winners)
        for each in view.seats
    ]
