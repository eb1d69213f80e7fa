# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Cutting a text without leaving half a character on either side."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
_FAR = 32  # characters to step back at most: a text may be made of nothing but marks


def before(text: str, index: int) -> int:
    """The nearest place at or before ``index`` where a character as readers see it begins."""
    index = max(0, min(index, len(text)))
    for place in range(index, max(0, index - _FAR) - 1, -1):
        if not _joined(text, place):
            return place
    # Whatever it is, the halves of a surrogate pair belong together.
    return index - 1 if _is_pair(text, index) else index


def after(text: str, index: int) -> int:
    """The nearest such place at or after ``index``."""
    index = max(0, min(index, len(text)))
    for place in range(index, min(len(text), index + _FAR) + 1):
        if not _joined(text, place):
            return place
    return index + 1 if _is_pair(text, index) else index


def _joined(text: str, place: int) -> bool:
    """Do the characters around this place make one? A cheap reading of Unicode's rules."""
    if place in (0, len(text)):
        return False
    last, here = text[place - 1], text[place]
    if last < "\u0300" and here < "\u0300":
        return last == "\r" and here == "\n"
    if here == _JOINER or last == _JOINER or unicodedata.category(here)[0] == "M":
        return True
    if "\U0001f3fb" <= here <= "\U0001f3ff" or "\U000e0020" <= here <= "\U000e007f":
        return True  # a skin tone; the letters of a flag such as Scotland's
    if _is_flag(here) and _is_flag(last):
        start = place
        while start > max(0, place - _FAR) and _is_flag(text[start - 1]):
            start -= 1
        return (place - start) % 2 == 1  # flags are pairs of letters
    return _is_pair(text, place)


def _is_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _is_pair(text: str, place: int) -> bool:
    """Halves of a pair stand alone in a text that was decoded carelessly."""
    return "\ud800" <= text[place - 1] <= "\udbff" and "\udc00" <= text[place] <= "\udfff"
