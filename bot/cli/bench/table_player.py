"""Somebody who plays solo at the table, over the line of its page, against the clock."""

import asyncio
import json
import random
import time
from collections.abc import Mapping
from typing import Any, Final, Self

import aiohttp

from bot.model.buttons import TakeTurn
from bot.model.custom_ids import write_button
from bot.present.wizard.tokens import BACK, CHANGE, CONFIRM, PAGE, TRY, UNDO, WHY, chosen
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
    """One person's page without a browser: hears the feed, sends deeds, fetches pictures."""

    def __init__(self, session: aiohttp.ClientSession, address: str, seed: int) -> None:
        self._session = session
        self._address = address.rstrip("/")
        self._dice = random.Random(seed)  # noqa: S311 - a bench plays the same game again
        self._messages: dict[str, Json] = {}
        self._news = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None
        self._me = ""
        self._room = ""
        self.delays: list[float] = []
        """Seconds from the last press of each turn to the next post with its pictures."""

    async def __aenter__(self) -> Self:
        self._listening = asyncio.create_task(self._listen())
        await self._until(lambda: self._room or None)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    async def offered(self) -> None:
        """Wait until the app offers its commands; the feed tells when they may have come."""
        address = f"{self._address}/commands/{self._room}?as={self._me}"
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
        await self._do("command", channel=self._room, path=["bonfire", "solo"], options={})
        post = await self._until(lambda: self._post(known))
        while _calls(post):
            pressed = await self._turn(post)
            before = post["id"]
            post = await self._until(lambda: self._post(before))  # noqa: B023 - awaited here
            await asyncio.gather(*map(self._fetch, _pictures(post)))
            self.delays.append(time.perf_counter() - pressed)

    async def _turn(self, post: Json) -> float:
        """From "Take your turn" to the end of the turn; the moment of the last press."""
        before = set(self._messages)
        turn = next(one for one in _buttons(post) if _answer(one) == TURN)
        await self._press(post, turn["custom_id"])
        prompt = await self._until(lambda: self._prompt(before))
        pressed = time.perf_counter()
        for _ in range(MOST_PRESSES):
            if not _buttons(prompt) and not _menus(prompt):
                return pressed
            old = prompt
            pressed = time.perf_counter()
            await self._step(prompt)
            prompt = await self._until(lambda: self._changed(old))  # noqa: B023 - awaited here
            await asyncio.gather(*map(self._fetch, _pictures(prompt)))
        raise RuntimeError("a turn does not end")

    async def _step(self, prompt: Json) -> None:
        buttons = {_answer(one): one["custom_id"] for one in _buttons(prompt)}
        for likely in LIKELY:
            if likely in buttons:
                await self._press(prompt, buttons[likely])
                return
        menus = _menus(prompt)
        if menus:
            value = self._dice.choice(menus[-1]["options"][:LIKELIEST])["value"]
            name = menus[-1]["custom_id"]
            await self._do("select", message=prompt["id"], custom_id=name, values=[value])
            return
        onward = [name for answer, name in buttons.items() if not answer.startswith(ASIDE)]
        await self._press(prompt, self._dice.choice(onward))

    async def _press(self, message: Json, name: str) -> None:
        await self._do("press", message=message["id"], custom_id=name)

    async def _do(self, deed: str, **body: Any) -> None:
        headers = {"Origin": self._address}
        address = f"{self._address}/do/{deed}"
        told = {"as": self._me, **body}
        async with self._session.post(address, json=told, headers=headers) as response:
            answer = await response.json()
        if answer:
            raise RuntimeError(f"{deed}: {answer}")

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
                self._me, self._room = me, guild["channels"][0]["id"]
            case {"t": "message", "message": message}:
                self._messages[message["id"]] = message
            case {"t": "gone", "id": gone} if gone in self._messages:
                blank: Json = {"components": [], "attachments": []}
                self._messages[gone] = {**self._messages[gone], **blank}
            case _:
                pass

    async def _until(self, look: Any) -> Any:
        async with asyncio.timeout(PATIENCE):
            while (found := look()) is None:
                self._news.clear()
                await self._news.wait()
        return found

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


def _walk(components: list[Json]) -> list[Json]:
    return [one for each in components for one in (each, *_walk(each.get("components") or []))]


def _buttons(message: Json) -> list[Json]:
    found = _walk(message["components"])
    return [one for one in found if one["type"] == 2 and not one.get("disabled")]


def _menus(message: Json) -> list[Json]:
    return [one for one in _walk(message["components"]) if one["type"] == 3]


def _controls(message: Json) -> list[str]:
    return [one["custom_id"] for one in (*_buttons(message), *_menus(message))]


def _answer(button: Mapping[str, Any]) -> str:
    return str(button["custom_id"]).split("|", 5)[-1]


def _calls(post: Json) -> bool:
    return any(_answer(button) == TURN for button in _buttons(post))


def _pictures(message: Json) -> list[str]:
    galleries = (one for one in _walk(message["components"]) if one["type"] == 12)
    shown = [item["media"]["url"] for gallery in galleries for item in gallery["items"]]
    return shown + [one["url"] for one in message["attachments"]]
