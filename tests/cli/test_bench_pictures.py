"""The benchmark of the pictures prints every figure; how large they are is the machine's affair."""

import json
from pathlib import Path

import pytest

from bot.cli.bench_pictures import positions_of
from engine import Game, GameOptions
from engine.record import make_record, record_text
from tests.kit.shell import Bonfire

FIGURES = {
    *("positions", "one_thread_median", "one_thread_worst", "two_threads_median"),
    *("pillow_save_median", "floor_median", "board_png_median", "board_png_largest"),
    *("city_png_median", "city_png_largest", "first_picture_seconds"),
    *("stall_idle", "stall_one_thread", "stall_two_threads", "caches"),
}


def a_few_moves() -> Game:
    game = Game.new(GameOptions(2), 5)
    for _ in range(6):
        assert game.waiting is not None
        game.submit(game.waiting.seat, game.legal_actions()[0])
    return game


@pytest.mark.long
def test_every_figure_is_measured_over_the_positions_of_a_record(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    (tmp_path / "game.json").write_text(record_text(make_record(a_few_moves())), "utf-8")
    answer = bonfire("bench", "pictures", "game.json", "--positions", "2", "--json")
    assert answer.status == 0
    figures = json.loads(answer.out)
    assert set(figures) == FIGURES
    assert figures["positions"] == 2
    assert all(figure > 0 for figure in figures.values())
    told = bonfire("bench", "pictures", "game.json", "--positions", "1")
    for what in ("one thread", "Pillow's own PNG save", "floor", "event loop", "caches"):
        assert what in told.out


def test_positions_are_spread_over_the_games_and_carry_the_marks_of_the_turn() -> None:
    found = list(positions_of([a_few_moves(), a_few_moves()], 4))
    assert [position.view.move for position in found] == [3, 6, 3, 6]
    assert any(position.options.changes for position in found)


def test_a_file_that_is_no_record_is_told_in_one_line(bonfire: Bonfire) -> None:
    answer = bonfire("bench", "pictures", "none.json")
    assert answer.status == 2
    assert answer.err.count("\n") == 1
