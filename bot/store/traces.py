"""Every place where the database knows a person or a server, and how that is forgotten."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final

from bot.model.seated_bots import LAST_PERSON
from bot.store.meta import NEW_RULES, PLACE_LOST
from bot.store.migrate import statements
from bot.store.queries import Queries
from bot.store.results import SUM_UP_AGAIN

_FORGET: Final = f"""
DELETE FROM preferences WHERE person = :person;
DELETE FROM handicaps WHERE person = :person;
DELETE FROM drafts WHERE person = :person;
DELETE FROM game_notes WHERE person = :person;
DELETE FROM game_notices WHERE person = :person;
DELETE FROM tryouts WHERE person = :person;
DELETE FROM premoves WHERE person = :person;
DELETE FROM coached WHERE person = :person;
DELETE FROM unlisted WHERE person = :person;
DELETE FROM result_sums WHERE person = :person;
DELETE FROM clocks WHERE person = :person;

DELETE FROM ballots WHERE person = :person;
DELETE FROM votes WHERE person = :person;
DELETE FROM asked WHERE person = :person;
DELETE FROM questions WHERE person = :person;

-- A lobby that waits for invited people goes on without the one: it would wait for ever.
DELETE FROM lobby_invited WHERE person = :person;
DELETE FROM lobby_guests WHERE person = :person;
DELETE FROM lobby_members WHERE person = :person;
DELETE FROM lobbies WHERE channel NOT IN
    (SELECT channel FROM lobby_members WHERE person > {LAST_PERSON});
UPDATE lobbies SET revision = revision + 1, host = (
    SELECT person FROM lobby_members m WHERE m.channel = lobbies.channel
    AND person > {LAST_PERSON} ORDER BY position LIMIT 1
) WHERE host = :person;

-- Lists of results must not name those who are unknown.
INSERT INTO unlisted
    SELECT -1 - seat FROM players WHERE person = :person
    UNION SELECT -1 - seat FROM result_seats WHERE person = :person
    ON CONFLICT DO NOTHING;

UPDATE players SET held_by = 'bot', resigned = 1 WHERE person = :person
    AND game IN (SELECT id FROM games WHERE status = 'running');
"""  # noqa: S608 - put together of constants
"""Rows that belong to a deleted row go with it."""
_RENAME: Final = """
UPDATE result_seats SET person = -1 - seat, name = :name WHERE person = :person AND result IN (
    SELECT r.id FROM results r LEFT JOIN games g ON g.id = r.game
    WHERE coalesce(g.locale, 'en') = :locale
);
UPDATE players SET person = -1 - seat, name = :name WHERE person = :person
    AND game IN (SELECT id FROM games WHERE locale = :locale);
"""
_POSTS: Final = """
WITH theirs (game) AS (SELECT game FROM players WHERE person = :person),
    marked AS (SELECT *, channel = :person AND via = 'direct' AS private FROM posts)
SELECT marked.id, body, coalesce(games.locale, 'en') AS locale,
    private OR (state = 'sent' AND topic IS NULL) AS spent
FROM marked LEFT JOIN games ON games.id = coalesce(game, calls_to)
WHERE game IN (SELECT game FROM theirs) OR calls_to IN (SELECT game FROM theirs) OR private
    OR body LIKE '%' || CAST(:person AS TEXT) || '%'
"""
_LOCALES: Final = """
SELECT g.locale FROM games g JOIN players p ON p.game = g.id WHERE p.person = :person
UNION SELECT coalesce(g.locale, 'en') FROM result_seats s JOIN results r ON r.id = s.result
    LEFT JOIN games g ON g.id = r.game WHERE s.person = :person
"""
"""Of a result whose game was deleted with its server the language is not known any more."""
_JOIN: Final = (
    "INSERT INTO servers (guild) VALUES (?)"
    " ON CONFLICT (guild) DO UPDATE SET gone = NULL WHERE servers.gone IS NOT NULL"
)
_THEIRS: Final = "SELECT id FROM games WHERE guild = :guild AND changed < :before"
_PURGE: Final = f"""
DELETE FROM results WHERE counted = 0 AND game IN ({_THEIRS});
UPDATE result_seats SET guild = NULL
    WHERE result IN (SELECT id FROM results WHERE game IN ({_THEIRS}));
UPDATE results SET guild = NULL WHERE game IN ({_THEIRS});
{SUM_UP_AGAIN}

DELETE FROM posts WHERE game IS NULL AND via <> 'direct' AND created < :before
    AND channel IN (SELECT channel FROM games WHERE id IN ({_THEIRS}));
DELETE FROM meta WHERE key IN (
    SELECT '{NEW_RULES}' || id FROM games WHERE id IN ({_THEIRS})
    UNION ALL SELECT '{PLACE_LOST}' || id FROM games WHERE id IN ({_THEIRS})
);
DELETE FROM games WHERE id IN ({_THEIRS});
DELETE FROM dead_channels WHERE since < :before AND channel NOT IN (SELECT channel FROM games);

