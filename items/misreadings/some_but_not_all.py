"""Some as some-but-not-all: "some A are B" read as also asserting that some A are not B."""

from items.misreadings.misreading import Misreading, everywhere
from solver.language.syntax import And, Exists, Formula, negation


def _not_all(formula: Formula) -> Formula | None:
    match formula:
        case Exists(variable, And((subject, predicate))):
            return And((formula, Exists(variable, And((subject, negation(predicate))))))
    return None


MISREADING = Misreading(
    name="some-but-not-all",
    titles={"en": "Some but not all", "zh": "“有的”作“有的而非全部”"},
    descriptions={
        "en": "“Some A are B” is read as “some A are B and some are not”, and so is “some A are "
        "not B”.",
        "zh": "把“有的 A 是 B”或“有的 A 不是 B”读成“有的 A 是 B，有的 A 不是 B”。",
    },
    source="Newstead (1989), Interpretational Errors in Syllogistic Reasoning, Journal of Memory "
    "and Language 28",
    readings=everywhere(_not_all),
)
