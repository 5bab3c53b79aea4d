"""The games of an arena: their seats, and their outcomes."""

import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Final, Self

from bot.cli.simulate import game_seed
from engine import Game, GameOptions
from engine.agents.players import PLAYERS, Agent
from engine.rng import stream

TOM_PLAYER: Final = "tom"
"""The name under which the automatic opponent of solo games is asked for."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two players, how many seats there are, and the seed from which every deal follows.

    With `second` Tom, the first plays solo games, one a deal; else each deal is played twice, with
    the two in turns around the table and the seats exchanged the second time.
    """

    first: str
    second: str
    players: int
    seed: int

    @property
    def against_tom(self) -> bool:
        """Say whether these are solo games."""
        return self.second == TOM_PLAYER

    def games(self, deals: int) -> list["Pairing"]:
        """The games of so many deals in their order."""
        times = (False,) if self.against_tom else (False, True)
        return [Pairing(self, deal, turned) for deal in range(deals) for turned in times]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: the deal by its number, and whether the seats are exchanged."""

    match: Match
    deal: int
    turned: bool

    @property
    def seed(self) -> int:
        """The seed of its deal."""
        return game_seed(self.match.seed, self.deal)

    @property
    def seats(self) -> tuple[str, ...]:
        """The players by seat."""
        two = (self.match.first, self.match.second)
        return tuple(two[(seat + self.turned) % 2] for seat in range(max(2, self.match.players)))


@dataclass(frozen=True, slots=True)
class Thinking:
    """The positions judged for the plans of one turn, and the seconds."""

    positions: int = 0
    seconds: float = 0.0

    def __add__(self, other: Self) -> "Thinking":
        return Thinking(self.positions + other.positions, self.seconds + other.seconds)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the player of each seat, the points by source, and the winners.

    `thinking` has one entry a turn of the first player of the match; `turns` counts all turns.
    """

    deal: int
    turned: bool
    seats: tuple[str, ...]
    points: tuple[dict[str, int], ...]
    winners: tuple[int, ...]
    turns: int
    thinking: tuple[Thinking, ...]

    def totals(self, player: str) -> list[int]:
        """The points of each seat of a player."""
        return [
            sum(sources.values())
            for name, sources in zip(self.seats, self.points, strict=True)
            if name == player
        ]

    def share(self, player: str) -> float:
        """Return the share of its meetings with the other that a player has won, from 0 to 1.

        Each seat of the one meets each of the other: who wins the game beats everybody, a shared
        win and equal points without a win count half.
        """
        ranks = [(seat in self.winners, sum(self.points[seat].values())) for seat in self._all]
        meetings = [
            (one, other) if self.seats[one] == player else (other, one)
            for one, other in combinations(self._all, 2)
            if self.seats[one] != self.seats[other]
        ]
        won = sum(
            (ranks[one] > ranks[other]) + 0.5 * (ranks[one] == ranks[other])
            for one, other in meetings
        )
        return won / len(meetings)

    @property
    def _all(self) -> range:
        return range(len(self.seats))

    def dump(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return asdict(self)

    @classmethod
    def load(cls, values: dict[str, Any]) -> Self:
        """Read what `dump` gave. Raises KeyError or TypeError for anything else."""
        return cls(
            deal=int(values["deal"]),
            turned=bool(values["turned"]),
            seats=tuple(values["seats"]),
            points=tuple(dict(sources) for sources in values["points"]),
            winners=tuple(values["winners"]),
            turns=int(values["turns"]),
            thinking=tuple(Thinking(**each) for each in values["thinking"]),
        )


def play(pairing: Pairing, players: Mapping[str, Agent] = PLAYERS) -> Outcome:
    """Play a game to its end; equal pairings give equal games on every machine."""
    match = pairing.match
    seed = pairing.seed
    game = Game.new(GameOptions(match.players), seed)
    thinking: defaultdict[int, Thinking] = defaultdict(Thinking)
    while (asked := game.waiting) is not None:
        name = pairing.seats[asked.seat]
        # What a player guesses at hidden pieces has nothing to do with the deal.
        guess = stream(seed, "thoughts", game.move_count).below(2**32)
        began = time.perf_counter()
        turn = players[name](game, asked.seat, guess)
        seconds = time.perf_counter() - began
        for answer in turn.answers:
            game.submit(asked.seat, answer)
        if name == match.first:
            thinking[game.moves[-1].turn] += Thinking(turn.positions, seconds)
    assert game.result is not None
    return Outcome(
        pairing.deal,
        pairing.turned,
        pairing.seats,
        tuple(
            {str(source): points for source, points in sheet.points if points}
            for sheet in game.score_sheets()
        ),
        game.result.winners,
        game.view().turn,
        tuple(thinking.values()),
    )
