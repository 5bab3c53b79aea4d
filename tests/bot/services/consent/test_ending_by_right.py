"""Who manages a server can end its games: apart from the players' way, confirmed, and told."""

from dataclasses import replace

from bot.model import buttons, messages, rows
from bot.model.errors import Problem
from bot.services.games import saving
from bot.words import catalog
from tests.kit.presses import abandon, refused
from tests.kit.stack import GUILD, PEOPLE, STRANGER, Stack

WORDS = catalog()
ADA, BO = PEOPLE[:2]


async def test_a_player_who_manages_the_server_asks_the_others_like_anybody(
    stack: Stack,
) -> None:
    game = await stack.start(2)
    asked = await stack.consent.abandon(stack.press(ADA, manages=True), game, WORDS)
    assert isinstance(asked, saving.Saved)
    assert await stack.status(game) is rows.Status.RUNNING
    row = await stack.question(game)
    assert (row.new.matter, [person.id for person in row.new.asked]) == (
        rows.Matter.ABANDON,
        [BO.id],
    )


async def test_who_only_manages_the_server_is_asked_to_confirm(stack: Stack) -> None:
    game = await stack.start(2)
    asked = stack.consent.abandon(stack.press(STRANGER), game, WORDS)
    assert await refused(asked) == Problem.NOT_A_PLAYER
    prompt = await stack.consent.abandon(stack.press(STRANGER, manages=True), game, WORDS)
    assert isinstance(prompt, messages.Prompt)
    end = messages.Button("End it for everyone", buttons.ConfirmEndGame(), messages.Style.STOP)
    assert [row[0] for row in prompt.rows if isinstance(row, tuple)] == [end]
    assert await stack.status(game) is rows.Status.RUNNING


async def test_the_end_by_right_is_told_as_such(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.bodies()
    await stack.consent.end_by_right(stack.press(STRANGER, manages=True), game)
    assert await stack.status(game) is rows.Status.ABANDONED
    (post,) = await stack.bodies()
    assert "Eve, who manages this server, has ended this game." in post.text


async def test_nobody_else_ends_a_game_by_right(stack: Stack) -> None:
    game = await stack.start(2)
    for person in (ADA, STRANGER):
        forged = stack.consent.end_by_right(stack.press(person), game)
        assert await refused(forged) == "server.sorry.managers_only"
    elsewhere = stack.press(STRANGER, manages=True)
    elsewhere = replace(elsewhere, channel=replace(elsewhere.channel, guild=GUILD + 1))
    forged = stack.consent.end_by_right(elsewhere, game)
    assert await refused(forged) == "server.sorry.managers_only"
    await abandon(stack.games, stack.press(ADA), game)
    late = stack.consent.end_by_right(stack.press(STRANGER, manages=True), game)
    assert await refused(late) == Problem.GAME_OVER
