"""What people are called, and what they type, formats nothing but itself."""

import pytest

from bot.model.people import escape_markdown, to_person
from bot.model.rows import PersonRow


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ada", "Ada"),
        ("**Ada**", r"\*\*Ada\*\*"),
        ("@everyone <@1> <#2>", r"\@everyone \<\@1\> \<\#2\>"),
        ("[here](https://x.example)", "\\[here\\]\\(https\\://x.\u200bexample\\)"),
        ("discord.gg/scam", "discord.\u200bgg/scam"),
        ("www.x.example", "www.\u200bx.\u200bexample"),
        ("Dr. Ada", "Dr. Ada"),
        ("\u202eadA\u202c", "adA"),
        ("\u2066Ada\u2069", "Ada"),
        ("עדה", "עדה"),
        ("👩\u200d💻", "👩\u200d💻"),
    ],
)
def test_a_name_formats_nothing(name: str, told: str) -> None:
    assert escape_markdown(name) == told
    assert to_person(PersonRow(7, name)).name == told
