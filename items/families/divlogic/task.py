"""What a DivLogicEval question is before it has words, and what may be asked of one.

Owns the record of a drawn question and the parameters of its logic. The two ways to draw one are
`strict` and `published`.
"""

from dataclasses import dataclass
from typing import Literal

from items.families.divlogic.masks import SYMBOLS, Statement
from solver.errors import InputError

QuestionType = Literal["3c1e", "3e1c", "missing"]
QUESTION_TYPES: tuple[QuestionType, ...] = ("3c1e", "3e1c", "missing")
Others = Literal["any", "undetermined", "contradicted", "mixed", "misread"]
OTHERS: tuple[Others, ...] = ("any", "undetermined", "contradicted", "mixed", "misread")
Relation = Literal["follows", "contradicted", "undetermined", "completes"]
"""How an option stands to the premises shown; `completes` is the missing premise."""
MAX_USES = 6
OPTIONS = 4


@dataclass(frozen=True, slots=True)
class Span:
    """A range of numbers, both ends included."""

    least: int
    most: int | None = None
    """None: no upper end."""

    def __contains__(self, number: int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least}-"
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


@dataclass(frozen=True, slots=True)
class Logic:
    """What is asked of premises and options."""

    n: int = 3
    """No symbol is used in more than n rules; 2 to n + 1 rules are drawn."""
    symbols: int = len(SYMBOLS)
    """How many of A to H are drawn from."""
    premises: Span | None = None
    """Premises of an item, single facts, noise and a missing premise included; None: as drawn."""
    noise: int | None = None
    """Premises that no minimal support of a following option uses; None: as drawn."""
    depth: Span = Span(2)
    """Size of the smallest support of every option that follows, or of the conclusion."""
    others: Others = "any"
    """How options that do not follow stand to the premises (not of `missing`, whose other options
    are undetermined by necessity); `misread`: each of them is right under some misreading."""

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("n", self.n, 2, MAX_USES),
            ("number of symbols", self.symbols, 3, len(SYMBOLS)),
            ("number of noise premises", self.noise or 0, 0, 8),
            ("depth", self.depth.least, 2, 8),
            ("number of premises", self.premises.least if self.premises else 2, 2, 14),
            ("number of premises", (self.premises and self.premises.most) or 2, 2, 14),
        ):
            if not least <= value <= most:
                raise InputError(f"Wrong {name}", f"expected {least} to {most}, found {value}")
        for name, span in (("depth", self.depth), ("number of premises", self.premises)):
            if span is not None and span.most is not None and span.most < span.least:
                raise InputError(f"Wrong {name}", f"the range {span} is empty")


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """One question: premises as shown, options in order, and what makes the gold right."""

    type: QuestionType
    premises: tuple[Statement, ...]
    options: tuple[Statement, ...]
    gold: int
    """Place of the right option."""
    relations: tuple[Relation, ...]
    conclusion: Statement | None = None
    """`missing` only: what follows once the gold is added."""
    depth: int = 0
    """Size of the smallest of all supports of following options (the conclusion's, with the gold
    among the premises); 0 where none was looked for."""
    noise: int = 0
    """Premises shown that none of those supports uses."""
    support: tuple[int, ...] = ()
    """Places of the premises of one smallest support: of the gold (3c1e), of the conclusion, the
    gold apart (missing); empty for 3e1c."""
    matched: str = ""
    """In how much the options agree (`matching.Level`); empty where nothing was matched."""


USUAL = Logic()
"""What is asked where nothing else is wanted."""


def insert_gold(others: list[Statement], gold: Statement, place: int) -> tuple[Statement, ...]:
    """All options, the gold at its place."""
    return (*others[:place], gold, *others[place:])
