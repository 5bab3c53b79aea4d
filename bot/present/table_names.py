"""The names of those who play, Tom's included, and who is ahead."""

from collections.abc import Mapping

from bot.prompt import Person
from bot.words import Catalog
from engine.ids import Seat
from engine.view import View


def names_of(people: tuple[Person, ...], seats: int, words: Catalog) -> Mapping[Seat, str]:
    """The name of every seat; the one without a person is Tom's."""
    tom = words.say("term.tom")
    return {seat: people[seat].name if seat < len(people) else tom for seat in range(seats)}


def standing(view: View) -> tuple[tuple[Seat, ...], bool]:
    """Who would win if the game ended now, and whether lit bonfires decide a tie (FACTS.md #4).

    Two winners of a solo game are a draw, since bonfires do not count there.
    """
    best = max(seat.sheet.total for seat in view.seats)
    level = [seat for seat in view.seats if seat.sheet.total == best]
    if len(level) == 1 or view.options.solo:
        return tuple(seat.seat for seat in level), False
    most = max(seat.bonfires for seat in level)
    return tuple(seat.seat for seat in level if seat.bonfires == most), True
