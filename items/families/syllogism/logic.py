"""Moods and figures, and their consequences.

Owns the forms, and whether a conclusion follows from premises. This is decided over the sorts of
things defined by the terms, each of which may or may not exist: "all" and "no" have no existential
import.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from items.families.phrases import Clue

MOODS = "AEIO"
FIGURES = (1, 2, 3, 4)
DENIAL = {"A": "O", "O": "A", "E": "I", "I": "E"}
"""Kind of statement to the kind of its denial."""


class Form(NamedTuple):
    """Mood and figure of a syllogism."""

    mood: str
    """Kinds of the major premise, the minor premise and the conclusion."""
    figure: int

    @property
    def name(self) -> str:
        """The usual notation, such as AAA-1."""
        return f"{self.mood}-{self.figure}"

    def premises(self, subject: str, middle: str, predicate: str) -> tuple[Clue, Clue]:
        """Return the major and the minor premise over these terms."""
        major = (middle, predicate) if self.figure in (1, 3) else (predicate, middle)
        minor = (subject, middle) if self.figure in (1, 2) else (middle, subject)
        return Clue(self.mood[0], major), Clue(self.mood[1], minor)

    def conclusion(self, subject: str, predicate: str) -> Clue:
        """Return the conclusion over these terms."""
        return Clue(self.mood[2], (subject, predicate))


FORMS: tuple[Form, ...] = tuple(
    Form("".join(mood), figure) for mood in product(MOODS, repeat=3) for figure in FIGURES
)
"""All 256 forms."""


def formula(clue: Clue) -> str:
    """Return a statement in the formal language."""
    subject, predicate = clue.args
    return {
        "A": f"∀x ({subject}(x) → {predicate}(x))",
        "E": f"∀x ({subject}(x) → ¬{predicate}(x))",
        "I": f"∃x ({subject}(x) ∧ {predicate}(x))",
        "O": f"∃x ({subject}(x) ∧ ¬{predicate}(x))",
    }[clue.kind]


def entails(premises: Iterable[Clue], conclusion: Clue) -> bool:
    """Whether a statement follows. It does not if there is a countermodel: one with things of every
    sort that "all" and "no" allow, in which each "some" is satisfied, including the denial of the
    conclusion."""
    clues = [*premises, Clue(DENIAL[conclusion.kind], conclusion.args)]
    terms = sorted({term for clue in clues for term in clue.args})
    sorts = [
        frozenset(term for term, included in zip(terms, signs, strict=True) if included)
        for signs in product((False, True), repeat=len(terms))
    ]
    allowed = [sort for sort in sorts if not any(_excludes(clue, sort) for clue in clues)]
    return not all(
        any(subject in sort and (predicate in sort) == (kind == "I") for sort in allowed)
        for kind, (subject, predicate) in clues
        if kind in "IO"
    )


def _excludes(clue: Clue, sort: frozenset[str]) -> bool:
    subject, predicate = clue.args
    return clue.kind in "AE" and subject in sort and (predicate in sort) == (clue.kind == "E")


@lru_cache(256)
def follows(form: Form) -> bool:
    """Whether the conclusion follows from the premises. There are 15 such forms."""
    return entails(form.premises("S", "M", "P"), form.conclusion("S", "P"))


VALID: tuple[Form, ...] = tuple(form for form in FORMS if follows(form))
