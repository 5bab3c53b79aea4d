"""The guided first game: who is in one, and how they come back to its line or end it."""

from dataclasses import dataclass, replace

from bot.model.button_choices import LessonTurn
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.lessons import Lesson, OffPath
from bot.services.consent.questions import ConsentService
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.play.pages import WizardPage
from bot.services.play.wizard import Wizard
from bot.store import Store
from bot.words import Catalog


@dataclass(frozen=True, slots=True)
class LessonService:
    """Lessons as games; each raises UserError for who does not play in it."""

    store: Store
    games: GameService
    consent: ConsentService
    wizard: Wizard

    async def is_new_here(self, person: int) -> bool:
        """Whether a person has never played a game to its end."""
        return not await self.store.read(lambda tx: tx.results.has(person))

    async def make_room(self, invocation: Invocation) -> int | None:
        """The lesson of the person that runs in the channel; None where one can begin.

        Their own game against Tom or bots in which they have not played yet gives way to it.
        """
        channel, person = invocation.channel.id, invocation.person.id
        game = await self.store.read(lambda tx: tx.games.running_in(channel))
        if game is None:
            return None
        async with self.games.table(game) as table:
            alone = not table.is_shared and table.plays(person)
            if alone and table.lesson is not None:
                return game
            counts = table.week is not None or table.game.options.handicap is not None
            if alone and not counts and not _has_played(table):
                await self.games.give_way(table)
        return None

    async def steer(
        self, invocation: Invocation, game: int, to: LessonTurn, words: Catalog
    ) -> WizardPage:
        """Begin the lesson again, or come back to the step in which its line was left."""
        async with self.games.table(game) as table:
            lesson = _lesson(table, invocation)
            standing, revision = lesson.standing(table.game), table.revision
            moved = table.game.move_count > 0
        back = standing.answers if isinstance(standing, OffPath) else None
        answers = 0 if to is LessonTurn.AGAIN else back
        done = None
        if answers is not None and moved:
            done = await self.consent.go_back(invocation, game, revision, answers)
        page = await self.wizard.open(invocation, game, words)
        return replace(page, done=done)

    async def end(self, invocation: Invocation, game: int) -> Saved:
        """End a lesson, without a question: nothing is lost."""
        async with self.games.table(game) as table:
            _lesson(table, invocation)
            text = table.words.say("lesson.ended_post", name=table.named(invocation.person).name)
            return await self.games.end(invocation, table, text)


def _lesson(table: Table, invocation: Invocation) -> Lesson:
    """The lesson that a table is, for who plays it; raises UserError."""
    table.seat_playing(invocation.person.id)
    if table.lesson is None:
        raise UserError(Problem.NO_LESSON)
    return table.lesson


def _has_played(table: Table) -> bool:
    """Whether anything happened in a game but turns of the bots at its table."""
    by_bots = sum(move.seat in table.seated_bots for move in table.game.moves)
    return table.revision > by_bots
