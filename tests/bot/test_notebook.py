"""Private notes: for players alone, for their writer alone, short, and gone when cleared."""

import pytest

from bot.model.errors import Problem, UserError
from bot.model.rows import PersonRow
from bot.present.posts.call_posts import games_page
from bot.services.play.tryouts import NOTE_LIMIT
from tests.bot.presses import abandon
from tests.bot.salon import PEOPLE, STRANGER, Salon
from tests.bot.wizard_player import WORDS

ADA, BO = PEOPLE[:2]


async def refused(salon: Salon, person: PersonRow, game: int) -> set[Problem]:
    """Why neither reading nor writing is possible."""
    book, found = salon.notes, set()
    for attempt in (
        book.read(salon.press(person), game),
        book.write(salon.press(person), game, "x"),
    ):
        with pytest.raises(UserError) as sorry:
            await attempt
        found.add(sorry.value.problem)
    return found


async def listed_games(salon: Salon, person: PersonRow) -> str:
    games = await salon.store.read(lambda tx: tx.clocks.games_of(person.id))
    return games_page(person.id, games, WORDS).text


async def test_a_spectator_keeps_no_note(salon: Salon) -> None:
    assert await refused(salon, STRANGER, await salon.start(2)) == {Problem.NOT_A_PLAYER}


async def test_there_are_no_notes_on_a_game_that_is_over_or_unknown(salon: Salon) -> None:
    game = await salon.start(2)
    await abandon(salon.games, salon.press(ADA), game)
    assert await refused(salon, ADA, game) == {Problem.GAME_OVER}
    assert await refused(salon, ADA, 77) == {Problem.NO_GAME}


async def test_a_note_is_kept_for_its_writer_alone_and_over_a_restart(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.notes.write(salon.press(ADA), game, "first the ship")
    await salon.restart()
    assert await salon.notes.read(salon.press(ADA), game) == "first the ship"
    assert await salon.notes.read(salon.press(BO), game) == ""


async def test_a_note_is_replaced_and_a_blank_one_clears_it(salon: Salon) -> None:
    game = await salon.start(2)
    for note in ("one", "two"):
        await salon.notes.write(salon.press(ADA), game, note)
    assert await salon.notes.read(salon.press(ADA), game) == "two"
    assert await salon.notes.write(salon.press(ADA), game, " \n ") == ""
    assert await salon.notes.read(salon.press(ADA), game) == ""


async def test_a_note_is_no_longer_than_the_form_lets_it_be(salon: Salon) -> None:
    game = await salon.start(2)
    kept = await salon.notes.write(salon.press(ADA), game, "ä" * (NOTE_LIMIT + 1))
    assert kept == "ä" * NOTE_LIMIT


async def test_a_note_stands_below_the_turn_of_its_writer(salon: Salon) -> None:
    game = await salon.start(2)
    me = await salon.mover(game)
    await salon.notes.write(salon.press(me), game, "first *the* ship\n@everyone")
    page = await salon.wizard.open(salon.press(me), game, WORDS)
    assert page.prompt.text.endswith("> first \\*the\\* ship\n> \\@everyone")


async def test_a_note_stands_in_the_list_of_games_of_its_writer(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.notes.write(salon.press(ADA), game, "first\nthe ship " + "x" * 200)
    assert "\n> first the ship x" in await listed_games(salon, ADA)
    assert len(await listed_games(salon, ADA)) < 400
    assert "ship" not in await listed_games(salon, BO)
