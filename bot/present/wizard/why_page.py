"""Why something is not possible: the rules' own refusals, told for one kind of action."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final

from bot.model.drafts import Subject
from bot.model.messages import Prompt
from bot.present.refusals import refusal_text
from bot.present.wizard import tokens
from bot.present.wizard.answer_symbols import OF_SUBJECT
from bot.present.wizard.offers import offers_of
from bot.present.wizard.page_builder import PageBuilder
from bot.words import Phrase, phrase
from engine import actions
from engine.geometry import geometry
from engine.ids import CommonTask, End, Seat, Side
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
        builder.choice(
            phrase(f"subject.{askable}"),
            tokens.write(tokens.WHY, askable),
            symbol=OF_SUBJECT.get(askable, ""),
        )
        for askable in ASKABLE
    )
    lines = (phrase("why.which"),) if subject is None else _reasons(builder, subject)
    return builder.prompt(lines, (builder.menu(choices, "why"), builder.back()), builder.view)


def _reasons(builder: PageBuilder, subject: Subject) -> Sequence[Phrase]:
    lines = [phrase("prompt.subject", subject=phrase(f"subject.{subject}"))]
    possible = bool(offers_of(builder.origin, subject))
    if possible:
        lines.append(phrase("why.possible"))
    refused = _refusals(builder, subject)
    if not (possible or refused):
        lines.append(phrase("why.nothing"))
    single = len(refused) == 1
    if single or subject is not Subject.FATE:
        for reason, attempts in refused.items():
            line = _line(builder, reason, () if single else attempts)
            if builder.has_room((*lines, line)):
                lines.append(line)
    elif not possible:
        lines.append(phrase("why.fate_no_room"))
    return lines


def _line(builder: PageBuilder, reason: str, attempts: Sequence[actions.Action]) -> Phrase:
    """A reason, with what it stands against where that are a few things."""
    if not 0 < len(attempts) <= MOST_NAMED:
        return phrase("why.reason", reason=reason)
    return phrase("why.line", what=tuple(map(builder.label, attempts)), reason=reason)


def _refusals(builder: PageBuilder, subject: Subject) -> dict[str, list[actions.Action]]:
    """Why answers of a subject are refused, and which."""
    refused: dict[str, list[actions.Action]] = {}
    for action in _attempts(builder.view, builder.seat).get(subject, ()):
        refusal = builder.game.refusal(builder.seat, action)
        if refusal is not None:
            refused.setdefault(refusal_text(refusal, builder.words), []).append(action)
    return refused


def _attempts(view: View, seat: Seat) -> Mapping[Subject, Iterable[actions.Action]]:
    """Every answer of each subject that one could think of."""
    me = view.seats[seat]
    places = geometry(view.box.fate_grid).inside_placements
    paths = [slot for slot, tile in enumerate(view.path_display, start=1) if tile]
    tasks = [
        slot.task.id
        for island in view.islands
        if seat in island.ships or me.ship is None
        for slot in island.slots
        if slot.task is not None
    ]
    gnomes = [card.id for card in (*view.specialists, *view.elders) if card is not None]
    return {
        Subject.IGNITE: [actions.Ignite(spot.position) for spot in me.positions if spot.task],
        Subject.SAIL: [actions.MoveShip(island.island.code) for island in view.islands],
        Subject.TASK: [actions.ReceiveTask(*choice) for choice in product(tasks, Side)],
        Subject.GUARDIAN: [actions.RetrieveGuardian()],
        Subject.PROCESSION: [actions.MakeProcession(1)],
        Subject.PATH: [actions.TakePath(source) for source in (*paths, actions.PILE)],
        Subject.REFRESH: [actions.RefreshPaths()],
        Subject.GREAT_BONFIRE: [actions.UseGreatBonfire(row.space.number) for row in view.wheel],
        Subject.GNOME: [actions.RecruitGnome(*price) for price in product(gnomes, (2, 1))],
        Subject.FATE: [
            actions.PlaceFate(end, place.cell, place.direction)
            for end, place in product(End, places)
        ],
        Subject.NEUTRAL: [actions.SendNeutral(common) for common in CommonTask],
        Subject.PASS: [actions.Pass()],
        Subject.END: [actions.EndTurn()],
    }
