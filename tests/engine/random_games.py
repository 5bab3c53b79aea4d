"""Random games for tests: seeded, and each answer chosen from the complete legal list."""

from engine.game import Game
from engine.rng import stream
from engine.state import GameOptions


def play(game: Game, seed: int, moves: int = 10_000) -> Game:
    """Give up to so many random answers; the same seed gives the same ones."""
    rng = stream(seed, "answers", 0)
    while moves and (asked := game.waiting) is not None:
        answers = game.options()
        game.submit(asked.seat, answers[rng.below(len(answers))])
        moves -= 1
    return game


def random_game(players: int, seed: int, moves: int = 10_000) -> Game:
    """A random game after so many answers, or to its end."""
    return play(Game.new(GameOptions(players), seed), seed, moves)
