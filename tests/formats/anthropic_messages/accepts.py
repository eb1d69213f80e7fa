"""What Anthropic's API answers with 400, by its documents and its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from acceptance import (
    Spoken,
    encoded,
    fetched,
    halves,
    nodes,
    pairing,
    spelled,
    twice,
    within,
)

Json = Any
TEXTS = ("user", "assistant", "system")


MODELS = (
    "claude-2.1", "claude-3-haiku-20240307", "claude-3-opus-20240229",
    "claude-3-sonnet-20240229", "claude-3-5-haiku-latest", "claude-3-5-sonnet-20241022",
    "claude-3-7-sonnet-20250219", "claude-opus-4-0", "claude-opus-4-20250514",
    "claude-sonnet-4-0", "claude-sonnet-4-20250514", "claude-opus-4-1-20250805",
    "claude-sonnet-4-5", "claude-haiku-4-5-20251001", "claude-opus-4-5-20251101",
    "claude-opus-4-6", "claude-sonnet-4-6", "claude-opus-4-7", "claude-opus-4-8",
    "claude-opus-5", "claude-sonnet-5", "claude-haiku-5", "claude-fable-5", "claude-mythos-5",
    "claude-mythos-preview", "claude-fable-5-1", "claude-fable-5-2", "claude-mythos-5-1",
    "claude-mythos-5-2", "claude-opus-5-5", "claude-sonnet-5-5", "MiniMax-M2",
)  # fmt: skip
THINKING: dict[str, Json] = {
    "thinking": {"type": "enabled", "budget_tokens": 2000},
    "thinking too little": {"type": "enabled", "budget_tokens": 1000},
    "thinking too much": {"type": "enabled", "budget_tokens": 50_000},
    "thinking that adapts": {"type": "adaptive"},
    "no thinking": {"type": "disabled"},
    "a budget beside thinking that adapts": {"type": "adaptive", "budget_tokens": 2000},
    "a budget beside no thinking": {"type": "disabled", "budget_tokens": 2000},
}
"""How a model is told to think."""
OWN: dict[str, Json] = {
    **{name: {"thinking": value} for name, value in THINKING.items()},
    "interleaved thinking": {
        "thinking": THINKING["thinking too much"],
        "anthropic_beta": ["interleaved-thinking-2025-05-14"],
    },
}


ASKED: Json = {"role": "user", "content": "How warm is it?"}


def _said(*blocks: Json, **keys: Json) -> Json:
    return {"messages": [ASKED, {"role": "assistant", "content": [*blocks]}, ASKED], **keys}


def _answered(result: Json, **call: Json) -> Json:
    """A conversation in which a call was answered with this."""
    turn = [{"type": "tool_use", "id": "c1", "name": "f", "input": {}, **call}]
    answer = [{"type": "tool_result", "tool_use_id": "c1", **result}]
    messages = [ASKED, {"role": "assistant", "content": turn}, {"role": "user", "content": answer}]
    return {"messages": messages, "tools": [{"name": "f", "input_schema": {"type": "object"}}]}


WORDS: Json = {"type": "text", "text": "Warm."}
HISTORIES: dict[str, Json] = {
    "a thought": _said({"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}, WORDS),
    "a thought of nobody": _said({"type": "thinking", "thinking": "Hm.", "signature": ""}, WORDS),
    "a hidden thought": _said({"type": "redacted_thinking", "data": "c2ln"}, WORDS),
    "a thought at the end": _said(WORDS, {"type": "redacted_thinking", "data": "c2ln"}),
    "no output": _answered({}),
    "no parts": _answered({"content": []}),
    "no words of an error": _answered({"is_error": True}),
    "input of null": _answered({"content": "Warm."}, input=None),
    "input that is a text": _answered({"content": "Warm."}, input="{}"),
}


def breaches(body: Json) -> list[str]:
    """Why the API would refuse a request."""
    found = [*_turns(body), *_tools(body), *_settings(body), *_by_model(body)]
    return [*found, *halves(body)]


def _blocks(message: Json) -> list[Json]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _turns(body: Json) -> Iterator[str]:
    messages = body["messages"]
    if not messages:
        yield "no message"
        return
    if not begun(messages, "claude" in str(body.get("model"))):
        yield "the first message is not the user's"
    system = body.get("system")
    turns = [*messages, *([{"role": "system", "content": system}] if system is not None else [])]
    for message in turns:
        last = message is messages[-1] and message["role"] == "assistant"
        # Recorded with 200: a `system` that is an empty list.
        bare = message["role"] == "system" and message["content"] == [] and message is turns[-1]
        if not message["content"] and not (last or bare):
            yield f"a message of the {message['role']} without content"
        for block in _blocks(message):
            yield from _block(block)
        kinds = [block.get("type") for block in _blocks(message)]
        if "tool_result" in kinds and message["role"] == "user":
            first = kinds[: kinds.count("tool_result")]
            if {*first} != {"tool_result"}:
                yield "something stands ahead of results"
        if message["role"] == "assistant":
            yield from behind_calls([kind == "tool_use" for kind in kinds])
    yield from pairing(_spoken(messages))
    calls = [one for message in messages for one in _of(message, "tool_use")]
    yield from spelled((one["id"] for one in calls), "[a-zA-Z0-9_-]+", "an id")
    yield from spelled((one["name"] for one in calls), "[a-zA-Z0-9_-]{1,128}", "a name")


def behind_calls(calls: list[bool]) -> Iterator[str]:
    """Whether anything but a call stands behind one; the API then finds no results for it."""
    if calls != sorted(calls):
        yield "tool_use ids were found without tool_result blocks immediately after"


def after_reply(messages: list[Json]) -> list[Json]:
    """What stands behind the last turn of the model."""
    replies = [at for at, message in enumerate(messages) if message["role"] == "assistant"]
    return messages[replies[-1] + 1 :] if replies else []


def begun(messages: list[Json], anywhere: bool) -> bool:
    """Whether the user begins, or says anything at all where that is taken, as is recorded."""
    first = messages[0]["role"] in ("user", "system")
    return first or (anywhere and any(message["role"] == "user" for message in messages))


def _of(message: Json, kind: str) -> list[Json]:
    return [block for block in _blocks(message) if block.get("type") == kind]


def _spoken(messages: list[Json]) -> Iterator[Spoken]:
    for message in messages:
        if message["role"] == "user":
            yield "results", [one["tool_use_id"] for one in _of(message, "tool_result")]
            if any(block.get("type") != "tool_result" for block in _blocks(message)):
                yield "other", []
        elif message["role"] == "assistant":
            yield "calls", [one["id"] for one in _of(message, "tool_use")]


def _block(block: Json) -> Iterator[str]:
    kind = block.get("type")
    if kind == "text" and not block["text"].strip():
        yield "a text without anything but white space"
    if kind in ("image", "document"):
        source = block["source"]
        yield from fetched([source.get("url")], ["https", "http"], f"an {kind}")
        if source["type"] == "base64":
            yield from encoded([source["data"]])
        file = source.get("file_id")
        if file is not None and not file.startswith("file_"):
            yield f"a file of another provider: {file!r}"
    if kind == "search_result":
        yield from (f"no {key} of a search result" for key in ("source", "title", "content")
                    if key not in block)  # fmt: skip
    if kind == "tool_result" and block.get("is_error") and not block.get("content"):
        yield "content cannot be empty if `is_error` is true"
    if kind == "document" and block["source"].get("data") == "":
        yield "a document of no text"
    if kind == "tool_result" and block.get("is_error") and _media(block):
        yield "all content must be type `text` if `is_error` is true"
    if kind == "tool_result" and isinstance(block.get("content"), list):
        for inner in block["content"]:
            yield from _block(inner)


def _media(result: Json) -> bool:
    content = result.get("content")
    return isinstance(content, list) and any(one.get("type") != "text" for one in content)


def _tools(body: Json) -> Iterator[str]:
    tools = body.get("tools")
    names = [tool["name"] for tool in tools or () if "name" in tool]
    own = [tool for tool in tools or () if "input_schema" in tool]
    yield from spelled((tool["name"] for tool in own), "[a-zA-Z0-9_-]{1,128}", "a tool's name")
    yield from twice(names, "a tool")
    yield from named(tool["input_schema"] for tool in own)
    strict = [tool["input_schema"] for tool in own if tool.get("strict")]
    form = (body.get("output_config") or {}).get("format") or {}
    yield from crowded(strict, form.get("schema"))
    if tools == []:
        yield "an empty list of tools"
    called = any(
        block.get("type") in ("tool_use", "tool_result")
        for message in body["messages"]
        for block in _blocks(message)
    )
    if called and not tools:
        yield "calls and no tools"
    choice = body.get("tool_choice")
    if choice is not None:
        if not tools:
            yield "a choice and no tools"
        if choice["type"] == "none" and "disable_parallel_tool_use" in choice:
            yield "a switch beside none"
        if choice["type"] == "tool" and names and choice["name"] not in names:
            yield f"a choice of no tool: {choice['name']!r}"


def crowded(strict: list[Json], reply: Json) -> Iterator[str]:
    """More of what a model is held to, by tools and for its reply, than there may be at once."""
    members = [
        (name in one.get("required", ()), inner)
        for schema in (*strict, reply)
        for one, _ in nodes(schema)
        for name, inner in one.get("properties", {}).items()
    ]
    optional = sum(not needed for needed, _ in members)
    unions = sum("anyOf" in one or isinstance(one.get("type"), list) for _, one in members)
    if len(strict) > 20 or optional > 24 or unions > 16:
        yield f"{len(strict)} strict tools, {optional} optional members, {unions} of several types"


def named(schemas: Iterable[Json]) -> Iterator[str]:
    """Members of objects whose names no model of this provider reads."""
    for schema in schemas:
        names = (name for one, _ in nodes(schema) for name in one.get("properties", ()))
        yield from spelled(names, "[a-zA-Z0-9_.-]{1,64}", "the name of a member")


def placed(roles: list[str], model: str) -> Iterator[str]:
    """Messages of the system where a model takes none: most take none among the others."""
    later = re.search(r"claude-(opus-4-8|(opus|sonnet|haiku)-5|fable|mythos-5)", model)
    for before, role, after in zip(["", *roles], roles, [*roles[1:], "assistant"], strict=False):
        right = later and before == "user" and after == "assistant"
        if role == "system" and not right:
            yield f"a message of the system between {before} and {after} with {model}"


def _settings(body: Json) -> Iterator[str]:
    yield from within(body.get("temperature"), 0, 1, "temperature")
    yield from within(body.get("top_p"), 0, 1, "top_p")
    yield from within(body.get("max_tokens"), 1, longest(str(body.get("model"))), "max_tokens")
    yield from within(body.get("top_k"), 0, inf, "top_k")
    user = (body.get("metadata") or {}).get("user_id") or ""
    if len(user) > 256 or re.search(r"[^\s@]+@[^\s@]+\.\w", user):
        yield f"a user that is no id: {user[:40]!r}"
    if body.get("stop_sequences") == []:
        yield "an empty list of stop sequences"
    if any(not text.strip() for text in body.get("stop_sequences") or ()):
        yield "a stop sequence of white space"


NO_SAMPLING = {"opus": (4, 7), "sonnet": (5, 0), "haiku": (5, 0), "fable": (0, 0), "mythos": (0, 0)}
NO_PREFILL = {**NO_SAMPLING, "opus": (4, 6), "sonnet": (4, 6)}
ONE_SAMPLING = {**NO_SAMPLING, "opus": (4, 1), "sonnet": (4, 5), "haiku": (4, 5)}
"""Of each family the first version of which the guide to migrating says so."""


def efforts(model: str, word: Json) -> Iterator[str]:
    """By the page on effort: which models have it, and since when there are its higher levels."""
    if word is None:
        return
    if re.search("claude-(v?2|3)", model):
        yield f"an effort with {model}"
    if (one := named_model(model)) is None:
        return
    family, version = one
    since = {"opus": (4, 5), "sonnet": (4, 6)}.get(family, (5, 0) if family == "haiku" else (0, 0))
    with_max = {"opus": (4, 6), "sonnet": (4, 6)}.get(family, since)
    with_xhigh = {"opus": (4, 7), "sonnet": (5, 0), "mythos": (5, 0)}.get(family, since)
    if version < {"max": with_max, "xhigh": with_xhigh}.get(word, since):
        yield f"an effort of {word} with {model}"


STRUCTURED = {"opus": (4, 1), "sonnet": (4, 5), "haiku": (4, 5), "fable": (0, 0), "mythos": (0, 0)}
"""Of each family the first version that is held to schemas."""


def ending(texts: list[Json], thinks: Json, blocks: list[Json], thought: bool) -> Iterator[str]:
    """Why a model does not go on from its own last turn; ``thought``: whether that begins so."""
    if texts and texts[-1] and texts[-1][-1:].isspace():
        yield "a last turn that ends in white space"
    if (thinks or {}).get("type") == "enabled" and blocks and not thought:
        yield "a last turn that begins with no thought"


UNFORCED = {"fable": (5, 1), "mythos": (5, 1), "opus": (5, 5), "sonnet": (5, 5)}
ALWAYS = {**UNFORCED, "fable": (0, 0), "mythos": (0, 0)}
UNBUDGETED = {**ALWAYS, "opus": (4, 7), "sonnet": (5, 0), "haiku": (5, 0)}
EFFORT_ALONE = {"opus": (5, 0), "haiku": (5, 0)}
"""Of each family the first version of which a guide to migrating says: it refuses a forced choice,
thinking that is switched off, a budget, and a high effort beside thinking that is switched off."""
Named = tuple[str, tuple[int, int]] | None


def named_model(model: str) -> Named:
    """The family and the version of a model; a version behind a dot is none of this provider's."""
    found = re.search(r"claude-([a-z]+)(?:-(\d))?(?:-(\d)(?!\d))?", model)
    if found is None or found[1] not in NO_SAMPLING or re.search(r"-\d\.", model):
        return None
    return found[1], (int(found[2] or 0), int(found[3] or 0))


