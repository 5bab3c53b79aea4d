"""Tables before the start: who sits there, with which options. It does not know Discord."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
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
    """A lobby as it is stored, and what that means."""

    row: LobbyRow

    @property
    def host(self) -> PersonRow:
        """Who chooses the options, and starts the game."""
        return next(person for person in self.row.members if person.id == self.row.host)

    @property
    def players(self) -> tuple[PersonRow, ...]:
        """The people in the order of their turns."""
        return self.row.invited or self.row.members

    @property
    def chosen(self) -> frozenset[TableOption]:
        """The options that are turned on."""
        return frozenset(map(TableOption, json.loads(self.row.options)))

    @property
    def options(self) -> GameOptions:
        """The same for the engine."""
        return options_of(self.chosen, len(self.row.members))

    @property
    def awaited(self) -> tuple[PersonRow, ...]:
        """Those who are invited and have not joined."""
        return tuple(person for person in self.row.invited if not self.seats(person))

    @property
    def shown(self) -> Lobby:
        """What everybody sees of it."""
        host = self.host
        people = (host, *(person for person in self.row.members if person is not host))
        return Lobby(
            tuple(map(to_person, people)),
            self.options,
            tuple(map(to_person, self.row.invited)),
            tuple(map(to_person, self.awaited)),
            TableOption.THREAD in self.chosen,
        )

    def seats(self, person: PersonRow) -> bool:
        """Whether somebody sits there, whatever they are called by now."""
        return any(member.id == person.id for member in self.row.members)

    def must_be_hosted_by(self, person: PersonRow) -> None:
        """Raise UserError for who is not the host."""
        if self.row.host != person.id:
            raise UserError(Problem.LOBBY_HOST_ONLY, host=to_person(self.host).name)

    def joined(self, person: PersonRow) -> LobbyRow:
        """The lobby when somebody has sat down; raises UserError for who may not."""
        if self.seats(person):
            raise UserError(Problem.LOBBY_JOINED)
        if self.row.invited and all(guest.id != person.id for guest in self.row.invited):
            raise UserError(Problem.LOBBY_INVITED)
        if len(self.row.members) == MOST_PLAYERS:
            raise UserError(Problem.LOBBY_FULL)
        return replace(self.row, members=(*self.row.members, person))


@dataclass(frozen=True, slots=True)
class LobbyService:
    """Every change of a lobby; each raises UserError for what cannot be done."""

    store: Store
    games: GameService
    _starts: WeakValueDictionary[int, asyncio.Lock] = field(
        init=False, default_factory=WeakValueDictionary
    )

    def starting(self, channel: int) -> asyncio.Lock:
        """What a start in a channel holds, so that two presses make no two threads."""
        return self._starts.setdefault(channel, asyncio.Lock())

    async def look(self, channel: int) -> OpenLobby | None:
        """The lobby of a channel."""
        row = await self.store.read(lambda tx: tx.lobbies.get(channel))
        return None if row is None else OpenLobby(row)

    async def open(
        self,
        invocation: Invocation,
        options: frozenset[TableOption],
        guests: tuple[PersonRow, ...] = (),
    ) -> OpenLobby:
        """Open a lobby with the person as its host; one that is open already is shown again.

        With `guests` it is for them alone, who play in this order; where theirs is open already the
        person joins it. Beside a running game only a lobby is opened whose game is to have a thread
        of its own.
        """
        channel, person = invocation.channel, invocation.person

        async def work(tx: Transaction) -> LobbyRow:
            runs = await tx.games.running_in(channel.id) is not None
            if runs and TableOption.THREAD not in options:
                raise UserError(Problem.GAME_RUNNING)
            lobby = await tx.lobbies.get(channel.id)
            if lobby is None:
                lobby = new_lobby(invocation, options, guests)
            elif not guests:
                return lobby
            elif {guest.id for guest in lobby.invited} != {guest.id for guest in guests}:
                raise UserError(Problem.LOBBY_OTHERS)
            else:
                lobby = OpenLobby(lobby).joined(person)
            return await tx.lobbies.put(lobby)

        return OpenLobby(await self.store.write(work))

    async def join(self, invocation: Invocation) -> OpenLobby:
        """Sit down."""
        return await self._change(invocation, lambda lobby: lobby.joined(invocation.person))

    async def leave(self, invocation: Invocation) -> OpenLobby | None:
        """Stand up; the next one becomes host, and the last one closes the lobby (None)."""
        person = invocation.person

        async def work(tx: Transaction) -> OpenLobby | None:
            lobby = await _existing(tx, invocation)
            if not lobby.seats(person):
                raise UserError(Problem.LOBBY_NOT_JOINED)
            rest = tuple(member for member in lobby.row.members if member.id != person.id)
            if not rest:
                await tx.lobbies.remove(lobby.row.channel)
                return None
            host = lobby.row.host if lobby.row.host != person.id else rest[0].id
            return OpenLobby(await tx.lobbies.put(replace(lobby.row, members=rest, host=host)))

        return await self.store.write(work)

    async def close(self, channel: int) -> None:
        """Close the lobby of a channel, whoever sits there."""
        await self.store.write(lambda tx: tx.lobbies.remove(channel))

    async def speak(self, invocation: Invocation, locale: str) -> OpenLobby:
        """Let the table speak a language; everybody who sits there may choose it."""

        def change(lobby: OpenLobby) -> LobbyRow:
            if not lobby.seats(invocation.person):
                raise UserError(Problem.LOBBY_NOT_JOINED)
            return replace(lobby.row, locale=locale)

        return await self._change(invocation, change)

    async def toggle(self, invocation: Invocation, option: TableOption) -> OpenLobby:
        """Turn an option on or off; only the host may."""

        def change(lobby: OpenLobby) -> LobbyRow:
            lobby.must_be_hosted_by(invocation.person)
            return replace(lobby.row, options=_dump(lobby.chosen ^ {option}))

        return await self._change(invocation, change)

    async def ready(self, invocation: Invocation) -> OpenLobby:
        """The lobby that can be started: by its host, with two to four people, or all invited."""
        lobby = await self.store.read(lambda tx: _existing(tx, invocation))
        lobby.must_be_hosted_by(invocation.person)
        if lobby.awaited:
            names = tuple(to_person(person).name for person in lobby.awaited)
            raise UserError(Problem.LOBBY_AWAITS, names=names)
        if len(lobby.row.members) < FEWEST_PLAYERS:
            raise UserError(Problem.LOBBY_TOO_FEW)
        return lobby

    async def start(self, invocation: Invocation, room: ChannelRef) -> Saved:
        """Start the game in a room; raises as `ready` does."""
        lobby = await self.ready(invocation)
        first = lobby.row.invited[0].id if lobby.row.invited else None
        channel = replace(room, locale=lobby.row.locale)
        return await self.games.start(invocation, lobby.options, lobby.players, first, channel)

    async def _change(
        self, invocation: Invocation, change: Callable[[OpenLobby], LobbyRow]
    ) -> OpenLobby:
        async def work(tx: Transaction) -> LobbyRow:
            return await tx.lobbies.put(change(await _existing(tx, invocation)))

        return OpenLobby(await self.store.write(work))


def new_lobby(
    invocation: Invocation, options: frozenset[TableOption], guests: tuple[PersonRow, ...] = ()
) -> LobbyRow:
    """A lobby that nobody has joined but its host, as it is before it is stored."""
    channel, person = invocation.channel, invocation.person
    return LobbyRow(
        channel=channel.id,
        guild=channel.guild,
        locale=channel.locale,
        host=person.id,
        options=_dump(options),
        revision=0,
        members=(person,),
        invited=guests,
    )


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


async def _existing(tx: Transaction, invocation: Invocation) -> OpenLobby:
    lobby = await tx.lobbies.get(invocation.channel.id)
    if lobby is None:
        raise UserError(Problem.LOBBY_GONE)
    return OpenLobby(lobby)


def _dump(options: frozenset[TableOption]) -> str:
    return json.dumps(sorted(options))
