"""Players that the engine brings along: the substitute that plays a turn for an absent person."""

from engine.agents.substitute import choose, play_turn

__all__ = ["choose", "play_turn"]
