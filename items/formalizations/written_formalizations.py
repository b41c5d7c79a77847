"""Extract a formalization from a model's text: JSON, broken JSON, several blocks, or bare lines.

Owns finding the object in a response, and the unambiguous repairs: math commands with one
backslash, commas before a bracket, quotes within a text, Python notation. Each repair is reported.
If two readings remain, there is no result. Formulas themselves are never repaired.
"""

import ast
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from items.responses.reasoning_text import thought_left_out
from solver.errors import InputError
from solver.files import HALF_CHARACTER, deeper, whole_characters
from solver.kinds.registry import KINDS
from solver.language.loader import load_problem

FIELDS = ("parameters", "translation", "premise", "define", "question", "variants")
"""The fields of a formalization; answers are left out."""
_ALIASES = {
    "premises": "premise",
    "questions": "question",
    "query": "question",
    "queries": "question",
    "translations": "translation",
}
"""Other unambiguous names of its fields."""
_TAGGED = re.compile(r"<formalization>((?:(?!<formalization>).)*?)</formalization>", re.DOTALL)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)```", re.DOTALL)
_COMMAND = (
    "rightarrow|Rightarrow|leftrightarrow|Leftrightarrow|longrightarrow|to|implies|iff|neg|lnot|ne|"
    "neq|wedge|land|vee|lor|veebar|oplus|forall|exists|top|bot|big|Big|left|right|text|mathrm"
)
_ORPHAN = re.compile(rf"(?<!\\)((?:\\\\)*)\\(?=(?:{_COMMAND})(?![a-z]))")
_NO_ESCAPE = re.compile(r'(?<!\\)((?:\\\\)*)\\(?![\\"/bfnrtu])')
_WORD = re.compile(r"[^\W\d]\w*[.!]?")
_HEADINGS = frozenset(
    re.findall(
        r"\w+",
        "premise premises query queries question questions conclusion conclusions formula formulas "
        "formalization 前提 查询 问题 结论 公式 形式化",
    )
)
"""Words that may be alone on a line without being formulas."""
_LAST_COMMA = re.compile(r",(\s*[}\]])")
_AFTER = re.compile(r"\s*(.?)", re.DOTALL)
_BULLET = re.compile(r"\s*(?:[-*•]\s+|\(?[0-9]+[.)、]\s*)?")
_HEADING = re.compile(r"\s*+[#*]*+\s*+[^\W\d][\w ]*+\s*+[:：]?\s*+[*]*+\s*+\Z")


@dataclass(frozen=True, slots=True)
class WrittenFormalization:
    """The content of a response."""

    formalization: Mapping[str, Any] | None
    """The formalization; None if there is none, or its meaning is uncertain."""
    repairs: tuple[str, ...] = ()
    """The repairs, in words."""
    reason: str = ""
    """Why there is none."""


def read_written(response: str) -> WrittenFormalization:
    """The formalization in a response."""
    text = thought_left_out(response).strip()
    # The text between the last tags counts; without tags, the whole response.
    text = next(reversed(_TAGGED.findall(text)), text).strip()
    if not text:
        return WrittenFormalization(None, reason="the response is empty")
    pairs = [piece for piece in map(_object, _pieces(text)) if piece is not None]
    if not pairs:
        return _lines(text)
    value, repairs = pairs[0]
    for other, more in pairs[1:]:
        if other == value:
            continue
        if value.keys() & other.keys():
            return WrittenFormalization(None, reason="several formalizations that differ")
        value = {**value, **other}
        repairs = (*repairs, *more, "several blocks were joined")
    repairs = tuple(dict.fromkeys(repairs))
    if "premise" not in value and "question" not in value:
        return WrittenFormalization(None, repairs, "there are neither premises nor queries")
    return WrittenFormalization(value, repairs)


def _pieces(text: str) -> Iterator[str]:
    """The parts of a text that may be objects: the contents of fences, or else every outermost
    brace."""
    fenced = [block for block in _FENCE.findall(text) if "{" in block]
    if fenced:
        yield from fenced
        return
    depth = start = 0
    for place, char in enumerate(text):
        if char == "{":
            start = start if depth else place
            depth += 1
        elif char == "}" and depth:
            depth -= 1
            if not depth:
                yield text[start : place + 1]


def _object(piece: str) -> tuple[dict[str, Any], tuple[str, ...]] | None:
    """The formalization in a piece with its repairs; None unless the piece certainly is one."""
    parsed = _parsed(piece[piece.index("{") : piece.rindex("}") + 1 if "}" in piece else None])
    if parsed is None or deeper(parsed[0]):
        return None
    value, repairs = parsed
    if HALF_CHARACTER.search(piece):
        value = whole_characters(value)
    inner = [value[key] for key in ("formalization", "fl") if isinstance(value.get(key), dict)]
    whole = inner[0] if len(inner) == 1 else value
    fields: dict[str, Any] = {}
    for key, entry in whole.items():
        name = _ALIASES.get(key.casefold(), key.casefold())
        if name not in FIELDS:
            continue
        if name in fields and fields[name] != entry:
            return None
        fields[name] = entry
        if name != key:
            repairs = (*repairs, "other names of fields")
    return ({key: fields[key] for key in FIELDS if key in fields}, repairs) if fields else None


def _parsed(text: str) -> tuple[dict[str, Any], tuple[str, ...]] | None:
    repairs: list[str] = []
    doubled = _ORPHAN.sub(r"\1\\\\", text)
    if doubled != text:
        repairs.append("math commands with one backslash")
    for repair, fault in (
        (None, ""),
        (lambda t: _NO_ESCAPE.sub(r"\1\\\\", t), "single backslashes"),
        (lambda t: _LAST_COMMA.sub(r"\1", t), "commas before a closing bracket"),
        (_quoted, "quotes within a text"),
    ):
        if repair is not None:
            mended = repair(doubled)
            if mended == doubled:
                continue
            doubled = mended
            repairs.append(fault)
        try:
            value = json.loads(doubled, object_pairs_hook=_pairs)
        except _Doubtful:
            return None
        except (ValueError, RecursionError):
            try:
                value = json.loads(doubled, object_pairs_hook=_pairs, strict=False)
            except (ValueError, RecursionError, _Doubtful):
                continue
            repairs.append("line breaks within a text")
        return (value, tuple(repairs)) if isinstance(value, dict) else None
    try:
        with warnings.catch_warnings():
            # Python's messages about numbers and escapes would not help any reader.
            warnings.simplefilter("ignore", SyntaxWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            tree = ast.parse(_ORPHAN.sub(r"\1\\\\", text).strip(), mode="eval")
        nodes = list(ast.walk(tree))
        if any(_twice(node) for node in nodes if isinstance(node, ast.Dict)):
            return None
        if not all(_as_in_json(node) for node in nodes):
            return None
        value = ast.literal_eval(tree)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return (value, ("Python notation",)) if isinstance(value, dict) else None


def _as_in_json(node: ast.AST) -> bool:
    """Whether JSON can express it: no bytes, imaginary numbers or sets, and only texts as keys."""
    if isinstance(node, ast.Constant):
        return node.value is None or isinstance(node.value, str | int | float)
    if isinstance(node, ast.Dict):
        return all(isinstance(k, ast.Constant) and isinstance(k.value, str) for k in node.keys)
    return not isinstance(node, ast.Set)


def _twice(node: ast.Dict) -> bool:
    """Whether one key of a dictionary has two values."""
    entries = [
        (ast.dump(key), ast.dump(value))
        for key, value in zip(node.keys, node.values, strict=True)
        if key is not None
    ]
    return len({key for key, _ in entries}) < len(set(entries))


class _Doubtful(Exception):
    """One key has two values, so that the meaning of the object is uncertain."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, checked to have no key with two values."""
    entry: dict[str, Any] = {}
    for key, value in pairs:
        if key in entry and entry[key] != value:
            raise _Doubtful
        entry[key] = value
    return entry


def _quoted(text: str) -> str:
    """The text with a backslash before each quote that cannot end its string, because no comma,
    colon or closing bracket follows."""
    texts: list[str] = []
    inside = False
    place = 0
    while place < len(text):
        char = text[place]
        if char == "\\" and inside:
            texts.append(text[place : place + 2])
            place += 2
            continue
        if char == '"':
            after = _AFTER.match(text, place + 1)[1]  # type: ignore[index]
            if not inside:
                inside = True
            elif after in ",:}]":
                inside = False
            else:
                char = '\\"'
        texts.append(char)
        place += 1
    return "".join(texts)


def _named(word: str, text: str) -> list[str]:
    """The occurrences of a word in a text."""
    return re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", text)


def _trouble(text: str) -> str:
    """Why a text intended as JSON is not JSON; empty if it is not intended as such."""
    if "{" not in text or "premise" not in text:
        return ""
    try:
        json.loads(text[text.index("{") : text.rfind("}") + 1 or None], object_pairs_hook=_pairs)
    except _Doubtful:
        return "its JSON has two values for one key"
    except (ValueError, RecursionError) as error:
        return f"its JSON cannot be read: {error}"
    return ""


def _lines(text: str) -> WrittenFormalization:
    """Formulas and queries, one per line, with or without numbers; headings end in a colon."""
    premises: list[str] = []
    queries: list[str] = []
    minus: set[bool] = set()
    for line in text.split("\n"):
        plain = line[_BULLET.match(line).end() :].strip(" \t\r`*#")  # type: ignore[union-attr]
        if not plain or plain.startswith("```"):
            continue
        if plain.endswith((":", "：")) and _HEADING.match(plain):
            continue
        if plain.casefold() in _HEADINGS:
            continue
        word = plain.partition("(")[0].strip()
        if word in KINDS and "(" in plain:
            queries.append(plain)
            continue
        premises.append(plain)
        minus.add(line.lstrip().startswith("- "))
    data = {"premise": premises, "question": queries}
    if not queries:
        return WrittenFormalization(
            None, reason=_trouble(text) or "there is no formalization in the response"
        )
    if len(minus) > 1:
        # Before only some lines, a minus may also mean ¬.
        return WrittenFormalization(
            None, reason="no JSON, and a minus before some lines may mean ¬"
        )
    for line in premises:
        # A single word may be a premise, or not a formula at all.
        if len(line) > 2 and _WORD.fullmatch(line) and len(_named(line, text)) == 1:
            return WrittenFormalization(
                None, reason=f"no JSON, and {line} alone on a line may not be a formula"
            )
    try:
        load_problem(data)
    except InputError as error:
        reason = f"no JSON, and not all lines are formulas: {error.message.splitlines()[0]}"
        return WrittenFormalization(None, reason=reason)
    return WrittenFormalization(data, ("a formula per line",))
