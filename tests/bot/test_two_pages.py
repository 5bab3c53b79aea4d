"""Two private pages of one person, pressed in turn: what counts on one is shown by the other."""

from collections.abc import Awaitable, Callable

import pytest

from bot.model.rows import PersonRow
from bot.services.play.pages import WizardPage
from tests.bot.test_tryouts import opened as tried
from tests.bot.test_tryouts import pressed as pressed_in_try
from tests.bot.test_tryouts import steps
from tests.kit.stack import Stack
from tests.kit.wizard_player import WORDS, likely_best, tokens

MOST_PRESSES = 60


async def begun(stack: Stack, person: PersonRow, game: int) -> WizardPage:
    return await stack.wizard.open(stack.press(person), game, WORDS)


async def pressed(stack: Stack, person: PersonRow, page: WizardPage, answer: str) -> WizardPage:
    return await stack.wizard.follow(stack.press(person), page.game, page.token, answer, WORDS)


Open = Callable[[Stack, PersonRow, int], Awaitable[WizardPage]]
Press = Callable[[Stack, PersonRow, WizardPage, str], Awaitable[WizardPage]]


async def in_turn(
    stack: Stack, opened: Open, press: Press, done: Callable[[WizardPage], bool]
) -> None:
    """Press what seems best on two pages in turn until one of them is done."""
    game = await stack.start(2)
    me = await stack.mover(game)
    pages = [await opened(stack, me, game), await opened(stack, me, game)]
    for number in range(MOST_PRESSES):
        page = pages[number % 2]
        page = await press(stack, me, page, likely_best(tokens(page.prompt)))
        if done(page):
            return
        pages[number % 2] = page
    raise AssertionError("the two pages hold each other up")


async def test_a_turn_on_two_pages_comes_to_its_end(stack: Stack) -> None:
    await in_turn(stack, begun, pressed, lambda page: page.ends)


async def test_a_try_on_two_pages_gets_on(stack: Stack) -> None:
    await in_turn(stack, tried, pressed_in_try, lambda page: steps(page.prompt) > 1)


@pytest.mark.parametrize(("opened", "press"), [(begun, pressed), (tried, pressed_in_try)])
async def test_the_page_that_was_refreshed_counts_in_the_next_press(
    stack: Stack, opened: Open, press: Press
) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    older, newer = await opened(stack, me, game), await opened(stack, me, game)
    newer = await press(stack, me, newer, likely_best(tokens(newer.prompt)))
    older = await press(stack, me, older, likely_best(tokens(older.prompt)))
    assert tokens(older.prompt) == tokens(newer.prompt)
    assert older.token == newer.token
