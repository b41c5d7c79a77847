"""A DivLogicEval question before it is put into words, and the parameters for requesting one.

Owns the record of a drawn question and the parameters of its logic. Two modules draw questions:
`strict_questions` and `published_questions`.
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
"""How an option is related to the premises shown; `completes` marks the missing premise."""
MAX_USES = 6
OPTIONS = 4


@dataclass(frozen=True, slots=True)
class Span:
    """A range of numbers, including both ends."""

    minimum: int
    maximum: int | None = None
    """None: no upper limit."""

    def __contains__(self, number: int) -> bool:
        return self.minimum <= number and (self.maximum is None or number <= self.maximum)

    def __str__(self) -> str:
        if self.maximum is None:
            return f"{self.minimum}-"
        return (
            str(self.minimum) if self.minimum == self.maximum else f"{self.minimum}-{self.maximum}"
        )


@dataclass(frozen=True, slots=True)
class Logic:
    """Requirements for premises and options."""

    n: int = 3
    """No symbol is used in more than n rules; 2 to n + 1 rules are drawn."""
    symbols: int = len(SYMBOLS)
    """Number of symbols from A to H available for drawing."""
    premises: Span | None = None
    """Premises of an item, including single facts, noise and a missing premise; None: no
    requirement."""
    noise: int | None = None
    """Premises not used by any minimal support of a following option; None: no requirement."""
    depth: Span = Span(2)
    """Size of the smallest support of every option that follows, or of the conclusion."""
    others: Others = "any"
    """Relation to the premises of the options that do not follow (not for `missing`, whose other
    options are necessarily undetermined); `misread`: each is right under some misreading."""

    def __post_init__(self) -> None:
        """Raises InputError for a number outside its range, and for an empty range."""
        for name, value, least, most in (
            ("n", self.n, 2, MAX_USES),
            ("number of symbols", self.symbols, 3, len(SYMBOLS)),
            ("number of noise premises", self.noise or 0, 0, 8),
            ("depth", self.depth.minimum, 2, 8),
            ("number of premises", self.premises.minimum if self.premises else 2, 2, 14),
            ("number of premises", (self.premises and self.premises.maximum) or 2, 2, 14),
        ):
            if not least <= value <= most:
                raise InputError(f"Wrong {name}", f"expected {least} to {most}, found {value}")
        for name, span in (("depth", self.depth), ("number of premises", self.premises)):
            if span is not None and span.maximum is not None and span.maximum < span.minimum:
                raise InputError(f"Wrong {name}", f"the range {span} is empty")


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A question: premises as shown, options in order, and the reason why the gold is right."""

    type: QuestionType
    premises: tuple[Statement, ...]
    options: tuple[Statement, ...]
    gold: int
    """Position of the right option."""
    relations: tuple[Relation, ...]
    conclusion: Statement | None = None
    """`missing` only: the conclusion that follows once the gold is added."""
    depth: int = 0
    """Size of the smallest of all supports of following options (for `missing`, of the conclusion,
    with the gold among the premises); 0 if not computed."""
    noise: int = 0
    """Premises shown that none of those supports uses."""
    support: tuple[int, ...] = ()
    """Positions of the premises of one smallest support: of the gold (3c1e), or of the conclusion,
    without the gold (missing); empty for 3e1c."""
    matching_level: str = ""
    """To what level the options agree (`matching.Level`); empty if nothing was matched."""


DEFAULT_LOGIC = Logic()
"""The default requirements."""


def insert_gold(others: list[Statement], gold: Statement, place: int) -> tuple[Statement, ...]:
    """Return all options, with the gold at its position."""
    return (*others[:place], gold, *others[place:])