def since(model: Named, first: dict[str, tuple[int, int]]) -> bool:
    """Whether it is one of a table, or a later one."""
    return model is not None and model[1] >= first.get(model[0], (99, 0))


ADAPTS = {**STRUCTURED, "opus": (4, 6), "sonnet": (4, 6), "haiku": (5, 0)}
"""Of each family the first version whose thinking adapts, by the page on that."""


def thoughtless(model: str, thinks: Json) -> Iterator[str]:
    """By the page on thinking: the models that do not, and those that have a budget for it."""
    kind = (thinks or {}).get("type")
    if kind is not None and re.search(r"claude-(v?2|3-(?!7))", model):
        yield f"this model does not support thinking: {model}"
    one = named_model(model)
    if kind == "adaptive" and ("claude-3-7" in model or (one and one[1] < ADAPTS[one[0]])):
        yield f"adaptive thinking is not supported on {model}"


def switched(model: Named, thinks: Json, forced: bool, effort: Json) -> Iterator[str]:
    """By the guides to migrating and the page on thinking: how thinking is switched on and off."""
    kind = (thinks or {}).get("type")
    if forced and since(model, UNFORCED):
        yield f"a choice that forces a call of {model}"
    if kind == "disabled" and since(model, ALWAYS):
        yield f"thinking.type.disabled is not supported for {model}"
    if kind == "enabled" and since(model, UNBUDGETED):
        yield f"thinking.type.enabled is not supported for {model}"
    if kind == "disabled" and effort in ("xhigh", "max") and since(model, EFFORT_ALONE):
        yield f"an effort of {effort} with {model} beside thinking that is off"


