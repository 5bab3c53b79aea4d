"""The bot put together: its services, the handlers of the core, and its jobs."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord

from bot.chat.command_names import CommandMentions
from bot.chat.delivery.forum_tags import ForumTags
from bot.chat.delivery.newest import NewestPosts
from bot.chat.delivery.outbox import Outbox
from bot.chat.delivery.writing import PostPictures, PostWriter
from bot.chat.emojis import EmojiUploads
from bot.chat.handlers.boards import BoardHandlers, PastHandlers
from bot.chat.handlers.consent import ConsentHandlers, ForgetHandlers, LeavingHandlers, VoteHandlers
from bot.chat.handlers.lobby import InvitationHandlers, LobbyHandlers, OpeningHandlers
from bot.chat.handlers.lobby_posts import LobbyPosts, Renewing
from bot.chat.handlers.new_games import NewGameHandlers
from bot.chat.handlers.pages import PrivatePages
from bot.chat.handlers.rooms import Rooms
from bot.chat.handlers.settings import SettingHandlers
from bot.chat.handlers.starting import MovingHandlers, StartHandlers
from bot.chat.handlers.texts import ResultHandlers, TextHandlers
from bot.chat.handlers.turns import NoteHandlers, PremoveHandlers, TryoutHandlers, TurnHandlers
from bot.chat.handlers.typed_turns import TypedTurnHandlers
from bot.chat.handlers.welcome import Welcome
from bot.chat.interaction.precedence import Precedence
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.traffic import Lateness, Traffic
from bot.chat.interaction.visibility import Visibility, Waker
from bot.chat.pictures.queue import PictureQueue
from bot.model.clock import Clock
from bot.runtime.backups import BACKUPS_FOLDER, DailyBackups
from bot.runtime.housekeeping import forget_daily
from bot.runtime.jobs import Job
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
from bot.services.people.limits import UNLIMITED, Allowances, PersonalLimits
from bot.services.people.preferences import LanguageService, PreferenceService
from bot.services.play.lobbies import LobbyService
from bot.services.play.plans import NoteService, PremoveService, TryoutService
from bot.services.play.wizard import Wizard
from bot.services.results import count_older_games
from bot.store.store import Store
from bot.store.traces import Kept

VITAL: Final = frozenset({"posts", "reminders", "seats"})
"""The duties without which no game goes on."""


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
        self.pages = settings.pages
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
        self.private_pages = PrivatePages(pictures)
        self.visibility = Visibility(games.clock)
        self.respond = Responder(
            preferences=self.preferences,
            languages=self.languages,
            limits=self.limits,
            clock=games.clock,
            traffic=self.traffic,
            outbox=outbox,
            bots=self.bots,
            lateness=Lateness(games.clock),
            tags=self.tags,
            store=store,
        )

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


def starting_of(of: Services) -> StartHandlers:
    """Return the handlers that start games."""
    return StartHandlers(
        games=of.games,
        lobbies=of.lobbies,
        posts=LobbyPosts(lobbies=of.lobbies, limits=of.limits),
        preferences=of.preferences,
        rooms=of.rooms,
        limits=of.limits,
        store=of.store,
        offers=of.games.offers.newcomers,
    )


def core_handlers(of: Services, renewing: Iterable[Renewing]) -> tuple[object, ...]:
    """The families of handlers that every bot has; features have messages `renewing` as well."""
    store, games, pages, visibility = of.store, of.games, of.private_pages, of.visibility
    preferences, languages, limits, lobbies = of.preferences, of.languages, of.limits, of.lobbies
    tryouts = TryoutHandlers(tryouts=of.tryouts, wizard=of.wizard, pages=pages)
    starting = starting_of(of)
    posts = starting.posts
    opening = OpeningHandlers(
        games=games,
        lobbies=lobbies,
        posts=posts,
        preferences=preferences,
        languages=languages,
        limits=limits,
        starting=starting,
        rooms=of.rooms,
    )
    return (
        tryouts,
        TurnHandlers(wizard=of.wizard, consent=of.consent, pages=pages, tryouts=tryouts),
        TypedTurnHandlers(games=games, wizard=of.wizard, pages=pages),
        PremoveHandlers(premoves=of.premoves, tryouts=tryouts),
        NoteHandlers(notes=of.notes),
        BoardHandlers(games=games, pages=pages),
        PastHandlers(store=store, games=games, pages=pages, visibility=visibility),
        TextHandlers(
            store=store,
            games=games,
            pages=of.pages,
            waker=Waker(of.channels, games.clock),
            private=pages,
        ),
        starting,
        opening,
        NewGameHandlers(opening=opening),
        LobbyHandlers(lobbies=lobbies, posts=posts),
        InvitationHandlers(lobbies=lobbies, posts=posts, limits=limits, opening=opening),
        MovingHandlers(channels=of.channels, reminders=of.reminders),
        ConsentHandlers(games=games, consent=of.consent, preferences=preferences),
        LeavingHandlers(leaving=of.leaving),
        VoteHandlers(votes=of.votes),
        ResultHandlers(store=store, visibility=visibility),
        SettingHandlers(
            store=store,
            clock=games.clock,
            games=games,
            preferences=preferences,
            languages=languages,
            channels=of.channels,
            reminders=of.reminders,
            lobbies=lobbies,
            posts=posts,
        ),
        ForgetHandlers(forgetting=of.forgetting, bots=of.bots, renewing=(posts.renewed, *renewing)),
    )


def duties(
    services: Services, settings: Settings, clock: Clock, of_features: Iterable[Mapping[str, Job]]
) -> tuple[dict[str, Job], dict[str, Job]]:
    """The jobs that one worker does alone: it posts, reminds, plays its seats, and tidies up.

    By their names, those that go on, and those that end when all is done.
    """
    lasting: dict[str, Job] = {
        "posts": services.outbox.run,
        "tags": services.tags.run,
        "reminders": services.reminders.run,
        "seats": services.bots.run,
        "retention": partial(forget_daily, services.store, clock),
        "servers": services.servers.run,
    }
    for jobs in of_features:
        lasting |= jobs
    if settings.backups and settings.server is None:
        lasting["backups"] = DailyBackups(
            settings.database,
            settings.data / BACKUPS_FOLDER,
            settings.backups,
            clock,
            lambda: services.traffic.all,
        ).run
    ending: dict[str, Job] = {"results": partial(count_older_games, services.store)}
    if services.emojis is not None:
        ending["emojis"] = services.emojis.run
    return lasting, ending
