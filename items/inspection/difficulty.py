"""What makes an item hard, as numbers: from the solver's figures, the solver, and the text.

Owns which measures there are and what is vacuous. How well people and models do against them is
`study.metrics.difficulty`'s.
"""

from collections.abc import Iterator

from items.answers import ChoiceAnswer, TruthAnswer, VerdictAnswer
from items.check import QUESTION_TYPE
from items.formal import FormalItem, formal_item
from items.inspection.figures import Figures
from items.models import Item, Question
from solver.cancel import Cancel
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query, QueryKind
from solver.language.syntax import Formula, Implies, expand, negation
from solver.queries import Session
from solver.results import Verdict

MEASURES = ("models", "support", "premises", "symbols", "vacuous", "characters")
"""Number of models of the premises, size of the smallest support of the answer that needs most,
premises, symbols in use, whether an implication follows vacuously (1) or not (0), and the length of
the text with its questions and options."""


def measures(
    item: Item, figures: Figures | None, vacuous: bool | None = None
) -> dict[str, float | None]:
    """Every measure of an item; None where it has none or it is not known.

    A number of models past what a float holds becomes infinite, which ranks as it should.
    """
    found: dict[str, float | None] = dict.fromkeys(MEASURES)
    if figures is not None:
        found["models"] = _float(figures.models)
        found["support"] = _float(figures.support_size)
        found["premises"] = _float(figures.premises)
        found["symbols"] = _float(figures.symbols)
    found["vacuous"] = None if vacuous is None else float(vacuous)
    found["characters"] = float(text_length(item))
    return found


def text_length(item: Item) -> int:
    """Characters of everything that is read: background, questions, options."""
    asked = sum(
        len(leaf.text) + sum(len(option.text) for option in leaf.options) for leaf in item.leaves
    )
    return len(item.text) + asked


def is_vacuous(item: Item, *, timeout: float = 2.0, cancel: Cancel | None = None) -> bool | None:
    """Whether an implication that the gold says follows does so vacuously: its antecedent is
    refuted, or its consequent follows by itself. Inconsistent premises make everything vacuous.

    None where the gold claims no implication, or the solver could not tell. `timeout` is Z3's, in
    seconds a question. Raises `Cancelled`.
    """
    try:
        formal = formal_item(item)
    except InputError:
        return None
    claims = list(_claims(item, formal)) if formal is not None else []
    known = False
    for formula, given, under in claims:
        if formal is None or not isinstance(formula, Implies):
            continue
        session = Session(theory(formal.problem, under), timeout=timeout, cancel=cancel)
        verdicts = [
            session.ask(
                Query(QueryKind.NECESSARY, "", settled, given=given), want_supports=False
            ).answer.verdict
            for settled in (negation(formula.left), formula.right)
        ]
        if Verdict.NECESSARY in verdicts:
            return True
        known = known or Verdict.UNKNOWN not in verdicts
    return False if known else None


def _claims(item: Item, formal: FormalItem) -> Iterator[tuple[Formula, Formula | None, str]]:
    """Formulas that follow by the gold, each with what is added to the premises and the variant."""
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        under = BASELINE if query is None else query.under
        definitions = theory(formal.problem, under).definitions
        for formula, given in _claimed(item, leaf, query, formal.options.get(place, ())):
            yield expand(formula, definitions), given, under


def _claimed(
    item: Item, leaf: Question, query: Query | None, options: tuple[Formula | None, ...]
) -> Iterator[tuple[Formula, Formula | None]]:
    gold = leaf.gold
    if isinstance(gold, ChoiceAnswer):
        if gold.option is None or gold.option >= len(options) or leaf.query_kind == "possible":
            return
        type_ = item.attributes.get(QUESTION_TYPE, "3c1e")
        if type_ == "missing":
            added = options[gold.option]
            if query is not None and query.formula is not None and added is not None:
                yield query.formula, added
            return
        for place, one in enumerate(options):
            # Of 3e1c the gold is the one that does not follow.
            if one is not None and (place == gold.option) != (type_ == "3e1c"):
                yield one, None
    elif query is not None and query.formula is not None:
        true = isinstance(gold, TruthAnswer) and gold.value == "true"
        if true or (isinstance(gold, VerdictAnswer) and gold.word == "necessary"):
            yield query.formula, query.given


def _float(value: int | None) -> float | None:
    if value is None:
        return None
    try:
        return float(value)
    except OverflowError:
        return float("inf")
