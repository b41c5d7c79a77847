"""Two names of one thing kept apart: all premises that only identify two symbols are ignored.

"A if and only if B" between two propositions is such a premise only if its wording states that both
mean the same.
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

_NAMING = re.compile(
    r"\b(?:(?:an?)?other name|by the name|also (?:called|known|named)|known as|alias|nickname"
    r"|same|identical|refers? to|stands? for|means?|to say|in other words|i\.\s?e\.|namely)\b"
    "|别名|又名|又称|又叫|也叫|亦称|亦即|即|就是|同一|一回事|指的是|简称|代号|化名|换句话说",
    re.IGNORECASE,
)


def _readings(case: Case) -> Iterator[Reading]:
    aliases = frozenset(
        premise.number
        for premise in case.theory.premises
        if _is_alias(premise.formula, case.sentences.get(premise.number, ""))
    )
    if aliases:
        premises = tuple(p for p in case.theory.premises if p.number not in aliases)
        yield Reading(replace(case.theory, premises=premises), case.query, aliases)


def _is_alias(formula: Formula, sentence: str) -> bool:
    match formula:
        case EnumSame() | Equal(Constant(), Constant()):
            return True
        case Iff(Prop(), Prop()):
            is_naming = _NAMING.search(sentence) is not None
            return is_naming and _CONDITION.search(sentence) is None
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
