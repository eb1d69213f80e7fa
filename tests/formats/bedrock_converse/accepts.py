"""What Converse answers with a ValidationException, by its documents and its words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from acceptance import Spoken, encoded, every, fetched, pairing, spelled, twice, within
from formats.anthropic_messages.accepts import (
    NO_PREFILL,
    THINKING,
    after_reply,
    behind_calls,
    crowded,
    efforts,
    ending,
    named,
    named_model,
    placed,
    sampled,
    sampling,
    switched,
    thinking,
    thoughtless,
)

Json = Any
NAME = "[a-zA-Z0-9_-]{1,64}"
DOCUMENT = r"(?!.*\s\s)[a-zA-Z0-9\s()\[\]-]{1,200}"


MODELS = (
    "anthropic.claude-v2", "anthropic.claude-3-haiku-20240307-v1:0",
    "anthropic.claude-3-5-sonnet-20241022-v2:0",
    "us.anthropic.claude-3-7-sonnet-20250219-v1:0", "anthropic.claude-opus-4-20250514-v1:0",
    "anthropic.claude-sonnet-4-20250514-v1:0", "anthropic.claude-opus-4-1-20250805-v1:0",
    "anthropic.claude-sonnet-4-5-20250929-v1:0", "anthropic.claude-haiku-4-5-20251001-v1:0",
    "anthropic.claude-opus-4-5-20251101-v1:0", "anthropic.claude-opus-4-6-v1",
    "anthropic.claude-sonnet-4-6", "anthropic.claude-opus-4-7", "anthropic.claude-opus-4-8",
    "anthropic.claude-opus-5", "anthropic.claude-sonnet-5", "anthropic.claude-haiku-5",
    "anthropic.claude-fable-5", "anthropic.claude-fable-5-1", "anthropic.claude-fable-5-2",
    "anthropic.claude-mythos-5-1", "anthropic.claude-mythos-5-2",
    "anthropic.claude-mythos-preview", "anthropic.claude-opus-5-5",
    "anthropic.claude-sonnet-5-5", "amazon.nova-pro-v1:0", "meta.llama3-3-70b-instruct-v1:0",
    "mistral.mistral-large-2407-v1:0", "deepseek.r1-v1:0", "deepseek.v3-v1:0",
    "openai.gpt-oss-120b-1:0", "openai.gpt-5", "qwen.qwen3-32b-v1:0", "cohere.command-r-v1:0",
)  # fmt: skip


OWN = {
    **{name: {"additionalModelRequestFields": {"thinking": one}} for name, one in THINKING.items()},
    "interleaved thinking": {
        "additionalModelRequestFields": {
            "thinking": THINKING["thinking too much"],
            "anthropic_beta": ["interleaved-thinking-2025-05-14"],
        }
    },
    "a stored prompt": {"promptVariables": {"city": {"text": "Oslo"}}},
}


ASKED: Json = {"role": "user", "content": [{"text": "How warm is it?"}]}
TOOLS: Json = {
    "toolConfig": {
        "tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]
    }
}


def _said(*blocks: Json) -> Json:
    return {"messages": [ASKED, {"role": "assistant", "content": [*blocks]}, ASKED]}


def _thought(**keys: Json) -> Json:
    return {"reasoningContent": {"reasoningText": {"text": "Hm.", **keys}}}


HISTORIES: dict[str, Json] = {
    "a thought": _said(_thought(), {"text": "Warm."}),
    "a signed thought": _said(_thought(signature="c2ln"), {"text": "Warm."}),
    "an empty signature": _said(_thought(signature=""), {"text": "Warm."}),
    "a thought at the end": _said({"text": "Warm."}, _thought(signature="c2ln")),
    "no tools": {"toolConfig": {"tools": []}},
}


def breaches(body: Json, model: str = "") -> list[str]:
    """Why the API would refuse a request; the model is named in the URL."""
    found = [*_turns(body, model), *_blocks(body), *_tools(body), *_settings(body, model)]
    return [*found, *_thoughts(body, model), *_claude(body, model)]


def _turns(body: Json, model: str) -> Iterator[str]:
    messages = body.get("messages") or []
    roles = [message["role"] for message in messages]
    stored = "promptVariables" in body
    if not messages and not stored:
        yield "no message"
    # Tried with Sonnet 4.5 and Qwen, who take it: the service does not look at it for these.
    later = re.search(r"claude-(?!v)[a-z]|qwen", model) and "user" in roles
    if roles and roles[0] != "user" and not (stored or later):
        yield "the first message is not the user's"
    if any(one == other for one, other in pairwise(roles)):
        yield f"roles do not alternate: {roles}"
    for message in messages:
        if not message["content"]:
            yield f"a message of the {message['role']} without content"
        kinds = {key for block in message["content"] for key in block}
        if "document" in kinds and message["role"] == "user" and "text" not in kinds:
            yield "a document without a text beside it"
        if message["role"] == "assistant" and {"image", "document", "audio", "video"} & kinds:
            yield "media of the assistant"
    yield from pairing(_spoken(messages))


def _of(message: Json, kind: str) -> list[Json]:
    return [block[kind] for block in message["content"] if kind in block]


def _spoken(messages: list[Json]) -> Iterator[Spoken]:
    for message in messages:
        if message["role"] == "user":
            yield "results", [one["toolUseId"] for one in _of(message, "toolResult")]
            if any("toolResult" not in block for block in message["content"]):
                yield "other", []
        elif message["role"] == "assistant":
            own = [one for one in _of(message, "toolUse") if one.get("type") != "server_tool_use"]
            yield "calls", [one["toolUseId"] for one in own]


def _blocks(body: Json) -> Iterator[str]:
    messages = body.get("messages") or []
    blocks = [block for message in messages for block in message["content"]]
    results = [block["toolResult"] for block in blocks if "toolResult" in block]
    inner = [block for result in results for block in result.get("content") or ()]
    for block in [*blocks, *inner, *(body.get("system") or ())]:
        text = block.get("text")
        if isinstance(text, str) and not text.strip():
            yield "a blank text"
    for source in every(messages, "source"):
        if isinstance(source, dict) and source.get("text") == "":
            yield "a document of no text"
    yield from ("JSON that is no object" for block in inner
                if not isinstance(block.get("json", {}), dict))  # fmt: skip
    yield from (f"an empty result: {one['toolUseId']}" for one in results if not one.get("content"))
    calls = [block["toolUse"] for block in blocks if "toolUse" in block]
    ids = [one["toolUseId"] for one in [*calls, *results]]
    yield from spelled(ids, "[a-zA-Z0-9_.:-]{1,64}", "an id")
    yield from spelled((one["name"] for one in calls), NAME, "a name")
    for found in [block["searchResult"] for block in [*blocks, *inner] if "searchResult" in block]:
        yield from (f"no {key} of a search result" for key in ("source", "title", "content")
                    if key not in found)  # fmt: skip
    documents = [block["document"] for block in [*blocks, *inner] if "document" in block]
    names = [one.get("name") for one in documents]
    yield from spelled(names, DOCUMENT, "a document's name")
    yield from twice(names, "a document's name")
    yield from encoded(every(messages, "bytes"))
    places = (one.get("uri") for one in every(messages, "s3Location"))
    yield from fetched(places, ["s3"], "an object")


def _thoughts(body: Json, model: str) -> Iterator[str]:
    """By the page on Claude's thinking: what it thought goes back with its signature."""
    for message in body.get("messages") or ():
        for block in message["content"]:
            thought = (block.get("reasoningContent") or {}).get("reasoningText")
            if thought is not None and not thought.get("signature") and "claude" in model:
                yield "a thought without a signature"
            # In their own words, as those tell who have tried.
            if "reasoningContent" in block and "deepseek.r1" in model:
                yield "user messages cannot contain reasoning content"
            if thought is not None and thought.get("signature") and "gpt-oss" in model:
                yield "this model doesn't support reasoningContent.reasoningText.signature"
        ends = "reasoningContent" in (message["content"] or [{}])[-1]
        if message["role"] == "assistant" and ends and "claude" in model:
            yield "a turn that ends in a thought"


