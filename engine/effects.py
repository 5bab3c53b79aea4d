"""The effects: each thing that happens in a city happens in exactly one function here.

Each function edits the draft, records its event, and asks the specialists by name.
"""

from engine import specialists
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.data.box import Elder, PathTile
from engine.events import (
    BonfireLit,
    CommonTaskMet,
    CountdownTriggered,
    GnomeRecruited,
    GuardianMoved,
    GuardianRetrieved,
    NovicePlaced,
    PathBuilt,
    PointsScored,
    PortalPlaced,
    ResourcesChanged,
    Source,
    TaskPlaced,
    TilesChanged,
)
from engine.ids import (
    COMMON_TASKS,
    IN_GAME_SOURCES,
    NEUTRAL_GUARDIANS,
    START_PLACE,
    ActionType,
    CommonTask,
    Guardian,
    Novice,
    Place,
    PlaceKind,
    PointSource,
    PortalKind,
    Resource,
    Seat,
)
from engine.progress import common_task_progress, elder_points
from engine.state import TOM, Countdown, GameState, TaskSpace
from engine.tuples import replaced

NOVICES_NEEDED = {1: 7, 2: 7, 3: 10, 4: 13}
"""Novices in the High Council that trigger the countdown, by number of players (S1 End of Game)."""


def gain_tiles(
    draft: GameState, seat: Seat, tiles: ActionTiles, source: Source, specialist: int | None = None
) -> None:
    """Give action tiles from the general supply."""
    player = draft.players[seat]
    player.tiles += tiles
    draft.events.append(TilesChanged(seat, tiles, ActionTiles.EMPTY, source, specialist))


def lose_tiles(draft: GameState, seat: Seat, tiles: ActionTiles, source: Source) -> None:
    """Return action tiles to the general supply."""
    player = draft.players[seat]
    player.tiles -= tiles
    draft.events.append(TilesChanged(seat, ActionTiles.EMPTY, tiles, source))


def gain_resources(
    draft: GameState,
    seat: Seat,
    resources: Resources,
    source: Source,
    specialist: int | None = None,
) -> None:
    """Give resources from the general supply."""
    player = draft.players[seat]
    player.resources += resources
    draft.events.append(ResourcesChanged(seat, resources, Resources.EMPTY, source, specialist))


def lose_resources(draft: GameState, seat: Seat, resources: Resources, source: Source) -> None:
    """Return resources to the general supply."""
    player = draft.players[seat]
    player.resources -= resources
    draft.events.append(ResourcesChanged(seat, Resources.EMPTY, resources, source))


def score(draft: GameState, seat: Seat, points: int, source: PointSource) -> None:
    """Score points at once."""
    if not points:
        return
    player = draft.players[seat]
    scored = list(player.scored)
    scored[IN_GAME_SOURCES.index(source)] += points
    player.scored = tuple(scored)
    draft.events.append(PointsScored(seat, points, source))


def path_taken(draft: GameState, seat: Seat, tile: PathTile, source: int | None) -> None:
    """Append a path tile to the city; specialist 8 gains its resource."""
    player = draft.players[seat]
    player.path = (*player.path, tile)
    draft.events.append(PathBuilt(seat, tile, source, len(player.path) + 1))
    if specialists.gains_built_resource(player):
        gained, number = Resources.of(tile.resource), specialists.RESOURCE_OF_NEW_PATHS
        gain_resources(draft, seat, gained, Source.SPECIALIST, number)
    meet_common_tasks(draft, seat)


def portal_placed(draft: GameState, seat: Seat, portal: PortalKind, space: int) -> None:
    """Take a portal from a wheel space and put it into the notch it fits."""
    player = draft.players[seat]
    left = list(draft.wheel_portals[space - 1])
    left.remove(portal)
    draft.wheel_portals = replaced(draft.wheel_portals, space - 1, tuple(left))
    position = notch(draft, seat, portal)
    player.portals = replaced(player.portals, position - 1, portal)
    draft.events.append(PortalPlaced(seat, portal, space, position))
    meet_common_tasks(draft, seat)


def notch(state: GameState, seat: Seat, portal: PortalKind) -> int:
    """The position 1 to 7 whose notch the portal fits; placing runs from 7 down to 1."""
    layout = box_index(state.box).cities[state.players[seat].city]
    return 7 - layout.portals.index(portal)


def task_placed(draft: GameState, seat: Seat, task: str, space: int, *, lit: bool = False) -> None:
    """Lay a task on a task space; Tom's lie there lit."""
    player = draft.players[seat]
    player.tasks = replaced(player.tasks, space - 1, TaskSpace(task, lit))
    draft.events.append(TaskPlaced(seat, task, space))
    meet_common_tasks(draft, seat)


def bonfire_lit(draft: GameState, seat: Seat, space: int) -> None:
    """Turn the task of a space over to its bonfire side."""
    player = draft.players[seat]
    held = player.tasks[space - 1]
    if held is None:
        raise ValueError(f"no task on space {space}")
    player.tasks = replaced(player.tasks, space - 1, TaskSpace(held.task, lit=True))
    draft.events.append(BonfireLit(seat, space, held.task))


