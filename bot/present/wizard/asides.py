"""The ways to look aside from a page of the wizard, and back: at the rules, and at its picture.

Of the rules it is the entry that helps there. Of the picture it is the place of the answers, all of
it, or part by part.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.model.button_forms import ButtonValue
from bot.model.buttons import ShowBoard, ShowCity
from bot.model.controls import Screen, ScreenKind, Sign, Subject, write_control
from bot.model.drafts import Draft
from bot.model.messages import Button, Page, paragraph_of, with_button
from bot.model.pictures import Picture
from bot.present.rules_lookup import rules_page
from bot.present.spoken import ANSWERS, SUBJECTS
from bot.present.wizard.guide import Guide
from engine import agenda
from engine.advice import Plan, PlanEnding
from engine.data.box import Box

_TURN: Final = "turn"
_OF_QUESTION: Final[Mapping[type, str]] = {
    agenda.TurnChoice: _TURN,
    agenda.AfterTurn: _TURN,
    agenda.StartTileChoice: "start_tile",
    agenda.KeepChoice: "fate_tile",
    agenda.TilePayment: "payment",
    agenda.ResourcePayment: "payment",
    agenda.IslandChoice: "island",
    agenda.TaskSpaceChoice: "task",
    agenda.PathChoice: "action:path",
    agenda.ProcessionChoice: "procession",
    agenda.ResourceChoice: "procession",
    agenda.RewardChoice: "great_bonfire",
    agenda.NoviceChoice: "high_council",
    agenda.BonusChoice: "high_council",
    agenda.CouncilChoice: "high_council",
    agenda.TomTaskChoice: "tom",
}
"""The entry of each question."""
_AT_HAND: Final = frozenset({*_OF_QUESTION.values(), *(row.rule for row in SUBJECTS.values())})
"""The entries that help on a page, whose picture stays in sight meanwhile."""


def rule_at_hand(subject: Subject, plan: Plan) -> str:
    """The entry that helps on a page: of its subject, of what it asks, or of what is planned."""
    if entry := SUBJECTS[subject].rule:
        return entry
    if plan.ending is PlanEnding.ASKS:
        return _OF_QUESTION[type(plan.decision or agenda.AfterTurn())]
    planned = (SUBJECTS[ANSWERS[type(action)].subject].rule for action in reversed(plan.actions))
    return next(filter(None, planned), _TURN)


def is_reading(draft: Draft) -> bool:
    """Say whether an entry of the rules is open."""
    return draft.screen.kind is ScreenKind.RULES


def reading(draft: Draft, entry: str) -> Draft:
    """The draft with an entry open, to be closed to where it was opened first."""
    origin = draft.origin if is_reading(draft) else draft.dump()
    return Draft(screen=Screen(ScreenKind.RULES, entry), origin=origin)


def before_reading(draft: Draft) -> Draft:
    """The draft as it was when the rules were opened."""
    return Draft.load(draft.origin)


def _what_is_this(page: Page) -> Iterator[Button]:
    """Yield the controls for the menus of all pieces on the main board and in this city."""
    yield Button(page.words.say("what.on_board"), ShowBoard())
    if page.picture is not None and page.picture.seat is not None:
        yield Button(page.words.say("what.in_city"), ShowCity(page.picture.seat))


def beside(page: Page, box: Box, draft: Draft, guide: Guide) -> Page:
    """Return the open entry, in place of the words and controls of the page behind it."""
    entry = draft.screen.about

    def leads_to(token: str) -> ButtonValue:
        return guide.answer(write_control(Sign.RULES, token))

    read = rules_page(entry, box, page.words, leads_to)
    back = Button(page.words.say("button.back"), guide.answer(Sign.BACK))
    picture = page.picture if entry in _AT_HAND else read.picture or page.picture
    rows = (*read.rows, (back, *(() if guide.alone else _what_is_this(page))))
    told = (paragraph_of(read.text),)
    return replace(page, paragraphs=told, rows=rows, picture=picture, further=None)


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
