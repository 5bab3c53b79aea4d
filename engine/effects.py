"""The effects: each thing that happens in a city happens in exactly one function here.

Each function edits the draft, records its event, and asks the specialists by name.
"""

from engine import bag, events, ids, specialists
from engine.box_index import box_index
from engine.data import box
from engine.progress import common_task_progress, elder_points
from engine.state import TOM, Countdown, GameState, TaskSpace
from engine.tuples import replaced

NOVICES_NEEDED = {1: 7, 2: 7, 3: 10, 4: 13}
"""Novices in the High Council that trigger the countdown, by number of players (S1 End of Game)."""


def gain_tiles(
    draft: GameState,
    seat: ids.Seat,
    tiles: bag.ActionTiles,
    source: events.Source,
    specialist: int | None = None,
) -> None:
    """Give action tiles from the general supply."""
    player = draft.players[seat]
    player.tiles += tiles
    draft.events.append(events.TilesChanged(seat, tiles, bag.ActionTiles.EMPTY, source, specialist))


def lose_tiles(
    draft: GameState, seat: ids.Seat, tiles: bag.ActionTiles, source: events.Source
) -> None:
    """Return action tiles to the general supply."""
    player = draft.players[seat]
    player.tiles -= tiles
    draft.events.append(events.TilesChanged(seat, bag.ActionTiles.EMPTY, tiles, source))


def gain_resources(
    draft: GameState,
    seat: ids.Seat,
    resources: bag.Resources,
    source: events.Source,
    specialist: int | None = None,
) -> None:
    """Give resources from the general supply."""
    player = draft.players[seat]
    player.resources += resources
    draft.events.append(
        events.ResourcesChanged(seat, resources, bag.Resources.EMPTY, source, specialist)
    )


def lose_resources(
    draft: GameState, seat: ids.Seat, resources: bag.Resources, source: events.Source
) -> None:
    """Return resources to the general supply."""
    player = draft.players[seat]
    player.resources -= resources
    draft.events.append(events.ResourcesChanged(seat, bag.Resources.EMPTY, resources, source))


def score(draft: GameState, seat: ids.Seat, points: int, source: ids.PointSource) -> None:
    """Score points at once."""
    if not points:
        return
    player = draft.players[seat]
    scored = list(player.scored)
    scored[ids.IN_GAME_SOURCES.index(source)] += points
    player.scored = tuple(scored)
    draft.events.append(events.PointsScored(seat, points, source))


def path_taken(draft: GameState, seat: ids.Seat, tile: box.PathTile, source: int | None) -> None:
    """Append a path tile to the city; specialist 8 gains its resource."""
    player = draft.players[seat]
    player.path = (*player.path, tile)
    draft.events.append(events.PathBuilt(seat, tile, source, len(player.path) + 1))
    if specialists.gains_built_resource(player):
        gained, number = bag.Resources.of(tile.resource), specialists.RESOURCE_OF_NEW_PATHS
        gain_resources(draft, seat, gained, events.Source.SPECIALIST, number)
    meet_common_tasks(draft, seat)


def portal_placed(draft: GameState, seat: ids.Seat, portal: ids.PortalKind, space: int) -> None:
    """Take a portal from a wheel space and put it into the notch it fits."""
    player = draft.players[seat]
    left = list(draft.wheel_portals[space - 1])
    left.remove(portal)
    draft.wheel_portals = replaced(draft.wheel_portals, space - 1, tuple(left))
    position = notch(draft, seat, portal)
    player.portals = replaced(player.portals, position - 1, portal)
    draft.events.append(events.PortalPlaced(seat, portal, space, position))
    meet_common_tasks(draft, seat)


def notch(state: GameState, seat: ids.Seat, portal: ids.PortalKind) -> int:
    """The position 1 to 7 whose notch the portal fits; placing runs from 7 down to 1."""
    layout = box_index(state.box).cities[state.players[seat].city]
    return 7 - layout.portals.index(portal)


def task_placed(
    draft: GameState, seat: ids.Seat, task: str, space: int, *, lit: bool = False
) -> None:
    """Lay a task on a task space; Tom's lie there lit."""
    player = draft.players[seat]
    player.tasks = replaced(player.tasks, space - 1, TaskSpace(task, lit))
    draft.events.append(events.TaskPlaced(seat, task, space))
    meet_common_tasks(draft, seat)


def bonfire_lit(draft: GameState, seat: ids.Seat, space: int) -> None:
    """Turn the task of a space over to its bonfire side."""
    player = draft.players[seat]
    held = player.tasks[space - 1]
    if held is None:
        raise ValueError(f"no task on space {space}")
    player.tasks = replaced(player.tasks, space - 1, TaskSpace(held.task, lit=True))
    draft.events.append(events.BonfireLit(seat, space, held.task))


def guardian_retrieved(draft: GameState, seat: ids.Seat, guardian: ids.Guardian) -> None:
    """Bring a guardian from her island to the Starting Tile."""
    player = draft.players[seat]
    colour = ids.NEUTRAL_GUARDIANS.index(guardian)
    draft.guardians_left = replaced(draft.guardians_left, colour, draft.guardians_left[colour] - 1)
    player.guardians = (*player.guardians, (guardian, ids.START_PLACE))
    draft.events.append(events.GuardianRetrieved(seat, guardian))
    meet_common_tasks(draft, seat)


