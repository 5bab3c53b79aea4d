"""Public posts, and private pages about a game."""
