"""Positions of the rulebook that several tests begin with."""

import tomllib
from collections.abc import Callable

from engine import Game, events
from engine.data.council import CouncilBonus
from tests.kit.position import Position, play, state_of
from tests.kit.sources import ROOT

SPACES = {bonus: space for space, bonus in enumerate(CouncilBonus, start=1)}
PATH = ("blue herb", "red root", "yellow fruit", "blue shell")
"""Positions 2 to 5."""
TRIED = tomllib.loads((ROOT / "tests/words/refusals_in_place.toml").read_text("utf-8"))


def ready_to_ignite(players: int = 2) -> Position:
    """The pink guardian is in the city, as the task on space 1 asks."""
    return Position(players=players).task(1, "B05").guardian("pink")


def council_opening(bonus: CouncilBonus) -> str:
    return f"ignite 1; council {SPACES[bonus]}"


def spent(players: int = 2) -> Position:
    """Nobody has a fate tile, an action tile or a task."""
    position = Position(players=players)
    for seat in range(players):
        position.of(seat).row()
    return position.of(0)


def one_turn(game: Game) -> tuple[events.Event, ...]:
    """The seat that is asked uses the Great Bonfire and ends its turn."""
    space = state_of(game).wheel_position % 7 + 1
    return play(game, f"wheel {space}; pay great-bonfire; reward tile goods; end")


def nothing_but_a_bonus(players: int = 2, **tiles: int) -> Position:
    """Seat 0 has nothing but an open bonus action and these tiles, the others have nothing."""
    position = spent(players).tiles(**tiles)
    for name in ("pink", "grey", "natural", "blue"):
        position.guardian(name)
    # Its turn began without an option.
    position.state.idle = -1
    return position


def procession(steps: int, *guardians: str, built: Position | None = None) -> Position:
    """A city with a path and so many guardian tiles; guardians as `own path 2`."""
    position = (built or Position()).path(*PATH).tiles(guardian=steps)
    for each in guardians:
        name, at = each.split(" ", 1)
        position.guardian(name, at)
    return position


def with_bonfire(position: int = 3) -> Position:
    """A bonfire at a position, its portal placed as well as those to its right."""
    return Position().portals(*range(7, position - 1, -1)).lit(position, "B01")


def answered(game: Game, answers: str) -> Game:
    play(game, answers)
    return game


def at_a_bonfire() -> Game:
    walking = procession(1, "pink bonfire 3", "own path 1", built=with_bonfire()).game()
    return answered(walking, "procession 1; pay guardian")


def in_a_procession() -> Game:
    return answered(procession(1, "pink path 1").game(), "procession 1; pay guardian")


def at_the_council() -> Game:
    game = ready_to_ignite().specialists("S4", "S5").game()
    return answered(game, f"{council_opening(CouncilBonus.SPECIALIST)}; bonus")


def sticking_out() -> Game:
    return Position().gnomes("S27").fate("F1 c3 right", "F2 a3 left").row("F8").game()


def with_any_portal_due() -> Game:
    position = Position().gnomes("S25").portals(7).portals_on(3, "sun").tiles(great_bonfire=1)
    return answered(position.game(), "wheel 3; pay great-bonfire")


def paying_strictly() -> Game:
    return answered(Position(strict_payment=True).tiles(path=1, wild=1).game(), "path 1")


def paying_an_elder_strictly() -> Game:
    position = Position(strict_payment=True).tiles(gnome=2).resources(herb=1, gold=1)
    return answered(position.game(), "recruit EL1 2; pay 2 gnome")


def paying() -> Game:
    return answered(Position().tiles(path=1).game(), "path 1")


SITUATIONS: dict[str, Callable[[], Game]] = {
    situation.__name__: situation
    for situation in (
        at_a_bonfire,
        in_a_procession,
        at_the_council,
        sticking_out,
        with_any_portal_due,
        paying_strictly,
        paying_an_elder_strictly,
        paying,
    )
}
