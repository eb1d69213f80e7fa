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
from probes import DATA, EFFORTS, beside, media, probes, user
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
        "no tools.*as it is: /toolChoice": "among nothing there is nothing to choose",
        "none allowed.*left out: no call may be made": "a choice among none is that, by this name",
        "none of the tools that may be called is there": "it says the same in another word",
        "only the description says it, for the model": "the API does not read the keyword",
    },
    "anthropic_messages": {
        "allowed, required.*no thinking where the model": "by what the choice becomes",
        "white space .*: an empty result says so": "it is refused as a text, why not as a result",
        "a loose tool.*held to a schema with this model": "the key is one that the model has not",
    },
    "bedrock_converse": {
        "allowed, required.*no thinking where the model": "by what the choice becomes",
        "21 strict tools .*no more than 20 schemas": "of models that are not Claude's",
        "it says no type: it goes as": "the service would have to look into it",
        "it has no name: it goes as": "of the same, which goes out as data of a type",
    },
    "cohere_chat": {
        "topK -1.*goes out as one: 0": "it is how the API says that there is none",
        "an empty one is left out": "it would stop at once",
        "an empty text is left out": "it says nothing",
        "an empty result says so in words": "of a document with no text",
        "left out: there is nothing in it": "of a document with no text",
    },
    "gemini": {
        "two turns of one side become one": "what follows a turn of the model may be a call",
        "^(.*;|(?!.*cached)).*a turn of the user is put ahead": "its other clients refuse the rest",
        r"/a\.\w+ .*it says no type: it goes as": "its address says the type",
        "names beside NONE; choice none allowed.*without names": "there is no choice to be made",
        r"\((a-model|gemma.*)\): an empty text is left out": "of models of which nobody knows",
        r"\((a-model|gemma.*)\): a message without.*left out": "of models of which nobody knows",
    },
    "mistral_chat": {
        "an empty text is left out": "it says nothing",
    },
    "azure_openai": {
        "it goes out as a message of the system": "so that there are no two such roles",
    },
    "openai_chat": {
        "gpt-5-chat.*: it goes out as max_completion_tokens": "every model takes the newer key",
        "audio-preview.*need not be JSON": "nobody says that a model of sounds takes JSON alone",
    },
    "openai_responses": {
        "audio-preview.*need not be JSON": "nobody says that a model of sounds takes JSON alone",
        "an empty turn of system (first|alone).*: instructions is": "there is nothing in it",
        "of an earlier reply.*it goes as 'unnamed": "a result has no name, and it is said of none",
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
        read = self.wire.decode_request(body)
        if any(map(_failed, _results(request))) and not any(map(_shows, _results(read))):
            calm = [
                {**one, "toolResult": _calm(one["toolResult"])} if "toolResult" in one else one
                for one in request["messages"]
            ]
            if self.written({**request, "messages": calm}, "repair") == body:
                yield "a result that failed goes out as one that did not"
        if "seed" in request:
            found = read.get("seed", request["seed"])
            if found != request["seed"]:
                yield f"another seed: {found}"
        if request.get("topK", 0) < 0 <= read.get("topK", -1):
            yield f"no bound of what is sampled goes out as one: {read['topK']}"
        if "responseSchema" in request and not read.keys() & {"responseSchema", "jsonOutput"}:
            free = {key: one for key, one in request.items() if key != "responseSchema"}
            if self.reads({**free, "jsonOutput": True}).get("jsonOutput"):
                yield "a reply that was to be of a schema need not be JSON, which may be asked for"
        if any(map(_is_untyped, _blocks(request))):
            typed = {**request, "messages": _with_types(request["messages"])}
            if self.written(typed, "repair") != body:
                yield "data that say their type by how they begin go out as if nobody knew it"

    def reads(self, request: Json) -> Json:
        """A request as the wire reads what goes out for it; nothing, if nothing does."""
        body = self.written(request, "repair")
        return {} if isinstance(body, ToolwireError) else self.wire.decode_request(body)

    def wordings(self, request: Json) -> Iterator[str]:
        """A level that is not taken is refused in the words of one rule, whichever it is."""
        if "reasoningEffort" in request:
            asked = [{**request, "reasoningEffort": word} for word in EFFORTS]
            told = {str(self.written(one, "check")) for one in asked}
            rules = self.wire.ACCEPTS.of(self.profile).data["rules"].values()
            whats = [row["what"] for row in rules if row["kind"] in ("levels", "refused")]
            found = {f"/reasoningEffort: rule: expected {what}" for what in whats} & told
            if len(found) > 1:
                yield f"an effort is refused in the words of several rules: {sorted(found)}"

    def left_out(self, request: Json, body: Json) -> Iterator[str]:
        """What a setting of the wire's own becomes alone it becomes beside others, if it may."""
        own = request.get("metadata", {}).get(self.format)
        bare = {"model": request["model"], "messages": [user()], "metadata": {self.format: own}}
        alone = self.reads(bare) if own else {}
        mended = alone.get("metadata", {}).get(self.format, own)
        if mended == own:
            return
        other = self.written({**request, "metadata": {self.format: mended}}, "repair")
        for key, value in mended.items():
            if not isinstance(other, ToolwireError) and other.get(key) == value != body.get(key):
                yield f"{key} goes out otherwise than alone"

    def is_told_idly(self, request: Json) -> bool:
        """Whether a check refuses what is written, and nothing is said to be changed by that."""
        told = isinstance(self.written(request, "check"), ToolwireError)
        reasons = [loss.reason for loss in self.lost(request, "repair")]
        return told and all(re.fullmatch(r"(.+) goes as \1", one) for one in reasons)

    def faults(self, name: str, request: Json) -> Iterator[str]:
        """What is wrong with how a request of this name goes out."""
        model = request["model"]
        bare, body = self.written(request, "off"), self.written(request, "repair")
        yield from self.wordings(request)
        if not isinstance(body, ToolwireError):
            yield from self.refusals(body, model, self.validators[:1])
            untold = (*self.untold(request, body), *self.left_out(request, body))
            yield from (fault for fault in untold if not self._is_known(name, fault))
        if bare == body or isinstance(bare, ToolwireError):
            fault = f"refused, and goes out as it is: {self.written(request, 'check')}"
            if self.is_told_idly(request) and not self._is_known(name, fault):
                yield fault
            return
        if not isinstance(body, ToolwireError):
            yield from self._needless(name, request, bare, body)
        if self.refusals(bare, model, self.validators):
            return
        lost = {*map(_field, self.lost(request, "off"))}
        if lost and lost >= {*map(_field, self.lost(request, "repair"))}:
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
            fault = f"{key} is changed for nothing"
            if not self._is_known(name, fault) and not any(self._reasons(name, request).values()):
                yield fault

    def _reasons(self, name: str, request: Json) -> dict[str, bool]:
        """Why a request is changed, and whether that is known to be more than documents say."""
        lost = {_field(loss) for loss in self.lost(request, "off")}
        found = [loss for loss in self.lost(request, "repair") if _field(loss) not in lost]
        reasons = {loss.reason for loss in found} or {"and not told"}
        return {reason: self._is_known(name, reason) for reason in reasons}

    def _is_known(self, name: str, reason: str) -> bool:
        known = [*CAUTIOUS[""], *CAUTIOUS.get(self.format, ()), *CAUTIOUS.get(self.target, ())]
        return any(re.search(one, f"{name}: {reason}") for one in known)


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


def _field(loss: Loss) -> str:
    """The field of a request in which something is lost."""
    return loss.path.split("/")[1]


def _results(request: Json) -> list[Json]:
    return [one["toolResult"] for one in request["messages"] if "toolResult" in one]


def _failed(result: Json) -> bool:
    return result["kind"] == "error" or result.get("isError") is True


def _shows(result: Json) -> bool:
    """Whether media are in a result: one that failed may keep them, and not say so."""
    blocks = result["value"] if result["kind"] == "multimodal" else []
    return any(block["kind"] in DATA for block in blocks)


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
