"""Acceptance of a drawn item: every claim is proved, and every gold answer is the solver's.

Owns the conditions of the solver's gate for items hardened without a model, and the order in which
they are checked. Leaves the meaning and proof of claims to `items.claims`.
"""

from collections.abc import Sequence
from dataclasses import replace

from items.answers import Answer, ModelsAnswer
from items.claims.case import Case
from items.claims.claim import State
from items.claims.declared_claims import declarations
from items.claims.registry import CLAIMS
from items.formal import vocabulary
from items.harden.catalogue import strategies
from items.harden.golds import gold_of
from items.models import Item, Question
from solver.language.problem import Query
from solver.results import Verdict

MOST_ROWS = 16
"""Maximum rows of an answer that a respondent must list."""
IDLE_RULE = "a rule that follows from the others"
REPEATED_QUESTION = "distinct-questions is not proved"
ORDER = (
    *("distinct-questions", "uncertainty", "counterfactual", "branching", "distractor", "alias"),
    *("set-output", "giveaway", "agreement", "harder"),
)
"""The claims, ordered so that a bad draw fails as cheaply as possible; gold answers are the
solver's."""


def accepted(
    case: Case,
    open_names: Sequence[str],
    base_count: int,
    distractor: int | None,
    excluded_strategies: frozenset[str],
) -> tuple[Item | None, str]:
    """The item of a case with the solver's gold answers, or the reason why it is rejected.

    `open_names` are the names that must have more than one value; `base_count` is the number of the
    base's premises, which come first; `distractor` is the index of a premise that may be redundant,
    and that is ignored when checking others; `excluded_strategies` are strategies that were not
    used.
    """
    if not _promising(case, open_names):
        return None, "no branching or no open fact"
    if _idle(case, base_count, distractor):
        return None, IDLE_RULE
    solved = _with_golds(case)
    if solved is None:
        return None, "an answer was not decided"
    if max(_listed_rows(leaf.gold) for leaf in solved.leaves) > MOST_ROWS:
        return None, "a list is too long"
    wrong = _not_proved(replace(case, item=solved), base_count, excluded_strategies)
    return (None, wrong) if wrong else (solved, "")


def _promising(case: Case, axes: Sequence[str]) -> bool:
    """Whether all open names have more than one value; checked first because it is fast."""
    for name in axes:
        values = case.feasible(case.target(name))
        if values is None or len(values) < 2:
            return False
    return True


def _with_golds(case: Case) -> Item | None:
    """The item with the solver's answers as gold answers; None if one is missing."""
    questions: list[Question] = []
    for place, leaf in enumerate(case.item.questions):
        gold = gold_of(case, place)
        if not gold.known:
            return None
        words = vocabulary(case.formal.queries[place], case.problem)
        questions.append(leaf.model_copy(update={"gold": gold.answer, "vocabulary": words}))
    return case.item.model_copy(update={"questions": tuple(questions)})


def _listed_rows(gold: Answer | None) -> int:
    return len(gold.models) if isinstance(gold, ModelsAnswer) else 0


def _idle(case: Case, base_count: int, distractor: int | None) -> bool:
    """Whether one of the added premises, which come after the first `base_count`, follows from the
    others and thus adds nothing. The premise `distractor` is not counted among the others."""
    alias_premises = frozenset(() if distractor is None else (distractor,))
    for place in range(base_count, len(case.problem.premises)):
        formula = case.problem.premises[place]
        session = case.session(drop=frozenset((place,)) | alias_premises)
        answer = session.ask(Query("necessary", "", formula), want_supports=False).answer
        if place != distractor and answer.verdict != Verdict.UNNECESSARY:
            return True
    return False


def _not_proved(case: Case, base_count: int, excluded_strategies: frozenset[str]) -> str:
    """The first claim that is not proved, among those that the item makes and those that every item
    must meet. Some of the first `base_count` premises may be unused."""
    left_out = {strategies()[name].claim for name in excluded_strategies}
    for name in ORDER:
        if name in left_out:
            continue
        declared = next(iter(declarations(case.item, name)), None)
        if next(CLAIMS[name].outcomes(case, declared)).state is not State.PROVED:
            return f"{name} is not proved"
    unused = next(CLAIMS["clues-used"].outcomes(case, None))
    if any(number >= base_count for number in unused.premises):
        return "clues-used is not proved"
    return ""
