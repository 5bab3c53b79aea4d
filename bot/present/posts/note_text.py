"""The text of a person's private note on a game."""

from bot.model.pages import Said
from bot.model.people import escape_markdown
from bot.words import Catalog, phrase
from bot.words.text import quoted


def note_lines(note: str) -> tuple[Said, ...]:
    """Return the reader's note on a game as lines of a page; no lines for an empty note."""
    return (phrase("note.heading"), quoted(escape_markdown(note))) if note else ()


def beside_note(text: str, note: str, words: Catalog) -> str:
    """Return a text with the reader's note on the game below it."""
    return "\n".join((text, *map(words.spell, note_lines(note))))
