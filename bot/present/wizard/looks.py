"""Ways to look at the picture of a page: the place of its answers, all of it, and part by part."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.model.button_forms import ButtonValue
from bot.model.controls import Screen, ScreenKind, Sign
from bot.model.drafts import Draft
from bot.model.messages import Button, with_button
from bot.model.pages import Page
from bot.model.pictures import Picture

LOOK_CONTROLS: Final = frozenset({Sign.WHOLE, Sign.FURTHER})
"""The controls that change nothing but the picture."""
_SCREENS: Final = frozenset({ScreenKind.WHOLE, ScreenKind.FURTHER})


def beneath(draft: Draft) -> Draft:
    """Return the draft of the page at whose picture a draft looks, or the draft itself."""
    while draft.screen.kind in _SCREENS:
        draft = Draft.load(draft.origin)
    return draft


def looking(draft: Draft, sign: Sign | str) -> Draft:
    """Return the draft after a press on a control of `LOOK_CONTROLS`."""
    kind = draft.screen.kind
    if sign == Sign.FURTHER:
        if kind is ScreenKind.FURTHER:
            return replace(draft, page=draft.page + 1)
        return Draft(screen=Screen(ScreenKind.FURTHER), page=1, origin=draft.dump())
    if kind is ScreenKind.FURTHER:
        return looking(Draft.load(draft.origin), sign)
    if kind is ScreenKind.WHOLE:
        return Draft.load(draft.origin)
    return Draft(screen=Screen(ScreenKind.WHOLE), origin=draft.dump())


def seen(draft: Draft, page_of: Callable[[Draft], Page], pressed: ButtonValue) -> Page:
    """Return the page of a draft as it looks at the picture; a press on `pressed` shows the whole.

    `page_of` makes the page beneath.
    """
    match draft.screen.kind:
        case ScreenKind.WHOLE:
            return _whole(seen(Draft.load(draft.origin), page_of, pressed), pressed)
        case ScreenKind.FURTHER:
            return replace(seen(Draft.load(draft.origin), page_of, pressed), part=draft.page)
        case _:
            return page_of(draft)


def closer(page: Page, part: Picture, pressed: ButtonValue) -> Page:
    """Return a page with part of a picture, and where it has room a button to the whole of it."""
    label = page.words.say(f"button.whole_{part.source}")
    rows = with_button(page.rows, Button(label, pressed))
    return replace(page, rows=rows or page.rows, picture=part)


def _whole(page: Page, pressed: ButtonValue) -> Page:
    """Return a page with the whole picture in place of the part, and the button back to that."""
    if not isinstance(page.picture, Picture) or not page.picture.cut_outs:
        return page
    label = page.words.say("button.closer")
    rows = tuple(
        tuple(replace(one, label=label) if one.value == pressed else one for one in row)
        if isinstance(row, tuple)
        else row
        for row in page.rows
    )
    return replace(page, rows=rows, picture=page.picture.whole)
