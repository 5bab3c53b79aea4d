"""`bonfire games`: what the operator can see of the stored games, also while the bot runs.

A game is shown as everybody at its table sees it, with nothing that is hidden.
"""

import argparse
import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from bot.cli.parser import add_commands
from bot.model.channel_loss import loss_of
from bot.model.people import seat_name
from bot.model.rows import GameEntry, MoveKind, MoveRow
from bot.runtime.shell.arguments import an_id, data_argument, from_one, json_argument
from bot.runtime.shell.command import Command
from bot.runtime.shell.errors import UsageError
from bot.runtime.shell.operator import game_argument, look_at, stored_game
from bot.runtime.shell.output import columns
from bot.runtime.shell.position import position_json, position_text
from bot.services.games.table import Table, table_of
from bot.store.store import Transaction
from bot.words import catalog
from engine.codec import action_from_json
from engine.notation import format_action
from renderer import Options

_LAST: Final = 10
_HEADINGS: Final = ("game", "channel", "status", "age", "revision", "players", "waits for", "place")
_UNITS: Final = ((86400, "d"), (3600, "h"), (60, "min"))


def list_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire games list` takes."""
    parser.add_argument("--all", action="store_true", help="list finished games too")
    parser.add_argument(
        "--server",
        type=an_id,
        metavar="ID",
        help="list only the games of one server (default: all)",
    )
    json_argument(parser, "array")
    data_argument(parser)
    parser.set_defaults(run=_list)


def _list(chosen: argparse.Namespace) -> int:
    stored = look_at(chosen.data, lambda tx: tx.games.listed(over=chosen.all), says=not chosen.json)
    entries = [entry for entry in stored if chosen.server in {None, entry.server}]
    if chosen.json:
        print(json.dumps([asdict(entry) for entry in entries], indent=2))
    else:
        print("\n\n".join(_by_server(entries, time.time())) or "There are no games.")
    return 0


def _by_server(entries: Iterable[GameEntry], now: float) -> Iterable[str]:
    for server, entries_here in groupby(entries, lambda entry: entry.server):
        games = tuple(entries_here)
        rows = columns([_HEADINGS, *(_cells(game, now) for game in games)])
        yield "\n".join((f"{_server_name(server)} ({len(games)})", *rows))


def _cells(game: GameEntry, now: float) -> tuple[str, ...]:
    """The cells of a game, under `_HEADINGS`."""
    waiting = game.mover is not None and game.since is not None
    return (
        str(game.id),
        str(game.channel),
        game.status,
        _span(now - game.created),
        str(game.revision),
        _printable(", ".join(game.players)),
        _printable(f"{game.mover}, {_span(now - (game.since or now))}") if waiting else "",
        "" if game.lost is None else f"{loss_of(game.lost)} ({game.lost})",
    )


def _span(seconds: float) -> str:
    """A time that has passed, in its largest unit; none has when the clock was put back."""
    for unit, name in _UNITS:
        if seconds >= unit:
            return f"{seconds // unit:.0f} {name}"
    return f"{max(seconds, 0):.0f} s"


def show_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire games show` takes."""
    game_argument(parser)
    parser.add_argument(
        "--last",
        type=from_one,
        default=_LAST,
        metavar="N",
        help="number of moves (default: %(default)s)",
    )
    json_argument(parser)
    data_argument(parser)
    parser.set_defaults(run=_show)


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of the log, as it is shown."""

    number: int
    made: str
    seat: int
    move: str
    stands: bool
    by_bot: bool


def _show(chosen: argparse.Namespace) -> int:
    table, entries = look_at(chosen.data, lambda tx: _table(tx, chosen.game), says=not chosen.json)
    shown = entries[-chosen.last :]
    print(json.dumps(_document(table, shown), indent=2) if chosen.json else _text(table, shown))
    return 0


async def _table(tx: Transaction, game: int) -> tuple[Table, tuple[_Entry, ...]]:
    row = await stored_game(tx, game)
    log = await tx.games.log(game)
    numbered = await tx.games.entries(game)
    try:
        table = table_of(row)
    except ValueError as error:
        raise UsageError(f"game {game} is damaged: {error} (see bonfire games repair)") from error
    entries = zip(numbered, log, strict=True)
    return table, tuple(_entry(number, made, move) for (number, made), move in entries)


def _entry(number: int, made: float, move: MoveRow) -> _Entry:
    moment = datetime.fromtimestamp(made, UTC).isoformat(timespec="seconds")
    return _Entry(number, moment, move.seat, _move_text(move), not move.taken_back, move.by_bot)


def _move_text(move: MoveRow) -> str:
    if move.kind is not MoveKind.ANSWER or move.action is None:
        return move.kind
    try:
        return format_action(action_from_json(json.loads(move.action)))
    except ValueError as error:
        return f"damaged: {error}"


def _document(table: Table, entries: tuple[_Entry, ...]) -> dict[str, object]:
    return {
        "game": table.id,
        "server": table.channel.guild,
        "channel": table.channel.id,
        "status": table.status,
        "revision": table.revision,
        "players": [
            {
                "seat": seat,
                "person": player.id,
                "name": player.name,
                "bot": seat in table.bots,
                "level": player.level,
            }
            for seat, player in enumerate(table.players)
        ],
        "moves": [asdict(entry) for entry in entries],
        "position": position_json(table.game.view()),
    }


def _text(table: Table, entries: tuple[_Entry, ...]) -> str:
    place = f"{_server_name(table.channel.guild)}, channel {table.channel.id}"
    names = [_printable(seat_name(player, catalog())) for player in table.players]
    if table.game.options.solo:
        names.append(catalog().say("term.tom"))
    lines = [f"game {table.id}, {table.status}, revision {table.revision}: {place}"]
    for seat, player in enumerate(table.players):
        substitute = ", played by the bot" if seat in table.bots - table.seated_bots else ""
        lines.append(f"  seat {seat}: {names[seat]} ({player.id}){substitute}")
    board = position_text(table.game.view(), Options(catalog().translate, tuple(names)))
    lines += ["", board, "", "last moves"]
    lines += [
        f"  {entry.number:>5}  {entry.made}  {names[entry.seat]}{_mark(table, entry)}:"
        f" {entry.move}{'' if entry.stands else ' (taken back)'}"
        for entry in entries
    ]
    return "\n".join(lines)


def _mark(table: Table, entry: _Entry) -> str:
    """Return what follows the name of a seat that a substitute played."""
    return " (bot)" if entry.by_bot and entry.seat not in table.seated_bots else ""


def _server_name(guild: int | None) -> str:
    """Return the place of a game: a server by its ID, or direct messages."""
    return "direct messages" if guild is None else f"server {guild}"


def _printable(text: str) -> str:
    """A name as a terminal may show it: nothing in it steers the terminal."""
    return "".join(character if character.isprintable() else "?" for character in text)


_COMMANDS: Final = (
    Command(
        "list",
        "list the running games by server",
        "bot.cli.games:list_arguments",
        "--all",
    ),
    Command(
        "show",
        "show a game as everyone sees it, and its last moves",
        "bot.cli.games:show_arguments",
        "12 --last 20",
    ),
    Command(
        "repair",
        "rebuild a damaged game from its log",
        "bot.cli.repair:arguments",
        "12 --write",
    ),
    Command(
        "put-back",
        "undo a repair",
        "bot.cli.repair:put_back_arguments",
        "data/backups/game-12-2026-11-26T093000.json",
    ),
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire games` takes."""
    add_commands(parser, "WHAT", _COMMANDS)
