"""Tables before the start: who sits there, with which options. It does not know Discord."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakValueDictionary

from bot.model.buttons import TableOption
from bot.model.errors import Problem, UserError
from bot.model.invocation import ChannelRef, Invocation
from bot.model.messages import Lobby
from bot.model.people import to_person
from bot.model.rows import LobbyRow, PersonRow
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.store import Store, Transaction
from engine import GameOptions

MOST_PLAYERS: Final = 4
FEWEST_PLAYERS: Final = 2


@dataclass(frozen=True, slots=True)
class OpenLobby:
    """A lobby as it is now: what is shown of it, and the revision that its buttons carry.

    `locale` is the language of its table, `players` are in the order of their turns.
    """

    shown: Lobby
    revision: int
    host: PersonRow
    locale: str
    players: tuple[PersonRow, ...]


class LobbyService:
    """Every change of a lobby; each raises UserError for what cannot be done."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Keep lobbies in `store`, start games with `games`."""
        self.store = store
        self.games = games
        self._starts: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def starting(self, channel: int) -> asyncio.Lock:
        """What a start in a channel holds, so that two presses make no two threads."""
        return self._starts.setdefault(channel, asyncio.Lock())

    async def look(self, channel: int) -> OpenLobby | None:
        """The lobby of a channel."""
        row = await self.store.read(lambda tx: tx.lobbies.get(channel))
        return None if row is None else _open(row)

    async def open(self, invocation: Invocation, options: frozenset[TableOption]) -> OpenLobby:
        """Open a lobby with the person as its host; one that is open already is shown again.

        Beside a running game only a lobby is opened whose game is to have a thread of its own.
        """

        async def work(tx: Transaction) -> LobbyRow:
            beside = TableOption.THREAD in options
            lobby = await _found(tx, invocation, beside=beside)
            return lobby or await tx.lobbies.put(_new(invocation, options))

        return _open(await self.store.write(work))

    async def invite(
        self, invocation: Invocation, options: frozenset[TableOption], people: tuple[PersonRow, ...]
    ) -> OpenLobby:
        """Open a lobby for these people alone, who play in this order, or join the one there."""

        async def work(tx: Transaction) -> LobbyRow:
            lobby = await _found(tx, invocation)
            if lobby is None:
                return await tx.lobbies.put(replace(_new(invocation, options), invited=people))
            if {person.id for person in lobby.invited} != {person.id for person in people}:
                raise UserError(Problem.LOBBY_OTHERS)
            return await tx.lobbies.put(_joined(lobby, invocation))

        return _open(await self.store.write(work))

    async def join(self, invocation: Invocation) -> OpenLobby:
        """Sit down."""
        return await self._change(invocation, lambda lobby: _joined(lobby, invocation))

    async def leave(self, invocation: Invocation) -> OpenLobby | None:
        """Stand up; the next one becomes host, and the last one closes the lobby (None)."""

        async def work(tx: Transaction) -> LobbyRow | None:
            lobby = await _existing(tx, invocation)
            if invocation.person.id not in _users(lobby):
                raise UserError(Problem.LOBBY_NOT_JOINED)
            rest = tuple(person for person in lobby.members if person.id != invocation.person.id)
            if not rest:
                await tx.lobbies.remove(lobby.channel)
                return None
            host = lobby.host if lobby.host != invocation.person.id else rest[0].id
            return await tx.lobbies.put(replace(lobby, members=rest, host=host))

        row = await self.store.write(work)
        return None if row is None else _open(row)

    async def speak(self, invocation: Invocation, locale: str) -> OpenLobby:
        """Let the table speak a language; everybody who sits there may choose it."""

        def change(lobby: LobbyRow) -> LobbyRow:
            if invocation.person.id not in _users(lobby):
                raise UserError(Problem.LOBBY_NOT_JOINED)
            return replace(lobby, locale=locale)

        return await self._change(invocation, change)

    async def toggle(self, invocation: Invocation, option: TableOption) -> OpenLobby:
        """Turn an option on or off; only the host may."""

        def change(lobby: LobbyRow) -> LobbyRow:
            _host_only(lobby, invocation)
            return replace(lobby, options=_dump(_load(lobby.options) ^ {option}))

        return await self._change(invocation, change)

    async def ready(self, invocation: Invocation) -> OpenLobby:
        """The lobby that can be started: by its host, with two to four people, or all invited."""
        return _open(await self._ready(invocation))

    async def start(self, invocation: Invocation, room: ChannelRef) -> Saved:
        """Start the game in a room; raises as `ready` does."""
        lobby = await self._ready(invocation)
        first = lobby.invited[0].id if lobby.invited else None
        channel = replace(room, locale=lobby.locale)
        return await self.games.start(invocation, _options(lobby), _players(lobby), first, channel)

    async def _ready(self, invocation: Invocation) -> LobbyRow:
        lobby = await self.store.read(lambda tx: _existing(tx, invocation))
        _host_only(lobby, invocation)
        if missing := _awaited(lobby):
            names = tuple(to_person(person).name for person in missing)
            raise UserError(Problem.LOBBY_AWAITS, names=names)
        if len(lobby.members) < FEWEST_PLAYERS:
            raise UserError(Problem.LOBBY_TOO_FEW)
        return lobby

    async def _change(
        self, invocation: Invocation, change: Callable[[LobbyRow], LobbyRow]
    ) -> OpenLobby:
        async def work(tx: Transaction) -> LobbyRow:
            return await tx.lobbies.put(change(await _existing(tx, invocation)))

        return _open(await self.store.write(work))


