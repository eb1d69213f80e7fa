"""What a value of the intermediate format says, reduced to what a wire can carry.

The rules are those of the intermediate schema and of each wire's documentation, written down a
second time; what a wire has no place for is left out, as its report of losses says. What is
particular to a wire is a ``Saying`` of its own, in ``tests/formats/<format>/saying.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cache
from typing import Any, ClassVar

from driving.neutral import ANY_JSON, EFFORTS, filled, message, other, part, pruned
from driving.rejoined import rejoined
from driving.talk import talk
from formats import part as module
from formats import returned
from interpreter.adapter import interpreters
from interpreter.failures import reworded

Json = Any


class Saying:
    """What values should make a wire say: a method for each thing in which wires differ."""

    SYSTEMS_JOINED: ClassVar[bool] = False
    """Instructions at the front are one message, wherever they stand."""
    FREE_TEXT: ClassVar[bool] = False
    """There are tools that take free text, and calls of these."""
    RESULTS_FAIL: ClassVar[bool] = True
    """A result says whether its tool failed."""
    SILENT: ClassVar[Sequence[tuple[str, Json]]] = (("content", ""),)
    """Keys with values that the wire may say, or leave out and mean the same."""
    SETTINGS: ClassVar[Set[str]] = frozenset()
    """Which settings it has, of those that not every wire has."""
    TOOLS_COUNTED: ClassVar[bool] = False
    """What its own tools gave is counted apart from the rest of the input."""
    REASONING_COUNTED: ClassVar[bool] = True
    """What it thought is counted apart from the rest of the output."""
    THOUGHTS_SHOWN: ClassVar[Json] = None
    """What stands in a reply beside other wires' thoughts; None where all are a text."""
    REFUSALS: ClassVar[bool] = False
    """A text says that it is why the model declines."""
    ANY_JSON: ClassVar[bool] = True
    """It can ask for JSON without a schema."""
    EFFORTS: ClassVar[Json] = EFFORTS
    """Its nearest word, in ours, for how much the model is to think."""
    BLANK: ClassVar[str | None] = ""
    """The id and the model of a reply that has none."""

    # -- fixtures of the wire, as tests edit them

    UNDETERMINED: ClassVar[Set[str]] = frozenset()
    """Those that cannot be held to the law: ``requests-NAME``."""
    UNNOTICED: ClassVar[Set[str]] = frozenset()
    """Those that say what no other wire has: the readings pass over it, the law holds."""
    READ_OTHERWISE: ClassVar[Set[str]] = frozenset()
    """Those whose body says what their value does not, as they came."""
    UNREAD: ClassVar[Set[str]] = frozenset({"role", "type", "x", "x_id"})
    """Keys that say nothing more: they only tell what a thing is, or are nobody's."""

    def __init__(self, wire: str) -> None:
        self.wire = wire

    def reading(self, value: Json) -> Json:
        """What a request or a response should make the wire say."""
        value = present(value)
        return self.request(value) if "messages" in value else self.response(value)

    def mistakes(self, value: Json) -> Iterator[tuple[str, str, str | None]]:
        """What apps get wrong on this wire alone: its kind, the place, and what is wrong."""
        yield from ()

    def overlay(self, value: Json) -> Json:
        """What an object says besides on its own wire."""
        own = ((value.get("metadata") or {}).get(self.wire)) or {}
        left = {key: item for key, item in own.items() if key != "$"}
        left |= {"$": own["$"]["$"]} if "$" in own.get("$", {}) else {}  # the wire's own key "$"
        rest = pruned(self.spelled(left))
        return {key: item for key, item in rest.items() if (key, item) not in self.SILENT}

    def spelled(self, value: Json) -> Json:
        """A value of the wire in one spelling, where it has two for the same."""
        return value

    def came(self, value: Json) -> bool:
        """Did this come from the wire, so that it may lack what the wire demands?"""
        return self.wire in (value.get("metadata") or {})

    # -- requests

    def request(self, value: Json) -> Json:
        rest = self.overlay(value)
        wanted = self.response_schema(value.get("responseSchema"))
        if wanted is None and value.get("jsonOutput") and self.ANY_JSON:
            wanted = ANY_JSON
        return filled(
            model=value.get("model"),
            maxTokens=value.get("maxTokens"),
            temperature=value.get("temperature"),
            topP=value.get("topP"),
            stopSequences=value.get("stopSequences"),
            **{key: value.get(key) for key in self.SETTINGS},
            effort=self.EFFORTS.get(value.get("reasoningEffort")),
            parallel=value.get("parallelToolCalls"),
            toolChoice=self.choice(value.get("toolChoice")),
            responseSchema=wanted,
            tools=[tool for item in value.get("tools", ()) for tool in self.tool(item)],
            messages=self.messages(value["messages"]),
            # Whatever form of the reply was asked for before.
            rest=rest if wanted is None else self.without_form(rest),
        )

    def without_form(self, rest: Json) -> Json:
        """What a request says besides, without the form of the reply."""
        return rest

    def choice(self, choice: Json) -> Json:
        if choice is None or type(choice) is str:
            return choice
        if choice.get("kind") == "opaque":
            return other(choice["value"]) if choice["format"] == self.wire else None
        if "name" in choice:
            return {"name": choice["name"]}
        return self.allowed(choice["allowed"], choice["mode"])

    def allowed(self, names: list[str], mode: str) -> Json:
        """A choice of some tools."""
        return None

    def response_schema(self, wanted: Json) -> Json:
        if wanted is None:
            return None
        wanted = present(wanted)
        return {"schema": wanted["schema"], "rest": self.overlay(wanted)} | self.named(wanted)

    def named(self, wanted: Json) -> Json:
        """What the form of a reply says beside its schema."""
        return {}

    def tool(self, tool: Json) -> list[Json]:
        if tool.get("kind") == "opaque":
            return [self.own(tool)] if tool["format"] == self.wire else []
        names: tuple[str, ...] = ("name", "description", "parameters", "strict")
        if self.FREE_TEXT and tool.get("inputFormat") is not None:
            names = ("name", "description", "inputFormat")
        fields = {key: tool.get(key) for key in names}
        return [filled(**self.declared(fields)) | {"rest": self.overlay(tool)}]

    def declared(self, fields: Json) -> Json:
        """What is said of a tool."""
        return fields

    def messages(self, messages: list[Json]) -> list[Json]:
        found: list[Json] = []
        for entry in messages:
            found.extend(self.message(entry, bool(found) and found[-1]["role"] == "tool"))
        return found

    def message(self, entry: Json, after_result: bool) -> list[Json]:
        if entry.get("kind") == "opaque":
            own = entry["format"] == self.wire
            return [{"role": "other", "value": entry["value"]}] if own else []
        rest = self.overlay(entry)
        if entry["role"] == "tool":
            result = {"value": None, **present(entry["toolResult"])}
            found = self.result(result)
            return [{"role": "tool", "result": found, "rest": {**rest, **self.overlay(result)}}]
        parts = self.parts(entry["role"], entry["content"])
        joins = after_result and not talk(self.wire).RESULTS_FOLLOW_SINGLY
        if entry["role"] == "user" and not parts and not rest and joins:
            return []  # it joins the results, and adds nothing to them
        return [message(entry["role"], parts, rest)]

    # -- blocks

    def parts(self, role: str, content: Json) -> list[Json]:
        blocks = [{"kind": "text", "text": content}] if type(content) is str else content
        parts = [piece for block in blocks for piece in self.part(role, block)]
        if talk(self.wire).TEXTS_JOINED and role == "assistant":
            return sorted(parts, key=lambda piece: piece["kind"] == "call")
        return parts

    def part(self, role: str, block: Json) -> list[Json]:
        block = present(block)
        kind, rest = block["kind"], self.overlay(block)
        if kind == "opaque":
            return [self.own(block)] if block["format"] == self.wire else []
        if kind == "text":
            refusal = block.get("refusal") if self.REFUSALS and role == "assistant" else None
            return [part("text", text=block["text"], refusal=refusal, rest=rest)]
        if kind == "reasoning":
            own = self.wire in (block.get("metadata") or {})
            return [part("reasoning", text=block["text"], rest=rest)] if own else []
        if kind == "toolCall":
            return [self.call(present(block["toolCall"]))]
        if not self.takes_media(role):
            return []
        given = next(key for key in ("data", "url", "fileId", "text") if key in block)
        fields = self.media(block, given)
        return [] if fields is None else [part(kind, rest=rest, **fields)]

    def own(self, opaque: Json) -> Json:
        """What only the wire itself understands."""
        return other(self.spelled(opaque["value"]))

    def call(self, call: Json) -> Json:
        raw = call.get("invalidArguments")
        made = {"arguments": call["arguments"]} if raw is None else {"raw": raw}
        if self.FREE_TEXT and "input" in call:
            made = {"arguments": {}, "input": call["input"]}
        return part("call", id=call["id"], name=call["name"], **made, rest=self.overlay(call))

    def takes_media(self, role: str) -> bool:
        """Whether pictures and files have a place in a message of the role, or in a "result"."""
        return role in ("user", "result")

    def media(self, block: Json, given: str) -> Json | None:
        """What is said of a picture, sound or file; None where the wire does not take it.

        ``given``: the key of what it is made of.
        """
        return None

    # -- results

    def result(self, result: Json) -> Json:
        kind, value = result["kind"], result["value"]
        failed = kind == "error" or result.get("isError") is True
        found: Json = {"id": result["toolCallId"]}
        if talk(self.wire).RESULTS_NAMED:
            found["name"] = result["name"]
        if kind == "multimodal":
            parts = [piece for block in value for piece in self.part("result", block)]
            return found | self.result_parts(parts, failed)
        return found | self.result_value(kind, value) | self.failure(failed)

    def result_value(self, kind: str, value: Json) -> Json:
        """What a result says that is one value: a "text", "data" or an "error"."""
        return {"json" if kind == "data" else "text": value}

    def failure(self, failed: bool) -> Json:
        return {"error": failed} if self.RESULTS_FAIL else {}

    def result_parts(self, parts: list[Json], failed: bool) -> Json:
        flag = self.failure(failed)
        if not parts:
            return {"text": ""} | flag
        if len(parts) == 1 and parts[0]["kind"] == "text" and not parts[0]["rest"]:
            return {"text": parts[0]["text"]} | flag
        return {"parts": parts} | flag

    # -- replies

    def response(self, value: Json) -> Json:
        if "error" in value:
            value = in_words_of(self.wire, value)
            error = self.error(present(value["error"]))
            return {"finish": "error", "error": error, "rest": self.error_rest(value)}
        value = rejoined(value, self.wire) if returned(self.wire) else value
        answer = value["message"]
        content = [self.shown(block) for block in answer["content"]]
        parts, rest = self.parts("assistant", content), self.overlay(answer)
        if self.texts_joined(answer, parts):
            parts = _one_text(parts)
        if any(piece["kind"] == "text" for piece in parts):
            rest.pop("content", None)  # a content that no text could be read from
        reason = value["finishReason"]
        reason = talk(self.wire).WORDLESS.get(reason, reason)
        asks = any(piece["kind"] == "call" for piece in parts)
        usage = self.counted(value.get("usage"))
        return filled(
            id=value.get("id", self.BLANK),
            model=value.get("model", self.BLANK),
            messages=[message("assistant", parts, rest)],
            finish="tool_calls" if reason == "stop" and asks else reason,
            usage=None if usage is None else self.usage(present(usage)),
            rest=self.without_word(self.overlay(value)),
        )

    def texts_joined(self, answer: Json, parts: list[Json]) -> bool:
        """Are the texts of a reply one?"""
        return talk(self.wire).TEXTS_JOINED

    def without_word(self, rest: Json) -> Json:
        """The rest of a reply without the wire's own word for its end, which is compared apart."""
        return rest

    def error_rest(self, value: Json) -> Json:
        """What an error body says besides: beside the error, and in it."""
        inner = self.overlay(value["error"])
        return self.overlay(value) | ({"error": inner} if inner else {})

    def shown(self, block: Json) -> Json:
        """A block of a reply: a thought of another wire's model stands there as one of its own."""
        is_thought = (
            block["kind"] == "reasoning" and block["text"] and block.get("redacted") is None
        )
        metadata = block.get("metadata") or {}
        if self.THOUGHTS_SHOWN is None or not is_thought or self.wire in metadata:
            return block
        return {**block, "metadata": {**metadata, self.wire: self.THOUGHTS_SHOWN}}

    def error(self, error: Json) -> Json:
        return filled(message=error["message"], type=error.get("type"), code=error.get("code"))

    def counted(self, usage: Json) -> Json:
        """The counts of a reply, or those of one that has none."""
        return usage

    def usage(self, usage: Json) -> Json:
        keys = ("inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens",
                "reasoningTokens", "toolUseTokens")  # fmt: skip
        if not self.TOOLS_COUNTED and usage.get("toolUseTokens"):
            whole = usage["inputTokens"] + usage["toolUseTokens"]
            usage = {**usage, "inputTokens": whole, "toolUseTokens": None}
        if not self.REASONING_COUNTED and usage.get("reasoningTokens") is not None:
            whole = usage["outputTokens"] + usage["reasoningTokens"]
            usage = {**usage, "outputTokens": whole, "reasoningTokens": None}
        return filled(**{key: usage.get(key) for key in keys}) | {"rest": self.overlay(usage)}


