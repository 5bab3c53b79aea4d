"""The pages of "Why can't I": the rules' refusals of an action or a piece, and what to do first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.model.controls import Sign, Subject, write_control
from bot.model.messages import Choice, Page, Row
from bot.model.pictures import PictureKind, part_of
from bot.present.questions import refusal_text
from bot.present.spoken import SUBJECTS
from bot.present.wizard.asides import closer
from bot.present.wizard.offers import SAILED_TO, offers_of
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.places import where_answered, where_lying
from bot.present.wizard.summary import Detail
from bot.present.wizard.why_pieces import Piece, pieces, standing
from bot.words import Counted, Phrase, phrase
from bot.words.pieces import island_phrase, progress_phrase
from engine import Reason, Refusal, conditions, specialists
from engine.actions import Action, MakeProcession, MoveGuardian, MoveShip, ReceiveTask, RecruitGnome
from engine.agenda import CouncilChoice
from engine.bag import Resources
from engine.box_index import box_index
from engine.conditions import Condition, Owned
from engine.data.council import CouncilBonus
from engine.ids import ActionType
from engine.view import SeatView, View
from renderer import NO_HINTS, CutOut, PicturePart, PieceKind, Pointed

ASKABLE: Final = tuple(row.subject for row in SUBJECTS.values() if row.attempts)
_MOST_NAMED: Final = 3
_KINDS: Final = "kinds"
"""The token of the menu of the kinds of action; that of the pieces is the page's own."""
Obstacle = tuple[Phrase | None, Refusal | None]
"""The refusal of an answer, None for none; and the answer, where there are several."""
_PROVIDES: Final = {
    Owned.GNOMES: Subject.GNOME,
    Owned.ELDERS: Subject.GNOME,
    Owned.PORTALS: Subject.GREAT_BONFIRE,
    Owned.GUARDIANS: Subject.SAIL_GUARDIAN,
    Owned.GUARDIANS_AT_BONFIRES: Subject.PROCESSION,
    Owned.BONFIRES: Subject.IGNITE,
}
_REMEDIES: Final = {
    Reason.PORTAL_MISSING: Subject.GREAT_BONFIRE,
    Reason.BONFIRE_UNLIT: Subject.IGNITE,
    Reason.PATH_NOT_BUILT: Subject.PATH,
    Reason.NO_GUARDIAN_CAN_MOVE: Subject.PATH,
}
"""The actions that bring what a reason says is missing."""
_IN_THE_CITY: Final = frozenset({Subject.FATE, Subject.PROCESSION, Subject.IGNITE, Subject.NEUTRAL})
"""Subjects whose pieces lie in the city; those of the others lie on the main board."""


def why_page(builder: PageBuilder, subject: Subject | None) -> Page:
    """The kinds of action to ask about and their pieces, and the answer for what was picked."""
    if subject is None:
        return _page(builder, (phrase("why.which"),), (), PictureKind.CITY)
    listed = pieces(builder.view, builder.seat, subject)
    piece = next((each for each in listed if each.token in builder.draft.picked), None)
    lines = _of_kind(builder, subject) if piece is None else _of_piece(builder, subject, piece)

    def choice(piece: Piece) -> Choice:
        pressed = write_control(Sign.WHY, subject, piece.token)
        return builder.choice(
            piece.caption,
            pressed,
            (*_how_far(builder, subject, piece), *piece.details),
            piece.symbol,
        )

    kind = PictureKind.CITY if subject in _IN_THE_CITY else PictureKind.BOARD
    page = _page(builder, lines, builder.paged(listed, choice, "why_piece"), kind)
    cut = _place_of(builder, subject, piece)
    if cut is None:
        return page
    return closer(page, part_of(builder.view, cut), builder.guide.answer(Sign.WHOLE))


def _place_of(builder: PageBuilder, subject: Subject, piece: Piece | None) -> CutOut | None:
    """Return the part where a piece lies, or where an action would do something."""
    view, seat = builder.view, builder.seat
    if subject is Subject.FATE:
        return CutOut(PicturePart.FATE_TILES, seat)
    if piece is None:
        tried = SUBJECTS[subject].tried(view, seat)
        return where_answered(builder.decision, tried, view, seat, NO_HINTS)
    if piece.island is not None:
        return CutOut(PicturePart.ISLANDS, seat, islands=(piece.island,))
    if subject is Subject.PROCESSION:
        return where_lying((Pointed(PieceKind.GUARDIAN, piece.token, seat=seat),), view)
    return where_answered(builder.decision, piece.tried, view, seat, NO_HINTS)


