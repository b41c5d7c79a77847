"""The window that explains the kinds of lines in a scratchpad."""

from tui.i18n import _, mark
from tui.windows.modals import TableModal

_FIRST_ROWS = (
    ("S, B: Bool -- gloss", mark("Symbols with their type and meaning.")),
    ("day: Enum(mon, tue)", mark("A symbol that has exactly one of these values.")),
    ("P(x, y): -- gloss", mark("A predicate.")),
    ("anna: Person", mark("An individual.")),
    ("Quiet := ~B & ~L", mark("A definition: a name for a formula.")),
    ("S -> B", mark("A premise. Premises are counted from 1.")),
    ("? necessary(~L)", mark("A query: possible, necessary, enumerate_models, "
        "count_models, unique_solution, has_alternative, projection; then “given "
            "FORMULA”, “under VARIANT”.")),
    ("? difference(alpha, beta; day)", mark("Answers under several variants "
        "compared: difference, symmetric_difference, union, intersection.")),
)  # fmt: skip
_LATER_ROWS = (
    ("@alpha drop 1", mark("An edit of the variant alpha: drop 1, negate 1, replace "
        "1 FORMULA, add FORMULA, define NAME FORMULA.")),
    ("# note", mark("A comment.")),
)  # fmt: skip
_OPERATOR_NOTE = mark(
    "Operators: ~ & | xor -> <-> = !=, forall x (…), exists x (…), exactly_one(…), "
    "at_least(2; …), at_most(2; …), exactly(2; …).\nAnswers: {(A, B), ()} is two "
    "models, the second with nothing true; day=mon for an Enum; unique {(A)}, "
    "not_unique, none; a number; {f, g} for a projection."
)
Line = tuple[str, str]
GOLD_LINE: Line = ("gold for 4: necessary", mark("The gold answer of sub-question 4 to the query "
        "above. Without an answer it is read from the published one, if that can be "
            "read. Several queries may answer one sub-question."))  # fmt: skip
"""How the inspector links a query to a sub-question."""
MARKED_LINE: Line = (
    "? necessary(~L)  # 4 = necessary",
    mark("A query that decides question 4, and the gold answer of that question."),
)
"""How an annotator does."""


def lines_window(tie_row: Line) -> TableModal:
    """The kinds of lines, including the one that links a query to a question."""
    return TableModal(
        _("Lines of a scratchpad"), (*_FIRST_ROWS, tie_row, *_LATER_ROWS), _OPERATOR_NOTE
    )
