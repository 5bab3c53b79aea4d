"""What workers on one database agree on, worker by worker in one process."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager

import pytest

from bot.model import rows
from bot.model.database_errors import DatabaseError
from bot.model.invocation import ChannelRef, Invocation
from bot.services.games.service import GameService
from bot.store.postgres.sharing import _key
from bot.store.queries import Agreement
from bot.store.store import Store
from engine import STANDARD_BOX, GameOptions

PEOPLE = (rows.PersonRow(101, "Ada"), rows.PersonRow(102, "Bo"))
PLACE = ChannelRef(500, 1, "en", rows.Via.CHANNEL)


@asynccontextmanager
async def workers(address: str, count: int = 2) -> AsyncIterator[list[GameService]]:
    """So many workers that share a database."""
    stores = [await Store.open(address, shared=True) for _ in range(count)]
    try:
        yield [GameService(store, STANDARD_BOX) for store in stores]
    finally:
        for store in stores:
            await store.close()


def press(number: int, person: rows.PersonRow) -> Invocation:
    return Invocation(number, person, PLACE)


async def answer(games: GameService, game: int, number: int) -> int:
    """Let the person to move answer at random, by this worker; returns the revision."""
    async with games.hold(game) as table:
        waiting = table.game.waiting
        assert waiting is not None
        action = random.Random(number).choice(table.game.legal_actions())
        await games.answer(press(number, table.players[waiting.seat]), table, (action,))
        return table.revision


async def test_a_game_is_never_stale_whichever_worker_shows_it(address: str) -> None:
    async with workers(address) as both:
        saved = await both[0].start(press(1, PEOPLE[0]), GameOptions(2), PEOPLE)
        game = saved.game
        for number in range(2, 40):
            one, other = both[1 - number % 2], both[number % 2]
            revision = await answer(one, game, number)
            async with other.hold(game) as table:
                assert table.revision == revision
            state = await other.public_state(game)
            assert state.view.move == table.game.view().move


async def test_workers_change_a_game_one_after_the_other(address: str) -> None:
    """Presses at the same time by all workers: each answer is made, and none twice."""
    async with workers(address, 3) as crew:
        saved = await crew[0].start(press(1, PEOPLE[0]), GameOptions(2), PEOPLE)
        pressed = (answer(crew[number % 3], saved.game, number) for number in range(2, 26))
        revisions = await asyncio.gather(*pressed)
        assert len(set(revisions)) == len(revisions)
        log = await crew[0].store.read(lambda tx: tx.games.log(saved.game))
        assert {row.interaction for row in log} >= set(range(2, 26))


def agreements(crew: Sequence[GameService]) -> Iterator[Agreement]:
    """What each of some workers agrees by."""
    for games in crew:
        assert games.store.sharing is not None
        yield games.store.sharing


async def test_names_are_held_in_one_order_whichever_is_first(address: str) -> None:
    """Two workers that hold the same names would else wait for each other for ever."""
    low, high = sorted(("game 1", "game 2"), key=_key)
    async with workers(address, 3) as crew:
        one, other, third = agreements(crew)

        async def hold_both() -> None:
            async with other.holding(high, low):
                pass

        async with one.holding(low):
            waiting = asyncio.create_task(hold_both())
            await asyncio.sleep(0.3)
            async with asyncio.timeout(5.0), third.holding(high):
                assert not waiting.done()
        await asyncio.wait_for(waiting, 5.0)


async def test_one_leads_and_the_next_one_takes_over_at_once(address: str) -> None:
    async with workers(address) as crew:
        one, other = agreements(crew)
        await check_that_one_leads(address, one, other)


async def check_that_one_leads(address: str, one: Agreement, other: Agreement) -> None:
    led = asyncio.Event()

    async def wait_to_lead() -> None:
        async with other.leading():
            led.set()

    async with one.leading() as right:
        waiting = asyncio.create_task(wait_to_lead())
        await asyncio.sleep(0.2)
        assert not led.is_set()
        assert not right.lost.is_set()
        with pytest.raises(DatabaseError, match="Another bot"):
            await Store.open(address)
    await asyncio.wait_for(waiting, 5.0)
    assert led.is_set()


async def test_who_leads_hears_what_others_tell(address: str) -> None:
    heard = asyncio.Event()
    async with workers(address) as crew:
        one, other = agreements(crew)
        async with one.listening(heard.set):
            await other.tell()
            await asyncio.wait_for(heard.wait(), 5.0)


async def test_a_file_is_nobody_elses(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = await Store.open(tmp_path_factory.mktemp("data") / "bonfire.db")
    assert store.sharing is None
    async with store.holding("game 1"), store.holding("game 1"):
        pass
    await store.close()
