"""The bot put together: its services, and the families of handlers with what each of them needs."""

import discord

from bot.chat.delivery.forum_tags import ForumTags
from bot.chat.delivery.outbox import Outbox
from bot.chat.delivery.writing import PostWriter
from bot.chat.emojis import EmojiUploads
from bot.chat.handlers.boards import BoardHandlers
from bot.chat.handlers.consent import ConsentHandlers, LeavingHandlers, VoteHandlers
from bot.chat.handlers.finished import FinishedHandlers
from bot.chat.handlers.invitations import InvitationHandlers
from bot.chat.handlers.lessons import LessonHandlers
from bot.chat.handlers.lobby import LobbyHandlers, OpeningHandlers
from bot.chat.handlers.lobby_posts import LobbyPosts
from bot.chat.handlers.new_games import NewGameHandlers
from bot.chat.handlers.own_settings import ForgetHandlers, OwnSettingHandlers
from bot.chat.handlers.pages import PrivatePages
from bot.chat.handlers.past import PastHandlers
from bot.chat.handlers.puzzles import PuzzleHandlers
from bot.chat.handlers.replay import ReplayHandlers
from bot.chat.handlers.results import ResultHandlers
from bot.chat.handlers.rooms import Rooms
from bot.chat.handlers.shared_settings import ServerSettingHandlers, TableSettingHandlers
from bot.chat.handlers.starting import MovingHandlers, StartHandlers
from bot.chat.handlers.texts import TextHandlers
from bot.chat.handlers.tournaments import TournamentHandlers
from bot.chat.handlers.turns import LaidHandlers, NoteHandlers, TryoutHandlers, TurnHandlers
from bot.chat.handlers.typed_turns import TypedTurnHandlers
from bot.chat.handlers.weekly import WeeklyHandlers
from bot.chat.handlers.welcome import Welcome
from bot.chat.interaction.lateness import Lateness
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.sleeping_threads import Waker
from bot.chat.interaction.traffic import Traffic
from bot.chat.interaction.visibility import Visibility
from bot.chat.messages.mentions import CommandMentions
from bot.chat.pictures.attach import PostPictures
from bot.chat.pictures.game_files import GameFiles
from bot.chat.pictures.queue import PictureQueue
from bot.runtime.settings import Settings, Switch
from bot.services.calls.bot_seats import BotSeats
from bot.services.calls.channels import ChannelService
from bot.services.calls.delivery import Delivery
from bot.services.calls.par import ParService
from bot.services.calls.reminders import ReminderService
from bot.services.calls.servers import ServerService
from bot.services.consent.forgetting import ForgetService
from bot.services.consent.leaving import LeavingService
from bot.services.consent.questions import ConsentService
from bot.services.consent.votes import VoteService
from bot.services.games.service import GameService
from bot.services.people.languages import LanguageService
from bot.services.people.limits import UNLIMITED, Allowances, PersonalLimits
from bot.services.people.preferences import PreferenceService
from bot.services.play.laid import LaidService
from bot.services.play.lessons import LessonService
from bot.services.play.lobbies import LobbyService
from bot.services.play.puzzles import PuzzleService
from bot.services.play.tournaments import TournamentService
from bot.services.play.tryouts import NoteService, TryoutService
from bot.services.play.weekly import WeeklyService
from bot.services.play.wizard import Wizard
from bot.store import Store


