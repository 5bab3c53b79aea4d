"""Place a fate tile and gain action tiles (S1 Place a Fate Tile; rulings 54, 66)."""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from itertools import product

from engine import actions, agenda, bag, effects, events, ids, specialists
from engine.box_index import box_index
from engine.geometry import STRIP, FateGeometry, Placement, geometry
from engine.identity_cache import cached_by_identity
from engine.refusal import Reason, Refusal, refuse
from engine.rules.rule import Rule, Rules
from engine.state import FateArea, GameState, PlacedFate, PlayerState
from engine.tuples import replaced

_MIDDLE = 3
"""The place of the middle tile in the row of seven."""
_START_DIRECTIONS = (ids.Direction.RIGHT, ids.Direction.LEFT)
_ENDS = tuple(ids.End)
_SQUARE_GAIN = 1


def start_tiles(player: PlayerState) -> tuple[str, ...]:
    """The tile in front and the middle one, between which a player chooses (ruling 44)."""
    if player.fate_front is None:
        return ()
    return (player.fate_front, player.fate_row[_MIDDLE])


def start_refusal(state: GameState, seat: ids.Seat, action: actions.ChooseStart) -> Refusal | None:
    """Say why this cannot be the start tile."""
    if action.tile not in start_tiles(state.players[seat]):
        return refuse(Reason.START_TILE_UNKNOWN)
    return None if action.direction in _START_DIRECTIONS else refuse(Reason.START_DIRECTION)


def starts(state: GameState, seat: ids.Seat) -> Iterator[actions.ChooseStart]:
    """Both tiles, both ways round."""
    for tile, direction in product(start_tiles(state.players[seat]), _START_DIRECTIONS):
        yield actions.ChooseStart(tile, direction)


def choose_start(draft: GameState, seat: ids.Seat, action: actions.ChooseStart) -> None:
    """Lay the start tile; it yields exactly its three tiles and two yellow ones (ruling 64)."""
    player = draft.players[seat]
    front = player.fate_front
    if front is not None and action.tile != front:
        player.fate_row = replaced(player.fate_row, _MIDDLE, front)
    player.fate_front = None
    squares = geometry(draft.box.fate_grid).start_placements
    placement = next(each for each in squares if each.direction is action.direction)
    _cover(draft, seat, action.tile, placement)
    draft.events.append(
        events.FatePlaced(seat, action.tile, placement.cell, action.direction, start=True)
    )
    symbols = box_index(draft.box).fate_tiles[action.tile].symbols
    gained = bag.ActionTiles.of(*symbols, ids.ActionType.WILD, ids.ActionType.WILD)
    effects.gain_tiles(draft, seat, gained, events.Source.SETUP)


def _ends(player: PlayerState) -> tuple[ids.End, ...]:
    """Both ends of the row; a last tile is simply the top one."""
    return _ENDS[: len(player.fate_row)]


def can_place(state: GameState, seat: ids.Seat) -> bool:
    """Say whether the next fate tile fits anywhere."""
    return bool(placings(state, seat))


def place_refusal(state: GameState, seat: ids.Seat, action: actions.PlaceFate) -> Refusal | None:
    """Say why the tile cannot lie there."""
    player = state.players[seat]
    if not player.fate_row:
        return refuse(Reason.FATE_ROW_EMPTY)
    if action.end not in _ends(player):
        return refuse(Reason.FATE_ONE_LEFT)
    area = geometry(state.box.fate_grid)
    placement = area.placements.get((action.cell, action.direction))
    sticking_out = specialists.fate_tiles_stick_out(player)
    if placement is None or (placement.inside < STRIP and not sticking_out):
        return refuse(Reason.FATE_ALL_OUTSIDE if sticking_out else Reason.FATE_OUTSIDE)
    if player.fate.covered & placement.mask:
        return refuse(Reason.FATE_COVERED)
    if not player.fate.covered & placement.halo:
        return refuse(Reason.FATE_APART)
    return None


def placings(state: GameState, seat: ids.Seat) -> tuple[actions.PlaceFate, ...]:
    """Every placement of the tile at each end."""
    player = state.players[seat]
    listed = _lister(geometry(state.box.fate_grid))
    sticking_out = specialists.fate_tiles_stick_out(player)
    return listed(player.fate.covered, _ends(player), sticking_out)


@cached_by_identity
def _lister(
    area: FateGeometry,
) -> Callable[[int, tuple[ids.End, ...], bool], tuple[actions.PlaceFate, ...]]:
    """Lists the placements on a grid, and remembers them while the Fate Area stays as it is."""
    made = cache(actions.PlaceFate)

    @lru_cache(maxsize=4096)
    def listed(
        covered: int,
        ends: tuple[ids.End, ...],
        sticking_out: bool,  # noqa: FBT001 - a cache knows positions only
    ) -> tuple[actions.PlaceFate, ...]:
        legal = area.legal(covered, sticking_out=sticking_out)
        return tuple(made(end, each.cell, each.direction) for end in ends for each in legal)

    return listed


def begin(draft: GameState, seat: ids.Seat, action: actions.PlaceFate) -> None:
    """Option I: with too many tiles in hand, ask first which of them stay."""
    player = draft.players[seat]
    if player.tiles.total > specialists.tiles_kept(player):
        draft.agenda.append(agenda.KeepChoice(action))
    else:
        place(draft, seat, action)


