"""Frozen values to JSON values and back, driven by their types.

Members of a union of dataclasses are told apart by a wire tag that is given explicitly, so that
classes can be renamed; enums go by value, bags as objects of counts, tuples as lists, and a set
as a sorted list. Decoding checks every value against its type: a number is a count, from 0 to
9,999, unless its type names another range, as `Annotated[int, range(-9, 10)]`.

A field that came to a class after values of it had been stored is `later`: it stands in JSON only
where it differs from its default, so that older documents can be read and keep their hashes.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, field, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from engine import ids
from engine.bag import Bag

_TAG: Final = "tag"
"""The key of the wire tag in the object of a tagged class."""

_LATER: Final = "later"
"""The key in the metadata of a field that came later."""

COUNT_RANGE: Final = range(10_000)
"""Range of a number whose type names none; no count of a game comes near its end."""

_T = TypeVar("_T")
Encoder = Callable[[Any], Any]
Decoder = Callable[[Any], Any]
FieldsDecoder = Callable[[object], dict[str, Any]]
ValueTags = Callable[[], Mapping[Any, str]]
"""Tells all values of a class, each with its tag."""


class CodecError(ValueError):
    """A document that does not hold what it should; `place` names the key, as `moves[3].seat`."""

    def __init__(self, fault: str, place: str = "") -> None:
        super().__init__(f"{place}: {fault}" if place else fault)
        self.fault = fault
        self.place = place

    def within(self, key: str) -> "CodecError":
        """Return the fault, told from one level further out."""
        joint = "" if not self.place or self.place.startswith("[") else "."
        return CodecError(self.fault, f"{key}{joint}{self.place}")


def later(default: _T) -> _T:
    """Declare a field of a stored class that came after values had been stored without it."""
    return field(default=default, metadata={_LATER: True})


class Wire:
    """Encoders and decoders for one set of wire tags; each is made once for each type."""

    def __init__(
        self,
        tags: Mapping[type, str],
        skipped: Mapping[type, frozenset[str]] | None = None,
        by_value: Mapping[type, ValueTags] | None = None,
    ) -> None:
        """Take the tags of the tagged classes, and of some classes the fields that stay out.

        Of a class in `by_value` each value has a tag of its own, which tells all there is to it.
        Raises ValueError when two classes have the same tag.
        """
        if len(set(tags.values())) < len(tags):
            raise ValueError("two classes have the same wire tag")
        self._tags = tags
        self._skipped = skipped or {}
        self._by_value = by_value or {}
        self._encoders: dict[type, Encoder] = {}
        self._decoders: dict[Any, Decoder] = {}
        self._field_decoders: dict[Any, FieldsDecoder] = {}

    def encode(self, value: object) -> Any:
        """Turn a value into JSON values."""
        kind = type(value)
        encoder = self._encoders.get(kind)
        if encoder is None:
            encoder = self._encoders[kind] = self._encoder(kind)
        return encoder(value)

    def decode(self, hint: object, value: object) -> Any:
        """Turn JSON values into a value of a type. Raises CodecError for anything else."""
        return self.decoder(hint)(value)

    def decode_fields(self, kind: Any, value: object) -> dict[str, Any]:
        """Decode the fields of a class without building it, for one whose fields are skipped."""
        decode = self._field_decoders.get(kind)
        if decode is None:
            decode = self._field_decoders[kind] = self._fields_decoder(kind)
        return decode(value)

    def _encoder(self, kind: type) -> Encoder:
        if issubclass(kind, StrEnum):
            return lambda value: value.value
        if kind in (NoneType, bool, int, str):
            return lambda value: value
        if issubclass(kind, Bag):
            return lambda bag: {kind.value: count for kind, count in bag.items()}
        if issubclass(kind, tuple | list):
            return lambda values: [self.encode(value) for value in values]
        if issubclass(kind, frozenset):
            return lambda values: sorted(map(self.encode, values))
        if kind in self._by_value:
            tags = self._by_value[kind]
            return lambda value: {_TAG: tags()[value]}
        if is_dataclass(kind):
            return self._record_encoder(kind)
        raise TypeError(f"{kind.__name__} has no wire form")

    def _record_encoder(self, kind: type) -> Encoder:
        names = [each.name for each in self._fields(kind)]
        tag = {_TAG: self._tags[kind]} if kind in self._tags else {}
        defaults = [(each.name, each.default) for each in self._fields(kind) if _is_later(each)]

        def encode(value: object) -> dict[str, Any]:
            document = tag | {name: self.encode(getattr(value, name)) for name in names}
            for name, default in defaults:
                if getattr(value, name) == default:
                    del document[name]
            return document

        return encode

    def _fields(self, kind: Any) -> tuple[Field[Any], ...]:
        skipped = self._skipped.get(kind, frozenset())
        return tuple(each for each in fields(kind) if each.name not in skipped)

    def decoder(self, hint: Any) -> Decoder:
        """Return what turns JSON values into a value of a type."""
        decoder = self._decoders.get(hint)
        if decoder is None:
            decoder = self._decoders[hint] = self._decoder(hint)
        return decoder

    def _decoder(self, hint: Any) -> Decoder:
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            return self._union_decoder(args)
        if origin is tuple and args[-1] is not Ellipsis:
            return _fixed_decoder([self.decoder(arg) for arg in args])
        if origin in (tuple, list, frozenset):
            return _list_decoder(origin, self.decoder(args[0]))
        if origin is Annotated:
            return _int_decoder(hint.__metadata__[0])
        if hint in (NoneType, bool, int, str):
            return _int_decoder(COUNT_RANGE) if hint is int else _scalar_decoder(hint)
        if hint in self._by_value:
            return _value_decoder(self._by_value[hint])
        if issubclass(hint, StrEnum):
            return _enum_decoder(hint)
        if issubclass(hint, Bag):
            return _bag_decoder(hint)
        if hint is ids.Place:
            return _place_decoder(
                _fixed_decoder([_enum_decoder(ids.PlaceKind), _int_decoder(COUNT_RANGE)])
            )
        return self._record_decoder(hint)

    def _union_decoder(self, members: tuple[Any, ...]) -> Decoder:
        """Decode by the shape of the value: its JSON type, and for tagged classes the tag."""
        shapes: dict[object, Decoder] = {}
        others: Decoder = _unexpected
        for member in members:
            if member in self._by_value:
                others = self.decoder(member)
                continue
            shape = self._tags.get(member) or _shape(member)
            if shape in shapes:
                raise TypeError(f"{members} cannot be told apart on the wire")
            shapes[shape] = self.decoder(member)

        def decode(value: object) -> object:
            shape = _shape_of(value)
            decoder = shapes.get(shape, others) if isinstance(shape, str | type) else _unexpected
            return decoder(value)

        return decode

    def _record_decoder(self, kind: Any) -> Decoder:
        decode_fields = self._fields_decoder(kind)
        return lambda value: _built(kind, decode_fields(value))

    def _fields_decoder(self, kind: Any) -> FieldsDecoder:
        hints = get_type_hints(kind, include_extras=True)
        decoders = {each.name: self.decoder(hints[each.name]) for each in self._fields(kind)}
        tag = self._tags.get(kind)
        keys = {*decoders, _TAG} if tag else set(decoders)
        needed = keys - {each.name for each in self._fields(kind) if _is_later(each)}

        def decode(value: object) -> dict[str, Any]:
            if not isinstance(value, dict):
                raise CodecError(f"expected an object, not {_told(type(value))}")
            if not needed <= value.keys() <= keys:
                raise CodecError(_key_fault(value, needed, keys))
            if tag and value[_TAG] != tag:
                raise CodecError(f"expected the tag {tag}, not {_told(value[_TAG])}")
            return {
                name: _decoded(decoder, value, name)
                for name, decoder in decoders.items()
                if name in value
            }

        return decode


def _is_later(declared: Field[Any]) -> bool:
    return _LATER in declared.metadata


def _decoded(decoder: Decoder, holder: Mapping[str, object], name: str) -> object:
    try:
        return decoder(holder[name])
    except CodecError as error:
        raise error.within(name) from None


def _built(kind: Callable[..., object], values: Mapping[str, object]) -> object:
    try:
        return kind(**values)
    except ValueError as error:
        raise CodecError(str(error)) from error


def _key_fault(value: Mapping[str, object], needed: set[str], keys: set[str]) -> str:
    if missing := needed - value.keys():
        return f"the key {min(missing)} is missing"
    return f"unknown key {_told(min(map(str, value.keys() - keys)))}"


def _told(thing: object) -> str:
    if isinstance(thing, type):
        return thing.__name__
    # Python refuses to write down a number of thousands of digits.
    return f"a {type(thing).__name__}" if _is_long(thing) else repr(thing)[:40]


def _is_long(thing: object) -> bool:
    return isinstance(thing, list | dict) or (isinstance(thing, int) and thing.bit_length() > 128)


def _shape_of(value: object) -> object:
    """Return the mark of a member of a union in JSON: its tag, or else its JSON type."""
    return value.get(_TAG, dict) if isinstance(value, dict) else type(value)


def _unexpected(value: object) -> object:
    raise CodecError(f"unexpected {_told(_shape_of(value))}")


def _value_decoder(tags: ValueTags) -> Decoder:
    def decode(value: object) -> object:
        found = (member for member, tag in tags().items() if value == {_TAG: tag})
        return next(found, None) or _unexpected(value)

    return decode


def _shape(member: Any) -> type:
    """The JSON type of an untagged member of a union."""
    origin = get_origin(member) or member
    if origin is Annotated:
        return int
    if issubclass(origin, StrEnum):
        return str
    if issubclass(origin, tuple | frozenset | list):
        return list
    return dict if issubclass(origin, Bag) or is_dataclass(origin) else origin


def _scalar_decoder(kind: type) -> Decoder:
    def decode(value: object) -> object:
        if type(value) is not kind:
            raise CodecError(f"expected {kind.__name__}, not {_told(value)}")
        return value

    return decode


def _int_decoder(allowed: range) -> Decoder:
    def decode(value: object) -> object:
        # True and 1.0 are in the range too.
        if type(value) is not int or value not in allowed:
            wanted = f"a number from {allowed[0]} to {allowed[-1]}"
            raise CodecError(f"expected {wanted}, not {_told(value)}")
        return value

    return decode


def _enum_decoder(kind: type[StrEnum]) -> Decoder:
    members = {member.value: member for member in kind}

    def decode(value: object) -> object:
        if not isinstance(value, str) or value not in members:
            raise CodecError(f"{_told(value)} is no {kind.__name__}")
        return members[value]

    return decode


def _bag_decoder(kind: Any) -> Decoder:
    count = _int_decoder(COUNT_RANGE)

    def decode(value: object) -> object:
        if not isinstance(value, dict):
            raise CodecError(f"expected an object of counts, not {_told(type(value))}")
        try:
            return kind.from_mapping({key: count(value[key]) for key in value})
        except ValueError as error:
            raise CodecError(str(error)) from error

    return decode


def _list_decoder(kind: Callable[[list[object]], object], item: Decoder) -> Decoder:
    def decode(value: object) -> object:
        if not isinstance(value, list):
            raise CodecError(f"expected a list, not {_told(type(value))}")
        return kind([_item(item, place, entry) for place, entry in enumerate(value)])

    return decode


def _fixed_decoder(items: list[Decoder]) -> Decoder:
    def decode(value: object) -> object:
        if not isinstance(value, list) or len(value) != len(items):
            raise CodecError(f"expected a list of {len(items)}")
        pairs = zip(items, value, strict=True)
        return tuple(_item(item, place, entry) for place, (item, entry) in enumerate(pairs))

    return decode


def _place_decoder(pair: Decoder) -> Decoder:
    return lambda value: ids.Place(*pair(value))


def _item(decoder: Decoder, place: int, value: object) -> object:
    try:
        return decoder(value)
    except CodecError as error:
        raise error.within(f"[{place}]") from None
