"""What a button, or an option of a menu, asks the bot to do: one small value for each.

`ButtonValue` is all there is. A value says nothing of the label, and leaves out the game, which is
that of the message; `bot.model.custom_ids` writes and reads both.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.results import Board, Range
from bot.model.turn_clock import VoteOption
from engine.ids import Seat


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Open the private wizard of the turn."""


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the main board."""


@dataclass(frozen=True, slots=True)
class ShowCity:
    """Show the city of a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShowStatus:
    """Show whose turn it is, and what is left."""


@dataclass(frozen=True, slots=True)
class ShowLog:
    """Show what has happened, the newest first."""


@dataclass(frozen=True, slots=True)
class TurnLogPage:
    """Turn to a page of the log that is shown, from 0."""

    page: int


@dataclass(frozen=True, slots=True)
class ShowScore:
    """Show the score by source."""


@dataclass(frozen=True, slots=True)
class ShowSince:
    """Show what changed since the person's last turn."""


@dataclass(frozen=True, slots=True)
class OpenTryout:
    """Try something out in a private copy of the game."""


@dataclass(frozen=True, slots=True)
class WriteNote:
    """Open the form with the person's note on the game; the form comes back under it too."""


@dataclass(frozen=True, slots=True)
class AskRematch:
    """Play again with the same people."""


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote how to go on without the person whose turn number `turn` is."""

    turn: int
    option: VoteOption


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down on the seat that a vote made free."""

    vote: int


@dataclass(frozen=True, slots=True)
class ShowTurns:
    """Show the turns that the game can go back to."""


UNREADABLE_TURN: Final = -1
"""Stands for the number of a turn that nobody can read."""


@dataclass(frozen=True, slots=True)
class AskToGoBack:
    """Ask to go back to the beginning of a turn, which may be `UNREADABLE_TURN`."""

    turn: int


class Consent(StrEnum):
    """What can be answered to a question; only who asked can withdraw it."""

    YES = "yes"
    NO = "no"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """Answer a question that all must agree to."""

    question: int
    consent: Consent


@dataclass(frozen=True, slots=True)
class ConfirmResign:
    """Resign, as the person was asked to confirm."""


@dataclass(frozen=True, slots=True)
class ConfirmAbandon:
    """End the game without a result, as the person who plays alone was asked to confirm."""


@dataclass(frozen=True, slots=True)
class ConfirmGoBack:
    """Let only the first `move` answers of a revision stand, as the person was asked to confirm."""

    revision: int
    move: int


@dataclass(frozen=True, slots=True)
class TakeWin:
    """End the game as its winner, all others having resigned."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Play on alone, all others having resigned."""


class TableOption(StrEnum):
    """The switches of a lobby, named as in `GameOptions`, and where the game is to be played."""

    BEGINNER = "beginner"
    STRICT_PAYMENT = "strict_payment"
    SPECIALIST_18_AT_ONCE = "specialist_18_at_once"
    THREAD = "thread"


@dataclass(frozen=True, slots=True)
class JoinLobby:
    """Sit down at the table of a lobby."""


@dataclass(frozen=True, slots=True)
class LeaveLobby:
    """Stand up from the table of a lobby."""


@dataclass(frozen=True, slots=True)
class StartLobby:
    """Start the game of a lobby."""


@dataclass(frozen=True, slots=True)
class ToggleOption:
    """Turn an option of a lobby on or off."""

    option: TableOption


@dataclass(frozen=True, slots=True)
class OpenNewLobby:
    """Open a lobby that others can join."""


@dataclass(frozen=True, slots=True)
class PlaySolo:
    """Start a game against Tom."""


class Edge(StrEnum):
    """The side of a page on which the next page of a list lies."""

    NEWER = "newer"
    OLDER = "older"


@dataclass(frozen=True, slots=True)
class TurnResultsPage:
    """Turn to the games that ended after (newer) or before (older) the result `beyond`.

    `person` is whose games are listed, 0 for those of a whole server.
    """

    person: int
    edge: Edge
    beyond: int

    @property
    def part(self) -> Range:
        """Which part of the list that is."""
        if self.edge is Edge.NEWER:
            return Range(after=self.beyond)
        return Range(before=self.beyond)


@dataclass(frozen=True, slots=True)
class ShowStandings:
    """Show a page of a leaderboard, from 0."""

    board: Board
    page: int


@dataclass(frozen=True, slots=True)
class ConfirmForget:
    """Forget the person, as they were asked to confirm."""


@dataclass(frozen=True, slots=True)
class WizardAnswer:
    """A control of the private wizard, by its token (`bot.present.wizard.tokens`)."""

    token: str


@dataclass(frozen=True, slots=True)
class TryoutAnswer:
    """A control of a tryout, by its token (`bot.present.wizard.tokens`)."""

    token: str


@dataclass(frozen=True, slots=True)
class Outdated:
    """A button that means nothing: of another version of the bot, or made up by somebody."""

    text: str


ButtonValue = (
    TakeTurn
    | ShowBoard
    | ShowCity
    | ShowStatus
    | ShowLog
    | TurnLogPage
    | ShowScore
    | ShowSince
    | OpenTryout
    | WriteNote
    | AskRematch
    | CastVote
    | TakeSeat
    | ShowTurns
    | AskToGoBack
    | AnswerQuestion
    | ConfirmResign
    | ConfirmAbandon
    | ConfirmGoBack
    | TakeWin
    | PlayOn
    | JoinLobby
    | LeaveLobby
    | StartLobby
    | ToggleOption
    | OpenNewLobby
    | PlaySolo
    | TurnResultsPage
    | ShowStandings
    | ConfirmForget
    | WizardAnswer
    | TryoutAnswer
    | Outdated
)
