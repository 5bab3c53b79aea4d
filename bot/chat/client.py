"""The Discord client: intents, the command tree, presses, start and stop."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from typing import Any, Final

import discord
import yarl
from discord import app_commands

import fonts
from bot.chat.app import VITAL, duties
from bot.chat.channel_watch import ChannelWatch
from bot.chat.command_sync import CommandSync
from bot.chat.command_tree import AnsweredTree, CommandFolder
from bot.chat.delivery.once import tried_once
from bot.chat.doctor import check_address, watching
from bot.chat.feature import Feature, all_handlers, all_kinds, all_offers, extras_of
from bot.chat.handlers.rooms import archive_unused, stale_openings
from bot.chat.handlers.services import Services
from bot.chat.logs import start_logging
from bot.chat.pictures.painting import DRAWINGS_FOLDER, Painter, RenderPool, paint
from bot.chat.pictures.queue import PictureQueue
from bot.chat.respond import Responder, begin_log
from bot.chat.unreadable import PRESS_EVENT, guard
from bot.model.clock import SYSTEM_CLOCK, Clock
from bot.runtime import memory, service_manager
from bot.runtime.backups import BACKUPS_FOLDER, refuse_lost
from bot.runtime.box_file import read_box
from bot.runtime.health import Gauges, Health
from bot.runtime.jobs import Jobs, Wakeup, done_before
from bot.runtime.settings import Settings, Shards, Sync, Workforce
from bot.services.games.moves import secret_seed
from bot.services.games.service import GameService
from bot.services.games.thinker import Thinker
from bot.store.store import Store
from bot.words import catalog, languages
from engine import STANDARD_BOX

_LOGGER = logging.getLogger(__name__)

GRACE: Final = 10.0
"""Seconds that presses in progress are given when the bot is stopped."""
_LOGIN_WITHIN: Final = 60.0
"""Seconds that Discord has to answer the login; another start may find it well again."""
READY_WITHIN: Final = 120.0
"""Seconds from the connection to the gateway until the list of servers should be there."""
_CANCELLED_AGAIN: Final = 1.0
"""Seconds after which the library is asked once more to leave the gateway."""
_SWITCH: Final = 0.001
"""Seconds after which a thread that draws or tries moves lets the event loop go on, if it must."""
_COMPONENT_TYPES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class BonfireClient(ChannelWatch):
    """The connection to Discord; all it keeps of the world is the list of channels."""

    def __init__(
        self, sync: Sync, guild_ready_timeout: float, shards: Shards | None = None
    ) -> None:
        """Connect without any privileged intent, by these `shards` or as many as Discord asks.

        `guild_ready_timeout` is how long, in seconds, discord.py waits for another server before
        it takes the list as complete.
        """
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
        super().__init__(
            shard_ids=None if shards is None else list(shards.ids),  # type: ignore[arg-type]
            shard_count=None if shards is None else shards.count,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=30.0,
            guild_ready_timeout=guild_ready_timeout,
            http_trace=tried_once(),
        )
        guard(self)
        self._sync = sync
        self._opened: dict[int, int] = {}
        self._connecting: asyncio.Task[object] | None = None
        self.identifying: Callable[[int], Awaitable[None]] | None = None
        """Waits until a shard may begin a session, where other processes begin some as well."""
        self.leads = False
        """True while it posts and does all else that one worker does alone."""
        self.tree = AnsweredTree(
            self,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )

    def open(self, services: Services, features: Sequence[Feature]) -> None:
        """Answer presses and commands with these services and features."""
        self.services = services
        self.features = features
        handlers = all_handlers(services, features)
        self.respond = Responder(services, handlers)
        self.jobs = Jobs(services.games.clock)
        self.health = Health(self._gauges, lambda: services.traffic.count > 0, services.games.clock)
        self._arrived = Wakeup(services.games.clock)
        CommandFolder(self.tree, self.respond).add(handlers)
        self.commands = CommandSync(
            self.tree, services.store, services.games.clock, services.mentions
        )

    async def setup_hook(self) -> None:
        """Learn what the last run has left, and have the commands told where they have changed."""
        self._opened = await self._openings()
        if self.services.emojis is not None and self.application_id is not None:
            await self.services.emojis.recall(self.application_id)
        self.commands.tell(self._sync)

    async def _openings(self) -> dict[int, int]:
        """The presses that opened a thread when the bot was killed, and their channels."""
        found = await self.services.store.read(lambda tx: tx.meta.openings())
        if self.services.store.sharing is None:
            return found
        return stale_openings(found, self.services.games.clock.now())

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn of a shard to begin a session."""
        if self.identifying is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.identifying(shard_id or 0)

    def hears_of(self, guild: int) -> bool:
        """Say whether this process hears of a server from the gateway (Discord, events/gateway)."""
        if self.shard_ids is None or self.shard_count is None:
            return True
        return (guild >> 22) % self.shard_count in self.shard_ids

    async def on_ready(self) -> None:
        """Log that the bot is there, and catch up with what was left to post."""
        _LOGGER.info("ready as %s in %d servers", self.user, len(self.guilds))
        self.services.outbox.kick()
        self.services.tags.kick()
        self._arrivals += 1
        self._arrived.kick()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Be connected to the gateway until cancelled; the job *arrival* stands beside.

        The library carries on if we cancel it while a shard begins a session anew. So we cancel it
        until it ends.
        """
        self._arrivals = self._settled = 0
        self.jobs.start("arrival", self._arrive, vital=True)
        connecting = asyncio.create_task(super().connect(reconnect=reconnect))
        self._connecting = connecting
        try:
            await asyncio.wait({connecting})
            connecting.result()
        finally:
            while not connecting.done():
                connecting.cancel()
                await asyncio.wait({connecting}, timeout=_CANCELLED_AGAIN)
            self._connecting = None
            await self.jobs.stop("arrival")
            await self.hang_up()

    async def close(self) -> None:
        """Close all connections to Discord, unless `connect` asks for it.

        There Discord has hung up for good, and presses at work can still be answered.
        """
        if asyncio.current_task() is not self._connecting:
            await super().close()

    async def _arrive(self) -> None:
        """Settle what follows from each arrival at the gateway, until cancelled.

        Raises TimeoutError where Discord never says that the first session is ready.
        """
        async with asyncio.timeout(READY_WITHIN):
            await self.wait_until_ready()
        while True:
            if self._settled < self._arrivals:
                await self._settle()
            await self._arrived.rest(None)

    async def _settle(self) -> None:
        """Compare the servers with those that are known, and put away what was never begun."""
        arrivals = self._arrivals
        members = [guild.id for guild in self.guilds]
        for guild in await self.services.servers.compare(members, self.hears_of):
            await self.services.channels.removed(guild)
            self.services.outbox.kick()
        opened = self._opened
        if self.shard_ids is not None:  # other processes know the other channels
            opened = {press: at for press, at in opened.items() if self.get_channel(at)}
        await archive_unused(self.services.store, self, opened)
        self._opened, self._settled = {}, arrivals

    async def on_resumed(self) -> None:
        """Catch up after a drop of the connection."""
        self.services.outbox.kick()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press; commands go through the tree by themselves."""
        if interaction.type in _COMPONENT_TYPES:
            begin_log(interaction)
            await self.respond.dispatch(interaction)

    def take(self, payload: Any) -> None:
        """Answer an interaction that came over HTTP as those that come from the gateway.

        `payload` is the same (Discord, interactions/receiving-and-responding).
        """
        self._connection.parsers[PRESS_EVENT](payload)

    def _gauges(self) -> Gauges:
        services, seconds = self.services, self.services.traffic.take()
        return Gauges(
            latency=self.latency * 1000 if self.is_ready() else 0.0,
            servers=len(self.guilds),
            games=services.games.cached,
            answered=len(seconds),
            slowest=max(seconds, default=0.0) * 1000,
            late=services.traffic.late,
            posts=services.outbox.queue_size,
            pictures=services.pictures.queue_size,
            drawn=services.pictures.drawn,
            failing=self.jobs.failing,
        )


