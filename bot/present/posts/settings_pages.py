"""The settings of people, servers and tables: what is set, and how to change it in place."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.model import buttons
from bot.model.button_forms import ButtonValue
from bot.model.messages import ROW_LIMIT, Button, Choice, Menu, Prompt, Style, in_menus
from bot.model.preferences import (
    USUAL,
    Allowed,
    Appearance,
    Notice,
    Preferences,
    ServerSettings,
    TurnPictures,
)
from bot.model.settings import (
    SETTINGS,
    UNSET,
    AskToForget,
    ChangeSetting,
    ChooseSetting,
    Company,
    MoveHere,
    Setting,
    ShowSettings,
    TableSettings,
    TypeSetting,
    Whose,
    values_of,
)
from bot.model.turn_clock import hour_text, zone_named
from bot.words import Catalog, catalog


def own_page(text: str, words: Catalog, *, in_server: bool) -> Prompt:
    """A person's settings, whose text `own_text` has said; from here a server's can be seen."""
    server = _button("settings.server", ShowSettings(Whose.SERVER), words)
    forget = _button("settings.forget", AskToForget(), words, Style.STOP)
    row = (server, forget) if in_server else (forget,)
    return Prompt(text, (_menu(Whose.PERSON, SETTINGS[Whose.PERSON], words), row))


def server_page(text: str, words: Catalog, *, manages: bool) -> Prompt:
    """A server's settings, whose text `server_text` has said; who manages it can change them."""
    back = (_button("settings.own", ShowSettings(Whose.PERSON), words),)
    menu = _menu(Whose.SERVER, SETTINGS[Whose.SERVER], words)
    return Prompt(text, (menu, back) if manages else (back,))


def lobby_page(locale: str, words: Catalog) -> Prompt:
    """A table that has not started: its language, and the way to show it again."""
    text = _said(words.say("table.lobby"), _spoken(locale, words))
    again = (_button("table.show", buttons.ShowLobby(), words),)
    return Prompt(text, (_menu(Whose.TABLE, (Setting.LANGUAGE,), words), again))


def table_page(
    settings: TableSettings, words: Catalog, *, plays: bool, bot_plays: bool, company: Company
) -> Prompt:
    """A running table: its settings, and all that its players can do besides moving.

    People who do not play there can only ask to end it. Only among people is there somebody to vote
    about. Against Tom nobody is waited for, and the seat is that person's alone.
    """
    text = _said(
        words.say("table.heading"),
        words.say("table.pace", pace=words.say(f"pace.{settings.pace}")),
        words.say("table.level", level=words.say(f"level.{settings.level}")),
        _spoken(settings.language, words),
        _posts_line(settings.posts, words),
        *((words.say("me.notice_here", notice=_notice(settings.notice, words)),) if plays else ()),
    )
    end = _button("table.abandon", buttons.AskToAbandon(), words, Style.STOP)
    if not plays:
        return Prompt(text, ((end,),))
    planning = (
        _button("table_button.try", buttons.OpenTryout(), words),
        *(
            ()
            if company is Company.TOM
            else (_button("table_button.premove", buttons.ShowPremoves(), words),)
        ),
        _button("table_button.note", buttons.WriteNote(), words),
        _button("agree.menu_button", buttons.ShowTurns(), words),
    )
    seat = (
        _button("table.return", buttons.ComeBack(), words, Style.GO)
        if bot_plays
        else _button("table.bot", buttons.LetBotPlay(), words),
        *(
            ()
            if company is Company.TOM
            else (_button("table.hand_over", buttons.AskWhoTakesOver(), words),)
        ),
        *(
            ()
            if company is not Company.PEOPLE
            else (_button("table.vote", buttons.AskForVote(), words),)
        ),
        _button("table.resign", buttons.AskToResign(), words, Style.STOP),
        end,
    )
    return Prompt(text, (_menu(Whose.TABLE, SETTINGS[Whose.TABLE], words), planning, seat))


def no_table_page(
    offered: Sequence[tuple[int, str]], words: Catalog, *, was_played: bool
) -> Prompt:
    """A place where no game runs: the games that can come here, and the note on the last one."""
    choices = tuple(Choice(label, MoveHere(game)) for game, label in offered)
    moves = in_menus(ShowSettings(Whose.TABLE), words.say("table.move"), choices, ROW_LIMIT - 1)
    note = (_button("table_button.note", buttons.WriteNote(), words),)
    rows = (*moves, *((note,) if was_played else ()))
    return Prompt(words.say("table.none"), rows)


def choice_page(
    page: Prompt, whose: Whose, setting: Setting, choices: Iterable[tuple[str, str]], words: Catalog
) -> Prompt:
    """A page of settings where one of them is chosen: the tokens of its values, and their text."""
    shown = tuple(Choice(label, ChooseSetting(whose, setting, token)) for token, label in choices)
    name = words.say(f"setting_name.{setting}")
    menus = in_menus(ChangeSetting(whose, setting), name, shown, ROW_LIMIT - 1)
    return replace(page, rows=(*menus, (_button("settings.back", ShowSettings(whose), words),)))


