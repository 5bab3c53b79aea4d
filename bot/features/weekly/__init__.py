"""The deal of the week: everybody plays the same deal against Tom, once."""
