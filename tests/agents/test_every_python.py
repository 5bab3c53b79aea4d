"""The same search on the oldest and the newest Python: equal answers, positions and worths."""

import json

import pytest

from tests.agents import searching
from tests.kit.installing import pythons, run
from tests.kit.marks import long
from tests.kit.sources import ROOT


@pytest.mark.parametrize("turns", [6, long(18)])
def test_a_search_is_the_same_on_the_newest_python(turns: int) -> None:
    newest = max(pythons())
    if newest == min(pythons()):
        pytest.skip("there is one Python at hand")
    there = json.loads(run(str(pythons()[newest]), "-m", searching.__name__, str(turns), cwd=ROOT))
    assert there == searching.searched(turns), f"Python {newest}"
