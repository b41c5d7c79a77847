"""Engines' answers in the form of gold and respondents' answers.

Owns comparing a gold answer with an engine's, and converting an engine's answer to an `Answer`.
`check` asks the engines. Comparing builds no model objects, since it runs for every query.
"""

from collections.abc import Sequence

from items.answers import Answer, ModelsAnswer
from items.kinds.base import AnswerForm
from items.kinds.registry import FORMS
from solver.kinds.registry import affirms, kind_of, verdict_word
from solver.language.problem import Query
from solver.language.syntax import And, Formula
from solver.results import EngineAnswer, EngineName, QueryReport

INCONSISTENT = "inconsistent"
"""The answer of a truth question for which both f and ¬f follow."""


def agrees(gold: Answer, query: Query, answer: EngineAnswer) -> bool | None:
    """Whether a gold answer equals the engine's; None if the engine's answer is truncated.

    The engine must have answered, and must have been asked for more models than the gold lists.
    """
    return _form(query).agrees(gold, query, answer)


def as_answer(query: Query, answer: EngineAnswer) -> Answer | None:
    """The engine's answer as an `Answer`; None if it gave none or truncated its list."""
    return _form(query).from_engine(query, answer)


def _form(query: Query) -> AnswerForm:
    return FORMS[kind_of(query.kind).form(query)]


def truth_word(
    reports: Sequence[QueryReport], engine: EngineName, open_is_false: bool
) -> str | None:
    """One engine's truth value from its reports on f (and on ¬f); None if it could not decide."""
    answers = [report.engines.get(engine) for report in reports]
    if any(answer is None or answer.unknown for answer in answers):
        return None
    holds = [answer is not None and affirms(answer.verdict) for answer in answers]
    if open_is_false:
        return "true" if holds[0] else "false"
    if all(holds):
        return INCONSISTENT
    return "true" if holds[0] else "false" if holds[1] else "unknown"


def model_limit(gold: Answer) -> int | None:
    """The number of models to ask for, so that one beyond the gold's list would be seen."""
    return len(gold.models) + 1 if isinstance(gold, ModelsAnswer) else None


def conjoined(given: Formula | None, option: Formula) -> Formula:
    """The conjunction, or the option alone if nothing else is given."""
    return option if given is None else And((given, option))


def shows_a_model(answer: EngineAnswer) -> bool:
    """Whether an answer is only possible if the premises have a model."""
    word = verdict_word(answer.verdict)
    return (word is not None and word.satisfiable) or bool(answer.models) or bool(answer.count)
