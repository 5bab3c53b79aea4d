"""Count the small faults that the tests find.

Run it as `python -m tests.tools.mutation --seed 1 --count 200`.

Each fault is put into a clone of the checkout, and the tests that call its function are run until
one fails, the quick ones first. A log keeps what is known, so that a run can be broken off. Of two
checkouts the same faults are chosen wherever the code is the same: see `--tree`. With `--within`
the quick tests alone are run, so that at least as many faults are found by all.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import accumulate
from math import inf
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.tools.mutation.faults import Fault, chosen

HERE: Final = Path(__file__).resolve().parent
SLOWER: Final = 5.0
"""The ratio of the usual time that tests may take before they count as failed."""
AT_LEAST: Final = 120.0
FAILED: Final = "FAILED "


@dataclass(frozen=True, slots=True)
class Notes:
    """The functions that each test calls, as `functions_called` has noted them."""

    tests: dict[str, dict[str, Any]]
    functions: dict[str, list[str]]

    def looking_at(self, fault: Fault, within: float) -> list[str]:
        """The tests that may find a fault, the quick ones first, those that start programs last.

        They take at most `within` seconds together.
        """
        # Constants are read where their module is imported: any test of the package may find them.
        within_package, place = f"{fault.path.parts[0]}/", f"{fault.path}:{fault.function}"
        found = {
            test
            for each, tests in self.functions.items()
            if (each.startswith(within_package) if fault.function is None else each == place)
            for test in tests
        }
        programs = {name for name, test in self.tests.items() if test["starts_programs"]}
        order = sorted(found | programs, key=lambda one: (one not in found, self.seconds([one])))
        spent = accumulate(self.seconds([name]) for name in order)
        return [name for name, so_far in zip(order, spent, strict=True) if so_far <= within]

    def seconds(self, tests: list[str]) -> float:
        """Return the usual time of tests."""
        return sum(float(self.tests[name]["seconds"]) for name in tests)


@dataclass(slots=True)
class Run:
    """The faults of one checkout, and what has been found out about them."""

    tree: Path
    log: Path
    marks: str
    tests: list[str]
    within: float
    notes: Notes = field(init=False)
    clones: SimpleQueue[Path] = field(default_factory=SimpleQueue)

    def known(self) -> dict[str, bool]:
        """Say whether each fault of the log was found."""
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        told = [json.loads(line) for line in lines]
        return {one["name"]: one["found"] for one in told}

    def take_notes(self) -> None:
        """Run all tests once, unless that was done."""
        path = self.log.with_suffix(".functions")
        if not path.exists():
            self._pytest(self.tree, f"--functions={path}", *self.tests, timeout=None)
        self.notes = Notes(**json.loads(path.read_text("utf-8")))

    def look_for(self, fault: Fault) -> None:
        """Put a fault into a clone, run the tests, and log what came of it."""
        clone = self.clones.get()
        file = clone / fault.path
        source = file.read_bytes()
        tests = self.notes.looking_at(fault, self.within)
        order = clone.with_suffix(".json")
        order.write_text(json.dumps(tests), "utf-8")
        files = sorted({test.partition("::")[0] for test in tests})
        try:
            file.write_bytes(fault.put_into(source))
            patience = AT_LEAST + SLOWER * self.notes.seconds(tests)
            status, told = self._pytest(
                clone, "-x", "-q", f"--chosen={order}", *files, timeout=patience
            )
        finally:
            file.write_bytes(source)
            self.clones.put(clone)
        by = next((line for line in told.splitlines() if line.startswith(FAILED)), "")
        line = {
            "name": fault.name,
            "place": f"{fault.path}:{fault.line}",
            "found": bool(tests) and status != 0,
            "by": by.removeprefix(FAILED).partition(" - ")[0] or f"exit status {status}",
        }
        with self.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        print(("found    " if line["found"] else "NOT FOUND"), line["place"], fault.instead)

    def _pytest(self, tree: Path, *words: str, timeout: float | None) -> tuple[int | str, str]:
        """The exit status of pytest, and what it tells."""
        marks = ("-m", self.marks) if self.marks else ()
        paths = os.pathsep.join((str(HERE), str(tree)))
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-p", "functions_called", *marks, *words],
                cwd=tree,
                env={**os.environ, "PYTHONPATH": paths},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
                timeout=timeout,
            )
        except subprocess.TimeoutExpired:
            return "too late", ""
        return done.returncode, done.stdout


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--packages", nargs="+", default=["engine", "bot"], metavar="PACKAGE")
    parser.add_argument("--tree", type=Path, default=HERE.parents[2], help="another checkout")
    parser.add_argument("--tests", nargs="+", default=[], metavar="PATH", help="which tests")
    parser.add_argument("--marks", default="", help="which tests: pytest's -m")
    parser.add_argument("--log", type=Path, default=Path("mutation.jsonl"))
    parser.add_argument("--within", type=float, default=inf, metavar="SECONDS", help="of tests")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="only name the faults")
    return parser.parse_args()


def clones(tree: Path, folder: Path, count: int) -> Iterator[Path]:
    """Clones of a checkout as it was committed last."""
    for number in range(count):
        clone = folder / f"clone-{number}"
        subprocess.run(["git", "clone", "-q", "--shared", str(tree), str(clone)], check=True)
        yield clone


def main() -> None:
    """Look for the faults that the log does not know yet, and tell how many were found."""
    asked = arguments()
    tree = asked.tree.resolve()
    faults = chosen(tree, asked.packages, asked.seed, asked.count)
    if asked.list:
        for fault in faults:
            print(f"{fault.path}:{fault.line} {fault.name}")
        return
    run = Run(tree, asked.log.resolve(), asked.marks, asked.tests, asked.within)
    run.take_notes()
    known = run.known()
    with TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as threads:
        for clone in clones(tree, Path(folder), asked.jobs):
            run.clones.put(clone)
        list(threads.map(run.look_for, (one for one in faults if one.name not in known)))
    known = run.known()
    found = sum(known[fault.name] for fault in faults)
    print(f"{found} of {len(faults)} faults were found")


if __name__ == "__main__":
    main()
