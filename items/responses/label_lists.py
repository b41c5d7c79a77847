"""Sets of labels in a response's prose.

Owns lists written as prose or bullets: "A and D", "A、D", "- A", and lists that judge every label:
"A: yes, C: no", also as a table. Every part must be a label of the question, and either all labels
are judged or none; otherwise it is not a list. The answer forms read JSON and the formal language.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from items.models import Question
from items.values import phrases

MAX_LIST = 2_000
"""Largest number of characters in a text that is examined as a list."""
_SPLIT = re.compile(
    r"[\n,;、，；+&/|]|\band\b|\bas well as\b|\bplus\b|和|与|及|以及|还有", re.IGNORECASE
)
_BULLET = re.compile(r"^\s{0,8}(?:[-*•·>]|\d{1,3}[.)、])\s{1,4}")
_SIGNS = str.maketrans("", "", "*_`$\\\"'“”‘’「」【】")
_LEAD = re.compile(
    r"^\s{0,4}(?:(?:the )?(?:necessary |required |entailed )?"
    r"(?:following|statements?|labels?|options?|members?)\b|only|just|both|"
    r"namely|"
    r"选项|包括|有|是|为|[^.。\n]{0,60}\b(?:are|is)\b|[^.。\n]{0,20}(?:的是|的有))[\s:：]{0,4}",
    re.IGNORECASE,
)


_TAIL = re.compile(
    r"\s(?:(?:both |all )?(?:holds?|(?:is|are) (?:necessary|entailed)|must hold|must be true)"
    r"(?: in (?:every|all)(?: the)? (?:models?|worlds?|cases?))?)$",
    re.IGNORECASE,
)
"""A predicate after a list."""
_ROW = re.compile(r"^\s{0,8}\|([^|\n]{1,200})\|([^|\n]{1,200})(?:\|.{0,400})?$", re.MULTILINE)
"""A row of a table, with its first two cells."""
_LINE = re.compile(r"\s{0,4}\|[\s|:—–-]{3,200}")
"""The line below the head of a table."""
_NO = re.compile(
    r"\bnot\b|n't\b|\bno\b|\b(?:cannot|fails?|false|impossible|unnecessary|optional|merely|"
    r"contingent|sometimes|excluded|wrong|incorrect)\b"
    r"|[❌✗✘✖×]|不|否|非|未|错|假|[无没]",
    re.IGNORECASE,
)
_YES = re.compile(
    r"\b(?:yes|true|necessary|necessarily|must|holds?|always|entailed|follows|certain|correct|"
    r"included?)\b|[✅✓✔☑]|是|必|成立|对|真|正确|一定",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"\s{0,8}([^:：\n–—]{1,120}?)"
    r"(?:\s{0,3}(?:[:：–—]|\s-\s)\s{0,3}"
    r"|\s(?=(?:is|must|need|needs|holds|has to|cannot|can)\b))(.{1,300})"
)
_LIST_LINE = re.compile(
    r"\s{0,8}(?:(?:[-*•·>]|\d{1,3}[.)、])\s{1,4}\S|[*_(]{0,3}\w{1,20}[*_)]{0,3}\s?[:：]\s)"
)
"""An entry of a list: behind a bullet or a number, or a label and a colon."""
_PART = re.compile(r"\n|[;；]|[,，]\s{0,3}(?=\w{1,20}\s?[:：])")
_TOKEN = re.compile(r"[A-Za-z0-9_]{1,40}")
_UNCLEAR = re.compile(
    r"\b(?:depends?|undetermined|uncertain|unknown|unclear|if)\b|[?？]|取决|未知|不确定|无法|如果|若",
    re.IGNORECASE,
)
_CELL = re.compile(r"\|\s{0,8}(?:true|false|yes|no|[tfyn01✅❌✓✗✔✘])\s{0,8}(?=\|)", re.IGNORECASE)
"""A further cell with a truth value: the row is not a judgement, but a row of a truth table."""
_MAYBE = re.compile(r"\b(?:possible|possibly|may|might|could|can)\b|可能|也许", re.IGNORECASE)
"""What a label's judgement says; `_MAYBE` is a yes only where the question is what is possible."""
_NOTHING = re.compile(
    r"(?:none|neither|no (?:statement|label|option)s?)"
    r"(?: of (?:them|these|those|the (?:\w{1,12} ){0,2}\w{1,12}))?"
    r"(?: (?:is|are|must|has to|have to|needs? to)\b(?P<what>[^.,;\n]{0,40}))?",
    re.IGNORECASE,
)
_EVERYTHING = re.compile(
    r"(?:all|every one|each)(?: (?P<count>\d|two|three|four|five|six))?"
    r"(?: of (?:them|these|those|the (?:\w{1,12} )?(?:statements?|options?|labels?)))?"
    r"(?: (?:is|are|must|has to|have to)\b(?P<what>[^.,;\n]{0,40}))?",
    re.IGNORECASE,
)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def labels(value: str, leaf: Question) -> list[str] | None:
    """Return the labels in a list; None if it contains anything else."""
    if len(value) > MAX_LIST:
        return None
    keys = {choice.key for choice in leaf.vocabulary}
    named = {phrases.plain(choice.label): choice.key for choice in leaf.vocabulary if choice.label}
    if (quantified := _quantified(value, leaf)) is not None:
        return quantified
    possible = re.search(r"\bpossible\b", leaf.query or "") is not None
    if judgements := _judgements(value, keys, named, possible=possible):
        partial = False in judgements.values() and not judgements.keys() >= keys
        if partial or None in judgements.values():
            return None
        return [key for key, judgement in judgements.items() if judgement]
    text = value.translate(_SIGNS).strip().rstrip(".。;；")
    text = _TAIL.sub("", text)
    while lead := _LEAD.match(text):
        if not lead.end() or (text is not value and keys & set(re.findall(r"\w+", lead[0]))):
            break
        text = text[lead.end() :]
    if text[:1] in "{[(（" and text[-1:] in "}])）":
        text = text[1:-1]
    lines = [_BULLET.sub("", line) for line in text.split("\n")]
    parts = [part.strip(" \t.。:：") for part in _SPLIT.split("\n".join(lines))]
    parts = [part for part in parts if part]
    if len(parts) == 1 and parts[0] not in keys and set(parts[0].split()) <= keys:
        parts = parts[0].split()
    texts: list[str] = []
    for part in parts:
        head = re.split(r"[:：.]\s", part, maxsplit=1)[0].strip("()（）[] ")
        key = part if part in keys else named.get(phrases.plain(part), head)
        if key not in keys:
            return None
        texts.append(key)
    return list(dict.fromkeys(texts)) or None


