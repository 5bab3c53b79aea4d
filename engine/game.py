"""The door of the engine: one game, its answers so far, and what may be done with it."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from typing import Any, Self

from engine import agenda, codec, doors, flow, ids, legality, progress, scoring
from engine.actions import Action, EndTurn, Pass, TomTakes
from engine.box_index import box_index
from engine.build_view import build_view, seat_view
from engine.data.box import Box
from engine.data.standard import STANDARD_BOX
from engine.events import Event
from engine.face_down import HiddenPiece, drawn, redeal
from engine.refusal import IllegalAction, Reason, Refusal, refuse
from engine.rules.setup import new_game
from engine.soundness import UNSOUND
from engine.state import GameOptions, GameState, TryoutHidden
from engine.tryout import tryout
from engine.view import Result, ScoreSheet, SeatView, View


@dataclass(frozen=True, slots=True)
class Move:
    """One answer: who gave it in which turn, what it brought about, and whether it revealed."""

    seat: ids.Seat
    action: Action
    turn: int
    events: tuple[Event, ...]
    revealed: bool


class Game:
    """A game from its set-up to its present state.

    The moves are the truth: the state follows from options, seed, box and moves. Nothing outside
    the engine sees the state itself; `view` shows what may be seen. What is asked with a value
    that is not of its type, or of no seat or piece, raises ValueError and changes nothing.

    >>> from engine.notation import parse_action
    >>> game = Game.new(GameOptions(players=2), seed=1)
    >>> seat = game.waiting.seat
    >>> first = game.legal_actions()[0]
    >>> first
    ChooseStart(tile='F7', direction=<Direction.RIGHT: 'right'>)
    >>> [type(event).__name__ for event in game.submit(seat, first)]
    ['FatePlaced', 'TilesChanged']
    >>> game.view().seats[seat].tiles
    ActionTiles(path=1, guardian=1, gnome=1, wild=2)
    >>> game.refusal(seat, parse_action("fate top a1 right"))
    Refusal(key=<Reason.FATE_APART: 'fate_apart'>, slots=())
    """

    def __init__(self, origin: GameState, actions: Iterable[tuple[ids.Seat, Action]] = ()) -> None:
        """Start from a set-up and give the answers; raises IllegalAction for an illegal one."""
        self._origin = origin
        self._base = origin
        self._state = origin
        self._moves: list[Move] = []
        self._before: list[GameState] = []
        self._restored_at: int | None = None
        self._guessed: tuple[GameState, int, GameState] | None = None
        self._viewed: tuple[GameState, View] | None = None
        for seat, action in actions:
            self.submit(seat, action)

    @classmethod
    def new(cls, options: GameOptions, seed: int, box: Box = STANDARD_BOX) -> Self:
        """Set up a game; equal options, seed and box give equal games.

        Raises ValueError for options that no table can play with. Real games take a seed of 128
        bits, since a short one can be guessed from the opening.
        """
        return cls(new_game(doors.GAME_OPTIONS(options), doors.SEED(seed), box))

    @classmethod
    def load(cls, document: object) -> Self:
        """Read what `dump` wrote. Raises CodecError for damaged input.

        The answers are given again. Where this version of the engine comes to another state than
        the one that wrote the document, the stored state is the truth: see `restored_at`.
        """
        stored = codec.load_game(document)
        try:
            game = cls(stored.origin, stored.moves)
        except (IllegalAction, *UNSOUND):
            game = None
        if game is not None and game.state_hash() == stored.state_hash:
            return game
        return cls._restored(stored)

    @classmethod
    def _restored(cls, stored: codec.StoredGame) -> Self:
        """A game that goes on from its stored state; what its answers brought about is unknown."""
        moves = [Move(seat, action, 0, (), revealed=True) for seat, action in stored.moves]
        return cls._going_on(stored.origin, stored.state(), moves, len(moves))

    @classmethod
    def _going_on(
        cls, origin: GameState, base: GameState, moves: list[Move], restored_at: int | None
    ) -> Self:
        """A game that goes on from the state `base`, to which its moves so far have led."""
        game = cls(origin)
        game._base = game._state = base
        game._moves, game._restored_at = moves, restored_at
        return game

    @property
    def restored_at(self) -> int | None:
        """After how many answers the rules of this version take over; None when they always held.

        A game in progress can outlive a correction of the engine. It then goes on from its stored
        state, and what its earlier answers brought about is no longer told.
        """
        return self._restored_at

    @property
    def options(self) -> GameOptions:
        """The options that the table plays with."""
        return self._state.options

    @property
    def box(self) -> Box:
        """The box that the game was started with."""
        return self._state.box

    @property
    def counts_idle(self) -> bool:
        """Say whether a round that ended idle ends the game; not in older records (ruling 72)."""
        return self._state.counts_idle

    @property
    def waiting(self) -> agenda.Waiting | None:
        """The seat whose answer is awaited, and the question to it; None when the game is over."""
        return legality.waiting(self._state)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every answer given so far."""
        return tuple(self._moves)

    @property
    def move_count(self) -> int:
        """The number of answers given so far."""
        return len(self._moves)

    @property
    def revealed(self) -> int:
        """The number of hidden pieces revealed since the set-up."""
        return self._state.revealed

    @property
    def draws(self) -> tuple[HiddenPiece, ...]:
        """The hidden pieces revealed since the set-up, in their order."""
        return drawn(event for move in self._moves for event in move.events)

    @property
    def result(self) -> Result | None:
        """The end of the game; None while it runs."""
        return scoring.result(self._state)

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal answer of the seat that is awaited, in a fixed order."""
        return legality.legal(self._state)

    @property
    def only_passes(self) -> bool:
        """Say whether nothing but a pass is left for the seat that is asked, now and later.

        As long as it holds action tiles, what others turn up may bring back an option (ruling 51).
        """
        state = self._state
        if state.countdown is None or state.players[state.seat].tiles:
            return False
        legal = self.legal_actions()
        return Pass() in legal and all(isinstance(action, Pass | EndTurn) for action in legal)

    def payments(self, action: agenda.PaidAction) -> tuple[tuple[Action, ...], ...]:
        """The ways to pay for a legal answer: by tiles, and by resources if it costs any.

        Raises IllegalAction for another one.
        """
        seat, action = self._state.seat, doors.PAID_ACTION(action)
        flow.allow(self._state, seat, action)
        return legality.payments(self._state, seat, action)

    def refusal(self, seat: ids.Seat, action: Action) -> Refusal | None:
        """Say why a seat may not give an answer now; None when it may."""
        return legality.refusal(self._state, self._seat(seat), doors.action(action))

    def _seat(self, seat: ids.Seat) -> ids.Seat:
        """Return a seat of this table. Raises ValueError for any other value."""
        return doors.seat(seat, len(self._state.players))

    def supposed_refusal(
        self,
        seat: ids.Seat,
        action: Action,
        *,
        island: str | None = None,
        asked: agenda.Decision | None = None,
    ) -> Refusal | None:
        """Say why a seat may not answer if its ship lay at an island, or this were asked.

        It is for players who ask why something is out of reach, and what is still missing then.
        """
        seat, action = self._seat(seat), doors.action(action)
        if asked is not None:
            asked = doors.QUESTION(asked)
        if island is not None:
            island = doors.listed(island, box_index(self.box).islands, "island")
        try:
            return legality.supposed_refusal(self._state, seat, action, island=island, asked=asked)
        except UNSOUND as error:
            raise ValueError(f"this cannot be asked: {error!r:.200}") from error

    def submit(self, seat: ids.Seat, action: Action) -> tuple[Event, ...]:
        """Give an answer and learn what happened. Raises IllegalAction and then changes nothing."""
        before = self._state
        seat, action = doors.seat(seat, len(before.players)), doors.action(action)
        after = flow.apply(before, seat, action)
        revealed = after.revealed > before.revealed
        if revealed or after.turn != before.turn:
            self._before.clear()
        else:
            self._before.append(before)
        self._state = after
        self._moves.append(Move(seat, action, before.turn, tuple(after.events), revealed))
        return self._moves[-1].events

    def view(self) -> View:
        """Return the public position: all that the table hides is hidden from every seat."""
        if self._viewed is None or self._viewed[0] is not self._state:
            self._viewed = self._state, build_view(self._state, self.move_count)
        return self._viewed[1]

    def seat_view(self, seat: ids.Seat) -> SeatView:
        """Return one seat of the `view`; the rest of it is not made for that."""
        seat = self._seat(seat)
        if self._viewed is not None and self._viewed[0] is self._state:
            return self._viewed[1].seats[seat]
        return seat_view(self._state, seat)

    def progress(self, seat: ids.Seat, task: str) -> tuple[int, int]:
        """Return a seat's (have, need) for a task, wherever it lies: met when have >= need."""
        tasks = box_index(self.box).tasks
        condition = tasks[doors.listed(task, tasks, "task")].condition
        return progress.progress(condition, self._state, self._seat(seat))

    def elder_points(self, seat: ids.Seat, counts: ids.ElderCount) -> int:
        """Return the score of an elder that counts these, if the seat recruited it now."""
        seat, counts = self._seat(seat), doors.ELDER_COUNT(counts)
        itself = 1 if counts is ids.ElderCount.GNOMES else 0
        return progress.elder_points(counts, self._state, seat) + itself

    def state_hash(self) -> str:
        """The hash of the whole state, hidden things included; never shown while the game runs."""
        return codec.state_hash(self._state)

    def score_sheets(self) -> tuple[ScoreSheet, ...]:
        """Each seat's points by source as they would be if the game ended now."""
        seats = range(len(self._state.players))
        return tuple(scoring.score_sheet(self._state, seat) for seat in seats)

    def undo_refusal(self, seat: ids.Seat) -> Refusal | None:
        """Say why the seat cannot take back the last answer; None when it can (ruling 52)."""
        seat = self._seat(seat)
        if not self._moves or self._moves[-1].turn != self._state.turn or self.result:
            return refuse(Reason.NOTHING_TO_UNDO)
        last = self._moves[-1]
        if last.seat != seat:
            return refuse(Reason.NOT_YOUR_DECISION, seat=last.seat)
        return refuse(Reason.UNDO_REVEALED) if last.revealed else None

    def undo(self, seat: ids.Seat) -> None:
        """Take back the seat's last answer of this turn.

        Raises IllegalAction past anything revealed.
        """
        why = self.undo_refusal(seat)
        if why is not None:
            raise IllegalAction(why)
        self._state = self._before.pop()
        self._moves.pop()

    @property
    def turn_starts(self) -> tuple[int, ...]:
        """The answers, by number, with which people's turns began, as far back as `at` goes.

        A question about Tom's card begins nothing: it belongs to the turn before.
        """
        first, moves = self._restored_at or 0, self._moves
        return tuple(
            number
            for number in range(first, len(moves))
            if not isinstance(moves[number].action, TomTakes)
            and (number == 0 or (number > first and moves[number - 1].turn != moves[number].turn))
        )

    @property
    def take_back_points(self) -> tuple[int, ...]:
        """The `turn_starts` that may be gone back to: in a challenge the running turn's alone.

        Otherwise whoever lost a challenge could play it again, knowing every card (ruling 71).
        """
        if self._state.options.handicap is None:
            return self.turn_starts
        return tuple(
            start for start in self.turn_starts if self._moves[start].turn == self._state.turn
        )

    def at(self, count: int) -> Self:
        """A copy of the game as it was when only the first `count` answers had been given.

        Everything hidden lies as it lay then, so that the same pieces come again in the same
        order. Raises ValueError for a number of answers that the game has not had, or that lies
        before `restored_at`.
        """
        first = self._restored_at or 0
        if type(count) is not int or not first <= count <= len(self._moves):
            raise ValueError(f"there is no position {count!r:.40} among {len(self._moves)} answers")
        twin = self._going_on(self._origin, self._base, self._moves[:first], self._restored_at)
        for move in self._moves[first:count]:
            twin.submit(move.seat, move.action)
        return twin

    def copy(self) -> Self:
        """Return a copy of the game, which goes on by itself; it holds everything hidden too."""
        return copy(self)

    def __copy__(self) -> Self:
        twin = object.__new__(type(self))
        own = {"_moves": self._moves.copy(), "_before": self._before.copy()}
        twin.__dict__.update(self.__dict__, **own)
        return twin

    def guess(self, seed: int) -> GameState:
        """A state that looks the same to everybody, its hidden pieces dealt again.

        It is for players within the engine, who may know no more than that. A position asked for
        again with the same seed is the same object.
        """
        seed, known = doors.SEED(seed), self._guessed
        if known is None or known[0] is not self._state or known[1] != seed:
            known = self._guessed = self._state, seed, redeal(self._state, seed)
        return known[2]

    def fork(self, seed: int) -> Self:
        """Return a game at the same public position, with everything hidden dealt again, to try."""
        return type(self)(self.guess(seed))

    def tryout(self, seat: ids.Seat, seed: int, *, sealed: bool = True) -> Self:
        """A copy in which this seat plays on alone and nothing face-down comes to light.

        Without being `sealed` it turns up pieces that were dealt again, as a fork does. Answers
        that draw a face-down piece all the same count as revealing, as in any game.
        """
        state, seat, seed = self._state, self._seat(seat), doors.SEED(seed)
        return type(self)(tryout(state, seat, seed, sealed=sealed))

    @property
    def is_tryout(self) -> bool:
        """Say whether this is such a copy, or made from one."""
        return isinstance(self._state.hidden, TryoutHidden)

    def paid_for_nothing(self, seat: ids.Seat, payment: Action) -> Self:
        """A copy in which a legal payment has been made, without what it pays for.

        It shows a price where what is bought would come from a face-down pile. Raises
        IllegalAction for a payment that is refused.
        """
        seat, payment = self._seat(seat), doors.action(payment)
        return type(self)(flow.paid_for_nothing(self._state, seat, payment))

    def dump(self) -> dict[str, Any]:
        """The whole game with its seed as JSON values, for the store and nobody else."""
        answers = [(move.seat, move.action) for move in self._moves]
        return codec.dump_game(self._origin, self._state, answers)
