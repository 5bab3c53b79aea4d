"""A visit to Discord: what every probe has at hand, and what it leaves behind to be removed."""

import asyncio
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp

from bot.cli.live_check.account import Account, Answer, BannedError, File, UnplayableError
from bot.cli.live_check.listener import HeardEvent, Listener
from bot.cli.live_check.person import Act, Press, Volunteer

PICTURE: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000100000001008000000003a98a0bd00000011494441"
    "5478da636c6040054c0c235a0000999000a050c842b00000000049454e44ae426082"
)
"""A gray square of 16 pixels, as PNG."""
EPHEMERAL: Final = 1 << 6
COMPONENTS_V2: Final = 1 << 15
TEXT, VOICE, ANNOUNCEMENT, FORUM = 0, 2, 5, 15
"""Kinds of channels (Discord, resources/channel)."""
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
"""Kinds of threads."""
SETTLED: Final = 2.0
"""Seconds in which events arrive."""
_PATIENCE: Final = 600.0
"""Seconds that a person has."""


def picture(name: str = "one.png") -> File:
    """A picture to upload."""
    return File(name, PICTURE)


def row(*buttons: str) -> dict[str, Any]:
    """A row of buttons, each named as its custom id."""
    return {
        "type": 1,
        "components": [
            {"type": 2, "style": 2, "label": name, "custom_id": name} for name in buttons
        ],
    }


@dataclass(frozen=True, slots=True)
class HeardAct:
    """An act of the person as it reached the app, and the ways to answer."""

    app: Account
    data: Any

    @property
    def user(self) -> str:
        """The person's ID, which no record gets."""
        return str((self.data.get("member") or self.data)["user"]["id"])

    async def answer(self, kind: int, data: Any = None, files: Sequence[File] = ()) -> Answer:
        """Give the first answer."""
        path = f"/interactions/{self.data['id']}/{self.data['token']}/callback?with_response=true"
        return await self.app.ask("POST", path, {"type": kind, "data": data or {}}, files)

    async def follow_up(self, body: Any) -> Answer:
        """Send a further message."""
        return await self.app.ask("POST", self._webhook, body)

    async def edit(self, body: Any, files: Sequence[File] = ()) -> Answer:
        """Edit the first answer."""
        return await self.app.ask("PATCH", f"{self._webhook}/messages/@original", body, files)

    @property
    def _webhook(self) -> str:
        return f"/webhooks/{self.data['application_id']}/{self.data['token']}"


