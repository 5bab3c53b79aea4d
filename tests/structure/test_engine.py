"""The tables of components import nothing but the words that they are made of."""

from tests.kit.sources import all_imports

WORDS_OF_THE_TABLES = ("engine.bag", "engine.conditions", "engine.data", "engine.ids")


def test_the_component_tables_import_nothing_from_above() -> None:
    upward = [
        str(found)
        for found in all_imports("engine/data")
        if found.top == "engine" and not any(map(found.is_in, WORDS_OF_THE_TABLES))
    ]
    assert upward == []
