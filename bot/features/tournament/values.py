"""A small tournament: the same deal at several tables of a server, seat compared with seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.model import button_forms, rows
from bot.model.people import seated_bot
from engine.agents.levels import Level

FEWEST_PEOPLE: Final = 2
MOST_PEOPLE: Final = 16
"""Each pair of them needs a thread at most; Discord lets a bot open few at once."""
_FEWEST_TABLES: Final = 2
"""One table alone has nothing to be compared with."""
_FOR_A_WIN: Final = 2
"""Matchpoints for more points than the same seat of another table has; half of it for as many."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is stored: `tables` of so many `seats`, 0 while people still join.

    People join in the `message`. The `members` stand in the order of their `places`; the first of
    them is the host while they join. The `snapshot` is the deal, JSON text that holds the seed and
    never leaves the bot.
    """

    id: int
    channel: int
    guild: int | None
    locale: str
    seats: int
    level: Level
    snapshot: str | None
    members: tuple[rows.PersonRow, ...] = ()
    places: tuple[int, ...] = ()
    tables: int = 0
    message: int | None = None

    def holds(self, person: int) -> bool:
        """Say whether a Discord user takes part."""
        return any(member.id == person for member in self.members)

    @property
    def wanted_tables(self) -> int:
        """The number of tables that the people need, two at least."""
        return max(_FEWEST_TABLES, -(-len(self.members) // self.seats))

    @property
    def missing_bots(self) -> int:
        """The number of seats at these tables that are left to bots."""
        return self.wanted_tables * self.seats - len(self.members)

    def players(self, table: int) -> tuple[rows.PersonRow, ...]:
        """Return a table by seat: people in turn from table to table, bots in empty seats."""
        placed = dict(zip(self.places, self.members, strict=True))
        seated = [placed.get(seat * self.tables + table) for seat in range(self.seats)]
        bots = iter(range(1, self.seats + 1))
        return tuple(person or seated_bot(self.level, next(bots)) for person in seated)


@dataclass(frozen=True, slots=True)
class TournamentSeat:
    """One seat of a table that is over, and its `matchpoints` of `most` against the same seat."""

    table: int
    seat: int
    player: rows.PersonRow
    points: int
    matchpoints: int
    most: int


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A table of a tournament that is over: final scores by seat, None where it was given up.

    A seat that its person left to the bot has no score of its own.
    """

    number: int
    players: tuple[rows.PersonRow, ...]
    totals: tuple[int | None, ...] | None


def compared(tables: Sequence[TournamentTable]) -> tuple[TournamentSeat, ...]:
    """Every seat with the same seat of all other tables that people played to the end.

    Seat by seat, those with more points first.
    """
    scores = [
        (table, seat, points)
        for table in tables
        for seat, points in enumerate(table.totals or ())
        if points is not None
    ]
    seats = []
    for table, seat, points in scores:
        rivals = [score for other, same, score in scores if same == seat and other is not table]
        won = sum(_matchpoints(points, score) for score in rivals)
        most = _FOR_A_WIN * len(rivals)
        seats.append(TournamentSeat(table.number, seat, table.players[seat], points, won, most))
    return tuple(sorted(seats, key=lambda one: (one.seat, -one.points, one.table)))


def _matchpoints(own: int, other: int) -> int:
    """Return the matchpoints of a comparison: two for more points, one for as many, or none."""
    return _FOR_A_WIN if own > other else _FOR_A_WIN // 2 if own == other else 0


@button_forms.written(button_forms.Family.LOBBY, "joinall")
class JoinTournament(button_forms.ButtonValue):
    """Take part in a tournament."""

    tournament: button_forms.RowNumber


@button_forms.written(button_forms.Family.LOBBY, "leaveall")
class LeaveTournament(button_forms.ButtonValue):
    """Take part in a tournament no longer."""

    tournament: button_forms.RowNumber


@button_forms.written(button_forms.Family.LOBBY, "startall")
class StartTournament(button_forms.ButtonValue):
    """Begin the tables of a tournament that have not begun."""

    tournament: button_forms.RowNumber
