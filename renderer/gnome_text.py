"""The gnomes of a display in words, each with its number and what it does."""

from collections.abc import Callable, Iterable

from engine.data import box


def gnomes_told(cards: Iterable[box.Specialist | box.Elder | None], say: Callable[..., str]) -> str:
    """Return the gnomes as a list, or that there are none; `say` has the words."""
    told = (
        say("alt.gnome", number=card.number, title=_title(card, say))
        for card in cards
        if card is not None
    )
    return "; ".join(told) or say("list.none")


def _title(card: box.Specialist | box.Elder, say: Callable[..., str]) -> str:
    if isinstance(card, box.Specialist):
        return say(f"specialist.{card.number}.title")
    return say("elder.title", counts=card.counts)
