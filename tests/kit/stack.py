"""Services over a store and a clock that stands still: what happens between turns, no Discord."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.chat.feature import all_kinds, all_offers
from bot.features.listed import FEATURES
from bot.model.invocation import ChannelRef, Invocation
from bot.model.rows import ClockRow, GameRow, PersonRow, PostRow, QuestionRow, Status, Via
from bot.model.stored_post import StoredPost
from bot.model.turn_clock import FIRST_REMINDER, OVERDUE, Pace
from bot.services.calls.bot_seats import BotSeats
from bot.services.calls.notices import post_taken
from bot.services.calls.reminders import ReminderService
from bot.services.consent.leaving import LeavingService
from bot.services.consent.questions import ConsentService
from bot.services.consent.votes import VoteService
from bot.services.games.challenge import CHALLENGE
from bot.services.games.kind import CASUAL
from bot.services.games.moves import to_rows
from bot.services.games.saving import QueuedPosts
from bot.services.games.service import GameService
from bot.services.games.thinker import Thinker
from bot.services.people import Allowances, PersonalLimits, PreferenceService
from bot.services.play.plans import NoteService, PremoveService, TryoutService
from bot.services.play.wizard import Wizard
from bot.store.store import Store
from engine import STANDARD_BOX, GameOptions
from engine.actions import Action
from engine.advice import ADVICE_SEED
from engine.advice.premoves import premoves
from engine.ids import Seat
from tests.kit.clock import TurnedClock, counting
from tests.kit.database import Twice, quick_database
from tests.kit.presses import submit
from tests.kit.quick_bots import BY_CHANCE

PEOPLE = (PersonRow(11, "Ada"), PersonRow(22, "Bo"), PersonRow(33, "Cy"), PersonRow(44, "Di"))
STRANGER = PersonRow(99, "Eve")
GUILD = 5
HOUR = 3600.0
DAY = 24 * HOUR
OFFERS: Final = all_offers(FEATURES)
DICE = random.Random(5)


async def at_once() -> None:
    """Let turns of the bot wait for nothing where nobody presses."""


class HandClock(TurnedClock):
    """A clock that a test sets, back too; nobody wakes from that."""

    def __init__(self, at: float = 1_800_000_000.0) -> None:
        super().__init__(at)

    @property
    def at(self) -> float:
        """Seconds since the Unix epoch."""
        return self.now()

    @at.setter
    def at(self, moment: float) -> None:
        self._now = moment


@dataclass(slots=True)
class Stack:
    """The services of one process after the other; a `Hall` has a Discord around them."""

    path: Path
    place: Path | str
    """The database: the file at `path`, or the address of a server."""
    twice: bool
    """A switch that runs each transaction twice, the first time in vain."""
    clock: HandClock = field(default_factory=HandClock)
    store: Store = field(init=False)
    games: GameService = field(init=False)
    votes: VoteService = field(init=False)
    consent: ConsentService = field(init=False)
    leaving: LeavingService = field(init=False)
    bots: BotSeats = field(init=False)
    preferences: PreferenceService = field(init=False)
    limits: PersonalLimits = field(init=False)
    reminders: ReminderService = field(init=False)
    tryouts: TryoutService = field(init=False)
    premoves: PremoveService = field(init=False)
    notes: NoteService = field(init=False)
    wizard: Wizard = field(init=False)
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))
    taken: list[PostRow] = field(default_factory=list)
    messages: dict[int, StoredPost] = field(default_factory=dict)
    delivered: list[QueuedPosts] = field(default_factory=list)

    def press(self, person: PersonRow, *, manages: bool = False, channel: int = 7) -> Invocation:
        place = ChannelRef(channel, GUILD, "en-GB", Via.CHANNEL)
        return Invocation(next(self.numbers), person, place, manages)

    async def start(self, players: int = 2, channel: int = 7, handicap: int | None = None) -> int:
        press = self.press(PEOPLE[0], channel=channel)
        options, kind = (
            GameOptions(players, handicap=handicap),
            CASUAL if handicap is None else CHALLENGE,
        )
        return (await self.games.start(press, options, PEOPLE[:players], kind=kind)).game

    async def mover(self, game: int) -> PersonRow:
        async with self.games.hold(game) as table:
            assert table.game.waiting is not None
            return table.players[table.game.waiting.seat]

    async def others(self, game: int) -> list[PersonRow]:
        async with self.games.hold(game) as table:
            players = table.players
        mover = await self.mover(game)
        return [one for one in players if one.id != mover.id]

    async def options(self, game: int) -> tuple[Seat, int, tuple[Action, ...]]:
        async with self.games.hold(game) as table:
            assert table.game.waiting is not None
            return table.game.waiting.seat, table.revision, table.game.legal_actions()

    async def answer(self, game: int, dice: random.Random) -> None:
        seat, _, options = await self.options(game)
        async with self.games.hold(game) as table:
            person = table.players[seat]
        await submit(self.games, self.press(person), game, (dice.choice(options),))

    async def play(self, game: int, dice: random.Random, answers: int = 10_000) -> None:
        """Give so many answers by chance, as far as the game goes."""
        for _ in range(answers):
            if await self.status(game) is not Status.RUNNING:
                return
            await self.answer(game, dice)

    async def take_turn(self, game: int, dice: random.Random) -> None:
        """Play until somebody else is to move."""
        mover = await self.mover(game)
        for _ in range(500):
            if await self.mover(game) != mover:
                return
            await self.answer(game, dice)
        raise AssertionError("the turn does not end")

    async def row(self, game: int) -> ClockRow:
        found = await self.store.read(lambda tx: tx.clocks.get(game))
        assert found is not None
        return found

    async def question(self, game: int) -> QuestionRow:
        """Return the open question of a game."""
        found = await self.store.read(lambda tx: tx.questions.open_in(game))
        assert found is not None
        return found

    async def stored(self, game: int) -> GameRow:
        """Return a game as it is stored."""
        found = await self.store.read(lambda tx: tx.games.get(game))
        assert found is not None
        return found

    async def bodies(self) -> list[StoredPost]:
        """Every post that waits, taken by Discord now, those that follow from it included.

        Edits go into `messages` alone, where everything posted stands as it is now.
        """
        found = []
        while heads := await self.store.read(lambda tx: tx.posts.heads()):
            for post in heads:
                body = self.messages[1000 + post.id] = StoredPost.load(post.body).shown
                if post.message is not None:
                    await self.store.write(lambda tx, post=post: tx.posts.mark_revised(post))  # type: ignore[misc]
                    continue
                self.taken.append(post)
                found.append(body)
                await self.store.write(
                    lambda tx, post=post: post_taken(tx, post, 1000 + post.id)  # type: ignore[misc]
                )
        return found

    async def let_bots_play(self) -> None:
        """Let the bot play until no game waits for it."""
        await play_all(self.bots)

    async def look(self) -> float:
        """Let the timekeeper look at the clocks until nothing is due; returns its pause."""
        while not (pause := await self.reminders._round()):
            continue
        return pause

    async def calls(self) -> list[StoredPost]:
        """Return the posts that the timekeeper queues now."""
        await self.bodies()
        await self.look()
        return await self.bodies()

    async def status(self, game: int) -> Status:
        async with self.games.hold(game) as table:
            return table.status

    async def restart(self) -> None:
        """Close everything, and go on as the next process."""
        await self.store.close()
        await self.open()

    async def open(self) -> None:
        """Open the database, and begin with services that remember nothing."""
        with quick_database(self.path):
            store = await Store.open(self.place)
            self.store = Store(Twice(store.engine)) if self.twice else store
        seeds = itertools.count(1)
        self.games = GameService(
            self.store,
            STANDARD_BOX,
            lambda: next(seeds),
            self.clock,
            Thinker(players=BY_CHANCE),
            kinds=all_kinds(FEATURES),
            offers=OFFERS,
        )
        self.limits = PersonalLimits(self.store, self.clock, Allowances())
        self.votes = VoteService(self.store, self.games)
        self.consent = ConsentService(self.store, self.games, self.limits)
        self.leaving = LeavingService(self.games)
        self.bots = BotSeats(self.store, self.games, self.delivered.append, at_once)
        self.preferences = PreferenceService(self.store, self.games)
        self.reminders = ReminderService(self.store, self.games, self.delivered.append)
        self.tryouts = TryoutService(self.store, self.games)
        self.premoves = PremoveService(self.store, self.games, self.consent)
        self.notes = NoteService(self.store, self.games)
        self.wizard = Wizard(self.store, self.games)


async def play_all(bots: BotSeats) -> None:
    """Let bots play until no game waits for them."""
    while await bots._begin_turns():
        await asyncio.gather(*bots._playing.values())


@asynccontextmanager
async def stack_in(
    folder: Path, place: str | None = None, *, twice: bool = False
) -> AsyncIterator[Stack]:
    """A stack with its database in `folder`, if not at another `place`."""
    file = folder / "bonfire.db"
    stack = Stack(file, place or file, twice)
    with counting(stack.clock.still):
        await stack.open()
        yield stack
        await stack.store.close()


async def moves_by_bot(stack: Stack, game: int) -> set[int]:
    """The seats for which the bot has answered."""
    log = await stack.store.read(lambda tx: tx.games.log(game))
    return {one.seat for one in log if one.by_bot}


async def overdue(stack: Stack, players: int) -> tuple[int, int]:
    """A game that waits for somebody who has been reminded often enough, and its turn."""
    game = await stack.start(players)
    for number in range(OVERDUE):
        stack.clock.at += FIRST_REMINDER[Pace.RELAXED] * 2**number
        await stack.calls()
    return game, (await stack.row(game)).turn


async def premove_quietly(stack: Stack, person: PersonRow, game: int) -> None:
    """Plan a turn that takes nothing which is filled up again."""
    async with stack.games.hold(game) as table:
        seat = table.seat_playing(person.id)
        while True:
            copy, actions = table.game.tryout(seat, ADVICE_SEED, sealed=False), list[Action]()
            revealed, turn = copy.revealed, copy.view().turn
            while copy.view().turn == turn:
                actions.append(DICE.choice(copy.legal_actions()))
                copy.submit(seat, actions[-1])
            turns = premoves(table.game, seat, actions)
            if copy.revealed == revealed and isinstance(turns, tuple):
                break
        planned = to_rows(table, person.id, turns)
    await stack.store.write(lambda tx: tx.premoves.put(planned))
