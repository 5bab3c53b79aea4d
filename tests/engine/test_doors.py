"""Ill-typed values stay outside: they are refused at once, or become what the store would give."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy, deepcopy
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, Final, get_args

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from engine import Game, GameOptions, IllegalAction, Reason
from engine.actions import (
    Action,
    EndTurn,
    Keep,
    MoveGuardian,
    MoveShip,
    PayTiles,
    PlaceFate,
    ReceiveTask,
    TakeRewards,
    UseGreatBonfire,
)
from engine.agenda import CouncilChoice, ProcessionChoice, TaskSpaceChoice, TilePayment, TurnChoice
from engine.bag import ActionTiles, Resources
from engine.ids import ActionType, Direction, ElderCount, End, Guardian, Place, Reward, SeatColor
from engine.notation import format_action, parse_action
from engine.wire import CodecError
from tests.engine.every_action import actions
from tests.fuzz.hostile import VALUES
from tests.kit.games import asked
from tests.kit.marks import long
from tests.kit.position import Position, play

ILL: Final[tuple[Any, ...]] = (
    *VALUES,
    *(1.0, 2.0, True, b"path", ("path",), ("tile", "goods"), {1}, object(), Action, EndTurn),
    *(ActionTiles((1.0,) * 7), ActionTiles((True,) * 7), ActionTiles([0] * 7)),  # type: ignore[arg-type]
    *(Resources((10**5,) * 6), Resources.EMPTY, Place("path", 1.0), ("path", 1)),  # type: ignore[arg-type]
    *(Guardian.PINK, Reward.TILE, End.TOP, Direction.LEFT, ElderCount.PATHS, EndTurn()),
)
"""Values of which none is right everywhere, and most are nowhere."""
SEED: Final = 5


def played(players: int, answers: int) -> Game:
    """A game in its midst."""
    game, chance = Game.new(GameOptions(players), SEED), random.Random(players)
    while game.waiting is not None and game.move_count < answers:
        game.submit(game.waiting.seat, chance.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("duplicate", [copy, deepcopy, Game.copy])
def test_a_copy_and_its_original_are_played_apart(duplicate: Callable[[Game], Game]) -> None:
    game = played(2, 31)
    before, twin = game.dump(), duplicate(game)
    assert type(twin) is Game
    twin.submit(asked(twin), twin.legal_actions()[-1])
    assert game.dump() == before
    ahead = twin.dump()
    game.submit(asked(game), game.legal_actions()[0])
    game.submit(asked(game), game.legal_actions()[0])
    assert twin.dump() == ahead
    assert [one.move_count for one in (game, twin)] == [33, 32]


OPTIONS: Final[list[tuple[Any, str]]] = [
    (GameOptions(2.0), "options.players: expected a number"),  # type: ignore[arg-type]
    (GameOptions(players=True), "options.players: expected a number"),
    (GameOptions(2, beginner=1), "options.beginner: expected bool"),  # type: ignore[arg-type]
    (GameOptions(1, handicap=1.5), "options.handicap: expected a number"),  # type: ignore[arg-type]
    (GameOptions(2, colors=("red", "pink")), r"options.colors\[1\]: 'pink' is no SeatColor"),  # type: ignore[arg-type]
    (GameOptions(2, colors=7), "options.colors: unexpected int"),  # type: ignore[arg-type]
    (None, "options: unexpected NoneType"),
]


@pytest.mark.parametrize(("options", "fault"), OPTIONS)
def test_options_that_could_not_be_saved_are_refused_at_once(options: Any, fault: str) -> None:
    with pytest.raises(CodecError, match=fault):
        Game.new(options, SEED)


@pytest.mark.parametrize("number", [1.0, True, -1, "1", None, 1 << 128])
def test_a_seed_that_could_not_be_saved_is_refused_at_once(number: Any) -> None:
    game = Game.new(GameOptions(2), SEED)
    for ask in (
        lambda: Game.new(GameOptions(2), number),
        lambda: game.fork(number),
        lambda: game.guess(number),
        lambda: game.tryout(0, number),
    ):
        with pytest.raises(CodecError, match="seed: expected a number"):
            ask()


def test_the_name_of_a_color_becomes_the_color() -> None:
    game = Game.new(GameOptions(2, colors=["red"]), SEED)  # type: ignore[arg-type]
    assert game.options.colors == (SeatColor.RED,)
    assert type(game.options.colors[0]) is SeatColor
    assert Game.load(game.dump()).options == game.options


ANSWERS: Final[list[tuple[Any, str]]] = [
    (UseGreatBonfire(1.0), "action.space: expected a number"),  # type: ignore[arg-type]
    (UseGreatBonfire(space=True), "action.space: expected a number"),
    (ReceiveTask(1.0, "left"), "action.task: expected str"),  # type: ignore[arg-type]
    (PlaceFate("middle", "c4", Direction.UP), "action.end: 'middle' is no End"),  # type: ignore[arg-type]
    (MoveShip(None), "action.island: expected str"),  # type: ignore[arg-type]
    (MoveGuardian(Guardian.OWN, ("path", 1)), "action.place: unexpected tuple"),  # type: ignore[arg-type]
    (MoveGuardian(Guardian.OWN, Place("path", 1.0)), "action.place.position: expected a number"),  # type: ignore[arg-type]
    (Keep(ActionTiles((0.5,) * 7)), r"action.tiles.counts\[0\]: expected a number"),  # type: ignore[arg-type]
    (PayTiles(Resources.EMPTY), "action.tiles: unexpected Resources"),  # type: ignore[arg-type]
    (TakeRewards(("tile", "all"), None), r"action.rewards\[1\]: 'all' is no Reward"),  # type: ignore[arg-type]
    (EndTurn, "action: unexpected type"),
    ("end", "action: unexpected str"),
]


@pytest.mark.parametrize(("answer", "fault"), ANSWERS)
def test_an_answer_that_could_not_be_saved_is_refused_at_once(answer: Any, fault: str) -> None:
    game = played(2, 31)
    before = game.dump()
    for ask in (game.submit, game.refusal, game.supposed_refusal, game.paid_for_nothing):
        with pytest.raises(CodecError, match=fault):
            ask(asked(game), answer)
    assert game.dump() == before


def test_an_answer_in_plain_words_is_kept_as_it_would_be_read() -> None:
    game = Game.new(GameOptions(2), SEED)
    plain: Any = parse_action(format_action(game.legal_actions()[0]))
    plain = replace(plain, direction=str(plain.direction))
    game.submit(asked(game), plain)
    assert type(game.moves[0].action.direction) is Direction  # type: ignore[union-attr]
    assert Game.load(game.dump()).moves == game.moves


def test_a_member_in_place_of_a_text_is_kept_as_text() -> None:
    game = Game.new(GameOptions(2), SEED)
    first: Any = game.legal_actions()[0]
    member: Any = next(iter(StrEnum("Tile", [("FIRST", first.tile)])))
    game.submit(asked(game), replace(first, tile=member))
    assert type(game.moves[0].action.tile) is str  # type: ignore[union-attr]
    assert Game.load(game.dump()).moves == game.moves


SEATS: Final[tuple[Any, ...]] = (-1, 2, 9, True, 1.0, "1", None, [])
ABOUT_SEATS: Final[tuple[Callable[[Game, Any], object], ...]] = (
    lambda game, seat: game.submit(seat, EndTurn()),
    lambda game, seat: game.refusal(seat, EndTurn()),
    lambda game, seat: game.supposed_refusal(seat, EndTurn()),
    lambda game, seat: game.paid_for_nothing(seat, EndTurn()),
    lambda game, seat: game.seat_view(seat),
    lambda game, seat: game.progress(seat, "B01"),
    lambda game, seat: game.elder_points(seat, ElderCount.PATHS),
    lambda game, seat: game.undo_refusal(seat),
    lambda game, seat: game.undo(seat),
    lambda game, seat: game.tryout(seat, SEED),
)


@pytest.mark.parametrize("ask", ABOUT_SEATS)
@pytest.mark.parametrize("seat", SEATS, ids=repr)
def test_no_question_is_answered_about_a_seat_that_is_not_there(
    ask: Callable[[Game, Any], object], seat: Any
) -> None:
    game = played(2, 31)
    game.view()
    before = game.dump()
    with pytest.raises(CodecError, match="seat: expected a number from 0 to 1"):
        ask(game, seat)
    assert game.dump() == before


ABOUT_PIECES: Final[tuple[tuple[Callable[[Game, Any], object], str], ...]] = (
    (lambda game, name: game.progress(0, name), "task: "),
    (lambda game, name: game.supposed_refusal(0, EndTurn(), island=name), "island: "),
    (lambda game, name: game.elder_points(0, name), "counts: "),
)


@pytest.mark.parametrize(("ask", "place"), ABOUT_PIECES)
@pytest.mark.parametrize("name", ["ZZ", "", 1, 2.5, ["B01"]], ids=repr)
def test_no_question_is_answered_about_a_piece_that_is_not_there(
    ask: Callable[[Game, Any], object], place: str, name: Any
) -> None:
    with pytest.raises(CodecError, match=f"^{place}"):
        ask(played(2, 31), name)


@pytest.mark.parametrize(
    "question",
    [
        TilePayment(ActionType.PATH, 1.0),  # type: ignore[arg-type]
        TaskSpaceChoice(7),  # type: ignore[arg-type]
        ProcessionChoice(1, ("nobody",), gains=True, must_move=False),  # type: ignore[arg-type]
        CouncilChoice("dance"),
        TurnChoice,
        "turn",
        0,
    ],
)
def test_no_other_question_is_supposed_than_the_game_has(question: Any) -> None:
    game = played(2, 31)
    with pytest.raises(ValueError, match="asked"):
        game.supposed_refusal(asked(game), EndTurn(), asked=question)


@pytest.mark.parametrize("count", [-1, 32, True, 1.0, "1", None], ids=repr)
def test_no_position_is_told_that_the_game_never_had(count: Any) -> None:
    with pytest.raises(ValueError, match="there is no position"):
        played(2, 31).at(count)


def test_the_price_of_what_is_refused_is_not_told() -> None:
    game = Position().tiles(path=1).game()
    with pytest.raises(IllegalAction) as caught:
        game.payments(ReceiveTask("B99", "left"))  # type: ignore[arg-type]
    assert caught.value.refusal.key is Reason.SHIP_NOT_AT_SEA
    with pytest.raises(CodecError, match="action: unexpected EndTurn"):
        game.payments(EndTurn())  # type: ignore[arg-type]
    play(game, "path 1")
    with pytest.raises(IllegalAction):
        game.paid_for_nothing(0, PayTiles(ActionTiles.EMPTY))


def spoilt(action: Action, chance: random.Random) -> Iterator[Any]:
    """The action with one ill value in each of its places."""
    for each in fields(action):
        yield replace(action, **{each.name: chance.choice(ILL)})


@pytest.mark.parametrize("examples", [60, long(2_000)])
def test_an_ill_answer_changes_nothing_or_can_be_saved(examples: int) -> None:
    games = [played(players, answers) for players in (1, 2, 3) for answers in (0, 20, 60, 90)]

    @seed(SEED)
    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.sampled_from(games), actions(), st.randoms(use_true_random=False))
    def answered(game: Game, action: Action, chance: random.Random) -> None:
        listed = game.legal_actions()
        legal = chance.choice(listed) if listed else action
        for answer in (*spoilt(action, chance), *spoilt(legal, chance), chance.choice(ILL)):
            give(game, chance.choice((0, 0, 1, *SEATS)), answer)

    answered()


def give(game: Game, seat: Any, answer: Any) -> None:
    """Give an answer to a copy: it is refused and nothing changes, or the game can be saved."""
    twin = game.copy()
    try:
        twin.submit(seat, answer)
    except (IllegalAction, ValueError):
        assert twin.state_hash() == game.state_hash()
        assert twin.moves == game.moves
    else:
        again = Game.load(twin.dump())
        assert again.restored_at is None
        assert again.dump() == twin.dump()
        assert again.moves == twin.moves


METHODS: Final[dict[str, int]] = {
    "refusal": 2,
    "supposed_refusal": 2,
    "submit": 2,
    "payments": 1,
    "seat_view": 1,
    "progress": 2,
    "elder_points": 2,
    "undo_refusal": 1,
    "undo": 1,
    "at": 1,
    "guess": 1,
    "fork": 1,
    "tryout": 2,
    "paid_for_nothing": 2,
}
"""The methods that are asked with something, and how many values that takes."""


def test_all_methods_that_take_a_value_are_tried() -> None:
    taking = {
        name
        for name, method in vars(Game).items()
        if not name.startswith("_") and callable(method) and method.__code__.co_argcount > 1
    }
    assert taking == METHODS.keys()


@pytest.mark.parametrize("method", METHODS)
def test_a_method_that_is_asked_with_an_ill_value_raises_valueerror_alone(method: str) -> None:
    chance = random.Random(method)
    for game in (played(1, 40), played(2, 0), played(3, 70), played(2, 10_000)):
        for _ in range(30):
            values = [chance.choice((0, 1, "B01", EndTurn(), *ILL)) for _ in range(METHODS[method])]
            twin = game.copy()
            with suppress(IllegalAction, ValueError):
                getattr(twin, method)(*values)
            if twin.moves == game.moves:
                assert twin.state_hash() == game.state_hash(), values
            else:
                assert Game.load(twin.dump()).dump() == twin.dump(), values


def test_every_action_has_a_door() -> None:
    game = played(2, 31)
    for kind in get_args(Action):
        spoiled = kind(*[0.5 for _ in fields(kind)])
        if fields(kind):
            with pytest.raises(CodecError, match="action"):
                game.refusal(0, spoiled)
        else:
            game.refusal(0, spoiled)
