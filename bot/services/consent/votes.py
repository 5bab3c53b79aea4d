"""Deciding together how to go on without somebody who does not move. It does not know Discord."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.messages import Post
from bot.model.people import Person, to_person
from bot.model.rows import ClockRow, Status, VoteRow
from bot.model.turn_clock import VoteOption
from bot.present.posts.call_posts import free_seat_post, vote_post
from bot.present.posts.consent_posts import votes_note
from bot.services.games.question_posts import (
    Topic,
    close_question,
    others_than,
    publish_question,
    update_question,
)
from bot.services.games.saving import NO_POSTS, QueuedPosts, Saved, once, queue
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.games.turns import restart_clock
from bot.store import Store, Transaction

WAITS: Final = "vote.waits"
NO_MAJORITY: Final = "vote.no_majority"


@dataclass(frozen=True, slots=True)
class BallotResult:
    """A ballot that counts: for which way, and how many of the votes needed it has now.

    `done` tells what the vote led to when this ballot decided it.
    """

    way: VoteOption
    have: int
    need: int
    done: Saved | None = None


def needed(voters: int) -> int:
    """How many equal votes of so many voters decide: more than half."""
    return voters // 2 + 1


def decided(ballots: Mapping[int, VoteOption], voters: Iterable[int]) -> VoteOption | None:
    """The way that more than half of all voters want; waiting, when all have voted and none is."""
    entitled = tuple(voters)
    given = [ballots[voter] for voter in entitled if voter in ballots]
    for way in VoteOption:
        if given.count(way) >= needed(len(entitled)):
            return way
    return VoteOption.WAIT if len(given) == len(entitled) else None


class VoteService:
    """Opens votes, counts ballots, and does what the others have decided."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Keep votes in `store`, change games by `games`."""
        self._store = store
        self._games = games

    async def ask(self, invocation: Invocation, game: int) -> Saved:
        """Ask the others publicly how to go on; raises UserError for whom nobody keeps waiting."""
        async with self._games.table(game) as table:
            row = await self._store.read(lambda tx: self._waiting(tx, table, invocation))
            who = to_person(table.players[row.seat])
            post = table.body(vote_post(who, row.clock, row.turn, table.words))

            async def work(tx: Transaction) -> QueuedPosts:
                await once(tx, invocation)
                posts = await queue(tx, table, invocation.channel, (post,))
                await publish_question(tx, Topic.VOTE, game, posts.ids[-1], post)
                return posts

            return Saved(game, await self._store.write(work))

    async def cast(
        self, invocation: Invocation, game: int, turn: int, way: VoteOption
    ) -> BallotResult:
        """Vote for a way to go on, in place of an earlier vote; the last one needed decides.

        Raises UserError for outsiders, for the person who is to move, for a turn that is over and
        for one that nobody is late with.
        """
        async with self._games.table(game) as table:
            row = await self._store.read(lambda tx: self._waiting(tx, table, invocation, turn))
            vote = await self._store.read(lambda tx: tx.votes.open_in(game))
            ballots = dict(vote.ballots if vote else ()) | {invocation.person.id: way}
            people = others_than(row.person, table)
            voters = [person.id for person in people]
            outcome = decided(ballots, voters)
            have = sum(ballots.get(voter) is way for voter in voters)
            votes = {
                option: [to_person(person) for person in people if ballots.get(person.id) is option]
                for option in VoteOption
            }
            missing = [to_person(person) for person in people if person.id not in ballots]
            note = votes_note(votes, missing, outcome, table.words)
            done = await self._carry_out(_Ballot(invocation, table, row, way, outcome, note))
            return BallotResult(way, have, needed(len(voters)), done)

    async def take_seat(self, invocation: Invocation, game: int, vote: int) -> Saved:
        """Sit down on a seat that the others have made free; raises UserError."""
        async with self._games.table(game) as table:
            if table.status is not Status.RUNNING:
                raise UserError(Problem.GAME_OVER)
            free = await self._store.read(lambda tx: _free_seat(tx, game))
            if free is None or free.id != vote:
                raise UserError(Problem.SEAT_GONE)
            if table.knows(invocation.person.id):
                raise UserError(Problem.ALREADY_SEATED)
            return await self._games.reseat(invocation, table, free.seat)

    async def _waiting(
        self, tx: Transaction, table: Table, invocation: Invocation, turn: int | None = None
    ) -> ClockRow:
        """The clock of a turn about which this person may decide; raises UserError.

        With a `turn` there was a vote about it: where it is of no use any more, it is over.
        """
        if table.status is not Status.RUNNING:
            raise UserError(Problem.GAME_OVER)
        if table.seat_of(invocation.person.id) is None:
            raise UserError(Problem.NOT_A_PLAYER)
        if not table.plays(invocation.person.id):
            raise UserError(Problem.BOT_PLAYS)
        if len(table.persons) == 1:
            raise UserError(Problem.ALONE)
        row = await tx.clocks.get(table.id)
        if row is None:
            raise UserError(Problem.NOT_OVERDUE)
        if turn not in (None, row.turn):
            raise UserError(Problem.VOTE_OVER)
        if row.person == invocation.person.id:
            raise UserError(Problem.OWN_TURN)
        now = self._games.now()
        away = (await tx.preferences.of(row.person)).availability.is_away(now)
        if not (away or row.clock.is_overdue(now)):
            raise UserError(Problem.NOT_OVERDUE if turn is None else Problem.VOTE_OVER)
        return row

    async def _carry_out(self, ballot: "_Ballot") -> Saved | None:
        """Store a ballot, and do what it decides if it does."""
        if ballot.outcome is VoteOption.BOT:
            post = ballot.table.body(Post(ballot.about("vote.bot_plays")))
            return await self._games.substitute(
                ballot.invocation, ballot.table, (post,), ballot.store
            )
        posts = await self._store.write(lambda tx: self._count(tx, ballot))
        return None if ballot.outcome is None else Saved(ballot.table.id, posts)

    async def _count(self, tx: Transaction, ballot: "_Ballot") -> QueuedPosts:
        table, invocation = ballot.table, ballot.invocation
        await once(tx, invocation)
        vote = await ballot.store(tx)
        match ballot.outcome:
            case VoteOption.WAIT:
                await restart_clock(tx, ballot.row, ballot.row.clock, self._games.now())
                post = Post(ballot.about(WAITS if ballot.way is VoteOption.WAIT else NO_MAJORITY))
            case VoteOption.REPLACE:
                post = free_seat_post(ballot.who, vote, table.words)
            case _:
                return NO_POSTS
        return await queue(tx, table, invocation.channel, (table.body(post),))


