"""Players who note what they were told has been done."""

import random
import re
import sqlite3
import tomllib
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.standin import Channel, StandIn, UserClient
from bot.standin.layout import text
from tests.kit.sources import ROOT

ERRORS: Final = tomllib.loads((ROOT / "bot/words/errors.en.toml").read_text("utf-8"))["error"]
SORRY: Final = tuple(
    re.split(r"[{`]", text)[0]  # a name or a command follows, which Discord shows in its own way
    for key, text in ERRORS.items()
    if isinstance(text, str) and text[0] != "{" and key != "saved_unshown"
)
"""Beginnings of answers that promise nothing."""


@dataclass(slots=True)
class Ledger:
    """What the players were told has been done: the interactions behind it."""

    server: StandIn
    people: tuple[UserClient, ...]
    table: Channel
    dice: random.Random
    answers: dict[int, str] = field(default_factory=dict)
    """What was said to presses that were answered, by their interactions."""

    @property
    def acknowledged(self) -> list[int]:
        """The interactions whose people were not told that something had gone wrong."""
        return [one for one, said in self.answers.items() if not said.startswith(SORRY)]

    async def move(self, *, wait: bool) -> None:
        """Let the person to move type a legal answer; note it when it was acknowledged."""
        for person in self.dice.sample(self.people, len(self.people)):
            legal = await person.autocomplete(self.table, "turn", "move", focused="line", typed="")
            if legal:
                lines = [str(choice.value) for choice in legal]
                # Without its start tile a first line would only be shown, to be confirmed.
                lines = [line for line in lines if line.startswith("start ")] or lines
                ends = "end" in lines and self.dice.random() < 0.4
                line = "end" if ends else self.dice.choice(lines)
                asked = await person.slash(self.table, "turn", "move", line=line)
                if wait:
                    self.answers[asked.id] = text(await asked.response())
                return
        asked = await self.people[0].slash(self.table, "bonfire", "new", thread=False)
        lobby = await asked.response()
        await (await self.people[1].press(lobby, "Join")).response()
        await (await self.people[0].press(lobby, "Start")).response()


def rows(folder: Path, sql: str) -> list[tuple[int, ...]]:
    """Ask or change the database of a bot that is down."""
    with closing(sqlite3.connect(folder / "data" / "bonfire.db")) as database, database:
        return database.execute(sql).fetchall()


def posted(server: StandIn, channel: Channel) -> list[int]:
    """The posts of the outbox in a channel, oldest first, without greetings.

    Only the outbox gives a message a nonce with a hyphen.
    """
    messages = server.app_messages(channel)
    return [message.id for message in messages if "-" in str(message.nonce)]


def posts(ledger: Ledger) -> list[int]:
    """The posts at the table of a ledger, oldest first."""
    return posted(ledger.server, ledger.table)
