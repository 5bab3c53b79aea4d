"""The benchmark prints every figure; how large they are is the machine's affair."""

import json

from tests.kit.shell import Bonfire

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
