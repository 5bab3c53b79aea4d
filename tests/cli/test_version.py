"""`bonfire --version`, and where the program cannot run."""

import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version as installed
from pathlib import Path

import pytest

from bot import __version__
from bot.model.errors import report_bug
from bot.runtime import version
from bot.store.migrate import migrations
from tests.kit.shell import Bonfire
from tests.kit.sources import ROOT

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(autouse=True)
def asked_anew() -> None:
    version.version.cache_clear()


def test_the_version_tells_commit_and_schema(
    bonfire: Bonfire, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        bonfire("--version")
    assert left.value.code == 0
    told = re.fullmatch(
        r"bonfire (\S+), commit ([0-9a-f]{40}|unknown), schema (\d+)\n", capsys.readouterr().out
    )
    assert told is not None
    assert told[1] == installed("bonfire-discord")
    assert told[3] == str(len(migrations()))


def test_the_commit_is_that_of_the_checkout() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("these files are not a checkout")
    head = subprocess.run(
        ("git", "-C", str(ROOT), "rev-parse", "HEAD"), capture_output=True, text=True, check=True
    )
    assert version.version().commit == head.stdout.strip()


def test_an_installed_program_knows_its_commit_from_the_build_or_from_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version, "PROGRAM", tmp_path)
    assert version.version().commit == "unknown"

    class Installed:
        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return json.dumps({"url": "https://a.example", "vcs_info": {"commit_id": COMMIT}})

    monkeypatch.setattr(version, "distribution", lambda _name: Installed())
    version.version.cache_clear()
    assert version.version().commit == COMMIT
    monkeypatch.setattr(version, "NOTED", tmp_path / "commit.txt")
    (tmp_path / "commit.txt").write_text("noted\n")
    version.version.cache_clear()
    assert version.version().commit == "noted"


def test_an_archive_of_the_repository_knows_its_commit(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("these files are not a checkout")
    archive = ("git", "-C", str(ROOT), "archive", "HEAD", "bot/runtime/commit.txt")
    packed = subprocess.run(archive, capture_output=True, check=True)
    subprocess.run(("tar", "-x", "-C", str(tmp_path)), input=packed.stdout, check=True)
    noted = (tmp_path / "bot/runtime/commit.txt").read_text("utf-8").strip()
    assert noted == version.version().commit


def test_a_broken_repository_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr(version, "PROGRAM", tmp_path)
    assert version.version().commit == "unknown"


def test_where_the_program_cannot_run_one_line_says_so() -> None:
    """Windows has no `fcntl`."""
    program = (
        "import sys; sys.modules['fcntl'] = None; import bot.__main__ as b; sys.exit(b.main())"
    )
    ran = subprocess.run(
        (sys.executable, "-c", program), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr == "bonfire: Bonfire runs on Linux and macOS only, not on Windows.\n"


def test_the_changelog_begins_with_this_version_and_has_every_schema() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest, *older = re.findall(r"^## (\d+\.\d+\.\d+) \((\w+ \d+, \d{4})\)$", changes, re.MULTILINE)
    assert newest[0] == __version__
    dates = [
        datetime.strptime(date, "%B %d, %Y").replace(tzinfo=UTC) for _, date in (newest, *older)
    ]
    assert dates == sorted(dates, reverse=True)
    schemas = re.findall(r"^### Schema (\d+)$", changes, re.MULTILINE)
    assert list(map(int, schemas)) == list(range(len(migrations()), 0, -1))


def test_the_number_of_an_error_names_the_version(caplog: pytest.LogCaptureFixture) -> None:
    number = str(report_bug(ZeroDivisionError()).slots["id"])
    assert re.fullmatch(rf"{re.escape(__version__)}-[0-9a-f]{{8}}", number)
    assert f"bug {number}" in caplog.text
