"""Every action as a short text that can be typed, and back: `fate top c4 down`, `ignite 3`.

Format, parser, completion and help come from the one grammar, `ACTION_FORMS`. An answer is a verb
and its parameters, in any case and with any spaces. Two payments share the verb `pay`, that in
action tiles (`pay 2 path 1 wild`) and that in resources (`pay 1 herb 1 gold`): the parser knows
which by the names of the pieces. Several answers stand on a line with semicolons between them.
"""

import re
from typing import Final

from engine import actions
from engine.notation_slots import ACTION_FORMS, NotationError, NotationFault, Words

_FILLERS: Final = frozenset({"to", "offer"})
"""Words that may be typed for the flow and mean nothing: `task R07 offer left`."""


def format_action(action: actions.Action) -> str:
    """An action as it is typed; `parse_action` reads it back."""
    return ACTION_FORMS[type(action)].format(action)


def parse_action(text: str) -> actions.Action:
    """Read one typed answer. Raises NotationError."""
    typed_words = _words(text)
    if not typed_words:
        raise NotationError(NotationFault.EMPTY)
    verb, *rest = typed_words
    forms = [each for each in ACTION_FORMS.values() if verb == each.verb or verb in each.aliases]
    if not forms:
        raise NotationError(NotationFault.UNKNOWN_VERB, word=verb)
    failures: list[tuple[int, NotationError]] = []
    for form in forms:
        words = Words(rest, form.usage)
        try:
            action: actions.Action = form.parse(words)
        except NotationError as error:
            failures.append((words.read, error))
        else:
            return action
    # The form that could read most is the one that was meant.
    raise max(failures, key=lambda failure: failure[0])[1]


def parse_line(text: str) -> tuple[actions.Action, ...]:
    """Read typed answers divided by semicolons or line breaks. Raises NotationError."""
    parts = [part for part in re.split("[;\n]", text) if part.strip()]
    if not parts:
        raise NotationError(NotationFault.EMPTY)
    return tuple(parse_action(part) for part in parts)


def _words(text: str) -> list[str]:
    plain = re.sub(r"great[\s_-]*bonfire", "great-bonfire", text.lower())
    return [word for word in plain.split() if word not in _FILLERS]
