"""`bonfire games show`: a game as everybody at its table sees it, with nothing that is hidden."""

import argparse
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.cli.arguments import from_one
from bot.cli.errors import UsageError
from bot.cli.operator import game_argument, look_at, printable, stored_game
from bot.cli.position import position_json
from bot.cli.replay import position_told
from bot.model.rows import MoveKind, MoveRow
from bot.services.games.table import Table, table_of
from bot.store.looking import Look
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
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(work=_show)


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
    table, entries = look_at(lambda look: _found(look, chosen.game))
    shown = entries[-chosen.last :]
    if chosen.json:
        print(json.dumps(_document(table, shown), indent=2))
    else:
        print("\n\n".join((_heading(table), _position(table), _moves(table, shown))))
    return 0


async def _found(look: Look, game: int) -> tuple[Table, tuple[_Entry, ...]]:
    row = await stored_game(look.tables, game)
    log = await look.tables.games.log(game)
    numbered = await look.ledger.entries(game)
    try:
        table = table_of(row)
    except ValueError as error:
        raise UsageError(f"game {game} is damaged: {error} (see bonfire games repair)") from error
    entries = zip(numbered, log, strict=True)
    return table, tuple(_entry(number, made, move) for (number, made), move in entries)


def _entry(number: int, made: float, move: MoveRow) -> _Entry:
    moment = datetime.fromtimestamp(made, UTC).isoformat(timespec="seconds")
    return _Entry(number, moment, move.seat, _told(move), not move.taken_back, move.by_bot)


def _told(move: MoveRow) -> str:
    if move.kind is not MoveKind.ANSWER or move.action is None:
        return move.kind
    try:
        return format_action(action_from_json(json.loads(move.action)))
    except ValueError as error:
        return f"damaged: {error}"


def _document(table: Table, entries: tuple[_Entry, ...]) -> dict[str, object]:
    people = enumerate(table.players)
    return {
        "game": table.id,
        "server": table.channel.guild,
        "channel": table.channel.id,
        "status": table.status,
        "revision": table.revision,
        "players": [
            {"seat": seat, "person": one.id, "name": one.name, "bot": seat in table.bots}
            for seat, one in people
        ],
        "moves": [
            {
                "number": one.number,
                "made": one.made,
                "seat": one.seat,
                "move": one.move,
                "stands": one.stands,
                "by_bot": one.by_bot,
            }
            for one in entries
        ],
        "position": position_json(table.game.view()),
    }


def _heading(table: Table) -> str:
    channel = table.channel
    where = "direct messages" if channel.guild is None else f"server {channel.guild}"
    title = f"game {table.id}, {table.status}, revision {table.revision}"
    people = [
        f"  seat {seat}: {name} ({one.id}){', played by the bot' if seat in table.bots else ''}"
        for seat, (one, name) in enumerate(zip(table.players, _names(table), strict=False))
    ]
    return "\n".join((f"{title}: {where}, channel {channel.id}", *people))


def _position(table: Table) -> str:
    return position_told(table.game.view(), Options(catalog().translate, _names(table)))


def _names(table: Table) -> tuple[str, ...]:
    names = tuple(printable(one.name) for one in table.players)
    return (*names, catalog().say("term.tom")) if table.game.options.solo else names


def _moves(table: Table, entries: tuple[_Entry, ...]) -> str:
    names = _names(table)
    lines = [
        f"  {one.number:>5}  {one.made}  {names[one.seat]}{' (bot)' if one.by_bot else ''}:"
        f" {one.move}{'' if one.stands else ' (taken back)'}"
        for one in entries
    ]
    return "\n".join(("last moves", *lines))
