"""Palettes and the type scale. A palette gives every colour token its red, green and blue."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Final

from renderer import scene

Rgb = tuple[int, int, int]


class PaletteName(StrEnum):
    """The palettes a reader can choose from."""

    FIRELIGHT = "firelight"
    CONTRAST = "contrast"


# Warm colours are kept for fire, for what changed and for whose turn it is.
_FIRELIGHT: Final[Mapping[str, str]] = {
    "black": "000000",
    "white": "FFFFFF",
    "ink": "100E1A",
    "abyss": "070D1C",
    "shade": "03050C",
    "night.high": "091124",
    "night.low": "10203C",
    "sky.red.high": "1A0D22",
    "sky.red.mid": "5A2430",
    "sky.red.low": "B4542C",
    "sky.yellow.high": "141A3C",
    "sky.yellow.mid": "3A3560",
    "sky.yellow.low": "C08A5C",
    "sky.green.high": "04121C",
    "sky.green.mid": "0C3038",
    "sky.green.low": "1C5A50",
    "sky.purple.high": "0A0A24",
    "sky.purple.mid": "231A4A",
    "sky.purple.low": "4A3A78",
    "panel": "142442",
    "panel.low": "0C162C",
    "panel.edge": "3A5680",
    "ghost": "10203A",
    "ghost.edge": "2C4268",
    "ghost.mark": "304C7C",
    "quiet": "8699C0",
    "mute": "96A8C8",
    "parchment": "F3E6C8",
    "parchment.low": "DECBA4",
    "parchment.dark": "AA926A",
    "sepia": "664C2A",
    "sea.high": "0E2E54",
    "sea.1": "134066",
    "sea.2": "16476F",
    "sea.3": "195078",
    "foam": "A0D2E6",
    "foam.line": "B0E2F6",
    "sand": "DEC48C",
    "sand.low": "B29664",
    "sand.pip": "CDB07A",
    "sand.gold": "CEA060",
    "grass": "568052",
    "grass.low": "467048",
    "grass.slot": "3E6242",
    "grass.rim": "628C5C",
    "rock": "6E687C",
    "rock.low": "545062",
    "stone": "4A465A",
    "stone.2": "625D72",
    "stone.3": "8A8396",
    "stone.dark": "2F2C3C",
    "stone.joint": "3C394A",
    "moss": "2E3A38",
    "moss.low": "222C2E",
    "moss.edge": "586A66",
    "wood": "5E3E28",
    "wood.high": "7E5536",
    "fire": "FF9E3D",
    "fire.light": "FFD682",
    "fire.pale": "FFF0BE",
    "fire.mid": "FABE54",
    "ember": "E4542A",
    "hearth": "3C221A",
    "hearth.high": "602E1A",
    "turn": "402C1A",
    "glow": "FFAA46",
    "gain": "185C2C",
    "loss": "962820",
    "met": "68D670",
    "met.ink": "1E7834",
    "free": "84E4F0",
    "tip": "FC8CC4",
    "plum": "58427A",
    "plum.low": "281E3C",
    "plum.high": "8C70B0",
    "medal": "3A2822",
    "laurel": "D6A048",
    "teal": "46CDC4",
    "teal.high": "70E2D8",
    "hollow": "161A2C",
    "hollow.mark": "7080A0",
    "card.specialist": "3468B0",
    "card.elder": "E2B03A",
    "card.tom": "606880",
    "gnome": "78B8FA",
    "elder": "FFCC54",
    "strip": "2E4468",
    "strip.low": "24365A",
    "square": "D2BE94",
    "square.edge": "BEA474",
    "square.high": "EEDEB8",
    "square.high.edge": "9E804E",
    "square.gold": "806010",
    "square.wild": "A87E1E",
    "covered": "3C68B0",
    "any": "F6F0E6",
    "res.blossom": "F496BE",
    "res.fruit": "E85440",
    "res.herb": "78C860",
    "res.shell": "78C8E2",
    "res.root": "C482D6",
    "res.gold": "FACC54",
    "act.path": "24966E",
    "act.ship": "5CB6F0",
    "act.task": "DE4E34",
    "act.guardian": "C656B0",
    "act.gnome": "F0E8D2",
    "act.great_bonfire": "F0922C",
    "act.wild": "F6D640",
    "task.blue": "4FA0E2",
    "task.red": "DE4E34",
    "task.yellow": "F5CA48",
    "guard.pink": "FCA6D2",
    "guard.grey": "7A808E",
    "guard.natural": "C88E4C",
    "guard.blue": "488CEC",
    "seat.red": "DA4E32",
    "seat.yellow": "F6CE46",
    "seat.green": "60C06A",
    "seat.purple": "B274D4",
    "seat.neutral": "F2F0EA",
    "seat.flat": "8E94A8",
}

# Deeper grounds, paler stone and lighter marks: every line of type gains contrast.
_CONTRAST: Final[Mapping[str, str]] = {
    **_FIRELIGHT,
    "night.high": "000000",
    "night.low": "05080F",
    "sky.red.high": "000000",
    "sky.red.mid": "1E0A0E",
    "sky.red.low": "4A2010",
    "sky.yellow.high": "000000",
    "sky.yellow.mid": "10101E",
    "sky.yellow.low": "44301E",
    "sky.green.high": "000000",
    "sky.green.mid": "041214",
    "sky.green.low": "0A2822",
    "sky.purple.high": "000000",
    "sky.purple.mid": "0C081C",
    "sky.purple.low": "1E1838",
    "abyss": "000000",
    "panel": "070C18",
    "panel.low": "000000",
    "panel.edge": "9CB4DC",
    "ghost": "05080F",
    "ghost.edge": "46608C",
    "ghost.mark": "46608C",
    "quiet": "B8C8E6",
    "mute": "D6E2F8",
    "parchment": "FFF8E6",
    "parchment.low": "F0E2C0",
    "sea.high": "04182E",
    "sea.1": "072341",
    "sea.2": "09284A",
    "sea.3": "0B2E54",
    "foam.line": "FFFFFF",
    "grass": "2E5A2C",
    "grass.low": "244A24",
    "rock": "4A4656",
    "stone": "2C2A38",
    "stone.3": "B4AEC2",
    "hollow.mark": "A8B8D8",
    "square": "F0E2C0",
    "square.high": "FFFFFF",
    "square.gold": "5A4000",
    "square.wild": "6E4E00",
    "plum": "3A2658",
    "plum.high": "C8AEEC",
    "laurel": "F0BC60",
}

_HEX: Final[Mapping[PaletteName, Mapping[str, str]]] = {
    PaletteName.FIRELIGHT: _FIRELIGHT,
    PaletteName.CONTRAST: _CONTRAST,
}


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The colours of one set of pictures."""

    name: PaletteName
    tokens: Mapping[str, Rgb]

    def rgb(self, color: scene.Ink) -> Rgb:
        """The opaque colour; raises KeyError for an unknown token."""
        if isinstance(color, str):
            return self.tokens[color]
        start = self.tokens[color.token]
        if not color.toward:
            return start
        end = self.tokens[color.toward]
        red, green, blue = (
            round(a + (b - a) * color.share) for a, b in zip(start, end, strict=True)
        )
        return red, green, blue

    def alpha(self, color: scene.Ink) -> int:
        """The opacity, 0 to 255."""
        return round(color.alpha * 255) if isinstance(color, scene.Paint) else 255


@cache
def palette(name: PaletteName) -> Palette:
    """The palette of that name."""
    tokens = {
        token: (int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16))
        for token, text in _HEX[name].items()
    }
    return Palette(name, MappingProxyType(tokens))


class TypeSize:
    """The type scale in master pixels; a desktop shows a picture at about a third of that."""

    COUNT = 44
    TITLE = 36
    """The largest for the title of a region: a phone shows it at 9 pixels."""
    NAME = 32
    NUMBER = 34
    CODE = 26
    """The least for what menus and commands name: a desktop shows it at 8 pixels."""
    SMALL = 22
    LABEL = 17
    LEAST = 13
