"""Lists made of games that are over."""
