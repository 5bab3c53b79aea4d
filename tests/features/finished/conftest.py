"""Files that take no time, and a browser for their pages."""

import pytest

from bot.features.finished.service import SECONDS, GameFile
from tests.browser.conftest import axe, browsers, programs

__all__ = ["axe", "browsers", "programs"]


@pytest.fixture(autouse=True)
def _files_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told to wait for what tests make up."""
    for kind in GameFile:
        monkeypatch.setitem(SECONDS, kind, 0.0)
