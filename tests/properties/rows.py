"""Positions in which a row of the box shows, and what the second reckoning says to them."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final

from engine import GameOptions, conditions, ids
from engine.data.box import Box, Task
from engine.notation import parse_line
from engine.rules.setup import new_game
from tests.kit.players.fulfil import meet, miss, miss_common
from tests.kit.position import Position, state_of
from tests.properties.agreement import Follower, about_position
from tests.properties.printed import FATE_AREA, Square
from tests.properties.reckoning import COLUMNS, OUTER_COLUMNS, square

FATE_TILES = 8
SQUARES: dict[conditions.Squares, frozenset[Square]] = {
    conditions.Squares.HIGHLIGHTED: frozenset(at for at, sign in FATE_AREA.items() if sign == "h"),
    conditions.Squares.GOLD: frozenset(at for at, sign in FATE_AREA.items() if sign == "G"),
    conditions.Squares.OUTER_COLUMNS: frozenset(at for at in FATE_AREA if at[1] in OUTER_COLUMNS),
}
"""The squares that tasks ask to be covered, as the table of the reckoning has them."""
STRIPS: tuple[tuple[str, str], ...] = (
    *((f"a{row} right", f"a{row + 1 if row < 5 else 4} right") for row in range(1, 6)),
    *((f"g{row} left", f"g{row + 1 if row < 5 else 4} left") for row in range(1, 6)),
    ("d1 down", "c1 down"),
    ("d5 up", "c5 up"),
)
"""The places for a fate tile that cover each square once, each with a place for another tile."""


def in_set_ups(box: Box) -> list[str]:
    """Return the faults found when games are set up: displays, islands, cities and the wheel."""
    options = [GameOptions(players) for players in (1, 2, 3, 4)]
    return [fault for each in options for fault in about_position(new_game(each, 1, box))]


def with_gnome(name: str, box: Box) -> list[str]:
    """Return the faults found when a city has recruited a gnome."""
    return about_position(Position(box=box).gnomes(name).state)


def with_task(task: Task, box: Box) -> list[str]:
    """Return the faults found with a task just met, just missed in several ways, and lit."""
    met, missed = (Position(players=4, box=box).task(1, task.id) for _ in range(2))
    meet(met, task.condition, besides=task.id)
    miss(missed, task.condition, besides=task.id)
    lit = Position(players=4, box=box).lit(1, task.id)
    positions = [met, missed, lit]
    laid = [f"{each.tile} {each.cell} {each.direction}" for each in met.player.fate.tiles]
    if isinstance(task.condition, conditions.FateGroups):
        positions += [
            Position(players=4, box=box).fate(*laid[:at], *laid[at + 1 :])
            for at in range(len(laid))
        ]
    return [fault for each in positions for fault in about_position(state_of(each.game()))]


def with_squares(squares: conditions.Squares, at: Square, box: Box) -> list[str]:
    """Return the faults found with all squares of a kind covered but this one, or only this one."""
    position = Position(box=box)
    laid = layout(SQUARES[squares] - {at}, at)
    position.fate(*(f"F{number} {strip}" for number, strip in enumerate(laid, start=1)))
    return about_position(position.state)


def with_fate_tile(strip: str, beside: str, box: Box) -> list[str]:
    """Return the faults found when a fate tile is laid on squares."""
    position = Position(box=box).fate(f"F1 {beside}")
    return about_answers(position, f"fate top {strip}")


def with_voyage(start: str, goal: str, box: Box) -> list[str]:
    """Return the faults found when a ship sails from an island to another."""
    position = Position(box=box).ship(start).tiles(ship=3)
    game = position.game()
    game.submit(0, parse_line(f"ship {goal}")[0])
    tiles = next(
        str(n) for n in (1, 2, 3) if game.refusal(0, parse_line(f"pay {n} ship")[0]) is None
    )
    return about_answers(position, f"ship {goal}; pay {tiles} ship")


def with_card(card: ids.TomCard, box: Box) -> list[str]:
    """Return the faults found when Tom turns a card."""
    position = Position(players=1, box=box).tom_turns(card)
    return about_answers(position, "fate top c4 right; end")


def about_answers(position: Position, line: str) -> list[str]:
    """Return the faults found on the way of some answers, and in the position after them."""
    game = position.game()
    follower = Follower(state_of(game))
    found = []
    for action in parse_line(line):
        game.submit(0, action)
        found += follower.about_answer(action, state_of(game))
    return found + about_position(state_of(game))


def at_work(number: int) -> list[str]:
    """Return the faults found in a city in which a specialist matters, with telling answers."""
    position = Position(players=4).gnomes(f"S{number}")
    prepare, line = AT_WORK[number]
    return about_answers(prepare(position), line)


def _task_island(city: Position) -> Position:
    city.ship("A1").open_offerings("herb", "herb").island("A1", 0, "B01", None)
    return city.tiles(task=2).resources(fruit=2, blossom=1, herb=1)


def _at_last_portal(city: Position) -> Position:
    miss_common(city, ids.CommonTask.PORTALS)
    return city.tiles(great_bonfire=1).portals_on(1, str(city.fitting(1)))


def _before_a_bonfire(city: Position) -> Position:
    city.portals(7, 6, 5, 4, 3, 2, 1).lit(1, "B01").guardian("own", "path 1")
    return city.tiles(guardian=1)


WALK: Final = "procession 1; pay guardian; walk {} path 1"
AT_WORK: Final[dict[int, tuple[Callable[[Position], Position], str]]] = {
    3: (_task_island, "task B01 left; pay 2 task; pay 2 fruit; put 1"),
    4: (
        lambda city: city.tiles(gnome=1).resources(root=2),
        "recruit EL5 1; pay gnome; pay 2 root",
    ),
    7: (
        lambda city: city.task(1, "B05").guardian("pink"),
        "ignite 1; council 2; point",
    ),
    9: (
        lambda city: city.tiles(gnome=2).resources(fruit=1),
        "recruit EL1 2; pay 2 gnome; pay fruit",
    ),
    10: (lambda city: city.guardian("pink").tiles(guardian=1), WALK.format("pink")),
    11: (lambda city: city.guardian("grey").tiles(guardian=1), WALK.format("grey")),
    12: (lambda city: city.guardian("natural").tiles(guardian=1), WALK.format("natural")),
    13: (lambda city: city.guardian("blue").tiles(guardian=1), WALK.format("blue")),
    16: (lambda city: city, "fate top b3 up"),
    18: (_before_a_bonfire, "procession 1; pay guardian; walk own bonfire 1"),
    19: (_at_last_portal, "wheel 1; pay great-bonfire; reward tile portal eye"),
    20: (lambda city: city.tiles(guardian=1), WALK.format("own")),
    21: (lambda city: city.ship("A1").tiles(ship=2), "ship D1; pay 2 ship"),
    22: (lambda city: city.wheel(1).tiles(great_bonfire=2), "wheel 4; pay 2 great-bonfire"),
    26: (_task_island, "task B01 left; pay task; pay blossom herb; put 1"),
}
"""The specialists whose gains, prices and points are reckoned, each where it matters."""


def squares_of(strip: str) -> list[Square]:
    """The squares of a strip, the first one first: `c4 down`."""
    cell, way = strip.split()
    row, column = square(cell)
    down, right = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}[way]
    return [(row + n * down, column + n * right) for n in range(3)]


@cache
def layout(wanted: frozenset[Square], spared: Square) -> tuple[str, ...]:
    """Strips of three that cover the wanted squares and spare one."""
    found = next(_layouts(wanted, frozenset({spared}), FATE_TILES))
    return tuple(found)


def _layouts(wanted: frozenset[Square], taken: frozenset[Square], left: int) -> Iterator[list[str]]:
    if not wanted:
        yield []
        return
    if not left:
        return
    for name, squares in _strips_over(min(wanted)):
        if not taken & squares:
            for others in _layouts(wanted - squares, taken | squares, left - 1):
                yield [name, *others]


def _strips_over(at: Square) -> Iterable[tuple[str, frozenset[Square]]]:
    row, column = at
    for back in range(3):
        for strip in (
            f"{COLUMNS[column - back + 1]}{row} right",
            f"{COLUMNS[column + 1]}{row - back} down",
        ):
            squares = frozenset(squares_of(strip))
            if squares <= FATE_AREA.keys():
                yield strip, squares