def sampled(thinks: Json, temperature: Json, top_p: Json, top_k: Json = None) -> Iterator[str]:
    """By the page on thinking, and the API's own words: no sampling beside it."""
    if (thinks or {}).get("type") in ("enabled", "adaptive"):
        if temperature not in (None, 1):
            yield "temperature may only be set to 1 when thinking is enabled or in adaptive mode"
        if top_k is not None:
            yield "top_k must be unset when thinking is enabled"
        yield from within(top_p, 0.95, 1, "top_p beside thinking")


def thinking(thinks: Json, forced: bool, limit: Json) -> Iterator[str]:
    """By the pages on thinking: what it does not go with, and how much of it there may be."""
    kind, budget = (thinks or {}).get("type"), (thinks or {}).get("budget_tokens")
    if kind in ("enabled", "adaptive") and forced:
        yield "thinking may not be enabled when a choice forces a call"
    if kind == "enabled" and budget is not None and budget < 1024:
        yield f"a budget of less than 1024: {budget}"
    if kind == "enabled" and budget is not None and limit is not None and budget >= limit:
        yield f"max_tokens must be greater than the budget: {limit}, {budget}"
    if kind in ("adaptive", "disabled") and budget is not None:
        yield f"thinking.{kind}.budget_tokens: Extra inputs are not permitted"


