"""The names of the question kinds: the program's own, the query kinds, and those of plug-ins.

To add a question kind to the program, define a `QuestionKind` in a module of this package and name
it here. A separate distribution registers its kind as an entry point in
`countermodel.question_kinds`.
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
"""The program's own kinds that are not query kinds, with the places of their definitions."""
QUESTIONS: "Registry[QuestionKind]" = Registry(
    "countermodel.question_kinds",
    OWN,
    required=("name", "form", "question", "question_on_screen"),
    sort="items.kinds.question:QuestionKind",
)
"""Question kinds that are not query kinds."""


def question_kinds() -> Iterator[str]:
    """Every question kind, in the order in which they are listed for people."""
    yield from ("choice", "truth")
    yield from KINDS
    yield from (name for name in QUESTIONS if name not in ("choice", "truth"))


def usable_question_kinds() -> Iterator[str]:
    """As `question_kinds`, without kinds of plug-ins that cannot be used; imports every kind."""
    yield from ("choice", "truth")
    yield from KINDS.usable()
    yield from (name for name in QUESTIONS.usable() if name not in ("choice", "truth"))


def is_question_kind(word: str) -> bool:
    """Whether there is a question kind with that name."""
    return word in OWN or word in KINDS or word in QUESTIONS


def own_kind(word: str) -> "QuestionKind | None":
    """The question kind with that name if it is not a query kind, otherwise None."""
    if word in OWN or (word not in KINDS and word in QUESTIONS):
        return QUESTIONS[word]
    return None
