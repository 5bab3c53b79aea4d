"""A table in a process of its own, and windows of a real browser on it."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import IO, Final

import pytest
import pytest_asyncio
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from bot.cli.table import page_words
from bot.standin.page import open_table
from tests.browser.stage import ToyStage
from tests.browser.window import Window
from tests.standin.toy import running

ROOT: Final = Path(__file__).resolve().parents[2]
AXE: Final = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
LOGS: Final = {"browser": "ALL"}
STOP_WITHIN: Final = 20.0


def missing(what: str) -> None:
    """Skip by name; where everything must be there, fail."""
    reason = f"no {what} on this machine (CONTRIBUTING.md, Tests, says what to install)"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _programs() -> tuple[str, str]:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        missing("Chromium with its driver")
    assert browser is not None
    assert driver is not None
    return browser, driver


@pytest.fixture(scope="session")
def programs() -> tuple[str, str]:
    """The browser and its driver."""
    return _programs()


class Table:
    """`bonfire table` over a directory, which can be killed and started again."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, at the same address as before."""
        port = self.address.rstrip("/").rpartition(":")[2] or "0"
        words = ("table", "--port", port, "--data", str(self.directory))
        with (self.directory.parent / "table.log").open("a") as log:
            self._process = subprocess.Popen(
                (sys.executable, "-m", "bot", *words),
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self._process.stdout is not None
        try:
            self.address = _address(self._process.stdout)
        except AssertionError:
            self.kill()
            raise

    def kill(self) -> None:
        """End it without a word, as a failing machine does."""
        assert self._process is not None
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        if self._process is not None:
            self._process.terminate()
            self._end()

    def _end(self) -> None:
        assert self._process is not None
        self._process.communicate(timeout=STOP_WITHIN)
        self._process = None


def _address(output: IO[str]) -> str:
    for line in output:
        _, found, rest = line.partition("http://")
        if found:
            return found + rest.strip()
    raise AssertionError("the table ended before it told its address")


@pytest.fixture
def table(tmp_path: Path, programs: tuple[str, str]) -> Iterator[Table]:
    """An open table with nothing on it."""
    opened = Table(tmp_path / "data")
    opened.directory.mkdir()
    opened.start()
    yield opened
    opened.stop()


@pytest.fixture(scope="session")
def axe() -> str:
    """The text of axe-core, which checks a page for its accessibility."""
    if not AXE.is_file():
        missing("axe-core (npm ci --prefix tests/browser)")
    return AXE.read_text("utf-8")


class Windows:
    """Opens windows, each of a browser of its own."""

    def __init__(self, programs: tuple[str, str], folder: Path) -> None:
        self._browser, self._driver = programs
        self._folder = folder
        self._opened: list[Window] = []

    def open(self, address: str, who: str, language: str = "en-US") -> Window:
        """A window on the table at `address`, of a browser that prefers a language."""
        options = ChromeOptions()
        options.binary_location = self._browser
        profile = self._folder / f"profile-{len(self._opened)}"
        for flag in (*FLAGS, f"--user-data-dir={profile}", f"--accept-lang={language}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", LOGS)
        driver = Chrome(options=options, service=ChromeService(self._driver))
        window = Window(driver, address, who)
        self._opened.append(window)
        window.resize(1280, 900)
        window.open()
        return window

    def close(self) -> None:
        """Close all; what the browser complains about fails the test."""
        found = [complaint for window in self._opened for complaint in window.complaints()]
        for window in self._opened:
            window.driver.quit()
        assert found == []


@pytest.fixture
def windows(programs: tuple[str, str], tmp_path: Path) -> Iterator[Windows]:
    """Opens windows, and closes them after the test."""
    opened = Windows(programs, tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def sit_down(table: Table, windows: Windows) -> Callable[[str], Window]:
    """Opens a window at the table for somebody."""
    return lambda who: windows.open(table.address, who)


@pytest_asyncio.fixture
async def stage(windows: Windows, tmp_path: Path) -> AsyncIterator[ToyStage]:
    """The toy bot at a table, and Ada's window on it."""
    async with (
        open_table(tmp_path / "data", page_words(), 0) as table,
        running(table.server) as toy,
    ):
        window = await asyncio.to_thread(windows.open, table.address, "ada")
        yield ToyStage(table, toy, window)
        assert toy.failures == []
        assert table.server.invalid_requests == []
