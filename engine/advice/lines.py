"""Ideas for a turn, as *hard* looks ahead: each followed over guesses at what is hidden.

The look-ahead chooses and orders them. The facts of an idea are those that its followed games
share, with all seats moving, without those that the idea beside it brings as well. They depend on
nothing but the public position.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from statistics import fmean, pstdev
from typing import Final

from engine import actions, agenda, ids
from engine.advice.judgement import Ranking
from engine.advice.outlook import TURNS, Outlook, course, outlook
from engine.agents.following import Following
from engine.agents.lookahead import Followed, FollowedTurn, Lookahead, worths_by_guess
from engine.agents.players import HARD
from engine.agents.substitute import guessed
from engine.game import Game
from engine.legality import question

MOST_LINES: Final = 3
_TOLD: Final = 3
"""The most followed games of an idea that must agree on a fact."""
_ABOUT_AS_GOOD: Final = 1.0
"""Points by which two lines must differ at least to tell them apart."""

_ONE_OF_A_KIND: Final = (
    actions.ChooseStart,
    actions.PlaceFate,
    actions.TakePath,
    actions.SearchPath,
    actions.MakeProcession,
    actions.PayTiles,
    actions.PayResources,
)
"""Answers that are the same line whichever of them is given: the preview lets them be changed."""
_ON_AN_ISLAND: Final = (actions.ReceiveTask, actions.RetrieveGuardian)


class Verdict(StrEnum):
    """The comparison of a line with the first one."""

    FIRST = "first"
    SAME = "same"
    """The guesses cannot tell them apart."""
    WEAKER = "weaker"


@dataclass(frozen=True, slots=True)
class LineOfPlay:
    """A turn to its end or to a reveal, and what comes of it that does not come of the next idea.

    `points` are those by which it leads to less than the first line; of the first line, by which it
    leads to more than the second.
    """

    answers: tuple[actions.Action, ...]
    verdict: Verdict
    points: int
    brings: Outlook


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Lines of play, the best first, and how many positions were judged to find them."""

    lines: tuple[LineOfPlay, ...]
    positions: int


def suggestion(  # noqa: PLR0913 - whose turn it is, and how far its search has come
    game: Game,
    seat: ids.Seat,
    seed: int,
    *,
    known: Ranking | None = None,
    followed: Followed | None = None,
    at_once: float = inf,
) -> Suggestion:
    """Up to three lines of play for the seat that is asked, the best first; at least one.

    Equal public positions and seeds (0 to 2**127) give equal lines. `known` is the ranking of the
    position by the same seed. A search goes on from the games that it has `followed`; after
    `at_once` new positions it stops, and raises UnfinishedError. Raises IllegalAction when
    the game is over or another seat is asked.
    """
    state = guessed(game, seat, seed)
    search = Lookahead(state, seat, seed, HARD)
    search.followed, search.at_once = followed or {}, at_once
    # Of other questions a search considers fewer answers than a list shows.
    if known is not None and isinstance(question(state), agenda.TurnChoice | agenda.AfterTurn):
        search.plans, search.positions = known
    first, *others = search.ranked()
    if not first.games:
        search.follow(first)
    if not any(map(_lights, (first, *others))) and (light := _lighting(search)):
        search.follow(light)
        # Before the countdown one game tells too little to go against the look-ahead.
        if game.view().countdown is not None and fmean(_behind([first, light])[1]) < 0:
            first, light = light, first
        others.append(light)
    ways = [first, *others]
    behind = dict(zip(map(id, ways), _behind(ways), strict=True))
    others.sort(key=lambda line: fmean(behind[id(line)]))
    chosen = _chosen([first, *others])
    points = [_points(behind[id(line)]) for line in chosen]
    brings = [_outlook(game, seat, seed, line) for line in chosen]
    return Suggestion(tuple(_told(chosen, points, brings)), search.positions)


