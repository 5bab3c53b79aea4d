"""`bonfire games`: what is stored is listed, shown, and built again from the log when broken."""

import asyncio
import itertools
import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from stat import S_IMODE
from typing import Any

import pytest

from bot.model.people import seated_bot
from bot.store.store import Store
from engine import Game, GameOptions
from engine.agents.levels import Level
from tests.kit.presses import abandon, submit_undo
from tests.kit.shell import DATABASE, Bonfire, assert_one_line, played, revision_of, with_stack
from tests.kit.stack import PEOPLE, Stack

Snapshot = dict[str, Any]


def execute(folder: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        return database.execute(sql, values).fetchall()


def stored(folder: Path, game: int) -> tuple[int, int, str]:
    (row,) = execute(folder, "SELECT revision, told, snapshot FROM games WHERE id = ?", game)
    return row


def rewrite(folder: Path, game: int, change: Callable[[Snapshot], object]) -> None:
    """Change the snapshot of a game, the seal as it was."""
    snapshot = json.loads(stored(folder, game)[2])
    change(snapshot)
    execute(folder, "UPDATE games SET snapshot = ? WHERE id = ?", json.dumps(snapshot), game)


def test_running_games_are_listed_by_server(bonfire: Bonfire, tmp_path: Path) -> None:
    async def work(stack: Stack) -> None:
        for channel in (7, 8, 9):
            await stack.start(2, channel)
        await abandon(stack.games, stack.press(PEOPLE[0], channel=9), 3)
        await stack.store.write(lambda tx: tx.channels.bury(8, 10003))

    with_stack(tmp_path, work)
    answer = bonfire("games", "list")
    assert (answer.status, answer.err) == (0, "")
    named, title, headings, first, second = answer.out.splitlines()
    assert named == f"Database: {DATABASE}"
    assert title == "server 5 (2)"
    assert headings.split()[:5] == ["game", "channel", "status", "age", "revision"]
    assert first.split()[:3] == ["1", "7", "running"]
    assert "Ada, Bo" in first
    assert second.endswith("deleted (10003)")
    assert bonfire("games", "list", "--all").out.splitlines()[-1].split()[:3] == [
        "3",
        "9",
        "abandoned",
    ]
    longest = str(2**63 - 1)
    assert (
        bonfire("games", "list", "--server", longest).out
        == f"Database: {DATABASE}\nThere are no games.\n"
    )


def test_the_list_is_one_json_array_too(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    (one,) = json.loads(bonfire("games", "list", "--json").out)
    assert (one["id"], one["server"], one["revision"]) == (1, 5, 12)
    assert one["mover"] in one["players"]


def test_a_name_does_not_steer_the_terminal(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    execute(tmp_path, "UPDATE players SET name = ?", "A\x1b[2J\nda")
    for words in (("list",), ("show", "1")):
        answer = bonfire("games", *words)
        assert "\x1b" not in answer.out
        assert "A[2Jda" in answer.out.replace("?", "")


def test_a_game_is_shown_as_everybody_sees_it(bonfire: Bonfire, tmp_path: Path) -> None:
    game = played(tmp_path)
    answer = bonfire("games", "show", str(game), "--last", "3")
    assert (answer.status, answer.err) == (0, "")
    named, shown = answer.out.splitlines()[:2]
    assert named == f"Database: {DATABASE}"
    assert shown == "game 1, running, revision 12: server 5, channel 7"
    assert "seat 0: Ada (11)" in answer.out
    assert "Main board, turn " in answer.out
    assert len(answer.out.partition("last moves\n")[2].splitlines()) == 3


def test_a_solo_game_is_shown_with_tom(bonfire: Bonfire, tmp_path: Path) -> None:
    game = played(tmp_path, players=1)
    answer = bonfire("games", "show", str(game))
    assert (answer.status, answer.err) == (0, "")
    assert "seat 0: Ada (11)" in answer.out
    assert "seat 1" not in answer.out
    assert "\nTom (" in answer.out


def test_a_bot_that_sits_there_is_shown_with_its_level(bonfire: Bonfire, tmp_path: Path) -> None:
    ada, bot = PEOPLE[0], seated_bot(Level.HARD, 1)

    async def work(stack: Stack) -> None:
        await stack.games.start(stack.press(ada), GameOptions(2), (ada, bot), bot.id)
        await stack.let_bots_play()

    with_stack(tmp_path, work)
    answer = bonfire("games", "show", "1")
    assert f"Bot 1 (hard) ({bot.id})\n" in answer.out
    assert "Bot 1 (hard):" in answer.out.partition("last moves\n")[2]
    document = json.loads(bonfire("games", "show", "1", "--json").out)
    assert {player["level"] for player in document["players"]} == {None, "hard"}


def test_nothing_hidden_is_shown(bonfire: Bonfire, tmp_path: Path) -> None:
    game = played(tmp_path)
    hidden = json.loads(stored(tmp_path, game)[2])["origin"]["hidden"]
    told = bonfire("games", "show", str(game)).out
    document = json.loads(bonfire("games", "show", str(game), "--json").out)
    assert document["position"] == json.loads(json.dumps(document["position"]))
    for text in (told, json.dumps(document)):
        assert "seed" not in text
        assert ", ".join(hidden["specialist_pile"][:4]) not in text
        assert json.dumps(hidden["specialist_pile"][:4])[1:-1] not in text


def test_undos_and_answers_that_were_taken_back_are_shown_as_such(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    game = played(tmp_path)
    execute(tmp_path, "UPDATE moves SET taken_back = 12 WHERE seq = 11")
    execute(tmp_path, "UPDATE moves SET action = '{' WHERE seq = 10")
    execute(tmp_path, "UPDATE moves SET by_bot = 1 WHERE seq = 9")
    *_, ninth, tenth, eleventh, _ = bonfire("games", "show", str(game)).out.splitlines()
    assert "(bot)" in ninth
    assert "damaged" in tenth
    assert eleventh.endswith("(taken back)")


def test_a_game_that_is_not_there_is_told(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    for word in ("show", "repair"):
        assert_one_line(bonfire("games", word, "99"), "there is no game 99")


def test_a_sound_game_needs_no_repair(bonfire: Bonfire, tmp_path: Path) -> None:
    game = played(tmp_path)
    before = stored(tmp_path, game)
    answer = bonfire("games", "repair", str(game), "--write")
    said = f"Database: {DATABASE}\ngame 1: the snapshot is what the log leads to\n"
    assert (answer.status, answer.out) == (0, said)
    assert stored(tmp_path, game) == before
    assert not (tmp_path / "data/backups").exists()


def test_the_bot_looked_at_from_outside_plays_on(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    loop = asyncio.new_event_loop()
    store = loop.run_until_complete(Store.open(tmp_path / DATABASE))
    try:
        assert bonfire("games", "list").status == 0
        assert bonfire("games", "show", "1").status == 0
        execute(tmp_path, "UPDATE games SET revision = 3")
        assert "--write" in bonfire("games", "repair", "1").out
        refused = bonfire("games", "repair", "1", "--write")
        assert refused.status == 2
        assert "Another process already uses" in refused.err
    finally:
        loop.run_until_complete(store.close())
        loop.close()


def shortened(snapshot: Snapshot) -> None:
    snapshot["moves"].pop()


def moved(snapshot: Snapshot) -> None:
    snapshot["state"]["turn"] += 1


def without_a_state(snapshot: Snapshot) -> None:
    del snapshot["state"]


@pytest.mark.parametrize("damage", [shortened, moved, without_a_state])
def test_a_damaged_snapshot_is_built_anew_and_can_be_put_back(
    bonfire: Bonfire, tmp_path: Path, damage: Callable[[Snapshot], None]
) -> None:
    game = played(tmp_path)
    sound = stored(tmp_path, game)
    rewrite(tmp_path, game, damage)
    damaged = stored(tmp_path, game)
    assert_one_line(bonfire("games", "show", "1"), "game 1 is damaged", "bonfire games repair")

    dry = bonfire("games", "repair", "1")
    assert dry.status == 0
    assert "the snapshot cannot be read: the document is damaged" in dry.out
    assert stored(tmp_path, game) == damaged

    assert bonfire("games", "repair", "1", "--write").status == 0
    assert stored(tmp_path, game) == sound
    (kept,) = (tmp_path / "data/backups").iterdir()
    assert S_IMODE(kept.stat().st_mode) == 0o600
    assert bonfire("games", "put-back", kept).status == 0
    assert stored(tmp_path, game) == damaged


async def _play_on(stack: Stack) -> None:
    dice = random.Random(8)
    stack.numbers = itertools.count(1000)  # other presses than those of the process before
    await stack.play(1, dice, 5)


def test_players_go_on_after_a_repair_which_can_no_longer_be_put_back(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    game = played(tmp_path)
    rewrite(tmp_path, game, shortened)
    execute(tmp_path, "UPDATE games SET revision = 99, told = 50")
    told = bonfire("games", "repair", "1", "--write").out
    assert "the revision is 99, that of the log is 12" in told
    assert "50 answers were told, and 12 stand" in told
    with_stack(tmp_path, _play_on)
    assert revision_of(tmp_path, game) == 17
    (kept,) = (tmp_path / "data/backups").iterdir()
    assert_one_line(bonfire("games", "put-back", kept), "has gone on since")


def test_the_clock_of_a_repaired_game_is_wound_at_the_next_start(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    played(tmp_path)
    execute(tmp_path, "UPDATE games SET revision = 3")
    bonfire("games", "repair", "1", "--write")
    assert execute(tmp_path, "SELECT * FROM clocks") == []

    async def work(stack: Stack) -> int:
        await stack.reminders._adopt()
        return (await stack.row(1)).person

    assert with_stack(tmp_path, work) in {one.id for one in PEOPLE}


def test_answers_that_were_undone_or_taken_back_do_not_stand(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    async def work(stack: Stack) -> None:
        game, dice = await stack.start(2), random.Random(5)
        for _ in range(40):
            seat, _, _ = await stack.options(game)
            async with stack.games.hold(game) as table:
                person, undoable = table.players[seat], not table.game.undo_refusal(seat)
            if undoable and dice.random() < 0.3:
                await submit_undo(stack.games, stack.press(person), game)
            else:
                await stack.answer(game, dice)

    with_stack(tmp_path, work)
    undone = execute(tmp_path, "SELECT count(*) FROM moves WHERE kind = 'undo'")
    assert undone[0][0] > 3
    sound = stored(tmp_path, 1)
    rewrite(tmp_path, 1, shortened)
    assert bonfire("games", "repair", "1", "--write").status == 0
    assert stored(tmp_path, 1) == sound


def test_what_people_took_back_together_does_not_stand(bonfire: Bonfire, tmp_path: Path) -> None:
    async def work(stack: Stack) -> None:
        game, dice = await stack.start(1), random.Random(5)
        await stack.play(game, dice, 30)
        async with stack.games.hold(game) as table:
            revision, move = table.revision, table.game.turn_starts[-2]
        agree = stack.consent
        await agree.go_back(stack.press(PEOPLE[0]), game, revision, move)
        await stack.play(game, dice, 4)

    with_stack(tmp_path, work)
    assert execute(tmp_path, "SELECT count(*) FROM moves WHERE kind = 'back'") == [(1,)]
    sound = stored(tmp_path, 1)
    assert bonfire("games", "repair", "1").out.endswith("is what the log leads to\n")
    rewrite(tmp_path, 1, shortened)
    assert bonfire("games", "repair", "1", "--write").status == 0
    assert stored(tmp_path, 1) == sound
    assert "(taken back)" in bonfire("games", "show", "1", "--last", "99").out


def test_a_log_with_entries_taken_back_leads_to_the_position_before_them(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    game = played(tmp_path)
    last = execute(tmp_path, "SELECT max(seq) FROM moves")[0][0]
    execute(tmp_path, "UPDATE moves SET taken_back = ? WHERE seq > 6", last + 1)
    execute(
        tmp_path,
        "INSERT INTO moves (game, seq, seat, kind, interaction, made)"
        " VALUES (1, ?, 0, 'back', 5, 0)",
        last + 1,
    )
    before = Game.load(json.loads(stored(tmp_path, game)[2]))
    assert bonfire("games", "repair", "1", "--write").status == 0
    revision, _, snapshot = stored(tmp_path, game)
    after = Game.load(json.loads(snapshot))
    assert revision == last + 1
    assert after.moves == before.moves[:6]


def seed_changed(snapshot: Snapshot) -> None:
    snapshot["origin"]["hidden"]["seed"] += 1


def without_a_set_up(snapshot: Snapshot) -> None:
    del snapshot["origin"]


def too_many_players(snapshot: Snapshot) -> None:
    snapshot["origin"]["options"]["players"] = 99


@pytest.mark.parametrize("damage", [seed_changed, without_a_set_up, too_many_players])
def test_a_damaged_set_up_is_taken_from_a_backup(
    bonfire: Bonfire, tmp_path: Path, damage: Callable[[Snapshot], None]
) -> None:
    game = played(tmp_path, answers=4)
    bonfire("backup", "old.db")
    with_stack(tmp_path, _play_on)
    sound = stored(tmp_path, game)
    rewrite(tmp_path, game, damage)
    for words in ((), ("--write",)):
        assert_one_line(bonfire("games", "repair", "1", *words), "the set-up", "--from")
    assert bonfire("games", "repair", "1", "--from", "old.db", "--write").status == 0
    assert stored(tmp_path, game) == sound


@pytest.mark.parametrize("text", ["", "null", "[]", "{", "[" * 100_000])
def test_a_snapshot_that_is_no_json_needs_a_backup(
    bonfire: Bonfire, tmp_path: Path, text: str
) -> None:
    game = played(tmp_path)
    bonfire("backup", "old.db")
    sound = stored(tmp_path, game)
    execute(tmp_path, "UPDATE games SET snapshot = ?", text)
    assert_one_line(bonfire("games", "repair", "1"), "game 1 cannot be repaired", "--from")
    assert bonfire("games", "repair", "1", "--from", "old.db", "--write").status == 0
    assert stored(tmp_path, game) == sound


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("UPDATE moves SET action = '{}' WHERE seq = 7", "entry 7 of the log cannot be read"),
        ("UPDATE moves SET action = '{' WHERE seq = 7", "entry 7 of the log cannot be read"),
        ("UPDATE moves SET seat = 1 - seat WHERE seq = 7", "entry 7 of the log cannot follow"),
        ("DELETE FROM moves WHERE seq = 7", "entries of the log are missing"),
        (
            "UPDATE moves SET kind = 'undo', action = NULL WHERE seq = 1",
            "the log undoes more than was answered",
        ),
    ],
)
def test_a_damaged_log_is_refused_and_nothing_changes(
    bonfire: Bonfire, tmp_path: Path, sql: str, told: str
) -> None:
    game = played(tmp_path)
    execute(tmp_path, sql)
    before = stored(tmp_path, game)
    assert_one_line(bonfire("games", "repair", "1", "--write"), "cannot be repaired", told)
    assert stored(tmp_path, game) == before


def test_what_no_repair_has_kept_is_not_put_back(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    kept = '{"game":%s,"repaired":0,"revision":0,"told":0,"snapshot":""}'
    odd = (kept % "true", kept % "-1", kept % 2**70, kept % "NaN", kept % '"1"', "[" * 5_000)
    for text in ("", "[]", "{}", '{"game": 1}', *odd):
        (tmp_path / "kept.json").write_text(text)
        assert_one_line(bonfire("games", "put-back", "kept.json"), "kept.json was not written by")


def test_a_database_of_another_version_is_not_looked_at(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    execute(tmp_path, "PRAGMA user_version = 2")
    assert_one_line(bonfire("games", "list"), "is of version 2", "upgrades it")


def test_a_damaged_database_is_told_in_one_line(bonfire: Bonfire, tmp_path: Path) -> None:
    played(tmp_path)
    path = tmp_path / DATABASE
    path.write_bytes(path.read_bytes()[:8192] + b"\x07" * (path.stat().st_size - 8192))
    assert_one_line(bonfire("games", "list"), "data/bonfire.db")
