"""Turns of bots are told once, whichever worker played them, was killed or lost the post."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from bot.model import rows
from bot.model.invocation import ChannelRef, Invocation
from bot.model.people import seated_bot
from bot.model.stored_post import StoredPost
from bot.services.calls.bot_seats import BotSeats
from bot.services.calls.notices import places_lost, post_lost, post_taken
from bot.services.games import saving
from bot.services.games.service import GameService
from bot.services.games.thinker import Thinker
from bot.store.store import Store, Transaction
from engine import STANDARD_BOX, GameOptions
from engine.agents.levels import Level
from tests.kit.lost import FORBIDDEN
from tests.kit.quick_bots import BY_CHANCE
from tests.kit.stack import at_once

ADA, BO, CY = rows.PersonRow(101, "Ada"), rows.PersonRow(102, "Bo"), rows.PersonRow(103, "Cy")
BOTS = (seated_bot(Level.EASY, 1), seated_bot(Level.EASY, 2))
PLACE = ChannelRef(500, 1, "en", rows.Via.CHANNEL)


@dataclass(slots=True)
class Worker:
    """What a worker of several has: its games, and the seats that the bot plays while it leads."""

    games: GameService
    delivered: list[saving.QueuedPosts] = field(default_factory=list)

    async def play_a_bot(self) -> None:
        """Play a single turn of the bot, as the worker that leads just now."""
        seats = BotSeats(self.games.store, self.games, self.delivered.append, at_once)
        await seats._begin_turns()
        await asyncio.gather(*seats._playing.values())

    async def moved(self, game: int) -> int:
        """The number of answers of a game."""
        async with self.games.hold(game) as table:
            return table.game.move_count

    async def posted(self) -> list[tuple[rows.PostRow, StoredPost]]:
        """The posts that wait, in their order."""
        heads = await self.games.store.read(lambda tx: tx.posts.heads())
        return [(row, StoredPost.load(row.body)) for row in heads]

    async def take(self) -> list[StoredPost]:
        """Let Discord take every post that waits; returns those at the table."""
        taken = []
        while waiting := await self.posted():
            for row, body in waiting:
                await self.games.store.write(lambda tx, row=row: post_taken(tx, row, 1000 + row.id))  # type: ignore[misc]
                taken += [body] if row.channel == PLACE.id else []
        return taken


@dataclass(slots=True)
class Crew:
    """Workers on one database, and a game of Ada, Bo and two bots, as it is Bo's turn."""

    one: Worker
    other: Worker
    game: int
    presses: "itertools.count[int]"

    def press(self, person: rows.PersonRow) -> Invocation:
        return Invocation(next(self.presses), person, PLACE)

    async def take_turn(self, worker: Worker) -> None:
        """Let the person to move play their turn to its end, by a worker."""
        dice = random.Random(5)
        async with worker.games.hold(self.game) as table:
            assert table.game.waiting is not None
            seat, person = table.game.waiting.seat, table.players[table.game.waiting.seat]
        while True:
            async with worker.games.hold(self.game) as table:
                if table.game.waiting is None or table.game.waiting.seat != seat:
                    return
                answer = dice.choice(table.game.legal_actions())
                await worker.games.answer(self.press(person), table, (answer,))


@asynccontextmanager
async def crew_on(address: str) -> AsyncIterator[Crew]:
    stores = [await Store.open(address, shared=True) for _ in range(2)]
    one, other = (
        Worker(GameService(store, STANDARD_BOX, lambda: 7, thinker=Thinker(players=BY_CHANCE)))
        for store in stores
    )
    presses = itertools.count(1)
    try:
        seats = (ADA, BO, *BOTS)
        begin = Invocation(next(presses), ADA, PLACE)
        saved = await one.games.start(begin, GameOptions(len(seats)), seats, BO.id)
        await one.take()
        yield Crew(one, other, saved.game, presses)
    finally:
        for store in stores:
            await store.close()


async def test_a_worker_killed_between_turns_of_bots_leaves_them_to_the_next(address: str) -> None:
    async with crew_on(address) as crew:
        await crew.take_turn(crew.one)
        await crew.one.play_a_bot()
        assert await crew.other.take() == []
        await crew.other.play_a_bot()
        (post,) = await crew.other.take()
        assert (post.since, post.ping) == (0, (ADA.id,))
        told = post.text.splitlines()
        assert [line.startswith("**Bot") for line in told[-2:]] == [True, True]
        assert any("Bo" in line for line in told[:-2])
        start = await crew.one.moved(crew.game)
        await crew.take_turn(crew.one)
        (post,) = await crew.one.take()
        assert (post.since, post.ping) == (start, (BO.id,))


async def test_a_seat_is_handed_over_by_one_worker_while_turns_wait_at_another(
    address: str,
) -> None:
    async with crew_on(address) as crew:
        await crew.take_turn(crew.one)
        await crew.one.play_a_bot()
        async with crew.other.games.hold(crew.game) as table:
            seat = table.players.index(ADA)
            await crew.other.games.reseat(crew.press(CY), table, seat)
        rest, taken = await crew.other.take()
        middle = await crew.other.moved(crew.game)
        assert (rest.since, rest.ping) == (0, ())
        assert rest.text.splitlines()[-1].startswith("**Bot")
        assert (taken.since, CY.name in taken.text) == (middle, True)
        await crew.one.play_a_bot()
        (post,) = await crew.one.take()
        assert (post.since, post.ping) == (middle, (CY.id,))
        assert len(post.text.splitlines()) == 1


@pytest.mark.parametrize("place_is_lost", [False, True])
async def test_of_a_post_that_is_lost_its_turns_are_and_with_its_place_none(
    address: str, *, place_is_lost: bool
) -> None:
    """The next worker tells them again once the place takes posts; nothing else is told twice."""
    async with crew_on(address) as crew:
        await crew.take_turn(crew.one)
        for _ in BOTS:
            await crew.one.play_a_bot()
        ((row, _),) = await crew.one.posted()

        async def lose(tx: Transaction) -> None:
            await post_lost(tx, row)
            if place_is_lost:
                await places_lost(tx, (PLACE.id,), FORBIDDEN)

        await crew.one.games.store.write(lose)
        start = await crew.other.moved(crew.game)
        await crew.take_turn(crew.other)
        *missed, post = await crew.other.take()
        assert (post.since, post.ping) == (start, (BO.id,))
        assert [each.since for each in missed] == ([0] if place_is_lost else [])
        for name in ("Bo", "Bot 1", "Bot 2"):
            assert all(name in each.text for each in missed)
        await crew.take_turn(crew.one)
        for _ in BOTS:
            await crew.one.play_a_bot()
        (post,) = await crew.one.take()
        assert post.since > start
