"""The answers to every question of an item, as plain data ready for JSON.

Owns the format of `answers` in `solve --json` and `verify --json`: the right answer in the form
people give, and the relation of each option, or of the statement of a truth question, to the
premises, with the premises it needs and the worlds that show it. `items.gold.right_answers` and
`solver.inspection.formula_standing` decide.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from items.formal import FormalItem, formal_item
from items.gold.check import QUESTION_TYPE
from items.gold.engine_answers import conjoined
from items.gold.right_answers import Response, respond, under_of
from items.models import Item, Question
from items.values.answer_text import format_answer
from items.values.letters import letter
from solver.as_json import supports_data, world_data
from solver.cancel import Budget, TimeLeft
from solver.errors import InputError
from solver.inspection.formula_standing import FormulaStanding, standing
from solver.language.edits import theory
from solver.language.printer import print_formula
from solver.language.problem import Query
from solver.language.syntax import Formula
from solver.phrases import phrase
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import EngineChoice, QueryReport

Data = dict[str, Any]


def answered_questions(
    item: Item,
    *,
    engine: EngineChoice = "auto",
    timeout: float = DEFAULT_TIMEOUT,
    time_left: TimeLeft | None = None,
    known: Sequence[QueryReport] = (),
) -> list[Data]:
    """One entry for each question part of the item, in order. `timeout` is in seconds for each
    query; `answer` is None if there is none, and `reason` says why. `time_left`: of each part,
    named by `FormalItem.time_key`; `timeout` seconds if None. Queries with a report among `known`
    are not asked again, unless it lists too few models. Raises InputError if the variant of a
    question does not exist or its edits do not fit."""
    left = time_left or TimeLeft(timeout)
    try:
        formal = formal_item(item, budget=Budget.of(timeout))
    except InputError as error:
        reason = error.line
        return [_unanswered(leaf, reason) for leaf in item.leaves]
    if formal is None:
        return [_unanswered(leaf, phrase("the item has no formalization")) for leaf in item.leaves]
    sessions: dict[str, Session] = {}
    entries: list[Data] = []
    for place, leaf in enumerate(item.leaves):
        under = under_of(formal, place)
        if under not in sessions:
            own_queries = tuple(query for query in formal.problem.queries if query.under == under)
            premises = theory(formal.problem, under)
            reports = {report.query.text: report for report in known if report.query.under == under}
            sessions[under] = _CachingSession(premises, own_queries, engine, timeout, known=reports)
        with left.of(formal.time_key(place)):
            entries.append(_answered(item, formal, place, leaf, under, sessions[under]))
    return entries


@dataclass(frozen=True)
class _CachingSession(Session):
    """A session that knows the reports of some queries, by their text."""

    known: Mapping[str, QueryReport] = field(default_factory=dict)

    def ask(
        self, query: Query, *, limit: int | None = None, want_supports: bool = True
    ) -> QueryReport:
        """See `Session.ask`; supports are not searched for again."""
        report = self.known.get(query.text)
        # A truth question also asks about the negation, under the same text.
        known = report is not None and report.query == query
        if report is not None and known and (report.answer.unknown or report.answer.exhausted):
            return report
        return super().ask(query, limit=limit, want_supports=want_supports)


def _unanswered(leaf: Question, reason: str) -> Data:
    return {
        "question": leaf.id,
        "kind": leaf.kind,
        "query": leaf.query,
        "under": None,
        "answer": None,
        "reason": reason,
        "statement": None,
        "options": [
            _option(place, option.text, None, None, None)
            for place, option in enumerate(leaf.options)
        ],
    }


def _answered(
    item: Item, formal: FormalItem, place: int, leaf: Question, under: str, session: Session
) -> Data:
    response = respond(item, formal, place, session)
    query = formal.queries.get(place)
    statement = None
    if leaf.truth and query is not None and query.formula is not None:
        statement = standing_data(standing(session, query.formula, given=query.given))
    right = response.value if isinstance(response.value, frozenset) else None
    formulas = formal.options.get(place, ())
    options = []
    for number, option in enumerate(leaf.options):
        formula = formulas[number] if number < len(formulas) else None
        stands = None if formula is None else _standing_of(item, formal, place, formula, session)
        is_right = None if right is None else number in right
        options.append(_option(number, option.text, formula, is_right, stands))
    return {
        "question": leaf.id,
        "kind": leaf.kind,
        "query": leaf.query,
        "under": under,
        "answer": _answer_text(response, leaf),
        "reason": response.reason,
        "statement": statement,
        "options": options,
    }


def _standing_of(
    item: Item, formal: FormalItem, place: int, formula: Formula, session: Session
) -> FormulaStanding:
    """The standing of the option or, if options complete the premises, of the conclusion with it
    added."""
    query = formal.queries.get(place)
    completes = item.attributes.get(QUESTION_TYPE) == "missing"
    if completes and query is not None and query.formula is not None:
        return standing(session, query.formula, given=conjoined(query.given, formula))
    return standing(session, formula)


def _answer_text(response: Response, leaf: Question) -> str | list[str] | None:
    """True, False, Unknown; the letters of the right options; otherwise the answer as text."""
    value = response.value
    if value is None:
        return None
    if isinstance(value, str):
        return value.capitalize()
    if isinstance(value, frozenset):
        return [letter(number) for number in sorted(value)]
    return format_answer(value, leaf)


def _option(
    place: int,
    text: str,
    formula: Formula | None,
    right: bool | None,
    standing: FormulaStanding | None,
) -> Data:
    nothing = dict.fromkeys(_STANDING)
    return {
        "letter": letter(place),
        "text": text,
        "formula": None if formula is None else print_formula(formula),
        "right": right,
        **(nothing if standing is None else standing_data(standing)),
    }


_STANDING = (
    *("verdict", "supports", "supports_exhausted", "countermodel", "witness"),
    *("engines", "agree", "reason"),
)


def standing_data(standing: FormulaStanding) -> Data:
    """The standing of a formula: `verdict` is entailed, contradicted, undetermined, premises
    inconsistent or unknown. `supports` belong to the formula if it is entailed, to its negation if
    it is contradicted; premises are numbered from 0."""
    return {
        "verdict": str(standing.verdict),
        **supports_data(standing.supports),
        "countermodel": world_data(standing.countermodel),
        "witness": world_data(standing.witness),
        "engines": {name: str(engine) for name, engine in standing.engines.items()},
        "agree": standing.agree,
        "reason": standing.reason,
    }
