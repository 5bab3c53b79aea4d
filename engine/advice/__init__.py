"""Advice for people: what is likely best of what they may answer, and where a plan leads.

It sees what the player sees, and decides nothing: it only orders what is offered, and fills in
what the player can change. What plays by itself is in `engine.agents`.
"""

from engine.advice.evaluator import Evaluator
from engine.advice.plan import SEED, Origin, Plan, PlanEnding, Step, make_plan, prices

__all__ = ["SEED", "Evaluator", "Origin", "Plan", "PlanEnding", "Step", "make_plan", "prices"]
