"""The face-down piles: the only place where a game draws, flips or shuffles after its set-up.

Every draw of a piece that nobody could know raises `draft.revealed`, where undo stops, and is
told by one event in the order of the draws; `drawn` reads the draws back from the events.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from engine.box_index import box_index
from engine.data.box import PathTile
from engine.events import (
    Event,
    OfferingRevealed,
    PathBuilt,
    PathRevealed,
    SpecialistRevealed,
    TomCardTurned,
    TomGnomeTurned,
)
from engine.ids import SIDES, Resource, Seat, Side, TomCard
from engine.rng import stream
from engine.state import TOM, GameState, OfferingPile, TomState
from engine.tuples import divided, replaced

HiddenPiece = PathTile | str
"""A drawn piece: a path tile, a specialist's id, a Tom card or an offering's resource."""

_T = TypeVar("_T")
_P = TypeVar("_P", PathTile, str, TomCard, Resource)

_PATHS, _SPECIALISTS, _TOM = "paths", "specialists", "tom"


class DrawError(ValueError):
    """A forced draw names a piece that is not in its pile."""


def shuffled(draft: GameState, name: str, pieces: Iterable[_T]) -> tuple[_T, ...]:
    """Shuffle with the next use of a named stream of the game's seed, and count the use."""
    streams = dict(draft.hidden.streams)
    used = streams.get(name, 0)
    streams[name] = used + 1
    draft.hidden = replace(draft.hidden, streams=tuple(sorted(streams.items())))
    return stream(draft.hidden.seed, name, used).shuffled(pieces)


def draw_path(draft: GameState) -> PathTile:
    """Draw the top path tile; the caller builds it. Raises IndexError for a used-up pile."""
    tile, rest = _drawn_from(draft, draft.hidden.path_pile)
    draft.hidden = replace(draft.hidden, path_pile=rest)
    return tile


def reveal_path(draft: GameState, seat: Seat, slot: int) -> None:
    """Lay the top path tile into a display slot 1 to 4, if one is left."""
    if not draft.hidden.path_pile:
        return
    tile = draw_path(draft)
    draft.path_display = replaced(draft.path_display, slot - 1, tile)
    draft.events.append(PathRevealed(seat, slot, tile))


def reveal_specialist(draft: GameState, seat: Seat, slot: int) -> None:
    """Lay the top specialist into a display slot 1 to 6, if one is left."""
    gnome = _draw_specialist(draft)
    if gnome is not None:
        draft.specialists = replaced(draft.specialists, slot - 1, gnome)
        draft.events.append(SpecialistRevealed(seat, slot, gnome))


def turn_tom_gnome(draft: GameState) -> Resource | None:
    """Discard the top specialist for Tom's card: his gnome resource, None when none is left."""
    gnome = _draw_specialist(draft)
    tom = _tom(draft)
    if gnome is None:
        return None
    draft.tom = replace(tom, gnome=gnome, gnomes_discarded=(*tom.gnomes_discarded, gnome))
    resource = box_index(draft.box).specialists[gnome].resource
    draft.events.append(TomGnomeTurned(TOM, gnome, resource))
    return resource


def _draw_specialist(draft: GameState) -> str | None:
    """The top specialist, or None when there is none.

    In solo games a used-up pile is made again from the discarded gnomes (ruling 61).
    """
    if not draft.hidden.specialist_pile:
        _reshuffle_gnomes(draft)
    pile = draft.hidden.specialist_pile
    if not pile:
        return None
    gnome, rest = _drawn_from(draft, pile)
    draft.hidden = replace(draft.hidden, specialist_pile=rest)
    return gnome


def _reshuffle_gnomes(draft: GameState) -> None:
    if draft.tom is None or not draft.tom.gnomes_discarded:
        return
    pile = shuffled(draft, _SPECIALISTS, sorted(draft.tom.gnomes_discarded))
    draft.tom = replace(draft.tom, gnomes_discarded=())
    draft.hidden = replace(draft.hidden, specialist_pile=pile)


def turn_tom_card(draft: GameState) -> TomCard:
    """Turn Tom's next card; after a pass through all of them they are shuffled again."""
    if not draft.hidden.tom_deck:
        deck = shuffled(draft, _TOM, box_index(draft.box).tom_deck)
        draft.hidden = replace(draft.hidden, tom_deck=deck)
    card, rest = _drawn_from(draft, draft.hidden.tom_deck)
    draft.hidden = replace(draft.hidden, tom_deck=rest)
    turned = _tom(draft).turned + 1
    draft.tom = replace(_tom(draft), turned=turned, card=card, gnome=None)
    draft.events.append(TomCardTurned(TOM, card, turned))
    return card


def _tom(draft: GameState) -> TomState:
    if draft.tom is None:
        raise ValueError("Tom plays in solo games only")
    return draft.tom


