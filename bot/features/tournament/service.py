"""Tournaments, one deal at several tables of a server: people join, and tables begin."""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from bot.features.tournament import values
from bot.features.tournament.pages import results_text
from bot.features.tournament.tables import Tournaments
from bot.model import rows
from bot.model.errors import UserError
from bot.model.invocation import ChannelRef, Invocation
from bot.model.people import to_person
from bot.model.stored_post import StoredPost
from bot.services.games import saving
from bot.services.games.kind import GameKind, KindTable, loaded
from bot.services.games.service import GameService
from bot.services.games.table import snapshot_of
from bot.store.store import Store, Transaction
from bot.words import catalog
from engine import Game, GameOptions
from engine.agents.levels import Level

_OF_NO_GAME: Final = 0


@dataclass(frozen=True, slots=True)
class TournamentGame(GameKind):
    """A table of a tournament, by its number; its result stays hidden until the last one ends."""

    name: ClassVar[str] = "tournament"
    counts: ClassVar[bool] = False
    gives_way: ClassVar[bool] = False
    keeps_turns: ClassVar[str | None] = "tournament.sorry.no_way_back"
    keeps_place: ClassVar[str | None] = "tournament.sorry.stays"
    tournament: int
    number: int

    @property
    def detail(self) -> str:
        """The numbers of the tournament and of the table."""
        return f"{self.tournament} {self.number}"

    @classmethod
    def of(cls, detail: str) -> Self:
        """Return a table of a tournament."""
        return cls(*map(int, detail.split()))

    async def deal(self, store: Store, _new: Callable[[], Game]) -> Game:
        """Begin with the position of all tables."""
        tournament = await store.read(lambda tx: tx.of(Tournaments).get(self.tournament))
        assert tournament is not None, "its tables are gone with it"
        assert tournament.snapshot is not None, "dealt before any table begins"
        return await asyncio.to_thread(loaded, tournament.snapshot)

    async def began(self, tx: Transaction, table: KindTable) -> None:
        """Note in which game the table plays; raises UserError for one that has begun."""
        if not await tx.of(Tournaments).begin(self.tournament, self.number, table.id):
            raise UserError("error.already_done")

    async def ended(self, tx: Transaction, table: KindTable) -> None:
        """Note how the table ended; after the last one, compare all where it was opened."""
        cities = sorted(table.game.view().seats, key=lambda city: city.seat)
        scores = tuple(None if city.seat in table.left else city.sheet.total for city in cities)
        totals = None if table.game.result is None else scores
        if (over := await tx.of(Tournaments).finish(table.id, totals)) is None:
            return
        tables = await tx.of(Tournaments).results(over.id)
        text = results_text(tables, catalog(over.locale, table.numbers))
        post = StoredPost(_OF_NO_GAME, 0, text, (), (), (), since=0)
        await tx.posts.add(table.id, over.channel, rows.Via.CHANNEL, post.dump())

    async def may_sit_down(self, tx: Transaction, table: KindTable, person: int) -> None:
        """Raise UserError for somebody who plays the same deal at another table."""
        if await tx.of(Tournaments).shares(table.id, person):
            raise UserError("tournament.sorry.elsewhere")

    async def must_be_unsealed(self, tx: Transaction, table: KindTable, _now: float) -> None:
        """Raise UserError while a table is still played."""
        if await tx.of(Tournaments).is_open(table.id):
            raise UserError("tournament.sorry.sealed")


