"""`intersection(alpha, beta, …; targets)`: the assignments that all variants allow."""

from collections.abc import Iterable, Sequence

from solver.kinds.set_operation import Row, SetOperation, Side
from solver.kinds.words import Text


class Intersection(SetOperation):
    """Which assignments do all variants allow?"""

    word = "intersection"
    compares = "any"
    all_sides = True
    question = Text(
        "Which arrangements are possible under every one of the variants?",
        "哪些情形在每一种设定下都是可能的？",
    )
    sign = "∩"
    allowed = Text("allowed by both", "两个都允许的")

    def combined(self, sides: Sequence[Side]) -> Iterable[Row]:
        first, *others = sides
        return (row for row in first.rows if all(row in other for other in others))

    def region(self, first: int, second: int) -> int:
        return first & second


KIND = Intersection()
