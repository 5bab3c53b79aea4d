"""Puzzles of one turn or two, played alone and without a game: one a day, and six exercises."""
