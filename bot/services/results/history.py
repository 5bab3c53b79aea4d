"""Pages of games that are over, the newest first."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.links import jump_link
from bot.model.messages import LABEL_LIMIT, Button, Prompt
from bot.model.people import escape_markdown
from bot.model.results import NEWEST, Range, ResultLine, SeatLine
from bot.store import Transaction
from bot.words import Catalog, Phrase, phrase
from bot.words.text import clip

LINES: Final = 5
"""Games on a page: with four names and a link each, more would not surely fit a message."""
NAME_LIMIT: Final = 20
"""Characters of a name in a list."""
NEWER: Final = "newer"
OLDER: Final = "older"


class Listing(StrEnum):
    """What a button under a list asks for; the token goes on behind a colon."""

    GAMES = "games"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some games in a row, and whether there are newer or older ones beyond them."""

    lines: tuple[ResultLine, ...]
    newer: bool
    older: bool


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Whose games: of a server, of a person, or of a person on a server."""

    viewer: int
    guild: int | None
    person: int | None


async def page_of(tx: Transaction, wanted: HistoryQuery, part: Range) -> HistoryPage:
    """The page of a list that a part of it is; the first one where newer games do not fill it."""
    lines = await tx.records.history(wanted.viewer, wanted.guild, wanted.person, part, LINES + 1)
    more = len(lines) > LINES
    if part.after is None:
        return HistoryPage(lines[:LINES], newer=part.before is not None, older=more)
    if more:
        return HistoryPage(lines[-LINES:], newer=True, older=True)
    return await page_of(tx, wanted, NEWEST)


def elsewhere(page: HistoryPage, wanted: HistoryQuery) -> frozenset[int]:
    """The places of games on a page in which the viewer did not play."""
    return frozenset(
        line.channel
        for line in page.lines
        if all(seat.person != wanted.viewer for seat in line.seats)
    )


def history_page(
    page: HistoryPage, wanted: HistoryQuery, words: Catalog, hidden: Collection[int] = ()
) -> Prompt:
    """A page in words, with the buttons to the next ones.

    Results are for the whole server; no line leads to a place that is `hidden` from the viewer.
    """
    if not page.lines:
        return Prompt(words.say("results.none"))
    heading = words.spell(_heading(page, wanted))
    lines = (_line(line, words, linked=line.channel not in hidden) for line in page.lines)
    return Prompt("\n".join((heading, *lines)), tuple(_rows(page, wanted, words)))


def _heading(page: HistoryPage, wanted: HistoryQuery) -> Phrase:
    if wanted.person is None:
        return phrase("results.server")
    if wanted.person == wanted.viewer:
        return phrase("results.own")
    seats = (seat for line in page.lines for seat in line.seats)
    return phrase("results.of", who=next(_who(one) for one in seats if one.person == wanted.person))


def _rows(page: HistoryPage, wanted: HistoryQuery, words: Catalog) -> Iterator[tuple[Button, ...]]:
    edges = (
        (NEWER, page.newer, page.lines[0].id),
        (OLDER, page.older, page.lines[-1].id),
    )
    buttons = tuple(
        Button(clip(words.say(f"log.{way}"), LABEL_LIMIT), token_of(wanted.person, way, edge))
        for way, there, edge in edges
        if there
    )
    if buttons:
        yield buttons


def token_of(person: int | None, way: str, edge: int) -> str:
    """What the button to another page says."""
    return f"{Listing.GAMES}:{person or 0}:{way}:{edge}"


def asked_by(argument: str) -> tuple[int | None, Range]:
    """Read what `token_of` wrote behind the name of the list."""
    person, way, edge = argument.split(":")
    number = int(edge)
    part = Range(after=number) if way == NEWER else Range(before=number)
    return int(person) or None, part


def _line(line: ResultLine, words: Catalog, *, linked: bool) -> str:
    day = phrase("results.day", at=str(int(line.ended)))
    seats = ", ".join(map(words.spell, _seats(line)))
    if not linked:
        return words.say("results.unlinked", day=day, seats=seats)
    link = jump_link(line.guild, line.channel, line.message)
    return words.say("results.line", day=day, seats=seats, link=link)


def _seats(line: ResultLine) -> Iterator[Phrase]:
    yield from map(_seat, line.seats)
    if line.tom is not None:
        (person,) = line.seats
        tom = phrase("results.seat.played", who=phrase("term.tom"), points=line.tom)
        yield tom if person.won or person.shared else phrase("results.seat.winner", seat=tom)
    if line.handicap is not None:
        yield phrase("results.challenge", handicap=signed(line.handicap))


def _seat(seat: SeatLine) -> Phrase:
    if seat.name is None:
        return phrase("results.seat.somebody")
    told = phrase(f"results.seat.{seat.part}", who=_who(seat), points=seat.total or 0)
    return phrase("results.seat.winner", seat=told) if seat.won else told


def _who(seat: SeatLine) -> str:
    return listed_name(seat.name or "")


def listed_name(name: str) -> str:
    """A name as lists show it: short, and without formatting of its own."""
    return escape_markdown(clip(name, NAME_LIMIT))


def signed(value: int) -> str:
    """A handicap with its sign."""
    return f"{value:+d}".replace("-", "−")  # noqa: RUF001 - the minus sign of typesetters
