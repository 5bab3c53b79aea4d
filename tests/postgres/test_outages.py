"""Workers, leaders and the database are killed in turn, and leaders hang.

Nothing is lost and nothing done twice, as long as something begins again what ended with 75.
"""

import asyncio
import itertools
import random
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from bot.runtime.shell.errors import TRY_AGAIN
from bot.standin import StandIn, model
from bot.standin.sender import free_port
from tests.kit.ledger import Ledger, posts
from tests.kit.marks import long, soak
from tests.kit.process import Forked, at_work
from tests.kit.sources import OPENAPI
from tests.kit.whole import eventually
from tests.postgres.processes import STARTS_WITHIN, Balancer, Processes, play_on
from tests.postgres.server import PostgresServer

WORKERS: Final = 3
LOOKS_EVERY: Final = 1.0
"""Seconds between two health checks of the proxy, as in docs/deploy/Caddyfile."""
ANSWERS_WITHIN: Final = 2.0
FROZEN: Final = 40.0
GOES_ON_WITHIN: Final = 120.0
MOST_TRIES: Final = 2


class Proxy(Balancer):
    """A balancer that leaves out the workers whose health check fails."""

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__([f"http://127.0.0.1:{port}/interactions" for port in ports])
        self._well = dict.fromkeys(ports, True)

    async def _send(self, address: str, interaction: model.Json) -> None:
        for _ in self._well:
            if self._well[int(address.split(":")[2].partition("/")[0])]:
                break
            address = next(self._addresses)
        await super()._send(address, interaction)

    async def page(self, port: int, name: str) -> str:
        """A page of a worker, empty where it does not answer."""
        with suppress(aiohttp.ClientError, TimeoutError):
            async with asyncio.timeout(ANSWERS_WITHIN):
                status, text = await self.get(f"http://127.0.0.1:{port}/{name}")
                return text if status == 200 else ""
        return ""

    async def watch(self, port: int) -> None:
        """Look after the health of a worker."""
        while True:
            self._well[port] = bool(await self.page(port, "readyz"))
            await asyncio.sleep(LOOKS_EVERY)


@dataclass(slots=True)
class Crew(Processes):
    """The workers of a bot by their ports; each is begun again when it ends."""

    ports: tuple[int, ...]
    proxy: Proxy
    ends: Counter[int] = field(default_factory=Counter)
    """Counts of workers that ended, by status."""

    async def keep(self, port: int) -> None:
        """Begin a worker again and again."""
        while True:
            await self.begin(port, "serve", BONFIRE_LISTEN=f"127.0.0.1:{port}")
            stack, child = self.running[port]
            try:
                self.ends[await child.wait()] += 1
            finally:
                await stack.aclose()

    def worker(self, port: int) -> Forked:
        """The process of a worker."""
        return self.running[port][1]

    async def leader(self) -> int | None:
        """The port of a worker that leads and answers."""
        pages = await asyncio.gather(*(self.proxy.page(port, "metrics") for port in self.ports))
        found = (
            port
            for port, page in zip(self.ports, pages, strict=True)
            if "\nbonfire_leads 1" in page
        )
        return next(found, None)

    async def led(self, within: float, *, but: int | None = None) -> int:
        """The port of the worker that leads, once there is one, `but` not this one."""
        leaders: list[int] = []

        async def look() -> bool:
            leader = await self.leader()
            if leader is not None and leader != but:
                leaders.append(leader)
            return bool(leaders)

        async with asyncio.timeout(within):
            await eventually(look, within)
        return leaders[0]

    async def are_well(self) -> bool:
        """Say whether all workers are ready without a fault, and one leads."""
        pages = await asyncio.gather(*(self.proxy.page(port, "readyz") for port in self.ports))
        return set(pages) == {"ok\n"} and await self.leader() is not None


@asynccontextmanager
async def crew_of(server: StandIn, folder: Path, address: str) -> AsyncIterator[Crew]:
    ports = tuple(free_port() for _ in range(WORKERS))
    async with Proxy(ports) as proxy:
        server.world.application.verify_key = proxy.public_key
        server.core.endpoint = proxy
        crew = Crew(server, folder, address, ports, proxy)
        kept = [asyncio.create_task(crew.keep(port)) for port in ports]
        try:
            await eventually(crew.are_well, STARTS_WITHIN)
            await at_work(server)
            kept += [asyncio.create_task(proxy.watch(port)) for port in ports]
            yield crew
        finally:
            server.core.endpoint = None
            for task in kept:
                task.cancel()
            await asyncio.gather(*kept, return_exceptions=True)


async def begun(server: StandIn, games: int) -> list[Ledger]:
    """So many games in channels of their own."""
    ledgers = []
    for number in range(games):
        people = (server.person(f"Ada {number}"), server.person(f"Bo {number}"))
        table = server.text_channel(server.guild(f"Club {number}", *people), "table")
        ledger = Ledger(server, people, table, random.Random(f"{games} {number}"))
        await ledger.move(wait=True)
        ledgers.append(ledger)
    return ledgers


@asynccontextmanager
async def played(ledgers: Sequence[Ledger]) -> AsyncIterator[None]:
    """People play all the while."""
    over = asyncio.Event()
    playing = [asyncio.create_task(play_on(ledger, over)) for ledger in ledgers]
    try:
        yield
    finally:
        over.set()
        await asyncio.gather(*playing)


