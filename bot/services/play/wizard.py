"""The private wizard of a turn: keeps the draft in the database, asks `bot.present`, submits.

Above its pages the coach speaks to newcomers.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.model.coach import Idea
from bot.model.controls import ScreenKind, Sign
from bot.model.drafts import Ask, Draft, PressResult, Stale, Submit, TakeBack, Think
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.messages import Page
from bot.model.rows import PageRow, PremoveRow, PremoveState
from bot.present.posts.plan_pages import note_lines
from bot.present.questions import refusal_text
from bot.present.wizard.coach import Coach, CoachedPage
from bot.present.wizard.opening import with_start
from bot.present.wizard.tryout import unfit_text
from bot.present.wizard.wizard import begin_draft, finished_page
from bot.services.games.moves import PartRefusedError, to_turn, unfit
from bot.services.games.saving import Saved
from bot.services.play.pages import PageSession, Reader, WizardPage, run_in_thread
from bot.store.store import Store, Transaction
from bot.words import Catalog
from bot.words.typed_notation import to_person
from engine import Game, IllegalAction
from engine.actions import Action, EndTurn
from engine.advice.premoves import Misfit, MisfitReason
from engine.ids import Seat
from engine.notation import format_action

_HELPS: Final = frozenset({ScreenKind.LINES, ScreenKind.SUGGESTED})
"""The screens on which the bot suggests what to play."""


@dataclass(frozen=True, slots=True)
class Wizard(PageSession):
    """Opens a turn's prompt and follows each press on it; what is confirmed goes into the game."""

    @asynccontextmanager
    async def _held(
        self, invocation: Invocation, game: int, words: Catalog
    ) -> AsyncIterator[Reader]:
        """Hold a game for the person who is to move in it; raises UserError for anybody else."""
        async with self.games.hold(game) as table:
            yield Reader(table, table.seat_to_move(invocation.person.id), invocation, words)

    async def open(self, invocation: Invocation, game: int, words: Catalog) -> WizardPage:
        """The prompt of the person's turn from its beginning; raises UserError."""
        async with self._held(invocation, game, words) as reader:
            return await self._first(reader)

    async def begin(
        self,
        invocation: Invocation,
        game: int,
        choose: Callable[[Game, Seat], Sequence[Action]],
        words: Catalog,
    ) -> WizardPage:
        """The prompt that the answers lead to which `choose` finds for the person's seat.

        Raises UserError, and IllegalAction by the rules.
        """
        async with self._held(invocation, game, words) as reader:
            # Looked for by playing on: too long for the event loop.
            actions = await asyncio.to_thread(choose, reader.table.game, reader.seat)
            return await self._begun(reader, tuple(actions))

    async def _pressed(
        self, reader: Reader, token: str, answer: str, found: Ask | Submit | None
    ) -> WizardPage | Think:
        """Return the result of a press on the page `token`, or the newest one where that is old."""
        self.games.forethought.pressed(reader.table.id)
        row = await self._latest(reader)
        draft = Draft() if row is None else Draft.load(row.body)
        if answer == Sign.QUIET:
            return await self._without_coach(reader, draft)
        if row is None or row.token != token:
            return await self._anew(reader, draft, row)
        pressed: PressResult | None = found
        if pressed is None:
            game, press = reader.table.game, reader.table.kind.press
            pressed = await run_in_thread(press, game, reader.seat, draft, answer)
        match pressed:
            case Think():
                return pressed
            case Ask(asked):
                return await self._page(reader, asked)
            case Stale():
                return await self._anew(reader, Draft())
            case Submit() | TakeBack() as confirmed:
                return await self._commit(reader, confirmed)

    async def submit(
        self, invocation: Invocation, game: int, actions: Sequence[Action], words: Catalog
    ) -> WizardPage:
        """Submit typed answers without a draft; raises UserError and IllegalAction.

        On the first turn, where they do not begin with a start tile, they are shown behind the
        likely one, to be confirmed.
        """
        async with self._held(invocation, game, words) as reader:
            begun = await run_in_thread(with_start, reader.table.game, reader.seat, actions)
            if actions and len(begun) > len(actions):
                plan = tuple(action for action in begun if not isinstance(action, EndTurn))
                return await self._begun(reader, plan)
            try:
                done = await self.games.answer(invocation, reader.table, actions)
            except PartRefusedError as refused:
                raise UserError(
                    "error.move_refused",
                    part=to_person(format_action(actions[refused.index]), words),
                    reason=refusal_text(refused.refusal, words),
                ) from refused
            page = await self._after(reader, done)
        if done.taken < len(actions):
            last = to_person(format_action(actions[done.taken - 1]), words)
            return page.noted(words.say("error.move_stopped", part=last))
        return page

    async def undo(self, invocation: Invocation, game: int, words: Catalog) -> WizardPage:
        """Take back what the person last submitted; raises UserError and IllegalAction."""
        async with self.games.hold(game) as table:
            seat = table.seat_to_undo(invocation.person.id)
            done = await self.games.undo(invocation, table)
            return await self._after(Reader(table, seat, invocation, words), done)

    async def _first(self, reader: Reader) -> WizardPage:
        """The page with which a turn begins, below the person's note on the game."""
        page = await self._page(reader, Draft())
        self.games.forethought.opened(reader.table, reader.person)
        game, person = reader.table.id, reader.person

        async def look(tx: Transaction) -> tuple[str, tuple[PremoveRow, ...]]:
            return await tx.game_notes.get(game, person), await tx.premoves.of_person(game, person)

        note, planned = await self.store.read(look)
        page = replace(page, page=page.page.ending_with(*note_lines(note)))
        reason = await _no_longer(reader, planned)
        if reason is None:
            return page
        return page.noted(reader.words.say("premove.no_longer", reason=reason))

    async def _begun(self, reader: Reader, actions: tuple[Action, ...]) -> WizardPage:
        """The page of a turn that begins with these answers."""
        draft = await asyncio.to_thread(begin_draft, reader.table.game, reader.seat, actions)
        return await self._page(reader, draft)

    async def _commit(self, reader: Reader, confirmed: Submit | TakeBack) -> WizardPage:
        """Do what the person has confirmed; where that is refused, the turn begins anew."""
        try:
            if isinstance(confirmed, TakeBack):
                done = await self.games.undo(reader.invocation, reader.table)
            else:
                done = await self.games.answer(reader.invocation, reader.table, confirmed.actions)
        except IllegalAction as refused:
            note = refusal_text(refused.refusal, reader.words)
        except UserError as sorry:
            if sorry.problem != Problem.STALE:
                raise
            note = reader.words.say(Problem.STALE)
        else:
            return await self._after(reader, done)
        stored = await self.games.reread(reader.table)
        again = replace(reader, table=stored, seat=stored.seat_to_move(reader.person))
        return (await self._first(again)).noted(note)

    async def _after(self, reader: Reader, done: Saved) -> WizardPage:
        """The page that follows what was done: the turn goes on, or it is over."""
        table, waiting = reader.table, reader.table.game.waiting
        if done.posts.ids or waiting is None or waiting.seat != reader.seat:
            names = table.picture_names(reader.words)
            page = finished_page(reader.words)
            return WizardPage(page, table.id, table.revision, "", names, done)
        return replace(await self._page(reader, Draft()), done=done)

    async def _anew(self, reader: Reader, draft: Draft, shown: PageRow | None = None) -> WizardPage:
        page = await self._page(reader, draft, shown)
        return page.noted(reader.words.say(Problem.STALE))

    async def _without_coach(self, reader: Reader, draft: Draft) -> WizardPage:
        """The newest page again, without the coach from now on."""
        await self.store.write(lambda tx: _quiet(tx, reader.person))
        page = await self._page(reader, draft)
        return page.noted(reader.words.say("coach.quieted"))

    async def _page(self, reader: Reader, draft: Draft, shown: PageRow | None = None) -> WizardPage:
        """Store a draft of the present position, and show its page.

        One that another message has `shown` by now goes on in both: the next press counts in each.
        """
        page_of = partial(reader.table.kind.page, reader.table.offers)
        plain = await reader.build(page_of, draft)
        coached = await _with_coach(self.store, reader, draft, plain)
        row, helps = shown or reader.row(draft.dump()), draft.screen.kind in _HELPS

        async def keep(tx: Transaction) -> None:
            await tx.drafts.put(row)
            if coached.told:
                await tx.coached.note(row.person, coached.told, _key_of(reader, draft))
            if helps:
                await reader.table.kind.helped(tx, reader.table)

        # A power cut may bring an older draft back, but never forgets that the bot helped.
        await self.store.write(keep, flushed=helps)
        return reader.page(coached.page, row)

    async def _latest(self, reader: Reader) -> PageRow | None:
        """The newest draft of the person, if it was made for the position that is there now."""
        table = reader.table
        row = await self.store.read(lambda tx: tx.drafts.get(table.id, reader.person))
        return row if row is not None and row.revision == table.revision else None


