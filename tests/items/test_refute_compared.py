"""Wrong answers to comparisons of variants: each objection holds in the variant it names."""

from itertools import chain, combinations

import pytest

from items.answers import ModelsAnswer, World
from items.formal import formal_item
from items.gold.refutation import ObjectionKind, refute
from items.models import Item
from solver.language.edits import theory
from solver.language.problem import BASELINE
from solver.queries import Session
from solver.results import Structure
from tests.solver.truth_tables import holds

ROWS: list[World] = [frozenset(), frozenset("A"), frozenset("B"), frozenset("AB")]
MODELS = {"left": {frozenset("A"), frozenset("AB")}, "right": {frozenset("B"), frozenset("AB")}}
RIGHT: dict[str, set[World]] = {
    "difference": MODELS["left"] - MODELS["right"],
    "intersection": MODELS["left"] & MODELS["right"],
    "union": MODELS["left"] | MODELS["right"],
    "symmetric_difference": MODELS["left"] ^ MODELS["right"],
}


def item(kind: str) -> Item:
    return Item.model_validate(
        {
            "id": "x",
            "text": "",
            "questions": [{"id": "1", "kind": kind, "query": f"{kind}(left, right; A, B)"}],
            "formalization": {
                "parameters": {"A": "Bool", "B": "Bool"},
                "premise": ["A -> A"],
                "variants": {
                    "left": [{"op": "add", "formula": "A"}],
                    "right": [{"op": "add", "formula": "B"}],
                },
            },
        }
    )


@pytest.mark.parametrize("kind", RIGHT)
def test_every_objection_is_right_and_there_is_one_for_every_mistake(kind: str) -> None:
    entry = item(kind)
    formal = formal_item(entry)
    assert formal is not None
    session = Session(theory(formal.problem, BASELINE), formal.problem.queries, "auto")
    every = chain.from_iterable(combinations(ROWS, n) for n in range(len(ROWS) + 1))
    for document in map(set, every):
        refutation = refute(entry, formal, 0, ModelsAnswer(models=frozenset(document)), session)
        about = {objection.subject for objection in refutation.objections}
        wrong = {"(" + ", ".join(sorted(row)) + ")" for row in document ^ RIGHT[kind]}
        assert about == wrong, (kind, document)
        for objection in refutation.objections:
            row = frozenset(name for name in "AB" if name in objection.subject)
            assert objection.under in MODELS
            assert objection.formula is not None
            if objection.kind is ObjectionKind.EXCLUDED:
                assert row not in MODELS[objection.under]
                assert objection.supports is not None
                continue
            assert objection.kind is (
                ObjectionKind.FOREIGN if row in document else ObjectionKind.MISSED
            )
            assert row in MODELS[objection.under]
            assert objection.world is not None
            assert not isinstance(objection.world, Structure)
            side = theory(formal.problem, objection.under)
            for premise in side.premises:
                assert holds(premise.formula, objection.world, side.definitions)
            assert holds(objection.formula, objection.world, side.definitions)
