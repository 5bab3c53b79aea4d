"""Seeded players: they take whole turns by presses, by commands, or by typed lines."""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.recordings.program import Channel, Message, UserClient
from tests.recordings.stage import Control, Stage, controls

CONFIRM: Final = "!"
END: Final = "=end"
SUGGEST: Final = "*"
FIRST_LINE: Final = "*0"
TRY: Final = "t"
LEAVE: Final = "x"
BACK: Final = "<"
UNDO: Final = "u"
ASIDE: Final = ("u", "<", "?", "~", "#", "@", "i")
"""How answers begin that do not lead on: undo, back, questions, changes, pages, lists, rules."""
MENTION: Final = re.compile(r"<@(\d+)>")
MOST_PRESSES: Final = 60
WANDERS: Final = 14
"""Presses after which a wanderer takes the likely way."""
PLAYS: Final = {
    "fate": ("where", "keep", "then"),
    "path": ("tile", "pay", "then"),
    "sail": ("to", "pay", "then"),
    "task": ("task", "pay", "space"),
    "guardian": ("pay", "then"),
    "procession": ("steps", "pay", "then"),
    "great-bonfire": ("space", "pay", "rewards"),
    "gnome": ("gnome", "pay", "then"),
    "ignite": ("task", "space", "then"),
    "council": ("task", "space", "then"),
    "discard": ("tile",),
    "pass": (),
}
"""The commands that play an action, each with its options."""
RARE: Final = ("guardian", "ignite")
"""Those that are seldom possible, and are used when they are."""
BONUS: Final = "council"
"""The one that is possible only where a page offers it: a bonus action."""


class StuckError(Exception):
    """A player finds no way on."""


