"""The presses that carry posts where the bot may only answer: after a restart too, and secretly."""

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.chat.client import BonfireClient
from bot.chat.delivery.permissions import RENEWED
from bot.model import rows
from bot.model.channel_loss import ANSWERS_ONLY
from bot.model.stored_post import StoredPost
from bot.standin import Channel, Interaction, Refused, Reset, StandIn, UserClient
from bot.standin.layout import text
from bot.store.copies import copy
from bot.store.store import Store, Transaction
from tests.kit.clock import TurnedClock
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on, settings_for
from tests.kit.whole import eventually

FOLLOWUPS = r"/webhooks/\d+/[^/]+$"
BODY = StoredPost(1, 0, "news", (), (), (), 0).dump()


@dataclass(frozen=True, slots=True)
class Group:
    """Friends in a group that knows only the user app."""

    server: StandIn
    clock: TurnedClock
    folder: Path
    ada: UserClient
    room: Channel

    @property
    def database(self) -> Path:
        return settings_for(self.server, self.folder).database

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[BonfireClient]:
        async with bot_on(self.server, self.folder, self.clock) as client:
            yield client

    async def press(self, client: BonfireClient) -> Interaction:
        """A press of Ada's that the bot has dealt with."""
        before = client.services.traffic.all
        press = await self.ada.slash(self.room, "bonfire", "mygames")

        async def dealt_with() -> bool:
            return client.services.traffic.all > before

        await eventually(dealt_with)
        return press

    async def opens(self, client: BonfireClient) -> Interaction:
        """A press of Ada's that can carry posts from now on."""
        press = await self.press(client)
        doors = client.services.outbox._doors

        async def is_last() -> bool:
            door = doors.into(self.room.id)
            return door is not None and door.token == press.token

        await eventually(is_last)
        return press

    async def tell(self, store: Store) -> int:
        async def work(tx: Transaction) -> int:
            await tx.channels.bury(self.room.id, ANSWERS_ONLY)  # as the start of a game there does
            return await tx.posts.add(None, self.room.id, rows.Via.FOLLOWUP, BODY)

        return await store.write(work)

    async def hears(self) -> None:
        await self.ada.waits_for(self.room, lambda m: text(m) == "news")

    def stored(self) -> list[str]:
        """The tokens in the database."""
        with closing(sqlite3.connect(self.database)) as database:
            return [token for (token,) in database.execute("SELECT token FROM doors")]

    async def stores(self, token: str) -> None:
        """Wait until this token alone is in the database, which follows the answer."""

        async def alone() -> bool:
            return self.stored() == [token]

        await eventually(alone)


@pytest.fixture
async def group(tmp_path: Path) -> AsyncIterator[Group]:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        ada, bo = server.person("Ada"), server.person("Bo")
        for one in (ada, bo):
            one.user.has_installed_app = True
        yield Group(server, clock, tmp_path, ada, server.conversation(ada, bo))
        assert server.invalid_requests == []


async def test_what_waits_for_a_press_goes_out_after_a_restart(group: Group) -> None:
    async with group.bot() as client:
        await group.opens(client)
    store = await Store.open(group.database)
    await group.tell(store)
    await store.close()
    async with group.bot():
        await group.hears()


async def test_what_is_cut_off_by_a_stop_goes_out_after_a_restart(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with group.bot() as client:
        await group.opens(client)
        group.server.fault_injector.plan("POST", FOLLOWUPS, Reset())
        cut = group.server.fault_injector.injected
        with monkeypatch.context() as patch:
            patch.setattr(client, "is_closed", lambda: bool(cut))
            await group.tell(client.services.store)
            client.services.outbox.kick()

            async def cut_off() -> bool:
                return bool(cut) and not client.services.outbox._sending

            await eventually(cut_off)
    async with group.bot():
        await group.hears()


async def test_what_waited_too_long_is_lost_and_comes_with_the_next_press(group: Group) -> None:
    async with group.bot() as client:
        await group.opens(client)
        store = client.services.store
        client.services.outbox._doors._open.clear()
        await group.tell(store)
    group.clock.advance(3600.0)
    async with group.bot() as client:
        assert await client.services.store.read(lambda tx: tx.posts.count_waiting()) == 0
        assert group.stored() == []
        await group.opens(client)
        await group.hears()


async def test_a_press_that_discord_has_forgotten_closes_no_open_door(group: Group) -> None:
    async with group.bot() as client:
        first = await group.opens(client)
        group.server.fault_injector.plan("POST", "/callback$", Refused(404, 10062))
        await group.press(client)
        await group.tell(client.services.store)
        client.services.outbox.kick()
        await group.hears()
        door = client.services.outbox._doors.into(group.room.id)
        assert door is not None
        assert door.token == first.token


@pytest.mark.parametrize("refused", [Refused(401, 50027), Refused(404, 10015)])
async def test_a_door_that_discord_has_closed_is_forgotten(group: Group, refused: Refused) -> None:
    async with group.bot() as client:
        first = await group.opens(client)
        await group.stores(first.token)
        group.server.fault_injector.plan("POST", FOLLOWUPS, refused)
        store = client.services.store
        await group.tell(store)
        client.services.outbox.kick()

        async def lost() -> bool:
            return not await store.read(lambda tx: tx.posts.count_waiting())

        await eventually(lost)
        assert group.stored() == []
        second = await group.opens(client)
        await group.hears()
        await group.stores(second.token)


async def test_a_door_is_written_now_and_then_and_not_with_each_press(group: Group) -> None:
    async with group.bot() as client:
        first = await group.opens(client)
        for _ in range(3):
            await group.opens(client)
            await group.stores(first.token)
        group.clock.advance(RENEWED)
        last = await group.opens(client)

        async def renewed() -> bool:
            return group.stored() == [last.token]

        await eventually(renewed)


async def test_tokens_are_in_no_copy_and_no_log(
    group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    async with group.bot() as client:
        press = await group.opens(client)
        door = client.services.outbox._doors.into(group.room.id)
        group.server.fault_injector.plan("POST", FOLLOWUPS, Reset())
        await group.tell(client.services.store)
        client.services.outbox.kick()
        await client.services.outbox.drain(5)
    token = press.token.encode()
    assert token in group.database.read_bytes()
    target = group.folder / "copy.db"
    copy(group.database, target)
    assert token not in target.read_bytes()
    assert [one.name for one in group.folder.glob("*copy.db*")] == ["copy.db"]
    await group.stores(press.token)
    assert press.token not in repr(door)
    assert not [
        one
        for one in caplog.records
        if one.name.startswith("bot.chat") and press.token in one.getMessage()
    ]
