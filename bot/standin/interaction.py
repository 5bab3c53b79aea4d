"""The Interaction: an act of a person towards the app, and all answers of the app."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeVar

from bot.standin import model
from bot.standin.core import Core
from bot.standin.layout import buttons, selects
from bot.standin.options import SUBCOMMANDS
from bot.standin.stored_layout import stored_components

_Awaited = TypeVar("_Awaited")

ANSWER_SECONDS = 60.0
"""Seconds of real time that a test waits for an answer before it gives up."""


class InteractionKind(IntEnum):
    """Interaction types."""

    PING = 1
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Ack(IntEnum):
    """Callback types: the first answer to an interaction."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ALLOWED: dict[InteractionKind, frozenset[Ack]] = {
    InteractionKind.PING: frozenset({Ack.PONG}),
    InteractionKind.COMMAND: frozenset({Ack.MESSAGE, Ack.DEFERRED_MESSAGE, Ack.MODAL}),
    InteractionKind.COMPONENT: frozenset(
        {Ack.MESSAGE, Ack.DEFERRED_MESSAGE, Ack.DEFERRED_UPDATE, Ack.UPDATE, Ack.MODAL}
    ),
    InteractionKind.AUTOCOMPLETE: frozenset({Ack.CHOICES}),
    InteractionKind.MODAL: frozenset(
        {Ack.MESSAGE, Ack.DEFERRED_MESSAGE, Ack.DEFERRED_UPDATE, Ack.UPDATE}
    ),
}


class NotAnswered(Exception):
    """The app did not answer in time; the person reads "The application did not respond"."""


@dataclass(frozen=True, slots=True)
class AutocompleteChoice:
    """One autocomplete suggestion."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Modal:
    """A form that opened on the person's screen, with the interaction that opened it."""

    custom_id: str
    title: str
    components: tuple[model.Json, ...]
    opened_by: Interaction


@dataclass(slots=True, eq=False)
class Interaction:
    """A command, press, form or completion that was sent to the app; its answers are awaited here.

    `public_allowed` False makes every answer private, even if the app asks for a public one.
    """

    core: Core
    id: int
    token: str
    kind: InteractionKind
    user: model.User
    channel: model.Channel
    data: model.Json
    created: float
    owners: dict[str, str]
    public_allowed: bool
    source: model.Message | None = None
    opened_by: Interaction | None = None
    sessions_reached: int = 0
    ack: Ack | None = None
    original: model.Message | None = None
    followups: list[model.Message] = field(default_factory=list)
    modal_opened: Modal | None = None
    choices: tuple[AutocompleteChoice, ...] | None = None
    edits_before: int = 0

    @property
    def came_by_user_only(self) -> bool:
        """Say whether only a user's installation of the app led here, not the place's own."""
        return set(self.owners) == {"1"}

    @property
    def command_name(self) -> str:
        """The name of the command with its subcommands, empty for other kinds."""
        words, node = [str(self.data.get("name", ""))], self.data
        while (inner := (node.get("options") or [{}])[0]).get("type") in SUBCOMMANDS:
            words.append(str(inner["name"]))
            node = inner
        return " ".join(words)

    def target(self, kind: model.CommandKind) -> int | None:
        """The user or message that a command of this kind was chosen on; None for another."""
        chosen = self.data.get("type") == kind and "target_id" in self.data
        return int(self.data["target_id"]) if chosen else None

    @property
    def origin(self) -> model.InteractionMetadata:
        """Return the metadata that a message carries which answers this interaction."""
        return model.InteractionMetadata(
            interaction_id=self.id,
            kind=int(self.kind),
            user_id=self.user.id,
            owners=self.owners,
            command_name=self.command_name,
            command_kind=self.data.get("type", model.CommandKind.SLASH),
            target_user_id=self.target(model.CommandKind.USER),
            target_message_id=self.target(model.CommandKind.MESSAGE),
            original_id=None if self.original is None else self.original.id,
            interacted_message_id=None if self.source is None else self.source.id,
            triggered_by=None if self.opened_by is None else self.opened_by.origin,
        )

    @property
    def is_late(self) -> bool:
        """Say whether the time for the first answer is over without one."""
        age = self.core.clock.now() - self.created
        return self.ack is None and age > self.core.limits.acknowledge_within

    @property
    def token_is_dead(self) -> bool:
        """Say whether the token's 15 minutes are over."""
        return self.core.clock.now() - self.created > self.core.limits.token_lives

    def open_modal(self, data: model.Json) -> None:
        """Show a form to the person."""
        components = tuple(stored_components(data["components"]))
        self.modal_opened = Modal(data["custom_id"], data["title"], components, self)

    async def acknowledged(self, timeout: float = ANSWER_SECONDS) -> Ack:
        """The kind of the first answer.

        `timeout` is real time in seconds. Raises NotAnswered when the three seconds pass
        without one, TimeoutError after `timeout`.
        """
        return await self._until(lambda: self.ack, timeout)

    async def response(self, timeout: float = ANSWER_SECONDS) -> model.Message:
        """The original response once it says something, or the message that was updated.

        An original whose controls are all disabled is not final yet. Raises NotAnswered as
        `acknowledged` does, TimeoutError after `timeout` seconds.
        """

        def look() -> model.Message | None:
            done = self.original is not None and not self.original.is_loading
            deferred = self.ack is Ack.DEFERRED_UPDATE and not self._was_updated
            return self.original if done and not deferred and not self._rests else None

        return await self._until(look, timeout)

    @property
    def _was_updated(self) -> bool:
        source = self.original
        return source is not None and (source.deleted or source.edits > self.edits_before)

    @property
    def _rests(self) -> bool:
        """Say whether the original has controls, all of them disabled."""
        message = self.original
        if message is None or message.deleted:
            return False
        pressed = [button.disabled for button in buttons(message) if not button.url]
        controls = [*pressed, *(menu.disabled for menu in selects(message))]
        return bool(controls) and all(controls)

    async def followup(self, number: int = 1, timeout: float = ANSWER_SECONDS) -> model.Message:
        """The follow-up message with this number, counted from 1."""

        def look() -> model.Message | None:
            return self.followups[number - 1] if len(self.followups) >= number else None

        return await self._until(look, timeout)

    async def modal(self, timeout: float = ANSWER_SECONDS) -> Modal:
        """The form that the app opened."""
        return await self._until(lambda: self.modal_opened, timeout)

    async def suggestions(self, timeout: float = ANSWER_SECONDS) -> tuple[AutocompleteChoice, ...]:
        """The autocomplete choices."""
        return await self._until(lambda: self.choices, timeout)

    async def _until(self, look: Callable[[], _Awaited | None], timeout: float) -> _Awaited:
        def look_or_fail() -> _Awaited | None:
            if self.is_late:
                raise NotAnswered(f"interaction {self.id} was not acknowledged in time")
            return look()

        try:
            return await self.core.changes.wait_for(look_or_fail, timeout)
        except TimeoutError:
            state = "nothing" if self.ack is None else self.ack.name
            raise TimeoutError(f"interaction {self.id}: waited {timeout} s, got {state}") from None

    async def unanswered(self, timeout: float = ANSWER_SECONDS) -> None:
        """Wait until the app has failed to answer; raises AssertionError if it did answer."""
        try:
            ack = await self.acknowledged(timeout)
        except NotAnswered:
            return
        raise AssertionError(f"interaction {self.id} was answered: {ack.name}")
