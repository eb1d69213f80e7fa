# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""One look at a request: which kinds of rules may have anything to say of it?

None, mostly. Where anything is out of the ordinary, those rules look that it may be about.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from .absence import EMPTY
from .keyed import has_key
from .spelling import Limit
from .thoughts import is_alien, proves

Json = Any
REMEMBERED = 1000
"""So many names are remembered as legal."""
SPELLING, PAIRS, TEXTS, FILES, DATA, ORDER, UNSIGNED, TOOLS, SETTINGS = (
    1, 2, 4, 8, 16, 32, 64, 128, 256,
)  # fmt: skip
"""What rules are about: ids and names; calls and their results; texts, and what else a message
holds but media; media; data of results; who follows whom; calls that another provider made; tools
and the choice among them; other settings."""
STAYING = ORDER | UNSIGNED
"""What is left of a message decides whether it stays, and so who follows whom."""
ALL = SPELLING | PAIRS | TEXTS | FILES | DATA | STAYING | TOOLS | SETTINGS

SETTING = ("refused", "apart", "exclusive", "spelled", "mentioned", "identified", "led", "less")
"""The kinds of rules that may be about any setting."""


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
        self.asked = {"stopSequences", "responseSchema"}  # fields that settings are told by
        self.settings_looked_at = self.own_looked_at = False
        self.opaque_looked_at = False
        self.message_keys: set[str] = set()  # of the wire's own, in messages
        self.tools_needed = self.no_free_text = self.placeholder = self.some_tools = False
        self.switched = ""
        self.data_key = ""  # the wire's key of a tool that says that its results are data
        self.tools_refused: list[str] = []  # fields of tools
        self.own_keys: set[str] = set()  # of the wire's own, in requests
        self.not_before: dict[str, set[str]] = {"user": set(), "assistant": set(), "system": set()}
        self.not_last: set[str] = set()
        self.keys: list[str] = []
        self.alien = self.declined = self.reasoned = False
        self.failed: frozenset[str] = frozenset()  # kinds of results that cannot say so
        self.parts_looked_at = self.concluded = False
        self.proofs: list[tuple[list[str], str]] = []
        self.item, self.led_items = "", False

    def take(self, kind: str, params: dict[str, Json]) -> None:
        """Make ready what a rule of some kind asks."""
        self.settings_looked_at |= kind in SETTING
        self.placeholder |= kind == "placeholder"
        self.concluded |= kind == "concluded"
        self.alien |= kind == "alien"
        self.declined |= kind == "declined"
        self.reasoned |= kind == "reasoned"
        self.parts_looked_at |= kind == "issued"
        self.asked |= _asked(kind, params)
        if kind == "tools":
            self.most_tools = params.get("most", inf)
            self.least_tools = 1 if "empty" in params["not"] else 0
            self.tools_needed = "none of those called" in params["not"]
            self.no_free_text = "of free text" in params["not"]
            self.some_tools = "own" in params
        elif kind == "switch":
            self.switched = params["field"]
        elif kind == "quoted":
            self.data_key = params["key"]
        elif kind == "choice":
            self.words = frozenset(params["words"])
            self.alone = "alone" in params
        elif "with" in params:  # what stands beside it is looked at first
            keys = params.get("beside") or [params["key"]]
            self.own_keys |= {key.partition(".")[0] for key in keys}
            self.settings_looked_at = True
        elif kind == "range":
            self.ranges.append(
                (params["field"], params.get("least", -inf), params.get("most", inf))
            )
        elif kind == "levels":
            usual = () if "asked" in params else (None,)
            self.levels.append((params["field"], frozenset({*usual, *params["among"]})))
        elif kind in ("refused", "apart"):
            self.refused.update(params.get("fields", ()))
            self.own_looked_at |= "keys" in params
            self.message_keys |= {key.partition(".")[0] for key in params.get("messages", ())}
            self.parts_looked_at |= "parts" in params
            self.opaque_looked_at |= "blocks" in params
            self.tools_refused += params.get("tools", ())
        elif kind in ("mentioned", "identified"):
            self.refused.add(params["field"])
        elif kind == "exclusive":
            self.exclusive.append(params["fields"])
        elif kind == "spelled":
            self.own_looked_at = True
            self.message_keys |= {"$"} if params["field"] == "role" else set()
        elif kind in ("unnumbered", "parsed"):
            self.id_fits = _never  # the rule looks at each call
        elif kind == "count":
            self.most_stops = params.get("most", inf)
        elif kind in ("items", "led_items"):
            self.item, self.led_items = params["key"], self.led_items or kind == "led_items"
        elif kind == "signed":
            self.proofs.append((params["by"], params.get("made", "")))
        else:
            self._take_turns(kind, params)

    def _take_turns(self, kind: str, params: dict[str, Json]) -> None:
        """The same of a rule about who follows whom, and what stands in a turn."""
        if kind == "alternate":
            for role in params["of"]:
                self.not_before[role].add(role)
                # What leaves the conversation from between two turns hides which they are.
                self.not_before[role] |= {*params.get("across", ())}
        elif kind == "first":
            self.not_before["assistant"] |= {"", "system"}
            self.not_last |= {"", "system"}
        elif kind == "some":
            self.not_last |= {"", *params.get("besides", ())}
        elif kind == "after_results":
            self.not_before["user"].add("tool")
            self.not_before["system"].add("tool")
        elif kind == "data_keys":
            self.keys = params["keys"]
        elif kind == "failed":
            self.failed = frozenset(params["of"])
        elif kind in ("ends", "trimmed"):
            self.not_last.add("assistant")
        elif kind == "leading":
            self.not_before["system"] |= {"user", "assistant", "tool"}
        elif kind == "last":
            self.not_last |= {"assistant", "system"}

    def legal(self, name: str) -> bool:
        """Whether a name is spelled as it should be; it is remembered if it is."""
        if not self.name_fits(name):
            return False
        if len(self.names) < REMEMBERED:
            self.names.add(name)
        return True

    def own(self, value: dict[str, Json]) -> Json:
        """What this wire's own overlay says of a value."""
        return (value.get("metadata") or EMPTY).get(self.format)


