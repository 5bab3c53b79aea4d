"""Games and tables before the start: who sits there, the log, and how long each waits for whom."""

import time
from collections.abc import Sequence
from dataclasses import replace

from bot.model import preferences, turn_clock
from bot.model.database_errors import ConflictError
from bot.model.rows import (
    ClockRow,
    GameEntry,
    GameLine,
    GameRow,
    GuestRow,
    LobbyRow,
    MoveRow,
    NewGame,
    PersonRow,
    Progress,
    Status,
    Whereabouts,
)
from bot.model.seated_bots import LAST_PERSON
from bot.store.queries import Queries, columns, conflicts, from_row
from engine.agents.levels import Level


class Games(Queries):
    """The tables `games`, `players` and `moves`."""

    async def add(self, new: NewGame) -> int:
        """Store a new running game; returns its id, raises ConflictError if the channel has one."""
        now = time.time()
        with conflicts():
            game = await self._insert_numbered(
                "games", status=Status.RUNNING, created=now, changed=now, **columns(new)
            )
        seats = [
            {
                "game": game,
                "seat": seat,
                "person": player.id,
                "name": player.name,
                "held_by": _holder(bot=player.level is not None),
            }
            for seat, player in enumerate(new.players)
        ]
        await self._insert_all("players", seats)
        return game

    async def get(self, game: int) -> GameRow | None:
        """The game with this id."""
        rows = await self._rows("SELECT * FROM games WHERE id = ?", game)
        if not rows:
            return None
        sql = "SELECT *, person AS id FROM players WHERE game = ? ORDER BY seat"
        seats = await self._rows(sql, game)
        return from_row(
            GameRow,
            rows[0],
            players=tuple(from_row(PersonRow, seat) for seat in seats),
            bots=frozenset(seat["seat"] for seat in seats if seat["held_by"] == "bot"),
            resigned=frozenset(seat["seat"] for seat in seats if seat["resigned"]),
        )

    async def whereabouts(self, game: int) -> Whereabouts:
        """Return a game and its channel, without its snapshot."""
        sql = "SELECT channel, guild, locale, message FROM games WHERE id = ?"
        (row,) = await self._rows(sql, game)  # clocks and posts belong to games
        sql = "SELECT person AS id, name FROM players WHERE game = ? ORDER BY seat"
        players = await self._all(PersonRow, sql, game)
        return from_row(Whereabouts, row, players=players)

    async def reseat(self, game: int, before: int, after: PersonRow) -> None:
        """Give the seat of the person `before` to another, who plays it.

        Raises ConflictError when `before` does not sit there any more, or when the other does.
        """
        sql = (
            "UPDATE players SET person = ?, name = ?, held_by = 'person'"
            " WHERE game = ? AND person = ? AND resigned = 0"
        )
        with conflicts():
            seats = await self._run(sql, after.id, after.name, game, before)
        if seats != 1:
            raise ConflictError

    async def rename(self, game: int, player: PersonRow) -> None:
        """Note how a player of a game is called now."""
        sql = "UPDATE players SET name = ? WHERE game = ? AND person = ?"
        await self._run(sql, player.name, game, player.id)

    async def speak(self, game: int, locale: str) -> None:
        """Let the table of a game speak another language."""
        await self._run("UPDATE games SET locale = ? WHERE id = ?", locale, game)

    async def running_in(self, channel: int) -> int | None:
        """The id of the running game of a channel or thread."""
        sql = "SELECT id FROM games WHERE channel = ? AND status = 'running'"
        return await self._first(int, sql, channel)

    async def last_in(self, channel: int) -> int | None:
        """The id of the youngest game of a channel, running or over."""
        return await self._first(int, "SELECT max(id) FROM games WHERE channel = ?", channel)

    async def alone_in(self, person: int, guild: int) -> int:
        """Count the running games of a server that a person plays in without other people."""
        sql = (
            "SELECT count(*) FROM players p INDEXED BY playing JOIN games g ON g.id = p.game"
            " WHERE p.person = ? AND p.over = 0 AND g.guild = ? AND g.status = 'running'"
            " AND NOT EXISTS (SELECT 1 FROM players o"
            " WHERE o.game = g.id AND o.seat <> p.seat AND o.person > ?)"
        )
        return await self._first(int, sql, person, guild, LAST_PERSON) or 0

    async def save(self, progress: Progress) -> None:
        """Append to a game's log and store its new snapshot.

        Raises ConflictError when the stored game is at another revision or is over.
        """
        now = time.time()
        entries = [
            {"game": progress.game, "seq": seq, "made": now, **columns(entry)}
            for seq, entry in enumerate(progress.log, progress.before + 1)
        ]
        with conflicts():
            await self._insert_all("moves", entries)
        sql = (
            "UPDATE games SET revision = revision + :more, snapshot = :snapshot, told = :told,"
            " status = :status, changed = :now"
            " WHERE id = :game AND revision = :before AND status = 'running'"
        )
        if await self._run(sql, more=len(entries), now=now, **columns(progress)) != 1:
            raise ConflictError
        if progress.status is not Status.RUNNING:
            await self._run("UPDATE players SET over = 1 WHERE game = ?", progress.game)

    async def put_right(self, game: int, revision: int, told: int, snapshot: str) -> None:
        """Store another state of a game without a new entry of its log."""
        sql = "UPDATE games SET revision = ?, told = ?, snapshot = ? WHERE id = ?"
        await self._run(sql, revision, told, snapshot, game)

    async def log(self, game: int) -> tuple[MoveRow, ...]:
        """Every entry of a game's log in order: the one at `n` has led to the revision n + 1."""
        return await self._all(MoveRow, "SELECT * FROM moves WHERE game = ? ORDER BY seq", game)

    async def entries(self, game: int) -> tuple[tuple[int, float], ...]:
        """The entries of a game's log by number, and when each was made (Unix time)."""
        sql = "SELECT seq, made FROM moves WHERE game = ? ORDER BY seq"
        return await self._all(tuple[int, float], sql, game)

    async def take_back(self, game: int, after: int, by: int) -> None:
        """Mark the entries between two revisions as taken back: by the one that led to `by`."""
        sql = (
            "UPDATE moves SET taken_back = ?1 WHERE game = ?2 AND seq > ?3 AND seq < ?1"
            " AND taken_back IS NULL AND kind != 'back'"
        )
        await self._run(sql, by, game, after)

    async def strengthen(self, game: int, level: Level) -> None:
        """Note how strong the substitute plays in a game from now on."""
        await self._run("UPDATE games SET level = ? WHERE id = ?", level, game)

    async def picture(self, game: int, posts: preferences.TurnPictures | None) -> None:
        """Note which pictures a table's posts have; None for those that its server chose."""
        await self._run("UPDATE games SET posts = ? WHERE id = ?", posts, game)

    async def hold(self, game: int, seat: int, *, bot: bool, resigned: bool = False) -> None:
        """Note who plays a seat from now on: the substitute, or the person who sits there."""
        sql = "UPDATE players SET held_by = ?, resigned = ? WHERE game = ? AND seat = ?"
        await self._run(sql, _holder(bot=bot), resigned, game, seat)

    async def listed(self, *, over: bool) -> tuple[GameEntry, ...]:
        """The running games, and those that are over too, by server."""
        sql = (
            "SELECT g.id, g.guild AS server, g.channel, g.status, g.revision, g.created, g.changed,"
            " m.name AS mover, c.since, d.code AS lost"
            " FROM games g LEFT JOIN clocks c ON c.game = g.id"
            " LEFT JOIN players m ON m.game = g.id AND m.seat = c.seat"
            " LEFT JOIN dead_channels d ON d.channel = g.channel AND d.code <> 0"
            " AND g.status = 'running'"
            " WHERE g.status = 'running' OR ? ORDER BY g.guild, g.id"
        )
        return tuple(
            [
                from_row(GameEntry, row, players=await self._names(row["id"]))
                for row in await self._rows(sql, over)
            ]
        )

    async def _names(self, game: int) -> tuple[str, ...]:
        """Return the names of the people of a game, by seat."""
        return await self._all(str, "SELECT name FROM players WHERE game = ? ORDER BY seat", game)


