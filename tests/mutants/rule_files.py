"""A value left out of a file of rules: does `toolwire check` find fault with the rest?"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from toolwire_codegen.check import accepting, rule_models, rule_names, rule_places, rule_rows
from toolwire_codegen.check.rules import RULES, check_project
from toolwire_codegen.load.positions import Document
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import ResolvedFormat, ResolvedProject, resolve

Json = Any
ROOT = Path(__file__).parent.parent.parent
MODULES = {one.__name__ for one in (accepting, rule_models, rule_names, rule_places, rule_rows)}
ABOUT_RULES = [rule for rule in RULES if rule.handler.__module__ in MODULES]


@cache
def _project() -> ResolvedProject:
    return resolve(load_project(ROOT))


def is_found(format_: str, profile: str | None, path: str) -> bool:
    """Whether there is a finding without what stands at a path of what a wire or service takes."""
    project = _project()
    one = next(one for one in project.formats if one.format.name == format_)
    found = (_holder(document.data, path) for document in _documents(one, profile))
    holder, key = next((one for one in found if one is not None), (None, None))
    if holder is None:
        return False
    was = copy.copy(holder)
    del holder[key]
    try:
        return bool(check_project(replace(project, formats=(one,)), ABOUT_RULES))
    finally:  # in place: others hold it as well
        holder.clear()
        (holder.extend if type(holder) is list else holder.update)(was)


def _documents(one: ResolvedFormat, profile: str | None) -> Iterator[Document]:
    """The files that may say something: of a service its own, and that of all services."""
    accepts, shared = one.format.accepts, one.format.shared
    if profile is not None:
        yield one.format.profiles[profile].own.document
        yield from [shared.document] if shared is not None else ()
    elif accepts is not None:
        yield accepts.document


def _holder(data: Json, path: str) -> tuple[Json, Json] | None:
    """What holds that which stands at a path, and where; None if nothing does."""
    holder: Json = None
    key: Json = None
    for word in path.split("/"):
        holder, key = data, int(word) if type(data) is list else word
        items = dict(enumerate(data)) if type(data) is list else data
        if type(items) is not dict or key not in items:
            return None
        data = items[key]
    return holder, key