async def check(crew: Crew, ledgers: Sequence[Ledger]) -> str:
    """Compare the messages to people and channels with the database; returns the figures."""
    await eventually(crew.are_well, GOES_ON_WITHIN)
    for ledger in ledgers:
        before = len(ledger.acknowledged)
        for _ in range(MOST_TRIES):  # where a game has just ended, the next one begins first
            await ledger.move(wait=True)
        assert len(ledger.acknowledged) > before, list(ledger.answers.values())[-MOST_TRIES:]
    await eventually(crew.is_quiet, GOES_ON_WITHIN)
    made = [number for (number,) in await crew.rows("SELECT interaction FROM moves")]
    told = await crew.rows("SELECT channel, message FROM posts ORDER BY id")
    promised = lost = doubled = 0
    for ledger in ledgers:
        kept = ledger.acknowledged
        promised += len(kept)
        lost += len(set(kept) - set(made))
        own = [message for channel, message in told if channel == ledger.table.id]
        lost += len(set(own) - set(posts(ledger)))
        doubled += len(posts(ledger)) - len(set(own))
    doubled += len(made) - len(set(made))
    figures = (
        f"{len(made)} moves, {promised} acknowledged, {len(told)} posts, "
        f"lost {lost}, doubled {doubled}; ends by status {dict(crew.ends)}"
    )
    assert (lost, doubled) == (0, 0), figures
    assert list(crew.server.invalid_requests) == []
    assert set(crew.ends) <= {TRY_AGAIN, -signal.SIGKILL}
    return figures


def tell(figures: str) -> None:
    """Say what a long run has found."""
    print(f"\n{figures}", flush=True)  # noqa: T201 - what it is for


@pytest.mark.parametrize(("games", "freezes"), [long(4, 1), soak(12, 5)])
async def test_a_leader_that_hangs_is_replaced(
    tmp_path: Path, own_server: PostgresServer, games: int, freezes: int
) -> None:
    """It is stopped for forty seconds, goes on where it was, and steps down."""
    replaced, meanwhile = [], []
    async with (
        StandIn(spec=OPENAPI) as server,
        crew_of(server, tmp_path, own_server.new()) as crew,
    ):
        ledgers = await begun(server, games)
        async with played(ledgers):
            for _ in range(freezes):
                await eventually(crew.are_well, GOES_ON_WITHIN)
                frozen = await crew.led(GOES_ON_WITHIN)
                answers = sum(len(each.answers) for each in ledgers)
                crew.worker(frozen).send_signal(signal.SIGSTOP)
                since = time.monotonic()
                await crew.led(GOES_ON_WITHIN, but=frozen)
                replaced.append(time.monotonic() - since)
                await asyncio.sleep(max(0.0, FROZEN - replaced[-1]))
                meanwhile.append(sum(len(each.answers) for each in ledgers) - answers)
                crew.worker(frozen).send_signal(signal.SIGCONT)

                async def has_stepped_down(port: int = frozen) -> bool:
                    return "\nbonfire_leads 0" in await crew.proxy.page(port, "metrics")

                await eventually(has_stepped_down, GOES_ON_WITHIN)
        figures = await check(crew, ledgers)
        assert not crew.ends
    seconds = ", ".join(f"{each:.1f}" for each in replaced)
    tell(f"{freezes} leaders hung for {FROZEN:.0f} s: replaced after {seconds} s; {figures}")
    tell(f"presses answered while one hung: {meanwhile}")
    assert all(meanwhile)


@pytest.mark.parametrize(("games", "blows"), [long(4, 4), soak(12, 10)])
async def test_a_hiccup_of_the_database_ends_no_worker(
    tmp_path: Path, own_server: PostgresServer, games: int, blows: int
) -> None:
    """It restarts, crashes, or all connections to it are cut."""
    dice = random.Random(blows)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    async with (
        StandIn(spec=OPENAPI) as server,
        crew_of(server, tmp_path, own_server.new()) as crew,
    ):
        ledgers = await begun(server, games)
        async with played(ledgers):
            for blow in itertools.islice(itertools.cycle(("fast", "cut", "immediate")), blows):
                await eventually(crew.are_well, GOES_ON_WITHIN)
                if blow == "cut":
                    await crew.rows(cut + " AND usename = current_user")
                else:
                    await asyncio.to_thread(own_server.stop, blow)
                    await asyncio.sleep(3.0 * dice.random())
                    await asyncio.to_thread(own_server.start)
                await asyncio.sleep(4.0 * dice.random())
        figures = await check(crew, ledgers)
        assert not crew.ends, figures
    tell(f"{blows} hiccups of the database: {figures}")


@pytest.mark.parametrize(("games", "kills", "every"), [long(4, 6, 2.0), soak(12, 30, 4.0)])
async def test_workers_leader_and_database_are_killed_in_turn(
    tmp_path: Path, own_server: PostgresServer, games: int, kills: int, every: float
) -> None:
    dice = random.Random(kills)
    async with (
        StandIn(spec=OPENAPI) as server,
        crew_of(server, tmp_path, own_server.new()) as crew,
    ):
        ledgers = await begun(server, games)
        async with played(ledgers):
            victims = itertools.islice(itertools.cycle(("worker", "leader", "database")), kills)
            for victim in victims:
                await asyncio.sleep(every * dice.uniform(0.5, 1.5))
                if victim == "database":
                    await asyncio.to_thread(own_server.stop, "immediate")
                    await asyncio.sleep(3.0 * dice.random())
                    await asyncio.to_thread(own_server.start)
                    continue
                await eventually(crew.are_well, GOES_ON_WITHIN)
                leader = await crew.led(GOES_ON_WITHIN)
                others = [port for port in crew.ports if port != leader]
                port = leader if victim == "leader" else dice.choice(others)
                crew.worker(port).send_signal(signal.SIGKILL)
        figures = await check(crew, ledgers)
    tell(f"{kills} kills of workers, leader and database in turn: {figures}")
