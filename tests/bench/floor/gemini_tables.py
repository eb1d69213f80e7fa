"""Names and schemas of the Gemini floor: two spellings of keys, two of schema types."""

from __future__ import annotations

import re
from typing import Any

from .failures import Words

USERS = ("user", "tool", "function", "USER", "TOOL", "FUNCTION")
MODELS = ("model", "MODEL")
FORMAT = "gemini"
INVALID = "__invalid_arguments__"
FINISH = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "SAFETY": "content_filter",
    "OTHER": "other",
    1: "stop",
    2: "length",
    3: "content_filter",
    "RECITATION": "content_filter",
    4: "content_filter",
    "BLOCKLIST": "content_filter",
    "PROHIBITED_CONTENT": "content_filter",
    "SPII": "content_filter",
    "IMAGE_SAFETY": "content_filter",
    "MODEL_ARMOR": "content_filter",
    "IMAGE_PROHIBITED_CONTENT": "content_filter",
    "IMAGE_RECITATION": "content_filter",
    "ESCALATION": "content_filter",
    "PUP_LIMITED_DISABLED": "content_filter",
    "MALFORMED_FUNCTION_CALL": "error",
    "MALFORMED_RESPONSE": "error",
    "UNEXPECTED_TOOL_CALL": "error",
    "TOO_MANY_TOOL_CALLS": "error",
    "MISSING_THOUGHT_SIGNATURE": "error",
    "CONTINUATION": "pause",
}
FINISH_BACK = {
    "stop": "STOP",
    "length": "MAX_TOKENS",
    "content_filter": "SAFETY",
    "other": "OTHER",
    "tool_calls": "STOP",
    "pause": "OTHER",
    "error": "MALFORMED_RESPONSE",
}
FAILURES = Words(
    codes={},
    messages={"api key not valid": "authentication", "input token count": "context_length"},
    types={
        "RESOURCE_EXHAUSTED": "rate_limit",
        "UNAVAILABLE": "overloaded",
        "UNAUTHENTICATED": "authentication",
        "PERMISSION_DENIED": "permission",
        "INVALID_ARGUMENT": "invalid_request",
        "FAILED_PRECONDITION": "invalid_request",
        "OUT_OF_RANGE": "invalid_request",
        "NOT_FOUND": "not_found",
        "INTERNAL": "server",
        "UNKNOWN": "server",
        "DEADLINE_EXCEEDED": "server",
    },
    says={
        "rate_limit": {"type": "RESOURCE_EXHAUSTED", "code": "429"},
        "overloaded": {"type": "UNAVAILABLE", "code": "503"},
        "authentication": {"type": "UNAUTHENTICATED", "code": "401"},
        "permission": {"type": "PERMISSION_DENIED", "code": "403"},
        "invalid_request": {"type": "INVALID_ARGUMENT", "code": "400"},
        "not_found": {"type": "NOT_FOUND", "code": "404"},
        "context_length": {
            "type": "INVALID_ARGUMENT",
            "code": "400",
            "message": "The input token count exceeds the limit",
        },
        "server": {"type": "INTERNAL", "code": "500"},
    },
)
MODES = {
    "AUTO": "auto",
    "NONE": "none",
    "ANY": "required",
    "auto": "auto",
    "none": "none",
    "any": "required",
    "VALIDATED": "auto",
    "validated": "auto",
    1: "auto",
    2: "required",
    3: "none",
}
MODES_BACK = {"auto": "AUTO", "none": "NONE", "required": "ANY"}
TYPES_BACK: dict[Any, str] = {
    "string": "STRING",
    "number": "NUMBER",
    "integer": "INTEGER",
    "boolean": "BOOLEAN",
    "array": "ARRAY",
    "object": "OBJECT",
    "null": "NULL",
}
TYPES: dict[Any, str] = {wire: name for name, wire in TYPES_BACK.items()}
TYPES.update({number: name for number, name in enumerate(TYPES_BACK, 1)})

_UPPER = re.compile("[A-Z]")


_TWO_WORDS = (
    "allowedFunctionNames audioMetadata audioTimestamp audioTranscription "
    "audioTranscriptionConfig avgLogprobs blockReason blockReasonMessage boolValue "
    "cacheTokensDetails cachedContent cachedContentTokenCount candidateCount candidatesTokenCount "
    "candidatesTokensDetails citationMetadata codeExecution computerUse contentLayers "
    "continuationToken createTime displayName documentMetadata enableAffectiveDialog "
    "enableEnhancedCivicAnswers endOffset endPage enterpriseWebSearch exaAiSearch fileData "
    "fileSearch fileUri finishMessage finishReason frequencyPenalty functionCall "
    "functionCallingConfig functionDeclarations functionResponse generationConfig googleMaps "
    "googleSearch googleSearchRetrieval groundingMetadata imageConfig "
    "includeServerSideToolInvocations includeThoughts inlineData jsonPath languageCode latLng "
    "logprobsResult maxOutputTokens mcpServers mediaProcessing mediaResolution mimeType "
    "modelArmorConfig modelConfig modelSelectionConfig modelStatus modelVersion nullValue "
    "numTokens numberValue outputConfig overwrittenThreshold parallelAiSearch "
    "parametersJsonSchema partMetadata partialArgs presencePenalty probabilityScore "
    "promptFeedback promptTemplateName promptTokenCount promptTokensDetails responseFormat "
    "responseId responseJsonSchema responseLogprobs responseMimeType responseModalities "
    "responseSchema responseTemplateName retrievalConfig routingConfig safetyRatings "
    "safetySettings serviceTier severityScore sheetIndex speechConfig speechMetadata "
    "spreadsheetMetadata startOffset startPage stopSequences streamFunctionCallArguments "
    "stringValue systemInstruction thinkingBudget thinkingConfig thinkingLevel thoughtSignature "
    "thoughtsTokenCount tokenCount toolConfig toolUsePromptTokenCount toolUsePromptTokensDetails "
    "topK topP totalTokenCount trafficType translationConfig urlContext urlContextMetadata "
    "usageMetadata videoMetadata visibleCells willContinue"
)
SNAKE_KEYS = frozenset(
    _UPPER.sub(lambda match: "_" + match[0].lower(), name) for name in _TWO_WORDS.split()
)
"""Every key of the wire that may be in snake_case too, so spelled."""
USUAL_FUNCTION = {"name": ""}
"""What a model leaves out of a call, and what it is read as."""
USUAL_CALL = {"functionCall.name": ""}


