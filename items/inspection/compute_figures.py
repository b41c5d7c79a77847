"""Computes the solver's figures of an item.

Owns the questions put to the solver for them. `figures` defines the figures.
"""

from items.formal import formal_item
from items.gold.check import check_item
from items.inspection.analysis import Limits, support_size
from items.inspection.analysis_run import AnalysisRun, count_models
from items.inspection.figures import Figures
from items.inspection.vacuity import is_vacuous
from items.models import Item
from solver.cancel import Budget, Cancel, proceed
from solver.diff import common_queries
from solver.errors import InputError
from solver.language.loader import used_symbols
from solver.language.problem import BASELINE

TIME_IN_QUESTIONS = 10
"""All figures of an item may take as long as so many questions that use up their time."""


def compute_figures(item: Item, *, timeout: float = 2.0, cancel: Cancel | None = None) -> Figures:
    """The figures of an item. `timeout` is in seconds for each question; the whole item may take
    `TIME_IN_QUESTIONS` times that, however many questions it has. Raises `Cancelled`."""
    shared = Budget.of(TIME_IN_QUESTIONS * timeout, cancel)
    check = check_item(item, engine="auto", timeout=timeout, cancel=cancel, shared_budget=shared)
    proceed(cancel)
    try:
        formal = formal_item(item, budget=shared.at_most(timeout))
    except InputError:
        formal = None
    if formal is None:
        return Figures(None, None, check.state, None, None)
    gathering = AnalysisRun(item, formal, check, "auto", Limits(models=8), timeout, cancel, shared)
    gathering.questions()
    session = gathering.session(BASELINE)
    queries = common_queries(formal.problem, session.theory, session.theory)
    models, _ = count_models(session, queries)
    vacuous = is_vacuous(item, timeout=timeout, cancel=cancel, shared_budget=shared)
    # A cancelled question returns unknown, which must not be stored as a figure.
    proceed(cancel)
    return Figures(
        len(formal.problem.premises),
        len(used_symbols(formal.problem)),
        check.state,
        models,
        support_size(gathering.row_supports),
        vacuous,
        bool(check.inconsistent_variants) or models == 0,
    )
