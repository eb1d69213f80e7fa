"""The page of what may be said of an API, as the loader's tables describe it."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.rule_kinds import BY_MODEL, KINDS, LIMIT, SOURCE, Kind, Param
from ..resolve.problems import quoted
from .operators import table

HEAD = """# Rules

What `toolwire explain --rules` prints. Each rule of `rules.yaml` is of one of these kinds, and says
`what` it demands and a `reference`; [rules.md](rules.md) shows how. What a kind must be given has a
star.
"""
MODELS = "Beginnings are those of a model's id, or of what stands in it behind a `/`, `.` or `:`."
SECTIONS = {
    "Of any rule": (MODELS, BY_MODEL),
    "Sources": ("Where media of a kind may come from.", SOURCE),
    "Limits": ("How ids of calls and names of tools and schemas are spelled.", LIMIT),
}
SPELLED = {
    "words": "a list", "word": "a word", "flag": "`true`", "number": "a number",
    "count": "a whole number", "object": "a mapping", "lists": "a mapping to lists",
}  # fmt: skip
"""How a parameter is written, where it is no text."""
FEW = 7
"""So many words are named."""


def page() -> str:
    """All kinds of rules, in Markdown: what each demands, and its parameters."""
    return HEAD + "".join(_section(name, kind) for name, kind in KINDS.items()) + _others()


def _section(name: str, kind: Kind) -> str:
    """A kind of rule, in a few lines."""
    lines = [f"\n## `{name}`\n", f"{kind.what[0].upper()}{kind.what[1:]}.", *_ends(kind)]
    params = [f"* {param}" for param in _params(kind.params)]
    return "\n".join([*lines, *([""] if params else []), *params, ""])


def _ends(kind: Kind) -> Iterator[str]:
    """What holds for all that a rule of a kind is given."""
    for group in kind.some:
        yield f"It is given one of {quoted(group)} at least."
    if kind.once:
        yield "For each model one such rule holds."
    if kind.needs:
        yield f"It is about what {quoted(kind.needs)} say."


def _others() -> str:
    parts = (
        f"\n## {title}\n\n{what}\n\n"
        + table(["key", "what it says"], [[f"`{key}`", _words(one)] for key, one in params.items()])
        for title, (what, params) in SECTIONS.items()
    )
    return "".join(parts)


def _params(params: dict[str, Param]) -> Iterator[str]:
    for name, one in params.items():
        spelled = SPELLED.get(one.kind, "a text")
        yield f"`{name}`{'*' if one.required else ''}, {spelled}: {_words(one)}"


def _words(one: Param) -> str:
    """What a parameter says, and the words that it may have if these are few."""
    for words in (one.values, one.among):
        if 0 < len(words) <= FEW:
            return f"{one.what} ({', '.join(words)})"
    return one.what
