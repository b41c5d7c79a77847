"""`difference(alpha, beta; targets)`: the assignments that alpha allows and beta does not."""

from collections.abc import Iterable, Sequence

from solver.kinds.set_operation import Row, SetOperation, Side
from solver.kinds.words import Text


class Difference(SetOperation):
    """Which assignments does the first variant allow and the second not?"""

    word = "difference"
    question = Text(
        "Which arrangements are possible under the first variant and not under the second?",
        "哪些情形在第一种设定下可能，而在第二种设定下不可能？",
    )
    sign = "−"
    allowed = Text("allowed by the first, not by the second", "第一个允许、第二个不允许的")
    symmetric = False

    def combined(self, sides: Sequence[Side]) -> Iterable[Row]:
        first, second = sides
        return (row for row in first.rows if row not in second)

    def region(self, first: int, second: int) -> int:
        return first & (first ^ second)


KIND = Difference()
