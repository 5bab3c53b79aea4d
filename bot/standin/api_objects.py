"""The stand-in's values as JSON objects of Discord's API, version 10."""

from __future__ import annotations

from typing import Any

from bot.standin import model
from bot.standin.clock import iso
from bot.standin.ids import made_at
from bot.standin.signed_addresses import AddressSigner
from bot.standin.world import World

_REQUIRE_TAG = 1 << 4
"""Flag of a forum whose posts need a tag (resources/channel)."""
_MEMBERS_COUNTED = 50
"""Discord stops counting the members of a thread here (topics/threads)."""
_ATTACHMENT_PREFIX = "attachment://"
_MEMBER_PERMISSIONS = "default_member_permissions"


class ApiObjects:
    """Writes users, channels, messages and so on as JSON objects; attachments lie at `base_url`.

    With a signer their addresses expire. A client, which renews them by itself, needs none.
    """

    def __init__(self, world: World, signer: AddressSigner | None = None) -> None:
        self._world = world
        self._signer = signer
        self.base_url = ""

    @staticmethod
    def moment(moment: float | None) -> str | None:
        """A timestamp, or null."""
        return None if moment is None else iso(moment)

    def user(self, user: model.User) -> model.Json:
        """A user object."""
        return {
            "id": str(user.id),
            "username": user.username,
            "discriminator": "0",
            "global_name": user.display_name,
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
            "bot": user.bot,
        }

    def me(self, bot: model.User | None = None) -> model.Json:
        """The account of a bot, that of the app by default, as `GET /users/@me` gives it."""
        bot = bot or self._world.users[self._world.application.id]
        return {**self.user(bot), "mfa_enabled": False, "locale": bot.locale, "verified": True}

    def application(self) -> model.Json:
        """The application object that its own token may read."""
        app = self._world.application
        return {
            "id": str(app.id),
            "name": app.name,
            "icon": None,
            "description": "",
            "summary": "",
            "type": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "integration_types_config": app.installs(),
            "verify_key": app.verify_key,
            "flags": app.flags,
            "flags_new": str(app.flags),
            "redirect_uris": [],
            "interactions_endpoint_url": app.endpoint_url,
            "role_connections_verification_url": None,
            "owner": self.user(self._world.users[app.owner_id]),
            "approximate_guild_count": len(self._world.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": [],
        }

    def emoji(self, emoji: model.AppEmoji) -> model.Json:
        """An emoji of the app; the app made it."""
        return {
            "id": str(emoji.id),
            "name": emoji.name,
            "user": self.user(self._world.users[self._world.application.id]),
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": emoji.content_type == "image/gif",
            "available": True,
        }

    def partial_member(self, member: model.Member) -> model.Json:
        """A guild member without its user."""
        return {
            "nick": member.nick,
            "avatar": None,
            "banner": None,
            "roles": [str(role_id) for role_id in member.role_ids],
            "joined_at": iso(member.joined),
            "premium_since": None,
            "communication_disabled_until": self.moment(member.timed_out_until),
            "pending": False,
            "flags": 0,
        }

    def member(self, member: model.Member) -> model.Json:
        """A guild member."""
        return {
            **self.partial_member(member),
            "user": self.user(self._world.users[member.user_id]),
            "mute": False,
            "deaf": False,
        }

    def own_member(self, guild: model.Guild) -> model.Json:
        """The app's membership of a guild."""
        me = guild.members[self._world.application.id]
        shape = self.member(me)
        return {**shape, "roles": [str(guild.bot_role_id), *shape["roles"]]}

    def channel(self, channel: model.Channel) -> model.Json:
        """A channel object of any kind."""
        last = channel.last_message_id
        common: model.Json = {
            "id": str(channel.id),
            "type": int(channel.kind),
            "flags": 0,
            "last_message_id": None if last is None else str(last),
            "last_pin_timestamp": self.moment(channel.last_pin),
        }
        if channel.is_private:
            return {**common, **self._private(channel)}
        common |= {"guild_id": str(channel.guild_id), "name": channel.name}
        if channel.thread is not None:
            return {**common, **self._thread(channel)}
        return {
            **common,
            **self._by_kind(channel),
            "parent_id": None,
            "position": channel.position,
            "rate_limit_per_user": 0,
            "topic": None,
            "nsfw": False,
            "permission_overwrites": [
                {
                    "id": str(o.target_id),
                    "type": int(o.is_member),
                    "allow": str(o.allow),
                    "deny": str(o.deny),
                }
                for o in channel.overwrites.values()
            ],
        }

    @staticmethod
    def _by_kind(channel: model.Channel) -> model.Json:
        """The fields of voice and stage channels only, or of forums and media channels only."""
        if channel.kind in model.VOICE_KINDS:
            return {"bitrate": 64_000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
        if not channel.is_forum:
            return {}
        tags = [
            {
                "id": str(tag.id),
                "name": tag.name,
                "moderated": tag.moderated,
                "emoji_id": None,
                "emoji_name": None,
            }
            for tag in channel.tags
        ]
        return {
            "flags": _REQUIRE_TAG if channel.requires_tag else 0,
            "available_tags": tags,
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
        }

    def removed(self, channel: model.Channel) -> model.Json:
        """The object of a deleted channel: the whole channel, of a thread only its place."""
        shape = self.channel(channel)
        if channel.is_thread:
            return {key: shape[key] for key in ("id", "guild_id", "parent_id", "type")}
        return shape

    def _private(self, channel: model.Channel) -> model.Json:
        app_id = self._world.application.id
        others = [i for i in channel.recipient_ids if i != app_id]
        shape: model.Json = {"recipients": [self.user(self._world.users[i]) for i in others]}
        if channel.kind is model.ChannelKind.GROUP_DM:
            shape |= {"name": channel.name, "icon": None, "owner_id": str(others[0])}
        return shape

    def _thread(self, channel: model.Channel) -> model.Json:
        assert channel.thread is not None
        count = sum(1 for _ in self._world.messages_in(channel.id))
        state = channel.thread
        metadata: model.Json = {
            "archived": state.archived,
            "archive_timestamp": iso(state.archive_changed),
            "auto_archive_duration": state.auto_archive_minutes,
            "locked": state.locked,
        }
        if channel.kind is model.ChannelKind.PRIVATE_THREAD:
            metadata["invitable"] = state.invitable
        shape: model.Json = {
            "parent_id": str(channel.parent_id),
            "owner_id": str(state.owner_id),
            "thread_metadata": metadata,
            "message_count": count,
            "total_message_sent": count,
            "member_count": min(len(state.member_ids), _MEMBERS_COUNTED),
            "rate_limit_per_user": 0,
        }
        if self._world.channels[channel.parent_id or 0].is_forum:
            shape["applied_tags"] = [str(tag_id) for tag_id in state.tag_ids]
        if self._world.application.id in state.member_ids:
            shape["member"] = self.thread_member(channel, self._world.application.id)
        return shape

    @staticmethod
    def thread_member(thread: model.Channel, user_id: int) -> model.Json:
        """A membership of a thread, as old as the thread: when somebody joined is not kept."""
        return {
            "id": str(thread.id),
            "user_id": str(user_id),
            "join_timestamp": iso(made_at(thread.id)),
            "flags": 0,
        }

    def attachment(self, channel_id: int, attachment: model.Attachment) -> model.Json:
        """An attachment object, its address on this server."""
        path = f"/attachments/{channel_id}/{attachment.id}/{attachment.filename}"
        url = self.base_url + (path if self._signer is None else self._signer.signed(path))
        shape: model.Json = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "size": attachment.size,
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
        }
        if attachment.description is not None:
            shape["description"] = attachment.description
        if attachment.width is not None:
            shape |= {"width": attachment.width, "height": attachment.height}
        return shape

    def message(self, message: model.Message) -> model.Json:
        """A message object; attachments shown by a component or embed are not listed again."""
        used: set[str] = set()
        components = self._resolve(message, message.components, used)
        embeds = self._resolve(message, message.embeds, used)
        listed = [a for a in message.attachments if a.filename not in used]
        shape: model.Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "type": int(message.kind),
            "author": self.user(self._world.users[message.author_id]),
            "content": message.content,
            "timestamp": iso(message.created),
            "edited_timestamp": self.moment(message.edited),
            "flags": int(message.flags),
            "tts": False,
            "pinned": message.pinned is not None,
            "mention_everyone": False,
            "mentions": [self.user(self._world.users[i]) for i in message.mention_ids],
            "mention_roles": [],
            "attachments": [self.attachment(message.channel_id, a) for a in listed],
            "embeds": embeds,
            "components": components,
        }
        if message.nonce is not None:
            shape["nonce"] = message.nonce
        if message.webhook:
            app_id = str(self._world.application.id)
            shape |= {"webhook_id": app_id, "application_id": app_id}
        if message.origin is not None:
            shape["interaction_metadata"] = self._origin(message.origin)
        if message.reference_id is not None:
            shape["message_reference"] = {
                "type": 0,
                "message_id": str(message.reference_id),
                "channel_id": str(message.channel_id),
            }
        if model.MessageFlag.HAS_THREAD in message.flags:
            shape["thread"] = self.channel(self._world.channels[message.id])
        return shape

    def event_message(self, message: model.Message) -> model.Json:
        """A message as the gateway sends it: with its guild."""
        guild_id = self._world.channels[message.channel_id].guild_id
        extra = {} if guild_id is None else {"guild_id": str(guild_id)}
        return {**self.message(message), **extra}

    def _origin(self, origin: model.InteractionMetadata) -> model.Json:
        shape: model.Json = {
            "id": str(origin.interaction_id),
            "type": origin.kind,
            "user": self.user(self._world.users[origin.user_id]),
            "authorizing_integration_owners": origin.owners,
        }
        if origin.kind == 2:
            shape |= {"name": origin.command_name, "command_type": origin.command_kind}
        if origin.target_user_id is not None:
            shape["target_user"] = self.user(self._world.users[origin.target_user_id])
        if origin.target_message_id is not None:
            shape["target_message_id"] = str(origin.target_message_id)
        if origin.original_id is not None:
            shape["original_response_message_id"] = str(origin.original_id)
        if origin.interacted_message_id is not None:
            shape["interacted_message_id"] = str(origin.interacted_message_id)
        if origin.triggered_by is not None:
            shape["triggering_interaction_metadata"] = self._origin(origin.triggered_by)
        return shape

    def _resolve(self, message: model.Message, value: Any, used: set[str]) -> Any:
        """Copy components or embeds, `attachment://` addresses replaced by real ones."""
        match value:
            case {"url": str(url)} if url.startswith(_ATTACHMENT_PREFIX):
                return self._media(message, url.removeprefix(_ATTACHMENT_PREFIX), used)
            case {"type": 13, "file": {"url": str(url)}}:
                return {**value, **self._file(message, url, used)}
            case dict():
                return {key: self._resolve(message, item, used) for key, item in value.items()}
            case list():
                return [self._resolve(message, item, used) for item in value]
            case _:
                return value

    def _file(self, message: model.Message, url: str, used: set[str]) -> model.Json:
        media = self._media(message, url.removeprefix(_ATTACHMENT_PREFIX), used)
        attachment = next(a for a in message.attachments if str(a.id) == media["id"])
        return {"file": media, "name": attachment.filename, "size": attachment.size}

    def _media(self, message: model.Message, filename: str, used: set[str]) -> model.Json:
        used.add(filename)
        attachment = next(a for a in message.attachments if a.filename == filename)
        shape = self.attachment(message.channel_id, attachment)
        keys = ("url", "proxy_url", "width", "height", "content_type")
        media = {key: shape[key] for key in keys if key in shape}
        return {"id": str(attachment.id), "attachment_id": str(attachment.id), **media}

    def command(self, command: model.ApplicationCommand) -> model.Json:
        """A registered application command."""
        needed = command.definition.get(_MEMBER_PERMISSIONS)
        shape: model.Json = {
            "type": 1,
            "description": "",
            "nsfw": False,
            "integration_types": [0],
            "contexts": None,
            **{k: v for k, v in command.definition.items() if k != _MEMBER_PERMISSIONS},
            _MEMBER_PERMISSIONS: None if needed is None else str(needed),
            "id": str(command.id),
            "version": str(command.version),
            "application_id": str(self._world.application.id),
        }
        if command.guild_id is not None:
            shape["guild_id"] = str(command.guild_id)
        return shape

    def roles(self, guild: model.Guild) -> list[model.Json]:
        """@everyone, and the app's own role where it is a member."""
        roles = [_role(guild.id, "@everyone", guild.everyone, 0)]
        if guild.bot_role is not None:
            roles.append(_role(guild.bot_role_id, "app", guild.bot_role, 1))
        roles.extend(
            self.role(role_id, permissions) for role_id, permissions in guild.roles.items()
        )
        return roles

    @staticmethod
    def role(role_id: int, permissions: int) -> model.Json:
        """A role that moderators made."""
        return {**_role(role_id, "role", permissions, 2), "managed": False}


def _role(role_id: int, name: str, permissions: int, position: int) -> model.Json:
    return {
        "id": str(role_id),
        "name": name,
        "description": None,
        "permissions": str(int(permissions)),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": position > 0,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
