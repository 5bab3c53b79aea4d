"""A person who is forgotten, and the traces of them in every table."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.chat.feature import extras_of
from bot.features.listed import FEATURES
from bot.model import rows
from bot.services.consent.leaving import ForgetService, LeavingService
from engine import GameOptions
from tests.kit.stack import PEOPLE, Stack

ZOE: Final = rows.PersonRow(987_654_321_987, "Zoë_Zyxwv")
OTHERS: Final = PEOPLE[:2]
EXEMPT: Final = {
    "id": "a row's own number",
    "game": "the number of a game",
    "vote": "the number of a vote",
    "question": "the number of a question",
    "result": "the number of a result",
    "seat": "a place at the table, and nobody knows whose it was",
    "position": "a place in an order",
    "seq": "a place in the log",
    "revision": "a number of changes",
    "move": "a number of answers",
    "turn": "a number of turns",
    "told": "a number of answers",
    "taken_back": "a place in the log",
    "attempts": "a number of tries",
    "sent": "a number of reminders",
    "players": "a number of people",
    "over": "whether a game is over",
    "guild": "a server",
    "message": "a message on Discord",
    "code": "Discord's code of an error",
    "interaction": "one press, of which Discord tells nobody who made it",
    "action": "a move in the game's notation",
    "premoves.actions": "moves in the game's notation",
    "premoves.outcome": "what they cost and bring",
    "games.channel": "a channel",
    "games.options": "how the table plays",
    "games.level": "how strong the bot plays at a table",
    "games.snapshot": "pieces and seats",
    "lobbies.channel": "a channel",
    "lobbies.message": "a message",
    "lobbies.options": "how the table plays",
    "lobby_members.channel": "a channel",
    "lobby_invited.channel": "a channel",
    "lobby_guests.channel": "a channel",
    "dead_channels.channel": "a channel",
    "doors.channel": "a channel",
    "forum_posts.thread": "a channel",
    "forum_posts.forum": "a channel",
    "server_settings.forum": "a channel",
    "doors.token": "the answer to one press, of which Discord tells nobody who made it",
    "games.kind": "of the game alone",
    "games.locale": "a language of everybody at a table",
    "lobbies.locale": "a language of everybody at a table",
    "server_settings.opens": "the rule of a server",
    "server_settings.aborts": "the rule of a server",
    "server_settings.pace": "the rule of a server",
    "server_settings.pictures": "the rule of a server",
    "server_settings.size": "the rule of a server",
    "server_settings.numbers": "the rule of a server",
    "server_settings.colours": "the rule of a server",
    "server_settings.language": "the rule of a server",
    "meta.key": "what the program knows of itself",
    "meta.value": "what the program knows of itself",
    "results.handicap": "a number of points",
    "results.tom": "a number of points",
    "result_seats.total": "a number of points",
    "result_seats.rank": "a place in an order",
    "result_seats.sources": "numbers of points",
    "result_sums.games": "a number of games",
    "result_sums.wins": "a number of games",
    "result_sums.scored": "a number of games",
    "result_sums.points": "a number of points",
    "result_sums.best": "a number of points",
    "week": "a number of weeks",
    "weekly_deals.seed": "what a deal is made of",
    "weekly_deals.salt": "what a deal is made of",
    "weekly_deals.snapshot": "what a deal is made of",
    "weekly_attempts.total": "a number of points",
    "weekly_attempts.tom": "a number of points",
    "tournaments.channel": "a channel",
    "tournaments.message": "a message",
    "tournaments.locale": "a language of everybody at a table",
    "tournaments.snapshot": "what a deal is made of",
    "tournament": "the number of a tournament",
    "tournament_members.position": "a place in an order",
    "tournament_tables.number": "a place in an order",
    "tournament_tables.totals": "numbers of points",
    "weekly_par.level": "a level of the bot",
    "weekly_par.total": "a number of points",
    "weekly_par.tom": "a number of points",
    "calls_to": "the number of a game",
}
"""Columns, or names of columns, that hold nothing of a person, and what they hold instead.

All others are filled with a person here: a new table fails until it is forgotten or listed.
"""


def columns(database: sqlite3.Connection) -> dict[str, list[tuple[str, str, str]]]:
    """The columns of each table: name, type, and the SQL of the whole table."""
    tx = database.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    return {
        table: [
            (name, kind, sql)
            for _, name, kind, *_ in database.execute(f"PRAGMA table_info({table})")
        ]
        for table, sql in tx
    }


def is_closed(column: str, sql: str) -> bool:
    """Say whether a column takes one of a few words or numbers only."""
    return f"CHECK ({column} IN" in sql or f"{column} IN (" in sql or f"{column} BETWEEN" in sql


def is_exempt(table: str, column: str, kind: str, sql: str) -> bool:
    known = column in EXEMPT or f"{table}.{column}" in EXEMPT
    return kind == "REAL" or known or is_closed(column, sql)


def filled(table: str, column: str, kind: str, sql: str) -> object:
    """A value for a column: the person wherever one fits."""
    special = {"games.status": "running", "posts.via": "direct", "games.locale": "en-GB"}
    if f"{table}.{column}" in special:
        return special[f"{table}.{column}"]
    if not is_exempt(table, column, kind, sql):
        return ZOE.id if kind == "INTEGER" else ZOE.name
    return 1 if kind in {"INTEGER", "REAL"} else "x"


def fill(path: Path) -> None:
    """One row in every table, all about one person."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        for table, found in columns(database).items():
            names = [name for name, _, _ in found]
            values = [filled(table, *column) for column in found]
            places = ", ".join("?" * len(names))
            database.execute(f"DELETE FROM {table}")
            database.execute(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})", values)


def traces(path: Path, marks: Iterable[object]) -> set[str]:
    """The columns in which one of the marks stands, alone or within a text."""
    with closing(sqlite3.connect(path)) as database:
        return {
            f"{table}.{name}"
            for table, found in columns(database).items()
            for name, _, _ in found
            for (value,) in database.execute(f"SELECT {name} FROM {table}")
            if any(str(mark) in str(value) for mark in marks)
        }


def forgetter(stack: Stack) -> ForgetService:
    leaving = LeavingService(stack.games)
    return ForgetService(stack.store, stack.games, leaving, extras_of(FEATURES).forgets)


async def game_with_zoe(stack: Stack, players: int = 2, channel: int = 7) -> int:
    people = (ZOE, *PEOPLE[: players - 1])
    press = stack.press(ZOE, channel=channel)
    return (await stack.games.start(press, GameOptions(players), people)).game
