"""Recruit a gnome: specialists and elders (S1 Recruit a Gnome)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine import actions, bag, effects, face_down, ids, specialists
from engine.box_index import box_index
from engine.payment import can_pay_resources
from engine.refusal import Reason, Refusal, refuse
from engine.rules.costs import Cost, PaidRule, tiles_within_reach
from engine.rules.rule import Rule
from engine.state import GameState

MOST_GNOMES = 6
"""The most gnomes a city may hold."""
_FREE = 0
"""The price of a council bonus in action tiles."""
PRICES = {2: 1, 1: 2}
"""Action tiles paid -> resources paid."""
_NAMED_COSTS: Final = {
    resource: tuple(
        Cost(ids.ActionType.GNOME, tiles, bag.Resources.EMPTY.plus(resource, count))
        for tiles, count in PRICES.items()
    )
    for resource in ids.Resource
}
"""The costs of a gnome by its resource, one a price."""
_ANY_COSTS: Final = tuple(
    Cost(ids.ActionType.GNOME, tiles, any_count=count) for tiles, count in PRICES.items()
)
"""The same where any resources pay."""


def cost(state: GameState, seat: ids.Seat, action: actions.RecruitGnome) -> Cost:
    """Two tiles and the card's resource, or one tile and that resource twice."""
    resource = box_index(state.box).gnomes[action.gnome].resource
    any_pay = specialists.pays_any_resources_for_gnomes(state.players[seat])
    return next(cost for cost in _costs(resource, any_pay=any_pay) if cost.tiles == action.tiles)


def _costs(resource: ids.Resource, *, any_pay: bool) -> tuple[Cost, ...]:
    """The costs of a gnome of a resource, one a price."""
    return _ANY_COSTS if any_pay else _NAMED_COSTS[resource]


def recruit_refusal(
    state: GameState, seat: ids.Seat, action: actions.RecruitGnome
) -> Refusal | None:
    """Say why the gnome cannot be recruited, whether the price can be paid apart."""
    if len(state.players[seat].gnomes) >= MOST_GNOMES:
        return refuse(Reason.GNOMES_FULL)
    if action.gnome not in state.specialists and action.gnome not in state.elders:
        return refuse(Reason.GNOME_NOT_SHOWN)
    return None if action.tiles in PRICES else refuse(Reason.GNOME_PRICE)


def recruitings(state: GameState, seat: ids.Seat) -> Iterator[actions.RecruitGnome]:
    """Every displayed gnome at each price that can be paid."""
    player = state.players[seat]
    reach = tiles_within_reach(state, seat, ids.ActionType.GNOME)
    if len(player.gnomes) >= MOST_GNOMES or not reach or not player.resources:
        return
    cards = box_index(state.box).gnomes
    supply, any_pay = player.resources.counts, specialists.pays_any_resources_for_gnomes(player)
    for gnome in (*state.specialists, *state.elders):
        if gnome is not None:
            for tiles in _payable(supply, cards[gnome].resource, any_pay):
                if tiles <= reach:
                    yield _recruiting(gnome, tiles)


_recruiting: Final = lru_cache(maxsize=256)(actions.RecruitGnome)
"""Each answer, made once."""


@lru_cache(maxsize=4096)
def _payable(
    supply: tuple[int, ...],
    resource: ids.Resource,
    any_pay: bool,  # noqa: FBT001 - a cache knows positions only
) -> tuple[int, ...]:
    """Return the prices, in action tiles, at which a supply pays for a gnome of a resource."""
    costs = _costs(resource, any_pay=any_pay)
    held = bag.Resources(supply)
    return tuple(
        cost.tiles for cost in costs if can_pay_resources(held, cost.needed, cost.any_count)
    )


def free_refusal(state: GameState, seat: ids.Seat, action: actions.RecruitGnome) -> Refusal | None:
    """Council: why this specialist cannot come for nothing."""
    if len(state.players[seat].gnomes) >= MOST_GNOMES:
        return refuse(Reason.GNOMES_FULL)
    if action.gnome in state.elders:
        return refuse(Reason.ELDER_NOT_GIVEN)
    if action.gnome not in state.specialists:
        return refuse(Reason.GNOME_NOT_SHOWN)
    return None if action.tiles == _FREE else refuse(Reason.GNOME_IS_FREE)


def free_recruitings(state: GameState, seat: ids.Seat) -> Iterator[actions.RecruitGnome]:
    """Council: every displayed specialist."""
    if len(state.players[seat].gnomes) < MOST_GNOMES:
        for gnome in state.specialists:
            if gnome is not None:
                yield actions.RecruitGnome(gnome, _FREE)


def recruit(draft: GameState, seat: ids.Seat, action: actions.RecruitGnome) -> None:
    """The gnome joins the city; its slot is refilled later (ruling 52)."""
    effects.gnome_recruited(draft, seat, action.gnome)


def refill(draft: GameState, seat: ids.Seat) -> None:
    """Lay new specialists into the empty slots while the pile lasts; elders are not refilled."""
    for slot, gnome in enumerate(draft.specialists):
        if gnome is None:
            face_down.reveal_specialist(draft, seat, slot + 1)


RECRUIT = PaidRule(actions.RecruitGnome, recruitings, recruit_refusal, recruit, cost)
RECRUIT_FREELY = Rule(actions.RecruitGnome, free_recruitings, free_refusal, recruit)
