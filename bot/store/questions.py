"""What people are asked to agree on, and who has agreed."""

from bot.model.rows import NewQuestion, PersonRow, QuestionOutcome, QuestionRow
from bot.store.codec import made
from bot.store.queries import Queries


class Questions(Queries):
    """The tables `questions` and `asked`."""

    async def open(self, new: NewQuestion) -> int:
        """Store a question in a game that has no open one; returns its id."""
        question = await self._insert(
            "questions",
            game=new.game,
            kind=new.matter,
            person=new.asker,
            revision=new.revision,
            move=new.move,
            opened=new.opened,
        )
        await self._insert_all(
            "asked",
            [
                {"question": question, "person": person.id, "name": person.name}
                for person in new.asked
            ],
        )
        return question

    async def open_in(self, game: int) -> QuestionRow | None:
        """The open question of a game."""
        rows = await self._rows(
            "SELECT *, kind AS matter, person AS asker FROM questions"
            " WHERE game = ? AND outcome IS NULL",
            game,
        )
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
