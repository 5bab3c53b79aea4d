"""The games in memory: each held by one press at a time, and read from the database when wanted."""

import asyncio
import copyreg
import io
import logging
import pickle
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from bot.model import messages, rows, telemetry
from bot.model.database_errors import ConflictError
from bot.model.errors import Problem, UserError, report_bug
from bot.model.invocation import ChannelRef
from bot.model.offers import NO_OFFERS, Offers
from bot.services.games import saving
from bot.services.games.kind import Kinds, kind_of
from bot.services.games.table import PublicState, Table, table_of
from bot.store.store import Store, Transaction
from bot.words import pieces
from engine import Game, IllegalAction
from engine.data.box import Box
from renderer.cache import LruCache

_LOGGER = logging.getLogger(__name__)

_LIMIT: Final = 16 << 20
"""Bytes of all packed games together; a game takes 6 kB at its beginning and 30 kB at its end."""

_boxes: Final[dict[int, Box]] = {}
"""The boxes of packed games, which are not packed with them. Equal ones are one: they are few."""
MOST_IN_MEMORY: Final = 32
"""Games in memory; of others the cache keeps bytes. A game is 200 to 1,600 objects, and the search
for garbage stops the event loop by half a microsecond for each."""


def pack(game: Game) -> bytes:
    """A game as bytes for this process alone, in a fifth of the time that a replay takes."""
    file = io.BytesIO()
    packer = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    packer.dispatch_table = {**copyreg.dispatch_table, Box: _without_box}
    packer.dump(game)
    return file.getvalue()


def unpack(given: bytes) -> Game:
    """The game that `pack` was given, as another one that is equal."""
    game = pickle.loads(given)  # noqa: S301 - bytes that never left this process
    assert isinstance(game, Game)
    return game


def _without_box(box: Box) -> tuple[Callable[[int], Box], tuple[int]]:
    _boxes[id(box)] = box
    return _same_box, (id(box),)


def _same_box(key: int) -> Box:
    return _boxes[key]


class _Packed(NamedTuple):
    revision: int
    game: bytes


class GameCache:
    """Pickled games by id, each at a revision of its log; the least recently used make room.

    Bytes are not searched for garbage, and soon unpacked.
    """

    def __init__(self, limit: int = _LIMIT) -> None:
        """Hold `limit` bytes at most."""
        self._limit = limit
        self._games = LruCache[int, _Packed](limit, lambda packed: len(packed.game))

    def put(self, number: int, revision: int, game: bytes) -> None:
        """Keep a game, in place of its earlier revision; not one for which there is no room."""
        if len(game) <= self._limit:
            self._games.put(number, _Packed(revision, game))

    def get(self, number: int, revision: int) -> bytes | None:
        """A game as it was at a revision; None when it is not kept."""
        packed = self._games.get(number)
        return None if packed is None or packed.revision != revision else packed.game


class GameLock(asyncio.Lock):
    """Lets one task at a time touch a game, the others in their order; none waits for itself."""

    _holder: asyncio.Task[object] | None = None

    async def __aenter__(self) -> None:
        task = asyncio.current_task()
        if self._holder is task:
            raise RuntimeError("this task holds the game already, and would wait for itself")
        await super().__aenter__()
        self._holder = task

    async def __aexit__(self, *_: object) -> None:
        self._holder = None
        self.release()


