"""Records: a game as a text that shows every position again and can be checked.

The record of a finished game holds options, box, seed, and every answer with the hash of the
state it led to. That of a running game holds neither seed nor anything face down: the set-up as
everybody sees it, the answers with hashes of the public view, and the draws revealed so far.

Keys: `format` and `version`; `finished`; `options`; `box` and `box_digest`; `seed` (hexadecimal)
with `setup` null, or `setup` with `face_down`; `setup_hash`; `draws`; `moves` with `seat`, `move`
(see `engine.notation`) and `hash`; at the end `sha256` over the canonical text of all the rest.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from engine import actions, codec, ids
from engine.box_document import box_digest, box_to_document
from engine.canonical import canonical, digest
from engine.codec import WIRE, Document
from engine.data.box import Box, PathTile
from engine.face_down import HiddenPiece, in_fixed_order, redeal
from engine.game import Game
from engine.notation import format_action, parse_action
from engine.refusal import IllegalAction
from engine.rules.setup import new_game
from engine.soundness import UNSOUND
from engine.state import GameState, Hidden
from engine.tuples import divided
from engine.wire import CodecError

_FORMAT: Final = "bonfire-record"
_VERSION: Final = 2
"""Rises whenever older records would replay differently."""
_BEFORE_IDLE_ROUNDS: Final = 1
"""The version whose games did not end by rounds that ended idle (ruling 72); it still replays.

What `GameState.idle` counts changed within it, so that its hashes may hold another count.
"""
_READ: Final = (_BEFORE_IDLE_ROUNDS, _VERSION)

_KEYS: Final = frozenset(
    {
        *("format", "version", "finished", "options", "box_digest", "box", "seed", "setup"),
        *("face_down", "draws", "setup_hash", "moves"),
    }
)
_SEAL: Final = "sha256"

_MOST_IDLE: Final = 8
"""More idle turns in a row than a game of four has before it ends."""

_REPLAY_SEED: Final = 0
"""From this the face-down piles of a running game's record are re-dealt; it means nothing."""

_Progress = Callable[[int, int], None]
"""Told how many of how many moves are done."""


