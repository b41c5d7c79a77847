"""What is known of one item, as plain data: questions, options, premises, under every variant.

Owns the classes; `analyse` fills them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from items.formal import FormalItem
from items.gold.check import ItemCheck, PartCheck
from items.gold.refute import Refutation
from items.models import Item, Question
from items.values.letters import letter
from solver.errors import InputError
from solver.inspection.backbone import Backbone
from solver.inspection.formula_standing import FormulaStanding
from solver.language.problem import BASELINE, Query, Theory
from solver.language.syntax import Formula, is_propositional
from solver.results import QueryReport, Structure, Supports, TheoryReport


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is gathered."""

    models: int = 64
    """Models or assignments listed beside a query."""
    structures: int = 3
    """Structures shown of first-order premises."""
    structure_seconds: float = 2.0
    backbone_seconds: float = 5.0


@dataclass(frozen=True, slots=True)
class OptionAnalysis:
    """One option of a multiple-choice question."""

    place: int
    """From 0, in the item's own order."""
    text: str
    standing: FormulaStanding | None
    """Of the option's formula, or, where options complete the premises, of the conclusion with the
    option added; None where the option has no formula."""
    right: bool | None
    """Whether the solver finds it right; None where it could not tell."""

    @property
    def letter(self) -> str:
        """A, B, …"""
        return letter(self.place)


@dataclass(frozen=True, slots=True)
class QuestionAnalysis:
    """One question part, or a query that the formalization alone lists."""

    question: Question | None
    """None for a query of the formalization that no question asks."""
    place: int | None
    """Among the item's leaves."""
    under: str
    """Name of the variant it is asked under."""
    query: Query | None
    report: QueryReport | None
    """Verdict by every engine, supports, countermodel, models; None without a query."""
    standing: FormulaStanding | None
    """Of the query's formula, where it has one."""
    options: tuple[OptionAnalysis, ...]
    check: PartCheck | None
    """The gold answer beside the engines'."""
    refutation: Refutation | None
    """Why the gold is wrong, where it is."""
    claims: tuple[Formula, ...] = ()
    """What the answer to the query rests on: all of these must follow."""
    needs: Supports | None = None
    """Minimal sets of premises from which all claims follow together; None where no claim has to,
    or they are not known."""


@dataclass(frozen=True, slots=True)
class TheoryAnalysis:
    """The premises under one variant that is asked about; the baseline is always there."""

    theory: Theory
    report: TheoryReport
    models: int | None
    """Over all symbols in use; None for first-order premises and where it is not known."""
    models_reason: str
    """Why the models are not counted."""
    needless: tuple[int, ...] | None
    """Numbers of premises that are in no minimal support of anything the answers rest on; None
    where no answer rests on premises."""
    needless_certain: bool
    """False where not all supports are known, so that a premise named here may be needed."""
    backbone: Backbone
    structures: tuple[Structure, ...]
    """Of first-order premises: some finite structures, pairwise not isomorphic."""

    @property
    def first_order(self) -> bool:
        """Whether the models are structures."""
        return not all(is_propositional(p.formula) for p in self.theory.premises)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything about one item."""

    item: Item
    formal: FormalItem | None
    """None where the item has no formalization, or one that cannot be read."""
    trouble: InputError | None
    """Why the formalization cannot be read."""
    check: ItemCheck
    questions: tuple[QuestionAnalysis, ...]
    theories: Mapping[str, TheoryAnalysis]
    supports: Mapping[tuple[str, Formula], Supports | None] = field(repr=False)
    """Minimal supports of every formula that an answer rests on, by variant and formula."""
    needed: tuple[Supports | None, ...] = field(default=(), repr=False)
    """Minimal supports of everything that stands in a row of its own: options, queries."""
    seconds: float = 0.0

    @property
    def models(self) -> int | None:
        """Models of the baseline premises over all symbols in use."""
        return self.theories[BASELINE].models if BASELINE in self.theories else None

    @property
    def support_size(self) -> int | None:
        """Premises needed at least by the option or query that needs most, everything that its
        answer rests on taken together; None where nothing is entailed or supports are unknown."""
        return support_size(self.needed)


def support_size(all_supports: Iterable[Supports | None]) -> int | None:
    """The size of the smallest support of what needs most; None without any, and where a smaller
    one may have been missed."""
    sizes: list[int] = []
    for supports in all_supports:
        if supports is None or supports.least is None:
            return None
        sizes.append(supports.least)
    return max(sizes, default=None)
