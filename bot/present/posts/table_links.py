"""Buttons that lead to tables, and the lines of lists to which they belong."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from bot.model.messages import LinkButton
from bot.words import Catalog

MOST_LINKS: Final = 25
"""Discord takes five rows of five buttons."""

Links = tuple[LinkButton, ...]


def table_link(url: str, words: Catalog) -> LinkButton:
    """The button that leads to a table."""
    return LinkButton(words.say("table_link.one"), url)


def linked(lines: Sequence[tuple[str, str | None]], words: Catalog) -> Iterator[tuple[str, Links]]:
    """The lines of a list, given with the addresses of their tables, with the buttons to these.

    Where there are several, numbers tell them apart. Lines for which there is no room have none.
    """
    several, numbers = sum(url is not None for _, url in lines) > 1, count(1)
    for line, url in lines:
        if url is None or (n := next(numbers)) > MOST_LINKS:
            yield line, ()
        elif several:
            button = LinkButton(words.say("table_link.numbered", n=n), url)
            yield words.say("table_link.line", n=n, line=line), (button,)
        else:
            yield line, (table_link(url, words),)
