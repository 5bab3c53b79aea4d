"""Make a procession, and the council's free move of a guardian (S1 Make a Procession).

A guardian walks along the path tiles and may turn off to a bonfire: one step from its own path
tile, if the portal there is placed, the bonfire is lit and nobody stands there (RULINGS.md: city).
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine import actions, agenda, effects, ids, specialists
from engine.refusal import Reason, Refusal, refuse
from engine.rules.costs import Cost, PaidRule, tiles_within_reach
from engine.rules.rule import Rule, Rules
from engine.state import GameState, PlayerState

_STOPS: Final = tuple(
    (ids.Place(ids.PlaceKind.PATH, position), ids.Place(ids.PlaceKind.BONFIRE, position))
    for position in ids.POSITIONS
)
"""The places where a guardian can stop at each position, in the order in which she comes by."""


def cost(_state: GameState, _seat: ids.Seat, action: actions.MakeProcession) -> Cost:
    """One tile a step."""
    return Cost(ids.ActionType.GUARDIAN, action.steps)


def _free(player: PlayerState, place: ids.Place) -> bool:
    """Say whether a guardian may stop there: one a space, on paths more with specialist 1."""
    if place.kind is ids.PlaceKind.PATH and specialists.may_share_path_spaces(player):
        return True
    return place not in [stands for _, stands in player.guardians]


def _stop_refusal(player: PlayerState, place: ids.Place) -> Refusal | None:
    """Say why no guardian may stop at a place, wherever she comes from."""
    if place.kind is ids.PlaceKind.START:
        return refuse(Reason.START_NOT_ALLOWED)
    if not 1 <= place.position <= len(player.path) + 1:
        return refuse(Reason.PATH_NOT_BUILT, position=place.position)
    if place.kind is ids.PlaceKind.BONFIRE:
        if player.portals[place.position - 1] is None:
            return refuse(Reason.PORTAL_MISSING, position=place.position)
        held = player.tasks[place.position - 1]
        if held is None or not held.lit:
            return refuse(Reason.BONFIRE_UNLIT, position=place.position)
    if not _free(player, place):
        return refuse(Reason.PLACE_TAKEN, position=place.position)
    return None


def _steps(origin: ids.Place, place: ids.Place) -> int:
    """Steps from a path tile or the Starting Tile onward to a place."""
    turn_off = 1 if place.kind is ids.PlaceKind.BONFIRE else 0
    return place.position - origin.position + turn_off


def _stops(player: PlayerState) -> list[ids.Place]:
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


def _origins(player: PlayerState) -> dict[ids.Guardian, ids.Place]:
    """Return the places of the guardians that can take part."""
    return {
        guardian: place
        for guardian, place in player.guardians
        if place.kind is not ids.PlaceKind.BONFIRE
    }


def _walks(player: PlayerState, stops: list[ids.Place]) -> list[int]:
    """The steps of every walk that is open now, of whichever guardian."""
    origins = _origins(player).values()
    walks = [_steps(origin, place) for place in stops for origin in origins]
    return [steps for steps in walks if steps >= 1]


def _front_first(player: PlayerState) -> tuple[ids.Guardian, ...]:
    """The guardians that can take part, the one furthest ahead first."""
    origins = _origins(player)
    return tuple(sorted(origins, key=lambda guardian: -origins[guardian].position))


def _longest_walk(player: PlayerState, stops: list[ids.Place]) -> int:
    """Steps beyond which paying more is of no use, wherever the other guardians stand.

    A path tile where another guardian stands counts, because she may walk on first.
    """
    rearmost = min(_origins(player).values(), key=lambda place: place.position)
    last_path = _STOPS[len(player.path)][0]
    return max(_steps(rearmost, place) for place in (*stops, last_path))


def _most_steps(player: PlayerState, stops: list[ids.Place]) -> int:
    """The most steps worth paying for: those of the longest walk (specialist 2 adds one)."""
    return max(1, _longest_walk(player, stops) - specialists.extra_procession_steps(player))


def make_refusal(
    state: GameState, seat: ids.Seat, action: actions.MakeProcession
) -> Refusal | None:
    """Say why no procession of so many steps can be made; one guardian must move (ruling 8)."""
    player = state.players[seat]
    stops = _stops(player)
    steps = action.steps + specialists.extra_procession_steps(player)
    if not any(walk <= steps for walk in _walks(player, stops)):
        return refuse(Reason.NO_GUARDIAN_CAN_MOVE)
    most = _most_steps(player, stops)
    return None if 1 <= action.steps <= most else refuse(Reason.STEPS_WASTED, steps=most)


def makings(state: GameState, seat: ids.Seat) -> Iterator[actions.MakeProcession]:
    """Processions of every useful length that can be paid."""
    player = state.players[seat]
    reach = tiles_within_reach(state, seat, ids.ActionType.GUARDIAN)
    if not reach or not _origins(player):
        return
    stops = _stops(player)
    walks = _walks(player, stops)
    if walks:
        fewest = max(1, min(walks) - specialists.extra_procession_steps(player))
        for steps in range(fewest, min(_most_steps(player, stops), reach) + 1):
            yield actions.MakeProcession(steps)


def begin(draft: GameState, seat: ids.Seat, action: actions.MakeProcession) -> None:
    """Begin a paid procession."""
    player = draft.players[seat]
    steps = action.steps + specialists.extra_procession_steps(player)
    order = _front_first(player)
    _ask(draft, seat, agenda.ProcessionChoice(steps, order, gains=True, must_move=True))


def begin_without_resources(draft: GameState, seat: ids.Seat) -> None:
    """Specialist 17: one step for everybody, which yields no resources (rulings 15, 16)."""
    player = draft.players[seat]
    steps = 1 + specialists.extra_procession_steps(player)
    order = _front_first(player)
    _ask(draft, seat, agenda.ProcessionChoice(steps, order, gains=False, must_move=False))


def _ask(draft: GameState, seat: ids.Seat, choice: agenda.ProcessionChoice) -> None:
    """Go on with a procession while any waiting guardian can move."""
    if any(True for _ in advances(choice, draft, seat)):
        draft.agenda.append(choice)


def advance_refusal(
    choice: agenda.ProcessionChoice, state: GameState, seat: ids.Seat, action: actions.Advance
) -> Refusal | None:
    """Say why the guardian cannot walk there in this procession."""
    player = state.players[seat]
    origin = dict(player.guardians).get(action.guardian)
    if origin is None:
        return refuse(Reason.GUARDIAN_NOT_OWNED, guardian=action.guardian)
    if origin.kind is ids.PlaceKind.BONFIRE:
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


def advances(
    choice: agenda.ProcessionChoice, state: GameState, seat: ids.Seat
) -> Iterator[actions.Advance]:
    """Every walk of every waiting guardian, the front one first."""
    player = state.players[seat]
    origins, stops = _origins(player), _stops(player)
    for guardian in choice.waiting:
        for place in stops:
            if 1 <= _steps(origins[guardian], place) <= choice.steps:
                yield actions.Advance(guardian, place)


def advance(
    choice: agenda.ProcessionChoice, draft: GameState, seat: ids.Seat, action: actions.Advance
) -> None:
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
    rest = agenda.ProcessionChoice(choice.steps, behind, gains=choice.gains, must_move=False)
    _ask(draft, seat, rest)
    if choice.gains:
        arrive(draft, seat, action.guardian, action.place)


def halt_refusal(
    choice: agenda.ProcessionChoice, _state: GameState, _seat: ids.Seat, _action: actions.Halt
) -> Refusal | None:
    """Say why the procession cannot end yet."""
    return refuse(Reason.SOMEBODY_MUST_MOVE) if choice.must_move else None


def procession_rules(choice: agenda.ProcessionChoice) -> Rules:
    """List the guardians who can walk next, and the answer that nobody does."""
    return (
        Rule(
            actions.Advance,
            answers=partial(advances, choice),
            refusal=partial(advance_refusal, choice),
            perform=partial(advance, choice),
        ),
        Rule(
            actions.Halt,
            answers=lambda _state, _seat: () if choice.must_move else (actions.Halt(),),
            refusal=partial(halt_refusal, choice),
            perform=lambda _draft, _seat, _action: None,
        ),
    )


def arrive(draft: GameState, seat: ids.Seat, guardian: ids.Guardian, place: ids.Place) -> None:
    """Gain the resource of the path tile, which specialist 6 lets the player choose."""
    if place.kind is not ids.PlaceKind.PATH:
        return
    if specialists.chooses_path_resource(draft.players[seat]):
        draft.agenda.append(agenda.ResourceChoice(guardian, place.position))
        return
    resource = effects.path_resource(draft, seat, place.position)
    effects.guardian_arrives(draft, seat, guardian, place.position, resource)


def resource_refusal(
    choice: agenda.ResourceChoice,
    _state: GameState,
    _seat: ids.Seat,
    action: actions.ChooseResource,
) -> Refusal | None:
    """Specialist 6 chooses among the basic resources; Gold only on space 1 (ruling 11)."""
    if action.resource is ids.Resource.GOLD and choice.position != 1:
        return refuse(Reason.GOLD_ONLY_AT_START)
    return None


def resource_choices(
    choice: agenda.ResourceChoice, _state: GameState, _seat: ids.Seat
) -> Iterator[actions.ChooseResource]:
    """The resources that specialist 6 may take."""
    for resource in ids.BASIC_RESOURCES if choice.position != 1 else ids.Resource:
        yield actions.ChooseResource(resource)


def choose_resource(
    choice: agenda.ResourceChoice, draft: GameState, seat: ids.Seat, action: actions.ChooseResource
) -> None:
    """Gain the chosen resource."""
    effects.guardian_arrives(draft, seat, choice.guardian, choice.position, action.resource)


def resource_rules(choice: agenda.ResourceChoice) -> Rules:
    """List the resources that the guardian can bring."""
    answers, refusal = partial(resource_choices, choice), partial(resource_refusal, choice)
    return (Rule(actions.ChooseResource, answers, refusal, partial(choose_resource, choice)),)


def move_refusal(state: GameState, seat: ids.Seat, action: actions.MoveGuardian) -> Refusal | None:
    """Council: why the guardian cannot be moved there."""
    player = state.players[seat]
    origin = dict(player.guardians).get(action.guardian)
    if origin is None:
        return refuse(Reason.GUARDIAN_NOT_OWNED, guardian=action.guardian)
    if origin == action.place:
        return refuse(Reason.GUARDIAN_STAYS)
    return _stop_refusal(player, action.place)


def free_moves(state: GameState, seat: ids.Seat) -> Iterator[actions.MoveGuardian]:
    """Council: every move of every guardian, forward or backward (rulings 10, 59).

    From a bonfire she leaves through its portal onto the path tile before it (ruling 9).
    """
    player = state.players[seat]
    stops = _stops(player)
    for guardian, origin in player.guardians:
        for place in stops:
            if place != origin:
                yield actions.MoveGuardian(guardian, place)


def move_freely(draft: GameState, seat: ids.Seat, action: actions.MoveGuardian) -> None:
    """Council: move the guardian and gain the usual reward."""
    effects.guardian_moved(draft, seat, action.guardian, action.place)
    arrive(draft, seat, action.guardian, action.place)


MAKE = PaidRule(actions.MakeProcession, makings, make_refusal, begin, cost)
MOVE = Rule(actions.MoveGuardian, free_moves, move_refusal, move_freely)
