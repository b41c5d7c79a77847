"""Sets, lists and tables of worlds in a model's response, as answers.

Owns JSON lists, objects from statement to truth value, Markdown tables and the formal language's
braces. Members are matched only by key, by formula or by the statement's own text.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from items.answers import Answer, ModelsAnswer, SetAnswer, UniqueAnswer, World
from items.models import Question
from items.values import phrases
from items.values.answer_text import parse_answer
from items.values.keys import KeyReader
from items.values.unreadable import Unreadable
from solver.errors import InputError

MAX_WORLDS = 5_000
_TRUE = frozenset(["true", "t", "1", "yes", "y", "●", "✓", "✔", "√", "+", "是", "真", "成立"])
_FALSE = frozenset(
    ["false", "f", "0", "no", "n", "·", "✗", "✘", "×", "○", "-", "–", "否", "假", "不成立"]
) | {""}
_UNIQUE: Mapping[str, str] = {
    "unique": "unique",
    "not_unique": "not_unique",
    "none": "none",
    "唯一": "unique",
    "不唯一": "not_unique",
    "无解": "none",
}
_RULE = re.compile(r":?-{2,}:?|:?-:?")


def read_unique(value: Any, leaf: Question, formalization: Mapping[str, Any] | None) -> Answer:
    """Return a verdict, with its solution if there is one. Raises Unreadable."""
    with _refused():
        return _Reader(leaf, formalization).unique(value)


def read_members(value: Any, leaf: Question, formalization: Mapping[str, Any] | None) -> Answer:
    """Return a set of names or formulas. Raises Unreadable."""
    with _refused():
        return _Reader(leaf, formalization).members(value)


def read_models(value: Any, leaf: Question, formalization: Mapping[str, Any] | None) -> Answer:
    """Return a set of models. Raises Unreadable."""
    with _refused():
        return _Reader(leaf, formalization).worlds(value)


@contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise Unreadable(" ".join(error.message.split())[:300]) from None


class _Reader:
    """Reads members against the question's vocabulary."""

    def __init__(self, leaf: Question, formalization: Mapping[str, Any] | None) -> None:
        self.leaf = leaf
        self.formalization = formalization
        self.keys = KeyReader(leaf.vocabulary, formalization)
        labels = [phrases.plain(entry.label) for entry in leaf.vocabulary if entry.label]
        self.labels = {
            phrases.plain(entry.label): entry.key
            for entry in leaf.vocabulary
            if entry.label and labels.count(phrases.plain(entry.label)) == 1
        }
        self.known_keys = {entry.key for entry in leaf.vocabulary}

    def unique(self, value: Any) -> Answer:
        """Return a verdict, with its solution if there is one."""
        if isinstance(value, dict):
            verdict, solution = self._verdict(value.get("verdict")), value.get("solution")
            if verdict != "unique" or (not solution and solution != []):
                return UniqueAnswer.model_validate({"verdict": verdict})
            if isinstance(solution, list) and len(solution) == 1:
                (only,) = solution
                solution = only if isinstance(only, list | dict) else solution
            return UniqueAnswer(verdict="unique", solution=self._world(solution))
        if isinstance(value, str) and phrases.plain(value).replace(" ", "_") in _UNIQUE:
            return UniqueAnswer.model_validate({"verdict": self._verdict(value)})
        return self._formal(value)

    def members(self, value: Any) -> Answer:
        """Return a set of names or formulas. Raises Unreadable if it is not one."""
        if isinstance(value, str):
            if phrases.empty_set(value):
                return SetAnswer(members=frozenset())
            return self._formal(value)
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise Unreadable("expected a list of labels")
        return SetAnswer(members=frozenset(self.keys.member(self._key(entry)) for entry in value))

    def worlds(self, value: Any) -> Answer:
        """Return a set of worlds. Raises Unreadable if it is not one, or has too many."""
        if isinstance(value, str):
            if phrases.empty_set(value):
                return ModelsAnswer(models=frozenset())
            rows = [line.strip() for line in value.splitlines() if line.strip().startswith("|")]
            return self._table(rows) if len(rows) > 1 else self._formal(value)
        if not isinstance(value, list):
            raise Unreadable("expected a list of arrangements")
        if len(value) > MAX_WORLDS:
            raise Unreadable(f"more than {MAX_WORLDS} arrangements")
        return ModelsAnswer(models=frozenset(self._world(row) for row in value))

    def _verdict(self, value: Any) -> str:
        word = phrases.plain(value).replace(" ", "_") if isinstance(value, str) else ""
        if word not in _UNIQUE:
            raise Unreadable("expected unique, not_unique or none")
        return _UNIQUE[word]

    def _world(self, row: Any) -> World:
        """One world: a list of the true statements, or an object from statement to truth value."""
        if isinstance(row, list) and all(isinstance(entry, str) for entry in row):
            return self.keys.world(self._key(entry) for entry in row)
        if isinstance(row, dict):
            return self._cells({str(name): cell for name, cell in row.items()})
        if isinstance(row, str) and re.fullmatch(r"\s*[(（\[].*[)）\]]\s*", row, re.DOTALL):
            answer = parse_answer("{" + row.strip() + "}", self.leaf, self.formalization)
            if isinstance(answer, ModelsAnswer):
                return next(iter(answer.models))
        raise Unreadable("expected each arrangement as a list of the labels that are true in it")

    def _cells(self, cells: Mapping[str, Any]) -> World:
        """A world as values by statement; an Enum's symbol has its value."""
        members: list[str] = []
        for name, cell in cells.items():
            pair = f"{name}={cell}" if isinstance(cell, str) else ""
            if pair in self.known_keys:
                members.append(pair)
                continue
            key = self.keys.member(self._key(name))
            if self._true(cell):
                members.append(key)
        return self.keys.world(members)

    def _true(self, cell: Any) -> bool:
        if isinstance(cell, bool):
            return cell
        word = (
            phrases.plain(str(cell)) if str(cell).strip() not in ("·", "-") else str(cell).strip()
        )
        if word in _TRUE:
            return True
        if word in _FALSE:
            return False
        raise Unreadable(f"neither true nor false: {str(cell)[:40]!r}")

    def _table(self, rows: list[str]) -> Answer:
        """A Markdown table: statements in the header, one world per row; a first column that is not
        a statement numbers the rows."""
        split = [[cell.strip(" *`") for cell in row.strip("|").split("|")] for row in rows]
        head, *body = split
        body = [row for row in body if not all(_RULE.fullmatch(cell) for cell in row)]
        skip = 0 if self._names(head[0]) else 1
        if any(len(row) != len(head) for row in body) or len(set(head)) != len(head):
            raise Unreadable("the rows of the table do not fit its header")
        worlds = (dict(zip(head[skip:], row[skip:], strict=True)) for row in body)
        return ModelsAnswer(models=frozenset(self._cells(world) for world in worlds))

    def _names(self, head: str) -> bool:
        """Whether a column's header is a statement, or an Enum's symbol."""
        if any(key.startswith(f"{head}=") for key in self.known_keys):
            return True
        try:
            self.keys.member(self._key(head))
        except InputError:
            return False
        return True

    def _key(self, text: str) -> str:
        """The key of a label, either alone or in the listed form: `A: Ida comes`."""
        if text in self.known_keys:
            return text
        head, _, rest = text.partition(":")
        if head.strip() in self.known_keys and rest.strip():
            return head.strip()
        return self.labels.get(phrases.plain(text), text)

    def _formal(self, value: Any) -> Answer:
        if not isinstance(value, str):
            raise Unreadable(f"expected a list or a text, found {type(value).__name__}")
        return parse_answer(value, self.leaf, self.formalization)
