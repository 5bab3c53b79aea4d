"""For pytest, `-p functions_called`: which functions each test calls, and then such tests alone.

It is loaded by this name from its own folder, so that it can look at other checkouts as well.
"""

import json
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Generator
from cProfile import Profile
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--functions", type=Path, help="note here what each test calls")
    parser.addoption("--chosen", type=Path, help="run the tests named here, in this order")


def pytest_configure(config: pytest.Config) -> None:
    if path := config.getoption("--functions"):
        config.pluginmanager.register(_Notes(Path(path), config.rootpath))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if path := config.getoption("--chosen"):
        order = {name: at for at, name in enumerate(json.loads(path.read_text("utf-8")))}
        items[:] = [item for item in items if item.nodeid in order]
        items.sort(key=lambda item: order[item.nodeid])


class _Notes:
    """Notes the functions that tests call, how long they take, and which of them start programs."""

    def __init__(self, path: Path, root: Path) -> None:
        self._path = path
        self._root = f"{root}/"
        self._called: set[CodeType] = set()
        self._begun = 0
        self._tests: dict[str, dict[str, object]] = {}
        self._functions: defaultdict[str, list[str]] = defaultdict(list)
        begin: Any = subprocess.Popen.__init__

        def counted(*given: object, **more: object) -> None:
            self._begun += 1
            begin(*given, **more)

        setattr(subprocess.Popen, "__init__", counted)  # noqa: B010 - its types are many

    def _call_elsewhere(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self._called.add(frame.f_code)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._called.clear()
        profile = Profile(builtins=False)
        began, worked, begun = time.perf_counter(), time.process_time(), self._begun
        threading.setprofile(self._call_elsewhere)
        profile.enable()
        try:
            return (yield)
        finally:
            profile.disable()
            threading.setprofile(None)
            here = {one.code for one in profile.getstats() if isinstance(one.code, CodeType)}
            places = {
                f"{code.co_filename.removeprefix(self._root)}:{code.co_firstlineno}"
                for code in here.union(tuple(self._called))
                if code.co_filename.startswith(self._root)
            }
            for place in places:
                self._functions[place].append(item.nodeid)
            starts = self._begun > begun or any("tests/kit/forks.py" in place for place in places)
            self._tests[item.nodeid] = {
                "seconds": round(time.perf_counter() - began, 3),
                "work": round(time.process_time() - worked, 3),
                "starts_programs": starts,
            }

    def pytest_sessionfinish(self) -> None:
        notes = {"tests": self._tests, "functions": self._functions}
        self._path.write_text(json.dumps(notes), "utf-8")
