"""Use the Great Bonfire: turn it and gain rewards (S1 Use the Great Bonfire)."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations

from engine import effects, specialists
from engine.actions import TakeRewards, UseGreatBonfire
from engine.agenda import RewardChoice
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.events import GreatBonfireTurned, Source
from engine.ids import ActionType, PointSource, PortalKind, Reward, Seat
from engine.refusal import Reason, Refusal, refuse
from engine.rules.costs import Cost, PaidRule, tiles_within_reach
from engine.rules.rule import Rule, Rules
from engine.state import GameState

_SPACES = range(1, 8)
_ANYWHERE = 3
"""Action tiles that turn it to any space, the present one included (ruling 20)."""
_POINTS = 2
"""The gift of a space without a resource (S1 Use the Great Bonfire)."""


def price(state: GameState, seat: Seat, space: int) -> int:
    """The one price of a space, the lowest (ruling 56); 1 for the first use of the game."""
    extra = specialists.extra_wheel_spaces(state.players[seat])
    return _price(state.wheel_position, space, extra)


def _price(position: int, space: int, extra: int) -> int:
    if position == 0:
        return 1
    if space == position:
        return _ANYWHERE
    distance = (space - position) % len(_SPACES)
    return max(1, min(distance - extra, _ANYWHERE))


def cost(state: GameState, seat: Seat, action: UseGreatBonfire) -> Cost:
    """Tiles for the turn of the wheel."""
    return Cost(ActionType.GREAT_BONFIRE, price(state, seat, action.space))


def use_refusal(_state: GameState, _seat: Seat, action: UseGreatBonfire) -> Refusal | None:
    """Say why it cannot turn there, the price apart."""
    return None if action.space in _SPACES else refuse(Reason.WHEEL_SPACE_UNKNOWN)


def uses(_state: GameState, _seat: Seat) -> Iterator[UseGreatBonfire]:
    """Every space."""
    for space in _SPACES:
        yield UseGreatBonfire(space)


def paid_uses(state: GameState, seat: Seat) -> tuple[UseGreatBonfire, ...]:
    """Every space within reach of the seat's tiles."""
    reach = min(tiles_within_reach(state, seat, ActionType.GREAT_BONFIRE), _ANYWHERE)
    extra = specialists.extra_wheel_spaces(state.players[seat])
    return _uses_within(state.wheel_position, reach, extra)


@cache
def _uses_within(position: int, reach: int, extra: int) -> tuple[UseGreatBonfire, ...]:
    return tuple(
        UseGreatBonfire(space) for space in _SPACES if _price(position, space, extra) <= reach
    )


def turn(draft: GameState, seat: Seat, action: UseGreatBonfire) -> None:
    """Turn the Great Bonfire; then rewards are taken."""
    draft.events.append(GreatBonfireTurned(seat, draft.wheel_position, action.space))
    draft.wheel_position = action.space
    draft.agenda.append(RewardChoice(action.space))


def next_portals(state: GameState, seat: Seat) -> tuple[PortalKind, ...]:
    """The portals that the city still needs, in the order of placing."""
    player = state.players[seat]
    layout = box_index(state.box).cities[player.city].portals
    return tuple(kind for kind in layout if kind not in player.portals)


def fitting_portals(state: GameState, seat: Seat, space: int) -> tuple[PortalKind, ...]:
    """The portals of a space that the seat may take now; specialist 25 frees the order."""
    due = specialists.portals_due(state.players[seat], next_portals(state, seat))
    return tuple(kind for kind in due if kind in state.wheel_portals[space - 1])


def _counts(state: GameState, seat: Seat, space: int) -> tuple[int, ...]:
    """Return the possible numbers of rewards: two, with specialist 23 also three if there are."""
    available = 3 if fitting_portals(state, seat, space) else 2
    most = 3 if specialists.may_take_all_rewards(state.players[seat]) else 2
    return tuple(range(2, min(available, most) + 1))


def reward_refusal(
    choice: RewardChoice, state: GameState, seat: Seat, action: TakeRewards
) -> Refusal | None:
    """Say why these rewards cannot be taken together."""
    if tuple(reward for reward in Reward if reward in action.rewards) != action.rewards:
        return refuse(Reason.REWARD_TWICE)
    if (Reward.PORTAL in action.rewards) != (action.portal is not None):
        return refuse(Reason.PORTAL_UNNAMED)
    if action.portal is not None:
        if action.portal not in state.wheel_portals[choice.space - 1]:
            return refuse(Reason.PORTAL_NOT_THERE, portal=action.portal)
        if action.portal in state.players[seat].portals:
            return refuse(Reason.PORTAL_PLACED, portal=action.portal)
        if action.portal not in fitting_portals(state, seat, choice.space):
            return refuse(Reason.PORTAL_NOT_NEXT, portal=action.portal)
    counts = _counts(state, seat, choice.space)
    if len(action.rewards) not in counts:
        return refuse(Reason.REWARDS_COUNT, count=counts[-1])
    return None


def rewardings(choice: RewardChoice, state: GameState, seat: Seat) -> Iterator[TakeRewards]:
    """Every set of rewards, with every portal that fits."""
    portals = fitting_portals(state, seat, choice.space)
    for count in _counts(state, seat, choice.space):
        for rewards in combinations(Reward, count):
            if Reward.PORTAL not in rewards:
                yield TakeRewards(rewards, None)
                continue
            for portal in portals:
                yield TakeRewards(rewards, portal)


def take_rewards(choice: RewardChoice, draft: GameState, seat: Seat, action: TakeRewards) -> None:
    """Gain the rewards in the order of `Reward`."""
    space = box_index(draft.box).wheel[choice.space]
    if Reward.TILE in action.rewards:
        effects.gain_tiles(draft, seat, ActionTiles.of(space.tile), Source.GREAT_BONFIRE)
    if Reward.GOODS in action.rewards:
        if space.resource is None:
            effects.score(draft, seat, _POINTS, PointSource.GREAT_BONFIRE)
        else:
            gained = Resources.of(space.resource)
            effects.gain_resources(draft, seat, gained, Source.GREAT_BONFIRE)
    if action.portal is not None:
        effects.portal_placed(draft, seat, action.portal, choice.space)


TURN = Rule(UseGreatBonfire, uses, use_refusal, turn)
PAID_TURN = PaidRule(UseGreatBonfire, paid_uses, use_refusal, turn, cost)


def reward_rules(choice: RewardChoice) -> Rules:
    """List the rewards of the space that can be taken."""
    answers, refusal = partial(rewardings, choice), partial(reward_refusal, choice)
    return (Rule(TakeRewards, answers, refusal, partial(take_rewards, choice)),)
