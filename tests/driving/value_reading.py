"""What a value of the intermediate format says, reduced to what a wire can carry.

The rules are those of the intermediate schema and of each wire's documentation, written down a
second time; what a wire has no place for is left out, as its report of losses says.
"""

from __future__ import annotations

from typing import Any

from driving.neutral import message, other, part, pruned, said
from driving.reading_anthropic_messages import IMAGES
from driving.reading_gemini import camel

Json = Any
OPENAI, ANTHROPIC, GEMINI = "openai_chat", "anthropic_messages", "gemini"
MEDIA = ("image", "audio", "video", "document")
DEFAULTS = (("content", ""), ("is_error", False), ("thought", False), ("promptTokenCount", 0),
            ("candidatesTokenCount", 0))  # fmt: skip
"""What a wire may say, or leave out and mean the same."""
FINISHES: dict[str, dict[str, str]] = {
    OPENAI: {"other": "stop", "pause": "stop", "error": "stop"},
    ANTHROPIC: {"other": "stop", "error": "stop"},
    GEMINI: {"tool_calls": "stop", "pause": "other", "error": "other"},
}
"""Reasons for which a wire has no word of its own, by the one that stands for them."""
WORDS = {
    OPENAI: {"stop": "stop", "length": "length", "tool_calls": "tool_calls",
             "content_filter": "content_filter"},
    ANTHROPIC: {"stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use",
                "content_filter": "refusal", "pause": "pause_turn"},
    GEMINI: {"stop": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY", "other": "OTHER",
             "error": "MALFORMED_FUNCTION_CALL"},
}  # fmt: skip
AUDIO = {
    "audio/wav": "audio/wav",
    "audio/x-wav": "audio/wav",
    "audio/mp3": "audio/mp3",
    "audio/mpeg": "audio/mp3",
}


def reading(wire: str, value: Json) -> Json:
    """What a request or a response should make a wire say."""
    value = _present(value)
    return _request(wire, value) if "messages" in value else _response(wire, value)


def _present(value: Json) -> Json:
    """A record without its empty fields: None in an optional field means that it is absent."""
    return {key: item for key, item in value.items() if item is not None}


def overlay(wire: str, value: Json) -> Json:
    """What an object says besides on its own wire."""
    own = ((value.get("metadata") or {}).get(wire)) or {}
    left = {key: item for key, item in own.items() if key != "$"}
    left |= {"$": own["$"]["$"]} if "$" in own.get("$", {}) else {}  # the wire's own key "$"
    rest = pruned(camel(left) if wire == GEMINI else left)
    return {key: item for key, item in rest.items() if (key, item) not in DEFAULTS}


def _own(opaque: Json) -> Json:
    value = opaque["value"]
    return other(camel(value) if opaque["format"] == GEMINI else value)


# -- requests


def _request(wire: str, value: Json) -> Json:
    choice = _choice(wire, value.get("toolChoice"))
    parallel, limit = value.get("parallelToolCalls"), value.get("maxTokens")
    if wire == ANTHROPIC:
        limit = 4096 if limit is None else limit
        if parallel is not None and choice is None:
            choice = "auto"
    rest = overlay(wire, value)
    wanted = _response_schema(wire, value.get("responseSchema"))
    if wanted is not None:  # whatever form of the reply was asked for before
        rest = _without(rest, ("response_format", "type"), ("output_config", "format"))
    mime_type = None
    if wire == GEMINI:
        mime_type = (rest.get("generationConfig") or {}).get("responseMimeType")
        mime_type = mime_type or (wanted and "application/json")
        rest = _without(rest, ("generationConfig", "responseMimeType"))
    return said(
        model=None if wire == GEMINI else value.get("model"),
        maxTokens=limit,
        temperature=value.get("temperature"),
        topP=value.get("topP"),
        stopSequences=value.get("stopSequences"),
        parallel=None if wire == GEMINI else parallel,
        toolChoice=choice,
        responseSchema=wanted,
        mimeType=mime_type,
        tools=[tool for item in value.get("tools", ()) for tool in _tool(wire, item)],
        messages=_messages(wire, value["messages"]),
        rest=rest,
    )


def _without(rest: Json, *paths: tuple[str, str]) -> Json:
    """The rest without what a field of the value says."""
    for key, inner in paths:
        if type(rest.get(key)) is dict:
            kept = {name: item for name, item in rest[key].items() if name != inner}
            rest = pruned(rest | {key: kept})
    return rest


def _choice(wire: str, choice: Json) -> Json:
    if choice is None or type(choice) is str:
        return choice
    if choice.get("kind") == "opaque":
        return other(choice["value"]) if choice["format"] == wire else None
    if "name" in choice:
        return {"name": choice["name"]}
    if wire == ANTHROPIC:
        return None
    if wire == GEMINI and len(choice["allowed"]) == 1 and choice["mode"] == "required":
        return {"name": choice["allowed"][0]}
    if wire == GEMINI and not choice["allowed"]:
        return choice["mode"]
    return {"allowed": choice["allowed"], "mode": choice["mode"]}