def typing_page(page: Prompt, whose: Whose, setting: Setting, words: Catalog) -> Prompt:
    """A page of settings where one of them is typed, or goes back to what is usual.

    A form that was closed can be opened again: Discord reports no choice that somebody makes twice.
    """
    row = [_button("settings.type", TypeSetting(whose, setting), words, Style.MAIN)]
    if UNSET in values_of(whose, setting):
        unset = ChooseSetting(whose, setting, UNSET)
        row.append(_button(f"setting_unset.{setting}", unset, words))
    back = _button("settings.back", ShowSettings(whose), words)
    name = words.say(f"setting_name.{setting}")
    return replace(page, text=f"{page.text}\n\n**{name}**", rows=((*row, back),))


def value_texts(whose: Whose, setting: Setting, words: Catalog) -> tuple[tuple[str, str], ...]:
    """The tokens of a setting's values, each with its text."""
    return tuple(
        (token, _value(whose, setting, token, words)) for token in values_of(whose, setting)
    )


def _value(whose: Whose, setting: Setting, token: str, words: Catalog) -> str:
    match setting:
        case Setting.LANGUAGE:
            # A language under its own name is found by people who read no other.
            return _language(None, words) if token == UNSET else catalog(token).language(token)
        case Setting.FORUM:
            return words.say("server.no_forum")
        case Setting.ABORTS if token == Allowed.EVERYBODY:
            return words.say("allowed.own")
        case Setting.OPENS | Setting.ABORTS:
            return words.say(f"allowed.{token}")
        case Setting.PACE:
            return words.say(f"pace.{token}")
        case Setting.LEVEL:
            return words.say(f"level.{token}")
        case Setting.NOTICE if whose is Whose.TABLE and token == UNSET:
            return _notice(None, words)
        case Setting.WORDS_FIRST:
            return words.say(f"coach_choice.{token}")
        case Setting.LISTED:
            return words.say(f"listed_choice.{token}")
        case _:
            return words.say(f"{setting}_choice.{token}")


def _menu(whose: Whose, settings: Iterable[Setting], words: Catalog) -> Menu:
    """The menu of the settings that can be changed."""
    choices = tuple(
        Choice(words.say(f"setting_name.{setting}"), ChangeSetting(whose, setting))
        for setting in settings
    )
    return Menu(ShowSettings(whose), words.say("settings.change"), choices)


def _button(key: str, value: ButtonValue, words: Catalog, style: Style = Style.PLAIN) -> Button:
    return Button(words.say(key), value, style)


def _spoken(locale: str, words: Catalog) -> str:
    return words.say("table.language", language=words.language(locale))


def _said(*lines: str) -> str:
    return "\n".join(lines)


def own_text(
    chosen: Preferences, server: Appearance | None, now: float, words: Catalog, *, listed: bool
) -> str:
    """Return a person's settings; `listed` says whether others see them in lists.

    The look of the `server`, None outside of one, stands where the person chose none.
    """
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
    how = words.say(f"coach_choice.{'on' if chosen.words_first else 'off'}")
    first = words.say("look.words_first", how=how)
    statistics = words.say(f"seen.{'on' if listed else 'off'}")
    look = chosen.appearance.over(USUAL if server is None else server.over(USUAL))
    own = look if server is None else chosen.appearance
    return "\n".join((*lines, *_look_lines(look, words, own), first, statistics))


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
            _posts_line(settings.posts, words),
            *_look_lines(settings.appearance.over(USUAL), words),
        )
    )


def _posts_line(posts: TurnPictures | None, words: Catalog) -> str:
    return words.say("look.posts", posts=words.say(f"posts_choice.{posts or UNSET}"))


def _look_lines(
    appearance: Appearance, words: Catalog, own: Appearance | None = None
) -> tuple[str, str]:
    """Return the lines on a look; what is not a person's `own` is marked as the server's."""
    kept = appearance if own is None else own
    looks = (
        (kept.pictures, words.say(f"pictures_choice.{appearance.pictures or UNSET}")),
        (kept.size, words.say(f"size_choice.{appearance.size or UNSET}")),
        (kept.colours, words.say(f"colours_choice.{appearance.colours or UNSET}")),
    )
    pictures, size, colours = (
        said if chosen else words.say("look.servers", value=said) for chosen, said in looks
    )
    numbers = appearance.numbers or words.say("numbers_choice.unset")
    return (
        words.say("look.pictures", pictures=pictures, size=size, colours=colours),
        words.say("look.numbers", numbers=numbers),
    )


def _notice(notice: Notice | None, words: Catalog) -> str:
    key = "me.notice_usual" if notice is None else f"notice_choice.{notice}"
    return words.say(key)


def _language(code: str | None, words: Catalog) -> str:
    return words.say("language.discord") if code is None else words.language(code)
