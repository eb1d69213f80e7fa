"""The page of what may be said of an API, as the loader's tables describe it."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.rule_kinds import BY_MODEL, KINDS, LIMIT, SOURCE, Param
from .operators import table

HEAD = """# Rules

What `toolwire explain --rules` prints. Each rule of `rules.yaml` is of one of these kinds, and says
`what` it demands and a `reference`; [rules.md](rules.md) shows how. What a kind must be given has a
star.

## Kinds
"""
MODELS = "Beginnings are those of a model's id, or of what stands in it behind a `/`, `.` or `:`."
SECTIONS = {
    "Of any rule": (MODELS, BY_MODEL),
    "Sources": ("Where media of a kind may come from.", SOURCE),
    "Limits": ("How ids of calls and names of tools and schemas are spelled.", LIMIT),
}
FEW = 7
"""So many words are named."""


def page() -> str:
    """All kinds of rules, in Markdown: what each demands, and its parameters."""
    rows = [
        [f"`{name}`", kind.what, "; ".join(_params(kind.params))] for name, kind in KINDS.items()
    ]
    return HEAD + "\n" + table(["kind", "what it demands", "what it is given"], rows) + _others()


def _others() -> str:
    parts = (
        f"\n## {title}\n\n{what}\n\n"
        + table(["key", "what it says"], [[f"`{key}`", _words(one)] for key, one in params.items()])
        for title, (what, params) in SECTIONS.items()
    )
    return "".join(parts)


def _params(params: dict[str, Param]) -> Iterator[str]:
    for name, one in params.items():
        yield f"`{name}`{'*' if one.required else ''}: {_words(one)}"


def _words(one: Param) -> str:
    """What a parameter says, and the words that it may have if these are few."""
    few = one.among if len(one.among) <= FEW else ()
    return f"{one.what} ({', '.join(few)})" if few else one.what
