"""The HTTP API of the stand-in, one module per resource of Discord's documentation."""
