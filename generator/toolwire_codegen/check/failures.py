"""Rules on `errors`: its rows are the kinds of failures that the intermediate format knows."""

from __future__ import annotations

from ..resolve.format import ResolvedProject
from ..resolve.paths import follow
from ..resolve.problems import Problem, Problems, nearest, quoted

KIND = ("error", "kind")


def kinds(view: ResolvedProject) -> Problems:
    """Each kind has a row, and each row is one of the kinds."""
    for one in view.formats:
        rows = one.transform.errors
        if not rows:
            continue
        shapes = follow(one.inter, one.transform.response[0], KIND).shapes
        known = [word for shape in shapes for word in shape.consts]
        for kind in rows:
            if kind not in known:
                at = one.position("errors", kind)
                near = nearest(kind, known, "kinds")
                yield Problem(at, f"no failure is of the kind `{kind}`", near, "name one there is")
        if missing := [kind for kind in known if kind not in rows]:
            at = one.position("errors")
            what = f"nothing says how this wire tells {quoted(missing)}"
            yield Problem(at, what, "each kind has a status, and perhaps words", "add a row")
