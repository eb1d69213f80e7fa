"""The overlay and its form: what no row took, and how a value was spelled.

An overlay is the sparse rest of a wire object under ``metadata[format]``. Its reserved key ``"$"``
is the form. The same format's encoder lays the overlay back; what the encoder writes wins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

from .absence import EMPTY, NOTHING, Form, Json, holder_in, leave_out, only_elsewhere
from .jsontext import dumps, same_text
from .values import text_or_blocks

NUMBERS = (int, float)


class _Absent:
    """The type of ABSENT, which is no JSON value: "leave this key out"."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Any = _Absent()
_SPELLINGS = frozenset({"absent", "null", "snake", "twice", "$"})


def noted(form: Form, field: str, entry: Json) -> dict[str, Any]:
    """The form with ``entry`` added to what it says of ``field``; ``form`` is not changed."""
    if form is None:
        return {field: entry}
    return {**form, field: {**form.get(field, {}), **entry}}


def sealed(rest: dict[str, Any], form: Form) -> dict[str, Any]:
    """The overlay made of leftovers and form; a wire key named ``"$"`` moves into the form."""
    if "$" in rest:
        form = {**(form or {}), "$": rest["$"]}
    if form is not None:
        rest["$"] = form
    return rest


def noted_whole(form: Form, field: str, count: int, x: dict[str, Any], *others: str) -> Form:
    """The form with a count that does not include the others, and with what these were then."""
    return noted(form, field, {"whole": [count, *(x.get(other, 0) for other in others)]})


def also(form: Form, field: str, raw: Json, path: str, rest: dict[str, Any]) -> Form:
    """The form with what another place of a field has too, if any; it is taken out of the rest.

    ``raw`` is what stands in the place that the field was read from.
    """
    key = path.rpartition(".")[2]
    if key not in rest:
        return form
    before = (form or {}).get(field, EMPTY).get("also", EMPTY)
    others = {**before, path: rest.pop(key)}
    # As text: the value itself may be edited in place.
    return noted(form, field, {"of": dumps(raw), "also": others})


def lay_also(w: Json, entry: dict[str, Any], usual: str) -> None:
    """Put into its other places what a wire had there, as long as the field is what it was."""
    if "also" not in entry:
        return
    *holders, last = entry.get("at", usual).split(".")
    written: Json = w
    for key in holders:
        written = written.get(key, EMPTY)
    if last not in written or entry.get("of") != dumps(written[last]):
        return
    for path, raw in entry["also"].items():
        *parents, key = path.split(".")
        holder = w
        for parent in parents:
            holder = holder.setdefault(parent, {})
        holder.setdefault(key, raw)


def styled(form: dict[str, Any], field: str, style: str) -> bool:
    """Does the form say that ``field`` was spelled in this style?"""
    entry = form.get(field)
    return entry is not None and entry.get("style") == style


def spelled_at(form: dict[str, Any], field: str, path: str) -> bool:
    """Does the form say that ``field`` stood at this other wire path?"""
    entry = form.get(field)
    return entry is not None and entry.get("at") == path


def same(left: Json, right: Json) -> bool:
    """Equal as JSON texts: 5 is not 5.0, 1 is not true, and key order counts."""
    return left is right or same_text(left, right)


def unlike(value: Json, default: dict[str, Any]) -> bool:
    """Is an object anything else than the default? Empty metadata makes no difference."""
    if "metadata" not in value:
        return bool(value != default)
    return {key: item for key, item in value.items() if key != "metadata" or item} != default


def with_rest(written: Json, old: Json, named: list[str]) -> Json:
    """An object with what an old one held besides the keys that rows speak of."""
    if type(written) is not dict or type(old) is not dict:
        return written
    spoken = {camel_case(key) for key in named}
    rest = {key: value for key, value in old.items() if camel_case(key) not in spoken}
    return {**rest, **written}


def lay(
    w: Json,
    own: dict[str, Any],
    given: frozenset[str] = NOTHING,
    filled: dict[str, Json] = EMPTY,
) -> None:
    """Lay an overlay back over what the encoder wrote; ``given`` keys yield to the overlay.

    ``filled`` is what stands for keys that services leave out.
    """
    form = None
    for key, value in own.items():
        if key == "$":
            form = value
        elif key not in w or key in given:
            w[key] = value
        else:
            _lay_under(w, key, value, given, key)
    if form is None or _SPELLINGS.isdisjoint(form):
        return
    leave_out(w, form, given, filled)
    if "snake" in form:
        _respell(w, form["snake"])
    if "twice" in form:
        _lay_twice(w, form["twice"])
    if "$" in form:
        w["$"] = form["$"]


