"""Whole turns of the substitute: legal, complete, repeatable and never a waste."""

from dataclasses import replace
from itertools import islice

import pytest

from engine import STANDARD_BOX, Game, GameOptions, IllegalAction, Reason, actions, ids
from engine.agents import choose, plan, play_turn
from engine.agents.care import BRISK, CAREFUL, IDLE, Care
from engine.agents.plan import Planner
from engine.flow import apply_legal
from engine.legality import legal
from engine.scoring import score_sheet
from engine.state import TOM, GameState
from tests.kit.games import questions
from tests.kit.marks import long
from tests.kit.position import Position, state_of

SEED = 3
ALL = 1000
"""More turns than a game has."""
MOST_POSITIONS = 5_000
"""What even a turn with everything in hand may look at: a second or so."""


def whole_turn(game: Game, seat: ids.Seat) -> list[object]:
    """Let the substitute play until another seat is asked or the turn is over."""
    answers: list[object] = []
    turn = game.view().turn
    while (asked := game.waiting) and asked.seat == seat and game.view().turn == turn:
        for answer in play_turn(game, seat, SEED):
            assert game.refusal(seat, answer) is None
            game.submit(seat, answer)
            answers.append(answer)
    return answers


@pytest.mark.parametrize("players", [1, 2, long(3), long(4)])
def test_a_turn_is_legal_and_ends(players: int) -> None:
    game = Game.new(GameOptions(players), 40 + players)
    for _ in range(3 * players):
        asked = game.waiting
        assert asked is not None
        assert isinstance(whole_turn(game, asked.seat)[-1], actions.EndTurn | actions.TomTakes)


@pytest.mark.parametrize("turns", [3, long(10)])
def test_equal_seeds_give_equal_turns(turns: int) -> None:
    game = Game.new(GameOptions(2), 50)
    for seat in islice(questions(game, (0, 1), 50), turns):
        whole = play_turn(game, seat, SEED)
        assert play_turn(Game.load(game.dump()), seat, SEED) == whole
        assert choose(game, seat, SEED) == whole[0]


def test_only_the_seat_that_is_asked_gets_an_answer() -> None:
    game = Position(players=2).tiles(path=1).game()
    with pytest.raises(IllegalAction) as refused:
        choose(game, 1, SEED)
    assert refused.value.refusal.key is Reason.NOT_YOUR_DECISION
    with pytest.raises(IllegalAction):
        play_turn(game, 1, SEED)


def test_nobody_answers_once_the_game_is_over() -> None:
    position = Position(players=2).of(1).passed().to_move(0).countdown(stack=5)
    game = position.game()
    game.submit(0, actions.Pass())
    assert game.result is not None
    with pytest.raises(IllegalAction) as refused:
        play_turn(game, 0, SEED)
    assert refused.value.refusal.key is Reason.GAME_OVER


def placements(state: GameState, seat: ids.Seat) -> list[GameState]:
    """Every position to which placing the next fate tile now can lead, with every set kept."""
    found = []
    for action in legal(state):
        if isinstance(action, actions.PlaceFate):
            after = apply_legal(state, seat, action)
            keeps = [keep for keep in legal(after) if isinstance(keep, actions.Keep)]
            found += [apply_legal(after, seat, keep) for keep in keeps] or [after]
    return found


@pytest.mark.parametrize(
    ("players", "seed", "turns", "enough"),
    [
        (2, 61, 6, 3),
        *(long(players, seed, ALL, 11) for players, seed in ((2, 61), (2, 62), (1, 63))),
    ],
)
def test_no_turn_ends_worse_than_by_placing_a_fate_tile(
    players: int, seed: int, turns: int, enough: int
) -> None:
    compared = 0
    game = Game.new(GameOptions(players), seed)
    for seat in islice(questions(game, (0,), seed), turns):
        state = state_of(game.fork(seed))
        if any(isinstance(action, actions.SendNeutral) for action in legal(state)):
            continue
        planner = Planner(state, seat, seed)
        placed = placements(state, seat)
        # Specialist 14 keeps one of many sets, of which only the likely ones are looked at.
        if placed and 14 not in state.players[seat].abilities:
            compared += 1
            assert planner.plan(state).worth >= max(map(planner.worth, placed))
    assert compared >= enough


@pytest.mark.parametrize("seed", [31, long(33)])
def test_whether_tom_plays_at_once_or_after_a_word_makes_no_turn_better(seed: int) -> None:
    """What a turn brings him that it hands over is not looked at behind *End turn* either."""
    handed = 0
    game = Game.new(GameOptions(1), seed)
    for seat in islice(questions(game, (0,), seed), 8):
        state = state_of(game.fork(seed))
        planner = Planner(state, seat, seed)
        toms = score_sheet(state, TOM).total
        for prospect in planner.all_plans(state):
            before = after = state
            for answer in prospect.answers:
                before, after = after, apply_legal(after, seat, answer)
            if after.turn == state.turn or after.revealed > before.revealed:
                continue
            handed += 1
            own = planner.worth(after) + score_sheet(after, TOM).total
            assert prospect.worth == pytest.approx(own - toms), prospect
    assert handed


def test_a_box_with_another_fate_area_is_played() -> None:
    grid = replace(
        STANDARD_BOX.fate_grid,
        rows=9,
        columns=11,
        start=((5, 5), (5, 6), (5, 7)),
        highlighted=frozenset({(4, 5), (6, 5)}),
        gold=frozenset({(1, 1)}),
        wild=frozenset({(9, 11)}),
    )
    game = Game.new(GameOptions(2), 70, replace(STANDARD_BOX, fate_grid=grid))
    for _ in range(4):
        asked = game.waiting
        assert asked is not None
        assert isinstance(whole_turn(game, asked.seat)[-1], actions.EndTurn)


def test_a_turn_looks_at_a_bounded_number_of_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0
    worth = Planner.worth

    def counted(planner: Planner, state: GameState) -> float:
        nonlocal looked_at
        looked_at += 1
        return worth(planner, state)

    monkeypatch.setattr(Planner, "worth", counted)
    play_turn(with_everything().game(), 0, SEED)
    assert looked_at < MOST_POSITIONS


def with_everything() -> Position:
    """A turn with all kinds of action tiles and resources in hand, and much to do."""
    position = Position(players=2, seed=4).tiles(**dict.fromkeys(ids.ActionType, 3))
    position.resources(**dict.fromkeys(ids.Resource, 3)).ship("C1").gnomes("S14")
    position.path("blue herb", "red fruit", "red root").portals(7, 6, 2, 1).lit(2, "R03")
    return position.task(1, "B05").task(6, "B18").guardian("pink").guardian("blue", "path 2")


@pytest.mark.parametrize("care", [CAREFUL, BRISK, IDLE])
def test_who_has_looked_at_very_much_makes_the_rest_of_a_plan_briskly(
    monkeypatch: pytest.MonkeyPatch, care: Care
) -> None:
    """With the specialists that allow most a careful plan takes ten times as much as a brisk one.

    Who plans briskly or idly from the beginning goes on so.
    """
    game = with_everything().game()
    spent = []
    for patience in (10**6, 200):
        monkeypatch.setattr(plan, "_POSITIONS_OF_PATIENCE", patience)
        planner = Planner(state_of(game), 0, SEED, care)
        first, *_ = planner.plan(state_of(game)).answers
        assert game.refusal(0, first) is None
        spent.append(planner.positions)
    fresh, tired = spent
    if care is CAREFUL:
        assert 200 < tired < fresh / 2
    else:
        assert tired == fresh
