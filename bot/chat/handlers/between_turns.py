"""Answers to what is asked between turns: the games of a person, what changed, votes, settings."""

from dataclasses import replace
from datetime import datetime

from bot.chat.interaction.desk import Context, Desk, hung
from bot.chat.messages.components import ClassicMessage, CustomId, Scope
from bot.model.availability import hour_text, zone_named
from bot.model.errors import Problem, UserError
from bot.model.people import escape_markdown
from bot.model.preferences import USUAL, Allowed, Appearance, Preferences, ServerSettings
from bot.model.turn_clock import VoteOption
from bot.present.posts.call_posts import games_text
from bot.present.posts.since_page import since_page
from bot.words import Catalog


async def show_games(desk: Desk, ctx: Context) -> None:
    """Show every game that a person is in, privately."""
    person = ctx.invocation.person.id
    games = await desk.store.read(lambda tx: tx.clocks.games_of(person))
    named = [
        one if one.name is None else replace(one, name=escape_markdown(one.name)) for one in games
    ]
    await ctx.reply.show(ClassicMessage(games_text(person, named, ctx.words)))


async def show_since(desk: Desk, ctx: Context, game: int) -> None:
    """Show what changed since a person's last turn, privately; raises UserError for spectators."""
    async with desk.games.table(game) as table:
        seat = table.seat_of(ctx.invocation.person.id)
        if seat is None:
            raise UserError(Problem.NOT_A_PLAYER)
        news = since_page(table.game, seat, table.people, ctx.words)
        pictures = await hung(desk, ctx, table, news.pictures, news.changes)
    control = CustomId(Scope.TABLE, game, 0, "", "")
    sheet = ClassicMessage(pictures.beside(news.text), news.rows, control, pictures.pictures)
    await ctx.reply.show(sheet)


async def vote(desk: Desk, ctx: Context, game: int, argument: str) -> None:
    """Count a vote; `argument` is the number of the turn, a colon, and the way to go on."""
    turn, _, way = argument.partition(":")
    try:
        chosen = VoteOption(way)
        number = int(turn)
    except ValueError:
        raise UserError(Problem.OUTDATED) from None
    counted = await desk.votes.cast(ctx.invocation, game, number, chosen)
    told = ctx.words.say(f"vote.button.{counted.way}")
    if counted.done is None:
        text = ctx.words.say("vote.counted", way=told, have=counted.have, need=counted.need)
        await ctx.reply.tell(text)
        return
    await ctx.reply.tell(ctx.words.say("vote.decided", way=told))
    desk.outbox.attach(counted.done.posts, ctx.interaction)


async def take_seat(desk: Desk, ctx: Context, game: int, argument: str) -> None:
    """Sit down on a free seat; `argument` is the vote that made it free."""
    if not argument.isdecimal():
        raise UserError(Problem.OUTDATED)
    done = await desk.votes.take_seat(ctx.invocation, game, int(argument))
    await ctx.reply.tell(ctx.words.say("vote.seated"))
    desk.outbox.attach(done.posts, ctx.interaction)


async def show_own(desk: Desk, ctx: Context, chosen: Preferences) -> None:
    """Show what a person has set."""
    person = ctx.invocation.person.id
    listed = await desk.store.read(lambda tx: tx.results.lists(person))
    statistics = ctx.words.say(f"statistics.{'on' if listed else 'off'}")
    own = _own_text(chosen, desk.preferences.now, ctx.words)
    await ctx.reply.show(ClassicMessage(f"{own}\n{statistics}"))


async def show_server(ctx: Context, rules: ServerSettings) -> None:
    """Show what a server has set."""
    await ctx.reply.show(ClassicMessage(_server_text(rules, ctx.words)))


def _own_text(chosen: Preferences, now: float, words: Catalog) -> str:
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
    return "\n".join((*lines, *_look_lines(chosen.appearance, words)))


def _server_text(rules: ServerSettings, words: Catalog) -> str:
    return "\n".join(
        (
            words.say("server.heading"),
            words.say("server.opens", who=_allowed(rules.opens, words)),
            words.say("server.aborts", who=_allowed(rules.aborts, words)),
            words.say("server.pace", pace=words.say(f"pace.{rules.pace}")),
            words.say("language.server", language=_language(rules.language, words)),
            *_look_lines(rules.appearance.over(USUAL), words),
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


def _allowed(who: Allowed, words: Catalog) -> str:
    return words.say(f"allowed.{who}")


def _language(code: str | None, words: Catalog) -> str:
    return words.say("language.discord") if code is None else words.language(code)
