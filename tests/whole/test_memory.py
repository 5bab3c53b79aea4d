"""Memory of the running bot: 150 MB at rest, 300 MB with warm caches and 200 games touched."""

import random
from pathlib import Path

import pytest

from bot.standin import StandIn
from tests.clock import TurnedClock
from tests.whole.kit import Player
from tests.whole.process import bot_program

AT_REST = 150
WARM = 300
GAMES = 200


def megabytes(process: int) -> float:
    """The resident memory of a process."""
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


async def test_memory_at_rest(tmp_path: Path) -> None:
    async with StandIn(clock=TurnedClock()) as server:
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        async with bot_program(server, tmp_path) as child:
            await server.connected(60)
            await (await ada.slash(table, "bonfire", "about")).response()
            assert megabytes(child.pid) <= AT_REST


@pytest.mark.soak
async def test_memory_with_200_games_touched(tmp_path: Path) -> None:
    async with StandIn(clock=TurnedClock()) as server:
        ada = server.person("Ada")
        guild = server.guild("Club", ada)
        async with bot_program(server, tmp_path) as child:
            await server.connected(60)
            for number in range(GAMES):
                table = server.text_channel(guild, f"table-{number}")
                player = Player(ada, table, random.Random(number))
                await (await ada.slash(table, "bonfire", "solo")).response()
                post = await player.my_post(0)
                await player.take_turn(post)
                await player.my_post(post.id)
                server.world.messages.pop(table.id)
            assert megabytes(child.pid) <= WARM
