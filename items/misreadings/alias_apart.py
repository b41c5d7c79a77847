"""Two names of one thing kept apart: premises that only say that two symbols mean the same are left
out of account, all of them."""

from collections.abc import Iterator
from dataclasses import replace

from items.misreadings.misreading import Case, Misreading, Reading
from solver.language.syntax import Constant, EnumSame, Equal, Formula, Iff, Prop


def _readings(case: Case) -> Iterator[Reading]:
    aliases = frozenset(p.number for p in case.theory.premises if _is_alias(p.formula))
    if aliases:
        kept = tuple(p for p in case.theory.premises if p.number not in aliases)
        yield Reading(replace(case.theory, premises=kept), case.query, aliases)


def _is_alias(formula: Formula) -> bool:
    match formula:
        case Iff(Prop(), Prop()) | EnumSame() | Equal(Constant(), Constant()):
            return True
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
