"""The arena with another checkout, whose substitute plays by its own code."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Game, GameOptions
from engine.advice.lines import suggestion
from engine.agents.players import Turn
from tests.kit.marks import long
from tests.kit.shell import Bonfire, answering
from tests.kit.sources import ROOT
from tests.tools.arena.__main__ import arena_parser
from tests.tools.arena.suggest import SUGGEST, suggest


@pytest.fixture
def tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Bonfire:
    """Run the tool in an empty directory without any setting."""
    return answering(arena_parser, tmp_path, monkeypatch, capsys)


@pytest.mark.long
def test_another_checkout_sends_a_guest_who_plays_as_medium_does(tool: Bonfire) -> None:
    answer = tool("random", ROOT, "--games", "2", "--seed", "3", "--json")
    same = tool("random", "medium", "--games", "2", "--seed", "3", "--json")
    assert answer.status == same.status == 0
    points, others = (json.loads(each.out)["points"] for each in (answer, same))
    assert list(points.values()) == list(others.values())


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        (
            "raise SystemExit('what game is this?')",
            "has no answer: its rules or players may be others",
        ),
        (
            "from engine.actions import EndTurn\ndef play_turn(*_): return (EndTurn(), EndTurn())",
            "plays by other rules",
        ),
    ],
)
def test_a_guest_who_cannot_play_is_told_of_in_a_line(
    tool: Bonfire, tmp_path: Path, program: str, complaint: str
) -> None:
    shutil.copytree(ROOT / "engine", tmp_path / "old" / "engine")
    (tmp_path / "old" / "engine" / "agents" / "__init__.py").write_text(program)
    answer = tool("random", "old", "--games", "2")
    assert answer.status == 2
    assert answer.err.startswith(f"bonfire: old {complaint}")
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("player", [long("easy"), long("medium")])
def test_a_guest_plays_any_level_of_its_checkout(tool: Bonfire, player: str) -> None:
    words = ("--games", "2", "--seed", "3", "--json")
    answer, same = (tool("random", each, *words) for each in (f"{ROOT}:{player}", player))
    assert answer.status == same.status == 0
    told, others = (json.loads(each.out) for each in (answer, same))
    assert list(told["points"].values()) == list(others["points"].values())
    assert told["positions"] == others["positions"]


def test_a_guest_of_an_unknown_name_is_told_of(tool: Bonfire) -> None:
    answer = tool("random", f"{ROOT}:nobody", "--games", "2")
    assert answer.status == 2
    assert "nobody has no answer: its rules or players may be others" in answer.err


def test_a_player_meets_itself_in_two_games_a_deal(tool: Bonfire, tmp_path: Path) -> None:
    answer = tool("random", "random", "--games", "4", "--seed", "3", "--json", "--log", "log")
    assert answer.status == 0
    assert set(json.loads(answer.out)["points"]) == {"random", "random (2)"}
    first, second = map(json.loads, (tmp_path / "log").read_text().splitlines()[1:3])
    assert first["deal"] == second["deal"]
    assert first["points"] != second["points"]
    again = tool("random", "random", "--games", "4", "--seed", "3", "--json", "--log", "log")
    assert again.out == answer.out


def test_the_compiled_engine_is_asked_for_when_it_is_missing(
    tool: Bonfire, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tests.tools.arena.__main__.DEFAULT", tmp_path)
    answer = tool("random", "medium", "--compiled")
    assert answer.status == 2
    assert "run make compiled" in answer.err


def test_workers_share_the_games() -> None:
    words = ("random", "random", "--games", "2", "--seed", "3", "--json")
    program = (sys.executable, "-m", "tests.tools.arena", *words)
    one, two = (
        subprocess.run((*program, "--workers", each), cwd=ROOT, capture_output=True, check=True)
        for each in ("1", "2")
    )
    told, others = (json.loads(each.stdout) for each in (one, two))
    assert told["points"] == others["points"]


def test_a_player_follows_suggestions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.agents.lookahead.TURNS_BELIEVED", 1)
    assert arena_parser().parse_args(["suggest", "medium"]).first == SUGGEST
    game = Game.new(GameOptions(2), 3)
    assert game.waiting is not None
    found = suggestion(game, game.waiting.seat, 5)
    assert suggest(game, game.waiting.seat, 5) == Turn(found.lines[0].answers, found.positions)
