"""The meaning of a game's end for each person who sat at the table, said here alone.

People who play to the end have a score that counts, and the best of them wins: most points, then
most bonfires, then together. People who resigned, or whose seat the bot holds in the end, have lost
without a score, however well the bot did. When all others have resigned, the person who stayed has
won, without a score. If they play on against bots alone instead, that does not count. A bot that
plays for itself wins and loses as people do, and has won when they have all resigned;
`bot.store.results` lists games with such bots apart. Nothing counts for people who played fewer
than FEWEST_TURNS turns there themselves. Of games that others gave up, one a day counts for the
same two people. A game that others gave up before anybody did leaves no result at all.
"""

import json
from collections import Counter
from dataclasses import replace
from operator import attrgetter
from typing import Final

from bot.model import rows
from bot.model.results import FEWEST_TURNS, Ending, Part, ResultRow, SeatResult
from bot.services.games.table import Table
from bot.store.store import Transaction
from engine import actions, ids
from engine.codec import action_from_json
from engine.view import ScoreSheet

_A_DAY: Final = 24 * 3600.0
"""Seconds in which two people have at most one conceded game that counts."""


async def settle(tx: Transaction, table: Table, now: float, ending: Ending) -> None:
    """Keep how a game that counts has ended and what that means for each person, once."""
    if not table.kind.counts:
        return
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
    if ending is Ending.CONCEDED:
        seated = [one.id for one in table.players if one.level is None]
        if await tx.results.have_conceded(seated, now - _A_DAY):
            return
    seats = await _counting(tx, table, outcomes(table, ending))
    people = (one for one in seats if one.seat not in table.seated_bots)
    if ending is Ending.PLAYED or any(one.part is not Part.PRACTISED for one in people):
        await tx.results.add(result, seats)


async def _counting(
    tx: Transaction, table: Table, seats: tuple[SeatResult, ...]
) -> tuple[SeatResult, ...]:
    """Return the outcome; results of people who hardly played do not count."""
    answers = [
        row for row in await tx.games.log(table.id) if not row.by_bot and row.taken_back is None
    ]
    turns = Counter(row.seat for row in answers if ends_turn(row))
    return tuple(
        one
        if one.seat in table.seated_bots or turns[one.seat] >= FEWEST_TURNS
        else replace(one, part=Part.PRACTISED, rank=None, won=False, shared=False)
        for one in seats
    )


def ends_turn(row: rows.MoveRow) -> bool:
    """Say whether an entry of a log is the answer that ends a turn."""
    return row.action is not None and isinstance(
        action_from_json(json.loads(row.action)), actions.EndTurn | actions.Pass
    )


def outcomes(table: Table, ending: Ending) -> tuple[SeatResult, ...]:
    """Return the meaning of the end for each person, by seat."""
    gone = (
        _seat(table, seat, Part.RESIGNED if seat in table.resigned else Part.LEFT)
        for seat in table.left
    )
    return tuple(sorted((*_staying(table, ending), *gone), key=attrgetter("seat")))


def _staying(table: Table, ending: Ending) -> tuple[SeatResult, ...]:
    if ending is Ending.CONCEDED:
        stayed = table.competing
        shared = len(stayed) > 1
        return tuple(
            replace(_seat(table, seat, Part.STAYED), won=True, shared=shared) for seat in stayed
        )
    if table.game.options.solo and table.held:
        return (_against_tom(table),)
    return _scored(table)


def _against_tom(table: Table) -> SeatResult:
    me, tom = table.game.view().seats
    mine, his = me.sheet.total, tom.sheet.total
    return replace(
        _seat(table, 0, Part.PLAYED),
        total=mine,
        sources=_sources(me.sheet),
        rank=1 if mine >= his else 2,
        won=mine > his,
        shared=mine == his,
    )


def _scored(table: Table) -> tuple[SeatResult, ...]:
    """The people who played to the end and the seated bots, ranked among themselves.

    Bonfires decide between equal points (ruling 4).
    """
    cities = [city for city in table.game.view().seats if city.seat in table.competing]
    part = Part.PRACTISED if len(cities) < 2 else Part.PLAYED
    results = [
        replace(_seat(table, city.seat, part), total=city.sheet.total, sources=_sources(city.sheet))
        for city in cities
    ]
    if part is Part.PRACTISED:
        return tuple(results)
    scores = [(city.sheet.total, city.bonfires) for city in cities]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return tuple(
        replace(result, rank=rank, won=rank == 1, shared=rank == 1 and ranks.count(1) > 1)
        for result, rank in zip(results, ranks, strict=True)
    )


def _sources(sheet: ScoreSheet) -> str:
    """Return the sources of points, as they are stored."""
    return json.dumps(dict(sheet.points))


def _seat(table: Table, seat: ids.Seat, part: Part) -> SeatResult:
    person = table.players[seat]
    return SeatResult(seat, person.id, person.name, part)