async def _no_longer(reader: Reader, planned: Iterable[PremoveRow]) -> str | None:
    """Return why one of the person's planned turns does not fit any more; None if all do."""
    for row in planned:
        if row.state is PremoveState.UNFIT:
            found = await run_in_thread(unfit, reader.table, reader.seat, row) or Misfit(
                MisfitReason.GAIN, 0
            )
            turn = to_turn(row)
            return unfit_text(found, () if turn is None else turn.actions, reader.words)
    return None


async def _with_coach(store: Store, reader: Reader, draft: Draft, page: Page) -> CoachedPage:
    """The page of a draft as the coach has it for who reads it; raises UserError for a bug."""
    untold = await store.read(partial(_untold, person=reader.person, page=_key_of(reader, draft)))
    if not untold:
        return CoachedPage(page)
    game = reader.table.game
    if (explained := reader.table.kind.explains(game)) is not None:
        return CoachedPage(page, explained)
    return await run_in_thread(Coach(untold).above, page, game, reader.seat, draft)


def _key_of(reader: Reader, draft: Draft) -> str:
    """Return the key of a page: shown once more, it has the same tip above it."""
    return f"{reader.table.id} {reader.table.revision} {draft.dump()}"


async def _quiet(tx: Transaction, person: int) -> None:
    """Do without the coach, as a person has chosen below one of its tips."""
    await tx.preferences.put(person, replace(await tx.preferences.of(person), coach=False))


async def _untold(tx: Transaction, person: int, page: str) -> frozenset[Idea]:
    """Return the ideas that the coach has yet to tell a person; none if it does not speak."""
    speaks = await tx.coached.speaks_to(person)
    return await tx.coached.untold(person, page) if speaks else frozenset()
