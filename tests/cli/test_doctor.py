"""`bonfire doctor` beside a running bot, and what a bot says of itself after its start."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from bot.runtime.shell.errors import TRY_AGAIN, UNUSABLE
from bot.standin import ServerError, StandIn
from bot.standin.sender import free_port, interactions_to
from tests.kit.process import bot_process, bot_program, forked
from tests.kit.shell import Bonfire
from tests.kit.sources import OPENAPI
from tests.kit.whole import eventually

AT_ONCE: Final = """
import sys
from unittest.mock import patch
from bot.__main__ import main
from bot.chat import doctor
from bot.chat.pictures import painting

with patch.object(doctor, "_AFTER", 0.0), patch.object(painting, "warm_up"):
    sys.exit(main())
"""
"""A bot that does not wait before it examines itself, nor draw before it must."""


def lines_of(folder: Path) -> list[str]:
    return (folder / "bot.log").read_text("utf-8").splitlines()


async def test_it_examines_a_bot_that_runs(tmp_path: Path) -> None:
    examination = tmp_path / "examination"
    examination.mkdir()
    data = {"BONFIRE_DATA": str(tmp_path / "data")}
    async with StandIn(spec=OPENAPI) as server, bot_process(server, tmp_path):
        async with forked(server, examination, "doctor", **data) as child:
            assert await child.wait() == 0
        lines = lines_of(examination)
        assert "lock         ok (a running bot has it)" in lines
        assert all(line[13:].startswith("ok (") for line in lines)
        assert len(lines) == 12
        server.world.application.endpoint_url = "https://bonfire.example/interactions"
        async with forked(server, examination, "doctor", **data) as child:
            assert await child.wait() == UNUSABLE
        (complaint,) = [line for line in lines_of(examination) if " ok (" not in line]
        assert complaint.startswith("address      Discord sends presses to an address")
        # One for the bot too, which examines itself once.
        server.fault_injector.plan("GET", "^/applications/@me$", ServerError(502), times=2)
        async with forked(server, examination, "doctor", **data) as child:
            assert await child.wait() == TRY_AGAIN
        *_, complaint = lines_of(examination)
        assert complaint.startswith("token        Discord cannot be asked just now.")
    assert server.invalid_requests == []


async def test_a_bot_examines_itself_after_its_start(tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    async with (
        StandIn(spec=OPENAPI) as server,
        interactions_to(server, f"{base}/interactions") as sender,
    ):
        server.world.application.flags = 1 << 18
        settings = {
            "BONFIRE_LISTEN": f"127.0.0.1:{port}",
            "BONFIRE_RENDER_WORKERS": "0",
            "BONFIRE_THINKERS": "0",
        }
        async with bot_program(server, tmp_path, "serve", ("-c", AT_ONCE), **settings):
            found = dict[str, str]()

            async def is_examined() -> bool:
                with suppress(aiohttp.ClientError):
                    _, figures = await sender.get(f"{base}/metrics")
                    found.update(re.findall(r'doctor_complains{check="(\w+)"} (\S+)', figures))
                return "address" in found

            await eventually(is_examined)
    assert {check for check, complains in found.items() if complains == "1.0"} == {"intents"}
    (line,) = [line for line in lines_of(tmp_path) if "bot.chat.doctor" in line]
    assert "intents: The bot needs no privileged intent." in line


def test_without_a_token_discord_is_not_asked(
    bonfire: Bonfire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BONFIRE_RENDER_WORKERS", "BONFIRE_THINKERS"):
        monkeypatch.setenv(name, "0")  # without processes of their own, which take long to begin
    (tmp_path / "data").mkdir()
    answer = bonfire("doctor")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.splitlines()[-1] == "token        ok (there is none, so Discord is not asked)"
    gone = bonfire("doctor", "--data", "gone")
    assert gone.status == UNUSABLE
    assert gone.out.startswith("disk         There is no folder gone.")
    assert not (tmp_path / "gone").exists()
