"""YAML and JSON texts as plain data that knows where each of its values stands.

JSON is read through the same YAML composer: one position model serves specs and schemas.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from .findings import Finding, Position

Path_ = tuple[str | int, ...]
# A spec nests a dozen levels; a text that nests past this is refused before the (recursive)
# composer sees it, because C recursion cannot be caught.
MAX_DEPTH = 64
_BRACKET = re.compile(r"[][{}]")


_RESOLVERS = {
    first: [(tag, regexp) for tag, regexp in resolvers if not tag.endswith(("timestamp", "bool"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
"""YAML 1.2's idea of scalars where it matters here: ``no``, ``on`` and dates are text."""
_BOOLEANS = {"true": True, "false": False}
_C_LOADER: Any = getattr(yaml, "CSafeLoader", None)


class _Composer(yaml.SafeLoader):
    """Refuses aliases: a few lines of them can stand for a tree without end."""

    yaml_implicit_resolvers = _RESOLVERS

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(problem="aliases are not used here", problem_mark=mark)
        return super().compose_node(parent, index)


class _JsonComposer(_C_LOADER or yaml.SafeLoader):  # type: ignore[misc]
    """The C parser where there is one: schemas are long, and JSON has no aliases to refuse."""


class _QuickComposer(_C_LOADER or _Composer):  # type: ignore[misc]
    """The C parser for YAML without anchors, which are what aliases need."""

    yaml_implicit_resolvers = _RESOLVERS


@dataclass
class Document:
    """One source file: its ``data``, and the position of every key and value in it.

    ``positions`` maps a path (keys and indexes from the root) to the line and column where that
    entry starts: the key's for a mapping entry, the item's for a list item.
    """

    path: str
    data: Any
    positions: dict[Path_, Position] = field(default_factory=dict)
    #: of keys without quotes that are no text, such as ``true`` and ``1``: what they are
    meant: dict[Path_, Any] = field(default_factory=dict)

    def at(self, *path: str | int) -> Position:
        """The position of the nearest enclosing entry of ``path`` that stands in the text."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.positions:
                return self.positions[path[:end]]
        return Position(self.path, 1, 1)


def read_document(path: Path, shown: str, findings: list[Finding]) -> Document | None:
    """Read ``path`` (named ``shown`` in findings); on failure add a finding, return None."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        what, fix = f"cannot read this file: {reason}", "put a readable UTF-8 file there"
        findings.append(Finding(Position(shown, 1, 1), "unreadable-file", what, "", fix))
        return None
    if (deep := _too_deep(text)) is not None:
        findings.append(
            Finding(
                Position(shown, *deep),
                "unreadable-file",
                f"nests deeper than {MAX_DEPTH} levels",
                "",
                "name the inner parts as definitions of their own",
            )
        )
        return None
    if path.suffix == ".json" and not _is_json(text, shown, findings):
        return None
    language = "JSON as it is read here" if path.suffix == ".json" else "YAML"
    try:
        root = _composed(text, path.suffix == ".json")
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        findings.append(
            Finding(
                Position(shown, line, column),
                "unreadable-file",
                f"not valid {language}: {error.problem or error.context}",
                "",
                "mend the syntax at this place",
            )
        )
        return None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        findings.append(
            Finding(
                _position(shown, text, getattr(error, "position", 0)),
                "unreadable-file",
                f"not valid {language}: {getattr(error, 'reason', error)}",
                "",
                "mend the syntax",
            )
        )
        return None
    document = Document(shown, None)
    data = _value(root, (), document, findings) if root is not None else None
    # json.loads is the authority on what a JSON text says (escapes, numbers).
    document.data = json.loads(text) if path.suffix == ".json" else data
    return document


def _composed(text: str, as_json: bool) -> Any:
    """The nodes of a text. Raises yaml.YAMLError, in the words of the parser in Python."""
    if as_json:
        return yaml.compose(text, Loader=_JsonComposer)
    if "&" not in text:
        with suppress(yaml.YAMLError):
            return yaml.compose(text, Loader=_QuickComposer)
    return yaml.compose(text, Loader=_Composer)


