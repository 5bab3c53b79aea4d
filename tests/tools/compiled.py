"""Compile the engine of a checkout with mypyc, for experiments that take many games.

The folder gets a copy of `engine`, much of it as native code, which plays the same games in less
time. The checkout stays as it is. To use the folder by hand, set `PYTHONSAFEPATH=1
PYTHONPATH=build/compiled:.`, since Python looks into the working directory first.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from engine.agents import plan
from tests.kit.sources import ROOT

"""The checkout of this tool."""
DEFAULT: Final = Path("build", "compiled")
"""The folder in a checkout where its own compiled engine lies."""

_DIGEST: Final = "sources.sha256"
_SPEED: Final = {"MYPYC_OPT_LEVEL": "2"}
_ALONE: Final = (
    "effects",
    "face_down",
    "flow",
    "geometry",
    "payment",
    "progress",
    "scoring",
    "specialists",
)
"""The files beside the folders of the engine that are worth it."""
_INTERPRETED: Final = ("__init__", "costs", "council", "questions", "rule", "turn")
"""The files of rules that mypyc cannot take: tables of generic rows, in a circle of imports."""


class CompilerError(Exception):
    """The engine cannot be compiled."""


def digest(checkout: Path) -> str:
    """Return the digest of the sources of an engine."""
    found = hashlib.sha256()
    for file in sorted((checkout / "engine").rglob("*.py")):
        found.update(file.relative_to(checkout).as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def is_current(checkout: Path, folder: Path) -> bool:
    """Say whether a folder holds the compiled engine of a checkout as it is now."""
    note = folder / _DIGEST
    return note.is_file() and note.read_text().strip() == digest(checkout)


def runs_compiled() -> bool:
    """Say whether this process runs a compiled engine."""
    return not str(plan.__file__).endswith(".py")


def build(checkout: Path, folder: Path) -> None:
    """Compile the engine of a checkout into a folder, unless that is done already.

    Raises CompilerError.
    """
    if is_current(checkout, folder):
        return
    if folder.exists() and not (folder / _DIGEST).is_file():
        raise CompilerError(f"{folder} exists and holds no compiled engine")
    # Games that run meanwhile keep the former one.
    fresh = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(checkout / "engine", fresh / "engine", ignore=ignored)
    files = _native(fresh / "engine")
    for file in files:
        # A native class has slots anyway, and mypyc knows no data class that is made twice.
        file.write_text(file.read_text().replace(", slots=True", ""))
    # The checks of the checkout have judged its types.
    (fresh / "mypy.ini").write_text("[mypy]\nignore_errors = true\n")
    names = (str(file.relative_to(fresh)) for file in files)
    command = (sys.executable, "-m", "mypyc", "--config-file", "mypy.ini", *names)
    done = subprocess.run(
        command,
        cwd=fresh,
        env={**os.environ, **_SPEED},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CompilerError(f"mypyc failed:\n{done.stdout[-2000:]}")
    for leftover in ("build", ".mypy_cache"):
        shutil.rmtree(fresh / leftover, ignore_errors=True)
    (fresh / _DIGEST).write_text(digest(checkout) + "\n")
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


def environment(*folders: Path) -> dict[str, str]:
    """Return the environment of a Python that looks for modules in these folders first."""
    path = os.pathsep.join(str(folder.resolve()) for folder in folders)
    return {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


def _native(engine: Path) -> list[Path]:
    alone = (engine / f"{name}.py" for name in _ALONE)
    rules = (each for each in (engine / "rules").glob("*.py") if each.stem not in _INTERPRETED)
    agents = (each for each in (engine / "agents").glob("*.py") if each.stem != "__init__")
    return sorted(file for file in (*alone, *rules, *agents) if file.is_file())


def main() -> int:
    """Compile what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.compiled", description=__doc__)
    parser.add_argument("checkout", nargs="?", type=Path, default=ROOT)
    parser.add_argument("folder", nargs="?", type=Path, help=f"default: {DEFAULT} in the checkout")
    chosen = parser.parse_args()
    folder = chosen.folder or chosen.checkout / DEFAULT
    try:
        build(chosen.checkout, folder)
    except CompilerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
