"""What is this? Everything in a picture has its rule, its place, and how far one is with it."""

from collections.abc import Iterator
from functools import cache

import pytest

from bot.model import buttons, messages
from bot.model.custom_ids import Binding, read_press
from bot.present.posts.what_page import (
    Thing,
    ThingMenu,
    in_city,
    menus,
    on_board,
    place_of,
    thing_of,
    what_text,
)
from bot.words import catalog, languages
from engine import Game, GameOptions, ids
from renderer import Hints, Options
from renderer.context import context_for
from renderer.scene import Scene, Use
from renderer.scenes import board_scene, city_scene
from renderer.strips import strip_of
from tests.kit.games import play_busily
from tests.kit.marks import long
from tests.kit.pictured import IN_WHOLE, NAMES, holds, marks, shown_at

POSITIONS = [
    *((1, 400), (2, 150), (4, 900)),
    *(long(*others) for others in ((1, 0), (3, 500), (4, 40))),
]


@cache
def position(players: int, moves: int) -> Game:
    return play_busily(Game.new(GameOptions(players), 7), 7, moves)


def pictures(game: Game) -> Iterator[tuple[ids.Seat | None, tuple[ThingMenu, ...]]]:
    """The groups of the main board and of every city."""
    view = game.view()
    yield None, on_board(game, view, 0)
    for seat in view.seats:
        yield seat.seat, in_city(view, seat.seat)


def each(groups: tuple[ThingMenu, ...]) -> Iterator[Thing]:
    for _, things in groups:
        yield from things


def scene(game: Game, owner: ids.Seat | None, hints: Hints) -> Scene:
    view = game.view()
    context = context_for(view, Options(catalog().translate, NAMES, hints=hints))
    return board_scene(view, context) if owner is None else city_scene(view, owner, context)


@pytest.mark.parametrize(("players", "moves"), POSITIONS)
@pytest.mark.parametrize("locale", languages())
def test_everything_can_be_asked_about_within_the_limits(
    players: int, moves: int, locale: str
) -> None:
    game, words = position(players, moves), catalog(locale)
    for owner, groups in pictures(game):
        tokens = [thing.token for thing in each(groups)]
        assert len(tokens) == len(set(tokens))
        shown = menus(groups, words, owner)
        assert len(shown) <= 3
        for menu in shown:
            assert 0 < len(menu.choices) <= messages.OPTION_LIMIT
            assert len(menu.placeholder) <= messages.PLACEHOLDER_LIMIT
            for choice in menu.choices:
                assert len(choice.label) <= messages.CHOICE_LIMIT
                assert isinstance(choice.value, buttons.AskOnBoard | buttons.AskInCity)
                custom_id = Binding(1, 2).custom_id(choice.value)
                assert read_press(custom_id).value == choice.value
                thing = thing_of(groups, choice.value.piece)
                assert thing is not None
                assert 0 < len(what_text(thing, game.view(), words)) <= messages.TEXT_LIMIT


@pytest.mark.parametrize(("players", "moves"), POSITIONS)
def test_each_piece_is_framed_where_it_lies(players: int, moves: int) -> None:
    game = position(players, moves)
    for owner, groups in pictures(game):
        for thing in each(groups):
            drawn = scene(game, owner, Hints(pointed=thing.at))
            frames = [item for item in drawn.items if getattr(item, "name", "") == "pointers"]
            assert len(frames) == bool(thing.at), thing.token
            for group in frames:
                uses = [item for item in group.items if isinstance(item, Use)]  # type: ignore[union-attr]
                assert len(uses) == len(thing.at), thing.token
                assert all(-20 < use.x < 1600 and -20 < use.y < 1016 for use in uses)


@pytest.mark.parametrize(("players", "moves"), POSITIONS)
def test_each_piece_is_shown_in_its_place_larger_than_in_the_whole_picture(
    players: int, moves: int
) -> None:
    game = position(players, moves)
    view = game.view()
    for owner, groups in pictures(game):
        for thing in each(groups):
            picture = place_of(thing, view, owner)
            if not picture.cut_outs:
                continue
            strip = strip_of(picture.cut_outs, view)
            assert [one for one in marks(picture) if not holds(strip, one)] == [], thing.token
            assert shown_at(strip) > IN_WHOLE, thing.token
    one = next(each(on_board(game, view, 0)))
    assert place_of(one, view, None).cut_outs
    assert not place_of(None, view, None).cut_outs


def test_all_thirty_tasks_of_four_players_can_be_asked_about() -> None:
    game = position(4, 0)
    groups = on_board(game, game.view(), 0)
    lying = {slot.task.id for island in game.view().islands for slot in island.slots if slot.task}
    assert len(lying) == 30
    tokens = [thing.token for thing in each(groups)]
    assert lying <= set(tokens)
    # All else can be asked about as well.
    assert {"S", "E", "p", "c", "g", "w", "i"} <= {token[0] for token in tokens}
    assert sum(token.startswith("council") for token in tokens) == 8
    assert [name for name, _ in groups] == ["tasks", "more_displays", "more_places"]
    assert max(len(things) for _, things in groups) <= messages.OPTION_LIMIT


def test_the_nearest_tasks_stand_first() -> None:
    game = position(4, 900)
    ((_, tasks), *_) = on_board(game, game.view(), 2)
    lacking = [max(need - have, 0) for have, need in (game.progress(2, one.token) for one in tasks)]
    assert lacking == sorted(lacking)
    assert len(set(lacking)) > 1


def test_a_task_tells_how_far_its_seat_is() -> None:
    game, words = position(2, 150), catalog("en")
    ((_, tasks), *_) = on_board(game, game.view(), 1)
    for thing in tasks:
        have, need = game.progress(1, thing.token)
        told = what_text(thing, game.view(), words)
        assert ("Already met." if have >= need else f"You have {have} of {need}.") in told


def test_who_only_watches_is_told_the_rule_alone() -> None:
    game, words = position(2, 150), catalog("en")
    for thing in each(on_board(game, game.view(), None)):
        assert "You have" not in what_text(thing, game.view(), words)


def test_what_has_gone_is_not_found() -> None:
    game = position(2, 150)
    groups = on_board(game, game.view(), 0)
    assert thing_of(groups, "R99") is None
    assert thing_of(groups, "tasks") is None
