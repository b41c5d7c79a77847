"""Set operations on the answers under several variants, against every world tried."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget, Cancel
from solver.engines.base import GaveUp, Listing
from solver.errors import FormulaError
from solver.kinds import set_operation
from solver.kinds.base import ask
from solver.kinds.registry import KINDS, kind_of
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import BASELINE, Define, Problem, Query, Target, Variant
from solver.language.syntax import EnumSort, Prop
from solver.queries import Session, solve_problem
from solver.results import EngineAnswer, Model
from tests.effort import examples
from tests.solver.brute import BruteEngine
from tests.solver.engine_queries import query_for
from tests.solver.strategies import formulas, propositional_signature, variants

OPERATIONS = [name for name, _ in KINDS.working() if KINDS[name].compares]
TRIP = load_problem(
    {
        "parameters": {"A": "Bool", "B": "Bool", "s": "Enum(x, y, z)"},
        "premise": ["A -> B", "s = x | s = y"],
        "variants": {
            "alpha": [{"op": "drop", "premise": 0}, {"op": "add", "formula": "s = x"}],
            "beta-1": [{"op": "replace", "premise": 1, "formula": "s = z"}],
            "gone": [{"op": "add", "formula": "A & ~B"}],
        },
    }
)
PEOPLE = load_problem(
    {
        "parameters": {"a": "Person", "b": "Person", "F": "Function(1)"},
        "premise": ["F(a)", "~F(b)"],
        "variants": {"alpha": [{"op": "drop", "premise": 1}]},
    }
)

Rows = set[frozenset[tuple[str, bool | str]]]


def rows(models: tuple[Model, ...] | None) -> Rows:
    assert models is not None
    return {frozenset(model.items()) for model in models}


def by_hand(word: str, sides: list[Rows]) -> Rows:
    """What the operation makes of sets, by Python's own sets."""
    match word:
        case "difference":
            return sides[0] - sides[1]
        case "symmetric_difference":
            return sides[0] ^ sides[1]
        case "union":
            return set().union(*sides)
    return set.intersection(*sides)


@st.composite
def compared_problems(draw: st.DrawFn) -> Problem:
    """Two variants, and one query over one or two of the symbols."""
    signature = propositional_signature(3)
    premises = tuple(draw(st.lists(formulas(signature, depth=2), max_size=3)))
    named = {
        name: _plain(draw(variants(name, signature, len(premises)))) for name in ("alpha", "beta")
    }
    columns = [
        Target(name, None, name) if isinstance(symbol.sort, EnumSort) else Target(name, Prop(name))
        for (name, _), symbol in signature.symbols.items()
    ]
    chosen = draw(st.lists(st.sampled_from(columns), min_size=1, max_size=3, unique_by=str))
    word = draw(st.sampled_from(OPERATIONS))
    most = 2 if KINDS[word].compares == 2 else 3
    names = draw(st.lists(st.sampled_from([BASELINE, *named]), min_size=2, max_size=most))
    assumed = draw(st.none() | formulas(signature, depth=1))
    query = Query(word, word, targets=tuple(chosen), given=assumed, compared=tuple(names))
    return Problem(signature, premises, {}, (query,), named)


def _plain(variant: Variant) -> Variant:
    """Without definitions, which the other side would lack."""
    return Variant(variant.name, tuple(e for e in variant.edits if not isinstance(e, Define)))


def oracle(problem: Problem, query: Query) -> Rows:
    sides = []
    for name in query.compared:
        brute = BruteEngine(theory(problem, name))
        assumed = () if query.given is None else (query.given,)
        sides.append(rows(brute.assignments(query.targets, *assumed).models))
    return by_hand(query.kind, sides)


@pytest.mark.slow
@examples(60)
@given(compared_problems())
def test_both_engines_say_what_sets_of_all_worlds_say(problem: Problem) -> None:
    for query in problem.queries:
        wanted = oracle(problem, query)
        report = Session(theory(problem), (query,), "both").ask(query)
        assert set(report.engines) == {"worlds", "z3"}
        for answer in report.engines.values():
            assert rows(answer.models) == wanted
            assert (answer.count, answer.exhausted) == (len(wanted), True)


