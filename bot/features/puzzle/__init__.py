"""The puzzle of the day: one turn or two with a goal, played alone and without a game."""
