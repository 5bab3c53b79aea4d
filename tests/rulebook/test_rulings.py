"""Every ruling of engine/RULINGS.md that the code follows has a test that bears its number."""

import re
from pathlib import Path

from tests.structure.rulings import rulings


def test_every_ruling_has_a_test() -> None:
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    named = {
        int(number) for text in texts for number in re.findall(r"def test_ruling_(\d+)_", text)
    }
    assert named == {ruling.number for ruling in rulings() if ruling.is_followed}
