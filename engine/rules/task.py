"""Receive a task: tiles by own offerings, resources of island and offering (S1 Receive a Task)."""

from collections.abc import Iterator
from functools import partial

from engine import actions, agenda, bag, effects, events, face_down, ids, specialists
from engine.box_index import box_index
from engine.data import box
from engine.refusal import Reason, Refusal, refuse
from engine.rules.costs import Cost, PaidRule, shortage
from engine.rules.rule import Rule, Rules
from engine.state import GameState, IslandSlot, OfferingPile
from engine.tuples import replaced


def slots_at(state: GameState, island: str) -> tuple[IslandSlot, ...]:
    """The slots of an island."""
    return state.islands[box_index(state.box).island_numbers[island]]


def _island(state: GameState, seat: ids.Seat) -> box.Island | None:
    ship = state.players[seat].ship
    return None if ship is None else box_index(state.box).islands[ship]


def own_offerings(state: GameState, seat: ids.Seat, island: str) -> int:
    """Return the number of the seat's offerings on the island."""
    return slots_at(state, island).count(seat)


def cost(state: GameState, seat: ids.Seat, action: actions.ReceiveTask) -> Cost:
    """Tiles by the offerings already there, and the resources of the island and the offering."""
    player = state.players[seat]
    island = _island(state, seat)
    offered = player.offerings[ids.SIDES.index(action.side)].open
    if island is None or island.resource is None or offered is None:
        raise ValueError(f"no task can be received: {action}")
    flat = specialists.task_price_is_flat(player)
    tiles = 1 if flat else own_offerings(state, seat, island.code) + 1
    if specialists.pays_any_resources_for_tasks(player):
        return Cost(ids.ActionType.TASK, tiles, any_count=2)
    return Cost(ids.ActionType.TASK, tiles, bag.Resources.of(island.resource, offered))


def receive_refusal(
    state: GameState, seat: ids.Seat, action: actions.ReceiveTask
) -> Refusal | None:
    """Say why the task cannot be received, the price apart."""
    player = state.players[seat]
    island = _island(state, seat)
    if island is None:
        return refuse(Reason.SHIP_NOT_AT_SEA)
    if island.resource is None:
        return refuse(Reason.ISLAND_NO_TASKS)
    if action.task not in slots_at(state, island.code):
        return refuse(Reason.TASK_ELSEWHERE, task=action.task)
    if None not in player.tasks:
        return refuse(Reason.TASKS_FULL)
    if player.offerings[ids.SIDES.index(action.side)].open is None:
        return refuse(Reason.OFFERING_USED_UP, side=action.side)
    return None


def receivings(state: GameState, seat: ids.Seat) -> Iterator[actions.ReceiveTask]:
    """Every task of the ship's island with every offering that can be paid for."""
    player = state.players[seat]
    island = _island(state, seat)
    if island is None or island.resource is None or None not in player.tasks:
        return
    tasks = [slot for slot in slots_at(state, island.code) if isinstance(slot, str)]
    for side, pile in zip(ids.SIDES, player.offerings, strict=True):
        if not tasks or pile.open is None:
            continue
        # The price is the same for every task of the island.
        if shortage(state, seat, cost(state, seat, actions.ReceiveTask(tasks[0], side))) is None:
            for task in tasks:
                yield actions.ReceiveTask(task, side)


def receive(draft: GameState, seat: ids.Seat, action: actions.ReceiveTask) -> None:
    """Take the task, leave the offering face down; the next one is flipped later (ruling 52)."""
    player = draft.players[seat]
    island = _island(draft, seat)
    if island is None:
        raise ValueError("the ship is not at an island")
    pile = ids.SIDES.index(action.side)
    slot = _replace_task(draft, island.code, action.task, seat)
    emptied = OfferingPile(None, player.offerings[pile].hidden)
    player.offerings = replaced(player.offerings, pile, emptied)
    draft.events.append(events.TaskReceived(seat, action.task, island.code, slot, action.side))
    draft.agenda.append(agenda.TaskSpaceChoice(action.task))


def tom_takes(draft: GameState, seat: ids.Seat, task: str, island: str) -> None:
    """Tom takes a task without an offering, so its slot stays empty (ruling 41)."""
    slot = _replace_task(draft, island, task, None)
    draft.events.append(events.TaskReceived(seat, task, island, slot, None))


def _replace_task(draft: GameState, island: str, task: str, by: IslandSlot) -> int:
    """Put something into the slot of a task; returns the slot's number from 1."""
    number = box_index(draft.box).island_numbers[island]
    slot = draft.islands[number].index(task)
    slots = replaced(draft.islands[number], slot, by)
    draft.islands = replaced(draft.islands, number, slots)
    return slot + 1


def put_refusal(state: GameState, seat: ids.Seat, action: actions.PutTask) -> Refusal | None:
    """Say why the task cannot lie there: any free space will do."""
    free = action.space in ids.POSITIONS and state.players[seat].tasks[action.space - 1] is None
    return None if free else refuse(Reason.SPACE_TAKEN, space=action.space)


def puttings(state: GameState, seat: ids.Seat) -> Iterator[actions.PutTask]:
    """Every free task space."""
    for space, held in zip(ids.POSITIONS, state.players[seat].tasks, strict=True):
        if held is None:
            yield actions.PutTask(space)


def put(
    choice: agenda.TaskSpaceChoice, draft: GameState, seat: ids.Seat, action: actions.PutTask
) -> None:
    """Place the task just received."""
    effects.task_placed(draft, seat, choice.task, action.space)


RECEIVE = PaidRule(actions.ReceiveTask, receivings, receive_refusal, receive, cost)


def space_rules(choice: agenda.TaskSpaceChoice) -> Rules:
    """List the spaces for the task just received."""
    return (Rule(actions.PutTask, puttings, put_refusal, partial(put, choice)),)


def flip_offerings(draft: GameState) -> None:
    """Flip the next offering of every pile whose open one was delivered."""
    for seat, player in enumerate(draft.players):
        for place, pile in enumerate(player.offerings):
            if pile.open is None and pile.hidden:
                face_down.flip_offering(draft, seat, ids.SIDES[place])
