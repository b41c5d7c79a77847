"""Illicit conversion: "all A are B" read as "all B are A".

"Some A are not B" becomes "some B are not A". "No A are B" and "some A are B" keep their meaning
when converted, so they are not changed.
"""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import And, Exists, ForAll, Formula, Implies, Not


def _converted(formula: Formula) -> Formula | None:
    match formula:
        case ForAll(variable, Implies(subject, predicate)) if not isinstance(predicate, Not):
            return ForAll(variable, Implies(predicate, subject))
        case Exists(variable, And((subject, Not(predicate)))) if not isinstance(subject, Not):
            return Exists(variable, And((predicate, Not(subject))))
    return None


MISREADING = Misreading(
    name="conversion",
    titles={"en": "Illicit conversion", "zh": "不当换位"},
    descriptions={
        "en": "“All A are B” is read as “all B are A”, and “some A are not B” as “some B are "
        "not A”.",
        "zh": "把“所有 A 都是 B”读成“所有 B 都是 A”，把“有的 A 不是 B”读成“有的 B 不是 A”。",
    },
    source="Chapman and Chapman (1959), Atmosphere Effect Re-examined, Journal of Experimental "
    "Psychology 58",
    readings=everywhere(_converted),
)
