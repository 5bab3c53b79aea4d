"""Memory of the running bot: at rest, with many games touched, and after ten thousand presses."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from bot.runtime import health, settings
from bot.standin import StandIn
from tests.bench.bot_process import bot_process
from tests.bench.load_figures import Measured
from tests.bench.load_measurement import CATCHES_UP_WITHIN, tables_on
from tests.bench.table import OPEN
from tests.kit.clock import TurnedClock
from tests.kit.marks import long, soak
from tests.kit.players.table_player import TablePlayer, table_player
from tests.kit.process import at_work, bot_program
from tests.kit.whole import Player

AT_REST = 150
WARM = 300
GAMES = 200
PEOPLE: Final = ("ada", "bo", "cleo")
"""Those who press, each in a channel of their own."""
TABLE: Final = 505
"""MB of the table with its processes; `docs/operating.md` tells it."""
RUN: Final = 525
"""MB of `bonfire run` with its processes; `docs/operating.md` tells it."""
GROWTH: Final = 20
"""MB that the second half of the presses may add, which fill the last caches up to their bounds."""


def megabytes(process: int) -> float:
    """The resident memory of a process, without those that it has begun."""
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


async def test_memory_at_rest(tmp_path: Path) -> None:
    async with StandIn(clock=TurnedClock()) as server:
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        async with bot_program(server, tmp_path) as child:
            await at_work(server)
            await (await ada.slash(table, "bonfire", "about")).response()
            assert megabytes(child.pid) <= AT_REST


@pytest.mark.soak
async def test_memory_with_200_games_touched(tmp_path: Path) -> None:
    async with StandIn(clock=TurnedClock()) as server:
        ada = server.person("Ada")
        guild = server.guild("Club", ada)
        async with bot_program(server, tmp_path) as child:
            await at_work(server)
            for number in range(GAMES):
                table = server.text_channel(guild, f"table-{number}")
                player = Player(ada, table, random.Random(number))
                await (await ada.slash(table, "bonfire", "solo")).response()
                post = await player.my_post(0)
                await player.take_turn(post)
                await player.my_post(post.id)
                server.world.messages.pop(table.id)
            assert megabytes(child.pid) <= WARM


async def kept(process: int, presses: int, made: Callable[[], int]) -> tuple[float, float]:
    """The MB of a process and of those that it has begun, after half of the presses and after all.

    Each is the median over a tenth of them, as a picture takes some MB while it is drawn.
    """

    async def until(last: float) -> float:
        seen = list[float]()
        while made() < last:
            await asyncio.sleep(0.1)
            if made() >= last - presses / 10:
                seen.append(health.memory(process).now)
        return median(seen)

    return await until(presses / 2), await until(presses)


async def kept_while(
    playing: Sequence[Coroutine[object, object, None]],
    process: int,
    presses: int,
    made: Callable[[], int],
) -> tuple[float, float]:
    """What `kept` finds while people play, who would not stop."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(each) for each in playing]
        found = await kept(process, presses, made)
        for task in tasks:
            task.cancel()
    return found


async def plays_on(player: TablePlayer) -> None:
    """One solo game after the other."""
    for game in count():
        await player.play(game)


@pytest.mark.parametrize(("presses", "growth"), [long(300, TABLE), soak(10_000, GROWTH)])
async def test_the_memory_of_the_table_has_a_bound(
    tmp_path: Path, presses: int, growth: int
) -> None:
    words = ("table", "--port", "0", "--data", str(tmp_path / "data"))
    async with AsyncExitStack() as stack:
        process = bot_process(tmp_path, *words, environment=settings.environment())
        table = await stack.enter_async_context(process)
        address, *_ = await table.started(table.says(OPEN))
        players = [
            await stack.enter_async_context(table_player(address, name, place))
            for place, name in enumerate(PEOPLE)
        ]
        await players[0].offered()
        half, whole = await kept_while(
            [plays_on(player) for player in players],
            table.child.pid,
            presses,
            lambda: sum(player.presses for player in players),
        )
    assert whole <= TABLE
    assert whole - half <= growth


@pytest.mark.parametrize(("presses", "growth"), [long(300, RUN), soak(10_000, GROWTH)])
async def test_the_memory_of_the_bot_and_its_processes_has_a_bound(
    tmp_path: Path, presses: int, growth: int
) -> None:
    measured = Measured()
    async with StandIn() as server:
        server.keep_little()
        tables = [*tables_on(server, len(PEOPLE), measured, every=0.0)]
        async with bot_program(server, tmp_path) as child:
            await at_work(server)
            for table in tables:
                await (await table.somebody.slash(table.channel, "bonfire", "solo")).response()
            await asyncio.gather(*(table.next_post(0, CATCHES_UP_WITHIN) for table in tables))
            half, whole = await kept_while(
                [table.play() for table in tables],
                child.pid,
                presses,
                lambda: len(measured.acks),
            )
    assert whole <= RUN
    assert whole - half <= growth