@dataclass(eq=False)
class ActiveGames:
    """Games by id, each as a `Table` that one press holds at a time.

    A press holds its game once: what takes a `Table` works within that hold, what takes the id of
    a game holds it itself. A task that holds a game and asks for it again gets a RuntimeError.
    """

    store: Store
    kinds: Kinds = field(kw_only=True, default_factory=dict)
    """The kinds of games other than casual, by name."""
    offers: Offers = field(kw_only=True, default=NO_OFFERS)
    """The ways to features that posts of games show."""
    symbols: pieces.Symbols = field(init=False, default_factory=pieces.Symbols)
    """The symbols that the posts of games can show."""
    _tables: OrderedDict[int, Table] = field(init=False, default_factory=OrderedDict)
    _cache: GameCache = field(init=False, default_factory=GameCache)
    _locks: WeakValueDictionary[int, GameLock] = field(
        init=False, default_factory=WeakValueDictionary
    )

    _set_back: set[int] = field(init=False, default_factory=set)
    """The games of which the log tells that the database lost moves."""

    @property
    def cached(self) -> int:
        """The number of games in memory."""
        return len(self._tables)

    @asynccontextmanager
    async def hold(self, game: int) -> AsyncIterator[Table]:
        """The game with this id, held still; raises UserError when there is none."""
        telemetry.note_work(game=game)
        async with self._lock_of(game), self.store.holding(_name(game)):
            try:
                yield await self._load(game)
            finally:
                await self._let_go(game)

    @asynccontextmanager
    async def held_still(self, games: Iterable[int]) -> AsyncIterator[None]:
        """Hold these games still while their rows change; then they are read again."""
        async with AsyncExitStack() as stack:
            held = sorted(games)
            for game in held:
                await stack.enter_async_context(self._lock_of(game))
                stack.callback(self._tables.pop, game, None)
            await stack.enter_async_context(self.store.holding(*map(_name, held)))
            yield

    async def public_state(self, game: int, known: PublicState | None = None) -> PublicState:
        """Return the public state of a game: the `known` one, else that of now.

        What is known counts no more once a seat was handed over, or its person forgotten. A game
        that changes just now, or has to be read, is held for it. Raises UserError.
        """
        table = None if self._is_held(game) else self._tables.get(game)
        if table is None:
            async with self.hold(game) as held:
                table = held
        if known is not None and known.players == table.players:
            return known
        return table.public_state

    async def place(self, game: int, shown: int) -> tuple[ChannelRef, tuple[rows.PersonRow, ...]]:
        """The place of a game, and the people who have, or had, a seat in it.

        Neither changes in the middle of a press: a game in memory need not be held for it.

        Raises UserError, also where a message has `shown` the game at a revision that it does not
        have: the database was set back. SQLite itself takes a damaged log for a shorter one.
        """
        table = self._tables.get(game)
        if table is None:
            async with self.hold(game) as held:
                table = held
        if shown > table.revision:
            if game not in self._set_back:
                self._set_back.add(game)
                _LOGGER.error(
                    "error: game %d is at revision %d, and a message shows %d: the database was "
                    "set back, by a damaged log or disk or by an older copy. Check the disk, and "
                    "`bonfire restore` a newer copy if there is one",
                    game,
                    table.revision,
                    shown,
                )
            raise UserError("error.set_back")
        return table.channel, table.players

    def forget(self, guild: int) -> None:
        """Read the games of a server again when they are next wanted: its settings have changed."""
        here = [game for game, table in self._tables.items() if table.channel.guild == guild]
        for game in here:
            del self._tables[game]

    @contextmanager
    def changing(self, table: Table) -> Iterator[None]:
        """Forget a held table in memory when something fails: the stored game is as it was.

        The table itself may then be changed in part; who goes on needs `reread`.
        """
        try:
            yield
        except BaseException as error:
            self._tables.pop(table.id, None)
            match error:
                case ConflictError():
                    raise UserError(Problem.STALE) from None
                case UserError() | IllegalAction():
                    raise
                case Exception():
                    raise report_bug(error) from error
                case _:
                    raise

    async def reread(self, table: Table) -> Table:
        """A held table as its game is stored, after a change of it has failed."""
        return await self._load(table.id)

    def _lock_of(self, game: int) -> GameLock:
        return self._locks.setdefault(game, GameLock())

    def _is_held(self, game: int) -> bool:
        lock = self._locks.get(game)
        return lock is not None and lock.locked()

    async def _load(self, game: int) -> Table:
        table = self._tables[game] = self._tables.get(game) or await self._read(game)
        self._tables.move_to_end(game)
        await self._make_room()
        return table

    async def _read(self, game: int) -> Table:
        row = await self.store.read(lambda tx: tx.games.get(game))
        if row is None:
            raise UserError(Problem.NO_GAME)
        numbers = await self.store.read(lambda tx: numbers_of(tx, row.guild))
        packed = self._cache.get(game, row.revision)
        # In a thread: a long game that is played through again would hold up the event loop.
        table = await asyncio.to_thread(_unpacked, row, numbers, packed)
        table.symbols, table.kind = self.symbols, kind_of(row.kind, self.kinds)
        table.offers = replace(self.offers, rematch=table.kind.rematch)
        if table.game.restored_at is not None and table.status is rows.Status.RUNNING:
            await self.store.write(lambda tx: _tell_of_new_rules(tx, table))
        return table

    async def _keep_new(self, table: Table) -> None:
        """Keep a game in memory that has just begun, unless other workers can change it."""
        if self.store.sharing is None:
            self._tables.setdefault(table.id, table)
            await self._make_room()

    async def _let_go(self, game: int) -> None:
        """Keep nothing in memory but the engine's game where other workers can change the rest."""
        if self.store.sharing is not None and (table := self._tables.pop(game, None)) is not None:
            await self._shelve(game, table)

    async def _make_room(self) -> None:
        while len(self._tables) > MOST_IN_MEMORY:
            game, table = self._tables.popitem(last=False)
            if not self._is_held(game):  # else it may change meanwhile
                await self._shelve(game, table)

    async def _shelve(self, game: int, table: Table) -> None:
        """Put a game into the cache as it stands, unless it is there."""
        if self._cache.get(game, table.revision) is None:
            packed = await asyncio.to_thread(pack, table.game)
            self._cache.put(game, table.revision, packed)


def _unpacked(row: rows.GameRow, numbers: str | None, packed: bytes | None) -> Table:
    """A stored game as it is held, unpickled where the cache keeps it `packed`."""
    return table_of(row, numbers, None if packed is None else unpack(packed))


def _name(game: int) -> str:
    """Under which name workers agree on a game."""
    return f"game {game}"


async def numbers_of(tx: Transaction, guild: int | None) -> str | None:
    """The language of numbers and dates in a server's public messages."""
    return (await tx.preferences.of_server(guild)).appearance.numbers


async def _tell_of_new_rules(tx: Transaction, table: Table) -> None:
    """Say once that a game goes on by corrected rules, from its stored position."""
    if await tx.meta.note_new_rules(table.id, table.revision):
        text = table.words.say("shell.new_rules")
        await saving.queue(tx, table, table.channel, (table.body(messages.Post(text)),))
