"""The bot put together: its services, and the families of handlers with what each of them needs."""

from dataclasses import dataclass

from bot.chat.delivery.outbox import Outbox
from bot.chat.handlers.boards import BoardHandlers
from bot.chat.handlers.consent import ConsentHandlers, LeavingHandlers
from bot.chat.handlers.forgetting import ForgetHandlers
from bot.chat.handlers.lobby import LobbyHandlers
from bot.chat.handlers.moving import MovingHandlers
from bot.chat.handlers.opening import OpeningHandlers
from bot.chat.handlers.pages import PrivatePages
from bot.chat.handlers.results import ResultHandlers
from bot.chat.handlers.settings import SettingHandlers
from bot.chat.handlers.starting import StartHandlers
from bot.chat.handlers.texts import TextHandlers
from bot.chat.handlers.tryouts import NoteHandlers, TryoutHandlers
from bot.chat.handlers.turns import TurnHandlers
from bot.chat.handlers.votes import VoteHandlers
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.traffic import Traffic
from bot.chat.pictures.queue import PictureQueue
from bot.services.calls.bot_seats import BotSeats
from bot.services.calls.channels import ChannelService
from bot.services.calls.reminders import ReminderService
from bot.services.consent.leaving import LeavingService
from bot.services.consent.questions import ConsentService
from bot.services.consent.votes import VoteService
from bot.services.games.service import GameService
from bot.services.people.forgetting import ForgetService
from bot.services.people.languages import LanguageService
from bot.services.people.preferences import PreferenceService
from bot.services.play.lobbies import LobbyService
from bot.services.play.tryouts import NoteService, TryoutService
from bot.services.play.wizard import Wizard
from bot.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    """Every service that runs, for whoever puts the bot together."""

    store: Store
    games: GameService
    wizard: Wizard
    lobbies: LobbyService
    outbox: Outbox
    pictures: PictureQueue
    traffic: Traffic
    reminders: ReminderService
    votes: VoteService
    consent: ConsentService
    leaving: LeavingService
    forgetting: ForgetService
    bots: BotSeats
    preferences: PreferenceService
    tryouts: TryoutService
    notes: NoteService
    languages: LanguageService
    channels: ChannelService


@dataclass(frozen=True, slots=True)
class Handlers:
    """Everything that buttons and commands can ask for, by families."""

    respond: Responder
    games: GameService
    turns: TurnHandlers
    boards: BoardHandlers
    texts: TextHandlers
    opening: OpeningHandlers
    starting: StartHandlers
    lobby: LobbyHandlers
    consent: ConsentHandlers
    leaving: LeavingHandlers
    votes: VoteHandlers
    tryouts: TryoutHandlers
    notes: NoteHandlers
    results: ResultHandlers
    settings: SettingHandlers
    forgetting: ForgetHandlers
    moving: MovingHandlers


def build_handlers(services: Services) -> Handlers:
    """The families of handlers, each with the services that it names."""
    store, games, outbox = services.store, services.games, services.outbox
    lobbies, languages, preferences = services.lobbies, services.languages, services.preferences
    respond = Responder(
        preferences, languages, games.clock, services.traffic, outbox, services.bots
    )
    pages = PrivatePages(services.pictures, outbox)
    tryouts = TryoutHandlers(services.tryouts, services.wizard, pages)
    starting = StartHandlers(store, games, lobbies, outbox)
    return Handlers(
        respond=respond,
        games=games,
        turns=TurnHandlers(services.wizard, pages, tryouts),
        boards=BoardHandlers(games, pages, outbox, respond),
        texts=TextHandlers(store, games),
        opening=OpeningHandlers(games, lobbies, preferences, languages, outbox, starting),
        starting=starting,
        lobby=LobbyHandlers(lobbies, languages),
        consent=ConsentHandlers(games, services.consent, preferences, outbox),
        leaving=LeavingHandlers(games, services.leaving, outbox),
        votes=VoteHandlers(games, services.votes, outbox),
        tryouts=tryouts,
        notes=NoteHandlers(services.notes),
        results=ResultHandlers(store),
        settings=SettingHandlers(store, games, preferences, services.reminders, outbox),
        forgetting=ForgetHandlers(services.forgetting, services.bots),
        moving=MovingHandlers(services.channels, services.reminders, outbox, respond),
    )
