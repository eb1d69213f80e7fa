"""Mutants of the runtime around the adapters: single values, streams that are read, helpers."""

from __future__ import annotations

from .mutant import RUNTIME, Mutant, rows

READ = rows(
    f"{RUNTIME}/read.py",
    "test_read test_hostile_input",
    (
        '    return "".join(_text(block) for block in _blocks(x) if block.get("kind") == "text")',
        '    return "".join(_text(block) for block in _blocks(x) if "text" in block)',
    ),
    (' or ("toolCallId" in value and "value" in value)', ""),
    ('        if value.get("kind") in ("data", "opaque"):\n            return []\n', ""),
    ("            if all(type(block) is dict for block in blocks):\n", "            if True:\n"),
    ("    if not isinstance(text, str):\n", "    if False:\n"),
    (
        "    except ToolwireError:  # no SDK makes objects that deep: it is plain as it is\n"
        "        return call\n",
        "    except ToolwireError:\n        raise\n",
    ),
)

NORMAL = rows(
    f"{RUNTIME}/normal.py",
    "test_read test_hostile_input",
    ('type(value) is not dict or value.get("kind") == "opaque"', "type(value) is not dict"),
    ('    if message["role"] not in ("system", "user"):', '    if message["role"] != "user":'),
    ('    kind = "error" if result.get("isError") is True else "text"', '    kind = "text"'),
    ('    plain = _with(result, "isError", _ABSENT)\n', "    plain = result\n"),
    (
        "    overlays = {name: overlay for name, overlay in metadata.items() if overlay != {}}",
        "    overlays = metadata",
    ),
    (' != {"kind", "text"} or block["kind"] != "text"', ' != {"kind", "text"}'),
)

STREAM = rows(
    f"{RUNTIME}/stream.py",
    "test_absence test_pairing test_stream_blocks test_stream_hostile test_stream_grammar",
    ("    if event == reader.done and reader.done:\n", "    if event == reader.done:\n"),
    ('    if tool_calls not in ("deltas", "whole"):\n', "    if False:\n"),
    ("        _start(assembly, reader)\n", "        pass\n"),
    ("    _start(assembly, reader, last=True)\n    yield from", "    yield from"),
    ("    headless = len(assembly.root.w) <= len(reader.body)", "    headless = False"),
    ("    if headless and not (last or begun) and", "    if False and"),
    (
        "        complete = not reader.ends or holds(body, reader.ends[0])\n",
        "        complete = True\n",
    ),
    ("and reader.ends and not says(body, reader.ends[0]):", "and says(body, reader.ends[0]):"),
    (
        "    for slot in assembly.begun:\n        end_block(assembly, slot)\n",
        "    pass\n",
    ),
    ("not assembly.failed and (assembly.finished or", "(assembly.finished or"),
)

FRAMING = rows(
    f"{RUNTIME}/framing.py",
    "test_framing test_stream_blocks",
    (
        "            if kind is str and value.startswith(before):\n",
        "            if kind is str:\n",
    ),
    (
        "        if key in sent and same(value, before):\n            continue\n",
        "        if same(value, before):\n            continue\n",
    ),
    (
        "    if at >= len(sent):\n        return item\n    if same(item, sent[at]):",
        "    if at >= len(sent):\n        return None\n    if same(item, sent[at]):",
    ),
    ("    if holder is not None and path[-1] in holder:\n", "    if holder is not None:\n"),
)

ARGUMENTS = rows(
    f"{RUNTIME}/arguments.py",
    "test_values test_hard_cases",
    ('        return {}, None, {"style": "empty"}', "        return {}, None, None"),
    ("        if len(raw) == 1 and type(raw.get(key)) is str:", "        if key in raw:"),
    ('        return raw, None, {"style": "value"}\n', "        return raw, None, None\n"),
    ("        return STYLES[style](value)\n", "        return dumps(value)\n"),
    ('same_text(arguments_in(entry["text"]), value)', "True"),
    ("    if invalid is not None and type(invalid) is not str:\n", "    if False:\n"),
    ('    if entry.get("style") != "value":\n        return otherwise\n', ""),
)

