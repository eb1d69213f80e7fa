"""Mutants of the runtime that whole requests and replies go through."""

from __future__ import annotations

from .mutant import RUNTIME, Mutant, rows

CONVERSATION = rows(
    f"{RUNTIME}/conversation.py",
    "test_result_order test_pairing test_call_order test_hard_cases test_conversations_driven "
    "test_interpreter",
    (
        "            if place in self.answers and place not in staying:",
        "            if place in self.answers:",
    ),
    (
        'order += islice(waiting, ahead) if message.get("role") == "tool" else waiting',
        "order += waiting",
    ),
    (
        'order += islice(waiting, ahead) if message.get("role") == "tool" else waiting',
        'order += () if message.get("role") == "tool" else waiting',
    ),
    ("                ahead += place in behind\n", "                ahead += 1\n"),
    ("            ahead = 0\n            if", "            if"),
    ("        return [*order, *waiting]", "        return order"),
    ("behind = frozenset(results) - staying", "behind = frozenset(results)"),
    ("    return Conversation(messages).order(staying(messages, format_))",
     "    return Conversation(messages).order()"),
    ("    return Conversation(messages).order(staying(messages, format_))",
     "    return range(len(messages))"),
    ("while call.id in taken or call.id in orphans:", "while call.id in taken:"),
    ("            taken.add(call.id)\n", ""),
    ("repeated.get(id_, 1) + 1", "repeated.get(id_, 0) + 1"),
    ("    return [*named, *free, candidates[-1]][0]", "    return [*free, candidates[-1]][0]"),
    ("free = [call for call in candidates if call not in answered]", "free = [*candidates]"),
    (
        "    return [*named, *free, candidates[-1]][0]",
        "    return [*named, *free, candidates[0]][0]",
    ),
    (
        "                odd = odd or overlaid(message, format_)\n",
        "                pass\n",
    ),
    ("    return len(set(calls)) == len(calls)", "    return True"),
    ("    return len(set(ids)) == len(ids)", "    return True"),
    ("            if overlaid(message, format_):\n                return False\n", ""),
    ("        if left_out and next(turn, None) is not None:", "        if False:"),
    ('entry.get("for") != ours or "sent" in entry', 'entry.get("for") != ours'),
    ('if entry.get("for") != ours or "sent" in entry', 'if "sent" in entry'),
    ('field: {"style": "present"}}', "}"),
    (
        "    fixed = frozenset[int]().union(*(staying(messages, name) for name in formats))",
        "    fixed = frozenset[int]()",
    ),
    (
        "for place, call in conversation.answers.items() if call in calls}",
        "for place, call in conversation.answers.items() if place < 0}",
    ),
)

PAIRING = rows(
    f"{RUNTIME}/pairing.py",
    "test_pairing test_call_order test_hard_cases test_conversations_driven test_interpreter",
    (
        "(self.now, self.before) if self.in_turn else (self.before, self.now)",
        "(self.now, self.before)",
    ),
    ("                if calls[0] not in answered:", "                if True:"),
    ("            if not goes_on:\n", "            if True:\n"),
    ("        goes_on = turn is not None\n", "        goes_on = place not in ids\n"),
    ('call.value["name"] if by_name else None, deque()', "None, deque()"),
    (
        "unnamed.first(name, answered) or named.first(name, answered)",
        "unnamed.first(name, answered)",
    ),
    (
        "unnamed.first(name, answered) or named.first(name, answered)",
        "named.first(name, answered) or unnamed.first(name, answered)",
    ),
    ('            elif not by_name:\n                result["name"] = found.value["name"]\n', ""),
    ('        elif ids[place] is None and result["toolCallId"] in taken:', "        elif False:"),
    ("    if Conversation(messages).order() != as_it_was:", "    if False:"),
    (
        '= {"for": ours} if theirs is None else {"for": ours, "as": theirs}',
        '= {"for": ours}',
    ),
    (
        "[_handed_down(m, format_) if overlaid(m, format_) else m for m in messages]",
        "[*messages]",
    ),
    ("order = conversation.order(staying(messages, format_))", "order = conversation.order()"),
    ("    _write_misread(conversation, order, ids, by_name, came)\n", ""),
    (
        "        others = read(conversation, order, ids, by_name, in_turn=False)\n",
        "        others = found\n",
    ),
    (" if place not in came\n", " if True\n"),
    ("                    ids.update(dict.fromkeys(call.results, call.id))\n", ""),
    (
        'return bool(value[field] != id_ or (entry and entry.get("for") == id_))',
        "return bool(value[field] != id_)",
    ),
    ('call.wire_id is None and entry and "for" not in entry:', "False:"),
    (
        '        call.wire_id = spelled(call.value, "id", format_) if same else call.id',
        "        call.wire_id = call.id",
    ),
    ("    laid = {**more, **(metadata.get(format_) or EMPTY)}", "    laid = more"),
)

