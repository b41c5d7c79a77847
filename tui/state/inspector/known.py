"""What was worked out of one item: everything the solver can say, for every role's screens.

Owns gathering it, in a thread. What is shown of it is the panes'.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from items.inspection.alignment import Alignment, align
from items.models import Item
from solver.cancel import Cancel
from solver.errors import InputError
from tui.state.inspector.entries import Claim

if TYPE_CHECKING:
    from items.inspection.analysis import Analysis

CLAIM_SECONDS = 2.0
"""Z3's time for one question about what an answer rests on."""


@dataclass(frozen=True)
class Known:
    """What was worked out of one item."""

    analysis: "Analysis"
    aligned: tuple[Alignment, ...]
    resting: Mapping[int, tuple[Claim, ...]] = field(default_factory=dict)
    """Place of a question to what the answer to its query rests on."""


def work_out(item: Item, cancel: Cancel) -> Known:
    """Everything the solver can say of an item; slow, so in a thread. Raises `Cancelled`."""
    from items.inspection.analyse import analyse

    analysis = analyse(item, cancel=cancel)
    aligned: tuple[Alignment, ...] = ()
    if analysis.formal is not None:
        try:
            aligned = align(item, analysis.formal.problem)
        except InputError as error:
            analysis = _with_warning(analysis, error)
    return Known(analysis, aligned, resting(analysis, cancel))


def resting(analysis: "Analysis", cancel: Cancel) -> dict[int, tuple[Claim, ...]]:
    """What the answers to queries rest on, where their reports do not say it themselves."""
    from solver.inspection.claims import claims
    from solver.queries import Session

    answers: dict[int, tuple[Claim, ...]] = {}
    for n, asked in enumerate(analysis.questions):
        report = asked.report
        if asked.query is None or report is None or report.supports is not None:
            continue
        theory = analysis.theories[asked.under].theory
        session = Session(theory, (asked.query,), "auto", CLAIM_SECONDS, cancel)
        answers[n] = tuple(
            Claim(formula, analysis.supports[formula])
            for formula in claims(session, asked.query, report.answer) or ()
            if formula in analysis.supports
        )
    return answers


def _with_warning(analysis: "Analysis", error: InputError) -> "Analysis":
    warning = f"{error.title}: {error.message}"
    return replace(
        analysis, check=replace(analysis.check, warnings=(*analysis.check.warnings, warning))
    )
