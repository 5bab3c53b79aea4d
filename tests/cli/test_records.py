"""simulate, replay, verify and draw: random play, shown, checked, drawn."""

import json
import random
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.cli.simulate import random_game
from bot.words import catalog, pieces
from engine import STANDARD_BOX, GameOptions, ids
from engine.canonical import canonical
from engine.record import make_record, record_text
from tests.kit.shell import Bonfire, assert_one_line

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "finished.json"
    file.write_text(record_text(make_record(random_game(GameOptions(2), 7, STANDARD_BOX))))
    return file


def resealed(file: Path, into: Path, **changes: Any) -> Path:
    """A record with other content whose seal fits."""
    record = json.loads(file.read_text()) | changes
    body = {key: value for key, value in record.items() if key != "sha256"}
    into.write_text(record_text(body | {"sha256": sha256(canonical(body)).hexdigest()}))
    return into


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_simulate_sums_up_in_one_object(bonfire: Bonfire, players: int) -> None:
    answer = bonfire("simulate", "--players", str(players), "--games", "2", "--seed", "5", "--json")
    assert answer.status == 0
    summary = json.loads(answer.out)
    assert summary["games"] == 2
    assert summary["players"] == players
    assert summary["moves"] > 20
    assert summary["seconds"] > 0
    assert sum(summary["endings"].values()) == 2
    assert set(summary["scores"]) == {source.value for source in ids.PointSource} | {"total"}
    by_source = [one["mean"] for source, one in summary["scores"].items() if source != "total"]
    assert sum(by_source) == pytest.approx(summary["scores"]["total"]["mean"], abs=0.1)


def test_simulate_tells_the_same_for_readers(bonfire: Bonfire) -> None:
    answer = bonfire("simulate", "--games", "1")
    assert answer.status == 0
    assert answer.err == ""
    names = [catalog().say(f"point_source.{source}") for source in ids.PointSource]
    titles = ["points of a player in a game", *names, "In total"]
    table = answer.out.splitlines()[-len(titles) :]
    assert [line[:30].rstrip() for line in table] == titles
    assert table[0].split()[-5:] == ["average", "std", "dev", "lowest", "highest"]


def test_simulate_repeats_itself_for_a_seed(bonfire: Bonfire) -> None:
    words = ("simulate", "--games", "1", "--json", "--record")
    for seed, name in (("5", "one"), ("5", "again"), ("6", "other")):
        bonfire(*words, f"{name}.json", "--seed", seed)
    one, again, other = (Path(f"{name}.json").read_text() for name in ("one", "again", "other"))
    assert one == again
    assert one != other


def test_simulate_records_the_last_game(bonfire: Bonfire) -> None:
    bonfire("simulate", "--games", "2", "--players", "4", "--record", "last.json")
    assert bonfire("verify", "last.json").status == 0
    position = json.loads(bonfire("replay", "last.json", "--json").out)
    assert len(position["cities"]) == 4
    assert position["result"] is not None


def test_simulate_plays_with_another_box(bonfire: Bonfire) -> None:
    bonfire("components", "--write", "box.toml")
    text = Path("box.toml").read_text()
    poorer = text.replace("points = 8", "points = 7")
    assert poorer != text
    Path("box.toml").write_text(poorer)
    words = ("simulate", "--games", "1", "--box", "box.toml", "--record", "last.json")
    assert bonfire(*words).status == 0
    tasks = json.loads(Path("last.json").read_text())["box"]["tasks"]
    assert 8 not in {task["points"] for task in tasks.values()}
    assert bonfire("verify", "last.json").status == 0


def test_a_record_that_cannot_be_written_is_told_in_one_line(bonfire: Bonfire) -> None:
    answer = bonfire("simulate", "--games", "1", "--record", "none/last.json")
    assert_one_line(answer, "none/last.json", "cannot be written")


def test_replay_shows_the_position_and_each_score_sheet(bonfire: Bonfire, finished: Path) -> None:
    answer = bonfire("replay", finished)
    assert answer.status == 0
    assert "final score" in answer.out
    assert all(source.value in answer.out for source in ids.PointSource)


def test_replay_tells_what_the_tasks_in_sight_ask_for(bonfire: Bonfire, finished: Path) -> None:
    told = bonfire("replay", finished, "--at", "0").out
    words = catalog()
    asked = [
        f"{task.id}, {task.points} points: {words.spell(pieces.condition_phrase(task.condition))}."
        for task in STANDARD_BOX.tasks
    ]
    assert sum(one in told.splitlines() for one in asked) >= 20


def test_replay_goes_to_any_move(bonfire: Bonfire, finished: Path) -> None:
    for move in (0, 1, 20):
        position = json.loads(bonfire("replay", finished, "--at", str(move), "--json").out)
        assert position["move"] == move
        assert position["result"] is None
        assert position["waiting"] is not None


def test_replay_beyond_the_last_move_is_told_in_one_line(bonfire: Bonfire, finished: Path) -> None:
    assert_one_line(bonfire("replay", finished, "--at", "9999"), "9999")


def test_verify_tells_that_every_move_was_compared(bonfire: Bonfire, finished: Path) -> None:
    answer = bonfire("verify", finished)
    assert answer.status == 0
    assert "verified" in answer.out
    assert answer.err == ""


