"""`symmetric_difference(alpha, beta; targets)`: the assignments that exactly one variant allows."""

from collections.abc import Iterable, Sequence

from solver.kinds.set_operation import Row, SetOperation, Side
from solver.kinds.words import Text


class SymmetricDifference(SetOperation):
    """Which assignments does exactly one of two variants allow?"""

    word = "symmetric_difference"
    question = Text(
        "Which arrangements are possible under exactly one of the two variants?",
        "哪些情形恰好在两种设定之一下是可能的？",
    )
    sign = "△"
    allowed = Text("allowed by exactly one", "恰有一个允许的")

    def combined(self, sides: Sequence[Side]) -> Iterable[Row]:
        first, second = sides
        yield from (row for row in first.rows if row not in second)
        yield from (row for row in second.rows if row not in first)

    def region(self, first: int, second: int) -> int:
        return first ^ second


KIND = SymmetricDifference()
