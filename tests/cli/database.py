"""Real databases for the operator's commands: games that were played and stored by the services."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from tests.bot.stack import Stack, stack_in

Result = TypeVar("Result")

DATABASE = Path("data/bonfire.db")
"""The place of the database below the directory that a command runs in."""


def with_stack(folder: Path, work: Callable[[Stack], Awaitable[Result]]) -> Result:
    """Do something with the services of a bot that is stopped afterwards."""

    async def live() -> Result:
        async with stack_in(folder / DATABASE.parent) as stack:
            return await work(stack)

    return asyncio.run(live())


def played(folder: Path, answers: int = 12, players: int = 2) -> int:
    """Store a running game with some answers; returns its id."""

    async def work(stack: Stack) -> int:
        game = await stack.start(players)
        dice = random.Random(3)
        for _ in range(answers):
            await stack.answer(game, dice)
        return game

    return with_stack(folder, work)


def revision_of(folder: Path, game: int) -> int:
    async def work(stack: Stack) -> int:
        async with stack.games.hold(game) as table:
            return table.revision

    return with_stack(folder, work)
