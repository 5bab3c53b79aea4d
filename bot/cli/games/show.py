"""`bonfire games show`: a game as everybody at its table sees it, with nothing that is hidden."""

import argparse
import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Final

from bot.cli.support.arguments import from_one, json_argument
from bot.cli.support.errors import UsageError
from bot.cli.support.operator import (
    game_argument,
    look_at,
    printable,
    server_name,
    stored_game,
)
from bot.cli.support.position_json import position_json
from bot.cli.support.position_text import position_text
from bot.model.rows import MoveKind, MoveRow
from bot.services.games.table import Table, table_of
from bot.store import Transaction
from bot.words import catalog
from engine.codec import action_from_json
from engine.notation import format_action
from renderer import Options

LAST: Final = 10


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire games show` takes."""
    game_argument(parser)
    parser.add_argument(
        "--last", type=from_one, default=LAST, metavar="N", help=f"so many moves ({LAST})"
    )
    json_argument(parser)


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of the log, as it is shown."""

    number: int
    made: str
    seat: int
    move: str
    stands: bool
    by_bot: bool


def run(chosen: argparse.Namespace) -> int:
    """Print the game and its last moves."""
    table, entries = look_at(lambda tx: _found(tx, chosen.game))
    shown = entries[-chosen.last :]
    if chosen.json:
        print(json.dumps(_document(table, shown), indent=2))
    else:
        print("\n\n".join((_heading(table), _position(table), _moves(table, shown))))
    return 0


async def _found(tx: Transaction, game: int) -> tuple[Table, tuple[_Entry, ...]]:
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
            {"seat": seat, "person": player.id, "name": player.name, "bot": seat in table.bots}
            for seat, player in enumerate(table.players)
        ],
        "moves": [asdict(entry) for entry in entries],
        "position": position_json(table.game.view()),
    }


def _heading(table: Table) -> str:
    channel = table.channel
    title = f"game {table.id}, {table.status}, revision {table.revision}"
    people = [
        f"  seat {seat}: {name} ({player.id}){', played by the bot' if seat in table.bots else ''}"
        for seat, (player, name) in enumerate(zip(table.players, _names(table), strict=False))
    ]
    return "\n".join((f"{title}: {server_name(channel.guild)}, channel {channel.id}", *people))


def _position(table: Table) -> str:
    return position_text(table.game.view(), Options(catalog().translate, _names(table)))


def _names(table: Table) -> tuple[str, ...]:
    names = tuple(printable(player.name) for player in table.players)
    return (*names, catalog().say("term.tom")) if table.game.options.solo else names


def _moves(table: Table, entries: tuple[_Entry, ...]) -> str:
    names = _names(table)
    lines = [
        f"  {entry.number:>5}  {entry.made}  {names[entry.seat]}{' (bot)' if entry.by_bot else ''}:"
        f" {entry.move}{'' if entry.stands else ' (taken back)'}"
        for entry in entries
    ]
    return "\n".join(("last moves", *lines))
