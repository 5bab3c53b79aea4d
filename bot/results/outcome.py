"""What the end of a game means for each person who sat at the table. The one place that says so.

Who plays to the end has a score that counts, and the best of them wins: most points, then most
bonfires, then together. Who resigned, or whose seat the bot holds in the end, has lost without a
score, however well the bot did. When all others have resigned, the one who stayed has won, without
a score. Who plays on against bots alone instead, does so for the fun of it: that does not count.
A game against Tom counts as the rules of the solo game say, and an abandoned game never.
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.store import Ending, Part, SeatResult
from bot.tables import Table
from engine.ids import Seat
from engine.view import SeatView


def outcomes(table: Table, ending: Ending, left: frozenset[Seat]) -> tuple[SeatResult, ...]:
    """What the end means for each person, by seat; `left` are the seats that the bot holds."""
    if ending is Ending.PLAYED and table.game.settings.solo:
        return (_against_tom(table),)
    stayed = frozenset(range(len(table.players))) - left
    if ending is Ending.CONCEDED:
        gone = [_seat(table, seat, Part.LEFT) for seat in left]
        winners = [replace(_seat(table, seat, Part.STAYED), won=True) for seat in stayed]
        return _by_seat((*gone, *winners))
    return _by_seat((*(_seat(table, seat, Part.LEFT) for seat in left), *_scored(table, stayed)))


def _by_seat(seats: Iterable[SeatResult]) -> tuple[SeatResult, ...]:
    return tuple(sorted(seats, key=lambda one: one.seat))


def _against_tom(table: Table) -> SeatResult:
    result = table.game.result
    assert result is not None, "a game that was played to the end has a result"
    person = _seat(table, 0, Part.PLAYED)
    best = person.seat in result.winners
    draw = best and len(result.winners) > 1
    total = table.game.view().seats[person.seat].sheet.total
    return replace(person, total=total, rank=1 if best else 2, won=best and not draw, shared=draw)


def _scored(table: Table, stayed: frozenset[Seat]) -> tuple[SeatResult, ...]:
    """The people who played to the end, ranked among themselves."""
    cities = [city for city in table.game.view().seats if city.seat in stayed]
    if len(cities) == 1:
        (alone,) = cities
        practised = _seat(table, alone.seat, Part.PRACTISED)
        return (replace(practised, total=alone.sheet.total),)
    scores = [_score(city) for city in cities]
    shared = scores.count(max(scores)) > 1
    found = []
    for city, score in zip(cities, scores, strict=True):
        rank = 1 + sum(other > score for other in scores)
        seat = _seat(table, city.seat, Part.PLAYED)
        won = rank == 1
        found.append(
            replace(seat, total=city.sheet.total, rank=rank, won=won, shared=won and shared)
        )
    return tuple(found)


def _score(city: SeatView) -> tuple[int, int]:
    """Points, and the bonfires that decide between equal points (FACTS.md #4)."""
    return city.sheet.total, city.bonfires


def _seat(table: Table, seat: Seat, part: Part) -> SeatResult:
    person = table.players[seat]
    return SeatResult(seat, person.id, person.name, part)
