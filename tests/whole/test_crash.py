"""SIGKILL at any moment: no acknowledged answer is lost or doubled, no post missing or doubled."""

import asyncio
import random
import signal
from pathlib import Path

import pytest

from bot.standin import StandIn
from tests.kit.clock import TurnedClock
from tests.kit.ledger import Ledger, posts, rows
from tests.kit.marks import long
from tests.kit.process import bot_process
from tests.kit.sources import OPENAPI
from tests.kit.whole import eventually


def told(ledger: Ledger, folder: Path) -> list[int]:
    """The messages that the outbox knows to be posted, in the order of its rows."""
    return [message for (message,) in rows(folder, "SELECT message FROM posts ORDER BY id")]


async def kill_and_restart(tmp_path: Path, kills: int) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        people = (server.person("Ada"), server.person("Bo"))
        table = server.text_channel(server.guild("Club", *people), "table")
        ledger = Ledger(server, people, table, random.Random(kills))
        for _ in range(kills):
            async with bot_process(server, tmp_path) as child:
                for _ in range(ledger.dice.randrange(4)):
                    await ledger.move(wait=True)
                await ledger.move(wait=False)
                await asyncio.sleep(ledger.dice.random() * 0.3)
                child.send_signal(signal.SIGKILL)
                await child.wait()
            made = [number for (number,) in rows(tmp_path, "SELECT interaction FROM moves")]
            assert len(set(made)) == len(made)
            assert set(ledger.answers) <= set(made)
        await nothing_is_missing(ledger, tmp_path)
        assert list(server.invalid_requests) == []


async def nothing_is_missing(ledger: Ledger, folder: Path) -> None:
    """Start once more, let it catch up, and compare the channel with the outbox."""
    async with bot_process(ledger.server, folder) as child:
        await ledger.move(wait=True)
        await eventually(lambda: asyncio.sleep(0, not waiting(folder)))
        child.send_signal(signal.SIGTERM)
        assert await child.wait() == 0
    assert posts(ledger) == told(ledger, folder)
    assert not waiting(folder)


def waiting(folder: Path) -> bool:
    """Say whether something has not been posted."""
    return rows(folder, "SELECT count(*) FROM posts WHERE state <> 'sent'") != [(0,)]


@pytest.mark.parametrize("kills", [6, long(20), pytest.param(100, marks=pytest.mark.soak)])
async def test_kills_at_random_moments(tmp_path: Path, kills: int) -> None:
    await kill_and_restart(tmp_path, kills)
