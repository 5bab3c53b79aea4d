"""Private pages whose sentences are still to be said: edited as values, and rendered at the end."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.model.button_forms import ButtonValue
from bot.model.messages import PARAGRAPH, TEXT_LIMIT, Prompt, Row
from bot.model.pictures import AnyPicture
from bot.words import Catalog, Phrase
from bot.words.text import ELLIPSIS, clip
from engine.events import Event

_SYMBOLS_ROOM: Final = TEXT_LIMIT - 400
"""Characters up to which a paragraph shows symbols, so that others still have room."""


class Role(StrEnum):
    """The role of a line on a page, where later steps treat it by its role."""

    HEADING = "heading"
    PLAIN = "plain"
    STEP = "step"
    """One of several steps: the first ones are left out of a page that is too long."""
    DETAIL = "detail"
    """A part of a plan that goes without saying for people who know what it is for."""


Said = Phrase | str
"""A sentence that the page says with symbols where it has room, or a text as it stands."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """Sentences side by side."""

    sentences: tuple[Said, ...]
    role: Role = Role.PLAIN


Paragraph = tuple[PageLine, ...]


def paragraph_of(*lines: Said | PageLine) -> Paragraph:
    """Return lines as they stand, and a plain one for each sentence."""
    return tuple(line if isinstance(line, PageLine) else PageLine((line,)) for line in lines)


@dataclass(frozen=True, slots=True)
class Page:
    """A private page whose sentences are still to be said, in paragraphs of lines.

    A phone shows a picture that is too wide for it in parts, and of these the one with the number
    `part`, counted on from 0 again and again; a press on `further` leads to the next. The other
    fields are those of the `prompt` that it becomes.
    """

    words: Catalog
    paragraphs: tuple[Paragraph, ...]
    rows: tuple[Row, ...] = ()
    picture: AnyPicture | None = None
    changes: tuple[Event, ...] = ()
    part: int = 0
    further: ButtonValue | None = None

    def below(self, *lines: Said | PageLine) -> "Page":
        """Return the page below one more paragraph."""
        return replace(self, paragraphs=(paragraph_of(*lines), *self.paragraphs))

    def ending_with(self, *lines: Said | PageLine) -> "Page":
        """Return the page with more lines at the end of its last paragraph."""
        *above, last = self.paragraphs
        return replace(self, paragraphs=(*above, (*last, *paragraph_of(*lines))))

    def without(self, *roles: Role) -> "Page":
        """Return the page without the lines that have one of these roles."""
        kept = (tuple(line for line in part if line.role not in roles) for part in self.paragraphs)
        return replace(self, paragraphs=tuple(kept))

    @property
    def has_room(self) -> bool:
        """Say whether the page can say all that it has to say, in symbols or in words."""
        return min(len(self._with_symbols()), len(self._in_words())) <= TEXT_LIMIT

    @property
    def text(self) -> str:
        """The text of the page: with symbols where they have room, and not more than that."""
        if len(text := self._with_symbols()) <= TEXT_LIMIT:
            return text
        steps = sum(line.role is Role.STEP for part in self.paragraphs for line in part)
        shorter = map(self._in_words, range(steps + 1))
        fitting = (each for each in shorter if len(each) <= TEXT_LIMIT)
        return next(fitting, clip(self._in_words(steps), TEXT_LIMIT))

    @property
    def prompt(self) -> Prompt:
        """The page as it is shown."""
        return Prompt(self.text, self.rows, self.picture, self.changes)

    def _with_symbols(self) -> str:
        """Return the text with symbols in each paragraph that has room for them."""
        pictured = (_said(part, self.words.pictured) for part in self.paragraphs)
        told = zip(pictured, self.paragraphs, strict=True)
        return PARAGRAPH.join(
            text if len(text) <= _SYMBOLS_ROOM else _said(part, self.words) for text, part in told
        )

    def _in_words(self, untold: int = 0) -> str:
        """Return the text without symbols and without the first `untold` steps."""
        return PARAGRAPH.join(_said(part, self.words, untold) for part in self.paragraphs)


def _said(paragraph: Paragraph, words: Catalog, untold: int = 0) -> str:
    return "\n".join(_lines(paragraph, words, untold))


def _lines(paragraph: Paragraph, words: Catalog, untold: int) -> Iterator[str]:
    """Yield the lines as texts; an ellipsis stands for the first `untold` steps."""
    steps = 0
    for line in paragraph:
        steps += line.role is Role.STEP
        if line.role is not Role.STEP or steps > untold:
            yield " ".join(map(words.spell, line.sentences))
        elif steps == 1:
            yield ELLIPSIS
