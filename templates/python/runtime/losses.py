"""What a format cannot carry: the parts of the report that every format shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import is_
from typing import Any

from .absence import EMPTY, REFUSAL, only_elsewhere, overlays, stood
from .arguments import is_value
from .blaming import attempt
from .conversation import going_out, style_said
from .errors import FAILURES, Loss
from .foreign import foreign
from .jsontext import arguments_in
from .misfit import escaped
from .overlay import camel_case, landed, lifted_leading, placed, same
from .pointing import Place, lose, pointer

Json = Any


def lost_of(
    losing: Callable[..., None], value: Json, calls: Callable[[], Json], names: tuple[str, ...]
) -> list[Loss]:
    """What a function of an adapter reports of a value; ``names``: what that may be.

    Raises ToolwireError.
    """
    losses: list[Loss] = []
    try:
        losing(value, "", losses, calls())
    except FAILURES:
        losses = []
        attempt(losing, value, ("", losses, calls()), "intermediate", names)
    return losses


def strange(
    x: dict[str, Any], format_: str, fields: frozenset[str], name: str, path: Place,
    losses: list[Loss],
) -> None:  # fmt: skip
    """What of an object is in no type: overlays of other formats, and keys that are no fields."""
    if "metadata" in x:
        foreign(x, format_, name, path, losses)
        if "toolResult" in x:
            _said_twice(x, format_, path, losses)
    unknown(x, fields, name, path, losses)


def _said_twice(x: dict[str, Any], format_: str, path: Place, losses: list[Loss]) -> None:
    """What our own overlay on a tool message says otherwise than that on its result."""
    inner = _overlay_keys(x["toolResult"], format_)
    for key, value in _overlay_keys(x, format_).items():
        if key != "$" and key in inner and not same(value, inner[key]):
            place = (path, f"/metadata/{format_}/{key}")
            lose(losses, place, "field", "the result says otherwise, in its own metadata")


def unlanded(
    x: dict[str, Any], format_: str, landing: dict[str, list[str]], path: Place, losses: list[Loss]
) -> None:
    """Overlay keys that only blocks may have, on a message without such a block."""
    before = (x["metadata"] or EMPTY).get(format_)
    if not before:
        return
    after = landed(x, format_, landing)
    blocks = after["content"] if type(after["content"]) is list else []
    block_keys = {key for block in blocks for key in _overlay_keys(block, format_)}
    for key in before:
        if key not in after["metadata"][format_] and key not in block_keys:
            place = (path, f"/metadata/{format_}/{key}")
            lose(losses, place, "field", "only a block may have it, and there is none here")


def unplaced(x: dict[str, Any], format_: str, path: Place, losses: list[Loss]) -> None:
    """Our own overlay on a message that has no object of its own on the wire."""
    for key in (x.get("metadata") or EMPTY).get(format_) or EMPTY:
        if key != "$":
            place = (path, f"/metadata/{format_}/{key}")
            lose(losses, place, "field", "no block of this message may have it")


def _overlay_keys(block: Json, format_: str) -> Json:
    return overlays(block).get(format_) or EMPTY


def unknown(
    x: dict[str, Any], fields: frozenset[str], name: str, path: Place, losses: list[Loss]
) -> None:
    """Keys that are no fields of an object's type go nowhere at all."""
    if fields.issuperset(x):
        return
    from difflib import get_close_matches  # rarely needed, and slow to import

    for key in x:
        if key not in fields:
            near = get_close_matches(camel_case(str(key)), sorted(fields), 1)
            hint = f"; {near[0]} is the nearest" if near else ""
            place = (path, f"/{escaped(str(key))}")
            lose(losses, place, "unknown", f"{name} has no such field{hint}")


def lost(x: dict[str, Any], path: Place, losses: list[Loss], reason: str, *fields: str) -> None:
    """Fields that the wire has no place for, unless it was just said why they have none."""
    for field in fields:
        if x.get(field) is not None:
            place = (path, f"/{field}")
            if not losses or losses[-1].path != pointer(place):
                lose(losses, place, "field", reason)


def lost_unless(
    x: dict[str, Any], path: Place, losses: list[Loss], reason: str, usual: dict[str, Json]
) -> None:
    """Fields that have one value wherever the wire is written so."""
    for field, value in usual.items():
        if not same(x.get(field), value):
            lose(losses, (path, f"/{field}"), "field", reason)


def lost_where(
    x: dict[str, Any], path: Place, losses: list[Loss], reason: str, gone: dict[str, Json]
) -> None:
    """Fields with a value that does not come back."""
    for field, value in gone.items():
        if same(x.get(field), value):
            lose(losses, (path, f"/{field}"), "value", reason)


