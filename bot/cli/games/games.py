"""`bonfire games`: what the operator can see of the stored games, also while the bot runs."""

import argparse
import json
import time
from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby
from typing import Final

from bot.cli.games import repair, show
from bot.cli.support.arguments import an_id, json_argument
from bot.cli.support.columns import columns
from bot.cli.support.commands import Command, add_commands
from bot.cli.support.operator import look_at, printable, server_name
from bot.model.channel_loss import loss_of
from bot.model.rows import GameEntry

HEADINGS: Final = ("game", "channel", "status", "age", "revision", "players", "waits for", "place")
UNITS: Final = ((86400, "d"), (3600, "h"), (60, "min"))


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="those that are over too")
    parser.add_argument("--server", type=an_id, metavar="ID", help="those of one server")
    json_argument(parser, "array")


def _list(chosen: argparse.Namespace) -> int:
    stored = look_at(lambda tx: tx.games.listed(over=chosen.all))
    entries = [entry for entry in stored if chosen.server in {None, entry.server}]
    if chosen.json:
        print(json.dumps([asdict(entry) for entry in entries], indent=2))
    else:
        print("\n\n".join(_by_server(entries, time.time())) or "There are no games.")
    return 0


def _by_server(entries: Iterable[GameEntry], now: float) -> Iterable[str]:
    for server, entries_here in groupby(entries, lambda entry: entry.server):
        games = tuple(entries_here)
        rows = columns([HEADINGS, *(_cells(game, now) for game in games)])
        yield "\n".join((f"{server_name(server)} ({len(games)})", *rows))


def _cells(game: GameEntry, now: float) -> tuple[str, ...]:
    """The cells of a game, under `HEADINGS`."""
    waiting = game.mover is not None and game.since is not None
    return (
        str(game.id),
        str(game.channel),
        game.status,
        _span(now - game.created),
        str(game.revision),
        printable(", ".join(game.players)),
        printable(f"{game.mover}, {_span(now - (game.since or now))}") if waiting else "",
        "" if game.lost is None else f"{loss_of(game.lost)} ({game.lost})",
    )


def _span(seconds: float) -> str:
    """A time that has passed, in its largest unit; none has when the clock was put back."""
    for unit, name in UNITS:
        if seconds >= unit:
            return f"{seconds // unit:.0f} {name}"
    return f"{max(seconds, 0):.0f} s"


COMMANDS: Final = (
    Command("list", "list the running games by server", _list_arguments, _list),
    Command(
        "show", "show a game as everybody sees it, and its last moves", show.arguments, show.run
    ),
    Command("repair", "build a damaged game anew from its log", repair.arguments, repair.run),
    Command("put-back", "undo a repair", repair.put_back_arguments, repair.put_back),
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire games` takes: another word."""
    add_commands(parser, "WHAT", COMMANDS)
