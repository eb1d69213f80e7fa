"""What one look at a request asks of a wire's rules, each thing as it is asked soonest."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from .absence import EMPTY
from .spelling import Limit

Json = Any
REMEMBERED = 1000
"""So many names are remembered as legal."""
SETTING = (
    "refused", "apart", "exclusive", "spelled", "mentioned", "identified", "led", "less", "declined"
)  # fmt: skip
"""The kinds of rules that may be about any setting."""
BY_THEMSELVES = ("alien", "calls_last", "concluded", "declined", "reasoned", "sound")
"""The kinds of rules of which a look asks nothing but whether there is one."""


class Plain:
    """What a look asks of a wire's rules, each thing in the form in which it is asked soonest."""

    def __init__(
        self, format_: str, name: Limit | None, id_: Limit | None, schema: Limit | None
    ) -> None:
        self.format = format_
        self.name_fits: Callable[[str], object] = name.fits if name else bool
        self.id_fits: Callable[[str], object] = id_.fits if id_ else bool
        self.id_needed = id_ is not None and id_.needed
        self.schema_fits: Callable[[str], object] = schema.fits if schema else bool
        self.names: set[str] = set()
        self.blank: frozenset[str] = frozenset()
        self.shown: Callable[[dict[str, Json], str], bool] = lambda *_: False
        self.least_tools, self.most_tools, self.most_stops = 0, inf, inf
        self.alone = self.declared = self.naming = False
        self.demands: dict[str, Json] = {}  # what goes out in any case
        self.words: frozenset[str] = frozenset()
        #: a list, as what a choice is may be an object
        self.beside_switch: list[str] = []
        self.ranges: list[tuple[str, float, float]] = []
        self.levels: list[tuple[str, frozenset[str | None]]] = []
        self.refused: set[str] = set()
        self.exclusive: list[list[str]] = []
        self.asked = {"stopSequences", "responseSchema"}  # fields that settings are told by
        self.settings_looked_at = self.own_looked_at = False
        self.opaque_looked_at = False
        self.message_keys: set[str] = set()  # of the wire's own, in messages
        self.message_taken: dict[str, list[Json]] = {}  # what may stand there all the same
        self.part_keys: set[str] = set()  # and in blocks, calls and results
        self.tools_needed = self.no_free_text = self.placeholder = self.some_tools = False
        self.switched = ""
        self.data_key = ""  # the wire's key of a tool that says that its results are data
        self.tools_refused: list[str] = []  # fields of tools
        self.own_keys: set[str] = set()  # of the wire's own, in requests
        self.not_before: dict[str, set[str]] = {"user": set(), "assistant": set(), "system": set()}
        self.not_last: set[str] = set()
        self.keys: list[str] = []
        self.signatures: set[str] = set()
        self.alien = self.declined = self.reasoned = self.together = self.led = False
        self.failed: frozenset[str] = frozenset()  # kinds of results that cannot say so
        self.failed_moves = False  # media of a result that failed
        self.parts_looked_at = self.concluded = self.calls_last = self.sound = False
        self.proofs: list[tuple[list[str], str]] = []
        self.item, self.led_items = "", False

    def take(self, kind: str, params: dict[str, Json]) -> None:
        """Make ready what a rule of some kind asks."""
        self.settings_looked_at |= kind in SETTING
        if kind in BY_THEMSELVES:
            setattr(self, kind, True)
        if kind == "placeholder":
            self.placeholder, self.signatures = True, {params["key"], *params.get("spelled", ())}
        self.failed_moves |= kind == "media" and "failed" in params
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
            self.beside_switch = params["parallel" if "parallel" in params else "words"]
            self.alone, self.declared = "alone" in params, "declared" in params
            self.naming = "naming" in params
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
            self._take_message_keys(params)
            self.part_keys |= {key.partition(".")[0] for key in params.get("parts", ())}
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
            self.most_stops = min(self.most_stops, params.get("most", inf))
        elif kind in ("items", "led_items"):
            self.item, self.led_items = params["key"], self.led_items or kind == "led_items"
        elif kind == "signed":
            self.proofs.append((params["by"], params.get("made", "")))
        else:
            self._take_turns(kind, params)

    def _take_message_keys(self, params: dict[str, Json]) -> None:
        taken = params.get("unless", EMPTY)
        for key in params.get("messages", ()):
            first, values = key.partition(".")[0], alternatives(taken[key]) if key in taken else []
            if first in self.message_keys:  # what one rule takes, and another does not
                before = self.message_taken.get(first, [])
                values = [value for value in values if value in before]
            self.message_taken[first] = values
            self.message_keys.add(first)

    def _take_demands(self, params: dict[str, Json]) -> None:
        keys, styles = self.demands.get("keys", ()), self.demands.get("styles", EMPTY)
        self.demands = {
            "keys": [*keys, *params.get("keys", ())],
            "styles": {**styles, **params.get("styles", EMPTY)},
            "places": {**self.demands.get("places", EMPTY), **params.get("places", EMPTY)},
        }

    def _take_turns(self, kind: str, params: dict[str, Json]) -> None:
        """The same of a rule about who follows whom, and what stands in a turn."""
        if kind == "alternate":
            self.together = "user" in params["of"]
            for role in params["of"]:
                self.not_before[role].add(role)
                # What leaves the conversation from between two turns hides which they are.
                self.not_before[role] |= {*params.get("across", ())}
        elif kind == "first":
            self.not_before["assistant"] |= {"", "system"}
            self.not_last |= {"", "system"}
        elif kind == "declined":
            self.message_keys.add(params["key"])
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
            self.led = True
            self.not_before["system"] |= {"user", "assistant", "tool"}
        elif kind == "last":
            self.not_last |= {"assistant", "system"}
        elif kind == "written":
            self._take_demands(params)

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


def alternatives(taken: Json) -> list[Json]:
    """The values that a rule takes all the same: one, or any of a list."""
    return taken if type(taken) is list else [taken]


def _asked(kind: str, params: dict[str, Json]) -> set[str]:
    """The fields of a request that tell whether a rule about settings may be broken."""
    if kind == "spelled":
        return {"metadata", "messages"}
    if kind == "declined":
        return {"messages"}
    if "with" in params:
        return {"metadata"}
    if kind in ("refused", "apart"):
        looked = {"keys": "metadata", "messages": "messages"}
        return {*params.get("fields", ()), *(looked[key] for key in looked if key in params)}
    return {params["field"]} if "field" in params else {*params.get("fields", ())}


def _never(_: str) -> bool:
    return False
