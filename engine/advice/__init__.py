"""Advice for people: what is best of what they may answer, and where a plan leads.

It sees what the player sees, and decides nothing: it only orders what is offered, and fills in
what the player can change. The judgement is that of `engine.agents`, which play by themselves.
"""

from engine.advice.judgement import ADVICE_SEED, Judgement, Ranking, ranked, remember, remembered
from engine.advice.plan import Origin, Plan, PlanEnding, Step, make_plan, prices

__all__ = [
    "ADVICE_SEED",
    "Judgement",
    "Origin",
    "Plan",
    "PlanEnding",
    "Ranking",
    "Step",
    "make_plan",
    "prices",
    "ranked",
    "remember",
    "remembered",
]
