"""Where the bot thinks about its turns: in processes that give way to everything else."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from typing import Final

from bot.runtime.fair_semaphore import FairSemaphore
from bot.runtime.workers import Workers
from bot.services.games.moves import BotTurn, HeldPosition, secret_seed
from engine import Game
from engine.actions import Action
from engine.advice import SEED
from engine.advice.lines import LineOfPlay, lines
from engine.agents.levels import Level
from engine.agents.players import PLAYERS, Player
from engine.ids import Seat

LOG = logging.getLogger(__name__)

NICENESS: Final = 10
"""A process that thinks gets a tenth of what one gets that answers or draws, when both want it."""
GUESS: Final = 0
"""The seed by which what is hidden is dealt anew before a position leaves this process: whoever
thinks about it deals once more, so that it makes no difference."""
PLAIN: Final = Level.MEDIUM
"""Who plays where no process can: it takes a tenth of a second, and little memory."""


class Thinker:
    """Has turns thought about, as many at a time as there are processes; games take turns.

    A process is given the position with everything hidden dealt anew, some 4 kB, and nothing of
    the game before it. It takes some 40 MB, from the first turn on that is asked for.
    """

    def __init__(self, processes: int = 0, players: Mapping[str, Player] = PLAYERS) -> None:
        """Think in so many processes, or with 0 in a thread of this one.

        `players` has one for each level, a function that a process finds by its name.
        """
        self._turns = FairSemaphore(max(1, processes))
        self._workers = Workers("think", processes, niceness=NICENESS)
        self._players = players

    async def turn(self, game: Game, seat: Seat, level: Level, key: int) -> tuple[Action, ...]:
        """The answers of the seat that is asked, to the end of its turn or something revealed.

        The `game` is looked at before this waits for the first time, and may go on meanwhile. Of
        those that wait, each `key`, the game's id, has its turn. Where two processes in a row are
        lost over it, `medium` plays in this one. Raises IllegalAction unless the seat is asked.
        """
        guess, seed = game.fork(GUESS), secret_seed()
        async with self._turns.turn(key):
            try:
                turn = await self._workers.run(self._players[level], guess, seat, seed)
            except BrokenExecutor:
                if self._workers.closed:
                    raise
                LOG.warning("game %d: no process can think about it, so %s plays", key, PLAIN)
                turn = await asyncio.to_thread(self._players[PLAIN], guess, seat, seed)
        return turn.answers

    async def lines(self, game: Game, seat: Seat, key: int) -> tuple[LineOfPlay, ...]:
        """Lines of play for the seat that is asked, the best first.

        They depend on nothing but what can be seen; else as `turn`, the fallback too.
        """
        guess = game.fork(GUESS)
        async with self._turns.turn(key):
            try:
                return await self._workers.run(lines, guess, seat, SEED)
            except BrokenExecutor:
                if self._workers.closed:
                    raise
                LOG.warning("game %d: no process can think about lines of play", key)
                return await asyncio.to_thread(lines, guess, seat, SEED)

    async def whole_turn(self, position: HeldPosition) -> BotTurn:
        """The turn of the seat that is asked there, to its end. Raises as `turn` does."""
        game, parts = position.game.copy(), list[tuple[Action, ...]]()
        turn, asked = game.view().turn, game.waiting
        seat = None if asked is None else asked.seat
        while asked is not None and asked.seat == seat and game.view().turn == turn:
            parts.append(await self.turn(game, asked.seat, position.level, position.id))
            for action in parts[-1]:
                game.submit(asked.seat, action)
            asked = game.waiting
        return BotTurn(position, tuple(parts))

    def close(self) -> None:
        """End the processes, in the middle of a thought too."""
        self._workers.close()
