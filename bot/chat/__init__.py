"""Discord: the only storey that imports discord."""
