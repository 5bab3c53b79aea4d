"""Random games for tests: seeded, and each answer chosen from the complete legal list."""

from engine.actions import Discard, EndTurn, PlaceFate
from engine.game import Game
from engine.rng import stream
from engine.state import GameOptions


def play(game: Game, seed: int, moves: int = 10_000) -> Game:
    """Give up to so many random answers; the same seed gives the same ones."""
    rng = stream(seed, "answers", 0)
    while moves and (asked := game.waiting) is not None:
        answers = game.legal_actions()
        game.submit(asked.seat, answers[rng.below(len(answers))])
        moves -= 1
    return game


def play_busily(game: Game, seed: int, moves: int = 10_000) -> Game:
    """Play on; take fate tiles, discards and ends of turns only where nothing else is left."""
    rng = stream(seed, "answers", 0)
    while moves and (asked := game.waiting) is not None:
        answers = game.legal_actions()
        busy = [one for one in answers if not isinstance(one, PlaceFate | Discard | EndTurn)]
        chosen = busy or answers
        game.submit(asked.seat, chosen[rng.below(len(chosen))])
        moves -= 1
    return game


def random_game(players: int, seed: int, moves: int = 10_000) -> Game:
    """A random game after so many answers, or to its end."""
    return play(Game.new(GameOptions(players), seed), seed, moves)
