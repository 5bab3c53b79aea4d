"""A press takes hold of its game once, until its posts with their pictures are out."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.model import buttons, settings
from bot.model.controls import Sign
from bot.services.games.active_games import GameLock
from bot.standin.layout import pictures
from tests.kit.hall import PATIENCE, Hall, ready_to_end, solo
from tests.kit.pages import by_page, choose
from tests.kit.whole import controls, has_turn_button


@contextmanager
def counted_holds() -> Iterator[list[GameLock]]:
    """The holds of games from here on, each by its lock."""
    holds: list[GameLock] = []
    enter = GameLock.__aenter__

    async def counting(lock: GameLock) -> None:
        holds.append(lock)
        await enter(lock)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameLock, "__aenter__", counting)
        yield holds


async def test_a_game_starts_and_is_shown_without_a_hold(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    lobby = await (await ada.slash(hall.table, "bonfire", "new", thread=False)).response()
    await (await bo.press(lobby, "Join")).response()
    with counted_holds() as holds:
        await (await ada.press(lobby, "Start")).response()
        post = await ada.waits_for(hall.table, has_turn_button, PATIENCE)
    assert pictures(post)
    assert holds == []


async def test_the_press_that_ends_a_turn_holds_its_game_once(hall: Hall) -> None:
    player, post = await solo(hall)
    prompt = await ready_to_end(player, post)
    confirm = next(one for one in controls(prompt) if one.answer == Sign.CONFIRM)
    with counted_holds() as holds:
        await (await player.press(prompt, confirm)).acknowledged()
        told = await player.my_post(post.id)
    assert pictures(told)
    assert len(holds) == 1


async def test_a_press_within_a_turn_holds_its_game_once(hall: Hall) -> None:
    player, post = await solo(hall)
    with counted_holds() as holds:
        prompt = await player.open_turn(post)
    assert len(holds) == 1
    step = next(one for one in controls(prompt) if one.answer.startswith("@fate:top"))
    with counted_holds() as holds:
        await (await player.press(prompt, step)).response()
    assert len(holds) == 1


async def test_the_vote_that_decides_leaves_its_game_while_the_bot_thinks(hall: Hall) -> None:
    """It holds the game for the ballot, and once more for what the bot plays."""
    post = await hall.start(2)
    late = hall.mover(post)
    other = next(one for one in hall.people[:2] if one is not late)
    await choose(late, hall.table, settings.Setting.AWAY, "30d")
    await (await by_page(other, hall.table, "table", buttons.AskForVote())).response()
    question = await other.waits_for(
        hall.table, lambda m: m.id > post.id and not m.is_ephemeral and bool(list(controls(m)))
    )
    button = next(step.custom_id for step in controls(question) if step.answer.endswith(":bot"))
    await hall.settled()
    with counted_holds() as holds:
        await (await other.press(question, button)).response()
        told = await other.waits_for(
            hall.table, lambda m: m.id > question.id and has_turn_button(m), PATIENCE
        )
    assert pictures(told)
    assert len(holds) == 2


async def test_a_typed_action_holds_its_game_once(hall: Hall) -> None:
    player, _ = await solo(hall)
    with counted_holds() as holds:
        typed = await player.person.slash(hall.table, "turn", "move", line="refresh")
        await typed.response()
    assert len(holds) == 1


async def test_looking_at_the_board_holds_its_game_once(hall: Hall) -> None:
    player, _ = await solo(hall)
    with counted_holds() as holds:
        looked = await player.person.slash(hall.table, "bonfire", "board")
        shown = await looked.response()
        await hall.calm()
    assert pictures(shown)
    assert len(holds) == 1
