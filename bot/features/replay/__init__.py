"""Looking back at the turns of a game, one by one."""
