"""The exact engine against truth tables, on plain spaces and by reduction."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget
from solver.engines import engine_choice
from solver.engines.atoms import axis_for, keys_of, keys_through
from solver.engines.base import NotApplicable
from solver.engines.engine_choice import ExactEngine
from solver.engines.region_engine import RegionEngine
from solver.engines.regions import evaluate, space_of
from solver.engines.sat import SatEngine
from solver.errors import InputError
from solver.language.problem import Premise, Query, Target, Theory
from solver.language.syntax import (
    And,
    Constant,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    IndividualSort,
    Not,
    Or,
    Pred,
    PredicateSort,
    Prop,
    Signature,
    Symbol,
    Variable,
)
from solver.results import Model, Verdict
from tests.effort import examples
from tests.solver.engine_queries import Worlds, answer
from tests.solver.truth_tables import (
    BOOLS,
    ENUMS,
    SIGNATURE,
    all_worlds,
    formulas,
    holds,
    models_of,
    theories,
)

A, B, C, D = (Prop(name) for name in "ABCD")


@pytest.fixture(params=["regions", "sat"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of holding the premises."""
    monkeypatch.setattr(engine_choice, "HELD_WORLDS", 1 << 30 if request.param == "regions" else 0)
    return str(request.param)


def theory(*premises: Formula) -> Theory:
    """A theory over undeclared Bools."""
    return Theory(Signature({}), tuple(Premise(n, f) for n, f in enumerate(premises)))


def columns(*names: str) -> tuple[Target, ...]:
    """Symbols as targets."""
    return tuple(
        Target(name, None, name) if name in ENUMS else Target(name, Prop(name)) for name in names
    )


def query(kind: str, **fields: Any) -> Query:
    """A query of that kind."""
    return Query(kind, kind, **fields)


@examples(200)
@given(formulas(), st.data())
def test_a_symbol_that_the_space_lacks_is_never_passed_over(
    formula: Formula, data: st.DataObject
) -> None:
    """Evaluating premises shows whether they speak of anything but what was announced."""
    keys = list(keys_of([formula]))
    if not keys:
        return
    lacking = data.draw(st.sampled_from(keys))
    space = space_of([axis_for(key, SIGNATURE) for key in keys if key != lacking])
    with pytest.raises(KeyError):
        evaluate(formula, space)


@examples(200)
@given(theories(), st.sets(st.sampled_from([*BOOLS, *ENUMS]), min_size=1))
def test_what_is_announced_changes_no_answer(premises: Theory, names: set[str]) -> None:
    """Whether the targets have all symbols of the premises, so that these need not be listed."""
    targets = columns(*sorted(names))
    keys = [*names, *[key for key in keys_through(premises.formulas, {}) if key not in names]]
    for definition in premises.definitions.values():
        keys += [key for key in keys_of([definition]) if key not in keys]
    keys = [key for key in keys if key not in premises.definitions]
    engine = ExactEngine(premises, targets=targets, budget=Budget.of(600))
    expected = models_of(premises, keys)
    listing = engine.assignments(targets)
    assert {tuple(sorted(model.items())) for model in listing.models} == {
        tuple(sorted((name, world[name]) for name in names)) for world in expected
    }
    world = engine.world()
    assert (world is not None) == bool(expected)
    if isinstance(world, dict):
        assert world in expected


GOAT = theory(Implies(A, B), Not(And((C, B))), A)


