"""The interaction that a handler answers, with all that the handler knows of it.

Beside a press on a menu, Discord sends the people or the message that somebody picked
(interactions/receiving-and-responding: Resolved Data). The bot reads these data as they come, since
it needs little of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.components import ClassicMessage, data_of
from bot.chat.delivery.outbox import Outbox
from bot.chat.delivery.permissions import answers_alone, via_of
from bot.chat.interaction.reply import Reply
from bot.model import button_forms, messages, preferences, rows
from bot.model.custom_ids import Binding, ButtonPress, read_press
from bot.model.errors import UserError
from bot.model.invocation import ChannelRef, Invocation
from bot.services.games import saving
from bot.words import Catalog, catalog

_Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Context:
    """One interaction being answered: who did what where, the language, and the reply."""

    interaction: discord.Interaction
    invocation: Invocation
    words: Catalog
    reply: Reply
    appearance: preferences.Appearance
    outbox: Outbox
    words_first: bool = False
    """The person does not see the pictures, so that pages begin with words."""

    @property
    def channel(self) -> int:
        """The channel, thread or DM."""
        return self.invocation.channel.id

    async def show_prompt(self, prompt: messages.Prompt, game: int = 0) -> None:
        """Answer with a text and its buttons, which belong to `game` if to any."""
        await self.reply.show(self._message(prompt, game))

    def _message(self, prompt: messages.Prompt, game: int = 0) -> ClassicMessage:
        bound, symbols, links = Binding(game), self.outbox.symbols, prompt.links
        return ClassicMessage(prompt.text, prompt.rows, bound, symbols=symbols, links=links)

    async def show_text(self, text: str) -> None:
        """Answer with a text alone."""
        await self.reply.show(ClassicMessage(text))

    async def say(self, key: str, **slots: object) -> None:
        """Answer with a sentence of the catalog."""
        await self.show_text(self.words.say(key, **slots))

    async def tell(self, key: str, **slots: object) -> None:
        """Tell the person a sentence privately, without touching what else is shown."""
        await self.tell_prompt(messages.Prompt(self.words.say(key, **slots)))

    async def tell_prompt(self, prompt: messages.Prompt) -> None:
        """Tell the person a text with its buttons privately, as `tell`."""
        await self.reply.tell(self._message(prompt))

    async def say_done(self, key: str, done: saving.Saved) -> None:
        """Answer that something is done; then deliver what it led to."""
        await self.say(key)
        self.deliver(done)

    def deliver(self, done: saving.Saved) -> None:
        """Have the posts delivered that something led to; this press carries them if it must.

        It does not where only this person would see what others at the table are to read.
        """
        state = done.posts.state
        people = () if state is None else (one for one in state.players if one.level is None)
        for_others = len(tuple(people)) > 1
        hidden = for_others and answers_alone(self.interaction)
        self.outbox.attach(done.posts, None if hidden else self.interaction)


def words_of(interaction: discord.Interaction) -> Catalog:
    """The catalog of the language of a person's client."""
    return catalog(str(interaction.locale))


def channel_of(interaction: discord.Interaction) -> int:
    """Return the channel of a press or command; raises UserError in a channel of a new kind."""
    if interaction.channel_id is None:
        raise UserError("place.sorry.kind")
    return interaction.channel_id


def invocation_of(interaction: discord.Interaction) -> Invocation:
    """The person, channel and id of an interaction; raises UserError as `channel_of`."""
    user = interaction.user
    locale = interaction.guild_locale or interaction.locale
    channel = ChannelRef(
        id=channel_of(interaction),
        guild=interaction.guild_id,
        locale=str(locale),
        via=via_of(interaction),
    )
    manages = interaction.guild_id is not None and interaction.permissions.manage_guild
    return Invocation(interaction.id, rows.PersonRow(user.id, user.display_name), channel, manages)


@dataclass(frozen=True, slots=True)
class PickedPerson:
    """A person; `is_here` where they can read along."""

    row: rows.PersonRow
    is_bot: bool
    is_here: bool


@dataclass(frozen=True, slots=True)
class PickedMessage:
    """A message with what its buttons would say; `is_own` where the bot has sent it.

    Discord shows the components of any message that somebody points at, without an intent
    (Discord, events/gateway: Message Content Intent).
    """

    is_own: bool
    is_private: bool
    presses: tuple[ButtonPress[button_forms.ButtonValue], ...]


def is_of_its_message(
    interaction: discord.Interaction, press: ButtonPress[button_forms.ButtonValue]
) -> bool:
    """Say whether the message of a press, as Discord has it, is bound to what the press says."""
    message = interaction.message
    parts = [] if message is None else [part.to_dict() for part in message.components]
    return any(read_press(one).bound == press.bound for one in _custom_ids(parts))


def picked_people(interaction: discord.Interaction) -> tuple[PickedPerson, ...]:
    """Those who were picked, in their order; in a server with their rights in this channel.

    Nobody is picked twice, however their number is written.
    """
    data = data_of(interaction)
    resolved, in_server = data.get("resolved", {}), interaction.guild_id is not None
    members: Mapping[str, _Json] = resolved.get("members", {})
    picked = (
        _person(resolved["users"][number], members.get(number), in_server=in_server)
        for number in data.get("values") or filter(None, (data.get("target_id"),))
    )
    return tuple({person.row.id: person for person in picked}.values())


def _person(user: _Json, member: _Json | None, *, in_server: bool) -> PickedPerson:
    names = ((member or {}).get("nick"), user.get("global_name"), user["username"])
    name = next(name for name in names if name)
    is_here = not in_server
    if member is not None:
        is_here = discord.Permissions(int(member["permissions"])).view_channel
    return PickedPerson(rows.PersonRow(int(user["id"]), name), bool(user.get("bot")), is_here)


def picked_message(interaction: discord.Interaction) -> PickedMessage:
    """The message in whose menu a command was chosen."""
    data, me = data_of(interaction), interaction.client.user
    message: _Json = data["resolved"]["messages"][data["target_id"]]
    is_own = me is not None and message["author"]["id"] == str(me.id)
    is_private = bool(message.get("flags", 0) & discord.MessageFlags.ephemeral.flag)
    presses = map(read_press, _custom_ids(message.get("components", ())))
    return PickedMessage(is_own, is_private, tuple(presses))


def _custom_ids(components: Iterable[_Json]) -> Iterator[str]:
    """Those of a tree of components, in reading order."""
    for component in components:
        if "custom_id" in component:
            yield component["custom_id"]
        beside = (component["accessory"],) if "accessory" in component else ()
        yield from _custom_ids((*component.get("components", ()), *beside))
