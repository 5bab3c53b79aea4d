"""The Discord client: intents, the command tree, presses, lost places, start and stop."""

import asyncio
import hashlib
import json
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import discord
import yarl
from discord import app_commands
from discord.abc import GuildChannel
from discord.app_commands import CommandNotFound, CommandSignatureMismatch

import fonts
from bot.chat.app import Handlers, Services
from bot.chat.commands import add_commands
from bot.chat.handlers.rooms import put_away
from bot.chat.interaction.context import Context
from bot.chat.interaction.permissions import may_post
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import CatalogTranslator
from bot.chat.pictures.pool import RenderPool
from bot.chat.pictures.queue import PictureQueue
from bot.chat.pictures.request import Painter, paint
from bot.chat.router import Router
from bot.model.clock import SYSTEM_CLOCK, Clock
from bot.model.errors import Problem, UserError, report_bug
from bot.runtime import memory
from bot.runtime.backups import FOLDER, DailyBackups
from bot.runtime.box_file import read_box
from bot.runtime.health import Gauges, Health
from bot.runtime.retention import forget_daily
from bot.runtime.settings import LogLevel, Settings, Sync
from bot.services.games.moves import secret_seed
from bot.services.games.service import GameService
from bot.services.results.older_games import count_older_games
from bot.store import Store
from bot.words import catalog, languages
from engine import STANDARD_BOX

LOG = logging.getLogger(__name__)

GRACE: Final = 10.0
"""Seconds that presses in progress are given when the bot is stopped."""
SWITCH: Final = 0.001
"""Seconds after which a thread that draws or tries moves lets the event loop go on, if it must."""
COMPONENT_TYPES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class BonfireTree(app_commands.CommandTree["BonfireClient"]):
    """The slash commands; what goes wrong in one is told kindly."""

    async def on_error(
        self,
        interaction: discord.Interaction["BonfireClient"],
        error: app_commands.AppCommandError,
    ) -> None:
        """Answer an error that no command has handled itself."""
        LOG.warning("command error: %r", error)
        outdated = isinstance(error, CommandNotFound | CommandSignatureMismatch)
        sorry = UserError(Problem.OUTDATED) if outdated else report_bug(error)

        async def refuse(_ctx: Context) -> None:
            raise sorry

        await self.client.handlers.respond.answer(interaction, ReplyMode.EPHEMERAL, refuse)


