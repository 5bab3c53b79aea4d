"""Players for processes that think: they wait at a gate, or are lost while they think."""

import os
import signal
import time
from pathlib import Path

from engine import Game, ids
from engine.agents.players import Turn, medium

GATE = "BONFIRE_TEST_GATE"
"""The environment variable with the folder where the players tell that they think."""
OPEN = "open"


def gated(game: Game, seat: ids.Seat, seed: int) -> Turn:
    """Leave one's number as the name of a file, and play as `medium` once the gate is open."""
    folder = Path(os.environ[GATE])
    (folder / str(os.getpid())).touch()
    while not (folder / OPEN).exists():
        time.sleep(0.01)
    return medium(game, seat, seed)


def lost(_game: Game, _seat: ids.Seat, _seed: int) -> Turn:
    """Lose the process."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody is left to raise this")
