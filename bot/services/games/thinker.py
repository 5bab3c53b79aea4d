"""The thoughts of the bot, for itself and for people: in processes that give way to all others.

What somebody will probably ask for is thought of while nobody waits for it.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Final, TypeVar

from bot.model import rows
from bot.model.clock import Clock
from bot.model.errors import report_bug
from bot.runtime.jobs import Wakeup
from bot.runtime.worker_process import UnreadyError
from bot.runtime.workers import FairSemaphore, Workers
from bot.services.games.moves import BotTurn, HeldPosition, secret_seed
from bot.services.games.table import Table
from engine import Game, GameOptions, actions, agenda, ids
from engine.advice import ADVICE_SEED, Ranking, ranked, remember, remembered
from engine.advice.lines import LineOfPlay, suggestion
from engine.agents.levels import Level
from engine.agents.lookahead import Followed, UnfinishedError
from engine.agents.players import PLAYERS, Agent

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
_MOST_WISHES: Final = 200
"""Games that wait to be thought of; the oldest wish is dropped where there are more."""
_MOST_SUGGESTED: Final = 100
"""Positions whose search is remembered."""
_PART: Final = 300
"""A part of a search ahead begins to follow no further game after so many positions."""
_MOST_ADVISED: Final = 10_000
"""People who are remembered because they asked for the last suggestion thought of for them."""
_AHEAD: Final = 0
"""The line of thoughts that nobody waits for; those of people have their ids."""

_Wish = Callable[[], Awaitable[object]]


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

    async def turn(
        self, game: Game, seat: ids.Seat, level: Level, key: int
    ) -> tuple[actions.Action, ...]:
        """The answers of the seat that is asked, to the end of its turn or something revealed.

        The `game` is looked at before this waits for the first time, and may go on meanwhile. Of
        those that wait, each `key`, the game's id, has its turn. Where two processes in a row are
        lost over it or cannot begin, or one takes too long, `medium` plays in this one. Raises
        IllegalAction unless the seat is asked.
        """
        guess, seed = game.fork(ADVICE_SEED), secret_seed()  # the process deals once more
        async with self._turns.turn(key):
            try:
                turn = await self._workers.run(self._players[level], guess, seat, seed)
            except (BrokenExecutor, TimeoutError, UnreadyError) as error:
                if self._workers.closed:
                    raise
                if isinstance(error, UnreadyError):
                    report_bug(error)
                _LOGGER.warning("game %d: thinking of %s failed; %s plays", key, level, _PLAIN)
                turn = await asyncio.to_thread(self._players[_PLAIN], guess, seat, seed)
        return turn.answers

    async def advise(
        self, find: Callable[[Game, ids.Seat, int], _Found], game: Game, seat: ids.Seat, key: int
    ) -> _Found:
        """Return the result of a function of the engine for a seat, such as a person asks for.

        It is given what the seat knows and the seed of all advice. People, each by their `key`,
        take turns. Raises what it raises, and what `Workers.run` does.
        """
        guess = game.fork(ADVICE_SEED)
        async with self._questions.turn(key):
            return await self._advisers.run(find, guess, seat, ADVICE_SEED)

    async def try_out(self) -> None:
        """Think a short thought in a process for bots, and in one for people.

        Raises as `Workers.run` does.
        """
        game = Game.new(GameOptions(players=2), ADVICE_SEED)
        asked = game.waiting
        assert asked is not None, "a game begins with a question"
        async with self._turns.turn(_AHEAD):
            easy = self._players[Level.EASY]
            await self._workers.run(easy, game.fork(ADVICE_SEED), asked.seat, ADVICE_SEED)
        await self.advise(ranked, game, asked.seat, _AHEAD)

    async def whole_turn(self, position: HeldPosition) -> BotTurn:
        """The turn of the seat that is asked there, to its end. Raises as `turn` does."""
        game, parts = position.game.copy(), list[tuple[actions.Action, ...]]()
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


@dataclass(slots=True)
class _Search:
    """The search for lines of play in a position: the games followed so far, or what was found."""

    game: Game
    seat: ids.Seat
    known: Ranking | None
    followed: Followed = field(default_factory=Followed)
    lines: tuple[LineOfPlay, ...] = ()
    part: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def go_on(self, thinker: Thinker, line: int) -> tuple[LineOfPlay, ...]:
        """Search to the end in the line of a person, or a part ahead; return what lines are found.

        Raises as `Thinker.advise` does.
        """
        most = _PART if line == _AHEAD else inf
        async with self.part:
            if not self.lines:
                find = partial(suggestion, known=self.known, followed=self.followed, at_once=most)
                try:
                    found = await thinker.advise(find, self.game, self.seat, line)
                except UnfinishedError as unfinished:
                    self.followed = unfinished.followed
                else:
                    self.lines, self.followed = found.lines, {}
        return self.lines


class Forethought:
    """Ranks the menus of a person who is called, and thinks of suggestions while a page is read.

    It has one thought at a time, by the processes that think for people. A game has one wish: a
    newer position of it takes the place of the older one. A search ends with the next press of its
    person, and as soon as anybody asks for a suggestion, who goes on where it was left.
    """

    def __init__(self, thinker: Thinker, clock: Clock) -> None:
        """Let `thinker` think; ahead only where it has processes of its own."""
        self._thinker = thinker
        self._wakeup = Wakeup(clock)
        self._wishes: OrderedDict[int, _Wish] = OrderedDict()
        self._advised: OrderedDict[int, None] = OrderedDict()
        self._searches: OrderedDict[object, _Search] = OrderedDict()
        self._opened: int | None = None

    def called(self, table: Table) -> None:
        """Rank what the person who is called now can do, for the first page of their turn."""
        self._wishes.pop(table.id, None)
        seat = self._whose_turn(table)
        if seat is None or remembered(table.game, seat):
            return
        game = table.game.copy()

        async def rank() -> None:
            if not remembered(game, seat):  # no page has needed it meanwhile
                remember(game, seat, await self._thinker.advise(ranked, game, seat, _AHEAD))

        self._wish(table.id, rank)

    def opened(self, table: Table, person: int) -> None:
        """Think of a suggestion for somebody who looks at a turn, and asked for the last one.

        Without asking again, they get none thought of ahead: each takes most of a second.
        """
        seat = self._whose_turn(table) if person in self._advised else None
        if seat is not None:
            del self._advised[person]
            search = self._search(table.game.copy(), seat)

            async def think() -> None:
                self._opened = table.id
                while self._opened == table.id and not await search.go_on(self._thinker, _AHEAD):
                    pass

            self._wish(table.id, think)

    def pressed(self, game: int) -> None:
        """Think no further for the person whose turn it is in a game: they have gone on."""
        self._wishes.pop(game, None)
        if self._opened == game:
            self._opened = None

    def _whose_turn(self, table: Table) -> ids.Seat | None:
        """Return the seat of a person who chooses what to do; None where nobody thinks ahead.

        A thread would only take time from what people wait for.
        """
        asked = table.game.waiting
        if not self._thinker.has_processes or table.status is not rows.Status.RUNNING:
            return None
        if asked is None or asked.seat in table.bots:
            return None
        return (
            asked.seat if isinstance(asked.decision, agenda.TurnChoice | agenda.AfterTurn) else None
        )

    def _wish(self, game: int, wish: _Wish) -> None:
        self._wishes[game] = wish
        if len(self._wishes) > _MOST_WISHES:
            self._wishes.popitem(last=False)
        self._wakeup.kick()

    async def suggestion(self, game: Game, seat: ids.Seat, person: int) -> tuple[LineOfPlay, ...]:
        """Return lines of play for a person who asks; raises as `Thinker.advise` does."""
        self._advised[person] = None
        self._advised.move_to_end(person)
        if len(self._advised) > _MOST_ADVISED:
            self._advised.popitem(last=False)
        self._opened = None
        return await self._search(game, seat).go_on(self._thinker, person)

    def _search(self, game: Game, seat: ids.Seat) -> _Search:
        """Return the search in a position, which may have begun or be over."""
        key = game.fork(ADVICE_SEED).state_hash(), seat
        if key not in self._searches:
            self._searches[key] = _Search(game, seat, remembered(game, seat))
            if len(self._searches) > _MOST_SUGGESTED:
                self._searches.popitem(last=False)
        return self._searches[key]

    async def run(self) -> None:
        """Think until cancelled; nobody misses a thought that fails."""
        while True:
            while self._wishes:
                _, wish = self._wishes.popitem(last=False)
                try:
                    await wish()
                except Exception:
                    _LOGGER.exception("thinking ahead failed; going on with the next game")
            await self._wakeup.rest(None)
