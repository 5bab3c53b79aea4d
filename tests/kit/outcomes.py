"""Games as they ended, and their people."""

from bot.model import results, rows
from bot.model.invocation import ChannelRef
from bot.model.people import Person
from bot.services.games.table import Table
from engine import Game, events, ids
from tests.kit.position import Position, state_of
from tests.kit.stack import PEOPLE

LONG = "W" * 32
NAMED = (
    Person("Ada", "<@1>"),
    Person("Bo", "<@2>"),
    Person(LONG, "<@3>"),
    Person("Di", "<@4>"),
)


def at_table(
    game: Game, bots: tuple[ids.Seat, ...] = (), resigned: tuple[ids.Seat, ...] = ()
) -> Table:
    players = PEOPLE[: game.options.players]
    here = ChannelRef(7, 5, "en", rows.Via.CHANNEL)
    left = frozenset(bots) | frozenset(resigned)
    return Table(
        1, game, here, players, 0, 0, rows.Status.FINISHED, bots=left, resigned=frozenset(resigned)
    )


def scored(*points: int) -> Position:
    """A position whose seats have these points and nothing else to tell them apart."""
    position = Position(players=len(points))
    for seat, count in enumerate(points):
        position.of(seat).scored(ids.PointSource.COUNCIL, count)
    return position


def ended(position: Position) -> Game:
    """The position, as if its last turn had just been played."""
    game = position.game()
    state_of(game).ended = events.EndReason.COUNTDOWN
    return game


def told(
    seats: tuple[results.SeatResult, ...],
) -> list[tuple[results.Part, int | None, bool, bool]]:
    return [(one.part, one.rank, one.won, one.shared) for one in seats]
