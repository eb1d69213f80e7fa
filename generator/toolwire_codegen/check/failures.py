"""Rules on `errors`: its rows are the kinds of failures that the intermediate format knows."""

from __future__ import annotations

from ..resolve.format import ResolvedProject
from ..resolve.paths import follow
from ..resolve.problems import Problem, Problems, nearest, quoted
from ..resolve.streaming import failing
from ..resolve.streaming import kinds as kinds_of

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


def events(view: ResolvedProject) -> Problems:
    """What tells of a failure in a stream is one of the events that hold it."""
    for one in view.formats:
        stream = one.transform.stream
        names: tuple[str, ...] = ()
        if stream is not None:
            told = [rows.event for rows in stream.events]
            names = failing(kinds_of(one.wire, stream.union, told), stream)
        for kind, row in one.transform.errors.items():
            name = row["says"].get("event")
            if name is not None and name not in names:
                at = one.position("errors", kind, "says", "event")
                what = f"no event `{name}` is one of several that tell of failures by their names"
                yield Problem(at, what, nearest(name, names, "such events"), "name one there is")
