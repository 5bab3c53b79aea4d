"""The bot put together: the handlers of the core, and its jobs."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from bot.chat.handlers.boards import BoardHandlers, PastHandlers
from bot.chat.handlers.consent import ConsentHandlers, ForgetHandlers, LeavingHandlers, VoteHandlers
from bot.chat.handlers.lobby import InvitationHandlers, LobbyHandlers, OpeningHandlers
from bot.chat.handlers.lobby_posts import Renewing
from bot.chat.handlers.new_games import NewGameHandlers
from bot.chat.handlers.services import Services
from bot.chat.handlers.settings import SettingHandlers
from bot.chat.handlers.starting import MovingHandlers, StartHandlers
from bot.chat.handlers.texts import ResultHandlers, TextHandlers
from bot.chat.handlers.turns import NoteHandlers, PremoveHandlers, TryoutHandlers, TurnHandlers
from bot.chat.handlers.typed_turns import TypedTurnHandlers
from bot.model.clock import Clock
from bot.runtime.backups import BACKUPS_FOLDER, DailyBackups
from bot.runtime.housekeeping import forget_daily
from bot.runtime.jobs import Job
from bot.runtime.settings import Settings
from bot.services.results import count_older_games

VITAL: Final = frozenset({"posts", "reminders", "seats"})
"""The duties without which no game goes on."""
_HANDLERS: Final = (
    TryoutHandlers,
    TurnHandlers,
    TypedTurnHandlers,
    PremoveHandlers,
    NoteHandlers,
    BoardHandlers,
    PastHandlers,
    TextHandlers,
    StartHandlers,
    OpeningHandlers,
    NewGameHandlers,
    LobbyHandlers,
    InvitationHandlers,
    MovingHandlers,
    ConsentHandlers,
    LeavingHandlers,
    VoteHandlers,
    ResultHandlers,
    SettingHandlers,
)


def core_handlers(of: Services, renewing: Iterable[Renewing]) -> tuple[object, ...]:
    """The families of handlers that every bot has; features have messages `renewing` as well."""
    forgets = ForgetHandlers(of, (of.lobby_posts.renewed, *renewing))
    return (*(kind(of) for kind in _HANDLERS), forgets)


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
