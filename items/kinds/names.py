"""The names of the kinds of question: the program's own, the query kinds, and those of others.

To add a kind of question to the program, give it a `QuestionKind` in a module beside this one and
name it here. One of another distribution is an entry point in `countermodel.question_kinds`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solver.kinds.registry import KINDS
from solver.plugins import Registry

if TYPE_CHECKING:
    from items.kinds.question import QuestionKind

OWN = {
    "choice": "items.kinds.choice:KIND",
    "truth": "items.kinds.truth:KIND",
    "text": "items.kinds.text:KIND",
}
"""The program's own kinds that are no query kinds, with their places."""
QUESTIONS: "Registry[QuestionKind]" = Registry(
    "countermodel.question_kinds",
    OWN,
    offers=("name", "form", "question", "question_on_screen"),
    sort="items.kinds.question:QuestionKind",
)
"""Kinds of question that are no query kinds."""


def question_kinds() -> Iterator[str]:
    """Every kind of question, in the order in which they are listed for people."""
    yield from ("choice", "truth")
    yield from KINDS
    yield from (name for name in QUESTIONS if name not in ("choice", "truth"))


def usable_question_kinds() -> Iterator[str]:
    """As `question_kinds`, without those of plug-ins that cannot be used; imports every kind."""
    yield from ("choice", "truth")
    yield from KINDS.usable()
    yield from (name for name in QUESTIONS.usable() if name not in ("choice", "truth"))


def is_question_kind(word: str) -> bool:
    """Whether there is a kind of question of that name."""
    return word in OWN or word in KINDS or word in QUESTIONS


def own_kind(word: str) -> "QuestionKind | None":
    """A kind of question that is no query kind; None where that is no such kind."""
    if word in OWN or (word not in KINDS and word in QUESTIONS):
        return QUESTIONS[word]
    return None
