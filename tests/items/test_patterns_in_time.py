"""Patterns over strangers' texts take time in proportion to the text, not to its square."""

import re
from collections.abc import Callable

import pytest

from items.answers import UniqueAnswer
from items.audit.features import literals_of
from items.formalizations.sentence_alignment import _CONDITIONAL, _ENDING, _LISTED
from items.formalizations.written_formalizations import _HEADING
from items.kinds.unique import Unique
from items.lint.damaged_text import _KINDS
from items.lint.leaks import _LEAK
from items.models import Question
from items.responses.answer_object import _LABEL
from items.scratchpads.formalize import _MARK
from items.sources.llmeval_hard import _CONDITIONS, _CUES
from items.sources.own_format_quick import _PLAIN
from items.values.keys import KeyReader
from solver.errors import InputError
from solver.language.scratchpad_lines import _DECLARED, read_scratch
from solver.language.sorts import _TYPE
from study.files.toml_errors import _HEADER
from tests.fuzz.test_fuzz import bounded

LONG = 200_000
"""Characters: the square of it takes minutes."""

UNIQUE = Question(id="q", kind="unique_solution", text="", query="unique_solution()")


def unique(text: str) -> object:
    """The answer to a question of this kind."""
    return Unique().parse(text, UNIQUE, KeyReader(()))


def damaged(text: str) -> list[re.Match[str] | None]:
    """What each pattern finds."""
    return [pattern.search(text) for _what, pattern in _KINDS]


def groups(match: re.Match[str] | None) -> tuple[str | None, ...]:
    """What the groups of a pattern hold, which is to match."""
    assert match is not None
    return match.groups()


@pytest.mark.parametrize(
    ("reads", "text"),
    [
        (_LABEL.fullmatch, "_" * LONG + "\nx"),
        (literals_of, "A & " + " " * LONG + "!"),
        (literals_of, r"\lnot" + " " * LONG + "!"),
        (_HEADING.match, "a" + " " * LONG + "!:"),
        (_HEADING.match, "a " * (LONG // 2) + "!:"),
        (_MARK.search, "? A  # 3 = a" + " " * LONG + "!\n"),
        (_CONDITIONAL.search, "当" * LONG),
        (lambda text: list(_ENDING.finditer(text)), "." * LONG + "x"),
        (lambda text: _LISTED.sub("", text), "A1" * (LONG // 2)),
        (damaged, "[INSERT" * (LONG // 7)),
        (dict(_CUES)["enumerate_models"].search, "枚举完整" * (LONG // 4)),
        (_CONDITIONS[2].match, "反事实。" + " " * LONG + "!"),
        (_HEADER.match, "[" + " " * LONG + "!"),
        (_DECLARED.match, "A:" + " " * LONG + "!"),
        (_DECLARED.match, "A -- b" + " " * LONG + "c: d\n!"),
        (read_scratch, "A, " * 3_000 + "f(a): Bool"),
        (_TYPE.match, "a" + " " * LONG + "!"),
        (_PLAIN.fullmatch, "a" * LONG + "!"),
        (_LEAK.search, "answer" + " " * LONG + "!"),
    ],
    ids=lambda value: value[:8].strip() if isinstance(value, str) else "",
)
def test_in_proportion(reads: Callable[[str], object], text: str) -> None:
    with bounded():
        reads(text)


def test_an_answer_is_refused_in_time() -> None:
    with bounded(), pytest.raises(InputError):
        unique("A" + " " * LONG + "!")


def test_they_read_what_they_read_before() -> None:
    keys = ("question 1", "Q_2.", "3", "q", "第4题")
    assert [groups(_LABEL.fullmatch(key))[0] for key in keys] == ["1", "2", "3", "q", "4"]
    negated = literals_of(r"¬ (A & \neg B -> ( C")
    assert [(match.name, match.positive, match.antecedent) for match in negated] == [
        *(("A", False, True), ("B", False, True), ("C", True, False)),
    ]
    assert all(map(_HEADING.match, ("## The premises:", "Queries ：**", "a b c")))
    assert not _HEADING.match("A -> B:")
    assert groups(_MARK.search("? necessary(A)  # 3 = some words "))[1] == "some words"
    assert _CONDITIONAL.search("当下雨时，路湿")
    assert not _CONDITIONAL.search("他当老师")
    assert [match[0] for match in _ENDING.finditer("A. B (c...) d.5 e…f...")] == [
        ".",
        "...)",
        "...",
    ]
    assert _LISTED.sub("-", "x (Red/green/blue) a/b") == "x (-) a/b"
    assert unique("not unique ") == UniqueAnswer(verdict="not_unique")
    declared = groups(_DECLARED.match("f(a, b), C : Function (2)  -- what it  means "))
    assert declared == ("f(a, b), C", "Function (2)", "what it  means")
    assert groups(_DECLARED.match("A: Bool --"))[2] == ""
    assert groups(_TYPE.match(" Enum (a, b) ")) == ("Enum", "a, b")
    assert groups(_HEADER.match(" [[ blocks.filter ]] # c")) == ("[[", " blocks.filter ", "# c")
    enumerated = dict(_CUES)["enumerate_models"]
    assert enumerated.search("x\n请列出所有相容的世界")
    assert not enumerated.search("列出模型，完整")
    assert _LEAK.search("Answer key: B")
    assert _LEAK.search("answer = 3")
