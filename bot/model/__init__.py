"""Plain values that all storeys share; no input or output, no sentences."""
