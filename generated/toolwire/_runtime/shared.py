# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a wire element that units share holds besides them.

The list of units may stand in objects of the element, as the keys of a ``path`` lead to it; each
of them has the constants that ``tags`` say. What else stands on the way is kept.
"""

from __future__ import annotations

from typing import Any

from .absence import EMPTY, Form, Json
from .overlay import camel, lay_groups, mark

Tags = list[dict[str, Any]]
"""The constants of the element, and of each object on the way to its list."""


def group_rest(item: dict[str, Any], keys: list[str], spelled: Form = None) -> dict[str, Any]:
    """What a shared element holds besides its units, the keys it lacks, how they were spelled."""
    rest = {key: value for key, value in item.items() if key not in keys}
    group = {"rest": rest, "absent": [key for key in keys if key not in item]}
    return group if spelled is None else {**group, **spelled}


def listed(group: dict[str, Any], key: str, tags: dict[str, Any]) -> list[Any]:
    """The element list of a wire item; a string there becomes its one text part."""
    items = group.get(key)
    if type(items) is not list:
        items = [] if items is None else [{**tags, "text": items}]
        group[key] = items
    return items


def camel_along(source: Json, keys: frozenset[str], path: list[str]) -> tuple[Json, Form]:
    """An element whose keys are spelled as rows have them, as far as its list; how they were."""
    form: Form = None
    if type(source) is not dict:
        return source, form
    item, form = camel(source, keys, "", form)
    holder, prefix = item, ""
    for key in path[:-1]:
        inner = holder.get(key)
        if type(inner) is not dict:
            break
        prefix += f"{key}."
        holder[key], form = camel(inner, keys, prefix, form)
        holder = holder[key]
    return item, form


def mark_shared(
    unit: Json, format_: str, item: dict[str, Any], path: list[str], tags: Tags,
    spelled: Form = None,
) -> None:  # fmt: skip
    """Note with the first unit of a shared element what that holds besides its units."""
    group, inside, holder = {}, {}, item
    for depth, (key, constants) in enumerate(zip(path, tags, strict=True)):
        left = _left(holder, key, constants)
        if depth == 0:
            group = left
        elif any(left.values()):
            inside[".".join(path[:depth])] = left
        holder = holder[key]
    if inside:
        group["inside"] = inside
    if any(group.values()) or spelled is not None:
        mark(unit, format_, "group", {**group, **(spelled or EMPTY)})


def _left(holder: dict[str, Any], key: str, tags: dict[str, Json]) -> dict[str, Any]:
    """What one of its objects has besides, the keys that it lacks, the words that are not usual."""
    group = group_rest(holder, [key, *tags])
    words = {tag: holder[tag] for tag in tags if tag in holder and holder[tag] != tags[tag]}
    return {**group, "words": words} if words else group


def lay_shared(groups: list[Any]) -> None:
    """Lay back what ``mark_shared`` noted of some shared elements: (element, form) pairs."""
    for group, form in groups:
        left = form["group"]
        for path, inner in left.get("inside", EMPTY).items():
            holder = group
            for key in path.split("."):
                if type(holder.get(key)) is not dict:
                    break
                holder[key] = holder = holder[key].copy()
            else:
                lay_groups([(holder, {"group": inner})])
                _lay_words(holder, inner)
        _lay_words(group, left)
    # The spelling comes last: until then keys are those of the rows.
    lay_groups(groups)


def _lay_words(holder: dict[str, Any], left: dict[str, Any]) -> None:
    for key, word in left.get("words", EMPTY).items():
        if key in holder:
            holder[key] = word


def list_holder(group: dict[str, Any], path: list[str], tags: Tags) -> dict[str, Any]:
    """The object of an element that has its list, its own; made where it is missing."""
    holder = group
    for key, constants in zip(path[:-1], tags[1:], strict=True):
        inner = holder.get(key)
        holder[key] = holder = dict(inner) if type(inner) is dict else dict(constants)
    return holder


def open_to_more(value: dict[str, Any], path: list[str]) -> dict[str, Any]:
    """A copy of an element whose list may grow."""
    key, *deeper = path
    inner = value[key]
    return {**value, key: open_to_more(inner, deeper) if deeper else [*inner]}


def own_parts(item: dict[str, Any], keys: list[str]) -> dict[str, Any]:
    """What stands beside the list of an element, and says anything."""
    return {key: item[key] for key in keys if item.get(key)}


def with_parts(
    element: dict[str, Any], key: str, listed: bool, more: dict[str, Any]
) -> dict[str, Any]:
    """An element with what stood beside its list; without one, if nothing is in that."""
    return {**{k: v for k, v in element.items() if listed or k != key}, **more}


def less_parts(item: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """An element without what another unit has of it."""
    return {key: value for key, value in item.items() if key not in more}


def fits_beside(
    group: dict[str, Any], element: dict[str, Any], keys: list[str], path: list[str], tags: Tags
) -> bool:
    """Has a shared element a place for all that this one holds?"""
    own = {key: value for key, value in element.items() if key not in keys}
    free = all(key not in group for key in element if key in keys)
    return free and (own.keys() == tags[0].keys() or holds_list_alone(own, path, tags))


def lay_beside(group: dict[str, Any], element: dict[str, Any], keys: list[str]) -> None:
    """Lay what stands beside the list of an element into the one that it shares."""
    group.update((key, element[key]) for key in keys if key in element)


def holds_list_alone(element: dict[str, Any], path: list[str], tags: Tags) -> bool:
    """Has an element nothing but its list, and the constants on the way to that?"""
    holder: Json = element
    for key, constants in zip(path, tags, strict=True):
        if type(holder) is not dict or len(holder) != 1 + len(constants) or key not in holder:
            return False
        holder = holder[key]
    return True