def test_the_record_of_a_running_game_shows_what_everybody_sees(
    bonfire: Bonfire, running: Path
) -> None:
    position = json.loads(bonfire("replay", running, "--json").out)
    assert position["move"] == 40
    answer = bonfire("verify", running)
    assert answer.status == 0
    assert "once the game is finished" in answer.out


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_any_altered_byte_is_noticed(
    bonfire: Bonfire, finished: Path, tmp_path: Path, command: str
) -> None:
    whole = finished.read_bytes()
    chance = random.Random(3)
    for place in (0, len(whole) - 2, *(chance.randrange(len(whole)) for _ in range(8))):
        altered = bytearray(whole)
        altered[place] ^= 1
        (tmp_path / "altered.json").write_bytes(altered)
        assert_one_line(bonfire(command, "altered.json"), "altered.json")


def test_another_line_ending_is_an_altered_byte(
    bonfire: Bonfire, finished: Path, tmp_path: Path
) -> None:
    (tmp_path / "altered.json").write_bytes(finished.read_bytes().replace(b"\n", b"\r", 1))
    assert_one_line(bonfire("verify", "altered.json"), "altered.json")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    "changes",
    [
        {"version": 99},
        {"format": "chess"},
        {"seed": "no number"},
        {"seed": None},
        {"options": {"players": 9}},
        {"box": {}},
        {"box_digest": "0"},
        {"moves": "none"},
        {"moves": [{"seat": 0, "move": "dance", "hash": ""}]},
        {"moves": [{"seat": 9, "move": "end", "hash": ""}]},
        {"setup": []},
        {"seed": float("nan")},
        {"finished": 1},
        {"version": True},
    ],
    ids=lambda changes: str(changes)[:30],
)
def test_a_sealed_record_of_nonsense_is_told_in_one_line(
    bonfire: Bonfire, finished: Path, tmp_path: Path, command: str, changes: dict[str, Any]
) -> None:
    file = resealed(finished, tmp_path / "nonsense.json", **changes)
    assert_one_line(bonfire(command, file), "nonsense.json")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    "altered",
    [
        {"symbols": [-1, 0, 0, 0, 0, 0]},
        {"symbols": [1 << 400, 0, 0, 0, 0, 0]},
        {"symbols": [1, 2, 4]},
        {"covered": -1},
        {"covered": True},
        {"covered": 1e300},
        {"tiles": [{"tile": "F9", "cell": "c3", "direction": "right"}]},
    ],
)
def test_a_crafted_fate_area_is_told_in_one_line(
    bonfire: Bonfire, running: Path, tmp_path: Path, command: str, altered: Any
) -> None:
    setup = json.loads(running.read_text())["setup"]
    setup["players"][0]["fate"] |= altered
    file = resealed(running, tmp_path / "crafted.json", setup=setup)
    assert_one_line(bonfire(command, file), "crafted.json", "fate")


@pytest.mark.parametrize(
    "text",
    [
        '{"moves":' * 2_000,
        "[" * 400 + "]" * 400,
        '{"format":"bonfire-record","version":' + "9" * 5_000 + "}",
        '{"format":"bonfire-record","version":NaN}',
        '{"format":"bonfire-record","version":1,"version":2}',
    ],
    ids=lambda text: text[:40],
)
def test_a_text_that_json_allows_or_not_is_told_in_one_line(
    bonfire: Bonfire, tmp_path: Path, text: str
) -> None:
    (tmp_path / "odd.json").write_text(text)
    assert_one_line(bonfire("verify", "odd.json"), "odd.json")


def test_a_record_whose_moves_are_a_number_is_told_in_one_line(
    bonfire: Bonfire, finished: Path, tmp_path: Path
) -> None:
    record = json.loads(finished.read_text()) | {"moves": 5}
    body = {key: value for key, value in record.items() if key != "sha256"}
    (tmp_path / "odd.json").write_text(
        json.dumps(body | {"sha256": sha256(canonical(body)).hexdigest()})
    )
    assert_one_line(bonfire("verify", "odd.json"), "moves")


def test_verify_notices_another_deal(bonfire: Bonfire, finished: Path, tmp_path: Path) -> None:
    file = resealed(finished, tmp_path / "other.json", seed="8")
    assert_one_line(bonfire("verify", file), "other.json")


def test_verify_notices_a_swapped_hash(bonfire: Bonfire, finished: Path, tmp_path: Path) -> None:
    moves = json.loads(finished.read_text())["moves"]
    moves[4]["hash"] = moves[5]["hash"]
    file = resealed(finished, tmp_path / "swapped.json", moves=moves)
    assert_one_line(bonfire("verify", file), "move 5")


def test_draw_writes_the_main_board_and_every_city(bonfire: Bonfire, finished: Path) -> None:
    answer = bonfire("draw", finished, "--at", "12", "--out", "new/boards")
    assert answer.status == 0
    drawn = [Path(line) for line in answer.out.splitlines()]
    assert [file.name for file in drawn] == ["board.png", "city-0.png", "city-1.png"]
    assert all(file.read_bytes().startswith(PNG) for file in drawn)


def test_pictures_that_cannot_be_written_are_told_in_one_line(
    bonfire: Bonfire, finished: Path, tmp_path: Path
) -> None:
    (tmp_path / "taken").touch()
    answer = bonfire("draw", finished, "--at", "0", "--out", "taken")
    assert_one_line(answer, "cannot be written")


def test_a_record_is_read_wherever_it_lies(
    bonfire: Bonfire, finished: Path, tmp_path: Path
) -> None:
    far = tmp_path / "a folder" / "älter.json"
    far.parent.mkdir()
    shutil.copyfile(finished, far)
    assert bonfire("verify", far).status == 0
