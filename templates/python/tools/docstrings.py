"""What a docstring says: of the whole, and of each parameter."""

from __future__ import annotations

from typing import NamedTuple


class Documented(NamedTuple):
    """A docstring, taken apart."""

    description: str
    parameters: dict[str, str]


def documented(docstring: str | None) -> Documented:
    """Google, NumPy, reST and Epydoc, whichever finds most; text that is none of them is kept."""
    if not docstring or not docstring.strip():
        return Documented("", {})
    import inspect

    import docstring_parser

    text = inspect.cleandoc(docstring)
    try:
        parsed = docstring_parser.parse(text)
    except docstring_parser.ParseError:
        return Documented(text, {})
    parameters = {
        one.arg_name.lstrip("*"): one.description.strip()
        for one in parsed.params
        if one.description and one.description.strip()
    }
    return Documented((parsed.description or "").strip(), parameters)
