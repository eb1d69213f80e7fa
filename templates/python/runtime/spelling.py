"""Ids and names as a wire takes them: legal, never two alike, the same whenever they are asked for.

A legal one stays. Another becomes what is legal of it and a short hash of all of it, so that it
depends on nothing else there is; should two meet all the same, the later one is hashed again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import Any

Json = Any
HASH = 8
"""So many characters of a hash stand behind what is legible."""
UNNAMED = "unnamed"
REMEMBERED = 1000
"""So many spellings are remembered: ids come again with each request of a conversation."""
ANY = r"^\ud800-\udfff"
"""What an id is made of where any letters will do: halves of surrogate pairs are none."""
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Limit:
    """How ids or names are spelled: ``letters`` and ``first`` (as in a regular expression),
    ``longest``, or ``length``, the only one; ``needed``: whether nothing goes without one."""

    def __init__(self, spelling: dict[str, Json]) -> None:
        self.length: int | None = spelling.get("length")
        self.longest: int | None = self.length or spelling.get("longest")
        self.needed: bool = spelling.get("needed", False)
        letters: str | None = spelling.get("letters")
        first: str | None = spelling.get("first", letters)
        least = (self.length or 1) - 1
        most = "" if self.longest is None else str(self.longest - 1)
        begin, rest = f"[{first or ANY}]", f"[{letters or ANY}]"
        self.fits: Callable[[str], object]
        self.fits = re.compile(f"(?s:{begin}{rest}{{{least},{most}}})").fullmatch
        self.what = _words(letters, first if first != letters else None, self.length, self.longest)
        self.illegal = re.compile(f"[^{letters}]" if letters else f"[{ANY[1:]}]")
        self.begins = re.compile(begin, re.DOTALL).match
        self._others: dict[tuple[str, int], str] = {}

    def other(self, text: str, again: int = 0) -> str:
        """What stands for a text that does not fit, or whose place is taken ``again`` times."""
        found = self._others.get((text, again))
        if found is None:
            if len(self._others) >= REMEMBERED:
                self._others.clear()
            found = self._others[text, again] = self._other(text, again)
        return found

    def _other(self, text: str, again: int) -> str:
        found = _hash(f"{text}\0{again}" if again else text)
        if self.length is not None:
            return _digits(int.from_bytes(found.digest(), "big"), self.length)
        legible = self.illegal.sub("_", text)
        legible = legible.strip("_") or UNNAMED
        if not self.begins(legible):
            legible = f"_{legible}"
        if self.longest is not None:
            legible = legible[: self.longest - HASH - 1]
        return f"{legible}_{found.hexdigest()[:HASH]}"


def hashed(text: str) -> str:
    """What stands behind what is legible of a text, where it cannot go out as it is."""
    return str(_hash(text).hexdigest()[:HASH])


def _hash(text: str) -> Any:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass"))


def _digits(number: int, length: int) -> str:
    """A number as so many letters and digits."""
    found = ""
    for _ in range(length):
        number, digit = divmod(number, len(LETTERS))
        found += LETTERS[digit]
    return found


def _words(letters: str | None, first: str | None, length: int | None, longest: int | None) -> str:
    parts = [f"{length} characters" if length else f"at most {longest} characters"]
    parts += [f"of {letters}"] if letters else []
    parts += [f"the first of {first}"] if first else []
    return ", ".join(parts if longest else parts[1:])


def legal_spellings(texts: Iterable[str], limit: Limit | None) -> dict[str, str]:
    """What goes out for each text that cannot go out as it is: no two alike.

    Earlier ones never depend on later ones.
    """
    if limit is None:
        return {}
    found: dict[str, str] = {}
    taken: set[str] = set()
    for text in dict.fromkeys(texts):
        new, again = text if limit.fits(text) else limit.other(text), 0
        while new in taken:
            again += 1
            new = limit.other(text, again)
        taken.add(new)
        if new != text:
            found[text] = new
    return found
