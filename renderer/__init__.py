"""Pictures of a game: a View becomes a scene, the scene becomes PNG bytes with an alt text."""