def _is_json(text: str, shown: str, findings: list[Finding]) -> bool:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        position = Position(shown, error.lineno, error.colno)
        findings.append(
            Finding(position, "unreadable-file", f"not valid JSON: {error.msg}", "", "mend it here")
        )
        return False
    except ValueError:
        longest = max(re.finditer(r"\d+", text), key=lambda digits: len(digits[0]))
        findings.append(
            Finding(
                _position(shown, text, longest.start()),
                "unreadable-file",
                "a number here has too many digits",
                "",
                "write one of ordinary size",
            )
        )
        return False
    return True


def _position(shown: str, text: str, index: Any) -> Position:
    """The line and column of a character of a text."""
    before = text[: index if isinstance(index, int) else 0]
    return Position(shown, before.count("\n") + 1, len(before) - before.rfind("\n"))


def _too_deep(text: str) -> tuple[int, int] | None:
    """Where flow nesting or indentation passes MAX_DEPTH, if it does (line, column)."""
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) - len(line.lstrip(" ")) > 8 * MAX_DEPTH:
            return number, 1
        if line.lstrip(" ").startswith("- " * MAX_DEPTH):
            return number, len(line) - len(line.lstrip(" ")) + 1
        for bracket in _BRACKET.finditer(line):
            if bracket[0] in "[{":
                depth += 1
                if depth > MAX_DEPTH:
                    return number, bracket.start() + 1
            else:
                depth = max(0, depth - 1)
    return None


def _value(node: Any, path: Path_, document: Document, findings: list[Finding]) -> Any:
    if path not in document.positions:
        document.positions[path] = _begin(node, document)
    if isinstance(node, yaml.ScalarNode):
        _whole_characters(node, document, findings)
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, path, document, findings)
    if isinstance(node, yaml.SequenceNode):
        return [
            _value(item, (*path, index), document, findings)
            for index, item in enumerate(node.value)
        ]
    return _scalar(node)


def _begin(node: Any, document: Document) -> Position:
    return Position(document.path, node.start_mark.line + 1, node.start_mark.column + 1)


def _whole_characters(node: yaml.ScalarNode, document: Document, findings: list[Finding]) -> None:
    """An escape can name half a character, which no file can hold. JSON's are in pairs."""
    if node.value.isascii() or document.path.endswith(".json"):
        return
    if any("\ud800" <= c <= "\udfff" for c in node.value):
        what = "a text here has half a character"
        fix = "write the character itself, or `\\U` and its number"
        findings.append(Finding(_begin(node, document), "unreadable-row", what, "", fix))


def _mapping(
    node: yaml.MappingNode, path: Path_, document: Document, findings: list[Finding]
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        place = _begin(key_node, document)
        if not isinstance(key_node, yaml.ScalarNode):
            findings.append(
                Finding(
                    place,
                    "unreadable-row",
                    "a key here is not a plain word",
                    "",
                    "quote it or write it as one scalar",
                )
            )
            continue
        key = key_node.value
        _whole_characters(key_node, document, findings)
        if key in result:
            findings.append(
                Finding(
                    place,
                    "duplicate-key",
                    f"the key {key!r} stands twice in this mapping",
                    f"first at {document.positions[(*path, key)].short}",
                    "keep one of the two",
                )
            )
            continue
        document.positions[(*path, key)] = place
        if not isinstance(plain := _scalar(key_node), str):
            document.meant[(*path, key)] = plain
        result[key] = _value(value_node, (*path, key), document, findings)
    return result


def _scalar(node: yaml.ScalarNode) -> Any:
    if not node.style:  # plain: None from the parser in Python, "" from the one in C
        if node.value in _BOOLEANS:
            return _BOOLEANS[node.value]
        if node.tag.endswith(":null"):
            return None
        if node.tag.endswith((":int", ":float")):
            try:
                return json.loads(node.value)
            except ValueError:
                return node.value
    return node.value