def _by_model(body: Json) -> Iterator[str]:
    yield from placed([message["role"] for message in body["messages"]], str(body.get("model")))
    if "claude" in str(body.get("model")) and body["messages"]:
        # The page on extended thinking: blocks go back as they came, with their signature.
        for block in (block for message in body["messages"] for block in _blocks(message)):
            if block.get("type") == "thinking" and not block.get("signature"):
                yield "a thought without a signature"
        replies = [m for m in body["messages"] if m["role"] == "assistant" and _blocks(m)]
        thoughts = ("thinking", "redacted_thinking")
        if any(_blocks(m)[-1].get("type") in thoughts for m in replies):
            yield "a turn that ends in a thought"
        asked = [_blocks(m) for m in body["messages"]]
        if body["messages"][-1]["role"] == "assistant":
            yield from ending([block.get("text") for block in asked[-1]], None, [], True)
        behind = after_reply(body["messages"])
        answered = any(block.get("type") == "tool_result" for m in behind for block in _blocks(m))
        last = (
            _blocks(replies[-1])
            if replies and (answered or replies[-1] is body["messages"][-1])
            else []
        )
        first = last[0].get("type") in thoughts if last else False
        yield from ending([], body.get("thinking"), last, first)
        if _is_held(body) and re.search("claude-[23]", str(body.get("model"))):
            yield f"what is held to a schema with {body['model']}"
        forced = (body.get("tool_choice") or {}).get("type") in ("any", "tool")
        # The beta of interleaved thinking has budgets for more than one reply.
        limit = None if "anthropic_beta" in body else body.get("max_tokens")
        yield from thinking(body.get("thinking"), forced, limit)
        yield from sampled(body.get("thinking"), *map(body.get, ("temperature", "top_p", "top_k")))
        effort = (body.get("output_config") or {}).get("effort")
        yield from thoughtless(str(body.get("model")), body.get("thinking"))
        named_one = named_model(str(body.get("model")))
        yield from efforts(str(body.get("model")), effort)
        yield from switched(named_one, body.get("thinking"), forced, effort)
        if named_one is not None:
            yield from _by_version(body, *named_one)


