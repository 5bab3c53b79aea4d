"""Processes that share a database, each connected to the gateway for servers of its own."""

import asyncio
import random
from pathlib import Path
from typing import Final

from bot.standin import StandIn, model
from tests.kit.ledger import Ledger, posts
from tests.kit.sources import OPENAPI
from tests.kit.whole import eventually
from tests.postgres.processes import STARTS_WITHIN, Processes

SHARDS: Final = 2


class Halves(Processes):
    """The processes of a bot by their shards."""

    @property
    def connected(self) -> set[int]:
        """The shards that are connected."""
        sessions = self.server.gateway.sessions
        return {each.shard for each in sessions if each.connection is not None}

    async def connect(self, shard: int) -> None:
        """Begin the process of a shard, and wait until it is connected."""
        await self.begin(shard, "run", BONFIRE_SHARDS=f"{shard}/{SHARDS}")

        async def is_there() -> bool:
            return shard in self.connected

        await eventually(is_there, STARTS_WITHIN)

    async def cut(self, shard: int) -> None:
        """Kill a process at once, and wait until the gateway has noticed."""
        await self.kill(shard)

        async def is_gone() -> bool:
            return shard not in self.connected

        await eventually(is_gone)


async def guild_of(server: StandIn, shard: int) -> model.Guild:
    """A new server of which a shard tells (Discord, events/gateway: Sharding)."""
    people = (server.person("Ada"), server.person("Bo"))
    for _ in range(1000):
        guild = server.guild(f"Club {server.core.ids.next()}", *people)
        if (guild.id >> 22) % SHARDS == shard:
            return guild
        await asyncio.sleep(0.001)  # the shard follows from the milliseconds of the number
    raise AssertionError("no server of the shard")


async def test_each_process_hears_of_its_own_servers_and_one_posts_for_all(
    tmp_path: Path, address: str
) -> None:
    async with StandIn(spec=OPENAPI) as server:
        server.gateway.starts.shards = SHARDS
        server.gateway.starts.paced = True
        people = (server.person("Ada"), server.person("Bo"))
        clubs = [await guild_of(server, each) for each in range(SHARDS)]
        tables = [server.text_channel(club, "table") for club in clubs]
        ledgers = [
            Ledger(server, people, table, random.Random(number))
            for number, table in enumerate(tables)
        ]
        halves = Halves(server, tmp_path, address)
        for shard in range(SHARDS):
            await halves.connect(shard)
        for _ in range(3):
            for ledger in ledgers:
                await ledger.move(wait=True)
        await eventually(halves.is_quiet)

        async def are_known() -> bool:
            known = await halves.rows("SELECT guild FROM servers WHERE gone IS NULL")
            return {club.id for club in clubs} <= {guild for (guild,) in known}

        await eventually(are_known)

        await halves.cut(0)  # it led: the other one posts now
        await ledgers[1].move(wait=True)
        await eventually(halves.is_quiet)
        await halves.connect(0)
        await ledgers[0].move(wait=True)
        await eventually(halves.is_quiet)

        # Who hears that a place is gone need not lead.
        for table in tables:
            server.remove_channel(table)

        async def are_lost() -> bool:
            lost = await halves.rows("SELECT channel FROM dead_channels")
            return sorted(lost) == sorted((table.id,) for table in tables)

        await eventually(are_lost)
        for number, ledger in enumerate(ledgers):
            told = await halves.rows(
                f"SELECT message FROM posts WHERE channel = {tables[number].id} ORDER BY id"
            )
            assert posts(ledger) == sorted(message for (message,) in told)
            made = await halves.rows("SELECT interaction FROM moves")
            assert {(each,) for each in ledger.acknowledged} <= set(made)
        for shard in range(SHARDS):
            assert await halves.stop(shard) == 0
        assert server.gateway.identifies == SHARDS + 1  # none of them was refused
        assert list(server.invalid_requests) == []
    assert "Traceback" not in (tmp_path / "bot.log").read_text()
