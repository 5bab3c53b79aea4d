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

from bot.cli.simulate import random_game
from bot.standin import StandIn
from bot.standin.sender import free_port, interactions_to
from bot.words import languages, read_language
from engine import STANDARD_BOX, GameOptions
from engine.record import make_record, record_text
from tests.kit.brought import brought_rows
from tests.kit.parsers import parsers
from tests.kit.process import bot_program
from tests.kit.shell import DATABASE, Bonfire, played
from tests.kit.sources import ROOT, tracked_files
from tests.kit.texts import forms
from tests.kit.whole import eventually

NAMED = re.compile(r"^\| `bonfire ((?:[a-z][a-z-]* ?)+)", re.MULTILINE)
DOCUMENT = ROOT / "docs" / "command-line.md"
CODE = re.compile(r"^ *```.*?^ *```$|`[^`]+`", re.DOTALL | re.MULTILINE)
TYPED = re.compile(r"(?<![\w/@-])(?<!-u )(?:\S+/bin/)?bonfire +([a-z][a-z-]*)(?: +([a-z][a-z-]*))?")
"""`bonfire` and the words behind it, also by a path; `-u bonfire` is a user."""
SERVICES = (
    "docs/bonfire.service",
    "docs/bonfire-alarm.service",
    "docs/deploy/compose.yaml",
    "docs/deploy/alerts.yaml",
)
COMMANDS = [found.strip() for found in NAMED.findall(DOCUMENT.read_text("utf-8"))]

PAUSE = 0.1
UNTIL_STOPPED = ("run", "table")
"""Commands that open a table and stay; `serve` answers at its own address."""
SMALLEST = {
    "simulate": "--games 1 --record last.json",
    "arena": "random tom --games 1 --log log.jsonl",
    "replay": "game.json",
    "verify": "game.json",
    "draw": "game.json --at 1 --out boards",
    "components": "--unconfirmed",
    "doctor": "",
    "live-check": "",
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
    **brought_rows("SMALLEST"),
}
"""The smallest numbers with which each command does all that it does."""


def test_every_command_stands_in_a_table() -> None:
    assert sorted(COMMANDS) == sorted(name for name, _ in parsers())


def test_every_documented_command_is_run() -> None:
    assert {*COMMANDS} == SMALLEST.keys() | {*UNTIL_STOPPED, "serve", "alarm", "engine"}


def typed_in(text: str) -> set[tuple[str, str]]:
    """The shell commands of a text, as the first word and the one behind it, if any."""
    return {(first, second) for first, second in TYPED.findall(text)}


def commands_in(document: str) -> set[tuple[str, str]]:
    """Those of a document's code, in which a sentence may break a line, and a block may not."""
    blocks = CODE.findall(document)
    texts = (one if "```" in one else " ".join(one.split()) for one in blocks)
    return set().union(*map(typed_in, texts))


def unknown(typed: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those that are no command; what follows a whole command may be any argument."""
    groups = {"games"}
    return {
        (first, second)
        for first, second in typed
        if not (
            (first in groups and (not second or f"{first} {second}" in COMMANDS))
            or (first not in groups and first in COMMANDS)
        )
    }


def test_every_shell_command_that_a_text_names_exists() -> None:
    """In documents, services, settings and sentences of the bot."""
    found = {
        str(file): commands_in((ROOT / file).read_text("utf-8"))
        for file in tracked_files()
        if file.suffix == ".md" and file.name != "CHANGELOG.md"
    }
    found |= {name: typed_in(without_prose((ROOT / name).read_text("utf-8"))) for name in SERVICES}
    found[".env.example"] = commands_in((ROOT / ".env.example").read_text("utf-8"))
    for language in languages():
        texts = (text for entry in read_language(language).values() for text in forms(entry))
        found[language] = set().union(*map(commands_in, texts))
    assert {name: unknown(typed) for name, typed in found.items() if unknown(typed)} == {}
    assert {first for typed in found.values() for first, _ in typed} >= {
        command.partition(" ")[0] for command in COMMANDS
    }


def without_prose(text: str) -> str:
    """The lines of a service that are no comments."""
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))


def test_an_unknown_command_is_found() -> None:
    document = "`bonfire sing`, `/bonfire new`, `bonfire games\n  dance`, `sudo -u bonfire env`\n"
    assert unknown(commands_in(document)) == {("sing", ""), ("games", "dance")}


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
            env={**environment(), "BONFIRE_LOG_LEVEL": "info"},
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        ) as bot,
    ):
        assert bot.stdout is not None
        assert any("The table is open: " in line for line in bot.stdout)
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
