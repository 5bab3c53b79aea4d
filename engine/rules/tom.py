"""Tom, the automatic opponent of a solo game: his cards and bonus actions (S1 Solo Play)."""

from collections.abc import Iterator
from functools import partial
from typing import Final, assert_never

from engine import actions, agenda, effects, events, face_down, ids
from engine.box_index import box_index
from engine.data.tom import DECK_PASSES
from engine.progress import common_task_progress
from engine.refusal import Reason, Refusal, refuse
from engine.rules import gnome, great_bonfire, guardian, path, task
from engine.rules.rule import Rule, Rules
from engine.state import TOM, GameState
from engine.tuples import replaced

_COMPENSATION: Final = 3

MATCHING: Final = {
    ids.TomCard.GNOME: ids.CommonTask.GNOMES,
    ids.TomCard.PATH: ids.CommonTask.PATHS,
    ids.TomCard.TASK_I: ids.CommonTask.TASKS,
    ids.TomCard.TASK_II: ids.CommonTask.TASKS,
    ids.TomCard.GUARDIAN: ids.CommonTask.GUARDIANS,
    ids.TomCard.GREAT_BONFIRE: ids.CommonTask.PORTALS,
}
"""The common task that, once met, makes a card impossible and is compensated for."""


def take_turn(draft: GameState) -> None:
    """Turn Tom's next card and carry it out, or ask the person between equal tasks.

    The gnome is revealed first, also when the card turns out to be compensated (ruling 61).
    """
    draft.agenda.append(agenda.TomEnds())
    card = face_down.turn_tom_card(draft)
    shown = box_index(draft.box).gnome_icon[card]
    resource = face_down.turn_tom_gnome(draft) if shown else None
    if _meets(draft, MATCHING[card]):
        effects.score(draft, TOM, _COMPENSATION, ids.PointSource.TOM_CARDS)
        _done(draft, card, events.TomOutcome.COMPENSATED)
        return
    _play(draft, card, resource)


def _play(draft: GameState, card: ids.TomCard, resource: ids.Resource | None) -> None:
    match card:
        case ids.TomCard.GNOME:
            _done(draft, card, _take_gnomes(draft, resource))
        case ids.TomCard.PATH:
            _done(draft, card, _take_paths(draft, resource))
        case ids.TomCard.TASK_I | ids.TomCard.TASK_II:
            _choose_task(draft, card, resource)
        case ids.TomCard.GUARDIAN:
            _done(draft, card, _take_guardian(draft))
        case ids.TomCard.GREAT_BONFIRE:
            _done(draft, card, _use_great_bonfire(draft))
        case _:
            assert_never(card)


def _done(draft: GameState, card: ids.TomCard, outcome: events.TomOutcome) -> None:
    draft.events.append(events.TomCardDone(TOM, card, outcome))


def _outcome(*, done: bool) -> events.TomOutcome:
    return events.TomOutcome.DONE if done else events.TomOutcome.NOTHING


def _take_gnomes(draft: GameState, resource: ids.Resource | None) -> events.TomOutcome:
    """All displayed specialists of the resource, from the left, up to 6 gnomes (ruling 38)."""
    cards = box_index(draft.box).specialists
    fitting = [shown for shown in draft.specialists if shown and cards[shown].resource is resource]
    room = gnome.MOST_GNOMES - len(draft.players[TOM].gnomes)
    for shown in fitting[:room]:
        effects.gnome_recruited(draft, TOM, shown)
    gnome.refill(draft, TOM)
    return _outcome(done=bool(fitting))


def _take_paths(draft: GameState, resource: ids.Resource | None) -> events.TomOutcome:
    """All displayed path tiles of the resource, from the left, up to 7 spaces (ruling 38)."""
    fitting = [
        (slot, tile)
        for slot, tile in enumerate(draft.path_display)
        if tile and tile.resource is resource
    ]
    room = path.MOST_PATH_TILES - len(draft.players[TOM].path)
    for slot, tile in fitting[:room]:
        draft.path_display = replaced(draft.path_display, slot, None)
        effects.path_taken(draft, TOM, tile, slot + 1)
    path.refill(draft, TOM)
    return _outcome(done=bool(fitting))


def _take_guardian(draft: GameState) -> events.TomOutcome:
    """The first guardian in board order that he lacks (ruling 62)."""
    for neutral in ids.NEUTRAL_GUARDIANS:
        if guardian.available(draft, TOM, neutral) is None:
            effects.guardian_retrieved(draft, TOM, neutral)
            return events.TomOutcome.DONE
    return events.TomOutcome.NOTHING


