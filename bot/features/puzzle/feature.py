"""The manifest of the puzzle of the day: its command, its buttons and its table."""

from dataclasses import dataclass
from typing import Final

from bot.chat.app import Services
from bot.chat.feature import Feature
from bot.chat.handlers.pages import PrivatePages
from bot.chat.interaction.context import Context
from bot.chat.routes import command, in_place, on
from bot.features.puzzle.service import FORGET_PUZZLERS, PuzzleService
from bot.features.puzzle.values import PuzzleAnswer
from bot.model.button_choices import HelpPage
from bot.model.custom_ids import ButtonPress
from bot.model.offers import HelpLine, Offers


@dataclass(frozen=True, slots=True)
class PuzzleHandlers:
    """Shows the puzzle of the day to one person, in private."""

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


def _handlers(of: Services) -> tuple[PuzzleHandlers, ...]:
    puzzles = PuzzleService(store=of.store, clock=of.games.clock)
    return (PuzzleHandlers(puzzles=puzzles, pages=of.private_pages),)


PUZZLE: Final = Feature(
    "puzzle",
    handlers=_handlers,
    forgets=FORGET_PUZZLERS,
    offers=Offers(help=(HelpLine(HelpPage.BETWEEN, "puzzle.help"),)),
)
