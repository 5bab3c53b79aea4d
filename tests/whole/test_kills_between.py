"""SIGKILL while reminders and direct messages go out: each arrives once, none is forgotten."""

import asyncio
import random
import signal
from pathlib import Path

from bot.model import settings
from bot.standin import Channel, StandIn, UserClient
from tests.kit.clock import TurnedClock
from tests.kit.ledger import posted, rows
from tests.kit.pages import choose
from tests.kit.process import bot_process
from tests.kit.sources import OPENAPI
from tests.kit.whole import eventually, start_game

KILLS = 3


def noted(folder: Path, via: str) -> list[int]:
    """The messages that the outbox knows to be sent by a way."""
    sql = f"SELECT message FROM posts WHERE via = '{via}' AND state = 'sent' ORDER BY id"
    return [message for (message,) in rows(folder, sql)]


async def start(server: StandIn, people: tuple[UserClient, ...], table: Channel) -> None:
    host, other = people
    for person in people:
        await choose(person, table, settings.Setting.NOTICE, "message")
    await start_game(table, host, other)


async def test_calls_go_out_once_whatever_is_killed(tmp_path: Path) -> None:
    dice = random.Random(5)

    async def nothing_waits() -> bool:
        waiting = rows(tmp_path, "SELECT count(*) FROM posts WHERE state = 'waiting'")
        return waiting == [(0,)]

    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        people = (server.person("Ada"), server.person("Bo"))
        table = server.text_channel(server.guild("Club", *people), "table")
        async with bot_process(server, tmp_path):
            await start(server, people, table)
        for _ in range(KILLS):
            rows(tmp_path, "UPDATE clocks SET sent = 0, due = 1")
            async with bot_process(server, tmp_path) as child:
                await asyncio.sleep(dice.random())
                child.send_signal(signal.SIGKILL)
                await child.wait()
            # A new call would withdraw one that Discord took just before the kill.
            async with bot_process(server, tmp_path) as child:
                await eventually(nothing_waits, 30)
                child.send_signal(signal.SIGTERM)
                assert await child.wait() == 0
        late = next(one for one in people if one.id in _waiting(tmp_path))
        calls = [one for one in server.app_messages(table) if one.pings == [late.id]]
        assert calls
        assert posted(server, late.dm())
        assert posted(server, table) == noted(tmp_path, "channel")
        assert posted(server, late.dm()) == noted(tmp_path, "direct")
        assert rows(tmp_path, "SELECT count(*) FROM posts WHERE state = 'lost'") == [(0,)]
        assert server.invalid_requests == []


def _waiting(folder: Path) -> set[int]:
    """Whom the game waits for."""
    return {person for (person,) in rows(folder, "SELECT person FROM clocks")}