CALLS = rows(
    f"{RUNTIME}/calls.py",
    "test_pairing test_call_order test_hard_cases test_stream_blocks test_convert_options "
    "test_interpreter",
    (
        "        if not taken or number > len(calls.made) + len(calls) + 1:",
        "        if True:",
    ),
    ("    if type(id_) is str and _LEGAL.fullmatch(id_):\n        return id_\n", ""),
    ("_LEGAL.fullmatch(id_)", "id_"),
    ("sort_keys=True", "sort_keys=False"),
    ('    while made in taken:\n        made += "_"\n', ""),
    ('more = {"sent": True} if sent else {}', "more: dict[str, bool] = {}"),
    (
        'renamed(call, call["id"] if own else call_id(seed, place, taken), sent)',
        "renamed(call, call_id(seed, place, taken), sent)",
    ),
    ("    made = _next_open(calls, calls.made, name, True)\n", "    made = None\n"),
    (
        "        taken = made in calls or made in calls.answered\n",
        "        taken = made in calls\n",
    ),
    (
        "            calls.cursors[made, name] = index + 1\n",
        "            calls.cursors[made, name] = index + 2\n",
    ),
    ('return {"for": made, "as": w[key]} if key in w else {"for": made}', 'return {"for": made}'),
    ('    if spelling.get("for") != call_id:\n        return False\n', ""),
)

LISTS = rows(
    f"{RUNTIME}/overlay.py",
    "test_sequences",
    ('    if all(block.get("kind") == "opaque" for block in run):', "    if False:"),
)
LIFTED = [
    *rows(
        f"{RUNTIME}/overlay.py",
        "test_overlay",
        ("if tag == value and not _stays(unit, format_):", "if tag == value:"),
    ),
    *rows(
        f"{RUNTIME}/absence.py",
        "test_losses test_hard_cases test_hard_values",
        ('= (block.get("toolCall") or block).get("metadata")', '= block.get("metadata")'),
    ),
    *rows(
        f"{RUNTIME}/absence.py",
        "test_overlay",
        ('unit.get("kind") == "opaque" and unit.get("format")', 'unit.get("format")'),
        (' and unit.get("format") != format_)', ")"),
    ),
]

OVERLAY = rows(
    f"{RUNTIME}/overlay.py",
    "test_overlay test_pairing test_call_order test_hard_cases test_interpreter",
    (' or entry.get("of") != dumps(written[last])', ""),
    ("    if last not in written or entry", "    if entry"),
    ("    if key not in rest:\n        return form\n", ""),
    ("        holder.setdefault(key, raw)", "        holder[key] = raw"),
    ('    *holders, last = entry.get("at", usual)', "    *holders, last = usual"),
    ("    others = {**before, path: ", "    others = {path: "),
    ("    spoken = {camel_case(key) for key in named}", "    spoken = {*named}"),
    ("if camel_case(key) not in spoken}", "if key not in spoken}"),
    ("    return {**rest, **written}", "    return written"),
    ("    return {**rest, **written}", "    return {**written, **rest}"),
    ('    return {**(form or {}), "here": found} if found else form', "    return form"),
    ("        if key in here or key not in landing:", "        if key not in landing:"),
    ('and (kind != "text" or blocks[at]["text"])', ""),
    ("    for at in range(len(blocks) - 1, -1, -1):", "    for at in range(len(blocks)):"),
    (
        '    if "toolCall" in block:\n        return {**block, "toolCall": _with',
        '    if "toolCall" in ():\n        return {**block, "toolCall": _with',
    ),
    (
        "    overlay = {**(metadata.get(format_) or EMPTY), key: value}\n    return",
        "    overlay = {key: value}\n    return",
    ),
    ("        elif key not in w or key in given:\n", "        elif key not in w:\n"),
    (
        "            _lay_under(w, key, value, given, key)",
        "            pass",
    ),
    ("    return [first, *written[1:], *rest[len(written) :]]", "    return [first, *written[1:]]"),
    (
        "and dumps(inner[ours]) == value:\n            inner[key] = raw",
        "and True:\n            inner[key] = raw",
    ),
    ('    return form is not None and form.get("lift") == "kept"', "    return False"),
    (
        '    units = [landed(unit, format_, landing) if "metadata" in unit else',
        '    units = [landed(unit, format_, landing) if "metadata" in () else',
    ),
)

