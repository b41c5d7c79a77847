"""How many premises the answer of an item needs at least, within one limit for all.

Owns the three outcomes: a number, that nothing is needed, and that it is not known.
"""

from items.formal import formal_item
from items.gold.check import check_item
from items.inspection.analyse import AnalysisRun, Limits, support_size
from items.models import Item
from solver.cancel import Budget
from solver.errors import InputError, NotRead
from solver.results import EngineChoice


class NotKnown(Exception):
    """The solver did not come to the end of its search."""


def least_needed(item: Item, budget: Budget, engine: EngineChoice = "auto") -> int | None:
    """The premises needed at least for the answer that needs most; None where no answer rests on
    any, as without a formalization that can be read.

    Raises:
        NotKnown: the budget ended first, or the engine cannot tell.
    """
    try:
        formal = formal_item(item, budget=budget)
    except NotRead as error:
        raise NotKnown from error
    except InputError:
        formal = None
    if formal is None:
        return None
    check = check_item(item, engine=engine, timeout=budget.left, shared=budget)
    gathering = AnalysisRun(
        item, formal, check, engine, Limits(models=8), budget.left, budget.cancel, budget
    )
    gathering.questions()
    size = support_size(gathering.needed)
    if size is None and (gathering.needed or gathering.open):
        raise NotKnown
    return size
