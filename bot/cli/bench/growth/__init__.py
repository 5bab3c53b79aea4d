"""What `bonfire bench scale` runs: workers on a database, ever more games, ever more servers."""
