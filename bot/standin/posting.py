"""Making, changing and removing messages, for requests of the bot and acts of people alike."""

from __future__ import annotations

import copy
import mimetypes
import re
from dataclasses import dataclass, replace

from bot.standin.checks.messages import check_created, check_edited
from bot.standin.core import Core
from bot.standin.errors import ApiError, ErrorResponse, invalid
from bot.standin.gateway import Intent
from bot.standin.layout import text
from bot.standin.model import (
    Attachment,
    Channel,
    ChannelKind,
    InteractionMetadata,
    Json,
    Message,
    MessageFlag,
    MessageKind,
)
from bot.standin.request_body import RequestBody, Upload, picture_size, stored_name
from bot.standin.stored_layout import stored_components, stored_embeds
from bot.standin.threads import Threads

_MENTION = re.compile(r"<@!?(\d+)>")
_SETTABLE = (
    MessageFlag.SUPPRESS_EMBEDS
    | MessageFlag.EPHEMERAL
    | MessageFlag.SUPPRESS_NOTIFICATIONS
    | MessageFlag.COMPONENTS_V2
)


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a message; `origin` and `ephemeral_for` are set in answers to interactions."""

    author_id: int
    webhook: bool = False
    origin: InteractionMetadata | None = None
    ephemeral_for: int | None = None


class Posting:
    """Creates, edits and deletes messages, and dispatches their gateway events."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.threads = Threads(core)

    def create(self, channel: Channel, body: RequestBody, sender: Sender) -> Message:
        """Post a message, as `draft` makes it."""
        return self.publish(self.draft(channel, body, sender))

    def draft(self, channel: Channel, body: RequestBody, sender: Sender) -> Message:
        """Make a message; refuses an empty, faulty or moderated one."""
        payload = body.payload or {}
        problems = check_created(body, self._size_limit(channel), self._core.world.emojis)
        if problems:
            raise invalid(problems)
        message = self._blank(channel, sender)
        self._fill(message, payload)
        message.flags |= MessageFlag(payload.get("flags") or 0) & _SETTABLE
        if sender.ephemeral_for is None:
            message.flags &= ~MessageFlag.EPHEMERAL
        message.attachments = self._uploaded(body)
        message.nonce = None if sender.webhook else payload.get("nonce")
        message.mention_ids = self._mentions(message, payload)
        if not message.is_ephemeral:
            message.pings = list(message.mention_ids)
        reference = payload.get("message_reference")
        if reference:
            self._core.world.message(channel.id, int(reference["message_id"]))
            message.reference_id = int(reference["message_id"])
            message.kind = MessageKind.REPLY
        self._refuse_empty(message)
        self._core.moderator.judge(self._core.world.guild_of(channel), message)
        return message

    def placeholder(self, channel: Channel, sender: Sender) -> Message:
        """The message that says "thinking" until the app edits it."""
        message = self._blank(channel, sender)
        message.flags |= MessageFlag.LOADING
        return self.publish(message)

    def say(
        self, channel: Channel, author_id: int, content: str, reply_to: Message | None = None
    ) -> Message:
        """An ordinary message of a person, perhaps a reply to another."""
        message = self._blank(channel, Sender(author_id))
        message.content = content
        if reply_to is not None:
            message.reference_id, message.kind = reply_to.id, MessageKind.REPLY
        message.mention_ids = self._mentions(message, {})
        message.pings = list(message.mention_ids)
        return self.publish(message)

    def notice(
        self, channel: Channel, sender: Sender, kind: MessageKind, about: Message | None
    ) -> Message:
        """A message that the platform writes in a person's name, such as "pinned"."""
        message = self._blank(channel, sender)
        message.kind = kind
        message.reference_id = None if about is None else about.id
        return self.publish(message)

    def add_to_thread(self, channel: Channel, user_id: int, by: int) -> None:
        """Make a user a member of a thread; a notice says so where another user did it.

        Discord, topics/threads: new message types. It mentions the person (reported).
        """
        if not self.threads.add(channel, user_id) or user_id == by:
            return
        message = self._blank(channel, Sender(by))
        message.kind = MessageKind.RECIPIENT_ADD
        message.mention_ids, message.pings = [user_id], [user_id]
        self.publish(message)

    def dm_with(self, user_id: int) -> Channel:
        """The DM between the app and a user, opened if need be."""
        world = self._core.world
        app_id = world.application.id
        channel = world.dm_of(user_id, app_id)
        if channel is None:
            channel_id = self._core.ids.next()
            channel = Channel(channel_id, ChannelKind.DM, recipient_ids=[user_id, app_id])
            world.channels[channel_id] = channel
            self._core.tell_watchers()
        return channel

    def publish(self, message: Message) -> Message:
        """Store a finished message and send its event."""
        world = self._core.world
        world.messages.setdefault(message.channel_id, {})[message.id] = message
        channel = world.channels[message.channel_id]
        if not message.is_ephemeral:
            channel.last_message_id = message.id
            self.wake(channel)
        self._core.tell_message("MESSAGE_CREATE", message)
        self._invite_mentioned(channel, message)
        self._core.changes.notify()
        return message

    def _invite_mentioned(self, channel: Channel, message: Message) -> None:
        """Make the users who are mentioned in a thread members of it, if there is room (reported).

        Webhooks let nobody into private threads (reported: docs issue 7786), and answers to presses
        are taken for theirs (guessed).
        """
        closed = message.webhook and channel.kind is ChannelKind.PRIVATE_THREAD
        if channel.thread is not None and not closed:
            room = self._core.limits.thread_members - len(channel.thread.member_ids)
            for user_id in message.pings[: max(room, 0)]:
                self.threads.add(channel, user_id)

    def edit(self, message: Message, body: RequestBody) -> Message:
        """Change a message; refuses what is faulty or moderated, together with what stays."""
        payload = body.payload or {}
        channel = self._core.world.channels[message.channel_id]
        problems = check_edited(message, body, self._size_limit(channel), self._core.world.emojis)
        if problems:
            raise invalid(problems)
        changed = copy.copy(message)
        changed.flags |= MessageFlag(payload.get("flags") or 0) & MessageFlag.COMPONENTS_V2
        self._set_suppression(changed, payload)
        self._fill(changed, payload)
        changed.attachments = self._kept(message, payload) + self._uploaded(body)
        changed.mention_ids = self._mentions(changed, payload)
        changed.flags &= ~MessageFlag.LOADING
        self._refuse_empty(changed)
        self._core.moderator.judge(self._core.world.guild_of(channel), changed)
        for name in ("flags", "content", "embeds", "components", "attachments", "mention_ids"):
            setattr(message, name, getattr(changed, name))
        message.edited = self._core.clock.now()
        message.edits += 1
        self._core.tell_message("MESSAGE_UPDATE", message)
        self._core.changes.notify()
        return message

    def delete(self, message: Message) -> None:
        """Remove a message."""
        message.deleted = True
        if not message.is_ephemeral:
            channel = self._core.world.channel(message.channel_id)
            data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
            if channel.guild_id is not None:
                data["guild_id"] = str(channel.guild_id)
            intent = Intent.DIRECT_MESSAGES if channel.is_private else Intent.GUILD_MESSAGES
            self._core.tell("MESSAGE_DELETE", channel, data, intent)
        self._core.tell_watchers(message)
        self._core.changes.notify()

    def _blank(self, channel: Channel, sender: Sender) -> Message:
        message = Message(
            id=self._core.ids.next(),
            channel_id=channel.id,
            author_id=sender.author_id,
            created=self._core.clock.now(),
            webhook=sender.webhook,
            origin=sender.origin,
            ephemeral_for=sender.ephemeral_for,
        )
        if sender.origin is not None and sender.origin.kind == 2:
            message.kind = MessageKind.COMMAND
        if sender.ephemeral_for is not None:
            message.flags |= MessageFlag.EPHEMERAL
        return message

    def _size_limit(self, channel: Channel) -> int:
        guild = self._core.world.guild_of(channel)
        return 10 * 1024 * 1024 if guild is None else guild.attachment_limit

    def let_sleep(self, channel: Channel) -> None:
        """Archive a thread that was silent for longer than it is set to wait."""
        thread = channel.thread
        if thread is None or thread.archived:
            return
        newest = next(self._core.world.newest_in(channel.id), None)
        active = max(thread.archive_changed, 0.0 if newest is None else newest.created)
        if self._core.clock.now() - active > thread.auto_archive_minutes * 60:
            thread.archived = True
            thread.archive_changed = self._core.clock.now()
            data = self._core.objects.channel(channel)
            self._core.tell("THREAD_UPDATE", channel, data, Intent.GUILDS)

    def wake(self, channel: Channel) -> None:
        """Open a thread that is archived."""
        thread = channel.thread
        if thread is not None and thread.archived:
            thread.archived = False
            thread.archive_changed = self._core.clock.now()
            data = self._core.objects.channel(channel)
            self._core.tell("THREAD_UPDATE", channel, data, Intent.GUILDS)
            self._core.tell_watchers()

    @staticmethod
    def _fill(message: Message, payload: Json) -> None:
        if "content" in payload:
            message.content = payload["content"] or ""
        if "embeds" in payload:
            message.embeds = stored_embeds(payload["embeds"] or [])
        if "components" in payload:
            message.components = stored_components(payload["components"] or [])

    @staticmethod
    def _set_suppression(message: Message, payload: Json) -> None:
        if payload.get("flags") is not None:
            wanted = MessageFlag(payload["flags"]) & MessageFlag.SUPPRESS_EMBEDS
            message.flags = (message.flags & ~MessageFlag.SUPPRESS_EMBEDS) | wanted

    def _uploaded(self, body: RequestBody) -> list[Attachment]:
        entries = (body.payload or {}).get("attachments") or ()
        by_id = {str(entry["id"]): entry for entry in entries}
        return [self._attachment(u, by_id.get(str(u.index), {})) for u in body.files]

    def _attachment(self, upload: Upload, entry: Json) -> Attachment:
        size = picture_size(upload.data)
        name = stored_name(entry.get("filename") or upload.filename)
        return Attachment(
            id=self._core.ids.next(),
            filename=name,
            content_type=mimetypes.guess_type(name)[0] or upload.content_type,
            data=upload.data,
            size=len(upload.data),
            description=entry.get("description"),
            width=None if size is None else size[0],
            height=None if size is None else size[1],
        )

    @staticmethod
    def _kept(message: Message, payload: Json) -> list[Attachment]:
        if "attachments" not in payload:
            return list(message.attachments)
        by_id = {str(entry["id"]): entry for entry in payload["attachments"] or ()}
        kept = [a for a in message.attachments if str(a.id) in by_id]
        return [
            replace(a, description=by_id[str(a.id)].get("description", a.description)) for a in kept
        ]

    def _mentions(self, message: Message, payload: Json) -> list[int]:
        written = dict.fromkeys(int(user_id) for user_id in _MENTION.findall(text(message)))
        known = [i for i in written if i in self._core.world.users]
        allowed = payload.get("allowed_mentions")
        if allowed is None or "users" in (allowed.get("parse") or ()):
            return known
        named = {int(i) for i in allowed.get("users") or ()}
        return [i for i in known if i in named]

    @staticmethod
    def _refuse_empty(message: Message) -> None:
        if message.content or message.embeds or message.components or message.attachments:
            return
        raise ApiError(ErrorResponse.EMPTY_MESSAGE)