def _lay_under(w: dict[str, Any], key: str, value: Json, given: frozenset[str], path: str) -> None:
    """Lay a value under a key that the encoder wrote: only where both hold more keys."""
    written = w[key]
    if type(written) is dict and type(value) is dict:
        w[key] = inner = written.copy()
        _lay_all(inner, value, given, path)
    elif type(written) is list and type(value) is list:
        w[key] = _lay_list(written, value, given, f"{path}.0")


def _lay_all(w: dict[str, Any], rest: dict[str, Any], given: frozenset[str], prefix: str) -> None:
    for key, value in rest.items():
        path = f"{prefix}.{key}"
        if key not in w or path in given:
            w[key] = value
        else:
            _lay_under(w, key, value, given, path)


def _lay_list(written: list[Any], rest: list[Any], given: frozenset[str], prefix: str) -> list[Any]:
    if not written or not rest or type(written[0]) is not dict or type(rest[0]) is not dict:
        return written
    first = written[0].copy()
    _lay_all(first, rest[0], given, prefix)
    return [first, *written[1:], *rest[len(written) :]]


def _lay_twice(w: dict[str, Any], found: dict[str, list[Any]]) -> None:
    """Keys that stood in both spellings: the other one too, as long as the first is what it was."""
    # Inner objects first: an outer one is what it was only with them.
    for path, (value, raw) in reversed(found.items()):
        *parents, key = path.split(".")
        inner = holder_in(w, parents)
        ours = camel_case(key)
        if inner is not None and ours in inner and dumps(inner[ours]) == value:
            inner[key] = raw


def _respell(w: dict[str, Any], paths: list[str]) -> None:
    for path in reversed(paths):
        *parents, key = path.split(".")
        inner = holder_in(w, parents)
        camel_key = camel_case(key)
        if inner is not None and camel_key in inner and key not in inner:
            inner[key] = inner.pop(camel_key)


@lru_cache(maxsize=1024)  # a payload that is spelled so has few keys, again and again
def camel_case(key: str) -> str:
    """``max_tokens`` as ``maxTokens``."""
    first, *others = key.split("_")
    return first + "".join(other[:1].upper() + other[1:] for other in others)


def camel(
    w: dict[str, Any],
    snake_keys: frozenset[str],
    prefix: str,
    form: Form,
    inner: Collection[str] = (),
) -> tuple[dict[str, Any], Form]:
    """A copy of ``w`` with these snake_case keys in camelCase, and the form that says which.

    Of a key that is there in both spellings, the form keeps the second; but an ``inner`` object is
    read key by key, and what is not read of it stays as it is.
    """
    result: dict[str, Any] = {}
    found, twice = [], {}
    for key, value in w.items():
        ours = camel_case(key) if key in snake_keys else None
        if ours is None or (ours in w and ours in inner):
            result[key] = value
        elif ours in w:
            twice[prefix + key] = [dumps(w[ours]), value]
        else:
            result[ours] = value
            found.append(prefix + key)
    form = form or {}
    if found:
        form = {**form, "snake": [*form.get("snake", ()), *found]}
    if twice:
        form = {**form, "twice": {**form.get("twice", {}), **twice}}
    return result, form or None


# -- keys of blocks on a message


def stayed(rest: dict[str, Any], form: Form, landing: dict[str, list[str]]) -> Form:
    """The form with the keys that a wire had on a message although only its blocks have such."""
    found = [key for key in rest if key in landing]
    return {**(form or {}), "here": found} if found else form


def landed(x: dict[str, Any], format_: str, landing: dict[str, list[str]]) -> dict[str, Any]:
    """A message whose overlay's keys are on the last block that may have them.

    ``landing``: the kinds of block that may have a key. Where there is no such block, the key has
    no place at all.
    """
    own = (x["metadata"] or EMPTY).get(format_)
    if not own or (len(own) == 1 and "$" in own):
        return x
    here = own.get("$", EMPTY).get("here", ())
    content = x["content"]
    blocks = [*blocks_of(content)]
    moved = set()
    for key, value in own.items():
        if key in here or key not in landing:
            continue
        moved.add(key)
        at = _carrier(blocks, landing[key])
        if at is not None:
            blocks[at] = _with_overlay(blocks[at], format_, key, value)
    if not moved:
        return x
    left = {key: value for key, value in own.items() if key not in moved}
    content = content if blocks == [{"kind": "text", "text": content}] else blocks
    return {**x, "content": content, "metadata": {**x["metadata"], format_: left}}


