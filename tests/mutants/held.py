"""What the law of `probed.py` does not notice of the rules, and why it stands there."""

from __future__ import annotations

HELD: dict[str, tuple[str, ...]] = {
    "test_accepts": (
        "bedrock_converse rules/configured",
        "cohere_chat rules/strict",
        "mistral_chat rules/tools",
        "ollama_chat rules/choice",
        "openai_chat rules/said/unsent",
        "openrouter rules/said/unless/3",
        "openrouter rules/said/unless/4",
    ),
    "test_accepts_data": ("ollama_chat rules/encoded",),
    "test_accepts_found": (
        "ollama_chat rules/stops",
        "openai_responses rules/quoted",
        "vertex rules/issued",
    ),
    "test_accepts_home": (
        "anthropic_messages rules/arguments/styles/arguments/0",
        "bedrock_converse rules/arguments",
        "openai_chat rules/nameOfSchema",
        "openai_chat rules/parts",
    ),
    "test_accepts_media": (
        "bedrock_converse rules/media",
        "cohere_chat rules/media",
    ),
    "test_accepts_served": ("mistral_chat rules/greedy",),
    "test_accepts_thinking": (
        "anthropic_messages rules/alwaysThinking/keys",
        "anthropic_messages rules/choiceUnforced/bound",
        "anthropic_messages rules/unbudgeted/keys",
        "bedrock_converse rules/alwaysThinking/keys",
        "bedrock_converse rules/choiceUnforced/bound",
        "bedrock_converse rules/unbudgeted/keys",
    ),
    "test_accepts_unicode": (
        "cohere_chat limits/callId",
        "ollama_chat limits/callId",
        "ollama_chat limits/toolName",
    ),
    "test_losses_repaired": ("ollama_chat rules/readable",),
    "test_reasoning": ("openai_responses rules/signed",),
    "test_renaming": ("gemini limits/callId",),
    "test_repaired_places": ("openai_chat rules/media",),
    "test_replied_keys": ("groq rules/thoughtless/models",),
    "test_returned": ("openai_chat rules/called",),
    "test_thoughts_stay": ("ollama_chat rules/alien",),
}
"""Rules that the law does not notice, and values, by the module of a test that does."""
KEPT: dict[str, tuple[str, ...]] = {
    "other APIs refuse an empty list of tools, and it says no more than none": (
        "cohere_chat rules/tools/not/0",
    ),
    "an id that Claude has elsewhere: a rule of one page names the same models on both wires": (
        "anthropic_messages rules/unthinking/models/1",
        "anthropic_messages rules/effortless/models/1",
        "bedrock_converse rules/unadapted/models/1",
        "bedrock_converse rules/unadapted/models/5",
        "bedrock_converse rules/unthinking/models/0",
        "bedrock_converse rules/effortless/models/0",
        "bedrock_converse rules/effortless/models/3",
        "bedrock_converse rules/effortless/models/6",
    ),
    "no document shows an output of no parts": ("openai_responses rules/said/in/3",),
}
"""Values that nothing notices, by the reason why they stay."""
