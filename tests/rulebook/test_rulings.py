"""Every ruling of FACTS.md section 16 has a test that bears its number."""

import re
from pathlib import Path

RULINGS = range(1, 69)


def test_every_ruling_has_a_test() -> None:
    texts = [path.read_text() for path in Path(__file__).parent.glob("test_*.py")]
    named = {
        int(number) for text in texts for number in re.findall(r"def test_ruling_(\d+)_", text)
    }
    assert named == set(RULINGS)
