"""How a person's private note on a game is shown to them."""

from typing import Final

from bot.model.people import escape_markdown
from bot.words import Catalog
from bot.words.text import clip

SHORT_NOTE: Final = 100


def beside_note(text: str, note: str, words: Catalog) -> str:
    """A text with the reader's note on the game quoted below it, if there is one."""
    if not note:
        return text
    quoted = "\n".join(f"> {escape_markdown(line)}" for line in note.splitlines())
    return f"{text}\n{words.say('note.heading')}\n{quoted}"


def short_note(note: str) -> str:
    """The beginning of a note, in one line."""
    return clip(escape_markdown(" ".join(note.split())), SHORT_NOTE)
