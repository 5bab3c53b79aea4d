"""Undo takes back what the last press submitted, as one, and never past what was revealed."""

from dataclasses import replace

import pytest

from bot.cli.repair import examine
from bot.model.game_log import logged_moves
from bot.model.rows import MoveKind
from bot.services.play.pages import WizardPage
from bot.words import catalog
from engine import Game, IllegalAction, Reason
from engine.actions import EndTurn, Keep, MoveShip, PlaceFate, PutTask, ReceiveTask
from engine.ids import Seat
from engine.notation import parse_line
from tests.kit.presses import submit
from tests.kit.stack import Stack
from tests.kit.wizard_player import rich, tokens

WORDS = catalog()
ME: Seat = 0


def bonus_later() -> Game:
    """A position in which a bonus action keeps the turn open after anything."""
    return rich().portals(7, 6, 5, 4, 3, 2, 1).game()


async def placed(stack: Stack, position: Game) -> int:
    """A stored game that stands at a position."""
    game = await stack.start()
    async with stack.games.hold(game) as table:
        table.game = position
        await stack.games.save(table, stack.press(table.players[ME]), ())
    return game


async def given(stack: Stack, game: int, line: str) -> None:
    """One press that submits a line of answers."""
    async with stack.games.hold(game) as table:
        me = table.players[ME]
    await submit(stack.games, stack.press(me), game, parse_line(line))


async def undone(stack: Stack, game: int) -> WizardPage:
    async with stack.games.hold(game) as table:
        me = table.players[ME]
    return await stack.wizard.undo(stack.press(me), game, WORDS)


async def position(stack: Stack, game: int) -> tuple[str, int]:
    async with stack.games.hold(game) as table:
        return table.game.state_hash(), table.game.move_count


async def test_a_confirmed_plan_is_taken_back_as_one(stack: Stack) -> None:
    game = await placed(stack, bonus_later())
    async with stack.games.hold(game) as table:
        me = table.players[ME]
    await stack.preferences.change(stack.press(me), lambda chosen: replace(chosen, coach=False))
    before = await position(stack, game)
    opened = await stack.wizard.open(stack.press(me), game, WORDS)
    (voyages,) = (each for each in tokens(opened.prompt) if each == "@sail_task")
    listed = await stack.wizard.follow(stack.press(me), game, opened.token, voyages, WORDS)
    voyage = tokens(listed.prompt)[0]
    planned = await stack.wizard.follow(stack.press(me), game, listed.token, voyage, WORDS)
    page = await stack.wizard.follow(stack.press(me), game, planned.token, "!", WORDS)
    async with stack.games.hold(game) as table:
        kinds = {type(move.action) for move in table.game.moves}
        assert {MoveShip, ReceiveTask, PutTask} <= kinds
        answers = table.game.move_count

    await stack.restart()
    page = await stack.wizard.follow(stack.press(me), game, page.token, "u", WORDS)
    assert page.prompt == opened.prompt
    assert await position(stack, game) == before

    log = await stack.store.read(lambda tx: tx.games.log(game))
    assert [row.kind for row in log] == [MoveKind.ANSWER] * answers + [MoveKind.UNDO] * answers
    row = await stack.stored(game)
    assert examine(row, log, len(log)).faults == ()
    async with stack.games.hold(game) as table:
        assert logged_moves(table.game, log) == ()


async def test_the_press_before_stands_until_the_next_undo(stack: Stack) -> None:
    game = await placed(stack, bonus_later())
    before = await position(stack, game)
    await given(stack, game, "path 2; pay 1 path")
    between = await position(stack, game)
    for _ in range(2):
        await given(stack, game, "discard wild; discard ship")
        await undone(stack, game)
        assert await position(stack, game) == between
    await undone(stack, game)
    assert await position(stack, game) == before


async def test_what_was_revealed_stands(stack: Stack) -> None:
    game = await placed(stack, bonus_later())
    await given(stack, game, "path pile; pay 1 path")
    revealed = await position(stack, game)
    await given(stack, game, "discard wild; discard ship")
    await undone(stack, game)
    assert await position(stack, game) == revealed
    with pytest.raises(IllegalAction) as refused:
        await undone(stack, game)
    assert refused.value.refusal.key is Reason.UNDO_REVEALED
    assert await position(stack, game) == revealed


async def test_the_turn_before_stands_though_one_line_went_on_from_it(stack: Stack) -> None:
    game = await placed(stack, rich().of(1).passed().game())
    await given(stack, game, "fate top b1 down; keep 1 path; end; fate top a1 down")
    await undone(stack, game)
    async with stack.games.hold(game) as table:
        assert [type(move.action) for move in table.game.moves] == [PlaceFate, Keep, EndTurn]
