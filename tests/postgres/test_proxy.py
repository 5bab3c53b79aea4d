"""The proxy of docs/deploy before real workers: one that is killed or hangs loses no press."""

import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from bot.standin import StandIn
from bot.standin.sender import free_port
from tests.kit.ledger import Ledger
from tests.kit.process import at_work
from tests.kit.sources import OPENAPI, ROOT
from tests.kit.whole import eventually
from tests.postgres.processes import STARTS_WITHIN, WORKERS, Balancer, Crew, leader, told_once

CADDYFILE: Final = (ROOT / "docs/deploy/Caddyfile").read_text("utf-8")
SENDS_AGAIN: Final = (2, 11, 4)
"""The version of Caddy from which a request that is tried again has its body."""
MOVES: Final = 6


def caddy() -> str:
    """The program; Python's own environment may have one that is newer than the system's."""
    here = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    found = shutil.which("caddy", path=here)
    if found is None:
        reason = "no Caddy on this machine"
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def version(program: str) -> tuple[int, ...]:
    """Return the version of a Caddy."""
    told = subprocess.run([program, "version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", told)
    assert found is not None, told
    return tuple(map(int, found.groups()))


def rendered(program: str, port: int, workers: tuple[int, ...]) -> str:
    """The Caddyfile with ports of this machine, without a certificate.

    Caddy 2.6, which Debian 12 has, knows the buffer of requests by another name.
    """
    text = CADDYFILE.replace("{\n\tservers", "{\n\tadmin off\n\tservers", 1)
    text = text.replace("{$BONFIRE_HOST}", f"http://127.0.0.1:{port}")
    for number, worker in enumerate(workers, 1):
        text = text.replace(f"worker-{number}:8080", f"127.0.0.1:{worker}")
    if version(program) < (2, 7):
        text = text.replace("request_buffers 512KB", "buffer_requests\n\t\t\tmax_buffer_size 512KB")
    return text


@asynccontextmanager
async def proxied(server: StandIn, folder: Path, address: str) -> AsyncIterator[Crew]:
    """Workers behind the proxy, by which all presses come."""
    program, port = caddy(), free_port()
    ports = tuple(free_port() for _ in range(WORKERS))
    file = folder / "Caddyfile"
    file.write_text(rendered(program, port, ports))
    words = ("run", "--config", str(file), "--adapter", "caddyfile")
    async with Balancer([f"http://127.0.0.1:{port}/interactions"]) as sender:
        server.world.application.verify_key = sender.public_key
        crew = Crew(server, folder, address, ports, sender)
        log = (folder / "caddy.log").open("wb")
        home = {**os.environ, "HOME": str(folder)}
        child = await asyncio.create_subprocess_exec(program, *words, stderr=log, env=home)
        try:
            for each in ports:
                await crew.work(each)

            async def takes_presses() -> bool:
                try:
                    status, _ = await sender.post(sender_address, b"", {})
                except aiohttp.ClientError:
                    return False
                return status == 401

            sender_address = f"http://127.0.0.1:{port}/interactions"
            await eventually(takes_presses, STARTS_WITHIN)
            await at_work(server)
            server.core.endpoint = sender
            yield crew
        finally:
            server.core.endpoint = None
            for each in tuple(crew.running):
                await crew.kill(each)
            child.terminate()
            await child.wait()
            log.close()


@pytest.mark.long
def test_the_proxy_understands_its_file(tmp_path: Path) -> None:
    program = caddy()
    (tmp_path / "Caddyfile").write_text(rendered(program, 8080, (8081, 8082)))
    words = [program, "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    home = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(words, capture_output=True, text=True, env=home, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("led", [False, True])
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_worker_that_is_lost_loses_no_press(
    tmp_path: Path, address: str, blow: signal.Signals, *, led: bool
) -> None:
    """Each press is answered by the worker that is left, and counts once."""
    if version(caddy()) < SENDS_AGAIN:
        pytest.skip("this Caddy sends no request again with its body: 2.11.4 and newer do")
    async with StandIn(spec=OPENAPI) as server, proxied(server, tmp_path, address) as crew:
        people = (server.person("Ada"), server.person("Bo"))
        table = server.text_channel(server.guild("Club", *people), "table")
        ledger = Ledger(server, people, table, random.Random(3))
        for _ in range(2):
            await ledger.move(wait=True)
        chief = await leader(crew)
        victim = chief if led else next(port for port in crew.ports if port != chief)
        crew.running[victim][1].send_signal(blow)
        for _ in range(MOVES):
            await ledger.move(wait=True)
        if blow is signal.SIGSTOP:
            crew.running[victim][1].send_signal(signal.SIGCONT)
        await eventually(crew.is_quiet, STARTS_WITHIN)
        await told_once(crew, ledger)
        assert set(crew.sender.statuses) == {202}