PARTIAL = rows(
    f"{RUNTIME}/partial.py",
    "test_partial",
    ("        if values is None and not more:\n            return None\n", ""),
    ("    if not steps or at != len(path):\n", "    if not steps:\n"),
    ("(type(step) is int and step > len(place))", "False"),
    ("            place[step] = Pieces([*(before if type(before) is Pieces else ()), news])",
     "            place[step] = Pieces([news])"),
    ("    if not more:\n        inner[whole]", "    if True:\n        inner[whole]"),
)  # fmt: skip

VALUES = rows(
    f"{RUNTIME}/values.py",
    "test_values test_hard_values",
    ('    if reason == "stop":\n', '    if reason == "other":\n'),
    ("return raw if all(type(item) is str for item in raw) else None", "return raw"),
    ("    return not value if type(value) is bool else None", "    return not value"),
    ("and bare.isdecimal() and len(bare) < 19 else", "and bare.isdecimal() else"),
    ("    return (raw[match.end() :], match[1]) if match", "    return (raw, match[1]) if match"),
    ("    return message if style_of(raw, value) is None else None", "    return message"),
    (
        "    if value is None or len(value) != 1 or type(value.get(key)) is not str:",
        "    if value is None or type(value.get(key)) is not str:",
    ),
    ("    if len(raw) == 1 and output in raw:", "    if output in raw:"),
    ("len(raw) == 1 and raw.get(error) is not None", "len(raw) == 1 and error in raw"),
    ("not failed and output not in value and error not in value", "not failed"),
    ("dumps(value) if type(value) is str else value}", "value}"),
    ("    return {key: joined(texts)} if texts else {}", "    return {key: joined(texts)}"),
    ("    return text if type(text) is str and len(raw) == 1 else", "    return text if text else"),
)

RETYPING = rows(
    f"{RUNTIME}/retyping.py",
    "test_values test_hard_values",
    ("                    odd.append(name)\n", "                    pass\n"),
    ("        odd.append(name)\n    return", "        pass\n    return"),
    (
        "                if odd is not None and inverse and inverse.get(found) != name:",
        "                if False:",
    ),
    ("        if odd is not None and not _NUMERIC", "        if not _NUMERIC"),
    ("        if numbers and None not in numbers:", "        if numbers:"),
    ('schema.get("type") in ("integer", "number") and', ""),
    ("is int:\n            changed[key] = limit", "is int:\n            pass"),
    ("    odd += changed\n", ""),
    ("        if found != names:\n", "        if False:\n"),
    ("        if changed is not properties:\n", "        if False:\n"),
    ("        if inner is not schema:\n", "        if False:\n"),
    ("                    if result is schemas:\n", "                    if True:\n"),
    ("        if read is schema or same_text(read, schema):", "        if read is schema:"),
    ("        if read is schema or same_text(read, schema):", "        if True:"),
    (
        "    except RecursionError:\n        odd.append(schema)\n",
        "    except RecursionError:\n",
    ),
    ("    if key in _SINGLE:\n", "    if False:\n"),
    ("    if key in _NAMED:\n", "    if False:\n"),
    ("    if key in _LISTS and type(value) is list:", "    if False:"),
    ("        return value if same_ones else schemas", "        return value"),
)

OUTGOING = rows(
    f"{RUNTIME}/outgoing.py",
    "test_conversations_driven test_stream_blocks test_matching",
    ("                unsay_id(self.metadata)\n", "                pass\n"),
    ("if v or k not in self.call}", "}"),
    ('        if self.kind == "toolCall":\n            return self.renamed(e) and not made_up'
     "(self.as_call())\n",
     '        if self.kind == "toolCall":\n            return self.renamed(e)\n'),
    ("arguments_in(self.text) is not None", "True"),
    ('            call["invalidArguments"] = text\n        if', "            pass\n        if"),
)  # fmt: skip

MUTANTS: list[Mutant] = [
    *READ,
    *NORMAL,
    *STREAM,
    *FRAMING,
    *ARGUMENTS,
    *PARTIAL,
    *VALUES,
    *RETYPING,
    *OUTGOING,
]