def _holder(*, bot: bool) -> str:
    """A player of a seat, as the table `players` has it."""
    return "bot" if bot else "person"


class Clocks(Queries):
    """The table `clocks`."""

    async def get(self, game: int) -> ClockRow | None:
        """The clock of a running game."""
        return await self._first(ClockRow, "SELECT * FROM clocks WHERE game = ?", game)

    async def put(self, row: ClockRow) -> None:
        """Store a game's clock."""
        await self._replace("clocks", ("game",), **columns(row))

    async def stop(self, game: int) -> None:
        """Remove the clock of a game that is over."""
        await self._run("DELETE FROM clocks WHERE game = ?", game)

    async def due(self, now: float, limit: int) -> tuple[ClockRow, ...]:
        """The clocks whose call is due, the one that has waited longest first."""
        sql = "SELECT * FROM clocks WHERE due <= ? ORDER BY due LIMIT ?"
        return await self._all(ClockRow, sql, now, limit)

    async def next_due(self) -> float | None:
        """Return the time when the next call is due."""
        return await self._first(float, "SELECT min(due) FROM clocks WHERE due IS NOT NULL")

    async def waiting_for(self, person: int) -> tuple[ClockRow, ...]:
        """The clocks of the games that wait for a person."""
        return await self._all(ClockRow, "SELECT * FROM clocks WHERE person = ?", person)

    async def ahead_of(self, now: float) -> tuple[ClockRow, ...]:
        """The clocks that began after `now`, or call too late: the machine's clock was put back."""
        sql = "SELECT * FROM clocks WHERE since > ?1 OR base > ?1 OR due > ?2"
        return await self._all(ClockRow, sql, now, now + turn_clock.LONGEST_WAIT_SECONDS)

    async def push(self, seconds: float, first: float, last: float) -> None:
        """Move forward what clocks count from: each moment after `first` and up to `last`."""
        base = "UPDATE clocks SET base = base + ?1, due = due + ?1 WHERE base > ?2 AND base <= ?3"
        since = "UPDATE clocks SET since = since + ?1 WHERE since > ?2 AND since <= ?3"
        await self._run(base, seconds, first, last)
        await self._run(since, seconds, first, last)

    async def without(self) -> tuple[int, ...]:
        """Running games that have no clock: they are older than clocks."""
        sql = (
            "SELECT id FROM games INDEXED BY running_game WHERE status = 'running'"
            " AND id NOT IN (SELECT game FROM clocks) ORDER BY id"
        )
        return await self._all(int, sql)

    async def games_of(self, person: int) -> tuple[GameLine, ...]:
        """The running games of a person: theirs to move first, then by how long they wait."""
        sql = (
            "SELECT g.id AS game, g.channel, g.guild, g.message, c.person, m.name,"
            " c.since, m.person AS seated,"
            " coalesce(n.note, '') AS note, d.code AS lost,"
            " (SELECT count(*) FROM premoves m WHERE m.game = g.id AND m.person = p.person"
            " AND m.state = 'waiting' AND m.alternative = 0) AS premoves"
            " FROM players p INDEXED BY playing"
            " JOIN games g ON g.id = p.game AND g.status = 'running'"
            " LEFT JOIN clocks c ON c.game = g.id"
            " LEFT JOIN players m ON m.game = g.id AND m.seat = c.seat"
            " LEFT JOIN game_notes n ON n.game = g.id AND n.person = p.person"
            " LEFT JOIN dead_channels d ON d.channel = g.channel AND d.code <> 0"
            " WHERE p.person = ? AND p.over = 0 AND p.resigned = 0"
            " ORDER BY CASE WHEN c.person = p.person THEN 0 ELSE 1 END, c.since, g.id"
        )
        return await self._all(GameLine, sql, person)


