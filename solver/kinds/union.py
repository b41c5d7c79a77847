"""`union(alpha, beta, …; targets)`: the assignments that at least one of the variants allows."""

from collections.abc import Iterable, Sequence

from solver.kinds.set_operation import Row, SetOperation, Side
from solver.kinds.words import Text


class Union(SetOperation):
    """Which assignments does at least one of the variants allow?"""

    word = "union"
    compares = "any"
    question = Text(
        "Which arrangements are possible under at least one of the variants?",
        "哪些情形至少在其中一种设定下是可能的？",
    )
    sign = "∪"
    allowed = Text("allowed by at least one", "至少一个允许的")

    def combined(self, sides: Sequence[Side]) -> Iterable[Row]:
        return dict.fromkeys(row for side in sides for row in side.rows)

    def region(self, first: int, second: int) -> int:
        return first | second


KIND = Union()
