"""GameService: lock, load, apply, save, and queue what must be told. It does not know Discord."""

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from typing import Final
from weakref import WeakValueDictionary

from bot import present
from bot.handicap import FIRST_HANDICAP
from bot.lost.catching_up import missed
from bot.places import Place, Press, shown
from bot.playing import play, play_for, secret_seed, take_back
from bot.posting import Body
from bot.prompt import Post
from bot.results import Ending, settle
from bot.shelf import Shelf, pack
from bot.store import (
    ConflictError,
    HandicapRow,
    MoveRow,
    NewGame,
    PersonRow,
    Progress,
    Status,
    Store,
    Tables,
    Via,
)
from bot.tables import Table, snapshot_of, table_of
from bot.trouble import SorryError, Trouble, bug
from bot.turns import hand_on, wind
from engine import Game, GameOptions, Refused
from engine.actions import Action
from engine.data.box import Box
from engine.ids import Seat

Also = Callable[[Tables], Awaitable[object]]
"""What is written in the same transaction."""

AT_HAND: Final = 32
"""Games held in memory; others lie on the shelf. A game is 200 to 1,600 objects, and the search for
garbage stops the event loop by half a microsecond for each."""


async def nothing(_tables: Tables) -> None:
    """Write nothing more."""


@dataclass(frozen=True, slots=True)
class Done:
    """What an accepted press led to.

    `posts` are the outbox rows that it queued. `taken` counts the answers that went into the
    game: fewer than were given when something hidden came to light in between.
    """

    game: int
    posts: tuple[int, ...]
    taken: int = 0


