"""What earlier versions stored is read by this one, with its past and its hashes.

`python -m tests.stored` wrote a file for each version that was released.
"""

import json
import re
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from typing import Any

import pytest

import engine.record
from bot.model.game_log import game_at, logged_moves, standing_revisions
from bot.model.rows import MoveKind, MoveRow
from engine import Game, GameOptions, codec, events
from engine.codec import Document
from engine.record import Verified, make_record, read_record, record_text, replay, verify
from engine.state import GameState
from engine.wire import CodecError, Wire, later
from tests.kit.marks import long
from tests.kit.sources import ROOT
from tests.stored.__main__ import line

FEW = 3
FILES = sorted(Path(__file__).parent.glob("*.jsonl"))


@dataclass(frozen=True, slots=True)
class Witness:
    """A game as a version stored it, its log, and its record."""

    game: Document
    log: tuple[MoveRow, ...]
    record: str


def witness(text: str) -> Witness:
    document = json.loads(text)
    rows = (
        MoveRow(**row | {"interaction": 1, "kind": MoveKind(row["kind"])})
        for row in document["log"]
    )
    return Witness(document["game"], tuple(rows), document["record"])


WITNESSES = [
    pytest.param(witness(text), id=f"{file.stem}-{number}")
    for file in FILES
    for number, text in enumerate(file.read_text("utf-8").splitlines(), 1)
]
each = pytest.mark.parametrize("stored", WITNESSES)
few = pytest.mark.parametrize(
    "stored", [one if at % FEW == 0 else long(*one.values) for at, one in enumerate(WITNESSES)]
)
"""A part of them, and the others in the long run: what is asked of these takes a while."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_each_version_left_games_of_all_sizes_and_endings(file: Path) -> None:
    games = [Game.load(witness(text).game) for text in file.read_text("utf-8").splitlines()]
    found = [(game.options.players, game.result and game.result.reason) for game in games]
    for over in (False, True):
        assert {players for players, end in found if bool(end) is over} == {1, 2, 3, 4}
    assert {end for _, end in found} == {None, *events.EndReason}


def test_every_released_version_has_left_some() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = set(re.findall(r"^## (\d\S*)", changes, re.MULTILINE))
    assert {"0.1.0", "0.2.0"} <= released
    assert released <= {file.stem for file in FILES}, "run `python -m tests.stored VERSION`"


@each
def test_a_game_is_read_with_all_its_answers_and_written_as_it_was(stored: Witness) -> None:
    game = Game.load(stored.game)
    assert game.restored_at is None
    assert game.dump() == stored.game
    for count in range(0, game.move_count + 1, 7):
        assert game.at(count).moves == game.moves[:count]


@few
def test_what_was_undone_or_taken_back_is_still_told(stored: Witness) -> None:
    game = Game.load(stored.game)
    assert {row.kind for row in stored.log} == set(MoveKind)
    moves = logged_moves(game, stored.log)
    assert tuple(one.move for one in moves if one.taken_back is None) == game.moves
    assert any(one.taken_back for one in moves)
    for revision in range(0, len(stored.log) + 1, 7):
        standing = standing_revisions(stored.log, revision)
        assert game_at(game, stored.log, revision).move_count == len(standing)


@each
def test_the_last_answer_of_a_running_game_can_still_be_undone(stored: Witness) -> None:
    game = Game.load(stored.game)
    if game.waiting is None:
        return
    last = game.moves[-1]
    game.undo(last.seat)
    game.submit(last.seat, last.action)
    assert game.dump() == stored.game


@few
def test_a_record_verifies_and_is_written_as_it_was(stored: Witness) -> None:
    game, record = Game.load(stored.game), read_record(stored.record)
    assert verify(record) == Verified(game.move_count, finished=game.result is not None)
    assert replay(record).view() == game.view()
    assert record_text(make_record(game)) == stored.record


def test_what_this_version_would_leave_can_be_read() -> None:
    stored = witness(line("now", GameOptions(2), 60))
    assert Game.load(stored.game).dump() == stored.game
    assert {row.kind for row in stored.log} == set(MoveKind)
    assert not verify(read_record(stored.record)).finished


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The table options with one more, which came later."""
    kind = make_dataclass(
        "WideOptions",
        [("two_start_tiles", bool, later(default=False))],
        bases=(GameOptions,),
        frozen=True,
        slots=True,
    )
    monkeypatch.setitem(GameState.__annotations__, "options", kind)
    wire = Wire(codec.WIRE._tags, codec.WIRE._skipped, codec.WIRE._by_value)
    monkeypatch.setattr(codec, "WIRE", wire)
    monkeypatch.setattr(codec, "GameOptions", kind)
    monkeypatch.setattr(engine.record, "WIRE", wire)
    return kind


@few
def test_a_later_option_is_read_as_its_default_and_changes_no_hash(
    stored: Witness, wide: Any
) -> None:
    game = Game.load(stored.game)
    options: Any = game.options
    assert type(options) is wide
    assert options.two_start_tiles is False
    assert game.restored_at is None
    assert game.dump() == stored.game
    assert record_text(make_record(game)) == stored.record
    assert verify(read_record(stored.record)).moves == game.move_count


def test_a_later_option_that_was_chosen_comes_back(wide: Any) -> None:
    options = wide(2, two_start_tiles=True)
    document = codec.options_to_json(options)
    assert document == codec.options_to_json(GameOptions(2)) | {"two_start_tiles": True}
    assert codec.options_from_json(document) == options


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"two_start_tiles": 1}, "two_start_tiles: expected bool"),
        ({"three_start_tiles": True}, "unknown key 'three_start_tiles'"),
    ],
)
def test_a_damaged_later_option_is_told(wide: Any, change: Document, fault: str) -> None:
    with pytest.raises(CodecError, match=fault):
        codec.options_from_json(codec.options_to_json(wide(2)) | change)


def test_only_later_fields_may_be_missing(wide: Any) -> None:
    document = codec.options_to_json(wide(2))
    del document["beginner"]
    with pytest.raises(CodecError, match="the key beginner is missing"):
        codec.options_from_json(document)
