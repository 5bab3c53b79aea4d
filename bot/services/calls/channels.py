"""The places of games: losses, returns and moves. It knows no Discord."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.model import preferences, rows
from bot.model.channel_loss import LOCKED_THREAD, UNKNOWN_CHANNEL, UNKNOWN_SERVER
from bot.model.database_errors import ConflictError
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.stored_post import StoredPost
from bot.present.posts.channel_posts import place_left_post
from bot.services.calls.notices import place_found, place_left, places_lost, tell_of_lobby
from bot.services.games import saving
from bot.services.games.active_games import numbers_of
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.people import PersonalLimits, Rate, RecentDeeds
from bot.store.store import Store, Transaction

_CALLED_BACK: Final = Rate(1, 3600.0)
"""The rate at which a person is called to games that have their places again."""


@dataclass(slots=True, eq=False)
class ChannelService:
    """Notes what happens to the places of games, and keeps the lost ones in mind.

    So a thousand changed channels a minute leave the database in peace. Discord announces each
    change once: the service tries to note it until the database takes it.
    """

    store: Store
    games: GameService
    limits: PersonalLimits
    _lost: Mapping[int, Sequence[int]] = field(init=False, default_factory=dict)
    _called: RecentDeeds = field(init=False)

    def __post_init__(self) -> None:
        self._called = RecentDeeds(_CALLED_BACK, self.games.clock)

    async def prepare(self) -> None:
        """Learn which places are lost; before the first call none are known."""
        self._keep(await self.store.read(lambda tx: tx.channels.lost()))

    def _keep(self, places: Iterable[tuple[int, int]]) -> None:
        """Keep in mind which places are lost, each with its server."""
        lost = defaultdict[int, list[int]](list)
        for guild, channel in places:
            lost[guild].append(channel)
        self._lost = lost

    async def _note(self, work: Callable[[Transaction], Awaitable[object]]) -> None:
        """Let `work` note what became of places, and keep in mind which are lost then."""

        async def noted(tx: Transaction) -> Iterable[tuple[int, int]]:
            await work(tx)
            return await tx.channels.lost()

        self._keep(await self.store.note(self.games.clock, noted))

    def lost_in(self, guild: int) -> Sequence[int]:
        """The places of games of a server that are lost; some may be open again."""
        return tuple(self._lost.get(guild, ()))

    async def lost(
        self,
        channels: Iterable[int],
        code: int,
        above: int | None = None,
        again: float | None = None,
    ) -> None:
        """Note that places take no more posts, with Discord's error code.

        `above` is the channel of a lost thread, if it takes posts. They are tried `again` then
        (Unix time), unless Discord tells when they take posts.
        """
        await self._note(lambda tx: places_lost(tx, channels, code, above, again))

    async def deleted(self, channel: int, above: int | None = None) -> None:
        """Note that a channel or thread was deleted, if anything was played or planned there.

        `above` is as for `lost`.
        """

        async def work(tx: Transaction) -> None:
            if (lobby := await tx.lobbies.get(channel)) is not None:
                await tell_of_lobby(tx, lobby)
                await tx.lobbies.remove(channel)
            await tx.forum_posts.remove(channel)
            if await tx.games.running_in(channel) is not None:
                await places_lost(tx, (channel,), UNKNOWN_CHANNEL, above)

        await self._note(work)

    async def locked(self, thread: int, above: int | None = None) -> None:
        """Note that the bot may not post in a thread any more, if anything is played there.

        `above` is as for `lost`.
        """

        async def work(tx: Transaction) -> None:
            if await tx.games.running_in(thread) is not None:
                await places_lost(tx, (thread,), LOCKED_THREAD, above)

        await self._note(work)

    async def removed(self, guild: int) -> None:
        """Note that the bot was removed from a server."""

        async def work(tx: Transaction) -> None:
            await places_lost(tx, await tx.channels.channels_of(guild), UNKNOWN_SERVER)

        await self._note(work)

    async def try_again(self, guild: int) -> None:
        """Let the posts that places of a server have refused be tried at once."""
        await self.store.note(self.games.clock, lambda tx: tx.posts.try_refused(guild))

    async def regained(self, channel: int) -> None:
        """Let the game of a channel that takes posts again go on, with what was lost of it."""
        game = await self.store.note(self.games.clock, lambda tx: tx.games.running_in(channel))
        if game is None:
            await self._note(lambda tx: tx.channels.revive(channel))
        else:
            await self._go_on(channel, game)

    async def _go_on(self, channel: int, game: int) -> None:
        async with self.games.hold(game) as table:
            called = {player.id for player in table.persons if self._called.take(player.id)}

            async def work(tx: Transaction) -> None:
                if not await tx.channels.revive(channel):
                    return
                now = self.games.clock.now()
                await saving.restart_clock(tx, table.id, now)
                missed = await saving.regained_posts(tx, table, told=await place_found(tx, game))
                posts = await saving.start_turn(tx, table, rows.NOBODY, missed, now)
                rarely = [
                    replace(post, ping=tuple(one for one in post.ping if one in called))
                    for post in posts
                ]
                await saving.queue(tx, table, table.channel, rarely)

            await self._note(work)

    async def must_be_lost(self, game: int) -> None:
        """Raise UserError for a game that has a place: it moves when somebody asks for that."""
        async with self.games.hold(game) as table:
            if not await self.store.read(lambda tx: tx.channels.is_lost(table.channel.id)):
                raise UserError("error.outdated_button")

    async def offered(self, invocation: Invocation) -> Sequence[rows.PlacedGame]:
        """The games that somebody may bring to where they pressed, those without a place first."""
        guild = invocation.channel.guild if invocation.manages else None
        placed = await self.store.read(lambda tx: tx.channels.movable(invocation.person.id, guild))
        here = invocation.channel.id
        return [game for game in placed if game.lost is not None or game.channel != here]

    async def move(self, invocation: Invocation, game: int) -> saving.Saved:
        """Let a game go on where somebody pressed, with what was lost of it; raises UserError.

        Its players may, and who manages its server. A game of several people leaves its server only
        when its place there is lost.
        """
        async with self.games.hold(game) as table:
            _check(table, invocation)
            channel = replace(invocation.channel, locale=table.channel.locale)
            there = replace(table, channel=channel)
            mover = invocation.person.id
            heard = self.limits.heard(mover, (player.id for player in table.persons))

            async def work(tx: Transaction) -> Sequence[StoredPost]:
                there.numbers = await numbers_of(tx, channel.guild)
                await _check_places(tx, table, invocation)
                await tx.channels.move(game, channel.id, channel.guild)
                gone = place_left_post(channel.guild, channel.id, table.words)
                await place_left(tx, game, table.channel.id, gone)
                now = self.games.clock.now()
                arrival = await saving.moved_posts(tx, there)
                ping = tuple(one for one in arrival.ping if one in heard)
                posts = await saving.start_turn(
                    tx, there, mover, (replace(arrival, ping=ping),), now
                )
                await saving.restart_clock(tx, game, now)
                return posts

            try:
                done = await self.games.write_once(invocation, there, work)
            except ConflictError:
                raise UserError(Problem.GAME_RUNNING) from None
            self.limits.call(mover, heard)
            table.channel, table.numbers = there.channel, there.numbers
            return done


def _check(table: Table, invocation: Invocation) -> None:
    """Refuse what no place can change: who asks, and whether the others could follow."""
    manages = invocation.manages and invocation.channel.guild == table.channel.guild
    table.must_concern(invocation.person.id, manages=manages)
    if invocation.channel.via is not rows.Via.CHANNEL:
        raise UserError("place.sorry.may_not_post")
    if invocation.channel.guild is None and table.is_shared:
        raise UserError("place.sorry.alone")
    if table.kind.keeps_private is not None and invocation.channel.guild is not None:
        raise UserError(table.kind.keeps_private)


async def _check_places(tx: Transaction, table: Table, invocation: Invocation) -> None:
    """Refuse a place that is taken or not open to this game."""
    old, new = table.channel, invocation.channel
    lost = await tx.channels.is_lost(old.id)
    if table.kind.keeps_place is not None and not lost:
        raise UserError(table.kind.keeps_place)
    if new.id == old.id and not lost:
        raise UserError("place.sorry.here")
    if await tx.lobbies.get(new.id) is not None:
        raise UserError("error.lobby_others")
    if new.guild == old.guild:
        return
    if table.is_shared and not lost:
        raise UserError("place.sorry.elsewhere")
    settings = await tx.preferences.of_server(new.guild)
    if settings.opens is preferences.Allowed.MANAGERS and not invocation.manages:
        raise UserError("server.sorry.opens")