def filled(x: dict[str, Any], path: Place, losses: list[Loss], reason: str, *fields: str) -> None:
    """Fields that the wire demands, and that are not there."""
    for field in fields:
        if x.get(field) is None:
            lose(losses, (path, f"/{field}"), "filled", reason)


def unsupported(
    x: Json, format_: str, path: Place, losses: list[Loss], reasons: dict[str, str] = EMPTY
) -> None:
    """A value that no arm of the wire takes."""
    if type(x) is not dict:
        reason = reasons.get(x) if type(x) is str else None
        if reason != "":  # it is said elsewhere
            lose(losses, path, "unsupported", reason or f"{format_} has no word for {x!r}")
        return
    tag: Json = x.get("kind") or x.get("role")
    if tag == "opaque":
        lose(losses, path, "opaque", f"only {x['format']} knows what it is")
        return
    reason = reasons.get(tag)
    if reason is None and reasons:
        keys = (*x, *(f"{tag}.{key}" for key in x))
        reason = next((reasons[key] for key in keys if key in reasons), None)
    lose(losses, path, "unsupported", reason or _untaken(x, tag, format_))


def _untaken(x: dict[str, Any], tag: Json, format_: str) -> str:
    """Why a wire that takes values of this kind does not take this one."""
    if type(x.get("mimeType")) is str:
        return f"{format_} takes no {tag} of type {x['mimeType']} here"
    if x.get("text") == "":
        return f"{format_} takes no empty {tag} here"
    says = [key for key in x if key not in ("kind", "role", "metadata") and x[key] is not None]
    return f"{format_} takes no {tag or 'value'} that has its {' and '.join(says) or 'kind'} alone"


def several(blocks: list[Json], kind: str, key: str) -> str | None:
    """Why a list is refused that has more than one block for a key."""
    found = [block for block in blocks if kind == block.get("kind") or key == block.get("at")]
    return f"`{key}` is one block alone: this is refused" if len(found) > 1 else None


def reordered(
    blocks: list[Json],
    x: dict[str, Any],
    field: str,
    format_: str,
    ranks: dict[str, int],
    rest: int,
    texts: list[int],
    media: list[int],
    lone_style: str | None,
    *listed: str,
) -> str | None:
    """Why a list, a field of ``x``, does not come back from the wire keys it is spread over.

    A kind's blocks go to the key of its rank, or refusals to one of theirs, what nobody knows to
    that where it stood, others to the ``rest``;
    each of ``texts`` has one text alone, and without a block in one of ``media`` the list is none.
    ``lone_style``: whether a plain text alone in the rest is a ``string`` or a ``list`` where the
    form says nothing; None where it is never a string. ``listed``: the key of the rest where
    refusals may have stood as well, or blocks of the kinds behind it.
    """
    if len(blocks) == 1 and not media:
        only = blocks[0]
        if only.get("kind") != "text" or only.get("text"):
            return None  # as it mostly is
    last = words = 0  # words: all that joins in the rest
    counts: dict[int, int] = {}
    lone = EMPTY
    for block in blocks:
        kind = block.get("kind")
        refuses = REFUSAL in ranks and kind == "text" and block.get(REFUSAL)
        if listed and kind in listed[1:] and stood(block, format_, listed[0]):
            kind = None
        if refuses and not (listed and stood(block, format_, listed[0])):
            kind = REFUSAL
            if not block["text"]:
                return "an empty text is as good as none"
        if kind == "opaque":
            kind = f"opaque.{block.get('at')}"
        rank = ranks.get(kind, rest)
        if rank < last:
            return "the wire keeps these apart by kind, not in one order"
        last = rank
        counts[rank] = counts.get(rank, 0) + 1
        words += kind == "text"
        if rank == rest:
            lone = block
    for rank in texts:
        if (words if rank == rest else counts.get(rank, 0)) > 1:
            return "several texts become one"
    # A plain text is the result of a text, so or so.
    alone = len(blocks) == words == 1 and blocks[0]["text"] and _bare(blocks[0])
    if media and not alone and counts.keys().isdisjoint(media):
        return "without media it reads back as another kind of result"
    if counts.get(rest) != 1 or lone.get("kind") != "text" or lone["text"]:
        return None
    style = style_said(x, format_, field) or lone_style
    return "an empty text is as good as none" if style == "string" and _bare(lone) else None


