"""Invitations to a table: what its message says of them, and the menu of whom to invite."""

from collections.abc import Iterator
from typing import Final

from bot.model.buttons import InvitePeople
from bot.model.messages import Lobby, PeopleMenu
from bot.model.people import Person
from bot.words import Catalog, Phrase, phrase

MOST_AT_ONCE: Final = 3


def guest_lines(lobby: Lobby) -> Iterator[Phrase]:
    """Who of those who are invited to a table has not answered, and who has said no."""
    for key, people in (("guests", lobby.guests), ("declined", lobby.declined)):
        if people:
            yield phrase(f"invite.{key}", names=tuple(person.name for person in people))


def called_text(host: Person, guests: tuple[Person, ...], words: Catalog) -> str:
    """What calls people to a table."""
    mentions = tuple(guest.mention for guest in guests)
    return words.say("invite.called", n=len(guests), names=mentions, host=host.name)


def rematch_call(host: Person, missing: tuple[Person, ...], words: Catalog) -> str:
    """What calls those who played a game to its rematch."""
    mentions = tuple(person.mention for person in missing)
    return words.say("rematch.called", n=len(missing), names=mentions, host=host.name)


def guest_menu(lobby: Lobby, free: int, words: Catalog) -> tuple[PeopleMenu, ...]:
    """The menu of whom to invite, while seats are `free`; none for a rematch."""
    if lobby.invited or not free:
        return ()
    menu = PeopleMenu(InvitePeople(), words.say("invite.menu"), min(free, MOST_AT_ONCE))
    return (menu,)
