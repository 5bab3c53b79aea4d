"""People at the stand-in Discord who play by pressing what they see, and nothing else."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.present.wizard.tokens import BACK, CONFIRM, TRY, UNDO, WHY, chosen
from bot.standin import Channel, Interaction, Message, Person, StandIn
from bot.standin.interaction import PATIENCE
from bot.standin.layout import Select, buttons, selects, text
from engine.actions import EndTurn

END: Final = chosen((EndTurn(),))
MOST_PRESSES: Final = 80
MENTION: Final = re.compile(r"<@(\d+)>")


class StuckError(Exception):
    """A player finds no way on."""


@dataclass(frozen=True, slots=True)
class Step:
    """A control that can be pressed: a button, or one option of a menu."""

    custom_id: str
    answer: str
    value: str | None = None


def steps(message: Message) -> Iterator[Step]:
    """Everything that can be pressed under a message; nothing where it was taken away."""
    if message.deleted:
        return
    for button in buttons(message):
        if not button.disabled and button.custom_id:
            yield Step(button.custom_id, button.custom_id.split("|", 5)[-1])
    for select in selects(message):
        yield from _options(select)


def _options(select: Select) -> Iterator[Step]:
    for option in select.options:
        yield Step(select.custom_id, option.value, option.value)


def has_turn_button(message: Message) -> bool:
    """Whether "Take your turn" stands under a message."""
    return any(step.answer == "turn" for step in steps(message))


def called(message: Message) -> int | None:
    """Whom a message calls to move; that person is notified unless the turn follows their own."""
    found = MENTION.search(text(message))
    return None if found is None else int(found[1])


@dataclass(slots=True)
class Player:
    """Somebody at the table who confirms most of what comes up, and tries other things."""

    server: StandIn
    person: Person
    table: Channel
    dice: random.Random
    presses: int = 0
    patience: float = PATIENCE
    """Seconds until an answer that does not come is given up."""

    async def press(self, message: Message, step: Step) -> Interaction:
        """Press a control."""
        self.presses += 1
        if step.value is None:
            return await self.person.press(message, step.custom_id)
        return await self.person.select(message, step.custom_id, [step.value])

    async def open_turn(self, post: Message) -> Message:
        """Press "Take your turn" under a post; returns the private prompt."""
        turn = next(step for step in steps(post) if step.answer == "turn")
        return await (await self.press(post, turn)).response(self.patience)

    async def take_turn(self, post: Message) -> None:
        """Play from "Take your turn" to the end of the turn."""
        prompt = await self.open_turn(post)
        for _ in range(MOST_PRESSES):
            step = self.choose(prompt)
            if step is None:
                return
            prompt = await (await self.press(prompt, step)).response(self.patience)
        raise StuckError(f"{self.person.user.display_name}: no end of the turn in sight")

    def choose(self, prompt: Message) -> Step | None:
        """What to press next; None when nothing is left to press."""
        found = [step for step in steps(prompt) if step.answer != TRY]
        if not found:
            return None
        by_answer = {step.answer: step for step in found}
        if CONFIRM in by_answer and self.dice.random() < 0.9:
            return by_answer[CONFIRM]
        if END in by_answer and self.dice.random() < 0.8:
            return by_answer[END]
        onward = [step for step in found if step.answer[:1] not in (UNDO, BACK, WHY)]
        return self.dice.choice(onward if onward and self.dice.random() < 0.95 else found)

    async def my_post(self, after: int) -> Message:
        """The first post after message `after` that calls this player."""
        return await self.person.waits_for(
            self.table,
            lambda m: m.id > after and called(m) == self.person.id and has_turn_button(m),
        )
