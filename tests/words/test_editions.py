"""Every point on which the rulebooks differ is named where rules are looked up."""

import re
from typing import Final

import pytest

from bot.present import rules_lookup
from bot.words import catalog, languages
from engine.data.standard import STANDARD_BOX

DIFFERENCES: Final = {
    "substitutes": {
        "en": "substitutes are always",
        "de": "Ersatz ist immer",
        "pl": "zamienniki są",
    },
    "Gold": {"en": "replace even Gold", "de": "ersetzen sogar Gold", "pl": "zastępują nawet Złoto"},
    "tasks": {"en": "Tasks count only", "de": "Für Aufgaben zählt nur", "pl": "W Zadaniach liczy"},
    "specialist 18": {"en": "Specialist 18", "de": "Spezialist 18", "pl": "Specjalista 18"},
    "specialist 9": {"en": "Specialist 9", "de": "Spezialist 9", "pl": "Specjalista 9"},
    "specialist 6": {"en": "Specialist 6", "de": "Spezialist 6", "pl": "Specjalista 6"},
    "overtaking": {"en": "overtaking", "de": "Überholen", "pl": "wyprzedzać"},
    "path display": {"en": "Path display", "de": "Weg-Auslage", "pl": "Odkryte kafelki Ścieżki"},
    "council path": {
        "en": "Council bonus",
        "de": "Bonus im Hohen Rat",
        "pl": "Premia Wysokiej Rady",
    },
    "bonus actions": {"en": "Bonus actions", "de": "Bonusaktionen", "pl": "Bonusowe Akcje"},
    "portals": {"en": "1 portal of each", "de": "jeder Portal-Art", "pl": "1 Portalu każdego"},
    "offerings": {"en": "3 offerings", "de": "3 Opferschalen", "pl": "3 żetony Ofiary"},
    "Tom's deck": {"en": "32 cards", "de": "32 Karten", "pl": "32 kartach"},
    "ties": {"en": "is shared", "de": "wird der Sieg geteilt", "pl": "wspólne zwycięstwo"},
}


PHRASED: Final = DIFFERENCES["ties"].keys()
"""The languages whose phrases are known here; another may be without."""


@pytest.mark.parametrize("language", [one for one in languages() if one in PHRASED])
@pytest.mark.parametrize("difference", DIFFERENCES)
def test_the_look_up_names_where_editions_differ(language: str, difference: str) -> None:
    words = catalog(language)
    entries = rules_lookup.entries(STANDARD_BOX, words)
    title = words.say("rules.term.editions.title")
    (token,) = (one.token for one in entries if words.spell(one.title) == title)
    told = rules_lookup.rules_page(token, STANDARD_BOX, words).text
    assert re.search(DIFFERENCES[difference][language], told)
