"""The parts of a picture: each turns a slice of the View into symbols and groups of its own."""
