"""The same game in two processes: the options in the same order, the same states."""

import os
import subprocess
import sys

import pytest

from tests.kit.sources import ROOT

SCRIPT = """
import hashlib, sys
from engine.codec import state_hash
from engine.legality import legal
from engine.notation import format_action
from tests.properties.games import TABLES, states
digest = hashlib.sha256()
for state in states(TABLES[int(sys.argv[1])], seed=41, maker=1):
    for action in legal(state):
        digest.update(format_action(action).encode())
    digest.update(str(state_hash(state)).encode())
print(digest.hexdigest())
"""


@pytest.mark.long
@pytest.mark.parametrize("table", [0, 4])
def test_options_and_states_are_the_same_in_two_processes(table: int) -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(table)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64
