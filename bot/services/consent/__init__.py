"""The decisions that the people of a game make together: going back, leaving, voting."""
