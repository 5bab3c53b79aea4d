"""The menu of a turn: what is possible now, the likely best first, and the lists behind it."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.present import tokens
from bot.present.fate_page import fate_rows
from bot.present.labels import label
from bot.present.offers import Offer, offers, offers_of
from bot.present.scene import Scene
from bot.prompt import Button, Choice, Prompt, Style, Subject
from bot.words import Phrase, phrase
from bot.words.pieces import holdings_phrase, points_phrase
from engine.agenda import AfterTurn, TurnChoice

SPELLED_OUT: Final = frozenset({Subject.IGNITE, Subject.NEUTRAL})
"""Subjects whose offers stand in the first menu one by one."""
NOT_MAIN: Final = frozenset({Subject.NEUTRAL, Subject.DISCARD, Subject.PASS, Subject.END})
"""Subjects that are not one of the three options of a turn."""
Found = Mapping[Subject, tuple[Offer, ...]]


def turn_page(scene: Scene) -> Prompt:
    """What can be done in this turn, before or after its main action."""
    found = offers(scene.outset)
    entries = [entry for each in found.items() for entry in _entries(scene, *each)]
    rows = scene.paged(entries, lambda entry: entry, "turn")
    return scene.prompt(_lines(scene, found), (*rows, _buttons(scene, found)), scene.view)


def list_page(scene: Scene, subject: Subject) -> Prompt:
    """The offers of one subject, in pages."""
    listed = offers_of(scene.outset, subject)
    if subject is Subject.FATE:
        rows = fate_rows(scene, [offer.actions[0] for offer in listed], scene.decision)
    else:
        rows = scene.paged(listed, lambda offer: _choice(scene, offer), "choose")
    lines = (phrase("prompt.subject", subject=phrase(f"subject.{subject}")),)
    return scene.prompt(lines, (*rows, scene.back()), scene.view)


def _entries(scene: Scene, subject: Subject, listed: tuple[Offer, ...]) -> Sequence[Choice]:
    if subject is Subject.END:
        return ()
    if subject in SPELLED_OUT or len(listed) == 1:
        return [_choice(scene, offer) for offer in listed]
    best = phrase("prompt.best", offer=_label(scene, listed[0]))
    return [scene.choice(phrase(f"subject.{subject}"), tokens.listing(subject), ((best,),))]


def _choice(scene: Scene, offer: Offer) -> Choice:
    return scene.candidate(offer.actions, scene.decision, _label(scene, offer))


def _label(scene: Scene, offer: Offer) -> Phrase:
    told = label(offer.actions[0], scene.view, scene.seat, scene.decision)
    match offer.subject:
        case Subject.SAIL_TASK:
            taken = label(offer.actions[1], scene.view, scene.seat, scene.decision)
            return Phrase("offer.sail_task", (*told.slots, *taken.slots))
        case Subject.SAIL_GUARDIAN:
            return Phrase("offer.sail_guardian", told.slots)
        case _:
            return told


def _lines(scene: Scene, found: Found) -> Sequence[Phrase]:
    me = scene.view.seats[scene.seat]
    lines = [
        phrase("prompt.your_turn", round=(scene.view.turn - 1) // len(scene.view.seats) + 1),
        holdings_phrase(me.tiles, me.resources),
    ]
    if me.turns_left is not None:
        lines.append(phrase("prompt.turns_left", n=me.turns_left))
    lines.append(_what_now(scene, found))
    if Subject.NEUTRAL in found:
        lines.append(phrase("prompt.bonus_possible"))
    return lines


def _what_now(scene: Scene, found: Found) -> Phrase:
    points = scene.view.seats[scene.seat].pass_points
    if isinstance(scene.decision, AfterTurn):
        return phrase("question.after_turn")
    if not found.keys() <= NOT_MAIN:
        return phrase("question.turn")
    if points is not None:
        return phrase("prompt.no_option", points=points_phrase(points))
    return phrase("prompt.no_option_end")


def _buttons(scene: Scene, found: Found) -> tuple[Button, ...]:
    buttons = []
    if Subject.END in found:
        token = tokens.chosen(found[Subject.END][0].actions)
        buttons.append(scene.button("end_turn", token, Style.GO))
    if isinstance(scene.decision, TurnChoice):
        buttons.append(scene.button("suggest", tokens.SUGGEST))
    buttons.append(scene.button("why", tokens.WHY))
    return (*buttons, *scene.aside())