Entrance = Callable[[BonfireClient], AbstractAsyncContextManager[object]]
"""A way in for interactions beside the gateway, open while a client is connected."""
Attendance = Callable[[BonfireClient, Settings], Coroutine[Any, Any, None]]
"""The work of a client that has logged in, until it is closed."""


async def connected(client: BonfireClient, _settings: Settings) -> None:
    """Be connected to the gateway."""
    await client.connect()


def run(
    settings: Settings,
    features: Sequence[Feature],
    attend: Attendance,
    entrance: Entrance = nullcontext,
) -> None:
    """Be the bot with these features until SIGTERM or SIGINT.

    Raises discord.LoginFailure for a refused token, and OSError (DatabaseError among them) when
    the database or the network cannot be used. Raises SystemExit as `serve` does.
    """
    start_logging(settings.log_level)
    asyncio.run(serve(settings, features, entrance, attend))


async def serve(
    settings: Settings,
    features: Sequence[Feature],
    entrance: Entrance = nullcontext,
    attend: Attendance = connected,
    *,
    over_http: bool = False,
) -> None:
    """Be the bot in a running event loop; presses come by the `entrance` where `over_http`.

    Raises DamagedFontError too, for typefaces that are missing or altered, ComplaintError where
    Discord sends no presses this way, SharedTokenError for the younger of two processes, and
    SystemExit with the status 75 where a job has failed too often: another start may help.
    """
    memory.keep_small()
    sys.setswitchinterval(_SWITCH)
    fonts.check()
    async with service_manager.alive(), running(settings, features) as client:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        client.jobs.give_up = stop.set
        if not over_http and settings.workers is Workforce.ONE:
            client.services.traffic.precedence.give_way = stop.set
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        loop.add_signal_handler(signal.SIGUSR1, client.health.ask)
        memory.settle()
        client.services.pictures.pool.warm_up()
        work = asyncio.create_task(_login(client, settings, over_http=over_http))
        if await done_before(stop, work) and work.exception() is None:
            async with entrance(client):
                service_manager.tell("READY=1")
                doctor = watching(client, client.services, settings, over_http=over_http)
                client.jobs.start("doctor", doctor)
                work = asyncio.create_task(attend(client, settings))
                await done_before(stop, work)
        _LOGGER.info("stopping")
        service_manager.tell("STOPPING=1")
        await client.services.traffic.stop(GRACE)
        work.cancel()  # and the client closes after all that talks to Discord
        await asyncio.wait({work}, timeout=GRACE)
        if work.done() and not work.cancelled():
            work.result()
    client.services.traffic.precedence.must_be_older()
    if client.jobs.given_up is not None:
        raise SystemExit(os.EX_TEMPFAIL)


