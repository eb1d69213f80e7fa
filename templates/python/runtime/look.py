"""One look at a request: does it surely break no rule of a wire?

It says no where anything is out of the ordinary, and the rules themselves look then.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from math import inf
from typing import Any

from .absence import EMPTY
from .keyed import has_key
from .spelling import Limit

Json = Any
REMEMBERED = 1000
"""So many names are remembered as legal."""


class Plain:
    """What a look asks of a wire's rules, each thing in the form in which it is asked soonest."""

    def __init__(
        self, format_: str, name: Limit | None, id_: Limit | None, schema: Limit | None
    ) -> None:
        self.format = format_
        self.name_fits: Callable[[str], object] = name.fits if name else bool
        self.id_fits: Callable[[str], object] = id_.fits if id_ else bool
        self.schema_fits: Callable[[str], object] = schema.fits if schema else bool
        self.names: set[str] = set()
        self.blank: frozenset[str] = frozenset()
        self.shown: Callable[[dict[str, Json], str], bool] = lambda *_: False
        self.least_tools, self.most_tools, self.most_stops = 0, inf, inf
        self.alone = False
        self.words: frozenset[str] = frozenset()
        self.ranges: list[tuple[str, float, float]] = []
        self.levels: list[tuple[str, frozenset[str | None]]] = []
        self.refused: set[str] = set()
        self.exclusive: list[list[str]] = []
        self.settings_looked_at = self.own_looked_at = False
        self.messages_looked_at = self.opaque_looked_at = False
        self.tools_needed = self.no_free_text = self.placeholder = self.some_tools = False
        self.switched = ""
        self.not_before: dict[str, set[str]] = {"user": set(), "assistant": set(), "system": set()}
        self.not_last: set[str] = set()
        self.keys: list[str] = []

    def take(self, kind: str, said: dict[str, Json]) -> None:
        """Make ready what a rule of some kind asks."""
        self.settings_looked_at |= kind in ("refused", "exclusive", "spelled")
        if kind == "tools":
            self.most_tools = said.get("most", inf)
            self.least_tools = 1 if "empty" in said["not"] else 0
            self.tools_needed = "none of those called" in said["not"]
            self.no_free_text = "of free text" in said["not"]
            self.some_tools = "own" in said
        elif kind == "switch":
            self.switched = said["field"]
        elif kind == "choice":
            self.words = frozenset(said["words"])
            self.alone = "alone" in said
        elif kind == "range":
            self.ranges.append((said["field"], said.get("least", -inf), said.get("most", inf)))
        elif kind == "levels":
            self.levels.append((said["field"], frozenset({None, *said["among"]})))
        elif kind == "refused":
            self.refused.update(said.get("fields", ()))
            self.own_looked_at |= "keys" in said
            self.messages_looked_at |= "messages" in said
            self.opaque_looked_at |= "blocks" in said
        elif kind == "exclusive":
            self.exclusive.append(said["fields"])
        elif kind == "spelled":
            self.own_looked_at = self.messages_looked_at = True
        elif kind in ("unnumbered", "parsed"):
            self.id_fits = _never  # the rule looks at each call
        elif kind == "count":
            self.most_stops = said.get("most", inf)
        elif kind == "placeholder":
            self.placeholder = True
        elif kind == "alternate":
            for role in said["of"]:
                self.not_before[role].add(role)
                # What leaves the conversation from between two turns hides which they are.
                self.not_before[role] |= {*said.get("across", ())}
        elif kind == "first":
            self.not_before["assistant"] |= {"", "system"}
            self.not_last |= {"", "system"}
        elif kind == "some":
            self.not_last |= {"", *said.get("besides", ())}
        elif kind == "after_results":
            self.not_before["user"].add("tool")
            self.not_before["system"].add("tool")
        elif kind == "data_keys":
            self.keys = said["keys"]
        elif kind == "ends":
            self.not_last.add("assistant")
        elif kind == "last":
            self.not_last |= {"assistant", "system"}

    def legal(self, name: str) -> bool:
        """Whether a name is spelled as it should be; it is remembered if it is."""
        if not self.name_fits(name):
            return False
        if len(self.names) < REMEMBERED:
            self.names.add(name)
        return True

    def but_for_spelling(self) -> Plain:
        """The same for a look that takes any id and any name."""
        found = copy(self)
        found.names, found.name_fits, found.id_fits = set(), _any_text, _any_text
        return found

    def own(self, value: dict[str, Json]) -> Json:
        """What this wire's own overlay says of a value."""
        return (value.get("metadata") or EMPTY).get(self.format)


def _never(_: str) -> bool:
    return False


