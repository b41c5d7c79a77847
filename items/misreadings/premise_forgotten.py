"""A premise forgotten: the question is answered from all premises but one."""

from collections.abc import Iterator
from dataclasses import replace

from items.misreadings.misreading import Case, Misreading, Reading


def _readings(case: Case) -> Iterator[Reading]:
    premises = case.theory.premises
    for premise in premises:
        others = tuple(other for other in premises if other.number != premise.number)
        theory = replace(case.theory, premises=others)
        yield Reading(theory, case.query, frozenset({premise.number}))


MISREADING = Misreading(
    name="premise-forgotten",
    titles={"en": "Premise forgotten", "zh": "遗漏前提"},
    descriptions={
        "en": "One premise is left out of account.",
        "zh": "没有用到其中一个前提。",
    },
    source="Gilhooly, Logie, Wetherick and Wynn (1993), Working Memory and Strategies in "
    "Syllogistic-Reasoning Tasks, Memory & Cognition 21",
    readings=_readings,
    one_at_a_time=True,
)
