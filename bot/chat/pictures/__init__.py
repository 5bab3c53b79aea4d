"""Pictures of a message: requested, drawn in turn by another process, attached."""
