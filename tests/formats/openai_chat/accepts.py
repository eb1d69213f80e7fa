"""What Chat Completions answers with 400, by its documents and its words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from acceptance import (
    Spoken,
    encoded,
    every,
    fetched,
    halves,
    oversized,
    pairing,
    pictures,
    spelled,
    typed,
    within,
)

Json = Any
NAME = "[a-zA-Z0-9_-]{1,64}"
PDF = "data:application/pdf;base64,"
"""How all that is taken of a file begins, by the guide to file inputs."""
PICTURES = ("image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp")


MODELS = (
    "gpt-3.5-turbo", "gpt-4", "gpt-4-0613", "gpt-4-turbo", "gpt-4-1106-preview",
    "gpt-4-0125-preview", "gpt-4o", "gpt-4o-2024-05-13", "gpt-4o-audio-preview",
    "gpt-4o-mini-audio-preview", "gpt-4o-mini", "gpt-4o-search-preview",
    "gpt-4o-mini-search-preview", "chatgpt-4o-latest", "gpt-4.1", "gpt-4.5-preview", "o1",
    "o1-mini", "o3", "o3-mini", "o4-mini", "gpt-5", "gpt-5-mini", "gpt-5-nano",
    "gpt-5-chat-latest", "gpt-5-pro", "gpt-5-codex", "codex-mini-latest", "gpt-5.1",
    "gpt-5.1-chat-latest", "gpt-5.1-codex", "gpt-5.1-codex-max", "gpt-5.2",
    "gpt-5.2-chat-latest", "gpt-5.2-pro", "gpt-5.2-codex", "gpt-5.3-codex",
    "gpt-5.3-chat-latest", "gpt-5.3", "gpt-5.4", "gpt-5.4-pro", "gpt-5.4-mini", "gpt-5.5",
    "gpt-5.5-pro", "gpt-5.6", "gpt-5.7", "gpt-7",
)  # fmt: skip


ASKED: Json = {"role": "user", "content": "How warm is it?"}
CALL: Json = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
RESULT: Json = {"role": "tool", "tool_call_id": "c1", "content": "Warm."}
TOOL: Json = {"type": "function", "function": {"name": "f"}}


def said(message: Json) -> Json:
    """A conversation in which the model said this."""
    return {"messages": [ASKED, {"role": "assistant", "content": "Warm.", **message}, ASKED]}


def called(call: Json, **message: Json) -> Json:
    """A conversation in which the model made this call."""
    turn = {"role": "assistant", "tool_calls": [call], **message}
    return {"messages": [ASKED, turn, RESULT], "tools": [TOOL]}


def function(**keys: Json) -> Json:
    """A call whose function has these keys instead of its arguments."""
    return {**CALL, "function": {"name": "f", **keys}}


def part_of_user(part: Json) -> Json:
    """A question with this beside its words."""
    return {"messages": [{**ASKED, "content": [{"type": "text", "text": "Look."}, part]}]}


DETAILS = [{"type": "reasoning.text", "text": "Hm."}]
OWN: dict[str, Json] = {
    "probabilities": {"logprobs": True, "top_logprobs": 2},
    "no probabilities": {"logprobs": False},
    "a bias": {"logit_bias": {"11": 5}},
    "one reply": {"n": 1},
    "two replies": {"n": 2},
    "tokens under the older key": {"max_tokens": 100},
}
HISTORIES: dict[str, Json] = {
    "a developer": {"messages": [{"role": "developer", "content": "Be brief."}, ASKED]},
    "both": {"messages": [
        *({"role": role, "content": "Be brief."} for role in ("system", "developer")), ASKED,
    ]},
    "what is partial": {
        "messages": [ASKED, {"role": "assistant", "content": "", "partial": True}],
    },
    "a user with a name": {"messages": [{**ASKED, "name": "ann"}]},
    "a prefix": {"messages": [ASKED, {"role": "assistant", "content": "The", "prefix": True}]},
    "an empty prefix": {"messages": [ASKED, {"role": "assistant", "content": "", "prefix": True}]},
    "null for words of refusal": said({"refusal": None}),
    "words of refusal": said({"refusal": "No.", "content": None}),
    "an audio": said({"audio": {"id": "audio_1"}, "content": None}),
    "an audio beside words": said({"audio": {"id": "audio_1"}}),
    "a call of the older kind": said(
        {"function_call": {"name": "f", "arguments": "{}"}, "content": None}
    ),
    "an empty text": said({"content": ""}),
    **{f"{key} of the model alone": said({key: value, "content": None}) for key, value in (
        ("reasoning", "Hm."), ("reasoning_content", "Hm."), ("reasoning_details", DETAILS),
    )},
    **{f"{key} of the model": said({key: value}) for key, value in (
        ("reasoning", "Hm."), ("reasoning_content", "Hm."), ("reasoning_details", DETAILS),
    )},
    **{f"{key} of the model for a call": called(CALL, **{key: value}) for key, value in (
        ("reasoning", "Hm."), ("reasoning_content", "Hm."), ("reasoning_details", DETAILS),
    )},
    "a call signed elsewhere": called({**CALL, "extra_content": {"google": {}}}),
    "no arguments": called(function()),
    **{f"arguments {value!r}": called(function(arguments=value))
       for value in (None, "", "null", "[1]", {"a": 1})},
    "a call of no type": called({key: CALL[key] for key in ("id", "function")}),
    "a call of no id": called({key: CALL[key] for key in ("type", "function")}),
    **{f"a bare address of a picture, {url[:5]}": part_of_user(
        {"type": "image_url", "image_url": url}
    ) for url in ("https://a.example/a.png", "data:image/png;base64,iVBORw0KGgo=")},
}  # fmt: skip
ELSEWHERE: dict[str, Json] = {
    "40 to choose from, under a key of services": {"top_k": 40},
    **{f"a part that is {kind}": part_of_user({"type": kind, kind: {"url": "https://a.example"}})
       for kind in ("file_url", "video_url", "audio_url")},
    "a picture that was uploaded": part_of_user(
        {"type": "image_url", "image_url": {"file_id": "file-abc"}}
    ),
    **{f"a tool of type {kind}": {"messages": [ASKED], "tools": [TOOL, {"type": kind}]}
       for kind in ("web_search", "browser_search", "code_interpreter", "mcp", "builtin_function",
                    "openrouter:web_search", "live_search")},
}  # fmt: skip


def breaches(body: Json) -> list[str]:
    """Why the API would refuse a request."""
    found = [*turns(body["messages"]), *tools(body), *_settings(body), *by_model(body)]
    return [*found, *halves(body)]


def turns(
    messages: list[Json], files: tuple[str, ...] = (PDF,), results: tuple[str, ...] = ("text",),
    alone: tuple[str, ...] = (),
) -> Iterator[str]:
    """Why messages would be refused; ``files``: how what is taken of a file begins.

    ``results``: the parts that a result may hold. ``alone``: keys with which the model says enough.
    """
    if not messages:
        yield "no message"
    for message in messages:
        content, role = message.get("content"), message["role"]
        if content == []:
            yield f"an empty list of parts ({role})"
        if content is None and role in ("system", "developer", "user", "tool"):
            yield f"no content ({role})"
        if role == "assistant" and content is None:
            more = ("tool_calls", "function_call", "refusal", "audio", *alone)
            if not any(message.get(key) for key in more):
                yield "a message of the assistant that says nothing"
        if message.get("tool_calls") == []:
            yield "an empty list of calls"
        if role == "tool" and isinstance(content, list):
            kinds = {part.get("type") for part in content}
            if kinds - {*results}:
                yield f"a result that holds {sorted(map(str, kinds))}"
    calls = [call for message in messages for call in message.get("tool_calls") or ()]
    yield from pairing(_spoken(messages))
    yield from spelled((call.get("id") for call in calls), ".{1,40}", "an id")
    functions = [call.get("function") or call.get("custom") or {} for call in calls]
    if any("type" not in call for call in calls):
        yield "a call of no type"
    if any(type(one.get("arguments", one.get("input"))) is not str for one in functions):
        yield "arguments that are no text"
    yield from spelled((one.get("name") for one in functions), NAME, "a name")
    shown = [*every(messages, "image_url")]
    yield from ("a picture whose address is no object" for one in shown if type(one) is not dict)
    urls = [one.get("url") for one in shown if type(one) is dict]
    yield from fetched(urls, ["https", "http", "data"], "an image")
    yield from pictures(typed(urls), PICTURES)
    sounds = [one.get("data") for one in every(messages, "input_audio")]
    yield from ("a sound at an address" for data in sounds if ":" in data)
    files_ = [one.get("file_data", "") for one in every(messages, "file")]
    yield from encoded(one for one in [*urls, *files_] if str(one).startswith("data:"))
    yield from encoded(data for data in sounds if ":" not in data)
    for file in every(messages, "file"):
        if "file_data" in file and not file.get("filename"):
            yield "a file without a name"
        if "file_data" in file and not file["file_data"].startswith(files):
            yield f"a file that is {file['file_data'][:40]!r}"
        if "file_id" in file and not file["file_id"].startswith("file-"):
            yield f"a file of another provider: {file['file_id']!r}"


def _spoken(messages: list[Json]) -> Iterator[Spoken]:
    for message in messages:
        if message["role"] == "tool":
            yield "results", [message.get("tool_call_id")]
        else:
            yield "calls", [call.get("id") for call in message.get("tool_calls") or ()]


def tools(body: Json, served: tuple[str, ...] = ()) -> Iterator[str]:
    """Why tools, or a choice among them, would be refused.

    ``served``: how types begin of tools that a service runs itself; they have no names to choose.
    """
    offered, choice = body.get("tools"), body.get("tool_choice")
    own = served or " "
    asked = [  # what says its type alone some service runs
        tool for tool in offered or ()
        if len(tool) > 1 and not str(tool.get("type")).startswith(own)
    ]  # fmt: skip
    inner = [tool.get("function") or tool.get("custom") or {} for tool in asked]
    names = [one.get("name") for one in inner]
    yield from spelled(names, NAME, "a tool's name")
    for one in inner:
        if one.get("strict"):
            yield from oversized(one.get("parameters"))
    if offered == [] or len(offered or ()) > 128:
        yield f"{len(offered or ())} tools"
    if not offered:
        for key in ("tool_choice", "parallel_tool_calls"):
            if body.get(key) is not None:
                yield f"{key} and no tools"
    if isinstance(choice, dict):
        named = choice.get("function") or choice.get("custom")
        if named is not None and named["name"] not in names:
            yield f"a choice of no tool: {named['name']!r}"
        for one in (choice.get("allowed_tools") or {}).get("tools", ()):
            if (one.get("function") or one.get("custom") or {}).get("name") not in names:
                yield "a choice among tools that are not there"


def _settings(body: Json) -> Iterator[str]:
    yield from within(body.get("temperature"), 0, 2, "temperature")
    yield from within(body.get("top_p"), 0, 1, "top_p")
    yield from within(body.get("max_completion_tokens"), 1, inf, "max_completion_tokens")
    yield from penalties(body)
    yield from within(body.get("seed"), -(2**63), 2**63 - 1, "seed")
    yield from caller(body, 64)
    stop = body.get("stop")
    if stop == []:
        yield "an empty list of stop sequences"
    if isinstance(stop, list) and len(stop) > 4:
        yield "more than four stop sequences"
    form = body.get("response_format") or {}
    if form.get("type") == "json_object" and "json" not in json.dumps(body["messages"]).lower():
        yield "JSON, and no message says so"
    schema = form.get("json_schema")
    if schema is not None:
        yield from spelled([schema.get("name")], NAME, "the name of a schema")
        if schema.get("strict"):
            yield from oversized(schema.get("schema"))


def penalties(body: Json) -> Iterator[str]:
    """Penalties that are too small or too large, by the reference."""
    for key in ("presence_penalty", "frequency_penalty"):
        yield from within(body.get(key), -2, 2, key)


def caller(body: Json, longest: int) -> Iterator[str]:
    """Why a request would not be taken for a user."""
    if len(body.get("user") or "") > longest:
        yield f"a user of more than {longest} letters"


USUAL = {"temperature": 1, "top_p": 1, "presence_penalty": 0, "frequency_penalty": 0}
"""What a setting may say where it may say nothing else."""


EFFORTS = {
    r"o[134](-|$)|gpt-5-codex|gpt-5\.1-codex(?!-max)|codex-mini": "low medium high",
    r"gpt-5-pro": "high",
    r"gpt-5\.[2-9]-pro": "medium high xhigh",
    r"gpt-5\.(1-codex-max|[23]-codex)": "low medium high xhigh",
    r"gpt-5\.[123]-chat": "medium",
    r"gpt-5(-(?!chat)|$)": "minimal low medium high",
    r"gpt-5\.1": "none low medium high",
    r"gpt-5\.[2345]": "none low medium high xhigh",
    r"gpt-5\.6": "none low medium high xhigh max",
    r"gpt-(3\.5|4|5-chat)|chatgpt-4o": "",
}
"""The efforts of models, by the guide to reasoning; the first row that fits."""


def effort(model: str, word: Json) -> Iterator[str]:
    """Why a model would not take an effort of reasoning."""
    taken = next((words for name, words in EFFORTS.items() if re.match(name, model)), str(word))
    if word is not None and word not in taken.split():
        yield f"an effort of {word} with {model}"


def shaped(model: str, form: Json) -> Iterator[str]:
    """Why a model would not be held to JSON, or to a schema: by the guide to structured outputs."""
    newer = re.match(r"gpt-4o(?!-2024-05|-audio|-mini-audio)|gpt-4\.", model)
    if re.match("gpt-3.5|gpt-4|chatgpt-4o", model) and not newer and form == "json_schema":
        yield f"'response_format' of type 'json_schema' is not supported with {model}"
    if re.match("gpt-4(-0[36]|-32k|$)", model) and form == "json_object":
        yield f"'response_format' of type 'json_object' is not supported with {model}"


def silent(model: str) -> str | None:
    """What a later model takes no effort for; the latest reason where nobody says how much."""
    return "none" if re.match(r"gpt-5\.([56]|\d-pro|\d-codex)", model) else None


def sampled(model: str, effort: Json, body: Json, usual: Mapping[str, float]) -> Iterator[str]:
    """By the guide to the latest models: what one that reasons takes nothing else for."""
    if not re.match(r"o[134](-|$)|gpt-5(?!-chat)|codex-mini", model):
        return
    if re.match(r"gpt-5\.", model) and effort in (silent(model), "none"):
        return
    for key, value in usual.items():
        if body.get(key) not in (None, value):
            yield f"{key} with {model}"
    for key in ("logprobs", "top_logprobs"):
        if body.get(key):
            yield f"{key} with {model}"
    if "logit_bias" in body and not re.match(r"gpt-5\.", model):
        yield f"logit_bias with {model}"


def _beside_tools(model: str, body: Json) -> Iterator[str]:
    """An effort beside tools, which the latest models have in Responses alone."""
    asked = body.get("reasoning_effort")
    right = ("none",) if silent(model) else ("none", None)
    if body.get("tools") and re.match(r"gpt-5\.[456](?!-pro)", model) and asked not in right:
        yield f"tools and an effort of {asked} with {model}"


def by_model(body: Json) -> Iterator[str]:
    """What models that reason do not take: the guides to them list it."""
    model = str(body.get("model")).rpartition("/")[2]
    yield from effort(model, body.get("reasoning_effort"))
    yield from shaped(model, (body.get("response_format") or {}).get("type"))
    if re.match(r"gpt-4o(-mini)?-search", model):
        yield from (f"{key} with {model}" for key in USUAL if body.get(key) is not None)
    yield from sampled(model, body.get("reasoning_effort"), body, USUAL)
    o_series = re.match(r"o[134](-|$)", model)
    if not o_series and not re.match("gpt-5(?!-chat)", model):
        return
    if body.get("max_tokens") is not None:
        yield f"max_tokens with {model}"
    if re.match(r"o3|o4-mini|gpt-5(?!\.\d-chat)", model) and body.get("stop") is not None:
        yield f"stop with {model}"
    yield from _beside_tools(model, body)
    if o_series and body.get("parallel_tool_calls") is not None:
        yield f"parallel_tool_calls with {model}"
