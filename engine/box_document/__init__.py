"""A box as a plain document of tables, lists, words and numbers, and back with every check.

The document suits JSON and TOML. Rows are keyed by their ids, so their order carries nothing:
reading brings them into the order of the standard box.
"""

from engine.box_document.document import BoxError, box_digest, box_from_document, box_to_document
from engine.box_document.node import BoxFault

__all__ = ["BoxError", "BoxFault", "box_digest", "box_from_document", "box_to_document"]
