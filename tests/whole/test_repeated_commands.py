"""A command that comes twice, as Discord may send it, stores no more than the first time."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import discord
import pytest

from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.respond import Responder
from bot.model.errors import UserError
from bot.standin import model
from bot.standin.options import OptionValue
from bot.store.store import Store, Transaction
from engine import IllegalAction
from tests.kit.hall import Hall
from tests.kit.typist import Typist, lines, slash_commands

SEED = 5


async def sizes(store: Store) -> dict[str, int]:
    """The number of rows of each table."""

    async def look(tx: Transaction) -> dict[str, int]:
        names = await tx.meta._all(str, "SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: await tx.meta._first(int, f"SELECT count(*) FROM {name}") or 0 for name in names
        }

    return await store.read(look)


def valid(option: model.Json, other: OptionValue) -> OptionValue:
    """A value of an option that Discord lets through: its first choice, its smallest number."""
    choices = option.get("choices")
    value: OptionValue = choices[0]["value"] if choices else option.get("min_value", other)
    return value[: option.get("max_length", 50)] if isinstance(value, str) else value


@pytest.mark.parametrize("plays", [False, True])
async def test_every_command_that_is_repeated_stores_nothing_more(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, *, plays: bool
) -> None:
    store, typist = hall.client.services.store, Typist(hall, SEED)
    answer = Responder.answer
    done = asyncio.Queue[None]()
    now, changed = "", dict[str, set[str]]()

    async def twice(
        self: Responder,
        interaction: discord.Interaction,
        mode: ReplyMode,
        handler: Callable[[Context], Awaitable[None]],
    ) -> None:
        async def again(ctx: Context) -> None:
            try:
                await handler(ctx)
            finally:
                before = await sizes(store)
                with contextlib.suppress(UserError, IllegalAction):
                    await handler(ctx)
                after = await sizes(store)
                if more := {name for name in after if after[name] > before[name]}:
                    changed[now] = more

        await answer(self, interaction, mode, again)
        done.put_nowait(None)

    monkeypatch.setattr(Responder, "answer", twice)
    every = [line for command in slash_commands(hall) for line in lines(command.definition)]
    for number, line in enumerate(every):
        room = hall.server.text_channel(hall.guild, f"room {number}")
        if plays:
            now = "/bonfire solo"
            await hall.people[0].slash(room, "bonfire", "solo")
            await hall.clock.turned(done.get())
        now = "/" + " ".join(line.words)
        needed = {
            option["name"]: valid(option, typist.value(line, option))
            for option in line.options
            if option.get("required")
        }
        await hall.people[0].slash(room, *line.words, options=needed)
        await hall.clock.turned(done.get())
    assert changed == {}, f"seed {SEED}"
