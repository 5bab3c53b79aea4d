"""Tables before the start: who sits there, with which options. It does not know Discord."""

import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self
from weakref import WeakValueDictionary

from bot.model.buttons import TableOption
from bot.model.errors import Problem, UserError
from bot.model.invocation import ChannelRef, Invocation
from bot.model.messages import Lobby
from bot.model.people import to_person
from bot.model.rows import GuestRow, LobbyRow, PersonRow
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.services.games.turns import may_notify
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
    def without_missing(self) -> Self:
        """The same without those who are invited and have not joined."""
        there = tuple(person for person in self.row.invited if self.seats(person))
        return replace(self, row=replace(self.row, invited=there))

    @property
    def guests(self) -> tuple[PersonRow, ...]:
        """Those for whom a seat is kept until they answer the host."""
        return tuple(guest.person for guest in self.row.guests if not guest.declined)

    @property
    def free(self) -> int:
        """How many seats are neither taken nor kept."""
        return MOST_PLAYERS - len(self.row.members) - len(self.guests)

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
            tuple(map(to_person, self.guests)),
            tuple(to_person(guest.person) for guest in self.row.guests if guest.declined),
        )

    def seats(self, person: PersonRow) -> bool:
        """Whether somebody sits there, whatever they are called by now."""
        return _holds(self.row.members, person)

    def must_be_hosted_by(self, person: PersonRow) -> None:
        """Raise UserError for who is not the host."""
        if self.row.host != person.id:
            raise UserError(Problem.LOBBY_HOST_ONLY, host=to_person(self.host).name)

    def joined(self, person: PersonRow) -> LobbyRow:
        """The lobby when somebody has sat down; raises UserError for who may not."""
        if self.seats(person):
            raise UserError(Problem.LOBBY_JOINED)
        if self.row.invited and not _holds(self.row.invited, person):
            raise UserError(Problem.LOBBY_INVITED)
        if not _holds(self.guests, person):
            self._must_have_room()
        members = (*self.row.members, person)
        return replace(self.row, members=members, guests=self._guests_without(person))

    def inviting(self, people: Sequence[PersonRow]) -> LobbyRow:
        """The lobby when seats are kept for people; raises UserError where not all can be asked.

        Nobody is asked twice, not even who has said no.
        """
        if self.row.invited:
            raise UserError(Problem.REMATCH_SETTLED)
        for person in people:
            who = to_person(person).name
            if self.seats(person):
                raise UserError(Problem.GUEST_SEATED, who=who)
            if _holds(self.guests, person):
                raise UserError(Problem.GUEST_ASKED, who=who)
            if len(self._guests_without(person)) < len(self.row.guests):
                raise UserError(Problem.GUEST_DECLINED, who=who)
        self._must_have_room()
        if len(people) > self.free:
            raise UserError(Problem.NO_SEATS_LEFT, n=self.free)
        return replace(self.row, guests=(*self.row.guests, *map(GuestRow, people)))

    def declined(self, person: PersonRow) -> LobbyRow:
        """The lobby when somebody has said no; raises UserError for who is not awaited there.

        Of a rematch the others go on by themselves; with nobody else left, anybody can join.
        """
        if not _holds((*self.guests, *self.awaited), person):
            raise UserError(Problem.NOT_INVITED)
        others = tuple(guest for guest in self.row.invited if guest.id != person.id)
        return replace(
            self.row,
            invited=others if len(others) >= FEWEST_PLAYERS else (),
            guests=(*self._guests_without(person), GuestRow(person, declined=True)),
        )

    def _must_have_room(self) -> None:
        """Raise UserError where every seat is taken or kept."""
        if len(self.row.members) == MOST_PLAYERS:
            raise UserError(Problem.LOBBY_FULL)
        if not self.free:
            names = tuple(to_person(guest).name for guest in self.guests)
            raise UserError(Problem.SEATS_KEPT, names=names)

    def _guests_without(self, person: PersonRow) -> tuple[GuestRow, ...]:
        return tuple(guest for guest in self.row.guests if guest.person.id != person.id)


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

    async def heard(self, people: Iterable[PersonRow]) -> tuple[int, ...]:
        """Which people may be notified of a table now."""
        return await self.store.read(lambda tx: _heard(tx, people, self.games.clock.now()))

    async def invite(
        self, invocation: Invocation, people: Sequence[PersonRow]
    ) -> tuple[OpenLobby, tuple[int, ...]]:
        """Keep seats for people, as the host asks; returns too which of them may be notified."""
        now = self.games.clock.now()

        async def work(tx: Transaction) -> tuple[LobbyRow, tuple[int, ...]]:
            lobby = await _existing(tx, invocation)
            lobby.must_be_hosted_by(invocation.person)
            row = await tx.lobbies.put(lobby.inviting(people))
            return row, await _heard(tx, people, now)

        row, heard = await self.store.write(work)
        return OpenLobby(row), heard

    async def note_shown(self, channel: int, message: int) -> int | None:
        """Note by which message a lobby is shown; returns by which it was, None for the same."""

        async def work(tx: Transaction) -> int | None:
            lobby = await tx.lobbies.get(channel)
            if lobby is None or lobby.message == message:
                return None
            await tx.lobbies.note_shown(channel, message)
            return lobby.message

        return await self.store.write(work)

    async def decline(self, invocation: Invocation) -> OpenLobby:
        """Say no to an invitation."""
        return await self._change(invocation, lambda lobby: lobby.declined(invocation.person))

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

    async def ready(self, invocation: Invocation, *, without_missing: bool = False) -> OpenLobby:
        """The lobby that can be started: by its host, with two to four people, or all invited.

        A rematch may begin `without_missing` people: it is then that of those who sit there.
        """
        lobby = await self.store.read(lambda tx: _existing(tx, invocation))
        lobby.must_be_hosted_by(invocation.person)
        if without_missing:
            lobby = lobby.without_missing
        if lobby.awaited:
            names = tuple(to_person(person).name for person in lobby.awaited)
            raise UserError(Problem.LOBBY_AWAITS, names=names)
        if len(lobby.row.members) < FEWEST_PLAYERS:
            raise UserError(Problem.LOBBY_TOO_FEW)
        return lobby

    async def start(
        self, invocation: Invocation, room: ChannelRef, *, without_missing: bool = False
    ) -> Saved:
        """Start the game in a room; raises as `ready` does."""
        lobby = await self.ready(invocation, without_missing=without_missing)
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


async def _heard(tx: Transaction, people: Iterable[PersonRow], now: float) -> tuple[int, ...]:
    """Which people want to be notified, and may be now."""
    wishes = {person.id: await tx.preferences.of(person.id) for person in people}
    return tuple(one for one, wish in wishes.items() if may_notify(wish, now))


async def _existing(tx: Transaction, invocation: Invocation) -> OpenLobby:
    lobby = await tx.lobbies.get(invocation.channel.id)
    if lobby is None:
        raise UserError(Problem.LOBBY_GONE)
    return OpenLobby(lobby)


def _holds(people: Iterable[PersonRow], person: PersonRow) -> bool:
    return any(one.id == person.id for one in people)


def _dump(options: frozenset[TableOption]) -> str:
    return json.dumps(sorted(options))
