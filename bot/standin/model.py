"""The memory of the stand-in: users, guilds, channels, messages and commands as plain values.

The names of their fields are the format of the archive (`page/archive.py`): renaming one needs a
new format there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]


class ChannelKind(IntEnum):
    """Channel types (Discord, resources/channel)."""

    TEXT = 0
    DM = 1
    VOICE = 2
    GROUP_DM = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


_THREAD_KINDS = frozenset(
    {ChannelKind.ANNOUNCEMENT_THREAD, ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD}
)
_FORUM_KINDS = frozenset({ChannelKind.FORUM, ChannelKind.MEDIA})
VOICE_KINDS = frozenset({ChannelKind.VOICE, ChannelKind.STAGE})
_PRIVATE_KINDS = frozenset({ChannelKind.DM, ChannelKind.GROUP_DM})


class CommandKind(IntEnum):
    """Application command types (Discord, interactions/application-commands)."""

    SLASH = 1
    USER = 2
    MESSAGE = 3


class MessageKind(IntEnum):
    """Message types that the stand-in makes (Discord, resources/message)."""

    DEFAULT = 0
    RECIPIENT_ADD = 1
    PINNED = 6
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND = 20


class MessageFlag(IntFlag):
    """Message flags (Discord, resources/message)."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


_NO_FLAGS = MessageFlag(0)


@dataclass(slots=True)
class User:
    """An account; `locale` is the language of its client."""

    id: int
    username: str
    display_name: str
    locale: str = "en-US"
    bot: bool = False
    has_installed_app: bool = False
    accepts_dms: bool = True


@dataclass(slots=True)
class Member:
    """A user in a guild, with extra permissions given by name to this member alone."""

    user_id: int
    joined: float
    nick: str | None = None
    permissions: int = 0
    timed_out_until: float | None = None
    role_ids: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Guild:
    """A server.

    `everyone` are the permissions of the @everyone role and `bot_role` those of the app's own
    role; `bot_role` is None where the app is not a member, only installed by users or, where it is
    `commands_only`, installed without the `bot` scope. `roles` are further roles by identifier,
    with their permissions.
    """

    id: int
    name: str
    owner_id: int
    joined: float
    everyone: int
    bot_role_id: int
    bot_role: int | None
    preferred_locale: str = "en-US"
    attachment_limit: int = 10 * 1024 * 1024
    commands_only: bool = False
    roles: dict[int, int] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)


@dataclass(slots=True)
class Overwrite:
    """Permissions changed in one channel for one role or member."""

    target_id: int
    is_member: bool
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class AppEmoji:
    """An emoji of the app, with the bytes of its picture (Discord, resources/emoji)."""

    id: int
    name: str
    content_type: str
    data: bytes


@dataclass(slots=True)
class ForumTag:
    """A tag that posts of a forum can bear; only moderators give a moderated one."""

    id: int
    name: str
    moderated: bool = False


@dataclass(slots=True)
class ThreadState:
    """The state that only threads have."""

    owner_id: int
    auto_archive_minutes: int
    archive_changed: float
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    member_ids: list[int] = field(default_factory=list)
    tag_ids: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Channel:
    """A guild channel, thread, DM or group DM; forums and media channels have `tags`."""

    id: int
    kind: ChannelKind
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    position: int = 0
    recipient_ids: list[int] = field(default_factory=list)
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    thread: ThreadState | None = None
    last_message_id: int | None = None
    last_pin: float | None = None
    tags: list[ForumTag] = field(default_factory=list)
    requires_tag: bool = False

    @property
    def is_thread(self) -> bool:
        """Say whether it is a thread of another channel."""
        return self.kind in _THREAD_KINDS

    @property
    def is_forum(self) -> bool:
        """Say whether it holds posts and no messages of its own."""
        return self.kind in _FORUM_KINDS

    @property
    def is_private(self) -> bool:
        """Say whether it belongs to no guild."""
        return self.kind in _PRIVATE_KINDS


@dataclass(slots=True)
class Attachment:
    """A stored file; `width` and `height` are known for PNG pictures.

    `data` are its bytes, empty where an archive keeps them; `size` counts them in any case.
    """

    id: int
    filename: str
    content_type: str
    data: bytes
    size: int
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True)
class InteractionMetadata:
    """The interaction that a message answers (Discord: message interaction metadata).

    A command of a menu names the user or the message that it was chosen on.
    """

    interaction_id: int
    kind: int
    user_id: int
    owners: dict[str, str]
    command_name: str = ""
    command_kind: int = CommandKind.SLASH
    target_user_id: int | None = None
    target_message_id: int | None = None
    original_id: int | None = None
    interacted_message_id: int | None = None
    triggered_by: InteractionMetadata | None = None


@dataclass(slots=True)
class Message:
    """One message; `ephemeral_for` names the only user who can see it, None if public."""

    id: int
    channel_id: int
    author_id: int
    created: float
    kind: MessageKind = MessageKind.DEFAULT
    content: str = ""
    flags: MessageFlag = _NO_FLAGS
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mention_ids: list[int] = field(default_factory=list)
    pings: list[int] = field(default_factory=list)
    edited: float | None = None
    nonce: str | int | None = None
    ephemeral_for: int | None = None
    origin: InteractionMetadata | None = None
    webhook: bool = False
    reference_id: int | None = None
    pinned: float | None = None
    deleted: bool = False
    edits: int = 0

    @property
    def is_ephemeral(self) -> bool:
        """Say whether only one user can see it."""
        return self.ephemeral_for is not None

    @property
    def is_loading(self) -> bool:
        """Say whether it still shows that the application is thinking."""
        return MessageFlag.LOADING in self.flags

    @property
    def is_v2(self) -> bool:
        """Say whether its layout consists of components only."""
        return MessageFlag.COMPONENTS_V2 in self.flags


@dataclass(slots=True)
class ApplicationCommand:
    """A registered application command, its definition kept as sent."""

    id: int
    version: int
    definition: Json
    guild_id: int | None = None

    @property
    def name(self) -> str:
        """The top-level name."""
        return str(self.definition["name"])

    @property
    def kind(self) -> CommandKind:
        """Return the kind: typed, or chosen in the menu of a user or of a message."""
        return CommandKind(self.definition.get("type") or CommandKind.SLASH)


@dataclass(slots=True)
class Application:
    """The app under test and its bot account; `bot_id` equals `id`, as for every newer app."""

    id: int
    name: str
    owner_id: int
    token: str
    guild_install: bool = True
    user_install: bool = True
    verify_key: str = "0" * 64
    """The public key of Discord's signatures, in hexadecimal digits."""
    endpoint_url: str | None = None
    """The address that interactions are sent to; None where they go through the gateway."""
    flags: int = 0
    """The flags of the application, those of privileged intents among them."""
    guild_permissions: int = 0x5800018C00
    """The permissions that the default link asks a server for: those of docs/operating.md."""

    def installs(self) -> Json:
        """The default settings of each way of installing it that is on (resources/application)."""
        asked: Json = {}
        if self.guild_install:
            asked["0"] = (["applications.commands", "bot"], self.guild_permissions)
        if self.user_install:
            asked["1"] = (["applications.commands"], 0)
        return {
            key: {"oauth2_install_params": {"scopes": scopes, "permissions": str(permissions)}}
            for key, (scopes, permissions) in asked.items()
        }
