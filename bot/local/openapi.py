"""Validation against Discord's own OpenAPI file, when it is at hand."""

from __future__ import annotations


class OpenApi:
    """The specification."""

    def __init__(self, path: object) -> None:
        """Read it."""

    def check_request(self, method: str, template: str, payload: object) -> None:
        """Refuse (50035) a body that the specification does not allow."""
