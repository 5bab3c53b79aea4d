"""Interactions that Discord sends over HTTP instead of the gateway (`bonfire serve`)."""
