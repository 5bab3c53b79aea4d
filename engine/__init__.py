"""The rules of Bonfire: standard library only, no clock, no I/O, no language.

This is the door: other storeys hold a `Game`, show its `View`, and give it actions.
"""

from engine.data.standard import STANDARD_BOX
from engine.game import Game, Move
from engine.refusal import IllegalAction, Reason, Refusal
from engine.state import GameOptions
from engine.view import Result, ScoreSheet, View

__all__ = [
    "STANDARD_BOX",
    "Game",
    "GameOptions",
    "IllegalAction",
    "Move",
    "Reason",
    "Refusal",
    "Result",
    "ScoreSheet",
    "View",
]
