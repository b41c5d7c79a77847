"""What an engine's answer says, in the form in which golds and respondents answer.

Owns the comparison of a gold answer with an engine's, and the engine's answer as an `Answer`.
Leaves asking to `check`. Comparing builds no model objects: it runs for every query there is.
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
"""What a truth question's answer reads where f and ¬f both follow."""


def agrees(gold: Answer, query: Query, answer: EngineAnswer) -> bool | None:
    """Whether a gold answer is what the engine says; None where the engine's answer is cut short.

    The engine must have answered, and have been asked for more models than the gold lists.
    """
    return _form(query).agrees(gold, query, answer)


def as_answer(query: Query, answer: EngineAnswer) -> Answer | None:
    """The engine's answer as an answer; None where it gave none or cut its list short."""
    return _form(query).from_engine(query, answer)


def _form(query: Query) -> AnswerForm:
    return FORMS[kind_of(query.kind).form(query)]


def truth_word(
    reports: Sequence[QueryReport], engine: EngineName, open_is_false: bool
) -> str | None:
    """What one engine makes of f (and of ¬f); None where it could not tell."""
    answers = [report.engines.get(engine) for report in reports]
    if any(answer is None or answer.unknown for answer in answers):
        return None
    holds = [answer is not None and affirms(answer.verdict) for answer in answers]
    if open_is_false:
        return "true" if holds[0] else "false"
    if all(holds):
        return INCONSISTENT
    return "true" if holds[0] else "false" if holds[1] else "unknown"


def enough(gold: Answer) -> int | None:
    """How many models to ask for, so that one more than the gold lists would be seen."""
    return len(gold.models) + 1 if isinstance(gold, ModelsAnswer) else None


def both(given: Formula | None, option: Formula) -> Formula:
    """Both together; the option where nothing else is given."""
    return option if given is None else And((given, option))


def shows_a_model(answer: EngineAnswer) -> bool:
    """Whether an answer can only come from premises that have a model."""
    word = verdict_word(answer.verdict)
    return (word is not None and word.satisfiable) or bool(answer.models) or bool(answer.count)