class TestSevenKinds:
    """S → B, ¬(L ∧ B), S, with A for S and C for L."""

    def test_possible(self, engine: str) -> None:
        engine_answer = answer(GOAT, query("possible", formula=C))
        assert engine_answer.verdict is Verdict.IMPOSSIBLE
        assert engine_answer.witness is None
        assert engine_answer.countermodel == {"A": True, "B": True, "C": False}

    def test_necessary_with_its_countermodel(self, engine: str) -> None:
        assert answer(GOAT, query("necessary", formula=Not(C))).verdict is Verdict.NECESSARY
        engine_answer = answer(GOAT, query("necessary", formula=D))
        assert engine_answer.verdict is Verdict.UNNECESSARY
        assert engine_answer.countermodel == {"A": True, "B": True, "C": False, "D": False}
        assert engine_answer.witness == {"A": True, "B": True, "C": False, "D": True}

    def test_enumerate_and_count_distinct_assignments(self, engine: str) -> None:
        open_theory = theory(Or((A, B)))
        engine_answer = answer(open_theory, query("enumerate_models", targets=columns("A")))
        assert engine_answer.verdict is None
        assert engine_answer.count == 2
        assert engine_answer.exhausted
        assert sorted(engine_answer.models or (), key=str) == [{"A": False}, {"A": True}]
        assert answer(open_theory, query("count_models", targets=columns("A", "B"))).count == 3

    def test_limit_keeps_the_true_count(self, engine: str) -> None:
        wanted = query("enumerate_models", targets=columns("A", "B"))
        engine_answer = answer(theory(Or((A, B))), wanted, limit=1)
        assert len(engine_answer.models or ()) == 1
        assert engine_answer.count == 3
        assert not engine_answer.exhausted

    def test_unique_solution(self, engine: str) -> None:
        engine_answer = answer(GOAT, query("unique_solution", targets=columns("A", "C")))
        assert engine_answer.verdict is Verdict.UNIQUE
        assert engine_answer.solution == {"A": True, "C": False}
        wider = answer(GOAT, query("unique_solution", targets=columns("D")))
        assert wider.verdict is Verdict.NOT_UNIQUE
        assert wider.solution is None
        assert wider.witness != wider.countermodel
        none = answer(theory(A, Not(A)), query("unique_solution", targets=columns("A")))
        assert none.verdict is Verdict.NONE

    def test_has_alternative(self, engine: str) -> None:
        engine_answer = answer(
            theory(Or((A, B))), query("has_alternative", targets=columns("A", "B"), formula=A)
        )
        assert engine_answer.verdict is Verdict.ALTERNATIVE
        assert engine_answer.models == ({"A": False, "B": True},)
        query_answer = answer(GOAT, query("has_alternative", targets=columns("A", "C"), formula=A))
        assert query_answer.verdict is Verdict.NO_ALTERNATIVE
        several = answer(theory(Or((A, B))), query("has_alternative", targets=columns("A")))
        assert several.verdict is Verdict.ALTERNATIVE
        assert several.count == 2

    def test_targets_must_determine_the_formula(self, engine: str) -> None:
        with pytest.raises(InputError, match="determine"):
            answer(theory(Or((A, B))), query("has_alternative", targets=columns("B"), formula=A))

    def test_projection(self, engine: str) -> None:
        listed = columns("A", "B", "C", "D")
        necessary = answer(GOAT, query("projection", mode="necessary", listed=listed))
        assert necessary.projection == ("A", "B")
        possible = answer(GOAT, query("projection", mode="possible", listed=listed))
        assert possible.projection == ("A", "B", "D")

    def test_given_is_a_premise(self, engine: str) -> None:
        engine_answer = answer(theory(Implies(A, B)), query("necessary", formula=B, given=A))
        assert engine_answer.verdict is Verdict.NECESSARY

    def test_inconsistent_premises_keep_classical_verdicts(self, engine: str) -> None:
        void = theory(A, Not(A))
        targets = columns("A", "B")
        assert answer(void, query("possible", formula=B)).verdict is Verdict.IMPOSSIBLE
        assert answer(void, query("necessary", formula=B)).verdict is Verdict.NECESSARY
        assert answer(void, query("enumerate_models", targets=targets)).models == ()
        assert answer(void, query("count_models", targets=targets)).count == 0
        assert answer(void, query("unique_solution", targets=targets)).verdict is Verdict.NONE
        alternative = query("has_alternative", targets=targets, formula=B)
        assert answer(void, alternative).verdict is Verdict.NO_ALTERNATIVE
        for mode, expected in (("necessary", ("A", "B")), ("possible", ())):
            engine_answer = answer(void, query("projection", mode=mode, listed=targets))
            assert engine_answer.projection == expected

    def test_no_targets(self, engine: str) -> None:
        engine_answer = answer(theory(A), query("enumerate_models"))
        assert engine_answer.models == ({},)


