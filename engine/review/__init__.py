"""Reviews of games that are over: what could be expected when, luck, and the turns that cost most.

Everything is judged by what could be seen then: nothing face-down is looked at before it was
turned. The judgement is that of `engine.agents`, made into points by `engine.review.tables`.
"""

from engine.review.costs import CostlyTurn, costly_turns
from engine.review.expectation import expected_points
from engine.review.luck import luck_by_turn
from engine.review.review import Review, review

__all__ = ["CostlyTurn", "Review", "costly_turns", "expected_points", "luck_by_turn", "review"]
