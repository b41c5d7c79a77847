"""Differences between variants: models kept, removed, added, and answers that change."""

from itertools import product

import pytest
from hypothesis import given

from solver.diff import changed, diff
from solver.language.edits import read_edits, theory
from solver.language.loader import load_problem
from solver.language.problem import BASELINE, Problem, Query, Target
from solver.language.syntax import Prop, symbols_through
from solver.results import EngineAnswer, EngineChoice, Structure, Verdict
from solver.structures import holds
from tests.effort import examples
from tests.solver.strategies import propositional_problems

GOAT = {
    "premise": ["S -> B", "~(L & B)", "S"],
    "question": ["necessary(~L)", "count_models(S, B, L)", "possible(B)"],
    "variants": {"alpha": [{"op": "replace", "premise": 2, "formula": "~S"}]},
}


@pytest.mark.parametrize("engine", ["auto", "z3", "both"])
def test_the_goat_on_the_roof(engine: EngineChoice) -> None:
    outcome = diff(load_problem(GOAT), "alpha", engine=engine)
    assert outcome.kept.models == ()
    assert outcome.removed.models == ({"S": True, "B": True, "L": False},)
    assert outcome.added.models is not None
    rows = {(m["S"], m["B"], m["L"]) for m in outcome.added.models}
    assert rows == {(False, True, False), (False, False, False), (False, False, True)}
    assert (outcome.count_before, outcome.count_after) == (1, 3)
    assert [change.changed for change in outcome.queries] == [True, True, False]
    assert outcome.queries[0].before.answer.verdict is Verdict.NECESSARY
    assert outcome.queries[0].after.answer.verdict is Verdict.UNNECESSARY
    assert (outcome.before, outcome.after) == (BASELINE, "alpha")
    assert outcome.theories["alpha"].consistent is True
    assert not outcome.unknown


def test_edits_from_the_command_line_and_against_another_variant() -> None:
    problem = load_problem(GOAT)
    same = diff(problem, read_edits(["negate 3"], problem).variant, "alpha")
    assert (same.removed.count, same.added.count, same.kept.count) == (0, 0, 3)
    assert not any(change.changed for change in same.queries)


def test_the_limit_cuts_lists_and_not_counts() -> None:
    outcome = diff(load_problem(GOAT), "alpha", limit=1)
    assert outcome.added.models is not None
    assert (len(outcome.added.models), outcome.added.count, outcome.added.exhausted) == (
        1,
        3,
        False,
    )


def test_definitions_may_change() -> None:
    problem = load_problem(
        {
            "premise": ["Rule", "A | B"],
            "define": {"Rule": "A"},
            "question": ["necessary(Rule)", "necessary(A)"],
            "variants": {"other": [{"op": "define", "name": "Rule", "formula": "B"}]},
        }
    )
    outcome = diff(problem, "other")
    assert (outcome.kept.count, outcome.removed.count, outcome.added.count) == (1, 1, 1)
    assert [change.changed for change in outcome.queries] == [False, True]


def test_a_query_that_only_one_side_understands_is_left_out() -> None:
    problem = load_problem(
        {
            "premise": ["A"],
            "question": ["necessary(A)", "necessary(New) under other"],
            "variants": {"other": [{"op": "define", "name": "New", "formula": "A"}]},
        }
    )
    assert [change.query.text for change in diff(problem, "other").queries] == ["necessary(A)"]


def test_an_inconsistent_side() -> None:
    problem = load_problem(GOAT)
    outcome = diff(problem, read_edits(["add ~S"], problem).variant)
    assert outcome.theories["edited"].consistent is False
    assert (outcome.kept.count, outcome.removed.count, outcome.added.count) == (0, 1, 0)


def test_ground_atoms_are_columns_and_enums_too() -> None:
    problem = load_problem(
        {
            "parameters": {"lamp": "Enum(red, green)"},
            "premise": ["F(a) -> lamp = red", "F(a)"],
            "question": ["necessary(lamp = red)"],
        }
    )
    outcome = diff(problem, read_edits(["drop 2"], problem).variant)
    assert outcome.kept.models == ({"lamp": "red", "F(a)": True},)
    assert outcome.added.models is not None
    rows = {(model["lamp"], model["F(a)"]) for model in outcome.added.models}
    assert rows == {("red", False), ("green", False)}


def test_first_order_models_are_not_listed_and_queries_still_compared() -> None:
    problem = load_problem(
        {
            "premise": [r"\forall x (F(x) \rightarrow G(x))", "F(a)"],
            "question": ["necessary(G(a))", "possible(F(a))"],
        }
    )
    outcome = diff(problem, read_edits(["replace 1 \\exists x G(x)"], problem).variant)
    assert (outcome.kept.models, outcome.kept.count, outcome.count_before) == (None, None, None)
    assert "first-order" in outcome.reason
    assert [change.changed for change in outcome.queries] == [True, False]
    assert isinstance(outcome.queries[0].after.answer.countermodel, Structure)


def test_whether_an_answer_changed_may_be_unknown() -> None:
    unknown = EngineAnswer("z3", Verdict.UNKNOWN)
    possible = Query("possible", "possible(A)", Prop("A"))
    assert changed(possible, unknown, EngineAnswer("z3", Verdict.POSSIBLE)) is None
    query = Query("enumerate_models", "enumerate_models(A)", targets=(Target("A", Prop("A")),))
    cut = EngineAnswer("worlds", None, models=({"A": True},), count=2, exhausted=False)
    assert changed(query, cut, cut) is None
    whole = EngineAnswer("worlds", None, models=({"A": True},), count=1)
    assert changed(query, cut, whole) is True
    assert changed(query, whole, whole) is False


@examples(60)
@given(propositional_problems(3))
def test_parts_are_the_models_of_both_sides(problem: Problem) -> None:
    after = next(iter(problem.variants), BASELINE)
    outcome = diff(problem, after)
    sides = [theory(problem, BASELINE), theory(problem, after)]
    listed = (outcome.kept.models, outcome.removed.models, outcome.added.models)
    assert None not in listed
    keys = [list(model) for models in listed for model in models or ()]
    if not keys:
        return
    columns = [problem.signature.symbols[key, 0] for key in keys[0]]
    assert all(key == keys[0] for key in keys)
    assert {s.name for s in columns} >= {
        name
        for side in sides
        for name, arity in symbols_through(side.formulas, side.definitions)
        if problem.signature.symbols[name, arity].declared
    }
    expected: list[list[dict[str, bool | str]]] = [[], [], []]
    for values in product(*(getattr(s.sort, "values", (False, True)) for s in columns)):
        world = dict(zip(keys[0], values, strict=True))
        here = Structure((), {}, {}, world)
        before, later = (
            all(holds(here, premise.formula, side.definitions) for premise in side.premises)
            for side in sides
        )
        if before or later:
            expected[0 if before and later else 1 if before else 2].append(world)
    for part, worlds in zip(listed, expected, strict=True):
        assert sorted(map(repr, (sorted(m.items()) for m in part or ()))) == sorted(
            repr(sorted(world.items())) for world in worlds
        )