ABSENCE = rows(
    f"{RUNTIME}/absence.py",
    "test_absence test_overlay test_stream_writing test_interpreter test_golden_adapter",
    (
        "sorted(form.get(style, ()), key=len, reverse=True)",
        "form.get(style, ())",
    ),
    (
        '    return key in own or key in own.get("$", EMPTY).get("absent", ())',
        "    return key in own",
    ),
    ("        holder[key] = inner = inner.copy()\n", ""),
    ('    style = "null" if key in w else "absent"\n', '    style = "absent"\n'),
    (", {**w, key: value}", ", w"),
    ("[*(form or {}).get(style, ()), path]", "[path]"),
    (
        "            if path in filled and not _alike(holder[key], filled[path]):",
        "            if False:",
    ),
    ("            if path not in given and path not in filled:", "            if False:"),
    ("    return left == right and type(left) is type(right)", "    return left is right"),
    ("                holder[key] = None\n", "                del holder[key]\n"),
    ("        if type(holder) is not dict:\n            continue\n", ""),
    ("        elif holder[key] is None and value is not None:", "        elif False:"),
)

FOREIGN = rows(
    f"{RUNTIME}/foreign.py",
    "test_losses test_kept_beside test_hard_cases test_hard_values",
    ("(not raw or type(raw) is dict) and not _says(raw):", "False:"),
    ("        if same(raw, value):\n", "        if raw == value:\n"),
    ("    if len(x) != size + 1 or not (metadata", "    if not (metadata"),
    ("        return any(map(_says, value.values()))\n", "        return True\n"),
    (' or _spells(overlay["$"]):', ":"),
    (
        "if not any(\n            _is_text(record",
        "if False and any(\n            _is_text(record",
    ),
    ("any(record.get(key) != word for key, word in tags.items())", "False"),
    ("    return not any(map(_says, others)) and", "    return"),
    ("and (not deeper or _is_text(record.get(key), {}, deeper))", ""),
    ("elif key not in x or not same(x[key], raw):", "else:"),
    ("elif key not in x or not same(x[key], raw):", "elif key not in x:"),
    ('apart = bool(records) and key == "as" and "at" in form[field]', "apart = False"),
    ('apart = bool(records) and key == "as" and "at" in form[field]', "apart = True"),
    (" and not (apart and text_of_parts([record], *kind[:2]))", " and not apart"),
    ("    return GROUP in form or BLOCKS in form or", "    return BLOCKS in form or"),
    ("    return GROUP in form or BLOCKS in form or", "    return GROUP in form or"),
    (' or BLOCKS in form or "$" in form\n', " or BLOCKS in form\n"),
    (' or "also" in entry or', " or"),
    (' or "there" in entry):', "):"),
    ('for key in ("as", "there") if', 'for key in ("as",) if'),
    (' and key == "as" and', " and"),
    ('        if "as" in kinds and field in form:\n', '        if "as" in kinds:\n'),
    ("    if type(raw) is list:\n        for index", "    if False:\n        for index"),
    ("keys.get(key, keys.get(camel_case(key)))", "keys.get(key)"),
    ("            elif _says(value):\n", "            else:\n"),
    ('    if _says(form.get("$")):\n', '    if "$" in form:\n'),
    ('            if _says(value) and entry["of"]', '            if entry["of"]'),
    (' and entry["of"] != dumps(value):', ":"),
    ('if "" in kinds else []', ""),
    ("            if _says(value) and not (number", "            if not (number"),
    ("(number is not None and same(value, number))", "False"),
    ("same(value, number))", "value == number)"),
    ("kinds.count(kinds[-1]) - 1", "len(kinds) - 1"),
    ("inside/{escaped(way)}/rest", "inside/{way}/rest"),
    ("{place}/{within}/{escaped(key)}", "{place}/{within}/{key}"),
)

