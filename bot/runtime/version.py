"""The version of the program: its number, the commit that it was built from, and its tables."""

import json
import subprocess
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final, NamedTuple

from bot import __version__
from bot.store.migrate import migrations

_UNKNOWN: Final = "unknown"
PROGRAM: Final = Path(__file__).resolve().parents[2]
"""The folder of the packages: a checkout, or where they are installed."""
NOTED: Final = Path(__file__).with_name("commit.txt")
"""The commit of an archive, which git fills in, or what the build of an image writes there."""


class Version(NamedTuple):
    """The version of a running program; `str` gives it in one line."""

    version: str
    commit: str
    """In hexadecimal, or "unknown"."""
    schema: int
    """The latest version of the tables, which CHANGELOG.md lists."""

    def __str__(self) -> str:
        return f"bonfire {self.version}, commit {self.commit}, schema {self.schema}"


@cache
def version() -> Version:
    """The version of this program. Asks git in a checkout."""
    commit = _checked_out() or _noted() or _installed_from() or _UNKNOWN
    return Version(__version__, commit, len(migrations()))


def _checked_out() -> str:
    if not (PROGRAM / ".git").exists():
        return ""
    # The bot may run as somebody who does not own the checkout.
    asked = ("git", "-c", f"safe.directory={PROGRAM}", "-C", str(PROGRAM), "rev-parse", "HEAD")
    with suppress(OSError, subprocess.SubprocessError):
        found = subprocess.run(asked, capture_output=True, text=True, timeout=5, check=True)  # noqa: S603 - constant words
        return found.stdout.strip()
    return ""


def _noted() -> str:
    noted = NOTED.read_text("utf-8").strip()
    return "" if noted.startswith("$") else noted


def _installed_from() -> str:
    """The commit that pip notes where it installs from a repository (PEP 610)."""
    with suppress(PackageNotFoundError, ValueError):
        noted = json.loads(distribution("bonfire-discord").read_text("direct_url.json") or "{}")
        return str(noted.get("vcs_info", {}).get("commit_id", ""))
    return ""
