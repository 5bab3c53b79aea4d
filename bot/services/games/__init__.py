"""A game in memory, the moves in it, and everything stored with a change of it."""
