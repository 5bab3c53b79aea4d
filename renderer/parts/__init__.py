"""The parts of a picture: each turns a slice of the View into arts and groups of its own."""
