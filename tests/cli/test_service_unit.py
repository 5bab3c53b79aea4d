"""The unit of systemd: restarted unless a human must help, with little of the machine to use."""

import configparser
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from bot.chat.client import GRACE
from bot.runtime.settings import NAMES
from bot.runtime.shell.errors import TRY_AGAIN, UNUSABLE
from tests.kit.sources import ROOT

UNIT: Final = ROOT / "docs" / "bonfire.service"
ANALYZE: Final = shutil.which("systemd-analyze")
MOST_EXPOSED: Final = 20
"""Tenths on the scale of `systemd-analyze security`, which calls so little OK."""

needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")


@pytest.fixture
def unit() -> configparser.ConfigParser:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(UNIT, "utf-8")
    return unit


@pytest.fixture
def service(unit: configparser.ConfigParser) -> configparser.SectionProxy:
    return unit["Service"]


def test_it_is_restarted_after_a_while_unless_a_human_must_help(
    service: configparser.SectionProxy,
) -> None:
    assert service["Restart"] == "on-failure"
    assert service["RestartPreventExitStatus"] == str(UNUSABLE) != str(TRY_AGAIN)
    assert int(service["RestartSec"]) == 15


def test_it_starts_after_a_database_on_the_same_machine(unit: configparser.ConfigParser) -> None:
    """Without needing one: `Requires` would end the bot with it."""
    for order in ("After", "Wants"):
        assert "postgresql.service" in unit["Unit"][order].split()
    assert "Requires" not in unit["Unit"]


def test_it_is_killed_where_it_says_nothing_for_long(
    service: configparser.SectionProxy,
) -> None:
    assert service["Type"] == "notify"
    assert 0 < int(service["WatchdogSec"]) <= 60
    assert int(service["LimitNOFILE"]) >= 1024


def test_it_never_connects_so_often_that_discord_resets_the_token(
    unit: configparser.ConfigParser,
) -> None:
    """A thousand times a day (Discord, events/gateway, identifying)."""
    assert unit["Unit"]["StartLimitIntervalSec"] == "1d"
    assert int(unit["Unit"]["StartLimitBurst"]) < 1000


def test_it_has_time_to_stop_and_writes_only_its_data(
    service: configparser.SectionProxy,
) -> None:
    assert int(service["TimeoutStopSec"]) > 3 * GRACE
    assert service["ProtectSystem"] == "strict"
    assert service["NoNewPrivileges"] == "yes"
    name, _, folder = service["Environment"].partition("=")
    assert name in NAMES
    assert folder == f"/var/lib/{service['StateDirectory']}"


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    assert ANALYZE is not None
    return subprocess.run([ANALYZE, *words], capture_output=True, text=True, check=False)


@needs_systemd
def test_systemd_finds_nothing_wrong_with_it(tmp_path: Path) -> None:
    program = tmp_path / ".venv" / "bin" / "bonfire"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/bonfire", str(tmp_path)), "utf-8")
    found = analyze("verify", "--man=no", unit)
    about_it = [line for line in found.stderr.splitlines() if UNIT.name in line]
    assert (found.returncode, about_it) == (0, [])


@needs_systemd
def test_systemd_calls_it_little_exposed() -> None:
    found = analyze("security", "--offline=yes", f"--threshold={MOST_EXPOSED}", UNIT)
    if "unrecognized option" in found.stderr:
        pytest.skip("this systemd-analyze cannot look at units that are not installed")
    assert found.returncode == 0, found.stdout[-200:] + found.stderr
