"""The benches of whole games print every figure; how large they are is the machine's affair."""

import json

import pytest

from engine.agents.levels import Level
from engine.review.tables import expectation_lines, level_averages
from tests.bench.levels import averages
from tests.bench.reviews import lines_text
from tests.kit.shell import Bonfire
from tests.kit.sources import ROOT


def test_turns_are_carried_out_as_they_were_planned(bench: Bonfire) -> None:
    answer = bench("premoves", "--games", "1", "--players", "2", "--json")
    assert answer.status == 0
    figures = json.loads(answer.out)
    assert figures["due"] > figures["carried"] > 0
    assert figures["otherwise"] == 0
    assert figures["days"] < figures["days_without"]


@pytest.mark.long
def test_posts_are_few_and_low(bench: Bonfire) -> None:
    """With bots, at most half of what they were when each of their turns was a post of its own.

    Each has all pictures of its table, in no more than 560 pixels, and a few lines of words.
    """
    answer = bench("screens", "--json")
    assert answer.status == 0
    figures = json.loads(answer.out)
    assert figures["alone_pixels"] <= 850
    assert figures["four_people_pixels"] <= 750
    assert figures["with_bots_screens"] <= 139 / 2


@pytest.mark.long
def test_suggestions_tell_what_they_cost_and_what_came_true(bench: Bonfire) -> None:
    answer = bench("suggestions", "--positions", "3", "--json")
    assert answer.status == 0
    figures = json.loads(answer.out)
    assert figures["suggestions"] == 3
    assert 0 < figures["seconds"] <= figures["seconds_95"]
    assert figures["pointed_true"] <= figures["pointed"] <= figures["told"]


@pytest.mark.long
def test_reviews_tell_errors_luck_and_costly_turns(bench: Bonfire) -> None:
    answer = bench("reviews", "--games", "3", "--judged", "2", "--json")
    assert answer.status == 0
    figures = json.loads(answer.out)
    assert figures["games"] == 3
    assert 0 < figures["calibration_mean"] <= figures["calibration_worst"]
    assert figures["off"] > 0
    assert figures["luck_error"] > 0
    assert figures["costly_still"] <= figures["costly"]


@pytest.mark.long
def test_reviews_of_losses_tell_what_stands_and_what_it_takes(bench: Bonfire) -> None:
    answer = bench("losses", "--games", "1", "--json")
    assert answer.status == 0
    figures = json.loads(answer.out)
    assert figures["games_told"] <= figures["games"] == 1
    assert figures.get("turns_standing", 0) <= figures.get("turns", 0)
    assert 0 < figures["mean"] <= figures["most"]


@pytest.mark.long
def test_reviews_make_the_lines_of_expectations(bench: Bonfire) -> None:
    """A line of three numbers for each phase that the games had."""
    answer = bench("reviews", "--games", "1", "--fit")
    assert answer.status == 0
    lines = json.loads(answer.out)
    assert list(lines) == ["1", "tom"]
    assert all(len(phases) >= 10 for phases in lines.values())
    assert {len(line) for phases in lines.values() for line in phases} == {3}


def test_a_bench_writes_the_lines_as_they_are_kept() -> None:
    kept = ROOT.joinpath("engine/review/lines.json").read_text("utf-8")
    lines = {kind: list(phases) for kind, phases in expectation_lines().items()}
    assert lines_text(lines) == kept


@pytest.mark.long
def test_a_level_makes_points_of_every_source() -> None:
    found = averages(Level.EASY, 2, [1])
    assert found.keys() == level_averages()[Level.EASY, 2].keys()
    assert sum(found.values()) > 0
