"""Lines of play: each can be played, comes out of the public position, and brings what it says."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from operator import attrgetter

import pytest

from engine import Game, GameOptions, IllegalAction
from engine.actions import Action, EndTurn
from engine.advice.lines import (
    GUESSES,
    MOST_LINES,
    POSITIONS_FOR_LINES,
    TURNS,
    LineOfPlay,
    Suggestion,
    Verdict,
    suggestion,
)
from engine.advice.outlook import Outlook
from engine.agents import play_turn
from engine.bag import ActionTiles, Resources
from engine.events import (
    BonfireLit,
    Event,
    PortalPlaced,
    ResourcesChanged,
    Source,
    TilesChanged,
    TurnBegan,
)
from engine.ids import PointSource, Seat
from engine.state import TOM
from engine.view import SeatView
from tests.agents.games import questions
from tests.marks import long

SEED = 7


def positions(players: int, seed: int, every: int, most: int) -> Iterator[tuple[Game, Seat]]:
    """Some questions of a game that the substitute plays in all seats."""
    game = Game.new(GameOptions(players), seed)
    seats = range(max(players, 2))
    for number, seat in enumerate(islice(questions(game, seats, seed), most)):
        if number % every == 0:
            yield game, seat


@lru_cache(maxsize=2)
def suggestions(
    players: int, seed: int, every: int, most: int
) -> list[tuple[Game, Seat, Suggestion]]:
    """The lines at some questions of a game, each with its position."""
    return [
        (game.at(game.move_count), seat, suggestion(game, seat, SEED))
        for game, seat in positions(players, seed, every, most)
    ]


GAMES = [
    (1, 4, 13, 40),
    (2, 3, 17, 60),
    *(long(players, 9, 7 * players, 999) for players in (1, 2, 3, 4)),
]
"""People, seed, every which question and how many of them of the games that are looked at."""


@pytest.mark.parametrize(("players", "seed", "every", "most"), GAMES)
def test_each_line_is_a_turn_and_the_first_is_what_the_judgement_plans(
    players: int, seed: int, every: int, most: int
) -> None:
    several = 0
    for game, seat, found in suggestions(players, seed, every, most):
        assert 1 <= len(found.lines) <= MOST_LINES
        assert found.lines[0].answers[0] == play_turn(game, seat, SEED)[0]
        assert [line.verdict is Verdict.FIRST for line in found.lines] == [
            number == 0 for number in range(len(found.lines))
        ]
        assert len({line.answers for line in found.lines}) == len(found.lines)
        assert 0 < found.positions < 2 * POSITIONS_FOR_LINES
        for line in found.lines:
            check_turn(game, seat, line.answers)
            assert len(line.later) == GUESSES
            assert 0 <= line.brings.turns <= TURNS
        several += len(found.lines) > 1
    assert several


def check_turn(game: Game, seat: Seat, answers: tuple[Action, ...]) -> None:
    """They are legal up to the end of the turn, or to the first that reveals something."""
    copy = game.fork(SEED)
    revealed = copy.revealed
    turn = copy.view().turn
    *before, last = answers
    for answer in before:
        copy.submit(seat, answer)
        assert copy.view().turn == turn
        assert copy.revealed == revealed
    copy.submit(seat, last)
    over = isinstance(last, EndTurn) or copy.view().turn != turn or copy.waiting is None
    assert over or copy.revealed > revealed


@pytest.mark.parametrize(
    ("players", "seed", "every", "most"),
    [(1, 14, 16, 17), (2, 12, 25, 26), *(long(players, 6, 45, 999) for players in (1, 2, 3, 4))],
)
def test_dealing_hidden_pieces_anew_never_changes_a_line_or_its_reason(
    players: int, seed: int, every: int, most: int
) -> None:
    for game, seat in positions(players, seed, every, most):
        check_redealt(game, seat)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(160))
def test_ten_thousand_lines_do_not_depend_on_what_is_hidden(seed: int) -> None:
    for game, seat in positions(1 + seed % 4, seed, 1, 999):
        check_redealt(game, seat)


def check_redealt(game: Game, seat: Seat) -> None:
    """Three deals of what is hidden have equal lines, reasons and numbers of positions."""
    twins = [game.fork(deal) for deal in (101, 102, 103)]
    assert len({twin.state_hash() for twin in (game, *twins)}) == 1 + len(twins)
    first, *others = (suggestion(twin, seat, SEED) for twin in twins)
    assert all(other == first for other in others)


def test_it_leaves_the_game_alone_and_knows_its_own_seed_only() -> None:
    game, seat = list(positions(2, 31, 4, 5))[-1]
    before = game.state_hash(), game.move_count
    assert suggestion(game, seat, SEED) == suggestion(game, seat, SEED)
    assert (game.state_hash(), game.move_count) == before


def test_who_is_not_asked_gets_no_lines() -> None:
    game = Game.new(GameOptions(2), 1)
    assert game.waiting is not None
    with pytest.raises(IllegalAction):
        suggestion(game, 1 - game.waiting.seat, SEED)


@pytest.mark.parametrize(("players", "seed", "every", "most"), GAMES)
def test_each_fact_is_what_a_replay_of_the_line_shows(
    players: int, seed: int, every: int, most: int
) -> None:
    for game, seat, found in suggestions(players, seed, every, most):
        for line in found.lines:
            check_facts(game, seat, line)


def check_facts(game: Game, seat: Seat, line: LineOfPlay) -> None:
    """What a line brings, worked out from events and score sheets alone."""
    told = line.brings
    guesses = [Replay(game, seat, number, line) for number in range(GUESSES)]
    assert told.turns == min(guess.last for guess in guesses)
    assert told.portals == min(guess.portals for guess in guesses)
    points = {
        source: least
        for source in PointSource
        if (least := min(guess.sheet(-1)[source] - guess.sheet(0)[source] for guess in guesses)) > 0
        and source is not PointSource.LEFTOVERS
    }
    assert dict(told.points) == points
    check_lit(told, guesses)
    check_tasks(told, guesses, len(line.answers))
    check_exchange(game, seat, line)


class Replay:
    """A line played again in one guess: every position, and what happened in between."""

    def __init__(self, game: Game, seat: Seat, number: int, line: LineOfPlay) -> None:
        state = game.guess(SEED + number)
        for other, player in enumerate(state.players):
            player.passed |= other != seat and (other != TOM or not game.options.solo)
        copy = Game(state)
        self.cities = [copy.view().seats[seat]]
        self.events: list[tuple[Event, ...]] = []
        self.turns: list[int] = []
        turn = 0
        for answer in (*line.answers, *line.later[number]):
            self.turns.append(turn)
            self.events.append(copy.submit(seat, answer))
            self.cities.append(copy.view().seats[seat])
            turn += sum(
                isinstance(event, TurnBegan) and event.seat == seat for event in self.events[-1]
            )
        self.last = self.turns[-1]
        self.own = [[each for each in events if each.seat == seat] for events in self.events]
        self.portals = sum(isinstance(each, PortalPlaced) for events in self.own for each in events)

    def sheet(self, number: int) -> dict[PointSource, int]:
        return dict(self.cities[number].sheet.points)

    def lit(self, task: str) -> int | None:
        """The answer with which a task was lit."""
        return next(
            (
                number
                for number, events in enumerate(self.own)
                if any(isinstance(each, BonfireLit) and each.task == task for each in events)
            ),
            None,
        )

    def ready(self, task: str) -> int | None:
        """The own turn in which a task could be lit that could not be lit before."""
        if task in ready(self.cities[0]):
            return None
        cities = zip(self.turns, self.cities[1:], strict=True)
        return next((turn for turn, city in cities if task in ready(city)), None)


def ready(city: SeatView) -> set[str]:
    tasks = (spot.task for spot in city.positions)
    return {each.task.id for each in tasks if each is not None and each.met and not each.lit}


def check_lit(told: Outlook, guesses: list[Replay]) -> None:
    assert [each.turns for each in told.lit] == sorted(each.turns for each in told.lit)
    for lighting in told.lit:
        answers = [guess.lit(lighting.task) for guess in guesses]
        numbers = [number for number in answers if number is not None]
        assert len(numbers) == len(guesses)
        pairs = list(zip(guesses, numbers, strict=True))
        assert lighting.turns == max(guess.turns[number] for guess, number in pairs)
        for source, points in lighting.points:
            assert points == min(
                guess.sheet(number + 1)[source] - guess.sheet(number)[source]
                for guess, number in pairs
            )
    for spot in guesses[0].cities[-1].positions:
        if spot.task is not None and all(guess.lit(spot.task.task.id) for guess in guesses):
            assert spot.task.task.id in map(attrgetter("task"), told.lit)


def check_tasks(told: Outlook, guesses: list[Replay], answers: int) -> None:
    after = (spot.task for spot in guesses[0].cities[answers].positions)
    kept = {task.task.id for task in after if task is not None}
    assert {each.task for each in told.ready} | {each.task for each in told.nearer} <= kept
    for readiness in told.ready:
        turns = [guess.ready(readiness.task) for guess in guesses]
        assert readiness.turns == max(turn for turn in turns if turn is not None)
        assert None not in turns
    for nearer in told.nearer:
        ends = []
        for guess in guesses:
            (held,) = (
                spot.task
                for spot in guess.cities[-1].positions
                if spot.task is not None and spot.task.task.id == nearer.task
            )
            assert not held.lit
            ends.append((held.have, held.need))
        assert (nearer.have, nearer.need) == min(ends)


def check_exchange(game: Game, seat: Seat, line: LineOfPlay) -> None:
    """Gains and price of the turn, as far as nothing face-down is needed to know them."""
    copy = game.fork(99)
    gained, paid = [ActionTiles.EMPTY, Resources.EMPTY], [ActionTiles.EMPTY, Resources.EMPTY]
    for answer in line.answers:
        before = copy.revealed
        for event in copy.submit(seat, answer):
            if not isinstance(event, TilesChanged | ResourcesChanged) or event.seat != seat:
                continue
            kind = int(isinstance(event, ResourcesChanged))
            if event.source is Source.COST:
                paid[kind] += event.lost  # type: ignore[operator]
            if copy.revealed == before or event.source is Source.COST:
                gained[kind] += event.gained  # type: ignore[operator]
    assert gained == [line.brings.gained.tiles, line.brings.gained.resources]
    assert paid == [line.brings.paid.tiles, line.brings.paid.resources]
