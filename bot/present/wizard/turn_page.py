"""The menu of a turn: what is possible now, the best first, and the lists behind it."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.controls import Sign, Subject, write_control
from bot.model.messages import Button, Choice, Page, Style, in_rows
from bot.present.spoken import SUBJECTS
from bot.present.wizard.answer_place import asking_page
from bot.present.wizard.fate_page import aimed_at, fate_prompt, tile_title
from bot.present.wizard.labels import token_of
from bot.present.wizard.offers import Offer, offers
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.summary import Detail
from bot.words import Phrase, phrase
from bot.words.pieces import holdings_phrase, points_phrase
from engine.actions import PlaceFate
from engine.agenda import AfterTurn
from engine.ids import End
from engine.notation import format_action

_SPELLED_OUT: Final = frozenset({Subject.IGNITE, Subject.NEUTRAL})
"""Subjects whose offers stand in the first menu one by one."""
_LIKELY: Final = 3
"""The number of offers above the subjects, which a press takes at once."""
_NOT_MAIN: Final = frozenset({Subject.NEUTRAL, Subject.DISCARD, Subject.PASS, Subject.END})
"""Subjects that are not one of the three options of a turn."""
_NEVER_LIKELY: Final = _NOT_MAIN - {Subject.NEUTRAL}
"""Subjects that are never told above the others."""
_BY_BUTTON: Final = frozenset({Subject.PASS, Subject.END})
"""Subjects of a single answer each, which is a button beside the menu."""
_RARE: Final = (Subject.SAIL, Subject.DISCARD)
"""Subjects that are seldom wanted: they stand behind one entry, unless they are all there is."""
Offered = Mapping[Subject, tuple[Offer, ...]]


def turn_page(builder: PageBuilder) -> Page:
    """Return the page of the choices in this turn, before or after its main action."""
    offered = _in_order(builder)
    likely = () if builder.guide.plain else _likely(offered)
    entries = [_choice(builder, offer, offered) for offer in likely]
    others = offered.keys() - {*_RARE, *_BY_BUTTON}
    seldom = [subject for subject in _RARE if subject in offered] if others else []
    for subject in offered:
        if subject not in seldom:
            entries += _entries(builder, subject, offered, likely)
    entries += _more(builder, seldom)
    rows = builder.paged(entries, lambda entry: entry, "turn")
    return builder.page(
        _lines(builder, offered), (*rows, *in_rows(_buttons(builder, offered))), builder.view
    )


def _in_order(builder: PageBuilder) -> Offered:
    """Return what can be done: the best first, or plainly, single answers behind the lists."""
    offered = offers(builder.origin)
    if not builder.guide.plain:
        return offered
    by_kind = sorted(offered, key=lambda each: _is_spelled_out(each, offered[each]))
    return {subject: offered[subject] for subject in by_kind}


def list_page(builder: PageBuilder, subject: Subject) -> Page:
    """The offers of one subject, in pages."""
    offered, back = offers(builder.origin), builder.back()
    found = offered.get(subject, ())
    if subject is Subject.GREAT_BONFIRE:
        found = tuple(sorted(found, key=lambda offer: format_action(offer.actions[0])))
    listed = builder.guide.listed(found, lambda offer: offer.actions[0])
    (heading,) = aimed_at(builder) or (phrase(f"subject.{subject}"),)
    lines = (phrase("prompt.subject", subject=heading),)
    if subject is Subject.FATE:
        places = [offer.actions[0] for offer in listed]
        suggested = _suggestion(offered) in listed
        return fate_prompt(builder, lines, places, back, suggested=suggested)
    rows = (*builder.paged(listed, lambda offer: _choice(builder, offer, offered), "choose"), back)
    chosen = tuple(dict.fromkeys(offer.actions[0] for offer in listed))
    return asking_page(builder, lines, rows, builder.decision, chosen)


def more_page(builder: PageBuilder) -> Page:
    """Return the page of the offers that are seldom wanted, one by one."""
    offered = offers(builder.origin)
    listed = [offer for subject in _RARE for offer in offered.get(subject, ())]
    rows = builder.paged(listed, lambda offer: _choice(builder, offer, offered), "choose")
    lines = (phrase("prompt.subject", subject=phrase("subject.more")),)
    return builder.page(lines, (*rows, builder.back()), builder.view)


def _more(builder: PageBuilder, seldom: Sequence[Subject]) -> Sequence[Choice]:
    """The entry behind which the subjects stand that are seldom wanted; none without any."""
    if not seldom:
        return ()
    kinds = tuple((phrase("prompt.more", subject=phrase(f"subject.{each}")),) for each in seldom)
    return (builder.choice(phrase("subject.more"), Sign.MORE, kinds),)


def _likely(offered: Offered) -> Sequence[Offer]:
    """The best subjects: the best offer of each, all of those that have no list."""
    listed = [subject for subject in offered if subject not in _NEVER_LIKELY]
    lists = [(subject, offered[subject]) for subject in listed[:_LIKELY]]
    return [
        offer
        for subject, listed in lists
        for offer in (listed if _is_spelled_out(subject, listed) else listed[:1])
    ]


def _suggestion(offered: Offered) -> Offer | None:
    """Return the best of all possible offers."""
    return next((listed[0] for listed in offered.values()), None)


def _is_spelled_out(subject: Subject, listed: Sequence[Offer]) -> bool:
    return subject in _SPELLED_OUT or len(listed) == 1


def _entries(
    builder: PageBuilder, subject: Subject, offered: Offered, likely: Sequence[Offer]
) -> Sequence[Choice]:
    listed = offered[subject]
    if subject in _BY_BUTTON:
        return ()
    if _is_spelled_out(subject, listed):
        return [_choice(builder, offer, offered) for offer in listed if offer not in likely]
    if subject is Subject.FATE:
        return _fate_entries(builder, listed, likely)
    title = phrase(f"subject.{subject}")
    token, hint = write_control(Sign.LIST, subject), _hint(builder, listed, likely)
    return [builder.choice(title, token, hint, SUBJECTS[subject].symbol)]


def _fate_entries(
    builder: PageBuilder, listed: tuple[Offer, ...], likely: Sequence[Offer]
) -> Sequence[Choice]:
    """An entry for each end of the row: the places of one tile fill a page."""
    places: dict[End, list[Offer]] = {}
    for offer in listed:
        if isinstance(placed := offer.actions[0], PlaceFate):
            places.setdefault(placed.end, []).append(offer)
    return [
        builder.choice(
            tile_title(builder, end),
            write_control(Sign.LIST, Subject.FATE, end),
            _hint(builder, placements, likely),
        )
        for end, placements in places.items()
    ]


def _hint(
    builder: PageBuilder, listed: Sequence[Offer], likely: Sequence[Offer]
) -> tuple[Detail, ...]:
    """The best of a list, or its length where that one has been told, or nothing is suggested."""
    if builder.guide.plain or listed[0] in likely:
        return ((phrase("preview.alternatives", n=len(listed)),),)
    return ((phrase("prompt.best", offer=offer_label(builder, listed[0])),),)


def _choice(builder: PageBuilder, offer: Offer, offered: Offered) -> Choice:
    suggested = offer == _suggestion(offered)
    return builder.candidate(offer.actions, offer_label(builder, offer), suggested=suggested)


def offer_label(builder: PageBuilder, offer: Offer) -> Phrase:
    """Return the label of an offer, which says what it does."""
    caption = builder.label(offer.actions[0])
    match offer.subject:
        case Subject.SAIL_TASK:
            task = builder.label(offer.actions[1])
            return Phrase("offer.sail_task", (*caption.slots, *task.slots))
        case Subject.SAIL_GUARDIAN:
            return Phrase("offer.sail_guardian", caption.slots)
        case _:
            return caption


def _lines(builder: PageBuilder, offered: Offered) -> Sequence[Phrase]:
    me = builder.view.seats[builder.seat]
    lines = [
        phrase("prompt.your_turn", turn=builder.view.turn),
        holdings_phrase(me.tiles, me.resources),
    ]
    if me.turns_left is not None:
        lines.append(phrase("prompt.turns_left", n=me.turns_left))
    lines += _what_now(builder, offered)
    if Subject.NEUTRAL in offered:
        lines.append(phrase("prompt.bonus_possible"))
    return lines


def _what_now(builder: PageBuilder, offered: Offered) -> Sequence[Phrase]:
    """Return what the menu does not ask: that something is done, or that nothing can be done."""
    points = builder.view.seats[builder.seat].pass_points
    if isinstance(builder.decision, AfterTurn):
        return (phrase("question.after_turn"),)
    if not offered.keys() <= _NOT_MAIN:
        return ()
    if points is not None:
        return (phrase("prompt.no_option", points=points_phrase(points)),)
    return (phrase("prompt.no_option_end"),)


def _buttons(builder: PageBuilder, offered: Offered) -> tuple[Button, ...]:
    buttons = []
    if Subject.END in offered:
        token = token_of(offered[Subject.END][0].actions)
        buttons.append(builder.button("end_turn", token, Style.GO))
    elif builder.guide.suggests and not offered.keys() <= _NOT_MAIN:
        buttons.append(builder.button("suggest", Sign.SUGGEST))
    if Subject.PASS in offered:
        (offer,) = offered[Subject.PASS]
        caption = offer_label(builder, offer)
        if builder.guide.suggests and offer == _suggestion(offered):
            caption = phrase("offer.marked", offer=caption)
        buttons.append(builder.labelled(caption, token_of(offer.actions)))
    buttons.append(builder.button("why", Sign.WHY))
    return (*buttons, *builder.aside())