def _asked(kind: str, params: dict[str, Json]) -> set[str]:
    """The fields of a request that tell whether a rule about settings may be broken."""
    if kind == "spelled":
        return {"metadata", "messages"}
    if "with" in params:
        return {"metadata"}
    if kind in ("refused", "apart"):
        looked = {"keys": "metadata", "messages": "messages"}
        return {*params.get("fields", ()), *(looked[key] for key in looked if key in params)}
    return {params["field"]} if "field" in params else {*params.get("fields", ())}


def _never(_: str) -> bool:
    return False


def touched(x: dict[str, Json], plain: Plain) -> int:
    """What the rules are about that may have something to say of a request; mostly nothing, 0."""
    found = 0 if plain.asked.isdisjoint(x) else _touched_by_settings(x, plain)
    tools = x.get("tools")
    if tools is not None:
        found |= _touched_by_tools(tools, plain)
    choice, switch = x.get("toolChoice"), x.get("parallelToolCalls")
    if choice is not None and not _choosable(choice, tools, plain):
        # How the names in it are spelled nobody has seen.
        found |= TOOLS if type(choice) is str else TOOLS | SPELLING
    if switch is not None and (not tools or choice == "none"):
        found |= TOOLS
    return found | touched_by_turns(x["messages"], plain, not tools)


def _touched_by_settings(x: dict[str, Json], plain: Plain) -> int:
    found = 0
    for field, least, most in plain.ranges:
        if field in x and (value := x[field]) is not None and not least <= value <= most:
            found = SETTINGS
    for field, among in plain.levels:
        if x.get(field) not in among:
            found = SETTINGS
    stops, schema = x.get("stopSequences"), x.get("responseSchema")
    if stops is not None and not 0 < len(stops) <= plain.most_stops:
        found = SETTINGS
    if stops and not all(map(str.strip, stops)):
        found = SETTINGS
    if plain.settings_looked_at and not _settings_fit(x, plain):
        found = SETTINGS
    name = None if schema is None else schema.get("name")
    if name is not None and not plain.schema_fits(name):
        found |= SPELLING
    return found


def _settings_fit(x: dict[str, Json], plain: Plain) -> bool:
    for message in x["messages"] if plain.message_keys else ():
        for value in (message, message.get("toolResult", EMPTY)):
            if "metadata" in value and not plain.message_keys.isdisjoint(plain.own(value) or ()):
                return False
    if not plain.refused.isdisjoint(x) or (plain.own_looked_at and plain.own(x)):
        return False
    if plain.own_keys and "metadata" in x and not plain.own_keys.isdisjoint(plain.own(x) or ()):
        return False
    return all(
        sum(x.get(field) is not None for field in fields) < 2 for fields in plain.exclusive
    )


def _touched_by_tools(tools: list[Json], plain: Plain) -> int:
    found = 0 if plain.least_tools <= len(tools) <= plain.most_tools else TOOLS
    names: set[str] = set()
    legal, alien = plain.names, 0
    for tool in tools:
        name = tool.get("name")
        if name is None:
            if plain.some_tools:
                found |= TOOLS
            alien += tool.get("format") != plain.format
            continue
        if not (name in legal or plain.legal(name)):
            found |= SPELLING
        if (
            name in names
            or tool.get("description") == ""
            or (plain.no_free_text and "inputFormat" in tool)
            or (plain.switched and tool.get(plain.switched))
            or (plain.tools_refused and any(map(tool.get, plain.tools_refused)))
            or (plain.data_key and plain.data_key in (plain.own(tool) or EMPTY))
        ):
            found |= TOOLS
        names.add(name)
    return found | TOOLS if alien and alien == len(tools) else found


