"""Discord is told about the slash commands; where it takes none, the bot is there all the same."""

import itertools
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from discord import AppCommandType, app_commands

from bot.chat import command_sync
from bot.chat.client import BonfireClient
from bot.chat.command_sync import AGAIN, LOG
from bot.chat.command_tree import CommandFolder
from bot.runtime.settings import Sync
from bot.standin import (
    Channel,
    Delayed,
    Moment,
    RateLimited,
    RateLimitScope,
    Refused,
    Reset,
    ServerError,
    StandIn,
    UserClient,
)
from bot.standin.fault_injection import InjectedFault
from bot.standin.layout import text
from tests.kit.clock import TurnedClock
from tests.kit.database import fail
from tests.kit.refusals import BotRoute
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import eventually

SECONDS = 60.0
"""How long to wait for what happens by itself."""


@dataclass(frozen=True, slots=True)
class Portal:
    """A Discord on which no bot has logged in yet, and where the database of one will lie."""

    server: StandIn
    clock: TurnedClock
    ada: UserClient
    table: Channel
    folder: Path

    def refuse(self, fault: InjectedFault, times: int = 1) -> None:
        """Do not take the commands."""
        route = BotRoute.SYNC
        self.server.fault_injector.plan(route.method, route.pattern, fault, times=times)

    def syncs(self) -> list[int]:
        """The statuses of the answers when the bot told about its commands."""
        template = BotRoute.SYNC.value[1]
        return [
            logged.status
            for logged in self.server.requests
            if (logged.method, logged.template) == ("PUT", template)
        ]

    async def told(self, times: int) -> None:
        """Wait until the bot has told about its commands so often."""
        await self.server.core.changes.wait_for(lambda: len(self.syncs()) == times or None, SECONDS)


@pytest_asyncio.fixture
async def portal(tmp_path: Path) -> AsyncIterator[Portal]:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        yield Portal(server, clock, ada, table, tmp_path)


async def known(client: BonfireClient) -> str | None:
    return await client.services.store.read(lambda tx: tx.meta.commands())


async def ids(client: BonfireClient) -> dict[str, int]:
    return await client.services.store.read(lambda tx: tx.meta.command_ids())


async def rested(client: BonfireClient) -> None:
    """Wait until the commands are told."""

    async def told() -> bool:
        return client.commands._wanted is None

    await eventually(told)


def complaint(caplog: pytest.LogCaptureFixture) -> str:
    """The one line that says that Discord has not taken the commands."""
    errors = [one for one in caplog.records if one.levelno >= logging.ERROR]
    (record,) = errors
    assert record.name == LOG.name
    assert record.exc_info is None
    line = record.getMessage()
    assert "\n" not in line
    return line


@pytest.mark.parametrize("moment", list(Moment))
async def test_commands_whose_note_fails_are_noted_later_and_told_once(
    portal: Portal, moment: Moment
) -> None:
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        store, calls = client.services.store, itertools.count()
        kept = await known(client), await ids(client)
        await store.write(lambda tx: tx.meta.put_commands("", {}))

        def fault(caller: str) -> Moment | None:
            is_note = caller.endswith("CommandSync._tell") and next(calls) == 1
            return moment if is_note else None

        failing = fail(store, fault)
        client.commands.tell(Sync.ALWAYS)
        await portal.clock.turned(rested(client))
        assert len(failing.failed) == 1
        assert (await known(client), await ids(client)) == kept
    assert portal.syncs() == [200, 200]


async def test_what_discord_answers_is_kept_and_not_told_again(portal: Portal) -> None:
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        kept = await ids(client)
        kind = AppCommandType.chat_input
        assert set(kept) == {command.name for command in client.tree.get_commands(type=kind)}
        assert set(kept.values()) <= set(portal.server.world.commands)
    before = len(portal.server.requests)
    async with bot_on(portal.server, portal.folder, portal.clock):
        asked = await portal.ada.slash(portal.table, "bonfire", "board")
        told = text(await portal.clock.turned(asked.response()))
        assert f"</bonfire new:{kept['bonfire']}>" in told
    since = portal.server.requests[before:]
    assert [one.path for one in since if one.path.endswith("/commands")] == []


@pytest.mark.parametrize("when", Sync)
async def test_commands_are_mentioned_however_often_they_are_told(
    portal: Portal, when: Sync
) -> None:
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        mentions, kept = client.services.mentions, await ids(client)
        mentions.learn(client.tree, {})
        client.commands.tell(when)
        await rested(client)
        assert mentions.in_text("`/turn move`", 2000) == f"</turn move:{kept['turn']}>"
    assert portal.syncs() == ([200, 200] if when is Sync.ALWAYS else [200])


