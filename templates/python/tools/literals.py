"""A text that every match of a regular expression contains: a search for it alone is faster."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?P<class>\[\^?\]?(?:\[:\^?\w+:\]|\\[^pPQxC]|[^\]\\\[])*\])"
    r"|(?P<gap>\\[wWdDsSbBAzZ]|[.^$])"
    r"|\\(?P<escaped>[^\w\s])"
    r"|(?P<open>\((?!\?))|(?P<close>\))|(?P<times>(?:[*+?]|\{\d+(?:,\d*)?\})+)"
    r"|(?P<plain>[^\\\[\](){}*+?|.^$])",
    re.ASCII | re.DOTALL,
)


def literal_of(pattern: str) -> str:
    """The longest such text that stands in the pattern; empty where none is sure.

    Only the outermost level counts. Where anything is not plainly understood (flags, alternatives,
    ``\\Q``, ``\\p`` …), nothing is sure.
    """
    runs, run, depth, at = [""], "", 0, 0
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None and not (depth and pattern[at] == "|"):
            return ""
        kind = token.lastgroup if token else "gap"
        text = token[kind] if token and kind else ""
        if kind in ("plain", "escaped"):
            run += "" if depth else text
        else:
            if kind == "times" and text not in ("+", "+?"):
                run = run[:-1]  # perhaps it is not there at all
            runs.append(run)
            run = ""
            depth += {"open": 1, "close": -1}.get(kind or "", 0)
        at = token.end() if token else at + 1
    return max(*runs, run, key=len)