class TestGroundAtoms:
    """Atoms over constants are symbols of their own."""

    signature = Signature(
        {
            ("a", 0): Symbol("a", IndividualSort()),
            ("b", 0): Symbol("b", IndividualSort()),
            ("F", 1): Symbol("F", PredicateSort(1)),
        }
    )
    fa, fb = Pred("F", (Constant("a"),)), Pred("F", (Constant("b"),))

    def test_individual_form(self, engine: str) -> None:
        ground = Theory(self.signature, (Premise(0, Not(self.fa)),))
        wanted = query("enumerate_models", formula=Pred("F", (Variable("x"),)), variable="x")
        engine_answer = answer(ground, wanted)
        assert engine_answer.models == ({"x": "b"},)
        assert engine_answer.count == 1

    def test_countermodels_name_the_atom(self, engine: str) -> None:
        ground = Theory(self.signature, (Premise(0, Or((self.fa, self.fb))),))
        engine_answer = answer(ground, query("necessary", formula=self.fa))
        assert engine_answer.countermodel == {"F(a)": False, "F(b)": True}

    def test_quantifiers_are_for_ground_atoms_and_z3(self) -> None:
        general = Theory(self.signature, (Premise(0, ForAll("x", Pred("F", (Variable("x"),)))),))
        for engine in (RegionEngine, SatEngine):
            with pytest.raises(NotApplicable, match="quantifier"):
                engine(general, budget=Budget.of(600))
        there = Exists("x", Pred("F", (Variable("x"),)))
        with pytest.raises(NotApplicable, match="quantifier"):
            RegionEngine(Theory(self.signature, ())).satisfiable(there)
        with pytest.raises(NotApplicable, match="quantifier"):
            SatEngine(Theory(self.signature, ()), budget=Budget.of(600)).satisfiable(there)
        assert RegionEngine(Theory(self.signature, ())).satisfiable(self.fb)


def frozen(models: object) -> set[frozenset[tuple[str, object]]]:
    """Models without their order."""
    assert isinstance(models, tuple | list)
    out = {frozenset(model.items()) for model in models}
    assert len(out) == len(models), "a model is listed twice"
    return out


def target_values(world: Model, targets: tuple[Target, ...], theory_: Theory) -> dict[str, object]:
    """What a world assigns to targets."""
    row: dict[str, object] = {}
    for target in targets:
        if target.enum is not None:
            row[target.key] = world[target.enum]
        else:
            assert target.formula is not None
            row[target.key] = holds(target.formula, world, theory_.definitions)
    return row


def target_lists(data: st.DataObject, theory_: Theory) -> tuple[Target, ...]:
    """Distinct targets: symbols, Enums, defined names, compound formulas."""
    names = data.draw(st.lists(st.sampled_from((*BOOLS, *ENUMS)), unique=True, max_size=4))
    targets = list(columns(*names))
    defined, compound = data.draw(st.booleans()), data.draw(st.booleans())
    if theory_.definitions and defined:
        targets.append(Target("Second", Prop("Second")))
    if compound:
        targets.append(Target("compound", data.draw(formulas(leaves=3))))
    return tuple(targets)


@pytest.mark.slow
@pytest.mark.parametrize("plain", [True, False])
@examples(80)
@given(data=st.data())
def test_all_kinds_agree_with_truth_tables(plain: bool, data: st.DataObject) -> None:
    old = engine_choice.HELD_WORLDS
    engine_choice.HELD_WORLDS = 1 << 30 if plain else 0
    try:
        _compare(data)
    finally:
        engine_choice.HELD_WORLDS = old


