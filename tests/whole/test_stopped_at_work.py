"""Work that ends because the bot ends is no bug: it leaves one line at most, and no traceback."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.runtime.shell.errors import UNUSABLE
from bot.standin import Delayed, StandIn
from tests.kit.process import Forked, bot_process
from tests.kit.refusals import BotRoute
from tests.kit.sources import OPENAPI
from tests.kit.whole import Player, eventually

End = Callable[[StandIn, Forked], Awaitable[int]]
UNDER_WAY = (
    BotRoute.FIRST_ANSWER,
    BotRoute.EDIT_ANSWER,
    BotRoute.FOLLOW_UP,
    BotRoute.POST,
    BotRoute.OPEN_THREAD,
    BotRoute.EMOJIS,
)
QUICK = 1.0
SLOW = 60.0
"""Seconds that Discord takes: less, and more than the bot gives presses when it stops."""


async def in_the_middle(server: StandIn, seconds: float) -> Player:
    """Ada presses all there is, and Discord takes its time for each answer."""
    ada = server.person("Ada")
    table = server.text_channel(server.guild("Club", ada), "table")
    player = Player(ada, table, random.Random(4))
    await (await ada.slash(table, "bonfire", "solo", level="easy")).response()
    post = await player.my_post(0)
    prompt = await player.open_turn(post)
    for route in UNDER_WAY:
        server.fault_injector.plan(route.method, route.pattern, Delayed(seconds), times=20)
    control = player.choose(prompt)
    assert control is not None
    await player.press(prompt, control)
    for name in ("board", "help"):
        await ada.slash(table, "bonfire", name)
    await ada.slash(table, "bonfire", "new", thread=True)
    injected = server.fault_injector
    await eventually(lambda: asyncio.sleep(0, len(injected.injected) >= 3))
    return player


async def revoke(server: StandIn, _: Forked) -> int:
    await server.gateway.drop(4004)
    return UNUSABLE


async def terminate(_: StandIn, child: Forked) -> int:
    child.send_signal(signal.SIGTERM)
    return 0


@pytest.mark.parametrize("end", [revoke, terminate])
async def test_presses_at_work_are_answered_before_the_bot_ends(tmp_path: Path, end: End) -> None:
    async with StandIn(spec=OPENAPI) as server, bot_process(server, tmp_path) as child:
        await in_the_middle(server, QUICK)
        status = await end(server, child)
        assert await child.wait() == status
        assert [one.command_name for one in server.interactions if one.ack is None] == []
        shown = [one.original for one in server.interactions if one.original is not None]
        assert not any(message.is_loading for message in shown)
    assert complaints(tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("end", [revoke, terminate])
async def test_presses_that_discord_leaves_waiting_end_in_one_line(
    tmp_path: Path, end: End
) -> None:
    async with StandIn(spec=OPENAPI) as server, bot_process(server, tmp_path) as child:
        await in_the_middle(server, SLOW)
        status = await end(server, child)
        assert await child.wait() == status
    (line,) = complaints(tmp_path)
    assert "presses not answered when the bot stopped: " in line


def complaints(folder: Path) -> list[str]:
    """The lines of the log that are no information, but for what people do about a token."""
    log = (folder / "bot.log").read_text("utf-8").partition("bonfire: ")[0]
    return [line for line in log.splitlines() if " INFO " not in line]
