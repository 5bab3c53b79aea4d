"""A table in a process of its own, and windows of a real browser on it."""

import asyncio
import os
import re
import shutil
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from bot.cli.table import page_words
from bot.standin import Limits
from bot.standin.page import open_table
from tests.browser.stage import ToyStage
from tests.browser.window import Window
from tests.kit import forks
from tests.kit.toy import running

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
STARTS_WITHIN: Final = 60.0
PAUSE: Final = 0.02
ADDRESS: Final = re.compile(r"http://\S+")
PATIENT: Final = Limits(acknowledge_within=60.0)
"""A Discord that waits for the slowest machine."""


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
        self._process: forks.Program | None = None

    def start(self) -> None:
        """Start it, at the same address as before."""
        port = urlsplit(self.address).port or 0
        words = ("table", "--port", str(port), "--data", str(self.directory))
        folder = self.directory.parent
        (folder / forks.LOG).unlink(missing_ok=True)
        self._process = forks.begin(words, folder, {**os.environ, "PYTHONUNBUFFERED": "1"})
        self.address = self._told_address(folder / forks.LOG)

    def _told_address(self, log: Path) -> str:
        """The address that it tells when it is open."""
        told = ""
        for _ in range(int(STARTS_WITHIN / PAUSE)):
            told = log.read_text("utf-8") if log.exists() else ""
            if found := ADDRESS.search(told):
                return found[0]
            time.sleep(PAUSE)
        raise AssertionError(f"the table did not tell its address:\n{told}")

    def kill(self) -> None:
        """End it without a word, as a failing machine does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            os.kill(self._process.id, number)
            self._process.wait()
            self._process = None


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


class Browsers:
    """Real browsers, used again by test after test: each holds one window at a time."""

    def __init__(self, programs: tuple[str, str], folder: Path) -> None:
        self._browser, self._driver = programs
        self._folder = folder
        self._idle: dict[str, list[Chrome]] = {}
        self._begun: list[Chrome] = []

    def take(self, language: str) -> Chrome:
        """A browser that prefers a language, and remembers nothing."""
        if idle := self._idle.get(language):
            return idle.pop()
        options = ChromeOptions()
        options.binary_location = self._browser
        profile = self._folder / f"profile-{len(self._begun)}"
        for flag in (*FLAGS, f"--user-data-dir={profile}", f"--accept-lang={language}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", LOGS)
        begun = Chrome(options=options, service=ChromeService(self._driver))
        self._begun.append(begun)
        return begun

    def give_back(self, language: str, browser: Chrome) -> None:
        """Take back a browser, away from any page; what each page keeps is under its own port."""
        browser.get("about:blank")
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self._idle.setdefault(language, []).append(browser)

    def quit(self) -> None:
        """End all of them."""
        for browser in self._begun:
            browser.quit()


@pytest.fixture(scope="session")
def browsers(
    programs: tuple[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browsers]:
    """The browsers of this run."""
    begun = Browsers(programs, tmp_path_factory.mktemp("browsers"))
    yield begun
    begun.quit()


class Windows:
    """Opens windows, each of a browser of its own."""

    def __init__(self, browsers: Browsers) -> None:
        self._browsers = browsers
        self._opened: list[tuple[str, Window]] = []

    def open(self, address: str, who: str, language: str = "en-US") -> Window:
        """A window on the table at `address`, of a browser that prefers a language."""
        window = Window(self._browsers.take(language), address, who)
        self._opened.append((language, window))
        window.resize(1280, 900)
        window.open()
        return window

    def close(self) -> None:
        """Close all; what the browser complains about fails the test."""
        found = [complaint for _, window in self._opened for complaint in window.complaints()]
        for language, window in self._opened:
            self._browsers.give_back(language, window.driver)
        assert found == []


@pytest.fixture
def windows(browsers: Browsers) -> Iterator[Windows]:
    """Opens windows, and closes them after the test."""
    opened = Windows(browsers)
    yield opened
    opened.close()


@pytest.fixture
def sit_down(table: Table, windows: Windows) -> Callable[[str], Window]:
    """Opens a window at the table for a person."""
    return lambda who: windows.open(table.address, who)


@pytest_asyncio.fixture
async def stage(windows: Windows, tmp_path: Path) -> AsyncIterator[ToyStage]:
    """The toy bot at a table, and Ada's window on it."""
    async with (
        open_table(tmp_path / "data", page_words, 0, PATIENT) as table,
        running(table.server) as toy,
    ):
        window = await asyncio.to_thread(windows.open, table.address, "ada")
        yield ToyStage(table, toy, window)
        assert toy.failures == []
        assert table.server.invalid_requests == []
