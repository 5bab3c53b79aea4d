"""`/turn`: one command for each action of the engine, completed from what is legal now."""

from functools import partial
from inspect import Parameter
from typing import Final

from discord.app_commands import Group, Range

from bot.chat.app import Handlers
from bot.chat.commands.group import CommandGroup, Option, taking
from bot.chat.commands.moves import MoveCompletions, Play, line_actions, part_actions
from bot.chat.interaction.context import Context
from bot.model.drafts import Subject
from engine.actions import EndTurn

Part = Range[str, 1, 100]

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


def turn_group(to: Handlers) -> Group:
    """The group with its commands."""
    group, completions = CommandGroup("turn", to), MoveCompletions(to.games)

    async def end(ctx: Context, game: int) -> None:
        await to.turns.submit(ctx, game, (EndTurn(),))

    async def move(ctx: Context, game: int, line: Range[str, 1, 1000]) -> None:
        await to.turns.submit(ctx, game, line_actions(line, ctx.words))

    for play in PLAYS:
        _add_play(group, play, completions)
    group.add_in_game("end", "command.turn.end", end)
    line = Option("command.turn.option.line", complete=completions.complete_line)
    group.add_in_game("move", "command.turn.move", move, line=line)
    return group.group


def _add_play(group: CommandGroup, play: Play, completions: MoveCompletions) -> None:
    async def begin(ctx: Context, game: int, **parts: str | None) -> None:
        given = [parts[name] for name, _ in play.options]
        choose = partial(part_actions, play=play, parts=given, words=ctx.words)
        await group.to.turns.begin(ctx, game, choose)

    parameters, options = [], {}
    for index, (name, key) in enumerate(play.options):
        default = Parameter.empty if index == 0 and play.chooses else None
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, annotation=Part, default=default))
        complete = partial(completions.complete_part, play, index)
        options[name] = Option(f"command.turn.option.{key}", complete=complete)
    handler = taking(begin, parameters)
    group.add_in_game(play.name, f"command.turn.{play.name}", handler, **options)
