"""OpenAI Chat Completions by hand: reading what messages hold."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.arguments import arguments_from_text
from toolwire._runtime.calls import Calls, mint, missing_id
from toolwire._runtime.jsontext import style_of
from toolwire._runtime.overlay import stayed

from .common import (
    SURROGATE,
    Json,
    bare_data,
    compact,
    complete,
    items_of,
    join,
    scan,
    sealed,
    spaced,
    text_at,
    unknown,
)
from .openai_chat_custom import read_custom_call
from .openai_chat_listed import read_listed
from .openai_chat_tables import (
    AUDIO,
    COMPACT,
    DATA_URL,
    FORMAT,
    LANDING_ANSWER,
    LANDING_REPLY,
    SPACED,
    USUAL_FUNCTION,
)
from .openai_chat_thoughts import KEYS, read_thought


def read_assistant(m: dict[str, Any], names: Calls, reply: bool) -> dict[str, Any]:
    """What a model said. In a reply the text is one string, or a list of services' own parts."""
    blocks: list[Json] = []
    left = len(m) - 1
    form: dict[str, Any] | None = None
    thought: dict[str, Any] = {}
    if reply and not KEYS.isdisjoint(m) and (block := read_thought(m, thought)):
        blocks.append(block)
        left -= len(thought)
    content = m.get("content")
    if type(content) is str:
        if content:
            blocks.append({"kind": "text", "text": content})
            left -= 1
    elif content is None:
        if "content" in m:
            left -= 1
        else:
            form = {"absent": ["content"]}
    elif type(content) is not list:
        raise ValueError("content")
    elif content and reply:
        blocks += read_listed(content)
        form = {"content": {"style": "list"}}
        left -= 1
    elif content:
        found, lone = read_blocks(content, False, answer=True)
        if lone:
            form = {"content": {"style": "list"}}
            found = [{"kind": "text", "text": found}]
        blocks = found
        left -= 1
    refusal = m.get("refusal")
    if type(refusal) is str and refusal:
        blocks.append({"kind": "text", "text": refusal, "refusal": True})
        left -= 1
    calls = m.get("tool_calls")
    if calls:
        for c in items_of(calls):
            kind = c.get("type")
            if kind == "function":
                f = c["function"]
                call_id, text = c.get("id"), f.get("arguments")
                found = None
                if (
                    len(c) == 3
                    and len(f) == 2
                    and f.get("name") is not None
                    and call_id
                    and type(call_id) is str
                    and text
                    and type(text) is str
                    and not names.made
                    and (text.isascii() or not SURROGATE.search(text))
                ):
                    try:
                        value, end = scan(text, 0)
                        style = None
                        if type(value) is dict and end == len(text):
                            found = value
                            # A colon and a blank: most likely as json.dumps writes it.
                            if '": ' in text and join(spaced(value, 0)) == text:
                                style = SPACED
                            elif join(compact(value, 0)) == text:
                                style = COMPACT
                    except (StopIteration, ValueError, RecursionError):
                        style = None
                    if style is not None:
                        names[call_id] = name = text_at(f, "name")
                        call: dict[str, Any] = {"id": call_id, "name": name, "arguments": value}
                        if style is SPACED:
                            call["metadata"] = {FORMAT: {"$": {"arguments": {"style": "spaced"}}}}
                        blocks.append({"kind": "toolCall", "toolCall": call})
                        continue
                blocks.append({"kind": "toolCall", "toolCall": _call(c, names, found)})
            elif "function" in c:
                blocks.append({"kind": "toolCall", "toolCall": _call(c, names, None)})
            elif kind == "custom":
                blocks.append({"kind": "toolCall", "toolCall": read_custom_call(c, names)})
            else:
                blocks.append({**unknown(c, FORMAT), "at": "tool_calls"})
        left -= 1
    elif calls is not None and type(calls) is not list:
        raise ValueError("tool_calls")
    x: dict[str, Any] = {"role": "assistant", "content": blocks}
    if left or form is not None:
        rest = m.copy()
        del rest["role"]
        if content or content is None:
            rest.pop("content", None)
        if type(refusal) is str and refusal:
            del rest["refusal"]
        if calls:
            del rest["tool_calls"]
        for key in thought:
            del rest[key]
        if rest:
            form = stayed(rest, form, LANDING_REPLY if reply else LANDING_ANSWER)
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _call(c: dict[str, Any], names: Calls, value: Json) -> dict[str, Any]:
    """A call in any spelling; ``value`` is the object that its arguments say, as far as known."""
    form: dict[str, Any] = {}
    call_id, f = c.get("id"), c["function"]
    if type(call_id) is not str or not call_id:
        call_id = mint(names)
        form["id"] = missing_id(c, "id", call_id)
    elif call_id in names.made:
        form["id"] = {"style": "present"}
    text = f.get("arguments")
    invalid = spelling = None
    if value is not None:
        try:
            spelling = style_of(text, value)
        except (ValueError, RecursionError):
            # A number too large for a float is read as infinite.
            value, invalid = {}, text
    else:
        value, invalid, spelling = arguments_from_text(text)
    if "arguments" not in f:
        form["arguments"] = {"style": "absent"}
    elif spelling is not None:
        form["arguments"] = spelling
    named, missing = complete(f, None, USUAL_FUNCTION, "function.")
    form |= missing or {}
    names[call_id] = name = text_at(named, "name")
    call: dict[str, Any] = {"id": call_id, "name": name, "arguments": value}
    if invalid is not None:
        call["invalidArguments"] = invalid
    rest = {key: item for key, item in c.items() if key not in ("id", "function")}
    inner = {key: item for key, item in f.items() if key not in ("name", "arguments")}
    if inner:
        rest["function"] = inner
    if "type" not in c:
        form.setdefault("absent", []).append("type")
    elif c["type"] == "function":
        del rest["type"]
    if rest or form:
        call["metadata"] = {FORMAT: sealed(rest, form or None)}
    return call


