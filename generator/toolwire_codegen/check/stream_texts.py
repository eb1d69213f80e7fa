"""Rules on texts of which a stream brings pieces, and the whole reply makes one."""

from __future__ import annotations

from ..load.stream import names
from ..load.transform import literal
from ..operators.uses import arguments
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problem, Problems
from .stream_telling import slots_at
from .stream_view import shown, streams


def parted(view: ResolvedProject) -> Problems:
    """Pieces follow one another: nothing goes out between the texts that a row joins."""
    for seen in streams(view):
        for flow in seen.all_flows():
            if flow.row.operator != "append":
                continue
            for slot in slots_at(seen, names(flow.row.place)):
                args = arguments(slot, lambda d: d.parts_texts)
                if args is None or (args and literal(args[0]) == ""):
                    continue
                yield Problem(
                    slot.target.position,
                    "texts that a stream brings piece by piece have nothing between them",
                    f"the pieces of `{shown(flow.row.place)}` at {flow.row.position.short} follow "
                    "one another",
                    'write `joined("")`, in a lens of its own if requests have another',
                )
