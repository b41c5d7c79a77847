"""The minimal number of premises for the answer of an item, within one time limit.

Owns the three outcomes: a number, that no premise is needed, and that it is unknown.
"""

from items.formal import formal_item
from items.gold.check import check_item
from items.inspection.analysis import Limits, support_size
from items.inspection.analysis_run import AnalysisRun
from items.models import Item
from solver.cancel import Budget
from solver.errors import InputError, NotRead
from solver.results import EngineChoice


class NotKnown(Exception):
    """The solver did not finish its search."""


def least_needed(item: Item, budget: Budget, engine: EngineChoice = "auto") -> int | None:
    """The minimal number of premises for the answer that needs most; None if no answer rests on
    premises, or without a formalization that can be parsed.

    Raises:
        NotKnown: the budget ended first, or the engine cannot decide.
    """
    try:
        formal = formal_item(item, budget=budget)
    except NotRead as error:
        raise NotKnown from error
    except InputError:
        formal = None
    if formal is None:
        return None
    check = check_item(item, engine=engine, timeout=budget.left, shared_budget=budget)
    gathering = AnalysisRun(
        item, formal, check, engine, Limits(models=8), budget.left, budget.cancel, budget
    )
    gathering.questions()
    size = support_size(gathering.row_supports)
    if size is None and (gathering.row_supports or gathering.unknown_variants):
        raise NotKnown
    return size
