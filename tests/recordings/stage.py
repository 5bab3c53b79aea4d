"""A club at the stand-in Discord and its bot: one deed at a time, each told with what it led to."""

import re
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.recordings.leaving import Request, leaving
from tests.recordings.program import (
    Channel,
    Guild,
    Interaction,
    ManualClock,
    Message,
    Modal,
    StandIn,
    UserClient,
    bot_at,
)
from tests.recordings.stillness import stillness
from tests.recordings.telling import Names
from tests.stillness import Stillness

Json = dict[str, Any]

BETWEEN_DEEDS: Final = 4.0
"""Seconds that pass from one deed to the next."""
UNTIL_READY: Final = 0.1
DEED: Final = "## "
"""What a told deed begins with."""
NAMES: Final = ("Ada", "Bo", "Cy_d", "Di*", "Eve", "Fay")
WIZARDS: Final = ("w", "r")
"""The scopes whose answers begin with a sign: the wizard, and a try in it."""
ABOUT: Final = re.compile(r"[=@?][a-z_-]*")
NAME: Final = re.compile(r"[a-z_][a-z_0-9]*")
BUTTON: Final = 2
MENU: Final = 3


@dataclass(frozen=True, slots=True)
class Control:
    """A button, or one option of a menu (`value`), that can be pressed under a message."""

    custom_id: str
    label: str
    value: str | None = None

    @property
    def answer(self) -> str:
        """What a press says."""
        return self.value or self.custom_id.split("|", 5)[-1]

    @property
    def family(self) -> str:
        """What kind of answer it is, whatever game, turn, place or piece it is about."""
        scope, answer = self.custom_id.split("|")[1], self.answer
        if scope in WIZARDS:
            about = ABOUT.match(answer)
            return f"{scope} {about[0] if about else answer[:1]}"
        return f"{scope} {':'.join(part for part in answer.split(':') if NAME.fullmatch(part))}"


@dataclass(slots=True, repr=False)
class Stage:
    """Everything a scene needs: who is there, where, and what they can do."""

    server: StandIn
    clock: ManualClock
    still: Stillness
    requests: list[Request]
    names: Names
    folder: Path
    seed: int
    people: tuple[UserClient, ...]
    guild: Guild
    table: Channel
    told: list[str] = field(default_factory=list)
    """Each deed, and behind it the requests that it led to."""
    _bot: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start_bot(self) -> None:
        """Start the bot, and wait until it is ready."""
        self._heading("the bot starts")
        # Each start deals from seeds of its own.
        self.seed += 100
        client = await self._bot.enter_async_context(bot_at(self.server, self.folder, self.seed))
        while not client.is_ready():
            await self.still.come()
            self.clock.advance(UNTIL_READY)
        await self.settle()

    async def stop_bot(self) -> None:
        """Stop the bot."""
        self._heading("the bot stops")
        await self._bot.aclose()
        self._tell()

    async def settle(self) -> None:
        """Wait until the bot has done all that it does now, and tell it."""
        await self.still.come()
        self.clock.advance(BETWEEN_DEEDS)
        await self.still.come()
        self._tell()

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        self._heading(f"{seconds:.0f} seconds pass")
        self.clock.advance(seconds)
        await self.settle()

    async def slash(
        self, person: UserClient, room: Channel | None, path: str, /, **options: Any
    ) -> Interaction:
        """Send a command."""
        given = "".join(f" {name}={_told(value)}" for name, value in options.items())
        sent = await person.slash(room or self.table, path, options=options)
        return await self._done(sent, person, f"sends /{path}{given}")

    async def complete(
        self, person: UserClient, path: str, focused: str, typed: str = "", **options: Any
    ) -> tuple[str, ...]:
        """Type into an option of a command; the values that are offered."""
        room = options.pop("room", None) or self.table
        given = "".join(f" {name}={_told(value)}" for name, value in options.items())
        sent = await person.begin_autocomplete(
            room, path, focused=focused, typed=typed, options=options
        )
        await self._done(sent, person, f"types {typed!r} into {focused} of /{path}{given}")
        return tuple(str(one.value) for one in sent.choices or ())

    async def press(self, person: UserClient, message: Message, control: Control) -> Interaction:
        """Press a button, or choose in a menu."""
        if control.value is None:
            sent = await person.press(message, control.custom_id)
        else:
            sent = await person.select(message, control.custom_id, [control.value])
        chosen = "" if control.value is None else f" = {control.value}"
        return await self._done(
            sent, person, f"presses {control.label!r}: {control.custom_id}{chosen}"
        )

    async def forge(self, person: UserClient, message: Message, custom_id: str) -> Interaction:
        """Press what does not stand there, or no longer."""
        sent = await person.press_late(message, custom_id)
        return await self._done(sent, person, f"forges {custom_id}")

    async def submit(
        self, person: UserClient, form: Modal, values: Mapping[str, str]
    ) -> Interaction:
        """Send a form."""
        sent = await person.submit(form, values)
        return await self._done(sent, person, f"fills in {dict(values)}")

    async def deed(self, told: str) -> None:
        """Tell what has been done to the world by other ways, and what it led to."""
        self._heading(told)
        await self.settle()

    async def _done(self, sent: Interaction, person: UserClient, told: str) -> Interaction:
        name = self.names.begun(sent)
        self._heading(f"{name} {person.user.display_name} {told}")
        await self.settle()
        return sent

    def _heading(self, told: str) -> None:
        self.told.append(DEED + self.names.text(told))

    def _tell(self) -> None:
        self.told += self.names.tell(self.requests)
        self.requests.clear()


@asynccontextmanager
async def stage(seed: int, language: str) -> AsyncIterator[Stage]:
    """A server in which everybody's Discord speaks a language, its bot started."""
    clock = ManualClock()
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn(clock=clock) as server:
            people = tuple(server.person(name, locale=language) for name in NAMES)
            guild = server.guild("Club", *people, locale=language)
            table = server.text_channel(guild, "table")
            names = Names(server, clock.now())
            with stillness(server, clock) as still, leaving(still) as requests:
                made = Stage(
                    server=server,
                    clock=clock,
                    still=still,
                    requests=requests,
                    names=names,
                    folder=Path(folder),
                    seed=seed,
                    people=people,
                    guild=guild,
                    table=table,
                )
                await made.start_bot()
                try:
                    yield made
                finally:
                    await made.stop_bot()
                assert server.invalid_requests == []


def controls(message: Message | None) -> list[Control]:
    """Everything that can be pressed under a message, in reading order."""
    if message is None or message.deleted:
        return []
    return list(controls_in(message.components))


def controls_in(components: Iterable[Json]) -> Iterator[Control]:
    """Everything that can be pressed in a layout."""
    for one in components:
        if one["type"] == BUTTON and not one.get("disabled") and one.get("custom_id"):
            yield Control(one["custom_id"], one.get("label") or "")
        elif one["type"] == MENU:
            for option in one["options"]:
                yield Control(one["custom_id"], option["label"], option["value"])
        yield from controls_in(one.get("components") or ())


def _told(value: Any) -> str:
    """An option as it was given; a person by name."""
    return str(getattr(value, "display_name", value))