def _how_far(builder: PageBuilder, subject: Subject, piece: Piece) -> tuple[Detail, ...]:
    """Yield the progress of the seat with the task that a row is about."""
    match subject:
        case Subject.TASK:
            have, need = builder.game.progress(builder.seat, piece.token)
        case Subject.IGNITE:
            held = builder.view.seats[builder.seat].positions[int(piece.token) - 1].task
            assert held is not None, "there is something to ignite"
            have, need = held.have, held.need
        case _:
            return ()
    return ((progress_phrase(have, need),),)


def _page(
    builder: PageBuilder, lines: Sequence[Phrase], rows: Sequence[Row], kind: PictureKind
) -> Page:
    kinds = tuple(
        builder.choice(
            phrase(f"subject.{askable}"),
            write_control(Sign.WHY, askable),
            symbol=SUBJECTS[askable].symbol,
        )
        for askable in ASKABLE
    )
    menu = builder.menu(kinds, "why", _KINDS)
    return builder.page(lines, (*rows, menu, builder.back()), builder.view, kind)


def _of_kind(builder: PageBuilder, subject: Subject) -> Sequence[Phrase]:
    """Return the reasons against a kind of action, or against some of its pieces."""
    lines = [phrase("prompt.subject", subject=phrase(f"subject.{subject}"))]
    possible = bool(offers_of(builder.origin, subject))
    if possible:
        lines.append(phrase("why.possible"))
    if subject is Subject.FATE:
        return lines if possible else _no_place(builder, lines)
    tried = SUBJECTS[subject].tried(builder.view, builder.seat)
    obstacles = [(builder.label(each), _refused(builder, each)) for each in tried]
    if nothing := _nothing_there(builder, subject):
        return (*lines, nothing)
    if not possible and all(refusal is None for _, refusal in obstacles):
        return (*lines, phrase("why.nothing"))
    return _told(builder, lines, obstacles, helps=not possible)


def _no_place(builder: PageBuilder, lines: list[Phrase]) -> Sequence[Phrase]:
    """Each place of a fate tile has a reason of its own: they are told when all have the same."""
    tried = SUBJECTS[Subject.FATE].tried(builder.view, builder.seat)
    refused = {refusal.key: refusal for each in tried if (refusal := _refused(builder, each))}
    if len(refused) == 1:
        return _told(builder, lines, [(None, refusal) for refusal in refused.values()])
    return (*lines, phrase("why.fate_no_room"))


def _nothing_there(builder: PageBuilder, subject: Subject) -> Phrase | None:
    """The sentence for an action for which there is no piece at all."""
    me, view = builder.view.seats[builder.seat], builder.view
    held = [spot.task for spot in me.positions if spot.task is not None]
    if subject is Subject.IGNITE and all(task.lit for task in held):
        return phrase("why.all_lit" if held else "why.no_task")
    here = next((each for each in view.islands if each.island.code == me.ship), None)
    if subject is Subject.TASK and here and not any(slot.task for slot in here.slots):
        return phrase("why.no_task_here", island=island_phrase(here.island))
    return None


def _of_piece(builder: PageBuilder, subject: Subject, piece: Piece) -> Sequence[Phrase]:
    """Return the reasons against an action with one piece, and what to do first."""
    lines = [phrase("prompt.subject", subject=piece.caption)]
    if subject is Subject.PROCESSION:
        return _told(builder, lines, _walks(builder, piece))
    if piece.island is None or piece.island == builder.view.seats[builder.seat].ship:
        here = [(_way(each), _refused(builder, each)) for each in piece.tried]
        possible = any(refusal is None for _, refusal in here)
        return (*lines, _possible(subject)) if possible else _told(builder, lines, here)
    lines += (sentence for detail in piece.details for sentence in detail)
    sailed = SAILED_TO[type(piece.tried[0])]
    move = MoveShip(piece.island)
    if any(
        offer.actions[0] == move and offer.actions[-1] in piece.tried
        for offer in offers_of(builder.origin, sailed)
    ):
        return (*lines, _possible(sailed))
    there = [
        (_way(each), builder.game.supposed_refusal(builder.seat, each, island=piece.island))
        for each in piece.tried
    ]
    stands = [each for each in there if each[1] is not None]
    sailing: Obstacle = (builder.label(move), _refused(builder, move))
    obstacles = [sailing, *(stands if len(stands) == len(there) else ())]
    if not any(refusal for _, refusal in obstacles):
        return (*lines, phrase("why.not_both"))
    return _told(builder, lines, obstacles)


def _possible(subject: Subject) -> Phrase:
    return phrase("why.possible_by", subject=phrase(f"subject.{subject}"))


def _way(action: Action) -> Phrase | None:
    """Return the difference of one answer about a piece from the others about it."""
    match action:
        case ReceiveTask(side=side):
            return phrase("why.with_offering", side=side)
        case RecruitGnome(tiles=tiles):
            return phrase("why.with_tiles", tiles=Counted(ActionType.GNOME, tiles))
        case _:
            return None


