"""A counterfactual ignored: a question about a changed world is answered for the unchanged one."""

from collections.abc import Iterator
from dataclasses import replace

from items.misreadings.misreading import Case, Misreading, Reading


def _readings(case: Case) -> Iterator[Reading]:
    if case.unedited is not None and case.theory.name == case.query.under:
        theory = replace(case.unedited, name="unedited")
        yield Reading(theory, case.query)


MISREADING = Misreading(
    name="counterfactual-ignored",
    titles={"en": "Counterfactual ignored", "zh": "忽略反事实条件"},
    descriptions={
        "en": "What the question supposes to be otherwise is not taken into account.",
        "zh": "没有考虑题目中“假如”的改动。",
    },
    source="LLMEval-Logic, appendix G (counterfactual questions)",
    readings=_readings,
)
