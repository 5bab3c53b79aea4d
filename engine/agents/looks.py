"""The first impression of an answer before it is followed, from the pieces that it names."""

from engine import actions, bag, ids, specialists
from engine.agents import weights
from engine.agents.effort import Efforts
from engine.box_index import box_index
from engine.data import box
from engine.geometry import geometry
from engine.progress import elder_points, path_crystals
from engine.scoring import CRYSTAL_POINTS, PORTAL_POINTS
from engine.state import GameState


def gnome(state: GameState, seat: ids.Seat, id_: str) -> float:
    """Return the believed worth of a specialist, or the score of an elder."""
    card = box_index(state.box).gnomes[id_]
    if isinstance(card, box.Specialist):
        return weights.SPECIALIST_WORTH[card.number]
    return float(elder_points(card.counts, state, seat))


def task(state: GameState, seat: ids.Seat, id_: str, efforts: Efforts) -> float:
    """The points of a task and its novice, less the longer it takes to meet its condition."""
    card = box_index(state.box).tasks[id_]
    effort = efforts.of(card, state, seat)
    return float((card.points + weights.NOVICE) * weights.LATER_TURN ** (2 * effort))


def space(state: GameState, seat: ids.Seat, number: int, id_: str) -> float:
    """Return the points of a bonfire of a task on space `number`, 1 to 7, beyond its own points."""
    player = state.players[seat]
    crystals = path_crystals(state, seat)
    portals = player.portals[number - 1 :].count(None) if player.portals[number - 1] is None else 0
    if number > len(crystals):
        crystal = weights.CRYSTAL_CHANCE
    else:
        crystal = float(box_index(state.box).tasks[id_].color is crystals[number - 1])
    walk = weights.PATH_NEARNESS ** max(number - len(player.path) - 1, 0)
    return (
        PORTAL_POINTS * weights.PORTAL_NEARNESS**portals
        + CRYSTAL_POINTS * crystal
        + weights.GUARDIAN_AT_SPACE * walk * state.box.guardian_values[number - 1]
    )


def path(state: GameState, seat: ids.Seat, crystal: ids.Color) -> float:
    """Rate how the crystal of the next path tile fits the task beside it, half where none is."""
    number = len(path_crystals(state, seat))
    tasks = state.players[seat].tasks
    beside = tasks[number] if number < len(tasks) else None
    if beside is None:
        return 0.5
    return float(box_index(state.box).tasks[beside.task].color is crystal)


def walk(state: GameState, place: ids.Place) -> float:
    """Return the score of a guardian in a place, and the length of her way."""
    there = place.kind is ids.PlaceKind.BONFIRE
    points = state.box.guardian_values[place.position - 1] if there else 0
    return points + weights.WALK_LEFT * place.position


def gains(
    state: GameState, seat: ids.Seat, action: actions.PlaceFate
) -> tuple[bag.ActionTiles, int]:
    """The action tiles and the Gold that a placement brings (ruling 66)."""
    player = state.players[seat]
    area = geometry(state.box.fate_grid)
    placement = area.placements[action.cell, action.direction]
    tile = player.fate_row[0 if action.end is ids.End.TOP else -1]
    placed = [
        (bag.ActionTiles.INDEX[symbol], cell)
        for symbol, cell in zip(
            box_index(state.box).fate_tiles[tile].symbols, placement.cells, strict=True
        )
    ]
    squares = list(player.fate.symbols)
    for kind, cell in placed:
        squares[kind] |= 1 << cell
    counts = [0] * len(ids.ActionType)
    for kind, cell in placed:
        counts[kind] += area.group(squares[kind], cell).bit_count()
    each = specialists.covered_symbol_gains(player)
    counts[bag.ActionTiles.INDEX[ids.ActionType.WILD]] += (
        placement.mask & area.wild
    ).bit_count() * each
    return bag.ActionTiles(tuple(counts)), (placement.mask & area.gold).bit_count() * each