def or_joined(
    why: str | None, x: dict[str, Any], field: str, format_: str, key: str
) -> str | None:
    """Why a list does not come back: it is told so far, or several plain texts are one string."""
    if why is not None or style_said(x, format_, field) == "list":
        return why
    texts = 0
    for block in x[field]:
        kind, mine = block.get("kind"), (block.get("metadata") or EMPTY).get(format_)
        if kind == "text" and not block.get(REFUSAL):
            if mine:
                return None
            texts += 1
        elif (kind == "opaque" and block.get("format") == format_ and "at" not in block) or (
            mine and stood(block, format_, key)
        ):
            return None
    return "several texts become one" if texts > 1 else None


def _bare(block: dict[str, Json]) -> bool:
    """Whether a text says nothing beside its text."""
    return len(block) == 2 or (len(block) == 3 and block.get("metadata") == {})


def joined_losses(
    blocks: list[Json], fields: list[str], name: str, format_: str, path: Place, losses: list[Loss]
) -> None:
    """Blocks that become one text: what is none, what else they say, and that there are several."""
    texts = 0
    for index, block in enumerate(blocks):
        if block.get("kind") == "text":
            texts += 1
            strange(block, "", frozenset(fields), name, (path, f"/{index}"), losses)
            lost(block, (path, f"/{index}"), losses, "this is but a text", REFUSAL)
        else:
            unsupported(block, format_, (path, f"/{index}"), losses)
    if texts > 1:
        lose(losses, path, "merged", "several texts become one")
    elif not blocks:
        lose(losses, path, "value", "it reads back as an empty text")


def lift_losses(
    units: list[Json], role: str, format_: str, anywhere: bool, path: Place, losses: list[Loss]
) -> None:
    """Units that leave the list: several become one, and one from further down moves up."""
    if len(units) < 2 or role not in [unit.get("role") for unit in units[1:]]:
        return
    lifted, leading = 0, True
    for index, unit in enumerate(units):
        if unit.get("role") != role:
            leading = leading and only_elsewhere(unit, format_)
            continue
        form = placed(unit, format_) if "metadata" in unit else None
        if not anywhere and (not leading or (form is not None and form.get("lift") == "kept")):
            leading = False
            continue
        lifted += 1
        if not leading:
            place = (path, f"/messages/{index}")
            lose(losses, place, "order", "the wire has it ahead of the conversation")
        if lifted > 1:
            place = (path, f"/messages/{index}")
            lose(losses, place, "merged", "the wire has one of these: it joins the first")


def numbered_leading(
    units: list[Any], key: str, value: str, format_: str
) -> tuple[Iterable[tuple[int, Any]], Iterable[tuple[int, Any]]]:
    """The units at the front that leave a list, and the others, each with its place there."""
    lifted, others = lifted_leading(units, key, value, format_)
    count = len(lifted)
    if all(map(is_, lifted, units)):
        return enumerate(lifted), enumerate(others, count)
    front = [pair for pair in enumerate(units) if pair[1].get(key) == value][:count]
    behind = {at for at, _ in front}
    return front, [pair for pair in enumerate(units) if pair[0] not in behind]


def fold_losses(units: list[Json], format_: str, path: Place, losses: list[Loss]) -> None:
    """A unit without content that would join the element before it leaves no trace."""
    if [] not in [unit.get("content") for unit in units]:
        return
    before = None
    for index in going_out(units, format_):
        unit = units[index]
        role = unit.get("role")
        if before == "tool" and role == "user" and unit["content"] == []:
            place = (path, f"/messages/{index}")
            lose(losses, place, "merged", "a message without content joins the one before")
        if not only_elsewhere(unit, format_):
            before = role


def came_empty(x: dict[str, Any], format_: str, field: str) -> bool:
    """Whether a wire itself had this text as an empty one."""
    return bool(style_said(x, format_, field) == "empty")


def odd_arguments(x: Json, format_: str, key: str | None) -> str | None:
    """Why a call's arguments do not come back as they are."""
    invalid = x.get("invalidArguments")
    if invalid is None:
        arguments = x["arguments"]
        if key is not None and len(arguments) == 1 and type(arguments.get(key)) is str:
            return f"an object whose only key is {key} reads back as invalid arguments"
        return None
    if not invalid:
        return "an empty text reads back as no arguments"
    if style_said(x, format_, "arguments") == "value" and is_value(invalid):
        return None
    if key is not None:
        return f"the wire takes objects alone: the text goes under {key}"
    if arguments_in(invalid) is not None:
        return "this text is an object, and reads back as one"
    return None


def same_pair(back: Json, first: Json, second: Json) -> bool:
    """Did both fields come back?"""
    return back is not None and back[0] == first and back[1] == second


def comes_back(back: Json, value: Json) -> bool:
    """Is what was read back the value? The order of its keys says nothing."""
    if type(back) is not dict or type(value) is not dict:
        return same(back, value)
    return back.keys() == value.keys() and all(comes_back(back[key], value[key]) for key in value)
