"""Whatever fails that people could do without: `/readyz` lets presses come, and each is answered.

A proxy asks it before each press here, as in docs/deploy/Caddyfile. Where the same thing fails for
all workers at once, none of them may be left out.
"""

import asyncio
import errno
import json
import random
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.chat.pictures.painting import DRAWINGS_FOLDER, RenderPool
from bot.model import telemetry
from bot.model.database_errors import UnavailableError
from bot.model.errors import Problem
from bot.runtime.backups import BACKUPS_FOLDER, DailyBackups
from bot.standin import Reset, ServerError, model
from bot.standin.layout import text
from bot.words import catalog
from renderer import prepared
from tests.bot.chat.ingress.kit import Entrance
from tests.kit.whole import Player, eventually


class Proxy:
    """Sends an interaction to the bot where that is ready, and nowhere else."""

    def __init__(self, entrance: Entrance) -> None:
        self.entrance = entrance
        self.told = list[str]()
        """What the bot has said of itself, before each press."""
        self._tasks = list[asyncio.Task[None]]()
        entrance.hall.server.core.endpoint = self

    def __call__(self, interaction: model.Json) -> None:
        self._tasks.append(asyncio.create_task(self._send(interaction)))

    async def _send(self, interaction: model.Json) -> None:
        answer = await self.entrance.answer(b"GET /readyz HTTP/1.1\r\nHost: bot\r\n\r\n")
        self.told.append(answer.partition(b"\r\n\r\n")[2].decode())
        if answer.split(b" ", 2)[1] == b"200":
            body = json.dumps(interaction).encode()
            assert await self.entrance.status(self.entrance.request(body)) == 202

    async def finish(self) -> None:
        await asyncio.gather(*self._tasks)


async def nobody_paints(entrance: Entrance, _: pytest.MonkeyPatch) -> None:
    async def fails(_: object) -> None:
        raise BrokenExecutor("no memory")

    entrance.hall.client.services.pictures.pool.paint = fails  # type: ignore[assignment, method-assign]


async def nobody_thinks(entrance: Entrance, patch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise BrokenExecutor("no memory")

    thinker = entrance.hall.client.services.games.thinker
    patch.setattr(thinker, "advise", fails)
    patch.setattr(thinker, "turn", fails)


def failing(name: str, fault: Exception) -> Callable[[Entrance, pytest.MonkeyPatch], Any]:
    """A job that fails, with this name in the log."""

    async def fail(entrance: Entrance, _: pytest.MonkeyPatch) -> None:
        jobs = entrance.hall.client.jobs

        async def fails() -> None:
            raise fault

        await jobs.stop(name)
        jobs.start(name, fails)
        await eventually(lambda: asyncio.sleep(0, name in jobs.failing))

    return fail


async def drawings_cannot_be_kept(entrance: Entrance, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(prepared, "_kept", [])  # this process paints, and later tests have other folders
    (entrance.hall.folder / DRAWINGS_FOLDER).write_text("a file, and no folder")
    pool = RenderPool(0, drawings=entrance.hall.folder / DRAWINGS_FOLDER)
    pool.warm_up()
    entrance.hall.client.services.pictures.pool = pool


async def discord_takes_nothing(entrance: Entrance, _: pytest.MonkeyPatch) -> None:
    faults = entrance.hall.server.fault_injector
    for fault in (ServerError(503), Reset()):
        faults.plan("*", r"/channels/\d+/messages$", fault, times=20)
    faults.plan("*", "/emojis", ServerError(500), times=20)


async def no_copy_can_be_made(entrance: Entrance, _: pytest.MonkeyPatch) -> None:
    hall = entrance.hall
    folder = hall.folder / BACKUPS_FOLDER
    folder.write_text("a file, and no folder")
    await DailyBackups(hall.folder / "bonfire.db", folder, 7, hall.clock, lambda: 0).look()


async def the_machine_has_failed(_: Entrance, __: pytest.MonkeyPatch) -> None:
    assert telemetry.ENVIRONMENT.explains(OSError(errno.EIO, "of a test"))


@pytest.mark.parametrize(
    "breaks",
    [
        nobody_paints,
        nobody_thinks,
        drawings_cannot_be_kept,
        discord_takes_nothing,
        no_copy_can_be_made,
        the_machine_has_failed,
        pytest.param(failing("emojis", RuntimeError("a bug")), id="an optional job"),
        pytest.param(failing("posts", OSError(errno.EIO, "broken")), id="a vital job"),
    ],
)
async def test_a_press_is_answered_whatever_else_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, breaks: Any
) -> None:
    async with Entrance.opened(tmp_path) as entrance:
        hall, proxy = entrance.hall, Proxy(entrance)
        player = Player(hall.ada, hall.table, random.Random(3))
        await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
        post = await player.my_post(0)
        await breaks(entrance, monkeypatch)
        await hall.clock.turned(player.take_turn(post))
        await proxy.finish()
        assert len(proxy.told) > 2
        hall.server.fault_injector.clear()
        assert all(told.startswith("ok") for told in proxy.told)


async def test_without_its_database_the_bot_says_so_to_everybody_who_presses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise UnavailableError("The database is away.")

    async with Entrance.opened(tmp_path) as entrance:
        hall, proxy = entrance.hall, Proxy(entrance)
        for name in ("read", "write"):
            monkeypatch.setattr(hall.client.services.store, name, fails)
        for _ in range(2):
            asked = await hall.ada.slash(hall.table, "bonfire", "solo")
            sorry = catalog().say(Problem.UNSURE).partition("`")[0]
            assert text(await asked.response()).startswith(sorry)
        await proxy.finish()
        monkeypatch.undo()
    assert proxy.told[-1].startswith("ok, but the machine or the database fails")


async def test_a_bot_that_stops_takes_no_more_presses(tmp_path: Path) -> None:
    async with Entrance.opened(tmp_path) as entrance:
        hall = entrance.hall
        proxy = Proxy(entrance)
        draining = asyncio.create_task(entrance.ingress.drain(hall.clock))
        await hall.ada.slash(hall.table, "bonfire", "help")
        await proxy.finish()
        assert proxy.told == ["stopping\n"]
        await hall.clock.turned(draining)
