"""A distractor believed: its tempting reading is taken for a premise. The item lists the tempting
readings (`claims.distractor`, field `readings`).
"""

from collections.abc import Iterator
from dataclasses import replace

from items.misreadings.misreading import Case, Misreading, Reading
from solver.language.problem import Premise


def _readings(case: Case) -> Iterator[Reading]:
    number = max((premise.number for premise in case.theory.premises), default=-1) + 1
    for formula in case.tempting:
        premises = (*case.theory.premises, Premise(number, formula))
        yield Reading(replace(case.theory, premises=premises), case.query, frozenset({number}))


MISREADING = Misreading(
    name="distractor-believed",
    titles={"en": "Distractor believed", "zh": "被干扰项误导"},
    descriptions={
        "en": "A premise that is there to distract is taken to say what it seems to say.",
        "zh": "把干扰性的前提当作它看上去所说的内容。",
    },
    source="LLMEval-Logic, appendix B (strategy distractor) and appendix I",
    readings=_readings,
    one_at_a_time=True,
)
