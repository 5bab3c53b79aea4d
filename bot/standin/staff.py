"""The Staff: acts of the moderators of a server on its members, channels, forums and posts."""

from __future__ import annotations

from collections.abc import Iterable

from bot.standin.core import Core, SecondBot
from bot.standin.gateway import Intent
from bot.standin.model import Channel, ChannelKind, ForumTag, Guild, Member, User
from bot.standin.permissions import Permission


class Staff:
    """Acts of moderators, as far as they reach the app."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def time_out(self, guild: Guild, user_id: int, seconds: float) -> None:
        """Silence a member, the app perhaps, for `seconds` (Discord, guild resource).

        It keeps the permissions to view and to read the history; 0 ends a timeout.
        """
        member = guild.members[user_id]
        member.timed_out_until = self._core.clock.now() + seconds if seconds else None
        self._tell_if_app(guild, user_id)

    def new_channel(
        self, guild: Guild, name: str, kind: ChannelKind, tags: Iterable[ForumTag] = ()
    ) -> Channel:
        """Make a channel of a server; forums and media channels with these tags."""
        world = self._core.world
        place = sum(1 for c in world.channels.values() if c.guild_id == guild.id)
        channel = Channel(self._core.ids.next(), kind, name, guild_id=guild.id, position=place)
        channel.tags = [*tags]
        world.channels[channel.id] = channel
        if guild.bot_role is not None:
            self._tell("CHANNEL_CREATE", channel)
        return channel

    def second_bot(self, guild: Guild) -> str:
        """Invite a second bot, an administrator; returns its token."""
        core = self._core
        user = User(core.ids.next(), "second", "Second", bot=True)
        core.world.users[user.id] = user
        everything = int(Permission.ADMINISTRATOR)
        guild.members[user.id] = Member(user.id, core.clock.now(), permissions=everything)
        core.second = SecondBot(user, f"{core.world.application.token}.second")
        return core.second.token

    def new_role(self, guild: Guild, permissions: Permission) -> int:
        """Make a role without members; returns its identifier."""
        role_id = self._core.ids.next()
        guild.roles[role_id] = int(permissions)
        role = self._core.objects.role(role_id, guild.roles[role_id])
        data = {"guild_id": str(guild.id), "role": role}
        self._core.gateway.dispatch(
            "GUILD_ROLE_CREATE", data, guild_id=guild.id, intent=Intent.GUILDS
        )
        return role_id

    def give_role(self, guild: Guild, user_id: int, role_id: int) -> None:
        """Give a role to a member, the app perhaps."""
        guild.members[user_id].role_ids.append(role_id)
        self._tell_if_app(guild, user_id)

    def take_role(self, guild: Guild, user_id: int, role_id: int) -> None:
        """Take a role from a member, the app perhaps."""
        guild.members[user_id].role_ids.remove(role_id)
        self._tell_if_app(guild, user_id)

    def offer_tags(self, forum: Channel, *tags: ForumTag, required: bool = False) -> None:
        """Let the posts of a forum bear these tags; `required` is one on each of them."""
        forum.tags, forum.requires_tag = list(tags), required
        self._tell("CHANNEL_UPDATE", forum)

    def tag(self, post: Channel, *tags: ForumTag) -> None:
        """Put these tags on a post, in place of those that it bears."""
        assert post.thread is not None
        post.thread.tag_ids = [tag.id for tag in tags]
        self._tell("THREAD_UPDATE", post)

    def _tell(self, event: str, channel: Channel) -> None:
        self._core.tell(event, channel, self._core.objects.channel(channel), Intent.GUILDS)

    def _tell_if_app(self, guild: Guild, user_id: int) -> None:
        """Of its own membership the app hears without the members intent (events/gateway)."""
        if user_id == self._core.world.application.id:
            data = {**self._core.objects.own_member(guild), "guild_id": str(guild.id)}
            self._core.gateway.dispatch(
                "GUILD_MEMBER_UPDATE", data, guild_id=guild.id, intent=Intent.NONE
            )
        self._core.tell_watchers()
