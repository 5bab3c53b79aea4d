"""Presses to which nobody has a right, mixed into running games: answered, and without effect."""

import hashlib
import logging
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from bot.model import drafts
from bot.standin import Channel, Interaction, Message, UserClient
from bot.standin.layout import text
from tests.kit.evening import FINAL
from tests.kit.hall import Hall
from tests.kit.marks import long, soak
from tests.kit.whole import Control, Player, called, controls, has_turn_button
from tests.whole.hostile import Crowd

BATCH = 25
"""Attacks on their way at the same time."""
MOST_STEPS = 12
"""Ordinary presses between two batches."""
ROWS = {
    "drafts": f"SELECT game, person, body FROM drafts WHERE body <> '{drafts.Draft().dump()}'",
    "coached": "SELECT 1 WHERE 0",
}
"""What counts of private pages: a press on an old one is answered with the present one anew, and
with the tip that belongs to it."""


@dataclass(slots=True)
class RunningGame:
    """A game at a table of its own that goes on press by press."""

    number: int
    table: Channel
    players: dict[int, Player]
    post: Message
    prompt: Message | None = None
    is_over: bool = False

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        asked = called(self.post)
        assert asked is not None
        return self.players[asked]

    def next_press(self) -> tuple[Message, Control]:
        """What the player presses next."""
        if self.prompt is not None:
            control = self.player.choose(self.prompt)
            if control is not None:
                return self.prompt, control
        return self.post, next(one for one in controls(self.post) if one.answer == "turn")

    async def follow(self, answer: Message) -> None:
        """Go on with the answer to a press, or with the next turn."""
        self.prompt = answer
        if self.player.choose(answer) is not None:
            return
        after, self.prompt = self.post.id, None
        self.post = await self.player.person.waits_for(
            self.table,
            lambda m: m.id > after and (has_turn_button(m) or FINAL in text(m)),
        )
        self.is_over = FINAL in text(self.post)


@dataclass(slots=True)
class Evening:
    """Games, a lobby, a crowd of attackers, and the state that they do not change."""

    hall: Hall
    dice: random.Random
    crowd: Crowd
    games: list[RunningGame]
    database: sqlite3.Connection

    async def play(self) -> None:
        """A few ordinary presses, some of them doubled or replayed."""
        for _ in range(self.dice.randrange(1, MOST_STEPS)):
            running = [game for game in self.games if not game.is_over]
            if not running:
                return
            game = self.dice.choice(running)
            await self._press(game, *game.next_press())

    async def _press(self, game: RunningGame, message: Message, control: Control) -> None:
        before = self._deeds()
        doubles = 1 + (self.dice.random() < 0.2)
        sent = [await game.player.press(message, control) for _ in range(doubles)]
        shown = await sent[0].response()
        await self.hall.clock.still.come()
        # A page that the first press has taken away is gone, and nobody waits for a word on it.
        assert all(one.ack or message.deleted for one in sent), control
        assert self._deeds() - before <= 1, f"{control} had an effect {doubles} times"
        self.crowd.saw(shown, game.post)
        await self._replay(sent[-1])
        await game.follow(shown)
        newest = self._rows("SELECT token FROM drafts WHERE game = ?", game.number)
        self.crowd.current[game.number] = {token for (token,) in newest}

    async def _replay(self, sent: Interaction) -> None:
        before = await self.state()
        person = self.hall.server.person_of(sent.user)
        await person.replay(sent)
        await self.hall.clock.still.come()
        after = await self.state()
        # What the player has drafted is private, and shown anew.
        changed = [name for name in after if before[name] != after[name] and name != "drafts"]
        assert not changed, f"{sent.data}, sent once more, changed {changed}"

    async def attacked(self, count: int) -> None:
        """Attack so many times at once; each is answered, and nothing has changed."""
        before = await self.state()
        attacks = [self.crowd.attack() for _ in range(count)]
        sent = [await attack.send() for attack in attacks]
        for attack, one in zip(attacks, sent, strict=True):
            assert await one.acknowledged(), attack
        await self.hall.clock.still.come()
        after = await self.state()
        changed = [name for name in after if before[name] != after[name]]
        told = "\n".join(
            f"{a.person.user.display_name} {a.kind.name} {a.data} under {text(a.message)[:40]!r}"
            for a in attacks
        )
        assert not changed, f"{changed} changed by one of\n{told}"

    async def state(self) -> dict[str, str]:
        """A hash of each table of the database, of each game in memory, and of what is posted."""
        games = self.hall.client.services.games
        state = {}
        for name, *_ in self._rows("SELECT name FROM sqlite_schema WHERE type = 'table'"):
            rows = self._rows(ROWS.get(name, f"SELECT * FROM {name}"))
            state[name] = _digest(sorted(map(repr, rows)))
        for (game,) in self._rows("SELECT id FROM games"):
            async with games.hold(game) as table:
                state[f"game {game}"] = _digest((table.game.dump(), table.revision, table.players))
        for channel in self.hall.server.world.channels.values():
            posts = [
                (m.id, m.content, m.components) for m in self.hall.server.app_messages(channel)
            ]
            state[f"posts of {channel.id}"] = _digest(posts)
        return state

    def _deeds(self) -> int:
        """How many presses have had an effect on a game."""
        ((deeds,),) = self._rows("SELECT count(*) FROM processed")
        return int(deeds)

    def _rows(self, sql: str, *values: object) -> list[Any]:
        return self.database.execute(sql, values).fetchall()


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()


