"""Actions, options, states and games as JSON values, and the hash of a state.

A document has a schema number, and `MIGRATIONS` lifts older ones. The wire tags are part of the
stored form: a class may be renamed, its tag may not.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from engine import actions, agenda, ids
from engine.box_document import BoxError, box_from_document, box_to_document
from engine.canonical import canonical, digest
from engine.data.box import Box
from engine.data.standard import STANDARD_BOX
from engine.notation_slots import ACTION_FORMS
from engine.rules.council import question_tags
from engine.soundness import check_position
from engine.state import GameOptions, GameState
from engine.view import View
from engine.wire import CodecError, Wire

STATE_SCHEMA: Final = 1
"""The number of the stored form that this version writes."""

Document = dict[str, Any]

MIGRATIONS: Final[Mapping[int, Callable[[Document], Document]]] = {}
"""For each older schema the step that makes a game's document of the next one from it."""

FRAME_TAGS: Final[Mapping[type, str]] = {
    agenda.StartTileChoice: "start_tile?",
    agenda.TurnChoice: "turn?",
    agenda.KeepChoice: "keep?",
    agenda.TilePayment: "pay_tiles?",
    agenda.ResourcePayment: "pay_resources?",
    agenda.IslandChoice: "island?",
    agenda.TaskSpaceChoice: "task_space?",
    agenda.PathChoice: "path?",
    agenda.ProcessionChoice: "procession?",
    agenda.ResourceChoice: "resource?",
    agenda.RewardChoice: "rewards?",
    agenda.NoviceChoice: "novice?",
    agenda.BonusChoice: "bonus?",
    agenda.TomTaskChoice: "tom_task?",
    agenda.AfterTurn: "after_turn?",
    agenda.Perform: "perform",
    agenda.TomBegins: "tom_begins",
    agenda.TomEnds: "tom_ends",
}

WIRE: Final = Wire(
    {**{form.action: form.tag for form in ACTION_FORMS.values()}, **FRAME_TAGS},
    # A document has the box once, events belong to the last answer only, and a record's version
    # says whether idle rounds counted.
    skipped={GameState: frozenset({"box", "events", "counts_idle"}), View: frozenset({"box"})},
    by_value={agenda.CouncilChoice: question_tags},
)


def action_to_json(action: actions.Action) -> Document:
    """An action as JSON values."""
    document: Document = WIRE.encode(action)
    return document


def action_from_json(document: object) -> actions.Action:
    """Read an action. Raises CodecError."""
    action: actions.Action = WIRE.decode(actions.Action, document)
    return action


def options_to_json(options: GameOptions) -> Document:
    """Table options as JSON values."""
    document: Document = WIRE.encode(options)
    return document


def options_from_json(document: object) -> GameOptions:
    """Read table options. Raises CodecError."""
    options: GameOptions = WIRE.decode(GameOptions, document)
    return options


def state_to_json(state: GameState) -> Document:
    """A state without its box and events as JSON values; the seed is among them."""
    document: Document = WIRE.encode(state)
    return document


def state_from_json(document: object, box: Box) -> GameState:
    """Read a state of a game with this box. Raises CodecError."""
    state = GameState(box=box, **WIRE.decode_fields(GameState, document))
    check_position(state)
    return state


def state_hash(state: GameState) -> str:
    """The hash of everything but the box and the events, hidden things included.

    It must not leave the machine while the game runs: a short seed could be guessed from it.
    """
    return digest(state_to_json(state))


def public_hash(view: View) -> str:
    """The hash of what everybody sees but the box; it tells nothing about the seed."""
    return digest(WIRE.encode(view))


def box_from_json(document: object) -> Box:
    """Read a box; equal documents give the same box, so that it is indexed once.

    Raises CodecError naming every fault.
    """
    try:
        return _box(canonical(document))
    except BoxError as error:
        raise CodecError(str(error), "box") from error


@lru_cache(maxsize=32)
def _box(text: bytes) -> Box:
    if text == canonical(box_to_document(STANDARD_BOX)):
        return STANDARD_BOX
    return box_from_document(json.loads(text))


@dataclass(frozen=True, slots=True)
class StoredGame:
    """The parts of a stored game: the set-up, the answers since, and the state they led to.

    Replayed by the version that wrote them the answers lead to the state; where another version
    differs, the state is the truth. It is read only then: most of a document is its state.
    """

    origin: GameState
    moves: tuple[tuple[ids.Seat, actions.Action], ...]
    _state: object

    @property
    def state_hash(self) -> str:
        """The hash of the stored state, as `state_hash` makes it."""
        return digest(self._state)

    def state(self) -> GameState:
        """Read the stored state. Raises CodecError."""
        state: GameState = _within("state", lambda: state_from_json(self._state, self.origin.box))
        return state


def dump_game(
    origin: GameState, state: GameState, moves: Iterable[tuple[ids.Seat, actions.Action]]
) -> Document:
    """A whole game with its seed as JSON values, sealed by their hash."""
    document: Document = {
        "schema": STATE_SCHEMA,
        "box": box_to_document(origin.box),
        "origin": state_to_json(origin),
        "moves": [[seat, action_to_json(action)] for seat, action in moves],
        "state": state_to_json(state),
    }
    return document | {"digest": digest(document)}


def load_game(document: object) -> StoredGame:
    """Read what `dump_game` wrote, in this or an older schema, but for the state itself.

    Raises CodecError.
    """
    if not isinstance(document, dict):
        raise CodecError("expected an object")
    body = {key: value for key, value in document.items() if key != "digest"}
    if document.get("digest") != digest(body):
        raise CodecError("the document is damaged: its digest does not fit")
    body = migrated(body)
    moves = _within(
        "moves",
        lambda: WIRE.decode(tuple[tuple[ids.Seat, actions.Action], ...], _part(body, "moves")),
    )
    return StoredGame(load_set_up(body), moves, _part(body, "state"))


def load_set_up(document: object) -> GameState:
    """Read the set-up alone of what `dump_game` wrote, whatever the rest of it is like.

    The seal is not checked. Raises CodecError.
    """
    if not isinstance(document, dict):
        raise CodecError("expected an object")
    body = migrated(document)
    box = box_from_json(_part(body, "box"))
    origin: GameState = _within("origin", lambda: state_from_json(_part(body, "origin"), box))
    return origin


def migrated(document: Document) -> Document:
    """Lift a document to this version's schema. Raises CodecError for an unknown one."""
    schema = document.get("schema")
    while schema != STATE_SCHEMA:
        if not isinstance(schema, int) or schema not in MIGRATIONS:
            raise CodecError(
                f"schema {schema!r:.40} is not known to this version, which writes {STATE_SCHEMA}"
            )
        document = MIGRATIONS[schema](document)
        schema = document.get("schema")
    return document


def _part(document: Document, key: str) -> object:
    if key not in document:
        raise CodecError(f"the key {key} is missing")
    return document[key]


def _within(key: str, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except CodecError as error:
        raise error.within(key) from None