def _carrier(blocks: list[Any], kinds: list[str]) -> int | None:
    """The place of the last block of these kinds; an empty text may go nowhere itself."""
    for at in range(len(blocks) - 1, -1, -1):
        kind = blocks[at].get("kind")
        if kind in kinds and (kind != "text" or blocks[at]["text"]):
            return at
    return None


def _with_overlay(block: dict[str, Any], format_: str, key: str, value: Json) -> dict[str, Any]:
    """A block with another key in its overlay."""
    if "toolCall" in block:
        return {**block, "toolCall": _with_overlay(block["toolCall"], format_, key, value)}
    metadata = block.get("metadata") or EMPTY
    overlay = {**(metadata.get(format_) or EMPTY), key: value}
    return {**block, "metadata": {**metadata, format_: overlay}}


def body_of(x: Json, format_: str) -> Json:
    """The type of the body that a value was read from, if its form says so."""
    metadata = x.get("metadata")
    overlay = metadata.get(format_) if metadata else None
    form = overlay.get("$") if overlay else None
    return form.get("body") if type(form) is dict else None  # what else it is, is refused later


# -- lists whose units share elements


def mark(unit: Json, format_: str, key: str, value: Json) -> None:
    """Note in a value's form how it stood. ``unit`` was made by the caller."""
    if unit.get("kind") == "opaque":
        return
    if "metadata" in unit:
        overlay = unit["metadata"].setdefault(format_, {})
        overlay["$"] = {**overlay.get("$", {}), key: value}
    else:
        unit["metadata"] = {format_: {"$": {key: value}}}


def placed(unit: Json, format_: str) -> Form:
    """What a unit's form says of its place."""
    overlay = (unit["metadata"] or EMPTY).get(format_)
    return None if overlay is None else overlay.get("$")


def lay_groups(groups: list[Any]) -> None:
    """Lay back what ``group_rest`` kept of some shared elements: (element, form) pairs."""
    for group, form in groups:
        left = form["group"]
        for key, value in left["rest"].items():
            group.setdefault(key, value)
        for key in left["absent"]:
            group.pop(key, None)
        _respell(group, left.get("snake", []))
        _lay_twice(group, left.get("twice", {}))


def unlisted(run: list[Any], size: int, tags: dict[str, Any]) -> Json:
    """A run of parts; a lone plain text part as its string."""
    text = lone_text(run, size, tags)
    return run if text is None else text


def gathered(
    run: list[Any], field: str, tags: dict[str, Any], bare: bool = False
) -> list[Any]:
    """A run of blocks as one unit; opaque blocks alone are units themselves.

    ``bare``: a plain text alone is a text there.
    """
    if all(block.get("kind") == "opaque" for block in run):
        return run
    return [{**tags, field: text_or_blocks(run) if bare else run}]


def blocks_of(content: Json) -> list[Any]:
    """What a message says as a list of blocks: a text is one of them."""
    return [{"kind": "text", "text": content}] if type(content) is str else content


def lone_text(parts: Json, size: int, tags: dict[str, Any]) -> str | None:
    """The text of a list that is one plain text part: ``size`` keys, these tags among them."""
    only = parts[0] if type(parts) is list and len(parts) == 1 else None
    if type(only) is not dict or len(only) != size:
        return None
    for tag in tags:
        if only.get(tag) != tags[tag]:
            return None
    text = only.get("text")
    return text if type(text) is str else None


def lifted_leading(
    units: list[Any], key: str, value: str, format_: str
) -> tuple[list[Any], list[Any]]:
    """The units at the front that leave the list, and the others.

    What only another wire knows is written nowhere: it ends nothing.
    """
    lifted: list[Any] = []
    over: list[Any] = []
    for unit in units:
        tag = unit.get(key)
        if tag == value and not _stays(unit, format_):
            lifted.append(unit)
        elif tag is None and only_elsewhere(unit, format_):
            over.append(unit)
        else:
            break
    return (lifted, over + units[len(lifted) + len(over) :]) if lifted else (lifted, units)


def _stays(unit: Json, format_: str) -> bool:
    form = placed(unit, format_) if "metadata" in unit else None
    return form is not None and form.get("lift") == "kept"


def merged(units: list[Any], format_: str, landing: dict[str, list[str]]) -> Json:
    """Several lifted units as one whose content holds theirs in order."""
    blocks: list[Any] = []
    units = [landed(unit, format_, landing) if "metadata" in unit else unit for unit in units]
    for unit in units:
        blocks.extend(blocks_of(unit["content"]))
    return {**units[0], "content": blocks}


Reader = Callable[..., Json]
