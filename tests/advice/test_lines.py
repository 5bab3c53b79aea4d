"""Lines of play: each can be played, comes out of the public position, and brings what it says."""

import pickle
from dataclasses import replace
from functools import lru_cache
from itertools import islice

import pytest

from engine import Game, GameOptions, IllegalAction, actions, bag, ids
from engine.advice import ranked
from engine.advice.lines import (
    MOST_LINES,
    LineOfPlay,
    Verdict,
    compared,
    suggestion,
)
from engine.advice.outlook import (
    TURNS,
    Lighting,
    Outlook,
    Readiness,
    TaskAdvance,
    this_turn,
)
from engine.agents.following import Following
from engine.agents.lookahead import Followed, UnfinishedError
from engine.agents.players import HARD, hard
from engine.events import (
    BonfireLit,
    Event,
    ResourcesChanged,
    Source,
    TilesChanged,
)
from engine.view import SeatView
from tests.kit.games import questions
from tests.kit.marks import long
from tests.kit.position import Position, state_of

SEED = 7


@pytest.fixture(autouse=True)
def impatient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Follow games as far as an outlook looks at them, and few of them but in the long run."""
    monkeypatch.setattr("engine.agents.lookahead.TURNS_BELIEVED", TURNS + 1)
    if not {"long", "soak"} & set(request.keywords):
        for module in ("engine.advice.lines", "engine.agents.players"):
            monkeypatch.setattr(f"{module}.HARD", replace(HARD, positions=HARD.positions // 10))


@lru_cache(maxsize=2)
def asked(players: int, seed: int, most: int) -> list[tuple[Game, ids.Seat]]:
    """The first questions of a game that the substitute plays in all seats."""
    game = Game.new(GameOptions(players), seed)
    seats = range(max(players, 2))
    return [(game.copy(), seat) for seat in islice(questions(game, seats, seed), most)]


def positions(players: int, seed: int, every: int, most: int) -> list[tuple[Game, ids.Seat]]:
    """Some questions of a game."""
    return asked(players, seed, most)[::every]


GAMES = [
    (1, 4, 17, 36),
    (2, 5, 29, 60),
    *(long(players, 9, 7 * players, 999) for players in (1, 2, 3, 4)),
]
"""People, seed, every which question and how many of them of the games that are looked at."""


@pytest.mark.parametrize(("players", "seed", "every", "most"), GAMES)
def test_each_line_is_a_turn_that_brings_what_is_told_and_the_first_is_the_plan(
    players: int, seed: int, every: int, most: int
) -> None:
    several = 0
    for game, seat in positions(players, seed, every, most):
        found = suggestion(game, seat, SEED)
        assert 1 <= len(found.lines) <= MOST_LINES
        best = found.lines[0].answers
        assert best == hard(game, seat, SEED).answers or isinstance(best[0], actions.Ignite)
        assert [line.verdict is Verdict.FIRST for line in found.lines] == [
            number == 0 for number in range(len(found.lines))
        ]
        assert len({line.answers for line in found.lines}) == len(found.lines)
        assert found.positions > 0
        for line in found.lines:
            check_turn(game, seat, line.answers)
            assert 0 <= line.brings.turns <= TURNS
            assert line.points >= 0
            check_facts(game, seat, line)
            check_exchange(game, seat, line)
        several += len(found.lines) > 1
    assert several


def check_turn(game: Game, seat: ids.Seat, answers: tuple[actions.Action, ...]) -> None:
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
    over = isinstance(last, actions.EndTurn) or copy.view().turn != turn or copy.waiting is None
    assert over or copy.revealed > revealed


@pytest.mark.parametrize(
    ("players", "seed", "every", "most"),
    [(2, 5, 45, 60), *(long(players, 6, 45, 999) for players in (1, 2, 3, 4))],
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


def check_redealt(game: Game, seat: ids.Seat) -> None:
    """Two deals of what is hidden have equal lines, reasons and numbers of positions."""
    one, other = (game.fork(deal) for deal in (101, 102))
    assert len({twin.state_hash() for twin in (game, one, other)}) == 3
    assert suggestion(one, seat, SEED) == suggestion(other, seat, SEED)


def test_it_leaves_the_game_alone_and_knows_its_own_seed_only() -> None:
    game, seat = positions(2, 5, 4, 60)[1]
    before = game.state_hash(), game.move_count
    assert suggestion(game, seat, SEED) == suggestion(game, seat, SEED)
    assert (game.state_hash(), game.move_count) == before


def test_a_search_that_is_left_and_taken_up_again_finds_the_same() -> None:
    most = 0
    for game, seat in positions(2, 5, 29, 60):
        known, followed, found = ranked(game, seat, SEED), Followed(), None
        while found is None:
            try:
                found = suggestion(game, seat, SEED, known=known, followed=followed, at_once=1)
            except UnfinishedError as unfinished:
                followed = pickle.loads(pickle.dumps(unfinished)).followed
        assert found.lines == suggestion(game, seat, SEED).lines
        most = max(most, len(followed))
    assert most > 1


def test_who_is_not_asked_gets_no_lines() -> None:
    game = Game.new(GameOptions(2), 1)
    assert game.waiting is not None
    with pytest.raises(IllegalAction):
        suggestion(game, 1 - game.waiting.seat, SEED)


def check_facts(game: Game, seat: ids.Seat, line: LineOfPlay) -> None:
    """Follow a game from a line, everybody moving: the line must bring all that it promises."""
    replay = Replay(game, seat, line)
    told = line.brings
    assert told.turns <= replay.turns
    before = ready(replay.cities[0])
    for lighting in told.lit:
        assert 0 < replay.lit[lighting.task] <= lighting.turns
        assert lighting.task not in before
        assert sum(points for _, points in lighting.points) > 0
    for waiting in told.waits:
        assert waiting.task in before
        assert 0 < replay.lit[waiting.task] <= waiting.turns
    for readiness in told.ready:
        assert readiness.task not in before
        assert any(readiness.task in ready(city) for city in replay.cities[: readiness.turns + 2])
    for nearer in told.nearer:
        assert nearer.have < nearer.need
        assert replay.counts(replay.cities[-1])[nearer.task] >= nearer.have
        start = {**replay.counts(replay.cities[1]), **replay.counts(replay.cities[0])}
        assert start[nearer.task] < nearer.have


class Replay:
    """A line and what follows it in its first guess: the city before it and after own turns."""

    def __init__(self, game: Game, seat: ids.Seat, line: LineOfPlay) -> None:
        copy = Game(game.guess(SEED))
        self.cities = [copy.view().seats[seat]]
        turn = copy.view().turn
        self.lit: dict[str, int] = {}
        for answer in line.answers[:-1]:
            self.note(copy.submit(seat, answer), seat, 0)
        copy = Game(copy.guess(SEED))
        self.note(copy.submit(seat, line.answers[-1]), seat, 0)
        unfinished = copy.waiting is not None and copy.view().turn == turn
        rounds = Following(seat, SEED).game(state_of(copy), TURNS + unfinished).rounds
        if not unfinished:
            self.cities.append(copy.view().seats[seat])
        for number, answered in enumerate(rounds[: TURNS + unfinished], 1 - unfinished):
            for answer in answered:
                assert copy.waiting is not None
                self.note(copy.submit(copy.waiting.seat, answer), seat, number)
            self.cities.append(copy.view().seats[seat])
        self.turns = len(self.cities) - 2

    def note(self, events: tuple[Event, ...], seat: ids.Seat, turn: int) -> None:
        lit = (each for each in events if isinstance(each, BonfireLit) and each.seat == seat)
        for each in lit:
            self.lit.setdefault(each.task, turn)

    @staticmethod
    def counts(city: SeatView) -> dict[str, int]:
        tasks = (spot.task for spot in city.positions)
        return {each.task.id: each.have for each in tasks if each is not None}


def ready(city: SeatView) -> set[str]:
    tasks = (spot.task for spot in city.positions)
    return {each.task.id for each in tasks if each is not None and each.met and not each.lit}


def test_what_the_other_idea_brings_as_soon_is_not_told() -> None:
    points = ((ids.PointSource.BONFIRES, 2),)
    own = Outlook(
        3,
        (Lighting("B01", 2, points), Lighting("B02", 3, points)),
        (Readiness("R01", 1),),
        (Readiness("B03", 1), Readiness("B04", 2)),
        (TaskAdvance("Y01", 2, 3), TaskAdvance("Y02", 2, 4)),
    )
    other = Outlook(
        3,
        (Lighting("B01", 2, points), Lighting("B04", 2, points)),
        (),
        (Readiness("B02", 4), Readiness("B03", 2)),
        (TaskAdvance("Y01", 2, 3), TaskAdvance("Y02", 1, 4)),
    )
    assert own.without(other) == Outlook(
        3,
        (Lighting("B02", 3, points),),
        (Readiness("R01", 1),),
        (Readiness("B03", 1),),
        (TaskAdvance("Y02", 2, 4),),
    )
    assert own.without(Outlook()) == own


def test_a_bonfire_that_can_be_lit_is_among_the_ideas() -> None:
    hand = dict.fromkeys(ids.Resource, 2)
    game = Position(players=2).task(3, "B18").resources(**hand).game()
    found = suggestion(game, 0, SEED).lines
    assert any(actions.Ignite(3) in line.answers for line in found)


def test_fate_tiles_that_are_placed_are_taken_off() -> None:
    seen = 0
    for game, seat in positions(2, 5, 9, 60):
        for line in suggestion(game, seat, SEED).lines:
            told = dict(this_turn(game, seat, line.answers).points)
            sheets = [game.score_sheets()[seat]]
            copy = game.fork(SEED)
            revealed = copy.revealed
            for answer in line.answers:
                copy.submit(seat, answer)
                if copy.revealed > revealed:
                    break
                sheets.append(copy.score_sheets()[seat])
            before, after = (dict(sheet.points) for sheet in (sheets[0], sheets[-1]))
            more = {
                source: after[source] - before[source]
                for source in after
                if source is not ids.PointSource.LEFTOVERS and after[source] != before[source]
            }
            assert told == (more if sum(more.values()) > 0 else {})
            seen += any(points < 0 for points in more.values())
    assert seen


def test_two_turns_are_compared_by_what_only_one_of_them_brings() -> None:
    game, seat = positions(2, 5, 29, 60)[1]
    first, second, *_ = suggestion(game, seat, SEED).lines
    turns = (first.answers, second.answers)
    one, other = compared(game, seat, SEED, turns)
    assert (one.answers, other.answers) == turns
    assert one.brings.without(other.brings) == one.brings
    same, _ = compared(game, seat, SEED, (first.answers, first.answers))
    assert not same.brings.lit
    assert not same.brings.ready
    assert not same.brings.nearer


def check_exchange(game: Game, seat: ids.Seat, line: LineOfPlay) -> None:
    """Gains and price of the turn, as far as nothing face-down is needed to know them."""
    copy = game.fork(99)
    gained, paid = (
        [bag.ActionTiles.EMPTY, bag.Resources.EMPTY],
        [bag.ActionTiles.EMPTY, bag.Resources.EMPTY],
    )
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
    told = this_turn(game, seat, line.answers)
    assert gained == [told.gained.tiles, told.gained.resources]
    assert paid == [told.paid.tiles, told.paid.resources]
