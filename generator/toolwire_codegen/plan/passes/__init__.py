"""Passes: a planned module in, a planned module out.

Planners plan the general way alone. A pass makes it faster or shorter and changes no answer, so any
of them can be left out. They are applied in the order of the table, each to what those before it
made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ... import ir
from ..resolve import Resolver
from .alike import alike
from .asked_ahead import asked_ahead
from .asked_once import asked_once
from .bytes_in_place import bytes_in_place
from .decided import decided
from .direct_returns import direct_returns
from .losses_asked import losses_asked
from .named_where_asked import named_where_asked
from .plain_cases import plain_cases
from .plain_reading import plain_elements, plain_reads
from .plain_returns import plain_returns
from .plain_texts import plain_texts
from .plain_writing import plain_writes
from .rows_once import rows_once
from .single_names import single_names
from .stream_pieces import stream_pieces
from .tags_named import tags_named
from .typed import typed
from .usual_first import usual_first
from .words_named import words_named

Pass = Callable[[ir.Module, Resolver], ir.Module]
PASSES: dict[str, Pass] = {
    "losses asked": losses_asked,
    "plain reads": plain_reads,
    "plain elements": plain_elements,
    "plain writes": plain_writes,
    "plain texts": plain_texts,
    "plain returns": plain_returns,
    "plain cases": plain_cases,
    "usual first": usual_first,
    "stream pieces": stream_pieces,
    "asked ahead": asked_ahead,
    "asked once": asked_once,
    "decided": decided,
    "direct returns": direct_returns,
    "tags named": tags_named,
    "single names": single_names,
    "bytes in place": bytes_in_place,
    "alike": alike,
    "words named": words_named,
    "typed": typed,
    "named where asked": named_where_asked,
    "rows once": rows_once,
}


def applied(module: ir.Module, resolver: Resolver, passes: Mapping[str, Pass]) -> ir.Module:
    """The module after these passes, with the constants that they took from the resolver."""
    for one in passes.values():
        module = one(module, resolver)
        module = replace(module, constants=sorted(resolver.constants.values.items()))
    return module
