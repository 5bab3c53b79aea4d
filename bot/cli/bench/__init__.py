"""`bonfire bench`: how fast the program is, measured apart from the tests.

`engine` is the command itself; `pictures`, `table` and `load` are the words that may follow it.
"""