def breaks_nothing(x: dict[str, Json], known: Plain) -> bool:
    """Whether a request is so plain that no rule has anything to say."""
    for field, least, most in known.ranges:
        if field in x and (value := x[field]) is not None and not least <= value <= most:
            return False
    for field, among in known.levels:
        if x.get(field) not in among:
            return False
    if known.settings_looked_at and not _settings_fit(x, known):
        return False
    tools = x.get("tools")
    if tools is not None and not _tools_fit(tools, known):
        return False
    choice, switch = x.get("toolChoice"), x.get("parallelToolCalls")
    if choice is not None and not _choosable(choice, tools, known):
        return False
    if switch is not None and (not tools or choice == "none"):
        return False
    stops, schema = x.get("stopSequences"), x.get("responseSchema")
    if stops and not (len(stops) <= known.most_stops and all(map(str.strip, stops))):
        return False
    if schema is not None and (name := schema.get("name")) and not known.schema_fits(name):
        return False
    return turns_fit(x["messages"], known, not tools)


def _settings_fit(x: dict[str, Json], known: Plain) -> bool:
    if known.messages_looked_at and any(
        known.own(one) or known.own(one.get("toolResult", EMPTY)) for one in x["messages"]
    ):
        return False
    if not known.refused.isdisjoint(x) or (known.own_looked_at and known.own(x)):
        return False
    given = {field for field, value in x.items() if value is not None}
    return all(len(given.intersection(fields)) < 2 for fields in known.exclusive)


def _tools_fit(tools: list[Json], known: Plain) -> bool:
    if not known.least_tools <= len(tools) <= known.most_tools:
        return False
    names: set[str] = set()
    legal = known.names
    for tool in tools:
        name = tool.get("name")
        if name is None:
            if known.some_tools or tool.get("format") != known.format:
                return False
        elif (
            name in names
            or not (name in legal or known.legal(name))
            or tool.get("description") == ""
            or (known.no_free_text and "inputFormat" in tool)
            or (known.switched and tool.get(known.switched))
        ):
            return False
        else:
            names.add(name)
    return True


def _choosable(choice: Json, tools: Json, known: Plain) -> bool:
    if type(choice) is str:
        return choice in known.words and bool(tools or known.alone)
    if not tools:
        return False
    name = choice.get("name")
    return "named" in known.words and any(tool.get("name") == name for tool in tools)


def _any_text(text: str) -> bool:
    return type(text) is str


def turns_fit(messages: list[Json], known: Plain, bare: bool = False) -> bool:
    """Whether calls and results pair, and nothing is empty, alien or in the wrong place.

    ``bare``: there are no tools, which a conversation with calls may need.
    """
    ids: set[str] = set()
    open_: set[str] = set()
    legal, blank, not_before = known.names, known.blank, known.not_before
    before, unsigned = "", False
    for message in messages:
        role = message.get("role")
        if role == "tool":
            result = message["toolResult"]
            if result["toolCallId"] not in open_ or "metadata" in message:
                return False
            open_.discard(result["toolCallId"])
            kind, name = result["kind"], result["name"]
            if not (name in legal or known.legal(name)):
                return False
            if kind == "multimodal":
                if not _blocks_fit(result["value"], "result", known, ids, open_):
                    return False
            elif kind == "data":
                if known.keys and has_key(result["value"], known.keys):
                    return False
            elif "result" in blank and not result["value"].strip():
                return False
            before = "tool"
            continue
        if role is None or open_ or before in not_before[role]:
            return False
        content = message["content"]
        if type(content) is str:
            if role in blank and not content.strip():
                return False
        elif not _blocks_fit(content, role, known, ids, open_):
            return False
        if known.placeholder:
            unsigned = (unsigned and role != "user") or (bool(open_) and _unsigned(content, known))
        before = role
    if open_ or unsigned or (bare and ids and known.tools_needed):
        return False
    return before not in known.not_last


def _blocks_fit(
    content: list[Json], role: str, known: Plain, ids: set[str], open_: set[str]
) -> bool:
    """Whether blocks are texts that say something, thoughts, and calls of a legal spelling."""
    said = False
    for block in content:
        kind = block["kind"]
        if kind == "text":
            if role in known.blank and not block["text"].strip():
                return False
            said = True
        elif kind == "toolCall":
            call = block["toolCall"]
            id_, name = call["id"], call["name"]
            if id_ in ids or not known.id_fits(id_):
                return False
            if not (name in known.names or known.legal(name)):
                return False
            if known.no_free_text and "input" in call:
                return False
            ids.add(id_)
            open_.add(id_)
            said = True
        elif kind == "opaque":
            if block["format"] != known.format or known.opaque_looked_at:
                return False
            said = True
        elif kind != "reasoning":
            if not known.shown(block, role):
                return False
            said = True
    return said


def _unsigned(content: list[Json], known: Plain) -> bool:
    """Whether no call of a turn carries anything of this wire's own."""
    return not any(known.own(block["toolCall"]) for block in content if "toolCall" in block)
