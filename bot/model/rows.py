"""The rows that the store gives and takes, as frozen values."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.model import preferences, turn_clock
from bot.model.seated_bots import level_of
from engine.agents.levels import Level


class Status(StrEnum):
    """The stage of a game between its beginning and its end."""

    RUNNING = "running"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class GameStage(StrEnum):
    """The progress of the game of a place, as the tag of a forum post shows it."""

    OPEN = "open"
    """A table that has not started."""
    RUNNING = "running"
    OVER = "over"


class MoveKind(StrEnum):
    """The deed of an entry of a game's log: an undo cancels the last answer that stands."""

    ANSWER = "answer"
    UNDO = "undo"
    BACK = "back"


class Via(StrEnum):
    """The way of a post to its readers.

    That is as a message of the bot, as a follow-up of a press, or directly to one person, whose id
    then stands in the place of the channel's.
    """

    CHANNEL = "channel"
    FOLLOWUP = "followup"
    DIRECT = "direct"


class PostState(StrEnum):
    """The state of a post: Discord has yet to take it, has taken it, or never will."""

    WAITING = "waiting"
    SENT = "sent"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PersonRow:
    """The member of a table: a Discord user, by id and the name shown last, or a bot."""

    id: int
    name: str

    @property
    def level(self) -> Level | None:
        """The strength of a bot that sits there; None for people."""
        return level_of(self.id)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game about to be stored; `players` are people and bots by seat, Tom is none.

    `options` and `snapshot` are JSON text; the snapshot holds the seed and never leaves the bot.
    `kind` names the kind of game.
    """

    channel: int
    guild: int | None
    locale: str
    options: str
    snapshot: str
    players: tuple[PersonRow, ...]
    kind: str = field(default="casual", kw_only=True)


@dataclass(frozen=True, slots=True)
class GameRow(NewGame):
    """A game as stored.

    `revision` counts answers and undos. `told` counts the answers whose turn has been posted. The
    bot plays the seats `bots`: its own, and as a substitute those of people, to the end for who
    `resigned`, all these at one `level`. The `posts` are the pictures that the table chose.
    """

    id: int
    status: Status
    revision: int
    told: int
    bots: frozenset[int] = frozenset()
    resigned: frozenset[int] = frozenset()
    level: Level = Level.MEDIUM
    posts: preferences.TurnPictures | None = None


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The place and the people of a game; `message` is its newest public message."""

    channel: int
    guild: int | None
    locale: str
    message: int | None
    players: tuple[PersonRow, ...]


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One entry of a game's log; `action` is JSON text, None for all but answers.

    `by_bot` says that the substitute gave the answer. Entries that are `taken_back` no longer
    stand: the entry BACK that led to this revision has cancelled them all, undos included.
    """

    seat: int
    action: str | None
    interaction: int
    kind: MoveKind = MoveKind.ANSWER
    by_bot: bool = False
    taken_back: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """The changes of a press to a game.

    `before` is the revision that `log` continues; each of its entries raises it by one.
    """

    game: int
    before: int
    log: tuple[MoveRow, ...]
    snapshot: str
    told: int
    status: Status


@dataclass(frozen=True, slots=True)
class GuestRow:
    """Somebody who was invited to a table and does not sit there, and whether they said no."""

    person: PersonRow
    declined: bool = False


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """A table that has not started; `options` is JSON text, members in joining order, bots too.

    Where people are `invited` to a rematch, only they can join, and they play in this order. Seats
    are kept for `guests` who have not answered. The `message` shows it, None where none is known.
    """

    channel: int
    guild: int | None
    locale: str
    host: int
    options: str
    revision: int
    members: tuple[PersonRow, ...]
    invited: tuple[PersonRow, ...] = ()
    guests: tuple[GuestRow, ...] = ()
    message: int | None = None


@dataclass(frozen=True, slots=True)
class PageRow:
    """A private page about one revision of a game, with what was chosen so far as JSON text."""

    token: str
    game: int
    person: int
    revision: int
    body: str


class PremoveState(StrEnum):
    """The fate of a turn that was planned ahead."""

    WAITING = "waiting"
    PLAYED = "played"
    UNFIT = "unfit"


@dataclass(frozen=True, slots=True)
class PremoveRow:
    """A whole turn that a person has planned ahead: `position` says which one of theirs, from 0.

    `actions` are its answers in notation, one behind the other with semicolons, and `outcome` what
    they come to, as JSON text. The `revision` of the game is that at which it was planned, played,
    or found unfit. An `alternative` is another choice for the same turn as the row before it.
    """

    game: int
    person: int
    position: int
    state: PremoveState
    revision: int
    actions: str
    outcome: str
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class PostRow:
    """A post that Discord must take; `body` is JSON text, `due` the next attempt (Unix time).

    One that has a `message` already is that message, to be brought up to date. `version` counts
    how often it was revised. Discord may have taken it since it was `tried`, and its place has
    `refused` it since then (Unix time); each is None where that never happened.
    """

    id: int
    game: int | None
    channel: int
    via: Via
    state: PostState
    body: str
    attempts: int
    due: float
    message: int | None
    version: int
    tried: float | None
    refused: float | None


@dataclass(frozen=True, slots=True)
class DoorRow:
    """A press that can carry posts to a channel where the bot may only answer.

    Its `token` is as good as the press until then (Unix time), so that it is not shown in logs.
    """

    channel: int
    token: str = field(repr=False)
    until: float


@dataclass(frozen=True, slots=True)
class ForumPostRow:
    """A post that the bot has opened in a forum: its tag tells `told` of the game at `stage`."""

    thread: int
    guild: int
    forum: int
    told: GameStage
    stage: GameStage


@dataclass(frozen=True, slots=True)
class HandicapRow:
    """A person's solo challenge: its value, and the open game that will change it."""

    value: int
    game: int | None


