"""`/play`: one command for each action of the engine, completed from what is legal now."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from discord import Interaction
from discord.app_commands import (
    Choice,
    Command,
    Group,
    Range,
    autocomplete,
    describe,
    rename,
)

from bot.chat.commands.moves import Play, complete_line, complete_part, line_actions, part_actions
from bot.chat.interaction.desk import Context, Desk
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described
from bot.model.drafts import Subject
from engine.actions import EndTurn

Part = Range[str, 1, 100]
Callback = Callable[..., Coroutine[Any, Any, None]]

PAY: Final = ("pay", "pay")
THEN: Final = ("then", "then")
PLAYS: Final = (
    Play("fate", Subject.FATE, (("where", "fate"), ("keep", "keep"), THEN)),
    Play("path", Subject.PATH, (("tile", "path"), PAY, THEN)),
    Play("sail", Subject.SAIL, (("to", "sail"), PAY, THEN)),
    Play("task", Subject.TASK, (("task", "task"), PAY, ("space", "space"))),
    Play("guardian", Subject.GUARDIAN, (PAY, THEN), chooses=False),
    Play("procession", Subject.PROCESSION, (("steps", "procession"), PAY, THEN)),
    Play(
        "great-bonfire",
        Subject.GREAT_BONFIRE,
        (("space", "great-bonfire"), PAY, ("rewards", "rewards")),
    ),
    Play("gnome", Subject.GNOME, (("gnome", "gnome"), PAY, THEN)),
    Play("ignite", Subject.IGNITE, (("task", "ignite"), ("space", "space"), THEN)),
    Play("council", Subject.NEUTRAL, (("task", "council"), ("space", "space"), THEN)),
    Play("discard", Subject.DISCARD, (("tile", "discard"),)),
    Play("pass", Subject.PASS, (), chooses=False),
)


def play_group(desk: Desk) -> Group:
    """The group with its commands."""
    group = Group(name="play", description=described("command.play.text"))
    for play in PLAYS:
        group.add_command(_command(play, desk))
    _add_end(group, desk)
    _add_move(group, desk)
    return group


def _command(play: Play, desk: Desk) -> Command[Any, ..., None]:
    callback = _callback(play, desk)
    for index, (letter, (name, key)) in enumerate(zip("abc", play.options, strict=False)):
        rename(**{letter: name})(callback)
        describe(**{letter: described(f"command.play.option.{key}")})(callback)
        autocomplete(**{letter: _completion(play, index, desk)})(callback)
    return Command(
        name=play.name, description=described(f"command.play.{play.name}"), callback=callback
    )


def _callback(play: Play, desk: Desk) -> Callback:
    """The function behind a command: discord.py reads its options from the signature."""

    async def act(interaction: Interaction, *parts: str | None) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            async with desk.games.table(game) as table:
                seat = table.seat_to_move(ctx.invocation.person.id)
                actions = await asyncio.to_thread(
                    part_actions, table.game, seat, play, parts, ctx.words
                )
            page = await desk.wizard.begin(ctx.invocation, game, actions, ctx.words)
            await desk.show_page(ctx, page)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    async def without(interaction: Interaction) -> None:
        await act(interaction)

    async def one(interaction: Interaction, a: Part) -> None:
        await act(interaction, a)

    async def two(interaction: Interaction, a: Part | None = None, b: Part | None = None) -> None:
        await act(interaction, a, b)

    async def three(
        interaction: Interaction, a: Part, b: Part | None = None, c: Part | None = None
    ) -> None:
        await act(interaction, a, b, c)

    return (without, one, two, three)[len(play.options)]


def _completion(
    play: Play, index: int, desk: Desk
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await complete_part(desk, interaction, play, index, typed)

    return complete


def _add_end(group: Group, desk: Desk) -> None:
    @group.command(name="end", description=described("command.play.end"))
    async def end(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            page = await desk.wizard.submit(ctx.invocation, game, (EndTurn(),), ctx.words)
            await desk.show_page(ctx, page)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


def _add_move(group: Group, desk: Desk) -> None:
    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await complete_line(desk, interaction, typed)

    @group.command(name="move", description=described("command.play.move"))
    @describe(line=described("command.play.option.line"))
    @autocomplete(line=complete)
    async def move(interaction: Interaction, line: Range[str, 1, 1000]) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            actions = line_actions(line, ctx.words)
            page = await desk.wizard.submit(ctx.invocation, game, actions, ctx.words)
            await desk.show_page(ctx, page)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)
