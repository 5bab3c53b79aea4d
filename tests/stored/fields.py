"""Every stored class with its fields: those of some roots, and of all that their fields hold."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

from bot.model import rows
from bot.model.drafts import Draft
from bot.model.results import ResultRow, SeatResult
from bot.model.stored_post import StoredPost
from bot.present.wizard.tryout import Tryout
from engine import record
from engine.actions import Action
from engine.advice.premoves import Premove
from engine.codec import WIRE, StoredGame
from engine.data.box import Box
from engine.state import GameState
from engine.view import View
from tests.kit.brought import brought_rows

FILE: Final = Path(__file__).with_name("fields.txt")
_LISTS: Final = "run `python -m tests.stored.fields`."
_STORED: Final = {
    "games": (StoredGame, GameState, Box, Action, rows.GameRow, rows.MoveRow, rows.LobbyRow),
    "records": (record._Record, record.FaceDown, View),
    "drafts": (rows.PageRow, Draft, Tryout),
    "premoves": (rows.PremoveRow, Premove),
    "posts": (rows.PostRow, StoredPost),
    "results": (ResultRow, SeatResult),
    **brought_rows("STORED"),
}
Fields = Mapping[str, tuple[str, ...]]
"""The names of the fields of each class, by its full name."""


def found_fields() -> Fields:
    """The fields as they are declared now."""
    kinds: set[type] = set()
    for roots in _STORED.values():
        for root in roots:
            _gather(root, kinds)
    named = {f"{kind.__module__}.{kind.__qualname__}": kind for kind in kinds}
    return {name: _names(named[name]) for name in sorted(named)}


def _gather(hint: Any, kinds: set[type]) -> None:
    for each in get_args(hint):
        _gather(each, kinds)
    if isinstance(hint, type) and is_dataclass(hint) and hint not in kinds:
        kinds.add(hint)
        hints = get_type_hints(hint)
        for name in _names(hint):
            _gather(hints[name], kinds)


def _names(kind: Any) -> tuple[str, ...]:
    """The names of the fields but those that are never stored."""
    skipped = WIRE._skipped.get(kind, frozenset())
    return tuple(each.name for each in fields(kind) if each.name not in skipped)


def complaints(listed: Fields, found: Fields) -> list[str]:
    """Tell each difference between the list and the classes, and what to do about it."""
    return [*_of_classes(listed, found), *_of_fields(listed, found)]


def _of_classes(listed: Fields, found: Fields) -> Iterator[str]:
    for kind in sorted(found.keys() - listed.keys()):
        yield f"{kind} is new among what is stored: {_LISTS}"
    for kind in sorted(listed.keys() - found.keys()):
        yield f"{kind} is stored no longer: {_LISTS}"


def _of_fields(listed: Fields, found: Fields) -> Iterator[str]:
    for kind in sorted(found.keys() & listed.keys()):
        for name in found[kind]:
            if name not in listed[kind]:
                yield (
                    f"{kind}.{name} is new: what is stored has no such field. Declare it with"
                    " `later(default)` where `engine.wire` writes it, else write a migration or"
                    f" let `load` fill it in. Then {_LISTS}"
                )
        for name in listed[kind]:
            if name not in found[kind]:
                yield (
                    f"{kind}.{name} is gone: what is stored still has it. Write a migration that"
                    f" takes it away, then {_LISTS}"
                )


def read_fields(text: str) -> Fields:
    """Read the list."""
    pairs = (line.split(":") for line in text.splitlines())
    return {kind: tuple(names.split()) for kind, names in pairs}


if __name__ == "__main__":
    lines = [f"{kind}: {' '.join(names)}".rstrip() for kind, names in found_fields().items()]
    FILE.write_text("\n".join(lines) + "\n", "utf-8")
