"""GameService: lock, load, apply, save, and queue what must be told. It does not know Discord."""

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from typing import Final
from weakref import WeakValueDictionary

from bot import present
from bot.handicap import FIRST_HANDICAP
from bot.places import Place, Press, shown
from bot.posting import Body
from bot.prompt import Post
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
from bot.words import catalog
from engine import Game, GameOptions, Refused
from engine.actions import Action
from engine.codec import action_to_json
from engine.data.box import Box
from engine.ids import Seat

CACHED_GAMES: Final = 16
SEED_BITS: Final = 128


def secret_seed() -> int:
    """A seed that nobody can guess: the engine is public, so a short one could be found."""
    return secrets.randbits(SEED_BITS)


@dataclass(frozen=True, slots=True)
class Done:
    """What an accepted press led to.

    `posts` are the outbox rows that it queued. `taken` counts the answers that went into the
    game: fewer than were given when something hidden came to light in between.
    """

    game: int
    posts: tuple[int, ...]
    taken: int = 0


class PartRefusedError(Refused):
    """One of several answers is not allowed, the one at `index`; none was given."""

    def __init__(self, refused: Refused, index: int) -> None:
        """Carry the refusal and the place of the answer."""
        super().__init__(refused.refusal)
        self.index = index


class GameService:
    """Every change of a game goes through here, one at a time for each game."""

    def __init__(self, store: Store, box: Box, seed: Callable[[], int] = secret_seed) -> None:
        """Use a store, and a box and a source of seeds for new games."""
        self._store = store
        self._box = box
        self._seed = seed
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def cached(self) -> int:
        """How many games are held in memory."""
        return len(self._tables)

    @property
    def box(self) -> Box:
        """The component values of new games."""
        return self._box

    @asynccontextmanager
    async def table(self, game: int) -> AsyncIterator[Table]:
        """The game with this id, held still; raises SorryError when there is none."""
        lock = self._locks.setdefault(game, asyncio.Lock())
        async with lock:
            yield await self._load(game)

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

        They end early, and keep what was done, where something hidden comes to light. Raises
        SorryError for a wrong person, an old revision or a bug, Refused for a wrong answer.
        """
        async with self.table(game) as table:
            seat = _turn_of(table, press.person, revision)
            with self._untouched_on_failure(game):
                log, posts = _play(table, seat, press, actions)
                rows = await self._save(table, press, log, posts)
            return Done(game, rows, len(log))

    async def undo(self, press: Press, game: int, revision: int) -> Done:
        """Take the last answer back; raises as `answer` does."""
        async with self.table(game) as table:
            seat = _turn_of(table, press.person, revision)
            with self._untouched_on_failure(game):
                table.game.undo(seat)
                rows = await self._save(table, press, (MoveRow(seat, None, press.id),), ())
            return Done(game, rows, 1)

    async def start(self, press: Press, options: GameOptions, players: Sequence[PersonRow]) -> Done:
        """Start a game of these people in the channel of the press and close its lobby.

        Raises SorryError when a game is running there, or when the seed or the box cannot make
        a game.
        """
        try:
            game = Game.new(options, self._seed(), self._box)
            snapshot = snapshot_of(game)
        except Exception as error:
            raise bug(error) from error

        async def work(tables: Tables) -> Done:
            await _once(tables, press)
            new = _new_game(press.place, options, snapshot, tuple(players))
            number = await tables.games.add(new)
            await tables.lobbies.remove(press.place.channel)
            if options.handicap is not None:
                await tables.handicaps.put(press.person.id, HandicapRow(options.handicap, number))
            table = Table(number, game, press.place, tuple(players), 0, 0, Status.RUNNING)
            post = present.turn_notice(game, table.people, catalog(press.place.locale))
            return Done(number, await _queue(tables, table, press.place, (table.body(post),)))

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
        """End a game without a result; any of its players may. Raises SorryError."""
        async with self.table(game) as table:
            if table.status is not Status.RUNNING:
                raise SorryError(Trouble.GAME_OVER)
            if table.seat_of(press.person.id) is None:
                raise SorryError(Trouble.NOT_A_PLAYER)
            with self._untouched_on_failure(game):
                table.status = Status.ABANDONED
                name = shown(press.person).name
                text = catalog(table.place.locale).say("shell.abandoned", name=name)
                rows = await self._save(table, press, (), (table.body(Post(text)),))
            return Done(game, rows)

    async def _save(
        self, table: Table, press: Press, log: tuple[MoveRow, ...], posts: tuple[Body, ...]
    ) -> tuple[int, ...]:
        progress = Progress(
            table.id, table.revision, log, snapshot_of(table.game), table.told, table.status
        )

        async def work(tables: Tables) -> tuple[int, ...]:
            await _once(tables, press)
            await tables.games.save(progress)
            await tables.drafts.clear(table.id)
            if table.status is not Status.RUNNING:
                await _settle_challenge(tables, table)
            return await _queue(tables, table, press.place, posts)

        table.revision += len(log)
        return await self._store.write(work)

    @contextmanager
    def _untouched_on_failure(self, game: int) -> Iterator[None]:
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
            table = self._tables[game] = table_of(row)
            if table.game.restored_at is not None and table.status is Status.RUNNING:
                await self._store.write(lambda tables: _tell_of_new_rules(tables, table))
        self._tables.move_to_end(game)
        while len(self._tables) > CACHED_GAMES:
            self._tables.popitem(last=False)
        return table


def _turn_of(table: Table, person: PersonRow, revision: int) -> Seat:
    """The seat of a person who may answer now; raises SorryError for anybody else."""
    seat = table.seat_to_move(person.id)
    if revision != table.revision:
        raise SorryError(Trouble.STALE)
    return seat


def _play(
    table: Table, seat: Seat, press: Press, actions: Sequence[Action]
) -> tuple[tuple[MoveRow, ...], tuple[Body, ...]]:
    """Submit the answers; returns the log entries and the posts of the turns that they end."""
    game = table.game
    log: list[MoveRow] = []
    posts: list[Body] = []
    for action in actions:
        revealed = game.revealed
        try:
            game.submit(seat, action)
        except Refused as refused:
            raise PartRefusedError(refused, len(log)) from refused
        log.append(MoveRow(seat, json.dumps(action_to_json(action)), press.id))
        if table.turn_is_over:
            words = catalog(table.place.locale)
            post = present.turn_post(game, table.told, table.people, words)
            posts.append(table.body(post, table.told))
            table.told = game.move_count
        if game.waiting is None:
            table.status = Status.FINISHED
        if game.waiting is None or game.waiting.seat != seat or game.revealed != revealed:
            break
    return tuple(log), tuple(posts)


async def _tell_of_new_rules(tables: Tables, table: Table) -> None:
    """Say once that a game goes on by corrected rules, from its stored position (DESIGN.md 2)."""
    key = f"new rules {table.id}"
    if await tables.notes.get(key) is None:
        await tables.notes.put(key, str(table.revision))
        text = catalog(table.place.locale).say("shell.new_rules")
        await _queue(tables, table, table.place, (table.body(Post(text)),))


async def _once(tables: Tables, press: Press) -> None:
    if not await tables.processed.add(press.id):
        raise SorryError(Trouble.ALREADY_DONE)


async def _settle_challenge(tables: Tables, table: Table) -> None:
    handicap = table.challenge_result
    if handicap is not None:
        await tables.handicaps.put(table.players[0].id, HandicapRow(handicap, None))


async def _queue(
    tables: Tables, table: Table, pressed: Place, posts: Sequence[Body]
) -> tuple[int, ...]:
    """Put posts into the outbox: by the way of the press when it was made in that channel."""
    here = pressed.channel == table.place.channel
    via = pressed.via if here else Via.CHANNEL
    if here and via is Via.CHANNEL:
        await tables.posts.revive(pressed.channel)
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
