"""What a format cannot carry: the parts of the report that every format shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .absence import EMPTY
from .errors import Loss
from .jsontext import object_from
from .misfit import escaped
from .overlay import camel_case, landed, placed, same

Json = Any


def foreign(x: Json, format_: str, path: str, losses: list[Loss]) -> None:
    """Another format's overlay goes nowhere but home."""
    for name, overlay in (x.get("metadata") or {}).items():
        if name == format_:
            continue
        for key, said in overlay.items():
            if key != "$" and _says(said):
                place = f"{path}/metadata/{name}/{key}"
                losses.append(Loss(place, "foreign", f"only {name} has a place for it"))


def _says(value: Json) -> bool:
    """Whether what another wire had under a key means more than if it had left it out."""
    if type(value) is dict and value:
        return any(map(_says, value.values()))
    return value is not None and value != "" and value != []


def strange(
    x: dict[str, Any], format_: str, fields: frozenset[str], name: str, path: str,
    losses: list[Loss],
) -> None:  # fmt: skip
    """What of an object is in no type: overlays of other formats, and keys that are no fields."""
    foreign(x, format_, path, losses)
    unknown(x, fields, name, path, losses)


def unlanded(
    x: dict[str, Any], format_: str, landing: dict[str, list[str]], path: str, losses: list[Loss]
) -> None:
    """Overlay keys that only blocks may have, on a message without such a block."""
    before = (x["metadata"] or EMPTY).get(format_) or EMPTY
    after = landed(x, format_, landing)
    blocks = after["content"] if type(after["content"]) is list else []
    held = {key for block in blocks for key in _overlay_keys(block, format_)}
    for key in before:
        if key not in after["metadata"][format_] and key not in held:
            place = f"{path}/metadata/{format_}/{key}"
            losses.append(Loss(place, "field", "only a block may have it, and there is none here"))


def unplaced(x: dict[str, Any], format_: str, path: str, losses: list[Loss]) -> None:
    """Our own overlay on a message that has no object of its own on the wire."""
    for key in (x.get("metadata") or EMPTY).get(format_) or EMPTY:
        if key != "$":
            place = f"{path}/metadata/{format_}/{key}"
            losses.append(Loss(place, "field", "no block of this message may have it"))


def _overlay_keys(block: Json, format_: str) -> Json:
    return ((block.get("toolCall") or block).get("metadata") or EMPTY).get(format_) or EMPTY


def unknown(
    x: dict[str, Any], fields: frozenset[str], name: str, path: str, losses: list[Loss]
) -> None:
    """Keys that are no fields of an object's type go nowhere at all."""
    if fields.issuperset(x):
        return
    from difflib import get_close_matches  # rarely needed, and slow to import

    for key in x:
        if key not in fields:
            near = get_close_matches(camel_case(str(key)), sorted(fields), 1)
            hint = f"; {near[0]} is the nearest" if near else ""
            losses.append(
                Loss(f"{path}/{escaped(str(key))}", "unknown", f"{name} has no such field{hint}")
            )


def lost(x: dict[str, Any], path: str, losses: list[Loss], reason: str, *fields: str) -> None:
    """Fields that the wire has no place for."""
    for field in fields:
        if x.get(field) is not None:
            losses.append(Loss(f"{path}/{field}", "field", reason))


def lost_unless(
    x: dict[str, Any], path: str, losses: list[Loss], reason: str, usual: dict[str, Json]
) -> None:
    """Fields that have one value wherever the wire is written so."""
    for field, value in usual.items():
        if not same(x.get(field), value):
            losses.append(Loss(f"{path}/{field}", "field", reason))


def lost_where(
    x: dict[str, Any], path: str, losses: list[Loss], reason: str, gone: dict[str, Json]
) -> None:
    """Fields with a value that does not come back."""
    for field, value in gone.items():
        if same(x.get(field), value):
            losses.append(Loss(f"{path}/{field}", "value", reason))


def filled(x: dict[str, Any], path: str, losses: list[Loss], reason: str, *fields: str) -> None:
    """Fields that the wire demands, and that are not there."""
    for field in fields:
        if x.get(field) is None:
            losses.append(Loss(f"{path}/{field}", "filled", reason))


def lost_for(reason: str | None, path: str, code: str, losses: list[Loss]) -> None:
    """A loss, if there is a reason for one."""
    if reason is not None:
        losses.append(Loss(path, code, reason))


def unsupported(
    x: Json, format_: str, path: str, losses: list[Loss], reasons: dict[str, str] = EMPTY
) -> None:
    """A value that no arm of the wire takes."""
    if type(x) is not dict:
        known = reasons.get(x) if type(x) is str else None
        if known != "":  # it is said elsewhere
            losses.append(Loss(path, "unsupported", known or f"{format_} has no word for {x!r}"))
        return
    tag = x.get("kind") or x.get("role")
    if tag == "opaque":
        losses.append(Loss(path, "opaque", f"only {x['format']} knows what it is"))
        return
    keys = (tag, *x, *(f"{tag}.{key}" for key in x))
    reason = next((reasons[key] for key in keys if key in reasons), None)
    losses.append(Loss(path, "unsupported", reason or _untaken(x, tag, format_)))


