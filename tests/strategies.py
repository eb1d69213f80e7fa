"""Hypothesis strategies from our own schemas: wire payloads and intermediate values.

The schemas are the subset of JSON Schema that describes wire formats, so a small walk over them
draws better instances than a general generator: ids that collide and pair, arguments that are
JSON text, unknown arms and unknown keys, spellings in snake_case. One seed makes all choices of an
instance: drawn one by one they would take longer than any law does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from dice import Dice
from formats import transform
from samples import ENTRY_TYPES, SCHEMAS

Json = Any
Draw = Callable[..., Any]

MARK = "only-here"
"""A text that stands in unknown keys alone: where it turns up, something has leaked."""

TEXTS = ("", "a", "b", "42", "null", "é", "{}", '{"error":"x"}', "\ud83d", "two\nlines")
IDS = ("a", "b", "c", "unnamed_call_1", "")
NAMES = ("f", "g", "get_weather")
BASE64 = ("", "AAAA", "iVBORw0KGgo=")
ARGUMENTS = ("{}", '{"a":1}', '{"a": 1}', '{"n":5.0}', "", "[1]", "{bad", '{"a":1,"a":2}', "null")
URLS = ("https://example.com/a", "data:image/png;base64,AAAA", "data:,x", "gs://b/a.pdf")
MIME_TYPES = ("image/png", "audio/wav", "video/mp4", "application/pdf", "text/plain")
WORDS: dict[str, tuple[Json, ...]] = {
    "id": IDS,
    "tool_call_id": IDS,
    "tool_use_id": IDS,
    "toolCallId": IDS,
    "name": NAMES,
    "arguments": ARGUMENTS,
    "data": BASE64,
    "thoughtSignature": BASE64,
    "url": URLS,
    "file_data": URLS,
    "fileUri": URLS,
    "mimeType": MIME_TYPES,
    "media_type": MIME_TYPES,
    "finish_reason": ("stop", "tool_calls", "length", "halted", ""),
    "stop_reason": ("end_turn", "tool_use", "max_tokens", "new"),
    "finishReason": ("STOP", "MAX_TOKENS", "NEW", 1, 3),
    "mode": ("AUTO", "ANY", "NONE", "VALIDATED", "any", 1, 2),
    "format": ("wav", "mp3", "flac"),
    "content_type": MIME_TYPES,
}
FREE: tuple[Json, ...] = (
    {}, {"a": 1}, {"a": 1.0, "b": [True, None]}, {"output": "x"}, {"error": "y"},
    {"type": "object", "properties": {"type": {"type": "string"}}}, {"type": "OBJECT"},
    {"text": "t"}, {"n": 9223372036854775809}, {"__invalid_arguments__": "{"},
)  # fmt: skip
ANYTHING: tuple[Json, ...] = (None, True, 0, 1.0, "x", [], [1, {"a": None}], *FREE)
NUMBERS: dict[str, tuple[Json, ...]] = {
    "integer": (0, 1, 5, 100, 9223372036854775809),
    "number": (0, 1, 0.5, 1.0, -0.0, 1e22),
}
DEPTH = 9


@dataclass(frozen=True)
class Drawing:
    """How instances of one schema are drawn.

    ``extras``: unknown keys may stand beside the known ones. ``overlays``, ``opaques``: the
    formats whose overlays and opaque members intermediate values may carry.
    """

    defs: dict[str, Json]
    dice: Dice
    extras: bool = False
    overlays: tuple[str, ...] = ()
    opaques: tuple[str, ...] = ()
    words: dict[str, tuple[Json, ...]] = field(default_factory=lambda: WORDS)

    def value(self, schema: Json, name: str = "", depth: int = 0) -> Json:
        """An instance of ``schema``; ``name`` is the key it stands under."""
        if "$ref" in schema:
            return self.definition(schema["$ref"].rpartition("/")[2], name, depth)
        if "anyOf" in schema:
            return self.value(self.arm(schema["anyOf"], depth), name, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.dice.choice(tuple(schema["enum"]))
        types = schema.get("type")
        if types is None:
            return self.dice.choice(ANYTHING)
        kind = types if isinstance(types, str) else self.dice.choice(tuple(types))
        return self.typed(kind, schema, name, depth)

    def arm(self, arms: list[Json], depth: int) -> Json:
        if depth >= DEPTH:
            plain = [arm for arm in arms if "$ref" not in arm]
            return plain[0] if plain else arms[0]
        return self.dice.choice(tuple(arms))

    def definition(self, title: str, name: str, depth: int) -> Json:
        schema = self.defs[title]
        if title == "Opaque":
            return self.opaque()
        if title == "Metadata":
            return self.metadata()
        if title == "JsonValue":
            return self.dice.choice(ANYTHING)
        if "not" in schema and "properties" not in schema:
            return self.unknown(schema["not"])
        if schema.get("type") == "object" and "properties" not in schema:
            return self.dice.choice(FREE)
        return self.value(schema, name, depth)

    def typed(self, kind: str, schema: Json, name: str, depth: int) -> Json:
        if kind == "null":
            return None
        if kind == "boolean":
            return self.dice.choice((True, False))
        if kind in NUMBERS:
            numbers = [word for word in self.words.get(name, ()) if type(word) is int]
            return self.dice.choice(tuple(numbers) or NUMBERS[kind])
        if kind == "string":
            texts = [word for word in self.words.get(name, TEXTS) if type(word) is str]
            return self.dice.choice(tuple(texts))
        if kind == "array":
            most = 0 if depth >= DEPTH else 4 if name in ("messages", "contents") else 3
            size = self.dice.randint(schema.get("minItems", 0), max(most, 1))
            return [self.value(schema["items"], "", depth + 1) for _ in range(size)]
        return self.record(schema, depth)

    def record(self, schema: Json, depth: int) -> Json:
        properties, required = schema.get("properties", {}), schema.get("required", [])
        alternatives = [arm["required"][0] for arm in schema.get("oneOf", [])]
        chosen = self.dice.choice(tuple(alternatives)) if alternatives else None
        optional = [k for k in properties if k not in required and k not in alternatives]
        wanted = self.dice.sample(optional, min(self.dice.randint(0, 4), len(optional)))
        result: dict[str, Json] = {}
        for key, inner in properties.items():
            there = key in required or key == chosen
            if there or (key in wanted and depth < DEPTH):
                result[key] = self.value(inner, key, depth + 1)
        if "invalidArguments" in result:
            result["arguments"] = {}
        if self.extras and self.dice.chance(5):
            result[self.dice.choice(("x_new", "$", "x_kind"))] = MARK
        return result

    def unknown(self, schema: Json) -> Json:
        """An object that is none of a union's known arms."""
        result: dict[str, Json] = {"x_new": MARK} if self.extras else {}
        for key in schema.get("properties", {}):
            if self.dice.chance(2):
                result[key] = "brand_new"
        return result

    def metadata(self) -> Json:
        result: dict[str, Json] = {}
        for name in self.overlays:
            if self.dice.chance(2):
                result[name] = {"x_new": self.dice.choice((MARK, {"a": 1}, None))}
        return result

    def opaque(self) -> Json:
        if not self.opaques:
            return {"kind": "opaque", "format": "elsewhere", "value": {"type": "brand_new"}}
        value = {"type": "brand_new", "role": "critic", "x_new": MARK}
        return {"kind": "opaque", "format": self.dice.choice(self.opaques), "value": value}


