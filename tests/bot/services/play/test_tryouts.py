"""Private tries: they change nothing, survive restarts, and notice when the game moves on."""

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest

from bot.model import controls, messages, pictures, rows
from bot.model.errors import Problem
from bot.services.play.pages import WizardPage
from tests.kit.pictured import pictured
from tests.kit.presses import abandon, refused
from tests.kit.stack import PEOPLE, STRANGER, Stack
from tests.kit.wizard_player import WORDS, likely_best, tokens

STALE = WORDS.say("try.stale")
OVERTAKEN = WORDS.say("try.overtaken")
STEP = "• "
HEADING = WORDS.say("try.heading")
MOST_PRESSES = 60
Open = Callable[[Stack, rows.PersonRow, int], Awaitable[WizardPage]]
Press = Callable[[Stack, rows.PersonRow, WizardPage, str], Awaitable[WizardPage]]


async def opened(stack: Stack, person: rows.PersonRow, game: int) -> WizardPage:
    return await stack.tryouts.open(stack.press(person), game, WORDS)


async def pressed(
    stack: Stack, person: rows.PersonRow, page: WizardPage, answer: str
) -> WizardPage:
    return await stack.tryouts.follow(stack.press(person), page.game, page.token, answer, WORDS)


async def stepped(stack: Stack, person: rows.PersonRow, page: WizardPage) -> WizardPage:
    """Press what seems best until a step has been confirmed."""
    before = steps(page.prompt)
    for _ in range(20):
        page = await pressed(stack, person, page, likely_best(tokens(page.prompt)))
        if controls.Sign.RESET in tokens(page.prompt) and steps(page.prompt) > before:
            return page
    raise AssertionError("no step was taken")


def steps(prompt: messages.Prompt) -> int:
    """How many steps the heading of a page tells."""
    _, _, below = prompt.text.partition(HEADING)
    return below.partition("\n\n")[0].count(STEP)


async def state(stack: Stack, game: int) -> tuple[int, str]:
    async with stack.games.hold(game) as table:
        return table.revision, table.game.state_hash()


async def test_somebody_who_does_not_play_cannot_try(stack: Stack) -> None:
    game = await stack.start(2)
    assert await refused(opened(stack, STRANGER, game)) == Problem.NOT_A_PLAYER


async def test_a_game_that_is_over_cannot_be_tried(stack: Stack) -> None:
    game = await stack.start(2)
    page = await opened(stack, PEOPLE[0], game)
    await abandon(stack.games, stack.press(PEOPLE[0]), game)
    assert await refused(opened(stack, PEOPLE[0], game)) == Problem.GAME_OVER
    assert await refused(pressed(stack, PEOPLE[0], page, controls.Sign.RESET)) == Problem.GAME_OVER
    assert await stack.store.read(lambda tx: tx.tryouts.get(game, PEOPLE[0].id)) is None


async def test_a_game_that_does_not_exist_cannot_be_tried(stack: Stack) -> None:
    assert await refused(opened(stack, PEOPLE[0], 77)) == Problem.NO_GAME


@pytest.mark.parametrize("whose", ["mover", "other"])
async def test_several_turns_are_tried_without_any_effect(stack: Stack, whose: str) -> None:
    game = await stack.start(2)
    person = await stack.mover(game) if whose == "mover" else (await stack.others(game))[0]
    before, _ = await state(stack, game), await stack.bodies()
    page = await opened(stack, person, game)
    for _ in range(4):
        page = await stepped(stack, person, page)
    assert steps(page.prompt) == 4
    assert await state(stack, game) == before
    assert await stack.bodies() == []


async def test_steps_are_taken_back_one_by_one_over_turns(stack: Stack) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    first = await opened(stack, me, game)
    page = await stepped(stack, me, await stepped(stack, me, first))
    assert steps(page.prompt) == 2
    page = await pressed(stack, me, page, controls.Sign.UNDO)
    assert steps(page.prompt) == 1
    page = await pressed(stack, me, page, controls.Sign.UNDO)
    assert page.prompt == first.prompt


async def test_a_try_begins_anew_at_a_press(stack: Stack) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    first = await opened(stack, me, game)
    page = await stepped(stack, me, await stepped(stack, me, first))
    assert (await pressed(stack, me, page, controls.Sign.RESET)).prompt == first.prompt


async def test_the_board_is_shown_as_it_would_be(stack: Stack) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    page = await stepped(stack, me, await opened(stack, me, game))
    board = await pressed(stack, me, page, controls.Sign.BOARD)
    assert pictured(board.prompt).kind is pictures.PictureKind.BOARD
    assert (await pressed(stack, me, board, "<")).prompt == page.prompt


async def test_a_try_survives_a_restart(stack: Stack) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    page = await stepped(stack, me, await opened(stack, me, game))
    await stack.restart()
    assert steps((await stepped(stack, me, page)).prompt) == 2
    await stack.restart()
    assert steps((await opened(stack, me, game)).prompt) == 2


async def test_the_older_of_two_pages_shows_the_newer(stack: Stack) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    old = await opened(stack, me, game)
    new = await stepped(stack, me, await opened(stack, me, game))
    for answer in (controls.Sign.RESET, controls.Sign.UNDO, likely_best(tokens(old.prompt))):
        page = await pressed(stack, me, old, answer)
        assert page.prompt.text == f"{STALE}\n\n{new.prompt.text}"
    assert steps(new.prompt) == 1


