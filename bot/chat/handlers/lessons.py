"""The guided first game: started, led back to its line, ended."""

from dataclasses import dataclass

from bot.chat.handlers.pages import PrivatePages, told_in_place
from bot.chat.handlers.starting import StartHandlers
from bot.chat.interaction.context import Context
from bot.chat.routes import command, in_place, on
from bot.model.button_choices import LessonTurn
from bot.model.buttons import StartLesson, SteerLesson
from bot.present.posts.lesson_posts import ended_lesson, running_lesson
from bot.services.people.languages import LanguageService
from bot.services.people.limits import PersonalLimits
from bot.services.people.preferences import PreferenceService
from bot.services.play.lessons import LessonService


@dataclass(frozen=True, slots=True)
class LessonHandlers:
    """Starts and steers the lesson of a person."""

    lessons: LessonService
    starting: StartHandlers
    preferences: PreferenceService
    languages: LanguageService
    limits: PersonalLimits
    pages: PrivatePages

    @on(StartLesson, in_place)
    @command("bonfire learn", "lesson.command")
    async def start(self, ctx: Context) -> None:
        """Start the lesson; where theirs is going on, ask how it is to go on. Raises UserError."""
        running = await self.lessons.make_room(ctx.invocation)
        if running is not None:
            await ctx.show_prompt(running_lesson(ctx.words), running)
            return
        await self.preferences.may_open(ctx.invocation)
        await self.limits.may_play_alone(ctx.invocation)
        self.limits.open(ctx.invocation.person.id)
        invocation = await self.languages.opening(ctx.invocation, None)
        await self.starting.start_lesson(ctx, invocation, self.limits.alone(invocation))

    @on(SteerLesson, in_place)
    async def steer(self, ctx: Context, game: int, to: LessonTurn) -> None:
        """Begin the lesson again, come back to its line, or end it."""
        async with told_in_place(ctx):
            if to is LessonTurn.END:
                done = await self.lessons.end(ctx.invocation, game)
                await ctx.show_prompt(ended_lesson(ctx.words))
                ctx.deliver(done)
                return
            page = await self.lessons.steer(ctx.invocation, game, to, ctx.words)
            await self.pages.show(ctx, page)
