"""Why something is not possible: the rules' own refusals, told for one kind of action."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from bot.model.drafts import Subject
from bot.model.messages import Prompt
from bot.present.refusals import refusal_text
from bot.present.wizard import tokens
from bot.present.wizard.labels import label
from bot.present.wizard.offers import offers_of
from bot.present.wizard.page_builder import PageBuilder
from bot.words import Phrase, phrase
from engine.actions import (
    PILE,
    Action,
    EndTurn,
    Ignite,
    MakeProcession,
    MoveShip,
    Pass,
    PlaceFate,
    ReceiveTask,
    RecruitGnome,
    RefreshPaths,
    RetrieveGuardian,
    SendNeutral,
    TakePath,
    UseGreatBonfire,
)
from engine.geometry import geometry
from engine.ids import CommonTask, End, Side
from engine.view import View

ASKABLE: Final = tuple(
    subject
    for subject in Subject
    if subject not in {Subject.SAIL_TASK, Subject.SAIL_GUARDIAN, Subject.DISCARD, Subject.ANSWER}
)
MOST_NAMED: Final = 3


def why_page(builder: PageBuilder, subject: Subject | None) -> Prompt:
    """The kinds of action to ask about, and the answer for one of them."""
    choices = tuple(
        builder.choice(phrase(f"subject.{askable}"), tokens.why(askable)) for askable in ASKABLE
    )
    lines = (phrase("why.which"),) if subject is None else _reasons(builder, subject)
    return builder.prompt(lines, (builder.menu(choices, "why"), builder.back()), builder.view)


def _reasons(builder: PageBuilder, subject: Subject) -> Sequence[Phrase]:
    lines = [phrase("prompt.subject", subject=phrase(f"subject.{subject}"))]
    possible = bool(offers_of(builder.outset, subject))
    if possible:
        lines.append(phrase("why.possible"))
    refused = _refusals(builder, subject)
    if not (possible or refused):
        lines.append(phrase("why.nothing"))
    if subject is not Subject.FATE or len(refused) == 1:
        single = len(refused) == 1
        for reason in refused:
            line = _line(builder, reason, () if single else refused[reason])
            if builder.has_room((*lines, line)):
                lines.append(line)
    elif not possible:
        lines.append(phrase("why.fate_no_room"))
    return lines


def _line(builder: PageBuilder, reason: str, actions: Sequence[Action]) -> Phrase:
    """A reason, with what it stands against where that are a few things."""
    if not 0 < len(actions) <= MOST_NAMED:
        return phrase("why.reason", reason=reason)
    answers = tuple(
        label(action, builder.view, builder.seat, builder.decision) for action in actions
    )
    return phrase("why.line", what=answers, reason=reason)


def _refusals(builder: PageBuilder, subject: Subject) -> dict[str, list[Action]]:
    """Why answers of a subject are refused, and which."""
    refused: dict[str, list[Action]] = {}
    for action in _attempts(builder.view, builder.seat, subject):
        refusal = builder.game.refusal(builder.seat, action)
        if refusal is not None:
            refused.setdefault(refusal_text(refusal, builder.words), []).append(action)
    return refused


def _attempts(  # noqa: C901, PLR0912 - a case each
    view: View, seat: int, subject: Subject
) -> Iterator[Action]:
    """Every answer of a subject that one could think of."""
    me = view.seats[seat]
    match subject:
        case Subject.IGNITE:
            yield from (Ignite(spot.position) for spot in me.positions if spot.task)
        case Subject.FATE:
            places = geometry(view.box.fate_grid).inside_placements
            for end, place in product(End, places):
                yield PlaceFate(end, place.cell, place.direction)
        case Subject.PATH:
            slots = [slot for slot, tile in enumerate(view.path_display, start=1) if tile]
            yield from (TakePath(slot) for slot in (*slots, PILE))
        case Subject.REFRESH:
            yield RefreshPaths()
        case Subject.SAIL:
            yield from (MoveShip(island.island.code) for island in view.islands)
        case Subject.TASK:
            for island in view.islands:
                here = seat in island.ships or me.ship is None
                for slot, side in product(island.slots, Side):
                    if slot.task is not None and here:
                        yield ReceiveTask(slot.task.id, side)
        case Subject.GUARDIAN:
            yield RetrieveGuardian()
        case Subject.PROCESSION:
            yield MakeProcession(1)
        case Subject.GREAT_BONFIRE:
            yield from (UseGreatBonfire(space.space.number) for space in view.wheel)
        case Subject.GNOME:
            shown = [card.id for card in (*view.specialists, *view.elders) if card is not None]
            yield from (RecruitGnome(*price) for price in product(shown, (2, 1)))
        case Subject.NEUTRAL:
            yield from map(SendNeutral, CommonTask)
        case Subject.PASS:
            yield Pass()
        case Subject.END:
            yield EndTurn()
        case _:
            return