def _told(
    chosen: Sequence[FollowedTurn], points: Sequence[int], brings: Sequence[Outlook]
) -> Iterator[LineOfPlay]:
    """Yield each line beside the first, and the first beside the second."""
    lead = max(points[1:2], default=0)
    first, *others = chosen
    alone = brings[0].without(brings[1] if others else Outlook())
    yield LineOfPlay(first.answers, Verdict.FIRST, lead, alone)
    for line, less, own in zip(others, points[1:], brings[1:], strict=True):
        verdict = Verdict.WEAKER if less else Verdict.SAME
        yield LineOfPlay(line.answers, verdict, less, own.without(brings[0]))


def compared(
    game: Game, seat: ids.Seat, seed: int, turns: Sequence[Sequence[actions.Action]]
) -> tuple[LineOfPlay, ...]:
    """Two turns that have been chosen, each with what comes of it and not of the other.

    Raises IllegalAction for answers that do not fit the game.
    """
    outlooks = []
    for answers in turns:
        before = game.fork(seed)
        for answer in answers[:-1]:
            before.submit(seat, answer)
        line = FollowedTurn(tuple(answers), before.guess(seed))
        for guess in range(seed, seed + _TOLD):
            line.games.append(Following(seat, guess).game(line.after(guess, seat), 1 + TURNS))
        outlooks.append(_outlook(game, seat, seed, line))
    return tuple(
        LineOfPlay(tuple(answers), Verdict.FIRST, 0, brings.without(other))
        for answers, brings, other in zip(turns, outlooks, reversed(outlooks), strict=True)
    )


def _lighting(search: Lookahead) -> FollowedTurn | None:
    """The best turn that lights a bonfire at once, if there is one as seemly as the best turn."""
    best = search.plans[0]
    light = (
        plan
        for plan in search.plans
        if plan.seemly == best.seemly and isinstance(plan.answers[0], actions.Ignite)
    )
    return next((search.completed(plan.answers) for plan in light), None)


def _lights(line: FollowedTurn) -> bool:
    return any(isinstance(answer, actions.Ignite) for answer in line.answers)


def _behind(followed: Sequence[FollowedTurn]) -> list[list[float]]:
    """The points by which each line stays behind the first, guess by guess."""
    first, *others = worths_by_guess(followed)
    pairs = ((zip(first, worths, strict=False)) for worths in (first, *others))
    return [[one - other for one, other in each] for each in pairs]


def _points(behind: Sequence[float]) -> int:
    """Points behind the first line in the mean, 0 where the guesses cannot tell them apart."""
    mean = fmean(behind)
    return 0 if mean < max(_ABOUT_AS_GOOD, pstdev(behind)) else round(mean)


def _chosen(followed: Iterable[FollowedTurn]) -> list[FollowedTurn]:
    """The best line for each thing to do, and with it a bonfire that can be lit at once."""
    found: dict[object, FollowedTurn] = {}
    for line in followed:
        found.setdefault(_aim(line.answers), line)
    best = list(found.values())
    light = next(filter(_lights, best[MOST_LINES:]), None)
    if light is None or any(map(_lights, best[:MOST_LINES])):
        return best[:MOST_LINES]
    return [*best[: MOST_LINES - 1], light]


def _outlook(game: Game, seat: ids.Seat, seed: int, line: FollowedTurn) -> Outlook:
    """Return the facts that the games of a line share."""
    return outlook(
        [
            course(game, seat, (seed, seed + guess), line.answers, one.rounds)
            for guess, one in enumerate(line.games[:_TOLD])
        ]
    )


def _aim(answers: Sequence[actions.Action]) -> object:
    """Return the purpose of a plan; with a voyage, what is done on the island."""
    first = answers[0]
    match first:
        case actions.MoveShip(island):
            there = next((each for each in answers if isinstance(each, _ON_AN_ISLAND)), None)
            return island, None if there is None else _aim((there,))
        case actions.ReceiveTask(task):
            return task
        case actions.RecruitGnome(gnome):
            return gnome
        case _:
            return type(first) if isinstance(first, _ONE_OF_A_KIND) else first
