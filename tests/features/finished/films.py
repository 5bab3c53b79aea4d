"""Measure how large films of whole games are, and how long they take."""

import argparse
from statistics import median
from typing import Final

from bot.cli.simulate import game_seed
from bot.features.finished.film import Film, game_film
from bot.model.people import Person
from bot.runtime.shell.arguments import count_argument, json_argument, seed_argument
from bot.runtime.shell.output import Report, progress, timed
from bot.words import catalog
from engine import GameOptions
from tests.kit.players.brisk_games import brisk_game

PLAYERS: Final = (1, 2, 3, 4)
"""The player counts, which take turns."""
NAMES: Final = ("Ada", "Bo", "Cy", "Dee")
MEGABYTE: Final = 1 << 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    count_argument(parser, "games", 4, "number of games")
    seed_argument(parser)
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Make the films and tell of them, by number of players."""
    report = Report()
    films = {players: list[tuple[float, Film]]() for players in PLAYERS}
    for number in progress(range(chosen.games), "film"):
        players = PLAYERS[number % len(PLAYERS)]
        films[players].append(filmed(players, game_seed(chosen.seed, number)))
    for players, made in films.items():
        if made:
            seconds = [each for each, _ in made]
            large = [len(film.webp) / MEGABYTE for _, film in made]
            short = [len(film.gif) / MEGABYTE for _, film in made]
            report.tell(
                f"{players} players, {len(made)} films: {median(large):.1f} MiB (most"
                f" {max(large):.1f}), short ones {median(short):.1f} MiB (most {max(short):.1f}),"
                f" {median(seconds):.0f} s (most {max(seconds):.0f})",
                **{
                    f"films_{players}": len(made),
                    f"mebibytes_{players}": round(max(large), 2),
                    f"short_mebibytes_{players}": round(max(short), 2),
                    f"seconds_{players}": round(max(seconds), 1),
                },
            )
    report.show(chosen)
    return 0


def filmed(players: int, seed: int) -> tuple[float, Film]:
    """A film of a game of quick players, and the seconds that making it took."""
    game = brisk_game(GameOptions(players), seed)
    words = catalog()
    people = tuple(Person(name, name) for name in NAMES[:players])
    names = NAMES[:players] if players > 1 else (*NAMES[:1], words.say("term.tom"))
    return timed(lambda: game_film(game, people, names, words))
