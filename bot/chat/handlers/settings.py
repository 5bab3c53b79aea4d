"""The settings of a person, a server and a table: one page for each, where they are changed."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Final, TypeVar

import discord
from babel import Locale
from babel.dates import get_timezone_location

from bot.chat import routes
from bot.chat.components import text_form, typed_in
from bot.chat.delivery.forum_tags import make_tags
from bot.chat.handlers.rooms import lacking_in, listed
from bot.chat.handlers.services import Handlers
from bot.chat.interaction.context import Context, words_of
from bot.model import messages, preferences, turn_clock
from bot.model.custom_ids import Binding, ButtonPress
from bot.model.errors import UserError
from bot.model.people import escape_markdown
from bot.model.settings import (
    SETTINGS,
    TYPED,
    UNSET,
    ChangeSetting,
    ChooseSetting,
    Company,
    Setting,
    ShowSettings,
    TableSettings,
    TypeSetting,
    Whose,
    values_of,
    with_value,
)
from bot.present.posts.channel_posts import placed_label
from bot.present.posts.settings_pages import (
    choice_page,
    lobby_page,
    no_table_page,
    own_page,
    own_text,
    server_page,
    server_text,
    table_page,
    typing_page,
    value_texts,
)
from bot.services.games import saving
from bot.services.games.table import Table
from bot.words import Catalog, catalog, number_language
from bot.words.text import folded
from engine.agents.levels import Level

_Value = TypeVar("_Value")

_LONGEST: Final = 60
"""Characters of a setting that is typed."""
_TO: Final = "-"
"""Stands between the hours at which quiet hours begin and end."""


class SettingHandlers(Handlers):
    """Shows settings, and changes them in place; each raises UserError for what is not allowed."""

    @routes.command("bonfire settings", "command.bonfire.settings")
    async def open(self, ctx: Context) -> None:
        """Show what a person has set."""
        await self._show(ctx, Whose.PERSON)

    @routes.command("bonfire table", "command.bonfire.table")
    async def show_table(self, ctx: Context) -> None:
        """Show the table of a channel, and what its players can do there besides moving."""
        channel = ctx.channel
        running = await self.of.store.read(lambda tx: tx.games.running_in(channel))
        await self._show(ctx, Whose.TABLE, running or 0)

    @routes.on(ShowSettings, routes.in_place)
    async def show(self, ctx: Context, press: ButtonPress[ShowSettings]) -> None:
        """Show settings in place of the page that was pressed."""
        await self._show(ctx, press.value.whose, press.game)

    @routes.on(ChangeSetting, routes.in_place)
    async def change(self, ctx: Context, press: ButtonPress[ChangeSetting]) -> None:
        """Offer the values of a setting, or the form of one that is typed."""
        whose, setting, game = press.value.whose, press.value.setting, press.game
        _must_be(whose, setting)
        page = await self._page(ctx, whose, game)
        if setting in TYPED:
            await ctx.show_prompt(typing_page(page, whose, setting, ctx.words), game)
        else:
            choices = value_texts(whose, setting, ctx.words)
            if setting is Setting.FORUM:
                forums = ((str(forum.id), f"#{forum.name}") for forum in _forums(ctx))
                choices = (*choices, *forums)
            await ctx.show_prompt(choice_page(page, whose, setting, choices, ctx.words), game)

    @routes.on(TypeSetting, routes.in_place)
    async def type(self, ctx: Context, press: ButtonPress[TypeSetting]) -> None:
        """Open the form of a setting where its button was pressed, and take it where it is back."""
        whose, setting = press.value.whose, press.value.setting
        if setting not in TYPED:
            raise UserError("error.outdated_button")
        _must_be(whose, setting)
        typed = typed_in(ctx.interaction)
        if typed is None:
            await self._ask(ctx, whose, setting)
        else:
            await self._take(ctx, whose, setting, typed.strip())

    @routes.on(ChooseSetting, routes.in_place)
    async def choose(self, ctx: Context, press: ButtonPress[ChooseSetting]) -> None:
        """Give a setting the chosen value, and show all settings beside it."""
        whose, setting, token = press.value.whose, press.value.setting, press.value.value
        _must_be(whose, setting)
        if setting is Setting.ZONE:
            await self._keep(
                ctx, whose, setting, read(turn_clock.parse_zone, token, "me.sorry.zone")
            )
        elif setting is Setting.FORUM:
            await self._play_in_forum(ctx, None if token == UNSET else token)
        elif token not in (values := values_of(whose, setting)):
            raise UserError("error.outdated_button")
        elif whose is Whose.TABLE:
            await self._keep_at_table(ctx, press.game, setting, values[token])
        else:
            await self._keep(ctx, whose, setting, values[token])

    async def _show(self, ctx: Context, whose: Whose, game: int = 0, note: str = "") -> None:
        page = await self._page(ctx, whose, game, note)
        await ctx.show_prompt(page, game)

    async def _page(self, ctx: Context, whose: Whose, game: int, note: str = "") -> messages.Prompt:
        """The page of settings, below which a note stands."""
        guild = ctx.invocation.channel.guild
        match whose:
            case Whose.PERSON:
                person = ctx.invocation.person.id
                own, server = await self.of.preferences.beside_server(person, guild)
                in_lists = await self.of.store.read(lambda tx: tx.results.lists(person))
                text = own_text(own, server, self.of.games.clock.now(), ctx.words, listed=in_lists)
                return own_page(text, ctx.words, in_server=guild is not None)
            case Whose.SERVER:
                if guild is None:
                    raise UserError("server.sorry.nowhere")
                text = server_text(await self.of.preferences.of_server(guild), ctx.words)
                told = "\n\n".join(filter(None, (text, note)))
                return server_page(told, ctx.words, manages=ctx.invocation.manages)
            case Whose.TABLE:
                return await (self._table_page(ctx, game) if game else self._place_page(ctx))

    async def _table_page(self, ctx: Context, game: int) -> messages.Prompt:
        person = ctx.invocation.person.id
        clock = await self.of.store.read(lambda tx: tx.clocks.get(game))
        notice = await self.of.store.read(lambda tx: tx.preferences.notice_in(person, game))
        async with self.of.games.hold(game) as table:
            table.must_run()
            seat = table.seat_of(person)
            pace = turn_clock.Pace.NONE if clock is None else clock.clock.pace
            settings = TableSettings(pace, table.level, table.channel.locale, table.posts, notice)
            return table_page(
                settings,
                ctx.words,
                plays=seat is not None,
                bot_plays=seat in table.bots,
                company=_company(table),
            )

    async def _place_page(self, ctx: Context) -> messages.Prompt:
        """The page of a channel where no game runs."""
        channel = ctx.channel
        lobby = await self.of.lobbies.look(channel)
        if lobby is not None:
            return lobby_page(lobby.row.locale, ctx.words)
        placed = await self.of.channels.offered(ctx.invocation)
        offered = [(game.game, placed_label(game.names, game.lost, ctx.words)) for game in placed]
        last = await self.of.store.read(lambda tx: tx.games.last_in(channel))
        return no_table_page(offered, ctx.words, was_played=last is not None)

    async def _ask(self, ctx: Context, whose: Whose, setting: Setting) -> None:
        """Open the form of a setting that is typed, with what is set."""
        form = text_form(
            title=ctx.words.say(f"setting_name.{setting}"),
            label=ctx.words.say(f"setting_form.{setting}"),
            value=await self._typed_before(ctx, whose, setting),
            limit=_LONGEST,
            custom_id=Binding().custom_id(TypeSetting(whose, setting)),
        )
        if not await ctx.reply.ask(form):
            await ctx.tell("settings.too_slow")

    async def _typed_before(self, ctx: Context, whose: Whose, setting: Setting) -> str:
        """Return what is set as it is typed; nothing for an absence, which is new each time."""
        own = await self.of.preferences.of(ctx.invocation.person.id)
        match setting:
            case Setting.NUMBERS if whose is Whose.SERVER:
                server = await self.of.preferences.of_server(ctx.invocation.channel.guild)
                return server.appearance.numbers or ""
            case Setting.NUMBERS:
                return own.appearance.numbers or ""
            case Setting.ZONE:
                return own.availability.zone
            case Setting.QUIET if (quiet := own.availability.quiet) is not None:
                return (
                    f"{turn_clock.hour_text(quiet.start)} {_TO} {turn_clock.hour_text(quiet.end)}"
                )
            case _:
                return ""

    async def _take(self, ctx: Context, whose: Whose, setting: Setting, typed: str) -> None:
        """Keep what was typed for a setting; a part of a zone's name leads to those that fit."""
        if setting is Setting.ZONE:
            fitting = await asyncio.to_thread(_zones, typed, ctx.words)
            if not fitting:
                raise UserError("me.sorry.zone", typed=escape_markdown(typed))
            if len(fitting) > 1:
                page = await self._page(ctx, whose, 0)
                choices = [(zone, zone) for zone in fitting]
                await ctx.show_prompt(choice_page(page, whose, setting, choices, ctx.words))
                return
            (typed,) = fitting
        own = await self.of.preferences.of(ctx.invocation.person.id)
        value = _typed_value(setting, typed, own.availability, self.of.games.clock.now(), ctx.words)
        await self._keep(ctx, whose, setting, value)

    async def _keep(self, ctx: Context, whose: Whose, setting: Setting, value: object) -> None:
        """Keep a setting of a person or a server, and show all of theirs."""
        if whose is Whose.SERVER:
            await self.of.preferences.change_server(
                ctx.invocation, lambda before: with_value(before, setting, value)
            )
        elif setting is Setting.LISTED:
            person, shown = ctx.invocation.person.id, bool(value)
            await self.of.store.write(lambda tx: tx.results.list_person(person, listed=shown))
        else:
            await self.of.preferences.change(ctx.invocation, _own_change(ctx, setting, value))
            self.of.reminders.kick()
        await self._show(ctx, whose)

    async def _play_in_forum(self, ctx: Context, token: str | None) -> None:
        """Let each game have a post in a forum from now on, None for no forum.

        The forum is given the tags that it lacks, in the language of the server's tables.
        """
        forum = None if token is None else _usable(ctx, token)
        chosen = None if forum is None else forum.id
        settings = await self.of.preferences.change_server(
            ctx.invocation, lambda before: with_value(before, Setting.FORUM, chosen)
        )
        note = ""
        if forum is not None:
            language = settings.language or ctx.invocation.channel.locale
            if lacked := await make_tags(forum, catalog(language)):
                names = tuple(f"**{name}**" for name in lacked)
                note = ctx.words.say("forum.untagged", forum=forum.mention, names=names)
        await self._show(ctx, Whose.SERVER, note=note)

    async def _keep_at_table(
        self, ctx: Context, game: int, setting: Setting, value: object
    ) -> None:
        """Keep a setting of a game or a lobby, which its message tells everybody."""
        done: saving.Saved | None = None
        match setting, value:
            case Setting.LANGUAGE, str() if not game:
                lobby = await self.of.lobbies.speak(ctx.invocation, value)
                await self.of.lobby_posts.renew(ctx, lobby)
            case Setting.LANGUAGE, str():
                done = await self.of.languages.set_game(ctx.invocation, game, value)
            case Setting.PACE, turn_clock.Pace():
                done = await self.of.preferences.set_pace(ctx.invocation, game, value)
                self.of.reminders.kick()
            case Setting.NOTICE, preferences.Notice() | None:
                await self.of.preferences.call_in(ctx.invocation, game, value)
                self.of.reminders.kick()
            case Setting.LEVEL, Level():
                done = await self.of.preferences.set_level(ctx.invocation, game, value)
            case Setting.POSTS, preferences.TurnPictures() | None:
                done = await self.of.preferences.set_posts(ctx.invocation, game, value)
        await self._show(ctx, Whose.TABLE, game)
        if done is not None:
            ctx.deliver(done)


