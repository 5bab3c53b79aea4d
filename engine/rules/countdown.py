"""The end of a turn, passing, the countdown and the end of the game (S1 End of Game).

Rulings 29, 30, 31, 45, 46, 51, 55, 69, 70 and 72 settle what the texts leave open.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine import actions, agenda, effects, events, ids
from engine.refusal import Reason, Refusal, refuse
from engine.rules import tom, turn
from engine.rules.rule import Rule
from engine.state import TOM, GameState


def pass_points(state: GameState, seat: ids.Seat) -> int | None:
    """Return the yield of passing now, None while the seat may not pass (rulings 30, 55)."""
    if state.countdown is None or effects.is_tom(state, seat):
        return None
    if seat == state.starter:
        return state.countdown.stack or None
    return state.countdown.handed


def pass_refusal(state: GameState, seat: ids.Seat, _action: actions.Pass) -> Refusal | None:
    """Say why the seat may not pass."""
    return refuse(Reason.PASS_TOO_EARLY) if pass_points(state, seat) is None else None


def passings(state: GameState, seat: ids.Seat) -> Iterator[actions.Pass]:
    """Passing, where the seat may."""
    if pass_points(state, seat) is not None:
        yield actions.Pass()


def pass_turn(draft: GameState, seat: ids.Seat, _action: actions.Pass) -> None:
    """Pass for the points of the current tile; the seat does nothing more in this game."""
    points = pass_points(draft, seat)
    if points is None:
        raise ValueError("no countdown tile is in force")
    draft.players[seat].passed = True
    draft.events.append(events.Passed(seat, points))
    effects.score(draft, seat, points, ids.PointSource.PASSING)
    finish_turn(draft)


def idle_refusal(state: GameState, seat: ids.Seat, _action: actions.EndTurn) -> Refusal | None:
    """Say why a turn cannot end without a main action: only where none is open (ruling 51)."""
    return refuse(Reason.TURN_NOT_DONE) if turn.has_main_action(state, seat) else None


def idle_endings(state: GameState, seat: ids.Seat) -> Iterator[actions.EndTurn]:
    """The end of a turn without a main action, where none is open."""
    if not turn.has_main_action(state, seat):
        yield actions.EndTurn()


def end_idle_turn(draft: GameState, _seat: ids.Seat, _action: actions.EndTurn) -> None:
    """End a turn without a main action; without any other answer it counts as idle (ruling 72)."""
    finish_turn(draft, idle=max(0, -draft.idle))


def finish_turn(draft: GameState, idle: int = 0) -> None:
    """End the turn and find who is next; `idle` turns in a row have brought nothing so far."""
    turn.settle(draft, draft.seat)
    draft.events.append(events.TurnEnded(draft.seat))
    draft.agenda.clear()
    draft.idle = idle
    while draft.ended is None and not draft.agenda:
        _hand_on(draft)


def _hand_on(draft: GameState) -> None:
    """Hand the turn to the next seat, or skip it, or end the game."""
    reason = _game_end(draft)
    if reason is None:
        _pass_countdown_on(draft)
        reason = _countdown_end(draft)
    if reason is not None:
        draft.ended = reason
        draft.events.append(events.GameEnded(draft.seat, reason))
        return
    draft.seat = (draft.seat + 1) % draft.options.seats
    draft.turn += 1
    _begin_or_skip(draft, draft.seat)


def _begin_or_skip(draft: GameState, seat: ids.Seat) -> None:
    player = draft.players[seat]
    by_cards = effects.is_tom(draft, seat)
    has_option = not player.passed and (by_cards or _has_option(draft, seat))
    if player.passed or not (has_option or _may_go_on(draft, seat)):
        draft.events.append(events.TurnSkipped(seat))
        draft.idle += 1
        return
    draft.events.append(events.TurnBegan(seat, draft.turn))
    draft.agenda.append(agenda.TomBegins() if by_cards else agenda.TurnChoice())
    if player.fate_front is not None:
        draft.agenda.append(agenda.StartTileChoice())
    if draft.counts_idle and not has_option and draft.countdown is None:
        # Idle until anything but its end is answered.
        draft.idle = -draft.idle - 1


def _has_option(state: GameState, seat: ids.Seat) -> bool:
    """Say whether the seat can do more in its turn than a bonus action and passing (ruling 51)."""
    return state.players[seat].fate_front is not None or turn.has_main_action(state, seat)


def _may_go_on(state: GameState, seat: ids.Seat) -> bool:
    """Say whether a seat without an option may act or pass all the same (rulings 47, 69)."""
    return turn.SEND_NEUTRAL.is_open(state, seat) or pass_points(state, seat) is not None


def _game_end(state: GameState) -> events.EndReason | None:
    """Say whether all have passed, nobody has an option any more, or Tom's cards are over."""
    if state.tom is not None and not state.players[TOM].passed:
        over = tom.deck_is_through(state) and effects.is_tom(state, state.seat)
        # A countdown that runs out in the same moment is the reason named.
        return events.EndReason.TOM_DECK if over and not _last_tile_returns(state) else None
    if all(player.passed for player in state.players):
        return events.EndReason.ALL_PASSED
    return events.EndReason.EXHAUSTION if _is_exhausted(state) else None


def _is_exhausted(state: GameState) -> bool:
    """Say whether a full round of turns was skipped or ended idle (rulings 69, 72).

    Nothing changes in such a round, so nobody's options are back at its end. From the trigger on
    there is no exhaustion: the tiles go round to the last.
    """
    return state.countdown is None and state.idle >= state.options.seats


def _pass_countdown_on(draft: GameState) -> None:
    """At the end of the starting player's turn the highest tile begins its round (ruling 29)."""
    countdown = draft.countdown
    if countdown is not None and draft.seat == draft.starter and countdown.stack:
        tile = countdown.stack
        draft.countdown = replace(countdown, stack=tile - 1, handed=tile)
        draft.events.append(events.CountdownHanded(draft.seat, tile))


def _last_tile_returns(state: GameState) -> bool:
    """Say whether the tile 1 comes back to the starting player now."""
    following = (state.seat + 1) % state.options.seats
    return (
        state.countdown is not None and following == state.starter and state.countdown.handed == 1
    )


def _countdown_end(draft: GameState) -> events.EndReason | None:
    """Take the tile out when it returns to the starting player; the last one ends the game."""
    if _last_tile_returns(draft):
        return events.EndReason.COUNTDOWN
    following = (draft.seat + 1) % draft.options.seats
    if draft.countdown is not None and following == draft.starter:
        draft.countdown = replace(draft.countdown, handed=None)
    return None


def turns_left(state: GameState, seat: ids.Seat) -> int | None:
    """The turns a seat still has, the present one included; None before the countdown."""
    countdown = state.countdown
    if countdown is None or state.ended is not None:
        return None
    if state.players[seat].passed:
        return 0
    place, place_now = ((each - state.starter) % state.options.seats for each in (seat, state.seat))
    rounds_to_come = countdown.stack - 1 if place_now == 0 else countdown.stack
    left = rounds_to_come + (1 if place >= place_now else 0)
    return left if state.tom is None else min(left, tom.cards_left(state))


PASS = Rule(actions.Pass, passings, pass_refusal, pass_turn)
END_IDLE_TURN = Rule(
    actions.EndTurn,
    answers=idle_endings,
    refusal=idle_refusal,
    perform=end_idle_turn,
)
END_TURN = Rule(
    actions.EndTurn,
    answers=lambda _state, _seat: (actions.EndTurn(),),
    refusal=lambda _state, _seat, _action: None,
    perform=lambda draft, _seat, _action: finish_turn(draft),
)
