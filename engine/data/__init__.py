"""What is in the box: every component as a typed row with its provenance."""
