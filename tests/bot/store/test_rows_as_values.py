"""Rows of the database become values by the names of their fields, and values become rows."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.model import preferences, rows, turn_clock
from bot.store.queries import columns, from_row, reader

VALUES = (
    rows.MoveRow(1, None, 99, rows.MoveKind.UNDO, by_bot=True, taken_back=7),
    rows.MoveRow(0, "{}", 98),
    rows.ClockRow(
        1, 0, 11, 5, turn_clock.TurnClock(turn_clock.Pace.DAILY, 1.5, 2.5, 1, noticed=False), None
    ),
    preferences.Preferences(),
    preferences.Preferences(
        preferences.Notice.MESSAGE,
        turn_clock.Availability("Europe/Warsaw", turn_clock.QuietHours(1320, 420), 2e9),
        preferences.Appearance(size=preferences.PictureSize.LARGE, numbers="de"),
        client="pl",
    ),
)


def row(**cells: Any) -> sqlite3.Row:
    names = ", ".join(f":{name} AS {name}" for name in cells)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.row_factory = sqlite3.Row
        stored = connection.execute(f"SELECT {names}", cells).fetchone()
    assert isinstance(stored, sqlite3.Row)
    return stored


@pytest.mark.parametrize("value", VALUES)
def test_a_value_comes_back_as_it_was_stored(value: object) -> None:
    kind: Any = type(value)
    stored = row(**columns(value), created=1.0)
    for read in (reader(kind)(stored), from_row(kind, stored)):
        assert read == value
        assert repr(read) == repr(value)  # 1 is equal to True, and a word to what it stands for


def test_columns_are_called_as_in_the_tables() -> None:
    names = set(columns(preferences.Preferences()))
    assert {"notice", "zone", "quiet_start", "quiet_end", "away_until", "size", "client"} <= names
    assert "quiet" not in names


def test_what_other_rows_say_is_given() -> None:
    people = (rows.PersonRow(11, "Ada"), rows.PersonRow(22, "Bo"))
    lobby = rows.LobbyRow(7, None, "en", 11, "{}", 3, people)
    cells = columns(lobby)
    assert "members" not in cells
    assert from_row(rows.LobbyRow, row(**cells), members=people, invited=(), guests=()) == lobby


def test_values_without_fields_are_the_first_columns() -> None:
    stored = row(person=11, choice="undo", name="Ada")
    assert reader(int)(stored) == 11
    assert reader(tuple[int, rows.MoveKind])(stored) == (11, rows.MoveKind.UNDO)
    offered = from_row(rows.PlacedGame, row(game=1, channel=7, lost=None), names=("Ada", "Bo"))
    assert offered == rows.PlacedGame(1, 7, ("Ada", "Bo"), None)


def test_a_column_that_is_missing_is_not_guessed() -> None:
    with pytest.raises(IndexError):
        reader(rows.PersonRow)(row(id=11))
