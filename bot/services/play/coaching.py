"""The coach: to whom it speaks, and what it has told them."""

from dataclasses import replace
from functools import partial

from bot.model.coach import Idea
from bot.model.drafts import Draft
from bot.model.pages import Page
from bot.present.wizard.coach import Coach, CoachedPage
from bot.services.play.pages import Reader, run_in_thread
from bot.store import Store, Transaction


async def with_coach(store: Store, reader: Reader, draft: Draft, page: Page) -> CoachedPage:
    """The page of a draft as the coach has it for who reads it; raises UserError for a bug."""
    untold = await store.read(partial(_untold, person=reader.person, page=page_of(reader, draft)))
    if not untold:
        return CoachedPage(page)
    game = reader.table.game
    if (explained := reader.table.kind.explains(game)) is not None:
        return CoachedPage(page, explained)
    return await run_in_thread(Coach(untold).above, page, game, reader.seat, draft)


def page_of(reader: Reader, draft: Draft) -> str:
    """Return the key of a page: shown once more, it has the same tip above it."""
    return f"{reader.table.id} {reader.table.revision} {draft.dump()}"


async def quiet(tx: Transaction, person: int) -> None:
    """Do without the coach, as a person has chosen below one of its tips."""
    await tx.preferences.put(person, replace(await tx.preferences.of(person), coach=False))


async def _untold(tx: Transaction, person: int, page: str) -> frozenset[Idea]:
    """Return the ideas that the coach has yet to tell a person; none if it does not speak.

    Unless they chose, it speaks to who has not played a game to its end.
    """
    wanted = (await tx.preferences.of(person)).coach
    if wanted is None:
        wanted = not await tx.results.has(person)
    return await tx.coached.untold(person, page) if wanted else frozenset()