class GameService:
    """Every change of a game goes through here, one at a time for each game."""

    def __init__(
        self,
        store: Store,
        box: Box,
        seed: Callable[[], int] = secret_seed,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Use a store, a box and a source of seeds for new games, and a clock (Unix seconds)."""
        self._store = store
        self.now = now
        self._box = box
        self._seed = seed
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._shelf = Shelf()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def cached(self) -> int:
        """How many games are at hand."""
        return len(self._tables)

    @asynccontextmanager
    async def table(self, game: int) -> AsyncIterator[Table]:
        """The game with this id, held still; raises SorryError when there is none."""
        lock = self._locks.setdefault(game, asyncio.Lock())
        async with lock:
            yield await self._load(game)

    async def touch(self, game: int) -> None:
        """Start the clock of a game that has none; raises SorryError when there is no game."""
        async with self.table(game) as table:
            await self._store.write(lambda tables: wind(tables, table, None, self.now()))

    async def box_in(self, channel: int) -> Box:
        """The component values of a channel's running or last game, else of new games."""
        try:
            async with self.table(await self.game_in(channel)) as table:
                return table.game.box
        except SorryError:
            return self._box

    async def game_in(self, channel: int) -> int:
        """The id of a channel's running game, else of its last one; raises SorryError."""

        async def work(tables: Tables) -> int | None:
            running = await tables.games.running_in(channel)
            return running if running is not None else await tables.games.last_in(channel)

        found = await self._store.read(work)
        if found is None:
            raise SorryError(Trouble.NO_GAME)
        return found

    async def answer(
        self, press: Press, game: int, revision: int, actions: Sequence[Action]
    ) -> Done:
        """Submit answers of the person who pressed, all or none.

        They end early, and keep what was done, where something hidden comes to light, unless
        only the end of the turn is left. Raises
        SorryError for a wrong person, an old revision or a bug, Refused for a wrong answer.
        """
        async with self.table(game) as table:
            seat = _turn_of(table, press.person, revision)
            with self.changing(game):
                log, posts = play(table, seat, press, actions)
                return await self.save(table, press, posts, log)

    async def undo(self, press: Press, game: int, revision: int) -> Done:
        """Take back what the last press submitted; raises as `answer` does."""
        async with self.table(game) as table:
            seat = _turn_of(table, press.person, revision)
            with self.changing(game):
                log = await self._store.read(lambda tables: tables.games.log(game))
                return await self.save(table, press, (), take_back(table, seat, press, log))

    async def start(
        self,
        press: Press,
        options: GameOptions,
        players: Sequence[PersonRow],
        first: int | None = None,
        room: Place | None = None,
    ) -> Done:
        """Start a game of these people, and close the lobby of the channel of the press.

        It is played in the `room`, without one in that channel. `first` is the Discord user who
        begins, where chance does not decide. Raises SorryError when a game is running there, when
        others sit at the table of the channel, or when the seed or the box cannot make a game.
        """
        try:
            # Dealt and written down in a thread: too long for the event loop.
            game = await asyncio.to_thread(Game.new, options, self._seed(), self._box)
            snapshot = await asyncio.to_thread(snapshot_of, game)
        except Exception as error:
            raise bug(error) from error
        place = press.place if room is None else room
        seats = _begun_by(first, players, game.view().starter)

        async def work(tables: Tables) -> Done:
            await once(tables, press)
            await _nobody_is_left_out(tables, press, players)
            new = _new_game(place, options, snapshot, seats)
            number = await tables.games.add(new)
            await tables.lobbies.remove(press.place.channel)
            if options.handicap is not None:
                await tables.handicaps.put(press.person.id, HandicapRow(options.handicap, number))
            numbers = await numbers_of(tables, place.guild)
            table = Table(number, game, place, seats, 0, 0, Status.RUNNING, numbers)
            notice = (table.body(table.notice),)
            posts = await hand_on(tables, table, press.person.id, notice, self.now())
            return Done(number, await queue(tables, table, place, posts))

        try:
            return await self._store.write(work)
        except ConflictError:
            raise SorryError(Trouble.GAME_RUNNING) from None

    async def challenge_of(self, person: int) -> int:
        """The handicap of a person's next challenge; raises SorryError while one is open."""
        found = await self._store.read(lambda tables: tables.handicaps.get(person))
        if found is not None and found.game is not None:
            raise SorryError(Trouble.CHALLENGE_OPEN)
        return FIRST_HANDICAP if found is None else found.value

    async def abandon(self, press: Press, game: int) -> Done:
        """End a game without a result, as its players and who manages the server may.

        Whether other people must agree is not asked here. Raises SorryError.
        """
        async with self.table(game) as table:
            if table.status is not Status.RUNNING:
                raise SorryError(Trouble.GAME_OVER)
            if table.seat_of(press.person.id) is None and not press.manages:
                raise SorryError(Trouble.NOT_A_PLAYER)
            text = table.words.say("shell.abandoned", name=shown(press.person).name)
            return await self.end(press, table, text)

    async def end(self, press: Press, table: Table, text: str, also: Also = nothing) -> Done:
        """End a held table before its time; `text` is posted, `also` written with it."""
        with self.changing(table.id):
            table.status = Status.ABANDONED
            post = present.ended_post(text, table.game, table.people, table.words)
            return await self.save(table, press, (table.body(post),), also=also)

    async def substitute(
        self, press: Press, table: Table, first: Sequence[Body] = (), also: Also = nothing
    ) -> Done:
        """Let the bot play the turn that a held table waits for.

        `first` is posted before it, `also` written together with it. Raises SorryError.
        """
        with self.changing(table.id):
            log, posts = await play_for(table, press)
            return await self.save(table, press, (*first, *posts), log, also)

    async def reseat(self, press: Press, table: Table, seat: Seat, also: Also = nothing) -> Done:
        """Give a seat of a held table to the person who pressed; raises SorryError."""
        before = table.players[seat]
        who, left = shown(press.person).name, shown(before).name

        async def sit_down(tables: Tables) -> None:
            await tables.games.reseat(table.id, before.id, press.person)
            await also(tables)

        with self.changing(table.id):
            people = enumerate(table.players)
            table.players = tuple(press.person if at == seat else one for at, one in people)
            table.bots -= {seat}
            posts = [table.body(Post(table.words.say("vote.taken", who=who, before=left)))]
            if table.game.waiting is not None and table.game.waiting.seat == seat:
                posts.append(table.body(table.notice))
            return await self.save(table, press, posts, also=sit_down)

    def forget(self, guild: int) -> None:
        """Read the games of a server anew when they are next wanted: its settings have changed."""
        here = [game for game, table in self._tables.items() if table.place.guild == guild]
        for game in here:
            del self._tables[game]

    @asynccontextmanager
    async def held_still(self, games: Iterable[int]) -> AsyncIterator[None]:
        """Nothing happens in these games while their rows change; then they are read anew."""
        async with AsyncExitStack() as stack:
            for game in sorted(games):
                lock = self._locks.setdefault(game, asyncio.Lock())
                await stack.enter_async_context(lock)
                stack.callback(self._tables.pop, game, None)
            yield

    async def save(
        self,
        table: Table,
        press: Press,
        posts: Sequence[Body],
        log: Sequence[MoveRow] = (),
        also: Also = nothing,
    ) -> Done:
        """Store a held table as it has become, within `changing`; `also` is written with it.

        The `posts` are queued, and the clock follows whoever is to move now.
        """
        snapshot = await asyncio.to_thread(snapshot_of, table.game)
        progress = Progress(
            table.id, table.revision, tuple(log), snapshot, table.told, table.status
        )

        async def work(tables: Tables) -> tuple[int, ...]:
            await once(tables, press)
            await tables.games.save(progress)
            await tables.drafts.clear(table.id)
            if table.status is not Status.RUNNING:
                await _settle_challenge(tables, table)
            if table.game.result is not None:
                await settle(tables, table, self.now(), Ending.PLAYED)
            await also(tables)
            told = await hand_on(tables, table, press.person.id, posts, self.now())
            return await queue(tables, table, press.place, told)

        table.revision += len(log)
        return Done(table.id, await self._store.write(work), len(log))

    @contextmanager
    def changing(self, game: int) -> Iterator[None]:
        """Forget the game in memory when something fails: the stored one is as it was."""
        try:
            yield
        except BaseException as error:
            self._tables.pop(game, None)
            match error:
                case ConflictError():
                    raise SorryError(Trouble.STALE) from None
                case SorryError() | Refused():
                    raise
                case Exception():
                    raise bug(error) from error
                case _:
                    raise

    async def _load(self, game: int) -> Table:
        table = self._tables.get(game)
        if table is None:
            row = await self._store.read(lambda tables: tables.games.get(game))
            if row is None:
                raise SorryError(Trouble.NO_GAME)
            numbers = await self._store.read(lambda tables: numbers_of(tables, row.guild))
            packed = self._shelf.get(game, row.revision)
            # In a thread: a long game that is played through anew would hold up the event loop.
            table = await asyncio.to_thread(table_of, row, numbers, packed)
            if table.game.restored_at is not None and table.status is Status.RUNNING:
                await self._store.write(lambda tables: _tell_of_new_rules(tables, table))
        self._tables[game] = table
        self._tables.move_to_end(game)
        while len(self._tables) > AT_HAND:
            await self._put_away(*self._tables.popitem(last=False))
        return table

    async def _put_away(self, game: int, table: Table) -> None:
        """Lay a game on the shelf; not one that somebody holds, since it may change meanwhile."""
        lock = self._locks.get(game)
        held = lock is not None and lock.locked()
        if not held and self._shelf.get(game, table.revision) is None:
            packed = await asyncio.to_thread(pack, table.game)
            self._shelf.put(game, table.revision, packed)


def _turn_of(table: Table, person: PersonRow, revision: int) -> Seat:
    """The seat of a person who may answer now; raises SorryError for anybody else."""
    seat = table.seat_to_move(person.id)
    if revision != table.revision:
        raise SorryError(Trouble.STALE)
    return seat


def _begun_by(
    first: int | None, players: Sequence[PersonRow], starter: Seat
) -> tuple[PersonRow, ...]:
    """The people by seat: in their order, turned so that `first` sits where the game begins."""
    at = next((at for at, one in enumerate(players) if one.id == first), starter)
    turned = (at - starter) % len(players)
    return (*players[turned:], *players[:turned])


async def numbers_of(tables: Tables, guild: int | None) -> str | None:
    """The language of numbers and dates in a server's public messages."""
    return (await tables.wishes.of_server(guild)).look.numbers


async def _tell_of_new_rules(tables: Tables, table: Table) -> None:
    """Say once that a game goes on by corrected rules, from its stored position."""
    key = f"new rules {table.id}"
    if await tables.notes.get(key) is None:
        await tables.notes.put(key, str(table.revision))
        text = table.words.say("shell.new_rules")
        await queue(tables, table, table.place, (table.body(Post(text)),))


async def once(tables: Tables, press: Press) -> None:
    """Note that a press takes effect; raises SorryError where it already has."""
    if not await tables.processed.add(press.id):
        raise SorryError(Trouble.ALREADY_DONE)


async def _nobody_is_left_out(tables: Tables, press: Press, players: Sequence[PersonRow]) -> None:
    """Refuse to close a channel's lobby over the heads of people who sit there."""
    lobby = await tables.lobbies.get(press.place.channel)
    if lobby is not None and {one.id for one in lobby.members} != {one.id for one in players}:
        raise SorryError(Trouble.LOBBY_OTHERS)


async def _settle_challenge(tables: Tables, table: Table) -> None:
    handicap = table.challenge_result
    if handicap is not None:
        await tables.handicaps.put(table.players[0].id, HandicapRow(handicap, None))


async def queue(
    tables: Tables, table: Table, pressed: Place, posts: Sequence[Body]
) -> tuple[int, ...]:
    """Put posts into the outbox: by the way of the press when it was made in that channel."""
    here = pressed.channel == table.place.channel
    via = pressed.via if here else Via.CHANNEL
    if here and via is Via.CHANNEL and await tables.places.revive(pressed.channel):
        posts = (*await missed(tables, table, posts), *posts)
    return tuple(
        [
            await tables.posts.add(
                table.id,
                table.place.channel,
                via,
                post.dump(),
            )
            for post in posts
        ]
    )


def _new_game(
    place: Place, options: GameOptions, snapshot: str, players: tuple[PersonRow, ...]
) -> NewGame:
    return NewGame(
        channel=place.channel,
        guild=place.guild,
        locale=place.locale,
        options=json.dumps(asdict(options)),
        snapshot=snapshot,
        players=players,
    )
