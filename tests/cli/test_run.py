"""`bonfire run` without a token, or with one that Discord refuses, says what to do."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest

from bot.chat import client, logs
from bot.cli import table
from bot.runtime.settings import LogLevel, Settings
from tests.kit.shell import Bonfire
from tests.kit.sources import imported_with

STEPS = ("1. Open https://discord.com/developers/applications", "2.", "3.", "4.")
TOKEN = "only.a-test.token"


@dataclass
class Started:
    """The arguments that the bot was started with, and the error that it shall raise."""

    settings: Settings | None = None
    error: Exception | None = None


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    one = Started()

    def run(settings: Settings, *_: object) -> None:
        one.settings = settings
        if one.error is not None:
            raise one.error

    monkeypatch.setattr(client, "run", run)
    return one


def test_without_a_token_the_table_opens_and_the_way_to_discord_is_told(
    bonfire: Bonfire, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, object] = {}

    def open_here(
        variables: dict[str, str], port: int | None, opened: Callable[[str], None]
    ) -> int:
        given.update(variables, port=port)
        opened("http://127.0.0.1:1/")
        return 0

    monkeypatch.setattr(table, "open_here", open_here)
    monkeypatch.setenv("BONFIRE_DATA", "kept")
    answer = bonfire("run", "--box", "mine.toml")
    assert answer.status == 0
    assert started.settings is None
    assert (given["BONFIRE_DATA"], given["BONFIRE_BOX"], given["port"]) == (
        "kept",
        "mine.toml",
        None,
    )
    assert "http://127.0.0.1:1/" in answer.out
    assert "docs/operating.md" in answer.out
    assert "token" not in answer.out.lower()


@pytest.mark.parametrize(
    ("given", "level"), [("", LogLevel.WARNING), ("info", LogLevel.INFO), ("error", LogLevel.ERROR)]
)
def test_the_log_of_a_table_tells_of_trouble_alone_unless_a_setting_asks_for_more(
    bonfire: Bonfire, monkeypatch: pytest.MonkeyPatch, given: str, level: LogLevel
) -> None:
    levels: list[LogLevel] = []

    async def serve(*_given: object, **_named: object) -> None:
        """Be a bot that ends at once."""

    monkeypatch.setattr(client, "serve", serve)
    monkeypatch.setattr(logs, "start_logging", levels.append)
    monkeypatch.setenv("BONFIRE_LOG_LEVEL", given)
    assert bonfire("table", "--port", "0").status == 0
    assert levels == [level]


def test_the_page_of_a_table_opens_before_the_bot_is_imported() -> None:
    imported = imported_with("bot.cli.table")
    assert "bot.standin.page" in imported
    assert imported & {"bot.chat", "bot.words", "discord", "engine", "renderer"} == set()


def test_other_faults_beside_a_missing_token_open_no_table(
    bonfire: Bonfire, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BONFIRE_SYNC", "often")
    answer = bonfire("run")
    assert answer.status == 2
    assert "DISCORD_TOKEN is missing" in answer.err
    assert "BONFIRE_SYNC" in answer.err


def test_other_faults_are_told_without_the_steps(
    bonfire: Bonfire, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("BONFIRE_SYNC", "often")
    monkeypatch.setenv("BONFIRE_LOG_LEVEL", "loud")
    answer = bonfire("run")
    assert answer.status == 2
    assert started.settings is None
    assert len(answer.err.splitlines()) == 2


@pytest.mark.parametrize(
    ("command", "shards", "why"),
    [
        ("run", "", "BONFIRE_WORKERS=several needs BONFIRE_SHARDS with bonfire run"),
        ("serve", "0-3/8", "BONFIRE_SHARDS is for bonfire run"),
    ],
)
def test_each_way_in_is_shared_in_its_own_way(
    bonfire: Bonfire, monkeypatch: pytest.MonkeyPatch, command: str, shards: str, why: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("BONFIRE_DATABASE", "postgresql://127.0.0.1:1/bonfire")
    monkeypatch.setenv("BONFIRE_WORKERS", "several")
    monkeypatch.setenv("BONFIRE_SHARDS", shards)
    answer = bonfire(command)
    assert answer.status == 2
    assert why in answer.err
    assert len(answer.err.splitlines()) == 1


class Socket:
    """As much of a web socket as the error of a closed connection looks at."""

    close_code = None


@pytest.mark.parametrize(
    "error",
    [
        discord.LoginFailure("Improper token has been passed."),
        discord.ConnectionClosed(Socket(), shard_id=0, code=4004),  # type: ignore[arg-type]
    ],
    ids=["at the login", "at the gateway"],
)
def test_a_refused_token_is_explained_and_not_shown(
    bonfire: Bonfire, started: Started, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    started.error = error
    answer = bonfire("run")
    assert answer.status == 2
    assert "refused the token" in answer.err
    assert all(step in answer.err for step in STEPS)
    assert TOKEN not in answer.err + answer.out


def test_a_database_or_network_that_cannot_be_used_is_told_in_one_line(
    bonfire: Bonfire, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    started.error = OSError("another process has the database")
    answer = bonfire("run")
    assert answer.status == 2
    assert answer.err == "bonfire: another process has the database\n"


def test_a_file_that_is_no_database_is_told_in_one_line(
    bonfire: Bonfire, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    started.error = sqlite3.DatabaseError("file is not a database")
    answer = bonfire("run")
    assert answer.status == 2
    assert answer.err.startswith("bonfire: data/bonfire.db ")
    assert answer.err.count("\n") == 1


def test_the_settings_reach_the_bot(bonfire: Bonfire, started: Started, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nBONFIRE_DATA=kept\n")
    assert bonfire("run").status == 0
    assert started.settings is not None
    assert started.settings.token.reveal() == TOKEN
    assert started.settings.data == Path("kept")
    assert started.settings.box is None


def test_the_box_of_the_command_line_comes_first(
    bonfire: Bonfire, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert bonfire("components", "--write", "one.toml").status == 0
    assert bonfire("components", "--write", "two.toml").status == 0
    monkeypatch.setenv("BONFIRE_BOX", "one.toml")
    assert bonfire("run", "--box", "two.toml").status == 0
    assert started.settings is not None
    assert started.settings.box == Path("two.toml")


def test_a_box_that_cannot_be_used_stops_the_start(
    bonfire: Bonfire, started: Started, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    (tmp_path / "box.toml").write_text("schema = 1\n")
    answer = bonfire("run", "--box", "box.toml")
    assert answer.status == 2
    assert started.settings is None
    assert all(line.startswith("bonfire: box.toml: ") for line in answer.err.splitlines())
