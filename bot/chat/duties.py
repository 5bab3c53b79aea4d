"""Jobs: the work that the bot does by itself."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from bot.chat.app import Services
from bot.chat.feature import Feature
from bot.model.clock import Clock
from bot.runtime.housekeeping import BACKUPS_FOLDER, DailyBackups, forget_daily
from bot.runtime.jobs import Job
from bot.runtime.settings import Settings
from bot.services.results import count_older_games


class Duties(NamedTuple):
    """Jobs by name: those that go on, and those that end when all is done."""

    lasting: dict[str, Job]
    ending: dict[str, Job]


def duties(
    services: Services, settings: Settings, clock: Clock, features: Iterable[Feature]
) -> Duties:
    """The jobs that one worker does alone: it posts, reminds, plays its seats, and tidies up."""
    lasting: dict[str, Job] = {
        "posts": services.outbox.run,
        "tags": services.tags.run,
        "reminders": services.reminders.run,
        "seats": services.bots.run,
        "retention": partial(forget_daily, services.store, clock),
        "servers": services.servers.run,
    }
    for feature in features:
        lasting |= feature.jobs(services)
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
    return Duties(lasting, ending)
