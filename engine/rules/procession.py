"""Make a procession, and the council's free move of a guardian (S1 Make a Procession).

A guardian walks along the path tiles and may turn off to a bonfire: one step from its own path
tile, if the portal there is placed, the bonfire is lit and nobody stands there (RULINGS.md: city).
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine import effects, specialists
from engine.actions import Advance, ChooseResource, Halt, MakeProcession, MoveGuardian
from engine.agenda import ProcessionChoice, ResourceChoice
from engine.ids import (
    BASIC_RESOURCES,
    POSITIONS,
    ActionType,
    Guardian,
    Place,
    PlaceKind,
    Resource,
    Seat,
)
from engine.refusal import Reason, Refusal, refuse
from engine.rules.costs import Cost, PaidRule, tiles_within_reach
from engine.rules.rule import Rule, Rules
from engine.state import GameState, PlayerState

_STOPS: Final = tuple(
    (Place(PlaceKind.PATH, position), Place(PlaceKind.BONFIRE, position)) for position in POSITIONS
)
"""The places where a guardian can stop at each position, in the order in which she comes by."""


def cost(_state: GameState, _seat: Seat, action: MakeProcession) -> Cost:
    """One tile a step."""
    return Cost(ActionType.GUARDIAN, action.steps)


def _free(player: PlayerState, place: Place) -> bool:
    """Say whether a guardian may stop there: one a space, on paths more with specialist 1."""
    if place.kind is PlaceKind.PATH and specialists.may_share_path_spaces(player):
        return True
    return place not in [stands for _, stands in player.guardians]


def _stop_refusal(player: PlayerState, place: Place) -> Refusal | None:
    """Say why no guardian may stop at a place, wherever she comes from."""
    if place.kind is PlaceKind.START:
        return refuse(Reason.START_NOT_ALLOWED)
    if not 1 <= place.position <= len(player.path) + 1:
        return refuse(Reason.PATH_NOT_BUILT, position=place.position)
    if place.kind is PlaceKind.BONFIRE:
        if player.portals[place.position - 1] is None:
            return refuse(Reason.PORTAL_MISSING, position=place.position)
        held = player.tasks[place.position - 1]
        if held is None or not held.lit:
            return refuse(Reason.BONFIRE_UNLIT, position=place.position)
    if not _free(player, place):
        return refuse(Reason.PLACE_TAKEN, position=place.position)
    return None


def _steps(origin: Place, place: Place) -> int:
    """Steps from a path tile or the Starting Tile onward to a place."""
    turn_off = 1 if place.kind is PlaceKind.BONFIRE else 0
    return place.position - origin.position + turn_off


def _stops(player: PlayerState) -> list[Place]:
    """Every place at which a guardian may stop, wherever she comes from."""
    sharing = specialists.may_share_path_spaces(player)
    taken = [place for _, place in player.guardians]
    found = []
    for (path, bonfire), portal, held in zip(
        _STOPS[: len(player.path) + 1], player.portals, player.tasks, strict=False
    ):
        if sharing or path not in taken:
            found.append(path)
        if portal is not None and held is not None and held.lit and bonfire not in taken:
            found.append(bonfire)
    return found


def _origins(player: PlayerState) -> dict[Guardian, Place]:
    """Return the places of the guardians that can take part."""
    return {
        guardian: place
        for guardian, place in player.guardians
        if place.kind is not PlaceKind.BONFIRE
    }


def _walks(player: PlayerState, stops: list[Place]) -> list[int]:
    """The steps of every walk that is open now, of whichever guardian."""
    origins = _origins(player).values()
    walks = [_steps(origin, place) for place in stops for origin in origins]
    return [steps for steps in walks if steps >= 1]


def _front_first(player: PlayerState) -> tuple[Guardian, ...]:
    """The guardians that can take part, the one furthest ahead first."""
    origins = _origins(player)
    return tuple(sorted(origins, key=lambda guardian: -origins[guardian].position))


def _longest_walk(player: PlayerState, stops: list[Place]) -> int:
    """Steps beyond which paying more is of no use, wherever the other guardians stand.

    A path tile where another guardian stands counts, because she may walk on first.
    """
    rearmost = min(_origins(player).values(), key=lambda place: place.position)
    last_path = _STOPS[len(player.path)][0]
    return max(_steps(rearmost, place) for place in (*stops, last_path))


def _most_steps(player: PlayerState, stops: list[Place]) -> int:
    """The most steps worth paying for: those of the longest walk (specialist 2 adds one)."""
    return max(1, _longest_walk(player, stops) - specialists.extra_procession_steps(player))


def make_refusal(state: GameState, seat: Seat, action: MakeProcession) -> Refusal | None:
    """Say why no procession of so many steps can be made; one guardian must move (ruling 8)."""
    player = state.players[seat]
    stops = _stops(player)
    steps = action.steps + specialists.extra_procession_steps(player)
    if not any(walk <= steps for walk in _walks(player, stops)):
        return refuse(Reason.NO_GUARDIAN_CAN_MOVE)
    most = _most_steps(player, stops)
    return None if 1 <= action.steps <= most else refuse(Reason.STEPS_WASTED, steps=most)


def makings(state: GameState, seat: Seat) -> Iterator[MakeProcession]:
    """Processions of every useful length that can be paid."""
    player = state.players[seat]
    reach = tiles_within_reach(state, seat, ActionType.GUARDIAN)
    if not reach or not _origins(player):
        return
    stops = _stops(player)
    walks = _walks(player, stops)
    if walks:
        fewest = max(1, min(walks) - specialists.extra_procession_steps(player))
        for steps in range(fewest, min(_most_steps(player, stops), reach) + 1):
            yield MakeProcession(steps)


def begin(draft: GameState, seat: Seat, action: MakeProcession) -> None:
    """Begin a paid procession."""
    player = draft.players[seat]
    steps = action.steps + specialists.extra_procession_steps(player)
    order = _front_first(player)
    _ask(draft, seat, ProcessionChoice(steps, order, gains=True, must_move=True))


def begin_without_resources(draft: GameState, seat: Seat) -> None:
    """Specialist 17: one step for everybody, which yields no resources (rulings 15, 16)."""
    player = draft.players[seat]
    steps = 1 + specialists.extra_procession_steps(player)
    order = _front_first(player)
    _ask(draft, seat, ProcessionChoice(steps, order, gains=False, must_move=False))


def _ask(draft: GameState, seat: Seat, choice: ProcessionChoice) -> None:
    """Go on with a procession while any waiting guardian can move."""
    if any(True for _ in advances(choice, draft, seat)):
        draft.agenda.append(choice)


def advance_refusal(
    choice: ProcessionChoice, state: GameState, seat: Seat, action: Advance
) -> Refusal | None:
    """Say why the guardian cannot walk there in this procession."""
    player = state.players[seat]
    origin = dict(player.guardians).get(action.guardian)
    if origin is None:
        return refuse(Reason.GUARDIAN_NOT_OWNED, guardian=action.guardian)
    if origin.kind is PlaceKind.BONFIRE:
        return refuse(Reason.GUARDIAN_AT_BONFIRE, guardian=action.guardian)
    if action.guardian not in choice.waiting:
        return refuse(Reason.GUARDIAN_HAS_MOVED, guardian=action.guardian)
    if action.place == origin:
        return refuse(Reason.GUARDIAN_STAYS)
    if refusal := _stop_refusal(player, action.place):
        return refusal
    walked = _steps(origin, action.place)
    if walked < 1:
        return refuse(Reason.GUARDIAN_BACKWARDS)
    if walked > choice.steps:
        return refuse(Reason.GUARDIAN_TOO_FAR, steps=choice.steps)
    return None


def advances(choice: ProcessionChoice, state: GameState, seat: Seat) -> Iterator[Advance]:
    """Every walk of every waiting guardian, the front one first."""
    player = state.players[seat]
    origins, stops = _origins(player), _stops(player)
    for guardian in choice.waiting:
        for place in stops:
            if 1 <= _steps(origins[guardian], place) <= choice.steps:
                yield Advance(guardian, place)


def advance(choice: ProcessionChoice, draft: GameState, seat: Seat, action: Advance) -> None:
    """Walk; those further ahead are skipped, those beside her or behind still may move."""
    player = draft.players[seat]
    stands = dict(player.guardians)
    origin = stands[action.guardian]
    behind = tuple(
        other
        for other in choice.waiting
        if other is not action.guardian and stands[other].position <= origin.position
    )
    effects.guardian_moved(draft, seat, action.guardian, action.place)
    rest = ProcessionChoice(choice.steps, behind, gains=choice.gains, must_move=False)
    _ask(draft, seat, rest)
    if choice.gains:
        arrive(draft, seat, action.guardian, action.place)


def halt_refusal(
    choice: ProcessionChoice, _state: GameState, _seat: Seat, _action: Halt
) -> Refusal | None:
    """Say why the procession cannot end yet."""
    return refuse(Reason.SOMEBODY_MUST_MOVE) if choice.must_move else None


def procession_rules(choice: ProcessionChoice) -> Rules:
    """List the guardians who can walk next, and the answer that nobody does."""
    return (
        Rule(
            Advance,
            answers=partial(advances, choice),
            refusal=partial(advance_refusal, choice),
            perform=partial(advance, choice),
        ),
        Rule(
            Halt,
            answers=lambda _state, _seat: () if choice.must_move else (Halt(),),
            refusal=partial(halt_refusal, choice),
            perform=lambda _draft, _seat, _action: None,
        ),
    )


def arrive(draft: GameState, seat: Seat, guardian: Guardian, place: Place) -> None:
    """Gain the resource of the path tile, which specialist 6 lets the player choose."""
    if place.kind is not PlaceKind.PATH:
        return
    if specialists.chooses_path_resource(draft.players[seat]):
        draft.agenda.append(ResourceChoice(guardian, place.position))
        return
    resource = effects.path_resource(draft, seat, place.position)
    effects.guardian_arrives(draft, seat, guardian, place.position, resource)


def resource_refusal(
    choice: ResourceChoice, _state: GameState, _seat: Seat, action: ChooseResource
) -> Refusal | None:
    """Specialist 6 chooses among the basic resources; Gold only on space 1 (ruling 11)."""
    if action.resource is Resource.GOLD and choice.position != 1:
        return refuse(Reason.GOLD_ONLY_AT_START)
    return None


def resource_choices(
    choice: ResourceChoice, _state: GameState, _seat: Seat
) -> Iterator[ChooseResource]:
    """The resources that specialist 6 may take."""
    for resource in BASIC_RESOURCES if choice.position != 1 else Resource:
        yield ChooseResource(resource)


def choose_resource(
    choice: ResourceChoice, draft: GameState, seat: Seat, action: ChooseResource
) -> None:
    """Gain the chosen resource."""
    effects.guardian_arrives(draft, seat, choice.guardian, choice.position, action.resource)


def resource_rules(choice: ResourceChoice) -> Rules:
    """List the resources that the guardian can bring."""
    answers, refusal = partial(resource_choices, choice), partial(resource_refusal, choice)
    return (Rule(ChooseResource, answers, refusal, partial(choose_resource, choice)),)


def move_refusal(state: GameState, seat: Seat, action: MoveGuardian) -> Refusal | None:
    """Council: why the guardian cannot be moved there."""
    player = state.players[seat]
    origin = dict(player.guardians).get(action.guardian)
    if origin is None:
        return refuse(Reason.GUARDIAN_NOT_OWNED, guardian=action.guardian)
    if origin == action.place:
        return refuse(Reason.GUARDIAN_STAYS)
    return _stop_refusal(player, action.place)


def free_moves(state: GameState, seat: Seat) -> Iterator[MoveGuardian]:
    """Council: every move of every guardian, forward or backward (rulings 10, 59).

    From a bonfire she leaves through its portal onto the path tile before it (ruling 9).
    """
    player = state.players[seat]
    stops = _stops(player)
    for guardian, origin in player.guardians:
        for place in stops:
            if place != origin:
                yield MoveGuardian(guardian, place)


def move_freely(draft: GameState, seat: Seat, action: MoveGuardian) -> None:
    """Council: move the guardian and gain the usual reward."""
    effects.guardian_moved(draft, seat, action.guardian, action.place)
    arrive(draft, seat, action.guardian, action.place)


MAKE = PaidRule(MakeProcession, makings, make_refusal, begin, cost)
MOVE = Rule(MoveGuardian, free_moves, move_refusal, move_freely)
