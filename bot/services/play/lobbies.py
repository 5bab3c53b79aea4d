"""Tables before the start: who sits there, with which options, also for one more game.

It does not know Discord.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace

from bot.model.button_choices import SWITCHES, THREAD, TableOption
from bot.model.errors import Problem, UserError
from bot.model.invocation import ChannelRef, Invocation
from bot.model.people import to_person
from bot.model.rows import NOBODY, LobbyRow, PersonRow, Status
from bot.services.games.saving import ExtraWrite, Saved, may_notify, nothing
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.play.open_lobby import FEWEST_PLAYERS, OpenLobby, new_lobby
from bot.store.store import Store, Transaction
from engine.agents.levels import Level


@dataclass(frozen=True, slots=True)
class LobbyService:
    """Every change of a lobby; each raises UserError for what cannot be done."""

    store: Store
    games: GameService

    def starting(self, channel: int) -> AbstractAsyncContextManager[None]:
        """Hold the right to start in a channel, so that two presses make no two threads."""
        return self.store.one_by_one(f"channel {channel}")

    async def look(self, channel: int) -> OpenLobby | None:
        """The lobby of a channel."""
        row = await self.store.read(lambda tx: tx.lobbies.get(channel))
        return None if row is None else OpenLobby(row)

    async def knowing(self, person: int) -> Sequence[OpenLobby]:
        """The lobbies in which a person sits or is invited."""

        async def work(tx: Transaction) -> Sequence[LobbyRow]:
            rows = [await tx.lobbies.get(channel) for channel in await tx.lobbies.knowing(person)]
            return [row for row in rows if row is not None]

        return [OpenLobby(row) for row in await self.store.read(work)]

    async def open(
        self,
        invocation: Invocation,
        options: frozenset[TableOption],
        guests: tuple[PersonRow, ...] = (),
        bots: Sequence[PersonRow] = (),
    ) -> OpenLobby:
        """Open a lobby with the person as its host; one that is open already is shown again.

        With `guests` it is for them alone, who play in this order; where theirs is open already the
        person joins it. The `bots` sit there from the beginning. Beside a running game only a lobby
        is opened whose game is to have a thread of its own.
        """
        channel, person = invocation.channel, invocation.person

        async def work(tx: Transaction) -> LobbyRow:
            runs = await tx.games.running_in(channel.id) is not None
            if runs and THREAD not in options:
                raise UserError(Problem.GAME_RUNNING)
            lobby = await tx.lobbies.get(channel.id)
            if lobby is None:
                lobby = new_lobby(invocation, options, guests, bots)
            elif not guests:
                return lobby
            elif {guest.id for guest in lobby.invited} != {guest.id for guest in guests}:
                raise UserError("error.lobby_others")
            else:
                lobby = OpenLobby(lobby).joined(person)
            return await tx.lobbies.put(lobby)

        return OpenLobby(await self.store.write(work))

    async def join(self, invocation: Invocation) -> OpenLobby:
        """Sit down."""
        return await self._change(invocation, lambda lobby: lobby.joined(invocation.person))

    async def heard(self, people: Iterable[PersonRow]) -> tuple[int, ...]:
        """Return the people who may be notified of a table now."""
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

        return await self.store.note(self.games.clock, work)

    async def decline(self, invocation: Invocation) -> OpenLobby:
        """Say no to an invitation."""
        return await self._change(invocation, lambda lobby: lobby.declined(invocation.person))

    async def leave(self, invocation: Invocation) -> OpenLobby | None:
        """Stand up; the next one becomes host, and the last person closes the lobby (None)."""
        person = invocation.person

        async def work(tx: Transaction) -> OpenLobby | None:
            lobby = await _existing(tx, invocation)
            if not lobby.seats(person):
                raise UserError("error.lobby_not_joined")
            people = tuple(one for one in lobby.people if one.id != person.id)
            if not people:
                await tx.lobbies.remove(lobby.row.channel)
                return None
            host = lobby.row.host if lobby.row.host != person.id else people[0].id
            rest = tuple(member for member in lobby.row.members if member.id != person.id)
            return OpenLobby(await tx.lobbies.put(replace(lobby.row, members=rest, host=host)))

        return await self.store.write(work)

    async def close(self, channel: int) -> None:
        """Close the lobby of a channel, even with people in it."""
        await self.store.write(lambda tx: tx.lobbies.remove(channel))

    async def speak(self, invocation: Invocation, locale: str) -> OpenLobby:
        """Let the table speak a language; everybody who sits there may choose it."""

        def change(lobby: OpenLobby) -> LobbyRow:
            if not lobby.seats(invocation.person):
                raise UserError("error.lobby_not_joined")
            return replace(lobby.row, locale=locale)

        return await self._change(invocation, change)

    async def toggle(self, invocation: Invocation, option: TableOption) -> OpenLobby:
        """Turn an option on or off; only the host may."""
        return await self._by_host(invocation, lambda lobby: lobby.with_toggled(option))

    async def seat_bot(self, invocation: Invocation, level: Level) -> OpenLobby:
        """Let a bot sit down that plays at a level; only the host may."""
        return await self._by_host(invocation, lambda lobby: lobby.with_bot(level))

    async def dismiss_bot(self, invocation: Invocation, number: int) -> OpenLobby:
        """Take the bot with this number away again; only the host may."""
        return await self._by_host(invocation, lambda lobby: lobby.without_bot(number))

    async def ready(self, invocation: Invocation, *, without_missing: bool = False) -> OpenLobby:
        """The lobby that can be started: by its host, with two to four there, or all invited.

        A rematch may begin `without_missing` people: it is then that of those who sit there.
        """
        lobby = await self.store.read(lambda tx: _existing(tx, invocation))
        lobby.must_be_hosted_by(invocation.person)
        if without_missing:
            lobby = lobby.without_missing
        if lobby.awaited:
            names = tuple(to_person(person).name for person in lobby.awaited)
            raise UserError("rematch.sorry.awaits", names=names)
        if len(lobby.row.members) < FEWEST_PLAYERS:
            raise UserError("error.lobby_too_few")
        return lobby

    async def start(
        self,
        invocation: Invocation,
        room: ChannelRef,
        *,
        without_missing: bool = False,
        also: ExtraWrite = nothing,
    ) -> Saved:
        """Start the game in a room; raises as `ready` does. `also` is written with it."""
        lobby = await self.ready(invocation, without_missing=without_missing)
        first = lobby.row.invited[0].id if lobby.row.invited else None
        channel = replace(room, locale=lobby.row.locale)
        return await self.games.start(
            invocation, lobby.options, lobby.players, first, channel, also=also
        )

    async def _by_host(
        self, invocation: Invocation, change: Callable[[OpenLobby], LobbyRow]
    ) -> OpenLobby:
        def allowed(lobby: OpenLobby) -> LobbyRow:
            lobby.must_be_hosted_by(invocation.person)
            return change(lobby)

        return await self._change(invocation, allowed)

    async def _change(
        self, invocation: Invocation, change: Callable[[OpenLobby], LobbyRow]
    ) -> OpenLobby:
        async def work(tx: Transaction) -> LobbyRow:
            return await tx.lobbies.put(change(await _existing(tx, invocation)))

        return OpenLobby(await self.store.write(work))

    async def rematch(
        self, invocation: Invocation, game: int, may: ExtraWrite
    ) -> OpenLobby | Saved:
        """Open the lobby of a rematch, or sit down there; start the next game without others.

        Who had resigned may ask too. Who has been forgotten can never join, so that the others
        play without them; who is left alone opens a table for anybody. Raises UserError for who
        did not play, where a game runs or others have a lobby, and what `may` raises of a game
        alone.
        """
        async with self.games.hold(game) as table:
            if not table.knows(invocation.person.id):
                raise UserError(Problem.NOT_A_PLAYER)
            if table.status is Status.RUNNING:
                raise UserError(Problem.GAME_RUNNING)
            settings, people = table.game.options, next_turns(table)
            place = replace(invocation.channel, locale=table.channel.locale)
            kind, settings = await self.store.read(
                lambda tx: table.kind.again(tx, settings, invocation.person.id)
            )
        invocation = replace(invocation, channel=place)
        known = tuple(one for one in people if one.id > NOBODY or one.level is not None)
        bots = tuple(one for one in known if one.level is not None)
        if settings.solo or (bots and len(known) == len(bots) + 1):
            settings = replace(settings, players=len(known))
            return await self.games.start(
                invocation, settings, known, known[0].id, also=may, kind=kind
            )
        chosen = frozenset(option for option in SWITCHES if getattr(settings, option))
        return await self.open(
            invocation, chosen, known if len(known) >= FEWEST_PLAYERS else (), bots
        )


async def _heard(tx: Transaction, people: Iterable[PersonRow], now: float) -> tuple[int, ...]:
    """Return the people who want to be notified, and may be now."""
    wishes = {person.id: await tx.preferences.of(person.id) for person in people}
    return tuple(one for one, wish in wishes.items() if may_notify(wish, now))


async def _existing(tx: Transaction, invocation: Invocation) -> OpenLobby:
    lobby = await tx.lobbies.get(invocation.channel.id)
    if lobby is None:
        raise UserError("error.lobby_gone")
    return OpenLobby(lobby)


def next_turns(table: Table) -> tuple[PersonRow, ...]:
    """People and bots in the order of their turns in a rematch: the one who began comes last."""
    second = (table.game.view().starter + 1) % len(table.players)
    return (*table.players[second:], *table.players[:second])
