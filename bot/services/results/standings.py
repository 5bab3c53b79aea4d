"""Pages of leaderboards: games of several people, and the ladder of challenges against Tom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.model.messages import LABEL_LIMIT, Button, Prompt
from bot.model.results import SoloStanding, Standing
from bot.services.results.history import Listing, listed_name, signed
from bot.store import Transaction
from bot.words import Catalog, Phrase, phrase
from bot.words.text import clip, page_heading

PEOPLE: Final = 10
"""People on a page."""


class Board(StrEnum):
    """A leaderboard."""

    TABLES = "tables"
    """Of games of two to four people."""
    SOLO = "solo"
    """Of games against Tom."""

    @property
    def other(self) -> "Board":
        """The leaderboard that is not this one."""
        return Board.SOLO if self is Board.TABLES else Board.TABLES


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """Which leaderboard of a server who wants to see, and which page of it, from 0."""

    viewer: int
    guild: int
    board: Board
    page: int


async def board_page(tx: Transaction, asked: BoardQuery, words: Catalog) -> Prompt:
    """A page of a leaderboard in words, with buttons to the others; the first for one beyond."""
    people, lines = await _lines(tx, asked, words)
    if asked.page and not lines:
        return await board_page(tx, replace(asked, page=0), words)
    return _prompt(asked, -(-people // PEOPLE), lines, words)


async def _lines(tx: Transaction, asked: BoardQuery, words: Catalog) -> tuple[int, list[str]]:
    """How many people there are, and the lines of those on a page."""
    part = (asked.viewer, asked.guild, asked.page * PEOPLE, PEOPLE)
    match asked.board:
        case Board.TABLES:
            people, standings = await tx.records.standings(*part)
            return people, [_standing(one, words) for one in standings]
        case Board.SOLO:
            people, alone = await tx.records.solo(*part)
            return people, [_solo_standing(one, words) for one in alone]


def board_asked(argument: str) -> tuple[Board, int]:
    """Read what a button says behind the name of the list."""
    board, page = argument.split(":")
    return Board(board), int(page)


def _prompt(asked: BoardQuery, pages: int, lines: Sequence[str], words: Catalog) -> Prompt:
    board, page = asked.board, asked.page
    told = lines or (words.say(f"standings.none.{board}"),)
    heading = page_heading(words.say(f"standings.heading.{board}"), page, pages, words)
    buttons = [
        _button(words.say(f"standings.{way}"), board, to)
        for way, to in (("before", page - 1), ("behind", page + 1))
        if 0 <= to < pages
    ]
    buttons.append(_button(words.say(f"standings.show.{board.other}"), board.other, 0))
    return Prompt("\n".join((heading, *told)), (tuple(buttons),))


def _button(label: str, board: Board, page: int) -> Button:
    return Button(clip(label, LABEL_LIMIT), f"{Listing.STANDINGS}:{board}:{page}")


def _standing(one: Standing, words: Catalog) -> str:
    parts = [phrase("standings.games", wins=one.wins, n=one.games)]
    if one.means:
        told = (words.say(f"standings.with.{players}", mean=mean) for players, mean in one.means)
        parts.append(phrase("standings.means", means=", ".join(told)))
    if one.best is not None:
        parts.append(phrase("standings.best", best=one.best))
    return _line(one.place, one.name, parts, words)


def _solo_standing(one: SoloStanding, words: Catalog) -> str:
    parts = []
    if one.rung is not None:
        parts.append(phrase("standings.rung", rung=signed(one.rung)))
    if one.challenges:
        parts.append(phrase("standings.challenges", wins=one.challenge_wins, n=one.challenges))
    if one.games:
        key = "others" if one.challenges else "games"
        parts.append(phrase(f"standings.{key}", wins=one.wins, n=one.games))
    if one.mean is not None:
        parts.append(phrase("standings.mean", mean=one.mean))
    if one.best is not None:
        parts.append(phrase("standings.best", best=one.best))
    return _line(one.place, one.name, parts, words)


def _line(place: int, name: str, parts: Iterable[Phrase], words: Catalog) -> str:
    told = "; ".join(map(words.spell, parts))
    return words.say("standings.line", place=place, who=listed_name(name), parts=told)
