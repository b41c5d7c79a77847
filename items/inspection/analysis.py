"""The analysis of one item as plain data: questions, options and premises, under every variant.

Owns the classes; `analysis_run` fills them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from items.formal import FormalItem
from items.gold.check import ItemCheck, PartCheck
from items.gold.refutation import Refutation
from items.models import Item, Question
from items.values.letters import letter
from solver.errors import InputError
from solver.inspection.backbone import Backbone
from solver.inspection.formula_standing import FormulaStanding
from solver.language.problem import Query, Theory
from solver.language.syntax import Formula
from solver.results import QueryReport, Structure, Supports, TheoryReport


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on what is gathered."""

    models: int = 64
    """Models or assignments listed per query."""
    structures: int = 3
    """Structures listed for first-order premises."""
    structure_seconds: float = 2.0
    backbone_seconds: float = 5.0


@dataclass(frozen=True, slots=True)
class OptionAnalysis:
    """One option of a multiple-choice question."""

    place: int
    """From 0, in the item's own order."""
    text: str
    standing: FormulaStanding | None
    """The standing of the option's formula or, if options complete the premises, of the conclusion
    with the option added; None if the option has no formula."""
    right: bool | None
    """Whether it is right according to the solver; None if undecided."""

    @property
    def letter(self) -> str:
        """A, B, …"""
        return letter(self.place)


@dataclass(frozen=True, slots=True)
class QuestionAnalysis:
    """One question part, or a query that only the formalization lists."""

    question: Question | None
    """None for a query that only the formalization lists."""
    place: int | None
    """Index among the item's leaves."""
    under: str
    """Name of the variant under which it is asked."""
    query: Query | None
    report: QueryReport | None
    """Each engine's verdict, supports, countermodel, models; None without a query."""
    standing: FormulaStanding | None
    """The standing of the query's formula, if it has one."""
    options: tuple[OptionAnalysis, ...]
    check: PartCheck | None
    """The gold answer compared with the engines'."""
    refutation: Refutation | None
    """Why the gold is wrong, if it is."""
    claims: tuple[Formula, ...] = ()
    """The formulas that the answer to the query rests on; all of them must follow."""
    claim_supports: Supports | None = None
    """Minimal sets of premises that entail all claims together; None without claims, or if
    unknown."""


@dataclass(frozen=True, slots=True)
class TheoryAnalysis:
    """The premises under one queried variant, or the baseline, which is always included."""

    theory: Theory
    report: TheoryReport
    models: int | None
    """Over all symbols in use; None for first-order premises and if unknown."""
    models_reason: str
    """Why the models were not counted."""
    needless_premises: tuple[int, ...] | None
    """Numbers of premises in no minimal support of anything the answers rest on; None if no answer
    rests on premises."""
    needless_certain: bool
    """False if not all supports are known, so that a premise listed here may be needed."""
    backbone: Backbone
    structures: tuple[Structure, ...]
    """For first-order premises: some finite structures, pairwise non-isomorphic."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The complete analysis of one item."""

    item: Item
    formal: FormalItem | None
    """None if the item has no formalization, or one that cannot be parsed."""
    error: InputError | None
    """Why the formalization cannot be parsed."""
    check: ItemCheck
    questions: tuple[QuestionAnalysis, ...]
    theories: Mapping[str, TheoryAnalysis]
    supports: Mapping[tuple[str, Formula], Supports | None] = field(repr=False)
    """Minimal supports of every formula that an answer rests on, by variant and formula."""
    row_supports: tuple[Supports | None, ...] = field(default=(), repr=False)
    """Minimal supports for each row of the screen: options, queries."""
    seconds: float = 0.0


def support_size(all_supports: Iterable[Supports | None]) -> int | None:
    """The size of the smallest support of the entry that needs most; None if there are none, or if
    a smaller one may have been missed."""
    sizes: list[int] = []
    for supports in all_supports:
        if supports is None or supports.least is None:
            return None
        sizes.append(supports.least)
    return max(sizes, default=None)
