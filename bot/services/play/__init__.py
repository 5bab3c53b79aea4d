"""How a game comes to be and how a person takes a turn: lobbies, wizard, tryouts, notes."""
