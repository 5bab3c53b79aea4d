"""The puzzle of the day, in private."""

from dataclasses import dataclass

from bot.chat.handlers.pages import PrivatePages
from bot.chat.interaction.context import Context
from bot.chat.routes import command, in_place, on
from bot.model.buttons import PuzzleAnswer
from bot.model.custom_ids import ButtonPress
from bot.services.play.puzzles import PuzzleService


@dataclass(frozen=True, slots=True)
class PuzzleHandlers:
    """What a person plays alone, without a game."""

    puzzles: PuzzleService
    pages: PrivatePages

    @command("bonfire puzzle", "command.bonfire.puzzle")
    async def open(self, ctx: Context) -> None:
        """Show today's puzzle as the person left it."""
        page = await self.puzzles.open(ctx.invocation.person.id, ctx.words)
        await self.pages.show(ctx, page)

    @on(PuzzleAnswer, in_place)
    async def follow(self, ctx: Context, press: ButtonPress[PuzzleAnswer]) -> None:
        """Follow a press on a page of the puzzle."""
        person, step, token = ctx.invocation.person.id, press.bound.step, press.value.token
        page = await self.puzzles.follow(person, step, token, ctx.words)
        await self.pages.show(ctx, page)
