"""The benchmark prints every figure; how large they are is the machine's affair."""

import json

from tests.cli.conftest import Bonfire

FIGURES = {
    "games",
    "games_per_second",
    "answers_per_second",
    "answers_per_game",
    "listing_microseconds",
    "applying_microseconds",
    "state_copy_microseconds",
    "replay_milliseconds",
    "endings",
}


def test_bench_measures_every_figure(bonfire: Bonfire) -> None:
    answer = bonfire("bench", "--rounds", "2", "--games", "2", "--json")
    assert answer.status == 0
    figures = json.loads(answer.out)
    assert set(figures) == FIGURES
    assert figures["games"] == 4
    assert sum(figures.pop("endings").values()) == 4
    assert all(figure > 0 for figure in figures.values())


def test_bench_tells_readers_the_same(bonfire: Bonfire) -> None:
    answer = bonfire("bench", "--rounds", "1", "--games", "1")
    assert answer.status == 0
    for figure in (
        "games a second",
        "answers a second",
        "listing the answers",
        "applying an answer",
        "state copy",
        "replay",
        "ended by",
    ):
        assert figure in answer.out


def test_bench_laid_carries_turns_out_as_they_were_laid(bonfire: Bonfire) -> None:
    answer = bonfire("bench", "laid", "--games", "1", "--players", "2", "--json")
    assert answer.status == 0
    figures = json.loads(answer.out)
    assert figures["due"] > figures["carried"] > 0
    assert figures["otherwise"] == 0
    assert figures["days"] < figures["days_without"]


def test_bench_reviews_tells_errors_luck_and_costly_turns(bonfire: Bonfire) -> None:
    answer = bonfire("bench", "reviews", "--games", "3", "--judged", "2", "--json")
    assert answer.status == 0
    figures = json.loads(answer.out)
    assert figures["games"] == 3
    assert 0 < figures["calibration_mean"] <= figures["calibration_worst"]
    assert figures["off"] > 0
    assert figures["luck_error"] > 0
    assert figures["costly_still"] <= figures["costly"]


def test_bench_reviews_makes_the_lines_of_expectations(bonfire: Bonfire) -> None:
    """A line of three numbers for each phase that the games had."""
    answer = bonfire("bench", "reviews", "--games", "1", "--fit")
    assert answer.status == 0
    kinds = [line.strip() for line in answer.out.splitlines() if line.strip().endswith(": (")]
    assert kinds == ['"1": (', '"tom": (']
    lines = [line for line in answer.out.splitlines() if line.count(",") == 3]
    assert len(lines) >= 2 * 10
