"""The operators in rows of streams: what an event brings."""

from __future__ import annotations

STREAM_OPERATORS: dict[str, tuple[int, int, str]] = {
    "open": (
        0,
        1,
        "begins an element; `Type`: of this type, with what the event says of it by keys of its "
        "own, which rows beside it may spell otherwise",
    ),
    "close": (
        0,
        2,
        "the element is complete; what it is then replaces what its pieces made; `opens`: and "
        "begins it, where nothing did; `Type`: of elements of this type, where another event "
        "closes others; rows beside it, without an operator, say more of it",
    ),
    "whole": (
        0,
        9,
        "the reply as a whole, as far as it is; `whole(key, value, …)`: this event is sent where "
        "the reply's key has one of these values",
    ),
    "append": (
        0,
        4,
        "the next piece of a text, or of a list of blocks that a text may be; `json`: of the JSON "
        "text of an object; `opens`: the first begins its element; `Type`: of elements of this "
        "type alone; `so_far`: no piece, but all of the text so far; `whole`: of the arguments of "
        "a call, which goes out as a whole",
    ),
    "done": (
        0,
        2,
        "a text as a whole, once all of its pieces have come; `opens`: it begins its element, "
        "where no piece did; `Type`: of elements of this type alone",
    ),
    "add": (0, 1, "the next item of a list; `opens`: the first begins its element"),
    "renew": (
        1,
        3,
        "an element with another value of this key is a new one, whatever its place; "
        "`renew(key, name, text)`: without one, also one with another name, or a name again where "
        "the text is a whole object",
    ),
    "gather": (
        0,
        9,
        "keys no schema knows are pieced together: texts, lists and objects; the keys that it "
        "names are told once",
    ),
    "filled": (0, 0, "an object whose keys say nothing yet where they are empty"),
    "latest": (0, 0, "an object as it is by now: what another event had said there is gone"),
    "run": (
        0,
        3,
        "items of a list; neighbours that have nothing but this text, if one is named, are one; "
        "`opens`: the first begin their element; `ends`: the event that ends the reply has an "
        "item, too: the last one, or an empty piece of its text",
    ),
    "paths": (0, 0, "values for places inside an object, each named by its path"),
}
"""Operator → fewest and most arguments, and what it is for. Without one, a value replaces what
was there (unless it is null), and an object is put in key by key."""
