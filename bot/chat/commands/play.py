"""`/play`: one command for each action of the engine, completed from what is legal now."""

from collections.abc import Callable, Coroutine
from functools import partial
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

from bot.chat.app import Handlers
from bot.chat.commands.moves import MoveCompletions, Play, line_actions, part_actions
from bot.chat.handlers.turns import TurnHandlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.translate import described
from bot.model.drafts import Subject
from bot.services.games.service import GameService
from engine.actions import EndTurn

Part = Range[str, 1, 100]
Callback = Callable[..., Coroutine[Any, Any, None]]
Completer = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]

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


def play_group(handlers: Handlers) -> Group:
    """The group with its commands."""
    group = Group(name="play", description=described("command.play.text"))
    respond, games, turns = handlers.respond, handlers.games, handlers.turns
    for play in PLAYS:
        group.add_command(_command(play, respond, games, turns))
    _add_end(group, respond, games, turns)
    _add_move(group, respond, games, turns)
    return group


def _command(
    play: Play, respond: Responder, games: GameService, turns: TurnHandlers
) -> Command[Any, ..., None]:
    callback = _callback(play, respond, games, turns)
    completions = MoveCompletions(games, respond)
    for index, (letter, (name, key)) in enumerate(zip("abc", play.options, strict=False)):
        rename(**{letter: name})(callback)
        describe(**{letter: described(f"command.play.option.{key}")})(callback)
        autocomplete(**{letter: _completion(play, index, completions)})(callback)
    return Command(
        name=play.name, description=described(f"command.play.{play.name}"), callback=callback
    )


def _callback(play: Play, respond: Responder, games: GameService, turns: TurnHandlers) -> Callback:
    """The function behind a command: discord.py reads its options from the signature."""

    async def begin(ctx: Context, *parts: str | None) -> None:
        game = await games.game_in(ctx.channel)
        choose = partial(part_actions, play=play, parts=parts, words=ctx.words)
        await turns.begin(ctx, game, choose)

    async def without(ctx: Context) -> None:
        await begin(ctx)

    async def one(ctx: Context, a: Part) -> None:
        await begin(ctx, a)

    async def two(ctx: Context, a: Part | None = None, b: Part | None = None) -> None:
        await begin(ctx, a, b)

    async def three(ctx: Context, a: Part, b: Part | None = None, c: Part | None = None) -> None:
        await begin(ctx, a, b, c)

    handler: Callback = (without, one, two, three)[len(play.options)]
    return respond(ReplyMode.EPHEMERAL)(handler)


def _completion(play: Play, index: int, completions: MoveCompletions) -> Completer:
    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await completions.complete_part(interaction, play, index, typed)

    return complete


def _add_end(group: Group, respond: Responder, games: GameService, turns: TurnHandlers) -> None:
    @group.command(name="end", description=described("command.play.end"))
    @respond(ReplyMode.EPHEMERAL)
    async def end(ctx: Context) -> None:
        await turns.submit(ctx, await games.game_in(ctx.channel), (EndTurn(),))


def _add_move(group: Group, respond: Responder, games: GameService, turns: TurnHandlers) -> None:
    @group.command(name="move", description=described("command.play.move"))
    @describe(line=described("command.play.option.line"))
    @autocomplete(line=MoveCompletions(games, respond).complete_line)
    @respond(ReplyMode.EPHEMERAL)
    async def move(ctx: Context, line: Range[str, 1, 1000]) -> None:
        game = await games.game_in(ctx.channel)
        await turns.submit(ctx, game, line_actions(line, ctx.words))
