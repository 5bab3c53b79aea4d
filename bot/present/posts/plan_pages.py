"""The turns that a person has planned ahead, and the note on a game, as that person alone reads."""

from collections.abc import Iterable, Iterator, Sequence

from bot.model.buttons import ShowSince, TakeTurn, UndoPremove, WithdrawPremoves
from bot.model.messages import Button, Page, PageLine, Post, Prompt, Said, Style, paragraph_of
from bot.model.people import escape_markdown
from bot.model.rows import PremoveRow
from bot.present.posts.channel_posts import table_link
from bot.present.wizard.tryout import step_told
from bot.words import Catalog, Phrase, phrase
from bot.words.text import quoted
from bot.words.typed_notation import to_person
from engine.advice import ADVICE_SEED
from engine.game import Game
from engine.ids import Seat
from engine.notation import parse_line
from engine.notation_slots import NotationError
from engine.refusal import IllegalAction


def premove_page(game: Game, seat: Seat, rows: Sequence[PremoveRow], words: Catalog) -> Page:
    """The turns that a seat has planned, and how to withdraw them."""
    turns = sum(not row.alternative for row in rows)
    withdraw = Button(words.say("table_button.withdraw"), WithdrawPremoves(rows[0].game))
    told = map(PageLine, _told(game, seat, rows, words))
    paragraph = paragraph_of(phrase("premove.heading", n=turns), *told, phrase("premove.terms"))
    return Page(words, (paragraph,), ((withdraw,),))


def _told(
    game: Game, seat: Seat, rows: Iterable[PremoveRow], words: Catalog
) -> Iterator[tuple[Phrase, ...]]:
    """Yield each turn in words; in typed notation where the position no longer allows it."""
    before = after = game.tryout(seat, ADVICE_SEED)
    n = 0
    for row in rows:
        if not row.alternative:
            before, n = after, n + 1
        key = "premove.choice" if row.alternative else "premove.turn"
        try:
            actions = parse_line(row.actions)
            yield tuple(step_told(before, seat, actions, key, n=n))
            after = before.fork(ADVICE_SEED)
            for action in actions:
                after.submit(seat, action)
        except (IllegalAction, NotationError):
            yield (phrase(key, n=n, step=f"`{to_person(row.actions, words)}`"),)


def played_page(words: Catalog, *, revealed: bool) -> Page:
    """The word that a premove was played, and the way back where nothing was `revealed`."""
    if revealed:
        return Page(words, (paragraph_of(phrase("premove.revealed")),))
    return Page(words, (paragraph_of(phrase("premove.played")),), ((_undo(words),),))


def undone_page(words: Catalog) -> Prompt:
    """The word that a premove was taken back, and the way to play another one."""
    turn = Button(words.say("table_button.turn"), TakeTurn(), Style.GO)
    return Prompt(words.say("premove.undone"), ((turn,),))


def played_notice(link: str, words: Catalog) -> Post:
    """The direct message that a premove was played, with a link to the table."""
    since = Button(words.say("table_button.since"), ShowSince())
    row = (_undo(words), since)
    return Post(words.say("premove.notice"), (row,), links=(table_link(link, words),))


def _undo(words: Catalog) -> Button:
    return Button(words.say("table_button.undo_premove"), UndoPremove())


def note_lines(note: str) -> tuple[Said, ...]:
    """Return the reader's note on a game as lines of a page; no lines for an empty note."""
    return (phrase("note.heading"), quoted(escape_markdown(note))) if note else ()


def beside_note(text: str, note: str, words: Catalog) -> str:
    """Return a text with the reader's note on the game below it."""
    return "\n".join((text, *map(words.spell, note_lines(note))))