class Lobbies(Queries):
    """The tables `lobbies`, `lobby_members`, `lobby_invited` and `lobby_guests`."""

    async def get(self, channel: int) -> LobbyRow | None:
        """The lobby of a channel."""
        rows = await self._rows("SELECT * FROM lobbies WHERE channel = ?", channel)
        if not rows:
            return None
        members = await self._people("lobby_members", channel)
        invited = await self._people("lobby_invited", channel)
        sql = (
            "SELECT person AS id, name, declined FROM lobby_guests"
            " WHERE channel = ? ORDER BY position"
        )
        guests = await self._all(GuestRow, sql, channel)
        return from_row(LobbyRow, rows[0], members=members, invited=invited, guests=guests)

    async def knowing(self, person: int) -> tuple[int, ...]:
        """The channels of the lobbies in which a person sits or is invited."""
        sql = (
            "SELECT channel FROM lobby_members WHERE person = :person"
            " UNION SELECT channel FROM lobby_invited WHERE person = :person"
            " UNION SELECT channel FROM lobby_guests WHERE person = :person"
        )
        return await self._all(int, sql, person=person)

    async def put(self, lobby: LobbyRow) -> LobbyRow:
        """Store a lobby as it is now, with the next revision; returns it."""
        stored = replace(lobby, revision=lobby.revision + 1)
        sql = (
            "INSERT INTO lobbies"
            " (channel, guild, locale, host, options, revision, created, message) VALUES"
            " (:channel, :guild, :locale, :host, :options, :revision, :created, :message)"
            " ON CONFLICT (channel) DO UPDATE SET locale = excluded.locale, host = excluded.host,"
            " options = excluded.options, revision = excluded.revision"
        )
        await self._run(sql, created=time.time(), **columns(stored))
        await self._put_people("lobby_members", lobby.channel, lobby.members)
        await self._put_people("lobby_invited", lobby.channel, lobby.invited)
        await self._put_people("lobby_guests", lobby.channel, [one.person for one in lobby.guests])
        sql = "UPDATE lobby_guests SET declined = 1 WHERE channel = ? AND person = ?"
        no = [(lobby.channel, one.person.id) for one in lobby.guests if one.declined]
        await self._run_each(sql, no)
        return stored

    async def note_shown(self, channel: int, message: int) -> None:
        """Note by which message a lobby is shown from now on; it does not change by that."""
        await self._run("UPDATE lobbies SET message = ? WHERE channel = ?", message, channel)

    async def remove(self, channel: int) -> None:
        """Forget the lobby of a channel."""
        await self._run("DELETE FROM lobbies WHERE channel = ?", channel)

    async def _people(self, table: str, channel: int) -> tuple[PersonRow, ...]:
        sql = f"SELECT person AS id, name FROM {table} WHERE channel = ? ORDER BY position"  # noqa: S608
        return await self._all(PersonRow, sql, channel)

    async def _put_people(self, table: str, channel: int, people: Sequence[PersonRow]) -> None:
        await self._run(f"DELETE FROM {table} WHERE channel = ?", channel)  # noqa: S608
        rows = [
            {"channel": channel, "person": person.id, "name": person.name, "position": position}
            for position, person in enumerate(people)
        ]
        await self._insert_all(table, rows)
