"""Who has not finished the deal of the week reads the same, however it was dealt and played."""

import itertools
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from bot.features.weekly import values
from bot.features.weekly.service import Weekly
from bot.model import buttons
from bot.model.custom_ids import Binding
from bot.services.games.thinker import Thinker
from bot.standin import Interaction, Message, UserClient, model
from bot.standin.layout import pictures, text
from bot.standin.options import OptionKind, OptionValue
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from tests.kit.brought import brought_each
from tests.kit.hall import Hall, opened_hall
from tests.kit.hanging import HANGING
from tests.kit.marks import long, soak
from tests.kit.typist import Line, Typist, lines, slash_commands
from tests.kit.whole import end_alone, without_limits

WEDNESDAY: Final = values.opening(3000) + 2 * values.SECONDS_A_DAY
A_WHILE: Final = 2.0
"""Seconds between two reads."""
READS: Final = 250
"""Reads in one world of the long tests."""
OFTEN: Final = 0.1
"""How often something becomes of the others' games before a read."""
OPENING: Final = frozenset({"new", "solo", "learn", "tournament"})
"""Commands that begin something of one's own, which is dealt by chance."""
LEFT_OUT: Final = (
    *(buttons.OpenNewLobby, buttons.PlaySolo, *brought_each("DEALING")),
    *(buttons.ConfirmResign, buttons.ConfirmAbandon, buttons.ConfirmEndGame),
)
"""Buttons that do, and those by which the reader is through with the deal."""
UNIQUE: Final = re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{8}\b|\d{9,}|\d+ MB")
"""What Discord numbers, moments, memory, steps of pages, and the digest that seals the deal."""
GAMES: Final = 5
"""Numbers of games that may be asked for: three of the deal, and two that there are not."""


@dataclass(slots=True)
class World:
    """One way in which the deal may have been dealt and played by Ada, Bo and Cy."""

    hall: Hall
    events: random.Random
    """What becomes of the others' games, unlike in any other world."""
    reader: UserClient
    typist: "Curious"
    ended: set[UserClient] = field(default_factory=set)

    async def something_happens(self) -> None:
        """One of the others finishes the deal or gives it up, or a level has played it."""
        store, week = self.hall.client.services.store, values.week_at(self.hall.clock.now())
        person = self.events.choice(self.hall.people[:3])
        way = self.events.randrange(4)
        if way == 0 and person not in self.ended:
            self.ended.add(person)
            await end_alone(person, person.dm())
        elif way == 1:
            points = self.events.randrange(20, 120), self.events.randrange(20, 120)
            level = self.events.choice(list(Level))
            await store.write(lambda tx: tx.of(Weekly).put_par(values.Par(week, level, *points)))
        else:
            attempt = await store.read(lambda tx: tx.of(Weekly).attempt(week, person.id))
            assert attempt is not None
            assert attempt.game is not None
            game, total = attempt.game, self.events.choice([None, self.events.randrange(20, 120)])
            await store.write(lambda tx: tx.of(Weekly).finish(game, total, 60))

    async def reads(self, count: int) -> list[tuple[str, str]]:
        """What is asked and what is answered, read by read."""
        answered = []
        page = await (await self.reader.slash(self.hall.table, "bonfire", "weekly")).response()
        for _ in range(count):
            if self.events.random() < OFTEN:
                await self.something_happens()
            await self.hall.clock.still.come()
            asked, sent = await self.typist.reads(self.reader, page)
            await self.hall.clock.still.come()
            answered.append((asked, seen(sent)))
            self.hall.clock.advance(A_WHILE)
        return answered


