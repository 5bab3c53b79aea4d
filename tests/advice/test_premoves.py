"""Premoves: played as they were planned or not at all, and never by what lies face down."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from engine import Game, GameOptions, ids
from engine.actions import Action
from engine.advice import ADVICE_SEED
from engine.advice.premoves import (
    BESIDE_THE_TURN,
    Misfit,
    MisfitReason,
    Premove,
    misfit,
    premoves,
)
from engine.agents.substitute import play_turn
from engine.notation import parse_line
from tests.kit.marks import long
from tests.kit.wizard_player import rich


def planned(game: Game, seat: ids.Seat) -> tuple[Action, ...]:
    """The next turn of a seat that waits, as the substitute would play it if nothing happened."""
    copy = game.tryout(seat, ADVICE_SEED)
    turn, actions = copy.view().turn, list[Action]()
    while copy.waiting is not None and copy.view().turn == turn:
        for action in play_turn(copy, seat, ADVICE_SEED):
            copy.submit(seat, action)
            actions.append(action)
    return tuple(actions)


def premove(game: Game, seat: ids.Seat, text: str) -> Premove:
    """One turn planned by hand."""
    turns = premoves(game, seat, parse_line(text))
    assert isinstance(turns, tuple), turns
    (turn,) = turns
    return turn


def asked(game: Game) -> ids.Seat | None:
    """Whose answer is awaited."""
    return None if game.waiting is None else game.waiting.seat


def looks(players: int, seed: int) -> Iterator[tuple[Game, ids.Seat, Premove, bool]]:
    """Plays a game in which everybody plans each next turn as soon as their own is over.

    Comes back with each position in which one is due, and whether it still fits there.
    """
    game = Game.new(GameOptions(players), seed)
    waiting: dict[ids.Seat, Premove] = {}
    while (seat := asked(game)) is not None:
        turn = waiting.pop(seat, None)
        number = game.view().turn
        if turn is not None:
            fits = misfit(game, seat, turn) is None
            yield game, seat, turn, fits
            for action in turn.actions if fits else ():
                game.submit(seat, action)
        while asked(game) is not None and game.view().turn == number:
            for action in play_turn(game, seat, ADVICE_SEED):
                game.submit(seat, action)
        if asked(game) not in {None, seat}:
            turns = premoves(game, seat, planned(game, seat))
            if isinstance(turns, tuple):
                (waiting[seat],) = turns


def same_as_planned(before: Game, seat: ids.Seat, turn: Premove) -> bool:
    """Say whether a turn costs and brings in the game itself what was planned."""
    game = before.copy()
    events = [event for action in turn.actions for event in game.submit(seat, action)]
    facts = (each for each in events if each.seat == seat)
    told = tuple(repr(fact) for fact in facts if not isinstance(fact, BESIDE_THE_TURN))
    over = game.waiting is None or game.view().turn != before.view().turn
    return over and told == turn.outcome.facts


def check(players: int, seeds: range, share: float, most: int | None = None) -> None:
    """Turns that fit are played as planned, whatever lies face down: at least `share` of all."""
    due = carried = 0
    for seed in seeds:
        dice = random.Random(seed)
        for game, seat, turn, fits in islice(looks(players, seed), most):
            due, carried = due + 1, carried + fits
            again = misfit(game.fork(dice.randrange(2**32)), seat, turn)
            assert (again is None) == fits, seed
            if fits:
                assert same_as_planned(game, seat, turn), seed
    assert carried >= share * due, f"{carried} of {due} premoves were carried out"


@pytest.mark.parametrize("players", [2, *map(long, (3, 4))])
def test_a_premove_is_played_as_planned_whatever_lies_face_down(players: int) -> None:
    check(players, range(3, 4), 0.4, most=12)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_carry_turns_out_as_they_were_planned(players: int) -> None:
    check(players, range(2), 0.5)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "share"), [(2, 0.75), (4, 0.65)])
def test_most_premoves_are_carried_out(players: int, share: float) -> None:
    check(players, range(80), share)


def test_what_is_planned_says_what_it_costs() -> None:
    turn = premove(rich().game(), 0, "path 1; pay 1 path; end")
    assert turn.outcome.paid.tiles.total == 1


def test_a_piece_that_is_gone_or_another_one_there_does_not_fit() -> None:
    start = rich().display("blue fruit", "blue herb")
    turn = premove(start.game(), 0, "path 1; pay 1 path; end")
    assert misfit(start.game(), 0, turn) is None
    gone = misfit(rich().display().game(), 0, turn)
    assert gone is not None
    assert (gone.why, gone.at) == (MisfitReason.ANSWER, 0)
    other = misfit(rich().display("red fruit", "blue herb").game(), 0, turn)
    assert other is not None
    assert (other.why, other.at) == (MisfitReason.GAIN, 0)


@pytest.mark.parametrize("text", ["path pile; pay 2 path; end", "refresh; end"])
def test_nothing_is_planned_past_what_lies_face_down(text: str) -> None:
    game = rich().display(*["blue herb"] * 2, *["blue fruit"] * 2).game()
    found = premoves(game, 0, parse_line(text))
    assert isinstance(found, Misfit)
    assert found.why in {MisfitReason.HIDDEN, MisfitReason.ANSWER}


def test_a_turn_that_is_not_over_is_not_planned() -> None:
    game = rich().game()
    found = premoves(game, 0, parse_line("path 1; pay 1 path"))
    assert found == Misfit(MisfitReason.LENGTH, 0)
    assert premoves(game, 0, ()) == Misfit(MisfitReason.LENGTH, 0)
