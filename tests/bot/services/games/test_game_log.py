"""A game as it stood at any revision of its log, and the revision that a post shows."""

import random

import pytest

from bot.model import button_choices
from bot.model.game_log import game_at
from bot.model.people import names_of
from bot.model.stored_post import StoredPost
from bot.present.posts.turn_story import turn_story
from bot.services.games import saving
from bot.words import catalog
from engine import IllegalAction
from tests.kit.presses import submit_undo
from tests.kit.stack import Stack

WORDS = catalog()


async def note(stack: Stack, game: int, known: dict[int, str]) -> None:
    async with stack.games.hold(game) as table:
        known.setdefault(table.revision, table.game.state_hash())


async def go_back(stack: Stack, game: int) -> None:
    """Let everybody agree to go back to the beginning of somebody's last turn."""
    asker = (await stack.others(game))[0]
    done = await stack.consent.take_back(stack.press(asker), game, None, WORDS)
    assert isinstance(done, saving.Saved)
    row = await stack.question(game)
    for other in row.new.asked:
        await stack.consent.answer(stack.press(other), game, row.id, button_choices.Consent.YES)


async def rambled(stack: Stack, seed: int) -> tuple[int, dict[int, str]]:
    """A game with undos and take-backs, and the hash of its state at each revision."""
    dice, known = random.Random(seed), dict[int, str]()
    game = await stack.start(2)
    for step in range(60):
        await note(stack, game, known)
        if step % 7 == 5:
            try:
                await submit_undo(stack.games, stack.press(await stack.mover(game)), game)
            except IllegalAction:
                continue
        elif step in {30, 45}:
            await go_back(stack, game)
        else:
            await stack.answer(game, dice)
    await note(stack, game, known)
    return game, known


@pytest.mark.parametrize("seed", range(3))
async def test_every_position_is_found_again(stack: Stack, seed: int) -> None:
    game, known = await rambled(stack, seed)
    log = await stack.store.read(lambda tx: tx.games.log(game))
    assert set(known) <= set(range(len(log) + 1))
    async with stack.games.hold(game) as table:
        for revision, state in known.items():
            assert game_at(table.game, log, revision).state_hash() == state
        with pytest.raises(ValueError, match="revision"):
            game_at(table.game, log, len(log) + 1)


async def test_a_post_belongs_to_the_position_that_it_shows(stack: Stack) -> None:
    game, dice = await stack.start(2), random.Random(4)
    (begins,) = await stack.bodies()
    assert begins.revision == 0
    for turn in range(8):
        if turn == 5:
            await go_back(stack, game)
            await shows_the_present(stack, game, (await stack.bodies())[-1])
        await stack.take_turn(game, dice)
        (post,) = await stack.bodies()
        await shows_the_present(stack, game, post)
        async with stack.games.hold(game) as table:
            told = [event for move in table.game.moves[post.since :] for event in move.events]
            names = names_of(table.people_in(table.words), 2, table.words)
            story = turn_story(told, names, table.game.box, table.words)
        assert post.text == "\n".join(map(str, story))


async def shows_the_present(stack: Stack, game: int, post: StoredPost) -> None:
    log = await stack.store.read(lambda tx: tx.games.log(game))
    async with stack.games.hold(game) as table:
        assert post.revision == table.revision == len(log)
        assert game_at(table.game, log, post.revision).view() == table.game.view()


async def test_alone_a_post_shows_what_tom_did_too(stack: Stack) -> None:
    game, dice = await stack.start(1), random.Random(4)
    await stack.bodies()
    for _ in range(40):
        await stack.answer(game, dice)
        for post in await stack.bodies():
            await shows_the_present(stack, game, post)


async def test_a_position_from_before_the_rules_were_corrected_is_not_found(
    stack: Stack,
) -> None:
    game, dice = await stack.start(2), random.Random(1)
    await stack.play(game, dice, 6)
    log = await stack.store.read(lambda tx: tx.games.log(game))
    async with stack.games.hold(game) as table:
        table.game._restored_at, table.game._base = table.game.move_count, table.game._state
        assert game_at(table.game, log, len(log)).view() == table.game.view()
        with pytest.raises(ValueError, match="no position"):
            game_at(table.game, log, len(log) - 1)
