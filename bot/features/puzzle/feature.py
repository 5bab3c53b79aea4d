"""The manifest of puzzles and exercises: their command, their buttons and their tables."""

from dataclasses import dataclass
from typing import Final

from bot.chat import routes
from bot.chat.feature import Feature
from bot.chat.handlers.services import Handlers, Services
from bot.chat.interaction.context import Context
from bot.features.puzzle import values
from bot.features.puzzle.exercise_service import FORGET_EXERCISES, ExerciseService
from bot.features.puzzle.puzzle import Goal
from bot.features.puzzle.service import FORGET_PUZZLERS, PuzzleService
from bot.model import button_choices
from bot.model.custom_ids import ButtonPress
from bot.model.offers import HelpLine, Offers, WayIn


@dataclass(frozen=True, slots=True)
class PuzzleHandlers(Handlers):
    """Shows the puzzle of the day to one person, in private."""

    puzzles: PuzzleService

    @routes.command("bonfire puzzle", "command.bonfire.puzzle")
    async def open(self, ctx: Context) -> None:
        """Show today's puzzle as the person left it."""
        page = await self.puzzles.open(ctx.invocation.person.id, ctx.words)
        await self.of.pages.show(ctx, page)

    @routes.on(values.PuzzleAnswer, routes.in_place)
    async def follow(self, ctx: Context, press: ButtonPress[values.PuzzleAnswer]) -> None:
        """Follow a press on a page of the puzzle."""
        person, step, token = ctx.invocation.person.id, press.bound.step, press.value.token
        page = await self.puzzles.follow(person, step, token, ctx.words)
        await self.of.pages.show(ctx, page)


@dataclass(frozen=True, slots=True)
class ExerciseHandlers(Handlers):
    """Shows the exercises to one person, in private."""

    exercises: ExerciseService

    @routes.on(values.ListExercises, routes.in_place)
    async def list(self, ctx: Context) -> None:
        """List the exercises with the person's stars, and the way back to their game."""
        bound, prompt = await self.exercises.all_of(ctx.invocation, ctx.words)
        await self.of.pages.show_prompt(ctx, bound, (), prompt)

    @routes.on(values.OpenExercise, routes.in_place)
    async def open(self, ctx: Context, goal: Goal) -> None:
        """Show an exercise as the person left it."""
        page = await self.exercises.open(ctx.invocation.person.id, goal, ctx.words)
        await self.of.pages.show(ctx, page)

    @routes.on(values.ExerciseAnswer, routes.in_place)
    async def follow(self, ctx: Context, press: ButtonPress[values.ExerciseAnswer]) -> None:
        """Follow a press on a page of an exercise."""
        person, bound = ctx.invocation.person.id, press.bound
        page = await self.exercises.follow(
            person, bound.revision, bound.step, press.value.token, ctx.words
        )
        await self.of.pages.show(ctx, page)


def _handlers(of: Services) -> tuple[PuzzleHandlers, ExerciseHandlers]:
    return (
        PuzzleHandlers(of, PuzzleService(of.store, of.games.clock)),
        ExerciseHandlers(of, ExerciseService(of.store, of.games)),
    )


PUZZLE: Final = Feature(
    "puzzle",
    handlers=_handlers,
    forgets=f"{FORGET_PUZZLERS}\n{FORGET_EXERCISES}",
    offers=Offers(
        learned=(WayIn("button.exercises", values.ListExercises()),),
        help=(HelpLine(button_choices.HelpPage.BETWEEN, "puzzle.help"),),
    ),
)
