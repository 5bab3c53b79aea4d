"""What people are asked to agree on, and who has agreed."""

import aiosqlite

from bot.model.rows import Matter, NewQuestion, PersonRow, QuestionOutcome, QuestionRow


class Questions:
    """The tables `questions` and `asked`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def open(self, new: NewQuestion) -> int:
        """Store a question in a game that has no open one; returns its id."""
        cursor = await self._db.execute(
            "INSERT INTO questions (game, kind, person, revision, move, opened)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (new.game, new.matter, new.asker, new.revision, new.move, new.opened),
        )
        assert cursor.lastrowid is not None
        await self._db.executemany(
            "INSERT INTO asked (question, person, name) VALUES (?, ?, ?)",
            [(cursor.lastrowid, person.id, person.name) for person in new.asked],
        )
        return cursor.lastrowid

    async def open_in(self, game: int) -> QuestionRow | None:
        """The open question of a game."""
        cursor = await self._db.execute(
            "SELECT * FROM questions WHERE game = ? AND outcome IS NULL", (game,)
        )
        row = await cursor.fetchone()
        if row is None:
            return None
        cursor = await self._db.execute(
            "SELECT person, name, agreed FROM asked WHERE question = ? ORDER BY name", (row["id"],)
        )
        asked = tuple(await cursor.fetchall())
        return QuestionRow(
            row["id"],
            NewQuestion(
                game=game,
                matter=Matter(row["kind"]),
                asker=row["person"],
                asked=tuple(PersonRow(row["person"], row["name"]) for row in asked),
                revision=row["revision"],
                move=row["move"],
                opened=row["opened"],
            ),
            frozenset(row["person"] for row in asked if row["agreed"]),
        )

    async def agree(self, question: int, person: int) -> None:
        """Note that a person who was asked agrees."""
        await self._db.execute(
            "UPDATE asked SET agreed = 1 WHERE question = ? AND person = ?", (question, person)
        )

    async def close(self, question: int, outcome: QuestionOutcome) -> None:
        """Note how a question ended."""
        await self._db.execute(
            "UPDATE questions SET outcome = ? WHERE id = ? AND outcome IS NULL", (outcome, question)
        )
