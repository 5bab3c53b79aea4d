"""Late positions that show at once what games seldom come to; each is played on to its end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from engine import Game, events, ids
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX
from engine.effects import NOVICES_NEEDED
from engine.rules.tom import MATCHING
from tests.kit.players.fulfil import meet, meet_common, miss_common
from tests.kit.position import Position


@dataclass(frozen=True, slots=True)
class Late:
    """A late position: its name, and the answers that open it."""

    name: str
    game: Game
    opening: str = ""


def late_positions() -> Iterator[Late]:
    """All of them."""
    yield from _tasks()
    yield from _bonuses()
    yield from _actions()
    yield from _gnomes()
    yield from _common_tasks()
    yield from _countdowns()
    yield from _passes()
    yield from _ends()
    yield from _tom()


def _tasks() -> Iterator[Late]:
    """Every task met."""
    for task in STANDARD_BOX.tasks:
        position = _almost_over(4).task(1, task.id)
        meet(position, task.condition, besides=task.id)
        yield Late(f"task {task.id}", position.game(), "ignite 1; council 8; point")


def _almost_over(players: int) -> Position:
    """A countdown whose last tile but one goes round next, so that the game soon ends."""
    return Position(players=players).countdown(stack=1)


def _bonuses() -> Iterator[Late]:
    for space, bonus in enumerate(CouncilBonus, start=1):
        position = _almost_over(2).task(1, "B05").guardian("pink").path("blue herb")
        yield Late(f"bonus {bonus}", position.game(), f"ignite 1; council {space}; bonus")


def _actions() -> Iterator[Late]:
    """Actions that ask something on their way."""
    walking = _almost_over(2).path("blue herb", "red root").guardian("pink").gnomes("S6")
    opening = "procession 2; pay 2 guardian; walk own path 2; choose fruit"
    yield Late("a procession", walking.tiles(guardian=2).game(), opening)
    one_colour = ("blue shell", "blue root", "blue shell", "blue root")
    refresh = _almost_over(2).display(*one_colour).tiles(path=1)
    yield Late("a refresh", refresh.game(), "refresh; pay path; path 1")
    keeping = _almost_over(2).tiles(ship=3)
    yield Late("too many tiles", keeping.game(), "fate top c2 right; keep ship")


def _gnomes() -> Iterator[Late]:
    for card in STANDARD_BOX.specialists:
        position = (
            _almost_over(2).specialists(card.id).tiles(gnome=2).resources(**{card.resource: 1})
        )
        yield Late(
            f"specialist {card.id}",
            position.game(),
            f"recruit {card.id} 2; pay 2 gnome; pay {card.resource}",
        )
    for elder in STANDARD_BOX.elders:
        position = _almost_over(2).tiles(gnome=1).resources(**{elder.resource: 2})
        yield Late(
            f"elder {elder.id}",
            position.game(),
            f"recruit {elder.id} 1; pay gnome; pay 2 {elder.resource}",
        )


_LAST_PIECE = {
    ids.CommonTask.TASKS: "task Y18 left; pay task; pay blossom herb; put 1",
    ids.CommonTask.PORTALS: "wheel 1; pay great-bonfire; reward tile portal eye",
    ids.CommonTask.PATHS: "path 1; pay 2 path",
    ids.CommonTask.GUARDIANS: "ship B1; pay ship; retrieve; pay guardian",
    ids.CommonTask.GNOMES: "recruit EL6 1; pay gnome; pay 2 gold",
}
"""The last piece that a common task lacks."""


def _common_tasks() -> Iterator[Late]:
    for common in ids.CommonTask:
        position = (
            _almost_over(2).open_offerings("herb", "herb").ship("A1").display(*["red herb"] * 2)
        )
        position.tiles(task=1, path=2, ship=1, guardian=1, gnome=1, great_bonfire=1)
        position.resources(blossom=1, herb=1, gold=2).island("A1", "Y18", None)
        miss_common(position, common)
        if common is ids.CommonTask.PORTALS:
            position.portals_on(1, "eye")
        yield Late(f"common task {common}", position.game(), _LAST_PIECE[common])


def _with_bonfires(position: Position, spared: int, count: int) -> Position:
    """So many bonfires in the cities of the other seats, their novices in the council."""
    seats = [seat for seat in range(position.state.options.players) if seat != spared]
    tasks = [task.id for task in STANDARD_BOX.tasks if task.id != "B05"]
    for number, task in enumerate(tasks[:count]):
        seat = seats[number % len(seats)]
        position.of(seat).lit(1 + number // len(seats), task)
    return position.of(spared)


def _countdowns() -> Iterator[Late]:
    for seat in range(4):
        position = _with_bonfires(Position(players=4), seat, NOVICES_NEEDED[4] - 1)
        position.to_move(seat).task(1, "B05").guardian("pink")
        yield Late(f"countdown by seat {seat}", position.game(), "ignite 1; council 8; point")
    by_tom = Position(players=1).island("D2", "B01", None).tom_turns("task_ii", "S14")
    by_tom.of(0).task(1, "R17")
    for space, task in enumerate(("B05", "B06", "B07", "B08", "B09", "B10"), start=2):
        by_tom.lit(space, task)
    yield Late("countdown by Tom", by_tom.of(0).row().game(), "end")


def _passes() -> Iterator[Late]:
    for tile in range(1, 6):
        starter = Position(players=3).countdown(stack=tile)
        yield Late(f"the starter passes for {tile}", starter.game(), "pass")
        other = Position(players=3).countdown(stack=tile - 1, handed=tile).to_move(1)
        yield Late(f"another passes for {tile}", other.game(), "pass")


def _ends() -> Iterator[Late]:
    yield Late("nobody has an option", Position().row().of(1).row().game(), "end")
    last = Position(players=3).countdown(stack=3).of(1).passed().of(2).passed()
    yield Late("everybody passes", last.game(), "pass")
    yield Late("Tom's last card", Position(players=1).row().tom_turned(31).game(), "end")
    tied = Position().row().of(1).row().countdown(stack=0, handed=1).to_move(1)
    tied.of(0).scored(ids.PointSource.PASSING, 1)
    yield Late("a shared win", tied.game(), "pass")


def _tom() -> Iterator[Late]:
    """Tom's cards with something to do, with nothing to do, and compensated."""
    for card in ids.TomCard:
        gnome = None if card in {ids.TomCard.GUARDIAN, ids.TomCard.GREAT_BONFIRE} else "S14"
        for outcome, prepare in _TOM.items():
            position = Position(players=1).row().tom_turns(card, gnome)
            prepare(position.of(1), card)
            yield Late(f"Tom {card} {outcome}", position.game(), "end")


def _something(position: Position, _: ids.TomCard) -> None:
    """There is a piece of every sort with Blossom."""
    position.specialists("S3", "S9", "S1", "S2", "S6", "S7").display(
        "blue blossom", "red herb", "red herb", "red fruit"
    )
    position.island("A1", "B01", None)


def _nothing(position: Position, card: ids.TomCard) -> None:
    """There is no piece with Blossom, no guardian and no portal that Tom lacks."""
    position.specialists("S1", "S2", "S6", "S7", "S8", "S22").display(
        "blue herb", "red herb", "red fruit", "red root"
    )
    position.island("A1", None, None).island("D2", None, None)
    if card is ids.TomCard.GUARDIAN:
        position.state.guardians_left = (0,) * 4
    if card is ids.TomCard.GREAT_BONFIRE:
        position.state.wheel_portals = ((),) * 7


def _met(position: Position, card: ids.TomCard) -> None:
    """Tom already meets the common task of the card."""
    meet_common(position, MATCHING[card])


_TOM: Final[dict[events.TomOutcome, Callable[[Position, ids.TomCard], None]]] = {
    events.TomOutcome.DONE: _something,
    events.TomOutcome.NOTHING: _nothing,
    events.TomOutcome.COMPENSATED: _met,
}
