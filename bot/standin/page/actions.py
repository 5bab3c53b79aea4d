"""The PageActions that a browser window can ask for, each from a JSON object to a JSON object."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

from bot.standin.checks.commands import LOCALES
from bot.standin.interaction import Interaction, NotAnswered
from bot.standin.layout import buttons
from bot.standin.model import Channel, Json, Message, User
from bot.standin.options import NotPossible
from bot.standin.standin import StandIn
from bot.standin.user_client import UserClient

_Expected = TypeVar("_Expected")
PageAction = Callable[[UserClient, Json], Awaitable[Json]]

_MESSAGE_LIMIT: Final = 2000
_NAME_LIMIT: Final = 32
_GRACE: Final = 2.0
"""Seconds beyond the app's time to answer after which the stand-in itself is given up."""


class BadRequest(Exception):
    """The page would not send this request."""


class PageActions:
    """Carries out what people do on the page: `by_name` has an action for each `/do/NAME`."""

    def __init__(self, server: StandIn, read: Callable[[UserClient, Channel], None]) -> None:
        """`read` notes that a person has seen everything in a channel."""
        self._server = server
        self._read = read
        self._opened: dict[int, Interaction] = {}
        self._app_within = server.core.limits.app_starts_within
        self.by_name: Mapping[str, PageAction] = {
            "press": self._press,
            "select": self._select,
            "command": self._command,
            "use": self._use,
            "complete": self._complete,
            "submit": self._submit,
            "say": self._say,
            "dismiss": self._dismiss,
            "read": self._seen,
            "rename": self._rename,
        }

    def person(self, name: object) -> UserClient:
        """The person with this identifier or user name; raises BadRequest for others."""
        app = self._server.world.application
        wanted = str(name).casefold()
        for user in self._server.world.users.values():
            if wanted in (str(user.id), user.username.casefold()) and user.id not in (
                app.id,
                app.owner_id,
            ):
                return self._server.person_of(user)
        raise BadRequest(f"nobody is called {name!r}")

    def channel(self, person: UserClient, channel_id: object) -> Channel:
        """A channel that this person sees; raises BadRequest for others."""
        channel = self._server.world.channels.get(_number(channel_id))
        if channel is None or not person.may_view(channel):
            raise BadRequest(f"there is no channel {channel_id!r}")
        return channel

    def _message(self, person: UserClient, message_id: object) -> Message:
        number = _number(message_id)
        for room in self._server.world.messages.values():
            if number in room and person.can_see(room[number]):
                return room[number]
        raise NotPossible("this message is gone")

    async def _app_is_there(self) -> None:
        """Wait for the app while it starts; once it was there, as long as an answer may take."""
        with contextlib.suppress(TimeoutError):
            await self._server.connected(self._app_within)
            self._app_within = self._server.core.limits.acknowledge_within

    def speaker(self, body: Json) -> UserClient:
        """Return the person whose window sends this; raises BadRequest.

        Their client speaks the language of the window, and so does the server: what they open
        there is in the language in which they opened it.
        """
        person = self.person(body.get("as"))
        if "language" in body:
            person.user.locale = _locale(body["language"])
            for guild in self._server.world.guilds.values():
                guild.preferred_locale = person.user.locale
        return person

    async def _press(self, person: UserClient, body: Json) -> Json:
        await self._app_is_there()
        message, name = self._message(person, body["message"]), _typed(str, body["custom_id"])
        if any(name == button.custom_id for button in buttons(message)):
            return await self._answer(await person.press(message, name))
        return await self._answer(await person.press_late(message, name))

    async def _select(self, person: UserClient, body: Json) -> Json:
        await self._app_is_there()
        message, name = self._message(person, body["message"]), _typed(str, body["custom_id"])
        values = [self._entry(value) for value in _typed(list, body["values"])]
        return await self._answer(await person.select(message, name, values))

    async def _command(self, person: UserClient, body: Json) -> Json:
        await self._app_is_there()
        channel, path, options = self._line(person, body)
        return await self._answer(await person.slash(channel, *path, options=options))

    async def _use(self, person: UserClient, body: Json) -> Json:
        """A command in the menu of a person, or of a message."""
        await self._app_is_there()
        name = _typed(str, body["name"])
        if "message" in body:
            chosen = await person.use_on_message(self._message(person, body["message"]), name)
        else:
            user = self._named({"user": body["user"]})
            assert isinstance(user, User)
            chosen = await person.use_on_person(self.channel(person, body["channel"]), user, name)
        return await self._answer(chosen)

    async def _complete(self, person: UserClient, body: Json) -> Json:
        channel, path, options = self._line(person, body)
        focused, typed = _typed(str, body["focused"]), _typed(str, body["typed"])
        asked = await person.begin_autocomplete(
            channel, *path, focused=focused, typed=typed, options=options
        )
        choices = await asked.suggestions(self._patience)
        return {"choices": [{"name": choice.name, "value": choice.value} for choice in choices]}

    def _line(self, person: UserClient, body: Json) -> tuple[Channel, list[str], dict[str, Any]]:
        options = _typed(dict, body["options"])
        values = {str(name): self._value(value) for name, value in options.items()}
        path = [_typed(str, word) for word in _typed(list, body["path"])]
        return self.channel(person, body["channel"]), path, values

    async def _submit(self, person: UserClient, body: Json) -> Json:
        opener = self._opened.pop(_number(body["interaction"]), None)
        if opener is None or opener.modal_opened is None:
            raise NotPossible("this form is no longer open")
        try:
            sent = await person.submit(opener.modal_opened, _typed(dict, body["values"]))
        except NotPossible:
            self._opened[opener.id] = opener
            raise
        return await self._answer(sent)

    async def _say(self, person: UserClient, body: Json) -> Json:
        channel, content = self.channel(person, body["channel"]), _typed(str, body["content"])
        if not content.strip() or len(content) > _MESSAGE_LIMIT:
            raise NotPossible(f"a message has 1 to {_MESSAGE_LIMIT} characters")
        replied_to = body.get("reply_to")
        person.say(
            channel, content, None if replied_to is None else self._message(person, replied_to)
        )
        return {}

    async def _dismiss(self, person: UserClient, body: Json) -> Json:
        person.dismiss(self._message(person, body["message"]))
        return {}

    async def _seen(self, person: UserClient, body: Json) -> Json:
        self._read(person, self.channel(person, body["channel"]))
        return {}

    async def _rename(self, person: UserClient, body: Json) -> Json:
        name = _typed(str, body["name"]).strip()
        if not 1 <= len(name) <= _NAME_LIMIT:
            raise NotPossible(f"a name has 1 to {_NAME_LIMIT} characters")
        person.user.display_name = name
        self._server.core.tell_watchers()
        return {}

    async def _answer(self, interaction: Interaction) -> Json:
        """Return the part of the first answer that the window shows: none, a failure, or a form."""
        try:
            await interaction.acknowledged(self._patience)
        except NotAnswered:
            return {"failed": True}
        modal = interaction.modal_opened
        if modal is None:
            return {}
        self._opened[interaction.id] = interaction
        form = {"title": modal.title, "components": modal.components}
        return {"modal": {"interaction": str(interaction.id), **form}}

    @property
    def _patience(self) -> float:
        return self._server.core.limits.acknowledge_within + _GRACE

    def _value(self, value: object) -> Any:
        """A value of a command line; people and channels come as one-entry objects."""
        return self._named(value) if isinstance(value, dict) else value

    def _entry(self, value: object) -> str | User | Channel:
        return self._named(value) if isinstance(value, dict) else _typed(str, value)

    def _named(self, value: Json) -> User | Channel:
        world = self._server.world
        match value:
            case {"user": number} if (user := world.users.get(_number(number))) is not None:
                return user
            case {"channel": number} if (
                channel := world.channels.get(_number(number))
            ) is not None:
                return channel
        raise BadRequest("names nobody and no channel")


def _typed(kind: type[_Expected], value: object) -> _Expected:
    if not isinstance(value, kind):
        raise BadRequest(f"a {kind.__name__} was expected")
    return value


def _locale(language: object) -> str:
    """Discord's name of a language."""
    locales = [locale for locale in LOCALES if locale.partition("-")[0] == language]
    if not locales:
        raise BadRequest("a language was expected")
    return max(locales)


def _number(text: object) -> int:
    if not isinstance(text, str) or not (text.isascii() and text.isdecimal()) or len(text) > 20:
        raise BadRequest("an identifier was expected")
    return int(text)
