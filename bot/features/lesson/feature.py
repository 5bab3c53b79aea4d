"""The guided first game: started, led back to its line, ended."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.chat import routes
from bot.chat.feature import Feature
from bot.chat.handlers.pages import told_in_place
from bot.chat.handlers.services import Handlers, Services
from bot.chat.handlers.starting import StartHandlers
from bot.chat.interaction.context import Context
from bot.features.lesson import values
from bot.features.lesson.pages import ended_lesson, running_lesson
from bot.features.lesson.service import SOLO_OPTIONS, LessonGame, LessonService
from bot.model import button_choices
from bot.model.offers import HelpLine, Offers, WayIn
from bot.model.people import visible
from bot.words import catalog


@dataclass(frozen=True, slots=True)
class LessonHandlers(Handlers):
    """Starts and steers the lesson of a person."""

    lessons: LessonService

    @routes.on(values.StartLesson, routes.in_place)
    @routes.command("bonfire learn", "lesson.command")
    async def start(self, ctx: Context) -> None:
        """Start the lesson; where theirs is going on, ask how it is to go on. Raises UserError."""
        running = await self.lessons.make_room(ctx.invocation)
        if running is not None:
            await ctx.show_prompt(running_lesson(ctx.words), running)
            return
        await self.of.preferences.may_open(ctx.invocation)
        await self.of.limits.may_play_alone(ctx.invocation)
        self.of.limits.open(ctx.invocation.person.id)
        invocation = await self.of.languages.opening(ctx.invocation, None)
        opening = None
        if self.of.rooms.has_private_threads(ctx):
            name = catalog(invocation.channel.locale).say(
                "lesson.thread", name=visible(invocation.person)
            )
            opening = partial(self.of.rooms.private_thread, name=name)
        await StartHandlers(self.of).start_in(
            ctx,
            invocation,
            opening,
            SOLO_OPTIONS,
            (invocation.person,),
            may=self.of.limits.alone(invocation),
            kind=LessonGame(values.WAY_HOME.key),
        )

    @routes.on(values.SteerLesson, routes.in_place)
    async def steer(self, ctx: Context, game: int, to: values.LessonTurn) -> None:
        """Begin the lesson again, come back to its line, or end it."""
        async with told_in_place(ctx):
            if to is values.LessonTurn.END:
                done = await self.lessons.end(ctx.invocation, game)
                await ctx.show_prompt(ended_lesson(ctx.words, self.of.games.offers.learned))
                ctx.deliver(done)
                return
            page = await self.lessons.steer(ctx.invocation, game, to, ctx.words)
            await self.of.pages.show(ctx, page)


def _handlers(of: Services) -> tuple[LessonHandlers]:
    return (LessonHandlers(of, LessonService(of.store, of.games, of.consent, of.wizard)),)


LESSON: Final = Feature(
    "lesson",
    handlers=_handlers,
    kind=LessonGame,
    offers=Offers(
        newcomers=(WayIn("lesson.button.learn", values.StartLesson()),),
        help=(HelpLine(button_choices.HelpPage.PLAYING, "lesson.help"),),
    ),
)
