"""The private wizard of a turn: keeps the draft in the database, asks `bot.present`, submits."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.model.controls import ScreenKind, Sign
from bot.model.drafts import Ask, Decided, Draft, Stale, Submit, TakeBack, Think
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.rows import LaidState, PageRow
from bot.present.posts.note_text import note_lines
from bot.present.refusals import refusal_text
from bot.present.wizard.line_drafts import with_lines
from bot.present.wizard.opening import with_start
from bot.present.wizard.tryout import unfit_text
from bot.present.wizard.wizard import begin_draft, finished_page
from bot.services.games.laid_turns import to_turn, unfit
from bot.services.games.moves import PartRefusedError
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.play import coaching
from bot.services.play.pages import Reader, WizardPage, run_in_thread
from bot.store import Store, Transaction
from bot.words import Catalog
from bot.words.typed_notation import to_person
from engine import Game, IllegalAction
from engine.actions import Action, EndTurn
from engine.advice.ahead import Misfit, MisfitReason
from engine.advice.lines import lines
from engine.ids import Seat
from engine.notation import format_action

_HELPS: Final = frozenset({ScreenKind.LINES, ScreenKind.SUGGESTED})
"""The screens on which the bot suggests what to play."""


@dataclass(frozen=True, slots=True)
class Wizard:
    """Opens a turn's prompt and follows each press on it; each press holds its game once.

    Who wants lines of play leaves the game while they are thought of, and comes back to it.
    """

    store: Store
    games: GameService

    async def open(self, invocation: Invocation, game: int, words: Catalog) -> WizardPage:
        """The prompt of the person's turn from its beginning; raises UserError."""
        async with self.games.table(game) as table:
            return await self._first(table, invocation, words)

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
        async with self.games.table(game) as table:
            reader = Reader(table, table.seat_to_move(invocation.person.id), words)
            # Looked for by playing on: too long for the event loop.
            actions = await asyncio.to_thread(choose, table.game, reader.seat)
            draft = await asyncio.to_thread(begin_draft, table.game, reader.seat, tuple(actions))
            return await self._page(reader, draft)

    async def follow(
        self, invocation: Invocation, game: int, token: str, answer: str, words: Catalog
    ) -> WizardPage:
        """Return the page after a press on the control `answer` of the page `token`.

        A press that no longer fits shows the present prompt, of two at once the second one what
        the first has led to. Raises UserError when the person is not to move.
        """
        async with self.games.table(game) as table:
            reader = Reader(table, table.seat_to_move(invocation.person.id), words)
            draft, fits = await self._pressed_on(reader, token)
            if answer == Sign.QUIET:
                return await self._without_coach(reader, draft)
            if not fits:
                return await self._anew(reader, draft)
            pressed = await run_in_thread(table.kind.press, table.game, reader.seat, draft, answer)
            if not isinstance(pressed, Think):
                return await self._led_to(reader, invocation, pressed)
        # Nobody else has to wait for what is thought of meanwhile.
        found = await self.games.thinker.advise(lines, pressed.game, reader.seat, reader.person)
        async with self.games.table(game) as table:
            reader = Reader(table, table.seat_to_move(invocation.person.id), words)
            draft, fits = await self._pressed_on(reader, token)
            if not fits:
                return await self._anew(reader, draft)
            return await self._led_to(reader, invocation, with_lines(pressed, found))

    async def _pressed_on(self, reader: Reader, token: str) -> tuple[Draft, bool]:
        """The newest draft of the present position, and whether it is that of the page `token`."""
        row = await self._latest(reader)
        if row is None:
            return Draft(), False
        return Draft.load(row.body), row.token == token

    async def _led_to(self, reader: Reader, invocation: Invocation, decided: Decided) -> WizardPage:
        """The page that a press leads to, and what it does."""
        match decided:
            case Ask(asked):
                return replace(await self._page(reader, asked), follows=True)
            case Stale():
                return await self._anew(reader, Draft())
            case Submit() | TakeBack() as confirmed:
                return await self._commit(reader.table, invocation, confirmed, reader.words)

    async def submit(
        self, invocation: Invocation, game: int, actions: Sequence[Action], words: Catalog
    ) -> WizardPage:
        """Submit typed answers without a draft; raises UserError and IllegalAction.

        On the first turn, where they do not begin with a start tile, they are shown behind the
        likely one, to be confirmed.
        """
        async with self.games.table(game) as table:
            reader = Reader(table, table.seat_to_move(invocation.person.id), words)
            begun = await run_in_thread(with_start, table.game, reader.seat, actions)
            if actions and len(begun) > len(actions):
                plan = tuple(action for action in begun if not isinstance(action, EndTurn))
                draft = await asyncio.to_thread(begin_draft, table.game, reader.seat, plan)
                return await self._page(reader, draft)
            try:
                done = await self.games.answer(invocation, table, actions)
            except PartRefusedError as refused:
                raise UserError(
                    Problem.MOVE_REFUSED,
                    part=to_person(format_action(actions[refused.index]), words),
                    reason=refusal_text(refused.refusal, words),
                ) from refused
            page = await self._after(table, invocation, done, words)
        if done.taken < len(actions):
            last = to_person(format_action(actions[done.taken - 1]), words)
            return page.noted(words.say("error.move_stopped", part=last))
        return page

    async def undo(self, invocation: Invocation, game: int, words: Catalog) -> WizardPage:
        """Take back what the person last submitted; raises UserError and IllegalAction."""
        async with self.games.table(game) as table:
            table.seat_to_undo(invocation.person.id)
            done = await self.games.undo(invocation, table)
            return await self._after(table, invocation, done, words)

    async def _first(self, table: Table, invocation: Invocation, words: Catalog) -> WizardPage:
        """The page with which a turn begins, below the person's note on the game."""
        reader = Reader(table, table.seat_to_move(invocation.person.id), words)
        page = await self._page(reader, Draft())
        note = await self.store.read(lambda tx: tx.game_notes.get(table.id, reader.person))
        page = replace(page, page=page.page.ending_with(*note_lines(note)))
        reason = await self._no_longer(reader)
        return page if reason is None else page.noted(words.say("laid.no_longer", reason=reason))

    async def _no_longer(self, reader: Reader) -> str | None:
        """Return why the turn that the person laid ahead does not fit; None where there is none."""
        table = reader.table
        rows = await self.store.read(lambda tx: tx.laid.of_person(table.id, reader.person))
        for row in rows:
            if row.state is LaidState.UNFIT:
                found = await run_in_thread(unfit, table, reader.seat, row) or Misfit(
                    MisfitReason.GAIN, 0
                )
                turn = to_turn(row)
                return unfit_text(found, () if turn is None else turn.actions, reader.words)
        return None

    async def _commit(
        self, table: Table, invocation: Invocation, confirmed: Submit | TakeBack, words: Catalog
    ) -> WizardPage:
        """Do what the person has confirmed; where that is refused, the turn begins anew."""
        try:
            if isinstance(confirmed, TakeBack):
                done = await self.games.undo(invocation, table)
            else:
                done = await self.games.answer(invocation, table, confirmed.actions)
        except IllegalAction as refused:
            note = refusal_text(refused.refusal, words)
        except UserError as sorry:
            if sorry.problem is not Problem.STALE:
                raise
            note = words.say(Problem.STALE)
        else:
            return await self._after(table, invocation, done, words)
        stored = await self.games.reread(table)
        return (await self._first(stored, invocation, words)).noted(note)

    async def _after(
        self, table: Table, invocation: Invocation, done: Saved, words: Catalog
    ) -> WizardPage:
        """The page that follows what was done: the turn goes on, or it is over."""
        waiting = table.game.waiting
        seat = table.seat_of(invocation.person.id)
        over = bool(done.posts.ids) and not table.kind.closes(table.game)
        if over or waiting is None or seat is None or waiting.seat != seat:
            names = table.picture_names(words)
            return WizardPage(finished_page(words), table.id, table.revision, "", names, done)
        reader = Reader(table, seat, words)
        return replace(await self._page(reader, Draft()), done=done)

    async def _anew(self, reader: Reader, draft: Draft) -> WizardPage:
        return (await self._page(reader, draft)).noted(reader.words.say(Problem.STALE))

    async def _without_coach(self, reader: Reader, draft: Draft) -> WizardPage:
        """The newest page again, without the coach from now on."""
        await self.store.write(lambda tx: coaching.quiet(tx, reader.person))
        page = await self._page(reader, draft)
        return replace(page, follows=True).noted(reader.words.say("coach.quieted"))

    async def _page(self, reader: Reader, draft: Draft) -> WizardPage:
        """Store a draft of the present position, and show its page."""
        plain = await reader.made(reader.table.kind.page, draft)
        coached = await coaching.with_coach(self.store, reader, draft, plain)
        row = reader.row(draft.dump())

        async def keep(tx: Transaction) -> None:
            await tx.drafts.put(row)
            await tx.coached.note(row.person, coached.told, coaching.page_of(reader, draft))
            if draft.screen.kind in _HELPS:
                await reader.table.kind.helped(tx, reader.table)

        await self.store.write(keep)
        return reader.page(coached.page, row)

    async def _latest(self, reader: Reader) -> PageRow | None:
        """The newest draft of the person, if it was made for the position that is there now."""
        table = reader.table
        row = await self.store.read(lambda tx: tx.drafts.get(table.id, reader.person))
        return row if row is not None and row.revision == table.revision else None
