"""The closed set of operators, one row each: what an editor completes and a check knows.

``inter`` and ``wire`` are the JSON types an operator joins (the type rule); empty means: the two
shapes must agree as if the operator were not there. ``fields`` is how many fields a row with it
names. ``loss`` says what may not come back.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class OperatorRow:
    """One operator: signature, type rule, loss rule and what it is for."""

    args: tuple[int, int]
    inter: str
    wire: str
    purpose: str
    loss: str = "none"
    fields: int = 1
    modifier: bool = False


OPERATORS: dict[str, OperatorRow] = {
    # values
    "table": OperatorRow((1, 1), "string", "scalar", "an enumeration, through a table"),
    "calls": OperatorRow(
        (0, 0), "string", "string", "`stop` beside calls reads as `tool_calls`", modifier=True
    ),
    "one_or_many": OperatorRow((0, 0), "array", "scalar|array", "a list, or its only item alone"),
    "not": OperatorRow((0, 0), "boolean", "boolean", "the opposite"),
    "sole": OperatorRow((0, 0), "string", "array", "a list of one, as the value"),
    "pluck": OperatorRow((2, 2), "array", "array", "a list of records, as what each holds"),
    "digits": OperatorRow((0, 0), "string", "integer", "a number, as its decimal text"),
    "starts_none": OperatorRow(
        (1, 8), "string", "string", "a text that starts with none of these tells the arm"
    ),
    "starts": OperatorRow((0, 1), "string", "string", "a text that starts so tells the arm"),
    "less": OperatorRow(
        (1, 4), "integer", "integer", "a wire count that includes these; the field does not"
    ),
    "retyped": OperatorRow(
        (1, 1), "object", "object", "a schema whose type names go through a table"
    ),
    "data_url": OperatorRow((0, 0), "string", "string", "data and mime type in one URL", fields=2),
    # arguments and results
    "json": OperatorRow((0, 0), "object", "string", "an object as JSON text", fields=2),
    "object": OperatorRow(
        (1, 1),
        "object",
        "object",
        "an object; text that is none goes under this key",
        "the text of invalid arguments goes under the key",
        fields=2,
    ),
    "text": OperatorRow(
        (0, 1), "string|array", "string|array", "a string, or the list of one plain text block"
    ),
    "json_text": OperatorRow((0, 0), "any", "string", "data as JSON text", "reads back as text"),
    "carried": OperatorRow(
        (1, 1), "string", "string", "a message as JSON text under one key, written just so"
    ),
    "outcome": OperatorRow(
        (2, 2),
        "any",
        "object",
        "data, or a failure that is data, as an object whose reserved keys are set apart",
        "data that is a text is quoted and reads back as text",
        fields=2,
    ),
    "joined": OperatorRow(
        (0, 1), "array", "string", "text blocks as one text", "several blocks become one"
    ),
    "worded": OperatorRow(
        (1, 1), "array", "object",
        "text blocks as an object with this key alone; other objects read as their JSON text",
        "several blocks become one",
    ),
    # ids
    "minted": OperatorRow(
        (0, 1), "string", "string",
        "an id, made up where the wire has none; `sent`: and then written in the next request",
    ),
    "position": OperatorRow(
        (0, 1), "string", "string", "the call's id; where the wire has none, the next open call"
    ),
    # the way out
    "via": OperatorRow(
        (1, 1), "any", "any", "a codec of one's own: a class in a module beside this text"
    ),
    # what to do when something is not there
    "expected": OperatorRow(
        (0, 0), "", "", "may be absent from this wire's own traffic; else an error, or filled",
        modifier=True,
    ),
    "default": OperatorRow(
        (1, 1), "", "", "absent on one side is this value on the other", modifier=True
    ),
    "fill": OperatorRow(
        (1, 1), "", "", "the wire demands it: written where the field is absent",
        "an invented value is written", modifier=True,
    ),
    "alone": OperatorRow(
        (0, 0), "", "", "fits only where its object has no other key", modifier=True
    ),
    "nonempty": OperatorRow(
        (0, 1), "", "", "an empty text is written only where this wire itself had one",
        "an empty text is left out", modifier=True,
    ),
    "beside": OperatorRow(
        (2, 2), "", "", "the wire has it only beside this field, then set so",
        "an invented value is written beside it", modifier=True,
    ),
    # in `back:`
    "call_name": OperatorRow((1, 1), "string", "", "the name of the call with that id"),
}  # fmt: skip