def _choosable(choice: Json, tools: Json, plain: Plain) -> bool:
    if type(choice) is str:
        return choice in plain.words and bool(tools or plain.alone)
    name = choice.get("name")
    if not tools or name is None:
        return False
    return "named" in plain.words and any(tool.get("name") == name for tool in tools)


def touched_by_turns(messages: list[Json], plain: Plain, bare: bool = False) -> int:
    """The same of a conversation: calls and results pair, and nothing is empty, alien or misplaced.

    ``bare``: there are no tools, which a conversation with calls may need.
    """
    ids: set[str] = set()
    open_: set[str] = set()
    legal, blank, not_before = plain.names, plain.blank, plain.not_before
    before, unsigned, found = "", False, 0
    for message in messages:
        role = message.get("role")
        if role == "tool":
            result = message["toolResult"]
            if result["toolCallId"] not in open_ or "metadata" in message:
                return ALL
            open_.discard(result["toolCallId"])
            kind, name = result["kind"], result["name"]
            if not (name in legal or plain.legal(name)):
                found |= SPELLING
            if kind == "multimodal":
                found |= _touched_by_blocks(result["value"], "result", plain, ids, open_)
            elif kind == "data":
                if plain.keys and has_key(result["value"], plain.keys):
                    found |= DATA
            elif "result" in blank and not result["value"].strip():
                found |= TEXTS | STAYING
            if "isError" in result and kind in plain.failed:
                found |= DATA
            before = "tool"
            continue
        if role is None or open_:
            return ALL
        if before in not_before[role]:
            found |= ORDER
        content = message["content"]
        if type(content) is str:
            if role in blank and (not content or content.isspace()):
                found |= TEXTS | STAYING
        else:
            found |= _touched_by_blocks(content, role, plain, ids, open_)
        if plain.reasoned and role == "assistant":
            found |= UNSIGNED  # what it had thought may stand in its own overlay
        if plain.placeholder:
            unsigned = (unsigned and role != "user") or (bool(open_) and _unsigned(content, plain))
        before = role
    if open_ or found & PAIRS:
        return ALL
    if before in plain.not_last:
        found |= ORDER
    if plain.parts_looked_at:
        found |= TEXTS | STAYING
    if bare and ids and plain.tools_needed:
        found |= TOOLS
    return found | UNSIGNED if unsigned else found


def _touched_by_blocks(
    content: list[Json], role: str, plain: Plain, ids: set[str], open_: set[str]
) -> int:
    """The same of blocks: texts that say something, thoughts, calls of a legal spelling."""
    found, speaks = 0, False
    for block in content:
        kind = block["kind"]
        if kind == "text":
            if role in plain.blank and not block["text"].strip():
                found |= TEXTS | STAYING
            if plain.declined and "refusal" in block:
                found |= TEXTS
            speaks = True
        elif kind == "toolCall":
            call = block["toolCall"]
            id_, name = call["id"], call["name"]
            if id_ in ids:
                return PAIRS
            if not plain.id_fits(id_) or not (name in plain.names or plain.legal(name)):
                found |= SPELLING
            if plain.no_free_text and "input" in call:
                found |= TOOLS
            ids.add(id_)
            open_.add(id_)
            speaks = True
        elif kind == "opaque":
            if block["format"] != plain.format or plain.opaque_looked_at:
                found |= TEXTS | STAYING
            speaks = True
        elif kind == "reasoning":
            for by, made in plain.proofs:
                if not proves(block, plain.own(block), by, made):
                    found |= TEXTS | STAYING
            if plain.alien and is_alien(block, plain.format):
                found |= TEXTS | STAYING
        else:
            if not plain.shown(block, role):
                found |= FILES | STAYING
            speaks = True
    if plain.item and _touched_by_items(content, plain, ids):
        found |= TEXTS | STAYING
    thought = plain.concluded and speaks and content[-1]["kind"] == "reasoning"
    return found if speaks and not thought else found | TEXTS | STAYING


def _touched_by_items(content: list[Json], plain: Plain, ids: set[str]) -> bool:
    """Whether an id of an item comes again, or stands behind no thought; ids are gathered."""
    thought = found = False
    for block in content:
        kind = block["kind"]
        value = block["value"] if kind == "opaque" else plain.own(block.get("toolCall", block))
        thought |= kind == "reasoning" and bool(value)
        item = value.get(plain.item) if type(value) is dict else None
        if type(item) is str:
            alone = plain.led_items and not thought and kind in ("text", "toolCall")
            found |= alone or item in ids
            ids.add(item)
    return found


def _unsigned(content: list[Json], plain: Plain) -> bool:
    """Whether no call of a turn carries anything of this wire's own."""
    return not any(plain.own(block["toolCall"]) for block in content if "toolCall" in block)
