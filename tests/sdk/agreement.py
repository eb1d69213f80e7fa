"""How many recorded streams a provider's own client puts together as our fold does.

    .venv/bin/python tests/sdk/agreement.py [--corpus DIR]

Each stream is sent to the real client from a server on 127.0.0.1. Every key of what it has put
together is compared with the body that `encode_response` makes of what `decode_stream` folded; keys
that the client does not keep, or that say nothing, are not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent / "generated"), str(TESTS / "bench")]

import anthropic  # noqa: E402
import openai  # noqa: E402
from traffic import CORPUS  # noqa: E402

from samples import difference  # noqa: E402
from sdk import test_streams_anthropic, test_streams_openai  # noqa: E402
from sdk.stream_scenario import joined, script  # noqa: E402
from sdk.streaming import StreamingProvider  # noqa: E402
from sdk.test_streams_openai import without_nulls  # noqa: E402
from toolwire import anthropic_messages, openai_chat  # noqa: E402

Json = Any
Client = Callable[[str], Json]


def by_openai(url: str) -> Json:
    client = openai.OpenAI(api_key="test", base_url=f"{url}/v1", max_retries=0)
    return joined(test_streams_openai.accumulated(client))


def by_anthropic(url: str) -> Json:
    client = anthropic.Anthropic(api_key="test", base_url=url, max_retries=0)
    return test_streams_anthropic.accumulated(client)


def in_common(ours: Json, theirs: Json) -> Json:
    """Our value without the keys that the client has not kept."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return {key: in_common(value, theirs[key]) for key, value in ours.items() if key in theirs}
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [in_common(left, right) for left, right in zip(ours, theirs, strict=True)]
    return ours


FILES: dict[str, tuple[Any, Client]] = {
    "anthropic.jsonl": (anthropic_messages, by_anthropic),
    "openai_chat.jsonl": (openai_chat, by_openai),
    "openai_chat_compat.jsonl": (openai_chat, by_openai),
}


def recorded(path: Path) -> Iterator[list[Json]]:
    """The events of each stream that ended with a reply."""
    for line in path.read_text(encoding="utf-8").splitlines():
        events = json.loads(line).get("events") or []
        found = [event["data"] for event in events if isinstance(event.get("data"), dict)]
        if found:
            yield found


def compare(name: str, path: Path, provider: StreamingProvider) -> Iterator[str]:
    """For each stream "", or where the two differ first."""
    module, by_client = FILES[name]
    for events in recorded(path):
        last = [*module.decode_stream(events)][-1]
        provider.expect(script(module.FORMAT, events))
        try:
            theirs = without_nulls(by_client(provider.url))
        except Exception as error:  # the client's own failures are counted, whatever they are
            yield f"the client: {type(error).__name__}" if last["kind"] == "completed" else ""
            continue
        if last["kind"] != "completed":
            yield "not completed"
            continue
        found = difference(
            theirs, in_common(without_nulls(module.encode_response(last["response"])), theirs)
        )
        yield "" if found is None else found.partition(":")[0]


def main() -> None:
    """Compare all files there are, and print how many agree and where the others do not."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="recorded traffic (JSONL)")
    corpus = parser.parse_args().corpus
    with StreamingProvider() as provider:
        for name in FILES:
            if not (corpus / name).exists():
                continue
            found = Counter(compare(name, corpus / name, provider))
            total, agreed = found.total(), found.pop("", 0)
            print(f"{name}: {agreed} of {total} agree")
            for where, count in found.most_common():
                print(f"  {count:>5}  {where}")


if __name__ == "__main__":
    main()