@examples(40)
@given(compared_problems())
def test_sides_too_long_to_list_are_asked_row_by_row_or_not_at_all(problem: Problem) -> None:
    """With room for two rows on a side, an answer is still right or unknown, never short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(set_operation, "MAX_LISTED", 2)
        for query in problem.queries:
            engine_answer = ask(kind_of(query.kind), BruteEngine(theory(problem)), query)
            if engine_answer.unknown:
                assert "more than 2 assignments under" in engine_answer.reason
            else:
                assert rows(engine_answer.models) == oracle(problem, query)


def test_long_sides_are_read_within_the_budget() -> None:
    """The token is pulled while the engine lists, which is for the kind to notice afterwards."""
    token = Cancel()

    class Deaf(BruteEngine):
        budget = Budget.of(600, token)

        def over(self, *_: object) -> "Deaf":
            return self

        def assignments(self, *_: object, **__: object) -> Listing:
            token.cancel()
            return Listing(({"A": True},) * 5000, 5000)

    query = query_for(TRIP, "union(alpha, baseline; A)")
    with pytest.raises(GaveUp, match="interrupted"):
        kind_of(query.kind).answer(Deaf(theory(TRIP)), query, None)


@pytest.mark.slow
def test_a_long_second_side_costs_a_question_a_row() -> None:
    names = [f"P{n}" for n in range(20)]
    wide = load_problem(
        {
            "parameters": dict.fromkeys(names, "Bool"),
            "premise": [" & ".join(names[:19])],
            "variants": {"free": [{"op": "drop", "premise": 0}, {"op": "add", "formula": "P0"}]},
        }
    )
    listed = ", ".join(names)
    session = Session(theory(wide), engine="worlds")
    none_left = session.ask(query_for(wide, f"difference(baseline, free; {listed})")).answer
    assert (none_left.models, none_left.count) == ((), 0)
    both = session.ask(query_for(wide, f"intersection(baseline, free; {listed})")).answer
    assert both.count == 2
    too_many = session.ask(query_for(wide, f"union(baseline, free; {listed})")).answer
    assert too_many.unknown
    assert "more than 65,536 assignments under free" in too_many.reason


def answer(problem: Problem, text: str, limit: int | None = None) -> EngineAnswer:
    return Session(theory(problem)).ask(query_for(problem, text), limit=limit).answer


def test_individuals_can_be_compared() -> None:
    assert answer(PEOPLE, "difference(alpha, baseline; F(x), x)").models == ({"x": "b"},)
    assert answer(PEOPLE, "intersection(alpha, baseline; F(x), x)").models == ({"x": "a"},)
    assert answer(PEOPLE, "union(alpha, baseline; ~F(x), x)").count == 1


def test_an_inconsistent_variant_allows_nothing() -> None:
    assert answer(TRIP, "difference(gone, baseline; s)").count == 0
    assert answer(TRIP, "difference(baseline, gone; s)").count == 2
    assert answer(TRIP, "intersection(gone, baseline; s)").count == 0
    report = solve_problem(TRIP, queries=[query_for(TRIP, "union(gone, alpha; s)")])
    assert report.theories["gone"].consistent is False
    assert report.theories["alpha"].consistent is True


def test_variants_with_names_that_are_not_words_and_chinese_punctuation() -> None:
    query = query_for(TRIP, "symmetric_difference( alpha， beta-1 ；A, s ) given A")
    assert query.compared == ("alpha", "beta-1")
    assert query.variants == ("alpha", "beta-1")
    assert [target.key for target in query.targets] == ["A", "s"]
    assert query.given is not None
    assert answer(TRIP, query.text).count == 2


def test_a_list_is_cut_and_counted() -> None:
    cut = answer(TRIP, "union(alpha, beta-1; A, B, s)", limit=2)
    assert cut.models is not None
    assert (len(cut.models), cut.count, cut.exhausted) == (2, 7, False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("difference(A)", "expected variants and a semicolon"),
        ("difference(alpha; A)", "difference compares two variants, found alpha"),
        ("difference(alpha, alpha, alpha; A)", "difference compares two variants, found alpha, al"),
        ("union(alpha; A)", "union compares two or more variants, found alpha"),
        ("union(alpha, ; A)", "expected the name of a variant"),
        ("union(alpha, , beta-1; A)", "expected the name of a variant"),
        ("intersection(alpha, alfa; A)", "there is no variant alfa"),
        ("difference(alpha, beta-1; A) under alpha", "takes no under"),
        ("difference(alpha, beta-1;)", "expected"),
        ("difference(alpha, beta-1; A -> B)", "a target is a symbol"),
    ],
)
def test_what_is_written_wrong_is_reported(text: str, message: str) -> None:
    with pytest.raises(FormulaError, match=message):
        query_for(TRIP, text)


def test_a_name_that_one_side_does_not_define_is_refused() -> None:
    own = [{"op": "define", "name": "New", "formula": "~A"}]
    data = {"parameters": {"A": "Bool"}, "premise": ["A"], "variants": {"alpha": own}}
    with pytest.raises(FormulaError, match="New is not defined under baseline"):
        load_problem({**data, "question": ["difference(alpha, baseline; New)"]})
    both = {**data, "variants": {"alpha": own, "beta": own}}
    (query,) = load_problem({**both, "question": ["difference(alpha, beta; New)"]}).queries
    assert query.compared == ("alpha", "beta")


def test_definitions_are_those_of_each_side() -> None:
    problem = load_problem(
        {
            "parameters": {"A": "Bool"},
            "premise": ["A"],
            "define": {"D": "A"},
            "variants": {"alpha": [{"op": "define", "name": "D", "formula": "~A"}]},
        }
    )
    assert answer(problem, "difference(alpha, baseline; D)").models == ({"D": False},)
    assert answer(problem, "difference(baseline, alpha; D)").models == ({"D": True},)


def test_every_pair_of_operations_and_variants_is_consistent_with_the_laws_of_sets() -> None:
    names = (BASELINE, "alpha", "beta-1", "gone")

    def of(word: str, one: str, other: str) -> Rows:
        return rows(answer(TRIP, f"{word}({one}, {other}; A, s)").models)

    for text, other in product(names, names):
        assert of("union", text, other) == of("union", other, text)
        assert of("symmetric_difference", text, other) == of("union", text, other) - of(
            "intersection", text, other
        )
        assert of("difference", text, other) == of("union", text, other) - of("union", other, other)
