"""The guided turn: pages that lead from a draft to answers for the engine."""
