"""What docs/weekly.md says about checking a deal works as it stands there."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.features.weekly import values
from engine import Game
from engine.record import make_record, record_text

DOCUMENT = Path(__file__).resolve().parents[3] / "docs/weekly.md"
SEED = 2**100 + 7


def program() -> str:
    (found,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    return str(found)


def finished() -> str:
    """The record of a game dealt from the seed; what was played in it does not matter here."""
    game = Game.new(values.OPTIONS, SEED)
    record = json.loads(record_text(make_record(game)))
    return json.dumps(record | {"finished": True, "seed": f"{SEED:x}"})


@pytest.mark.parametrize(
    ("seed", "salt", "status"),
    [(f"{SEED:x}", "5a17", 0), (f"{SEED + 1:x}", "5a17", 1), (f"{SEED:x}", "5a18", 1)],
)
def test_the_program_of_the_document_checks_a_deal(
    tmp_path: Path, seed: str, salt: str, status: int
) -> None:
    deal = values.Deal(2967, f"{SEED:x}", "5a17", "")
    script, record = tmp_path / "check.py", tmp_path / "record.json"
    script.write_text(program(), "utf-8")
    record.write_text(finished(), "utf-8")
    told = [deal.commitment, str(deal.week), seed, salt, str(record)]
    done = subprocess.run([sys.executable, script, *told], capture_output=True, check=False)
    assert done.returncode == status, done.stderr


def test_a_record_of_another_deal_is_seen(tmp_path: Path) -> None:
    deal = values.Deal(2967, f"{SEED + 1:x}", "5a17", "")
    script, record = tmp_path / "check.py", tmp_path / "record.json"
    script.write_text(program(), "utf-8")
    record.write_text(finished(), "utf-8")
    told = [deal.commitment, str(deal.week), deal.seed, deal.salt, str(record)]
    done = subprocess.run([sys.executable, script, *told], capture_output=True, check=False)
    assert b"another seed" in done.stderr


def test_the_program_of_the_document_is_short() -> None:
    assert len(program().splitlines()) <= 50
