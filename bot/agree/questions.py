"""Questions that everybody affected must agree to, and what follows. It does not know Discord.

One question of a game is open at a time. Whatever overtakes it makes it void: see
`bot.asking.stands`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot import present
from bot.asking import answered, ask, lapse, others_than, settled, stands
from bot.history import standing
from bot.places import Press, shown
from bot.prompt import Person, Post, Prompt, PublicButton
from bot.service import Also, Done, GameService, nothing, once, queue
from bot.store import (
    Matter,
    MoveKind,
    MoveRow,
    NewQuestion,
    Outcome,
    PersonRow,
    QuestionRow,
    Status,
    Store,
    Tables,
)
from bot.tables import Table
from bot.trouble import SorryError, Trouble
from bot.turns import hand_on, hush, unwind
from bot.words import Catalog
from engine.ids import Seat

GIVES_WAY: Final = 24 * 3600.0
"""Seconds after which an open question gives way to a new one."""


class Answer(StrEnum):
    """What can be answered to a question; only who asked can withdraw it."""

    YES = "yes"
    NO = "no"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that counts, who else must agree, and what it led to if that ended the question."""

    answer: Answer
    missing: tuple[PersonRow, ...] = ()
    done: Done | None = None


class AgreeService:
    """Opens questions, takes answers, and does what was agreed on."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Keep questions in `store`, change games by `games`."""
        self._store = store
        self._games = games

    async def take_back(
        self, press: Press, game: int, turn: int | None, words: Catalog
    ) -> Done | Prompt:
        """Ask the others to go back to the beginning of a turn: by default, of one's own last.

        Who plays alone is asked to confirm it, in these words. Raises SorryError for a turn that
        never was.
        """
        async with self._games.table(game) as table:
            seat = table.seat_acting(press.person.id)
            move = _beginning(table, seat, turn)
            others = others_than(press.person.id, table)
            if not others:
                return present.back_prompt(table.game, move, table.revision, table.owners, words)
            return await self._ask(press, table, Matter.TAKE_BACK, others, move)

    async def go_back(self, press: Press, game: int, revision: int, move: int) -> Done:
        """Go back, as who plays alone has confirmed; raises SorryError when anything changed."""
        async with self._games.table(game) as table:
            table.seat_acting(press.person.id)
            changed = revision != table.revision or move not in table.game.turn_starts
            if changed or others_than(press.person.id, table):
                raise SorryError(Trouble.STALE)
            return await self._go_back(press, table, move, "agree.went_back_alone")

    async def hand_over(self, press: Press, game: int, to: PersonRow) -> Done:
        """Ask somebody to take the seat of who pressed; raises SorryError for who has one here."""
        async with self._games.table(game) as table:
            table.seat_playing(press.person.id)
            if table.knows(to.id):
                raise SorryError(Trouble.SEATED_THERE, who=shown(to).name)
            if table.game.settings.handicap is not None:
                raise SorryError(Trouble.CHALLENGE_STAYS)
            return await self._ask(press, table, Matter.HAND_OVER, (to,))

    async def abandon(self, press: Press, game: int, words: Catalog) -> Done | Prompt:
        """Ask the others to end the game without a result.

        Who plays alone is asked to confirm it, in these words. Who manages the server ends it at
        once. Raises SorryError.
        """
        if press.manages:
            return await self._games.abandon(press, game)
        async with self._games.table(game) as table:
            table.seat_acting(press.person.id)
            others = others_than(press.person.id, table)
            if not others:
                return present.abandon_prompt(words)
            return await self._ask(press, table, Matter.ABANDON, others)

    async def abandon_alone(self, press: Press, game: int) -> Done:
        """End the game, as who plays alone has confirmed; raises SorryError when others play."""
        async with self._games.table(game) as table:
            table.seat_acting(press.person.id)
            if others_than(press.person.id, table):
                raise SorryError(Trouble.STALE)
            text = table.words.say("shell.abandoned", name=shown(press.person).name)
            return await self._games.end(press, table, text)

    async def answer(self, press: Press, game: int, question: int, answer: Answer) -> Answered:
        """Agree, refuse or withdraw; the last one needed does what was asked.

        Raises SorryError for who is not asked, and for a question that is over.
        """
        async with self._games.table(game) as table:
            if table.status is not Status.RUNNING:
                raise SorryError(Trouble.GAME_OVER)
            row = await self._store.read(lambda tables: tables.questions.open_in(game))
            if row is None or row.id != question or not stands(row.new, table):
                raise SorryError(Trouble.QUESTION_OVER)
            _may_answer(press, table, row, answer)
            if answer is Answer.YES:
                return await self._agree(press, table, row)
            return Answered(answer, (), await self._end(press, table, row, answer))

    async def _ask(
        self,
        press: Press,
        table: Table,
        matter: Matter,
        asked: Sequence[PersonRow],
        move: int | None = None,
    ) -> Done:
        asker, now = press.person.id, self._games.now()
        new = NewQuestion(table.id, matter, asker, tuple(asked), table.revision, move, now)

        async def work(tables: Tables) -> Done:
            await once(tables, press)
            await _make_room(tables, table, now)
            number = await tables.questions.open(new)
            calling = replace(
                table.body(_post(number, new, table)), ping=tuple(one.id for one in asked)
            )
            (told,) = await hand_on(tables, table, asker, (calling,), now)
            posts = await queue(tables, table, press.place, (told,))
            await ask(tables, PublicButton.AGREE, table.id, posts[-1], told)
            return Done(table.id, posts)

        return await self._store.write(work)

    async def _agree(self, press: Press, table: Table, row: QuestionRow) -> Answered:
        agreed = row.agreed | {press.person.id}
        missing = tuple(one for one in row.new.asked if one.id not in agreed)
        so_far = present.agreed_note(
            tuple(shown(one) for one in row.new.asked if one.id in agreed),
            tuple(map(shown, missing)),
            table.words,
        )

        async def note(tables: Tables) -> None:
            await tables.questions.agree(row.id, press.person.id)
            if missing:
                await answered(tables, PublicButton.AGREE, table.id, so_far)
            else:
                await tables.questions.close(row.id, Outcome.AGREED)
                await settled(tables, PublicButton.AGREE, table.id, so_far)

        async def work(tables: Tables) -> None:
            await once(tables, press)
            await note(tables)

        if missing:
            await self._store.write(work)
            return Answered(Answer.YES, missing)
        return Answered(Answer.YES, (), await self._carry_out(press, table, row.new, note))

    async def _carry_out(self, press: Press, table: Table, new: NewQuestion, also: Also) -> Done:
        """Do what everybody has agreed to."""
        seat = table.seat_of(new.asker)
        assert seat is not None, "the question stands"
        match new.matter:
            case Matter.TAKE_BACK:
                assert new.move is not None, "a take-back says how far"
                return await self._go_back(press, table, new.move, "agree.went_back", also)
            case Matter.HAND_OVER:
                return await self._games.reseat(press, table, seat, also)
            case Matter.ABANDON:
                return await self._games.end(press, table, table.words.say("agree.abandoned"), also)

    async def _end(self, press: Press, table: Table, row: QuestionRow, answer: Answer) -> Done:
        """End a question without any effect, and say so."""
        slots = {"who": shown(press.person).name, "asker": _asker(row, table)}
        if answer is Answer.NO:
            outcome, text = Outcome.REFUSED, table.words.say("agree.refused", **slots)
        else:
            outcome, text = Outcome.WITHDRAWN, table.words.say("agree.withdrawn", **slots)

        async def work(tables: Tables) -> Done:
            await once(tables, press)
            await tables.questions.close(row.id, outcome)
            await settled(tables, PublicButton.AGREE, table.id, text)
            told = (table.body(Post(text)),)
            return Done(table.id, await queue(tables, table, press.place, told))

        return await self._store.write(work)

    async def _go_back(
        self, press: Press, table: Table, move: int, key: str, also: Also = nothing
    ) -> Done:
        """Let only the first `move` answers stand; the log keeps the others, marked."""
        log = await self._store.read(lambda tables: tables.games.log(table.id))
        after = (0, *standing(log))[move]

        async def mark(tables: Tables) -> None:
            await unwind(tables, table.id)
            await hush(tables, table.id)
            await tables.games.take_back(table.id, after, table.revision)
            await also(tables)

        with self._games.changing(table.id):
            turn = table.game.moves[move].turn
            table.game, table.told = table.game.at(move), move
            told = table.words.say(key, who=shown(press.person).name, turn=turn)
            post = table.body(present.headed(table.notice, told))
            entry = MoveRow(table.seat_acting(press.person.id), None, press.id, MoveKind.BACK)
            return await self._games.save(table, press, (post,), (entry,), mark)


