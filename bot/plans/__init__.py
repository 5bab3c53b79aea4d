"""What players do for themselves alone: tries in a copy of the game, and notes."""
