"""A Player on the stand-in Discord who knows the game only by the buttons and menus shown."""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.model import buttons
from bot.model.controls import Sign
from bot.model.custom_ids import write_button
from bot.present.wizard.labels import token_of
from bot.standin import Channel, Interaction, Message, UserClient, model
from bot.standin.interaction import ANSWER_SECONDS
from bot.standin.layout import SELECTS, ComponentKind, text, walk
from engine import actions

END: Final = token_of((actions.EndTurn(),))
TURN: Final = write_button(buttons.TakeTurn())
MOST_PRESSES: Final = 80
MENTION: Final = re.compile(r"<@(\d+)>")


class StuckError(Exception):
    """A player finds no way on."""


@dataclass(frozen=True, slots=True)
class Control:
    """A button, or one option of a menu, with the answer that pressing it gives to the bot."""

    custom_id: str
    answer: str
    value: str | None = None


def controls_in(components: Iterable[model.Json]) -> Iterator[Control]:
    """The buttons that can be pressed, then the options of the menus."""
    every = tuple(walk(components))
    for component in every:
        custom_id = component.get("custom_id")  # a link has none
        is_button = component["type"] == ComponentKind.BUTTON
        if is_button and custom_id and not component.get("disabled"):
            yield Control(custom_id, custom_id.split("|", 5)[-1])
    for component in every:
        if component["type"] in SELECTS:
            for option in component.get("options") or ():
                yield Control(component["custom_id"], option["value"], option["value"])


def controls(message: Message) -> Iterator[Control]:
    """Everything that can be pressed under a message; nothing where it was taken away."""
    return iter(()) if message.deleted else controls_in(message.components)


def turn_button(pressable: Iterable[Control]) -> Control | None:
    """The button "Take your turn" among what can be pressed; None where it is not."""
    return next((control for control in pressable if control.answer == TURN), None)


def has_turn_button(message: Message) -> bool:
    """Say whether "Take your turn" stands under a message."""
    return turn_button(controls(message)) is not None


def called(message: Message) -> int | None:
    """Return the id of the person that a message calls to move; None where it calls nobody."""
    mention = MENTION.search(text(message))
    return None if mention is None else int(mention[1])


def next_control(pressable: Iterable[Control], dice: random.Random) -> Control | None:
    """Return the next button, most often one that ends a step; None when none is left."""
    pressable = [each for each in pressable if each.answer[:1] not in (Sign.TRY, Sign.RULES)]
    if not pressable:
        return None
    by_answer = {control.answer: control for control in pressable}
    if Sign.CONFIRM in by_answer and dice.random() < 0.9:
        return by_answer[Sign.CONFIRM]
    if END in by_answer and dice.random() < 0.8:
        return by_answer[END]
    aside = (Sign.UNDO, Sign.BACK, Sign.WHY, Sign.WHOLE)
    onward = [control for control in pressable if control.answer[:1] not in aside]
    if not onward and Sign.BACK in by_answer:
        return by_answer[Sign.BACK]
    return dice.choice(onward if onward and dice.random() < 0.95 else pressable)


@dataclass(slots=True)
class Player:
    """Plays by chance: confirms most of what comes up, and now and then presses something else."""

    person: UserClient
    table: Channel
    dice: random.Random
    patience: float = ANSWER_SECONDS
    """Seconds until an answer that does not come is given up."""

    async def press(self, message: Message, control: Control) -> Interaction:
        """Press a control."""
        if control.value is None:
            return await self.person.press(message, control.custom_id)
        return await self.person.select(message, control.custom_id, [control.value])

    async def open_turn(self, post: Message) -> Message:
        """Press "Take your turn" under a post; returns the private prompt."""
        turn = turn_button(controls(post))
        assert turn is not None
        return await (await self.press(post, turn)).response(self.patience)

    async def take_turn(self, post: Message) -> None:
        """Play from "Take your turn" to the end of the turn."""
        prompt = await self.open_turn(post)
        for _ in range(MOST_PRESSES):
            control = self.choose(prompt)
            if control is None:
                return
            prompt = await (await self.press(prompt, control)).response(self.patience)
        raise StuckError(f"{self.person.user.display_name}: no end of the turn in sight")

    def choose(self, prompt: Message) -> Control | None:
        """Return the next button under a prompt; None when none is left."""
        return next_control(controls(prompt), self.dice)

    async def my_post(self, after: int) -> Message:
        """The first post after message `after` that calls this player."""
        return await self.person.waits_for(
            self.table,
            lambda m: m.id > after and called(m) == self.person.id and has_turn_button(m),
        )
