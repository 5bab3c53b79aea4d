"""The demands of Discord on the components of a message (components/reference)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.standin import model
from bot.standin.checks.controls import check_button, check_select
from bot.standin.checks.findings import Findings
from bot.standin.errors import Where
from bot.standin.layout import SELECTS, ComponentKind, walk

_MOST_ROWS = 5
_MOST_IN_ROW = 5
_MOST_COMPONENTS = 40
_MOST_TEXT = 4000
DESCRIPTION_LIMIT = 1024
_ATTACHMENT = "attachment://"

_KEYS: Mapping[ComponentKind, frozenset[str]] = {
    ComponentKind.ROW: frozenset({"components"}),
    ComponentKind.SECTION: frozenset({"components", "accessory"}),
    ComponentKind.TEXT: frozenset({"content"}),
    ComponentKind.THUMBNAIL: frozenset({"media", "description", "spoiler"}),
    ComponentKind.GALLERY: frozenset({"items"}),
    ComponentKind.FILE: frozenset({"file", "spoiler", "name", "size"}),
    ComponentKind.SEPARATOR: frozenset({"divider", "spacing"}),
    ComponentKind.CONTAINER: frozenset({"components", "accent_color", "spoiler"}),
}
_IN_CONTAINER = frozenset(
    {
        ComponentKind.ROW,
        ComponentKind.SECTION,
        ComponentKind.TEXT,
        ComponentKind.GALLERY,
        ComponentKind.FILE,
        ComponentKind.SEPARATOR,
    }
)
_TOP = _IN_CONTAINER | {ComponentKind.CONTAINER}


class MessageComponents:
    """Checks one component list; `files` are the names that `attachment://` may point at."""

    def __init__(self, findings: Findings, files: frozenset[str]) -> None:
        self._findings = findings
        self._files = files

    def classic(self, where: Where, components: Sequence[model.Json]) -> None:
        """A message without the V2 flag: up to five action rows."""
        self._findings.size(where, components, _MOST_ROWS)
        self._children(where, components, frozenset({ComponentKind.ROW}))
        self._identifiers(where, components)

    def v2(self, where: Where, components: Sequence[model.Json]) -> None:
        """A message with the V2 flag: up to 40 components, counting nested ones."""
        every = list(walk(components))
        if len(every) > _MOST_COMPONENTS:
            words = f"Must be {_MOST_COMPONENTS} or fewer in total, here are {len(every)}."
            self._findings.add(where, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words)
        texts = [c.get("content") or "" for c in every if c.get("type") == ComponentKind.TEXT]
        total = sum(map(len, texts))
        if total > _MOST_TEXT:
            words = f"The text must be {_MOST_TEXT} or fewer in length, here are {total}."
            self._findings.add(where, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
        self._children(where, components, _TOP)
        self._identifiers(where, components)

    def _identifiers(self, where: Where, components: Sequence[model.Json]) -> None:
        every = list(walk(components))
        custom = [c["custom_id"] for c in every if c.get("custom_id")]
        self._findings.unique(where, custom, "COMPONENT_CUSTOM_ID_DUPLICATED")
        numbers = [c["id"] for c in every if c.get("id")]
        self._findings.unique(where, numbers, "COMPONENT_ID_DUPLICATED")

    def _children(
        self, where: Where, components: Sequence[model.Json], allowed: frozenset[ComponentKind]
    ) -> None:
        for place, component in enumerate(components):
            inner = (*where, place)
            if self._findings.one_of((*inner, "type"), component.get("type"), allowed):
                self._component(inner, component, ComponentKind(component["type"]))

    def _component(self, where: Where, component: model.Json, kind: ComponentKind) -> None:
        self._findings.keys(where, component, _KEYS[kind] | {"type", "id"})
        match kind:
            case ComponentKind.ROW:
                self._row(where, component)
            case ComponentKind.SECTION:
                self._section(where, component)
            case ComponentKind.TEXT:
                self._findings.text((*where, "content"), component.get("content"), _MOST_TEXT)
            case ComponentKind.GALLERY:
                self._gallery(where, component)
            case ComponentKind.FILE:
                self._file(where, component)
            case ComponentKind.SEPARATOR:
                spacing = component.get("spacing")
                self._findings.one_of((*where, "spacing"), spacing, (None, 1, 2))
            case ComponentKind.CONTAINER:
                self._container(where, component)
            case _:
                raise AssertionError(kind)

    def _row(self, where: Where, component: model.Json) -> None:
        children: list[model.Json] = component.get("components") or []
        inner = (*where, "components")
        self._findings.size(inner, children, _MOST_IN_ROW, least=1)
        for place, child in enumerate(children):
            if child.get("type") == ComponentKind.BUTTON:
                check_button(self._findings, (*inner, place), child)
            elif child.get("type") in SELECTS:
                check_select(self._findings, (*inner, place), child)
            else:
                words = "An action row holds buttons or one select."
                self._findings.add((*inner, place, "type"), "BASE_TYPE_CHOICES", words)
        if len(children) > 1 and any(c.get("type") in SELECTS for c in children):
            words = "A select fills its row alone."
            self._findings.add(inner, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)

    def _section(self, where: Where, component: model.Json) -> None:
        children: list[model.Json] = component.get("components") or []
        self._findings.size((*where, "components"), children, 3, least=1)
        self._children((*where, "components"), children, frozenset({ComponentKind.TEXT}))
        accessory = component.get("accessory") or {}
        inner = (*where, "accessory")
        if accessory.get("type") == ComponentKind.BUTTON:
            check_button(self._findings, inner, accessory)
        elif accessory.get("type") == ComponentKind.THUMBNAIL:
            allowed = _KEYS[ComponentKind.THUMBNAIL] | {"type", "id"}
            self._findings.keys(inner, accessory, allowed)
            self._picture(inner, accessory)
        else:
            words = "A section needs a button or a thumbnail beside it."
            self._findings.add(inner, "BASE_TYPE_CHOICES", words)

    def _gallery(self, where: Where, component: model.Json) -> None:
        items: list[model.Json] = component.get("items") or []
        self._findings.size((*where, "items"), items, 10, least=1)
        for place, item in enumerate(items):
            inner = (*where, "items", place)
            self._findings.keys(inner, item, ("media", "description", "spoiler"))
            self._picture(inner, item)

    def _picture(self, where: Where, lock: model.Json) -> None:
        description = lock.get("description")
        self._findings.maybe_text((*where, "description"), description, DESCRIPTION_LIMIT)
        self.media((*where, "media", "url"), (lock.get("media") or {}).get("url"))

    def _file(self, where: Where, component: model.Json) -> None:
        url = (component.get("file") or {}).get("url")
        inner = (*where, "file", "url")
        if isinstance(url, str) and not url.startswith(_ATTACHMENT):
            words = "A file component shows an attachment only."
            self._findings.add(inner, "INVALID_MEDIA_URL", words)
        else:
            self.media(inner, url)

    def _container(self, where: Where, component: model.Json) -> None:
        self._findings.number((*where, "accent_color"), component.get("accent_color"), 0, 0xFFFFFF)
        children: list[model.Json] = component.get("components") or []
        self._findings.size((*where, "components"), children, _MOST_COMPONENTS, least=1)
        self._children((*where, "components"), children, _IN_CONTAINER)

    def media(self, where: Where, url: object) -> None:
        """An address that can be shown: on the web, or of a file of this message."""
        if not isinstance(url, str) or not url:
            self._findings.add(where, "BASE_TYPE_REQUIRED", "This field is required")
        elif url.startswith(_ATTACHMENT):
            if url.removeprefix(_ATTACHMENT) not in self._files:
                words = f"The referenced attachment {url} was not found."
                self._findings.add(where, "UNFURLED_MEDIA_NOT_FOUND", words)
        elif not url.startswith(("http://", "https://")):
            words = "Scheme must be one of ('http', 'https', 'attachment')."
            self._findings.add(where, "URL_TYPE_INVALID_SCHEME", words)