def _claude(body: Json, model: str) -> Iterator[str]:
    """What Anthropic's own documents say of its models, wherever they are served."""
    messages = body.get("messages") or []
    if "claude" not in model:
        if "system" in {message["role"] for message in messages}:
            yield f"a message of the system among the others with {model}"
        return
    yield from placed([message["role"] for message in messages], model)
    for failed in [one for m in messages for one in _of(m, "toolResult")]:
        media = {"image", "video", "document"} & {k for b in failed["content"] for k in b}
        if failed.get("status") == "error" and media:
            yield "all content must be type `text` if `is_error` is true"
    for message in messages:
        if message["role"] == "assistant":
            yield from behind_calls(["toolUse" in block for block in message["content"]])
    specs = [one["toolSpec"] for one in (body.get("toolConfig") or {}).get("tools", ())
             if "toolSpec" in one]  # fmt: skip
    yield from named(one["inputSchema"]["json"] for one in specs)
    strict = [one["inputSchema"]["json"] for one in specs if one.get("strict")]
    yield from crowded(strict, _of_reply(body))
    forced = {"any", "tool"} & ((body.get("toolConfig") or {}).get("toolChoice") or {}).keys()
    limit = (body.get("inferenceConfig") or {}).get("maxTokens")
    own = body.get("additionalModelRequestFields") or {}
    # The beta of interleaved thinking has budgets for more than one reply.
    limit = None if "anthropic_beta" in own else limit
    yield from thinking(own.get("thinking"), bool(forced), limit)
    config = body.get("inferenceConfig") or {}
    yield from sampled(own.get("thinking"), config.get("temperature"), config.get("topP"))
    effort = (body.get("outputConfig") or {}).get("effort")
    yield from thoughtless(model, own.get("thinking"))
    yield from switched(named_model(model), own.get("thinking"), bool(forced), effort)
    replies = [message for message in messages if message["role"] == "assistant"]
    behind = after_reply(messages)
    answered = any("toolResult" in block for message in behind for block in message["content"])
    if replies and (answered or replies[-1] is messages[-1]):
        blocks = replies[-1]["content"]
        texts = [] if answered else [block.get("text") for block in blocks]
        thought = "reasoningContent" in (blocks or [{}])[0]
        yield from ending(texts, own.get("thinking"), blocks, thought)


