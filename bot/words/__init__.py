"""Words: one catalog of sentences a language, read from TOML, with slots, plural forms and lists.

A language is `xx.toml` or several `*.xx.toml` in this folder, and each feature's `words.xx.toml`,
merged. A key is the dotted path of a string, or of a table of plural forms (`one`, `few`, `many`,
`other`: CLDR's categories), which is chosen by the slot `n`. `{slot}` stands for a value:
text as it is, a number, the name of an enum (`resource.fruit`), a bag as a list of counted names,
another `Phrase`, or several of these as a list. `{slot:form}` asks for another form of names
(`resource_form.fruit`), counts (`count_form.resource.fruit`) and phrases (`place_form.path`) where
a language has one, and `{slot:or}` joins a list by "or", `{slot:dots}` and `{slot:slashes}` by
signs. `{slot:symbol}` and `{slot:tally}` say how symbols stand in a text (`words.symbols`); in
words they ask for nothing.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.numbers import format_decimal

from engine.bag import Bag
from engine.data.box import Elder, PathTile, Specialist, Task

DEFAULT: Final = "en"
SEPARATORS: Final = {"dots": " · ", "slashes": " / "}
"""The separator of the members of a list in these forms, which has no word for "and"."""
_PLURALS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})
SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
_SHORT_NAMES: Final = {"ActionType": "action", "PortalKind": "portal"}
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*")
_PLAIN_NUMBERS: Final = range(-999, 1000)

CatalogEntry = str | Mapping[str, str]
"""A sentence, or its plural forms by CLDR's category."""


class UnknownWordsError(KeyError):
    """A key or a slot that the catalog or the caller does not have."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A key with its slots, to be said inside another sentence."""

    key: str
    slots: tuple[tuple[str, object], ...] = ()


def phrase(key: str, **slots: object) -> Phrase:
    """Build a phrase."""
    return Phrase(key, tuple(slots.items()))


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of pieces of a kind: 2 Herbs, 1 path tile."""

    kind: Enum
    n: int


Sayable = Phrase | Counted
"""A value that can be said inside a sentence."""


@cache
def group_of(kind: type) -> str:
    """The table for a class, such as that of the names of an enum's members: `path_pair`."""
    name = kind.__name__
    return _SHORT_NAMES.get(name) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def key_of(member: Enum) -> str:
    """The key of the name of an enum's member: `resource.fruit`."""
    return f"{group_of(type(member))}.{member.value}"


class Catalog:
    """The sentences of one language.

    `pictured` are the same with symbols in them, for texts that can show them (`words.symbols`).
    """

    def __init__(
        self, locale: str, entries: Mapping[str, CatalogEntry], numbers: str | None = None
    ) -> None:
        """Take entries by dotted key.

        `numbers` is the language in which numbers and dates are written, if another one.
        """
        self.locale = locale
        self.numbers = numbers or locale
        self._numbers = Locale.parse(self.numbers)
        self.entries = entries
        self._rules = Locale.parse(locale)
        self._pieces: dict[str, tuple[str, ...]] = {}
        self.pictured: Catalog = self

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def part(self, group: str) -> dict[str, CatalogEntry]:
        """The entries of one table as they stand, by their names in it."""
        start = f"{group}."
        return {
            key.removeprefix(start): entry
            for key, entry in self.entries.items()
            if key.startswith(start)
        }

    def say(self, key: str, /, **slots: object) -> str:
        """Say a sentence. Raises UnknownWordsError for an unknown key or a missing slot."""
        return self.translate(key, slots)

    def translate(self, key: str, slots: Mapping[str, object]) -> str:
        """Say a sentence whose slots come as a mapping (the form that the renderer calls)."""
        entry = self.entries.get(key)
        if entry is None:
            raise UnknownWordsError(f"{self.locale} has no words for {key}")
        if isinstance(entry, str):
            return self._fill(key, entry, slots)
        if not isinstance(number := slots.get("n"), int):
            raise UnknownWordsError(f"{key} needs the number n")
        category = self._rules.plural_form(abs(number))
        return self._fill(f"{key}.{category}", entry.get(category, entry["other"]), slots)

    def name(self, kind: Enum, form: str | None = None) -> str:
        """The name of an enum member, in another form where the language has one."""
        return self.translate(self._formed(key_of(kind), form), {})

    def language(self, code: str) -> str:
        """Return the name of a language in this one; a code that nobody knows stays as it is."""
        try:
            return Locale.parse(code, sep="-").get_language_name(self.locale) or code
        except (UnknownLocaleError, ValueError):
            return code

    def listed(self, values: Iterable[object], form: str | None = None) -> str:
        """Join values as the language does, or by "or" or signs; none is `list.none`."""
        spelled = [self.spell(value, form) for value in values]
        if not spelled:
            return self.translate("list.none", {})
        if form in SEPARATORS:
            return SEPARATORS[form].join(spelled)
        style: Literal["or", "standard"] = "or" if form == "or" else "standard"
        return format_list(spelled, style=style, locale=self._rules)

    def spell(self, value: object, form: str | None = None) -> str:
        """Write one value of a slot."""
        match value:
            case Phrase(key, slots):
                return self.translate(self._formed(key, form), dict(slots))
            case Counted(kind, n):
                return self.translate(self._formed(f"count.{key_of(kind)}", form), {"n": n})
            case Enum():
                return self.name(value, form)
            case str():
                return value
            case int() | date():
                return self._figures(value)
            case Bag():
                pieces = (Counted(kind, n) for kind, n in value.items())
                return self.listed(pieces, form=form)
            case PathTile(crystal, resource):
                key = "term.path_tile_short" if form == "short" else "term.path_tile"
                return self.say(key, resource=resource, color=crystal)
            case Task() | Specialist() | Elder():
                return value.id
            case tuple() | list() | frozenset():
                return self.listed(value, form=form)
            case _:
                raise UnknownWordsError(f"no words for {value!r}")

    def _formed(self, key: str, form: str | None) -> str:
        """The key of a form of a name (`place_to.path` for `place.path`), if there is one."""
        if form is None:
            return key
        group, _, rest = key.partition(".")
        other = f"{group}_{form}.{rest}"
        return other if other in self.entries else key

    def _figures(self, value: int | date) -> str:
        """A number, a day or a time, as people write it who read numbers in this language."""
        if isinstance(value, date):
            day = format_date(value, "long", locale=self._numbers)
            if not isinstance(value, datetime):
                return day
            return f"{day}, {format_time(value, 'short', locale=self._numbers)}"
        if value in _PLAIN_NUMBERS:
            return str(value)
        return format_decimal(value, locale=self._numbers)

    def _fill(self, key: str, sentence: str, slots: Mapping[str, object]) -> str:
        if (pieces := self._pieces.get(key)) is None:
            pieces = self._pieces[key] = tuple(SLOT.split(sentence))
        if len(pieces) == 1:
            return sentence
        said = [pieces[0]]
        for name, form, after in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            if name not in slots:
                raise UnknownWordsError(f"{key} needs {name}")
            said += (self.spell(slots[name], form), after)
        return "".join(said)


