"""The outbox, and the public questions that its posts ask, with their votes."""

import time
from typing import Final

from bot.model import turn_clock
from bot.model.rows import (
    NewQuestion,
    PersonRow,
    PostRow,
    PostState,
    QuestionOutcome,
    QuestionRow,
    Via,
    VoteRow,
)
from bot.store.queries import Queries, conflicts, from_row

_CHANNELS_LOOKED_AT: Final = 200
"""Channels whose next post is looked at together; the others have their turn later."""

_HEADS: Final = (
    "SELECT coalesce(min(id) FILTER (WHERE message IS NULL), min(id))"
    " FROM posts WHERE state = 'waiting' GROUP BY channel"
)
"""The posts that are next in their channels."""
_LOST: Final = (
    "(state = 'lost' OR state = 'waiting' AND via = 'channel' AND message IS NULL"
    " AND channel IN (SELECT channel FROM posts WHERE state = 'waiting' AND refused IS NOT NULL))"
)
"""Posts that did not reach their channels, those among them that rest until these are tried."""
_BY_PRESS: Final = "state = 'waiting', via = 'followup', due = ?"


class Posts(Queries):
    """The table `posts`."""

    async def add(self, game: int | None, channel: int, via: Via, body: str) -> int:
        """Queue a post that is due at once; returns its id."""
        return await self._queue(game=game, channel=channel, via=via, body=body)

    async def add_call(self, game: int, channel: int, via: Via, body: str) -> int:
        """Queue a post that only calls somebody to a game; returns its id."""
        return await self._queue(calls_to=game, channel=channel, via=via, body=body)

    async def withdraw_calls(self, game: int) -> None:
        """Drop the calls to a game that have not gone out."""
        sql = "DELETE FROM posts WHERE calls_to = ? AND state <> 'sent' AND message IS NULL"
        await self._run(sql, game)

    async def heads(self, but: Via | None = None) -> tuple[PostRow, ...]:
        """The oldest waiting post of each of many channels, for which its later ones wait.

        Edits wait for all posts: a thread that is asleep takes them only once a post has woken it.
        Those that go one way can be left out.
        """
        sql = f"SELECT * FROM posts WHERE id IN ({_HEADS}) AND via <> ? ORDER BY due LIMIT ?"  # noqa: S608
        return await self._all(PostRow, sql, but or "", _CHANNELS_LOOKED_AT)

    async def lost(self, game: int) -> tuple[PostRow, ...]:
        """The posts of a game that never reached Discord, oldest first."""
        sql = f"SELECT * FROM posts WHERE game = ? AND {_LOST} ORDER BY id"  # noqa: S608
        return await self._all(PostRow, sql, game)

    async def waiting(self, game: int) -> tuple[PostRow, ...]:
        """The posts of a game that have not gone out, oldest first."""
        sql = "SELECT * FROM posts WHERE game = ? AND state = 'waiting' ORDER BY id"
        return await self._all(PostRow, sql, game)

    async def count_waiting(self) -> int:
        """Count the posts that wait."""
        return await self._first(int, "SELECT count(*) FROM posts WHERE state = 'waiting'") or 0

    async def mark_sent(self, post: PostRow, message: int | None) -> bool:
        """Note that Discord has taken a post; False when it was noted before, or withdrawn.

        One that was revised meanwhile waits for its message to be edited.
        """
        posted = (
            "UPDATE posts SET message = ?1,"
            " topic = CASE WHEN via = 'direct' THEN NULL ELSE topic END, state = CASE"
            " WHEN version <> ?3 AND via = 'channel' AND CAST(?1 AS BIGINT) IS NOT NULL"
            " THEN 'waiting' ELSE 'sent' END"
            " WHERE id = ?2 AND message IS NULL AND state <> 'sent'"
        )
        newest = (
            "UPDATE games SET message = ?1 FROM posts p WHERE p.id = ?2 AND games.id = p.game"
            " AND games.channel = p.channel AND CAST(?1 AS BIGINT) IS NOT NULL"
        )
        taken = await self._run(posted, message, post.id, post.version)
        await self._run(newest, message, post.id)
        return taken == 1

    async def ask(self, post: int, topic: str) -> None:
        """Note what a post asks."""
        await self._run("UPDATE posts SET topic = ? WHERE id = ?", topic, post)

    async def asking(self, topic: str) -> tuple[PostRow, ...]:
        """The posts that ask this, oldest first."""
        return await self._all(PostRow, "SELECT * FROM posts WHERE topic = ? ORDER BY id", topic)

    async def settle(self, topic: str) -> None:
        """Note that what posts ask is settled."""
        await self._run("UPDATE posts SET topic = NULL WHERE topic = ?", topic)

    async def revise(self, post: int, body: str) -> None:
        """Change what a post says; its message is edited where the bot has posted it by itself."""
        sql = (
            "UPDATE posts SET body = ?, version = version + 1, due = ?, attempts = 0, state = CASE"
            " WHEN state = 'sent' AND via = 'channel' AND message IS NOT NULL THEN 'waiting'"
            " ELSE state END WHERE id = ?"
        )
        await self._run(sql, body, time.time(), post)

    async def mark_revised(self, post: PostRow) -> None:
        """Note that a message says what it should, unless that has changed meanwhile."""
        sql = "UPDATE posts SET state = 'sent' WHERE id = ? AND version = ?"
        await self._run(sql, post.id, post.version)

    async def rewrite(self, post: int, body: str) -> None:
        """Change what a post says."""
        await self._run("UPDATE posts SET body = ? WHERE id = ?", body, post)

    async def lose(self, post: int) -> bool:
        """Note that a post will not reach Discord by itself; a call is worth nothing later.

        Where the bot only answers, a call waits for a press too. A message that was to be edited
        stays as it is. False when it does not wait any more.
        """
        one = "WHERE id = ? AND state = 'waiting'"
        answers = "SELECT channel FROM dead_channels WHERE code = 0"
        call = f"calls_to IS NOT NULL AND message IS NULL AND channel NOT IN ({answers})"
        sql = f"DELETE FROM posts {one} AND {call}"  # noqa: S608
        dropped = await self._run(sql, post)
        state = "CASE WHEN message IS NULL THEN 'lost' ELSE 'sent' END"
        lost = await self._run(f"UPDATE posts SET state = {state} {one}", post)  # noqa: S608
        return dropped + lost == 1

    async def supersede(self, game: int) -> tuple[str, ...]:
        """Drop what a game has lost or has yet to post in its channel; returns what that said."""
        sql = (
            "DELETE FROM posts WHERE id IN"
            " (SELECT id FROM posts WHERE state = 'lost' AND game = ?1"
            " UNION SELECT id FROM posts WHERE state = 'waiting' AND via = 'channel'"
            " AND message IS NULL AND game = ?1) RETURNING body"
        )
        return await self._all(str, sql, game)

    async def lose_followups(self) -> int:
        """Lose the waiting follow-ups of channels that have no door; returns how many.

        Those of places where the bot may post go by themselves.
        """
        those = (
            "WHERE state = 'waiting' AND via = 'followup'"
            " AND channel NOT IN (SELECT channel FROM doors)"
        )
        dead = "channel IN (SELECT channel FROM dead_channels)"
        await self._run(f"UPDATE posts SET via = 'channel' {those} AND NOT {dead}")  # noqa: S608
        return await self._run(f"UPDATE posts SET state = 'lost' {those}")  # noqa: S608

    async def has_lost(self, channel: int, since: float) -> bool:
        """Say whether a channel has lost anything since a time."""
        sql = f"SELECT 1 FROM posts WHERE {_LOST} AND channel = ? AND created > ? LIMIT 1"  # noqa: S608
        return await self._first(int, sql, channel, since) is not None

    async def take_up(self, channel: int, since: float) -> None:
        """Queue what a channel has lost since a time for the presses there."""
        sql = f"UPDATE posts SET {_BY_PRESS} WHERE {_LOST} AND channel = ? AND created > ?"  # noqa: S608
        await self._run(sql, time.time(), channel, since)

    async def requeue(self, post: int, via: Via) -> None:
        """Queue a post once more, to go another way."""
        sql = "UPDATE posts SET state = 'waiting', via = ?, due = ?, refused = NULL WHERE id = ?"
        await self._run(sql, via, time.time(), post)

    async def retry(self, post: int, due: float, *, counted: bool = True) -> None:
        """Try a post again at a later time; its attempts may be `counted`."""
        sql = "UPDATE posts SET attempts = attempts + ?, due = ? WHERE id = ?"
        await self._run(sql, int(counted), due, post)

    async def doubt(self, post: int, since: float) -> None:
        """Note that Discord may have taken a post since a time, unless an earlier one is known."""
        sql = "UPDATE posts SET tried = CASE WHEN tried < ? THEN tried ELSE ? END WHERE id = ?"
        await self._run(sql, since, since, post)

    async def doubt_waiting(self, nonces_live: float) -> None:
        """Note that Discord may have taken each new post: nobody knows how far the last run was.

        Nonces live for so many seconds; a follow-up has none.
        """
        sql = (
            "UPDATE posts SET tried = created - CASE via WHEN 'followup' THEN ? ELSE 0.0 END"
            " WHERE state = 'waiting' AND message IS NULL AND (tried IS NULL OR via = 'followup')"
        )
        await self._run(sql, nonces_live)

    async def refuse(self, post: int, since: float, due: float) -> None:
        """Note since when a place refuses a post, unless that is known, and when to ask again."""
        sql = "UPDATE posts SET refused = coalesce(refused, ?), due = ? WHERE id = ?"
        await self._run(sql, since, due, post)

    async def try_refused(self, guild: int) -> None:
        """Try the posts at once that places of a server have refused."""
        sql = (
            "UPDATE posts SET due = ? WHERE state = 'waiting' AND refused IS NOT NULL"
            " AND channel IN (SELECT channel FROM games WHERE guild = ?)"
        )
        await self._run(sql, time.time(), guild)

    async def rest(self, post: int, due: float) -> bool:
        """Let a post rest until its lost place is tried; False where it waits no more."""
        one = "WHERE id = ? AND state = 'waiting' AND message IS NULL"
        return await self._run(f"UPDATE posts SET due = ? {one}", due, post) == 1  # noqa: S608

    async def oldest_waiting(self) -> float | None:
        """Return when the oldest post that can go out was queued (Unix time); None without any."""
        sql = (
            "SELECT created FROM posts WHERE state = 'waiting'"
            " AND channel NOT IN (SELECT channel FROM dead_channels) ORDER BY created LIMIT 1"
        )
        return await self._first(float, sql)

    async def push(self, seconds: float, first: float, last: float) -> None:
        """Make unsent posts younger: each one made after `first` and up to `last`."""
        sql = (
            "UPDATE posts SET created = created + ?1"
            " WHERE state <> 'sent' AND created > ?2 AND created <= ?3"
        )
        await self._run(sql, seconds, first, last)

    async def overdue(self, now: float, most: int) -> tuple[float, ...]:
        """Since when the next posts of channels are due by a time, the oldest of so many.

        Those that their places did not take are left out: nobody waits for such a place.
        """
        due = "SELECT due FROM posts WHERE due <= ? AND via = 'channel' AND attempts = 0"
        sql = f"{due} AND id IN ({_HEADS}) ORDER BY due LIMIT ?"
        return await self._all(float, sql, now, most)

    async def forget(self, before: float) -> None:
        """Drop the posts from before a time that Discord took and that ask nothing any more.

        Of those that it did not take the last one of each game stays.
        """
        sql = "DELETE FROM posts WHERE state = 'sent' AND created < ? AND topic IS NULL"
        await self._run(sql, before)
        sql = (
            "DELETE FROM posts WHERE state = 'lost' AND created < ? AND topic IS NULL AND"
            " (game IS NULL OR id < (SELECT max(id) FROM posts AS other"
            " WHERE other.game = posts.game AND other.state = 'lost'))"
        )
        await self._run(sql, before)

    async def _queue(self, **post: int | str | None) -> int:
        now = time.time()
        row = {"state": PostState.WAITING, "due": now, "created": now, **post}
        return await self._insert_numbered("posts", **row)


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
        asked = tuple(from_row(PersonRow, person) for person in people)
        agreed = frozenset(person["id"] for person in people if person["agreed"])
        return QuestionRow(rows[0]["id"], from_row(NewQuestion, rows[0], asked=asked), agreed)

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

    async def cast(self, vote: int, person: int, way: turn_clock.VoteOption) -> None:
        """Store a ballot in place of the person's earlier one."""
        await self._replace("ballots", ("vote", "person"), vote=vote, person=person, choice=way)

    async def close(self, vote: int, outcome: turn_clock.VoteOption) -> bool:
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
        ballots = await self._all(tuple[int, turn_clock.VoteOption], sql, rows[0]["id"])
        return from_row(VoteRow, rows[0], ballots=ballots)
