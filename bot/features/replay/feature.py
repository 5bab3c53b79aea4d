"""The manifest of looking back at a game: step by step, in private."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.chat import routes
from bot.chat.feature import Feature
from bot.chat.handlers.pages import Further, wanted_only
from bot.chat.handlers.services import Handlers
from bot.chat.interaction.context import Context
from bot.features.replay.pages import (
    ReplayPart,
    ReplayPost,
    ReplayStep,
    ReplayTurn,
    Sight,
    StepTo,
    replay_page,
    scored_turns,
    turns_menu,
)
from bot.model import button_choices, messages, rows
from bot.model.custom_ids import Binding, ButtonPress
from bot.model.game_log import standing_answers
from bot.model.offers import HelpLine, Offers, WayIn
from bot.services.games.table import Table
from bot.words import Catalog
from engine.history import History, history


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The `step` that a person looks at, in a sight, below a `note` of what became of it.

    A phone shows a `part` of the picture.
    """

    step: int
    sight: Sight = Sight.TURN
    note: str = ""
    part: int = 0


Find = Callable[[History, Sequence[rows.MoveRow]], _Wanted]
"""Finds what a person wants to see of a game with such a history and such a log."""


class ReplayHandlers(Handlers):
    """Shows the turns of the game that stands, one by one, as they could be seen then."""

    @routes.on(ReplayPost)
    async def show_post(self, ctx: Context, press: ButtonPress[ReplayPost]) -> None:
        """Show the turn that a message shows; where it was taken back, what stands of that time."""

        def find(past: History, log: Sequence[rows.MoveRow]) -> _Wanted:
            answers, gone = standing_answers(log, press.bound.revision)
            note = ctx.words.say("replay.gone") if gone else ""
            return _Wanted(past.step_of(answers), note=note)

        await self._show(ctx, press.game, find)

    @routes.on(ReplayTurn)
    async def show_turn(self, ctx: Context, game: int, answers: int) -> None:
        """Show a turn that a page tells."""
        await self._show(ctx, game, lambda past, _: _Wanted(past.step_of(answers)))

    @routes.on(ReplayStep, routes.in_place)
    async def step(self, ctx: Context, press: ButtonPress[ReplayStep]) -> None:
        """Step on from the turn that is shown."""
        value = press.value

        def find(past: History, _log: Sequence[rows.MoveRow]) -> _Wanted:
            here = past.step_of(value.answers)
            to = {
                StepTo.FIRST: 0,
                StepTo.BACK: max(0, here - 1),
                StepTo.HERE: here,
                StepTo.FORWARD: here + 1,
                StepTo.LAST: past.last,
            }
            return _Wanted(to[value.step], value.sight)

        await self._show(ctx, press.game, find)

    @routes.on(ReplayPart, routes.in_place)
    async def further(self, ctx: Context, game: int, answers: int, sight: Sight, part: int) -> None:
        """Show another part of the picture."""
        await self._show(
            ctx, game, lambda past, _: _Wanted(past.step_of(answers), sight, part=part)
        )

    async def _show(self, ctx: Context, game: int, find: Find) -> None:
        async with self.of.games.hold(game) as table:
            place, names = table.channel, table.picture_names(ctx.words)
            log = await self.of.store.read(lambda tx: tx.games.log(game))
            # In a thread: to play a long game through would hold up the event loop.
            page = await asyncio.to_thread(_page, table, log, find, ctx.words)
        await self.of.visibility.must_be_seen(ctx.interaction, ctx.invocation.channel, place)
        prompt = wanted_only(ctx, page.prompt) if page.sight is Sight.TURN else page.prompt
        await self.of.pages.show_prompt(ctx, Binding(game), names, prompt, page.further)


class _Page(NamedTuple):
    """The page of a step in one sight, and the way to another part of its picture."""

    prompt: messages.Prompt
    sight: Sight
    further: Further


def _page(table: Table, log: Sequence[rows.MoveRow], find: Find, words: Catalog) -> _Page:
    """The page of what is wanted."""
    past = history(table.game)
    wanted = find(past, log)
    owners, sight = table.owners_in(words), wanted.sight
    prompt = replay_page(table.game, wanted.step, owners, words, sight=sight, now=table.view)
    noted = replace(prompt, text="\n".join(filter(None, (wanted.note, prompt.text))))
    answers = past.answers(min(wanted.step, past.last))
    return _Page(noted, sight, Further(wanted.part, ReplayPart(answers, sight, wanted.part + 1)))


REPLAY: Final = Feature(
    "replay",
    handlers=lambda of: (ReplayHandlers(of),),
    offers=Offers(
        turns=(WayIn("table_button.replay", ReplayPost()),),
        told=(turns_menu,),
        scores=(scored_turns,),
        help=(
            HelpLine(button_choices.HelpPage.LOOKING, "replay.help"),
            HelpLine(button_choices.HelpPage.MOVED, "replay.moved"),
        ),
    ),
)
