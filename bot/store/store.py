"""The database behind one class: games, lobbies, drafts, the outbox and what else must survive."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Self, TypeVar
from weakref import WeakValueDictionary

from bot.model import telemetry
from bot.model.clock import Clock
from bot.model.database_errors import DatabaseError
from bot.store.channels import Channels, ForumPosts, StoredDoors
from bot.store.database import Database
from bot.store.games import Clocks, Games, Lobbies
from bot.store.meta import Meta, ProcessedInvocations
from bot.store.people import Coached, GameNotes, Pages, Premoves, StoredPreferences
from bot.store.posts import Posts, Questions, Votes
from bot.store.queries import Agreement, Engine, Queries, Read, Right, SqlConnection
from bot.store.results import Handicaps, Records, Results
from bot.store.traces import Servers, Traces

_LOGGER = logging.getLogger(__name__)

_Table = TypeVar("_Table", bound=Queries)

_NOTE_AGAIN: Final = 0.5
"""Seconds until a note that failed is tried again; each time twice as long as before."""
_SLOWEST_NOTE: Final = 60.0


class Transaction:
    """All tables, within one transaction."""

    def __init__(self, connection: SqlConnection) -> None:
        self._connection = connection
        self.games = Games(connection)
        self.lobbies = Lobbies(connection)
        self.posts = Posts(connection)
        self.channels = Channels(connection)
        self.doors = StoredDoors(connection)
        self.forum_posts = ForumPosts(connection)
        self.drafts = Pages(connection, "drafts")
        self.handicaps = Handicaps(connection)
        self.processed = ProcessedInvocations(connection)
        self.meta = Meta(connection)
        self.clocks = Clocks(connection)
        self.votes = Votes(connection)
        self.traces = Traces(connection)
        self.questions = Questions(connection)
        self.preferences = StoredPreferences(connection)
        self.results = Results(connection)
        self.servers = Servers(connection)
        self.records = Records(connection)
        self.game_notes = GameNotes(connection)
        self.tryouts = Pages(connection, "tryouts")
        self.premoves = Premoves(connection)
        self.coached = Coached(connection)

    def of(self, kind: type[_Table]) -> _Table:
        """The tables of a feature, by their class."""
        return kind(self._connection)


class Store:
    """The bot's memory: `write` runs a whole transaction, `read` looks at what is committed."""

    def __init__(self, database: Engine) -> None:
        self.on_write: Callable[[float], object] = lambda _: None
        """Hears of the seconds that each transaction took."""
        self.changes = 0
        """The number of transactions that were to last, as no page alone is."""
        self._database = database
        self._names = WeakValueDictionary[str, asyncio.Lock]()

    @classmethod
    async def open(cls, place: Path | str, *, alone: bool = True, shared: bool = False) -> Self:
        """Open a file of SQLite, or the PostgreSQL database at an address (`postgresql://...`).

        Nobody else can open it meanwhile; who only looks at a server need not be `alone`, nor those
        who have `shared` it and are to agree about who leads and who changes what. See
        `Database.open` and `Postgres.open` for what is checked and raised.
        """
        if isinstance(place, Path):
            return cls(await Database.open(place))
        try:
            from bot.store.postgres.engine import Postgres  # noqa: PLC0415 - an extra
        except ModuleNotFoundError as error:
            raise DatabaseError(
                f"PostgreSQL needs {error.name}, which a plain installation leaves out: "
                "pip install '.[postgres]'"
            ) from error
        store = cls(await Postgres.open(place, alone=alone, shared=shared))
        if (moved := await store.read(lambda tx: tx.meta.moved())) is not None:
            await store.close()
            raise DatabaseError(
                f"The games of this PostgreSQL database were moved to {moved}. Set "
                "BONFIRE_DATABASE to that. To go on with this one, delete the row 'moved' of its "
                "table meta."
            )
        return store

    @property
    def engine(self) -> Engine:
        """The database itself, for who moves all that is in it."""
        return self._database

    @property
    def sharing(self) -> Agreement | None:
        """The agreements with other workers; None for a bot that uses the database alone."""
        return self._database.sharing

    @property
    def right(self) -> Right | None:
        """The right to be the only bot; None where others share the database or cannot reach it."""
        return self._database.right

    @asynccontextmanager
    async def holding(self, *names: str) -> AsyncIterator[None]:
        """No other worker holds any of these meanwhile: `game 7`, `channel 12`."""
        if self.sharing is None:
            yield
            return
        async with self.sharing.holding(*names):
            yield

    @asynccontextmanager
    async def one_by_one(self, name: str) -> AsyncIterator[None]:
        """No other task holds this name meanwhile, in this process or in another worker."""
        async with self._names.setdefault(name, asyncio.Lock()), self.holding(name):
            yield

    async def write(
        self, work: Callable[[Transaction], Awaitable[Read]], *, flushed: bool = True
    ) -> Read:
        """Commit everything that `work` does, or nothing when it raises.

        It may be done several times, so it changes nothing outside the database. Nobody waits for
        the disk where it is not to be `flushed`: a power cut may then undo it.
        """
        began = time.perf_counter()
        try:
            return await self._database.transaction(
                lambda db: work(Transaction(db)), flushed=flushed
            )
        finally:
            seconds = time.perf_counter() - began
            telemetry.ENVIRONMENT.note_write(seconds)
            self.on_write(seconds)
            self.changes += flushed

    async def note(self, clock: Clock, work: Callable[[Transaction], Awaitable[Read]]) -> Read:
        """Commit `work`, which notes what happened elsewhere, again with back-off until it is done.

        An error may come after the commit: to do `work` once more must then change nothing.
        """
        pause = _NOTE_AGAIN
        while True:
            try:
                return await self.write(work)
            except Exception:
                _LOGGER.exception("a note in the database failed, retrying in %.1f s", pause)
            await clock.sleep(pause)
            pause = min(_SLOWEST_NOTE, 2 * pause)

    async def read(self, work: Callable[[Transaction], Awaitable[Read]]) -> Read:
        """Let `work` look things up."""
        return await self._database.read(lambda db: work(Transaction(db)))

    async def wipe(self) -> None:
        """Leave nothing of what was deleted in the files of the database.

        The log waits for a copy that is being made; the daily work then does this.
        """
        if not await self._database.wipe():
            _LOGGER.warning("deleted rows stay in the write-ahead log until a copy is made")

    async def close(self) -> None:
        """Finish running transactions and close the file."""
        await self._database.close()
