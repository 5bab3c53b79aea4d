"""The names of those who play, Tom's included, and who is ahead."""

from collections.abc import Mapping, Sequence

from bot.model.people import Person
from bot.words import Catalog
from engine.ids import Seat
from engine.view import View

Names = Mapping[Seat, str]


def names_of(people: tuple[Person, ...], seats: int, words: Catalog) -> Names:
    """The name of every seat; the one without a person is Tom's."""
    tom = words.say("term.tom")
    return {seat: people[seat].name if seat < len(people) else tom for seat in range(seats)}


def leaders(view: View, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats ahead, and those that are behind them by bonfires alone (ruling 4).

    In a solo game bonfires do not count: seats that are level are ahead together.
    """
    cities = [view.seats[seat] for seat in seats]
    best = max(city.sheet.total for city in cities)
    level = [city for city in cities if city.sheet.total == best]
    most = 0 if view.options.solo else max(city.bonfires for city in level)
    ahead = tuple(city.seat for city in level if city.bonfires >= most)
    return ahead, tuple(city.seat for city in level if city.seat not in ahead)
