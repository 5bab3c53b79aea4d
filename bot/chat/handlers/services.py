"""The services of the bot, made once, and the handlers that are made of them."""

from contextlib import ExitStack
from dataclasses import dataclass

import discord

from bot.chat.command_names import CommandMentions
from bot.chat.delivery.forum_tags import ForumTags
from bot.chat.delivery.newest import NewestPosts
from bot.chat.delivery.outbox import Outbox
from bot.chat.delivery.writing import PostPictures, PostWriter
from bot.chat.emojis import EmojiUploads
from bot.chat.handlers.lobby_posts import LobbyPosts
from bot.chat.handlers.pages import PrivatePages
from bot.chat.handlers.rooms import Rooms
from bot.chat.handlers.welcome import Welcome
from bot.chat.interaction.traffic import Precedence, Traffic
from bot.chat.interaction.visibility import Visibility, Waker
from bot.chat.pictures.queue import PictureQueue
from bot.runtime.settings import Settings, Switch
from bot.runtime.workers import Workers
from bot.services.calls.bot_seats import BotSeats
from bot.services.calls.channels import ChannelService
from bot.services.calls.delivery import Delivery
from bot.services.calls.reminders import ReminderService
from bot.services.calls.servers import ServerService
from bot.services.consent.leaving import ForgetService, LeavingService
from bot.services.consent.questions import ConsentService
from bot.services.consent.votes import VoteService
from bot.services.games.service import GameService
from bot.services.people import (
    UNLIMITED,
    Allowances,
    LanguageService,
    PersonalLimits,
    PreferenceService,
)
from bot.services.play.lobbies import LobbyService
from bot.services.play.plans import NoteService, PremoveService, TryoutService
from bot.services.play.wizard import Wizard
from bot.store.store import Store
from bot.store.traces import Kept


@dataclass(frozen=True, slots=True)
class Extras:
    """The things that features add to the services of the core."""

    forgets: str
    """The SQL statements by which tables of features forget a `:person`."""
    kept: tuple[Kept, ...]
    """The rows that tables of features keep of servers."""


class Services:
    """The services of the core: handlers and features are made of them."""

    def __init__(  # noqa: PLR0913 - what the process has made
        self,
        store: Store,
        games: GameService,
        pictures: PictureQueue,
        client: discord.Client,
        settings: Settings,
        *,
        extras: Extras,
    ) -> None:
        """The services of one database; what they have to post goes out through `client`.

        The `extras` come from features.
        """
        self.store = store
        self.games = games
        self.pictures = pictures
        self.public_pages = settings.pages
        self._processes = settings.render_workers
        self._closing = ExitStack()
        allowed = Allowances() if settings.limits is Switch.ON else UNLIMITED
        self.limits = PersonalLimits(store, games.clock, allowed)
        self.preferences = PreferenceService(store, games)
        self.channels = ChannelService(store, games, self.limits)
        self.mentions = CommandMentions()
        drawing = PostPictures(games, self.preferences, pictures)
        writer = PostWriter(drawing, games.symbols, self.mentions)
        delivery = Delivery(store, games.clock, self.channels)
        newest = NewestPosts(client, games.clock, games.offers.turns)
        self.outbox = outbox = Outbox(delivery, client, games.clock, writer, newest)
        uploads = EmojiUploads(client, store, games.clock, games.symbols)
        self.emojis = uploads if settings.emojis is Switch.ON else None
        self.tags = ForumTags(store, client, games.clock, outbox.rest)
        self.rooms = Rooms(store, self.preferences, self.tags)
        self.traffic = Traffic(precedence=Precedence(games.clock))
        self.complaints: dict[str, bool] = {}
        """For each check of what the bot needs that was made: whether it complained."""
        self.wizard = Wizard(store, games)
        self.lobbies = LobbyService(store, games)
        self.reminders = ReminderService(store, games, outbox.attach)
        self.votes = VoteService(store, games)
        self.consent = ConsentService(store, games, self.limits)
        self.leaving = LeavingService(games)
        self.forgetting = ForgetService(store, games, self.leaving, extras.forgets)
        self.bots = BotSeats(store, games, outbox.attach, self.calm)
        self.languages = LanguageService(store, games)
        self.servers = ServerService(store, games, extras.kept)
        self.welcome = Welcome(pictures, games.symbols, games.offers)
        self.tryouts = TryoutService(store, games)
        self.premoves = PremoveService(store, games, self.consent)
        self.notes = NoteService(store, games)
        self.pages = PrivatePages(pictures)
        self.visibility = Visibility(games.clock)
        self.waker = Waker(self.channels, games.clock)
        self.lobby_posts = LobbyPosts(self.lobbies, self.limits)

    async def calm(self) -> None:
        """Wait for a moment in which nobody waits for an answer or a picture."""
        await self.pictures.settled()
        await self.traffic.calm()

    def slow_workers(self, name: str, *, niceness: int, longest: float) -> Workers:
        """Return a process for slow work of a feature, or a thread where pictures have none either.

        It gives way to others by `niceness`, is given up after `longest` seconds, and ends with
        the bot.
        """
        processes = min(1, self._processes)
        workers = Workers(name, processes, niceness=niceness, longest=longest)
        self._closing.callback(workers.close)
        return workers

    def close(self) -> None:
        """End the processes of features at once."""
        self._closing.close()


@dataclass(frozen=True, slots=True)
class Handlers:
    """Methods that answer buttons, commands and menus by means of the services."""

    of: Services