class RecordError(ValueError):
    """A record that is damaged, of another version, or does not replay."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A record whose every hash was right.

    Until the game is `finished` only what everybody saw could be compared.
    """

    moves: int
    finished: bool


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The face-down pieces as everybody can count them: kinds in fixed order, and pile heights.

    `offerings` has each seat's face-down tiles, `heights` how many are in each of its piles.
    """

    paths: tuple[PathTile, ...]
    specialists: tuple[str, ...]
    tom_cards: tuple[ids.TomCard, ...]
    offerings: tuple[tuple[ids.Resource, ...], ...]
    heights: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class _RecordedMove:
    """One answer of a record, as it is typed."""

    seat: ids.Seat
    move: str
    hash: str


@dataclass(frozen=True, slots=True)
class _Record:
    """A record that has been read; `origin` is where its answers begin."""

    finished: bool
    origin: GameState
    setup_hash: str
    entries: tuple[_RecordedMove, ...]


def make_record(game: Game) -> Document:
    """Record a game: complete when it is over, without its secrets while it runs.

    A game that outlived a correction of the engine cannot be replayed from its set-up; its
    record begins with the present position. A game that was replayed from an older record is
    recorded in that record's version.
    """
    origin, moves = _replayable(game)
    finished = game.result is not None
    body: Document = {
        "format": _FORMAT,
        "version": _VERSION if game.counts_idle else _BEFORE_IDLE_ROUNDS,
        "finished": finished,
        "options": codec.options_to_json(origin.options),
        "box_digest": box_digest(origin.box),
        "box": box_to_document(origin.box),
    }
    body |= _with_secrets(origin) if finished else _without_secrets(origin, game)
    hash_of = _hash_of(finished=finished)
    twin = Game(origin)
    body["setup_hash"] = hash_of(twin)
    body["moves"] = [_entry(twin, seat, action, hash_of) for seat, action in moves]
    return body | {_SEAL: _seal(body)}


def _replayable(game: Game) -> tuple[GameState, tuple[tuple[ids.Seat, actions.Action], ...]]:
    stored = codec.load_game(game.dump())
    whole = game.restored_at is None
    origin, moves = (stored.origin, stored.moves) if whole else (stored.state(), ())
    origin.counts_idle = game.counts_idle
    return origin, moves


def _hash_of(*, finished: bool) -> Callable[[Game], str]:
    if finished:
        return Game.state_hash
    return lambda game: codec.public_hash(game.view())


def _entry(
    twin: Game, seat: ids.Seat, action: actions.Action, hash_of: Callable[[Game], str]
) -> dict[str, object]:
    twin.submit(seat, action)
    return {"seat": seat, "move": format_action(action), "hash": hash_of(twin)}


def _with_secrets(origin: GameState) -> Document:
    """The seed alone when the set-up follows from it, else the whole set-up."""
    seed = f"{origin.hidden.seed:x}"
    dealt = new_game(origin.options, origin.hidden.seed, origin.box)
    if codec.state_hash(dealt) == codec.state_hash(origin):
        return {"seed": seed, "setup": None, "face_down": None, "draws": []}
    return {
        "seed": seed,
        "setup": codec.state_to_json(origin),
        "face_down": None,
        "draws": [],
    }


def _without_secrets(origin: GameState, game: Game) -> Document:
    setup = codec.state_to_json(origin)
    del setup["hidden"]
    return {
        "seed": None,
        "setup": setup,
        "face_down": WIRE.encode(_face_down(origin.hidden)),
        "draws": WIRE.encode(game.draws if game.restored_at is None else ()),
    }


def _face_down(hidden: Hidden) -> FaceDown:
    """Return the numbers that everybody can count, in an order that tells nothing of the piles."""
    return FaceDown(
        paths=tuple(in_fixed_order(hidden.path_pile)),
        specialists=tuple(in_fixed_order(hidden.specialist_pile)),
        tom_cards=tuple(in_fixed_order(hidden.tom_deck)),
        offerings=tuple(
            tuple(in_fixed_order(tile for pile in piles for tile in pile))
            for piles in hidden.offering_piles
        ),
        heights=tuple(tuple(map(len, piles)) for piles in hidden.offering_piles),
    )


def _dealt(face_down: FaceDown) -> Hidden:
    """Piles of what is known to lie face down, in an order without meaning."""
    piles = zip(face_down.offerings, face_down.heights, strict=True)
    return Hidden(
        seed=_REPLAY_SEED,
        path_pile=face_down.paths,
        specialist_pile=face_down.specialists,
        tom_deck=face_down.tom_cards,
        offering_piles=tuple(divided(pool, heights) for pool, heights in piles),
    )


def _seal(body: Document) -> str:
    return sha256(canonical(body)).hexdigest()


def record_text(record: Document) -> str:
    """The text of a record: one line a move, and no byte that could be another."""
    lines = [f'"{key}":{_text(value)}' for key, value in record.items() if key != "moves"]
    moves = ",\n".join(map(_text, record["moves"]))
    *head, seal = lines
    return "{" + ",\n".join([*head, f'"moves":[\n{moves}\n]', seal]) + "}\n"


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def read_record(text: str) -> Document:
    """Read the text of a record. Raises RecordError when any byte of it has been altered."""
    try:
        record: Document = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not a Bonfire record (invalid JSON): {error}") from error
    body = _body(record)
    try:
        sealed, written = _seal(body), record_text(record)
    except RecursionError as error:
        raise RecordError("the record is damaged: it is nested too deeply") from error
    if record[_SEAL] != sealed:
        raise RecordError("the record is damaged: its SHA-256 does not fit its content")
    if written != text:
        raise RecordError("the record is damaged: its text has been changed")
    return record


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number of JSON")


def _body(record: object) -> Document:
    """A record of a version that is read, without its seal. Raises RecordError for other keys."""
    if not isinstance(record, dict) or record.get("format") != _FORMAT:
        raise RecordError("this is not a record of a Bonfire game")
    version = record.get("version")
    if type(version) is not int or version not in _READ:
        raise RecordError(
            f"the record has version {version!r:.40}; this program reads {_READ[0]} to {_READ[-1]}"
        )
    body = {key: value for key, value in record.items() if key != _SEAL}
    if body.keys() != _KEYS or _SEAL not in record:
        raise RecordError("the record is damaged: its keys have been changed")
    if not isinstance(record["moves"], list):
        raise RecordError("the record is damaged: its moves are not a list")
    return body


def _read(record: object) -> _Record:
    """Look through a record and rebuild its set-up. Raises RecordError."""
    body = _body(record)
    try:
        origin = _origin(body, _box(body))
        origin.counts_idle = body["version"] > _BEFORE_IDLE_ROUNDS
        return _Record(
            finished=WIRE.decode(bool, body["finished"]),
            origin=origin,
            setup_hash=WIRE.decode(str, body["setup_hash"]),
            entries=WIRE.decode(tuple[_RecordedMove, ...], body["moves"]),
        )
    except UNSOUND as error:
        raise RecordError(f"the record is damaged: {error}") from error


def _box(body: Document) -> Box:
    box = codec.box_from_json(body["box"])
    if box_digest(box) != body["box_digest"]:
        raise CodecError("its digest does not fit", "box")
    return box


def _origin(body: Document, box: Box) -> GameState:
    if body["setup"] is None:
        options = codec.options_from_json(body["options"])
        return new_game(options, int(WIRE.decode(str, body["seed"]), 16), box)
    if body["face_down"] is None:
        return codec.state_from_json(body["setup"], box)
    face_down = WIRE.decode(FaceDown, body["face_down"])
    hidden = WIRE.encode(_dealt(face_down))
    origin = codec.state_from_json(body["setup"] | {"hidden": hidden}, box)
    draws: tuple[HiddenPiece, ...] = WIRE.decode(tuple[HiddenPiece, ...], body["draws"])
    return redeal(origin, _REPLAY_SEED, draws)


def _submit(game: Game, number: int, entry: _RecordedMove) -> None:
    """Give one recorded answer. Raises RecordError."""
    try:
        game.submit(entry.seat, parse_action(entry.move))
    except IllegalAction as error:
        raise RecordError(f"move {number} is not allowed: {error.refusal.key}") from error
    except UNSOUND as error:
        raise RecordError(f"move {number} cannot be replayed: {error}") from error


def replay(record: object, at: int | None = None) -> Game:
    """The game after `at` answers, or after all of them. Raises RecordError.

    Replayed from a running game's record, what lies face down is another deal.
    """
    read = _read(record)
    last = len(read.entries) if at is None else at
    if not 0 <= last <= len(read.entries):
        raise RecordError(f"the record has the moves 0 to {len(read.entries)}, not {last}")
    game = Game(read.origin)
    for number, entry in enumerate(read.entries[:last], start=1):
        _submit(game, number, entry)
    return game


def verify(record: object, progress: _Progress | None = None) -> Verified:
    """Replay a record and compare every hash.

    Raises RecordError at the first that differs, and when the record says finished and the game
    is not, or the reverse.
    """
    read = _read(record)
    total = len(read.entries)
    game = Game(read.origin)
    _compare(game, read, read.setup_hash)
    for number, entry in enumerate(read.entries, start=1):
        _submit(game, number, entry)
        _compare(game, read, entry.hash)
        if progress is not None:
            progress(number, total)
    if (game.result is not None) is not read.finished:
        raise RecordError("the record is wrong about whether the game is over")
    return Verified(total, read.finished)


def _compare(game: Game, read: _Record, recorded: str) -> None:
    if _hash_of(finished=read.finished)(game) == recorded:
        return
    if game.counts_idle or not read.finished or recorded not in _hashes_but_idle(game):
        raise RecordError(f"after move {game.move_count} the position differs from the record")


def _hashes_but_idle(game: Game) -> Iterator[str]:
    """The hashes of a position whatever its idle turns are."""
    state = game.dump()["state"]
    return (digest(state | {"idle": idle}) for idle in range(-_MOST_IDLE, _MOST_IDLE + 1))