@dataclass(slots=True)
class Visit:
    """The two bots in a server, their person, and the channel of this check.

    `app` is the bot under test, which has the rights that Bonfire asks for. `second` is an
    administrator: it makes places and stands for another member.
    """

    app: Account
    second: Account
    server: str
    app_id: str
    second_id: str
    room: str
    """The text channel of this check."""
    listener: Listener
    person: Volunteer
    free: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the bot is kept from posting anywhere, and by long probes while they post."""
    notes: dict[str, Any] = field(default_factory=dict)
    """What the record keeps beside the facts, and no one compares."""
    made: list[tuple[Account, str]] = field(default_factory=list)
    """What is to be removed, by the account that may do it."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self.app.sleep(seconds)

    async def channel(self, kind: int = TEXT, **more: Any) -> str:
        """Make a channel. Raises UnplayableError where Discord refuses."""
        body = {"name": "live-check", "type": kind, **more}
        said = await self.second.ask("POST", f"/guilds/{self.server}/channels", body)
        return self._removable(self.second, f"/channels/{said.granted()['id']}")

    async def deny(self, channel: str, permissions: int, *, allow: int = 0) -> None:
        """Take permissions in a channel from the app, or give it some there."""
        path = f"/channels/{channel}/permissions/{self.app_id}"
        body = {"type": 1, "deny": permissions, "allow": allow}
        (await self.second.ask("PUT", path, body)).granted()

    async def thread(
        self, channel: str, kind: int = PUBLIC_THREAD, by: Account | None = None
    ) -> str:
        """Open a thread as the app, or as the second bot."""
        body = {"name": "live-check", "type": kind, "auto_archive_duration": 60}
        said = await (by or self.app).ask("POST", f"/channels/{channel}/threads", body)
        return str(said.granted()["id"])

    async def post(self, channel: str, body: Any, files: Sequence[File] = ()) -> Answer:
        """Post a message as the app."""
        return await self.app.ask("POST", f"/channels/{channel}/messages", body, files)

    async def posted(self, channel: str, body: Any, files: Sequence[File] = ()) -> Any:
        """Post a message that Discord takes; returns it."""
        return (await self.post(channel, body, files)).granted()

    async def edit(self, message: Any, body: Any, files: Sequence[File] = ()) -> Answer:
        """Edit a message of the app."""
        path = f"/channels/{message['channel_id']}/messages/{message['id']}"
        return await self.app.ask("PATCH", path, body, files)

    async def is_in_thread(self, thread: str, user: str) -> bool:
        """Say whether someone is a member of a thread."""
        said = await self.app.ask("GET", f"/channels/{thread}/thread-members/{user}")
        return said.status == 200

    async def filter(self, word: str) -> None:
        """Let the server block a word."""
        body = {
            "name": f"live-check {word}",
            "event_type": 1,
            "trigger_type": 1,
            "trigger_metadata": {"keyword_filter": [word]},
            "actions": [{"type": 1}],
            "enabled": True,
        }
        path = f"/guilds/{self.server}/auto-moderation/rules"
        said = await self.second.ask("POST", path, body)
        self._removable(self.second, f"{path}/{said.granted()['id']}")

    async def upload(self, name: str) -> Answer:
        """Upload an emoji of the application."""
        image = f"data:image/png;base64,{b64encode(PICTURE).decode()}"
        path = f"/applications/{self.app_id}/emojis"
        said = await self.app.ask("POST", path, {"name": name, "image": image})
        if said.status < 400:
            self._removable(self.app, f"{path}/{said.body['id']}")
        return said

    async def emoji(self, name: str) -> str:
        """Upload an emoji that Discord takes; returns how a text shows it."""
        return f"<:{name}:{(await self.upload(name)).granted()['id']}>"

    async def command(self, name: str) -> tuple[str, ...]:
        """Offer a command of the app in this server."""
        path = f"/applications/{self.app_id}/guilds/{self.server}/commands"
        body = {"name": name, "description": "A check of this bot", "type": 1}
        said = await self.app.ask("POST", path, body)
        self._removable(self.app, f"{path}/{said.granted()['id']}")
        return (name,)

    async def interaction(self, act: Act, custom_id: str = "") -> HeardAct:
        """Let the person act; a press comes by its button, and all else by `custom_id`, if any.

        Raises UnplayableError when they skip it, or ten minutes pass.
        """
        wanted = custom_id or _custom_id(act)

        def is_it(event: HeardEvent) -> bool:
            data = event.data
            named = event.name == "INTERACTION_CREATE" and data["type"] != 4
            return named and (not wanted or data["data"].get("custom_id") == wanted)

        await self.listener.keep()
        mark = len(self.listener.events)
        await self.person.told(act)
        heard = asyncio.create_task(self.listener.event(is_it, mark))
        skipped = asyncio.create_task(self.person.skips())
        try:
            await asyncio.wait(
                (heard, skipped), timeout=_PATIENCE, return_when=asyncio.FIRST_COMPLETED
            )
            if not heard.done():
                raise UnplayableError("nobody did it")
            return HeardAct(self.app, heard.result().data)
        finally:
            heard.cancel()
            skipped.cancel()

    async def press(self, channel: str, button: str, first: str = "") -> HeardAct:
        """Post a button and let the person press it."""
        message = await self.posted(channel, {"components": [row(button)]})
        return await self.interaction(Press(channel, message["id"], button, first))

    async def heard(self, mark: int, *channels: str) -> list[str]:
        """The names of events about channels since `mark`, once they have arrived."""
        await self.sleep(SETTLED)
        return [
            event.name
            for event in self.listener.events[mark:]
            if isinstance(event.data, dict)
            and {event.data.get("id"), event.data.get("channel_id")} & set(channels)
        ]

    async def clear(self) -> list[str]:
        """Remove all that was made, newest first; returns what stayed."""
        stayed: list[str] = []
        while self.made:
            account, path = self.made[-1]
            try:
                said = await account.ask("DELETE", path)
            except BannedError:
                return stayed + [path for _, path in reversed(self.made)]
            except (OSError, aiohttp.ClientError, UnplayableError):
                stayed.append(path)
            else:
                stayed += [] if said.status in (200, 204, 404) else [f"{path} ({said.verdict})"]
            self.made.pop()
        return stayed

    def _removable(self, account: Account, path: str) -> str:
        self.made.append((account, path))
        return path.rpartition("/")[2]


def _custom_id(act: Act) -> str:
    return act.button if isinstance(act, Press) else ""
