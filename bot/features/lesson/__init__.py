"""The guided first game: a fixed deal against Tom, step by step."""