class Services:
    """Every service that runs, for whoever puts the bot together."""

    def __init__(
        self,
        store: Store,
        games: GameService,
        pictures: PictureQueue,
        client: discord.Client,
        settings: Settings,
    ) -> None:
        """The services of one database; what they have to post goes out through `client`."""
        self.store = store
        self.games = games
        self.pictures = pictures
        self.pages = settings.pages
        self.game_files = GameFiles(settings.render_workers)
        allowed = Allowances() if settings.limits is Switch.ON else UNLIMITED
        self.limits = PersonalLimits(store, games.clock, allowed)
        self.preferences = PreferenceService(store, games)
        self.channels = ChannelService(store, games, self.limits)
        self.mentions = CommandMentions()
        drawing = PostPictures(games, self.preferences, pictures)
        writer = PostWriter(drawing, games.symbols, self.mentions)
        delivery = Delivery(store, games.clock, self.channels)
        self.outbox = outbox = Outbox(delivery, client, games.clock, writer)
        uploads = EmojiUploads(client, store, games.clock, games.symbols)
        self.emojis = uploads if settings.emojis is Switch.ON else None
        self.tags = ForumTags(store, client, games.clock, outbox.rest)
        self.traffic = Traffic()
        self.wizard = Wizard(store, games)
        self.lobbies = LobbyService(store, games)
        self.reminders = ReminderService(store, games, outbox.kick)
        self.votes = VoteService(store, games)
        self.consent = ConsentService(store, games, self.limits)
        self.lessons = LessonService(store, games, self.consent, self.wizard)
        self.leaving = LeavingService(games)
        self.forgetting = ForgetService(store, games, self.leaving)
        self.bots = BotSeats(store, games, outbox.attach, self.calm)
        self.languages = LanguageService(store, games)
        self.servers = ServerService(store, games)
        self.welcome = Welcome(pictures, games.symbols)
        self.tryouts = TryoutService(store, games)
        self.laid = LaidService(store, games, self.consent)
        self.notes = NoteService(store, games)
        self.puzzles = PuzzleService(store, games.clock)
        self.weekly = WeeklyService(store, games)
        self.tournaments = TournamentService(store, games)
        self.par = ParService(store, games, self.weekly)

    async def calm(self) -> None:
        """Wait for a moment in which nobody waits for an answer or a picture."""
        await self.pictures.settled()
        await self.traffic.calm()


class Handlers:
    """Everything that buttons and commands can ask for, by families, each with what it needs."""

    def __init__(self, services: Services) -> None:
        """Handlers that do their work by these services."""
        games, lobbies = services.games, services.lobbies
        languages, preferences = services.languages, services.preferences
        pages = PrivatePages(services.pictures)
        visibility = Visibility(games.clock)
        self.games = games
        self.respond = Responder(
            preferences,
            languages,
            services.limits,
            games.clock,
            services.traffic,
            services.outbox,
            services.bots,
            Lateness(games.clock),
            services.tags,
            services.store,
        )
        self.tryouts = TryoutHandlers(services.tryouts, services.wizard, pages)
        self.turns = TurnHandlers(services.wizard, pages, self.tryouts)
        self.typed_turns = TypedTurnHandlers(games, services.wizard, pages)
        self.laid = LaidHandlers(services.laid, self.tryouts)
        self.notes = NoteHandlers(services.notes)
        self.puzzles = PuzzleHandlers(services.puzzles, pages)
        self.boards = BoardHandlers(games, pages, visibility)
        self.past = PastHandlers(services.store, games, pages, visibility)
        self.replay = ReplayHandlers(services.store, games, pages, visibility)
        self.finished = FinishedHandlers(
            services.store, games, services.tryouts, pages, visibility, services.game_files
        )
        waker = Waker(services.channels, games.clock)
        self.texts = TextHandlers(services.store, games, services.pages, waker, pages)
        posts = LobbyPosts(lobbies, services.limits)
        rooms = Rooms(services.store, preferences, services.tags)
        self.starting = StartHandlers(
            games, lobbies, posts, preferences, rooms, services.lessons, services.limits
        )
        self.opening = OpeningHandlers(
            games, lobbies, posts, preferences, languages, services.limits, self.starting, rooms
        )
        self.lessons = LessonHandlers(
            services.lessons, self.starting, preferences, languages, services.limits, pages
        )
        self.new_games = NewGameHandlers(self.opening)
        self.tournaments = TournamentHandlers(
            services.tournaments, preferences, languages, services.limits, rooms
        )
        self.weekly = WeeklyHandlers(services.weekly, languages, services.limits)
        self.lobby = LobbyHandlers(lobbies, posts, languages)
        self.invitations = InvitationHandlers(lobbies, posts, services.limits, self.opening)
        self.moving = MovingHandlers(services.channels, services.reminders)
        self.consent = ConsentHandlers(games, services.consent, preferences)
        self.leaving = LeavingHandlers(services.leaving)
        self.votes = VoteHandlers(services.votes)
        self.results = ResultHandlers(services.store, visibility)
        self.own_settings = OwnSettingHandlers(
            services.store, games.clock, preferences, services.reminders
        )
        self.server_settings = ServerSettingHandlers(preferences)
        self.table_settings = TableSettingHandlers(preferences, services.reminders)
        self.forgetting = ForgetHandlers(services.forgetting, services.bots, lobbies, posts)

    @property
    def all(self) -> tuple[object, ...]:
        """Every family of them."""
        return tuple(vars(self).values())