def options_of(
    chosen: frozenset[TableOption], players: int, handicap: int | None = None
) -> GameOptions:
    """The engine's options for a table of so many people."""
    return GameOptions(
        players,
        beginner=TableOption.BEGINNER in chosen,
        strict_payment=TableOption.STRICT_PAYMENT in chosen,
        specialist_18_at_once=TableOption.SPECIALIST_18_AT_ONCE in chosen,
        handicap=handicap,
    )


async def _found(
    tx: Transaction, invocation: Invocation, *, beside: bool = False
) -> LobbyRow | None:
    """The lobby of a channel; raises UserError where a game runs, if it may not be `beside` it."""
    if not beside and await tx.games.running_in(invocation.channel.id) is not None:
        raise UserError(Problem.GAME_RUNNING)
    return await tx.lobbies.get(invocation.channel.id)


def _new(invocation: Invocation, options: frozenset[TableOption]) -> LobbyRow:
    channel = invocation.channel
    return LobbyRow(
        channel=channel.id,
        guild=channel.guild,
        locale=channel.locale,
        host=invocation.person.id,
        options=_dump(options),
        revision=0,
        members=(invocation.person,),
    )


def _joined(lobby: LobbyRow, invocation: Invocation) -> LobbyRow:
    if invocation.person.id in _users(lobby):
        raise UserError(Problem.LOBBY_JOINED)
    if lobby.invited and invocation.person.id not in {person.id for person in lobby.invited}:
        raise UserError(Problem.LOBBY_INVITED)
    if len(lobby.members) == MOST_PLAYERS:
        raise UserError(Problem.LOBBY_FULL)
    return replace(lobby, members=(*lobby.members, invocation.person))


def _awaited(lobby: LobbyRow) -> tuple[PersonRow, ...]:
    """Those who are invited and have not joined."""
    here = _users(lobby)
    return tuple(person for person in lobby.invited if person.id not in here)


async def _existing(tx: Transaction, invocation: Invocation) -> LobbyRow:
    lobby = await tx.lobbies.get(invocation.channel.id)
    if lobby is None:
        raise UserError(Problem.LOBBY_GONE)
    return lobby


def _host_only(lobby: LobbyRow, invocation: Invocation) -> None:
    if lobby.host != invocation.person.id:
        raise UserError(Problem.LOBBY_HOST_ONLY, host=to_person(_host(lobby)).name)


def _host(lobby: LobbyRow) -> PersonRow:
    return next(person for person in lobby.members if person.id == lobby.host)


def _users(lobby: LobbyRow) -> frozenset[int]:
    return frozenset(person.id for person in lobby.members)


def _options(lobby: LobbyRow) -> GameOptions:
    return options_of(_load(lobby.options), len(lobby.members))


def _open(lobby: LobbyRow) -> OpenLobby:
    host = _host(lobby)
    others = tuple(person for person in lobby.members if person.id != lobby.host)
    people = tuple(to_person(person) for person in (host, *others))
    invited = tuple(map(to_person, lobby.invited))
    awaited = tuple(map(to_person, _awaited(lobby)))
    thread = TableOption.THREAD in _load(lobby.options)
    shown = Lobby(people, _options(lobby), invited, awaited, thread)
    return OpenLobby(shown, lobby.revision, host, lobby.locale, _players(lobby))


def _players(lobby: LobbyRow) -> tuple[PersonRow, ...]:
    return lobby.invited or lobby.members


def _dump(options: frozenset[TableOption]) -> str:
    return json.dumps(sorted(options))


def _load(text: str) -> frozenset[TableOption]:
    return frozenset(map(TableOption, json.loads(text)))
