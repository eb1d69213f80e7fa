"""Where toolwire and a peer differ, and why. ``test_schema_peers.py`` holds it complete."""

from __future__ import annotations

from typing import NamedTuple

AI, SDK = "pydantic_ai", "agents_sdk"


class Difference(NamedTuple):
    why: str
    cases: tuple[str, ...]
    peers: tuple[str, ...] = (AI, SDK)


DIFFERENCES = [
    Difference(
        "A key that the schema does not name is refused inside models too, as the schema says by "
        "additionalProperties: false. Peers drop it without a word.",
        ("model", "list_of_models", "recursive_model", "plain_dataclass", "typed_dict"),
    ),
    Difference(
        "A key that names no parameter is refused. The Agents SDK drops it without a word, and a "
        "misspelled optional parameter with it.",
        ("nothing", "two", "dict_with_default", "open_model", "method"),
        (SDK,),
    ),
    Difference(
        "A lone parameter that is a model stands under its own name, like any other. pydantic-ai "
        "tells the model of its fields instead; here define_tool(input=City) says that.",
        ("model_alone",),
        (AI,),
    ),
    Difference(
        "Arguments are JSON: a date is a text also in a model that is strict. The Agents SDK "
        "validates them as Python values, where a strict date can never come.",
        ("strict_model",),
        (SDK,),
    ),
    Difference(
        "Names that pydantic models keep for themselves are ordinary names of parameters.",
        ("name_of_config", "underscore"),
        (SDK,),
    ),
    Difference(
        "*args, **kwargs and positional-only parameters are refused at definition: an object has "
        "no place for them that both the model and the function understand. The peers differ on "
        "that place among themselves.",
        ("variadic", "keywords", "positional_only"),
    ),
    Difference(
        "What functools.partial fixes is no parameter for the model. The peers take no partial: "
        "pydantic-ai and the Agents SDK want a __name__.",
        ("partly",),
    ),
]
