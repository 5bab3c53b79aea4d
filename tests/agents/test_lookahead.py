"""Looking ahead: which lines are followed, how far, and by what one is chosen."""

from dataclasses import replace
from itertools import islice

import pytest

from engine import Game, GameOptions, actions, events, ids
from engine.agents.following import FollowedGame, Following
from engine.agents.lookahead import (
    TURNS_BELIEVED,
    Depth,
    FollowedTurn,
    Lookahead,
    varied,
    worths_of,
)
from engine.agents.plan import Prospect
from engine.scoring import score_sheet
from engine.state import TOM, GameState
from tests.kit.games import questions
from tests.kit.marks import long
from tests.kit.position import Position, state_of

SEED = 7
FEW = Depth(plans=4, last_plans=4, positions=0)
"""Four lines, each over as few guesses as can be."""
LONG_WAY = 100_000
"""Positions of a followed game beside which those of the plans are nothing."""


def plan(worth: float, *answers: actions.Action) -> Prospect:
    return Prospect(worth, answers)


def test_the_best_plans_are_followed_but_no_kind_of_answer_more_than_half() -> None:
    ends = [plan(9.0 - number, actions.EndTurn()) for number in range(4)]
    others = [plan(4.0, actions.Pass()), plan(3.0, actions.RefreshPaths())]
    assert varied([*ends, *others], 4) == [*ends[:2], *others]
    assert varied(ends, 4) == ends


def test_what_comes_before_all_worth_is_not_given_up_by_looking_ahead() -> None:
    eager = plan(1.0, actions.SendNeutral(ids.CommonTask.PATHS))
    unseemly = plan(9.0, actions.Discard(ids.ActionType.PATH))
    assert varied([eager, plan(5.0, actions.Pass()), unseemly], 3) == [eager]


def test_the_line_that_leads_farther_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    state = state_of(Game.new(GameOptions(2), 71)).copy()
    first, second, *_ = Lookahead(state, state.seat, SEED, FEW).lines()

    def game(_following: Following, followed: GameState, _turns: int) -> FollowedGame:
        return FollowedGame(
            (), followed.players[state.seat].fate == reached.players[state.seat].fate
        )

    monkeypatch.setattr(Following, "game", game)
    for line in (first, second):
        reached = line.after(SEED, state.seat)
        assert Lookahead(state, state.seat, SEED, FEW).turn() == line.answers


def test_lines_of_equal_worth_leave_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    state = state_of(Game.new(GameOptions(2), 71))
    search = Lookahead(state, state.seat, SEED, FEW)
    monkeypatch.setattr(Following, "game", lambda *_: FollowedGame((), 1.0))
    assert search.turn() == search.lines()[0].answers


def test_in_overtime_no_further_line_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    followed = []

    def game(following: Following, _state: GameState, _turns: int) -> FollowedGame:
        following.positions = 10_000
        followed.append(following.seed)
        return FollowedGame((), len(followed))

    monkeypatch.setattr(Following, "game", game)
    state = state_of(Game.new(GameOptions(2), 71))
    search = Lookahead(state, state.seat, SEED, Depth(4, last_plans=4, positions=7_000))
    first, second, *_ = search.lines()
    assert search.turn() == second.answers != first.answers
    assert len(followed) == 2


def test_games_that_are_over_are_followed_once_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    followed = []

    def game(following: Following, _state: GameState, _turns: int) -> FollowedGame:
        followed.append(following.seed)
        return FollowedGame((), 1.0)

    monkeypatch.setattr(Following, "game", game)
    state = state_of(Game.new(GameOptions(2), 71))
    Lookahead(state, state.seat, SEED, replace(FEW, positions=LONG_WAY)).turn()
    assert followed == [Following(0, SEED).seed] * 4 + [Following(0, SEED + 1).seed] * 2


def test_more_lines_are_followed_once_the_countdown_runs() -> None:
    depth = Depth(plans=2, last_plans=5, positions=0)
    rich = Position(players=2).tiles(**dict.fromkeys(ids.ActionType, 2)).ship("C1")
    early, late = state_of(rich.game()), state_of(rich.countdown(stack=5).game())
    followed = [len(Lookahead(each, 0, SEED, depth).lines()) for each in (early, late)]
    assert followed == [2, 5]


def test_every_line_is_followed_over_the_same_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses: list[int] = []
    made = Following.__init__

    def noted(following: Following, seat: int, seed: int, *, to_win: bool) -> None:
        guesses.append(seed)
        made(following, seat, seed, to_win=to_win)

    def game(following: Following, _state: GameState, _turns: int) -> FollowedGame:
        following.positions = LONG_WAY
        return FollowedGame((), 1.0)

    monkeypatch.setattr(Following, "__init__", noted)
    monkeypatch.setattr(Following, "game", game)
    state = state_of(Game.new(GameOptions(2), 72))
    Lookahead(state, state.seat, SEED, replace(FEW, positions=6 * LONG_WAY)).turn()
    assert guesses == [*[SEED] * 4, *[SEED + 1] * 2]
    guesses.clear()
    Lookahead(state, state.seat, SEED, FEW).turn()
    assert guesses == [SEED] * 4


