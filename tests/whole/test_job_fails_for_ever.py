"""A job that always fails shows in the log and in `/readyz`, and ends the process with 75."""

import asyncio
import re
from pathlib import Path
from typing import Final

import aiohttp

from bot.runtime.shell.errors import TRY_AGAIN
from bot.standin import StandIn
from bot.standin.sender import free_port, interactions_to
from tests.kit.process import CONNECTS_WITHIN, bot_program
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import eventually

FAILING: Final = """
import sys
from unittest.mock import patch
from bot.__main__ import main
from bot.chat.delivery import outbox
from bot.chat.pictures import painting
from bot.runtime import jobs

async def fails(tx, but):
    raise RuntimeError("a bug")

with (
    patch.object(jobs, "_FIRST_PAUSE", 0.05),
    patch.object(outbox, "_look", fails),
    patch.object(painting, "warm_up"),
):
    sys.exit(main())
"""

RESTARTED: Final = re.compile(r'^bonfire_job_restarts_total{job="posts"} [1-9]', re.MULTILINE)


async def test_a_job_that_fails_for_ever_ends_the_process(tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    async with (
        StandIn(spec=OPENAPI) as server,
        interactions_to(server, f"{base}/interactions") as sender,
        bot_program(
            server,
            tmp_path,
            "serve",
            ("-c", FAILING),
            BONFIRE_LISTEN=f"127.0.0.1:{port}",
            BONFIRE_RENDER_WORKERS="0",
            BONFIRE_THINKERS="0",
        ) as child,
    ):
        told = list[str]()

        async def is_told() -> bool:
            try:
                _, body = await sender.get(f"{base}/readyz")
                _, figures = await sender.get(f"{base}/metrics")
            except aiohttp.ClientError:
                return False
            told[:] = [body, figures]
            return body != "ok\n" and RESTARTED.search(figures) is not None

        await eventually(is_told)
        body, figures = told
        assert body == "ok, but jobs fail: posts\n"
        assert re.search(r"^bonfire_jobs_failing 1\.0$", figures, re.MULTILINE)
        assert await asyncio.wait_for(child.wait(), CONNECTS_WITHIN) == TRY_AGAIN
    log = (tmp_path / "bot.log").read_text()
    (line,) = [one for one in log.splitlines() if "ends with status 75" in one]
    assert "ERROR" in line
    assert "job posts failed 8 times in a row" in line
    assert "RuntimeError('a bug')" in line
    assert log.count("Traceback") == 1


async def test_the_health_line_names_the_job(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI) as server, bot_on(server, tmp_path) as client:

        async def fails() -> None:
            raise RuntimeError("a bug")

        client.jobs.start("nonsense", fails)
        await eventually(lambda: asyncio.sleep(0, client.jobs.failing))
        assert client._gauges().failing == ("nonsense",)
