"""What the people of a game must agree on: going back, leaving, voting."""
