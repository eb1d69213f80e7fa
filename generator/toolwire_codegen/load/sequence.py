"""The grammar of ``sequences``: four words, each alone or with others::

    sequence =  Record.field <-> Wire.key: words     (Wire: the type that has the key)
    words    =  lift: { Unit: key, from: leading | anywhere }
                fold: Unit* Rest?, into: Element.path.to.key
                spread: Unit.field, among: [Arm, …]
                string: Element.key
"""

from __future__ import annotations

import re
from typing import Any

from .findings import Finding
from .positions import Document
from .splitting import KEY, NAME
from .transform import Sequence

WORDS = {"lift", "fold", "into", "spread", "among", "string"}
Path = tuple[str | int, ...]
_PLACE = re.compile(rf"({NAME})\.({NAME})\s*<->\s*({NAME})\.({KEY})")
_WITHIN = re.compile(rf"({NAME})\.({KEY})")
_INTO = re.compile(rf"({NAME})\.({KEY}(?:\.{KEY})*)")
_FOLD = re.compile(rf"({NAME})\*(?:\s+({NAME})\?)?")


class SequenceReader:
    """Reads the sequences of one document; one that is unreadable is a finding and left out."""

    def __init__(self, document: Document, findings: list[Finding]) -> None:
        self.document, self.findings = document, findings

    def complain(self, path: Path, what: str, fix: str) -> None:
        self.findings.append(Finding(self.document.at(*path), "unreadable-row", what, "", fix))

    def read(self, title: str, mapping: Any) -> Sequence | None:
        path = ("sequences", title)
        match = _PLACE.fullmatch(title)
        if match is None or not isinstance(mapping, dict) or not WORDS & mapping.keys():
            self.complain(
                path,
                f"cannot read {title!r} as a sequence",
                "write `Record.field <-> Wire.key: { fold: Unit* Rest?, into: Element.key }`; "
                "`Wire` is the type that has the key, wherever that stands",
            )
            return None
        finding_count = len(self.findings)
        lifted, lift_key, anywhere = self._lift(path, mapping)
        folded, into = self._fold(path, mapping)
        spread = self._within(path, mapping, "spread", "Unit.field")
        string = self._within(path, mapping, "string", "Element.key")
        among = self._among(path, mapping)
        if len(self.findings) > finding_count:
            return None
        return Sequence(
            match[2], match[1], match[3], match[4], self.document.at(*path),
            lifted, lift_key, anywhere, *folded, *into,
            *spread, among, *string, self.document.at(*path, "fold") if folded[0] else None,
        )  # fmt: skip

    def _lift(self, path: Path, mapping: Any) -> tuple[str, str, bool]:
        """The unit that leaves the list, its key, and whether it does so from anywhere."""
        lift = mapping.get("lift")
        words = dict(lift) if isinstance(lift, dict) else {}
        anywhere = words.pop("from", "leading") == "anywhere"
        unit, key = next(iter(words.items()), ("", ""))
        if "lift" in mapping and not (unit and isinstance(key, str)):
            self.complain(path, "lift names no unit and key", "write `lift: { Unit: key }`")
        return unit, str(key), anywhere

    def _fold(self, path: Path, mapping: Any) -> tuple[tuple[str, str], tuple[str, str]]:
        """The units that share an element, and the element's list; empty without them."""
        fold = _FOLD.fullmatch(str(mapping.get("fold")))
        into = self._within(path, mapping, "into", "Element.key", _INTO)
        if "fold" in mapping and fold is None:
            fix = "write `fold: Unit*` or `fold: Unit* Rest?`"
            self.complain(path, f"cannot read {mapping['fold']!r} as units", fix)
        if ("fold" in mapping) != ("into" in mapping):
            there, gone = ("fold", "into") if "fold" in mapping else ("into", "fold")
            self.complain(path, f"`{there}` stands without `{gone}`",
                          "write `fold: Unit* Rest?, into: Element.key`")  # fmt: skip
        if fold is None or not into[0]:
            return ("", ""), ("", "")
        return (fold[1], fold[2] or ""), into

    def _within(
        self, path: Path, mapping: Any, word: str, form: str, pattern: re.Pattern[str] = _WITHIN
    ) -> tuple[str, str]:
        """A type and one of its keys, or the keys that lead to one; empty without them."""
        match = pattern.fullmatch(str(mapping.get(word)))
        if word in mapping and match is None:
            what = f"cannot read {mapping[word]!r} as a type and its key"
            self.complain(path, what, f"write `{word}: {form}`")
        return (match[1], match[2]) if match else ("", "")

    def _among(self, path: Path, mapping: Any) -> tuple[str, ...]:
        """The wire types that may stand among what is spread."""
        arms = mapping.get("among", [])
        if not isinstance(arms, list) or not all(isinstance(arm, str) for arm in arms):
            fix = "write `among: [Arm, Arm]`"
            self.complain(path, f"cannot read {arms!r} as types", fix)
            return ()
        if "among" in mapping and "spread" not in mapping:
            fix = "add `spread: Unit.field`, or remove it"
            self.complain(path, "`among` stands without `spread`", fix)
        return tuple(arms)
