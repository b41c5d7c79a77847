"""Answers as text: reading and writing the words and sets of the formal language.

Owns `{(A, B), ()}`, `unique {(…)}`, `possible`, letters of options, numbers, sets of formulas, and
the one form of a member: the printer's Unicode form (`status=going` for an Enum target). What an
answer means belongs to `answers`; whether it is right, to `check` and `study.scoring`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, TypeVar

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
    World,
)
from items.keys import KeyReader
from items.models import Question
from solver.errors import InputError

TRUTH_WORDS: Mapping[str, str] = {
    "true": "true",
    "t": "true",
    "false": "false",
    "f": "false",
    "unknown": "unknown",
    "uncertain": "unknown",
    "n/a": "unknown",
    "n-a": "unknown",
    "na": "unknown",
}
"""What is read as True, False and Unknown, in lower case."""
VERDICT_WORDS: Mapping[str, tuple[str, str]] = {
    "possible": ("possible", "impossible"),
    "necessary": ("necessary", "unnecessary"),
    "has_alternative": ("alternative", "no_alternative"),
}
MAX_DIGITS = 1000
"""Longest number that is read; the largest count of a space within limits has far fewer."""

T = TypeVar("T")
_WIDE = str.maketrans("（）｛｝，、；［］｜＝", "(){},,;[]|=")
_INDIVIDUALS = re.compile(
    r"\s*(?:enumerate|count)_models\s*\(.*[(,]\s*([A-Za-z_]\w*)\s*[,)].*,\s*\1\s*\)"
)


def parse_answer(
    text: str, question: Question, formalization: Mapping[str, Any] | None = None
) -> Answer:
    """The answer to one question part that a text in the formal language's form gives.

    Members of sets and models are matched against the question's vocabulary where it has one, by
    their parsed form, so `A & B` and `A ∧ B` are the same member; without a vocabulary they are
    brought to the printer's Unicode form. `formalization` (the item's formal object) tells Enum
    symbols and constants apart; order and white space never matter.

    Raises:
        InputError: the text is no answer to this kind of question; says what was expected.
    """
    if question.kind is None:
        raise InputError("No answer in one piece", "the question has parts, each with its answer")
    if question.kind == "text":
        return TextAnswer(text=text)
    plain = text.strip()
    if question.kind == "choice":
        return _choice(plain, question)
    if question.kind == "truth":
        word = TRUTH_WORDS.get(plain.casefold())
        if word is None:
            _refuse("True, False or Unknown", text)
        return TruthAnswer.model_validate({"value": word})
    if question.kind in VERDICT_WORDS:
        word = re.sub(r"[\s\-]+", "_", plain.casefold())
        if word not in VERDICT_WORDS[question.kind]:
            _refuse(" or ".join(VERDICT_WORDS[question.kind]), text)
        return VerdictAnswer.model_validate({"word": word})
    if question.kind == "count_models":
        if not re.fullmatch(r"[0-9]+", plain, re.ASCII) or len(plain) > MAX_DIGITS:
            _refuse("a number, 0 or more", text)
        return CountAnswer(count=int(plain))
    keys = KeyReader(question.vocabulary, formalization)
    plain = plain.translate(_WIDE)
    if question.kind == "unique_solution":
        return _unique(plain, keys)
    if question.kind == "projection" or asks_individuals(question):
        return SetAnswer(members=frozenset(_members(plain, keys.member)))
    return ModelsAnswer(models=_models(plain, keys))


def asks_individuals(question: Question) -> bool:
    """Whether the query is `enumerate_models(F(x), x)`, answered by a set of names."""
    return (
        question.kind == "enumerate_models"
        and question.query is not None
        and _INDIVIDUALS.match(question.query) is not None
    )


def format_answer(answer: Answer, question: Question | None = None) -> str:
    """The text form of an answer; `parse_answer` reads it back to an equal one.

    Members stand in the order of the question's vocabulary where it has one, else of the alphabet.
    """
    rank = {c.key: i for i, c in enumerate(question.vocabulary)} if question else {}

    def place(key: str) -> tuple[int, str]:
        return (rank.get(key, len(rank)), key)

    match answer:
        case ChoiceAnswer(option=option):
            return "N" if option is None else letter(option)
        case TruthAnswer(value=value):
            return value.capitalize()
        case VerdictAnswer(word=word):
            return word
        case CountAnswer(count=count):
            return str(count)
        case ModelsAnswer(models=models):
            rows = [sorted(world, key=place) for world in models]
            rows.sort(key=lambda row: (len(row), [place(key) for key in row]))
            return "{" + ", ".join(_row(row) for row in rows) + "}"
        case UniqueAnswer(verdict=verdict, solution=solution):
            if solution is None:
                return verdict
            return f"{verdict} {{{_row(sorted(solution, key=place))}}}"
        case SetAnswer(members=members):
            return "{" + ", ".join(sorted(members, key=place)) + "}"
        case TextAnswer(text=text):
            return text


def normal_answer(answer: Answer, keys: KeyReader) -> Answer:
    """The same answer with every member in canonical form; unreadable members stay as they are."""

    def fix(members: Iterable[str]) -> frozenset[str]:
        return frozenset(keys.canonical(member) for member in members)

    match answer:
        case ModelsAnswer(models=models):
            return ModelsAnswer(models=frozenset(fix(world) for world in models))
        case UniqueAnswer(verdict=verdict, solution=solution) if solution is not None:
            return UniqueAnswer(verdict=verdict, solution=fix(solution))
        case SetAnswer(members=members):
            return SetAnswer(members=fix(members))
    return answer


def letter(option: int) -> str:
    """A for 0, B for 1, …; past N, which is "none of these", the letters go on with O."""
    return "ABCDEFGHIJKLMOPQRSTUVWXYZ"[option] if option < 25 else f"#{option + 1}"


def _choice(text: str, question: Question) -> ChoiceAnswer:
    found = text.strip("().: ").upper()
    if found == "N":
        return ChoiceAnswer(option=None)
    letters = [letter(i) for i in range(len(question.options))]
    if found not in letters:
        _refuse(f"a letter from A to {letters[-1]}, or N", text)
    return ChoiceAnswer(option=letters.index(found))


def _unique(text: str, keys: KeyReader) -> UniqueAnswer:
    match = re.fullmatch(r"([A-Za-z_\- ]+?)\s*([({].*)?", text, re.DOTALL)
    verdict = re.sub(r"[\s\-]+", "_", match[1].casefold()) if match else ""
    expected = "`unique {(…)}`, `not_unique` or `none`"
    if match is None or verdict not in ("unique", "not_unique", "none"):
        _refuse(expected, text)
    if match[2] is None:
        return UniqueAnswer.model_validate({"verdict": verdict})
    if verdict != "unique":
        _refuse(f"{expected}; a solution goes with `unique` alone", text)
    body = match[2]
    rows = _models(body if body.startswith("{") else "{" + body + "}", keys)
    if len(rows) != 1:
        _refuse("one solution after `unique`", text)
    return UniqueAnswer(verdict="unique", solution=next(iter(rows)))


def _models(text: str, keys: KeyReader) -> frozenset[World]:
    return frozenset(_members(text, lambda row: _world(row, keys)))


def _world(row: str, keys: KeyReader) -> World:
    if row == "∅":
        return frozenset()
    if not _wrapped(row, "()"):
        _refuse("each model in brackets, such as `{(A, B), ()}`", row)
    return keys.world(_split(row[1:-1]))


def _members(text: str, read: Callable[[str], T]) -> list[T]:
    if text == "∅":
        return []
    if not _wrapped(text, "{}"):
        _refuse("a set in braces, such as `{A, B}` or `{(A, B), ()}`", text)
    return [read(part) for part in _split(text[1:-1])]


def _wrapped(text: str, pair: str) -> bool:
    """Whether the first bracket closes with the last character."""
    if len(text) < 2 or text[0] != pair[0] or text[-1] != pair[1]:
        return False
    depth = 0
    for index, char in enumerate(text):
        depth += (char in "({[") - (char in ")}]")
        if depth == 0:
            return index == len(text) - 1
    return False


def _split(text: str) -> list[str]:
    """Parts between the commas (or semicolons) outside all brackets."""
    if not text.strip():
        return []
    parts = [""]
    depth = 0
    for char in text:
        depth += (char in "({[") - (char in ")}]")
        if depth < 0:
            _refuse("brackets that pair up", text)
        if depth == 0 and char in ",;":
            parts.append("")
        else:
            parts[-1] += char
    if depth:
        _refuse("brackets that pair up", text)
    stripped = [part.strip() for part in parts]
    if not all(stripped):
        _refuse("a name between the commas", text)
    return stripped


def _row(members: Iterable[str]) -> str:
    return "(" + ", ".join(members) + ")"


def _refuse(expected: str, found: str) -> NoReturn:
    shown = found if len(found) <= 200 else found[:199] + "…"
    raise InputError("Answer cannot be read", f"expected {expected}, found {shown!r}")
