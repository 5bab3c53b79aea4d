"""Build a path: the display, the pile, the refresh of a one-colour display (S1 Build a Path)."""

from collections.abc import Iterator

from engine import actions, agenda, effects, events, face_down, ids
from engine.data import box
from engine.refusal import Reason, Refusal, refuse
from engine.rules.costs import Cost, PaidRule, tiles_within_reach
from engine.rules.rule import Rule
from engine.state import GameState
from engine.tuples import replaced

MOST_PATH_TILES = 6
"""The number of tiles that a city can add; position 1 is printed."""
_LAST_CHEAP_POSITION = 4


def price(position: int) -> int:
    """Action tiles for a position: none for the printed first, then 1, from 5 on 2 (ruling 53)."""
    if position == 1:
        return 0
    return 1 if position <= _LAST_CHEAP_POSITION else 2


def cost(
    state: GameState, seat: ids.Seat, _action: actions.TakePath | actions.RefreshPaths
) -> Cost:
    """Tiles for the next path tile, wherever it comes from."""
    return Cost(ids.ActionType.PATH, price(len(state.players[seat].path) + 2))


def take_refusal(state: GameState, seat: ids.Seat, action: actions.TakePath) -> Refusal | None:
    """Say why this tile cannot be taken."""
    if len(state.players[seat].path) >= MOST_PATH_TILES:
        return refuse(Reason.PATH_FULL)
    if action.source == actions.PILE:
        return None if state.hidden.path_pile else refuse(Reason.PATH_PILE_EMPTY)
    if not 1 <= action.source <= 4 or state.path_display[action.source - 1] is None:
        return refuse(Reason.PATH_SLOT_EMPTY, slot=action.source)
    return None


def refresh_refusal(
    state: GameState, seat: ids.Seat, _action: actions.RefreshPaths
) -> Refusal | None:
    """Say why the display cannot be laid out again: only one colour may show (ruling 6)."""
    if len(state.players[seat].path) >= MOST_PATH_TILES:
        return refuse(Reason.PATH_FULL)
    shown = {tile.crystal for tile in state.path_display if tile is not None}
    if len(shown) != 1 or None in state.path_display:
        return refuse(Reason.PATH_COLORS_DIFFER)
    return None if state.hidden.path_pile else refuse(Reason.PATH_PILE_EMPTY)


def search_refusal(state: GameState, seat: ids.Seat, action: actions.SearchPath) -> Refusal | None:
    """Say why this tile cannot be searched out of the piles."""
    if len(state.players[seat].path) >= MOST_PATH_TILES:
        return refuse(Reason.PATH_FULL)
    if box.PathTile(action.crystal, action.resource) not in state.hidden.path_pile:
        return refuse(Reason.PATH_NOT_IN_PILE)
    return None


def takes(state: GameState, seat: ids.Seat) -> Iterator[actions.TakePath]:
    """Every way to take a path tile from the display or the pile."""
    if len(state.players[seat].path) >= MOST_PATH_TILES:
        return
    for slot, tile in enumerate(state.path_display, start=1):
        if tile is not None:
            yield actions.TakePath(slot)
    if state.hidden.path_pile:
        yield actions.TakePath(actions.PILE)


def refreshes(state: GameState, seat: ids.Seat) -> Iterator[actions.RefreshPaths]:
    """The refresh of the display, if it is possible."""
    action = actions.RefreshPaths()
    if refresh_refusal(state, seat, action) is None:
        yield action


def _can_pay(state: GameState, seat: ids.Seat) -> bool:
    """Say whether the seat can pay the next path tile; the display and the piles cost the same."""
    position = len(state.players[seat].path) + 2
    return price(position) <= tiles_within_reach(state, seat, ids.ActionType.PATH)


def paid_takes(state: GameState, seat: ids.Seat) -> Iterator[actions.TakePath]:
    """Every way to take a path tile, if it can be paid."""
    if _can_pay(state, seat):
        yield from takes(state, seat)


def paid_refreshes(state: GameState, seat: ids.Seat) -> Iterator[actions.RefreshPaths]:
    """The refresh of the display, if the path tile that must follow can be paid."""
    if _can_pay(state, seat):
        yield from refreshes(state, seat)


def searches(state: GameState, seat: ids.Seat) -> Iterator[actions.SearchPath]:
    """The kinds of path tile left in the piles, which is public knowledge (ruling 63)."""
    if len(state.players[seat].path) < MOST_PATH_TILES:
        left = set(state.hidden.path_pile)
        for row in state.box.path_tiles:
            if row.tile in left:
                yield actions.SearchPath(row.tile.crystal, row.tile.resource)


def take(draft: GameState, seat: ids.Seat, action: actions.TakePath) -> None:
    """Append the tile of a slot or of the pile; the slot is refilled later (ruling 52)."""
    if action.source == actions.PILE:
        effects.path_taken(draft, seat, face_down.draw_path(draft), actions.PILE)
        return
    slot = action.source - 1
    tile = draft.path_display[slot]
    if tile is None:
        raise ValueError(f"path slot {action.source} is empty")
    draft.path_display = replaced(draft.path_display, slot, None)
    effects.path_taken(draft, seat, tile, action.source)


def refresh(draft: GameState, seat: ids.Seat, _action: actions.RefreshPaths) -> None:
    """Put the display under the piles, lay out a new one; then a tile must be taken."""
    tiles = tuple(tile for tile in draft.path_display if tile is not None)
    draft.events.append(events.PathsRefreshed(seat, tiles))
    draft.path_display = (None,) * len(draft.path_display)
    # The old tiles go under the pile before the new ones are drawn, in random order.
    face_down.put_under_paths(draft, tiles)
    refill(draft, seat)
    draft.agenda.append(agenda.PathChoice())


def search(draft: GameState, seat: ids.Seat, action: actions.SearchPath) -> None:
    """Take a tile out of the piles, which are shuffled afterwards (ruling 35)."""
    tile = box.PathTile(action.crystal, action.resource)
    face_down.search_path(draft, tile)
    effects.path_taken(draft, seat, tile, None)


def refill(draft: GameState, seat: ids.Seat) -> None:
    """Lay new tiles into the empty display slots while the pile lasts."""
    for slot, tile in enumerate(draft.path_display):
        if tile is None:
            face_down.reveal_path(draft, seat, slot + 1)


TAKE_PATH = Rule(actions.TakePath, takes, take_refusal, take)
REFRESH = Rule(actions.RefreshPaths, refreshes, refresh_refusal, refresh)
SEARCH = Rule(actions.SearchPath, searches, search_refusal, search)
PAID_TAKE = PaidRule(actions.TakePath, paid_takes, take_refusal, take, cost)
PAID_REFRESH = PaidRule(actions.RefreshPaths, paid_refreshes, refresh_refusal, refresh, cost)
