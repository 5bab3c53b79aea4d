"""The invitations of a table: the lines of its message, and the menus of people and bots."""

from collections.abc import Iterator
from typing import Final

from bot.model.buttons import ChooseBots, DismissBot, InvitePeople, SeatBot
from bot.model.messages import Choice, Lobby, Menu, PeopleMenu
from bot.model.people import Person
from bot.words import Catalog, Phrase, phrase
from engine.agents.levels import Level

_MOST_AT_ONCE: Final = 3


def guest_lines(lobby: Lobby) -> Iterator[Phrase]:
    """Yield the invited people who have not answered, and those who have said no."""
    for key, people in (("guests", lobby.guests), ("declined", lobby.declined)):
        if people:
            yield phrase(f"invite.{key}", names=tuple(person.name for person in people))


def called_text(host: Person, guests: tuple[Person, ...], words: Catalog) -> str:
    """Return the text that calls people to a table."""
    mentions = tuple(guest.mention for guest in guests)
    return words.say("invite.called", n=len(guests), names=mentions, host=host.name)


def guest_menu(lobby: Lobby, free: int, words: Catalog) -> tuple[PeopleMenu, ...]:
    """The menu of whom to invite, while seats are `free`; none for a rematch."""
    if lobby.invited or not free:
        return ()
    menu = PeopleMenu(InvitePeople(), words.say("invite.menu"), min(free, _MOST_AT_ONCE))
    return (menu,)


def bot_menu(lobby: Lobby, free: int, words: Catalog) -> tuple[Menu, ...]:
    """The menu by which bots sit down while seats are `free`, and leave; none for a rematch."""
    if lobby.invited:
        return ()
    seat = (_seat_choice(level, words) for level in Level if free)
    dismiss = (
        Choice(words.say("bots.dismiss", who=bot.name), DismissBot(number))
        for number, bot in lobby.bots
    )
    choices = (*seat, *dismiss)
    return (Menu(ChooseBots(), words.say("bots.menu"), choices),) if choices else ()


def _seat_choice(level: Level, words: Catalog) -> Choice:
    label = words.say("bots.seat", level=phrase(f"level.{level}"))
    return Choice(label, SeatBot(level), words.say(f"bots.means.{level}"))
