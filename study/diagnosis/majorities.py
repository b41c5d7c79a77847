"""Statements about most and few things, in tasks in CCOBRA's format.

"Most A are B" says that more A are B than are not, and "few A are B" that fewer are; "not" negates
the predicate. The language of this program has no formula for that, so each such statement is an
atom here, and its meaning restricts the possible worlds: those in which there are numbers of things
of each kind that give these atoms their truth values.

Owns which statements these are, the atoms, and the possible worlds.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from items.sources.ccobra import NOTHING, Statement, Task
from solver.language.syntax import And, Exists, Formula, Pred, Prop, Variable

MOST_TERMS = 3
MAX_THINGS = 9
"""Maximum number of things of one kind to count. With three terms, larger numbers add no possible
worlds: 5,502 of 93,312 conceivable ones are possible, and linear programming finds no others
(`tests/study/diagnosis/test_majorities.py`)."""
_QUANTIFIERS = {"most": True, "most not": False, "few": False, "few not": True}
"""Quantifier to whether it says that more are than are not."""


@dataclass(frozen=True, slots=True)
class Majority:
    """More of the subject's things satisfy the predicate than do not, or fewer."""

    subject: str
    predicate: str
    is_most: bool

    @property
    def key(self) -> str:
        """The name of its atom, which does not occur as a sentence of a task."""
        return f"{'most' if self.is_most else 'few'} {self.subject} are {self.predicate}"


def majority(statement: Statement) -> Majority | None:
    """The majority that a statement asserts; None for other statements."""
    words = statement.text.split(";")
    if len(words) != 3 or words[0].casefold() not in _QUANTIFIERS:
        return None
    return Majority(words[1], words[2], _QUANTIFIERS[words[0].casefold()])


def with_atoms(task: Task) -> tuple[Task, tuple[Majority, ...]]:
    """The task with an atom for each such statement, and the meaning of the atoms. In a premise,
    the atom for "most" comes with the statement that there are some, which follows from it: so the
    misreading of "some" as "some but not all" applies to "most" too."""
    majorities: dict[str, Majority] = {}

    def read(statement: Statement, *, premise: bool = False) -> Statement:
        majority_said = None if statement.formula is not None else majority(statement)
        if statement == NOTHING or majority_said is None:
            return statement
        majorities[majority_said.key] = majority_said
        formula: Formula = Prop(majority_said.key)
        if premise and majority_said.is_most:
            x = (Variable("x"),)
            some = Exists(
                "x", And((Pred(majority_said.subject, x), Pred(majority_said.predicate, x)))
            )
            formula = And((formula, some))
        return replace(statement, formula=formula)

    premises = tuple(read(statement, premise=True) for statement in task.premises)
    choices = tuple(map(read, task.choices))
    return replace(task, premises=premises, choices=choices), tuple(majorities.values())


@lru_cache(maxsize=256)
def worlds_that_can_be(
    terms: tuple[str, ...],
    kinds: tuple[frozenset[str], ...],
    majorities: tuple[Majority, ...],
    free_axes: int,
) -> int:
    """The region of possible worlds, over `free_axes` axes without restriction, an axis for each
    majority and one for each kind of things, in this order. A kind is identified by the terms that
    are true of its things; its axis says whether there are any."""
    import numpy

    signs, exist = _possible(len(terms))
    place = {term: n for n, term in enumerate(terms)}
    code: Any = numpy.zeros(len(signs), dtype=numpy.int64)
    for n, majority_said in enumerate(majorities):
        if majority_said.subject == majority_said.predicate:
            # All things of a kind satisfy it, where there are any.
            subject_worlds = (
                _of(exist, place[majority_said.subject]) if majority_said.is_most else 0
            )
            code |= subject_worlds << n
            continue
        sign = signs[:, place[majority_said.subject], place[majority_said.predicate]]
        code |= (sign > 0 if majority_said.is_most else sign < 0).astype(numpy.int64) << n
    for n, kind in enumerate(kinds):
        number = sum(1 << place[term] for term in kind)
        code |= exist[:, number] << (len(majorities) + n)
    can_be: Any = numpy.zeros(1 << (len(majorities) + len(kinds)), dtype=bool)
    can_be[code] = True
    bits = numpy.packbits(numpy.repeat(can_be, 1 << free_axes), bitorder="little")
    return int.from_bytes(bits.tobytes(), "little")


def _of(exist: Any, term: int) -> Any:
    """Whether there are things that a term is true of, for each row."""
    numbers = [number for number in range(exist.shape[1]) if number >> term & 1]
    return exist[:, numbers].max(axis=1)


@lru_cache(maxsize=4)
def _possible(terms: int) -> tuple[Any, Any]:
    """The possible worlds with this number of terms, one row each: for each pair of terms whether
    more things of the first satisfy the second than do not (1), equally many (0) or fewer (-1); and
    for each kind of things, by the number whose binary digits give the terms that are true of them,
    1 where there are any."""
    import numpy

    kinds = range(1, 1 << terms)
    numbers = numpy.meshgrid(
        *[numpy.arange(MAX_THINGS + 1, dtype=numpy.int8)] * len(kinds), indexing="ij", copy=False
    )
    shape = numbers[0].shape
    pairs = [(a, b) for a in range(terms) for b in range(terms) if a != b]
    code = numpy.zeros(shape, dtype=numpy.int32)
    for a, b in pairs:
        difference = numpy.zeros(shape, dtype=numpy.int8)
        for kind, number in zip(kinds, numbers, strict=True):
            if kind >> a & 1:
                difference = difference + (number if kind >> b & 1 else -number)
        code *= 3
        code += numpy.sign(difference) + numpy.int8(1)
    for number in numbers:
        code *= 2
        code += number > 0
    rows = numpy.unique(code).astype(numpy.int64)
    exist: Any = numpy.zeros((2 * len(rows), 1 << terms), dtype=numpy.int64)
    # Nothing restricts the number of things that no term is true of.
    exist[len(rows) :, 0] = 1
    for kind in reversed(kinds):
        exist[:, kind] = numpy.tile(rows % 2, 2)
        rows = rows // 2
    signs: Any = numpy.zeros((len(exist), terms, terms), dtype=numpy.int64)
    for a, b in reversed(pairs):
        signs[:, a, b] = numpy.tile(rows % 3 - 1, 2)
        rows = rows // 3
    return signs, exist
