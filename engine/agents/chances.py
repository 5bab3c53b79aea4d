"""The likelihood that something gets done in time."""

from engine.agents import weights


def chance_in_time(spent: float, effort: float, turns: float) -> float:
    """The chance to meet a condition and to light its task within so many turns.

    `spent` are turns that go to other things first, `effort` those until the condition is met.
    """
    needed = spent + effort + 1
    certain = 0.5 + (turns + 0.5 - needed) / (1 + effort)
    if certain <= 0:
        return 0.0
    later: float = weights.LATER_TURN**needed
    return later if certain >= 1 else certain * later
