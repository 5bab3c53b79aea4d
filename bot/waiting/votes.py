"""Deciding together how to go on without somebody who does not move. It does not know Discord."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot import present
from bot.asking import answered, ask, others_than, settled
from bot.places import Press, shown
from bot.prompt import Person, Post, PublicButton
from bot.service import Done, GameService, once, queue
from bot.store import ClockRow, Status, Store, Tables, VoteRow
from bot.tables import Table
from bot.trouble import SorryError, Trouble
from bot.waiting.pace import Way

WAITS: Final = "vote.waits"
NO_MAJORITY: Final = "vote.no_majority"


@dataclass(frozen=True, slots=True)
class Counted:
    """A ballot that counts: for which way, and how many of the votes needed it has now.

    `done` tells what the vote led to when this ballot decided it.
    """

    way: Way
    have: int
    need: int
    done: Done | None = None


def needed(voters: int) -> int:
    """How many equal votes of so many voters decide: more than half."""
    return voters // 2 + 1


def decided(ballots: Mapping[int, Way], voters: Iterable[int]) -> Way | None:
    """The way that more than half of all voters want; waiting, when all have voted and none is."""
    entitled = tuple(voters)
    given = [ballots[one] for one in entitled if one in ballots]
    for way in Way:
        if given.count(way) >= needed(len(entitled)):
            return way
    return Way.WAIT if len(given) == len(entitled) else None


class VoteService:
    """Opens votes, counts ballots, and does what the others have decided."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Keep votes in `store`, change games by `games`."""
        self._store = store
        self._games = games

    async def ask(self, press: Press, game: int) -> Done:
        """Ask the others publicly how to go on; raises SorryError for whom nobody keeps waiting."""
        async with self._games.table(game) as table:
            row = await self._store.read(lambda tables: self._waiting(tables, table, press))
            who = shown(table.players[row.seat])
            post = table.body(present.vote_post(who, row.clock, row.turn, table.words))

            async def work(tables: Tables) -> tuple[int, ...]:
                await once(tables, press)
                posts = await queue(tables, table, press.place, (post,))
                await ask(tables, PublicButton.VOTE, game, posts[-1], post)
                return posts

            return Done(game, await self._store.write(work))

    async def cast(self, press: Press, game: int, turn: int, way: Way) -> Counted:
        """Vote for a way to go on, in place of an earlier vote; the last one needed decides.

        Raises SorryError for outsiders, for the person who is to move, for a turn that is over and
        for one that nobody is late with.
        """
        async with self._games.table(game) as table:
            row = await self._store.read(lambda tables: self._waiting(tables, table, press, turn))
            vote = await self._store.read(lambda tables: tables.votes.open_in(game))
            ballots = dict(vote.ballots if vote else ()) | {press.person.id: way}
            people = others_than(row.person, table)
            voters = [one.id for one in people]
            outcome = decided(ballots, voters)
            have = sum(ballots.get(one) is way for one in voters)
            votes = {
                each: [shown(one) for one in people if ballots.get(one.id) is each] for each in Way
            }
            missing = [shown(one) for one in people if one.id not in ballots]
            note = present.votes_note(votes, missing, outcome, table.words)
            done = await self._carry_out(_Ballot(press, table, row, way, outcome, note))
            return Counted(way, have, needed(len(voters)), done)

    async def take_seat(self, press: Press, game: int, vote: int) -> Done:
        """Sit down on a seat that the others have made free; raises SorryError."""
        async with self._games.table(game) as table:
            if table.status is not Status.RUNNING:
                raise SorryError(Trouble.GAME_OVER)
            free = await self._store.read(lambda tables: _free_seat(tables, game))
            if free is None or free.id != vote:
                raise SorryError(Trouble.SEAT_GONE)
            if table.knows(press.person.id):
                raise SorryError(Trouble.ALREADY_SEATED)
            return await self._games.reseat(press, table, free.seat)

    async def _waiting(
        self, tables: Tables, table: Table, press: Press, turn: int | None = None
    ) -> ClockRow:
        """The clock of a turn about which this person may decide; raises SorryError.

        With a `turn` there was a vote about it: where it is of no use any more, it is over.
        """
        if table.status is not Status.RUNNING:
            raise SorryError(Trouble.GAME_OVER)
        if table.seat_of(press.person.id) is None:
            raise SorryError(Trouble.NOT_A_PLAYER)
        if not table.plays(press.person.id):
            raise SorryError(Trouble.BOT_PLAYS)
        if len(table.persons) == 1:
            raise SorryError(Trouble.ALONE)
        row = await tables.clocks.get(table.id)
        if row is None:
            raise SorryError(Trouble.NOT_OVERDUE)
        if turn not in (None, row.turn):
            raise SorryError(Trouble.VOTE_OVER)
        if row.person == press.person.id:
            raise SorryError(Trouble.OWN_TURN)
        now = self._games.now()
        away = (await tables.wishes.of(row.person)).almanac.is_away(now)
        if not (away or row.clock.is_overdue(now)):
            raise SorryError(Trouble.NOT_OVERDUE if turn is None else Trouble.VOTE_OVER)
        return row

    async def _carry_out(self, ballot: "_Ballot") -> Done | None:
        """Store a ballot, and do what it decides if it does."""
        if ballot.outcome is Way.BOT:
            told = ballot.table.body(Post(ballot.about("vote.bot_plays")))
            return await self._games.substitute(ballot.press, ballot.table, (told,), ballot.store)
        posts = await self._store.write(lambda tables: self._count(tables, ballot))
        return None if ballot.outcome is None else Done(ballot.table.id, posts)

    async def _count(self, tables: Tables, ballot: "_Ballot") -> tuple[int, ...]:
        table, press = ballot.table, ballot.press
        await once(tables, press)
        vote = await ballot.store(tables)
        match ballot.outcome:
            case Way.WAIT:
                await self._wait(tables, ballot.row)
                post = Post(ballot.about(WAITS if ballot.way is Way.WAIT else NO_MAJORITY))
            case Way.REPLACE:
                post = present.free_seat_post(ballot.who, vote, table.words)
            case _:
                return ()
        return await queue(tables, table, press.place, (table.body(post),))

    async def _wait(self, tables: Tables, row: ClockRow) -> None:
        """Let the reminders begin anew."""
        now = self._games.now()
        clock = replace(row.clock, base=now, sent=0)
        almanac = (await tables.wishes.of(row.person)).almanac
        await tables.clocks.put(replace(row, clock=clock, due=clock.next_call(almanac, now)))


