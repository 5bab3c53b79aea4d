"""The rules of Discord's documentation that its OpenAPI file does not hold."""
