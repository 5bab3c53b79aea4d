"""`bonfire games`: stored games shown, examined and repaired."""
