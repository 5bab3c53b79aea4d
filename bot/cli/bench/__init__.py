"""`bonfire bench`: how fast the program is, measured apart from the tests."""
