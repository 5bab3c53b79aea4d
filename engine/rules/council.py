"""The High Council: where a novice goes, and the bonus of its space or 1 point (S1 Bonus Action).

A bonus is a row of `BONUSES` here and a space in `engine.data.council`; catalogs and pictures know
it by its name.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from engine import effects, specialists
from engine.actions import SendNovice, TakeBonus, TakePoint
from engine.agenda import BonusChoice, CouncilChoice, NoviceChoice
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.data.council import CouncilBonus
from engine.events import BonusTaken, Source
from engine.ids import ActionType, Novice, PointSource, Resource, Seat
from engine.refusal import Reason, Refusal, refuse
from engine.rules import fate, gnome, great_bonfire, guardian, path, procession, ship
from engine.rules.rule import Rule, Rules
from engine.state import GameState


@dataclass(frozen=True, slots=True)
class Bonus:
    """The grant of a space: a gain at once, or a question whose answers cost nothing.

    `tag` is what stored games call that question, `council_<name>?` where none is given.
    `or_point` tells that 1 point may be taken instead.
    """

    rules: Rules = ()
    gain: Callable[[GameState, Seat], None] | None = None
    or_point: bool = True
    tag: str = ""

    def is_possible(self, state: GameState, seat: Seat) -> bool:
        """Say whether it can be carried out; else only the point is left (rulings 36, 48)."""
        return self.gain is not None or any(rule.is_open(state, seat) for rule in self.rules)


def _gold_and_wild(draft: GameState, seat: Seat) -> None:
    gold, wild = Resources.EMPTY.plus(Resource.GOLD, 2), ActionTiles.of(ActionType.WILD)
    effects.gain_resources(draft, seat, gold, Source.COUNCIL)
    effects.gain_tiles(draft, seat, wild, Source.COUNCIL)


BONUSES: Final[dict[str, Bonus]] = {
    CouncilBonus.GOLD: Bonus(gain=_gold_and_wild, or_point=False),
    # The display, the pile, or a search; no refresh of one colour (ruling 59).
    CouncilBonus.PATH: Bonus((path.TAKE_PATH, path.SEARCH)),
    CouncilBonus.MOVE_GUARDIAN: Bonus((procession.MOVE,), tag="council_move?"),
    CouncilBonus.GREAT_BONFIRE: Bonus((great_bonfire.TURN,)),
    CouncilBonus.SPECIALIST: Bonus((gnome.RECRUIT_FREELY,)),
    CouncilBonus.GUARDIAN: Bonus((guardian.TAKE_GUARDIAN,)),
    CouncilBonus.SHIP: Bonus((ship.SAIL,)),
    CouncilBonus.FATE: Bonus((fate.PLACE,)),
}
"""The bonuses by name."""


def council_rules(choice: CouncilChoice) -> Rules:
    """Return the actions that a bonus allows for nothing."""
    return BONUSES[choice.bonus].rules


def question_tags() -> dict[CouncilChoice, str]:
    """Return the name that stored games give to the question of each bonus."""
    return {
        CouncilChoice(name): bonus.tag or f"council_{name}?"
        for name, bonus in BONUSES.items()
        if bonus.rules
    }


def _open_spaces(state: GameState, seat: Seat, novice: Novice) -> list[int]:
    """The council spaces without a novice of this colour; any with specialist 24 (ruling 14).

    There is always one: a colour has at most seven novices for eight spaces.
    """
    shared = specialists.may_share_council_spaces(state.players[seat])
    return [
        space
        for space, novices in enumerate(state.council, start=1)
        if shared or novice not in novices
    ]


def send_refusal(
    choice: NoviceChoice, state: GameState, seat: Seat, action: SendNovice
) -> Refusal | None:
    """Say why the novice cannot go to a space."""
    if action.space in _open_spaces(state, seat, choice.novice):
        return None
    return refuse(Reason.COUNCIL_SPACE_TAKEN, space=action.space)


def sendings(choice: NoviceChoice, state: GameState, seat: Seat) -> Iterator[SendNovice]:
    """Every space the novice may go to."""
    for space in _open_spaces(state, seat, choice.novice):
        yield SendNovice(space)


def send(choice: NoviceChoice, draft: GameState, seat: Seat, action: SendNovice) -> None:
    """Place the novice; then a bonus is chosen."""
    effects.novice_placed(draft, seat, choice.novice, action.space, choice.common)
    draft.agenda.append(BonusChoice(action.space))


def novice_rules(choice: NoviceChoice) -> Rules:
    """List the spaces that the novice can go to."""
    answers, refusal = partial(sendings, choice), partial(send_refusal, choice)
    return (Rule(SendNovice, answers, refusal, partial(send, choice)),)


def bonus_rules(choice: BonusChoice) -> Rules:
    """The bonus of the space, or 1 point."""
    return (
        Rule(
            TakeBonus,
            answers=partial(_bonuses, choice),
            refusal=partial(bonus_refusal, choice),
            perform=partial(take_bonus, choice),
        ),
        Rule(
            TakePoint,
            answers=partial(_points, choice),
            refusal=partial(point_refusal, choice),
            perform=take_point,
        ),
    )


def bonus_of(state: GameState, space: int) -> str:
    """The name of the bonus of a council space."""
    return box_index(state.box).council[space].bonus


def bonus_refusal(
    choice: BonusChoice, state: GameState, seat: Seat, _action: TakeBonus
) -> Refusal | None:
    """Say why the bonus cannot be taken."""
    if BONUSES[bonus_of(state, choice.space)].is_possible(state, seat):
        return None
    return refuse(Reason.BONUS_IMPOSSIBLE, space=choice.space)


def _bonuses(choice: BonusChoice, state: GameState, seat: Seat) -> Iterator[TakeBonus]:
    action = TakeBonus()
    if bonus_refusal(choice, state, seat, action) is None:
        yield action


def take_bonus(choice: BonusChoice, draft: GameState, seat: Seat, _action: TakeBonus) -> None:
    """Gain the bonus or ask for its details."""
    name = bonus_of(draft, choice.space)
    draft.events.append(BonusTaken(seat, name))
    gain = BONUSES[name].gain
    if gain is None:
        draft.agenda.append(CouncilChoice(name))
    else:
        gain(draft, seat)


def point_refusal(
    choice: BonusChoice, state: GameState, _seat: Seat, _action: TakePoint
) -> Refusal | None:
    """Say why the point cannot be taken: the first space offers none."""
    offered = BONUSES[bonus_of(state, choice.space)].or_point
    return None if offered else refuse(Reason.POINT_IMPOSSIBLE)


def _points(choice: BonusChoice, state: GameState, seat: Seat) -> Iterator[TakePoint]:
    action = TakePoint()
    if point_refusal(choice, state, seat, action) is None:
        yield action


def take_point(draft: GameState, seat: Seat, _action: TakePoint) -> None:
    """Gain 1 point instead of the bonus."""
    effects.score(draft, seat, 1, PointSource.COUNCIL)