LOSSES = rows(
    f"{RUNTIME}/losses.py",
    "test_losses test_result_order test_hard_cases test_hard_values",
    ("    for index in going_out(units, format_):\n", "    for index in range(len(units)):\n"),
    ("leading = leading and only_elsewhere(unit, format_)", "leading = False"),
    ("        if not only_elsewhere(unit, format_):\n", "        if True:\n"),
    ("    if len(blocks) == 1 and not media:", "    if len(blocks) == 1:"),
    ('only.get("kind") != "text" or only.get("text"):', "True:"),
    ('        if reason != "":', "        if True:"),
    ('if key not in after["metadata"][format_] and key not in block_keys:', "if False:"),
    ('key not in after["metadata"][format_] and key not in block_keys:', "key not in block_keys:"),
    ("    if fields.issuperset(x):\n        return\n", "    return\n"),
    ("get_close_matches(camel_case(str(key)), ", "get_close_matches(str(key), "),
    ("{escaped(str(key))}", "{key}"),
    ("        if rank < last:\n", "        if False:\n"),
    ("        if (words if rank == rest else counts.get(rank, 0)) > 1:", "        if False:"),
    ("(words if rank == rest else counts.get(rank, 0))", "counts.get(rank, 0)"),
    ("    if media and not alone and counts", "    if media and counts"),
    ("    if media and not alone and counts", "    if False and counts"),
    ("        if lifted > 1:\n", "        if lifted > 2:\n"),
    ("        if not leading:\n", "        if False:\n"),
    ('and unit["content"] == []:', "and False:"),
    ("    if not invalid:\n", "    if False:\n"),
    ("    if arguments_in(invalid) is not None:\n", "    if False:\n"),
    ("        if x.get(field) is not None:\n", "        if field in x:\n"),
    ("        if x.get(field) is None:\n", "        if field not in x:\n"),
    ("        if not same(x.get(field), value):\n", "        if True:\n"),
    ("        if same(x.get(field), value):\n", "        if x.get(field) == value:\n"),
)

RECALLED = rows(
    f"{RUNTIME}/recalled.py",
    "test_recalled",
    ("return value if made is None else marshal.loads(made), [*losses]", "return value, [*losses]"),
    ("marshal.loads(made), [*losses]", "marshal.loads(made), losses"),
    ("    if len(key[1]) <= LONGEST:\n", "    if True:\n"),
    ("        if len(_remembered) >= MOST:\n", "        if False:\n"),
    ("    except ValueError:  # an object", "    except KeyError:  # an object"),
    ("except ValueError:\n        return False\n", "except KeyError:\n        return False\n"),
    (" == (None, ())\n", " is not None\n"),
)

ERRORS = rows(
    f"{RUNTIME}/errors.py",
    "test_errors test_malformed_input test_convert_options test_hostile_input test_bugs test_cli",
    ('    if not losses or on_loss == "ignore":\n', "    if True:\n"),
    (
        "    absent = key is not None and type(container) is dict and key not in container\n",
        "    absent = False\n",
    ),
    ("by_alias=True, exclude_unset=True", "by_alias=True"),
    ("    if trace is not None:\n        raise failure\n", ""),
    ("        frame = back\n", "        frame = back.f_back\n"),
    ("back.f_lineno, name if", "0, name if"),
    ("name if type(name) is str else None", "None"),
    ("        return self.code in HARMLESS\n", "        return False\n"),
    ("        return self.code in HARMLESS\n", "        return True\n"),
)

