"""The StandIn: a World with people in it, served as Discord's REST API and gateway."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.standin import emoji_pictures, fault_injection, model, permissions
from bot.standin.api_objects import ApiObjects
from bot.standin.clock import MachineClock, WorldClock
from bot.standin.core import ChangeSignal, Core, InvalidRequest, Limits, LoggedRequest, Registry
from bot.standin.emoji_pictures import EmojiPictures
from bot.standin.gateway import Gateway, Intent
from bot.standin.greeting import WorldGreeting
from bot.standin.ids import Snowflakes
from bot.standin.interaction import ANSWER_SECONDS, Interaction
from bot.standin.moderation import Moderator
from bot.standin.openapi import load
from bot.standin.posting import Posting
from bot.standin.rate_limits import RateLimiter
from bot.standin.request_body import WHOLE_REQUEST_LIMIT
from bot.standin.rest.server import API_PREFIX, RestServer
from bot.standin.rights import Rights
from bot.standin.session_starts import SessionStarts
from bot.standin.signed_addresses import AddressSigner
from bot.standin.staff import Staff
from bot.standin.user_client import UserClient
from bot.standin.world import World

_REQUESTS_KEPT = 50
_EVENTS_KEPT = 50
_INTERACTIONS_KEPT = 1000
"""Those of the fifteen minutes that a token lives, if four people press all the time: 6 MB."""
DEFAULT_TOKEN = "stand-in.token.for-tests"  # noqa: S105 - opens nothing but this server


class StandIn:
    """A Discord on loopback: `async with StandIn() as server: ...`.

    `spec` is Discord's OpenAPI file; with it every request is held against it. `clock` lets a
    test move time. `port` 0 takes a free one. `world` is one of an earlier day, else a new one
    is made; `files` gives the bytes of attachments that no longer hold their own.
    """

    def __init__(  # noqa: PLR0913 - all by keyword, each with a default
        self,
        *,
        token: str = DEFAULT_TOKEN,
        spec: Path | None = None,
        clock: WorldClock | None = None,
        limits: Limits | None = None,
        port: int = 0,
        world: World | None = None,
        files: Callable[[int], bytes] | None = None,
    ) -> None:
        self.clock = clock or MachineClock()
        ids = Snowflakes(self.clock, 0 if world is None else world.newest_id())
        world = world or _new_world(ids)
        world.application.token = token
        self._signer = AddressSigner(self.clock)
        objects = ApiObjects(world, self._signer)
        changes = ChangeSignal()
        rights = Rights(world, self.clock)
        self.core = Core(
            world=world,
            clock=self.clock,
            limits=limits or Limits(),
            openapi=None if spec is None else load(spec),
            ids=ids,
            objects=objects,
            gateway=Gateway(
                WorldGreeting(world, objects, rights), changes.notify, SessionStarts(self.clock)
            ),
            rights=rights,
            registry=Registry[Interaction](),
            changes=changes,
        )
        self.clock.on_change(changes.notify)
        self._posting = Posting(self.core)
        self._files = files
        self._people: dict[str, UserClient] = {}
        self._port = port
        self._runner: web.AppRunner | None = None
        self.base_url = ""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen on 127.0.0.1."""
        app = web.Application(client_max_size=2 * WHOLE_REQUEST_LIMIT)
        rest_server = RestServer(self.core, self._posting)
        app.router.add_get("/gateway", self.core.gateway.handle)
        app.router.add_get("/attachments/{channel}/{attachment}/{name}", self._attachment)
        app.router.add_get(emoji_pictures.PATH, EmojiPictures(self.world).answer)
        app.router.add_route("*", API_PREFIX + "/{path:.*}", rest_server.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.base_url = f"http://127.0.0.1:{self._port}"
        self.core.objects.base_url = self.base_url
        self.core.gateway.url = self.gateway_url

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        await self.core.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def keep_little(self) -> None:
        """Run for long: keep few interactions, and little of what only tests read."""
        self.core.requests = deque(maxlen=_REQUESTS_KEPT)
        self.gateway.events_kept = _EVENTS_KEPT
        self.core.registry.most = _INTERACTIONS_KEPT

    @property
    def api_base(self) -> str:
        """The address in place of https://discord.com/api/v10 (BONFIRE_API_BASE)."""
        return self.base_url + API_PREFIX

    @property
    def gateway_url(self) -> str:
        """The address in place of wss://gateway.discord.gg (BONFIRE_GATEWAY)."""
        return f"ws://127.0.0.1:{self._port}/gateway"

    @property
    def token(self) -> str:
        """The bot token that this server accepts."""
        return self.core.world.application.token

    def environment(self) -> dict[str, str]:
        """Settings that lead a bot process here."""
        return {
            "DISCORD_TOKEN": self.token,
            "BONFIRE_API_BASE": self.api_base,
            "BONFIRE_GATEWAY": self.gateway_url,
        }

    @property
    def world(self) -> World:
        """The world with all that the stand-in stores."""
        return self.core.world

    @property
    def gateway(self) -> Gateway:
        """The gateway, with the ways to disturb it."""
        return self.core.gateway

    @property
    def fault_injector(self) -> fault_injection.FaultInjector:
        """Lets requests of the bot go wrong."""
        return self.core.fault_injector

    @property
    def rate_limiter(self) -> RateLimiter:
        """The refusals of Discord, and the count of invalid requests against the bot."""
        return self.core.rate_limiter

    @property
    def moderator(self) -> Moderator:
        """Blocks words and links that the bot writes."""
        return self.core.moderator

    @property
    def staff(self) -> Staff:
        """The moderators of the servers."""
        return Staff(self.core)

    @property
    def invalid_requests(self) -> list[InvalidRequest]:
        """The mistakes of the bot: requests that Discord would not accept."""
        return self.core.invalid_requests

    @property
    def requests(self) -> tuple[LoggedRequest, ...]:
        """The latest requests, as they were answered, oldest first."""
        return tuple(self.core.requests)

    @property
    def interactions(self) -> tuple[Interaction, ...]:
        """Every interaction, oldest first."""
        return self.core.registry.all()

    async def connected(self, timeout: float = ANSWER_SECONDS) -> None:
        """Wait until a bot is identified on the gateway."""
        await self.core.changes.wait_for(lambda: self.gateway.is_connected or None, timeout)

    async def disconnected(self, timeout: float = ANSWER_SECONDS) -> None:
        """Wait until no bot listens on the gateway."""
        await self.core.changes.wait_for(lambda: not self.gateway.is_connected or None, timeout)

    def person(self, name: str, *, locale: str | None = None) -> UserClient:
        """The person called `name`, made on first mention."""
        if name not in self._people:
            user_id = self.core.ids.next()
            user = model.User(user_id, name.lower().replace(" ", "_"), name)
            self.world.users[user_id] = user
            self._people[name] = self.person_of(user)
        person = self._people[name]
        if locale is not None:
            person.user.locale = locale
        return person

    def person_of(self, user: model.User) -> UserClient:
        """The person behind an account of this world."""
        return UserClient(self.core, self._posting, user)

    def file_of(self, channel_id: int, attachment_id: int) -> model.Attachment | None:
        """An attachment of a message that still exists, with its bytes."""
        for message in self.world.messages_in(channel_id):
            for attachment in message.attachments:
                if attachment.id == attachment_id:
                    return self._with_bytes(attachment)
        return None

    def _with_bytes(self, attachment: model.Attachment) -> model.Attachment:
        if attachment.data or self._files is None:
            return attachment
        return replace(attachment, data=self._files(attachment.id))

    def guild(
        self,
        name: str,
        *people: UserClient,
        bot: permissions.Permission | None = permissions.NO_PERMISSION,
        everyone: permissions.Permission = permissions.EVERYONE_DEFAULT,
        locale: str = "en-US",
    ) -> model.Guild:
        """A new server with these members, owned by the first.

        `bot` are the app's permissions beyond `everyone`, None where the app is not a member.
        """
        guild_id, now = self.core.ids.next(), self.clock.now()
        owner_id = people[0].id if people else self.world.application.owner_id
        guild = model.Guild(
            id=guild_id,
            name=name,
            owner_id=owner_id,
            joined=now,
            everyone=int(everyone),
            bot_role_id=self.core.ids.next(),
            bot_role=None if bot is None else int(bot),
            preferred_locale=locale,
        )
        member_ids = [person.id for person in people]
        if bot is not None:
            member_ids.append(self.world.application.id)
        guild.members = {user_id: model.Member(user_id, now) for user_id in member_ids}
        self.world.guilds[guild_id] = guild
        if bot is not None:
            self._tell_guild(guild)
        return guild

    def _tell_guild(self, guild: model.Guild) -> None:
        data = WorldGreeting(self.world, self.core.objects, self.core.rights).guild_create(guild.id)
        del data["unavailable"]  # the app has just joined
        self.gateway.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=Intent.GUILDS)

    def join(self, guild: model.Guild, person: UserClient) -> None:
        """Make a person a member."""
        guild.members[person.id] = model.Member(person.id, self.clock.now())

    def text_channel(self, guild: model.Guild, name: str) -> model.Channel:
        """A new text channel."""
        return self.channel(guild, name, model.ChannelKind.TEXT)

    def channel(
        self, guild: model.Guild, name: str, kind: model.ChannelKind, *tags: str
    ) -> model.Channel:
        """A new channel of a guild; forums and media channels with these tags."""
        offered = [model.ForumTag(self.core.ids.next(), tag) for tag in tags]
        return self.staff.new_channel(guild, name, kind, offered)

    def conversation(self, *people: UserClient) -> model.Channel:
        """A DM or group DM between people, in which the app is a guest."""
        kind = model.ChannelKind.DM if len(people) == 2 else model.ChannelKind.GROUP_DM
        channel = model.Channel(
            self.core.ids.next(), kind, "conversation", recipient_ids=[p.id for p in people]
        )
        self.world.channels[channel.id] = channel
        return channel

    def deny(self, channel: model.Channel, permission: permissions.Permission) -> None:
        """Take permissions in one channel away from the app."""
        self._overwrite(channel).deny |= int(permission)
        self._tell_channel(channel)

    def allow(self, channel: model.Channel, permission: permissions.Permission) -> None:
        """Give denied permissions in one channel back to the app."""
        self._overwrite(channel).deny &= ~int(permission)
        self._tell_channel(channel)

    def _overwrite(self, channel: model.Channel) -> model.Overwrite:
        app_id = self.world.application.id
        return channel.overwrites.setdefault(app_id, model.Overwrite(app_id, is_member=True))

    def _tell_channel(self, channel: model.Channel) -> None:
        shape = self.core.objects.channel(channel)
        self.core.tell("CHANNEL_UPDATE", channel, shape, Intent.GUILDS)

    def remove_app(self, guild: model.Guild) -> None:
        """Remove the app from a server, as a moderator does."""
        guild.bot_role = None
        del guild.members[self.world.application.id]
        data: model.Json = {"id": str(guild.id)}
        self.gateway.dispatch("GUILD_DELETE", data, guild_id=guild.id, intent=Intent.GUILDS)

    def lose_guild(self, guild: model.Guild) -> None:
        """Let an outage take a server out of reach of the app."""
        gone = {"id": str(guild.id), "unavailable": True}
        self.gateway.dispatch("GUILD_DELETE", gone, guild_id=guild.id, intent=Intent.GUILDS)

    def bring_back(self, guild: model.Guild) -> None:
        """End an outage of a server."""
        data = WorldGreeting(self.world, self.core.objects, self.core.rights).guild_create(guild.id)
        self.gateway.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=Intent.GUILDS)

    def invite_app(
        self, guild: model.Guild, role: permissions.Permission = permissions.NO_PERMISSION
    ) -> None:
        """Bring the app back to a server, with permissions beyond `everyone`."""
        guild.bot_role = int(role)
        app_id = self.world.application.id
        guild.members[app_id] = model.Member(app_id, self.clock.now())
        self._tell_guild(guild)

    def remove_channel(self, channel: model.Channel) -> None:
        """Let a moderator delete a channel or thread."""
        self.core.remove(channel)

    def remove_message(self, message: model.Message) -> None:
        """Let a moderator delete a message."""
        self._posting.delete(message)

    def archive(self, thread: model.Channel, *, locked: bool = False) -> None:
        """Archive a thread, as time or a moderator does."""
        assert thread.thread is not None
        thread.thread.archived, thread.thread.locked = True, locked
        thread.thread.archive_changed = self.clock.now()
        shape = self.core.objects.channel(thread)
        self.core.tell("THREAD_UPDATE", thread, shape, Intent.GUILDS)

    def unlock(self, thread: model.Channel) -> None:
        """Open a locked thread again, as a moderator does."""
        assert thread.thread is not None
        thread.thread.archived = thread.thread.locked = False
        thread.thread.archive_changed = self.clock.now()
        self.core.tell("THREAD_UPDATE", thread, self.core.objects.channel(thread), Intent.GUILDS)

    def app_messages(self, channel: model.Channel) -> tuple[model.Message, ...]:
        """The public messages of the app in a channel, oldest first."""
        app_id = self.world.application.id
        return tuple(
            m
            for m in self.world.messages_in(channel.id)
            if m.author_id == app_id and not m.is_ephemeral
        )

    async def _attachment(self, request: web.Request) -> web.Response:
        channel_id, attachment_id = (int(request.match_info[k]) for k in ("channel", "attachment"))
        attachment = self.file_of(channel_id, attachment_id)
        if attachment is None or not self._signer.accepts(request.path, request.query):
            raise web.HTTPNotFound(text="This content is no longer available.")
        return web.Response(body=attachment.data, content_type=attachment.content_type)


def _new_world(ids: Snowflakes) -> World:
    """An app and its owner, and nothing else."""
    app_id, owner_id = ids.next(), ids.next()
    world = World(model.Application(app_id, "Stand-in app", owner_id, ""))
    world.users[app_id] = model.User(app_id, "app", "App", bot=True)
    world.users[owner_id] = model.User(owner_id, "owner", "Owner")
    return world
