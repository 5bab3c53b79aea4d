"""A table before the start: who sits there with which options, and who may change what."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from bot.model import button_choices, messages, rows
from bot.model.errors import UserError
from bot.model.invocation import Invocation
from bot.model.people import seated, seated_bot, to_person
from bot.model.seated_bots import MOST_BOTS, number_of
from bot.words import catalog
from engine import GameOptions
from engine.agents.levels import Level

MOST_PLAYERS: Final = 4
FEWEST_PLAYERS: Final = 2


@dataclass(frozen=True, slots=True)
class OpenLobby:
    """A lobby as it is stored, and what that means."""

    row: rows.LobbyRow

    @property
    def host(self) -> rows.PersonRow:
        """The person who chooses the options, and starts the game."""
        return next(person for person in self.row.members if person.id == self.row.host)

    @property
    def players(self) -> tuple[rows.PersonRow, ...]:
        """The people and bots in the order of their turns."""
        return self.row.invited or self.row.members

    @property
    def people(self) -> tuple[rows.PersonRow, ...]:
        """The people who sit there."""
        return tuple(member for member in self.row.members if member.level is None)

    @property
    def bots(self) -> tuple[rows.PersonRow, ...]:
        """The bots that sit there, by their numbers."""
        bots = (member for member in self.row.members if member.level is not None)
        return tuple(sorted(bots, key=lambda bot: number_of(bot.id)))

    @property
    def chosen(self) -> frozenset[button_choices.TableOption]:
        """The options that are turned on."""
        return frozenset(map(button_choices.TableOption, json.loads(self.row.options)))

    @property
    def options(self) -> GameOptions:
        """The options that are turned on, for the engine."""
        return options_of(self.chosen, len(self.row.members))

    @property
    def awaited(self) -> tuple[rows.PersonRow, ...]:
        """Those who are invited and have not joined."""
        return tuple(person for person in self.row.invited if not self.seats(person))

    @property
    def without_missing(self) -> Self:
        """The lobby without those who are invited and have not joined."""
        there = tuple(person for person in self.row.invited if self.seats(person))
        return replace(self, row=replace(self.row, invited=there))

    @property
    def guests(self) -> tuple[rows.PersonRow, ...]:
        """Those for whom a seat is kept until they answer the host."""
        return tuple(guest.person for guest in self.row.guests if not guest.declined)

    @property
    def free(self) -> int:
        """The number of seats that are neither taken nor kept."""
        return MOST_PLAYERS - len(self.row.members) - len(self.guests)

    @property
    def shown(self) -> messages.Lobby:
        """The public part of the lobby."""
        words, others = catalog(self.row.locale), (one for one in self.people if one != self.host)
        return messages.Lobby(
            tuple(seated(one, words) for one in (self.host, *others, *self.bots)),
            self.options,
            tuple(seated(one, words) for one in self.row.invited),
            tuple(map(to_person, self.awaited)),
            button_choices.THREAD in self.chosen,
            tuple(map(to_person, self.guests)),
            tuple(to_person(guest.person) for guest in self.row.guests if guest.declined),
            tuple((number_of(bot.id), seated(bot, words)) for bot in self.bots),
        )

    def seats(self, person: rows.PersonRow) -> bool:
        """Say whether somebody sits there, under any name."""
        return _holds(self.row.members, person)

    def must_be_hosted_by(self, person: rows.PersonRow) -> None:
        """Raise UserError for who is not the host."""
        if self.row.host != person.id:
            raise UserError("error.lobby_host_only", host=to_person(self.host).name)

    def joined(self, person: rows.PersonRow) -> rows.LobbyRow:
        """The lobby when somebody has sat down; raises UserError for who may not."""
        if self.seats(person):
            raise UserError("error.lobby_joined")
        if self.row.invited and not _holds(self.row.invited, person):
            raise UserError("rematch.sorry.invited")
        if not _holds(self.guests, person):
            self._must_have_room()
        members = (*self.row.members, person)
        return replace(self.row, members=members, guests=self._guests_without(person))

    def inviting(self, people: Sequence[rows.PersonRow]) -> rows.LobbyRow:
        """The lobby when seats are kept for people; raises UserError where not all can be asked.

        Nobody is asked twice, not even who has said no.
        """
        if self.row.invited:
            raise UserError("invite.sorry.settled")
        for person in people:
            who = to_person(person).name
            if self.seats(person):
                raise UserError("invite.sorry.seated", who=who)
            if _holds(self.guests, person):
                raise UserError("invite.sorry.asked", who=who)
            if len(self._guests_without(person)) < len(self.row.guests):
                raise UserError("invite.sorry.declined", who=who)
        self._must_have_room()
        if len(people) > self.free:
            raise UserError("invite.sorry.no_seats", n=self.free)
        return replace(self.row, guests=(*self.row.guests, *map(rows.GuestRow, people)))

    def with_toggled(self, option: button_choices.TableOption) -> rows.LobbyRow:
        """The lobby when an option has been turned on or off."""
        return replace(self.row, options=_dump(self.chosen ^ {option}))

    def with_bot(self, level: Level) -> rows.LobbyRow:
        """The lobby when a bot has sat down; raises UserError where it may not."""
        if self.row.invited:
            raise UserError("invite.sorry.settled")
        self._must_have_room()
        bot = _next_bot(level, self.row.members)
        return replace(self.row, members=(*self.row.members, bot))

    def without_bot(self, number: int) -> rows.LobbyRow:
        """The lobby when a bot has been taken away; raises UserError where it is not there."""
        if self.row.invited:
            raise UserError("invite.sorry.settled")
        rest = tuple(
            one for one in self.row.members if one.level is None or number_of(one.id) != number
        )
        if len(rest) == len(self.row.members):
            raise UserError("bots.sorry.gone")
        return replace(self.row, members=rest)

    def declined(self, person: rows.PersonRow) -> rows.LobbyRow:
        """The lobby when somebody has said no; raises UserError for who is not awaited there.

        Of a rematch the others go on by themselves; with nobody else left, anybody can join.
        """
        if not _holds((*self.guests, *self.awaited), person):
            raise UserError("invite.sorry.not_invited")
        others = tuple(guest for guest in self.row.invited if guest.id != person.id)
        return replace(
            self.row,
            invited=others if len(others) >= FEWEST_PLAYERS else (),
            guests=(*self._guests_without(person), rows.GuestRow(person, declined=True)),
        )

    def _must_have_room(self) -> None:
        """Raise UserError where every seat is taken or kept."""
        if len(self.row.members) == MOST_PLAYERS:
            raise UserError("error.lobby_full")
        if not self.free:
            names = tuple(to_person(guest).name for guest in self.guests)
            raise UserError("invite.sorry.kept", names=names)

    def _guests_without(self, person: rows.PersonRow) -> tuple[rows.GuestRow, ...]:
        return tuple(guest for guest in self.row.guests if guest.person.id != person.id)


def new_lobby(
    invocation: Invocation,
    options: frozenset[button_choices.TableOption],
    guests: tuple[rows.PersonRow, ...] = (),
    bots: Sequence[rows.PersonRow] = (),
) -> rows.LobbyRow:
    """A lobby that nobody has joined but its host and `bots`, as it is before it is stored."""
    channel, person = invocation.channel, invocation.person
    return rows.LobbyRow(
        channel=channel.id,
        guild=channel.guild,
        locale=channel.locale,
        host=person.id,
        options=_dump(options),
        revision=0,
        members=(person, *bots),
        invited=guests,
    )


def bots_of(level: Level, count: int) -> tuple[rows.PersonRow, ...]:
    """So many bots of a level, with the first numbers."""
    return tuple(seated_bot(level, number) for number in range(1, count + 1))


def options_of(chosen: frozenset[button_choices.TableOption], players: int) -> GameOptions:
    """The engine's options for a table of so many."""
    turned_on: dict[str, Any] = dict.fromkeys(chosen & {*button_choices.SWITCHES}, True)
    return GameOptions(players, **turned_on)


def _holds(people: Iterable[rows.PersonRow], person: rows.PersonRow) -> bool:
    return any(one.id == person.id for one in people)


def _next_bot(level: Level, members: Iterable[rows.PersonRow]) -> rows.PersonRow:
    """A bot with the first number that none at the table has."""
    taken = {number_of(member.id) for member in members if member.level is not None}
    number = next(number for number in range(1, MOST_BOTS + 1) if number not in taken)
    return seated_bot(level, number)


def _dump(options: frozenset[button_choices.TableOption]) -> str:
    return json.dumps(sorted(options))
