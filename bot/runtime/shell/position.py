"""Positions for an operator: read from records, in words, or as the JSON of docs/position.md."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import fields, replace
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.runtime.shell.errors import as_usage_error
from bot.runtime.shell.files import read_text
from bot.words import Catalog, catalog, pieces
from engine import Game, agenda, bag
from engine import view as seen
from engine.codec import Document
from engine.data import box
from engine.data.council import CouncilBonus
from engine.record import RecordError, read_record, replay
from engine.state import GameOptions
from engine.view import ScoreSheet, View
from renderer import Options, text_board

_ENGLISH: Final = catalog()
_FORMAT: Final = "bonfire-position"
_VERSION: Final = 1
_OLDER_NAMES: Final[Mapping[str, str]] = {
    CouncilBonus.MOVE_GUARDIAN: "move",
    CouncilBonus.GREAT_BONFIRE: "wheel",
}
"""The older names of two bonuses, which the questions here keep."""
_Json = dict[str, Any]
Form: TypeAlias = "str | Callable[[Any], object] | Mapping[str, Form]"
"""The form of a part of a value: its field, a function that makes it, or an object of parts."""


def load_record(file: Path) -> Document:
    """Return the record in a file. Raises UsageError for one that is damaged or cannot be read."""
    text = read_text(file)
    with faults_of(file):
        return read_record(text)


def load_position(file: Path, at: int | None) -> Game:
    """Return the game of a record after `at` moves, or after all. Raises UsageError."""
    record = load_record(file)
    with faults_of(file):
        return replay(record, at)


def plain_options(view: View, words: Catalog = _ENGLISH) -> Options:
    """Each seat called by its colour, in English if need be: a record knows no people."""
    names = tuple(
        words.say("term.tom") if seat.is_tom else words.name(seat.color).capitalize()
        for seat in view.seats
    )
    return Options(words.translate, names)


def faults_of(file: Path) -> AbstractContextManager[None]:
    """Turn what is wrong with a record into a UsageError about its file."""
    return as_usage_error(str(file), RecordError)


def position_json(view: View) -> _Json:
    """Return the whole public position of `view` as `json.dumps` takes it."""
    return {"format": _FORMAT, "version": _VERSION, **_json(view)}


def position_text(view: View, wording: Options) -> str:
    """Return the board of `view` in words, and each seat's score sheet as a column."""
    words = catalog()
    options = replace(
        wording, describe=lambda condition: words.spell(pieces.condition_phrase(condition))
    )
    ended = "final score" if view.result else "score if the game ended now"
    sheets = [_sheet(seat.sheet) for seat in view.seats]
    lines = [text_board(view, options), "", _row(ended, options.names)]
    lines += [_row(source, (sheet[source] for sheet in sheets)) for source in sheets[0]]
    return "\n".join(lines)


def _row(heading: str, cells: Iterable[str | int]) -> str:
    return f"{heading:<28}{''.join(f'{cell:>8}' for cell in cells)}"


def _json(value: object) -> Any:
    """A value that a position shows: its class has a form, or it is plain."""
    match value:
        case bag.Bag():
            return dict(value.items())
        case ScoreSheet():
            return _sheet(value)
        case tuple():
            return [_json(entry) for entry in value]
    form = _FORMS.get(type(value))
    return value if form is None else _shown(value, form)


def _shown(value: object, form: "Form") -> Any:
    match form:
        case str():
            return _json(attrgetter(form)(value))
        case Mapping():
            return {key: _shown(value, part) for key, part in form.items()}
        case _:
            return form(value)


def _sheet(sheet: ScoreSheet) -> dict[str, int]:
    """The points by source, and their sum as `total`."""
    return dict(sheet.points) | {"total": sheet.total}


def _question(waiting: agenda.Waiting) -> str:
    """`TilePayment` -> `tile_payment`; of the council the bonus is named too."""
    decision = waiting.decision
    if isinstance(decision, agenda.CouncilChoice):
        return f"council_{_OLDER_NAMES.get(decision.bonus, decision.bonus)}_choice"
    name = type(decision).__name__
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


def _paths_left(view: View) -> list[_Json]:
    return [_json(tile) | {"count": count} for tile, count in view.paths_left]


def _specialists_left(view: View) -> list[str]:
    return [card.id for card in view.specialists_left]


def _kind(card: box.Specialist | box.Elder) -> str:
    return type(card).__name__.lower()


def _fields(names: str) -> dict[str, str]:
    """Keys that are called as the fields that they show; `tile.id` is shown as `id`."""
    return {field.rpartition(".")[2]: field for field in names.split()}


_FORMS: Final[Mapping[type, "Form"]] = {
    View: {
        **_fields("move turn seat starter waiting options result"),
        "cities": "seats",
        "islands": "islands",
        "great_bonfire": {"space": "wheel_position", "spaces": "wheel"},
        "council": {**_fields("novices_sent novices_needed"), "spaces": "council"},
        "path_display": "path_display",
        "paths_left": _paths_left,
        "specialists": "specialists",
        "specialists_left": _specialists_left,
        "elders": "elders",
        "common_tasks": "common",
        **_fields("countdown tom"),
    },
    agenda.Waiting: {"seat": "seat", "question": _question},
    GameOptions: {each.name: each.name for each in fields(GameOptions) if each.name != "colors"},
    seen.Result: _fields("reason winners tie_broken"),
    seen.SeatView: {
        **_fields("seat color city is_tom"),
        "action_tiles": "tiles",
        "resources": "resources",
        "fate_area": "fate",
        **_fields("fate_row fate_front positions guardians"),
        "guardians_at_start": "waiting_guardians",
        **_fields("next_portals gnomes offerings ship novices bonfires"),
        "common_tasks": "common",
        **_fields("passed turns_left pass_points score"),
        "score_sheet": "sheet",
    },
    seen.FateTileView: {**_fields("tile.id tile.symbols"), "squares": "cells"},
    box.FateTile: _fields("id symbols"),
    seen.PositionView: {
        "position": "position",
        "path": {
            **_fields("built resource crystal"),
            "price": "path_price",
            "guardians": "path_guardians",
        },
        "portal": "portal",
        "portal_fits": "fits",
        **_fields("task novice guardian_value bonfire_guardian"),
    },
    seen.TaskView: _fields("task.id task.color task.points lit have need met"),
    box.Task: _fields("id color points"),
    box.PathTile: _fields("crystal resource"),
    box.Specialist: {"id": "id", "kind": _kind, "resource": "resource"},
    box.Elder: {"id": "id", "kind": _kind, **_fields("resource counts")},
    seen.OfferingPileView: {**_fields("side open"), "face_down": "hidden"},
    seen.IslandView: {
        **_fields("island.code island.resource island.guardian"),
        "guardians_left": "guardians",
        **_fields("slots ships"),
    },
    seen.SlotView: {**_fields("number task"), "offering_of": "offering"},
    seen.WheelSpaceView: _fields("space.number space.tile space.resource portals"),
    seen.CouncilSpaceView: _fields("space.number space.bonus novices"),
    seen.CommonTaskView: {"task": "common", "need": "need", "neutral_novice": "neutral"},
    seen.CommonProgress: {"task": "common", **_fields("have need met")},
    seen.CountdownView: _fields("triggered_by stack handed"),
    seen.TomView: _fields("turned left deck_pass card gnome handicap"),
}
"""The parts of each class, in the order in which they are printed."""
