"""Whether what an item claims to follow does so vacuously.

Owns which of its formulas the gold claims to follow, and the question to the solver.
"""

from collections.abc import Iterator

from items.answers import ChoiceAnswer, TruthAnswer, VerdictAnswer
from items.formal import FormalItem, formal_item
from items.gold.check import QUESTION_TYPE
from items.models import Item, Question
from solver.cancel import Budget, Cancel
from solver.errors import InputError
from solver.kinds.registry import verdict_word
from solver.kinds.words import Claim
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query
from solver.language.syntax import Formula, Implies, expand, negation
from solver.queries import Session
from solver.results import Verdict


def is_vacuous(
    item: Item,
    *,
    timeout: float = 2.0,
    cancel: Cancel | None = None,
    shared_budget: Budget | None = None,
) -> bool | None:
    """Whether an implication that follows according to the gold does so vacuously: its antecedent
    is refuted, or its consequent follows by itself. Inconsistent premises make everything vacuous.

    None if the gold claims no implication, or the solver could not decide. `timeout` is Z3's, in
    seconds per question; `shared_budget`, if given, limits all questions together. Raises
    `Cancelled`.
    """
    try:
        budget = (
            Budget.of(timeout, cancel) if shared_budget is None else shared_budget.at_most(timeout)
        )
        formal = formal_item(item, budget=budget)
    except InputError:
        return None
    claims = list(_claims(item, formal)) if formal is not None else []
    decided = False
    for formula, given, under in claims:
        if formal is None or not isinstance(formula, Implies):
            continue
        premises = theory(formal.problem, under)
        session = Session(premises, timeout=timeout, cancel=cancel, shared_budget=shared_budget)
        verdicts = [
            session.ask(
                Query("necessary", "", settled, given=given), want_supports=False
            ).answer.verdict
            for settled in (negation(formula.left), formula.right)
        ]
        if Verdict.NECESSARY in verdicts:
            return True
        decided = decided or Verdict.UNKNOWN not in verdicts
    return False if decided else None


def _claims(item: Item, formal: FormalItem) -> Iterator[tuple[Formula, Formula | None, str]]:
    """Formulas that follow according to the gold, each with the formula added to the premises and
    the variant."""
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        under = BASELINE if query is None else query.under
        definitions = theory(formal.problem, under).definitions
        for formula, given in _claimed(item, leaf, query, formal.options.get(place, ())):
            yield expand(formula, definitions), given, under


def _follows(verdict: str) -> bool:
    """Whether a verdict says that the query's formula follows."""
    word = verdict_word(verdict)
    return word is not None and word.claim is Claim.FOLLOWS


def _claimed(
    item: Item, leaf: Question, query: Query | None, options: tuple[Formula | None, ...]
) -> Iterator[tuple[Formula, Formula | None]]:
    gold = leaf.gold
    if isinstance(gold, ChoiceAnswer):
        if gold.option is None or gold.option >= len(options) or leaf.right_where_possible:
            return
        type_ = item.attributes.get(QUESTION_TYPE, "3c1e")
        if type_ == "missing":
            added = options[gold.option]
            if query is not None and query.formula is not None and added is not None:
                yield query.formula, added
            return
        for place, option in enumerate(options):
            # For 3e1c the gold is the one that does not follow.
            if option is not None and (place == gold.option) != (type_ == "3e1c"):
                yield option, None
    elif query is not None and query.formula is not None:
        true = isinstance(gold, TruthAnswer) and gold.value == "true"
        if true or (isinstance(gold, VerdictAnswer) and _follows(gold.word)):
            yield query.formula, query.given
