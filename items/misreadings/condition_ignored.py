"""The condition of a question ignored: "given C, does A follow?" answered without C."""

from collections.abc import Iterator
from dataclasses import replace

from items.misreadings.misreading import Case, Misreading, Reading


def _readings(case: Case) -> Iterator[Reading]:
    if case.query.given is not None:
        query = replace(case.query, given=None)
        yield Reading(case.theory, query)


MISREADING = Misreading(
    name="condition-ignored",
    titles={"en": "Condition of the question ignored", "zh": "忽略提问条件"},
    descriptions={
        "en": "What the question gives in addition is not taken into account.",
        "zh": "没有考虑提问时附加的条件。",
    },
    source="LLMEval-Logic, appendix G",
    readings=_readings,
)
