"""The pages behind a few commands, as people use them: type the command, then press or choose."""

import re
from typing import Final

from bot.model import button_forms, buttons
from bot.model.custom_ids import Binding, write_button
from bot.model.settings import (
    TYPED,
    UNSET,
    ChangeSetting,
    ChooseSetting,
    Setting,
    ShowSettings,
    TypeSetting,
    Whose,
)
from bot.standin import Channel, Interaction, Message, User, UserClient
from bot.standin.layout import selects, text
from tests.kit.players.button_player import Control, controls

COMMANDS = {Whose.PERSON: "settings", Whose.SERVER: "settings", Whose.TABLE: "table"}
"""The command that leads to the settings of each."""
MENTION: Final = re.compile(r"</([^:>]+):(\d+)>")


def control_of(page: Message, value: button_forms.ButtonValue) -> Control | None:
    """Return the button or the choice of a message that says this; None where there is none."""
    wanted = write_button(value)
    return next((one for one in controls(page) if one.answer == wanted), None)


async def follow(person: UserClient, page: Message, value: button_forms.ButtonValue) -> Interaction:
    """Press or choose what says this on a page."""
    control = control_of(page, value)
    assert control is not None, (value, [one.answer for one in controls(page)])
    if control.value is None:
        return await person.press(page, control.custom_id)
    return await person.select(page, control.custom_id, [control.value])


async def by_page(
    person: UserClient, channel: Channel, command: str, value: button_forms.ButtonValue
) -> Interaction:
    """Type `/bonfire command`, and press or choose what says this on its page."""
    page = await (await person.slash(channel, "bonfire", command)).response()
    return await follow(person, page, value)


async def looked(
    person: UserClient, channel: Channel, *values: button_forms.ButtonValue, command: str = "board"
) -> Message:
    """Return the page to which these presses lead, one after the other."""
    page = await (await person.slash(channel, "bonfire", command)).response()
    for value in values:
        page = await (await follow(person, page, value)).response()
    return page


async def hand_over(person: UserClient, channel: Channel, to: User) -> Interaction:
    """Ask somebody to take one's seat."""
    page = await looked(person, channel, buttons.AskWhoTakesOver(), command="table")
    (menu,) = selects(page)
    return await person.select(page, menu.custom_id, [to])


async def by_post(
    person: UserClient, channel: Channel, value: button_forms.ButtonValue
) -> Interaction:
    """Press what says this below the newest message that has it."""
    seen = reversed(person.sees(channel))
    post = next(message for message in seen if control_of(message, value) is not None)
    return await follow(person, post, value)


async def made_up(
    person: UserClient, channel: Channel, value: button_forms.ButtonValue, game: int = 1
) -> Interaction:
    """Press a button that stands on no page, as programs of somebody's own making can."""
    page = await (await person.slash(channel, "bonfire", "help")).response()
    return await person.press_late(page, Binding(game).custom_id(value))


async def settings(person: UserClient, channel: Channel, whose: Whose) -> Message:
    """Return the page of settings."""
    page = await (await person.slash(channel, "bonfire", COMMANDS[whose])).response()
    if whose is Whose.SERVER:
        page = await (await follow(person, page, ShowSettings(whose))).response()
    return page


async def choose(
    person: UserClient,
    channel: Channel,
    setting: Setting,
    value: str,
    whose: Whose = Whose.PERSON,
) -> Message:
    """Choose or type the value of a setting; returns the page then, or what refuses it."""
    page = await settings(person, channel, whose)
    asked = await (await follow(person, page, ChangeSetting(whose, setting))).response()
    if setting in TYPED and value != UNSET:
        form = await (await follow(person, asked, TypeSetting(whose, setting))).modal()
        return await (await person.submit(form, {"text": value})).response()
    return await (await follow(person, asked, ChooseSetting(whose, setting, value))).response()


def in_words(message: Message) -> str:
    """A message's text as the English catalog has it: commands are named, not mentioned."""
    return MENTION.sub(r"`/\1`", text(message))


async def wants_messages(person: UserClient, channel: Channel) -> None:
    await choose(person, channel, Setting.NOTICE, "message")


async def mygames(person: UserClient, channel: Channel) -> str:
    return in_words(await (await person.slash(channel, "bonfire", "mygames")).response())
