"""The solver's findings about one item, for the screens of all roles.

Owns computing them, in a thread. The panes own their display.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from items.formalizations.sentence_alignment import Alignment, align
from items.models import Item
from solver.cancel import Budget, Cancel
from solver.errors import InputError
from solver.inspection.formula_standing import FormulaVerdict
from solver.language.problem import Query
from solver.results import World
from tui.state.inspector.entries import Claim
from tui.state.translation import translated

if TYPE_CHECKING:
    from items.inspection.analysis import Analysis, Limits

CLAIM_SECONDS = 2.0
"""Z3's time for one query about what an answer depends on."""
TIMEOUT_REASON = "timeout"
"""The reason of an engine that ran out of time."""
ITEM_MULTIPLE = 20
"""The time of a whole item, in multiples of the time per question."""
ROUNDS = (0.3, 1.5, 5.0)
"""Time per question in each round, in seconds: easy results appear before hard ones are attempted,
and nothing waits for one hard question."""


@dataclass(frozen=True)
class ItemFindings:
    """The findings about one item."""

    analysis: "Analysis"
    alignments: tuple[Alignment, ...]
    decisive_claims: Mapping[int, tuple[Claim, ...]] = field(default_factory=dict)
    """Index of a question to the claims that the answer to its query depends on."""
    worlds: Mapping[str, World] = field(default_factory=dict)
    """A model of the premises of each variant, for verdicts without a world of their own."""

    @property
    def undecided(self) -> int:
        """Number of questions and options that the solver could not decide in its time."""
        return undecided(self.analysis)


def undecided(analysis: "Analysis") -> int:
    """Number of an item's questions and options that were not decided for lack of time."""
    count = 0
    for question_analysis in analysis.questions:
        stands = [
            option.standing for option in question_analysis.options if option.standing is not None
        ]
        late = sum(
            stand.verdict is FormulaVerdict.UNKNOWN and stand.reason == TIMEOUT_REASON
            for stand in stands
        )
        engines = (
            () if question_analysis.report is None else question_analysis.report.engines.values()
        )
        count += late or (
            any(engine.unknown and engine.reason == TIMEOUT_REASON for engine in engines)
            # Options are judged together; Z3 decides all of them unless it runs out of time.
            or (
                question_analysis.check is not None
                and question_analysis.check.by_engine.get("z3", "") is None
            )
        )
    return count


def limits_of(seconds: float) -> "Limits":
    """The limits for an item where a question may take this many seconds."""
    from items.inspection.analysis import Limits

    usual = Limits()
    return replace(
        usual,
        structure_seconds=min(seconds, usual.structure_seconds),
        backbone_seconds=min(seconds, usual.backbone_seconds),
    )


def work_out(item: Item, cancel: Cancel, seconds: float = ROUNDS[-1]) -> ItemFindings:
    """Everything the solver can say about an item, with at most this many seconds per question and
    `ITEM_MULTIPLE` times that for all of them; slow, so run it in a thread. Raises `Cancelled`."""
    from items.inspection.analysis_run import analyse

    shared = Budget.of(ITEM_MULTIPLE * seconds, cancel)
    limits = limits_of(seconds)
    analysis = analyse(item, limits=limits, timeout=seconds, cancel=cancel, shared_budget=shared)
    aligned: tuple[Alignment, ...] = ()
    if analysis.formal is not None:
        try:
            aligned = align(item, analysis.formal.problem)
        except InputError as error:
            analysis = _with_warning(analysis, error)
    seconds = min(seconds, CLAIM_SECONDS)
    return ItemFindings(analysis, aligned, resting(analysis), _worlds(analysis, cancel, seconds))


def _worlds(analysis: "Analysis", cancel: Cancel, seconds: float) -> dict[str, World]:
    from solver.language.syntax import Truth
    from solver.queries import Session

    worlds: dict[str, World] = {}
    anything = Query("possible", "possible(⊤)", Truth(True))
    for name, theory_analysis in analysis.theories.items():
        session = Session(theory_analysis.theory, (), "auto", seconds, cancel)
        witness = session.ask(anything, want_supports=False).answer.witness
        if witness is not None:
            worlds[name] = witness
    return worlds


def resting(analysis: "Analysis") -> dict[int, tuple[Claim, ...]]:
    """What the answers to queries depend on, where their reports do not include it."""
    return {
        n: tuple(
            Claim(f, analysis.supports.get((question_analysis.under, f)))
            for f in question_analysis.claims
        )
        for n, question_analysis in enumerate(analysis.questions)
        if question_analysis.report is not None and question_analysis.report.supports is None
    }


def _with_warning(analysis: "Analysis", error: InputError) -> "Analysis":
    warning = f"{translated(error.title)}: {translated(error.message)}"
    return replace(
        analysis, check=replace(analysis.check, warnings=(*analysis.check.warnings, warning))
    )