@dataclass(slots=True)
class Table:
    """A game in a room, and those who may be called to play there."""

    stage: Stage
    room: Channel
    people: tuple[UserClient, ...]
    dice: random.Random
    after: int = 0
    """The message after which the game began."""
    seen: set[str] = field(default_factory=set)
    """The families of answers that were pressed here."""
    played: set[str] = field(default_factory=set)
    """The actions that were played by their commands."""

    @property
    def post(self) -> Message | None:
        """The newest public message with "Take your turn"; None when the game is over."""
        for message in reversed(self.stage.server.app_messages(self.room)):
            if message.id <= self.after:
                break
            found = [one.answer for one in controls(message)]
            if "rematch" in found:
                return None
            if "turn" in found and MENTION.search(words(message)):
                return message
        return None

    @property
    def called(self) -> UserClient | None:
        """Whose turn it is; None when the game is over."""
        post = self.post
        found = MENTION.search(words(post)) if post else None
        if found is None:
            return None
        for one in self.people:
            if one.id == int(found[1]):
                return one
        raise StuckError(f"who is called does not play: {words(post)}")

    @property
    def mover(self) -> UserClient:
        """Whose turn it is, as long as the game goes on."""
        found = self.called
        if found is None:
            raise StuckError("the game is over")
        return found

    @property
    def guest(self) -> UserClient:
        """Somebody of the club who does not play, and does not own it."""
        return next(one for one in self.stage.people[1:] if one not in self.people)

    @property
    def modest(self) -> UserClient:
        """A player who does not own the club."""
        return self.besides(self.stage.people[0])[-1]

    def besides(self, person: UserClient) -> list[UserClient]:
        """The players without one of them."""
        return [one for one in self.people if one is not person]

    def asking(self, answer: str) -> Message:
        """The newest public message with a control whose answer is like this."""
        for message in reversed(self.stage.server.app_messages(self.room)):
            if any(is_like(one, answer) for one in controls(message)):
                return message
        raise StuckError(f"nothing asks for {answer!r}")

    async def bonfire(self, person: UserClient, path: str, /, **options: object) -> Message | None:
        """Send a command; its answer, None where it is a form."""
        sent = await self.stage.slash(person, self.room, f"bonfire {path}", **options)
        return sent.original

    async def press(
        self, person: UserClient, message: Message | None, answer: str
    ) -> Message | None:
        """Press the control whose answer is like this; what it leads to, or what has vanished."""
        control = find(message, answer)
        assert message is not None
        self.seen.add(control.family)
        return (await self.stage.press(person, message, control)).original

    async def open(self, person: UserClient) -> Message:
        """Press "Take your turn"."""
        page = await self.press(person, self.post, "turn")
        assert page is not None
        return page

    async def take_turn(self) -> None:
        """A turn of whoever is called, in a manner drawn by lot."""
        for name in RARE:
            if name not in self.played:
                await self.plays(self.mover, name)
            if self.called is None:
                return
        manner = self.dice.choices(
            (self.by_suggestion, self.by_wandering, self.by_commands, self.by_typing),
            (8, 3, 2, 1),
        )[0]
        await manner()

    async def by_suggestion(self) -> None:
        """The turn that the bot suggests."""
        await self._pressing(lambda _: 0.0)

    async def by_wandering(self) -> None:
        """A turn with many looks aside, on ways not gone before if there are any."""
        await self._pressing(lambda presses: 1.0 if presses < WANDERS else 0.0)

    async def _pressing(self, wanders: Callable[[int], float]) -> None:
        mover, post = self.mover, self.post
        page: Message | None = await self.open(mover)
        for presses in range(MOST_PRESSES):
            if not controls(page):
                break
            assert page is not None
            if BONUS not in self.played and has(page, "=neutral…"):
                if await self.plays(mover, BONUS) and self.post is not post:
                    return
                page = await self.open(mover)
            control = self.choose(controls(page), wanders(presses))
            self.seen.add(control.family)
            page = (await self.stage.press(mover, page, control)).original
        else:
            raise StuckError("no end of the turn in sight")
        if self.post is post:
            raise StuckError("the turn is not told")

    def choose(self, found: Sequence[Control], wander: float) -> Control:
        """What to press next on a page."""
        if self.dice.random() < wander:
            new = [one for one in found if one.family not in self.seen]
            return self.dice.choice(new or [one for one in found if one.answer != TRY])
        by_answer = {one.answer: one for one in found}
        for likely in (LEAVE, CONFIRM, END, FIRST_LINE, SUGGEST):
            if likely in by_answer:
                return by_answer[likely]
        onward = [one for one in found if one.answer != TRY and one.answer[:1] not in ASIDE]
        back = [one for one in found if one.answer == BACK]
        return self.dice.choice(onward or back or found)

    async def by_typing(self) -> None:
        """A turn by `/turn move`, each line one of those that are offered."""
        mover, post = self.mover, self.post
        for _ in range(MOST_PRESSES):
            lines = await self.stage.complete(mover, "turn move", "line", room=self.room)
            if not lines:
                break
            line = lines[-1] if self.dice.random() < 0.5 else self.dice.choice(lines)
            if self.dice.random() < 0.3:
                more = await self.stage.complete(
                    mover, "turn move", "line", f"{line}; ", room=self.room
                )
                line = self.dice.choice(more) if more else line
            await self.stage.slash(mover, self.room, "turn move", line=line)
            if self.post is not post:
                return
        if self.post is post:
            await self.by_suggestion()

    async def by_commands(self) -> None:
        """A turn by one of the commands for actions, and `/turn end`."""
        mover, post = self.mover, self.post
        names = [name for name in PLAYS if name not in self.played]
        for name in self.dice.sample(names, len(names)) + self.dice.sample([*PLAYS], 4):
            if await self.plays(mover, name):
                break
        if self.post is post:
            await self.stage.slash(mover, self.room, "turn end")
        if self.post is post:
            await self.by_suggestion()

    async def plays(self, person: UserClient, name: str) -> bool:
        """Play an action by its command, if it is offered; tells whether it was."""
        given: dict[str, str] = {}
        for option in PLAYS[name]:
            offered = await self.stage.complete(
                person, f"turn {name}", option, room=self.room, **given
            )
            if not offered:
                break
            given[option] = self.dice.choice(offered[:4])
            if name in self.played and self.dice.random() < 0.3:
                break
        if PLAYS[name] and not given:
            return False
        self.played.add(name)
        page = (await self.stage.slash(person, self.room, f"turn {name}", **given)).original
        if page is None or not any(one.answer == CONFIRM for one in controls(page)):
            return False
        await self.press(person, page, CONFIRM)
        return True


def is_like(control: Control, answer: str) -> bool:
    """Whether a control gives an answer, in which `…` stands for anything."""
    wanted = ".*".join(map(re.escape, answer.split("…")))
    return re.fullmatch(wanted, control.answer) is not None


def has(message: Message | None, answer: str) -> bool:
    """Whether there is a control whose answer is like this."""
    return any(is_like(one, answer) for one in controls(message))


def find(message: Message | None, answer: str) -> Control:
    """The first control whose answer is like this; raises StuckError when there is none."""
    for one in controls(message):
        if is_like(one, answer):
            return one
    told = [one.answer for one in controls(message)]
    raise StuckError(f"nothing is like {answer!r} among {told}: {words(message)[:200]}")


def words(message: Message | None) -> str:
    """Everything that can be read in a message."""
    if message is None:
        return ""
    told = [message.content]

    def look(components: Iterable[dict[str, object]]) -> None:
        for one in components:
            if one["type"] == 10:
                told.append(str(one["content"]))
            look(one.get("components") or ())  # type: ignore[arg-type]

    look(message.components)
    return "\n".join(told)
