"""What an API takes goes out to it as it is, and what it refuses does not go out.

Each model of each wire and service is asked one thing at a time, and things drawn in pairs. What
is written without rules, if the documents (`formats/<format>/accepts.py`) have nothing against it
and nothing is lost of it, is written with rules, too: no repair is for nothing. What they have
something against is repaired until they have not, and no setting is changed that may stay.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from crossing import SERVICES
from dice import Dice
from formats import part
from probes import DATA, beside, media, probes, user
from samples import invalid
from toolwire import Loss, ToolwireError
from toolwire._runtime.convert import format_module

Json = Any
PAIRS = 200
"""So many pairs of things are drawn for each wire or service."""
UNKNOWN = "a-model"
CAUTIOUS: dict[str, dict[str, str]] = {
    "": {
        "no list of tools.*and not told": "there are none",
        "none of the tools that may be called is there": "it says the same in another word",
        "only the description says it, for the model": "the API does not read the keyword",
    },
    "anthropic_messages": {
        "white space .*: an empty result says so": "it is refused as a text, why not as a result",
    },
    "bedrock_converse": {
        "21 strict tools .*no more than 20 schemas": "of models that are not Claude's",
        "it says no type: it goes as": "the service would have to look into it",
        "it has no name: it goes as": "of the same, which goes out as data of a type",
    },
    "cohere_chat": {
        "an empty one is left out": "it would stop at once",
        "an empty text is left out": "it says nothing",
        "an empty result says so in words": "of a document with no text",
        "left out: there is nothing in it": "of a document with no text",
    },
    "gemini": {
        "two turns of one side become one": "what follows a turn of the model may be a call",
        "a turn of the user is put ahead of it": "the API's other clients refuse the rest",
        "it says no type: it goes as": "its address says the type",
        "names beside NONE; choice none allowed.*without names": "there is no choice to be made",
        r"\((a-model|gemma.*)\): an empty text is left out": "of models of which nobody knows",
        r"\((a-model|gemma.*)\): a message without.*left out": "of models of which nobody knows",
    },
    "mistral_chat": {
        "an empty text is left out": "it says nothing",
        "left out: there are no tools$": "a switch for calls that cannot be",
        "parallel calls, no tools.*and not told": "the same, as it is anyway",
    },
    "azure_openai": {
        "it goes out as a message of the system": "so that there are no two such roles",
    },
    "openai_chat": {
        "gpt-5-chat.*: it goes out as max_completion_tokens": "every model takes the newer key",
    },
    "openai_responses": {
        "it says that nothing is held to its schema": "without a word it would be",
        "an empty result says so in words": "no document shows an output of no parts",
    },
    "openrouter": {
        "it has no name: it goes as": "the page has a name beside every file",
    },
    "vertex": {
        "another service has issued it": "no body says whose a signature is",
        "signed.*an empty text is left out": "what was signed there goes without it",
        "a message without content is left out": "of what goes without its signature",
        "thoughts go back to the model that had them": "the same",
        "it gets the placeholder": "in place of one that another service has issued",
    },
}
"""What is changed though no document says that it is refused, and why, by target: expressions for
what is asked and the reason that is told."""


class Api:
    """One wire or service: its adapter, and what its documents say."""

    def __init__(self, target: str) -> None:
        self.target, self.format = target, SERVICES.get(target, target)
        self.profile = target if target in SERVICES else None
        self.wire = format_module(self.format)
        bases = [part(self.format, "accepts")]
        own = [part(self.format, f"profiles.{target}")] if self.profile else []
        #: a service is spoken to in the words of the wire, whose API would refuse the rest
        self.validators = [*own, *bases]
        self.about = self.validators[0]
        #: where the address names the model, validators are told it
        self.told = "model" in inspect.signature(self.about.breaches).parameters
        self.models: tuple[str, ...] = (*self.about.MODELS, UNKNOWN)

    def refusals(self, body: Json, model: str, validators: list[Any]) -> list[str]:
        """Why a body would be refused, by some validators."""
        if wrong := invalid(self.format, "request", body):
            return [wrong]
        return self.breaches(body, model, validators)

    def breaches(self, body: Json, model: str, validators: list[Any]) -> list[str]:
        told = [model] if self.told else []
        return [reason for one in validators for reason in one.breaches(body, *told)]

    def written(self, request: Json, rules: str) -> Json:
        """A body, or the error that there is instead of one."""
        try:
            return self.wire.encode_request(
                request, rules=rules, profile=self.profile, on_loss="ignore"
            )
        except ToolwireError as error:
            return error

    def lost(self, request: Json, rules: str) -> list[Loss]:
        """What is lost or changed; what the wire demands and was not said is nothing lost."""
        found = self.wire.losses_request(request, rules=rules, profile=self.profile)
        return [loss for loss in found if loss.code != "filled"]

    def read(self, table: str) -> Iterator[tuple[str, Json]]:
        """What only this wire has, by a table of its folder: fields that it is read as."""
        bare = self.wire.encode_request(request("m", {}), rules="off", on_loss="ignore")
        usual = self.wire.decode_request(bare)
        for name, keys in getattr(part(self.format, "accepts"), table, {}).items():
            found = self.wire.decode_request({**bare, **keys})
            yield name, {key: one for key, one in found.items() if usual.get(key) != one}

    def untold(self, request: Json, body: Json) -> Iterator[str]:
        """What no document refuses, and says another thing than was asked for."""
        results = [one["toolResult"] for one in request["messages"] if "toolResult" in one]
        if any(map(_failed, results)):
            calm = [
                {**one, "toolResult": _calm(one["toolResult"])} if "toolResult" in one else one
                for one in request["messages"]
            ]
            if self.written({**request, "messages": calm}, "repair") == body:
                yield "a result that failed goes out as one that did not"
        if "seed" in request:
            found = self.wire.decode_request(body).get("seed", request["seed"])
            if found != request["seed"]:
                yield f"another seed: {found}"
        if any(map(_is_untyped, _blocks(request))):
            typed = {**request, "messages": _with_types(request["messages"])}
            if self.written(typed, "repair") != body:
                yield "data that say their type by how they begin go out as if nobody knew it"

    def faults(self, name: str, request: Json) -> Iterator[str]:
        """What is wrong with how a request of this name goes out."""
        model = request["model"]
        bare, body = self.written(request, "off"), self.written(request, "repair")
        if not isinstance(body, ToolwireError):
            yield from self.refusals(body, model, self.validators[:1])
            yield from self.untold(request, body)
        if bare == body or isinstance(bare, ToolwireError):
            return
        if not isinstance(body, ToolwireError):
            yield from self._needless(name, request, bare, body)
        if self.refusals(bare, model, self.validators) or self.lost(request, "off"):
            return
        if isinstance(body, ToolwireError):
            yield f"refused for nothing: {body}"
            return
        for reason, excused in self._reasons(name, request).items():
            if not excused:
                yield f"changed for nothing: {reason}"

    def _needless(self, name: str, request: Json, bare: Json, body: Json) -> Iterator[str]:
        """Settings that were changed, and would break nothing where all else is mended."""
        for key, one in _put_back(bare, body):
            given = one, request["model"], self.validators
            if self.breaches(*given) or self.refusals(*given):
                continue
            if not any(self._reasons(name, request).values()):
                yield f"{key} is changed for nothing"

    def _reasons(self, name: str, request: Json) -> dict[str, bool]:
        """Why a request is changed, and whether that is known to be more than documents say."""
        reasons = {loss.reason for loss in self.lost(request, "repair")} or {"and not told"}
        known = [*CAUTIOUS[""], *CAUTIOUS.get(self.format, ()), *CAUTIOUS.get(self.target, ())]
        return {
            reason: any(re.search(one, f"{name}: {reason}") for one in known) for reason in reasons
        }


def _put_back(bare: Json, body: Json, depth: int = 2) -> Iterator[tuple[str, Json]]:
    """What goes out with one number, word or switch as it was asked for, and where that stands."""
    for key, value in bare.items():
        there = body.get(key)
        if type(value) is dict and type(there) is dict:
            if depth == 1 or "type" in value:  # what else it has depends on that
                continue
            for inner, one in _put_back(value, there, depth - 1):
                yield f"{key}.{inner}", {**body, key: one}
        elif value != there and type(value) not in (dict, list):
            yield key, {**body, key: value}


def _failed(result: Json) -> bool:
    """Whether a result says so; one with media may keep them instead."""
    blocks = result["value"] if result["kind"] == "multimodal" else []
    said = all(block["kind"] == "text" for block in blocks)
    return result["kind"] == "error" or (result.get("isError") is True and said)


def _blocks(request: Json) -> Iterator[Json]:
    for message in request["messages"]:
        held = message.get("content") or message.get("toolResult", {}).get("value")
        yield from held if type(held) is list else ()


def _is_untyped(block: Json) -> bool:
    """Whether a picture or a document has data, and does not say of which type."""
    known = type(block) is dict and block.get("kind") in ("image", "document")
    return known and "mimeType" not in block and block.get("data") == DATA[block["kind"]][1]


def _with_types(value: Json) -> Json:
    """The same, and such data say their type."""
    if type(value) is list:
        return [*map(_with_types, value)]
    if type(value) is not dict:
        return value
    if _is_untyped(value):
        return {**value, "mimeType": DATA[value["kind"]][0]}
    return {key: _with_types(one) for key, one in value.items()}


def _calm(result: Json) -> Json:
    """The same result, as if it had not failed."""
    kind = "text" if result["kind"] == "error" else result["kind"]
    return {**{key: one for key, one in result.items() if key != "isError"}, "kind": kind}


def asked(api: Api) -> Iterator[tuple[str, Json]]:
    """Requests, each with a name: every model is asked most, media go to a model each.

    Settings of the wire's own (`OWN`) are asked together with everything, and what stands in a
    conversation as only it has it (`HISTORIES`) like all others; so what an app passes on in the
    wire's own words (`PASSED`). What some services have is asked of each (`ELSEWHERE`), and not of
    the wire: whose API that is, nobody says.
    """
    own = [*api.read("OWN")]
    combined = own if api.profile is None else []  # a service has no other settings than its wire
    passed = getattr(part(api.format, "accepts"), "PASSED", {})
    general = [*probes(), *own, *api.read("HISTORIES"), *passed.items()]
    general += api.read("ELSEWHERE") if api.profile else ()
    for model in api.models:
        for name, fields in general:
            yield f"{name} ({model})", request(model, fields)
        for (name, one), (more, fields) in product(combined, beside()):
            yield f"{name}; {more} ({model})", request(model, {**fields, **one})
    for number, (name, fields) in enumerate(media()):
        model = api.models[number % len(api.models)]
        yield f"{name} ({model})", request(model, fields)
    dice = Dice(api.target)
    for (name, one), (more, fields) in product(combined, probes()):
        model = dice.choice(api.models)
        yield f"{name}; {more} ({model})", request(model, {**fields, **one})
    for _ in range(PAIRS):
        (first, one), (second, other) = dice.sample(general, 2)
        model = dice.choice(api.models)
        yield f"{first}; {second} ({model})", request(model, {**one, **other})


def request(model: str, fields: Json) -> Json:
    return {"model": model, "messages": [user()], **fields}
