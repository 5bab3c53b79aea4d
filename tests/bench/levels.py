"""Measure how many points each level makes by source, in games with its own kind or against Tom."""

import argparse
import json
from collections.abc import Mapping
from statistics import fmean

from bot.cli.simulate import game_seed
from bot.runtime.shell.arguments import count_argument, seed_argument
from bot.runtime.shell.output import progress
from engine import Game, GameOptions, ids
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from engine.rng import stream

NUMBERS = (1, 2, 3, 4)
"""Of players."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    count_argument(parser, "games", 4, "games of each kind")
    seed_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play the games, and print the file that `tables.level_averages` reads."""
    kinds = [(level, players) for level in Level for players in NUMBERS]
    found: dict[str, dict[str, Mapping[ids.PointSource, float]]] = {level: {} for level in Level}
    for level, players in progress(kinds, "kind"):
        seeds = [game_seed(chosen.seed, number) for number in range(chosen.games)]
        found[level][str(players)] = averages(level, players, seeds)
    print(json.dumps(found, indent=2))
    return 0


def averages(level: Level, players: int, seeds: list[int]) -> Mapping[ids.PointSource, float]:
    """Return the mean points of a seat of a level, by source."""
    sheets = [
        dict(sheet.points)
        for seed in seeds
        for sheet in played(level, players, seed).score_sheets()[:players]
    ]
    return {
        source: round(fmean(sheet[source] for sheet in sheets), 1) for source in ids.PointSource
    }


def played(level: Level, players: int, seed: int) -> Game:
    """Return a game that this level plays on every seat."""
    game = Game.new(GameOptions(players), seed)
    while (asked := game.waiting) is not None:
        guess = stream(seed, "thoughts", game.move_count).below(2**32)
        for answer in PLAYERS[level](game, asked.seat, guess).answers:
            game.submit(asked.seat, answer)
    return game
