"""The compiled engine: another folder, the same games."""

import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from engine import Game, GameOptions
from engine.agents.players import PLAYERS
from engine.notation import format_action
from engine.rng import stream
from tests.kit.sources import ROOT
from tests.tools.compiled import CompilerError, build, environment, is_current, runs_compiled

COMPILER = str(sysconfig.get_config_var("CC") or "cc").split()[0]
HEADER = Path(sysconfig.get_path("include"), "Python.h")
CAN_COMPILE = shutil.which(COMPILER) is not None and HEADER.is_file()


def played(player: str, seed: int, turns: int) -> tuple[list[str], list[int], int]:
    """The answers of a game of two up to some turn, its points and the positions judged."""
    game = Game.new(GameOptions(2), seed)
    answers: list[str] = []
    positions = 0
    while turns and (asked := game.waiting) is not None:
        guess = stream(seed, "thoughts", game.move_count).below(2**32)
        turn = PLAYERS[player](game, asked.seat, guess)
        for action in turn.answers:
            game.submit(asked.seat, action)
            answers.append(format_action(action))
        positions += turn.positions
        turns -= 1
    return answers, [sheet.total for sheet in game.score_sheets()], positions


def figures() -> list[tuple[list[str], list[int], int]]:
    """Two games of *medium*, and a turn of *hard* after the start tiles."""
    return [played("medium", 3, 1_000), played("medium", 4, 1_000), played("hard", 5, 3)]


def test_what_holds_no_compiled_engine_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    assert not is_current(ROOT, tmp_path)
    with pytest.raises(CompilerError, match="holds no compiled engine"):
        build(ROOT, tmp_path)
    assert (tmp_path / "notes").read_text() == "mine"


@pytest.mark.long
@pytest.mark.skipif(not CAN_COMPILE, reason=f"this machine lacks {COMPILER} or {HEADER}")
def test_a_compiled_engine_plays_the_same_games(tmp_path: Path) -> None:
    folder = tmp_path / "compiled"
    build(ROOT, folder)
    assert is_current(ROOT, folder)
    assert not runs_compiled()
    command = (sys.executable, "-m", "tests.tools.test_compiled")
    told = subprocess.run(
        command, env=environment(folder, ROOT), capture_output=True, text=True, check=True
    )
    assert json.loads(told.stdout) == json.loads(json.dumps([True, figures()]))


if __name__ == "__main__":
    sys.stdout.write(json.dumps([runs_compiled(), figures()]))