def _compare(data: st.DataObject) -> None:
    subject = data.draw(theories())
    formula = data.draw(formulas())
    extra = data.draw(st.none() | formulas(leaves=3))
    targets = target_lists(data, subject)
    narrowed = Theory(
        subject.signature,
        (*subject.premises, *([] if extra is None else [Premise(99, extra)])),
        subject.definitions,
    )
    truth = models_of(narrowed, [*BOOLS, *ENUMS])
    inside = [w for w in truth if holds(formula, w, subject.definitions)]
    outside = [w for w in truth if w not in inside]

    def check_world(world: object, wanted: list[dict[str, bool | str]]) -> None:
        assert (world is None) == (not wanted)
        if world is not None:
            assert isinstance(world, dict)
            assert any(world.items() <= w.items() for w in wanted)

    possible = answer(subject, query("possible", formula=formula, given=extra))
    assert possible.verdict is (Verdict.POSSIBLE if inside else Verdict.IMPOSSIBLE)
    check_world(possible.witness, inside)
    necessary = answer(subject, query("necessary", formula=formula, given=extra))
    assert necessary.verdict is (Verdict.UNNECESSARY if outside else Verdict.NECESSARY)
    check_world(necessary.countermodel, outside)

    distinct = frozen(
        [dict(t) for t in {tuple(target_values(w, targets, subject).items()) for w in truth}]
    )
    listed = answer(subject, query("enumerate_models", targets=targets, given=extra))
    assert frozen(listed.models) == distinct
    assert listed.count == len(distinct)
    assert answer(subject, query("count_models", targets=targets, given=extra)).count == len(
        distinct
    )
    unique = answer(subject, query("unique_solution", targets=targets, given=extra))
    words = {0: Verdict.NONE, 1: Verdict.UNIQUE}
    assert unique.verdict is words.get(len(distinct), Verdict.NOT_UNIQUE)
    if unique.verdict is Verdict.UNIQUE:
        assert frozen([unique.solution]) == distinct

    with_f = (*targets, Target("f", formula))
    falsified = {tuple(target_values(w, with_f, subject).items()) for w in outside}
    alternative = answer(
        subject, query("has_alternative", targets=with_f, formula=formula, given=extra)
    )
    assert alternative.verdict is (Verdict.ALTERNATIVE if falsified else Verdict.NO_ALTERNATIVE)
    assert frozen(alternative.models) == frozen([dict(t) for t in falsified])
    document = {tuple(target_values(w, targets, subject).items()) for w in inside} & {
        tuple(target_values(w, targets, subject).items()) for w in outside
    }
    alone = query("has_alternative", targets=targets, formula=formula, given=extra)
    if document:
        with pytest.raises(InputError):
            answer(subject, alone)
    else:
        assert answer(subject, alone).verdict is alternative.verdict
    necessary_ones = answer(
        subject, query("projection", mode="necessary", listed=with_f[-1:], given=extra)
    )
    assert necessary_ones.projection == (() if outside else ("f",))


@pytest.mark.slow
@examples(100)
@given(theories(), st.booleans())
def test_models_over_all_symbols_in_use(subject: Theory, plain: bool) -> None:
    old = engine_choice.HELD_WORLDS
    engine_choice.HELD_WORLDS = 1 << 30 if plain else 0
    try:
        session = Worlds(subject)
        keys = list(session.keys)
        truth = [
            w
            for w in all_worlds(keys)
            if all(holds(p.formula, w, subject.definitions) for p in subject.premises)
        ]
        assert frozen(session.models()) == frozen(truth)
        assert session.count() == len(truth)
        assert session.consistent == bool(truth)
        assert all(tuple(model) == session.keys for model in session.models())
    finally:
        engine_choice.HELD_WORLDS = old


def test_sessions_take_symbols_they_were_not_compiled_for() -> None:
    session = Worlds(GOAT)
    assert session.entails(Iff(A, B))
    assert not session.entails(D)
    assert session.countermodel(D) == {"A": True, "B": True, "C": False, "D": False}
    assert session.allows(D)
