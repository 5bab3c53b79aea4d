"""A player of solo games at the table who speaks to its page server as a browser does, timed."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any, Final, TypeVar

import aiohttp
from yarl import URL

from bot.standin import model
from bot.standin.layout import ComponentKind, walk
from tests.kit.players.button_player import (
    MOST_PRESSES,
    Control,
    StuckError,
    controls_in,
    next_control,
    turn_button,
)

Found = TypeVar("Found")

PATIENCE: Final = 120.0
_ATTEMPTS: Final = 5


@asynccontextmanager
async def table_player(
    address: str, person: str = "ada", place: int = 0
) -> AsyncIterator["TablePlayer"]:
    """A person's page of the table at an address with its key, as long as it is open.

    They play in the channel with this number.
    """
    origin = str(URL(address).origin())
    jar = aiohttp.CookieJar(unsafe=True)  # it keeps those of a numeric address, as browsers do
    headers = {"Origin": origin}
    async with aiohttp.ClientSession(origin, headers=headers, cookie_jar=jar) as session:
        async with session.get(address) as page:
            page.raise_for_status()
        player = TablePlayer(session, person, place)
        listening = asyncio.create_task(player.listen())
        try:
            await player.until(lambda: player.channel or None)
            yield player
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


@dataclass(slots=True, eq=False)
class TablePlayer:
    """One person's page: hears the feed, sends actions, fetches pictures.

    `delays` are the seconds from the last press of each turn to the next post with its pictures,
    and `presses` are how often it has pressed a button or chosen from a menu.
    """

    session: aiohttp.ClientSession
    person: str
    place: int
    delays: list[float] = field(default_factory=list)
    presses: int = 0
    me: str = ""
    channel: str = ""
    _dice: random.Random = field(default_factory=random.Random)
    messages: dict[int, model.Json] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Follow the feed until cancelled; reopen it when it closes, as a page does."""
        while True:
            async with self.session.ws_connect(f"/feed?as={self.person}") as socket:
                async for frame in socket:
                    await self._take(frame.json())
                    self._news.set()

    async def _take(self, news: model.Json) -> None:
        match news:
            case {"t": "hello", "me": me, "places": {"guilds": [guild, *_]}}:
                self.me, self.channel = me, guild["channels"][self.place]["id"]
                history = f"/history/{self.channel}?as={self.person}"
                async with self.session.get(history) as response:
                    for message in (await response.json())["messages"]:
                        self.messages[int(message["id"])] = message
            case {"t": "message", "message": message} if message["channel_id"] == self.channel:
                self.messages[int(message["id"])] = message
            case {"t": "gone", "id": gone} if old := self.messages.get(int(gone)):
                self.messages[int(gone)] = {**old, "components": [], "attachments": []}

    async def until(self, look: Callable[[], Found | None]) -> Found:
        """Return what `look` finds in the feed; raises StuckError when that stays None."""
        try:
            async with asyncio.timeout(PATIENCE):
                while (result := look()) is None:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            newest = list(self.messages)[-3:]
            raise StuckError(
                f"no answer within {PATIENCE:.0f} s after the messages {newest}"
            ) from None
        return result

    async def offered(self) -> None:
        """Fetch the page, and wait until the app offers its commands, which the feed may tell."""
        await self._fetch("/")
        async with asyncio.timeout(PATIENCE):
            while True:
                self._news.clear()
                path = f"/commands/{self.channel}?as={self.me}"
                async with self.session.get(path) as response:
                    if (await response.json())["commands"]:
                        return
                await self._news.wait()

    async def play(self, seed: int) -> None:
        """One solo game, from the command to the final score; `seed` decides what is pressed."""
        self._dice.seed(seed)
        before = max(self.messages, default=0)
        self.messages.clear()  # nothing of an earlier game is looked at
        await self._do("command", channel=self.channel, path=["bonfire", "solo"], options={})
        post = await self._next(before, _is_post)
        while button := turn_button(_controls(post)):
            pressed = await self._turn(post, button)
            if pressed is not None:
                await self._next(int(post["id"]), _is_post)
            post = self.messages[max(number for number, m in self.messages.items() if _is_post(m))]
            await self._see(post)
            if pressed is not None:
                self.delays.append(time.perf_counter() - pressed)

    async def _turn(self, post: model.Json, button: Control) -> float | None:
        """From "Take your turn" to the end of the turn; the moment of the last press.

        None where a word instead of a page, or beside it, says that the turn has gone on.
        """
        before, last = max(self.messages), None
        await self._press(post, button)
        page = await self._next(before, _is_private)
        for _ in range(5 * MOST_PRESSES):
            control = next_control(_controls(page), self._dice)
            if control is None:
                return last
            known, last = max(self.messages), time.perf_counter()
            await self._press(page, control)
            answer = await self.until(partial(self._answer, page, known))
            if answer["id"] != page["id"]:
                return None
            page = answer
            await self._see(page)
        raise StuckError("a turn does not end")

    async def _press(self, message: model.Json, control: Control) -> None:
        self.presses += 1
        at = {"message": message["id"], "custom_id": control.custom_id}
        if control.value is None:
            await self._do("press", **at)
        else:
            await self._do("select", **at, values=[control.value])

    async def _do(self, action: str, **body: Any) -> None:
        """Do something; what a busy bot answers too late is done again, as people do it."""
        answer: model.Json = {}
        for _ in range(_ATTEMPTS):
            async with self.session.post(f"/do/{action}", json={"as": self.me, **body}) as response:
                answer = await response.json()
            if "failed" not in answer:
                break
        if answer:
            raise RuntimeError(f"{action}: {answer}")

    async def _see(self, message: model.Json) -> None:
        await asyncio.gather(*map(self._fetch, _pictures(message)))

    async def _fetch(self, path: str) -> None:
        async with self.session.get(path) as response:
            if response.status == HTTPStatus.NOT_FOUND:
                return  # the picture that was drawn meanwhile has taken its place
            response.raise_for_status()
            await response.read()

    async def _next(self, after: int, wanted: Callable[[model.Json], bool]) -> model.Json:
        """The first message behind another that is wanted."""

        def look() -> model.Json | None:
            newer = (m for number, m in self.messages.items() if number > after)
            return next(filter(wanted, newer), None)

        return await self.until(look)

    def _answer(self, page: model.Json, known: int) -> model.Json | None:
        """A pressed page once it has changed, or a private message newer than the `known` ones.

        The controls of the page may rest before.
        """
        for number, message in self.messages.items():
            if number > known and _is_private(message):
                return message
        now = self.messages[int(page["id"])]
        rests = any(component.get("disabled") for component in walk(now["components"]))
        only_drawn = now["components"] == page["components"]  # its picture has come, no answer
        return None if only_drawn or rests else now


def _is_post(message: model.Json) -> bool:
    return not message["flags"] & model.MessageFlag.EPHEMERAL and bool(_pictures(message))


def _is_private(message: model.Json) -> bool:
    """Say whether Ada alone sees a message that has come: her page, or a word why there is none."""
    flags = model.MessageFlag(message["flags"])
    return model.MessageFlag.EPHEMERAL in flags and model.MessageFlag.LOADING not in flags


def _controls(message: model.Json) -> list[Control]:
    return list(controls_in(message["components"]))


def _pictures(message: model.Json) -> list[str]:
    galleries = [
        component
        for component in walk(message["components"])
        if component["type"] == ComponentKind.GALLERY
    ]
    shown = [item["media"]["url"] for gallery in galleries for item in gallery["items"]]
    return shown + [attachment["url"] for attachment in message["attachments"]]
