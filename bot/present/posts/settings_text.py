"""The settings of people and servers, in words."""

from datetime import datetime

from bot.model.availability import hour_text, zone_named
from bot.model.preferences import USUAL, Allowed, Appearance, Preferences, ServerSettings
from bot.words import Catalog


def own_text(chosen: Preferences, now: float, words: Catalog, *, listed: bool) -> str:
    """Return a person's settings; `listed` says whether others see them in lists."""
    availability = chosen.availability
    zone = zone_named(availability.zone)
    local = datetime.fromtimestamp(now, zone)
    lines = [
        words.say("me.heading"),
        words.say("me.notice", notice=words.say(f"notice_choice.{chosen.notice}")),
        words.say("me.zone", zone=availability.zone, now=hour_text(local.hour * 60 + local.minute)),
    ]
    if availability.quiet is None:
        lines.append(words.say("me.no_quiet"))
    else:
        start, end = hour_text(availability.quiet.start), hour_text(availability.quiet.end)
        lines.append(words.say("me.quiet", start=start, end=end))
    if availability.away_until is not None and availability.is_away(now):
        until = datetime.fromtimestamp(availability.away_until, zone)
        lines.append(words.say("me.away", until=until))
    lines.append(words.say("me.language", language=_language(chosen.language, words)))
    coach = "new" if chosen.coach is None else "on" if chosen.coach else "off"
    lines.append(words.say("coach.setting", how=words.say(f"coach_choice.{coach}")))
    statistics = words.say(f"seen.{'on' if listed else 'off'}")
    return "\n".join((*lines, *_look_lines(chosen.appearance, words), statistics))


def server_text(settings: ServerSettings, words: Catalog) -> str:
    """Return a server's settings."""
    forum = "server.no_forum" if settings.forum is None else "server.forum"
    aborts = "own" if settings.aborts is Allowed.EVERYBODY else settings.aborts
    return "\n".join(
        (
            words.say("server.heading"),
            words.say("server.opens", who=words.say(f"allowed.{settings.opens}")),
            words.say("server.aborts", who=words.say(f"allowed.{aborts}")),
            words.say("server.pace", pace=words.say(f"pace.{settings.pace}")),
            words.say("language.server", language=_language(settings.language, words)),
            words.say(forum, forum=f"<#{settings.forum}>"),
            *_look_lines(settings.appearance.over(USUAL), words),
        )
    )


def _look_lines(appearance: Appearance, words: Catalog) -> tuple[str, str]:
    pictures = words.say(f"pictures_choice.{appearance.pictures or 'server'}")
    size = words.say(f"size_choice.{appearance.size or 'server'}")
    colours = words.say(f"colours_choice.{appearance.colours or 'server'}")
    numbers = appearance.numbers or words.say("numbers_choice.server")
    return (
        words.say("look.pictures", pictures=pictures, size=size, colours=colours),
        words.say("look.numbers", numbers=numbers),
    )


def _language(code: str | None, words: Catalog) -> str:
    return words.say("language.discord") if code is None else words.language(code)
