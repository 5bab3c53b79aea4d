"""The benches as a function: words in; status, output and complaint out."""

from pathlib import Path

import pytest

from tests.bench.__main__ import bench as benches
from tests.kit.shell import Bonfire, answering


@pytest.fixture
def bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Bonfire:
    """Run a bench in an empty directory without any setting."""
    return answering(benches, tmp_path, monkeypatch, capsys)
