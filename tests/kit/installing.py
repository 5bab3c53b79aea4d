"""A wheel of this checkout, installed into an empty environment from the lock."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.kit.sources import ROOT

VERSION_OF = "import ensurepip, sys; print(*sys.version_info[:2])"
OFFLINE = ("Failed to establish a new connection", "name resolution")


class Offline(Exception):
    """The pinned packages can neither be fetched nor found in a cache."""


def runtime_lock(lock: str) -> str:
    """The part of the lock that a plain installation needs, by its notes on who needs what."""
    blocks = {block.partition("==")[0]: block for block in re.split(r"\n(?=[a-z])", lock)[1:]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted: set[str] = {canonicalize_name(Requirement(one).name) for one in project["dependencies"]}
    grown = set(wanted)
    while grown:
        grown = {name for name, block in blocks.items() if _needed_by(block) & grown} - wanted
        wanted |= grown
    return "\n".join(block for name, block in blocks.items() if name in wanted)


def _needed_by(block: str) -> set[str]:
    notes = (line.strip(" #") for line in block.splitlines() if line.startswith("    #"))
    return {note.removeprefix("via").strip() for note in notes}


@cache
def pythons() -> Mapping[tuple[int, int], Path]:
    """The Pythons at hand that Bonfire runs on, by version."""
    found: dict[tuple[int, int], Path] = {}
    for candidate in _candidates():
        version = _version(candidate)
        if version is not None and version >= (3, 11):
            found.setdefault(version, candidate)
    return found


def _candidates() -> Iterator[Path]:
    yield Path(sys.executable)
    for minor in range(11, 20):
        if (named := shutil.which(f"python3.{minor}")) is not None:
            yield Path(named)
    yield from sorted(Path.home().glob(".pyenv/versions/*/bin/python"))


def _version(python: Path) -> tuple[int, int] | None:
    asked = subprocess.run(
        [python, "-c", VERSION_OF], check=False, capture_output=True, text=True, cwd="/"
    )
    if asked.returncode:
        return None
    major, minor = asked.stdout.split()
    return int(major), int(minor)


def build_wheel(folder: Path) -> Path:
    """Build the wheel from a copy of the checkout, with the build backend of this environment."""
    copy = folder / "source"
    listing = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    for name in listing.split("\0"):
        if name and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(copy))
    (wheel,) = folder.glob("*.whl")
    return wheel


@dataclass(frozen=True, slots=True)
class Installation:
    """An environment that holds pip, the wheel and what the lock says it needs, nothing else."""

    folder: Path

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    @property
    def bonfire(self) -> Path:
        """Its command."""
        return self.folder / "bin" / "bonfire"


def install(wheel: Path, python: Path, folder: Path) -> Installation:
    """Make an empty environment with `python` and install `wheel` there, by the lock's hashes."""
    made = Installation(folder / "environment")
    run(str(python), "-m", "venv", str(made.folder), cwd=folder)
    lock = folder / "runtime.lock"
    lock.write_text(runtime_lock((ROOT / "requirements.lock").read_text("utf-8")), "utf-8")
    # Its own pip: that of another Python may be too old to run there.
    into = ("install", "--no-deps", "--no-compile")
    pip(*into, "--require-hashes", "--requirement", str(lock), python=made.python)
    pip(*into, "--no-index", str(wheel), python=made.python)
    return made


def pip(*words: str, python: Path = Path(sys.executable)) -> None:
    """Call the pip of an environment, of this one if no other is named."""
    flags = ("--quiet", "--no-input", "--disable-pip-version-check")
    run(str(python), "-m", "pip", *flags, *words, cwd=ROOT)


def run(*words: str, cwd: Path) -> str:
    """Return the output of the program; its complaint is raised as AssertionError, or Offline."""
    outside = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("BONFIRE_", "DISCORD_", "PYTHON", "VIRTUAL_ENV"))
    }
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=cwd, env=outside)
    if any(sign in done.stderr for sign in OFFLINE):
        raise Offline(done.stderr)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout
