"""GameService: what can be done to a game, from its start to its end. It does not know Discord."""

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace

from bot.model.channel_loss import ANSWERS_ONLY
from bot.model.clock import SYSTEM_CLOCK, Clock
from bot.model.database_errors import ConflictError
from bot.model.errors import Problem, UserError, report_bug
from bot.model.invocation import ChannelRef, Invocation
from bot.model.messages import Post
from bot.model.results import Ending
from bot.model.rows import NOBODY, MoveRow, NewGame, PersonRow, Progress, Status, Via
from bot.model.stored_post import StoredPost
from bot.model.telemetry import note_work
from bot.present.posts.turn_posts import ended_post
from bot.services.games import moves
from bot.services.games.active_games import ActiveGames, numbers_of
from bot.services.games.kind import CASUAL, GameKind
from bot.services.games.outcomes import settle
from bot.services.games.saving import (
    ExtraWrite,
    QueuedPosts,
    Saved,
    Telling,
    Topic,
    nothing,
    publish_question,
    queue,
    start_clock,
    start_turn,
    with_recipients,
)
from bot.services.games.table import Table, snapshot_of
from bot.services.games.thinker import Forethought, Thinker
from bot.store.store import Transaction
from engine import Game, GameOptions, IllegalAction
from engine.actions import Action
from engine.data.box import Box
from engine.ids import Seat

_LOGGER = logging.getLogger(__name__)


@dataclass(eq=False)
class GameService(ActiveGames):
    """Every change of a game goes through here, one at a time for each game.

    A change of a running game is made to a `Table` that the caller holds. New games are dealt from
    `box`, each by a `seed` of its own; turns are timed by `clock`, those of the bot thought out by
    `thinker`.
    """

    box: Box
    seed: Callable[[], int] = moves.secret_seed
    clock: Clock = SYSTEM_CLOCK
    thinker: Thinker = field(default_factory=Thinker)
    forethought: Forethought = field(init=False)

    def __post_init__(self) -> None:
        self.forethought = Forethought(self.thinker, self.clock)

    async def touch(self, game: int) -> None:
        """Start the clock of a game that has none; raises UserError when there is no game."""
        async with self.hold(game) as table:
            await self.store.write(lambda tx: start_clock(tx, table, None, self.clock.now()))

    async def box_in(self, channel: int) -> Box:
        """The component values of a channel's running or last game, else of new games."""
        try:
            async with self.hold(await self.game_in(channel)) as table:
                return table.game.box
        except UserError:
            return self.box

    async def game_in(self, channel: int) -> int:
        """The id of a channel's running game, else of its last one; raises UserError."""

        async def work(tx: Transaction) -> int | None:
            running = await tx.games.running_in(channel)
            return running if running is not None else await tx.games.last_in(channel)

        game = await self.store.read(work)
        if game is None:
            raise UserError(Problem.NO_GAME)
        return game

    async def must_be_unsealed(self, table: Table) -> None:
        """Raise UserError while others still play the deal of a held table."""
        now = self.clock.now()
        await self.store.read(lambda tx: table.kind.must_be_unsealed(tx, table, now))

    async def answer(
        self, invocation: Invocation, table: Table, actions: Sequence[Action]
    ) -> Saved:
        """Submit answers of the person who pressed to a held table, all or none.

        Where something hidden comes to light the answers before it stay and the others are left
        out, unless only the end of the turn is left. Raises UserError for a wrong person, for a
        game that has gone on elsewhere or for a bug, IllegalAction for a wrong answer.
        """
        person = invocation.person
        seat = table.seat_to_move(person.id)
        with self.changing(table):
            is_renamed = table.meet(person, invocation.channel.guild)

            async def rename(tx: Transaction) -> None:
                if is_renamed:
                    await tx.games.rename(table.id, person)

            log = moves.play(table, seat, invocation, actions)
            done = await self._play_on(table, invocation, log, also=rename)
            table.kind.answered(table.game)
            return done

    async def undo(self, invocation: Invocation, table: Table) -> Saved:
        """Take back what the last press submitted to a held table; raises as `answer` does."""
        seat = table.seat_to_move(invocation.person.id)
        with self.changing(table):
            log = await self.store.read(lambda tx: tx.games.log(table.id))
            taken = moves.take_back(table, seat, invocation, log)
            return await self.save(table, invocation, (), taken)

    async def start(  # noqa: PLR0913 - who, what, where and with whom a game begins
        self,
        invocation: Invocation,
        options: GameOptions,
        players: Sequence[PersonRow],
        first: int | None = None,
        room: ChannelRef | None = None,
        *,
        also: ExtraWrite = nothing,
        kind: GameKind = CASUAL,
    ) -> Saved:
        """Start a game of these people and bots, and close the lobby of the channel of the press.

        It is played in the `room`, without one in that channel. `first` is the Discord user who
        begins, where chance does not decide. In an empty room the first post mentions everybody who
        plays, the one who pressed too: Discord brings them in by that. `also` is written with it,
        or refuses it; its `kind` deals it. Raises UserError when a game is running there, when
        others sit at the table of the channel, when the kind refuses it, or when the seed or the
        box cannot make a game.
        """
        try:
            # Dealt and written down in a thread: too long for the event loop.
            game = await kind.deal(self.store, lambda: Game.new(options, self.seed(), self.box))
            snapshot = await asyncio.to_thread(snapshot_of, game)
        except Exception as error:
            raise report_bug(error) from error
        channel = invocation.channel if room is None else room
        seats = _begun_by(first, players, game.view().starter)
        place = replace(channel, via=Via.CHANNEL, empty=False)
        lobby, presser = invocation.channel.id, invocation.person.id
        table = Table(0, game, place, seats, revision=0, told=0, status=Status.RUNNING)
        table.symbols, table.offers = self.symbols, replace(self.offers, rematch=kind.rematch)
        table.kind, table.bots = kind, table.seated_bots
        choices = json.dumps(asdict(options))
        new = NewGame(
            channel.id, channel.guild, channel.locale, choices, snapshot, seats, kind=str(kind)
        )

        async def work(tx: Transaction) -> Sequence[StoredPost]:
            await also(tx)
            await _nobody_is_left_out(tx, lobby, players)
            table.id = await tx.games.add(new)
            if channel.via is Via.FOLLOWUP and not await tx.channels.is_dead(channel.id):
                await tx.channels.bury(channel.id, ANSWERS_ONLY)
            table.numbers = await numbers_of(tx, channel.guild)
            await tx.lobbies.remove(lobby)
            await kind.began(tx, table)
            now = self.clock.now()
            await start_clock(tx, table, presser, now)
            if channel.empty:
                post = await with_recipients(tx, table, table.body(table.opening), NOBODY, now)
                others = tuple(person for person in post.direct if person != presser)
                return (replace(post, direct=others),)
            return (await with_recipients(tx, table, table.body(table.notice), presser, now),)

        try:
            done = await self.write_once(replace(invocation, channel=channel), table, work)
        except ConflictError:
            raise UserError(Problem.GAME_RUNNING) from None
        await self._keep_new(table)
        self.forethought.called(table)
        return done

    async def end(
        self, invocation: Invocation, table: Table, text: str, also: ExtraWrite = nothing
    ) -> Saved:
        """End a held table before its time; `text` is posted, `also` written with it."""
        with self.changing(table):
            rest = table.rest()
            table.status = Status.ABANDONED
            post = ended_post(text, table.game, table.words, table.offers)
            return await self.save(table, invocation, (*rest, table.body(post)), also=also)

    async def give_way(self, table: Table) -> None:
        """End a held table in which nothing was played, without a word; raises UserError."""
        with self.changing(table):
            table.status = Status.ABANDONED
            gone = await _progress(table)

            async def work(tx: Transaction) -> None:
                await tx.games.save(gone)
                await start_clock(tx, table, None, self.clock.now())

            await self.store.write(work)

    async def think_out(self, position: moves.HeldPosition) -> moves.BotTurn:
        """The turn that the bot plays in a position; nobody needs to hold the game meanwhile.

        Raises UserError for a bug.
        """
        try:
            return await self.thinker.whole_turn(position)
        except Exception as error:
            raise report_bug(error) from error

    async def substitute(
        self,
        invocation: Invocation,
        table: Table,
        turn: moves.BotTurn,
        first: Sequence[StoredPost] = (),
        also: ExtraWrite = nothing,
    ) -> Saved:
        """Let the bot play a turn in a held table that it fits.

        `first` is posted before it, `also` written together with it. Raises UserError.
        """
        with self.changing(table):
            log = moves.play_for(table, invocation, turn)
            return await self._play_on(table, invocation, log, first, also)

    async def tell_rest(self, table: Table) -> QueuedPosts:
        """Post the turns of a held table that wait for a turn of the bot to be told, if any do."""
        with self.changing(table):
            posts = table.rest()
            if not posts:
                return QueuedPosts(())
            told = await _progress(table)

            async def work(tx: Transaction) -> tuple[int, ...]:
                await tx.games.save(told)
                return await queue(tx, table, table.channel, posts)

            return QueuedPosts(await self.store.write(work), table.public_state)

    async def reseat(
        self, invocation: Invocation, table: Table, seat: Seat, also: ExtraWrite = nothing
    ) -> Saved:
        """Give a seat of a held table to the person who pressed; raises UserError."""
        before = table.players[seat]
        left = table.owners[seat].name

        async def sit_down(tx: Transaction) -> None:
            await table.kind.may_sit_down(tx, table, invocation.person.id)
            await tx.games.reseat(table.id, before.id, invocation.person)
            await tx.premoves.drop(table.id, before.id)
            await also(tx)

        with self.changing(table):
            rest = table.rest()  # under the names of those who played
            people = enumerate(table.players)
            table.players = tuple(
                invocation.person if at == seat else player for at, player in people
            )
            who = table.owners[seat].name
            table.bots -= {seat}
            taken = Post(table.words.say("vote.taken", who=who, before=left), accent=seat)
            posts = [*rest, table.body(taken)]
            if table.game.waiting is not None and table.game.waiting.seat == seat:
                posts.append(table.body(table.notice))
            return await self.save(table, invocation, posts, also=sit_down)

    async def _play_on(
        self,
        table: Table,
        invocation: Invocation,
        log: Sequence[MoveRow],
        first: Sequence[StoredPost] = (),
        also: ExtraWrite = nothing,
    ) -> Saved:
        """Store what a press has played, and the premoves that it made due, at once.

        A post after the `first` ones tells it where a person is called, or where premoves were
        played; else it waits for the turns of bots that follow.
        """
        played = await moves.play_on(self.store, table, log, self.clock.now())
        posts = list(first)
        if table.is_due or played.begins is not None:
            posts.append(replace(table.tell(played.begins), direct=played.direct))

        async def note(tx: Transaction) -> None:
            await also(tx)
            await played.note(tx)

        done = await self.save(table, invocation, posts, played.log, note)
        return replace(done, taken=len(log))

    async def save(
        self,
        table: Table,
        invocation: Invocation,
        posts: Sequence[StoredPost],
        log: Sequence[MoveRow] = (),
        also: ExtraWrite = nothing,
    ) -> Saved:
        """Store a held table as it has become, within `changing`; `also` is written with it.

        Its revision counts the entries `log` already. The `posts` are queued, and the clock follows
        the person to move now.
        """
        progress = await _progress(table, log)

        async def work(tx: Transaction) -> Sequence[StoredPost]:
            await tx.games.save(progress)
            await tx.drafts.clear(table.id)
            await tx.premoves.forget_told(table.id)
            if table.status is not Status.RUNNING:
                await table.kind.ended(tx, table)
            if table.game.result is not None:
                await settle(tx, table, self.clock.now(), Ending.PLAYED)
            await also(tx)
            return await start_turn(tx, table, invocation.person.id, posts, self.clock.now())

        done = await self.write_once(invocation, table, work)
        self.forethought.called(table)
        return replace(done, taken=len(log))

    async def tell(
        self, invocation: Invocation, table: Table, text: str, change: ExtraWrite
    ) -> Saved:
        """Change something of a held table, once for a press, and post a sentence about it."""

        async def work(tx: Transaction) -> Sequence[StoredPost]:
            await change(tx)
            return (table.body(Post(text)),)

        return await self.write_once(invocation, table, work)

    async def write_once(
        self, invocation: Invocation, table: Table, work: Telling, asks: Topic | None = None
    ) -> Saved:
        """Do `work` once for a press, and queue the posts that it returns, in one transaction.

        The last of them is a public question where `asks` says so. The table is held. An error
        after the commit changes nothing. Raises UserError where the press has had its effect
        already.
        """
        ids, drawn = tuple[int, ...](), False

        async def write(tx: Transaction) -> None:
            nonlocal ids, drawn
            ids, drawn = (), False
            if not await tx.processed.add(invocation.id):
                raise UserError("error.already_done")
            posts = await work(tx)
            if posts is None:
                return
            ids = await queue(tx, table, invocation.channel, posts)
            if asks is not None:
                await publish_question(tx, asks, table.id, ids[-1], posts[-1])
            drawn = any(post.pictures for post in posts)

        try:
            await self.store.write(write)
        except (UserError, IllegalAction):
            raise
        except Exception:
            if not await self.store.read(lambda tx: tx.processed.knows(invocation.id)):
                raise
            _LOGGER.exception("press %d has had its effect, but its answer failed", invocation.id)
        note_work(game=table.id)
        _LOGGER.debug(
            "the game is at revision %d, %s; %d posts wait", table.revision, table.status, len(ids)
        )
        # Not within the transaction, which others wait for; the table is still held.
        state = table.public_state if drawn else None
        return Saved(table.id, QueuedPosts(ids, state))


async def _progress(table: Table, log: Sequence[MoveRow] = ()) -> Progress:
    """A held table as it is to be stored, with the entries that its log has had since."""
    snapshot = await asyncio.to_thread(snapshot_of, table.game)
    before = table.revision - len(log)
    return Progress(table.id, before, tuple(log), snapshot, table.told, table.status)


def _begun_by(
    first: int | None, players: Sequence[PersonRow], starter: Seat
) -> tuple[PersonRow, ...]:
    """The people by seat: in their order, turned so that `first` sits where the game begins."""
    at = next((at for at, player in enumerate(players) if player.id == first), starter)
    turned = (at - starter) % len(players)
    return (*players[turned:], *players[:turned])


async def _nobody_is_left_out(tx: Transaction, channel: int, players: Sequence[PersonRow]) -> None:
    """Refuse to close a channel's lobby over the heads of people who sit there."""
    lobby = await tx.lobbies.get(channel)
    if lobby is not None and _people(lobby.members) != _people(players):
        raise UserError("error.lobby_others")


def _people(seated: Sequence[PersonRow]) -> frozenset[int]:
    return frozenset(one.id for one in seated if one.level is None)
