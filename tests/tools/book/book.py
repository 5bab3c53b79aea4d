"""The book of all sentences: every key as it is said in each language, side by side.

`make book` writes it, so that somebody who knows these languages can read all of it in an hour.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

from bot.words import SLOT, CatalogEntry
from tests.tools.book.examples import say_by_example
from tests.tools.book.hearing import HearingCatalog
from tests.tools.book.situations import say_all

STYLE: Final = """
body { font: 16px/1.45 sans-serif; margin: 1.5rem; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; }
th, td { border-top: 1px solid #bbb; padding: 0.3rem 0.5rem; text-align: left; }
td { overflow-wrap: break-word; vertical-align: top; white-space: pre-wrap; }
td:first-child { color: gray; font: 12px monospace; width: 15%; }
"""


def hear(language: str) -> HearingCatalog:
    """A language in which everything has been said: in games, and the rest by example."""
    words = HearingCatalog(language)
    say_all(words)
    say_the_rest(words)
    return words


def say_the_rest(words: HearingCatalog) -> None:
    """Say what has not been heard yet by example."""
    for key in words.entries.keys() - words.heard.keys():
        say_by_example(key, slots_of(words.entries[key]), words)


def slots_of(entry: CatalogEntry) -> frozenset[str]:
    """The slots of a sentence, and the number by which it takes its form."""
    forms = [entry] if isinstance(entry, str) else [*entry.values()]
    named = frozenset(name for form in forms for name, _ in SLOT.findall(form))
    return named if isinstance(entry, str) else named | {"n"}


def written(heard: Sequence[HearingCatalog]) -> str:
    """The book as a page: a table for each group of keys, a column for each language."""
    names = "".join(f"<th>{words.language(words.locale)}</th>" for words in heard)
    tables = "\n".join(
        f"<h2>{escape(group)}</h2>\n"
        f"<table><tr><th></th>{names}</tr>\n{_rows(keys, heard)}\n</table>"
        for group, keys in groupby(keys_of(heard), key=lambda key: key.partition(".")[0])
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bonfire: all sentences</title>'
        f"<style>{STYLE}</style>\n<h1>All sentences</h1>\n{tables}\n</html>\n"
    )


def keys_of(heard: Iterable[HearingCatalog]) -> list[str]:
    """Every key in the order of the groups; forms of names are of one language each."""
    return sorted({key for words in heard for key in words.entries})


def _rows(keys: Iterable[str], heard: Sequence[HearingCatalog]) -> str:
    return "\n".join(
        f"<tr><td>{escape(key)}</td>{''.join(_cells(key, heard))}</tr>" for key in keys
    )


def _cells(key: str, heard: Sequence[HearingCatalog]) -> Iterator[str]:
    for words in heard:
        told = "\n".join(words.spoken(key)) if key in words.heard else ""
        yield f'<td lang="{words.locale}">{escape(told)}</td>'
