"""Face-down pieces reach no picture and no text: after another deal, both stay the same."""

import pytest

from engine.build_view import build_view
from engine.face_down import redeal
from engine.state import GameOptions
from renderer import Options, text
from tests.kit.marks import long
from tests.properties.games import states
from tests.renderer.contents import dump
from tests.renderer.scenes import scenes_of


@pytest.mark.parametrize("players", [2, long(1), long(4)])
def test_pictures_and_texts_do_not_depend_on_what_is_hidden(players: int, options: Options) -> None:
    differing = 0
    for move, state in enumerate(states(GameOptions(players), players + 3, 1)):
        if move % 25:
            continue
        twin = redeal(state, 1000 + move)
        differing += twin.hidden != state.hidden
        view, other = (build_view(each, move) for each in (state, twin))
        for (name, scene), (_, second) in zip(
            scenes_of(view, options), scenes_of(other, options), strict=True
        ):
            assert scene == second, (name, move)
            assert dump(scene) == dump(second)
        assert text.text_board(view, options) == text.text_board(other, options)
        assert text.board_alt(view, options) == text.board_alt(other, options)
        every = (None, *range(len(view.seats)))
        assert text.sheet_alt(view, every, options) == text.sheet_alt(other, every, options)
    assert differing > 1
