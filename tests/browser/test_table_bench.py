"""The bench of the table plays whole games and prints its figures."""

import json
import subprocess
import sys

import pytest

from tests.kit.sources import ROOT


@pytest.mark.long
def test_the_bench_of_the_table_plays_a_game_and_prints_every_figure() -> None:
    words = (sys.executable, "-m", "tests.bench", "table", "--games", "1", "--json")
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    figures = json.loads(done.stdout)
    assert figures["games"] == 1
    assert figures["turns"] > 10
    assert all(value > 0 for value in figures.values())
