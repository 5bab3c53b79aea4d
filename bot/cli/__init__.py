"""The commands of `bonfire`, one module each; each only translates text and the engine."""
