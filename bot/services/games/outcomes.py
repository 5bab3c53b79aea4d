"""What the end of a game means for each person who sat at the table. The one place that says so.

Who plays to the end has a score that counts, and the best of them wins: most points, then most
bonfires, then together. Who resigned, or whose seat the bot holds in the end, has lost without a
score, however well the bot did. When all others have resigned, the one who stayed has won, without
a score. Who plays on against bots alone instead, does so for the fun of it: that does not count.
A game against Tom counts as the rules of the solo game say, and an abandoned game never.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.model.results import Ending, Part, ResultRow, SeatResult
from bot.services.games.table import Table
from bot.store import Transaction
from engine.ids import Seat
from engine.view import SeatView

Score = tuple[int, int]


async def settle(tx: Transaction, table: Table, now: float, ending: Ending) -> None:
    """Keep how a game ended and what that means for each person; once, whoever asks again."""
    settings = table.game.options
    tom = (city.sheet.total for city in table.game.view().seats if city.is_tom)
    result = ResultRow(
        game=table.id,
        guild=table.channel.guild,
        ended=now,
        ending=ending,
        players=settings.players,
        handicap=settings.handicap,
        tom=next(tom, None) if ending is Ending.PLAYED else None,
    )
    await tx.results.add(result, outcomes(table, ending))


def outcomes(table: Table, ending: Ending) -> tuple[SeatResult, ...]:
    """What the end means for each person, by seat."""
    results = (*_staying(table, ending), *_gone(table))
    return tuple(sorted(results, key=lambda result: result.seat))


def _staying(table: Table, ending: Ending) -> tuple[SeatResult, ...]:
    if ending is Ending.CONCEDED:
        return tuple(replace(_seat(table, seat, Part.STAYED), won=True) for seat in table.held)
    if table.game.options.solo and table.held:
        return (_against_tom(table),)
    return _scored(table)


def _gone(table: Table) -> Iterator[SeatResult]:
    for seat in table.bots:
        yield _seat(table, seat, Part.RESIGNED if seat in table.resigned else Part.LEFT)


def _against_tom(table: Table) -> SeatResult:
    mine, his = (city.sheet.total for city in table.game.view().seats)
    return replace(
        _seat(table, 0, Part.PLAYED),
        total=mine,
        rank=1 if mine >= his else 2,
        won=mine > his,
        shared=mine == his,
    )


def _scored(table: Table) -> tuple[SeatResult, ...]:
    """The people who played to the end, ranked among themselves."""
    cities = [city for city in table.game.view().seats if city.seat in table.held]
    if len(cities) < 2:
        return tuple(
            replace(_seat(table, city.seat, Part.PRACTISED), total=city.sheet.total)
            for city in cities
        )
    scores = [_score(city) for city in cities]
    return tuple(_ranked(table, city, scores) for city in cities)


def _ranked(table: Table, city: SeatView, scores: Sequence[Score]) -> SeatResult:
    score = _score(city)
    rank = 1 + sum(other > score for other in scores)
    won = rank == 1
    return replace(
        _seat(table, city.seat, Part.PLAYED),
        total=city.sheet.total,
        rank=rank,
        won=won,
        shared=won and scores.count(score) > 1,
    )


def _score(city: SeatView) -> Score:
    """Points, and the bonfires that decide between equal points (ruling 4)."""
    return city.sheet.total, city.bonfires


def _seat(table: Table, seat: Seat, part: Part) -> SeatResult:
    person = table.players[seat]
    return SeatResult(seat, person.id, person.name, part)
