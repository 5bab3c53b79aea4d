"""The ideas of the game that the coach tells newcomers of, each once."""

from enum import StrEnum


class Idea(StrEnum):
    """An idea of the game; where several are at hand, the coach explains them in this order."""

    TURN = "turn"
    FATE_TILE = "fate_tile"
    SAILING = "sailing"
    TASK = "task"
    PAYING = "paying"
    PATH = "path"
    GREAT_BONFIRE = "great_bonfire"
    PROCESSION = "procession"
    GROUPS = "groups"
    GNOME = "gnome"
    IGNITING = "igniting"
    COUNCIL = "council"
    COUNTDOWN = "countdown"
