"""`bonfire live-check`: asks the real Discord what the stand-in guesses, and keeps the answers."""