async def evening(hall: Hall, seed: int, database: sqlite3.Connection) -> Evening:
    """Two games against Tom, one of two people, a lobby, and strangers here, elsewhere, in a DM."""
    dice, server = random.Random(seed), hall.server
    ada, bo, cy, di = hall.people
    mallory = server.person("Mallory")
    away = server.text_channel(server.guild("Elsewhere", mallory), "away")
    tables = [server.text_channel(hall.guild, f"table {number}") for number in range(4)]
    for person, table in ((ada, tables[0]), (bo, tables[1])):
        await (await person.slash(table, "bonfire", "solo")).response()
    opened = await (await ada.slash(tables[2], "bonfire", "new", thread=False)).response()
    await (await bo.press(opened, "Join")).response()
    await (await ada.press(opened, "Start")).response()
    lobby = await (await cy.slash(tables[3], "bonfire", "new")).response()
    sitting = ((ada,), (bo,), (ada, bo))
    games = [
        RunningGame(
            number,
            table,
            {one.id: Player(one, table, dice) for one in people},
            await people[0].waits_for(table, has_turn_button),
        )
        for number, (table, people) in enumerate(zip(tables, sitting, strict=False), 1)
    ]
    public = [*(game.post for game in games), lobby]
    strangers: dict[UserClient, Channel] = {cy: tables[3], di: di.dm(), mallory: away}
    own = {
        person: await (await person.slash(channel, "bonfire", "help")).response()
        for person, channel in strangers.items()
    }
    places = {
        ada: public,
        bo: public,
        cy: [*public, own[cy]],
        di: [*public, own[di]],
        mallory: [own[mallory]],
    }
    seats = {ada.id: frozenset({1, 3}), bo.id: frozenset({2, 3})}
    crowd = Crowd(dice, seats, places, manager=ada.id, lobby=tables[3].id)
    crowd.saw(*public, *own.values())
    return Evening(hall, dice, crowd, games, database)


@pytest.mark.parametrize(
    ("seed", "presses"),
    [
        (1, 80),
        long(2, 3_000),
        *(soak(seed, 5_000) for seed in range(3, 23)),
    ],
)
async def test_no_hostile_press_changes_anything_and_each_is_answered(
    hall: Hall, caplog: pytest.LogCaptureFixture, seed: int, presses: int
) -> None:
    with closing(sqlite3.connect(hall.folder / "bonfire.db")) as database:
        playing = await evening(hall, seed, database)
        for _ in range(presses // BATCH):
            await playing.play()
            await playing.attacked(BATCH)
    wrong = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in wrong] == []