def _walks(builder: PageBuilder, piece: Piece) -> Sequence[Obstacle]:
    """Yield the obstacles between a guardian and the bonfires ahead of her, the nearest first."""
    me = builder.view.seats[builder.seat]
    stands = dict(standing(me))
    found: list[Obstacle] = []
    for walk in piece.tried:
        if not isinstance(walk, MoveGuardian):
            continue
        asked = CouncilChoice(CouncilBonus.MOVE_GUARDIAN)
        refusal = builder.game.supposed_refusal(builder.seat, walk, asked=asked)
        if refusal is None:
            steps = walk.place.position - stands[walk.guardian].position + 1
            paid = max(1, steps - specialists.extra_procession_steps(me))
            refusal = _refused(builder, MakeProcession(paid))
        found.append((builder.label(walk), refusal))
    return found[:_MOST_NAMED]


def _refused(builder: PageBuilder, action: Action) -> Refusal | None:
    return builder.game.refusal(builder.seat, action)


def _told(
    builder: PageBuilder,
    lines: Sequence[Phrase],
    obstacles: Iterable[Obstacle],
    *,
    helps: bool = True,
) -> Sequence[Phrase]:
    """The reasons, each with what it stands against where that are a few things, and what helps."""
    refused: dict[str, list[Phrase]] = {}
    reasons = []
    for what, refusal in obstacles:
        if refusal is not None:
            reasons.append(refusal)
            refused.setdefault(refusal_text(refusal, builder.words), []).extend(
                () if what is None else (what,)
            )
    told = list(lines)
    helping = hints(reasons, builder.view, builder.view.seats[builder.seat]) if helps else ()
    known = (
        *(_line(reason, whats if len(refused) > 1 else ()) for reason, whats in refused.items()),
        *helping[:_MOST_NAMED],
    )
    for line in known:
        if builder.has_room((*told, line)):
            told.append(line)
    return told


def _line(reason: str, whats: Sequence[Phrase]) -> Phrase:
    if not 0 < len(whats) <= _MOST_NAMED:
        return phrase("why.reason", reason=reason)
    return phrase("why.line", what=tuple(whats), reason=reason)


def hints(refusals: Iterable[Refusal], view: View, me: SeatView) -> tuple[Phrase, ...]:
    """Yield the hints against these reasons, each once."""
    told = (hint for refusal in refusals for hint in _against(refusal, view, me))
    return tuple(dict.fromkeys(told))


def _against(refusal: Refusal, view: View, me: SeatView) -> Iterator[Phrase]:
    slots = dict(refusal.slots)
    match refusal.key, slots:
        case Reason.TILES_SHORT, {"kind": ActionType() as kind}:
            space = next((row.space for row in view.wheel if row.space.tile is kind), None)
            if space is not None:
                name = "first_tiles" if me.fate_row else "first_tiles_late"
                yield phrase(f"why.{name}", kind=kind, space=space.number)
        case Reason.RESOURCES_SHORT, {"needed": Resources() as needed}:
            for resource, count in needed.items():
                places = (each.space for each in view.wheel if each.space.resource is resource)
                found = next(places, None)
                if me.resources[resource] < count and found is not None:
                    yield phrase("why.first_resources", resource=resource, space=found.number)
        case Reason.TASK_NOT_MET, {"task": str(task)}:
            if subject := brings(box_index(view.box).tasks[task].condition):
                yield phrase("why.nearer", task=task, subject=phrase(f"subject.{subject}"))
        case reason, _ if subject := _REMEDIES.get(reason):
            yield phrase("why.first", subject=phrase(f"subject.{subject}"))
        case _:
            pass


def brings(condition: Condition) -> Subject | None:
    """The action that brings a condition nearer, if it is one."""
    match condition:
        case conditions.Own(what):
            return _PROVIDES[what]
        case conditions.PathWithResource() | conditions.PathPair() | conditions.PathsWithCrystal():
            return Subject.PATH
        case conditions.HasGuardians():
            return Subject.SAIL_GUARDIAN
        case conditions.GnomeWithResource():
            return Subject.GNOME
        case conditions.BonfiresOfColors():
            return Subject.IGNITE
        case conditions.HasResource() | conditions.TwoResources() | conditions.SameResource():
            return Subject.PROCESSION
        case (
            conditions.HasTiles()
            | conditions.FateGroups()
            | conditions.AnyFateGroups()
            | conditions.SquaresCovered()
        ):
            return Subject.FATE
        case (
            conditions.OfferingOnIsland()
            | conditions.OfferingsOnBothIslands()
            | conditions.OfferingsOnIslands()
            | conditions.OfferingPileUsedUp()
            | conditions.TasksOfColor()
        ):
            return Subject.SAIL_TASK
        case _:
            return None