def _response_schema(wire: str, wanted: Json) -> Json:
    if wanted is None:
        return None
    wanted = _present(wanted)
    found = {"schema": wanted["schema"], "rest": overlay(wire, wanted)}
    if wire != OPENAI:
        return found
    fields = {key: wanted.get(key) for key in ("description", "strict")}
    return found | said(name=wanted.get("name", "response"), **fields)


def _tool(wire: str, tool: Json) -> list[Json]:
    if tool.get("kind") == "opaque":
        return [_own(tool)] if tool["format"] == wire else []
    fields = {key: tool.get(key) for key in ("name", "description", "parameters", "strict")}
    if wire == ANTHROPIC and fields["parameters"] is None:
        fields["parameters"] = {"type": "object"}
    if wire == GEMINI:
        del fields["strict"]
    return [said(**fields) | {"rest": overlay(wire, tool)}]


def _messages(wire: str, messages: list[Json]) -> list[Json]:
    found: list[Json] = []
    for entry in messages:
        found.extend(_message(wire, entry, bool(found) and found[-1]["role"] == "tool"))
    if wire != GEMINI:
        return found
    systems = [entry for entry in found if entry["role"] == "system"]
    if not systems:
        return found
    parts = [piece for entry in systems for piece in entry["parts"]]
    first = message("system", parts, systems[0]["rest"])
    return [first, *(entry for entry in found if entry["role"] != "system")]


def _message(wire: str, entry: Json, after_result: bool) -> list[Json]:
    if entry.get("kind") == "opaque":
        return [{"role": "other", "value": entry["value"]}] if entry["format"] == wire else []
    rest = overlay(wire, entry)
    if entry["role"] == "tool":
        result = {"value": None, **_present(entry["toolResult"])}
        found = _result(wire, result)
        return [{"role": "tool", "result": found, "rest": {**rest, **overlay(wire, result)}}]
    parts = _parts(wire, entry["role"], entry["content"])
    if entry["role"] == "user" and not parts and not rest and after_result and wire != OPENAI:
        return []  # it joins the results, and adds nothing to them
    return [message(entry["role"], parts, rest)]


def _parts(wire: str, role: str, content: Json) -> list[Json]:
    blocks = [{"kind": "text", "text": content}] if type(content) is str else content
    parts = [piece for block in blocks for piece in _part(wire, role, block)]
    if wire == OPENAI and role == "assistant":  # texts in one place, calls in another
        return sorted(parts, key=lambda piece: piece["kind"] == "call")
    return parts


def _part(wire: str, role: str, block: Json) -> list[Json]:
    block = _present(block)
    kind, rest = block["kind"], overlay(wire, block)
    if kind == "opaque":
        return [_own(block)] if block["format"] == wire else []
    if kind == "text":
        return [part("text", text=block["text"], rest=rest)]
    if kind == "reasoning":
        own = wire in (block.get("metadata") or {})
        return [part("reasoning", text=block["text"], rest=rest)] if own else []
    if kind == "toolCall":
        return [_call(wire, _present(block["toolCall"]))]
    textual = role in ("system", "assistant") and (wire != GEMINI or role == "system")
    return [] if textual else _media(wire, role, block, rest)


def _call(wire: str, call: Json) -> Json:
    raw = call.get("invalidArguments")
    made = {"arguments": call["arguments"]} if raw is None else {"raw": raw}
    return part("call", id=call["id"], name=call["name"], **made, rest=overlay(wire, call))


def _media(wire: str, role: str, block: Json, rest: Json) -> list[Json]:
    """A picture, sound or file, where the wire takes it as it is given."""
    kind, mime_type = block["kind"], block.get("mimeType")
    given = next(key for key in ("data", "url", "fileId", "text") if key in block)
    name = block.get("name")
    if wire == GEMINI:
        fits = (mime_type or "").partition("/")[0] == kind if kind != "document" else True
        if given in ("fileId", "text") or not fits or (given == "data" and mime_type is None):
            return []
    elif wire == ANTHROPIC:
        mime_type = "image/jpeg" if mime_type == "image/jpg" else mime_type
        taken = {"image": IMAGES, "document": ("application/pdf",)}.get(kind, ())
        if not taken or (given == "data" and mime_type not in taken):
            return []
        mime_type = mime_type if given == "data" else None
        name = name if kind == "document" else None
    else:
        taken_forms = {"image": ("data", "url"), "audio": ("data",), "document": ("data", "fileId")}
        if given not in taken_forms.get(kind, ()) or (given == "data" and mime_type is None):
            return []
        if kind == "audio":
            mime_type = AUDIO.get(str(mime_type))
            if mime_type is None:
                return []
        if mime_type == "":  # a URL that says nothing of it
            return [part(kind, url=f"data:;base64,{block['data']}", name=name, rest=rest)]
        mime_type = mime_type if given == "data" else None
        name = name if kind == "document" else None
    return [part(kind, mimeType=mime_type, name=name, **{given: block[given]}, rest=rest)]


