"""A Player on the stand-in Discord who knows the game only by the buttons and menus shown."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.cli.bench.drivers.controls import Control, controls_in
from bot.present.wizard.tokens import BACK, CONFIRM, TRY, UNDO, WHY, chosen
from bot.standin import Channel, Interaction, Message, StandIn, UserClient
from bot.standin.interaction import PATIENCE
from bot.standin.layout import text
from engine.actions import EndTurn

END: Final = chosen((EndTurn(),))
MOST_PRESSES: Final = 80
MENTION: Final = re.compile(r"<@(\d+)>")


class StuckError(Exception):
    """A player finds no way on."""


def controls(message: Message) -> Iterator[Control]:
    """Everything that can be pressed under a message; nothing where it was taken away."""
    return iter(()) if message.deleted else controls_in(message.components)


def has_turn_button(message: Message) -> bool:
    """Whether "Take your turn" stands under a message."""
    return any(control.answer == "turn" for control in controls(message))


def called(message: Message) -> int | None:
    """Whom a message calls to move; that person is notified unless the turn follows their own."""
    mention = MENTION.search(text(message))
    return None if mention is None else int(mention[1])


@dataclass(slots=True)
class Player:
    """Plays by chance: confirms most of what comes up, and now and then presses something else."""

    server: StandIn
    person: UserClient
    table: Channel
    dice: random.Random
    presses: int = 0
    patience: float = PATIENCE
    """Seconds until an answer that does not come is given up."""

    async def press(self, message: Message, control: Control) -> Interaction:
        """Press a control."""
        self.presses += 1
        if control.value is None:
            return await self.person.press(message, control.custom_id)
        return await self.person.select(message, control.custom_id, [control.value])

    async def open_turn(self, post: Message) -> Message:
        """Press "Take your turn" under a post; returns the private prompt."""
        turn = next(control for control in controls(post) if control.answer == "turn")
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
        """What to press next; None when nothing is left to press."""
        pressable = [control for control in controls(prompt) if control.answer != TRY]
        if not pressable:
            return None
        by_answer = {control.answer: control for control in pressable}
        if CONFIRM in by_answer and self.dice.random() < 0.9:
            return by_answer[CONFIRM]
        if END in by_answer and self.dice.random() < 0.8:
            return by_answer[END]
        onward = [control for control in pressable if control.answer[:1] not in (UNDO, BACK, WHY)]
        return self.dice.choice(onward if onward and self.dice.random() < 0.95 else pressable)

    async def my_post(self, after: int) -> Message:
        """The first post after message `after` that calls this player."""
        return await self.person.waits_for(
            self.table,
            lambda m: m.id > after and called(m) == self.person.id and has_turn_button(m),
        )
