"""What ``rules.yaml`` may say: the kinds of rules and their parameters, places, sources, limits.

The runtime has a function for each kind (``templates/python/runtime/repairing.py``); editors get
the same from ``schemas/rules.schema.json``.
"""

from __future__ import annotations

from dataclasses import dataclass

PLACES = ("system", "user", "assistant", "result")
BLOCKS = ("text", "image", "audio", "video", "document", "reasoning")
MEDIA = ("image", "audio", "video", "document")
WORDS = ("auto", "none", "required", "named", "allowed", "allowed required")
SETTINGS = ("temperature", "topP", "topK", "maxTokens", "presencePenalty", "frequencyPenalty")
NUMBERS = (*SETTINGS, "seed")
REFUSABLE = (
    *SETTINGS, "seed", "stopSequences", "parallelToolCalls", "toolChoice", "responseSchema",
    "jsonOutput", "reasoningEffort", "stream", "user", "tools",
)  # fmt: skip
LISTS = ("stopSequences",)
LEVELED = ("reasoningEffort",)
LEVELS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
"""The words of a field that are levels, the least first."""
TOOLS = ("empty", "twice", "none of those called", "of free text")
ROLES = ("system", "user", "assistant")
ROLES_OF_TURNS = (*ROLES, "tool")
STYLES = ("absent", "null", "value", "empty")
"""How a wire may have had the arguments of a call: not at all, as null, as a value where text
belongs, or an object does, as an empty text."""
REASONS = ("what", "reference")


@dataclass(frozen=True)
class Param:
    """A parameter: ``kind`` is words (of ``among``, if that is not empty), word, text, letters,
    pattern, types, number, count, flag, object or lists (an object of lists).

    ``least``: how many words there must be. ``values``: what the lists of an object may hold.
    ``names``: what its words, or the keys of an object, name: fields of a request, services, or
    keys that the wire's types of these have. ``at``: they are keys of what stands where another
    parameter says, less so many steps. ``beside``: it says more of another, without which it says
    nothing.
    """

    kind: str
    what: str
    among: tuple[str, ...] = ()
    required: bool = False
    least: int = 1
    values: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    at: tuple[str, int] = ("", 0)
    beside: str = ""


@dataclass(frozen=True)
class Kind:
    """A kind of rule: what it demands, and its parameters.

    ``some``: of each group one must be there, or the rule demands nothing. ``once``: one such rule
    holds for a model. ``needs``: sections that it is about.
    """

    what: str
    params: dict[str, Param]
    some: tuple[tuple[str, ...], ...] = ()
    once: bool = False
    needs: tuple[str, ...] = ()


FIELD, SERVICE = "field", "service"
HOLDERS: dict[str, tuple[str, ...]] = {
    "request": ("Request",),
    "message": ("SystemMessage", "UserMessage", "AssistantMessage", "ToolMessage", "ToolResult"),
    "part": (
        *("TextBlock", "ImageBlock", "AudioBlock", "VideoBlock", "DocumentBlock", "ReasoningBlock"),
        *("ToolCallBlock", "ToolCall", "ToolResult"),
    ),
    "call": ("ToolCall", "ResponseSchema"),
    "tool": ("ToolDefinition",),
    "choice": ("ToolChoiceMode", "NamedToolChoice", "AllowedToolChoice"),
}
"""Whose keys of the wire's own a parameter names: types of the intermediate format."""