async def _login(client: BonfireClient, settings: Settings, *, over_http: bool) -> None:
    """Log in; raises ComplaintError where Discord sends presses elsewhere than to the gateway.

    Over HTTP the address in the portal may come later, as Discord tries it at once.
    """
    async with asyncio.timeout(_LOGIN_WITHIN):
        await client.login(settings.token.reveal())
    assert client.application is not None, "the login tells it"
    if not over_http:
        check_address(client.application.interactions_endpoint_url, over_http=False)


@asynccontextmanager
async def on_duty(
    client: BonfireClient, settings: Settings, clock: Clock = SYSTEM_CLOCK
) -> AsyncIterator[None]:
    """Do what a bot does by itself: post, remind, play its seats, and all that comes once a day.

    Of several workers on one database only the one that leads does.
    """
    services = client.services
    await services.reminders.excuse()
    await services.channels.prepare()
    await services.outbox.prepare()
    await services.tags.prepare()
    of_features = [feature.jobs(services) for feature in client.features]
    lasting, ending = duties(services, settings, clock, of_features)
    for name, job in lasting.items():
        client.jobs.start(name, job, vital=name in VITAL)
    for name, job in ending.items():
        client.jobs.start(name, job, ends=True)
    client.leads = True
    try:
        yield
    finally:
        client.leads = False
        await client.jobs.stop(*lasting, *ending)
        await services.outbox.drain(GRACE)


@asynccontextmanager
async def running(  # noqa: PLR0913 - the last four are what tests replace
    settings: Settings,
    features: Sequence[Feature],
    *,
    guild_ready_timeout: float = 2.0,
    clock: Clock = SYSTEM_CLOCK,
    seed: Callable[[], int] = secret_seed,
    paint: Painter = paint,
) -> AsyncIterator[BonfireClient]:
    """A client with all its services, ready to be started; everything is closed afterwards.

    `clock` times turns and whatever the bot waits for, `seed` deals new games,
    and `paint` makes the pictures.
    """
    if settings.api_base is not None and settings.gateway is not None:
        discord.http.Route.BASE = settings.api_base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)
    for language in languages():
        catalog(language)  # now, since reading it would hold up the first press
    box = STANDARD_BOX if settings.box is None else read_box(settings.box.read_text("utf-8-sig"))
    async with AsyncExitStack() as stack:
        server = settings.server
        place = settings.database if server is None else server.reveal()
        shared = settings.workers is Workforce.SEVERAL
        if server is None:
            refuse_lost(settings.database, settings.data / BACKUPS_FOLDER)
        store = await Store.open(place, shared=shared)
        stack.push_async_callback(store.close)
        pictures = PictureQueue(
            RenderPool(settings.render_workers, paint, settings.data / DRAWINGS_FOLDER)
        )
        stack.push_async_callback(pictures.close)
        thinker = Thinker(settings.thinkers)
        stack.callback(thinker.close)
        # Who shares a database tells Discord about the commands when it leads.
        client = BonfireClient(
            Sync.NEVER if shared else settings.sync, guild_ready_timeout, settings.shards
        )
        await stack.enter_async_context(client)
        kinds, offers = all_kinds(features), all_offers(features)
        games = GameService(store, box, seed, clock, thinker, kinds=kinds, offers=offers)
        services = Services(store, games, pictures, client, settings, extras=extras_of(features))
        stack.callback(services.close)
        client.open(services, features)
        stack.push_async_callback(client.jobs.close)
        client.jobs.start("health", client.health.run)
        client.jobs.start("commands", client.commands.run)
        client.jobs.start("forethought", games.forethought.run)
        if not shared:
            await stack.enter_async_context(on_duty(client, settings, clock))
        yield client
    _LOGGER.info("stopped")