def _company(table: Table) -> Company:
    if table.game.options.solo:
        return Company.TOM
    return Company.BOTS if len(table.persons) == 1 else Company.PEOPLE


def _must_be(whose: Whose, setting: Setting) -> None:
    """Raise UserError for a made-up press on a setting that is not there."""
    if setting not in SETTINGS[whose]:
        raise UserError("error.outdated_button")


def _own_change(
    ctx: Context, setting: Setting, value: object
) -> Callable[[preferences.Preferences], preferences.Preferences]:
    """Change a setting of a person; who wants notices gets them in the language of their client."""

    def change(before: preferences.Preferences) -> preferences.Preferences:
        if setting is Setting.NOTICE:
            before = replace(before, client=words_of(ctx.interaction).locale)
        return with_value(before, setting, value)

    return change


def _zones(typed: str, words: Catalog) -> tuple[str, ...]:
    """The zone that was typed, by its name or its city in a language, or else those that fit."""
    cities, wanted = _cities(words.locale), folded(typed.strip())
    if wanted in cities:
        return (cities[wanted],)
    try:
        return (turn_clock.parse_zone(typed),)
    except ValueError:
        begun = [zone for city, zone in cities.items() if wanted and city.startswith(wanted)]
        fitting = (*begun, *turn_clock.fitting_zones(typed, messages.OPTION_LIMIT))
        return tuple(dict.fromkeys(fitting))[: messages.OPTION_LIMIT]


