"""Reads ``answers``: what the message of a result repeats of the message of its call."""

from __future__ import annotations

import re
from typing import Any

from .findings import Finding
from .positions import Document
from .splitting import KEY
from .transform import Answer

_PATH = re.compile(rf"{KEY}(?:\.{KEY})*")
FIX = "write `entry: { entry of the call: { wire.path: wire.path of the call } }`"


class AnswerReader:
    """Reads one document; every unreadable piece becomes a finding and is left out."""

    def __init__(self, document: Document, findings: list[Finding]) -> None:
        self.document, self.findings = document, findings

    def read(self, section: Any) -> dict[str, Answer]:
        if not isinstance(section, dict) or not section:
            self._complain((), "answers names no entry")
            return {}
        found = {name: self._answer(name, value) for name, value in section.items()}
        return {name: answer for name, answer in found.items() if answer is not None}

    def _answer(self, name: str, value: Any) -> Answer | None:
        if not isinstance(value, dict) or len(value) != 1:
            self._complain((name,), f"`{name}` does not say which entry its calls have")
            return None
        ((call, places),) = value.items()
        if not isinstance(places, dict) or not places:
            self._complain((name, call), f"`{name}` repeats nothing of `{call}`")
            return None
        read = {}
        for path, source in places.items():
            if not all(isinstance(one, str) and _PATH.fullmatch(one) for one in (path, source)):
                self._complain((name, call, path), f"cannot read `{path}: {source}` as two paths")
                continue
            read[tuple(path.split("."))] = tuple(source.split("."))
        return Answer(call, read, self.document.at("answers", name))

    def _complain(self, path: tuple[str, ...], what: str) -> None:
        at = self.document.at("answers", *path)
        self.findings.append(Finding(at, "unreadable-row", what, "", FIX))