LONGEST = {
    "opus": {(4, 0): 32_000, (4, 5): 64_000, (4, 6): 128_000},
    "sonnet": {(4, 0): 64_000, (4, 6): 128_000},
    "haiku": {(4, 5): 64_000},
}
"""By the overview of models: of each family, since when so many tokens may be asked for."""
LONGEST_OF_3 = {"claude-3-5": 8192, "claude-3-7": 128_000, "claude-3-": 4096}


def longest(model: str) -> float:
    """How many tokens a reply of a model may have, where its page says it."""
    for begin, tokens in LONGEST_OF_3.items():
        if begin in model:
            return tokens
    named_one = named_model(model)
    if named_one is None or named_one[1] >= (5, 1) or named_one[0] not in LONGEST:
        return inf
    family, version = named_one
    if version >= (5, 0) and family != "opus":
        return inf
    return max((most for first, most in LONGEST[family].items() if first <= version), default=inf)


def _is_held(body: Json) -> bool:
    """Whether a reply, or a call, is held to a schema."""
    asked = (body.get("output_config") or {}).get("format")
    return bool(asked) or any(tool.get("strict") for tool in body.get("tools") or ())


def sampling(
    family: str, version: tuple[int, int], temperature: Json, top_p: Json, top_k: Json = None
) -> Iterator[str]:
    """By the guide to migrating: what later models take none of, and others one of."""
    if version >= NO_SAMPLING[family] and (temperature, top_p, top_k) != (None, None, None):
        yield f"sampling with {family} {version}"
    if version >= ONE_SAMPLING[family] and temperature is not None and top_p is not None:
        yield f"temperature and top_p with {family} {version}"


def _by_version(body: Json, family: str, version: tuple[int, int]) -> Iterator[str]:
    model = f"{family} {version}"
    if _is_held(body) and version < STRUCTURED[family]:
        yield f"what is held to a schema with {model}"
    yield from sampling(family, version, *map(body.get, ("temperature", "top_p", "top_k")))
    last = (body["messages"] or [{}])[-1]
    if (body.get("output_config") or {}).get("format") and last.get("role") == "assistant":
        yield "When using output format, pre-filling the `assistant` response is not supported."
    kinds = {block.get("type") for block in _blocks(last)} if last else set()
    paused = any("server_tool" in str(kind) for kind in kinds)
    if version >= NO_PREFILL[family] and last.get("role") == "assistant" and not paused:
        yield f"a turn to go on from with {model}"
