"""What an engine's answer says, in the form in which golds and respondents answer.

Owns the comparison of a gold answer with an engine's, and the engine's answer as an `Answer`.
Leaves asking to `check`. Comparing builds no model objects: it runs for every query there is.
"""

from collections.abc import Iterable, Sequence

from items.answers import (
    Answer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    UniqueAnswer,
    VerdictAnswer,
    World,
)
from solver.language.problem import Query
from solver.language.syntax import And, Formula
from solver.results import EngineAnswer, EngineName, Model, QueryReport, Verdict

INCONSISTENT = "inconsistent"
"""What a truth question's answer reads where f and ¬f both follow."""
_WORDS = frozenset({"possible", "necessary", "has_alternative"})


def world_of(model: Model) -> World:
    """The true targets of a model; Enum targets as `status=going`."""
    return frozenset(
        [
            key if value is True else f"{key}={value}"
            for key, value in model.items()
            if value is not False
        ]
    )


def agrees(gold: Answer, query: Query, answer: EngineAnswer) -> bool | None:
    """Whether a gold answer is what the engine says; None where the engine's answer is cut short.

    The engine must have answered, and have been asked for more models than the gold lists.
    """
    match gold:
        case VerdictAnswer(word=word):
            return query.kind in _WORDS and answer.verdict == word
        case CountAnswer(count=count):
            if query.kind != "count_models":
                return False
            if answer.exhausted:
                return answer.count == count
            return False if answer.count is not None and answer.count > count else None
        case ModelsAnswer(models=models):
            if query.kind != "enumerate_models" or query.variable is not None:
                return False
            if answer.count is not None and answer.count > len(models):
                return False
            listed = answer.models or ()
            if not answer.exhausted and len(listed) <= len(models):
                return None
            return len(listed) == len(models) and _worlds(listed) == models
        case UniqueAnswer(verdict=verdict, solution=solution):
            if query.kind != "unique_solution" or answer.verdict != verdict:
                return False
            if solution is None or answer.solution is None:
                return True
            return world_of(answer.solution) == solution
        case SetAnswer(members=members):
            if query.kind == "projection":
                return frozenset(answer.projection or ()) == members
            if query.kind != "enumerate_models" or query.variable is None:
                return False
            return answer.exhausted and _names(query.variable, answer) == members
    return False


def as_answer(query: Query, answer: EngineAnswer) -> Answer | None:
    """The engine's answer as an answer; None where it gave none or cut its list short."""
    if answer.unknown or (not answer.exhausted and query.kind not in _WORDS):
        return None
    match query.kind:
        case "count_models":
            return None if answer.count is None else CountAnswer(count=answer.count)
        case "enumerate_models" if query.variable is not None:
            return SetAnswer(members=_names(query.variable, answer))
        case "enumerate_models":
            return ModelsAnswer(models=_worlds(answer.models or ()))
        case "unique_solution":
            solution = None if answer.solution is None else world_of(answer.solution)
            unique = answer.verdict is Verdict.UNIQUE
            return UniqueAnswer.model_validate(
                {"verdict": str(answer.verdict), "solution": solution if unique else None}
            )
        case "projection":
            return SetAnswer(members=frozenset(answer.projection or ()))
    return VerdictAnswer.model_validate({"word": str(answer.verdict)})


def truth_word(reports: Sequence[QueryReport], engine: EngineName, two_valued: bool) -> str | None:
    """What one engine makes of f (and of ¬f); None where it could not tell."""
    answers = [report.engines.get(engine) for report in reports]
    if any(answer is None or answer.unknown for answer in answers):
        return None
    holds = [answer is not None and answer.verdict is Verdict.NECESSARY for answer in answers]
    if two_valued:
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
    return (
        answer.verdict
        in (
            Verdict.POSSIBLE,
            Verdict.UNNECESSARY,
            Verdict.UNIQUE,
            Verdict.NOT_UNIQUE,
            Verdict.ALTERNATIVE,
        )
        or bool(answer.models)
        or bool(answer.count)
    )


def _worlds(models: Iterable[Model]) -> frozenset[World]:
    return frozenset([world_of(model) for model in models])


def _names(variable: str, answer: EngineAnswer) -> frozenset[str]:
    return frozenset([str(model[variable]) for model in answer.models or ()])