def guardian_retrieved(draft: GameState, seat: Seat, guardian: Guardian) -> None:
    """Bring a guardian from her island to the Starting Tile."""
    player = draft.players[seat]
    colour = NEUTRAL_GUARDIANS.index(guardian)
    draft.guardians_left = replaced(draft.guardians_left, colour, draft.guardians_left[colour] - 1)
    player.guardians = (*player.guardians, (guardian, START_PLACE))
    draft.events.append(GuardianRetrieved(seat, guardian))
    meet_common_tasks(draft, seat)


def guardian_moved(draft: GameState, seat: Seat, guardian: Guardian, place: Place) -> None:
    """Stand a guardian elsewhere in the city, without what she gains there."""
    player = draft.players[seat]
    origin = dict(player.guardians)[guardian]
    player.guardians = tuple(
        (other, place if other is guardian else stands) for other, stands in player.guardians
    )
    draft.events.append(GuardianMoved(seat, guardian, origin, place))
    if place.kind is PlaceKind.BONFIRE and draft.options.specialist_18_at_once:
        points = specialists.points_per_guardian_at_bonfire(player)
        score(draft, seat, points, PointSource.SPECIALISTS)


def guardian_arrives(
    draft: GameState, seat: Seat, guardian: Guardian, position: int, resource: Resource
) -> None:
    """Gain what a guardian brings who ended on a path space (ruling 60)."""
    player = draft.players[seat]
    gain_resources(draft, seat, Resources.of(resource), Source.PROCESSION)
    if repeating := specialists.repeating_specialist(player, guardian):
        gain_resources(draft, seat, Resources.of(resource), Source.SPECIALIST, repeating)
    if position == 1 and specialists.gold_on_first_path(player):
        gained, number = Resources.of(Resource.GOLD), specialists.GOLD_ON_FIRST_PATH
        gain_resources(draft, seat, gained, Source.SPECIALIST, number)


def path_resource(state: GameState, seat: Seat, position: int) -> Resource:
    """The resource printed on a path position; position 1 shows Gold."""
    return Resource.GOLD if position == 1 else state.players[seat].path[position - 2].resource


def gnome_recruited(draft: GameState, seat: Seat, gnome: str) -> None:
    """Take a gnome from its display; elders score, specialists begin to work at once."""
    player = draft.players[seat]
    card = box_index(draft.box).gnomes[gnome]
    player.gnomes = (*player.gnomes, gnome)
    if isinstance(card, Elder):
        slot = draft.elders.index(gnome)
        draft.elders = replaced(draft.elders, slot, None)
    else:
        slot = draft.specialists.index(gnome)
        draft.specialists = replaced(draft.specialists, slot, None)
        if not is_tom(draft, seat):
            player.abilities |= {card.number}
    draft.events.append(GnomeRecruited(seat, gnome, slot + 1))
    if isinstance(card, Elder):
        points = elder_points(card.counts, draft, seat) + specialists.elder_bonus(player)
        score(draft, seat, points, PointSource.ELDERS)
    if wild := specialists.wild_per_gnome(player):
        gained = ActionTiles.EMPTY.plus(ActionType.WILD, wild)
        gain_tiles(draft, seat, gained, Source.SPECIALIST, specialists.WILD_FOR_GNOMES)
    meet_common_tasks(draft, seat)


def novice_placed(
    draft: GameState, seat: Seat, novice: Novice, space: int, common: CommonTask | None
) -> None:
    """Place a novice in the High Council, which may trigger the countdown."""
    player = draft.players[seat]
    draft.council = replaced(draft.council, space - 1, (*draft.council[space - 1], novice))
    if common is None:
        player.novices -= 1
    else:
        draft.neutral -= {common}
    draft.events.append(NovicePlaced(seat, novice, space, common))
    if gold := specialists.gold_per_novice(player):
        gained = Resources.EMPTY.plus(Resource.GOLD, gold)
        gain_resources(draft, seat, gained, Source.SPECIALIST, specialists.GOLD_FOR_NOVICES)
    _check_countdown(draft, seat)


def novices_sent(state: GameState) -> int:
    """All novices in the High Council: own, neutral, Tom's and flat ones (ruling 65)."""
    return sum(map(len, state.council))


def _check_countdown(draft: GameState, seat: Seat) -> None:
    sent = novices_sent(draft)
    if draft.countdown is None and sent >= NOVICES_NEEDED[draft.options.players]:
        draft.countdown = Countdown(triggered_by=seat, stack=5, handed=None)
        draft.events.append(CountdownTriggered(seat, sent))


def meet_common_tasks(draft: GameState, seat: Seat) -> None:
    """Note common tasks met for the first time; specialist 19 rewards each (ruling 17)."""
    player = draft.players[seat]
    for common in COMMON_TASKS:
        if common in player.common_met:
            continue
        have, need = common_task_progress(common, draft, seat)
        if have < need:
            continue
        player.common_met |= {common}
        draft.events.append(CommonTaskMet(seat, common))
        if specialists.rewards_common_tasks(player):
            gold, wild = Resources.of(Resource.GOLD), ActionTiles.of(ActionType.WILD)
            number = specialists.REWARD_FOR_COMMON_TASKS
            gain_resources(draft, seat, gold, Source.SPECIALIST, number)
            gain_tiles(draft, seat, wild, Source.SPECIALIST, number)


def is_tom(state: GameState, seat: Seat) -> bool:
    """Say whether the seat is the automatic opponent."""
    return state.options.solo and seat == TOM
