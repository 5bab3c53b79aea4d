"""The ends of games, and the lines of lists made of them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.agents.levels import Level

FEWEST_TURNS: Final = 5
"""Turns that people must have played themselves, for a result that counts for them."""


class Ending(StrEnum):
    """The way in which a game came to its result."""

    PLAYED = "played"
    """By the rules, with a final score."""
    CONCEDED = "conceded"
    """By the resignation of all others, without a score."""


class Part(StrEnum):
    """The part of a person in a game when it ended."""

    PLAYED = "played"
    """They played to the end: the score counts."""
    STAYED = "stayed"
    """All others had resigned: won, without a score."""
    RESIGNED = "resigned"
    """They had resigned: lost, without a score."""
    LEFT = "left"
    """The bot held their seat in the end: lost, without a score."""
    PRACTISED = "practised"
    """They went on against bots alone, or played only few turns: it does not count at all."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The end of a game; `ended` is Unix time, `tom` Tom's score in a solo game."""

    game: int
    guild: int | None
    ended: float
    ending: Ending
    players: int
    handicap: int | None
    tom: int | None


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The meaning of a game's end for the person of a seat.

    `total` is the final score, None without one; `rank` the place among the people whose score
    counts. A shared win is won and shared, a draw against Tom shared alone. `sources` has the
    points by where they come from, as JSON.
    """

    seat: int
    person: int
    name: str
    part: Part
    total: int | None = None
    rank: int | None = None
    won: bool = False
    shared: bool = False
    sources: str | None = None


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A game that ended, by the rules, before results were kept."""

    game: int
    ended: float


@dataclass(frozen=True, slots=True)
class Range:
    """A part of a list: behind the result `before`, or ahead of `after`; else its newest."""

    before: int | None = None
    after: int | None = None


NEWEST: Final = Range()


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A person in a game that is over; `name` is None for somebody who is not to be listed."""

    person: int
    name: str | None
    part: Part
    total: int | None
    won: bool
    shared: bool


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A game that is over; `id` is its place in the order of ends, `message` its last post.

    The channel is None once the game was deleted with its server.
    """

    id: int
    ended: float
    ending: Ending
    handicap: int | None
    tom: int | None
    channel: int | None
    guild: int | None
    message: int | None
    seats: tuple[SeatLine, ...]


class Board(StrEnum):
    """A leaderboard."""

    TABLES = "tables"
    """Of games of two to four people, no bot among them."""
    SOLO = "solo"
    """Of games against Tom."""
    BOTS = "bots"
    """Of games in which bots sat at the table as players."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's results in games of several people; `means` are scores by number of players."""

    place: int
    name: str
    games: int
    wins: int
    best: int | None
    means: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SoloStanding:
    """A person's results against Tom; `rung` is their next handicap, of challenges alone."""

    place: int
    name: str
    rung: int | None
    challenges: int
    challenge_wins: int
    games: int
    wins: int
    mean: int | None
    best: int | None


@dataclass(frozen=True, slots=True)
class BotStanding:
    """A person's results in games with bots.

    `against` has, by the strongest bot of the table, how many games were won of how many, the
    strongest level first.
    """

    place: int
    name: str
    games: int
    wins: int
    best: int | None
    against: tuple[tuple[Level, int, int], ...]


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """A wish to see finished games: those of a server, of a person, or of a person there.

    `viewer` is who wants to see them.
    """

    viewer: int
    guild: int | None
    person: int | None


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some games in a row, and whether there are newer or older ones beyond them."""

    lines: tuple[ResultLine, ...]
    newer: bool
    older: bool


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page of a leaderboard, from 0, of so many `pages`; `others` list people too."""

    board: Board
    others: tuple[Board, ...]
    page: int
    pages: int
    lines: tuple[Standing, ...] | tuple[SoloStanding, ...] | tuple[BotStanding, ...]
