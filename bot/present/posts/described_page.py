"""The whole table in words, in pages of a message."""

from typing import Final

from bot.model.buttons import ReadOn
from bot.model.messages import TEXT_LIMIT, Button, Prompt
from bot.words import Catalog
from bot.words.text import clip, page_heading, pages_of

_PAGE_ROOM: Final = TEXT_LIMIT - 100
"""Characters of a page, its heading apart."""


def described_page(text: str, page: int, words: Catalog) -> Prompt:
    """A page of a long text, from 0, with buttons to the pages beside it."""
    pages = pages_of(text, _PAGE_ROOM)
    number = min(max(page, 0), len(pages) - 1)
    heading = page_heading(words.say("shell.described"), number, len(pages), words)
    buttons = tuple(
        Button(words.say(f"button.{name}", page=to + 1), ReadOn(to))
        for name, to in (("previous", number - 1), ("next", number + 1))
        if 0 <= to < len(pages)
    )
    told = "\n".join((heading, *pages[number]))
    return Prompt(clip(told, TEXT_LIMIT), (buttons,) if buttons else ())