ELSEWHERE = Param(
    "words", "keys of the wire's own that say: what is missing here stands elsewhere",
    names=("request",),
)  # fmt: skip
FIELD_MOST = {
    "least": Param("number", "the smallest that is taken"),
    "most": Param("number", "the largest that is taken"),
}
BESIDE = {
    "beside": Param("words", "fields, or keys of the wire's own, beside any of which it holds",
                    names=(FIELD, "request")),
    "with": Param("object", "what stands at such a key, then; a list has any of these",
                  at=("beside", 0), beside="beside"),
}  # fmt: skip
KINDS: dict[str, Kind] = {
    "pairs": Kind("each call is answered once, and each result answers a call",
                  {"elsewhere": ELSEWHERE}),
    "texts": Kind("no text is empty", {
        "in": Param("words", "where texts must say something", PLACES, True),
        "whitespace": Param("flag", "white space says nothing either"),
        "unless": Param("words", "keys of the wire's own that an empty text may carry",
                        names=("part",)),
    }, once=True),
    "sound": Kind("texts are Unicode: no half of a pair of surrogates is in them", {}),
    "signed": Kind("a thought has what proves whose it is", {
        "by": Param("words", "the wire's keys any of which proves it, or none if nothing does",
                    required=True, names=("part",), least=0),
        "made": Param("text", "how one begins that is made up here, and proves nothing"),
        "where": Param("object", "keys of the wire's own in a request, and their values, with "
                       "which it holds", names=("request",)),
    }),
    "alien": Kind("a thought that carries what another wire alone understands stays there", {}),
    "concluded": Kind("a turn of the model does not end in a thought", {}),
    "calls_last": Kind("nothing but calls stands behind a call in its turn", {}),
    "items": Kind("each item of the wire's own goes out once", {
        "key": Param("text", "the wire's key of its id", required=True, names=("part",)),
    }, once=True),
    "led_items": Kind("what a thought led to has its id only behind that thought", {
        "key": Param("text", "the wire's key of its id", required=True, names=("part",)),
    }, once=True),
    "issued": Kind("a signature goes back to the service that issued it", {
        "key": Param("text", "the wire's key of the signature", required=True, names=("part",)),
        "by": Param("text", "the service", required=True, names=(SERVICE,)),
    }),
    "media": Kind("media of results that have no place there move behind the results", {
        "here": Param("words", "what results hold with these models", BLOCKS),
        "failed": Param("words", "what results hold that failed", BLOCKS),
    }, once=True, needs=("places",)),
    "typed": Kind("media say their type", {
        "of": Param("words", "where it is asked for", ("data", "url"), True),
        "kinds": Param("words", "media that say it, if not all do", BLOCKS),
        "unsure": Param("words", "media at an address that may go without", BLOCKS),
    }, once=True),
    "sources": Kind("media stand where the provider can read them", {}, needs=("sources",)),
    "encoded": Kind("data of media are in the usual alphabet of base64, none of them safe in URLs",
                    {}),
    "held": Kind("a place holds such blocks as may stand there, from where they may come", {
        "in": Param("words", "which places", PLACES, True),
    }, needs=("places",)),
    "documents": Kind("documents have a name", {
        "of": Param("word", "only documents with this field", ("data", "url", "fileId", "text")),
        "letters": Param("letters", "what a name is made of"),
        "longest": Param("count", "how long a name may be"),
        "unique": Param("flag", "no two have the same"),
    }, once=True),
    "beside": Kind("a message with a document has a text, too", {}),
    "emptied": Kind("no message is empty", {
        "in": Param("words", "what must have content", PLACES, True),
        "bare": Param("words", "what may stand all the same: a list of no texts, an empty result",
                      ("system", "result")),
        "unless": Param("words", "keys of the wire's own by which a message says something",
                        names=("message",)),
        "unsent": Param("words", "blocks that never go out, whatever they carry", BLOCKS),
    }, once=True),
    "alternate": Kind("turns of one side do not follow each other", {
        "of": Param("words", "whose turns", ROLES, True),
        "across": Param("words", "whose turns leave the conversation", ROLES),
    }),
    "leading": Kind("messages of the system lead the conversation", {
        "behind": Param("words", "whose turns another may follow", ROLES_OF_TURNS),
        "ahead": Param("words", "whose turns may follow that; it may be the last", ROLES_OF_TURNS,
                       beside="behind"),
    }),
    "first": Kind("the user has the first turn", {
        "elsewhere": ELSEWHERE,
        "anywhere": Param("flag", "any turn of the user is enough, or a result"),
    }),
    "some": Kind("there is a message", {
        "elsewhere": ELSEWHERE,
        "besides": Param("words", "roles whose messages do not count", ROLES),
    }),
    "after_results": Kind("the model has a turn behind results", {}),
    "ends": Kind("the user has the last turn", BESIDE),
    "trimmed": Kind("words that the model is to go on from do not end in white space", {}),
    "led": Kind("where the model is to think, a turn that it goes on with begins so", {
        "key": Param("text", "the wire's key of a request that says so", required=True,
                     names=("request",)),
        "with": Param("object", "what stands there, then", required=True, at=("key", 0)),
    }),
    "last": Kind("what the model is to go on with is marked so", {
        "mark": Param("object", "keys of the wire's own, and their values", required=True,
                      names=("message",)),
    }),
    "tools": Kind("the list of tools is sound", {
        "not": Param("words", "what it may not be", TOOLS, True, least=0),
        "most": Param("count", "how many there may be"),
        "own": Param("words", "beginnings of types of the wire's own that there may be; else all",
                     least=0),
    }, once=True),
    "choice": Kind("a choice can be made, in a word that the wire has", {
        "words": Param("words", "what the wire has a word for", WORDS, True),
        "parallel": Param("words", "beside which of them the switch for parallel calls may stand",
                          WORDS),
        "alone": Param("flag", "it may stand without tools"),
        "holding": Param("words", "keys of tools of the wire's own that hold others; else any may",
                         names=("tool",)),
        "names": Param("lists", "what stands in the wire's own choice where it names tools; a "
                       "list has any of these", names=("choice",), beside="naming"),
        "naming": Param("words", "the keys under which its own choice names them",
                        names=("choice",), beside="nameless"),
        "nameless": Param("lists", "what stands in the wire's own choice where it may name none",
                          names=("choice",), beside="names"),
        "declared": Param("flag", "it is among tools that the app declares"),
        "bound": Param("flag", "thoughts go back beside the same tools: none is left out"),
        "elsewhere": ELSEWHERE,
    }, once=True),
    "switch": Kind("what all tools say is said once, by a key of the request", {
        "field": Param("word", "the field of tools", ("strict",), True),
        "key": Param("text", "the wire's key of the request", required=True, names=("request",)),
        "most": Param("count", "the members of all their schemas for which it holds"),
    }, once=True),
    "placeholder": Kind("a call of another provider has something in place of a signature", {
        "key": Param("text", "the wire's key of the signature", required=True, names=("part",)),
        "spelled": Param("words", "how it may be spelled, too", names=("part",)),
        "value": Param("text", "what stands there instead", required=True),
    }, once=True),
    "reasoned": Kind("a turn of the model says what it had thought, or what stands for that", {
        "key": Param("text", "the wire's key of a message that says so", required=True,
                     names=("message",)),
        "value": Param("text", "what stands there where nobody knows it", required=True),
        "calling": Param("flag", "only a turn with calls"),
    }),
    "declined": Kind("words in which a model declines are a text like any other", {
        "key": Param("text", "the wire's key of a message that has them", required=True,
                     names=("message",)),
    }),
    "data_keys": Kind("data of results has no key that the API reads as its own", {
        "keys": Param("words", "the keys", required=True),
    }),
    "failed": Kind("a result that failed says so as an error does, where it has no switch", {
        "of": Param("words", "kinds of results that have none", ("data", "multimodal"), True),
    }),
    "quoted": Kind("a text that answers a tool whose results are data is JSON text", {
        "key": Param("text", "the wire's key of a tool that says what they are", required=True,
                     names=("tool",)),
    }, once=True),
    "parsed": Kind("the arguments of each call are a JSON object", {}),
    "described": Kind("a description of a tool is not empty", {}),
    "mentioned": Kind("where a field is true, a text has a word", {
        "field": Param("word", "the field of a request", ("jsonOutput",), True),
        "word": Param("text", "the word, in small or capital letters", required=True),
        "says": Param("text", "what is said where no text has it", required=True),
        "in": Param("words", "whose texts count: without `system` the user says it", PLACES, True),
        "elsewhere": ELSEWHERE,
    }),
    "refused": Kind("a request does without what is not taken", {
        "fields": Param("words", "fields of a request", REFUSABLE),
        "keys": Param("words", "keys of the wire's own in a request", names=("request",)),
        "messages": Param("words", "keys of the wire's own in messages", names=("message",)),
        "parts": Param("words", "keys of the wire's own in blocks, calls and results",
                       names=("part",)),
        "tools": Param("words", "fields of tools", ("strict",)),
        "blocks": Param("words", "keys of the wire's own by which a block is known"),
        "unless": Param("object", "fields and keys, and the value that is taken all the same; "
                        "a list has any of these", names=(FIELD, *HOLDERS)),
        "when": Param("lists", "fields, and the values with which it holds", names=(FIELD,)),
        "instead": Param("object", "what is said in place of a field: fields and their values",
                         names=(FIELD,), beside="fields"),
    }, some=(("fields", "keys", "messages", "parts", "tools", "blocks"),)),
    "apart": Kind("what may not stand beside something, or without it, is left out", {
        "fields": Param("words", "fields of a request", REFUSABLE),
        "roles": Param("words", "whose messages", ROLES),
        "keys": Param("words", "keys of the wire's own in a request", names=("request",)),
        "beside": Param("words", "fields, or keys of the wire's own, beside any of which not",
                        names=(FIELD, "request")),
        "with": Param("object", "what stands at such a key, then; a list has any of these",
                      at=("beside", 0), beside="beside"),
        "when": Param("lists", "fields, and the values with which it holds", names=(FIELD,)),
        "unless": Param("object", "fields and keys, and the value that is taken all the same; "
                        "a list has any of these", names=(FIELD, "request")),
        "lacking": Param("words", "fields, or keys of the wire's own, without all of which not",
                         names=(FIELD, "request")),
        "put": Param("object", "keys of the wire's own that say something else instead, and what",
                     names=("request",)),
    }, some=(("fields", "roles", "keys", "put"), ("beside", "lacking", "when"))),
    "levels": Kind("a level is one that is taken, or becomes the nearest", {
        "field": Param("word", "the field of a request", LEVELED, True),
        "among": Param("words", "the levels that are taken", LEVELS, True),
        **BESIDE,
        "asked": Param("flag", "the first is said where none is"),
    }),
    "exclusive": Kind("of some fields one stands there at most, the first", {
        "fields": Param("words", "fields of a request", REFUSABLE, True, least=2),
    }),
    "spelled": Kind("a field stands under the first of the wire's keys for it", {
        "field": Param("word", "the field of a request, or the role", (*REFUSABLE, "role"), True),
    }),
    "identified": Kind("whom a request is for is said by an id, and not by an address", {
        "field": Param("word", "the field of a request", ("user",), True),
        "longest": Param("count", "how long it may be", required=True),
        "nameless": Param("flag", "no address of e-mail is taken"),
    }),
    "written": Kind("what a wire had not, or otherwise, goes out as its API demands it", {
        "keys": Param("words", "the wire's keys of calls, and of the schema of a reply",
                      names=("call",)),
        "styles": Param("lists", "fields of calls, and the styles in which they do not go out",
                        ("arguments",), values=STYLES),
        "places": Param("lists", "the wire's keys of parts, and the fields of blocks that do not "
                        "go out there", values=("url", "data"), names=("part",)),
    }, some=(("keys", "styles", "places"),)),
    "unnumbered": Kind("calls and results have no ids: their order pairs them", {}),
    "range": Kind("a number is neither too small nor too large", {
        "field": Param("word", "the field of a request", NUMBERS, True), **FIELD_MOST, **BESIDE,
        "only": Param("flag", "another is left out, as the nearest would mean something else"),
    }, some=(("least", "most"),)),
    "less": Kind("a number of the wire's own is less than a field, or nothing of it goes out", {
        "key": Param("text", "the wire's key of a request", required=True, names=("request",)),
        "with": Param("object", "what stands beside it, then", required=True, at=("key", 1)),
        "than": Param("word", "the field of a request", NUMBERS, True),
        "least": Param("number", "the smallest that is taken"),
        "usual": Param("number", "what goes out for the field where it is not there"),
        "lacking": Param("words", "fields, or the wire's keys, beside which it does not hold",
                         names=(FIELD, "request")),
    }),
    "count": Kind("a list has something in it, and not too much, and nothing of that is empty", {
        "field": Param("word", "the field of a request", LISTS, True),
        "most": Param("count", "how many there may be"),
        "blank": Param("flag", "empty ones may stand there"),
        "whitespace": Param("flag", "white space says nothing either"),
    }),
}  # fmt: skip
BY_MODEL = {
    "models": Param("words", "beginnings of the models that it holds for; else for all"),
    "without": Param("words", "beginnings of models that it does not hold for"),
}
"""What any rule may say beside its parameters. Beginnings are those of a model's id, or of what
stands in it behind a `/`, `.` or `:`, as in `openai/gpt-5` and `us.anthropic.claude-opus-4`."""

LIMITS = ("callId", "toolName", "schemaName")
LIMIT = {
    "letters": Param("letters", "what it is made of, as in the brackets of a regular expression"),
    "first": Param("letters", "what it begins with"),
    "longest": Param("count", "how long it may be"),
    "length": Param("count", "how long it is"),
    "needed": Param("flag", "nothing goes without one"),
    "reference": Param("text", "where the provider says so", required=True),
}
SOURCE = {
    "data": Param("types", "true, or the types of data that are taken, or how these begin"),
    "text": Param("flag", "plain text is taken"),
    "found": Param("flag", "plain text is taken together with where a search found it"),
    "url": Param("words", "the schemes that the provider fetches"),
    "fileId": Param("pattern", "how an id of an uploaded file begins, as a regular expression"),
}
SECTIONS = ("places", "sources", "limits", "rules")