@pytest.mark.parametrize(
    ("fault", "advice"),
    [
        (Refused(400, 50240), 'page "Activities"'),
        (Refused(400, 30034), "only so often a day"),
        (Refused(401, 0), "token"),
        (Refused(403, 50001), "Refused as planned"),
        (Refused(403, 40333), "Refused as planned"),
        (Refused(404, 0), "404 Not Found"),
        (RateLimited(3600.0, RateLimitScope.SHARED), "3600"),
    ],
    ids=lambda value: str(getattr(value, "code", "")),
)
async def test_a_bot_whose_commands_are_refused_is_there(
    portal: Portal, caplog: pytest.LogCaptureFixture, fault: InjectedFault, advice: str
) -> None:
    portal.refuse(fault)
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        assert client.is_ready()
        assert await known(client) is None
    line = complaint(caplog)
    assert advice in line
    assert "has never known" in line


@pytest.mark.parametrize("fault", [Reset(), ServerError(503)], ids=["reset", "503"])
async def test_a_bot_whose_commands_do_not_come_through_is_there(
    portal: Portal, caplog: pytest.LogCaptureFixture, fault: InjectedFault
) -> None:
    portal.refuse(fault, times=5)
    starting = bot_on(portal.server, portal.folder, portal.clock)
    client = await portal.clock.turned(starting.__aenter__())
    try:
        assert client.is_ready()
        assert await known(client) is None
    finally:
        await starting.__aexit__(None, None, None)
    assert "has never known" in complaint(caplog)


async def test_an_installation_that_is_not_ticked_is_named(
    portal: Portal, caplog: pytest.LogCaptureFixture
) -> None:
    portal.server.world.application.user_install = False
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        assert client.is_ready()
    assert 'page "Installation"' in complaint(caplog)
    portal.server.invalid_requests.clear()


async def test_a_command_that_is_too_large_is_named(
    portal: Portal, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add_too_much(folder: CommandFolder, _handlers: object) -> None:
        group = app_commands.Group(name="wordy", description="x" * 100)
        for section in range(4):
            part = app_commands.Group(name=f"part{section}", description="x" * 100, parent=group)
            for number in range(20):
                add_wordy(part, f"one{number}")
        folder.tree.add_command(group)

    monkeypatch.setattr(CommandFolder, "add", add_too_much)
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        assert client.is_ready()
    assert "too long" in complaint(caplog)
    portal.server.invalid_requests.clear()


def add_wordy(group: app_commands.Group, name: str) -> None:
    @group.command(name=name, description="x" * 100)
    async def _command(_interaction: object) -> None: ...


async def test_commands_of_an_earlier_version_stay_and_serve(
    portal: Portal, caplog: pytest.LogCaptureFixture
) -> None:
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        await client.services.store.write(
            lambda tx: tx.meta.put_commands("an earlier version's", {})
        )
    portal.refuse(Refused(400, 50240))
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        asked = await portal.ada.slash(portal.table, "bonfire", "help")
        assert "Welcome to Bonfire!" in text(await portal.clock.turned(asked.response()))
        assert await known(client) == "an earlier version's"
    assert "an earlier version" in complaint(caplog)


async def an_earlier_list_and_a_hang(portal: Portal, client: BonfireClient) -> None:
    """Log in once more where Discord does not answer about the commands."""
    earlier = "an earlier version's"
    await client.services.store.write(lambda tx: tx.meta.put_commands(earlier, {}))
    portal.refuse(Delayed(10 * SECONDS))
    await client.setup_hook()


async def test_a_list_that_hangs_holds_up_no_answer(portal: Portal) -> None:
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        await an_earlier_list_and_a_hang(portal, client)
        asked = await portal.ada.slash(portal.table, "bonfire", "help")
        assert "Welcome to Bonfire!" in text(await asked.response())
        assert client.commands._wanted is Sync.AUTO


async def test_a_list_that_hangs_is_told_of_once(
    portal: Portal, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        monkeypatch.setattr(command_sync, "ANSWERS_WITHIN", 0.05)
        await an_earlier_list_and_a_hang(portal, client)

        async def refused() -> bool:
            return client.commands._wanted is Sync.ALWAYS

        await eventually(refused)
    assert "could not be reached" in complaint(caplog)


async def test_what_was_refused_is_told_again_at_the_next_start(portal: Portal) -> None:
    portal.refuse(Refused(400, 50240))
    async with bot_on(portal.server, portal.folder, portal.clock):
        assert portal.ada.commands(portal.table) == ()
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        assert portal.ada.commands(portal.table)
        assert await known(client) is not None
    assert portal.syncs() == [400, 200]


async def test_what_was_refused_is_told_again_while_the_bot_runs(portal: Portal) -> None:
    portal.refuse(Refused(400, 50240), times=2)
    async with bot_on(portal.server, portal.folder, portal.clock) as client:
        for attempt in (2, 3):
            await portal.clock.turned(portal.told(attempt), AGAIN)
        await eventually(lambda: known(client))
        assert await ids(client)
    assert portal.syncs() == [400, 400, 200]
