"""The beginning of a game and the turn of a person: lobbies, wizard, tryouts, notes."""
