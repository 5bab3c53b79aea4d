"""Somebody who types whatever comes to mind into commands."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from bot.standin.model import ApplicationCommand, ChannelKind, Json
from bot.standin.options import SUBCOMMANDS, OptionKind, OptionValue
from tests.kit.hall import Hall

LONGEST = 6000
"""Characters of an option for which no limit is named (Discord, application-commands)."""
LARGEST = 2**53
"""The largest whole number of an option."""
TEXTS = (
    *("", " ", "0", "-1", "+1", "1_0", "1e9", "0x10", "007", "1.5", "9" * 19, "9" * 20, "9" * 100),
    *("9" * 5000, "-" * 5000, "-" + "9" * 400, "１２３", "٣", "²", "Ⅷ", "½", "NaN", "inf", "None"),  # noqa: RUF001
    *("\x00", "a\x00b", "\x07\x1b[31m", "a\nb\r\nc", "\t", "\u202e\u2066", "\u200b", "\ufeff"),
    *(
        "👩‍👩‍👧‍👦",
        "🔥" * 40,
        "e\u0301" * 300,
        "İıſ",
        "ßẞ",
        "ﬁ",
        "أهلا",
        "नमस्ते",
        "\U0010ffff",
        "\u0378",
    ),
    *("'; DROP TABLE games; --", '" OR 1=1 --', "%s%n%d", "{}{0}{who}{n!r}", "\\", "```", "||x||"),
    *("<@1>", "<@&1>", "@everyone", "<#1>", "</bonfire new:1>", "<t:1:R>", "https://x.example/?a"),
    *("1|w|1|0||confirm", "1|t|3|41||vote:7:bot", "vote:7:bot", "confirm", "try", "a:b:c:d"),
    *(
        ";",
        ";;;;",
        "end",
        "path 1",
        "path 1; end",
        "pay 2 path",
        "pay 2 path;",
        "pay ; pay",
        "pass",
    ),
    *("Europe/Berlin", "europe/", "../../etc/passwd", "22", "7:30", "25:61", "3d", "999w", "0h"),
    *("2027-02-30", "9999-12-31 23:59", "0001-01-01 00:00", "0000-00-00", "2027-05-03 18h", "tom"),
    *("de", "de_DE", "xx_XX", "en-US-POSIX", "zh_Hant_TW", "a" * 60, "x" * 101, "x" * LONGEST),
)
SIGNS = (
    range(0x20),
    range(0x20, 0x7F),
    range(0xA0, 0x250),
    range(0x1F300, 0x1F650),
    range(0x600, 0x700),
)
ROOMS = (ChannelKind.TEXT, ChannelKind.ANNOUNCEMENT, ChannelKind.VOICE, ChannelKind.FORUM)


@dataclass(frozen=True, slots=True)
class Line:
    """A command that can be sent: its words, and its options as Discord knows them."""

    words: tuple[str, ...]
    options: tuple[Json, ...]


def slash_commands(hall: Hall) -> list[ApplicationCommand]:
    """The commands that can be typed, unlike those in menus of people and messages."""
    return [command for command in hall.server.world.commands.values() if command.kind == 1]


def lines(definition: Json, before: tuple[str, ...] = ()) -> Iterator[Line]:
    """Every command of a definition."""
    words, options = (*before, definition["name"]), definition.get("options") or ()
    inner = [option for option in options if option["type"] in SUBCOMMANDS]
    if inner:
        for option in inner:
            yield from lines(option, words)
    else:
        yield Line(words, tuple(options))


class Typist:
    """Types nonsense and half-sense."""

    def __init__(self, hall: Hall, seed: int) -> None:
        self.chance = random.Random(seed)
        self.people = [person.user for person in hall.people] + list(
            hall.server.world.users.values()
        )
        self.rooms = [hall.server.channel(hall.guild, kind.name, kind) for kind in ROOMS]
        self.choices = {
            line.words: {
                option["name"]: [choice["value"] for choice in option.get("choices") or ()]
                for option in line.options
            }
            for command in slash_commands(hall)
            for line in lines(command.definition)
        }

    def text(self) -> str:
        """Something that a person, or a program of theirs, might type."""
        chance = self.chance
        match chance.randrange(5):
            case 0:
                return "".join(chance.choice("0123456789") for _ in range(chance.randrange(1, 400)))
            case 1:
                signs = chance.choice(SIGNS)
                return "".join(chr(chance.choice(signs)) for _ in range(chance.randrange(1, 120)))
            case 2:
                return "".join(chance.choice(TEXTS) for _ in range(3))[:LONGEST]
            case _:
                return chance.choice(TEXTS)

    def beginning(self) -> str:
        """What stands in an option while its completions are asked for, often nothing yet."""
        return "" if self.chance.random() < 0.5 else self.text()

    def value(self, line: Line, option: Json) -> OptionValue:
        """A value for an option; one that can be chosen, where there are some, half of the time."""
        chance = self.chance
        offered = self.choices[line.words][option["name"]]
        match OptionKind(option["type"]):
            case OptionKind.BOOLEAN:
                return chance.random() < 0.5
            case OptionKind.INTEGER:
                return chance.choice(
                    [0, 1, -1, LARGEST, -LARGEST, chance.randrange(-LARGEST, LARGEST)]
                )
            case OptionKind.USER:
                return chance.choice(self.people)
            case OptionKind.CHANNEL:
                return chance.choice(self.rooms)
            case _:
                return chance.choice(offered) if offered and chance.random() < 0.5 else self.text()

    def options(self, line: Line) -> dict[str, OptionValue]:
        """Values for the options of a line, those that are needed and some of the others."""
        return {
            option["name"]: self.value(line, option)
            for option in line.options
            if option.get("required") or self.chance.random() < 0.7
        }