def _quantified(value: str, leaf: Question) -> list[str] | None:
    """The labels in a statement about all of them, or none; None if it is not one."""
    text = value.translate(_SIGNS).strip().rstrip(".。;；!")
    nothing, everything = _NOTHING.fullmatch(text), _EVERYTHING.fullmatch(text)
    statement = nothing or everything
    if statement is None or _NO.search(statement["what"] or "") or "ruled" in text:
        return None
    if nothing:
        return []
    keys = [choice.key for choice in leaf.vocabulary]
    count = (everything["count"] or "").lower() if everything else ""
    return keys if not count or _COUNTS.get(count, count) in (len(keys), str(len(keys))) else None


def _judgements(
    value: str, keys: set[str], named_labels: Mapping[str, str], *, possible: bool
) -> dict[str, bool | None]:
    """Each label's judgement, in a text or table that judges one label per line; None for a label
    whose judgement is unclear. Empty if it judges none."""
    lines = _PART.split(value)
    judgements: dict[str, bool | None] = {}
    judged = False
    for line in lines:
        row = _ROW.match(line)
        entry = row or _ENTRY.match(_BULLET.sub("", line))
        label = entry[1].translate(_SIGNS).strip(" \t()（）.") if entry else ""
        key = label if label in keys else named_labels.get(phrases.plain(label), "")
        if row and _CELL.search(line, row.end(2)):
            return {}
        if entry is None or not key:
            if keys & set(_TOKEN.findall(line)) and not _LINE.fullmatch(line):
                judgements[line] = None
            continue
        own = next((text for text, other in named_labels.items() if other == key), "")
        rest = phrases.plain(entry[2].translate(_SIGNS))
        rest = rest.removeprefix(own) if own else rest
        judgement = _judgement(rest, possible=possible)
        judged = judged or judgement is not None or _UNCLEAR.search(rest) is not None
        judgements[key] = None if key in judgements else judgement
    return judgements if judged else {}


def _judgement(text: str, *, possible: bool) -> bool | None:
    if _UNCLEAR.search(text):
        return None
    no, yes, maybe = _NO.search(text), _YES.search(text), _MAYBE.search(text)
    if yes and not text[: yes.start()].strip(" \t.,;:") and not (no and no.start() <= yes.start()):
        return True
    if no:
        return None if yes and yes.start() < no.start() else False
    if maybe:
        return possible if not yes or possible else None
    return True if yes else None


def list_lines(text: str) -> str | None:
    """Return the lines of the only list with a label per line; empty if there are several lists,
    None if there is none of two lines or more."""
    blocks: list[list[str]] = []
    inside = False
    for line in text.split("\n"):
        entry = _LIST_LINE.match(line) is not None
        if entry and inside:
            blocks[-1].append(line)
        elif entry:
            blocks.append([line])
        inside = entry or (inside and not line.strip())
    lists = [block for block in blocks if len(block) > 1]
    if not lists:
        return None
    return "\n".join(lists[0]) if len(lists) == 1 else ""


def json_list(value: str) -> list[Any] | None:
    """Return the last standalone or fenced JSON list in a text; None if there is none."""
    start = value.find("[")
    end = value.rfind("]")
    if start < 0 or end < start or len(value) > 100_000:
        return None
    try:
        entries = json.loads(value[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return entries if isinstance(entries, list) else None
