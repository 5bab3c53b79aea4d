"""Where games are played: places that were lost or came back, and moves. It knows no Discord."""

from collections.abc import Sequence
from dataclasses import replace

from bot.model.channel_loss import UNKNOWN_CHANNEL, UNKNOWN_SERVER
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.preferences import Allowed
from bot.model.rows import NOBODY, PlacedGame, Status, Via
from bot.services.calls.notices import place_left, places_lost
from bot.services.games.missed_posts import moved_posts, regained_posts
from bot.services.games.service import GameService, Saved, numbers_of, once, queue
from bot.services.games.table import Table
from bot.services.games.turns import restart_clock, start_turn
from bot.store import ConflictError, Store, Transaction


class ChannelService:
    """What happens to the places of games."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Take games from `games`, which tells the time too."""
        self._store = store
        self._games = games

    async def deleted(self, channel: int) -> None:
        """Note that a channel or thread was deleted, if anything was played or planned there."""

        async def work(tables: Transaction) -> None:
            await tables.lobbies.remove(channel)
            if await tables.games.running_in(channel) is not None:
                await places_lost(tables, (channel,), UNKNOWN_CHANNEL)

        await self._store.write(work)

    async def removed(self, guild: int) -> None:
        """Note that the bot was removed from a server."""

        async def work(tables: Transaction) -> None:
            await places_lost(tables, await tables.places.channels_of(guild), UNKNOWN_SERVER)

        await self._store.write(work)

    async def lost_in(self, guild: int) -> Sequence[int]:
        """The places of running games of a server that are lost."""
        return await self._store.read(lambda tables: tables.places.lost_in(guild))

    async def regained(self, channel: int) -> None:
        """Let the game of a channel that takes posts again go on, with what was lost of it."""
        async with self._games.table(await self._games.game_in(channel)) as table:

            async def work(tables: Transaction) -> None:
                if not await tables.places.revive(channel):
                    return
                now = self._games.now()
                await _begin_anew(tables, table.id, now)
                told = await regained_posts(tables, table)
                posts = await start_turn(tables, table, NOBODY, told, now)
                await queue(tables, table, table.place, posts)

            await self._store.write(work)

    async def offered(self, press: Invocation) -> Sequence[PlacedGame]:
        """The games that somebody may bring to where they pressed, those without a place first."""
        guild = press.place.guild if press.manages else None
        found = await self._store.read(lambda tables: tables.places.movable(press.person.id, guild))
        return [one for one in found if one.lost is not None or one.channel != press.place.channel]

    async def move(self, press: Invocation, game: int) -> Saved:
        """Let a game go on where somebody pressed, with what was lost of it; raises UserError.

        Its players may, and who manages its server. A game of several people leaves its server only
        when its place there is lost.
        """
        async with self._games.table(game) as table:
            _check(table, press)
            place = replace(press.place, locale=table.place.locale)
            there = replace(table, place=place)

            async def work(tables: Transaction) -> Saved:
                await once(tables, press)
                there.numbers = await numbers_of(tables, place.guild)
                await _check_places(tables, table, press)
                await tables.places.move(game, place.channel, place.guild)
                text = table.words.say("place.there", channel=f"<#{place.channel}>")
                await place_left(tables, game, table.place.channel, text)
                now = self._games.now()
                told = (await moved_posts(tables, there),)
                posts = await start_turn(tables, there, press.person.id, told, now)
                await _begin_anew(tables, game, now)
                return Saved(game, await queue(tables, there, place, posts))

            try:
                done = await self._store.write(work)
            except ConflictError:
                raise UserError(Problem.GAME_RUNNING) from None
            table.place, table.numbers = there.place, there.numbers
            return done


def _check(table: Table, press: Invocation) -> None:
    """Refuse what no place can change: who asks, and whether the others could follow."""
    if table.status is not Status.RUNNING:
        raise UserError(Problem.GAME_OVER)
    manages = press.manages and press.place.guild == table.place.guild
    if table.seat_of(press.person.id) is None and not manages:
        raise UserError(Problem.NOT_A_PLAYER)
    if press.place.via is not Via.CHANNEL:
        raise UserError(Problem.MAY_NOT_POST)
    if press.place.guild is None and len(table.players) > 1:
        raise UserError(Problem.READ_ALONE)


async def _check_places(tables: Transaction, table: Table, press: Invocation) -> None:
    """Refuse a place that is taken or not open to this game."""
    old, new = table.place, press.place
    lost = await tables.places.is_dead(old.channel)
    if new.channel == old.channel and not lost:
        raise UserError(Problem.ALREADY_HERE)
    if await tables.lobbies.get(new.channel) is not None:
        raise UserError(Problem.LOBBY_OTHERS)
    if new.guild == old.guild:
        return
    if len(table.players) > 1 and not lost:
        raise UserError(Problem.OTHER_SERVER)
    if (await tables.wishes.of_server(new.guild)).opens is Allowed.MANAGERS and not press.manages:
        raise UserError(Problem.MANAGERS_OPEN)


async def _begin_anew(tables: Transaction, game: int, now: float) -> None:
    row = await tables.clocks.get(game)
    if row is not None:
        await restart_clock(tables, row, row.clock, now)