def _untaken(x: dict[str, Any], tag: Json, format_: str) -> str:
    """Why a wire that takes values of this kind does not take this one."""
    if type(x.get("mimeType")) is str:
        return f"{format_} takes no {tag} of type {x['mimeType']} here"
    says = [key for key in x if key not in ("kind", "role", "metadata") and x[key] is not None]
    return f"{format_} takes no {tag or 'value'} that has its {' and '.join(says) or 'kind'} alone"


def reordered(
    blocks: list[Json], ranks: dict[str, int], rest: int, texts: list[int], media: list[int]
) -> str | None:
    """Why a list does not come back as it is from the wire keys it is spread over.

    A kind's blocks go to the key of its rank, others to the ``rest``; each of ``texts`` has one
    text alone, and without a block in one of ``media`` the list is no list.
    """
    last = 0
    counts: dict[int, int] = {}
    for block in blocks:
        rank = ranks.get(block.get("kind"), rest)
        if rank < last:
            return "the wire keeps these apart by kind, not in one order"
        last = rank
        counts[rank] = counts.get(rank, 0) + 1
    words = sum(block.get("kind") == "text" for block in blocks)  # all that joins in the rest
    if any((words if rank == rest else counts.get(rank, 0)) > 1 for rank in texts):
        return "several texts become one"
    if media and counts.keys().isdisjoint(media):
        return "without media it reads back as another kind of result"
    lone = blocks[0] if blocks and counts.get(rest) == 1 else None
    if not texts and lone is not None and lone.get("kind") == "text" and not lone["text"]:
        return "an empty text is as good as none" if len(lone) == 2 else None
    return None


def joined_losses(
    blocks: list[Json], fields: list[str], name: str, format_: str, path: str, losses: list[Loss]
) -> None:
    """Blocks that become one text: what is none, what else they say, and that there are several."""
    texts = 0
    for index, block in enumerate(blocks):
        if block.get("kind") == "text":
            texts += 1
            strange(block, "", frozenset(fields), name, f"{path}/{index}", losses)
        else:
            unsupported(block, format_, f"{path}/{index}", losses)
    if texts > 1:
        losses.append(Loss(path, "merged", "several texts become one"))
    elif not blocks:
        losses.append(Loss(path, "value", "it reads back as an empty text"))


def lift_losses(
    units: list[Json], role: str, format_: str, anywhere: bool, path: str, losses: list[Loss]
) -> None:
    """Units that leave the list: several become one, and one from further down moves up."""
    lifted, leading = 0, True
    for index, unit in enumerate(units):
        if unit.get("role") != role:
            leading = False
            continue
        form = placed(unit, format_) if "metadata" in unit else None
        if not anywhere and (not leading or (form is not None and form.get("lift") == "kept")):
            leading = False
            continue
        lifted += 1
        if not leading:
            place = f"{path}/messages/{index}"
            losses.append(Loss(place, "order", "the wire has it ahead of the conversation"))
        if lifted > 1:
            place = f"{path}/messages/{index}"
            losses.append(Loss(place, "merged", "the wire has one of these: it joins the first"))


def fold_losses(units: list[Json], format_: str, path: str, losses: list[Loss]) -> None:
    """A unit without content that would join the element before it leaves no trace."""
    for index, unit in enumerate(units[1:], 1):
        before = units[index - 1].get("role")
        if before == "tool" and unit.get("role") == "user" and unit["content"] == []:
            place = f"{path}/messages/{index}"
            losses.append(Loss(place, "merged", "a message without content joins the one before"))


def spread_losses(
    units: list[Json], again: Callable[[list[Json]], list[Json]], tags: dict[str, Json],
    path: str, losses: list[Loss],
) -> None:  # fmt: skip
    """Units that stand as several elements and are read as others: joined, split or gone.

    ``again``: what some units are once they are written and read.
    """
    before: list[Json] = []
    for index, unit in enumerate(units):
        spread = tags.items() <= unit.items()
        beside = [unit] if spread or unit.get("kind") == "opaque" else []
        if not before and not beside:
            continue
        now, place = again([unit]), f"{path}/{index}"
        if spread and not now:
            losses.append(Loss(place, "merged", "without elements of its own it leaves no trace"))
        elif spread and not (len(now) == 1 and tags.items() <= now[0].items()):
            losses.append(Loss(place, "split", "its elements are not read as one message"))
        together = again([*before, *beside]) if before and beside and now else None
        if together is not None and len(together) < len(again(before)) + len(now):
            losses.append(Loss(place, "merged", "its elements join those of the one before"))
        if now:
            before = beside


def odd_arguments(x: Json, key: str | None) -> str | None:
    """Why a call's arguments do not come back as they are."""
    invalid = x.get("invalidArguments")
    if invalid is None:
        arguments = x["arguments"]
        if key is not None and len(arguments) == 1 and type(arguments.get(key)) is str:
            return f"an object whose only key is {key} reads back as invalid arguments"
        return None
    if key is not None:
        return f"the wire takes objects alone: the text goes under {key}"
    if not invalid or object_from(invalid) is not None:
        return "this text is an object, and reads back as one"
    return None


def same_pair(back: Json, first: Json, second: Json) -> bool:
    """Did both fields come back?"""
    return back is not None and back[0] == first and back[1] == second
