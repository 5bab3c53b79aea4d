"""Who manages a server can end its games: apart from the players' way, confirmed, and told."""

from collections.abc import Awaitable

import pytest

from bot.model.buttons import ConfirmEndGame
from bot.model.errors import Problem, UserError
from bot.model.messages import Button, Prompt, Style
from bot.model.rows import Matter, Status
from bot.services.games.saving import Saved
from bot.words import catalog
from tests.bot.presses import abandon
from tests.bot.salon import PEOPLE, STRANGER, Salon

WORDS = catalog()
ADA, BO = PEOPLE[:2]


async def refused(work: Awaitable[object]) -> Problem:
    with pytest.raises(UserError) as sorry:
        await work
    return sorry.value.problem


async def test_a_player_who_manages_the_server_asks_the_others_like_anybody(salon: Salon) -> None:
    game = await salon.start(2)
    asked = await salon.consent.abandon(salon.press(ADA, manages=True), game, WORDS)
    assert isinstance(asked, Saved)
    assert await salon.status(game) is Status.RUNNING
    row = await salon.store.read(lambda tx: tx.questions.open_in(game))
    assert row is not None
    assert (row.new.matter, [person.id for person in row.new.asked]) == (Matter.ABANDON, [BO.id])


async def test_who_only_manages_the_server_is_asked_to_confirm(salon: Salon) -> None:
    game = await salon.start(2)
    asked = salon.consent.abandon(salon.press(STRANGER), game, WORDS)
    assert await refused(asked) is Problem.NOT_A_PLAYER
    prompt = await salon.consent.abandon(salon.press(STRANGER, manages=True), game, WORDS)
    assert isinstance(prompt, Prompt)
    end = Button("End it for everybody", ConfirmEndGame(), Style.STOP)
    assert prompt.rows == ((end,),)
    assert await salon.status(game) is Status.RUNNING


async def test_the_end_by_right_is_told_as_such(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.bodies()
    await salon.consent.end_by_right(salon.press(STRANGER, manages=True), game)
    assert await salon.status(game) is Status.ABANDONED
    (post,) = await salon.bodies()
    assert "Eve, who manages this server, has ended this game." in post.text


async def test_nobody_else_ends_a_game_by_right(salon: Salon) -> None:
    game = await salon.start(2)
    for person in (ADA, STRANGER):
        forged = salon.consent.end_by_right(salon.press(person), game)
        assert await refused(forged) is Problem.MANAGERS_ONLY
    await abandon(salon.games, salon.press(ADA), game)
    late = salon.consent.end_by_right(salon.press(STRANGER, manages=True), game)
    assert await refused(late) is Problem.GAME_OVER