@dataclass(frozen=True, slots=True)
class _Ballot:
    """A ballot about to be stored, and the outcome if it decides the vote.

    The `note` tells everybody how the vote stands with it.
    """

    invocation: Invocation
    table: Table
    row: ClockRow
    way: VoteOption
    outcome: VoteOption | None
    note: str

    @property
    def who(self) -> Person:
        """Whom the vote is about."""
        return to_person(self.table.players[self.row.seat])

    def about(self, key: str) -> str:
        """A sentence about that person."""
        return self.table.words.say(key, who=self.who.name)

    async def store(self, tx: Transaction) -> int:
        """Store it, opening the vote for the first one; returns the vote."""
        row = self.row
        vote = await tx.votes.open_in(row.game)
        if vote is None:
            vote = await tx.votes.open(row.game, row.seat, row.person, row.turn)
        await tx.votes.cast(vote.id, self.invocation.person.id, self.way)
        if self.outcome is None:
            await update_question(tx, Topic.VOTE, row.game, self.note)
        else:
            await tx.votes.close(vote.id, self.outcome)
            await close_question(tx, Topic.VOTE, row.game, self.note)
        return vote.id


async def _free_seat(tx: Transaction, game: int) -> VoteRow | None:
    """The vote that made a seat free, as long as nobody has played there since."""
    vote = await tx.votes.last_replacing(game)
    clock = await tx.clocks.get(game)
    if vote is None or clock is None:
        return None
    return vote if (vote.person, vote.turn) == (clock.person, clock.turn) else None
