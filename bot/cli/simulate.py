"""`bonfire simulate`: random games, each legal answer as likely as every other."""

import argparse
import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, pstdev
from typing import Any, Final

from bot.runtime.shell.arguments import (
    box_argument,
    count_argument,
    json_argument,
    seats_argument,
    seed_argument,
)
from bot.runtime.shell.box import box_file, chosen_box
from bot.runtime.shell.files import file_argument, force_argument, output_file
from bot.runtime.shell.output import progress
from bot.words import catalog
from engine import Game, GameOptions
from engine.data.box import Box
from engine.record import make_record, record_text
from engine.state import TOM

_TOTAL: Final = "total"


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


@dataclass(slots=True)
class Tally:
    """The sums of the games so far; `scores` holds one value a city, Tom's apart, by source."""

    moves: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    scores: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, game: Game) -> None:
        """Count a game that is over."""
        assert game.result is not None
        self.moves += game.move_count
        self.endings[game.result.reason] += 1
        for seat, sheet in enumerate(game.score_sheets()):
            if not (game.options.solo and seat == TOM):
                for source, points in sheet.points:
                    self.scores[source].append(points)
                self.scores[_TOTAL].append(sheet.total)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire simulate` takes."""
    seats_argument(parser, least=1)
    count_argument(parser, "games", 100, "number of games")
    seed_argument(parser, 1)
    json_argument(parser)
    file_argument(parser, "--record", "file for the last game's record (default: none)")
    force_argument(parser)
    box_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play the games and print the summary."""
    box = chosen_box(chosen.box)
    record = chosen.record and output_file(
        chosen.record, force=chosen.force, inputs=(box_file(chosen.box),)
    )
    options = GameOptions(players=chosen.players)
    tally = Tally()
    began = time.perf_counter()
    for number in progress(range(chosen.games), "game"):
        tally.add(random_game(options, game_seed(chosen.seed, number), box))
    seconds = time.perf_counter() - began
    if record:
        last = random_game(options, game_seed(chosen.seed, chosen.games - 1), box)
        record.write(record_text(make_record(last)))
    summary = _summary(chosen, tally, seconds)
    print(json.dumps(summary, indent=2) if chosen.json else _lines(summary))
    return 0


def _summary(chosen: argparse.Namespace, tally: Tally, seconds: float) -> dict[str, Any]:
    return {
        "players": chosen.players,
        "games": chosen.games,
        "seed": chosen.seed,
        "moves": tally.moves,
        "seconds": round(seconds, 3),
        "endings": dict(tally.endings.most_common()),
        "scores": {
            source: {
                "mean": round(fmean(points), 2),
                "spread": round(pstdev(points), 2),
                "least": min(points),
                "most": max(points),
            }
            for source, points in tally.scores.items()
        },
    }


def _lines(summary: dict[str, Any]) -> str:
    games, seconds, words = summary["games"], summary["seconds"], catalog()
    lines = [
        f"players: {summary['players']}, games: {games}",
        f"seconds: {seconds} ({games / max(seconds, 0.001):.0f} games a second)",
        f"moves in a game, on average: {summary['moves'] / games:.1f}",
        "",
        "games by their end",
    ]
    lines += [
        f"{count:>6}  {words.say(f'end_reason.{reason}')}"
        for reason, count in summary["endings"].items()
    ]
    lines += [
        "",
        "Every move is drawn at random: people score many times as much.",
        "",
        _row("points of a player in a game", "average", "std dev", "lowest", "highest"),
    ]
    for source, points in summary["scores"].items():
        name = "In total" if source == _TOTAL else words.say(f"point_source.{source}")
        mean, spread = f"{points['mean']:.2f}", f"{points['spread']:.2f}"
        lines.append(_row(name, mean, spread, points["least"], points["most"]))
    return "\n".join(lines)


def _row(name: str, *cells: object) -> str:
    return f"{name:<30}" + "".join(f"{cell:>9}" for cell in cells)