class BonfireClient(discord.AutoShardedClient):
    """The connection to Discord; all it keeps of the world is the list of channels."""

    def __init__(self, sync: Sync, guild_ready_timeout: float) -> None:
        """Connect without any privileged intent.

        `guild_ready_timeout` is how long, in seconds, discord.py waits for another server before
        it takes the list as complete.
        """
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=30.0,
            guild_ready_timeout=guild_ready_timeout,
        )
        self._sync = sync
        self._opened: dict[int, int] = {}
        self.tree = BonfireTree(
            self,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )

    def open(self, services: Services) -> None:
        """Answer presses and commands with these services."""
        self.services = services
        self.handlers = Handlers(services)
        self.router = Router(self.handlers)
        self.health = Health(self._gauges, services.games.clock)
        add_commands(self.tree, self.handlers)

    async def setup_hook(self) -> None:
        """Tell Discord about the commands, where they have changed, before any press arrives."""
        store = self.services.store
        self._opened = await store.read(lambda tx: tx.meta.openings())
        translator = CatalogTranslator()
        await self.tree.set_translator(translator)
        if self._sync is Sync.NEVER:
            return
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        digest = hashlib.sha256(
            json.dumps([self.application_id, payload], sort_keys=True).encode()
        ).hexdigest()
        known = await store.read(lambda tx: tx.meta.commands())
        if digest != known or self._sync is Sync.ALWAYS:
            await self.tree.sync()
            await store.write(lambda tx: tx.meta.put_commands(digest))
            LOG.info("told Discord about %d commands", len(payload))

    async def on_ready(self) -> None:
        """Log that the bot is there, and catch up with what was left to post."""
        LOG.info("ready as %s in %d servers", self.user, len(self.guilds))
        self.services.outbox.kick()
        self.services.tags.kick()
        await self.services.servers.compare(guild.id for guild in self.guilds)
        opened, self._opened = self._opened, {}
        await put_away(self.services.store, self, opened)

    async def on_resumed(self) -> None:
        """Catch up after a drop of the connection."""
        self.services.outbox.kick()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press; commands go through the tree by themselves."""
        if interaction.type in COMPONENT_TYPES:
            await self.router.dispatch(interaction)

    async def on_guild_channel_delete(self, channel: GuildChannel) -> None:
        """Note that the game of a channel has lost its place."""
        await self._lost(self.services.channels.deleted(channel.id))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Note that the game of a thread has lost its place."""
        await self._lost(self.services.channels.deleted(thread.thread_id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the games of a server have lost their places, and since when."""
        await self.services.servers.left(guild.id)
        await self._lost(self.services.channels.removed(guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on where the bot may post again: it is back, or its permissions are."""
        await self.services.servers.joined(guild.id)
        for channel in await self.services.channels.lost_in(guild.id):
            if may_post(guild.get_channel_or_thread(channel)):
                await self.services.channels.regained(channel)
                self.services.reminders.kick()
                self.services.outbox.kick()

    on_guild_available = on_guild_join

    async def on_guild_channel_update(self, _: object, now: GuildChannel | discord.Role) -> None:
        """Go on where permissions may have returned."""
        await self.on_guild_join(now.guild)

    on_guild_role_update = on_guild_channel_update

    async def on_member_update(self, _: object, now: discord.Member) -> None:
        """Go on where a role of the bot's own has brought permissions back.

        Discord tells of the bot itself without the intent for members (Discord, events/gateway).
        """
        if now == now.guild.me:
            await self.on_guild_join(now.guild)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Go on in a thread that is no longer locked."""
        if (guild := self.get_guild(thread.guild_id)) is not None:
            await self.on_guild_join(guild)

    async def _lost(self, noted: Awaitable[None]) -> None:
        await noted
        self.services.outbox.kick()

    def _gauges(self) -> Gauges:
        services, seconds = self.services, self.services.traffic.take()
        return Gauges(
            latency=self.latency * 1000 if self.is_ready() else 0.0,
            guilds=len(self.guilds),
            games=services.games.cached,
            answered=len(seconds),
            slowest=max(seconds, default=0.0) * 1000,
            posts=services.outbox.queue_size,
            pictures=services.pictures.queue_size,
        )


def run(settings: Settings) -> None:
    """Be the bot until SIGTERM or SIGINT.

    Raises discord.LoginFailure for a refused token, and OSError (DatabaseError among them) when
    the database or the network cannot be used.
    """
    start_logging(settings.log_level)
    asyncio.run(serve(settings))


def start_logging(level: LogLevel) -> None:
    """Log to standard error: the bot from `level` on, libraries without what shows tokens."""
    discord.utils.setup_logging(level=logging.INFO)
    logging.getLogger("bot").setLevel(level.upper())
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    for chatty in ("discord.http", "discord.webhook", "discord.gateway", "discord.client"):
        logging.getLogger(chatty).setLevel(logging.WARNING)  # in detail they show tokens


async def serve(settings: Settings) -> None:
    """Be the bot in a running event loop, as `run` does.

    Raises DamagedFontError too, for typefaces that are missing or altered.
    """
    memory.keep_small()
    sys.setswitchinterval(SWITCH)
    fonts.check()
    async with running(settings) as client:
        memory.settle()
        client.services.pictures.pool.warm_up()
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        loop.add_signal_handler(signal.SIGUSR1, client.health.ask)
        serving = asyncio.create_task(client.start(settings.token.reveal()))
        stopping = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        LOG.info("stopping")
        stopping.cancel()
        await client.services.traffic.stop(GRACE)
        await client.close()
        if serving in done:
            serving.result()
        await asyncio.wait({serving}, timeout=GRACE)


@asynccontextmanager
async def running(
    settings: Settings,
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
    box = STANDARD_BOX if settings.box is None else read_box(settings.box.read_text("utf-8"))
    async with AsyncExitStack() as stack:
        store = await Store.open(settings.database)
        stack.push_async_callback(store.close)
        pictures = PictureQueue(RenderPool(settings.render_workers, paint))
        stack.push_async_callback(pictures.close)
        client = BonfireClient(settings.sync, guild_ready_timeout)
        await stack.enter_async_context(client)
        games = GameService(store, box, seed, clock)
        services = Services(store, games, pictures, client, settings)
        backups = DailyBackups(
            settings.database,
            settings.data / FOLDER,
            settings.backups,
            clock,
            lambda: services.traffic.all,
        )
        client.open(services)
        await services.outbox.prepare()
        await services.tags.prepare()
        stack.push_async_callback(services.outbox.drain, GRACE)
        for job in (
            services.outbox.run(),
            services.tags.run(),
            services.reminders.run(),
            services.bots.run(),
            backups.run(),
            count_older_games(store),
            forget_daily(store),
            services.servers.run(),
            client.health.run(),
        ):
            stack.push_async_callback(_cancelled, asyncio.create_task(job))
        yield client
    LOG.info("stopped")


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