def guardian_moved(
    draft: GameState, seat: ids.Seat, guardian: ids.Guardian, place: ids.Place
) -> None:
    """Stand a guardian elsewhere in the city, without what she gains there."""
    player = draft.players[seat]
    origin = dict(player.guardians)[guardian]
    player.guardians = tuple(
        (other, place if other is guardian else stands) for other, stands in player.guardians
    )
    draft.events.append(events.GuardianMoved(seat, guardian, origin, place))
    if place.kind is ids.PlaceKind.BONFIRE and draft.options.specialist_18_at_once:
        points = specialists.points_per_guardian_at_bonfire(player)
        score(draft, seat, points, ids.PointSource.SPECIALISTS)


def guardian_arrives(
    draft: GameState, seat: ids.Seat, guardian: ids.Guardian, position: int, resource: ids.Resource
) -> None:
    """Gain what a guardian brings who ended on a path space (ruling 60)."""
    player = draft.players[seat]
    gain_resources(draft, seat, bag.Resources.of(resource), events.Source.PROCESSION)
    if repeating := specialists.repeating_specialist(player, guardian):
        gain_resources(draft, seat, bag.Resources.of(resource), events.Source.SPECIALIST, repeating)
    if position == 1 and specialists.gold_on_first_path(player):
        gained, number = bag.Resources.of(ids.Resource.GOLD), specialists.GOLD_ON_FIRST_PATH
        gain_resources(draft, seat, gained, events.Source.SPECIALIST, number)


def path_resource(state: GameState, seat: ids.Seat, position: int) -> ids.Resource:
    """The resource printed on a path position; position 1 shows Gold."""
    return ids.Resource.GOLD if position == 1 else state.players[seat].path[position - 2].resource


def gnome_recruited(draft: GameState, seat: ids.Seat, gnome: str) -> None:
    """Take a gnome from its display; elders score, specialists begin to work at once."""
    player = draft.players[seat]
    card = box_index(draft.box).gnomes[gnome]
    player.gnomes = (*player.gnomes, gnome)
    if isinstance(card, box.Elder):
        slot = draft.elders.index(gnome)
        draft.elders = replaced(draft.elders, slot, None)
    else:
        slot = draft.specialists.index(gnome)
        draft.specialists = replaced(draft.specialists, slot, None)
        if not is_tom(draft, seat):
            player.abilities |= {card.number}
    draft.events.append(events.GnomeRecruited(seat, gnome, slot + 1))
    if isinstance(card, box.Elder):
        points = elder_points(card.counts, draft, seat) + specialists.elder_bonus(player)
        score(draft, seat, points, ids.PointSource.ELDERS)
    if wild := specialists.wild_per_gnome(player):
        gained = bag.ActionTiles.EMPTY.plus(ids.ActionType.WILD, wild)
        gain_tiles(draft, seat, gained, events.Source.SPECIALIST, specialists.WILD_FOR_GNOMES)
    meet_common_tasks(draft, seat)


def novice_placed(
    draft: GameState, seat: ids.Seat, novice: ids.Novice, space: int, common: ids.CommonTask | None
) -> None:
    """Place a novice in the High Council, which may trigger the countdown."""
    player = draft.players[seat]
    draft.council = replaced(draft.council, space - 1, (*draft.council[space - 1], novice))
    if common is None:
        player.novices -= 1
    else:
        draft.neutral -= {common}
    draft.events.append(events.NovicePlaced(seat, novice, space, common))
    if gold := specialists.gold_per_novice(player):
        gained = bag.Resources.EMPTY.plus(ids.Resource.GOLD, gold)
        gain_resources(draft, seat, gained, events.Source.SPECIALIST, specialists.GOLD_FOR_NOVICES)
    _check_countdown(draft, seat)


def novices_sent(state: GameState) -> int:
    """All novices in the High Council: own, neutral, Tom's and flat ones (ruling 65)."""
    return sum(map(len, state.council))


def _check_countdown(draft: GameState, seat: ids.Seat) -> None:
    sent = novices_sent(draft)
    if draft.countdown is None and sent >= NOVICES_NEEDED[draft.options.players]:
        draft.countdown = Countdown(triggered_by=seat, stack=5, handed=None)
        draft.events.append(events.CountdownTriggered(seat, sent))


def meet_common_tasks(draft: GameState, seat: ids.Seat) -> None:
    """Note common tasks met for the first time; specialist 19 rewards each (ruling 17)."""
    player = draft.players[seat]
    for common in ids.COMMON_TASKS:
        if common in player.common_met:
            continue
        have, need = common_task_progress(common, draft, seat)
        if have < need:
            continue
        player.common_met |= {common}
        draft.events.append(events.CommonTaskMet(seat, common))
        if specialists.rewards_common_tasks(player):
            gold, wild = (
                bag.Resources.of(ids.Resource.GOLD),
                bag.ActionTiles.of(ids.ActionType.WILD),
            )
            number = specialists.REWARD_FOR_COMMON_TASKS
            gain_resources(draft, seat, gold, events.Source.SPECIALIST, number)
            gain_tiles(draft, seat, wild, events.Source.SPECIALIST, number)


def is_tom(state: GameState, seat: ids.Seat) -> bool:
    """Say whether the seat is the automatic opponent."""
    return state.options.solo and seat == TOM
