"""Every wrong answer to real items is refuted, and by a world in which all premises hold."""

from collections.abc import Iterator

import pytest

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
)
from items.files.loading import load
from items.formal import formal_item
from items.gold.check import Status, check_answer
from items.gold.refutation import NEVER, ObjectionKind, refute
from items.inspection.blocking import blocking_premises
from items.models import Item, Question
from solver.language.edits import theory
from solver.language.problem import BASELINE, Theory
from solver.queries import Session
from solver.results import Structure, World
from solver.structures import holds
from tests.shared_data import shared_path
from tests.solver.truth_tables import holds as true_in

FLIPPED = {
    "possible": "impossible",
    "necessary": "unnecessary",
    "alternative": "no_alternative",
}
FLIPPED |= {other: word for word, other in FLIPPED.items()}


def other_answers(leaf: Question) -> Iterator[Answer]:
    """Answers of the right kind that are not the gold."""
    match leaf.gold:
        case ChoiceAnswer(option=option):
            yield from (
                ChoiceAnswer(option=n) for n in (*range(len(leaf.options)), None) if n != option
            )
        case TruthAnswer(value=value):
            for word in ("true", "false", "unknown"):
                if word != value:
                    yield TruthAnswer.model_validate({"value": word})
        case VerdictAnswer(word=word):
            yield VerdictAnswer.model_validate({"word": FLIPPED[word]})
        case CountAnswer(count=count):
            yield CountAnswer(count=count + 1)
        case ModelsAnswer(models=models):
            yield ModelsAnswer(models=frozenset(list(models)[1:]))
        case SetAnswer(members=members):
            keys = [choice.key for choice in leaf.vocabulary]
            yield from (SetAnswer(members=members ^ {key}) for key in keys)
        case UniqueAnswer(verdict=verdict):
            for word in ("unique", "not_unique", "none"):
                if word != verdict:
                    yield UniqueAnswer.model_validate({"verdict": word})


def is_model(world: World, premises: Theory) -> bool:
    if isinstance(world, Structure):
        return all(holds(world, p.formula, premises.definitions) for p in premises.premises)
    return all(true_in(p.formula, world, premises.definitions) for p in premises.premises)


def refute_all(item: Item) -> int:
    formal = formal_item(item)
    if formal is None:
        return 0
    refuted = 0
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        under = BASELINE if query is None else query.under
        session = Session(theory(formal.problem, under), formal.problem.queries, "auto")
        consistent = session.report.consistent
        for answer in other_answers(leaf):
            if check_answer(item, formal, place, answer, session) is not Status.DISAGREE:
                continue
            refutation = refute(item, formal, place, answer, session)
            assert refutation.objections, (item.id, leaf.id, answer, refutation.reason)
            refuted += 1
            for objection in refutation.objections:
                if objection.world is not None and objection.subject == "":
                    assert is_model(objection.world, session.theory), (item.id, answer)
                if consistent and objection.kind in (
                    ObjectionKind.FAILS,
                    ObjectionKind.HOLDS,
                    ObjectionKind.MISSED,
                ):
                    assert objection.world is not None, (item.id, answer, objection.kind)
            helped = blocking_premises(
                item, formal, place, answer, session, refutation=refutation, max_size=2, seconds=0.5
            )
            if any(objection.kind in NEVER for objection in refutation.objections):
                assert helped.premises is None
    return refuted


@pytest.mark.parametrize("name", ["demo", "practice", "qualification", "practice-zh"])
def test_wrong_answers_to_builtin_items(name: str) -> None:
    assert sum(refute_all(item) for item in load(f"builtin:{name}").items) > 0


@pytest.mark.slow
def test_wrong_answers_to_base_items() -> None:
    items = load(shared_path("llmeval-logic/base")).items
    assert sum(refute_all(item) for item in items) >= len(items)
