"""Two names of one thing kept apart: premises that only say that two symbols mean the same are left
out of account, all of them.

"A if and only if B" of two sentences is no such premise: it has to be known how it is worded.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from items.misreadings.misreading import Case, Misreading, Reading
from solver.language.syntax import Constant, EnumSame, Equal, Formula, Iff, Prop

_CONDITION = re.compile(
    r"\b(?:if|iff|when|whenever|unless|exactly|equivalent)\b"
    "|当且仅当|每当|如果|若|只要|只有|除非|等价",
    re.IGNORECASE,
)


def _readings(case: Case) -> Iterator[Reading]:
    aliases = frozenset(
        premise.number
        for premise in case.theory.premises
        if _is_alias(premise.formula, case.sentences.get(premise.number, ""))
    )
    if aliases:
        kept = tuple(p for p in case.theory.premises if p.number not in aliases)
        yield Reading(replace(case.theory, premises=kept), case.query, aliases)


def _is_alias(formula: Formula, sentence: str) -> bool:
    match formula:
        case EnumSame() | Equal(Constant(), Constant()):
            return True
        case Iff(Prop(), Prop()):
            return bool(sentence) and _CONDITION.search(sentence) is None
    return False


MISREADING = Misreading(
    name="alias-apart",
    titles={"en": "Aliases kept apart", "zh": "未识别同一所指"},
    descriptions={
        "en": "Two names of the same thing are taken for two things.",
        "zh": "把同一事物的两个名称当作两个事物。",
    },
    source="LLMEval-Logic, appendix B (strategy alias) and appendix G",
    readings=_readings,
)
