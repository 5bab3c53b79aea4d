"""Random play: any legal answer, each as likely as every other."""

from random import Random

from engine import Game, GameOptions
from engine.data.box import Box


def game_seed(seed: int, number: int) -> int:
    """Return the seed of one of many games; neighbours have nothing in common."""
    return Random(f"{seed}/{number}").getrandbits(64)  # noqa: S311 - repeatable, and no secret


def random_game(options: GameOptions, seed: int, box: Box) -> Game:
    """Play a game to its end by chance; equal options, seed and box give equal games."""
    chance = Random(seed)  # noqa: S311 - repeatable, and no secret
    game = Game.new(options, seed, box)
    while (waiting := game.waiting) is not None:
        game.submit(waiting.seat, chance.choice(game.legal_actions()))
    return game
