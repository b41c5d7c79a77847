"""The answers to a formalization's queries, in the plain form in which they are compared.

Owns that form, which is the one of LLMEval-Logic's release: a word; a list of the possible cases,
each a list of what is true in it; and for `count_models` the possible numbers of true targets. The
number of cases is in `cases`. The solver decides the answers.
"""

from dataclasses import dataclass, replace
from typing import Any

from solver.errors import InputError
from solver.kinds.registry import kind_of
from solver.language.problem import Query
from solver.phrases import phrase
from solver.queries import Session
from solver.results import EngineAnswer, Model

MAX_CASES = 4096
"""Lists with more cases are not compared."""


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """The answer to one query under its formalization's own premises."""

    value: Any
    """In the plain form; None if unknown."""
    cases: int | None = None
    """The number of cases, for kinds that list or count them."""
    reason: str = ""
    """Why it is unknown."""

    @property
    def known(self) -> bool:
        """Whether there is an answer."""
        return self.value is not None


def same_answer(query_answer: QueryAnswer, other: QueryAnswer) -> bool | None:
    """Whether two answers are equal; None if either is unknown."""
    if not query_answer.known or not other.known:
        return None
    return bool(query_answer.value == other.value)


def answer_of(session: Session, query: Query) -> QueryAnswer:
    """The answer to a query over the session's premises, within the session's time limit. Raises
    InputError if the query's kind does not exist or cannot be used."""
    listing = query
    lister = kind_of(query.kind).listed_by
    if lister is not None and query.variable is None:
        listing = replace(query, kind=lister)
    try:
        report = session.ask(listing, limit=MAX_CASES, want_supports=False)
    except InputError as error:
        return QueryAnswer(None, reason=f"{error.title}. {error.message}")
    if report.agree is False:
        return QueryAnswer(None, reason=phrase("the engines contradict each other"))
    answer = report.answer
    if answer.unknown:
        return QueryAnswer(None, reason=answer.reason or "no engine could decide")
    return _plain(query, answer)


def _plain(query: Query, answer: EngineAnswer) -> QueryAnswer:
    if answer.projection is not None:
        return QueryAnswer(sorted(answer.projection))
    if answer.verdict is not None:
        if answer.solution is not None:
            return QueryAnswer([answer.verdict, true_in(answer.solution)])
        return QueryAnswer(str(answer.verdict))
    counted = kind_of(query.kind).listed_by is not None
    if query.variable is not None and counted:
        return QueryAnswer(None if answer.count is None else [answer.count], answer.count)
    if answer.models is None:
        return QueryAnswer(answer.count, answer.count)
    if not answer.exhausted:
        return QueryAnswer(None, answer.count, f"more than {MAX_CASES} cases")
    if counted and not any(target.enum for target in query.targets):
        numbers = {sum(value is True for value in model.values()) for model in answer.models}
        return QueryAnswer(sorted(numbers or {0}), answer.count)
    if counted:
        return QueryAnswer([answer.count], answer.count)
    if query.variable is not None:
        return QueryAnswer(sorted([name] for name in map(_individual, answer.models)), answer.count)
    return QueryAnswer(sorted(map(true_in, answer.models)), answer.count)


def true_in(model: Model) -> list[str]:
    """What is true in a case, in the order of the targets; `status=going` for an Enum."""
    return [
        key if value is True else f"{key}={value}"
        for key, value in model.items()
        if value is not False
    ]


def _individual(model: Model) -> str:
    return str(next(iter(model.values())))