@dataclass(frozen=True, slots=True)
class TournamentService:
    """Every change of a tournament; each raises UserError for what cannot be done."""

    store: Store
    games: GameService

    def starting(self, tournament: int) -> AbstractAsyncContextManager[None]:
        """Hold a start, so that two presses make no thread twice."""
        return self.store.one_by_one(f"tournament {tournament}")

    async def open(self, invocation: Invocation, seats: int, level: Level) -> values.Tournament:
        """Open a tournament in a channel, with the person as its host, once for a command."""
        place = invocation.channel

        async def work(tx: Transaction) -> values.Tournament:
            if not await tx.processed.add(invocation.id):
                raise UserError("error.already_done")
            number = await tx.of(Tournaments).add(place.id, place.guild, place.locale, seats, level)
            await tx.of(Tournaments).seat(number, (invocation.person,))
            return await _existing(tx, invocation, number)

        return await self.store.write(work)

    async def join(self, invocation: Invocation, tournament: int) -> values.Tournament:
        """Take part."""
        person = invocation.person

        def change(found: values.Tournament) -> Sequence[rows.PersonRow]:
            if found.holds(person.id):
                raise UserError("tournament.sorry.joined")
            if len(found.members) >= values.MOST_PEOPLE:
                raise UserError("tournament.sorry.full", n=values.MOST_PEOPLE)
            return (*found.members, person)

        changed = await self._change(invocation, tournament, change)
        assert changed is not None, "somebody has just joined"
        return changed

    async def leave(self, invocation: Invocation, tournament: int) -> values.Tournament | None:
        """Take part no longer; the next one becomes host, the last one closes it (None)."""
        person = invocation.person.id

        def change(found: values.Tournament) -> Sequence[rows.PersonRow]:
            if not found.holds(person):
                raise UserError("tournament.sorry.not_joined")
            return tuple(member for member in found.members if member.id != person)

        return await self._change(invocation, tournament, change)

    async def gathering(self, person: int) -> Sequence[values.Tournament]:
        """The tournaments that a person takes part in and that have yet to begin."""

        async def work(tx: Transaction) -> Sequence[values.Tournament | None]:
            tournaments = tx.of(Tournaments)
            return [await tournaments.get(one) for one in await tournaments.gathering(person)]

        return [found for found in await self.store.read(work) if found is not None]

    async def look(self, tournament: int) -> values.Tournament | None:
        """The tournament with this number."""
        return await self.store.read(lambda tx: tx.of(Tournaments).get(tournament))

    async def note_shown(self, tournament: values.Tournament, message: int | None) -> None:
        """Note the message in which people join, where that is another one by now."""
        if message is not None and message != tournament.message:
            await self.store.write(lambda tx: tx.of(Tournaments).note_shown(tournament.id, message))

    async def deal(self, invocation: Invocation, tournament: int) -> values.Tournament:
        """Deal, and spread the people over the tables, once: only the host may.

        A start that was cut off goes on for everybody who takes part.
        """
        found = await self.store.read(lambda tx: _existing(tx, invocation, tournament))
        if found.snapshot is not None:
            if not found.holds(invocation.person.id):
                raise UserError("tournament.sorry.not_joined")
            return found
        _must_be_startable(found, invocation)
        options = GameOptions(players=found.seats)
        game = await asyncio.to_thread(Game.new, options, self.games.seed(), self.games.box)
        snapshot = await asyncio.to_thread(snapshot_of, game)
        # By a seed of its own: where somebody sits must not tell what was dealt.
        order = random.Random(self.games.seed())  # noqa: S311 - seeded secretly

        async def work(tx: Transaction) -> values.Tournament:
            now = await _gathering(tx, invocation, tournament)
            _must_be_startable(now, invocation)
            people = order.sample(now.members, len(now.members))
            await tx.of(Tournaments).seat(tournament, people)
            await tx.of(Tournaments).freeze(tournament, snapshot, now.wanted_tables)
            return await _existing(tx, invocation, tournament)

        return await self.store.write(work)

    async def missing(self, tournament: values.Tournament) -> tuple[int, ...]:
        """The tables that have not begun, by number."""
        return await self.store.read(lambda tx: tx.of(Tournaments).missing(tournament.id))

    async def begin(
        self, invocation: Invocation, tournament: values.Tournament, table: int, room: ChannelRef
    ) -> saving.Saved:
        """Begin one of the tables, in a room of its own."""
        place = replace(room, locale=tournament.locale)
        # One press begins several games: each is known by its room, which is as unique.
        there = replace(invocation, id=room.id, channel=place)
        options, players = GameOptions(players=tournament.seats), tournament.players(table)
        kind = TournamentGame(tournament.id, table)
        return await self.games.start(there, options, players, kind=kind)

    async def _change(
        self,
        invocation: Invocation,
        tournament: int,
        change: Callable[[values.Tournament], Sequence[rows.PersonRow]],
    ) -> values.Tournament | None:
        async def work(tx: Transaction) -> values.Tournament | None:
            people = change(await _gathering(tx, invocation, tournament))
            if not people:
                await tx.of(Tournaments).remove(tournament)
                return None
            await tx.of(Tournaments).seat(tournament, people)
            return await _existing(tx, invocation, tournament)

        return await self.store.write(work)


async def _existing(tx: Transaction, invocation: Invocation, tournament: int) -> values.Tournament:
    """A tournament of the channel of a press."""
    found = await tx.of(Tournaments).get(tournament)
    if found is None or found.channel != invocation.channel.id:
        raise UserError("tournament.sorry.gone")
    return found


async def _gathering(tx: Transaction, invocation: Invocation, tournament: int) -> values.Tournament:
    """Return a tournament of the channel that people can still join; raises UserError."""
    found = await _existing(tx, invocation, tournament)
    if found.snapshot is not None:
        raise UserError("tournament.sorry.begun")
    return found


def _must_be_startable(tournament: values.Tournament, invocation: Invocation) -> None:
    """Raise UserError for who is not the host, and where too few take part."""
    host = tournament.members[0]
    if host.id != invocation.person.id:
        raise UserError("tournament.sorry.host_only", host=to_person(host).name)
    if len(tournament.members) < values.FEWEST_PEOPLE:
        raise UserError("tournament.sorry.too_few")
