"""The private wizard of a turn: keeps the draft in the database, asks `bot.present`, submits."""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot import present
from bot.places import Press
from bot.playing import PartRefusedError
from bot.prompt import Ask, Draft, Outcome, Prompt, Stale, Submit, Undo
from bot.service import Done, GameService
from bot.store import DraftRow, Store
from bot.tables import Table
from bot.trouble import SorryError, Trouble, bug
from bot.words import Catalog
from engine import Refused
from engine.actions import Action
from engine.ids import Seat
from engine.notation import format_action


@dataclass(frozen=True, slots=True)
class Page:
    """What the person sees next: a prompt whose controls belong to the draft `token`.

    `done` tells what a confirmed draft led to, None while nothing was submitted. It `follows` the
    page that was pressed on, if that was the newest one: what hangs there can stay.
    """

    prompt: Prompt
    game: int
    revision: int
    token: str
    done: Done | None = None
    follows: bool = False

    @property
    def ends(self) -> bool:
        """Whether nothing can be pressed on it any more, as the turn is over."""
        return not self.token


class Wizard:
    """Opens a turn's prompt and follows each press on it."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Keep drafts in `store`, submit to `games`."""
        self._store = store
        self._games = games

    async def open(self, press: Press, game: int, words: Catalog) -> Page:
        """The prompt of the person's turn from its beginning; raises SorryError."""
        async with self._games.table(game) as table:
            seat = table.seat_to_move(press.person.id)
            page = await self._page(table, seat, press, Draft(), words)
        person = press.person.id
        note = await self._store.read(lambda tables: tables.game_notes.get(game, person))
        prompt = replace(page.prompt, text=present.beside_note(page.prompt.text, note, words))
        return replace(page, prompt=prompt)

    async def begin(
        self, press: Press, game: int, actions: Sequence[Action], words: Catalog
    ) -> Page:
        """The prompt that these answers lead to; raises SorryError, or Refused by the rules."""
        async with self._games.table(game) as table:
            seat = table.seat_to_move(press.person.id)
            draft = await asyncio.to_thread(present.begin, table.game, seat, tuple(actions))
            return await self._page(table, seat, press, draft, words)

    async def follow(
        self, press: Press, game: int, token: str, answer: str, words: Catalog
    ) -> Page:
        """What a press on the control `answer` of the prompt of the draft `token` leads to.

        A press that no longer fits shows the present prompt, of two at once the second one what
        the first has led to. Raises SorryError when the person is not to move.
        """
        async with self._games.table(game) as table:
            seat = table.seat_to_move(press.person.id)
            revision = table.revision
            row = await self._latest(press, table)
            draft = Draft() if row is None else Draft.load(row.body)
            if row is None or row.token != token:
                return await self._anew(table, seat, press, draft, words)
            outcome = await _outcome(table, seat, draft, answer)
            match outcome:
                case Ask(asked):
                    page = await self._page(table, seat, press, asked, words)
                    return replace(page, follows=True)
                case Stale():
                    return await self._anew(table, seat, press, Draft(), words)
        return await self._commit(press, game, revision, outcome, words)

    async def submit(
        self, press: Press, game: int, actions: Sequence[Action], words: Catalog
    ) -> Page:
        """Submit answers without a draft, as a typed line does; raises SorryError and Refused."""
        async with self._games.table(game) as table:
            table.seat_to_move(press.person.id)
            revision = table.revision
        try:
            done = await self._games.answer(press, game, revision, actions)
        except PartRefusedError as refused:
            raise SorryError(
                Trouble.MOVE_REFUSED,
                part=format_action(actions[refused.index]),
                reason=present.refusal_text(refused.refusal, words),
            ) from refused
        page = await self._after(press, done, words)
        if done.taken < len(actions):
            return noted(
                page, words.say("error.move_stopped", part=format_action(actions[done.taken - 1]))
            )
        return page

    async def undo(self, press: Press, game: int, words: Catalog) -> Page:
        """Take back what the person last submitted; raises SorryError and Refused."""
        async with self._games.table(game) as table:
            table.seat_to_undo(press.person.id)
            revision = table.revision
        return await self._after(press, await self._games.undo(press, game, revision), words)

    async def _commit(
        self, press: Press, game: int, revision: int, outcome: Submit | Undo, words: Catalog
    ) -> Page:
        try:
            if isinstance(outcome, Undo):
                done = await self._games.undo(press, game, revision)
            else:
                done = await self._games.answer(press, game, revision, outcome.actions)
        except Refused as refused:
            note = present.refusal_text(refused.refusal, words)
            return noted(await self.open(press, game, words), note)
        except SorryError as sorry:
            if sorry.trouble is not Trouble.STALE:
                raise
            return noted(await self.open(press, game, words), words.say(Trouble.STALE))
        return await self._after(press, done, words)

    async def _after(self, press: Press, done: Done, words: Catalog) -> Page:
        async with self._games.table(done.game) as table:
            waiting = table.game.waiting
            seat = table.seat_of(press.person.id)
            if done.posts or waiting is None or seat is None or waiting.seat != seat:
                return Page(present.finished(words), done.game, table.revision, "", done)
            return replace(
                await self._page(table, seat, press, Draft(), words),
                done=done,
            )

    async def _anew(
        self, table: Table, seat: Seat, press: Press, draft: Draft, words: Catalog
    ) -> Page:
        page = await self._page(table, seat, press, draft, words)
        return noted(page, words.say(Trouble.STALE))

    async def _page(
        self, table: Table, seat: Seat, press: Press, draft: Draft, words: Catalog
    ) -> Page:
        try:
            # Prompts are worked out on forks, and long enough to be kept off the event loop.
            prompt = await asyncio.to_thread(present.present, table.game, seat, draft, words)
        except Exception as error:
            raise bug(error) from error
        token = secrets.token_hex(4)
        row = DraftRow(token, table.id, press.person.id, table.revision, draft.dump())
        await self._store.write(lambda tables: tables.drafts.put(row))
        return Page(prompt, table.id, table.revision, token)

    async def _latest(self, press: Press, table: Table) -> DraftRow | None:
        """The newest draft of the person, if it was made for the position that is there now."""
        person = press.person.id
        row = await self._store.read(lambda tables: tables.drafts.of(table.id, person))
        return row if row is not None and row.revision == table.revision else None


async def _outcome(table: Table, seat: Seat, draft: Draft, answer: str) -> Outcome:
    try:
        # What is suggested next is looked for by playing on: too long for the event loop.
        return await asyncio.to_thread(present.answer, table.game, seat, draft, answer)
    except Exception as error:
        raise bug(error) from error


def noted(page: Page, note: str) -> Page:
    """A page below a word about what has just happened."""
    prompt = page.prompt
    return replace(page, prompt=replace(prompt, text=f"{note}\n\n{prompt.text}"))
