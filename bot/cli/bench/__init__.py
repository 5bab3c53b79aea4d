"""`bonfire bench`: how fast this machine plays and draws.

`engine` is the command itself, and `pictures` the word that may follow it. `tests.bench` measures
the whole bot, with people who are played by a program.
"""
