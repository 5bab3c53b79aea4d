"""The coach above the private pages: each idea of the game is told once, when it is first met.

A page within a turn speaks of what it is about. The first page of a turn speaks of what a person
can do there, or has before them; of several the one that stands first among the ideas, and never of
what would be good: the coach explains, and does not advise.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.model.buttons import WizardAnswer
from bot.model.coach import Idea
from bot.model.controls import ScreenKind, Sign
from bot.model.drafts import Draft
from bot.model.messages import Button, Page, with_button
from bot.model.pictures import Picture, PictureKind, part_of
from bot.present.rules_used import EVENTS
from bot.present.spoken import ANSWERS, SUBJECTS
from bot.present.wizard.asides import closer
from bot.present.wizard.opening import opening_of
from bot.present.wizard.page_builder import DraftState
from bot.words import phrase
from engine import Game, agenda
from engine.actions import Action, PayResources, PayTiles
from engine.advice import Plan, PlanEnding
from engine.ids import Seat
from engine.view import TaskView, View
from renderer import CutOut, PicturePart

_OF_QUESTION: Final[Mapping[type, tuple[Idea, ...]]] = {
    agenda.TilePayment: (Idea.PAYING,),
    agenda.ResourcePayment: (Idea.PAYING,),
    agenda.IslandChoice: (Idea.TASK,),
    agenda.TaskSpaceChoice: (Idea.TASK,),
    agenda.PathChoice: (Idea.PATH,),
    agenda.ProcessionChoice: (Idea.PROCESSION,),
    agenda.ResourceChoice: (Idea.PROCESSION,),
    agenda.RewardChoice: (Idea.GREAT_BONFIRE,),
    agenda.NoviceChoice: (Idea.COUNCIL,),
    agenda.BonusChoice: (Idea.COUNCIL,),
    agenda.CouncilChoice: (Idea.COUNCIL,),
}
"""The ideas that a question within a turn is about."""
_WITH_A_TASK: Final = (Idea.TASK, Idea.IGNITING, Idea.COUNCIL, Idea.COUNTDOWN)
"""The ideas for a seat that has a task to ignite."""
OF_PART: Final = {
    Idea.TURN: PicturePart.SUPPLIES,
    Idea.FATE_TILE: PicturePart.FATE_TILES,
    Idea.GROUPS: PicturePart.FATE_AREA,
    Idea.PAYING: PicturePart.SUPPLIES,
    Idea.SAILING: PicturePart.SHIP,
    Idea.TASK: PicturePart.SPACES,
    Idea.PATH: PicturePart.PATHS,
    Idea.PROCESSION: PicturePart.START,
    Idea.GREAT_BONFIRE: PicturePart.WHEEL,
    Idea.GNOME: PicturePart.GNOMES,
    Idea.IGNITING: PicturePart.SPACES,
    Idea.COUNCIL: PicturePart.COUNCIL,
    Idea.COUNTDOWN: PicturePart.COUNTDOWN,
}
"""The part of the picture that shows each idea."""


_SPEAKS_ON: Final = frozenset({ScreenKind.PLAN, ScreenKind.SUGGESTED, ScreenKind.LIST})
"""The screens on which the coach speaks: nobody looks up, compares or changes there."""


@dataclass(frozen=True, slots=True)
class CoachedPage:
    """A page with what the coach says above it, and of what a person is told so."""

    page: Page
    told: tuple[Idea, ...] = ()


@dataclass(frozen=True, slots=True)
class Coach:
    """The coach of somebody, and the ideas of which it has yet to speak."""

    untold: Collection[Idea]

    def above(self, page: Page, game: Game, seat: Seat, draft: Draft) -> CoachedPage:
        """The page of a draft, and above it the first untold idea that it is about, if any."""
        idea = next((each for each in ideas_of(game, seat, draft) if each in self.untold), None)
        if idea is None or not isinstance(page.picture, Picture):
            return CoachedPage(page)
        told = _telling(idea, page, page.picture.view)
        if draft.answers or not told.told or page.picture.kind is not PictureKind.CITY:
            return told
        return replace(told, page=_showing(idea, told.page, page.picture.view, seat))


def _showing(idea: Idea, page: Page, view: View, seat: Seat) -> Page:
    """Return the first page of a turn with a picture of an idea; a press shows the whole city.

    The picture of any other page answers the question there.
    """
    cut = _cut_out(idea, view, seat)
    return page if cut is None else closer(page, part_of(view, cut), WizardAnswer(Sign.WHOLE))


def _telling(idea: Idea, page: Page, view: View) -> CoachedPage:
    """Return a page below what the coach says of an idea, without it where there is no room."""
    told = phrase(f"coach.idea.{idea}", n=view.novices_needed)
    below = page.below(phrase("coach.tip", text=told))
    off = Button(page.words.say("coach.button.off"), WizardAnswer(Sign.QUIET))
    rows = with_button(page.rows, off)
    if rows is None or not below.has_room:
        return CoachedPage(page)
    return CoachedPage(replace(below, rows=rows), (idea,))


def ideas_of(game: Game, seat: Seat, draft: Draft) -> Sequence[Idea]:
    """The ideas that the page of a draft is about, those to be told first in front."""
    waiting = game.waiting
    if waiting is None or waiting.seat != seat or draft.screen.kind not in _SPEAKS_ON:
        return ()
    if opening := opening_of(game, seat, draft):
        return ideas_of(opening.game, seat, opening.draft)
    if (subject := draft.screen.subject) is not None:
        return SUBJECTS[subject].ideas
    state = DraftState(game, seat, draft)
    if state.plan.ending is PlanEnding.STALE:
        state = DraftState(game, seat, Draft())
    plan = state.plan
    if plan.ending is not PlanEnding.ASKS:
        return tuple(_planned(plan))
    if isinstance(plan.decision, agenda.TurnChoice | agenda.AfterTurn):
        at_hand = set(_at_hand(game.legal_actions(), state.view, seat))
        if isinstance(plan.decision, agenda.TurnChoice):
            at_hand.add(Idea.TURN)
        return tuple(idea for idea in Idea if idea in at_hand)
    return _OF_QUESTION.get(type(plan.decision), ())


def _planned(plan: Plan) -> Iterator[Idea]:
    """Yield the ideas of a plan: of its events, and of its payment."""
    for event in plan.known_events:
        yield from SUBJECTS[EVENTS[type(event)].subject].ideas
    if any(isinstance(action, PayTiles | PayResources) for action in plan.actions):
        yield Idea.PAYING


def _at_hand(legal: Sequence[Action], view: View, seat: Seat) -> Iterator[Idea]:
    """Yield the ideas of the actions at the beginning of a turn, and of the pieces at hand."""
    for kind in set(map(type, legal)):
        yield from SUBJECTS[ANSWERS[kind].subject].ideas
    if any(isinstance(action, agenda.PaidAction) for action in legal):
        yield Idea.PAYING
    if any(spot.task and not spot.task.lit for spot in view.seats[seat].positions):
        yield from _WITH_A_TASK
    if view.novices_sent:
        yield from (Idea.COUNCIL, Idea.COUNTDOWN)


def _task(view: View, seat: Seat) -> int | None:
    """The position of a task, rather of one that waits to be lit, and of one that is met."""
    held: dict[int, TaskView] = {
        spot.position: spot.task for spot in view.seats[seat].positions if spot.task is not None
    }
    return min(held, key=lambda at: (held[at].lit, not held[at].met), default=None)


def _cut_out(idea: Idea, view: View, seat: Seat) -> CutOut | None:
    """Return the part of a picture that shows an idea in a position."""
    part = OF_PART[idea]
    if part is not PicturePart.SPACES:
        return CutOut(part, seat)
    if (position := _task(view, seat)) is not None:
        return CutOut(part, seat, (position,))
    ship = view.seats[seat].ship
    with_tasks = [
        place.island.code for place in view.islands if any(slot.task for slot in place.slots)
    ]
    island = ship if ship in with_tasks else next(iter(with_tasks), None)
    return None if island is None else CutOut(PicturePart.ISLANDS, seat, islands=(island,))
