"""From the state to the View: everything that lies open is listed, and nothing else is read.

Of the face-down piles only the kinds are counted, which follows from what lies open. All that a
table of Bonfire hides is hidden from everybody, so there is one View for all.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache

from engine import effects, ids, scoring
from engine.box_index import box_index
from engine.data.box import Box, PathTile
from engine.geometry import geometry
from engine.identity_cache import cached_by_identity
from engine.legality import waiting
from engine.progress import COMMON_NEED, common_tasks, progress
from engine.rules import countdown, great_bonfire, path
from engine.state import GameState, IslandSlot, PlayerState, TaskSpace, TomState
from engine.view import (
    CommonProgress,
    CommonTaskView,
    CouncilSpaceView,
    CountdownView,
    FateTileView,
    IslandView,
    OfferingPileView,
    PositionView,
    SeatView,
    SlotView,
    TaskView,
    TomView,
    View,
    WheelSpaceView,
)


def build_view(state: GameState, move: int) -> View:
    """Show the public position; `move` counts the answers given so far."""
    known = box_index(state.box)
    specialists_left = frozenset(state.hidden.specialist_pile)
    return View(
        box=state.box,
        options=state.options,
        seats=tuple(seat_view(state, seat) for seat in range(len(state.players))),
        islands=_islands(state),
        wheel=tuple(map(WheelSpaceView, state.box.wheel, state.wheel_portals)),
        wheel_position=state.wheel_position,
        council=tuple(map(CouncilSpaceView, state.box.council, state.council)),
        path_display=state.path_display,
        paths_left=_paths_left(state),
        specialists=tuple(
            known.specialists[gnome] if gnome else None for gnome in state.specialists
        ),
        specialists_left=tuple(
            [card for card in state.box.specialists if card.id in specialists_left]
        ),
        elders=tuple(known.elders[gnome] if gnome else None for gnome in state.elders),
        common=_common_tasks(state.neutral),
        novices_sent=effects.novices_sent(state),
        novices_needed=effects.NOVICES_NEEDED[state.options.players],
        countdown=_countdown(state),
        tom=_tom(state, state.tom) if state.tom is not None else None,
        starter=state.starter,
        seat=state.seat,
        turn=state.turn,
        move=move,
        waiting=waiting(state),
        result=scoring.result(state),
    )


def _islands(state: GameState) -> tuple[IslandView, ...]:
    left = dict(zip(ids.NEUTRAL_GUARDIANS, state.guardians_left, strict=True))
    ships: dict[str | None, tuple[ids.Seat, ...]] = {}
    for seat, player in enumerate(state.players):
        ships[player.ship] = (*ships.get(player.ship, ()), seat)
    shown = _shown_slots(state.box)
    return tuple(
        [
            IslandView(
                island=island,
                slots=shown(slots),
                guardians=0 if island.guardian is None else left[island.guardian],
                ships=ships.get(island.code, ()),
            )
            for island, slots in zip(state.box.islands, state.islands, strict=True)
        ]
    )


@cached_by_identity
def _shown_slots(box: Box) -> Callable[[tuple[IslandSlot, ...]], tuple[SlotView, ...]]:
    """Shows the slots of islands, and remembers them: few change between two views."""
    tasks = box_index(box).tasks

    @lru_cache(maxsize=1024)
    def shown(slots: tuple[IslandSlot, ...]) -> tuple[SlotView, ...]:
        return tuple(
            SlotView(
                number,
                tasks[slot] if isinstance(slot, str) else None,
                slot if isinstance(slot, int) else None,
            )
            for number, slot in enumerate(slots, start=1)
        )

    return shown


def _paths_left(state: GameState) -> tuple[tuple[PathTile, int], ...]:
    left = Counter(state.hidden.path_pile)
    return tuple((row.tile, left[row.tile]) for row in state.box.path_tiles if left[row.tile])


@lru_cache(maxsize=1 << len(ids.COMMON_TASKS))
def _common_tasks(neutral: frozenset[ids.CommonTask]) -> tuple[CommonTaskView, ...]:
    return tuple(
        CommonTaskView(common, COMMON_NEED[common], common in neutral)
        for common in ids.COMMON_TASKS
    )


def _countdown(state: GameState) -> CountdownView | None:
    now = state.countdown
    return None if now is None else CountdownView(now.triggered_by, now.stack, now.handed)


def _tom(state: GameState, tom: TomState) -> TomView:
    known = box_index(state.box)
    cards = len(known.tom_deck)
    deck_pass = max(0, tom.turned - 1) // cards + 1
    return TomView(
        turned=tom.turned,
        left=deck_pass * cards - tom.turned,
        deck_pass=deck_pass,
        card=tom.card,
        gnome=None if tom.gnome is None else known.specialists[tom.gnome],
        handicap=state.options.handicap,
    )


def seat_view(state: GameState, seat: ids.Seat) -> SeatView:
    """Show what one seat has."""
    player, known = state.players[seat], box_index(state.box)
    standing = _standing(player)
    return SeatView(
        seat=seat,
        color=player.color,
        city=player.city,
        is_tom=effects.is_tom(state, seat),
        tiles=player.tiles,
        resources=player.resources,
        fate=_fate(state, player),
        fate_row=tuple(known.fate_tiles[tile] for tile in player.fate_row),
        fate_front=known.fate_tiles[player.fate_front] if player.fate_front else None,
        positions=tuple([_position(state, seat, each, standing) for each in ids.POSITIONS]),
        waiting_guardians=standing.get(ids.START_PLACE, ()),
        guardians=tuple(guardian for guardian, _ in player.guardians),
        next_portals=great_bonfire.next_portals(state, seat),
        gnomes=tuple(known.gnomes[gnome] for gnome in player.gnomes),
        abilities=player.abilities,
        offerings=tuple(
            OfferingPileView(side, pile.open, pile.hidden)
            for side, pile in zip(ids.SIDES, player.offerings, strict=False)
        ),
        ship=player.ship,
        novices=player.novices,
        bonfires=len(scoring.bonfires(state, seat)),
        common=tuple(
            map(CommonProgress, ids.COMMON_TASKS, common_tasks(player), COMMON_NEED.values())
        ),
        passed=player.passed,
        turns_left=countdown.turns_left(state, seat),
        pass_points=countdown.pass_points(state, seat),
        score=sum(player.scored),
        sheet=scoring.score_sheet(state, seat),
    )


def _fate(state: GameState, player: PlayerState) -> tuple[FateTileView, ...]:
    tiles, area = box_index(state.box).fate_tiles, geometry(state.box.fate_grid)
    views = []
    for placed in player.fate.tiles:
        first, second, third = area.placements[placed.cell, placed.direction].cells
        cells = area.names[first], area.names[second], area.names[third]
        views.append(FateTileView(tiles[placed.tile], placed.direction, cells))
    return tuple(views)


def _standing(player: PlayerState) -> dict[ids.Place, tuple[ids.Guardian, ...]]:
    """Return the guardians at each place where any stands."""
    found: dict[ids.Place, tuple[ids.Guardian, ...]] = {}
    for guardian, place in player.guardians:
        found[place] = (*found.get(place, ()), guardian)
    return found


def _position(
    state: GameState,
    seat: ids.Seat,
    position: int,
    standing: Mapping[ids.Place, tuple[ids.Guardian, ...]],
) -> PositionView:
    player, layout = state.players[seat], box_index(state.box).cities[state.players[seat].city]
    at_bonfire = standing.get(ids.Place(ids.PlaceKind.BONFIRE, position), ())
    held = player.tasks[position - 1]
    resource, crystal = None, None
    if position == 1:
        resource, crystal = ids.Resource.GOLD, state.box.start_crystal
    elif position - 2 < len(player.path):
        tile = player.path[position - 2]
        resource, crystal = tile.resource, tile.crystal
    return PositionView(
        position=position,
        built=resource is not None,
        resource=resource,
        crystal=crystal,
        path_price=path.price(position),
        path_guardians=standing.get(ids.Place(ids.PlaceKind.PATH, position), ()),
        fits=layout.portals[-position],
        portal=player.portals[position - 1] is not None,
        task=None if held is None else _task(state, seat, held),
        # Tom's novices lie beside his board (S1 Solo Play).
        novice=not (held is not None and held.lit) and not effects.is_tom(state, seat),
        guardian_value=state.box.guardian_values[position - 1],
        bonfire_guardian=at_bonfire[0] if at_bonfire else None,
    )


def _task(state: GameState, seat: ids.Seat, held: TaskSpace) -> TaskView:
    task = box_index(state.box).tasks[held.task]
    have, need = progress(task.condition, state, seat)
    return TaskView(task, held.lit, have, need)
