"""Checks that a position from a file can be a position of its box.

Documents can be damaged or made up with a fitting seal. What is checked here is all that the rules
take for granted: how many places there are, and that every piece named is one of the box. How
many pieces there are is not: a position may lack some.
"""

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Final

from engine import ids, legality
from engine.box_index import BoxIndex, box_index
from engine.build_view import build_view
from engine.geometry import geometry
from engine.rules import setup
from engine.state import TOM, Countdown, GameState, TomState
from engine.wire import CodecError

UNSOUND: Final = (LookupError, TypeError, ValueError, RuntimeError, AttributeError)
"""Errors of the rules over a position that is not sound; IllegalAction is not among them."""

_COUNTDOWN: Final = frozenset(range(6))
_PLACES: Final = frozenset(
    {
        ids.START_PLACE,
        *(ids.Place(ids.PlaceKind.PATH, position) for position in ids.POSITIONS),
        *(ids.Place(ids.PlaceKind.BONFIRE, position) for position in ids.POSITIONS),
    }
)

Lengths = tuple[tuple[str, Collection[object], int], ...]
"""Places with a name, and how many there have to be."""


def check_position(state: GameState) -> None:
    """Raise CodecError for a state that is not a position of its box, naming the first fault."""
    for fault in _faults(state):
        raise CodecError(fault)
    try:
        build_view(state, 0)
        legality.legal(state)
    except UNSOUND as error:
        raise CodecError(f"the position cannot be looked at: {error!r:.200}") from error


def _faults(state: GameState) -> Iterator[str]:
    """Return the faults; checks lengths first, as the rest relies on them."""
    try:
        setup.check_options(state.options)
    except ValueError as error:
        yield str(error)
    yield from _lengths(state)
    yield from _table_faults(state)
    known = box_index(state.box)
    for seat in range(len(state.players)):
        city = chain(_short_or_long(_city_lengths(state, seat)), _city_faults(state, known, seat))
        yield from (f"players[{seat}]: {fault}" for fault in city)


def _table_faults(state: GameState) -> Iterator[str]:
    known, seats = box_index(state.box), set(range(state.options.seats))
    tom, countdown = state.tom or TomState(), state.countdown or Countdown(0, 0, None)
    gnomes = {*state.specialists, *state.hidden.specialist_pile, tom.gnome, *tom.gnomes_discarded}
    slots, tiles = set(chain(*state.islands)), {countdown.stack, countdown.handed or 0}
    faults = {
        "the seat to move is not at the table": not {state.seat, state.starter} <= seats,
        "Tom plays in solo games alone": (state.tom is not None) is not state.options.solo,
        "nothing is asked, and the game is not over": not (state.agenda or state.ended),
        "islands: a piece is unknown": not slots <= {*known.tasks, *seats, None},
        "specialists: a card is unknown": not gnomes <= {*known.specialists, None},
        "elders: a card is unknown": not set(state.elders) <= {*known.elders, None},
        "wheel_position: there is no such space": state.wheel_position > len(state.box.wheel),
        "countdown: there is no such tile": not tiles <= _COUNTDOWN,
    }
    return (fault for fault, is_so in faults.items() if is_so)


def _lengths(state: GameState) -> Iterator[str]:
    """Places whose number is fixed by the box and the table."""
    box, seats = state.box, state.options.seats
    fixed: Lengths = (
        ("players", state.players, seats),
        ("islands", state.islands, len(box.islands)),
        ("guardians_left", state.guardians_left, len(ids.NEUTRAL_GUARDIANS)),
        ("wheel_portals", state.wheel_portals, len(box.wheel)),
        ("council", state.council, len(box.council)),
        ("path_display", state.path_display, setup.PATH_DISPLAY),
        ("specialists", state.specialists, setup.SPECIALIST_DISPLAY),
        ("elders", state.elders, len(box.elders)),
        ("hidden.offering_piles", state.hidden.offering_piles, seats),
        ("colors", {player.color for player in state.players}, seats),
        ("cities", {player.city for player in state.players}, seats),
    )
    return _short_or_long(fixed)


def _city_lengths(state: GameState, seat: ids.Seat) -> Lengths:
    player = state.players[seat]
    piles = 0 if state.options.solo and seat == TOM else len(ids.SIDES)
    return (
        ("scored", player.scored, len(ids.IN_GAME_SOURCES)),
        ("fate.symbols", player.fate.symbols, len(ids.FATE_SYMBOLS)),
        ("portals", player.portals, len(ids.POSITIONS)),
        ("tasks", player.tasks, len(ids.POSITIONS)),
        ("offerings", player.offerings, piles),
        ("hidden piles", state.hidden.offering_piles[seat], piles),
        ("guardians", player.guardians, len(dict(player.guardians))),
    )


def _short_or_long(lengths: Lengths) -> Iterator[str]:
    return (
        f"{name}: expected {wanted}, not {len(found)}"
        for name, found, wanted in lengths
        if len(found) != wanted
    )


def _city_faults(state: GameState, known: BoxIndex, seat: ids.Seat) -> Iterator[str]:
    player = state.players[seat]
    tasks = {space.task for space in player.tasks if space is not None}
    tiles = {*player.fate_row, player.fate_front, *(each.tile for each in player.fate.tiles)}
    area = geometry(state.box.fate_grid)
    laid = {(each.cell, each.direction) for each in player.fate.tiles}
    masks = (player.fate.covered, *player.fate.symbols)
    faults = {
        "path: there is no room for it": len(player.path) >= len(ids.POSITIONS),
        "novices: there are not so many": player.novices > len(ids.POSITIONS),
        "ship: there is no such island": player.ship not in {*known.islands, None},
        "tasks: one is unknown": not tasks <= known.tasks.keys(),
        "gnomes: one is unknown": not set(player.gnomes) <= known.gnomes.keys(),
        "fate: a tile is unknown": not tiles <= {*known.fate_tiles, None},
        "fate: a tile lies outside": not laid <= area.placements.keys(),
        "fate: a square lies outside": any(mask & ~area.area for mask in masks),
        "guardians: there is no such place": not {place for _, place in player.guardians}
        <= _PLACES,
    }
    return (fault for fault, is_so in faults.items() if is_so)
