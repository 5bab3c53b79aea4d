"""Every answer that could be thought of, right or wrong, built without asking the rules.

The fixed part is the product of everything that an answer can name, and a little beyond; the
payments and tiles to keep are built from what the seat that is asked holds.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

from engine.actions import (
    Action,
    Advance,
    ChooseResource,
    ChooseStart,
    Decline,
    Discard,
    EndTurn,
    Halt,
    Ignite,
    Keep,
    MakeProcession,
    MoveGuardian,
    MoveShip,
    Pass,
    PayResources,
    PayTiles,
    PlaceFate,
    PutTask,
    ReceiveTask,
    RecruitGnome,
    RefreshPaths,
    RetrieveGuardian,
    SearchPath,
    SendNeutral,
    SendNovice,
    TakeBonus,
    TakeGuardian,
    TakePath,
    TakePoint,
    TakeRewards,
    TomTakes,
    UseGreatBonfire,
)
from engine.agenda import KeepChoice, ResourcePayment, TilePayment, Waiting
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.data.standard import STANDARD_BOX
from engine.ids import (
    START_PLACE,
    ActionType,
    Color,
    CommonTask,
    Direction,
    End,
    Guardian,
    Place,
    PlaceKind,
    PortalKind,
    Resource,
    Reward,
    Side,
)
from engine.state import PlayerState

NUMBERS = range(-1, 11)
COLUMNS = "yzabcdefghij"
ROWS = range(-2, 9)


@cache
def fixed() -> tuple[Action, ...]:
    """Every answer that does not depend on what somebody holds."""
    return (*_turn_answers(), *_city_answers(), *_council_answers())


def _turn_answers() -> Iterator[Action]:
    known = box_index(STANDARD_BOX)
    cells = [f"{column}{row}" for column, row in product(COLUMNS, ROWS)]
    yield from (ChooseStart(*pair) for pair in product((*known.fate_tiles, "F9"), Direction))
    yield from (PlaceFate(*parts) for parts in product(End, cells, Direction))
    yield from map(Discard, ActionType)
    yield from map(TakePath, NUMBERS)
    yield RefreshPaths()
    yield from map(MoveShip, (*known.islands, "C3", "X9"))
    yield from (ReceiveTask(*pair) for pair in product((*known.tasks, "B99"), Side))
    yield from map(UseGreatBonfire, NUMBERS)
    yield from (RecruitGnome(*pair) for pair in product((*known.gnomes, "S99"), range(4)))
    yield from map(Ignite, NUMBERS)
    yield from map(SendNeutral, CommonTask)
    yield from map(MakeProcession, NUMBERS)
    yield from (RetrieveGuardian(), Pass(), EndTurn())


def _city_answers() -> Iterator[Action]:
    places = [START_PLACE, *(Place(*pair) for pair in product(PlaceKind, NUMBERS))]
    rewards = [chosen for count in range(4) for chosen in product(Reward, repeat=count)]
    yield from map(PutTask, NUMBERS)
    yield from (Advance(*pair) for pair in product(Guardian, places))
    yield from (MoveGuardian(*pair) for pair in product(Guardian, places))
    yield from map(ChooseResource, Resource)
    yield from (TakeRewards(*pair) for pair in product(rewards, (None, *PortalKind)))
    yield from (Halt(), Decline())


def _council_answers() -> Iterator[Action]:
    yield from map(SendNovice, NUMBERS)
    yield from (TakeBonus(), TakePoint())
    yield from (SearchPath(*pair) for pair in product(Color, Resource))
    yield from map(TakeGuardian, Guardian)
    yield from map(TomTakes, (*box_index(STANDARD_BOX).tasks, "B99"))


def held(asked: Waiting, player: PlayerState) -> Iterator[Action]:
    """Everything that could be paid or kept out of a hand, and one piece that is not held."""
    match asked.decision:
        case KeepChoice():
            yield from (Keep(ActionTiles(counts)) for counts in _parts(player.tiles.counts))
        case TilePayment() | ResourcePayment():
            yield from (PayTiles(ActionTiles(counts)) for counts in _parts(player.tiles.counts))
            supply = player.resources.counts
            yield from (PayResources(Resources(counts)) for counts in _parts(supply))
        case _:
            pass


def _parts(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every part of a hand; of each kind up to one more than is held, one kind at a time."""
    yield from product(*(range(count + 1) for count in counts))
    for at, count in enumerate(counts):
        yield (*(0,) * at, count + 1, *(0,) * (len(counts) - at - 1))


def universe(asked: Waiting, player: PlayerState) -> Iterator[Action]:
    """Every answer that could be given to a question."""
    yield from fixed()
    yield from held(asked, player)
