"""`bonfire games`: what the operator can see of the stored games, also while the bot runs."""

import argparse
import json
import time
from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby
from typing import Final

from bot.cli.arguments import an_id
from bot.cli.games import repair, show
from bot.cli.operator import look_at, printable
from bot.model.channel_loss import loss_of
from bot.store.looking import GameEntry

HEADINGS: Final = ("game", "channel", "status", "age", "revision", "players", "waits for", "place")
UNITS: Final = ((86400, "d"), (3600, "h"), (60, "min"))


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire games` takes."""
    words = parser.add_subparsers(metavar="WHAT", required=True)
    for name, summary, add in (
        ("list", "list the running games by server", _list_arguments),
        ("show", "show a game as everybody sees it, and its last moves", show.arguments),
        ("repair", "build a damaged game anew from its log", repair.arguments),
        ("put-back", "undo a repair", repair.put_back_arguments),
    ):
        add(words.add_parser(name, help=summary, description=summary))


def run(chosen: argparse.Namespace) -> int:
    """Do what the second word says."""
    status: int = chosen.work(chosen)
    return status


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="those that are over too")
    parser.add_argument("--server", type=an_id, metavar="ID", help="those of one server")
    parser.add_argument("--json", action="store_true", help="print one JSON array")
    parser.set_defaults(work=_list)


def _list(chosen: argparse.Namespace) -> int:
    found = look_at(lambda look: look.ledger.games(over=chosen.all))
    entries = [one for one in found if chosen.server in {None, one.server}]
    if chosen.json:
        print(json.dumps([asdict(one) for one in entries], indent=2))
    else:
        print("\n\n".join(_by_server(entries, time.time())) or "There are no games.")
    return 0


def _by_server(entries: Iterable[GameEntry], now: float) -> Iterable[str]:
    for server, here in groupby(entries, lambda one: one.server):
        games = tuple(here)
        place = "direct messages" if server is None else f"server {server}"
        lines = _columns([HEADINGS, *(_line(one, now) for one in games)])
        yield "\n".join((f"{place} ({len(games)})", *lines))


def _line(one: GameEntry, now: float) -> tuple[str, ...]:
    """The cells of a game, under `HEADINGS`."""
    waiting = one.mover is not None and one.since is not None
    return (
        str(one.id),
        str(one.channel),
        one.status,
        _span(now - one.created),
        str(one.revision),
        printable(", ".join(one.players)),
        printable(f"{one.mover}, {_span(now - (one.since or now))}") if waiting else "",
        "" if one.lost is None else f"{loss_of(one.lost)} ({one.lost})",
    )


def _columns(lines: list[tuple[str, ...]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


def _span(seconds: float) -> str:
    """A time that has passed, in its largest unit; none has when the clock was put back."""
    for unit, name in UNITS:
        if seconds >= unit:
            return f"{seconds // unit:.0f} {name}"
    return f"{max(seconds, 0):.0f} s"
