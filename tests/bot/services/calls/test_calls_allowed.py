"""One allowance for all ways to call another person: twice an hour, then in silence."""

from collections.abc import Awaitable, Callable, Sequence

import pytest

from bot.model import button_choices, buttons, rows
from bot.model.errors import Problem
from bot.model.stored_post import StoredPost
from bot.words import catalog
from tests.kit.lost import places
from tests.kit.presses import refused
from tests.kit.stack import HOUR, PEOPLE, STRANGER, Stack

ADA, BO = PEOPLE[:2]
WORDS = catalog()

Ask = Callable[[Stack, int], Awaitable[object]]


async def hand_over(stack: Stack, game: int) -> None:
    await stack.consent.hand_over(stack.press(ADA), game, STRANGER)


async def abandon(stack: Stack, game: int) -> None:
    await stack.consent.abandon(stack.press(ADA), game, WORDS)


async def withdraw(stack: Stack, game: int) -> None:
    question = await stack.question(game)
    await stack.consent.answer(stack.press(ADA), game, question.id, button_choices.Consent.WITHDRAW)


def questions(posts: Sequence[StoredPost]) -> list[StoredPost]:
    return [
        body
        for body in posts
        if any(
            isinstance(button.value, buttons.AnswerQuestion) for row in body.rows for button in row
        )
    ]


@pytest.mark.parametrize(("ask", "victim"), [(hand_over, STRANGER), (abandon, BO)])
async def test_a_question_calls_the_same_person_twice_an_hour(
    stack: Stack, ask: Ask, victim: rows.PersonRow
) -> None:
    game = await stack.start()
    await stack.bodies()
    called: list[int] = []
    for _ in range(29):
        await ask(stack, game)
        (question,) = questions(await stack.bodies())
        called += question.ping
        await withdraw(stack, game)
        await stack.bodies()
    assert called == [victim.id] * 2
    stack.clock.at += HOUR
    await ask(stack, game)
    (question,) = questions(await stack.bodies())
    assert question.ping == (victim.id,)


async def test_all_kinds_of_questions_share_the_allowance(stack: Stack) -> None:
    game = await stack.start()
    await stack.bodies()
    for _ in range(2):
        await abandon(stack, game)
        await withdraw(stack, game)
    await stack.bodies()
    assert stack.limits.heard(ADA.id, (BO.id,)) == ()
    assert stack.limits.heard(BO.id, (ADA.id,)) == (ADA.id,)


async def test_a_question_that_is_refused_costs_nothing(stack: Stack) -> None:
    game = await stack.start()
    await abandon(stack, game)
    for _ in range(5):
        assert await refused(hand_over(stack, game)) == Problem.QUESTION_OPEN
    assert stack.limits.heard(ADA.id, (STRANGER.id,)) == (STRANGER.id,)


async def test_who_moves_a_game_about_calls_nobody_without_end(stack: Stack) -> None:
    game = await stack.start()
    await stack.bodies()
    mover = await stack.mover(game)
    (other,) = await stack.others(game)
    service, called = places(stack), []
    for channel in range(100, 120):
        await service.move(stack.press(other, channel=channel), game)
        called += [one for body in await stack.bodies() for one in body.ping]
    assert called == [mover.id] * 2
