"""A player of solo games at the table who speaks to its page server as a browser does, timed."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

import aiohttp

from bot.cli.bench.drivers.button_player import (
    END,
    MOST_PRESSES,
    Control,
    StuckError,
    controls_in,
    turn_button,
)
from bot.present.wizard.tokens import BACK, CHANGE, CONFIRM, PAGE, RULES, TRY, UNDO, WHY
from bot.standin.layout import ComponentKind, walk
from bot.standin.model import Json, MessageFlag

Found = TypeVar("Found")

PATIENCE: Final = 30.0
LIKELY: Final = (CONFIRM, END)
"""Answers that end what was begun."""
ASIDE: Final = (UNDO, BACK, WHY, CHANGE, PAGE, TRY, RULES)
"""Answers that do not lead on: undo, back, questions, changes, other pages, a try."""
LIKELIEST: Final = 3
"""Options of a menu among which one is drawn."""


@asynccontextmanager
async def table_player(address: str) -> AsyncIterator["TablePlayer"]:
    """Ada's page of the table at an address, as long as it is open."""
    async with aiohttp.ClientSession(address, headers={"Origin": address}) as session:
        player = TablePlayer(session)
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

    `delays` are the seconds from the last press of each turn to the next post with its pictures.
    """

    session: aiohttp.ClientSession
    delays: list[float] = field(default_factory=list)
    me: str = ""
    channel: str = ""
    _dice: random.Random = field(default_factory=random.Random)
    messages: dict[int, Json] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Follow the feed until cancelled."""
        async with self.session.ws_connect("/feed?as=ada") as socket:
            async for frame in socket:
                match frame.json():
                    case {"t": "hello", "me": me, "places": {"guilds": [guild, *_]}}:
                        self.me, self.channel = me, guild["channels"][0]["id"]
                    case {"t": "message", "message": message}:
                        self.messages[int(message["id"])] = message
                    case {"t": "gone", "id": gone} if old := self.messages.get(int(gone)):
                        self.messages[int(gone)] = {**old, "components": [], "attachments": []}
                self._news.set()

    async def until(self, look: Callable[[], Found | None]) -> Found:
        """What `look` finds in what the feed brings, as soon as that is not None."""
        async with asyncio.timeout(PATIENCE):
            while (result := look()) is None:
                self._news.clear()
                await self._news.wait()
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
        await self._do("command", channel=self.channel, path=["bonfire", "solo"], options={})
        post = await self._next(before, _is_post)
        while button := turn_button(_controls(post)):
            pressed = await self._turn(post, button)
            post = await self._next(int(post["id"]), _is_post)
            await self._see(post)
            self.delays.append(time.perf_counter() - pressed)

    async def _turn(self, post: Json, button: Control) -> float:
        """From "Take your turn" to the end of the turn; the moment of the last press."""
        before = max(self.messages)
        await self._press(post, button)
        prompt = await self._next(before, _is_prompt)
        for _ in range(MOST_PRESSES):
            pressed = time.perf_counter()
            await self._press(prompt, self._choose(_controls(prompt)))
            prompt = await self.until(partial(self._changed, prompt))
            await self._see(prompt)
            if not _controls(prompt):
                return pressed
        raise StuckError("a turn does not end")

    def _choose(self, controls: list[Control]) -> Control:
        """What to press: what ends something, else an option of the last menu, else a button."""
        buttons = {control.answer: control for control in controls if control.value is None}
        for answer in LIKELY:
            if answer in buttons:
                return buttons[answer]
        if (last := controls[-1]).value is not None:
            options = [control for control in controls if control.custom_id == last.custom_id]
            return self._dice.choice(options[:LIKELIEST])
        onward = [control for control in controls if not control.answer.startswith(ASIDE)]
        return self._dice.choice(onward)

    async def _press(self, message: Json, control: Control) -> None:
        at = {"message": message["id"], "custom_id": control.custom_id}
        if control.value is None:
            await self._do("press", **at)
        else:
            await self._do("select", **at, values=[control.value])

    async def _do(self, action: str, **body: Any) -> None:
        async with self.session.post(f"/do/{action}", json={"as": self.me, **body}) as response:
            if answer := await response.json():
                raise RuntimeError(f"{action}: {answer}")

    async def _see(self, message: Json) -> None:
        await asyncio.gather(*map(self._fetch, _pictures(message)))

    async def _fetch(self, path: str) -> None:
        async with self.session.get(path) as response:
            response.raise_for_status()
            await response.read()

    async def _next(self, after: int, wanted: Callable[[Json], bool]) -> Json:
        """The first message behind another that is wanted."""

        def look() -> Json | None:
            newer = (m for number, m in self.messages.items() if number > after)
            return next(filter(wanted, newer), None)

        return await self.until(look)

    def _changed(self, old: Json) -> Json | None:
        now = self.messages[int(old["id"])]
        return None if _controls(now) == _controls(old) else now


def _is_post(message: Json) -> bool:
    return not message["flags"] & MessageFlag.EPHEMERAL and bool(_pictures(message))


def _is_prompt(message: Json) -> bool:
    return bool(message["flags"] & MessageFlag.EPHEMERAL and _controls(message))


def _controls(message: Json) -> list[Control]:
    return list(controls_in(message["components"]))


def _pictures(message: Json) -> list[str]:
    galleries = [
        component
        for component in walk(message["components"])
        if component["type"] == ComponentKind.GALLERY
    ]
    shown = [item["media"]["url"] for gallery in galleries for item in gallery["items"]]
    return shown + [attachment["url"] for attachment in message["attachments"]]