# -- results


def _result(wire: str, result: Json) -> Json:
    kind, value = result["kind"], result["value"]
    failed = kind == "error" or result.get("isError") is True
    found: Json = {"id": result["toolCallId"]}
    if wire == GEMINI:
        found["name"] = result["name"]
    if kind == "multimodal":
        return found | _blocks(wire, value, failed)
    if kind == "data":
        found["json"] = value
    elif kind == "error" and wire == OPENAI:
        found["json"] = {"error": value}
    else:
        found["text"] = value
    if wire == GEMINI and kind == "data" and type(value) is str:
        found["json"] = value  # quoted: a text is something else
    return found if wire == OPENAI else found | {"error": failed}


def _blocks(wire: str, blocks: list[Json], failed: bool) -> Json:
    role = "system" if wire == OPENAI else "result"
    parts = [piece for block in blocks for piece in _part(wire, role, block)]
    if wire == GEMINI:
        text = "\n".join(piece["text"] for piece in parts if piece["kind"] == "text")
        media = [piece for piece in parts if piece["kind"] != "text"]
        if media:
            return {"parts": [*([part("text", text=text)] if text else []), *media]}
        told: Json = {"text": text} if text else {"json": {}}
        return told | {"error": False}
    flag = {} if wire == OPENAI else {"error": failed}
    if not parts:
        return {"text": ""} | flag
    if len(parts) == 1 and parts[0]["kind"] == "text" and not parts[0]["rest"]:
        return {"text": parts[0]["text"]} | flag
    return {"parts": parts} | flag


# -- replies


def _response(wire: str, value: Json) -> Json:
    if "error" in value:
        error = _error(wire, value["error"])
        return {"finish": "error", "error": error, "rest": _rest(wire, value)}
    answer = value["message"]
    parts, rest = _parts(wire, "assistant", answer["content"]), overlay(wire, answer)
    if wire == OPENAI:
        parts = _one_text(parts)
    if any(piece["kind"] == "text" for piece in parts):
        rest.pop("content", None)  # a content that no text could be read from
    reason = FINISHES[wire].get(value["finishReason"], value["finishReason"])
    asks = any(piece["kind"] == "call" for piece in parts)
    usage = value.get("usage")
    if usage is None and wire == ANTHROPIC:
        usage = {"inputTokens": 0, "outputTokens": 0}
    blank = None if wire == GEMINI else ""
    return said(
        id=value.get("id", blank),
        model=value.get("model", blank),
        messages=[message("assistant", parts, rest)],
        finish="tool_calls" if reason == "stop" and asks else reason,
        usage=None if usage is None else _usage(wire, usage),
        rest=_without_word(overlay(wire, value)),
    )


def _without_word(rest: Json) -> Json:
    """The rest of a reply without the wire's own word for its end, which is compared apart."""
    found = {key: item for key, item in rest.items() if key != "stop_reason"}
    for key in ("choices", "candidates"):
        if key in found:
            first, *others = found[key]
            words = ("finish_reason", "finishReason")
            first = {name: item for name, item in first.items() if name not in words}
            if first.get("content") == {"role": "model"}:
                del first["content"]
            found[key] = [first, *others]
    return pruned(found)


def _rest(wire: str, value: Json) -> Json:
    """What an error body says besides: beside the error, and in it."""
    inner = overlay(wire, value["error"])
    return overlay(wire, value) | ({"error": inner} if inner else {})


def _error(wire: str, error: Json) -> Json:
    error = _present(error)
    found = said(message=error["message"], type=error.get("type"), code=error.get("code"))
    if wire == ANTHROPIC:
        found.pop("code", None)
        found.setdefault("type", "api_error")
    code = str(found.get("code", ""))
    if wire == GEMINI and not (code.isdigit() and len(code) < 10) and not _came(wire, error):
        found["code"] = "500"
    return found


def _came(wire: str, value: Json) -> bool:
    """Did this come from the wire, so that it may lack what the wire demands?"""
    return wire in (value.get("metadata") or {})


def word(wire: str, reason: str) -> str:
    """The wire's own word for the end of a reply."""
    words = WORDS[wire]
    return words.get(reason) or words[FINISHES[wire][reason]]


def _one_text(parts: list[Json]) -> list[Json]:
    texts = [piece["text"] for piece in parts if piece["kind"] == "text"]
    others = [piece for piece in parts if piece["kind"] != "text"]
    return [part("text", text="".join(texts)), *others] if texts else others


def _usage(wire: str, usage: Json) -> Json:
    usage = _present(usage)
    keys = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens"]
    if wire == GEMINI:
        keys.remove("cacheWriteTokens")
    counts = said(**{key: usage.get(key) for key in keys})
    rest = overlay(wire, usage)
    if wire == OPENAI:  # the sum, unless the wire itself counted otherwise
        counts["total"] = rest.pop("total_tokens", sum(counts.values()))
    return counts | {"rest": rest}


