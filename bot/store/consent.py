"""The questions that all people of a game agree on, and votes on who does not move."""

import time

from bot.model.rows import NewQuestion, PersonRow, QuestionOutcome, QuestionRow, VoteRow
from bot.model.turn_clock import VoteOption
from bot.store.queries import Queries, conflicts, made

_VOID = "void"
"""The outcome of a vote that the game has overtaken."""


class Questions(Queries):
    """The tables `questions` and `asked`."""

    async def open(self, new: NewQuestion) -> int:
        """Store a question in a game that has no open one; returns its id."""
        question = await self._insert_numbered(
            "questions",
            game=new.game,
            kind=new.matter,
            person=new.asker,
            revision=new.revision,
            move=new.move,
            opened=new.opened,
        )
        asked = [
            {"question": question, "person": person.id, "name": person.name} for person in new.asked
        ]
        await self._insert_all("asked", asked)
        return question

    async def open_in(self, game: int) -> QuestionRow | None:
        """The open question of a game."""
        sql = (
            "SELECT *, kind AS matter, person AS asker FROM questions"
            " WHERE game = ? AND outcome IS NULL"
        )
        rows = await self._rows(sql, game)
        if not rows:
            return None
        sql = "SELECT person AS id, name, agreed FROM asked WHERE question = ? ORDER BY name"
        people = await self._rows(sql, rows[0]["id"])
        asked = tuple(made(PersonRow, person) for person in people)
        agreed = frozenset(person["id"] for person in people if person["agreed"])
        return QuestionRow(rows[0]["id"], made(NewQuestion, rows[0], asked=asked), agreed)

    async def agree(self, question: int, person: int) -> None:
        """Note that a person who was asked agrees."""
        sql = "UPDATE asked SET agreed = 1 WHERE question = ? AND person = ?"
        await self._run(sql, question, person)

    async def close(self, question: int, outcome: QuestionOutcome) -> None:
        """Note how a question ended."""
        sql = "UPDATE questions SET outcome = ? WHERE id = ? AND outcome IS NULL"
        await self._run(sql, outcome, question)


class Votes(Queries):
    """The tables `votes` and `ballots`."""

    async def open(self, game: int, seat: int, person: int, turn: int) -> VoteRow:
        """Open a vote; raises ConflictError while one is open in this game."""
        row = {"game": game, "seat": seat, "person": person, "turn": turn, "opened": time.time()}
        with conflicts():
            vote = await self._insert_numbered("votes", **row)
        return VoteRow(vote, game, seat, person, turn, ())

    async def open_in(self, game: int) -> VoteRow | None:
        """The open vote of a game."""
        return await self._vote("SELECT * FROM votes WHERE game = ? AND outcome IS NULL", game)

    async def last_replacing(self, game: int) -> VoteRow | None:
        """The youngest vote of a game, if it made the seat free."""
        sql = (
            "SELECT * FROM (SELECT * FROM votes WHERE game = ? ORDER BY id DESC LIMIT 1) AS last"
            " WHERE outcome = 'replace'"
        )
        return await self._vote(sql, game)

    async def cast(self, vote: int, person: int, way: VoteOption) -> None:
        """Store a ballot in place of the person's earlier one."""
        await self._replace("ballots", ("vote", "person"), vote=vote, person=person, choice=way)

    async def close(self, vote: int, outcome: VoteOption) -> bool:
        """Note how a vote ended; False when it had ended before."""
        sql = "UPDATE votes SET outcome = ? WHERE id = ? AND outcome IS NULL"
        return await self._run(sql, outcome, vote) == 1

    async def void(self, game: int) -> None:
        """End the open vote of a game: the game has gone on by itself."""
        sql = "UPDATE votes SET outcome = ? WHERE game = ? AND outcome IS NULL"
        await self._run(sql, _VOID, game)

    async def _vote(self, sql: str, game: int) -> VoteRow | None:
        rows = await self._rows(sql, game)
        if not rows:
            return None
        sql = "SELECT person, choice FROM ballots WHERE vote = ? ORDER BY person"
        ballots = await self._all(tuple[int, VoteOption], sql, rows[0]["id"])
        return made(VoteRow, rows[0], ballots=ballots)
