"""A counterfactual patched locally: the edit is made, but everything settled before that the edit
does not mention is kept instead of being derived again.
"""

from collections.abc import Iterator

from items.misreadings.misreading import Case, Misreading, Reading


def _readings(case: Case) -> Iterator[Reading]:
    if case.patched is not None and case.theory.name == case.query.under:
        yield Reading(case.patched, case.query)


MISREADING = Misreading(
    name="counterfactual-patched",
    titles={"en": "Counterfactual patched locally", "zh": "只做局部修改"},
    descriptions={
        "en": "The change is made, but what had followed before is kept instead of being worked "
        "out again.",
        "zh": "做了改动，但保留了原先推出的结论，没有重新推理。",
    },
    source="LLMEval-Logic, appendix G (edit without recomputation)",
    readings=_readings,
)
