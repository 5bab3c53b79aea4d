"""The ClientView: messages, channels and people as JSON, as one person's client shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.standin import model
from bot.standin.api_objects import ApiObjects
from bot.standin.layout import text
from bot.standin.user_client import UserClient
from bot.standin.world import World

_PAGE_SIZE: Final = 40
"""Messages of a channel that are handed over at once."""
_QUOTED: Final = 140
"""Characters of a message that a reply to it quotes."""


class ClientView:
    """Writes what a client shows as JSON objects of Discord's API, its files at the page."""

    def __init__(self, world: World, seen: dict[tuple[int, int], int]) -> None:
        """`seen` holds the last message that each person has read in each channel."""
        self._world = world
        self._objects = ApiObjects(world)
        self._seen = seen

    def message(self, person: UserClient, message: model.Message) -> model.Json:
        """A message, with what only this person's client knows about it.

        Beside Discord's fields: `pings_me`, and of a reply the `quoted` author and text.
        """
        shape = {**self._objects.message(message), "pings_me": person.id in message.pings}
        if message.reference_id is not None:
            quoted = self._world.messages[message.channel_id].get(message.reference_id)
            if quoted is not None and person.can_see(quoted):
                shape["quoted"] = self._quoted(quoted)
        return shape

    def _quoted(self, message: model.Message) -> model.Json:
        author = self._world.users[message.author_id]
        return {
            "id": str(message.id),
            "author": author.display_name,
            "text": text(message)[:_QUOTED],
        }

    def history(self, person: UserClient, channel: model.Channel, before: int | None) -> model.Json:
        """The newest messages of a channel, those before another if given, oldest first."""
        visible = [m for m in person.sees(channel) if before is None or m.id < before]
        newest = visible[-_PAGE_SIZE:]
        return {
            "messages": [self.message(person, m) for m in newest],
            "more": len(visible) > len(newest),
        }

    def hello(self, person: UserClient) -> model.Json:
        """Return the data that a page needs first."""
        return {
            "me": str(person.id),
            "app": str(self._world.application.id),
            "people": [self._account(user) for user in self._members()],
            "places": self.places(person),
            "called": self.called(),
        }

    def places(self, person: UserClient) -> model.Json:
        """The servers with their channels and threads, and the private conversations."""
        rooms = [c for c in self._world.channels.values() if person.may_view(c)]
        rooms.sort(key=lambda channel: (channel.position, channel.id))
        return {
            "guilds": [
                {
                    "name": guild.name,
                    "channels": [
                        self._room(person, room) for room in rooms if room.guild_id == guild.id
                    ],
                }
                for guild in self._world.guilds.values()
                if person.id in guild.members
            ],
            "direct": [self._room(person, room) for room in rooms if room.is_private],
        }

    def called(self) -> model.Json:
        """Count the mentions of each person since they last looked; leaves out zeros."""
        counts: dict[str, int] = {}
        for room_id, room in self._world.messages.items():
            for message in room.values():
                for user_id in () if message.deleted else message.pings:
                    if message.id > self._seen.get((user_id, room_id), 0):
                        counts[str(user_id)] = counts.get(str(user_id), 0) + 1
        return counts

    def commands(self, person: UserClient, channel: model.Channel) -> model.Json:
        """The commands that this person is offered in a channel, and in menus there."""
        kinds = {
            "commands": model.CommandKind.SLASH,
            "people": model.CommandKind.USER,
            "messages": model.CommandKind.MESSAGE,
        }
        return {
            name: [self._objects.command(c) for c in person.commands(channel, kind)]
            for name, kind in kinds.items()
        }

    def people(self) -> model.Json:
        """Everybody's account, the app's first."""
        return {"people": [self._account(user) for user in self._members()]}

    def _members(self) -> Iterable[model.User]:
        app = self._world.application
        yield self._world.users[app.id]
        for user in self._world.users.values():
            if not user.bot and user.id != app.owner_id:
                yield user

    @staticmethod
    def _account(user: model.User) -> model.Json:
        return {
            "id": str(user.id),
            "name": user.display_name,
            "username": user.username,
            "bot": user.bot,
        }

    def _room(self, person: UserClient, channel: model.Channel) -> model.Json:
        last = self._seen.get((person.id, channel.id), 0)
        new = [
            m
            for m in self._world.messages_in(channel.id)
            if m.id > last and not m.is_ephemeral and m.author_id != person.id
        ]
        direct = channel.kind is model.ChannelKind.DM
        return {
            "id": str(channel.id),
            "name": self._name(person, channel),
            "kind": int(channel.kind),
            "parent": None if channel.parent_id is None else str(channel.parent_id),
            "archived": channel.thread is not None and channel.thread.archived,
            "locked": channel.thread is not None and channel.thread.locked,
            "tags": self._tags(channel),
            "unread": len(new),
            "pings": len(new) if direct else sum(1 for m in new if person.id in m.pings),
        }

    def _tags(self, channel: model.Channel) -> list[str]:
        """The names of the tags that a post of a forum bears."""
        if channel.thread is None or channel.parent_id is None:
            return []
        borne = channel.thread.tag_ids
        return [tag.name for tag in self._world.place_of(channel).tags if tag.id in borne]

    def _name(self, person: UserClient, channel: model.Channel) -> str:
        if channel.kind is not model.ChannelKind.DM:
            return channel.name
        others = (i for i in channel.recipient_ids if i != person.id)
        return ", ".join(self._world.users[i].display_name for i in others)
