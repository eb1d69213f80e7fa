"""One block whose text stands under one of several keys: `aliases(key, list.path)`."""

from __future__ import annotations

from typing import Any

from ..notes import Notes
from ..operator import UNSET, Operator
from ..parts import Part
from ..record import Opened
from ..spec import demand
from ..use import Use

Json = Any


class Aliases(Operator):
    """The first key with a text has it; all else goes with the block."""

    name = "aliases"
    says_all = True

    def part(self, use: Use, arm: str) -> Part:
        return AliasesPart(use, arm, [use.key, *self.args])


class AliasesPart(Part):
    """``keys``: those of texts, and `list.path` for the texts of records."""

    holds_objects = False
    whole = True

    def __init__(self, use: Use, arm: str, keys: list[str]) -> None:
        super().__init__(use, arm)
        self.texts = [key for key in keys if "." not in key]
        self.paths = [key.split(".") for key in keys if "." in key]

    def read_whole(self, opened: Opened) -> list[Json]:
        lists = {key for key, _ in self.paths}
        raws = {}
        for key, value in opened.value.items():
            plain = key in self.texts and type(value) is str
            listed = type(value) is list and all(type(one) is dict for one in value)
            if value and (plain or (key in lists and listed)):
                raws[key] = opened.rest.pop(key)
        if not raws:
            return []
        order = [key for key in dict.fromkeys([*self.texts, *sorted(lists)]) if key in raws]
        at = next((key for key in order if self._text_at(raws, key)), order[0])
        text = self._text_at(raws, at)
        also = [key for key in order if key in self.texts and key != at and raws[key] == text]
        form: dict[str, Json] = {} if at == self.texts[0] else {"at": at}
        form |= {"also": also} if also else {}
        overlay = {key: value for key, value in raws.items()
                   if key in lists or (key != at and key not in also)}  # fmt: skip
        overlay |= {"$": form} if form else {}
        block = {"kind": self.use.spec.inter_tags(self.arm)["kind"], "text": text}
        block |= {} if text else {"redacted": True}
        return [{**block, "metadata": {self.use.spec.name: overlay}} if overlay else block]

    def _text_at(self, raws: Json, key: str) -> str:
        value = raws.get(key)
        if key in self.texts:
            return value or ""
        paths = [path for name, path in self.paths if name == key]
        found = [one.get(path) for one in value or () for path in paths]
        return "".join(one for one in found if type(one) is str)

    def wants(self, block: Json) -> bool:
        own = (block.get("metadata") or {}).get(self.use.spec.name) or {}
        return not self.others or (own.get("$") or {}).get("at") != self.others

    def share(self, block: Json, notes: Notes) -> list[Json]:
        demand(type(block["text"]) is str, "a string")
        demand(block.get("redacted") in (None, True), "true")
        return [block]

    def write(self, shares: list[Json], notes: Notes) -> Json:
        return UNSET

    def write_whole(self, shares: list[Json], w: dict[str, Json]) -> None:
        for block in shares:
            own = dict((block.get("metadata") or {}).get(self.use.spec.name) or {})
            form = own.pop("$", {})
            at = form.get("at", self.texts[0])
            if at not in self.texts and at in {key for key, _ in self.paths}:
                if self._text_at(own, at) == block["text"]:
                    at = ""
                else:
                    own.pop(at, None)
            usual = at if not at or at in self.texts else self.texts[0]
            for key in [usual, *form.get("also", ())]:
                if key in self.texts and block["text"]:
                    w[key] = w.get(key, "") + block["text"]
            for key, value in own.items():
                w.setdefault(key, value)
