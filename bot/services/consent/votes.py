"""Deciding together how to go on without somebody who does not move. It does not know Discord."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.model import messages, rows, turn_clock
from bot.model.errors import UserError
from bot.model.invocation import Invocation
from bot.model.people import Person
from bot.model.stored_post import StoredPost
from bot.present.posts.call_posts import free_seat_post, vote_post
from bot.present.posts.consent_posts import votes_note
from bot.services.games import saving
from bot.services.games.moves import BotTurn, HeldPosition
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.store.store import Store, Transaction


@dataclass(frozen=True, slots=True)
class BallotResult:
    """A ballot that counts: how many of the votes needed for its way there are now.

    `done` tells what the vote led to when this ballot decided it.
    """

    have: int
    need: int
    done: saving.Saved | None = None


def needed(voters: int) -> int:
    """Return the number of equal votes that decide: more than half."""
    return voters // 2 + 1


def decided(
    ballots: Mapping[int, turn_clock.VoteOption], voters: Iterable[int]
) -> turn_clock.VoteOption | None:
    """The way that more than half of all voters want; waiting, when all have voted and none is."""
    entitled = tuple(voters)
    given = [ballots[voter] for voter in entitled if voter in ballots]
    for way in turn_clock.VoteOption:
        if given.count(way) >= needed(len(entitled)):
            return way
    return turn_clock.VoteOption.WAIT if len(given) == len(entitled) else None


@dataclass(frozen=True, slots=True)
class VoteService:
    """Opens votes, counts ballots, and does what the others have decided."""

    store: Store
    games: GameService

    async def ask(self, invocation: Invocation, game: int) -> saving.Saved:
        """Ask the others publicly how to go on; raises UserError for whom nobody keeps waiting."""
        async with self.games.hold(game) as table:
            row = await self.store.read(lambda tx: self._waiting(tx, table, invocation))
            who = table.owners[row.seat]
            question = vote_post(who, row.clock, row.turn, table.words)
            post = table.body(replace(question, accent=row.seat))

            async def work(_tx: Transaction) -> Sequence[StoredPost]:
                return (post,)

            return await self.games.write_once(invocation, table, work, saving.Topic.VOTE)

    async def cast(
        self, invocation: Invocation, game: int, turn: int, way: turn_clock.VoteOption
    ) -> BallotResult:
        """Vote for a way to go on, in place of an earlier vote; the last one needed decides.

        While the bot thinks about the turn that it is to play, the game is not held; a ballot that
        was not the last one needed by then decides nothing. Raises UserError for outsiders, for the
        person who is to move, for a turn that is over and for one that nobody is late with.
        """
        played: BotTurn | None = None
        while True:
            async with self.games.hold(game) as table:
                ballot = await self._ballot(invocation, table, turn, way)
                if ballot.outcome is not turn_clock.VoteOption.BOT:
                    done = await self._carry_out(ballot)
                    return BallotResult(ballot.have, ballot.need, done)
                if played is not None and played.fits(table):
                    done = await self._let_bot_play(ballot, played)
                    return BallotResult(ballot.have, ballot.need, done)
                position = HeldPosition.of(table)
            played = await self.games.think_out(position)

    async def _ballot(
        self, invocation: Invocation, table: Table, turn: int, way: turn_clock.VoteOption
    ) -> "_Ballot":
        """A vote of somebody who may vote, and what it decides by now; raises UserError."""
        row = await self.store.read(lambda tx: self._waiting(tx, table, invocation, turn))
        vote = await self.store.read(lambda tx: tx.votes.open_in(table.id))
        ballots = dict(vote.ballots if vote else ()) | {invocation.person.id: way}
        people = table.others(row.person)
        voters = [person.id for person in people]
        outcome = decided(ballots, voters)
        have = sum(ballots.get(voter) is way for voter in voters)
        votes = {
            option: [table.named(person) for person in people if ballots.get(person.id) is option]
            for option in turn_clock.VoteOption
        }
        missing = [table.named(person) for person in people if person.id not in ballots]
        note = votes_note(votes, missing, outcome, table.words)
        return _Ballot(invocation, table, row, way, outcome, note, have, needed(len(voters)))

    async def take_seat(self, invocation: Invocation, game: int, vote: int) -> saving.Saved:
        """Sit down on a seat that the others have made free; raises UserError."""
        async with self.games.hold(game) as table:
            table.must_run()
            free = await self.store.read(lambda tx: _free_seat(tx, game))
            if free is None or free.id != vote:
                raise UserError("vote.sorry.seat_gone")
            if table.knows(invocation.person.id):
                raise UserError("vote.sorry.seated")
            return await self.games.reseat(invocation, table, free.seat)

    async def _waiting(
        self, tx: Transaction, table: Table, invocation: Invocation, turn: int | None = None
    ) -> rows.ClockRow:
        """The clock of a turn about which this person may decide; raises UserError.

        With a `turn` there was a vote about it: where it is of no use any more, it is over.
        """
        table.must_concern(invocation.person.id)
        if not table.plays(invocation.person.id):
            raise UserError("leaving.sorry.bot_plays")
        if len(table.persons) == 1:
            raise UserError("vote.sorry.alone")
        row = await tx.clocks.get(table.id)
        if row is None:
            raise UserError("vote.sorry.not_overdue")
        if turn not in (None, row.turn):
            raise UserError("vote.sorry.over")
        if row.person == invocation.person.id:
            raise UserError("vote.sorry.own_turn")
        now = self.games.clock.now()
        away = (await tx.preferences.of(row.person)).availability.is_away(now)
        if not (away or row.clock.is_overdue(now)):
            raise UserError("vote.sorry.not_overdue" if turn is None else "vote.sorry.over")
        return row

    async def _let_bot_play(self, ballot: "_Ballot", turn: BotTurn) -> saving.Saved:
        """Store the ballot that decides so, and the turn of the bot."""
        table = ballot.table
        post = table.body(ballot.told("vote.bot_plays"))
        return await self.games.substitute(ballot.invocation, table, turn, (post,), ballot.store)

    async def _carry_out(self, ballot: "_Ballot") -> saving.Saved | None:
        """Store a ballot, and do what it decides if it does, other than to let the bot play."""
        table, outcome = ballot.table, ballot.outcome

        async def work(tx: Transaction) -> Sequence[StoredPost] | None:
            vote = await ballot.store(tx)
            if outcome is None:
                return None
            if outcome is turn_clock.VoteOption.REPLACE:
                free = free_seat_post(ballot.who, vote, table.words)
                return (table.body(replace(free, accent=ballot.row.seat)),)
            await saving.restart_clock(tx, table.id, self.games.clock.now())
            key = "vote.waits" if ballot.way is turn_clock.VoteOption.WAIT else "vote.no_majority"
            return (table.body(ballot.told(key)),)

        done = await self.games.write_once(ballot.invocation, table, work)
        return None if outcome is None else done


@dataclass(frozen=True, slots=True)
class _Ballot:
    """A ballot about to be stored, and the outcome if it decides the vote.

    The `note` tells everybody how the vote stands with it: `have` of `need` votes for its way.
    """

    invocation: Invocation
    table: Table
    row: rows.ClockRow
    way: turn_clock.VoteOption
    outcome: turn_clock.VoteOption | None
    note: str
    have: int
    need: int

    @property
    def who(self) -> Person:
        """Whom the vote is about."""
        return self.table.owners[self.row.seat]

    def told(self, key: str) -> messages.Post:
        """A sentence about that person."""
        return messages.Post(self.table.words.say(key, who=self.who.name), accent=self.row.seat)

    async def store(self, tx: Transaction) -> int:
        """Store it, opening the vote for the first one; returns the vote."""
        row = self.row
        vote = await tx.votes.open_in(row.game)
        if vote is None:
            vote = await tx.votes.open(row.game, row.seat, row.person, row.turn)
        await tx.votes.cast(vote.id, self.invocation.person.id, self.way)
        if self.outcome is not None:
            await tx.votes.close(vote.id, self.outcome)
        over = self.outcome is not None
        await saving.show_answers(tx, saving.Topic.VOTE, row.game, self.note, over=over)
        return vote.id


async def _free_seat(tx: Transaction, game: int) -> rows.VoteRow | None:
    """The vote that made a seat free, as long as nobody has played there since."""
    vote = await tx.votes.last_replacing(game)
    clock = await tx.clocks.get(game)
    if vote is None or clock is None:
        return None
    return vote if (vote.person, vote.turn) == (clock.person, clock.turn) else None