def _use_great_bonfire(draft: GameState) -> events.TomOutcome:
    """Turn to the next space, clockwise, that holds the portal he needs (ruling 42)."""
    portal = great_bonfire.next_portals(draft, TOM)[0]
    origin, spaces = draft.wheel_position, len(draft.wheel_portals)
    for step in range(spaces):
        space = (origin + step) % spaces + 1
        if portal in draft.wheel_portals[space - 1]:
            draft.wheel_position = space
            draft.events.append(events.GreatBonfireTurned(TOM, origin, space))
            effects.portal_placed(draft, TOM, portal, space)
            return events.TomOutcome.DONE
    return events.TomOutcome.NOTHING


def _choose_task(draft: GameState, card: ids.TomCard, resource: ids.Resource | None) -> None:
    """Take the task of the card's value; the person chooses among unlike ones of equal value."""
    best = _best_tasks(draft, card, resource)
    if not best:
        _done(draft, card, events.TomOutcome.NOTHING)
    elif _interchangeable(draft, best):
        _take_task(draft, card, best[0])
    else:
        draft.agenda.append(agenda.TomTaskChoice(card, best))


def _best_tasks(
    draft: GameState, card: ids.TomCard, resource: ids.Resource | None
) -> tuple[str, ...]:
    """The tasks of the highest (Task I) or lowest (Task II) value on the resource's islands."""
    cards = box_index(draft.box).tasks
    found = [
        slot
        for island, slots in zip(draft.box.islands, draft.islands, strict=True)
        if resource is not None and island.resource is resource
        for slot in slots
        if isinstance(slot, str)
    ]
    wanted = max if card is ids.TomCard.TASK_I else min
    value = wanted((cards[task].points for task in found), default=0)
    return tuple(task for task in found if cards[task].points == value)


def _interchangeable(draft: GameState, tasks: tuple[str, ...]) -> bool:
    """Say whether it makes no difference which one goes (ruling 62)."""
    cards = box_index(draft.box).tasks
    kinds = {(cards[task].color, cards[task].condition, _island_of(draft, task)) for task in tasks}
    return len(kinds) == 1


def _island_of(state: GameState, task: str) -> str:
    return next(
        island.code
        for island, slots in zip(state.box.islands, state.islands, strict=True)
        if task in slots
    )


def choices(
    choice: agenda.TomTaskChoice, _state: GameState, _seat: ids.Seat
) -> Iterator[actions.TomTakes]:
    """Every task that Tom may take."""
    return map(actions.TomTakes, choice.tasks)


def take_refusal(
    choice: agenda.TomTaskChoice, _state: GameState, _seat: ids.Seat, action: actions.TomTakes
) -> Refusal | None:
    """Say why Tom cannot take a task: only those of the card's value count."""
    return None if action.task in choice.tasks else refuse(Reason.TOM_TASK, task=action.task)


def take_chosen(
    choice: agenda.TomTaskChoice, draft: GameState, _seat: ids.Seat, action: actions.TomTakes
) -> None:
    """Take the task that the person chose for Tom."""
    _take_task(draft, choice.card, action.task)


def task_rules(choice: agenda.TomTaskChoice) -> Rules:
    """List the tasks of equal value that Tom can take."""
    answers, refusal = partial(choices, choice), partial(take_refusal, choice)
    return (Rule(actions.TomTakes, answers, refusal, partial(take_chosen, choice)),)


def _take_task(draft: GameState, card: ids.TomCard, taken: str) -> None:
    """Lay the task lit on his next free space; with Task II he also sends a novice."""
    task.tom_takes(draft, TOM, taken, _island_of(draft, taken))
    space = draft.players[TOM].tasks.index(None) + 1
    effects.task_placed(draft, TOM, taken, space, lit=True)
    if card is ids.TomCard.TASK_II and draft.players[TOM].novices:
        _send_novice(draft, ids.SEAT_NOVICES[TOM], None)
    _done(draft, card, events.TomOutcome.DONE)


def bonus_actions(draft: GameState) -> None:
    """Send the neutral novice of every common task Tom meets; it is laid flat (ruling 40)."""
    for common in ids.COMMON_TASKS:
        if common in draft.neutral and _meets(draft, common):
            _send_novice(draft, ids.Novice.FLAT, common)


def _send_novice(draft: GameState, novice: ids.Novice, common: ids.CommonTask | None) -> None:
    """Place a novice on the emptiest space, the first of several (ruling 62), for 1 point."""
    heights = [len(novices) for novices in draft.council]
    effects.novice_placed(draft, TOM, novice, heights.index(min(heights)) + 1, common)
    effects.score(draft, TOM, 1, ids.PointSource.COUNCIL)


def cards_left(state: GameState) -> int:
    """The cards Tom may still turn before the game ends early."""
    turned = 0 if state.tom is None else state.tom.turned
    return DECK_PASSES * len(box_index(state.box).tom_deck) - turned


def deck_is_through(state: GameState) -> bool:
    """Say whether Tom has turned all his cards for the fourth time, which ends the game."""
    return state.tom is not None and cards_left(state) == 0


def _meets(state: GameState, common: ids.CommonTask) -> bool:
    have, need = common_task_progress(common, state, TOM)
    return have >= need
