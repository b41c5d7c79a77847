"""The wrong projection: "which of these must hold?" read as "which of these can hold?", or the
reverse.
"""

from collections.abc import Iterator
from dataclasses import replace

from items.misreadings.misreading import Case, Misreading, Reading


def _readings(case: Case) -> Iterator[Reading]:
    if case.query.mode is not None:
        necessary = case.query.mode == "necessary"
        query = replace(case.query, mode="possible" if necessary else "necessary")
        yield Reading(case.theory, query)


MISREADING = Misreading(
    name="wrong-projection",
    titles={"en": "Wrong projection", "zh": "投影层次错误"},
    descriptions={
        "en": "“Which of these must hold?” is read as “which of these can hold?”, or the other "
        "way.",
        "zh": "把“哪些必然成立”读成“哪些可能成立”，或者相反。",
    },
    source="LLMEval-Logic, appendix G (wrong level of set or projection)",
    readings=_readings,
)
