"""Measure what more workers, more games and more servers cost."""

import argparse
import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot.runtime.shell.arguments import count_argument, from_one, from_zero, json_argument
from bot.runtime.shell.output import Report

Databases = Mapping[str, str | None]
"""The measured databases by name: a file, or a server at an address."""
Measure = Callable[[argparse.Namespace, Databases, Report], Coroutine[Any, Any, None]]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    parser.add_argument(
        "--postgres",
        metavar="ADDRESS",
        help="PostgreSQL server on which the bench creates and drops databases (default: none)",
    )
    parser.add_argument(
        "--only",
        nargs="+",
        choices=PARTS,
        default=tuple(PARTS),
        help="parts to measure (default: all)",
    )
    parser.add_argument(
        "--seconds",
        type=from_one,
        default=60,
        metavar="S",
        help="seconds to run (default: %(default)s)",
    )
    count_argument(parser, "games", 20, "number of games")
    for name, default, what in (
        ("--workers", (1, 2, 4), "numbers of workers on PostgreSQL (default: 1 2 4)"),
        ("--stored", (1_000, 1_000_000), "numbers of finished games (default: 1000 1000000)"),
        ("--running", (10, 10_000), "numbers of running games (default: 10 10000)"),
        ("--servers", (2_500, 25_000), "numbers of servers of the bot (default: 2500 25000)"),
    ):
        parser.add_argument(
            name, nargs="+", type=from_zero, default=default, metavar="N", help=what
        )
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Measure, and print the figures."""
    report = Report()
    databases = {"SQLite": None}
    if chosen.postgres is not None:
        asyncio.run(_try(chosen.postgres))
        databases["PostgreSQL"] = chosen.postgres
    for part in chosen.only:
        asyncio.run(PARTS[part](chosen, databases, report))
    report.show(chosen)
    return 0


async def _try(server: str) -> None:
    """Raise UsageError now, before all else is measured, for a server that cannot be used."""
    from tests.bench.crew import new_database  # noqa: PLC0415 - as below

    async with new_database(Path(), server):
        return


async def _workers(chosen: argparse.Namespace, databases: Databases, report: Report) -> None:
    """Presses and posts a second, and who takes the machine's time meanwhile."""
    from tests.bench.pressing import pressed  # noqa: PLC0415 - slow to import, and few commands need it

    for name, server in databases.items():
        for workers in (1,) if server is None else chosen.workers:
            found = await pressed(server, workers, chosen.games, chosen.seconds)
            key = f"{name.lower()}_{workers}"
            rates = {
                f"{key}_presses": found.presses / found.seconds,
                f"{key}_posts": found.posts / found.seconds,
            }
            report.line(f"{name}, workers {workers}: presses, posts a second", "", **rates)
            report.line("  press to first answer (median)", "ms", **{f"{key}_ms": found.answer})
            shares = {
                f"{key}_players_percent": found.players,
                f"{key}_workers_percent": found.bots,
                f"{key}_busy_percent": found.busy,
            }
            report.line("  processors: who presses, workers, all", "%", **shares)


async def _beside(
    kind: str, chosen: argparse.Namespace, databases: Databases, report: Report
) -> None:
    """The time of a press beside ever more games of a kind."""
    from tests.bench.pressing import BESIDE, pressed  # noqa: PLC0415 - as above

    for name, server in databases.items():
        for games in getattr(chosen, kind):
            found = await pressed(server, 1, 1, chosen.seconds, BESIDE[kind](games))
            what = f"{name}, {games} games {kind}: first answer (median)"
            key = f"{name.lower()}_{kind}_{games}_ms"
            report.line(what, "milliseconds", **{key: found.answer})


async def _servers(chosen: argparse.Namespace, _databases: Databases, report: Report) -> None:
    """Measure the cost of hearing of ever more servers."""
    from tests.bench.servers import heard_of  # noqa: PLC0415 - as above

    for servers in chosen.servers:
        found = heard_of(servers)
        report.line(
            f"{servers} servers: memory", "MB", **{f"servers_{servers}_mb": found.megabytes}
        )
        seconds = {f"servers_{servers}_seconds": found.seconds}
        report.line("  seconds of the event loop at the start", "s", **seconds)


PARTS: Final[Mapping[str, Measure]] = {
    "workers": _workers,
    "stored": partial(_beside, "stored"),
    "running": partial(_beside, "running"),
    "servers": _servers,
}
