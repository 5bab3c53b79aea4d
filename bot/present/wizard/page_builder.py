"""The tools of every page of the wizard, and the controls that they share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeVar

from bot.model.controls import Screen, ScreenKind, Sign, Subject, write_control
from bot.model.custom_ids import BUTTON_LIMIT, write_button
from bot.model.drafts import Draft
from bot.model.messages import (
    CHOICE_LIMIT,
    LABEL_LIMIT,
    OPTION_LIMIT,
    PLACEHOLDER_LIMIT,
    TEXT_LIMIT,
    Button,
    Choice,
    Menu,
    Page,
    PageLine,
    Role,
    Row,
    Said,
    Style,
    paragraph_of,
)
from bot.model.pictures import Picture, PictureKind
from bot.present.questions import question
from bot.present.spoken import ANSWERS
from bot.present.wizard.asides import rule_at_hand
from bot.present.wizard.guide import OWN_TURN, Guide
from bot.present.wizard.labels import answer_symbol, label, token_of
from bot.present.wizard.row_facts import (
    brief,
    by_action,
    in_numbers,
    in_sum,
    parts_of,
    payments,
    row_facts,
)
from bot.present.wizard.summary import UNTOLD, Detail, exchanged, followed
from bot.words import Catalog, Phrase, phrase
from bot.words.text import clip, ending
from engine import Game
from engine.actions import (
    Action,
    Discard,
    Ignite,
    Keep,
    PayResources,
    PayTiles,
    PlaceFate,
    SendNeutral,
    TakeRewards,
)
from engine.advice import Origin, Plan, PlanEnding, Step, make_plan, prices
from engine.agenda import AfterTurn, Decision, PaidAction, TurnChoice
from engine.events import Event
from engine.ids import Seat
from engine.notation import format_action, parse_action
from engine.view import View
from renderer import NO_HINTS, Hints

_Item = TypeVar("_Item")
_LABEL_ROOM: Final = LABEL_LIMIT * 9 // 10
"""Characters of what may stand on a button alone, where a menu could hold it in full."""
_TEXT_ROOM: Final = TEXT_LIMIT * 9 // 10
"""Characters up to which a page takes one more line."""
_MENU: Final = "menu"
_GIVES_AWAY: Final = frozenset({"worth.meets", "worth.moves"})
"""Facts of a menu row that are for people to find where nothing is suggested."""
_SPEAKS_FOR_ITSELF: Final = (PayTiles, PayResources, Keep, Discard, TakeRewards)
"""Answers whose label says what they cost and bring."""
_BEGINS: Final = PaidAction | Ignite | PlaceFate | SendNeutral
"""Answers with which something begins in a turn: the questions about it follow."""


@dataclass(frozen=True)
class DraftState:
    """A position, whose wizard it is, and how far the draft has come."""

    game: Game
    seat: Seat
    draft: Draft
    guide: Guide = field(default=OWN_TURN, kw_only=True)

    @cached_property
    def origin(self) -> Origin:
        """The position before anything of the draft."""
        return Origin(self.game, self.seat, self.guide.plain)

    @property
    def view(self) -> View:
        """The position as the seat sees it, before anything of the draft."""
        return self.origin.view

    @cached_property
    def answers(self) -> tuple[Action, ...]:
        """The answers chosen so far."""
        return tuple(map(parse_action, self.draft.answers))

    @cached_property
    def plan(self) -> Plan:
        """The draft as a plan; a question that is being changed stays open."""
        later = tuple(map(parse_action, self.draft.later))
        changing = self.draft.screen.kind is ScreenKind.CHANGE
        return make_plan(self.origin, self.answers, later, stop_early=changing)

    @cached_property
    def reached(self) -> View:
        """The position to which the draft leads so far."""
        return self.plan.view()

    def best_first(self, options: Sequence[Action]) -> Sequence[Action]:
        """Answers to the question that the draft leads to, the best first; plainly, as they are."""
        if self.guide.plain:
            return self.guide.listed(options, lambda action: action)
        return self.origin.judgement.best_first(self.plan.game, options, self.plan.paid)

    @cached_property
    def done_in_turn(self) -> tuple[Event, ...]:
        """The events of this turn so far, which the pictures mark."""
        turn = (move for move in self.game.moves if move.turn == self.view.turn)
        return tuple(event for move in turn for event in move.events)

    @cached_property
    def underway(self) -> Action | None:
        """The answers that began something in this turn whose questions are still open."""
        if isinstance(self.decision, TurnChoice | AfterTurn):
            return None
        turn = [move.action for move in self.game.moves if move.turn == self.view.turn]
        return next((action for action in reversed(turn) if isinstance(action, _BEGINS)), None)

    def changing(self, step: int) -> Draft:
        """One step of the plan asked anew, keeping what comes after it where it still fits.

        Raises IndexError for a step that the plan does not have.
        """
        lines = tuple(map(format_action, self.plan.actions))
        if not 0 <= step < len(lines):
            raise IndexError(step)
        return Draft(
            lines[:step], lines[step:], screen=Screen(ScreenKind.CHANGE), origin=self.draft.origin
        )

    @property
    def repriced(self) -> tuple[Action, ...]:
        """The prices among which one is chosen anew; none on all other pages."""
        match self.draft:
            case Draft(later=(changed, *_), screen=Screen(ScreenKind.CHANGE)):
                return prices(self.plan.game, parse_action(changed))
            case _:
                return ()

    @property
    def decision(self) -> Decision:
        """The question that the game asks before anything of the draft."""
        waiting = self.game.waiting
        return waiting.decision if waiting else AfterTurn()

    def step_label(self, steps: Sequence[Step], number: int) -> Phrase:
        """A step of a plan in words; what is paid with what it is for."""
        step = steps[number]
        paid = payments(steps, self.underway)
        for payment in paid if len(paid) > 1 else ():
            if payment.number == number:
                return phrase("choose.pay", pieces=parts_of(payment, self.view.seats[self.seat]))
        return self.label(step.action, step.decision)

    def label(self, action: Action, decision: Decision | None = None) -> Phrase:
        """An answer in words; to the question that the game asks, if it is not to another one."""
        return label(action, self.view, self.seat, decision or self.decision)


@dataclass(frozen=True)
class PageBuilder(DraftState):
    """Builds the page of a draft in a language, out of the controls that pages share."""

    words: Catalog

    def step_lines(self, steps: Sequence[Step]) -> tuple[PageLine, ...]:
        """Return the begun answers and a plan's steps as a list, without those that do nothing.

        The deed stands first, and with it what is taken; all others are its details.
        """
        begun = () if self.underway is None else (self.label(self.underway),)
        told = (
            (self.step_label(steps, number), isinstance(step.action, TakeRewards))
            for number, step in enumerate(steps)
            if not isinstance(step.action, UNTOLD)
        )
        return tuple(
            PageLine(
                (phrase("preview.step", step=label),),
                Role.PLAIN if is_taken or number == 0 else Role.DETAIL,
            )
            for number, (label, is_taken) in enumerate((*((each, True) for each in begun), *told))
        )

    def has_room(self, lines: Sequence[Phrase]) -> bool:
        """Say whether a page can hold these lines."""
        return len("\n".join(map(self.words.spell, lines))) <= _TEXT_ROOM

    def page(
        self,
        lines: Sequence[Said | PageLine],
        rows: Sequence[Row],
        view: View,
        kind: PictureKind = PictureKind.CITY,
        hints: Hints = NO_HINTS,
    ) -> Page:
        """Return a page with a picture of a position: the city of the seat, or the main board.

        The first of its lines is the heading.
        """
        seat = None if kind is PictureKind.BOARD else self.seat
        heading, *below = paragraph_of(*lines)
        steps = (phrase("preview.step", step=self.label(each)) for each in self.guide.begun)
        begun = (PageLine((step,), Role.DETAIL) for step in steps)
        told = (replace(heading, role=Role.HEADING), *begun, *below)
        picture = Picture(kind, view, seat, hints)
        further = self.guide.answer(Sign.FURTHER)
        return Page(self.words, (told,), tuple(rows), picture, self.done_in_turn, further=further)

    def button(self, name: str, token: str, style: Style = Style.PLAIN) -> Button:
        """A button whose label is `button.<name>`."""
        return self.labelled(Phrase(f"button.{name}"), token, style)

    def labelled(
        self, caption: Phrase, token: str, style: Style = Style.PLAIN, symbol: str = ""
    ) -> Button:
        """A button with any label, and the symbol with this key in front."""
        value = self.guide.answer(token)
        label = clip(self.words.spell(caption), LABEL_LIMIT)
        return Button(label, value, style, symbol=symbol)

    def back(self) -> tuple[Button, ...]:
        """The row with which a page is left, and the rules are read."""
        return (self.button("back", Sign.BACK), self.rules())

    def undo(self) -> tuple[Button, ...]:
        """The button that takes back what was submitted last, where that can be done."""
        possible = not self.guide.begun and self.game.undo_refusal(self.seat) is None
        return (self.button("undo", Sign.UNDO),) if possible else ()

    def aside(self) -> tuple[Button, ...]:
        """Return the controls beside the answers: take back, try out (but in a tryout), read."""
        trying = () if self.game.is_tryout else (self.button("try", Sign.TRY),)
        return (*self.undo(), *trying, self.rules())

    def rules(self) -> Button:
        """The button to the rules of what the page is about."""
        subject = self.draft.screen.subject or Subject.ANSWER
        for price in self.repriced[:1]:
            subject = ANSWERS[type(price)].subject
        return self.button("rules", write_control(Sign.RULES, rule_at_hand(subject, self.plan)))

    def _fits(self, details: Sequence[Detail], room: int) -> bool:
        """Say whether all of this fits into so many characters."""
        told = (self.words.spell(sentence) for detail in details for sentence in detail)
        return len(" ".join(told)) <= room

    def _room(self, mark: str) -> int:
        """Return how many characters a mark leaves to the hint behind it."""
        return CHOICE_LIMIT - len(f"{mark} " if mark else "")

    def mark(self, answers: Sequence[Action] = (), *, suggested: bool) -> str:
        """Return what stands in front of the hint of answers, which the bot may suggest."""
        is_marked = self.guide.marks(answers, suggested=suggested)
        return self.words.say(self.guide.mark) if is_marked else ""

    def choice(
        self,
        caption: Phrase,
        token: str,
        details: Sequence[Detail] = (),
        symbol: str = "",
        mark: str = "",
    ) -> Choice:
        """An option of a menu, with the symbol with this key in front.

        Of its details the last ones stay where there is no room for all; its mark is always told.
        """
        hints = [" ".join(map(self.words.spell, detail)) for detail in details]
        hint = ending(hints, self._room(mark))
        shown = clip(self.words.spell(caption), CHOICE_LIMIT)
        value = self.guide.answer(token)
        return Choice(shown, value, hint, symbol, mark)

    def candidate(
        self, actions: tuple[Action, ...], caption: Phrase, *, suggested: bool = False
    ) -> Choice:
        """Answers that can follow the draft, with what they cost, bring and do for the city."""
        plan = make_plan(self.origin, (*self.answers, *actions))
        facts = row_facts(self.reached, plan, actions[-1])
        if self.guide.plain:
            facts = tuple(fact for fact in facts if fact[0].key not in _GIVES_AWAY)
        plain = isinstance(actions[0], _SPEAKS_FOR_ITSELF)
        mark = self.mark(actions, suggested=suggested)
        details = facts if plain else self._told(plan, actions[-1], facts, self._room(mark))
        symbol = answer_symbol(actions[-1], self.view, self.seat)
        token = token_of(actions)
        return self.choice(caption, token, details, symbol, mark)

    def _told(
        self, plan: Plan, last: Action, facts: tuple[Detail, ...], room: int
    ) -> tuple[Detail, ...]:
        """Yield the result of an answer, its facts, and its price: in parts, in sum, or briefly.

        The price gets shorter until all of it fits into `room` characters.
        """
        first = _shared(plan.steps, self.plan.steps)
        own = 1 + max((at for at, step in enumerate(plan.steps) if step.action == last), default=-1)
        following = tuple(filter(None, (followed(plan, own, self.view),)))
        paid = [each for each in payments(plan.steps, self.underway) if each.number >= first]
        reveals = ((phrase("offer.reveals"),),) if plan.ending is PlanEnding.REVEALS else ()
        trades = [
            *(exchanged(plan, first, cost) for cost in (by_action(paid), in_sum(paid))),
            *(exchanged(plan, first, cost, terse=True) for cost in (brief(paid), in_numbers(paid))),
        ]
        whole = [(*following, *facts, *traded, *reveals) for traded in trades]
        without = [(*facts, *traded[-1:], *reveals) for traded in trades]
        fitting = (each for each in (*whole, *without) if self._fits(each, room))
        details = next(fitting, without[-1])
        if plan.ending is PlanEnding.ASKS and plan.decision is not None and not details:
            return ((question(plan.decision),),)
        return details

    def paged(
        self, items: Sequence[_Item], make: Callable[[_Item], Choice], placeholder: str
    ) -> tuple[Row, ...]:
        """A menu of one page of the items, and the buttons to the other pages.

        What stands alone is a button where it has room: there is nothing to choose.
        """
        shown = self.on_page(items)
        if not shown:
            return ()
        if len(items) == 1:
            alone = make(items[0])
            fits = len(write_button(alone.value)) <= BUTTON_LIMIT
            if fits and len(alone.label) <= _LABEL_ROOM:
                return ((Button(alone.label, alone.value, symbol=alone.symbol),),)
        menu = self.menu(tuple(map(make, shown)), placeholder)
        turns = self.page_turns(len(items))
        return (menu, turns) if turns else (menu,)

    def on_page(self, items: Sequence[_Item]) -> Sequence[_Item]:
        """The items of the page that is shown."""
        return items[self.draft.page * OPTION_LIMIT :][:OPTION_LIMIT]

    def page_turns(self, most: int) -> tuple[Button, ...]:
        """The buttons to the pages beside the one that is shown, of `most` items."""
        return tuple(
            self.labelled(phrase(f"button.{name}", page=to + 1), write_control(Sign.PAGE, to))
            for name, to in (("previous", self.draft.page - 1), ("next", self.draft.page + 1))
            if 0 <= to * OPTION_LIMIT < most
        )

    def menu(
        self, choices: tuple[Choice, ...], placeholder: str, token: str = _MENU, **slots: object
    ) -> Menu:
        """A menu whose placeholder is `placeholder.<name>`, with its slots."""
        caption = self.words.say(f"placeholder.{placeholder}", **slots)
        return Menu(self.guide.answer(token), clip(caption, PLACEHOLDER_LIMIT), choices)


def _shared(steps: Sequence[Step], shown: Sequence[Step]) -> int:
    """Count the first steps of a plan that the page shows above its menu."""
    pairs = enumerate(zip(steps, shown, strict=False))
    return next(
        (at for at, (step, other) in pairs if step.action != other.action),
        min(len(steps), len(shown)),
    )