_MEDIA = ["image", "audio", "video", "document"]
_SHOWN = dict.fromkeys(
    (
        *(f"{kind}Metadata" for kind in ("video", "audio", "document", "spreadsheet")),
        "audioTranscription",
        "mediaProcessing",
        "mediaResolution",
    ),
    _MEDIA,
)
_SIGNED = ("partMetadata", "thought", "thoughtSignature")
LANDING = {
    "system": {key: ["text"] for key in (*_SIGNED, "speechMetadata")},
    "user": {
        **_SHOWN,
        **{key: ["text", *_MEDIA] for key in _SIGNED},
        "speechMetadata": ["text"],
    },
    "assistant": {
        **_SHOWN,
        **{key: ["text", *_MEDIA, "toolCall"] for key in _SIGNED},
        "speechMetadata": ["text"],
    },
}
"""The kinds of block whose last one takes a key of an app's overlay on a message."""


SCHEMAS = frozenset({"items", "additionalProperties", "not", "additional_properties"})
LISTS = frozenset({"anyOf", "any_of", "oneOf", "allOf", "prefixItems"})
NAMED = frozenset({"properties", "$defs", "defs", "definitions", "patternProperties"})


STRUCTURE = SCHEMAS | LISTS | NAMED
USUAL = {wire: name for name, wire in TYPES_BACK.items()}


def read_schema(schema: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """A schema with JSON Schema's type names; whether ``write_schema`` gives it back exactly."""
    result = schema.copy()
    exact = True
    if "type" in schema:
        value = schema["type"]
        if type(value) is str and value in USUAL:
            result["type"] = USUAL[value]
        else:
            result["type"], exact = _read_type(value)
    if STRUCTURE.isdisjoint(schema):
        return result, exact
    for key, value in schema.items():
        if key not in STRUCTURE:
            continue
        kind = type(value)
        if kind is dict:
            if key in NAMED:
                result[key] = inners = {}
                for name, inner in value.items():
                    if type(inner) is dict:
                        size = len(inner)
                        if (
                            (size == 1 or (size == 2 and "description" in inner))
                            and "type" in inner
                            and type(named := inner["type"]) is str
                            and named in USUAL
                        ):
                            inner = inner.copy()
                            inner["type"] = USUAL[named]
                        else:
                            inner, same = read_schema(inner)
                            exact = exact and same
                    inners[name] = inner
            elif key in SCHEMAS:
                result[key], same = read_schema(value)
                exact = exact and same
        elif kind is list and key in LISTS:
            result[key] = members = []
            for inner in value:
                if type(inner) is dict:
                    inner, same = read_schema(inner)
                    exact = exact and same
                members.append(inner)
    return result, exact


def _read_type(value: Any) -> tuple[Any, bool]:
    """A type under any of its names; whether it is the usual one."""
    kind = type(value)
    if kind is str or kind is int:
        name = TYPES.get(value, value)
        return name, TYPES_BACK.get(name) == value
    if kind is list:
        names = [_read_type(item) for item in value]
        return [name for name, _ in names], all(usual for _, usual in names)
    return value, True


def write_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema with the type names of this wire."""
    result = schema.copy()
    if "type" in schema:
        value = schema["type"]
        if type(value) is str:
            if value in TYPES_BACK:
                result["type"] = TYPES_BACK[value]
        elif type(value) is list:
            result["type"] = [TYPES_BACK.get(t, t) if type(t) is str else t for t in value]
    if STRUCTURE.isdisjoint(schema):
        return result
    for key, value in schema.items():
        if key not in STRUCTURE:
            continue
        kind = type(value)
        if kind is dict:
            if key in NAMED:
                result[key] = {
                    name: write_schema(inner) if type(inner) is dict else inner
                    for name, inner in value.items()
                }
            elif key in SCHEMAS:
                result[key] = write_schema(value)
        elif kind is list and key in LISTS:
            result[key] = [write_schema(i) if type(i) is dict else i for i in value]
    return result


EFFORT = {"MINIMAL": "minimal", "LOW": "low", "MEDIUM": "medium", "HIGH": "high"}
EFFORT_READ = EFFORT | {word: word for word in EFFORT.values()}
EFFORT_READ |= {"XHIGH": "xhigh", "xhigh": "xhigh"}
EFFORT_BACK = {word: key for key, word in EFFORT.items()} | {
    "none": "MINIMAL",
    "xhigh": "HIGH",
    "max": "HIGH",
}