def keep_refusal(state: GameState, seat: ids.Seat, action: actions.Keep) -> Refusal | None:
    """Say why these tiles may not be kept."""
    player = state.players[seat]
    if not player.tiles.covers(action.tiles):
        return refuse(Reason.KEEP_NOT_HELD)
    limit = specialists.tiles_kept(player)
    return refuse(Reason.KEEP_TOO_MANY, limit=limit) if action.tiles.total > limit else None


def keepings(state: GameState, seat: ids.Seat) -> tuple[actions.Keep, ...]:
    """Every set of tiles that may stay, the most first."""
    player = state.players[seat]
    limit = specialists.tiles_kept(player)
    return _keepings(tuple(min(held, limit) for held in player.tiles.counts), limit)


@lru_cache(maxsize=4096)
def _keepings(held: tuple[int, ...], limit: int) -> tuple[actions.Keep, ...]:
    sets = [counts for counts in product(*(range(n + 1) for n in held)) if sum(counts) <= limit]
    sets.sort(key=lambda counts: (-sum(counts), tuple(-count for count in counts)))
    return tuple(actions.Keep(bag.ActionTiles(counts)) for counts in sets)


def keep(choice: agenda.KeepChoice, draft: GameState, seat: ids.Seat, action: actions.Keep) -> None:
    """Discard the others and place the tile."""
    effects.lose_tiles(draft, seat, draft.players[seat].tiles - action.tiles, events.Source.DISCARD)
    place(draft, seat, choice.placement)


def keep_rules(choice: agenda.KeepChoice) -> Rules:
    """List the tiles that can stay before the fate tile is placed."""
    return (Rule(actions.Keep, keepings, keep_refusal, partial(keep, choice)),)


def place(draft: GameState, seat: ids.Seat, action: actions.PlaceFate) -> None:
    """Place the tile; gain its symbols, the groups they join, and the squares it covers."""
    player = draft.players[seat]
    area = geometry(draft.box.fate_grid)
    placement = area.placements[action.cell, action.direction]
    at = 0 if action.end is ids.End.TOP else len(player.fate_row) - 1
    tile = player.fate_row[at]
    player.fate_row = player.fate_row[:at] + player.fate_row[at + 1 :]
    _cover(draft, seat, tile, placement)
    draft.events.append(events.FatePlaced(seat, tile, action.cell, action.direction, start=False))
    gained = group_tiles(draft, seat, tile, placement)
    effects.gain_tiles(draft, seat, gained, events.Source.FATE_TILE)
    _gain_squares(draft, seat, placement)


def group_tiles(
    state: GameState, seat: ids.Seat, tile: str, placement: Placement
) -> bag.ActionTiles:
    """One tile for each square of the areas that the three symbols now belong to (ruling 66)."""
    player = state.players[seat]
    area = geometry(state.box.fate_grid)
    counts = [0] * len(ids.ActionType)
    for symbol, cell in zip(
        box_index(state.box).fate_tiles[tile].symbols, placement.cells, strict=True
    ):
        number = bag.ActionTiles.INDEX[symbol]
        counts[number] += area.group(player.fate.symbols[number], cell).bit_count()
    return bag.ActionTiles(tuple(counts))


def _gain_squares(draft: GameState, seat: ids.Seat, placement: Placement) -> None:
    """Gain Gold and yellow tiles for the printed symbols now covered; specialist 16 doubles."""
    area = geometry(draft.box.fate_grid)
    each = specialists.covered_symbol_gains(draft.players[seat])
    specialist = specialists.DOUBLE_FATE_SQUARES if each > _SQUARE_GAIN else None
    if gold := (placement.mask & area.gold).bit_count() * each:
        resources = bag.Resources.EMPTY.plus(ids.Resource.GOLD, gold)
        effects.gain_resources(draft, seat, resources, events.Source.FATE_SQUARE, specialist)
    if wild := (placement.mask & area.wild).bit_count() * each:
        tiles = bag.ActionTiles.EMPTY.plus(ids.ActionType.WILD, wild)
        effects.gain_tiles(draft, seat, tiles, events.Source.FATE_SQUARE, specialist)


def _cover(draft: GameState, seat: ids.Seat, tile: str, placement: Placement) -> None:
    """Lay the tile's three symbols on their squares."""
    player = draft.players[seat]
    symbols = list(player.fate.symbols)
    for symbol, cell in zip(
        box_index(draft.box).fate_tiles[tile].symbols, placement.cells, strict=True
    ):
        symbols[bag.ActionTiles.INDEX[symbol]] |= 1 << cell
    placed = PlacedFate(tile, placement.cell, placement.direction)
    covered = player.fate.covered | placement.mask
    player.fate = FateArea((*player.fate.tiles, placed), covered, tuple(symbols))


CHOOSE_START = Rule(actions.ChooseStart, starts, start_refusal, choose_start)
PLACE = Rule(actions.PlaceFate, placings, place_refusal, place)
KEEP_AND_PLACE = Rule(actions.PlaceFate, placings, place_refusal, begin)
