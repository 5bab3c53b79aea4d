"""Who has won, or would win now, in words."""

from collections.abc import Iterator, Mapping, Sequence

from bot.model.people import Person
from bot.present.names import leaders
from bot.words import Phrase, phrase
from engine import Game
from engine.ids import Seat
from engine.view import View

Names = Mapping[Seat, str]


def verdict(game: Game, people: Sequence[Person], names: Names) -> Iterator[Phrase]:
    """Who is ahead; of a game that is over who has won, among those who played to the end."""
    view = game.view()
    if game.result is None:
        yield _so_far(view, names)
        return
    stayed = tuple(seat for seat, person in enumerate(people) if not person.bot)
    if len(stayed) == len(people):
        yield _final(view, tuple(names), names)
    elif len(stayed) > 1:
        yield _final(view, stayed, names)
        yield phrase("result.left")
    elif stayed:
        yield phrase("result.alone", names=tuple(names[seat] for seat in stayed))
    else:
        yield phrase("result.nobody")


def _so_far(view: View, names: Names) -> Phrase:
    winners, beaten = leaders(view, tuple(names))
    if view.options.solo and len(winners) > 1:
        return phrase("score.draw")
    key = "won_tie" if beaten or len(winners) > 1 else "won"
    winner_names = tuple(names[seat] for seat in winners)
    return phrase(f"score.{key}", n=len(winners), names=winner_names)


def _final(view: View, seats: Sequence[Seat], names: Names) -> Phrase:
    winners, beaten = leaders(view, seats)
    if view.options.solo and len(winners) > 1:
        return phrase("result.draw")
    return phrase(
        "result.won_tie" if beaten else "result.won",
        n=len(winners),
        names=tuple(names[seat] for seat in winners),
        others=tuple(names[seat] for seat in beaten),
    )
