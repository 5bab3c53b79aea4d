"""A player of solo games at the table who speaks to its page server as a browser does, timed."""

import asyncio
import json
import random
import time
from typing import Any, Final, Self

import aiohttp

from bot.cli.bench.drivers.controls import Control, controls_in
from bot.model.buttons import TakeTurn
from bot.model.custom_ids import write_button
from bot.present.wizard.tokens import BACK, CHANGE, CONFIRM, PAGE, TRY, UNDO, WHY, chosen
from bot.standin.layout import ComponentKind, walk
from engine.actions import EndTurn

Json = dict[str, Any]

PATIENCE: Final = 30.0
MOST_PRESSES: Final = 60
PRIVATE: Final = 64
TURN: Final = write_button(TakeTurn())
LIKELY: Final = (CONFIRM, chosen((EndTurn(),)))
"""Answers that end what was begun: confirm, and the end of the turn."""
ASIDE: Final = (UNDO, BACK, WHY, CHANGE, PAGE, TRY)
"""Answers that do not lead on: undo, back, questions, changes, other pages, a try."""
LIKELIEST: Final = 3
"""Options of a menu among which one is drawn."""


class TablePlayer:
    """One person's page without a browser: hears the feed, sends actions, fetches pictures."""

    def __init__(self, session: aiohttp.ClientSession, address: str, seed: int) -> None:
        self._session = session
        self._address = address.rstrip("/")
        self._dice = random.Random(seed)  # noqa: S311 - a bench plays the same game again
        self._messages: dict[str, Json] = {}
        self._news = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None
        self._me = ""
        self._channel = ""
        self.delays: list[float] = []
        """Seconds from the last press of each turn to the next post with its pictures."""

    async def __aenter__(self) -> Self:
        self._listening = asyncio.create_task(self._listen())
        await self._until(lambda: self._channel or None)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    async def offered(self) -> None:
        """Wait until the app offers its commands; the feed tells when they may have come."""
        address = f"{self._address}/commands/{self._channel}?as={self._me}"
        while True:
            self._news.clear()
            async with self._session.get(address) as response:
                if (await response.json())["commands"]:
                    return
            async with asyncio.timeout(PATIENCE):
                await self._news.wait()

    async def play(self) -> None:
        """One solo game, from the command to the final score."""
        known = max(self._messages, key=int, default="0")
        await self._do("command", channel=self._channel, path=["bonfire", "solo"], options={})
        post = await self._until(lambda: self._post(known))
        while turn := _turn_button(post):
            pressed = await self._turn(post, turn)
            before = post["id"]
            post = await self._until(lambda: self._post(before))  # noqa: B023 - awaited here
            await asyncio.gather(*map(self._fetch, _pictures(post)))
            self.delays.append(time.perf_counter() - pressed)

    async def _turn(self, post: Json, button: Control) -> float:
        """From "Take your turn" to the end of the turn; the moment of the last press."""
        before = set(self._messages)
        await self._press(post, button)
        prompt = await self._until(lambda: self._prompt(before))
        pressed = time.perf_counter()
        for _ in range(MOST_PRESSES):
            controls = _controls(prompt)
            if not controls:
                return pressed
            old = prompt
            pressed = time.perf_counter()
            await self._press(prompt, self._choose(controls))
            prompt = await self._until(lambda: self._changed(old))  # noqa: B023 - awaited here
            await asyncio.gather(*map(self._fetch, _pictures(prompt)))
        raise RuntimeError("a turn does not end")

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
        headers = {"Origin": self._address}
        address = f"{self._address}/do/{action}"
        sent = {"as": self._me, **body}
        async with self._session.post(address, json=sent, headers=headers) as response:
            answer = await response.json()
        if answer:
            raise RuntimeError(f"{action}: {answer}")

    async def _fetch(self, path: str) -> None:
        async with self._session.get(self._address + path) as response:
            response.raise_for_status()
            await response.read()

    async def _listen(self) -> None:
        address = f"{self._address}/feed?as=ada"
        async with self._session.ws_connect(address, headers={"Origin": self._address}) as socket:
            async for frame in socket:
                self._hear(json.loads(frame.data))
                self._news.set()

    def _hear(self, event: Json) -> None:
        match event:
            case {"t": "hello", "me": me, "places": {"guilds": [guild, *_]}}:
                self._me, self._channel = me, guild["channels"][0]["id"]
            case {"t": "message", "message": message}:
                self._messages[message["id"]] = message
            case {"t": "gone", "id": gone} if gone in self._messages:
                blank: Json = {"components": [], "attachments": []}
                self._messages[gone] = {**self._messages[gone], **blank}
            case _:
                pass

    async def _until(self, look: Any) -> Any:
        async with asyncio.timeout(PATIENCE):
            while (result := look()) is None:
                self._news.clear()
                await self._news.wait()
        return result

    def _post(self, after: str) -> Json | None:
        """The first public post with pictures behind a message."""
        newer = (m for m in self._messages.values() if int(m["id"]) > int(after))
        return next((m for m in newer if not m["flags"] & PRIVATE and _pictures(m)), None)

    def _prompt(self, before: set[str]) -> Json | None:
        mine = (m for key, m in self._messages.items() if key not in before)
        return next((m for m in mine if m["flags"] & PRIVATE and _controls(m)), None)

    def _changed(self, old: Json) -> Json | None:
        now = self._messages[old["id"]]
        return None if _controls(now) == _controls(old) else now


def _controls(message: Json) -> list[Control]:
    return list(controls_in(message["components"]))


def _turn_button(post: Json) -> Control | None:
    return next((control for control in _controls(post) if control.answer == TURN), None)


def _pictures(message: Json) -> list[str]:
    components = walk(message["components"])
    galleries = (
        component for component in components if component["type"] == ComponentKind.GALLERY
    )
    shown = [item["media"]["url"] for gallery in galleries for item in gallery["items"]]
    return shown + [attachment["url"] for attachment in message["attachments"]]
