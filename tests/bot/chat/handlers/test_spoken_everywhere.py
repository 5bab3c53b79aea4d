"""Every command of the bot, before, during and after a game: no answer of it is in English."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

import pytest

from bot.model import buttons, settings
from bot.standin import Channel, Message, UserClient
from bot.standin.layout import text, walk
from bot.words import DEFAULT, languages
from tests.kit.hall import Hall
from tests.kit.marks import long
from tests.kit.pages import by_post, choose
from tests.kit.texts import only_english, words_in

OTHERS = tuple(language for language in languages() if language != DEFAULT)
SAID = ("label", "placeholder", "description", "title", "content")
NAMES = frozenset({"club", "table", "english", "berlin", "europe"})
"""Words of names: of the server, its channels, a language and a time zone."""
LEAVES = 2
"""Option types up to this one are commands and groups of them."""
NAMED = frozenset({"zone"})
"""Options whose values are names in every language."""
TYPED = {"until": "3d", "zone": "Europe/Berlin", "term": "R07", "note": "żółw", "line": "żółw"}

Leaf = tuple[tuple[str, ...], tuple[dict[str, Any], ...]]


def leaves(node: dict[str, Any], above: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """Every command that can be sent, with its options."""
    path, options = (*above, node["name"]), node.get("options") or []
    inner = [option for option in options if option["type"] <= LEAVES]
    if not inner:
        yield path, tuple(options)
    for one in inner:
        yield from leaves(one, path)


def value_of(option: dict[str, Any], person: UserClient, room: Channel) -> object:
    """Something that may be entered for an option."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    known = {4: option.get("min_value", 1), 5: True, 6: person.user, 7: room}
    return known.get(option["type"], TYPED.get(option["name"], "de"))


def said_in(message: Message) -> Iterator[str]:
    """Everything that a message tells, to the eye and to a screen reader."""
    yield text(message)
    for one in walk(message.components):
        for part in (one, *one.get("options", ())):
            yield from (str(part[name]) for name in SAID if part.get(name))
    for file in message.attachments:
        yield file.description or ""
        if file.filename.endswith(".txt"):
            yield file.data.decode()


class Ear:
    """Sends commands, and keeps everything that is answered with the command that led to it."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.told: dict[str, str] = {}

    def keep(self, parts: Iterable[str], way: str) -> None:
        for part in parts:
            self.told.setdefault(part, way)

    async def send(
        self, person: UserClient, room: Channel, *path: str, options: dict[str, Any] | None = None
    ) -> None:
        """Send a command, and hear the message or the form that answers it."""
        sent = await person.slash(room, *path, options=options)
        await sent.acknowledged()
        form = sent.modal_opened
        if form is None:
            self.keep(said_in(await sent.response()), " ".join(path))
        else:
            parts = (str(one.get(name, "")) for one in walk(form.components) for name in SAID)
            self.keep((form.title, *parts), " ".join(path))

    async def nothing(self, _: Channel) -> None:
        """No table."""

    async def lobby(self, room: Channel) -> None:
        """A table at which two sit."""
        await self.send(self.hall.ada, room, "bonfire", "new", options={"thread": False})
        await (await by_post(self.hall.bo, room, buttons.JoinLobby())).response()

    async def game(self, room: Channel) -> None:
        """A game of two."""
        await self.lobby(room)
        await (await by_post(self.hall.ada, room, buttons.StartLobby())).response()

    async def every_command(self, room: Channel) -> None:
        """Ada sends every command, one after the other."""
        definitions = [one.definition for one in self.hall.ada.commands(room)]
        for path, options in (leaf for one in definitions for leaf in leaves(one)):
            needed = [option for option in options if option.get("required")]
            given = {one["name"]: value_of(one, self.hall.bo, room) for one in needed}
            if "language" in given:
                given["language"] = self.hall.ada.user.locale
            for one in options:
                if one.get("autocomplete") and one["name"] not in NAMED:
                    offers = await self.hall.ada.autocomplete(room, *path, focused=one["name"])
                    self.keep((offer.name for offer in offers), " ".join(path))
            await self.send(self.hall.ada, room, *path, options=given)

    def posts(self) -> None:
        """Hear what was posted."""
        for room in self.hall.server.world.channels.values():
            for message in self.hall.server.app_messages(room):
                self.keep(said_in(message), "a post")


@pytest.mark.parametrize("language", ["pl", long("de")])
@pytest.mark.parametrize("moment", [Ear.nothing, Ear.lobby, Ear.game])
async def test_no_command_answers_in_english(
    hall: Hall, language: str, moment: Callable[[Ear, Channel], Awaitable[None]]
) -> None:
    ear = Ear(hall)
    hall.ada.user.locale = hall.bo.user.locale = hall.guild.preferred_locale = language
    await choose(hall.ada, hall.table, settings.Setting.PICTURES, "none", settings.Whose.SERVER)
    await moment(ear, hall.table)
    await ear.every_command(hall.table)
    ear.posts()
    english = only_english(language) - NAMES
    left = {(way, part): w for part, way in ear.told.items() if (w := words_in([part]) & english)}
    assert left == {}
