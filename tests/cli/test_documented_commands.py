"""docs/command-line.md names every command and no other, and each of them runs."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.support.random_games import random_game
from bot.standin import StandIn
from bot.standin.sender import free_port, interactions_to
from engine import STANDARD_BOX, GameOptions
from engine.record import make_record, record_text
from tests.cli.conftest import Bonfire
from tests.cli.database import DATABASE, played
from tests.cli.parsers import parsers
from tests.whole.kit import eventually
from tests.whole.process import bot_program

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"^\| `bonfire ((?:[a-z][a-z-]* ?)+)", re.MULTILINE)
DOCUMENT = ROOT / "docs" / "command-line.md"
COMMANDS = [found.strip() for found in NAMED.findall(DOCUMENT.read_text("utf-8"))]

PAUSE = 0.1
UNTIL_STOPPED = {"run": "Play in your browser: ", "table": "The table is open: "}
"""Lines that these print once they are ready; `serve` answers at its own address."""
SMALLEST = {
    "simulate": "--games 1 --record last.json",
    "arena": "random tom --games 1 --log log.jsonl",
    "replay": "game.json",
    "verify": "game.json",
    "page": "game.json",
    "film": "game.json",
    "draw": "game.json --at 1 --out boards",
    "components": "--unconfirmed",
    "backup": "",
    "restore": "copy.db",
    "migrate-database": "copy.db new.db",
    "games list": "--all",
    "games show": "1 --last 1",
    "games repair": "1 --write",
    "games put-back": "repair.json",
    "forget": "1001",
    "bench": "--rounds 1 --games 1",
    "bench pictures": "game.json --positions 1",
}
"""The smallest numbers with which each command does all that it does."""


def test_every_command_stands_in_a_table() -> None:
    assert sorted(COMMANDS) == sorted(name for name, _ in parsers())


def test_every_documented_command_is_run() -> None:
    assert {*COMMANDS} == SMALLEST.keys() | UNTIL_STOPPED.keys() | {"serve"}


@pytest.fixture
def folder(tmp_path: Path, bonfire: Bonfire) -> Path:
    """Files for the commands: a record, a database, a copy, and a repair's leftovers."""
    record = record_text(make_record(random_game(GameOptions(2), 7, STANDARD_BOX)))
    (tmp_path / "game.json").write_text(record)
    assert played(tmp_path) == 1
    assert bonfire("backup", "copy.db").status == 0
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:
        database.execute("UPDATE games SET told = told + 99")
    repaired = bonfire("games", "repair", "1", "--write")
    assert repaired.status == 0
    Path(repaired.out.split()[-1]).rename(tmp_path / "repair.json")
    return tmp_path


def environment(**more: str) -> dict[str, str]:
    """The environment of this process without any setting."""
    kept = {name: value for name, value in os.environ.items() if "BONFIRE" not in name}
    return {**kept, "DISCORD_TOKEN": "", "PYTHONPATH": str(ROOT), **more}


@pytest.mark.long
@pytest.mark.parametrize("command", SMALLEST)
def test_a_documented_command_ends_well_and_without_complaint(command: str, folder: Path) -> None:
    words = (sys.executable, "-m", "bot", *command.split(), *SMALLEST[command].split())
    done = subprocess.run(
        words, cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.long
@pytest.mark.parametrize("command", UNTIL_STOPPED)
def test_a_bot_at_a_table_of_its_own_starts_and_ends_without_complaint(
    command: str, tmp_path: Path
) -> None:
    words = [sys.executable, "-m", "bot", command, *(["--port", "0"] if command == "table" else [])]
    log = tmp_path / "log"
    with (
        log.open("w") as said,
        subprocess.Popen(
            words,
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        ) as bot,
    ):
        assert bot.stdout is not None
        assert any(UNTIL_STOPPED[command] in line for line in bot.stdout)
        while "ready as" not in log.read_text("utf-8"):
            time.sleep(PAUSE)
        bot.send_signal(signal.SIGTERM)
    assert bot.returncode == 0
    assert complaints(log) == []
    kept = [*(tmp_path / "data").rglob("*")]
    assert {file.name for file in kept if file.stat().st_mode & 0o077 and file.is_file()} == set()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


@pytest.mark.long
async def test_a_bot_over_http_starts_and_ends_without_complaint(tmp_path: Path) -> None:
    listen = f"127.0.0.1:{free_port()}"
    async with (
        StandIn() as server,
        interactions_to(server, f"http://{listen}/interactions") as sender,
        bot_program(server, tmp_path, "serve", BONFIRE_LISTEN=listen) as bot,
    ):

        async def is_ready() -> bool:
            return await sender.get(f"http://{listen}/readyz") == (200, "ok\n")

        await server.connected(60)
        await eventually(is_ready)
        bot.send_signal(signal.SIGTERM)
        assert await bot.wait() == 0
    assert complaints(tmp_path / "bot.log") == []


def complaints(log: Path) -> list[str]:
    """The lines of a log that report trouble."""
    lines = log.read_text("utf-8").splitlines()
    return [line for line in lines if "INFO" not in line]
