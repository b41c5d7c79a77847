"""The results of a scratchpad's premises: every answer, and the models under every variant.

Owns the queries that run in a background thread for the scratchpad. The solver decides them.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from solver.cancel import Budget, Cancel, GaveUp, proceed
from solver.engines.atoms import NotFinite
from solver.errors import CountermodelError
from solver.inspection.model_table import ModelPage, listed_page, model_table
from solver.inspection.structure_list import structures
from solver.language.edits import theory
from solver.language.problem import BASELINE, Problem
from solver.queries import Session, solve_problem
from solver.results import ProblemReport, Structure, TheoryReport
from tui.i18n import _

MOST_LISTED = 64
"""Maximum number of listed assignments and models; counts cover all of them."""
TIMEOUT = 2.0
"""Time for one query, and for one table of models."""


@dataclass(frozen=True)
class VariantModels:
    """The models under one variant."""

    report: TheoryReport
    page: ModelPage | None
    """Rows over all symbols in use; None for first-order premises."""
    structures: tuple[Structure, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class ScratchAnswers:
    """Everything shown beside the text."""

    problem: Problem
    report: ProblemReport
    models: Mapping[str, VariantModels]
    error: CountermodelError | None = None
    """Why there are no answers, if there are none."""


def solve_scratch(problem: Problem, cancel: Cancel) -> ScratchAnswers:
    """Answer all queries; slow, so run it in a thread. Raises `Cancelled`."""
    answers = ProblemReport({}, ())
    trouble: CountermodelError | None = None
    try:
        answers = solve_problem(problem, limit=MOST_LISTED, timeout=TIMEOUT, cancel=cancel)
    except CountermodelError as error:
        proceed(cancel)
        trouble = error
    proceed(cancel)
    models = {name: _models(problem, name, cancel) for name in (BASELINE, *problem.variants)}
    return ScratchAnswers(problem, answers, models, trouble)


def _models(problem: Problem, name: str, cancel: Cancel) -> VariantModels:
    proceed(cancel)
    side = theory(problem, name)
    queries = tuple(query for query in problem.queries if query.under == name)
    report = Session(side, queries, "auto", TIMEOUT, cancel).report
    proceed(cancel)
    try:
        table = model_table(side, queries)
        if table is not None:
            with suppress(GaveUp):
                view = table.view(budget=Budget.of(TIMEOUT, cancel))
                return VariantModels(report, view.page(0, MOST_LISTED))
            proceed(cancel)
        page = listed_page(side, queries, size=MOST_LISTED, timeout=TIMEOUT, cancel=cancel)
        return VariantModels(report, page, reason=page.reason)
    except NotFinite:
        if report.consistent is False:
            return VariantModels(report, None, reason=_("first-order: there is no structure"))
        outcome = structures(side, limit=1, seconds=TIMEOUT / 2, cancel=cancel).structures
        proceed(cancel)
        note = (
            _("first-order: one structure is shown")
            if outcome
            else _("first-order: no finite structure was found in time")
        )
        return VariantModels(report, None, outcome, note)
