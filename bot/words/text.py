"""Fitting finished text into the room that a message or a control has."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from bot.words import Catalog

ELLIPSIS = "…"
_MINUS: Final = "\N{MINUS SIGN}"
_HALF: Final = re.compile(r"<(?:(?:a?:|@|#|/|t:)[^<>]*|[at]?)$")
"""The beginning of what a client shows as one thing: an emoji, a mention, a command, a time."""
_ESCAPED: Final = re.compile(r"\\([^0-9A-Za-z\s])")


def clip(text: str, limit: int) -> str:
    """Cut a text that is too long, at a word if one is near, and mark the cut.

    >>> clip("2 Herbs and 3 <:fruit:1234567890>", 30)
    '2 Herbs and 3…'
    """
    if len(text) <= limit:
        return text
    kept = _HALF.sub("", text[: limit - len(ELLIPSIS)])
    at_word = kept.rsplit(" ", 1)[0]
    return (at_word if len(at_word) > limit // 2 else kept).rstrip(" ,;:.") + ELLIPSIS


def page_heading(heading: str, page: int, pages: int, words: Catalog) -> str:
    """The heading of a page, with its number, counted from 0, where there are others."""
    if pages < 2:
        return heading
    return words.say("prompt.page_of", heading=heading, page=page + 1, pages=pages)


def signed(points: int) -> str:
    """Return points with their sign, which is a true minus as in all texts.

    >>> signed(3), signed(0)
    ('+3', '0')
    """
    if points < 0:
        return f"{_MINUS}{-points}"
    return f"+{points}" if points else "0"


def in_one_line(text: str) -> str:
    """Return a text with single blanks where there were line breaks or more blanks."""
    return " ".join(text.split())


def folded(text: str) -> str:
    """A text without case and the marks of letters, as people type it in a hurry."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def ending(parts: Sequence[str], limit: int) -> str:
    """The last of the parts in one line, as many as there is room for."""
    first = 0
    while len(" ".join(parts[first:])) > limit:
        first += 1
    return " ".join(parts[first:])


def pages_of(text: str, limit: int) -> list[list[str]]:
    """Return the lines of a long text, put together to pages that fit a limit."""
    return packed(text.split("\n"), limit)


def packed(texts: Iterable[str], limit: int) -> list[list[str]]:
    """Texts put together to pages, a line each at least, that fit a limit."""
    pages: list[list[str]] = []
    room = 0
    for text in texts:
        if len(text) + 1 > room:
            pages.append([])
            room = limit
        pages[-1].append(text)
        room -= len(text) + 1
    return pages


def fitted(lines: tuple[str, ...], limit: int) -> str:
    """Join lines, leaving out the first ones if they do not all fit, so that the news stays."""
    kept: list[str] = []
    room = limit
    for line in reversed(lines):
        room -= len(line) + 1
        if room < len(ELLIPSIS):
            kept.append(ELLIPSIS)
            break
        kept.append(line)
    return "\n".join(reversed(kept))


def quoted(text: str) -> str:
    """Return a text as Discord shows a quotation.

    >>> quoted("Build the path.")
    '> Build the path.'
    """
    return "\n".join(f"> {line}" for line in text.splitlines())


def unmarked(text: str) -> str:
    """Return a text without the signs with which Discord makes it bold, and unescaped.

    >>> unmarked("**Turn 7:** Ada")
    'Turn 7: Ada'
    """
    return unescaped(text.replace("**", ""))


def unescaped(text: str) -> str:
    """A text without what keeps Discord from taking its signs for formatting."""
    return _ESCAPED.sub(r"\1", text)