# Hypothesis throws in numbers that it finds in the code there is: none is as large as these, so
# that the same payloads are drawn whatever is imported.
FIRST = 7_200_000_000_000
NUMBERS_OF_DICE = st.integers(FIRST, FIRST + 2**32)
SEEDS = NUMBERS_OF_DICE.map(Dice)


@st.composite
def wires(draw: Draw, name: str, entry: str, extras: bool = True) -> Json:
    """A payload that is valid by a wire's own schema, unknown keys included."""
    dice, titles = draw(SEEDS), ENTRY_TYPES[name, entry]
    # Replies are the rule, error bodies the exception.
    title = dice.choice((*titles[:1] * 3, *titles))
    return Drawing(SCHEMAS[name]["$defs"], dice, extras).value({"$ref": f"#/$defs/{title}"})


@st.composite
def intermediates(
    draw: Draw,
    entry: str,
    overlays: tuple[str, ...] = (),
    opaques: tuple[str, ...] = (),
    given: Json = None,
) -> Json:
    """A request, a response or a value of another type of the intermediate format, valid by it.

    ``entry`` is ``request``, ``response`` or the type's title.

    ``given``: fields that the value has in any case; then its calls also have ids of their own,
    and its results answer them, as the schema's descriptions demand. Without, most have.
    """
    words = {**WORDS, "mode": ("auto", "required"), "format": ("elsewhere",)}
    dice = draw(SEEDS)
    drawing = Drawing(SCHEMAS["intermediate"]["$defs"], dice, False, overlays, opaques, words)
    value = drawing.value({"$ref": f"#/$defs/{ENTRY_TYPES['intermediate', entry][0]}"})
    entry = {"Request": "request", "Response": "response"}.get(entry, entry)
    if entry not in ("request", "response"):
        return value
    if entry == "response":
        value = _coherent(value)
    if given is None and dice.chance(4):
        return value
    if entry == "response":
        return {**(given or {}), **value, "message": _paired([value["message"]])[0]}
    invented = {"model": "some-model", "maxTokens": 7} if given is None else given
    return {**invented, **value, "messages": _paired(value["messages"])}


