# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""What a tool takes: the contract of every kind of input, and what is said of a wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

MOST = 200
"""Mistakes that are told apart in one set of arguments."""
SHOWN = 20
"""Mistakes named in one message; the rest are counted."""
LONGEST = 4000
"""Characters of a message, at most."""


class Mistake(NamedTuple):
    """One thing wrong with the arguments of a call."""

    path: str
    """Where, as in ``stops[2].name``; empty for the arguments as a whole."""
    came: str
    """What stands there, shortened."""
    expected: str
    """What should."""


class InvalidArguments(ValueError):
    """The arguments do not fit. As text it is a message that a model can act on."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__(_message(self.mistakes))


class Input(Protocol):
    """Arguments of one tool: what the model is told of them, and how they reach the function."""

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of an object."""

    def bound(self, arguments: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Positional and keyword arguments for the function.

        Raises ``InvalidArguments``. ``arguments`` stay as they are, whatever the function does.
        """


def text_parameter(input_: Input) -> str | None:
    """The one parameter of a tool, if it has one alone and that is a text."""
    properties = input_.schema.get("properties", {})
    for name, schema in properties.items() if len(properties) == 1 else ():
        if isinstance(schema, dict) and schema.get("type") == "string":
            return str(name)
    return None


def _message(mistakes: tuple[Mistake, ...]) -> str:
    lines = ["The arguments do not fit the tool. Mend them and call it again:"]
    lines += [_line(mistake) for mistake in mistakes[:SHOWN]]
    if len(mistakes) > SHOWN:
        lines.append(f"- and {len(mistakes) - SHOWN} more")
    text = "\n".join(lines)
    text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    # Half a surrogate pair in a key or a value would keep the whole message from being sent.
    return text.encode("utf-8", "backslashreplace").decode()


def _line(mistake: Mistake) -> str:
    return f"- {mistake.path or 'arguments'}: expected {mistake.expected}; came {mistake.came}"
