"""Questions that everybody affected must agree to, and what follows. It does not know Discord.

One question of a game is open at a time. Whatever overtakes it makes it void: see
`stands`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.model import button_choices, messages, rows
from bot.model.errors import Problem, UserError
from bot.model.game_log import standing_revisions
from bot.model.invocation import Invocation
from bot.model.people import to_person
from bot.model.stored_post import StoredPost
from bot.present.posts import consent_posts
from bot.present.posts.channel_posts import with_headings
from bot.services.games import saving
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.people import PersonalLimits
from bot.store.store import Store, Transaction
from bot.words import Catalog
from engine import ids

GIVES_WAY: Final = 24 * 3600.0
"""Seconds after which an open question gives way to a new one."""


@dataclass(frozen=True, slots=True)
class ConsentResult:
    """The people who must still agree after an answer, or the effect if it ended the question."""

    missing: tuple[rows.PersonRow, ...] = ()
    done: saving.Saved | None = None


@dataclass(frozen=True, slots=True)
class ConsentService:
    """Opens questions, takes answers, and does what was agreed on."""

    store: Store
    games: GameService
    limits: PersonalLimits

    async def take_back(
        self, invocation: Invocation, game: int, turn: int | None, words: Catalog
    ) -> saving.Saved | messages.Prompt:
        """Ask the others to go back to the beginning of a turn: by default, of one's own last.

        Who plays alone is asked to confirm it, in these words. Raises UserError for a turn that
        never was.
        """
        async with self.games.hold(game) as table:
            seat = table.seat_acting(invocation.person.id)
            _must_go_back(table)
            move = _beginning(table, seat, turn)
            others = table.others(invocation.person.id)
            if not others:
                return consent_posts.back_prompt(
                    table.game, move, table.revision, table.owners_in(words), words
                )
            return await self._ask(invocation, table, rows.Matter.TAKE_BACK, others, move)

    async def further_back(
        self, invocation: Invocation, game: int, refused: str, words: Catalog
    ) -> messages.Prompt:
        """Return the way to an earlier turn, for a person who can undo nothing in this one.

        Who plays alone is asked to confirm it at once; others read why they were `refused`.
        """
        person = invocation.person.id
        async with self.games.hold(game) as table:
            seat, points = table.seat_acting(person), table.game.take_back_points
            if table.kind.keeps_turns is not None or not table.can_go_back(person):
                return messages.Prompt(refused)
            if table.others(person) or all(table.game.moves[move].seat != seat for move in points):
                return messages.Prompt(refused, (consent_posts.back_row(words),))
            move = _beginning(table, seat, None)
            people = table.owners_in(words)
            return consent_posts.back_prompt(table.game, move, table.revision, people, words)

    async def go_back(
        self, invocation: Invocation, game: int, revision: int, move: int
    ) -> saving.Saved:
        """Go back, as who plays alone has confirmed; raises UserError when anything changed."""
        async with self.games.hold(game) as table:
            table.seat_acting(invocation.person.id)
            changed = revision != table.revision or move not in table.game.take_back_points
            if changed or table.others(invocation.person.id):
                raise UserError(Problem.STALE)
            _must_go_back(table)
            return await self._go_back(
                invocation, table, move, "agree.went_back_alone", lambda tx: tx.premoves.clear(game)
            )

    async def take_back_premove(
        self, invocation: Invocation, table: Table, move: int
    ) -> saving.Saved:
        """Go back in a held table before a turn that the person had planned ahead.

        That is theirs alone, as nobody has acted since; what they planned behind it goes with it.
        """
        person = invocation.person.id
        return await self._go_back(
            invocation,
            table,
            move,
            "premove.went_back",
            lambda tx: tx.premoves.drop(table.id, person),
        )

    async def hand_over(
        self, invocation: Invocation, game: int, to: rows.PersonRow
    ) -> saving.Saved:
        """Ask somebody to take the seat of who pressed; raises UserError for who has one here."""
        async with self.games.hold(game) as table:
            table.seat_playing(invocation.person.id)
            if table.knows(to.id):
                raise UserError("leaving.sorry.seated", who=to_person(to).name)
            if table.kind.keeps_seats is not None:
                raise UserError(table.kind.keeps_seats)
            return await self._ask(invocation, table, rows.Matter.HAND_OVER, (to,))

    async def abandon(
        self, invocation: Invocation, game: int, words: Catalog
    ) -> saving.Saved | messages.Prompt:
        """Ask the others to end the game without a result.

        Who plays alone is asked to confirm it, in these words, and so is who manages the server and
        does not play. Raises UserError.
        """
        async with self.games.hold(game) as table:
            if invocation.manages and not table.plays(invocation.person.id):
                table.must_run()
                return consent_posts.end_prompt(words)
            table.seat_acting(invocation.person.id)
            others = table.others(invocation.person.id)
            if not others:
                return consent_posts.abandon_prompt(words)
            return await self._ask(invocation, table, rows.Matter.ABANDON, others)

    async def abandon_alone(self, invocation: Invocation, game: int) -> saving.Saved:
        """End the game, as who plays alone has confirmed; raises UserError when others play."""
        async with self.games.hold(game) as table:
            table.seat_acting(invocation.person.id)
            if table.others(invocation.person.id):
                raise UserError(Problem.STALE)
            text = table.words.say("shell.abandoned", name=table.named(invocation.person).name)
            return await self.games.end(invocation, table, text)

    async def end_by_right(self, invocation: Invocation, game: int) -> saving.Saved:
        """End the game without a result, as who manages the server has confirmed.

        Nobody need agree. Raises UserError for who may not manage the server of the game.
        """
        async with self.games.hold(game) as table:
            table.must_run()
            if not invocation.manages or invocation.channel.guild != table.channel.guild:
                raise UserError("server.sorry.managers_only")
            text = table.words.say(
                "leaving.ended_by_right", who=table.named(invocation.person).name
            )
            return await self.games.end(invocation, table, text)

    async def answer(
        self, invocation: Invocation, game: int, question: int, answer: button_choices.Consent
    ) -> ConsentResult:
        """Agree, refuse or withdraw; the last one needed does what was asked.

        Raises UserError for who is not asked, and for a question that is over.
        """
        async with self.games.hold(game) as table:
            table.must_run()
            row = await self.store.read(lambda tx: tx.questions.open_in(game))
            if row is None or row.id != question or not saving.stands(row.new, table):
                raise UserError("agree.sorry.over")
            _may_answer(invocation, table, row, answer)
            if answer is button_choices.Consent.YES:
                return await self._agree(invocation, table, row)
            return ConsentResult(done=await self._end(invocation, table, row, answer))

    async def _ask(
        self,
        invocation: Invocation,
        table: Table,
        matter: rows.Matter,
        asked: Sequence[rows.PersonRow],
        move: int | None = None,
    ) -> saving.Saved:
        asker, now = invocation.person.id, self.games.clock.now()
        new = rows.NewQuestion(table.id, matter, asker, tuple(asked), table.revision, move, now)

        heard = self.limits.heard(asker, (person.id for person in asked))

        async def work(tx: Transaction) -> Sequence[StoredPost]:
            await _make_room(tx, table, now)
            question = _post(await tx.questions.open(new), new, table)
            post = table.body(replace(question, accent=table.seat_of(asker)))
            return await saving.start_turn(tx, table, asker, (replace(post, ping=heard),), now)

        done = await self.games.write_once(invocation, table, work, saving.Topic.AGREE)
        self.limits.call(asker, heard)
        return done

    async def _agree(
        self, invocation: Invocation, table: Table, row: rows.QuestionRow
    ) -> ConsentResult:
        agreed = row.agreed | {invocation.person.id}
        missing = tuple(asked for asked in row.new.asked if asked.id not in agreed)
        so_far = consent_posts.agreed_note(
            tuple(table.named(person) for person in row.new.asked if person.id in agreed),
            tuple(map(table.named, missing)),
            table.words,
        )

        async def note(tx: Transaction) -> None:
            await tx.questions.agree(row.id, invocation.person.id)
            if not missing:
                await tx.questions.close(row.id, rows.QuestionOutcome.AGREED)
            await saving.show_answers(tx, saving.Topic.AGREE, table.id, so_far, over=not missing)

        if missing:
            await self.games.write_once(invocation, table, note)
            return ConsentResult(missing)
        return ConsentResult(done=await self._carry_out(invocation, table, row.new, note))

    async def _carry_out(
        self, invocation: Invocation, table: Table, new: rows.NewQuestion, also: saving.ExtraWrite
    ) -> saving.Saved:
        """Do what everybody has agreed to."""
        seat = table.seat_of(new.asker)
        assert seat is not None, "the question stands"
        match new.matter:
            case rows.Matter.TAKE_BACK:
                assert new.move is not None, "a take-back says how far"

                async def forget(tx: Transaction) -> None:
                    await also(tx)
                    await tx.premoves.clear(table.id)

                return await self._go_back(invocation, table, new.move, "agree.went_back", forget)
            case rows.Matter.HAND_OVER:
                return await self.games.reseat(invocation, table, seat, also)
            case rows.Matter.ABANDON:
                text = table.words.say("agree.abandoned")
                return await self.games.end(invocation, table, text, also)

    async def _end(
        self,
        invocation: Invocation,
        table: Table,
        row: rows.QuestionRow,
        answer: button_choices.Consent,
    ) -> saving.Saved:
        """End a question without any effect, and say so: under it, or else by a post."""
        refused = answer is button_choices.Consent.NO
        outcome = rows.QuestionOutcome.REFUSED if refused else rows.QuestionOutcome.WITHDRAWN
        who, asker = table.named(invocation.person).name, table.named(_asker(row.new, table)).name
        seat = table.seat_of(invocation.person.id)
        text = table.words.say(f"agree.{outcome}", who=who, asker=asker)

        async def work(tx: Transaction) -> Sequence[StoredPost] | None:
            await tx.questions.close(row.id, outcome)
            is_read = await saving.show_answers(tx, saving.Topic.AGREE, table.id, text, over=True)
            return None if is_read else (table.body(messages.Post(text, accent=seat)),)

        return await self.games.write_once(invocation, table, work)

    async def _go_back(
        self, invocation: Invocation, table: Table, move: int, key: str, also: saving.ExtraWrite
    ) -> saving.Saved:
        """Let only the first `move` answers stand; the log keeps the others, marked."""
        log = await self.store.read(lambda tx: tx.games.log(table.id))
        after = (0, *standing_revisions(log))[move]

        async def mark(tx: Transaction) -> None:
            await saving.force_restart(tx, table.id)
            await saving.mute_pending(tx, table.id)
            await tx.games.take_back(table.id, after, table.revision)
            await also(tx)

        with self.games.changing(table):
            turn = table.game.moves[move].turn
            rest = table.rest()
            table.game, table.told = table.game.at(move), move
            table.revision += 1
            text = table.words.say(key, who=table.named(invocation.person).name, turn=turn)
            post = table.body(with_headings(table.notice, text))
            entry = rows.MoveRow(
                table.seat_acting(invocation.person.id), None, invocation.id, rows.MoveKind.BACK
            )
            return await self.games.save(table, invocation, (*rest, post), (entry,), mark)


def _must_go_back(table: Table) -> None:
    """Raise UserError where the game is compared with others, who cannot go back either."""
    if table.kind.keeps_turns is not None:
        raise UserError(table.kind.keeps_turns)


def _beginning(table: Table, seat: ids.Seat, turn: int | None) -> int:
    """The answer with which a turn began; without a number, the last turn of the seat."""
    moves = table.game.moves
    for start in reversed(table.game.take_back_points):
        if moves[start].turn == turn or (turn is None and moves[start].seat == seat):
            return start
    restored = table.game.restored_at is not None
    problem = "agree.sorry.new_rules" if restored else "agree.sorry.no_earlier_turn"
    raise UserError(table.kind.keeps_past or problem)


def _may_answer(
    invocation: Invocation, table: Table, row: rows.QuestionRow, answer: button_choices.Consent
) -> None:
    """Raise UserError where this person has no say."""
    person = invocation.person.id
    if answer is button_choices.Consent.WITHDRAW:
        if person != row.new.asker:
            raise UserError("agree.sorry.not_yours", who=to_person(_asker(row.new, table)).name)
    elif all(asked.id != person for asked in row.new.asked):
        names = tuple(to_person(asked).name for asked in row.new.asked)
        raise UserError("agree.sorry.not_asked", names=names)


async def _make_room(tx: Transaction, table: Table, now: float) -> None:
    """Close a question that is void or old; raises UserError while one is open."""
    row = await tx.questions.open_in(table.id)
    if row is None:
        return
    if saving.stands(row.new, table) and now < row.new.opened + GIVES_WAY:
        raise UserError(Problem.QUESTION_OPEN, who=to_person(_asker(row.new, table)).name)
    await saving.lapse_question(tx, row, table.words)


def _asker(new: rows.NewQuestion, table: Table) -> rows.PersonRow:
    return next(player for player in table.players if player.id == new.asker)


def _post(number: int, new: rows.NewQuestion, table: Table) -> messages.Post:
    """The question as everybody reads it."""
    asker, words = table.named(_asker(new, table)), table.words
    asked = tuple(map(table.named, new.asked))
    match new.matter:
        case rows.Matter.TAKE_BACK:
            assert new.move is not None, "a take-back says how far"
            text = consent_posts.back_text(table.game, new.move, table.owners, words, asker)
            return consent_posts.take_back_post(number, asked, text, words)
        case rows.Matter.HAND_OVER:
            return consent_posts.hand_over_post(number, asker, asked[0], words)
        case rows.Matter.ABANDON:
            return consent_posts.abandon_post(number, asker, asked, words)