def in_words_of(wire: str, value: Json) -> Json:
    """A reply whose error says its kind in a wire's words."""
    one = interpreters()[wire]
    return reworded(one.spec, one.chosen("response", value), value)


def present(value: Json) -> Json:
    """A record without its empty fields: None in an optional field means that it is absent."""
    return {key: item for key, item in value.items() if item is not None}


def without(rest: Json, *path: str) -> Json:
    """The rest without what a field of the value says, which stands at a path in it."""
    *way, last = path
    if not way:
        return pruned({name: item for name, item in rest.items() if name != last})
    inner = rest.get(way[0])
    return pruned(rest | {way[0]: without(inner, *path[1:])}) if type(inner) is dict else rest


def without_word(rest: Json, key: str, word: str) -> Json:
    """The rest of a reply without the word of its first candidate."""
    if key not in rest:
        return rest
    first, *others = rest[key]
    return pruned(rest | {key: [without(first, word), *others]})


def _one_text(parts: list[Json]) -> list[Json]:
    plain = [piece["kind"] == "text" and "refusal" not in piece for piece in parts]
    texts = [piece["text"] for piece, is_it in zip(parts, plain, strict=True) if is_it]
    others = [piece for piece, is_it in zip(parts, plain, strict=True) if not is_it]
    return [part("text", text="".join(texts)), *others] if texts else others


@cache
def saying(wire: str) -> Saying:
    """What values should make a wire say."""
    found: Saying = module(wire, "saying").Saying(wire)
    return found
