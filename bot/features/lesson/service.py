"""The guided first game: who is in one, and how they come back to its line or end it."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from bot.features.lesson import values
from bot.features.lesson.pages import lesson_page, lesson_press, old_lesson_page
from bot.model import drafts, messages, telemetry
from bot.model.coach import Idea
from bot.model.errors import UserError
from bot.model.invocation import Invocation
from bot.model.offers import Offers, WayIn
from bot.present.wizard.page_builder import DraftState
from bot.present.wizard.wizard import wizard_press
from bot.services.consent.questions import ConsentService
from bot.services.games import saving
from bot.services.games.kind import GameKind
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.play.pages import WizardPage
from bot.services.play.wizard import Wizard
from bot.store.store import Store
from bot.words import Catalog, Phrase, phrase
from engine import Game, GameOptions, ids

OF_STEP: Final[Mapping[str, tuple[Idea, ...]]] = {
    "sail": (Idea.SAILING, Idea.TASK),
    "path": (Idea.PATH,),
    "ignite": (Idea.IGNITING, Idea.COUNCIL),
    "gnome": (Idea.GNOME,),
    "procession": (Idea.PROCESSION,),
    "fate": (Idea.FATE_TILE, Idea.GROUPS),
    "wheel": (Idea.GREAT_BONFIRE, Idea.PAYING),
}
"""The ideas that the steps of lessons explain, which the coach then need not tell again."""


LESSON_STEPS: Final = telemetry.tallied(
    "lesson_steps", "Steps of the lesson that people finished", "step"
)
SOLO_OPTIONS: Final = GameOptions(players=1)


@dataclass(frozen=True, slots=True)
class LessonGame(GameKind):
    """A game of the lesson with a key; it has no result."""

    name: ClassVar[str] = "lesson"
    counts: ClassVar[bool] = False
    brief: ClassVar[bool] = True
    rematch: ClassVar[bool] = False
    way_back: ClassVar[WayIn | None] = WayIn(
        "lesson.button.back", values.SteerLesson(values.LessonTurn.BACK)
    )
    key: str

    @property
    def lesson(self) -> values.Lesson | None:
        """The lesson; None in a game of one that an earlier version had."""
        return values.LESSONS.get(self.key)

    @property
    def detail(self) -> str:
        """The key of the lesson."""
        return self.key

    @classmethod
    def of(cls, detail: str) -> Self:
        """Return a game of a lesson."""
        return cls(detail)

    async def deal(self, _store: Store, _new: Callable[[], Game]) -> Game:
        """Deal from the lesson's own seed and the standard box."""
        return await asyncio.to_thread(Game.new, SOLO_OPTIONS, values.LESSONS[self.key].seed)

    def page(
        self, offers: Offers, game: Game, seat: ids.Seat, draft: drafts.Draft, words: Catalog
    ) -> messages.Page:
        """Return the page of a draft with the step of the lesson."""
        if self.lesson is None:
            return old_lesson_page(game, seat, draft, words)
        return lesson_page(self.lesson, DraftState(game, seat, draft), words, offers.learned)

    def press(
        self, game: Game, seat: ids.Seat, draft: drafts.Draft, token: str
    ) -> drafts.PressResult:
        """Say where a press on that page leads."""
        if self.lesson is None:
            return wizard_press(game, seat, draft, token)
        return lesson_press(self.lesson, game, seat, draft, token)

    def explains(self, game: Game) -> tuple[Idea, ...] | None:
        """Return the ideas of the step; the coach speaks beside the line and after it."""
        lesson = self.lesson
        match lesson and lesson.standing(game):
            case values.OnPath(step) if lesson is not None:
                return OF_STEP.get(lesson.steps[step - 1].key, ())
            case values.Learned(just=True):
                return ()
            case _:
                return None

    def answered(self, game: Game) -> None:
        """Count the step that ends here, of anybody."""
        lesson = self.lesson
        match lesson and lesson.standing(game):
            case values.OnPath(step, begun=False) if lesson is not None:
                telemetry.count(LESSON_STEPS, lesson.steps[step - 2].key)
            case values.Learned(just=True) if lesson is not None:
                telemetry.count(LESSON_STEPS, lesson.steps[-1].key)

    def last_word(self, game: Game) -> Phrase | None:
        """Return what has been learned, where the lesson has just come to its end."""
        if self.lesson is None or self.lesson.standing(game) != values.Learned(just=True):
            return None
        return phrase(f"lesson.{self.key}.learned")


@dataclass(frozen=True, slots=True)
class LessonService:
    """Lessons as games; each raises UserError for who does not play in it."""

    store: Store
    games: GameService
    consent: ConsentService
    wizard: Wizard

    async def make_room(self, invocation: Invocation) -> int | None:
        """The lesson of the person that runs in the channel; None where one can begin.

        Their own game against Tom or bots in which they have not played yet gives way to it, and so
        does a lesson of an earlier version.
        """
        channel, person = invocation.channel.id, invocation.person.id
        game = await self.store.read(lambda tx: tx.games.running_in(channel))
        if game is None:
            return None
        async with self.games.hold(game) as table:
            alone = not table.is_shared and table.plays(person)
            if alone and isinstance(table.kind, LessonGame):
                if table.kind.lesson is not None:
                    return game
                await self.games.give_way(table)
            elif alone and table.kind.gives_way and not _has_played(table):
                await self.games.give_way(table)
        return None

    async def steer(
        self, invocation: Invocation, game: int, to: values.LessonTurn, words: Catalog
    ) -> WizardPage:
        """Begin the lesson again, or come back to the step in which its line was left."""
        async with self.games.hold(game) as table:
            lesson = _lesson_of(table, invocation).lesson
            standing = lesson and lesson.standing(table.game)
            revision = table.revision
            moved = table.game.move_count > 0
        back = standing.answers if isinstance(standing, values.OffPath) else None
        again = lesson is not None and to is values.LessonTurn.AGAIN
        answers = 0 if again else back
        done = None
        if answers is not None and moved:
            done = await self.consent.go_back(invocation, game, revision, answers)
        page = await self.wizard.open(invocation, game, words)
        return replace(page, done=done)

    async def end(self, invocation: Invocation, game: int) -> saving.Saved:
        """End a lesson, without a question: nothing is lost."""
        async with self.games.hold(game) as table:
            _lesson_of(table, invocation)
            text = table.words.say("lesson.ended_post", name=table.named(invocation.person).name)
            return await self.games.end(invocation, table, text)


def _lesson_of(table: Table, invocation: Invocation) -> LessonGame:
    """The kind of a table for the person who takes a lesson there; raises UserError."""
    table.seat_playing(invocation.person.id)
    if not isinstance(table.kind, LessonGame):
        raise UserError("lesson.none")
    return table.kind


def _has_played(table: Table) -> bool:
    """Say whether anything happened in a game but turns of the bots at its table."""
    by_bots = sum(move.seat in table.seated_bots for move in table.game.moves)
    return table.revision > by_bots
