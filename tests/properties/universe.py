"""Every answer that could be thought of, right or wrong, built without asking the rules.

The fixed part is the product of everything that an answer can name, and a little beyond; the
payments and tiles to keep are built from what the seat that is asked holds.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

from engine import actions, agenda, bag, ids
from engine.box_index import box_index
from engine.data.standard import STANDARD_BOX
from engine.state import PlayerState

NUMBERS = range(-1, 11)
COLUMNS = "yzabcdefghij"
ROWS = range(-2, 9)


@cache
def fixed() -> tuple[actions.Action, ...]:
    """Every answer that does not depend on what somebody holds."""
    return (*_turn_answers(), *_city_answers(), *_council_answers())


def _turn_answers() -> Iterator[actions.Action]:
    known = box_index(STANDARD_BOX)
    cells = [f"{column}{row}" for column, row in product(COLUMNS, ROWS)]
    yield from (
        actions.ChooseStart(*pair) for pair in product((*known.fate_tiles, "F9"), ids.Direction)
    )
    yield from (actions.PlaceFate(*parts) for parts in product(ids.End, cells, ids.Direction))
    yield from map(actions.Discard, ids.ActionType)
    yield from map(actions.TakePath, NUMBERS)
    yield actions.RefreshPaths()
    yield from map(actions.MoveShip, (*known.islands, "C3", "X9"))
    yield from (actions.ReceiveTask(*pair) for pair in product((*known.tasks, "B99"), ids.Side))
    yield from map(actions.UseGreatBonfire, NUMBERS)
    yield from (actions.RecruitGnome(*pair) for pair in product((*known.gnomes, "S99"), range(4)))
    yield from map(actions.Ignite, NUMBERS)
    yield from map(actions.SendNeutral, ids.CommonTask)
    yield from map(actions.MakeProcession, NUMBERS)
    yield from (actions.RetrieveGuardian(), actions.Pass(), actions.EndTurn())


def _city_answers() -> Iterator[actions.Action]:
    places = [ids.START_PLACE, *(ids.Place(*pair) for pair in product(ids.PlaceKind, NUMBERS))]
    rewards = [chosen for count in range(4) for chosen in product(ids.Reward, repeat=count)]
    yield from map(actions.PutTask, NUMBERS)
    yield from (actions.Advance(*pair) for pair in product(ids.Guardian, places))
    yield from (actions.MoveGuardian(*pair) for pair in product(ids.Guardian, places))
    yield from map(actions.ChooseResource, ids.Resource)
    yield from (actions.TakeRewards(*pair) for pair in product(rewards, (None, *ids.PortalKind)))
    yield from (actions.Halt(), actions.Decline())


def _council_answers() -> Iterator[actions.Action]:
    yield from map(actions.SendNovice, NUMBERS)
    yield from (actions.TakeBonus(), actions.TakePoint())
    yield from (actions.SearchPath(*pair) for pair in product(ids.Color, ids.Resource))
    yield from map(actions.TakeGuardian, ids.Guardian)
    yield from map(actions.TomTakes, (*box_index(STANDARD_BOX).tasks, "B99"))


def held(asked: agenda.Waiting, player: PlayerState) -> Iterator[actions.Action]:
    """Everything that could be paid or kept out of a hand, and one piece that is not held."""
    match asked.decision:
        case agenda.KeepChoice():
            yield from (
                actions.Keep(bag.ActionTiles(counts)) for counts in _parts(player.tiles.counts)
            )
        case agenda.TilePayment() | agenda.ResourcePayment():
            yield from (
                actions.PayTiles(bag.ActionTiles(counts)) for counts in _parts(player.tiles.counts)
            )
            supply = player.resources.counts
            yield from (actions.PayResources(bag.Resources(counts)) for counts in _parts(supply))
        case _:
            pass


def _parts(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every part of a hand; of each kind up to one more than is held, one kind at a time."""
    yield from product(*(range(count + 1) for count in counts))
    for at, count in enumerate(counts):
        yield (*(0,) * at, count + 1, *(0,) * (len(counts) - at - 1))


def universe(asked: agenda.Waiting, player: PlayerState) -> Iterator[actions.Action]:
    """Every answer that could be given to a question."""
    yield from fixed()
    yield from held(asked, player)
