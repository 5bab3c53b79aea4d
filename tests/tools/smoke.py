"""Choose the tests of `make smoke`: quick ones that together call nearly all functions.

`functions_called` notes the functions of each test of `make test`, in one process and in an hour:

    PYTHONPATH=tests/tools/mutation .venv/bin/pytest -p functions_called --functions=NOTES
    .venv/bin/python -m tests.tools.smoke NOTES > tests/smoke.txt
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

PROGRAM: Final = ("bot/", "engine/", "renderer/")
SHARE: Final = 0.95
"""The share of all functions that any test calls."""
LEAST: Final = 0.1
"""Seconds that a test takes at least, with all that pytest does around it."""


def chosen(called: Mapping[str, set[str]], seconds: Mapping[str, float]) -> Iterator[str]:
    """Yield, one after the other, the test that calls most new functions for its time."""
    missing = set().union(*called.values())
    spared = len(missing) * (1 - SHARE)
    while len(missing) > spared:
        best = max(called, key=lambda test: len(called[test] & missing) / (LEAST + seconds[test]))
        missing -= called[best]
        yield best


def main() -> None:
    """Read notes, and print the names of the chosen tests."""
    called: dict[str, set[str]] = {}
    seconds: dict[str, float] = {}
    for path in sys.argv[1:]:
        notes = json.loads(Path(path).read_text("utf-8"))
        for test, noted in notes["tests"].items():
            called[test] = set()
            seconds[test] = noted["seconds" if noted["starts_programs"] else "work"]
        for place, tests in notes["functions"].items():
            for test in tests if place.startswith(PROGRAM) else ():
                called[test].add(place)
    tests = sorted(chosen(called, seconds))
    print(*tests, sep="\n")
    print(f"{len(tests)} tests, {sum(seconds[one] for one in tests):.0f} seconds", file=sys.stderr)


if __name__ == "__main__":
    main()
