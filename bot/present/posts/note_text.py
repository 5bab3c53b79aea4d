"""How a person's private note on a game is shown to them."""

from bot.model.people import escape_markdown
from bot.words import Catalog


def beside_note(text: str, note: str, words: Catalog) -> str:
    """A text with the reader's note on the game quoted below it, if there is one."""
    if not note:
        return text
    quoted = "\n".join(f"> {escape_markdown(line)}" for line in note.splitlines())
    return f"{text}\n{words.say('note.heading')}\n{quoted}"
