"""The scenes of telling positions as golden text.

`python -m tests.renderer.test_scene_dumps` writes the files anew; look at the difference.
"""

from pathlib import Path

import pytest

from bot.words import catalog
from renderer import Options
from tests.renderer.contents import dump
from tests.renderer.scenes import changed, scenes_of
from tests.renderer.telling import POSITIONS

GOLDEN = Path(__file__).parent / "golden"
OPTIONS = Options(catalog().translate, ("Ada", "Bo", "Cyprian", "Wanda Dee"))


def dumps(position: str) -> str:
    options = changed(OPTIONS) if position == "middle" else OPTIONS
    parts = (
        f"# {name}\n{dump(scene)}"
        for name, scene in scenes_of(POSITIONS[position](), options)
        if name in ("board", "city 0", "city 1", "final")
    )
    return "\n".join(parts)


def file_of(position: str) -> Path:
    return GOLDEN / f"{position.replace(' ', '_')}.txt"


@pytest.mark.parametrize("position", POSITIONS)
def test_the_scenes_of_a_position_are_as_recorded(position: str) -> None:
    assert dumps(position) == file_of(position).read_text(encoding="utf-8")


if __name__ == "__main__":
    for name in POSITIONS:
        file_of(name).write_text(dumps(name), encoding="utf-8")
