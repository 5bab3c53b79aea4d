"""Undo takes back what the last press submitted, as one, and never past what was revealed."""

import pytest

from bot.cli.games.rebuild import examine
from bot.model.game_log import logged_moves
from bot.model.rows import MoveKind
from bot.services.play.pages import WizardPage
from bot.words import catalog
from engine import Game, IllegalAction, Reason
from engine.actions import EndTurn, Keep, MoveShip, PlaceFate, PutTask, ReceiveTask
from engine.ids import Seat
from engine.notation import parse_line
from tests.bot.presses import submit
from tests.bot.salon import Salon
from tests.bot.wizard_player import rich, tokens

WORDS = catalog()
ME: Seat = 0


def bonus_later() -> Game:
    """A position in which a bonus action keeps the turn open after anything."""
    return rich().portals(7, 6, 5, 4, 3, 2, 1).game()


async def placed(salon: Salon, position: Game) -> int:
    """A stored game that stands at a position."""
    game = await salon.start()
    async with salon.games.table(game) as table:
        table.game = position
        await salon.games.save(table, salon.press(table.players[ME]), ())
    return game


async def given(salon: Salon, game: int, line: str) -> None:
    """One press that submits a line of answers."""
    async with salon.games.table(game) as table:
        me = table.players[ME]
    await submit(salon.games, salon.press(me), game, parse_line(line))


async def undone(salon: Salon, game: int) -> WizardPage:
    async with salon.games.table(game) as table:
        me = table.players[ME]
    return await salon.wizard.undo(salon.press(me), game, WORDS)


async def position(salon: Salon, game: int) -> tuple[str, int]:
    async with salon.games.table(game) as table:
        return table.game.state_hash(), table.game.move_count


async def test_a_confirmed_plan_is_taken_back_as_one(salon: Salon) -> None:
    game = await placed(salon, bonus_later())
    async with salon.games.table(game) as table:
        me = table.players[ME]
    before = await position(salon, game)
    opened = await salon.wizard.open(salon.press(me), game, WORDS)
    (voyages,) = (each for each in tokens(opened.prompt) if each == "@sail_task")
    listed = await salon.wizard.follow(salon.press(me), game, opened.token, voyages, WORDS)
    voyage = tokens(listed.prompt)[0]
    planned = await salon.wizard.follow(salon.press(me), game, listed.token, voyage, WORDS)
    page = await salon.wizard.follow(salon.press(me), game, planned.token, "!", WORDS)
    async with salon.games.table(game) as table:
        kinds = {type(move.action) for move in table.game.moves}
        assert {MoveShip, ReceiveTask, PutTask} <= kinds
        answers = table.game.move_count

    await salon.restart()
    page = await salon.wizard.follow(salon.press(me), game, page.token, "u", WORDS)
    assert page.prompt == opened.prompt
    assert await position(salon, game) == before

    log = await salon.store.read(lambda tx: tx.games.log(game))
    assert [row.kind for row in log] == [MoveKind.ANSWER] * answers + [MoveKind.UNDO] * answers
    row = await salon.store.read(lambda tx: tx.games.get(game))
    assert row is not None
    assert examine(row, log, len(log)).faults == ()
    async with salon.games.table(game) as table:
        assert logged_moves(table.game, log) == ()


async def test_the_press_before_stands_until_the_next_undo(salon: Salon) -> None:
    game = await placed(salon, bonus_later())
    before = await position(salon, game)
    await given(salon, game, "path 2; pay 1 path")
    between = await position(salon, game)
    for _ in range(2):
        await given(salon, game, "discard wild; discard ship")
        await undone(salon, game)
        assert await position(salon, game) == between
    await undone(salon, game)
    assert await position(salon, game) == before


async def test_what_was_revealed_stands(salon: Salon) -> None:
    game = await placed(salon, bonus_later())
    await given(salon, game, "path pile; pay 1 path")
    revealed = await position(salon, game)
    await given(salon, game, "discard wild; discard ship")
    await undone(salon, game)
    assert await position(salon, game) == revealed
    with pytest.raises(IllegalAction) as refused:
        await undone(salon, game)
    assert refused.value.refusal.key is Reason.UNDO_REVEALED
    assert await position(salon, game) == revealed


async def test_the_turn_before_stands_though_one_line_went_on_from_it(salon: Salon) -> None:
    game = await placed(salon, rich().of(1).passed().game())
    await given(salon, game, "fate top b1 down; keep 1 path; end; fate top a1 down")
    await undone(salon, game)
    async with salon.games.table(game) as table:
        assert [type(move.action) for move in table.game.moves] == [PlaceFate, Keep, EndTurn]
