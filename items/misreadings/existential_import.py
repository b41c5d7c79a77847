"""Existential import: "all A are B" read as also asserting that there are A."""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import And, Exists, ForAll, Formula, Implies, Not


def _with_import(formula: Formula) -> Formula | None:
    match formula:
        case ForAll(variable, Implies(subject, _)):
            return And((formula, Exists(variable, subject)))
        case ForAll(variable, Not(And((subject, predicate)))):
            return And((formula, Exists(variable, subject), Exists(variable, predicate)))
    return None


MISREADING = Misreading(
    name="existential-import",
    titles={"en": "Existential import", "zh": "存在预设"},
    descriptions={
        "en": "“All A are B” is read as saying, too, that there are A; “no A are B”, that there "
        "are A and B.",
        "zh": "把“所有 A 都是 B”读成同时断言存在 A；把“没有 A 是 B”读成同时断言存在 A 和 B。",
    },
    source="Strawson (1952), Introduction to Logical Theory",
    readings=everywhere(_with_import),
)
