"""The rules beside a page of the wizard: which entry helps there, and the way back to the page."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.model.button_forms import ButtonValue
from bot.model.buttons import ShowBoard, ShowCity
from bot.model.controls import Screen, ScreenKind, Sign, Subject, write_control
from bot.model.drafts import Draft
from bot.model.messages import Button
from bot.model.pages import Page, paragraph_of
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
