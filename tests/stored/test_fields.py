"""The fields of all that is stored stand in `fields.txt`; nobody adds one without a thought.

`python -m tests.stored.fields` writes the list anew.
"""

import pytest

from tests.stored.fields import FILE, complaints, found_fields, read_fields


def test_every_stored_field_is_listed() -> None:
    assert complaints(read_fields(FILE.read_text("utf-8")), found_fields()) == []


NEW = (
    "GameOptions.two_start_tiles is new: what is stored has no such field. Declare it with"
    " `later(default)` where `engine.wire` writes it, else write a migration or let `load`"
    " fill it in. Then run `python -m tests.stored.fields`."
)
GONE = (
    "GameOptions.players is gone: what is stored still has it. Write a migration that takes it"
    " away, then run `python -m tests.stored.fields`."
)
ANOTHER = "Expansion is new among what is stored: run `python -m tests.stored.fields`."
NO_LONGER = "GameOptions is stored no longer: run `python -m tests.stored.fields`."


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"GameOptions": ("players", "two_start_tiles")}, NEW),
        ({"GameOptions": ()}, GONE),
        ({"GameOptions": ("players",), "Expansion": ("name",)}, ANOTHER),
        ({}, NO_LONGER),
    ],
)
def test_a_change_is_told_with_what_to_do(
    change: dict[str, tuple[str, ...]], complaint: str
) -> None:
    assert complaints({"GameOptions": ("players",)}, change) == [complaint]