class Curious(Typist):
    """Asks for whatever there is to read, the others' games before all."""

    def __init__(self, hall: Hall, seed: int) -> None:
        super().__init__(hall, seed)
        self.hall = hall
        for command in slash_commands(hall):
            without_limits(command.definition)
        self.known = [
            line
            for command in slash_commands(hall)
            for line in lines(command.definition)
            if OPENING.isdisjoint(line.words)
        ]

    def text(self) -> str:
        """The number of a game or the name of a person, more often than not."""
        likely = [*map(str, range(1, GAMES + 1)), *(one.user.username for one in self.hall.people)]
        return self.chance.choice(likely) if self.chance.random() < 0.7 else super().text()[:90]

    def value(self, line: Line, option: model.Json) -> OptionValue:
        """A small number, where numbers are wanted, more often than not."""
        small = option["type"] == OptionKind.INTEGER and self.chance.random() < 0.8
        return self.chance.randrange(1, GAMES + 1) if small else super().value(line, option)

    async def reads(self, person: UserClient, page: Message) -> tuple[str, Interaction]:
        """Send a command, ask for a completion, or press a button as if it had hung there."""
        room = self.chance.choice([self.hall.table, person.dm()])
        way = self.chance.randrange(5)
        if way < 2:
            value = self.chance.choice(
                [one for one in HANGING.values() if not isinstance(one, LEFT_OUT)]
            )
            game, revision = self.chance.randrange(GAMES + 1), self.chance.randrange(4)
            custom_id = Binding(game, revision).custom_id(value)
            return custom_id, await person.press_late(page, custom_id)
        line = self.chance.choice(self.known)
        options = self.options(line)
        completed = [one["name"] for one in line.options if one.get("autocomplete")]
        asked = f"{' '.join(line.words)} {options}"
        if way == 2 and completed:
            focused = self.chance.choice(completed)
            options.pop(focused, None)
            sent = await person.begin_autocomplete(
                room, *line.words, focused=focused, typed=self.beginning(), options=options
            )
            return f"completions of {focused} in {asked}", sent
        return asked, await person.slash(room, *line.words, options=options)


def seen(sent: Interaction) -> str:
    """Everything that a person gets to see of an answer."""
    shown = [message for message in (sent.original, *sent.followups) if message is not None]
    whole = [
        (
            text(one),
            one.components,
            [(file.filename, file.alt, file.data) for file in pictures(one)],
        )
        for one in shown
    ]
    form = (
        None
        if sent.modal_opened is None
        else (sent.modal_opened.title, sent.modal_opened.components)
    )
    return UNIQUE.sub("#", repr((whole, form, sent.choices)))


@asynccontextmanager
async def world(folder: Path, deal: int, seed: int, *, begun: bool) -> AsyncIterator[World]:
    """A world with a deal and with others' results of its own, and a reader who is the same."""
    seeds = itertools.chain((deal,), itertools.count(1))
    async with opened_hall(folder, seeds=seeds, start=WEDNESDAY) as hall:
        hall.server.keep_little()
        hall.client.services.games.thinker = Thinker(
            players=dict.fromkeys(Level, PLAYERS["random"])
        )
        reader = hall.people[3]
        for person in hall.people[: 4 if begun else 3]:
            asked = await (await person.slash(hall.table, "bonfire", "weekly")).response()
            await (await person.press(asked, "Play the deal")).response()
            await hall.clock.still.come()
        yield World(hall, random.Random(repr((deal, folder.name))), reader, Curious(hall, seed))


@pytest.mark.parametrize("begun", [False, True], ids=["not begun", "begun"])
@pytest.mark.parametrize(
    ("seed", "reads"),
    [
        (1, 50),
        *(long(seed, READS) for seed in range(1, 4)),
        *(soak(seed, READS) for seed in range(4, 22)),
    ],
)
async def test_who_is_not_through_reads_the_same_in_every_world(
    tmp_path: Path, seed: int, reads: int, *, begun: bool
) -> None:
    """Where the reader has begun, the deal itself is known to them, and is the same."""
    deals = (seed, seed) if begun else (seed, 1000 + seed)
    told = []
    for number, deal in enumerate(deals):
        (tmp_path / str(number)).mkdir()
        async with world(tmp_path / str(number), deal, seed, begun=begun) as one:
            told.append(await one.reads(reads))
    for (asked, before), (_, after) in zip(*told, strict=True):
        assert before == after, asked
