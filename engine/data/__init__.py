"""The contents of the box: every component as a typed row with its provenance."""