def _beginning(table: Table, seat: Seat, turn: int | None) -> int:
    """The answer with which a turn began; without a number, the last turn of the seat."""
    moves = table.game.moves
    for start in reversed(table.game.turn_starts):
        if moves[start].turn == turn or (turn is None and moves[start].seat == seat):
            return start
    restored = table.game.restored_at is not None
    raise SorryError(Trouble.NOT_BEFORE_NEW_RULES if restored else Trouble.NO_EARLIER_TURN)


def _may_answer(press: Press, table: Table, row: QuestionRow, answer: Answer) -> None:
    """Raise SorryError where this person has no say."""
    person = press.person.id
    if answer is Answer.WITHDRAW:
        if person != row.new.asker:
            raise SorryError(Trouble.NOT_YOUR_QUESTION, who=_asker(row, table))
    elif all(one.id != person for one in row.new.asked):
        names = tuple(shown(one).name for one in row.new.asked)
        raise SorryError(Trouble.NOT_ASKED, names=names)


async def _make_room(tables: Tables, table: Table, now: float) -> None:
    """Close a question that is void or old; raises SorryError while one is open."""
    row = await tables.questions.open_in(table.id)
    if row is None:
        return
    if stands(row.new, table) and now < row.new.opened + GIVES_WAY:
        raise SorryError(Trouble.QUESTION_OPEN, who=_asker(row, table))
    await lapse(tables, table, row)


def _asker(row: QuestionRow, table: Table) -> str:
    return _who(row.new, table).name


def _who(new: NewQuestion, table: Table) -> Person:
    return next(shown(one) for one in table.players if one.id == new.asker)


def _post(number: int, new: NewQuestion, table: Table) -> Post:
    """The question as everybody reads it."""
    asker, asked, words = _who(new, table), tuple(map(shown, new.asked)), table.words
    match new.matter:
        case Matter.TAKE_BACK:
            assert new.move is not None, "a take-back says how far"
            told = present.back_text(table.game, new.move, table.owners, words, asker)
            return present.take_back_post(number, asked, told, words)
        case Matter.HAND_OVER:
            return present.hand_over_post(number, asker, asked[0], words)
        case Matter.ABANDON:
            return present.abandon_post(number, asker, asked, words)
