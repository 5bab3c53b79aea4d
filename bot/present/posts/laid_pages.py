"""The turns that a person has laid ahead, and their fate, as only that person reads it."""

from collections.abc import Sequence
from itertools import accumulate

from bot.model.buttons import ShowSince, TakeTurn, UndoLaid, WithdrawLaid
from bot.model.messages import Button, Post, Prompt, Style
from bot.model.pages import Page, paragraph_of
from bot.model.rows import LaidRow
from bot.present.posts.table_links import table_link
from bot.words import Catalog, phrase
from bot.words.typed_notation import to_person


def laid_page(rows: Sequence[LaidRow], words: Catalog) -> Page:
    """The turns that are laid, in the words of the typed notation, and how to withdraw them."""
    numbers = list(accumulate(int(not row.alternative) for row in rows))
    heading = phrase("laid.heading", n=numbers[-1])
    told = (
        phrase(
            "laid.choice" if row.alternative else "laid.turn",
            n=n,
            actions=to_person(row.actions, words),
        )
        for n, row in zip(numbers, rows, strict=True)
    )
    withdraw = Button(words.say("table_button.withdraw"), WithdrawLaid(rows[0].game))
    paragraph = paragraph_of(heading, *told, phrase("laid.terms"))
    return Page(words, (paragraph,), ((withdraw,),))


def played_page(words: Catalog, *, revealed: bool) -> Page:
    """The word that a laid turn was played, and the way back where nothing was `revealed`."""
    if revealed:
        return Page(words, (paragraph_of(phrase("laid.revealed")),))
    return Page(words, (paragraph_of(phrase("laid.played")),), ((_undo(words),),))


def undone_page(words: Catalog) -> Prompt:
    """The word that a laid turn was taken back, and the way to play another one."""
    turn = Button(words.say("table_button.turn"), TakeTurn(), Style.GO)
    return Prompt(words.say("laid.undone"), ((turn,),))


def played_notice(link: str, words: Catalog) -> Post:
    """The direct message that a laid turn was played, with a link to the table."""
    since = Button(words.say("table_button.since"), ShowSince())
    row = (_undo(words), since)
    return Post(words.say("laid.notice"), (row,), links=(table_link(link, words),))


def _undo(words: Catalog) -> Button:
    return Button(words.say("table_button.undo_laid"), UndoLaid())