@dataclass(frozen=True, slots=True)
class _Ballot:
    """A ballot about to be stored, and the outcome if it decides the vote.

    The `note` tells everybody how the vote stands with it.
    """

    press: Press
    table: Table
    row: ClockRow
    way: Way
    outcome: Way | None
    note: str

    @property
    def who(self) -> Person:
        """Whom the vote is about."""
        return shown(self.table.players[self.row.seat])

    def about(self, key: str) -> str:
        """A sentence about that person."""
        return self.table.words.say(key, who=self.who.name)

    async def store(self, tables: Tables) -> int:
        """Store it, opening the vote for the first one; returns the vote."""
        row = self.row
        vote = await tables.votes.open_in(row.game)
        if vote is None:
            vote = await tables.votes.open(row.game, row.seat, row.person, row.turn)
        await tables.votes.cast(vote.id, self.press.person.id, self.way)
        if self.outcome is None:
            await answered(tables, PublicButton.VOTE, row.game, self.note)
        else:
            await tables.votes.close(vote.id, self.outcome)
            await settled(tables, PublicButton.VOTE, row.game, self.note)
        return vote.id


async def _free_seat(tables: Tables, game: int) -> VoteRow | None:
    """The vote that made a seat free, as long as nobody has played there since."""
    vote = await tables.votes.last_replacing(game)
    clock = await tables.clocks.get(game)
    if vote is None or clock is None:
        return None
    return vote if (vote.person, vote.turn) == (clock.person, clock.turn) else None
