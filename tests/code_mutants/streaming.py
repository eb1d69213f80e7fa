"""Mutants of the runtime that streams go through."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

SENDING = rows(
    f"{RUNTIME}/sending.py",
    "test_stream_writing test_stream_blocks test_convert_options test_stream_grammar",
    ("or not (text.isascii() or encodes(text)) or not text", "or not text"),
    ('        if self.complete or self.failed or kind == "usage":', '        if kind == "usage":'),
    ('            if e.get("format") == self.reader.format:\n', "            if True:\n"),
    ("if part.ended:\n            return None\n        whole =", "whole ="),
    (
        "        return not one_by_one or self.open is None or self.open.whole()",
        "        return True",
    ),
    (" and (part.ended or not made_up(part.as_call()))\n", "\n"),
    (
        "            self.halved = [but] if but is not None and but.half else []\n",
        "            self.halved = []\n",
    ),
    ("            self._release(part)\n            part.end", "            part.end"),
    (
        "        self._shut()\n        content, late",
        "        content, late",
    ),
    (
        "            self._add(part)\n        self._shut()",
        "            pass\n        self._shut()",
    ),
    ("            self.outlet.news(self.open)\n", "            pass\n"),
    ("        if not self.complete and not self.failed:\n", "        if not self.complete:\n"),
    (
        '        if self.on_cut == "raise" and not self.complete:',
        '        if self.on_cut == "raise" and not self.complete and not self.failed:',
    ),
    ("            losses += losses_at_end(given, self.losses)\n", ""),
    ("        ended = owned(body)  #", "        ended = body  #"),
    ("            blank(body, path, word)\n", "            pass\n"),
)

SENT = rows(
    f"{RUNTIME}/sent.py",
    "test_stream_writing test_stream_blocks test_convert_options test_stream_grammar",
    (
        "    except Exception:\n        yield from sender.cut()\n        raise\n",
        "    except Exception:\n        raise\n",
    ),
    ("        for one in sender.cut():\n            yield one\n        raise\n", "        raise\n"),
)

UNTOLD = (
    *rows(
        f"{RUNTIME}/stream_losses.py",
        "test_stream_losses test_bugs test_stream_spelled",
        ("key == FORM or", "False or"),
        (' or (key == "id" and made_up(value))', ""),
        (" if not any(_is_about(path, losses))", ""),
        ('value.get("kind") == other.get("kind")', "True"),
        ("len(value) == len(other)", "True"),
        ("    except ToolwireError:\n", "    except FAILURES:\n"),
    ),
    *rows(
        f"{RUNTIME}/outlet.py",
        "test_stream_losses test_bugs",
        ("                self._note(event)\n", "                pass\n"),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        "test_stream_once",
        ("if slot not in s.unshown and not slot.is_shown:", "if slot not in s.unshown:"),
        ("        slot.is_shown = not slot.kind\n", ""),
        ("if not (waited or slot.is_shown):", "if not waited:"),
        ("    slot.kind, slot.is_shown = kind, False\n", "    slot.kind = kind\n"),
    ),
    *rows(
        f"{RUNTIME}/matching.py",
        "test_stream_losses",
        ('    if "snake" not in form:', "    if True:"),
    ),
    *rows(
        f"{RUNTIME}/partial.py",
        "test_partial",
        ("place[step] = owned(", "place[step] = ("),
    ),
    *rows(
        f"{COMPILER}/plan/streams/chunks.py",
        "test_stream_losses test_golden_adapter",
        ("        if own and counts and around:\n", "        if False:\n"),
        ("around = place not in lists and any(", "around = any("),
        ("ir.or_(ir.not_(later), wrong) if demanded", "ir.not_(later) if demanded"),
        (
            "                ir.and_(ir.not_(later), there), ir.and_(later, wrong)\n",
            "                ir.and_(ir.not_(later), there)\n",
        ),
    ),
)

UNOPENED = (
    *rows(
        f"{COMPILER}/plan/streams/beginning.py",
        "test_stream_unopened test_golden_adapter",
        ("kind = kind_of(self.wire, self.stream, row) if len(about.numbers) > 1 else row.record",
         "kind = row.record"),
        (" or begun_by_ends(self.stream, steps):", ":"),
        ("return [made, *(stmt for one in matching for stmt in self._shown(one, slot, ()))]",
         "return [made]"),
        ("        if kind:\n            upper", "        if False:\n            upper"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/elements.py",
        "test_stream_unopened test_golden_adapter",
        ("        if blocks is None:\n            return [opened, *self._begun_with(about, value)]",
         "        if blocks is None:\n            return [opened]"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/parts.py",
        "test_stream_done test_stream_writing test_golden_adapter",
        ("alone = row.opens and not row.record and place in self.bases",
         "alone = row.opens and not row.record"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/moves.py",
        "test_golden_adapter",
        ("if one.opens and one.operator in PIECES and", "if one.opens and"),
    ),
    *rows(
        f"{COMPILER}/resolve/beginning.py",
        "test_stream_unopened test_golden_adapter test_checks",
        ("        if name not in others and has_inside(schema, name, inside)\n",
         "        if has_inside(schema, name, inside)\n"),
        ("    return found[0] if len(found) == 1 else", "    return found[0] if found else"),
        ("    return having[0] if len(having) == 1 else", "    return having[0] if having else"),
        ("    ended = any(one.source for one in _ends(stream, steps))\n", "    ended = True\n"),
        ("if ended and row.opens else", "if ended else"),
        ("    return any(row.source and row.opens for row", "    return any(row.source for row"),
    ),
    *rows(
        f"{COMPILER}/check/stream_rows.py",
        "test_checks",
        ('    if row.operator == "close" and row.opens and not row.source:\n', "    if False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_coverage.py",
        "test_formats test_cli test_golden_adapter",
        ("if own and begun_by_ends(view.stream, own[0].row.place[:size]):", "if False:"),
    ),
)

INSTEAD = (
    *rows(
        f"{RUNTIME}/showing.py",
        "test_stream_instead",
        ("if slot.kind in CALLS and not s.deltas:  # nothing", "if False:  # nothing"),
    ),
    *rows(
        f"{RUNTIME}/closing.py",
        "test_stream_instead",
        ("slot.other = owned(read([final], s.calls)[0])", "slot.other = read([final], s.calls)[0]"),
        ('        slot.kind = ""  # nobody has heard of it\n', "        pass\n"),
    ),
    *rows(
        f"{RUNTIME}/fold.py",
        "test_stream_instead",
        ('            self.block = owned(e["instead"])\n', "            pass\n"),
        ('            _be_block(e, "instead")\n', "            pass\n"),
    ),
    *rows(
        f"{RUNTIME}/outgoing.py",
        "test_stream_instead",
        ("            if self.position < 0:\n                self.become()", "            pass"),
        ("    if any(part.other is not None for part in sent):\n", "    if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/elements.py",
        "test_stream_instead",
        ("            if final is None:\n                raise told_wrongly()", "            pass"),
        ("            for event in lane.close(final, part.named, final):",
         "            for event in lane.close(self._sent(part), part.named, final):"),
        ("            part.become()\n", ""),
    ),
    *rows(
        f"{COMPILER}/plan/streams/blocks.py",
        "test_stream_instead",
        ("        branches = self._others(blocks, slot, value) if whole else []\n",
         "        branches: list[tuple[Expr, list[Stmt]]] = []\n"),
    ),
)

RETURNED = (
    *rows(
        f"{RUNTIME}/outgoing.py",
        "test_stream_returned",
        ("        return bool(self.pieces or self.half)", "        return bool(self.pieces)"),
    ),
    *rows(
        f"{RUNTIME}/sending.py",
        "test_stream_returned",
        ("None if self.outlet.one_by_one else self.parts.turned_from(part, key)", "None"),
        ('            if not e["text"]:  # a mark alone', "            if False:"),
    ),
    *rows(
        f"{RUNTIME}/sending.py",
        "test_stream_ends",
        ("if others or path in self.reader.silent:", "if others:"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_stream_writing",
        ("news.get(framing.last) is not None else None", "framing.last in news else None"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_stream_returned",
        ("            if found is not None:\n", "            if False:\n"),
        ("            self._tell_silent(lane)\n            self.put(", "            self.put("),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_stream_lists",
        ('lane = lanes.get(word) or lanes.get("")', 'lane = lanes.get("")'),
        ('if word in ("toolCall", self.framing.blocks[-1]):', 'if word == "toolCall":'),
        ('w.keys().isdisjoint((framing.number, framing.renew))', "False"),
        ("self.one_by_one = not framing.apart", "self.one_by_one = not framing.texts"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_stream_found",
        ("        if key != self.framing.renew:\n", "        if True:\n"),
        ("        if part.position:\n            # No", "        if False:\n            # No"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "test_stream_lists",
        ("calls = [one for one in self.shown.lists if one.calls and self.parts is None]",
         "calls: list[Blocks] = []"),
        ("words = (kinds[0], blocks.path[-1]) if kinds", "words = (kinds[0],) if kinds"),
        ("            apart = self.shown.texts or self._lanes\n",
         "            apart = self.shown.texts\n"),
    ),
    *rows(
        f"{RUNTIME}/elements.py",
        "test_stream_returned",
        ("            self._tell_empty(part, block)\n", "            pass\n"),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        "test_stream_returned",
        ("    if texts_inside(slot.w, path):", "    if False:"),
    ),
    *rows(
        f"{RUNTIME}/matching.py",
        "test_stream_returned",
        ("for block in blocks if not _told_otherwise(block, by_sort)]", "for block in blocks]"),
    ),
    *rows(
        f"{RUNTIME}/apart.py",
        "test_stream_returned",
        ("if key != BLOCKS}", "}"),
    ),
)

ELEMENTS = rows(
    f"{RUNTIME}/elements.py",
    "test_stream_writing test_stream_blocks test_convert_options test_stream_grammar",
    ("        if pieced and part.pieces:\n", "        if False:\n"),
    ("        if news:\n", "        if False:\n"),
    ("        self._fill(part, w)\n        if pieced", "        if pieced"),
    ("        news = as_a_whole(news, body, framing.usage)\n", ""),
    ("            and _tells(self._left(part))\n", "            and self._left(part)\n"),
    ("            if part.shut\n", "            if True\n"),
)

CHUNKS = rows(
    f"{RUNTIME}/chunks.py",
    "test_stream_writing test_stream_blocks test_convert_options test_stream_grammar",
    (
        "        event = {**self.base, **self.framing.chunk(body)}",
        "        event = self.framing.chunk(body)",
    ),
    ("        for path, word in self.undecided:\n            undecided(body, path, word)\n", ""),
    (
        "[*[None] * part.position, w]",
        "[w]",
    ),
    ("        if last is not None:\n", "        if False:\n"),
    (
        "        if self.one_by_one:\n            discard(news, framing.blocks)\n        else:",
        "        if True:",
    ),
    ('            block |= {"metadata": metadata} if metadata else {}\n', ""),
)

RUNS = [
    *rows(
        f"{RUNTIME}/assembly.py",
        "test_stream_runs test_passes",
        (" or len(last) != 1 or text not in last", " or text not in last"),
        ("(type(value) is not str or w.get(key) != value)", "w.get(key) != value"),
        ("if key != but and (", "if False and ("),
    ),
    *rows(
        f"{RUNTIME}/assembly.py",
        "test_stream_latest",
        ("    if not value:\n        return opened_object(w, key, tags)\n", ""),
    ),
    *rows(
        f"{RUNTIME}/usage.py",
        "test_stream_latest",
        ("    elif counts:\n", "    elif True:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/passes/run_pieces.py",
        "test_stream_latest",
        ("latest = [ir.const(True)] if row.operator else []", "latest: list[Expr] = []"),
    ),
    *rows(
        f"{COMPILER}/check/stream_shaped.py",
        "test_stream_latest",
        ('for level in deeper if operator == "latest" else ():', "for level in ():"),
        ('(not merged or operator == "latest")', "not merged"),
    ),
    *rows(
        f"{RUNTIME}/usage.py",
        "test_like_events test_stream_runs test_passes",
        ("            put(ours, name, value)\n", "            pass\n"),
        ("            news = True\n", "            pass\n"),
        ("not same(value, ours.get(name))", "value != ours.get(name)"),
        ("        counted.again = counts\n", ""),
        ("        counted.settle()\n", ""),
        ("        counted.again = None\n", ""),
        ("counted.put = owned(counts)\n        if", "counted.put = counts\n        if"),
        ("w[key] = counted.put = owned(counts)", "w[key] = counted.put = counts"),
        ("self.again is not None and self.again == self.put", "self.again is not None"),
        ("            _put_in(self.w[self.key], self.again)\n", "            pass\n"),
        ("        self.put = self.again = None\n", "        self.put = None\n"),
        ("        self.put = self.again = None\n", "        self.again = None\n"),
        (" or not counted.snaked.isdisjoint(counts)", ""),
        ("    if usage != s.usage:\n", "    if True:\n"),
    ),
    *rows(
        f"{RUNTIME}/stream.py",
        "test_like_events",
        ("closed = False\n    if assembly.counted is not None:", "closed = False\n    if False:"),
        ("-> Json:\n    if assembly.counted is not None:", "-> Json:\n    if False:"),
    ),
    *rows(
        f"{RUNTIME}/alike.py",
        "test_like_events test_passes",
        ("if k not in own and v and v", "if v and v"),
        ("if k not in own and v and v", "if k not in own and v"),
        ("like.get(k, v))", "like.get(k))"),
        ("k: owned(v) for", "k: v for"),
        ("    if like:\n", "    if False:\n"),
        ("    except RecursionError:\n        return\n", "    except KeyError:\n        return\n"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_stream_runs",
        ("(part.shape is not None and not metadata)", "part.shape is not None"),
        ('if path and "metadata" not in block and w.get', "if path and w.get"),
    ),
]

OUTLET = rows(
    f"{RUNTIME}/outlet.py",
    "test_stream_writing test_stream_blocks test_convert_options test_stream_grammar",
    (
        "        self._send(owned(event))\n\n    def _send",
        "        self._send(event)\n\n    def _send",
    ),
    (
        "            blame(failure, event, self.reader.format, self.reader.events)\n",
        "            raise\n",
    ),
    ("        self.count += 1\n", ""),
    ('DROPPED if part.pieces or part.kind == "block" else UNSENT', "DROPPED"),
    ("            self._note(self.event_of(part, part.unread()))\n", "            pass\n"),
)

REPEATING = [
    *rows(
        f"{RUNTIME}/repeating.py",
        "test_stream_repeats",
        ("            self.counts[key] += 1\n", "            pass\n"),
        ("                self.counts[key] = number + 1\n", ""),
        ("                repeated[key] = self._numbered(key, number)\n", ""),
        ("len(items) - 1 if items else None", "len(items)"),
        ("                del e[key]  # else", "                pass  # else"),
        ("                slot, path = found, []\n", "                slot = found\n"),
        ("is not None), None)", "is None), None)"),
        ("all(value is not None and type(value)", "all(type(value)"),
        (" and type(value) not in NESTED for", " for"),
        ("self.repeats.keyed or not self.repeats.numbers", "self.repeats.keyed or not {}"),
        ("return owned(built(inside(slot.w, *path)))", "return built(inside(slot.w, *path))"),
        ("inner if type(inner) is dict else event", "inner"),
    ),
    *rows(
        f"{RUNTIME}/outlet.py",
        "test_stream_repeats test_stream_blocks",
        ("            self._repeating.count(event)\n", "            pass\n"),
        ("is not None and type(event) is dict:", "is not None:"),
        ("            self._repeating.fill_piece(event, part)\n", "            pass\n"),
        ("            self._repeating.fill(event)\n", "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/resolve/streaming.py",
        "test_golden_adapter",
        ("for one in stream.repeats if one.key in keys)", "for one in stream.repeats)"),
    ),
]

MATCHING = rows(
    f"{RUNTIME}/matching.py",
    "test_matching test_stream_writing test_convert_stream",
    ("sorted(left, key=lambda one: one[0])", "left"),
    ('"toolCall") or "redacted" in block:', '"toolCall"):'),
    ("            left.append((at, block))\n            continue\n", "            continue\n"),
    (
        'sent = {"id": _call(part)["id"]} if "id" in _call(part) else {}',
        "sent: dict[str, Json] = {}",
    ),
    (
        "            left.append((at, block))\n        elif not text.startswith(wanted):",
        "            pass\n        elif not text.startswith(wanted):",
    ),
    ("            text = text[len(wanted) :]\n", ""),
    ("wanted[len(text) :]}", "wanted}"),
    ("if p.finished is None and same(p.block, block)", "if same(p.block, block)"),
    ('and p.block["kind"] == block["kind"])', ")"),
    ("if part.finished is None], left), *queue]", "if part.finished is None], left)]"),
)

SHOWING = rows(
    f"{RUNTIME}/showing.py",
    "test_pairing test_stream_blocks test_stream_grammar test_stream_laws",
    ("        s.call_count += 1\n", ""),
    (
        "    if slot.ended or not slot.kind:\n        return\n",
        "    if not slot.kind:\n        return\n",
    ),
    ("        slot.ending = True\n        return\n", "        slot.ending = True\n"),
    ('dumps(call["arguments"]) if text is None else text', 'dumps(call["arguments"])'),
    ("(s.run.kind, s.run.index) == (kind, index)", "s.run.kind == kind"),
    ('    s.calls[made] = name or ""\n', ""),
    (
        "    if slot is None or slot.kind:\n        if slot is not None",
        "    if True:\n        if slot is not None",
    ),
)

NAMING = rows(
    f"{RUNTIME}/naming.py",
    "test_conversations_driven test_pairing test_stream_blocks test_stream_laws",
    ('id_form(call["metadata"])', 'call["metadata"]'),
    ("    if not id_ and reply is None:\n        return\n", "    if not id_:\n        return\n"),
    ("call_id(seed, slot.call, s.calls.keys())", "call_id(seed, slot.call, ())"),
    ("    slots.sort(key=lambda slot: (slot.place, slot.call))\n", "    slots.reverse()\n"),
    (
        "        elif slot.made and made_up(call) and slot.made not in own:\n",
        "        elif slot.made and slot.made not in own:\n",
    ),
    (" and slot.made not in own:\n", ":\n"),
    ("    gone = not any(one is begun for one in s.out)\n", "    gone = False\n"),
    ("[slot for slot in s.begun if slot.kind in CALLS]", "[*s.begun]"),
    ("    if gone and s.deltas:\n", "    if gone:\n"),
)

FOLD = rows(
    f"{RUNTIME}/fold.py",
    "test_conversations_driven test_fold test_stream_blocks test_stream_grammar",
    ("            unsay_id(self.metadata)\n", "            pass\n"),
    ("if text or key not in self.call}", "}"),
    (
        "        return not other or (not self.ended and made_up",
        "        return not other or (made_up",
    ),
    ("            return not self.ended and not (", "            return not ("),
    (
        '        if self.kind == "reasoning" and not self.ended:\n',
        "        if False:\n",
    ),
    ("if text and (self.ended or not ends) else None", "if text else None"),
    ("        if self.ended and not text:\n", "        if not text:\n"),
    (
        '                call.setdefault("id", call_id(seed, place, ()))\n',
        '                call.setdefault("id", "")\n',
    ),
    ("CUT.copy() if self._error is None else self._error", "CUT.copy()"),
    ('Folded("block", owned(e["block"]))', 'Folded("block", e["block"])'),
)

UNNAMED = [
    *rows(
        f"{RUNTIME}/outgoing.py",
        "test_absence",
        ('            self.metadata = owned(call.get("metadata", {}))\n', "            pass\n"),
        ('"name": call["name"], **self.call}', "**self.call}"),
    ),
    *rows(
        f"{RUNTIME}/midway.py",
        "test_failures test_stream_failures test_stream_grammar",
        ('            tell_usage(s, rest["usage"])\n', "            pass\n"),
        ("        if found is None and not named:\n            raise\n", ""),
        (" and not named:", ":"),
        ("        if named:\n", "        if False:\n"),
        ('"" if not raw else None', "None"),
        ('EVENT in form and _is_as_shown(event["error"], form[EVENT])', "EVENT in form"),
        ("bool(same and ", "bool(same or "),
        ("    s.failed = True\n", ""),
        ('    if s.out and s.out[-1]["kind"] == "error":\n', "    if False:\n"),
        ('            event["metadata"] = reply["metadata"]\n', "            pass\n"),
        ("        if rest:\n            mark(event, format_, REPLY, rest)\n", ""),
        ("    s.out.append(owned(event))", "    s.out.append(event)"),
        ("if key not in keys}", "}"),
        ("    failed |= form.get(REPLY) or EMPTY\n", ""),
        ('failed["metadata"] = {format_: own}', "pass"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/failing.py",
        "test_stream_failures test_golden_adapter",
        ("        if repeated := self.state.repeated(event):\n", "        if repeated := ():\n"),
        ("keys if key in self.resolver.snaked}", "()}"),
        ("ir.IfElse(ir.Filled(MATCHED), ir.runtime(\"besides\", read, ir.var(name)), read)",
         'ir.runtime("besides", read, ir.var(name))'),
        (" or self.state.repeated(one) for", " for"),
        (" or errors[:1] != first)", ")"),
    ),
    *rows(
        f"{RUNTIME}/sending.py",
        "test_finish_reasons",
        ('"error"]}, response.get("usage"))', '"error"]})'),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        "test_absence",
        ('event["name"] = "" if name is None else name', 'event["name"] = name'),
    ),
    *rows(
        f"{COMPILER}/plan/streams/chunks.py",
        "test_golden_adapter",
        ('                found[key] = "" if "string" in types(shapes) else []\n',
         "                pass\n"),
        ("self._least(inner, (*around, record))", "{}"),
        ("if not lists and not types(shapes) &", "if not types(shapes) &"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "test_golden_adapter",
        ('[ir.Named(lane.entry["writes"]) for _, lane in lanes if lane.blocks]', "[]"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/blocks.py",
        "test_absence",
        ("        usual |= element.absent\n", ""),
    ),
    *rows(
        f"{COMPILER}/plan/streams/blocks.py",
        "test_stream_shared_text",
        (
            "for element in blocks.grown(path, record)\n        ]\n        if branches",
            "for element in blocks.grown(path, record)[:1]\n        ]\n        if branches",
        ),
    ),
    *rows(
        f"{COMPILER}/plan/passes/element_pieces.py",
        "test_stream_shared_text",
        ("            find.append(ir.if_((ir.eq(kind, other), [UNSAID])))\n", "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/shown.py",
        "test_stream_shared_text",
        (" and element.takes(row.record)\n", "\n"),
    ),
    *rows(
        f"{COMPILER}/check/matching.py",
        "test_custom_tools",
        ("if of_calls(o.lens) == of_calls(lens.lens)]", "]"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "test_stream_flagged",
        ("            if path not in tabled and words:\n", "            if False:\n"),
        (" and (not words or tabled[path] in words):", ":"),
        ("place if self.stream.ends[:1] != (place,) else ()", "()"),
    ),
    *rows(
        f"{COMPILER}/resolve/streaming.py",
        "test_stream_left_out",
        ("    if len(stream.ends) + len(stream.ending) < 2 or any(", "    if any("),
    ),
    *rows(
        f"{COMPILER}/plan/streams/reading.py",
        "test_stream_left_out",
        ("or (alone and may_be_left_out(*at, path))", ""),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_stream_left_out",
        ("            if _speaks(chunk):\n", "            if chunk:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_telling.py",
        "test_mixing",
        ("            elif listed:\n", "            elif False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/reading.py",
        "test_stream_failures",
        ("            if found is not None and not apart:\n",
         "            if found is not None:\n"),
        ("None if question.arm in pieces else self._told_first(question, pieces)",
         "None if question.arm in pieces else question"),
    ),
    *rows(
        f"{COMPILER}/resolve/telling.py",
        "test_stream_failures test_golden_adapter",
        ("and not a & b - {", "and a & b - {"),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        "test_custom_tools",
        ("    if not (waited or slot.is_shown):\n", "    if True:\n"),
        ("    if waited:\n        s.unshown.remove(slot)\n", ""),
    ),
    *rows(
        f"{RUNTIME}/framing.py",
        "test_counts_inside test_framing",
        ('    if deeper[:1] == ["0"] and type(inner) is list', "    if type(inner) is None"),
        (
            "    return conclude(news, path, at_first(body, path)) if path",
            "    return {**news, path[0]: body[path[0]]} if path",
        ),
        (
            "    return conclude(news, path, at_first(body, path)) if path",
            "    return news if path",
        ),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_counts_inside",
        ("beside(head, framing.usage) if framing.usage else head", "head"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "test_counts_inside",
        ('"usage": self._indexed(self.stream.whole, self.shown.usage),',
         '"usage": self.shown.usage,'),
    ),
    *rows(
        f"{COMPILER}/check/stream_view.py",
        "test_stream_shared_text",
        ("                shapes = meant or items\n", "                shapes = items\n"),
    ),
]

CLOSING = rows(
    f"{RUNTIME}/closing.py",
    "test_golden_adapter",
    ("    more = text[len(shown) :]\n", "    more = text\n"),
    ("        elif not slot.closed:\n", "        elif False:\n"),
    ("    if found == [] and not slots:\n", "    if False:\n"),
)

MIXING = rows(
    f"{RUNTIME}/mixing.py",
    "test_mixing test_reply_parts test_stream_laws",
    ("        begun = type(found) is Pieces or bool(found)\n", "        begun = True\n"),
    ("    if bare and not piece:\n        return\n", ""),
    ("    if first is not None and position == 0 and", "    if False and"),
    ("text_in(last) == path and _agree(last, item, path):", "text_in(last) == path:"),
    (" or value is None or last.get(name) is None or same(last[name], value)", " or True"),
    ("        if name != key:\n            put(last, name, value)\n", "        pass\n"),
    ("    if both and type(last) is dict and path[0] in last and", "    if False and"),
    ("    elif pieces is None:\n        w[key] = piece\n", "    elif False:\n        pass\n"),
    ("            if aside:\n", "            if False:\n"),
    ("        if len(item) != len(tags) + 1 or type", "        if type"),
)
REFUSALS = [
    *rows(
        f"{RUNTIME}/flagged.py",
        "test_refusals",
        ("        if others.items() <= record.items():\n", "        if True:\n"),
        ("            flag = True\n", "            pass\n"),
        ("if form is not None and same(", "if form is not None and not same("),
        ("    return old if text_of_kinds(old, kinds) == (x[field], True) else ", "    return "),
        ("    if not marked(x, mark):\n        return usual\n", ""),
    ),
    *rows(
        f"{RUNTIME}/outgoing.py",
        "test_refusals",
        ("        return bool(self.pieces or self.half) and bool(", "        return bool("),
        ("and e.get(REFUSAL) and not (self.pieces", "and not (self.pieces"),
        (
            '            return {"kind": "text", "text": text, REFUSAL: True}\n',
            '            return {"kind": "text", "text": text}\n',
        ),
    ),
    *rows(
        f"{RUNTIME}/outlet.py",
        "test_refusals",
        ("        self._catch_up()\n        part.take(e)\n", "        part.take(e)\n"),
    ),
    *rows(
        f"{RUNTIME}/outlet.py",
        "test_stream_hostile",
        (" or any(_owns(part.as_block(), format) for part in heard):\n", ":\n"),
        ('owns[0] if len(owns) == 1 else ""', '""'),
        (" if format in own or own", " if own"),
    ),
    *rows(
        f"{RUNTIME}/matching.py",
        "test_refusals",
        ("        return REFUSAL if block.mixed else block.kind\n", "        return block.kind\n"),
        ("    return REFUSAL if block.get(REFUSAL) else kind\n", "    return kind\n"),
    ),
    *rows(
        f"{RUNTIME}/sending.py",
        "test_refusals",
        ("        if part is self.open and not part.mixed:\n", "        if part is self.open:\n"),
        ('            if "index" in e and REFUSAL in', "            if REFUSAL in"),
    ),
    *rows(
        f"{RUNTIME}/fold.py",
        "test_refusals",
        ('other = e["text"] and (REFUSAL in e) != self.refusal', "other = False"),
        ("elif REFUSAL in e and marked(e, REFUSAL):", "elif False:"),
    ),
    *rows(
        f"{RUNTIME}/losses.py",
        "test_refusals test_losses",
        ("            kind = REFUSAL\n", ""),
        (
            '            if not block["text"]:\n                return "an empty',
            '            if False:\n                return "an empty',
        ),
    ),
]

FREE = [
    *rows(
        f"{RUNTIME}/fold.py",
        "test_custom_tools",
        ('{} if self.ended else {"invalidArguments": text}', "{}"),
        ("and not self.pieces and e.get(FREE) is not None", "and e.get(FREE) is not None"),
    ),
    *rows(
        f"{RUNTIME}/outgoing.py",
        "test_custom_tools test_stream_grammar",
        ("return self.key != FREE and arguments_in", "return arguments_in"),
        ("if text and self.key != FREE else {}", "if text else {}"),
    ),
    *rows(
        f"{RUNTIME}/elements.py",
        "test_custom_tools test_stream_writing test_stream_grammar",
        ('            return {**call, "input": ""}\n', "            return call\n"),
        (' and part.kind == "toolCall" and part.key != FREE', ' and part.kind == "toolCall"'),
    ),
    *rows(
        f"{RUNTIME}/elements.py",
        "test_rather",
        ("                    part.finished = found\n", "                    pass\n"),
        ("w is not None and all(key in w and same(w[key], sent[key]) for key in sent)", "True"),
    ),
    *rows(
        f"{RUNTIME}/tool_kinds.py",
        "test_custom_tools test_edits_driven",
        ('        return {**value, "value": raw}\n', "        return value\n"),
        ('    if value.get("kind") == "opaque":\n        return w\n', ""),
        ("    named -= {", "    named & {"),
        ("type(name) is str and w == _record(kind, name)", "type(name) is str"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_custom_tools test_stream_writing test_stream_grammar",
        ('part.kind == "toolCall" and part.key != FREE and path and',
         'part.kind == "toolCall" and path and'),
        ("self.framing.free if part.key == FREE else self.framing.arguments",
         "self.framing.arguments"),
    ),
    *rows(
        f"{RUNTIME}/sending.py",
        "test_custom_tools test_stream_grammar",
        ("if part.word in self.framing.entire", "if part.kind in self.framing.entire"),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        "test_custom_tools test_stream_grammar",
        ('if text or (begins and slot.kind == "freeCall"):', "if text:"),
        ('        event["inputDelta"] = ""\n', "        pass\n"),
    ),
]  # fmt: skip

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/plan/streams/reading.py",
        "test_failures",
        ("return [*apart, (key, usual[1])]", "return [(key, usual[1]), *apart]"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/call_pieces.py",
        "test_call_objects",
        ("        fields[2] = invalid\n", ""),
        ("return ir.and_(SHOWS_CALLS, is_it), [*steps, show, *waits]",
         "return ir.and_(SHOWS_CALLS, is_it), [*steps, show]"),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        "test_call_objects",
        ("return dumps(found) if carrier is None else json_text_of(found, carrier)",
         "return dumps(found)"),
    ),
    *rows(
        f"{RUNTIME}/demanded.py",
        "test_call_objects",
        ("if key not in part and whole.get(key) is not None:", "if key not in part and False:"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/demanded.py",
        "test_call_objects test_golden_adapter",
        ("required = wire.required(type_names[0]) - wire.tags(type_names[0]).keys()",
         "required = {*wire.properties(type_names[0])}"),
        ("return key in state.told_once or not kinds", "return not kinds"),
        ("    placed |= {(*names(row.place), row.place[-1].key) for row in every if row.place}\n",
         ""),
    ),
    *rows(
        f"{RUNTIME}/stream.py",
        "test_call_objects",
        ("assembly.partial[identity] = slot, partial(str, text())\n", "pass\n"),
    ),
    *FREE,
    *MIXING,
    *UNNAMED,
    *SENDING,
    *SENT,
    *UNTOLD,
    *REFUSALS,
    *UNOPENED,
    *INSTEAD,
    *RETURNED,
    *ELEMENTS,
    *CHUNKS,
    *RUNS,
    *CLOSING,
    *OUTLET,
    *REPEATING,
    *MATCHING,
    *SHOWING,
    *NAMING,
    *FOLD,
    *rows(
        f"{COMPILER}/check/stream_telling.py",
        "test_stream_filled test_checks",
        ("        if len(row.source) < 3 or item:\n", "        if len(row.source) < 3:\n"),
        ("row.source[:1] in sources and place[:2] == row.source[:2]", "row.source[:1] in sources"),
    ),
    *rows(
        f"{COMPILER}/check/stream_filled.py",
        "test_stream_filled test_checks_clean test_stream_in_part",
        ("and flow.is_resolved and flow.row.operator != \"paths\"]", "and flow.is_resolved]"),
        ("if same not in taken and _stands(view, rows, same):", "if False:"),
        ("if same not in taken and _stands(view, rows, same):", "if same not in taken:"),
        ("inside = 0 < depth", "inside = depth"),
        ("            if read:\n", "            if False:\n"),
        ("if const or not tells_apart:", "if not tells_apart:"),
        ("    if const or not tells_apart:", "    if const:"),
        ("tells_apart = counts or not", "tells_apart = not"),
        ("    if not fits:\n", "    if False:\n"),
        ("text in usual if usual else bool(_read(", "text in usual or not bool(_read("),
        ("    elif not owners:\n", "    elif False:\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/state.py",
        "test_stream_at_once",
        ('if not any(shape.kind in ("record", "object") for shape in shapes)', "if True"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/mirror.py",
        "test_stream_at_once",
        ('("string", "object") if objects else ("string",)', '("string",)'),
    ),
    *rows(
        f"{COMPILER}/check/stream_telling.py",
        "test_stream_at_once",
        ('types(source) - {"null", "object"}', 'types(source) - {"null"}'),
    ),
    *rows(
        f"{COMPILER}/check/stream_types.py",
        "test_stream_at_once",
        ('if _takes(place, "object") and "object" in types(source)', "if True"),
        ('if _takes(place, "object") and "object" in types(source)', "if False"),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        "test_stream_at_once",
        ("    if type(text) is dict:\n        text = dumps(text)\n", ""),
    ),
]
