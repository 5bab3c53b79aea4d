"""The kind of a game: each is a value that deals it, and says what is allowed and what it means.

The core asks the kind of a table, and never which one it is. A kind is a class in the file of its
feature; the bot is given all of them when it starts.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol, Self

from bot.model import drafts, messages, rows
from bot.model.coach import Idea
from bot.model.offers import Offers, WayIn
from bot.present.wizard.wizard import wizard_page, wizard_press
from bot.store.store import Store, Transaction
from bot.words import Catalog, Phrase
from engine import Game, GameOptions, ids


class KindTable(Protocol):
    """The part of a table that its kind may see."""

    @property
    def id(self) -> int:
        """The number of the game."""

    @property
    def game(self) -> Game:
        """The game itself."""

    @property
    def players(self) -> tuple[rows.PersonRow, ...]:
        """People and bots by seat."""

    @property
    def held(self) -> frozenset[ids.Seat]:
        """The seats that people play themselves."""

    @property
    def left(self) -> frozenset[ids.Seat]:
        """The seats of people for whom the bot plays."""

    @property
    def numbers(self) -> str | None:
        """The language of numbers and dates, None for that of the words."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """A casual game; other kinds override what they do otherwise.

    The database knows a kind by its `name` and, where it has one, its `detail`.
    """

    name: ClassVar[str] = "casual"
    counts: ClassVar[bool] = True
    """Lists of results have it."""
    gives_way: ClassVar[bool] = True
    """While nobody has played in it, it can make room for another game."""
    brief: ClassVar[bool] = False
    """Posts of turns go without their small print."""
    rematch: ClassVar[bool] = True
    """Where it is over, people can ask for a rematch."""
    way_back: ClassVar[WayIn | None] = None
    """The way from pages beside it back into a game that goes on."""
    keeps_seats: ClassVar[str | None] = None
    """The reason why nobody hands a seat over."""
    keeps_turns: ClassVar[str | None] = None
    """The reason why nobody goes back on their own to where a turn began."""
    keeps_place: ClassVar[str | None] = None
    """The reason why it stays where it is, unless it has lost that place."""
    keeps_private: ClassVar[str | None] = None
    """The reason why it goes on in no server."""
    keeps_past: ClassVar[str | None] = None
    """The reason why the engine goes back no further than the running turn."""

    @property
    def detail(self) -> str:
        """The detail that the name leaves out: a number, for example."""
        return ""

    def __str__(self) -> str:
        """Return the text by which the database knows the kind."""
        return f"{self.name} {self.detail}".rstrip()

    @classmethod
    def of(cls, _detail: str) -> Self:
        """Return the kind of a stored game."""
        return cls()

    async def deal(self, _store: Store, new: Callable[[], Game]) -> Game:
        """Deal a game; `new` deals one by chance."""
        return await asyncio.to_thread(new)

    async def began(self, tx: Transaction, table: KindTable) -> None:
        """Note that a game has begun; raises UserError where it may not."""

    async def ended(self, tx: Transaction, table: KindTable) -> None:
        """Note that a game is over."""

    async def helped(self, tx: Transaction, table: KindTable) -> None:
        """Note that a turn was suggested."""

    async def again(
        self, _tx: Transaction, options: GameOptions, _person: int
    ) -> tuple["GameKind", GameOptions]:
        """Return what a rematch is that a person asks for; raises UserError."""
        return CASUAL, options

    async def may_sit_down(self, tx: Transaction, table: KindTable, person: int) -> None:
        """Raise UserError for a person who may not take over a seat."""

    async def must_be_unsealed(self, tx: Transaction, table: KindTable, now: float) -> None:
        """Raise UserError while others still play the same deal."""

    def page(
        self, _offers: Offers, game: Game, seat: ids.Seat, draft: drafts.Draft, words: Catalog
    ) -> messages.Page:
        """Return the private page of a draft, which may show ways into features."""
        return wizard_page(game, seat, draft, words)

    def press(
        self, game: Game, seat: ids.Seat, draft: drafts.Draft, token: str
    ) -> drafts.PressResult:
        """Say where a press on that page leads."""
        return wizard_press(game, seat, draft, token)

    def answered(self, game: Game) -> None:
        """Count what a person's answers have led to."""

    def explains(self, _game: Game) -> tuple[Idea, ...] | None:
        """Return the ideas that the page itself explains now; the coach is silent unless None."""
        return None

    def last_word(self, _game: Game) -> Phrase | None:
        """Return what the post of a turn says below its picture where that turn ends it all."""
        return None


CASUAL: Final = GameKind()
Kinds = Mapping[str, type[GameKind]]
"""Classes of kinds by their names."""


def kind_of(text: str, kinds: Kinds) -> GameKind:
    """Return the kind of a stored game; a casual one where the bot does not know its name."""
    name, _, detail = text.partition(" ")
    return kinds.get(name, GameKind).of(detail)


def loaded(snapshot: str) -> Game:
    """Return the game of a snapshot, JSON text."""
    return Game.load(json.loads(snapshot))
