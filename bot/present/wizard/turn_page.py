"""The menu of a turn: what is possible now, the likely best first, and the lists behind it."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.drafts import Subject
from bot.model.messages import Button, Choice, Prompt, Style
from bot.present.wizard import tokens
from bot.present.wizard.fate_page import aimed_at, fate_rows
from bot.present.wizard.labels import label, tile_at
from bot.present.wizard.offers import Offer, offers, offers_of
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.summary import Detail
from bot.words import Phrase, phrase
from bot.words.pieces import holdings_phrase, points_phrase, symbols_phrase
from engine.actions import PlaceFate
from engine.agenda import AfterTurn
from engine.ids import End

SPELLED_OUT: Final = frozenset({Subject.IGNITE, Subject.NEUTRAL})
"""Subjects whose offers stand in the first menu one by one."""
LIKELY: Final = 3
"""How many offers stand above the subjects, to be taken at once."""
NOT_MAIN: Final = frozenset({Subject.NEUTRAL, Subject.DISCARD, Subject.PASS, Subject.END})
"""Subjects that are not one of the three options of a turn."""
BY_BUTTON: Final = frozenset({Subject.PASS, Subject.END})
"""Subjects of a single answer each, which is a button beside the menu."""
IN_THE_CITY: Final = frozenset(
    {Subject.FATE, Subject.PROCESSION, Subject.IGNITE, Subject.NEUTRAL, Subject.DISCARD}
)
"""Subjects whose pieces lie in the city; those of the others lie on the main board."""
Found = Mapping[Subject, tuple[Offer, ...]]


def turn_page(scene: PageBuilder) -> Prompt:
    """What can be done in this turn, before or after its main action."""
    found = offers(scene.outset)
    likely = _likely(found)
    entries = [_choice(scene, offer) for offer in likely]
    entries += [entry for each in found.items() for entry in _entries(scene, *each, likely)]
    rows = scene.paged(entries, lambda entry: entry, "turn")
    return scene.prompt(_lines(scene, found), (*rows, _buttons(scene, found)), scene.view)


def list_page(scene: PageBuilder, subject: Subject) -> Prompt:
    """The offers of one subject, in pages."""
    listed, back = offers_of(scene.outset, subject), scene.back()
    if subject is Subject.FATE:
        rows = fate_rows(scene, [offer.actions[0] for offer in listed], scene.decision, back)
    else:
        rows = (*scene.paged(listed, lambda offer: _choice(scene, offer), "choose"), back)
    (told,) = aimed_at(scene) or (phrase(f"subject.{subject}"),)
    lines = (phrase("prompt.subject", subject=told),)
    shown = scene.prompt if subject in IN_THE_CITY else scene.prompt_on_board
    return shown(lines, rows, scene.view)


def _likely(found: Found) -> Sequence[Offer]:
    """The likely best subjects: the best offer of each, all of those that have no list."""
    main = [each for each in found.items() if each[0] not in NOT_MAIN][:LIKELY]
    return [
        offer
        for subject, there in main
        for offer in (there if _is_spelled_out(subject, there) else there[:1])
    ]


def _is_spelled_out(subject: Subject, listed: Sequence[Offer]) -> bool:
    return subject in SPELLED_OUT or len(listed) == 1


def _entries(
    scene: PageBuilder, subject: Subject, listed: tuple[Offer, ...], likely: Sequence[Offer]
) -> Sequence[Choice]:
    if subject in BY_BUTTON:
        return ()
    if _is_spelled_out(subject, listed):
        return [_choice(scene, offer) for offer in listed if offer not in likely]
    if subject is Subject.FATE:
        return _fate_entries(scene, listed, likely)
    told = phrase(f"subject.{subject}")
    return [scene.choice(told, tokens.listing(subject), _hint(scene, listed, likely))]


def _fate_entries(
    scene: PageBuilder, listed: tuple[Offer, ...], likely: Sequence[Offer]
) -> Sequence[Choice]:
    """An entry for each end of the row: the places of one tile fill a page."""
    places: dict[End, list[Offer]] = {}
    for offer in listed:
        if isinstance(placed := offer.actions[0], PlaceFate):
            places.setdefault(placed.end, []).append(offer)
    entries = []
    for end, there in places.items():
        symbols = symbols_phrase(tile_at(end, scene.view, scene.seat))
        told = phrase("prompt.fate_tile", end=end, symbols=symbols)
        entries.append(scene.choice(told, tokens.placing(end), _hint(scene, there, likely)))
    return entries


def _hint(
    scene: PageBuilder, listed: Sequence[Offer], likely: Sequence[Offer]
) -> tuple[Detail, ...]:
    """The best of a list, or how long it is where that one has been told already."""
    if listed[0] in likely:
        return ((phrase("preview.alternatives", n=len(listed)),),)
    return ((phrase("prompt.best", offer=_label(scene, listed[0])),),)


def _choice(scene: PageBuilder, offer: Offer) -> Choice:
    return scene.candidate(offer.actions, scene.decision, _label(scene, offer))


def _label(scene: PageBuilder, offer: Offer) -> Phrase:
    told = label(offer.actions[0], scene.view, scene.seat, scene.decision)
    match offer.subject:
        case Subject.SAIL_TASK:
            taken = label(offer.actions[1], scene.view, scene.seat, scene.decision)
            return Phrase("offer.sail_task", (*told.slots, *taken.slots))
        case Subject.SAIL_GUARDIAN:
            return Phrase("offer.sail_guardian", told.slots)
        case _:
            return told


def _lines(scene: PageBuilder, found: Found) -> Sequence[Phrase]:
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


def _what_now(scene: PageBuilder, found: Found) -> Phrase:
    points = scene.view.seats[scene.seat].pass_points
    if isinstance(scene.decision, AfterTurn):
        return phrase("question.after_turn")
    if not found.keys() <= NOT_MAIN:
        return phrase("question.turn")
    if points is not None:
        return phrase("prompt.no_option", points=points_phrase(points))
    return phrase("prompt.no_option_end")


def _buttons(scene: PageBuilder, found: Found) -> tuple[Button, ...]:
    buttons = []
    if Subject.END in found:
        token = tokens.chosen(found[Subject.END][0].actions)
        buttons.append(scene.button("end_turn", token, Style.GO))
    elif not found.keys() <= NOT_MAIN:
        buttons.append(scene.button("suggest", tokens.SUGGEST))
    if Subject.PASS in found:
        (offer,) = found[Subject.PASS]
        buttons.append(scene.labelled(_label(scene, offer), tokens.chosen(offer.actions)))
    buttons.append(scene.button("why", tokens.WHY))
    return (*buttons, *scene.aside())
