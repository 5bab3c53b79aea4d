"""Private notes: for players alone, for their writer alone, short, and gone when cleared."""

import pytest

from bot.model import rows
from bot.model.errors import Problem, UserError
from bot.present.posts.call_posts import games_page
from bot.services.play.plans import NOTE_LIMIT
from tests.kit.presses import abandon
from tests.kit.stack import PEOPLE, STRANGER, Stack
from tests.kit.wizard_player import WORDS

ADA, BO = PEOPLE[:2]


async def refused(stack: Stack, person: rows.PersonRow, game: int) -> set[str]:
    """Why neither reading nor writing is possible."""
    book, found = stack.notes, set()
    for attempt in (
        book.read(stack.press(person), game),
        book.write(stack.press(person), game, "x"),
    ):
        with pytest.raises(UserError) as sorry:
            await attempt
        found.add(sorry.value.problem)
    return found


async def listed_games(stack: Stack, person: rows.PersonRow) -> str:
    games = await stack.store.read(lambda tx: tx.clocks.games_of(person.id))
    return games_page(person.id, games, WORDS).text


async def test_a_spectator_keeps_no_note(stack: Stack) -> None:
    assert await refused(stack, STRANGER, await stack.start(2)) == {Problem.NOT_A_PLAYER}


async def test_there_are_no_notes_on_a_game_that_is_over_or_unknown(stack: Stack) -> None:
    game = await stack.start(2)
    await abandon(stack.games, stack.press(ADA), game)
    assert await refused(stack, ADA, game) == {Problem.GAME_OVER}
    assert await refused(stack, ADA, 77) == {Problem.NO_GAME}


async def test_a_note_is_kept_for_its_writer_alone_and_over_a_restart(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.notes.write(stack.press(ADA), game, "first the ship")
    await stack.restart()
    assert await stack.notes.read(stack.press(ADA), game) == "first the ship"
    assert await stack.notes.read(stack.press(BO), game) == ""


async def test_a_note_is_replaced_and_a_blank_one_clears_it(stack: Stack) -> None:
    game = await stack.start(2)
    for note in ("one", "two"):
        await stack.notes.write(stack.press(ADA), game, note)
    assert await stack.notes.read(stack.press(ADA), game) == "two"
    assert await stack.notes.write(stack.press(ADA), game, " \n ") == ""
    assert await stack.notes.read(stack.press(ADA), game) == ""


async def test_a_note_is_no_longer_than_the_form_lets_it_be(stack: Stack) -> None:
    game = await stack.start(2)
    kept = await stack.notes.write(stack.press(ADA), game, "ä" * (NOTE_LIMIT + 1))
    assert kept == "ä" * NOTE_LIMIT


async def test_a_note_stands_below_the_turn_of_its_writer(stack: Stack) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    await stack.notes.write(stack.press(me), game, "first *the* ship\n@everyone")
    page = await stack.wizard.open(stack.press(me), game, WORDS)
    assert page.prompt.text.endswith("> first \\*the\\* ship\n> \\@everyone")


async def test_a_note_stands_in_the_list_of_games_of_its_writer(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.notes.write(stack.press(ADA), game, "first\nthe ship " + "x" * 200)
    assert "\n> first the ship x" in await listed_games(stack, ADA)
    assert len(await listed_games(stack, ADA)) < 400
    assert "ship" not in await listed_games(stack, BO)
