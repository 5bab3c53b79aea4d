"""The processes in which the bot thinks, for itself and for people; they give way to all others."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor
from typing import Final, TypeVar

from bot.runtime.fair_semaphore import FairSemaphore
from bot.runtime.workers import Workers
from bot.services.games.moves import BotTurn, HeldPosition, secret_seed
from engine import Game
from engine.actions import Action
from engine.advice import ADVICE_SEED
from engine.agents.levels import Level
from engine.agents.players import PLAYERS, Agent
from engine.ids import Seat

_LOGGER = logging.getLogger(__name__)

_Found = TypeVar("_Found")

NICENESS: Final = 10
"""A process that thinks gets a tenth of what one gets that answers or draws, when both want it."""
NICENESS_FOR_PEOPLE: Final = 5
"""The niceness of work that somebody waits for in front of a screen: it gets a third."""
_PLAIN: Final = Level.MEDIUM
"""The level that plays where no process can: it takes a tenth of a second, and little memory."""
_LONGEST_THOUGHT: Final = 60.0
"""Seconds after which a thought is given up, that every table of a slow machine comes to its turn;
on a fast one the longest takes ten."""


class Thinker:
    """Has turns thought about, as many at a time as there are processes; games take turns.

    A process is given the position with everything hidden dealt again, some 4 kB, and nothing of
    the game before it. It takes some 40 MB, from the first turn on that is asked for. What people
    ask for has processes of its own, so that nobody waits for a turn of the bot elsewhere.
    """

    def __init__(self, processes: int = 0, players: Mapping[str, Agent] = PLAYERS) -> None:
        """Think in so many processes, and in as many for people, or with 0 in threads of this one.

        `players` has one for each level, a function that a process finds by its name.
        """
        self.has_processes = processes > 0
        self._turns = FairSemaphore(max(1, processes))
        self._questions = FairSemaphore(max(1, processes))
        self._workers = Workers("think", processes, niceness=NICENESS, longest=_LONGEST_THOUGHT)
        self._advisers = Workers(
            "advise", processes, niceness=NICENESS_FOR_PEOPLE, longest=_LONGEST_THOUGHT
        )
        self._players = players

    async def turn(self, game: Game, seat: Seat, level: Level, key: int) -> tuple[Action, ...]:
        """The answers of the seat that is asked, to the end of its turn or something revealed.

        The `game` is looked at before this waits for the first time, and may go on meanwhile. Of
        those that wait, each `key`, the game's id, has its turn. Where two processes in a row are
        lost over it, or one takes too long, `medium` plays in this one. Raises IllegalAction unless
        the seat is asked.
        """
        guess, seed = (
            game.fork(ADVICE_SEED),
            secret_seed(),
        )  # the thinking process deals once more
        async with self._turns.turn(key):
            try:
                turn = await self._workers.run(self._players[level], guess, seat, seed)
            except (BrokenExecutor, TimeoutError):
                if self._workers.closed:
                    raise
                _LOGGER.warning("game %d: thinking of %s failed; %s plays", key, level, _PLAIN)
                turn = await asyncio.to_thread(self._players[_PLAIN], guess, seat, seed)
        return turn.answers

    async def advise(
        self, find: Callable[[Game, Seat, int], _Found], game: Game, seat: Seat, key: int
    ) -> _Found:
        """Return the result of a function of the engine for a seat, such as a person asks for.

        It is given what the seat knows and the seed of all advice. People, each by their `key`,
        take turns. Raises what it raises, and what `Workers.run` does.
        """
        guess = game.fork(ADVICE_SEED)
        async with self._questions.turn(key):
            return await self._advisers.run(find, guess, seat, ADVICE_SEED)

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
        self._advisers.close()