def flatten(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, CatalogEntry]]:
    """Turn nested tables into dotted keys; raises ValueError for a value that is no sentence."""
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, str):
            yield key, value.strip()
        elif not isinstance(value, dict):
            raise ValueError(f"{key} is neither a sentence nor a table")  # noqa: TRY004 - of a file
        elif "other" in value and _PLURALS.issuperset(value):
            yield key, {category: str(form).strip() for category, form in value.items()}
        else:
            yield from flatten(value, f"{key}.")


@cache
def word_files() -> tuple[Traversable, ...]:
    """The files of all languages; those of features are found without an import."""
    core = resources.files(__name__).iterdir()
    features = resources.files("bot").joinpath("features").iterdir()
    own = (file for feature in features if feature.is_dir() for file in feature.iterdir())
    files = (
        *(file for file in core if file.name.endswith(".toml")),
        *(file for file in own if file.name.startswith("words.")),
    )
    return tuple(sorted(files, key=str))


def read_language(locale: str) -> dict[str, CatalogEntry]:
    """Read every file of a language; raises ValueError for a key that two of them give."""
    entries: dict[str, CatalogEntry] = {}
    for file in word_files():
        if file.name == f"{locale}.toml" or file.name.endswith(f".{locale}.toml"):
            for key, entry in flatten(tomllib.loads(file.read_text("utf-8"))):
                if key in entries:
                    raise ValueError(f"{file} gives {key} again")
                entries[key] = entry
    return entries


@cache
def languages() -> tuple[str, ...]:
    """The languages at hand, English first."""
    codes = {file.name.split(".")[-2] for file in word_files()}
    return (DEFAULT, *sorted(codes - {DEFAULT}))


@lru_cache(maxsize=64)
def catalog(locale: str = DEFAULT, numbers: str | None = None) -> Catalog:
    """The catalog for a locale such as `de` or `en-GB`; English where there is none.

    `numbers` is the language of numbers and dates, if another one (`number_language`). A sentence
    that a language lacks appears in English.
    """
    language = locale.partition("-")[0]
    if language not in languages():
        language = DEFAULT
    return Catalog(language, _sentences(language), numbers)


@cache
def _sentences(language: str) -> Mapping[str, CatalogEntry]:
    """The sentences of a language, and the English ones that it lacks."""
    own = read_language(language)
    if language == DEFAULT:
        return own
    english = _sentences(DEFAULT)
    shared = {key: entry for key, entry in english.items() if not is_form(key, english)}
    return {**shared, **own}


def is_form(key: str, entries: Mapping[str, CatalogEntry]) -> bool:
    """Say whether a key is another form of a name, which is of use in its own language alone."""
    group, _, rest = key.partition(".")
    plain, marked, _ = group.rpartition("_")
    return bool(marked) and f"{plain}.{rest}" in entries


def number_language(typed: str) -> str:
    """The language of numbers that is meant, as in `de` or `en_GB`; raises ValueError for none."""
    if not _LANGUAGE.fullmatch(typed.strip()):
        raise ValueError(typed)
    try:
        return str(Locale.parse(typed.strip().replace("-", "_")))
    except (UnknownLocaleError, ValueError, TypeError) as error:
        raise ValueError(typed) from error