NOBODY: Final = 0
"""Whom a game waits for while the bot is to play."""


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A game's clock: whose turn it is, the turn's number, and when to call that person next."""

    game: int
    seat: int
    person: int
    turn: int
    clock: turn_clock.TurnClock
    due: float | None


class Matter(StrEnum):
    """The subject of a question."""

    TAKE_BACK = "take_back"
    HAND_OVER = "hand_over"
    ABANDON = "abandon"


class QuestionOutcome(StrEnum):
    """The outcome of a question."""

    AGREED = "agreed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class NewQuestion:
    """A question of a person (`asker`) that all who are `asked` must agree to.

    `revision` is that of the game, `move` how many answers a take-back would leave.
    """

    game: int
    matter: Matter
    asker: int
    asked: tuple[PersonRow, ...]
    revision: int
    move: int | None
    opened: float


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """An open question and who has agreed so far."""

    id: int
    new: NewQuestion
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True)
class VoteRow:
    """An open vote about the turn number `turn` of a person, and the ballots given so far."""

    id: int
    game: int
    seat: int
    person: int
    turn: int
    ballots: tuple[tuple[int, turn_clock.VoteOption], ...]


@dataclass(frozen=True, slots=True)
class PlacedGame:
    """A running game as it is offered for a move; `lost` is Discord's code where its place is."""

    game: int
    channel: int
    names: tuple[str, ...]
    lost: int | None


@dataclass(frozen=True, slots=True)
class GameLine:
    """A running game of a person as lists show it; `message` is its newest public message.

    `person` is whose turn it is and `name` what they are called, `since` when it became theirs;
    None where the clock of a game that is older than clocks was never started. `seated` is who sits
    there, bots or not. `note` is the person's own. `lost` is Discord's error code where the bot
    can no longer post there. `premoves` counts the turns that the person has planned ahead.
    """

    game: int
    channel: int
    guild: int | None
    message: int | None
    person: int | None
    name: str | None
    since: float | None
    note: str = ""
    lost: int | None = None
    seated: int | None = None
    premoves: int = 0


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A line of the list of games; `mover` is whom it has waited for `since` then.

    `lost` is Discord's error code where its channel takes no more posts.
    """

    id: int
    server: int | None
    channel: int
    status: Status
    players: tuple[str, ...]
    revision: int
    created: float
    changed: float
    mover: str | None
    since: float | None
    lost: int | None