async def test_of_two_presses_at_once_one_counts(stack: Stack) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    page = await opened(stack, me, game)
    for _ in range(10):
        if "!" in tokens(page.prompt):
            break
        page = await pressed(stack, me, page, likely_best(tokens(page.prompt)))
    before = steps(page.prompt)
    both = await asyncio.gather(*(pressed(stack, me, page, "!") for _ in range(2)))
    assert [STALE in one.prompt.text for one in both] == [False, True]
    assert [steps(one.prompt) for one in both] == [before + 1, before + 1]
    assert steps((await opened(stack, me, game)).prompt) == before + 1


@pytest.mark.parametrize("answer", ["", "=end", "nonsense", "~9", "=path 99", "!", "u;u"])
async def test_a_press_that_fits_nothing_shows_the_page_again(stack: Stack, answer: str) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    page = await opened(stack, me, game)
    again = await pressed(stack, me, page, answer)
    assert again.prompt.text == f"{STALE}\n\n{page.prompt.text}"


async def test_nobody_presses_in_the_try_of_somebody_else(stack: Stack) -> None:
    game = await stack.start(2)
    me, (other,) = await stack.mover(game), await stack.others(game)
    mine = await stepped(stack, me, await opened(stack, me, game))
    theirs = await pressed(stack, other, mine, controls.Sign.UNDO)
    assert steps(theirs.prompt) == 0
    assert steps((await opened(stack, me, game)).prompt) == 1


async def test_a_try_says_when_the_game_has_moved_on_and_begins_anew(stack: Stack) -> None:
    game = await stack.start(2)
    (me,) = await stack.others(game)
    page = await stepped(stack, me, await opened(stack, me, game))
    await stack.answer(game, random.Random(1))
    for told in (await pressed(stack, me, page, controls.Sign.UNDO), await opened(stack, me, game)):
        assert told.prompt.text == OVERTAKEN
        assert {controls.Sign.RESET, controls.Sign.AGAIN} <= set(tokens(told.prompt))
    await stack.restart()
    fresh = await pressed(stack, me, told, controls.Sign.RESET)
    assert (steps(fresh.prompt), STALE in fresh.prompt.text) == (0, False)


async def test_what_was_tried_is_tried_again_from_a_new_position(stack: Stack) -> None:
    game = await stack.start(2)
    (me,) = await stack.others(game)
    page = await stepped(stack, me, await opened(stack, me, game))
    told = page.prompt.text.splitlines()[1]
    await stack.answer(game, random.Random(1))
    overtaken = await opened(stack, me, game)
    again = await pressed(stack, me, overtaken, controls.Sign.AGAIN)
    assert steps(again.prompt) == 1
    assert told in again.prompt.text


async def test_leaving_forgets_the_try(stack: Stack) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    page = await stepped(stack, me, await opened(stack, me, game))
    await stack.tryouts.leave(stack.press(me), game)
    after = await pressed(stack, me, page, controls.Sign.UNDO)
    assert (steps(after.prompt), after.prompt.text.startswith(STALE)) == (0, True)


async def test_a_try_leaves_the_draft_of_the_real_turn_alone(stack: Stack) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    turn = await stack.wizard.open(stack.press(me), game, WORDS)
    await stepped(stack, me, await opened(stack, me, game))
    answer = likely_best(tokens(turn.prompt))
    page = await stack.wizard.follow(stack.press(me), game, turn.token, answer, WORDS)
    assert WORDS.say(Problem.STALE) not in page.prompt.text


async def begun(stack: Stack, person: rows.PersonRow, game: int) -> WizardPage:
    return await stack.wizard.open(stack.press(person), game, WORDS)


async def turn_pressed(
    stack: Stack, person: rows.PersonRow, page: WizardPage, answer: str
) -> WizardPage:
    return await stack.wizard.follow(stack.press(person), page.game, page.token, answer, WORDS)


async def in_turn(
    stack: Stack, open_page: Open, press: Press, done: Callable[[WizardPage], bool]
) -> None:
    """Press what seems best on two pages in turn until one of them is done."""
    game = await stack.start(2)
    me = await stack.mover(game)
    pages = [await open_page(stack, me, game), await open_page(stack, me, game)]
    for number in range(MOST_PRESSES):
        page = pages[number % 2]
        page = await press(stack, me, page, likely_best(tokens(page.prompt)))
        if done(page):
            return
        pages[number % 2] = page
    raise AssertionError("the two pages hold each other up")


async def test_a_turn_on_two_pages_comes_to_its_end(stack: Stack) -> None:
    await in_turn(stack, begun, turn_pressed, lambda page: page.ends)


async def test_a_try_on_two_pages_gets_on(stack: Stack) -> None:
    await in_turn(stack, opened, pressed, lambda page: steps(page.prompt) > 1)


@pytest.mark.parametrize(("open_page", "press"), [(begun, turn_pressed), (opened, pressed)])
async def test_the_page_that_was_refreshed_counts_in_the_next_press(
    stack: Stack, open_page: Open, press: Press
) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    older, newer = await open_page(stack, me, game), await open_page(stack, me, game)
    newer = await press(stack, me, newer, likely_best(tokens(newer.prompt)))
    older = await press(stack, me, older, likely_best(tokens(older.prompt)))
    assert tokens(older.prompt) == tokens(newer.prompt)
    assert older.token == newer.token
