"""Places that games have lost: why, who is told, and how play goes on elsewhere."""