@pytest.mark.parametrize("turns", [1, long(10)])
def test_a_followed_game_ends_in_what_the_cities_score(turns: int) -> None:
    game = Game.new(GameOptions(1), 73)
    for seat in islice(questions(game, (0,), 73), 30, 30 + turns):
        following = Following(seat, SEED)
        followed = following.game(game.guess(SEED), 1000)
        assert followed.points is not None
        assert followed.points == int(followed.points)
        assert following.positions > len(followed.beliefs)


def test_the_end_of_a_game_is_worth_its_points() -> None:
    position = Position(players=2).of(1).passed().to_move(0).countdown(stack=5).tiles(path=2)
    game = position.game()
    game.submit(0, actions.Pass())
    state = state_of(game)
    assert Following(0, SEED).game(state, 1) == FollowedGame((), score_sheet(state, 0).total)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_to_win_is_to_lead_the_best_of_the_others(players: int) -> None:
    position = Position(players=players).of(1).passed().to_move(0).countdown(stack=5)
    state = state_of(position.of(1).tiles(path=2).of(players - 1).tiles(path=7).game()).copy()
    state.ended = events.EndReason.ALL_PASSED
    own, *others = (score_sheet(state, seat).total for seat in range(players))
    ahead = FollowedGame((), own - max(others))
    assert Following(0, SEED, to_win=True).game(state, 1) == ahead
    assert Following(0, SEED).game(state, 1) == FollowedGame((), own)


def test_to_win_the_others_are_followed_as_well_as_the_seat() -> None:
    guess = Game.new(GameOptions(2), 75).guess(SEED)
    seat = 1 - guess.seat
    idly, briskly = Following(seat, SEED), Following(seat, SEED, to_win=True)
    for following in (idly, briskly):
        following.reached(guess, guess.turn)
    assert idly.positions < briskly.positions


def test_following_stops_where_the_seat_ends_the_turn_that_was_named() -> None:
    game = Game.new(GameOptions(2), 74)
    for _ in islice(questions(game, (0, 1), 74), 6):
        pass
    seat = game.waiting.seat if game.waiting else 0
    now = Following(seat, SEED)
    later = Following(seat, SEED)
    turn = game.view().turn
    now.reached(game.guess(SEED), turn)
    later.reached(game.guess(SEED), turn + 4)
    assert 0 < now.positions < later.positions


def test_against_tom_only_the_difference_counts() -> None:
    state = state_of(Position(players=1).game()).copy()
    state.ended = events.EndReason.ALL_PASSED
    expected = score_sheet(state, 0).total - score_sheet(state, TOM).total
    assert Following(0, SEED).game(state, 1) == FollowedGame((), expected)


def test_a_game_is_followed_for_some_turns_and_from_the_countdown_on_to_its_end() -> None:
    guess = Game.new(GameOptions(2), 75).guess(SEED)
    following, turns, state = Following(0, SEED), 0, guess
    while state.countdown is None:
        state = following.reached(state, state.turn)
        turns += state.countdown is None
    few, all_turns = (Following(0, SEED).game(guess, most) for most in (turns - 1, turns + 1))
    assert (len(few.beliefs), few.points) == (turns - 1, None)
    assert len(all_turns.beliefs) == turns
    assert all_turns.beliefs[:-1] == few.beliefs
    assert all_turns.points is not None


def line_of(*games: FollowedGame) -> FollowedTurn:
    return FollowedTurn((actions.EndTurn(),), state_of(Game.new(GameOptions(2), 71)), list(games))


def believed(points: float, turns: int = TURNS_BELIEVED, end: float | None = None) -> FollowedGame:
    return FollowedGame((points,) * turns, end)


def test_while_nothing_ends_a_line_is_worth_what_is_believed_of_it() -> None:
    lines = [line_of(believed(50.0), believed(40.0)), line_of(believed(30.0))]
    assert worths_of(lines) == pytest.approx([45.0, 30.0])


def test_beliefs_are_corrected_by_what_came_of_others() -> None:
    ended = line_of(believed(50.0, 2, end=20.0), believed(40.0, 2, end=30.0))
    goes_on = line_of(believed(45.0))
    # The first line promised 20 points too much on average, and so does the second, it seems.
    assert worths_of([ended, goes_on]) == pytest.approx([25.0, 25.0])


def test_where_the_countdown_ran_by_then_the_end_stands_for_beliefs() -> None:
    ended = line_of(believed(0.0, 0, end=30.0))
    soon = line_of(believed(60.0, 1, end=40.0))
    assert worths_of([ended, soon]) == pytest.approx([30.0, 40.0])