BLAMING = rows(
    f"{RUNTIME}/blaming.py",
    "test_errors test_malformed_input test_convert_options test_hostile_input test_bugs",
    ("        if not is_same or unspelled(ours) != unspelled(theirs):", "        if not is_same:"),
    ("value[ours] is wanted[theirs] or value[ours] is None", "value[ours] is wanted[theirs]"),
    (" or len(value) > len(wanted):\n        return 0", ":\n        return 0"),
    ("        return next(iter(alike), first) if others else None\n", "        return first\n"),
    ("next(iter(alike), first) if others", "first if others"),
    ("if one.code == first.code and len(names) == 1]", "if len(names) == 1]"),
    ("if one.code == first.code and len(names) == 1]", "if one.code == first.code]"),
    ("        except type(failure):\n            continue\n", ""),
    (" and _deep(value, SHALLOW):", ":"),
)

MISFIT = rows(
    f"{RUNTIME}/misfit.py",
    "test_errors test_nearest_arm test_malformed_input test_mutations test_hostile_input test_bugs",
    ("        nearest = max(nearness)", "        nearest = min(nearness)"),
    ("            return -1000\n", "            return 0\n"),
    ("        near = sum(1 if one else -1 for one in there)", "        near = 0"),
    ("                near += 2 if value[key] in consts else -2\n", "                near += 0\n"),
    (
        "                near += 2 if value[key] in consts else -2\n",
        "                near += -2 if value[key] in consts else 2\n",
    ),
    ('[one for one in firsts if one.code != "value"] or firsts', "firsts"),
    ("deepest = max(meant,", "deepest = min(meant,"),
    ('str(key).replace("~", "~0").replace("/", "~1")', 'str(key).replace("/", "~1")'),
    ("    if isinstance(value, bool):\n        return False\n", ""),
    ('            if len(value) < schema.get("minItems", 0):', "            if False:"),
    ('(text[:1] + text[1:].replace("_", "")).lower()', 'text.replace("_", "").lower()'),
    ('(text[:1] + text[1:].replace("_", "")).lower()', 'text[:1] + text[1:].replace("_", "")'),
    ('    yield from Reading(defs, _spelled).find(value, arms, "")\n', ""),
    ("    if isinstance(failure, KeyError) and one", "    if False and one"),
    ("        if type(others) is dict:\n", "        if False:\n"),
    ("[*enumerate(value)][::-1]", "[*enumerate(value)]"),
    ('        yield "", value, rest\n', '        yield "", value, value\n'),
)

JSON_TEXT = rows(
    f"{RUNTIME}/jsontext.py",
    "test_jsontext test_hard_values test_long_texts",
    (
        "separators=separators, ensure_ascii=ascii_only",
        "separators=(', ', ': '), ensure_ascii=ascii_only",
    ),
    ("separators=separators, ensure_ascii=ascii_only", "separators=separators, ensure_ascii=True"),
    ("    if value in _INFINITE:\n", "    if False:\n"),
    ("*reversed(inner[:-1])", "*inner[:-1]"),
    ("(plain.encode(value),)", "(plain.encode([value]),)"),
    ("allow_nan=False, check_circular", "allow_nan=True, check_circular"),
    (
        "    if not text.isascii() and not encodes(text):\n        text = ",
        "    if False:\n        text = ",
    ),
    ("parse_constant=_refuse, parse_float", "parse_constant=None, parse_float"),
    ("    return value if type(value) is dict else None\n", "    return value\n"),
    (
        "        if type(value) is not dict or end != len(text):",
        "        if type(value) is not dict:",
    ),
    ("            if not text.startswith(piece, at):", "            if False:"),
    ('(value, {"style": "spaced"} if spaced else None)', "(value, None)"),
)

CONVERT = rows(
    f"{RUNTIME}/convert.py",
    "test_convert_options",
    ('        request = {**request, "model": model}\n', "        pass\n"),
    ('        response = {**response, "model": model}\n', "        pass\n"),
    ("decode_request(payload, make_id=make_id, profile", "decode_request(payload, profile"),
    (
        "reader.decode_response(payload, make_id=make_id, request=asked, profile=profile)",
        "reader.decode_response(payload, request=asked)",
    ),
    (
        "reader.decode_stream(events, make_id=make_id, request=asked, profile=profile)",
        "reader.decode_stream(events, request=asked)",
    ),
    (
        "reader.adecode_stream(events, make_id=make_id, request=asked, profile=profile)",
        "reader.adecode_stream(events, request=asked)",
    ),
    (
        "writer.encode_request(request, on_loss=on_loss, rules=rules, profile=profile)",
        'writer.encode_request(request, on_loss="ignore", rules=rules)',
    ),
    (
        "writer.encode_response(response, on_loss=on_loss)",
        'writer.encode_response(response, on_loss="ignore")',
    ),
    (
        "writer.encode_stream(read, on_loss=on_loss, on_cut=on_cut)",
        "writer.encode_stream(read, on_loss=on_loss)",
    ),
    ("writer.aencode_stream(read, on_loss=on_loss, on_cut=on_cut)", "writer.aencode_stream(read)"),
)