def _paired(messages: list[Json]) -> list[Json]:
    """Messages whose calls have ids of their own and whose results answer them."""
    waiting: list[tuple[str, str]] = []
    paired: list[Json] = []
    for message in messages:
        if message.get("role") == "assistant":
            blocks: list[Json] = []
            for block in message["content"]:
                if block["kind"] == "toolCall":
                    made = {**block["toolCall"], "id": f"call_{len(paired)}_{len(blocks)}"}
                    waiting.append((made["id"], made["name"]))
                    block = {**block, "toolCall": made}
                blocks.append(block)
            message = {**message, "content": blocks}
        elif message.get("role") == "tool":
            if not waiting:
                continue
            call_id, name = waiting.pop(0)
            result = {**message["toolResult"], "toolCallId": call_id, "name": name}
            message = {**message, "toolResult": result}
        paired.append(message)
    return paired


def _coherent(response: Json) -> Json:
    """``error`` is there exactly when the reply failed, and then it says nothing else."""
    if response["finishReason"] != "error":
        return {key: value for key, value in response.items() if key != "error"}
    return {"message": {"role": "assistant", "content": []}, "finishReason": "error",
            "error": response.get("error", {"message": "x"})}  # fmt: skip


def snake_case(key: str) -> str:
    """``maxTokens`` as ``max_tokens``."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in key)


@st.composite
def respelled(draw: Draw, payloads: st.SearchStrategy[Json]) -> Json:
    """A payload some of whose keys are in snake_case, each on its own."""
    payload = draw(payloads)
    flips = draw(SEEDS).choices((False, True), k=8)
    count = 0

    def walk(value: Json) -> Json:
        nonlocal count
        if isinstance(value, list):
            return [walk(item) for item in value]
        if not isinstance(value, dict):
            return value
        result: dict[str, Json] = {}
        for key, inner in value.items():
            count += 1
            flip = flips[count % len(flips)] and snake_case(key) not in value
            result[snake_case(key) if flip else key] = walk(inner)
        return result

    return walk(payload)


def spelled(name: str, entry: str) -> st.SearchStrategy[Json]:
    """Payloads of a wire, in each spelling it takes."""
    payloads = wires(name, entry)
    return st.one_of(payloads, respelled(payloads)) if "spelling" in transform(name) else payloads


__all__ = ["MARK", "Drawing", "intermediates", "respelled", "snake_case", "spelled", "wires"]
