"""The grammar of a ``transform.yaml``: its text as the tree of ``transform``::

    lens     =  INTERMEDIATE <-> WIRE: rows
    row      =  field: target  |  (field, field): target  |  field: [target, target]
    target   =  wire.path | operator | operator(argument, …)
             |  (wire.path, wire.path) | table(name)     (one value that stands in several places)
    field    =  name  |  name.inner  |  .        (the whole value)

A row may also be a mapping: X ``schemas/transform.schema.json`` has the same for editors.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from .answers import AnswerReader
from .failures import read_errors
from .findings import Finding
from .givens import GivenReader
from .positions import Document
from .sequence import SequenceReader
from .splitting import NAME, PATH, QUOTE, is_cut, is_rest, split
from .stream import StreamReader
from .tables import TableReader
from .transform import (
    NO_ENTRY,
    REQUEST,
    RESPONSE,
    Case,
    Entry,
    Given,
    Lens,
    Operator,
    Row,
    Target,
    Transform,
    Union,
    entry_path,
)

_LENS = re.compile(rf"({NAME})\s*<->\s*({NAME}(?:\s*\|\s*{NAME})*)")
_ARM = re.compile(r"[A-Z][A-Za-z0-9]*|\*")
_OPERATOR = re.compile(rf"({NAME})(?:\((.*)\))?", re.DOTALL)
SECTIONS = (
    "title", "reference", REQUEST, RESPONSE, "entries", "answers", "spelling",
    "types", "unions", "sequences", "tables", "errors", "stream",
)  # fmt: skip
_LENS_KEYS = ("cases", "arms", "given", "absent", "own", "returns", "metadata")


class _Reader:
    """Reads one document; every unreadable piece becomes a finding and is left out."""

    def __init__(self, document: Document, findings: list[Finding]) -> None:
        self.document = document
        self.findings = findings
        self.constants = GivenReader(document, self.complain)

    def complain(self, path: tuple[str | int, ...], what: str, fix: str, note: str = "") -> None:
        self.findings.append(Finding(self.document.at(*path), "unreadable-row", what, note, fix))

    def section(self, *path: str | int) -> dict[str, Any]:
        value: Any = self.document.data
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.complain(path, f"{path[-1]} is not a mapping", "write `key: value` lines")
            return {}
        return value

    def target(self, text: Any, path: tuple[str | int, ...]) -> Target | None:
        pieces = split(text, "|") if isinstance(text, str) else []
        several = bool(pieces) and pieces[0][:1] == "(" and pieces[0][-1:] == ")"
        places = split(pieces[0][1:-1], ",") if several else pieces[:1]
        named = all(PATH.fullmatch(place) and (place != "." or not several) for place in places)
        if not places or not named:
            self.complain(
                path, f"cannot read {text!r} as a target", "write `wire.path | operator(argument)`"
            )
            return None
        operators = []
        for piece in pieces[1:]:
            match = _OPERATOR.fullmatch(piece)
            if match is None:
                self.complain(
                    path,
                    f"cannot read {piece!r} as an operator",
                    QUOTE if is_cut(piece) else "write `name` or `name(argument)`",
                )
                return None
            args = split(match[2], ",") if match[2] else [] if match[2] is None else [""]
            operators.append(Operator(match[1], tuple(args)))
        first, *more = [() if one == "." else tuple(one.split(".")) for one in places]
        return Target(first, tuple(operators), self.document.at(*path), tuple(more))

    def fields(self, text: str, path: tuple[str | int, ...]) -> tuple[tuple[str, ...], ...]:
        names = split(text[1:-1], ",") if text[:1] == "(" and text[-1:] == ")" else [text]
        for name in names:
            if not PATH.fullmatch(name):
                fix = "write `field` or `(field, field)`"
                if ("(" in text) != (")" in text):
                    fix = "inside of `{ }` quote the key: a comma ends it"
                self.complain(path, f"cannot read {text!r} as a field", fix)
                return ()
            if "0" in name.split("."):
                self.complain(path, "a field is no item of a list", "map the list")
                return ()
        return tuple(() if name == "." else tuple(name.split(".")) for name in names)

    def key(self, text: Any, path: tuple[str | int, ...]) -> Target | None:
        """A target that is one of several: what stands at a key, and never the value as a whole."""
        target = self.target(text, path)
        if target is None or target.path:
            return target
        self.complain(path, "the wire value as a whole cannot stand here", "name a key")
        return None

    def row(
        self, key: str, value: Any, path: tuple[str | int, ...], several: bool = False
    ) -> Row | None:
        """A row; ``several``: others may stand in its place, as in a case."""
        fields = () if is_rest(self.findings, key, value) else self.fields(key, path)
        if not fields:
            return None
        position = self.document.at(*path)
        if isinstance(value, dict):
            if "const" in value:
                const, calls = value["const"], value.get("calls")
                return Row(fields, position, const=const, is_const=True, calls=calls)
            if "lost" in value:
                back = self.target(f". | {value['back']}", path) if "back" in value else None
                operator = back.operators[0] if back else None
                why = self.reason(value["lost"], path)
                if "unless" in value and value["unless"] is None:
                    fix = "write the value that says no more than nothing does, or leave it out"
                    self.complain((*path, "unless"), "`unless` names no value", fix)
                return Row(fields, position, lost=why, back=operator, unless=value.get("unless"))
            if "elsewhere" in value:
                why = self.reason(value["elsewhere"], path, "elsewhere")
                return Row(fields, position, lost=why, elsewhere=True)
            if not all(_ARM.fullmatch(arm) for arm in value) or not value:
                words = [arm for arm in value if not _ARM.fullmatch(arm)]
                what = f"{words[0]!r} has no meaning in a row" if words else "this row says nothing"
                fix = 'write `{ const: value }`, `{ lost: reason }`, or arms and "*"'
                self.complain((*path, *words[:1]), what, fix)
                return None
            parts = [(arm, self.key(text, (*path, arm))) for arm, text in value.items()]
            arms = tuple((arm, target) for arm, target in parts if target is not None)
            return Row(fields, position, parts=arms) if len(arms) == len(parts) else None
        texts = value if isinstance(value, list) else [value]
        if not texts:
            self.complain(path, "this row says nothing", "write `field: wire.path`")
        read = self.key if several or len(texts) > 1 else self.target
        targets = [read(text, path) for text in texts]
        read_targets = tuple(target for target in targets if target is not None)
        return Row(fields, position, targets=read_targets) if read_targets else None

    def reason(self, value: Any, path: tuple[str | int, ...], word: str = "lost") -> str:
        if isinstance(value, str) and value.strip():
            return value.strip()
        self.findings.append(
            Finding(
                self.document.at(*path),
                "loss-without-reason",
                "something is lost here and the text does not say why",
                "",
                f"write `{word}: <the reason>`",
            )
        )
        return "no reason given"

    def rows(
        self, mapping: dict[str, Any], path: tuple[str | int, ...], several: bool = False
    ) -> tuple[Row, ...]:
        rows = [self.row(key, value, (*path, key), several) for key, value in mapping.items()]
        return tuple(row for row in rows if row is not None)

    def case(self, arm: str, value: Any, path: tuple[str | int, ...]) -> list[Case]:
        """A case, for each of the places that its rows name."""
        if not isinstance(value, dict):
            self.complain(path, "a case is not a mapping of rows", "write `{ field: wire.path }`")
            return []
        plain = {key: item for key, item in value.items() if key not in ("given", "lost")}
        if plain.pop("metadata", None) is not None:
            fix = "move it to the lens: it holds for all"
            self.complain((*path, "metadata"), "`metadata` has no meaning in a case", fix)
        case = Case(
            arm,
            self.rows(plain, path, True),
            self.constants.givens(value.get("given"), (*path, "given")),
            self.document.at(*path),
            self.reason(value["lost"], (*path, "lost")) if "lost" in value else "",
        )
        return [case] if arm else self._places(case)

    def _places(self, case: Case) -> list[Case]:
        """A case for each place: rows with several are read at their first, second … together."""
        several = [row for row in case.rows if len(row.targets) > 1]
        for row in several:
            if len(row.targets) != len(several[0].targets):
                self.findings.append(
                    Finding(
                        row.position,
                        "unreadable-row",
                        "the rows of a case have their places together",
                        f"`{several[0].left}` has {len(several[0].targets)}, "
                        f"`{row.left}` {len(row.targets)}",
                        "name as many for each, or one",
                    )
                )
                several = []
                break
        if not several:
            first = (replace(row, targets=row.targets[:1]) for row in case.rows)
            return [replace(case, rows=tuple(first))]
        found = []
        for number, target in enumerate(several[0].targets):
            rows = tuple(
                replace(row, targets=(row.targets[number],)) if row in several else row
                for row in case.rows
            )
            found.append(replace(case, rows=rows, at=target.dotted if number else ""))
        return found

    def lens(self, title: str, mapping: Any) -> Lens | None:
        path = ("types", title)
        match = _LENS.fullmatch(title)
        if match is None or "|" in match[2] or not isinstance(mapping, dict):
            self.complain(
                path, f"cannot read {title!r} as a lens", "write `Intermediate <-> Wire: { rows }`"
            )
            return None
        arms, cases = self.section(*path, "arms"), mapping.get("cases")
        if cases is not None and not isinstance(cases, list):
            self.complain((*path, "cases"), "cases is not a list", "write `- { field: wire.path }`")
        cases = cases if isinstance(cases, list) else []
        named: list[tuple[str, Any, tuple[str | int, ...]]] = [
            (arm, value, (*path, "arms", arm)) for arm, value in arms.items()
        ]
        named += [("", value, (*path, "cases", index)) for index, value in enumerate(cases)]
        for key in ("given", "absent", "arms", "cases"):
            if key in mapping and mapping[key] is None:
                self.complain((*path, key), f"{key} names nothing", "write it, or leave it out")
        if mapping.get("metadata", "*") != "*":
            self.complain((*path, "metadata"), "metadata keeps all or is left out", 'write `"*"`')
        return Lens(
            match[1],
            match[2],
            self.document.at(*path),
            self.rows({k: v for k, v in mapping.items() if k not in _LENS_KEYS}, path),
            tuple(case for one in named for case in self.case(*one)),
            self.constants.givens(mapping.get("given"), (*path, "given")),
            self.constants.absents(mapping.get("absent"), (*path, "absent")),
            self._own(mapping["own"], (*path, "own")) if "own" in mapping else "",
            "metadata" in mapping,
            self._name(mapping, path, "returns"),
            isinstance(mapping.get("own"), dict),
            self._stands(mapping.get("own"), (*path, "own", "replies")),
        )

    def _own(self, value: Any, path: tuple[str | int, ...]) -> str:
        split = isinstance(value, dict) and {"requests"} <= {*value} <= {"requests", "replies"}
        return self.reason(value["requests"] if split else value, path, "own")

    def _stands(self, own: Any, path: tuple[str | int, ...]) -> tuple[Given, ...]:
        """What others' values have in a reply in place of what only the wire's own have."""
        if not isinstance(own, dict) or "replies" not in own:
            return ()
        found = self.constants.givens(own["replies"], path)
        if not found:
            self.complain(path, "replies names nothing", "write `wire.path: value` lines")
        for given in found:
            if given.computed or len(given.values) != 1:
                at = (*path, ".".join(given.path))
                self.complain(at, "what stands in a reply is one value", "write the value")
        return tuple(one for one in found if not one.computed and len(one.values) == 1)

    def _name(self, mapping: dict[str, Any], path: tuple[str | int, ...], key: str) -> str:
        value = mapping.get(key, "")
        if not isinstance(value, str) or (key in mapping and not value):
            self.complain((*path, key), f"`{key}` names no type", "name a type of the wire")
            return ""
        return value

    def union(self, title: str, mapping: Any) -> Union | None:
        path = ("unions", title)
        match = _LENS.fullmatch(title)
        if match is None or "|" in match[2] or not isinstance(mapping, dict):
            self.complain(
                path,
                f"cannot read {title!r} as a union",
                "write `Intermediate <-> Wire: { Arm: … }`",
            )
            return None
        lost: dict[str, str] = {}
        elsewhere: set[str] = set()
        if not mapping:
            self.complain(path, "no arm is named here", "{ Arm: { lost: reason } }")
        for key, value in mapping.items():
            fields = self.fields(key, (*path, key))
            names = [field[0] for field in fields if len(field) == 1]
            if len(names) < len(fields):
                self.complain((*path, key), f"{key!r} is no arm", "name the arm alone")
            row = value if isinstance(value, dict) else {}
            word = next((word for word in ("lost", "elsewhere") if word in row), "")
            if not word:
                self.complain(
                    (*path, key), "an arm here only says what is lost", "{ lost: reason }"
                )
                continue
            reason = self.reason(value[word], (*path, key), word)
            lost.update(dict.fromkeys(names, reason))
            elsewhere.update(names if word == "elsewhere" else ())
        return Union(match[1], match[2], lost, self.document.at(*path), frozenset(elsewhere))

    def entries(self) -> dict[str, Entry]:
        """By name, the two that most wires have first."""
        more = self.section("entries")
        first = [name for name in (REQUEST, RESPONSE) if name in self.document.data or not more]
        for name in (REQUEST, RESPONSE):
            if name in more:
                what = f"`{name}` does not stand among `entries`"
                self.complain(("entries", name), what, f"write `{name}:` at the top")
        return {name: self.entry(name) for name in dict.fromkeys([*first, *more])}

    def entry(self, name: str) -> Entry:
        path = entry_path(name)
        text = self.section(*path[:-1]).get(name, "")
        match = _LENS.fullmatch(str(text))
        if match is None:
            what = f"`{name}` does not say which types it maps"
            self.complain(path, what, f"{name}: Inter <-> Wire")
            return NO_ENTRY
        wires = split(match[2], "|")
        for wire in dict.fromkeys(wire for wire in wires if wires.count(wire) > 1):
            self.complain(path, f"`{wire}` stands twice here", "name it once")
        return match[1], tuple(dict.fromkeys(wires))


def read_transform(name: str, document: Document, findings: list[Finding]) -> Transform:
    """Read the transform of format ``name``; unreadable pieces are findings and left out."""
    transform = Transform(name, document)
    if not isinstance(document.data, dict):
        what = "this file is not a mapping"
        findings.append(Finding(document.at(), "unreadable-row", what, "", "see another format"))
        return transform
    reader = _Reader(document, findings)
    for key in document.data:
        if key not in SECTIONS:
            reader.complain(
                (key,), f"unknown section {key!r}", "remove it", f"known: {', '.join(SECTIONS)}"
            )
    for key in ("title", "reference"):
        if not isinstance(document.data.get(key, ""), str):
            reader.complain((key,), f"the {key} is no text", "write it in quotes")
    transform.title = str(document.data.get("title", name))
    transform.reference = str(document.data.get("reference", ""))
    transform.snake_case = document.data.get("spelling") == "snake_case"
    transform.entries = reader.entries()
    if "answers" in document.data:
        transform.answers = AnswerReader(document, findings).read(document.data["answers"])
    sections: tuple[tuple[str, Any, list[Any]], ...] = (
        ("types", reader.lens, transform.lenses),
        ("unions", reader.union, transform.unions),
        ("sequences", SequenceReader(document, findings).read, transform.sequences),
    )
    for section, read, into in sections:
        for title, value in reader.section(section).items():
            item = read(title, value)
            if item is not None:
                into.append(item)
    for title, value in reader.section("tables").items():
        table = TableReader(document, reader.complain).read(title, value)
        if table is not None:
            transform.tables[title] = table
    if "errors" in document.data:
        transform.errors = read_errors(document.data["errors"], reader.complain)
    if "stream" in document.data:
        transform.stream = StreamReader(document, findings).read(document.data["stream"])
    return transform