# The default of each of the four conversions.
DEFAULTS = [
    Mutant(
        f"{RUNTIME}/convert.py",
        f"{head}\n",
        f"{head}\n".replace('on_loss: str = "warn"', 'on_loss: str = "ignore"'),
        ("test_convert_options",),
    )
    for head in (
        'def convert_request(\n    payload: object,\n    *,\n    source: str,\n    target: str,\n'
        '    model: str | None = None,\n    on_loss: str = "warn",',
        'def convert_response(\n    payload: object,\n    *,\n    source: str,\n    target: str,\n'
        '    model: str | None = None,\n    on_loss: str = "warn",',
        "def convert_stream(\n    events: Iterable[object],\n    *,\n    source: str,\n"
        '    target: str,\n    on_loss: str = "warn",',
        "def aconvert_stream(\n    events: AsyncIterable[object],\n    *,\n    source: str,\n"
        '    target: str,\n    on_loss: str = "warn",',
    )
]  # fmt: skip

ANSWERING = rows(
    f"{RUNTIME}/answering.py",
    "test_messages",
    ('result["name"] or name', 'result["name"]'),
    ('    if result["toolCallId"] != call_id:\n        raws', "    if False:\n        raws"),
    ("            w = plain(w)\n", "            pass\n"),
    ('_value_at(noted, ["for"]) == result["toolCallId"]:', "True:"),
    ('    if result["toolCallId"] != call_id:\n        what', "    if False:\n        what"),
    ("{**inner} if type(inner) is dict else {}", "{}"),
    ("        if type(plain_call.get(key)) is not str:\n", "        if False:\n"),
)
ECHO = rows(
    f"{RUNTIME}/echo.py",
    "test_messages",
    (" or len(record) != len(tags) + 1", ""),
    ("if not usual and not same_text(loads(text), value):", "if False:"),
    ("if not usual and not same_text(loads(text), value):", "if not usual:"),
    (" and [*record] == [*tags, key]", ""),
    ("    if records == [] and value", "    if False and value"),
    (" and value is not None", ""),
)

MUTANTS: list[Mutant] = [
    *ANSWERING,
    *ECHO,
    *CONVERSATION,
    *PAIRING,
    *CALLS,
    *LISTS,
    *LIFTED,
    *OVERLAY,
    *ABSENCE,
    *FOREIGN,
    *LOSSES,
    *RECALLED,
    *ERRORS,
    *BLAMING,
    *MISFIT,
    *JSON_TEXT,
    *CONVERT,
    *DEFAULTS,
    *rows(
        f"{RUNTIME}/errors.py",
        "test_losses",
        ('HARMLESS = frozenset({"added", "filled", ', 'HARMLESS = frozenset({"added", '),
    ),
    *rows(
        f"{RUNTIME}/errors.py",
        "test_losses_of_making",
        ('"moved", "own", "renamed"})', '"moved", "renamed"})'),
    ),
    *rows(
        f"{RUNTIME}/foreign.py",
        "test_losses_of_making test_losses",
        ('    if usual is None:\n        return "foreign"\n',
         '    if usual is None:\n        return "own"\n'),
        ('            return ""\n    if "*" in', '            return "own"\n    if "*" in'),
        ('    if "*" in usual:\n', "    if False:\n"),
        ('return "foreign"\n        for key,', 'return "own"\n        for key,'),
        ("code = _code(value, usual.get(key)) or code", "code = _code(value, usual.get(key))"),
        ('                if code == "foreign":\n                    return code\n', ""),
        ("if _says(value):\n                code =", "if True:\n                code ="),
    ),
]