DELETE FROM lobbies WHERE guild = :guild AND created < :before;
DELETE FROM server_settings WHERE guild = :guild;
DELETE FROM forum_posts WHERE guild = :guild;
"""  # noqa: S608 - put together of constants
"""Rows that belong to a deleted row go with it; results stay, without game and server."""


@dataclass(frozen=True, slots=True)
class PostTrace:
    """A post that may name a person, in the language of its table.

    Nobody misses one that is `spent`: it is for the person alone, or Discord has it.
    """

    id: int
    body: str
    locale: str
    spent: bool


class Traces(Queries):
    """The knowledge of all tables about one person."""

    async def games(self, person: int) -> tuple[int, ...]:
        """All games that a person plays in, or played."""
        return await self._all(int, "SELECT game FROM players WHERE person = ?", person)

    async def running(self, person: int) -> tuple[int, ...]:
        """The running games in which a person has a seat, even if the bot plays it."""
        sql = (
            "SELECT p.game FROM players p INDEXED BY playing JOIN games g ON g.id = p.game"
            " WHERE p.person = ? AND p.over = 0 AND g.status = 'running' AND p.resigned = 0"
        )
        return await self._all(int, sql, person)

    async def asked_in(self, person: int) -> tuple[int, ...]:
        """The games in which an open question waits for a person."""
        sql = (
            "SELECT q.game FROM questions q JOIN asked a ON a.question = q.id"
            " WHERE a.person = ? AND q.outcome IS NULL"
        )
        return await self._all(int, sql, person)

    async def forget(self, person: int, call: Callable[[str], str], forgets: str) -> None:
        """Forget a person, by the SQL statements `forgets` of features too.

        `call` gives the name of somebody unknown in a language.
        """
        for statement in statements(forgets + _FORGET):
            await self._run(statement, person=person)
        for locale in await self._all(str, _LOCALES, person=person):
            for statement in statements(_RENAME):
                await self._run(statement, person=person, locale=locale, name=call(locale))

    async def posts(self, person: int) -> tuple[PostTrace, ...]:
        """The posts that may tell of a person, or are for them alone."""
        return await self._all(PostTrace, _POSTS, person=person)

    async def drop_posts(self, posts: Iterable[int]) -> None:
        """Forget posts; those that have not gone out never will."""
        await self._run_each("DELETE FROM posts WHERE id = ?", [(post,) for post in posts])


@dataclass(frozen=True, slots=True)
class Kept:
    """The things that a feature keeps of servers."""

    purge: str
    """The SQL statements that delete it for a server `:guild`, unless it came after `:before`."""
    tables: tuple[str, ...] = ()
    """A server stays known while one of these tables has a row with its `guild`."""


_OF_THE_CORE: Final = Kept(_PURGE, ("games", "lobbies"))


class Servers(Queries):
    """The table `servers`, and what other tables know of one of them."""

    async def present(self) -> tuple[int, ...]:
        """The servers that the bot is a member of, as far as is known."""
        return await self._all(int, "SELECT guild FROM servers WHERE gone IS NULL")

    async def enter(self, members: Iterable[int]) -> None:
        """Note that the bot is a member of these servers."""
        await self._run_each(_JOIN, [(guild,) for guild in members])

    async def join(self, guild: int) -> bool:
        """Note that the bot is a member of a server; whether it was never known to be one."""
        known = await self._all(int, "SELECT guild FROM servers WHERE guild = ?", guild)
        await self._run(_JOIN, guild)
        return not known

    async def leave(self, guild: int, now: float) -> None:
        """Note that a server has removed the bot."""
        await self._replace("servers", ("guild",), guild=guild, gone=now)

    async def gone(self, before: float) -> tuple[int, ...]:
        """The servers that removed the bot before a time."""
        return await self._all(int, "SELECT guild FROM servers WHERE gone < ?", before)

    async def games_of(self, guild: int, before: float) -> tuple[int, ...]:
        """The games of a server in which nothing happened since a time."""
        return await self._all(int, _THEIRS, guild=guild, before=before)

    async def purge(self, guild: int, before: float, kept: Iterable[Kept]) -> None:
        """Delete what the core and features keep of a server, unless it came since a time.

        The results stay for the people who played, but nobody can tell where it was.
        """
        everything = (_OF_THE_CORE, *kept)
        for statement in statements("\n".join(each.purge for each in everything)):
            await self._run(statement, guild=guild, before=before)
        for table in chain.from_iterable(each.tables for each in everything):
            sql = f"SELECT 1 FROM {table} WHERE guild = ? LIMIT 1"  # noqa: S608 - a constant
            if await self._first(int, sql, guild) is not None:
                return
        await self._run("DELETE FROM servers WHERE guild = ?", guild)
