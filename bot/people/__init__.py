"""What the bot knows of people and servers: wishes, languages, quiet hours; and forgetting it."""
