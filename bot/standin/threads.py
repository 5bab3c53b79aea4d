"""Threads: opening one, and who its members are (Discord, topics/threads)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.standin import model
from bot.standin.core import Core
from bot.standin.errors import ApiError, ErrorResponse
from bot.standin.gateway import Intent

DEFAULT_MINUTES = 4320


@dataclass(frozen=True, slots=True)
class NewThread:
    """The request for a thread; `id` is that of the message it grows from, None without one."""

    kind: model.ChannelKind
    name: str
    owner_id: int
    id: int | None = None
    minutes: int = DEFAULT_MINUTES
    invitable: bool = True
    tag_ids: tuple[int, ...] = ()


class Threads:
    """Opens threads and keeps their members; the app hears of its own membership only."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def open(self, parent: model.Channel, wanted: NewThread) -> model.Channel:
        """A new thread with its owner as the first member.

        Refuses where the server has as many active ones as Discord allows (160006, 160007).
        """
        self._require_room(parent, wanted.kind)
        core = self._core
        thread = model.ThreadState(
            owner_id=wanted.owner_id,
            auto_archive_minutes=wanted.minutes,
            archive_changed=core.clock.now(),
            invitable=wanted.invitable,
            member_ids=[wanted.owner_id],
            tag_ids=list(wanted.tag_ids),
        )
        channel = model.Channel(
            id=wanted.id or core.ids.next(),
            kind=wanted.kind,
            name=wanted.name,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            thread=thread,
        )
        core.world.channels[channel.id] = channel
        shape = {**core.objects.channel(channel), "newly_created": True}
        shape.pop("member", None)  # comes with threads that existed before (gateway-events)
        core.tell("THREAD_CREATE", channel, shape, Intent.GUILDS)
        core.tell_watchers()
        core.changes.notify()
        return channel

    def _require_room(self, parent: model.Channel, kind: model.ChannelKind) -> None:
        assert parent.guild_id is not None
        news = kind is model.ChannelKind.ANNOUNCEMENT_THREAD
        active = [
            thread
            for thread in self._core.world.threads_of(parent.guild_id)
            if (thread.kind is model.ChannelKind.ANNOUNCEMENT_THREAD) is news
        ]
        if len(active) >= self._core.limits.active_threads:
            full = ErrorResponse.TOO_MANY_NEWS_THREADS if news else ErrorResponse.TOO_MANY_THREADS
            raise ApiError(full)

    def add(self, channel: model.Channel, user_id: int) -> bool:
        """Make a user a member, once; refuses when the thread is full (30033).

        The app gets the thread and its own membership as events. Returns False for a user who was
        a member before.
        """
        thread = channel.thread
        assert thread is not None
        if user_id in thread.member_ids:
            return False
        if len(thread.member_ids) >= self._core.limits.thread_members:
            raise ApiError(ErrorResponse.TOO_MANY_THREAD_MEMBERS)
        thread.member_ids.append(user_id)
        if user_id == self._core.world.application.id:
            shape = self._core.objects.channel(channel)
            self._core.tell("THREAD_CREATE", channel, shape, Intent.GUILDS)
            self._tell_membership(channel, {"added_members": [shape["member"]]})
        self._core.tell_watchers()
        return True

    def remove(self, channel: model.Channel, user_id: int) -> None:
        """Remove a user; nothing happens to one who is not a member."""
        thread = channel.thread
        assert thread is not None
        if user_id not in thread.member_ids:
            return
        if user_id == self._core.world.application.id:
            self._tell_membership(channel, {"removed_member_ids": [str(user_id)]})
        thread.member_ids.remove(user_id)
        self._core.tell_watchers()

    def _tell_membership(self, channel: model.Channel, change: model.Json) -> None:
        assert channel.thread is not None
        about: model.Json = {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "member_count": len(channel.thread.member_ids),
        }
        self._core.tell("THREAD_MEMBERS_UPDATE", channel, about | change, Intent.GUILDS)