@cache
def _cities(language: str) -> Mapping[str, str]:
    """The cities that stand for time zones, folded, with the names of these zones."""
    locale = Locale.parse(language)
    # Of two names of a zone, such as US/Central, the continent's begins with an earlier letter.
    zones = sorted((zone for zone in turn_clock.zones() if "/" in zone), reverse=True)
    return {
        folded(get_timezone_location(zone, locale=locale, return_city=True)): zone for zone in zones
    }


def _typed_value(
    setting: Setting, typed: str, own: turn_clock.Availability, now: float, words: Catalog
) -> object:
    """The value of a setting that was typed; raises UserError for nonsense."""
    if not typed:
        return None
    match setting:
        case Setting.QUIET:
            return _quiet(typed)
        case Setting.AWAY:
            parse = partial(
                turn_clock.parse_until, now=now, zone=own.zone, letters=span_letters(words)
            )
            return read(parse, typed, "me.sorry.until")
        case Setting.NUMBERS:
            return read(number_language, typed, "me.sorry.numbers")
        case _:
            return turn_clock.parse_zone(typed)


def _quiet(typed: str) -> turn_clock.QuietHours:
    start, _, end = typed.partition(_TO)
    if not end:
        raise UserError("me.sorry.quiet")
    first, last = (read(turn_clock.parse_hour, hour, "me.sorry.hour") for hour in (start, end))
    if first == last:
        raise UserError("me.sorry.quiet")
    return turn_clock.QuietHours(first, last)


def read(parse: Callable[[str], _Value], typed: str, problem: str) -> _Value:
    """Read what was typed by `parse`; raises UserError with this problem for nonsense."""
    try:
        return parse(typed)
    except ValueError:
        raise UserError(problem, typed=escape_markdown(typed)) from None


def span_letters(words: Catalog) -> Mapping[str, float]:
    """The letters for units of time with their seconds; a language's own go before English ones."""
    return {
        each.say(f"span.{unit}"): length
        for each in (catalog(), words)
        for unit, length in turn_clock.SPANS.items()
    }


def _forums(ctx: Context) -> tuple[discord.ForumChannel, ...]:
    """The forums of the server that the bot knows."""
    guild = ctx.interaction.guild
    return () if guild is None else tuple(guild.forums)


def _usable(ctx: Context, token: str) -> discord.ForumChannel:
    """A forum of the server in which the bot can open posts; raises UserError."""
    forum = next((one for one in _forums(ctx) if str(one.id) == token), None)
    if forum is None:
        raise UserError("forum.sorry.hidden")
    if lacked := lacking_in(forum):
        needed = listed(lacked, ctx.words)
        raise UserError("forum.sorry.unusable", forum=forum.mention, permissions=needed)
    return forum