def flip_offering(draft: GameState, seat: Seat, side: Side) -> None:
    """Flip the next tile of an offering pile that shows none, if one is left."""
    place = SIDES.index(side)
    piles = list(draft.hidden.offering_piles[seat])
    if not piles[place]:
        return
    _bring_forced_offering(draft, piles, place)
    resource, piles[place] = _drawn_from(draft, piles[place])
    draft.hidden = replace(
        draft.hidden, offering_piles=replaced(draft.hidden.offering_piles, seat, tuple(piles))
    )
    player = draft.players[seat]
    flipped = OfferingPile(resource, len(piles[place]))
    player.offerings = replaced(player.offerings, place, flipped)
    draft.events.append(OfferingRevealed(seat, side, resource))


def _bring_forced_offering(draft: GameState, piles: list[tuple[Resource, ...]], place: int) -> None:
    """Exchange a forced tile that was re-dealt to the other pile for one of this pile."""
    other = 1 - place
    script = draft.hidden.script
    if not script or script[0] in piles[place] or script[0] not in piles[other]:
        return
    found = piles[other].index(Resource(str(script[0])))
    mine = piles[place][0]
    piles[place] = (piles[other][found], *piles[place][1:])
    piles[other] = replaced(piles[other], found, mine)


def put_under_paths(draft: GameState, tiles: Iterable[PathTile]) -> None:
    """Put a refreshed path display under the pile in random order (rulings 6, 63)."""
    buried = shuffled(draft, _PATHS, tiles)
    draft.hidden = replace(draft.hidden, path_pile=draft.hidden.path_pile + buried)


def search_path(draft: GameState, tile: PathTile) -> None:
    """Take a path tile out of the pile and shuffle the rest.

    Which kinds are left is public, so this reveals nothing and undo may pass it (ruling 63).
    Raises ValueError when the pile lacks the tile.
    """
    rest = list(draft.hidden.path_pile)
    rest.remove(tile)
    # Shuffled from a fixed order, so that nothing of the old order shows in the new one.
    pile = shuffled(draft, _PATHS, in_fixed_order(rest))
    draft.hidden = replace(draft.hidden, path_pile=pile)


def _drawn_from(draft: GameState, pile: tuple[_P, ...]) -> tuple[_P, tuple[_P, ...]]:
    """The piece drawn from a pile, and the rest: the top one or the forced one."""
    top = pile[0]
    draft.revealed += 1
    script = draft.hidden.script
    if not script:
        return top, pile[1:]
    try:
        place = pile.index(script[0])
    except ValueError as error:
        raise DrawError(f"{script[0]} is not in the pile") from error
    draft.hidden = replace(draft.hidden, script=script[1:])
    return pile[place], pile[:place] + pile[place + 1 :]


def in_fixed_order(pile: Iterable[_P]) -> list[_P]:
    """The pieces of a pile in an order that tells nothing of the old one."""
    return sorted(pile, key=_order)


def _order(piece: HiddenPiece) -> tuple[str, ...]:
    return (piece.crystal, piece.resource) if isinstance(piece, PathTile) else (piece,)


def drawn(events: Iterable[Event]) -> tuple[HiddenPiece, ...]:
    """The pieces that became known in these events, in the order in which they were drawn."""
    pieces: list[HiddenPiece] = []
    for event in events:
        match event:
            case PathRevealed(tile=tile) | PathBuilt(tile=tile, source=0):
                pieces.append(tile)
            case SpecialistRevealed(gnome=gnome) | TomGnomeTurned(gnome=gnome):
                pieces.append(gnome)
            case OfferingRevealed(resource=resource):
                pieces.append(resource)
            case TomCardTurned(card=card):
                pieces.append(card)
            case _:
                pass
    return tuple(pieces)


def redeal(state: GameState, seed: int, script: Iterable[HiddenPiece] = ()) -> GameState:
    """Copy a game with everything hidden dealt again from a seed; what lies open stays the same.

    The piles depend on the seed and on what is public, never on the old order. `script` are
    draws to be forced from here on, when the record of a running game is replayed.
    """
    twin = state.copy()
    old = state.hidden
    twin.hidden = replace(
        old,
        seed=seed,
        path_pile=_redealt(seed, _PATHS, old.path_pile),
        specialist_pile=_redealt(seed, _SPECIALISTS, old.specialist_pile),
        tom_deck=_redealt(seed, _TOM, old.tom_deck),
        offering_piles=tuple(
            _redealt_offerings(seed, seat, piles) for seat, piles in enumerate(old.offering_piles)
        ),
        script=tuple(script),
    )
    return twin


def _redealt(seed: int, name: str, pile: Iterable[_P]) -> tuple[_P, ...]:
    return stream(seed, f"redeal {name}", 0).shuffled(in_fixed_order(pile))


def _redealt_offerings(
    seed: int, seat: Seat, piles: tuple[tuple[Resource, ...], ...]
) -> tuple[tuple[Resource, ...], ...]:
    """Deal the face-down tiles of a seat to its piles, each as high as it was."""
    pool = _redealt(seed, f"offerings {seat}", (tile for pile in piles for tile in pile))
    return divided(pool, map(len, piles))
