"""The arena: games in pairs, equal on every machine, gone on with from a log, and told as Elo."""

import json
import shlex
import sys
from math import inf
from pathlib import Path

import pytest

from bot.cli.arena.matches import Match, Outcome, Pairing, play
from bot.cli.arena.program import Program
from bot.cli.arena.summary import elo, elo_estimate, estimate, expected_share, verdict
from engine import Game, GameOptions
from tests.kit.shell import Bonfire
from tests.kit.sources import ROOT

PROGRAM = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from bot.cli.engine_lines import Conversation
from engine import STANDARD_BOX
talk = Conversation(STANDARD_BOX)
for line in sys.stdin:
    print(talk.answer("go easy" if line.startswith("go") else line), flush=True)
"""
"""Answers as `bonfire engine` does, with the turns of `easy`."""
COMMAND = shlex.join((sys.executable, "-c", PROGRAM))
EVEN = [0.0, 1.0, 0.5, 0.5] * 10
"""Scores of pairs between equals."""


def test_each_deal_is_played_twice_with_the_seats_exchanged() -> None:
    match = Match("medium", "random", players=3, seed=4)
    seats = [pairing.seats for pairing in match.games(2)]
    assert seats[0] == seats[2] == ("medium", "random", "medium")
    assert seats[1] == seats[3] == ("random", "medium", "random")
    assert [pairing.deal for pairing in match.games(2)] == [0, 0, 1, 1]


def test_a_game_against_tom_is_played_once() -> None:
    assert Match("medium", "tom", players=1, seed=4).games(2) == [
        Pairing(Match("medium", "tom", 1, 4), deal, turned=False) for deal in (0, 1)
    ]


def test_equal_pairings_give_equal_games() -> None:
    pairing = Match("random", "tom", players=1, seed=9).games(1)[0]
    one, other = play(pairing), play(pairing)
    assert (one.points, one.winners, one.turns) == (other.points, other.winners, other.turns)
    assert [turn.positions for turn in one.thinking] == [turn.positions for turn in other.thinking]
    assert Outcome.load(json.loads(json.dumps(one.dump()))) == one


def _outcome(points: tuple[int, ...], winners: tuple[int, ...]) -> Outcome:
    seats = ("a", "b", "a", "b")[: len(points)]
    sources = tuple({"bonfires": each} for each in points)
    return Outcome(0, seats[0] == "b", seats, sources, winners, 40, ())


@pytest.mark.parametrize(
    ("points", "winners", "share"),
    [
        ((50, 40), (0,), 1.0),
        ((40, 50), (1,), 0.0),
        ((50, 50), (0, 1), 0.5),
        ((50, 50), (1,), 0.0),  # bonfires decided between equal scores
        ((50, 40, 30), (0,), 0.5),  # the second seat of "a" came in last
        ((50, 40, 30, 20), (0,), 0.75),
    ],
)
def test_a_share_counts_meetings_between_the_two(
    points: tuple[int, ...], winners: tuple[int, ...], share: float
) -> None:
    assert _outcome(points, winners).share("a") == share
    assert _outcome(points, winners).share("b") == 1 - share


def test_elo_and_the_share_it_wins_are_inverse() -> None:
    assert elo(0.5) == 0
    assert round(elo(0.75)) == 191
    assert elo(1.0) == inf
    assert elo(-0.1) == -inf
    assert expected_share(elo(0.64)) == pytest.approx(0.64)


def test_the_interval_narrows_with_the_pairs() -> None:
    few, many = elo_estimate(EVEN[:8]), elo_estimate(EVEN)
    assert few.low < many.low < 0 < many.high < few.high
    assert estimate([1.0]).low == -inf


@pytest.mark.parametrize(
    ("pairs", "decided"),
    [
        ([1.0, 0.5, 1.0, 0.5] * 10, True),
        (EVEN * 10, False),
        (EVEN[:8], None),
        ([1.0] * 20, True),
        ([1.0] * 19, None),
        ([0.75, 0.25] * 12, None),
    ],
)
def test_the_sequential_test_decides_only_when_it_is_clear(
    pairs: list[float],
    decided: bool | None,  # noqa: FBT001 - a row of the table
) -> None:
    assert verdict(pairs, low=0, high=40) is decided


def test_an_arena_goes_on_from_its_log(bonfire: Bonfire, tmp_path: Path) -> None:
    words = ("arena", "random", "tom", "--seed", "3", "--json")
    whole = bonfire(*words, "--games", "4", "--log", "whole.jsonl")
    bonfire(*words, "--games", "2", "--log", "parts.jsonl")
    cut = tmp_path / "parts.jsonl"
    cut.write_text(cut.read_text()[:-40])  # killed while it wrote the second game
    parts = bonfire(*words, "--games", "4", "--log", "parts.jsonl")
    assert whole.status == parts.status == 0
    told, again = json.loads(whole.out), json.loads(parts.out)
    for figures in (told, again):
        assert figures.pop("seconds")
    assert told == again
    assert len(cut.read_text().splitlines()) == 5
    assert told["won"][0] == 0.0
    assert told["points"]["tom"] > told["points"]["random"]


def test_an_arena_tells_of_pairs_elo_points_and_thinking(bonfire: Bonfire) -> None:
    answer = bonfire("arena", "medium", "random", "--games", "1", "--workers", "2")
    assert answer.status == 0
    for line in ("2 games", "medium wins, of 1", "by Elo", "bonfires", "positions", "seconds"):
        assert line in answer.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("medium", "elsewhere"), "bonfire: argument B: expected a player or tom, not 'elsewhere'"),
        (("medium", "medium"), "bonfire: A and B are both medium: name another player"),
        (("random", "tom", "--stop", "0", "9"), "bonfire: --stop compares players"),
        (
            ("random", "tom", "--log", "other.jsonl"),
            "bonfire: other.jsonl is the log of another match",
        ),
        (
            ("random", "tom", "--log", "bad.jsonl"),
            "bonfire: bad.jsonl has a line that is not a game",
        ),
        (
            ("random", "tom", "--log", "deep.jsonl"),
            "bonfire: deep.jsonl has a line that is not a game",
        ),
    ],
)
def test_what_cannot_be_compared_is_told_in_a_line(
    bonfire: Bonfire, tmp_path: Path, words: tuple[str, ...], complaint: str
) -> None:
    (tmp_path / "other.jsonl").write_text('{"first": "hard"}\n')
    heading = {"first": "random", "second": "tom", "players": 1, "seed": 1}
    (tmp_path / "bad.jsonl").write_text(json.dumps(heading) + '\n{"deal": 0}\n')
    (tmp_path / "deep.jsonl").write_text(f"{json.dumps(heading)}\n{'[' * 5_000}\n")
    answer = bonfire("arena", *words)
    assert answer.status == 2
    assert answer.err.startswith(complaint)
    assert len(answer.err.splitlines()) == 1


def test_a_program_of_others_takes_turns_by_lines() -> None:
    game = Game.new(GameOptions(2), 7)
    with Program(COMMAND) as player:
        while game.waiting is not None and game.view().turn < 7:
            seat = game.waiting.seat
            for action in player(game, seat, 0).answers:
                game.submit(seat, action)
    assert {move.seat for move in game.moves} == {0, 1}


@pytest.mark.long
def test_a_program_of_others_plays_games(bonfire: Bonfire) -> None:
    words = ("--games", "2", "--workers", "2", "--json")
    answer = bonfire("arena", "medium", "--program", COMMAND, *words)
    assert (answer.status, answer.err) == (0, "")
    figures = json.loads(answer.out)
    assert (figures["second"], figures["games"]) == (COMMAND, 2)