def _of_reply(body: Json) -> Json:
    """The schema that a reply is held to, which goes out as text."""
    asked = (body.get("outputConfig") or {}).get("textFormat") or {}
    text = ((asked.get("structure") or {}).get("jsonSchema") or {}).get("schema")
    return None if text is None else json.loads(text)


def _tools(body: Json) -> Iterator[str]:
    config = body.get("toolConfig")
    keys = [key for one in body.get("messages") or () for block in one["content"] for key in block]
    if config is None:
        if {"toolUse", "toolResult"} & {*keys}:
            yield "calls and no toolConfig"
        return
    tools = config.get("tools")
    if not tools:
        yield "toolConfig without tools"
        return
    specs = [tool["toolSpec"] for tool in tools if "toolSpec" in tool]
    names = [one["name"] for one in specs]
    yield from spelled(names, NAME, "a tool's name")
    yield from twice(names, "a tool")
    if any(one.get("description") == "" for one in specs):
        yield "an empty description"
    chosen = (config.get("toolChoice") or {}).get("tool")
    if chosen is not None and chosen["name"] not in names:
        yield f"a choice of no tool: {chosen['name']!r}"


def _settings(body: Json, model: str) -> Iterator[str]:
    config = body.get("inferenceConfig") or {}
    yield from within(config.get("temperature"), 0, 1, "temperature")
    yield from within(config.get("topP"), 0, 1, "topP")
    yield from within(config.get("maxTokens"), 1, 2**31 - 1, "maxTokens")
    for key in ("temperature", "topP"):
        if key in config and "openai.gpt-5" in model:
            yield f"this model doesn't support the {key} field"
    if len(config.get("stopSequences") or ()) > 2500:
        yield "more than 2500 stop sequences"
    for stop in config.get("stopSequences") or ():
        if not (stop.strip() if "claude" in model else stop):
            yield "an empty stop sequence"
    yield from _by_version(body, model)


UNSTRUCTURED = r"claude-(2|3|v2|(opus|sonnet)-4-(0|2)|opus-4-[78]|sonnet-5)"
"""By the page on structured output, and those who have tried."""


def _by_version(body: Json, model: str) -> Iterator[str]:
    """What Anthropic's guides say of the versions of its models, and the service of its own."""
    config, output = body.get("inferenceConfig") or {}, body.get("outputConfig") or {}
    messages = body.get("messages") or [{}]
    goes_on = messages[-1].get("role") == "assistant"
    if output.get("textFormat") and re.search(UNSTRUCTURED, model):
        yield f"a reply that is held to a schema with {model}"
    if output.get("textFormat") and goes_on and "claude" in model:
        yield "words to go on from beside a schema"
    yield from efforts(model, output.get("effort"))
    one = named_model(model)
    if one is not None:
        yield from sampling(*one, config.get("temperature"), config.get("topP"))
        if goes_on and one[1] >= NO_PREFILL[one[0]]:
            yield f"a turn to go on from with {model}"
