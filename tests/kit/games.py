"""Games for tests: by random answers, by the substitute, and with points thrown away."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from engine import Game, GameOptions
from engine.actions import Discard, EndTurn, Ignite, Pass, PlaceFate
from engine.agents import play_turn
from engine.agents.players import PLAYERS
from engine.ids import Seat
from engine.review import luck_by_turn
from engine.rng import stream
from tests.kit.position import Position

SEED = 3


def play(game: Game, seed: int, moves: int = 10_000) -> Game:
    """Give up to so many random answers; the same seed gives the same ones."""
    rng = stream(seed, "answers", 0)
    while moves and (asked := game.waiting) is not None:
        answers = game.legal_actions()
        game.submit(asked.seat, answers[rng.below(len(answers))])
        moves -= 1
    return game


def play_busily(game: Game, seed: int, moves: int = 10_000) -> Game:
    """Play on; take fate tiles, discards and ends of turns only where nothing else is left."""
    rng = stream(seed, "answers", 0)
    while moves and (asked := game.waiting) is not None:
        answers = game.legal_actions()
        busy = [one for one in answers if not isinstance(one, PlaceFate | Discard | EndTurn)]
        chosen = busy or answers
        game.submit(asked.seat, chosen[rng.below(len(chosen))])
        moves -= 1
    return game


def random_game(players: int, seed: int, moves: int = 10_000) -> Game:
    """A random game after so many answers, or to its end."""
    return play(Game.new(GameOptions(players), seed), seed, moves)


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a seat at the end."""

    points: int
    bonfires: int
    won: bool


def questions(game: Game, substitutes: Collection[Seat], seed: int) -> Iterator[Seat]:
    """Play a game on and stop before every turn, or rest of a turn, of a substitute.

    The other seats answer at random.
    """
    rng = stream(seed, "answers", 0)
    while (asked := game.waiting) is not None:
        if asked.seat in substitutes:
            yield asked.seat
            for answer in play_turn(game, asked.seat, seed):
                game.submit(asked.seat, answer)
        else:
            answers = game.legal_actions()
            game.submit(asked.seat, answers[rng.below(len(answers))])


def final_standings(players: int, substitutes: Collection[Seat], seed: int) -> list[Standing]:
    """Play a whole game; the standing of every city."""
    game = Game.new(GameOptions(players), seed)
    for _ in questions(game, substitutes, seed):
        pass
    result, view = game.result, game.view()
    assert result is not None
    return [
        Standing(each.sheet.total, each.bonfires, each.seat in result.winners)
        for each in view.seats
    ]


def luck_of(game: Game, seed: int) -> tuple[float, ...]:
    """Return the luck of each seat over all turns; `seed` is for the other deals."""
    by_turn = luck_by_turn(game, seed)
    return tuple(sum(turn[seat] for turn in by_turn) for seat in range(game.options.seats))


def thrown_away() -> Game:
    """Seat 0 could light a bonfire in its last turn but one, and passes instead."""
    position = Position(players=2).row().task(5, "Y08").countdown(stack=2)
    game = position.gnomes("EL1", "EL2", "EL3").game()
    assert any(isinstance(each, Ignite) for each in game.legal_actions())
    game.submit(0, Pass())
    while (asked := game.waiting) is not None:
        for answer in PLAYERS["medium"](game, asked.seat, SEED).answers:
            game.submit(asked.seat, answer)
    return game


def at_turn(players: int, seed: int, turn: int) -> tuple[Game, Seat]:
    """A game that the substitute plays, before its so many-th question."""
    game = Game.new(GameOptions(players), seed)
    seat = next(islice(questions(game, range(max(2, players)), seed), turn, None))
    return game, seat


def asked(game: Game) -> int:
    assert game.waiting is not None
    return game.waiting.seat
