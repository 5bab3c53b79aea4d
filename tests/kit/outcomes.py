"""Games as they ended, and their people."""

from bot.model.invocation import ChannelRef
from bot.model.people import Person
from bot.model.results import Part, SeatResult
from bot.model.rows import Status, Via
from bot.services.games.table import Table
from engine import Game
from engine.events import EndReason
from engine.ids import PointSource, Seat
from tests.kit.position import Position, state_of
from tests.kit.stack import PEOPLE

LONG = "W" * 32
NAMED = (
    Person("Ada", "<@1>"),
    Person("Bo", "<@2>"),
    Person(LONG, "<@3>"),
    Person("Di", "<@4>"),
)


def at_table(game: Game, bots: tuple[Seat, ...] = (), resigned: tuple[Seat, ...] = ()) -> Table:
    players = PEOPLE[: game.options.players]
    here = ChannelRef(7, 5, "en", Via.CHANNEL)
    left = frozenset(bots) | frozenset(resigned)
    return Table(
        1, game, here, players, 0, 0, Status.FINISHED, bots=left, resigned=frozenset(resigned)
    )


def scored(*points: int) -> Position:
    """A position whose seats have these points and nothing else to tell them apart."""
    position = Position(players=len(points))
    for seat, count in enumerate(points):
        position.of(seat).scored(PointSource.COUNCIL, count)
    return position


def ended(position: Position) -> Game:
    """The position, as if its last turn had just been played."""
    game = position.game()
    state_of(game).ended = EndReason.COUNTDOWN
    return game


def told(seats: tuple[SeatResult, ...]) -> list[tuple[Part, int | None, bool, bool]]:
    return [(one.part, one.rank, one.won, one.shared) for one in seats]
