"""The effect of a press on a game that it holds, in one line."""

from collections.abc import Awaitable, Sequence

import pytest

from bot.model.errors import UserError
from bot.model.invocation import Invocation
from bot.services.games import saving
from bot.services.games.service import GameService
from engine.actions import Action


async def submit(
    games: GameService, press: Invocation, game: int, actions: Sequence[Action]
) -> saving.Saved:
    """Submit answers."""
    async with games.hold(game) as table:
        return await games.answer(press, table, actions)


async def submit_undo(games: GameService, press: Invocation, game: int) -> saving.Saved:
    """Take back what the last press submitted."""
    async with games.hold(game) as table:
        return await games.undo(press, table)


async def abandon(games: GameService, press: Invocation, game: int) -> saving.Saved:
    """End a game without a result, whoever would have to agree."""
    async with games.hold(game) as table:
        return await games.end(press, table, "It is over.")


async def refused(work: Awaitable[object]) -> str:
    """Return the reason why some work is refused."""
    with pytest.raises(UserError) as sorry:
        await work
    return sorry.value.problem