def _refusal(part: dict[str, Any]) -> dict[str, Any]:
    """Why the model declined, said among the parts: others have a key of their own."""
    if type(part["refusal"]) is not str:
        raise ValueError("refusal")
    rest = part.copy()
    del rest["type"], rest["refusal"]
    metadata = {FORMAT: sealed(rest, {"at": "content"})}
    return {"kind": "text", "text": part["refusal"], "refusal": True, "metadata": metadata}


def read_blocks(parts: list[Any], user: bool, answer: bool = False) -> tuple[Any, bool]:
    """Content blocks; the text alone, and true, for a list that is one plain text part."""
    blocks: list[Any] = []
    for part in parts:
        kind = part.get("type")
        if kind == "text":
            text = part["text"]
            if type(text) is not str:
                raise ValueError("text")
            if len(part) == 2:
                if len(parts) == 1:
                    return text, True
                blocks.append({"kind": "text", "text": text})
            else:
                rest = part.copy()
                del rest["type"], rest["text"]
                metadata = {FORMAT: sealed(rest, None)}
                blocks.append({"kind": "text", "text": text, "metadata": metadata})
            continue
        block = None
        if user and kind == "image_url":
            inner = part["image_url"]
            if type(inner) is str:
                blocks.append(_picture_at(part, inner))
                continue
            if len(part) == 2 and len(inner) == 1 and type(url := inner.get("url")) is str:
                match = DATA_URL.match(url) if url.startswith("data:") else None
                if match is None:
                    blocks.append({"kind": "image", "url": url})
                else:
                    data = url[match.end() :]
                    blocks.append({"kind": "image", "data": data, "mimeType": match[1]})
                continue
            block = _media(part, "image_url", "image", "url", "url")
        elif user and kind == "input_audio":
            inner = part["input_audio"]
            word = inner.get("format")
            mime = AUDIO.get(word) if type(word) is str else None
            if mime is not None and type(inner.get("data")) is str:
                raw = inner["data"]
                bare = bare_data(raw, True)
                if bare is None:
                    block = {"kind": "audio", "url": raw, "mimeType": mime}
                else:
                    block = {"kind": "audio", "data": bare, "mimeType": mime}
                form = {"data": {"as": raw}} if bare not in (None, raw) else None
                _left(block, part, "input_audio", ("data", "format"), form)
        elif user and kind == "file":
            block = _media(part, "file", "document", "file_id", "fileId")
        elif answer and kind == "refusal":
            block = _refusal(part)
        blocks.append(block or unknown(part, FORMAT))
    return blocks, False


def _picture_at(part: dict[str, Any], at: str) -> dict[str, Any]:
    """A picture whose address stands by itself."""
    match = DATA_URL.match(at)
    block = {"kind": "image", "url": at}
    if match is not None:
        block = {"kind": "image", "data": at[match.end() :], "mimeType": match[1]}
    rest = {key: value for key, value in part.items() if key not in ("type", "image_url")}
    form = {"url" if match is None else "data": {"at": "image_url"}}
    return {**block, "metadata": {FORMAT: sealed(rest, form)}}


def _media(part: dict[str, Any], key: str, kind: str, at: str, field: str) -> Json:
    """An image or a document: a data URL, or a reference of another kind."""
    inner = part[key]
    data_at = "url" if key == "image_url" else "file_data"
    block: dict[str, Any] = {"kind": kind}
    used, form = [data_at], None
    match = DATA_URL.match(inner[data_at]) if type(inner.get(data_at)) is str else None
    if match and not (key == "file" and type(inner.get(at)) is str):
        block["data"], block["mimeType"] = inner[data_at][match.end() :], match[1]
    elif type(inner.get(at)) is str:
        block[field] = inner[at]
        used = [at]
    elif key == "file" and type(raw := inner.get(data_at)) is str:
        data = bare_data(raw)
        block["url" if data is None else "data"] = raw if data is None else data
        form = {"data": {"as": raw}} if data not in (None, raw) else None
    else:
        return None
    if key == "file" and type(inner.get("filename")) is str:
        block["name"] = inner["filename"]
        used.append("filename")
    _left(block, part, key, used, form)
    return block


def _left(
    block: dict[str, Any], part: dict[str, Any], key: str, used: Any, form: Json = None
) -> None:
    rest, inner = part.copy(), part[key].copy()
    del rest["type"], rest[key]
    for name in used:
        del inner[name]
    if inner:
        rest[key] = inner
    if rest or form is not None:
        block["metadata"] = {FORMAT: sealed(rest, form)}
