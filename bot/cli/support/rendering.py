"""How pictures and text boards of a record are worded: the record knows seats, not people."""

from bot.words import catalog
from engine.view import View
from renderer import Options


def plain_options(view: View) -> Options:
    """English words, and each seat called by its colour, Tom by his name."""
    words = catalog()
    names = tuple(
        words.say("term.tom") if seat.is_tom else words.name(seat.color).capitalize()
        for seat in view.seats
    )
    return Options(words.translate, names)
