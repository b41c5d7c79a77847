"""Which misreadings lead to which option of a question.

Owns the labels: an option is labelled with every misreading of the premises (by its name in
`items.misreadings`) under which it would be right. An option that completes a conclusion must then
be necessary for it, and consistent with the misread premises. Only misreadings of the premises'
logical form are tried; those of words and of the question depend on the wording.
"""

from collections.abc import Sequence
from functools import lru_cache

from items.families.divlogic.masks import Statement, formula, region, region_of_formula
from items.families.divlogic.task import ChoiceQuestion
from items.families.divlogic.words import right_options
from items.misreadings.misreading import Case
from items.misreadings.registry import MISREADINGS
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import Signature, Truth

PREMISE_MISREADINGS = (
    "converse",
    "inverse",
    "biconditional",
    "exclusive-or",
    "and-for-or",
    "condition-as-fact",
)
"""Misreadings of a premise, in the order of the registry."""


def misreadings(question: ChoiceQuestion) -> tuple[tuple[str, ...], ...]:
    """Return, for each option, the misreadings under which it is right; nothing for the right
    option."""
    conclusion = None if question.conclusion is None else region(question.conclusion)
    options = [region(option) for option in question.options]
    labels: list[list[str]] = [[] for _ in options]
    for name in PREMISE_MISREADINGS:
        reached: set[int] = set()
        for premises in _readings(name, question.premises):
            right = right_options(question.type, premises, options, conclusion)
            # An option that contradicts the misread premises completes nothing.
            reached.update(
                place
                for place in right
                if conclusion is None or _possible([*premises, options[place]])
            )
        for place in reached - {question.gold}:
            labels[place].append(name)
    return tuple([tuple(label) for label in labels])


def _readings(name: str, premises: Sequence[Statement]) -> list[list[int]]:
    """The premises, as regions, with one or all of them misread."""
    plain = [region(statement) for statement in premises]
    single = [_misread(name, statement) for statement in premises]
    readings = []
    for place, reading in enumerate(single):
        if reading is not None:
            readings.append([*plain[:place], reading, *plain[place + 1 :]])
    if len(readings) > 1:
        readings.append([p if s is None else s for p, s in zip(plain, single, strict=True)])
    return [regions for regions in readings if _possible(regions)]


def _possible(regions: Sequence[int]) -> bool:
    bits = regions[0]
    for other in regions[1:]:
        bits &= other
    return bits != 0


@lru_cache(maxsize=1 << 14)
def _misread(name: str, statement: Statement) -> int | None:
    """The region of a misread statement; None if the misreading does not apply."""
    theory = Theory(Signature(), (Premise(0, formula(statement)),))
    case = Case(theory, Query("possible", "possible(⊤)", Truth(True)))
    for reading in MISREADINGS[name].readings(case):
        if reading.premises:
            return region_of_formula(reading.theory.premises[0].formula)
    return None
