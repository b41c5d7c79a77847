"""Z3's answers: every kind on known problems, first-order theorems, time-out and interrupt."""

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import z3

from solver.cancel import Budget, Cancel, GaveUp
from solver.engines.finite_structures import StructureSearch
from solver.engines.z3 import Z3Session
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Problem, Query, Target, Theory
from solver.language.syntax import Prop, Truth
from solver.results import EngineAnswer, Structure, Verdict
from solver.structures import holds
from tests.solver.engine_queries import z3_answer, z3_entails

ROOT = Path(__file__).resolve().parents[2]
LIGHTS = {
    "parameters": {"A": "Bool", "B": "Bool", "lamp": "Enum(red, green, off)"},
    "premise": ["A -> lamp = red", "A | B", "lamp != off"],
    "define": {"Rule": "A | lamp = green"},
}
"""Four models: (A, ¬B, red), (A, B, red), (¬A, B, red), (¬A, B, green)."""


def solved(problem: Mapping[str, object], *queries: str, **options: Any) -> list[EngineAnswer]:
    loaded = load_problem({**problem, "question": list(queries)})
    return [z3_answer(theory(loaded, query.under), query, **options) for query in loaded.queries]


def answer_of(problem: Mapping[str, object], query: str, **options: Any) -> EngineAnswer:
    return solved(problem, query, **options)[0]


def pigeonhole(holes: int) -> Theory:
    """One pigeon more than holes: inconsistent, and hard for resolution."""
    names = [[f"p{pigeon}_{hole}" for hole in range(holes)] for pigeon in range(holes + 1)]
    premises = [" | ".join(row) for row in names]
    for hole in range(holes):
        column = [row[hole] for row in names]
        premises += [f"~({text} & {other})" for text, other in combinations(column, 2)]
    return theory(load_problem({"premise": premises}))


def consistent(of: Theory, **options: Any) -> EngineAnswer:
    query = Query("possible", "possible(⊤)", Truth(True))
    return z3_answer(of, query, **options)


# --- the seven kinds ---------------------------------------------------------------------------


def test_possible_comes_with_a_witness_over_all_symbols() -> None:
    engine_answer = answer_of(LIGHTS, "possible(lamp = green)")
    assert engine_answer.verdict is Verdict.POSSIBLE
    assert engine_answer.witness == {"A": False, "B": True, "lamp": "green"}
    assert answer_of(LIGHTS, "possible(A & lamp = green)").verdict is Verdict.IMPOSSIBLE


def test_necessary_comes_with_a_countermodel() -> None:
    engine_answer = answer_of(LIGHTS, "necessary(lamp = red)")
    assert engine_answer.verdict is Verdict.UNNECESSARY
    assert engine_answer.countermodel == {"A": False, "B": True, "lamp": "green"}
    assert answer_of(LIGHTS, "necessary(A -> ~(lamp = green))").verdict is Verdict.NECESSARY


def test_models_are_distinct_assignments_to_the_targets() -> None:
    engine_answer, counted = solved(LIGHTS, "enumerate_models(A, lamp)", "count_models(A, lamp)")
    assert engine_answer.models is not None
    rows = {(model["A"], model["lamp"]) for model in engine_answer.models}
    assert rows == {(True, "red"), (False, "red"), (False, "green")}
    assert (engine_answer.count, engine_answer.exhausted, counted.count) == (3, True, 3)


def test_a_defined_name_is_a_target() -> None:
    engine_answer = answer_of(LIGHTS, "enumerate_models(Rule, B)")
    assert engine_answer.models is not None
    rows = {(model["Rule"], model["B"]) for model in engine_answer.models}
    assert rows == {(True, False), (True, True), (False, True)}


def test_the_limit_cuts_the_list_and_not_the_count() -> None:
    engine_answer = answer_of(LIGHTS, "enumerate_models(A, B, lamp)", limit=2)
    assert engine_answer.models is not None
    assert (len(engine_answer.models), engine_answer.count, engine_answer.exhausted) == (
        2,
        4,
        False,
    )


def test_uniqueness() -> None:
    none, engine_answer, many = solved(
        LIGHTS,
        "unique_solution(A) given ~A & ~B",
        "unique_solution(A, lamp) given lamp = green",
        "unique_solution(A, lamp)",
    )
    assert none.verdict is Verdict.NONE
    assert (engine_answer.verdict, engine_answer.solution) == (
        Verdict.UNIQUE,
        {"A": False, "lamp": "green"},
    )
    assert (many.verdict, many.solution) == (Verdict.NOT_UNIQUE, None)


def test_alternatives_falsify_the_formula() -> None:
    engine_answer = answer_of(LIGHTS, "has_alternative(A, lamp; A)")
    assert engine_answer.verdict is Verdict.ALTERNATIVE
    assert engine_answer.models is not None
    assert {(m["A"], m["lamp"]) for m in engine_answer.models} == {(False, "red"), (False, "green")}
    assert answer_of(LIGHTS, "has_alternative(A, B; A | B)").verdict is Verdict.NO_ALTERNATIVE
    assert answer_of(LIGHTS, "has_alternative(A)").verdict is Verdict.ALTERNATIVE
    assert (
        answer_of(LIGHTS, "has_alternative(A) given lamp = green").verdict is Verdict.NO_ALTERNATIVE
    )


def test_targets_that_leave_the_formula_open_are_an_error() -> None:
    with pytest.raises(InputError, match="agree on the targets"):
        answer_of(LIGHTS, "has_alternative(A; B)")
    # The premises alone may settle it: A forces the lamp to be red.
    settled = answer_of(LIGHTS, "has_alternative(A; lamp = red) given A")
    assert settled.verdict is Verdict.NO_ALTERNATIVE


def test_projection() -> None:
    necessary, possible = solved(
        LIGHTS,
        "projection(necessary; A, A | B, lamp != off)",
        "projection(possible; A & lamp = green, B, lamp = off)",
    )
    assert necessary.projection is not None
    assert len(necessary.projection) == 2
    assert "A" not in necessary.projection
    assert possible.projection == ("B",)


def test_inconsistent_premises_keep_the_classical_verdicts() -> None:
    broken = {"premise": ["A", "~A"]}
    engine_answers = solved(
        broken,
        "possible(A)",
        "necessary(A)",
        "enumerate_models(A)",
        "count_models(A)",
        "unique_solution(A)",
        "has_alternative(A; A)",
        "projection(necessary; A, B)",
        "projection(possible; A, B)",
    )
    assert [answer.verdict for answer in engine_answers] == [
        Verdict.IMPOSSIBLE,
        Verdict.NECESSARY,
        None,
        None,
        Verdict.NONE,
        Verdict.NO_ALTERNATIVE,
        None,
        None,
    ]
    assert engine_answers[2].models == ()
    assert engine_answers[3].count == 0
    assert (engine_answers[6].projection, engine_answers[7].projection) == (("A", "B"), ())


@pytest.mark.parametrize(
    ("operator", "models"),
    [
        ("exactly_one(A, B, C)", 3),
        ("at_least(2; A, B, C)", 4),
        ("at_most(1; A, B, C)", 4),
        ("exactly(0; A, B, C)", 1),
        ("at_least(0; A, B, C)", 8),
        ("at_least(4; A, B, C)", 0),
        ("at_most(5; A, B, C)", 8),
        ("exactly(2; A, A, C)", 2),  # written twice, counts twice: A ∧ ¬C, whatever B
    ],
)
def test_cardinality(operator: str, models: int) -> None:
    assert answer_of({"premise": [operator]}, "count_models(A, B, C)").count == models


# --- first order -------------------------------------------------------------------------------

THEOREMS = {
    "drinker": ([], r"\exists x (D(x) \rightarrow \forall y D(y))"),
    "Barbara": (
        [r"\forall x (M(x) \rightarrow P(x))", r"\forall x (S(x) \rightarrow M(x))"],
        r"\forall x (S(x) \rightarrow P(x))",
    ),
    "Celarent": (
        [r"\forall x (M(x) \rightarrow \neg P(x))", r"\forall x (S(x) \rightarrow M(x))"],
        r"\neg \exists x (S(x) \wedge P(x))",
    ),
    "barber": ([], r"\neg \exists x \forall y (R(x, y) \leftrightarrow \neg R(y, y))"),
    "swap": ([], r"\exists x (\forall y (R(x, y))) \rightarrow \forall y (\exists x (R(x, y)))"),
    "a domain has somebody": ([r"\forall x F(x)"], r"\exists x F(x)"),
    "equals": (["F(a)", "a = b"], "F(b)"),
}
NON_THEOREMS = {
    "converse": (
        [r"\forall x (S(x) \rightarrow P(x))"],
        r"\forall x (P(x) \rightarrow S(x))",
    ),
    "existential import": ([r"\forall x (S(x) \rightarrow P(x))"], r"\exists x (S(x) \wedge P(x))"),
    "swap back": (
        [r"\forall y \exists x R(x, y)"],
        r"\exists x \forall y R(x, y)",
    ),
    "two names": (["F(a)", "F(b)"], r"a \neq b"),
    "two names are not one": (["F(a)", "F(b)"], "a = b"),
    "undistributed middle": (
        [r"\forall x (P(x) \rightarrow M(x))", r"\forall x (S(x) \rightarrow M(x))"],
        r"\forall x (S(x) \rightarrow P(x))",
    ),
}


@pytest.mark.parametrize("name", THEOREMS)
def test_theorems_are_necessary(name: str) -> None:
    premises, conclusion = THEOREMS[name]
    assert answer_of({"premise": premises}, f"necessary({conclusion})").verdict is Verdict.NECESSARY


@pytest.mark.parametrize("name", NON_THEOREMS)
def test_non_theorems_come_with_a_structure(name: str) -> None:
    premises, conclusion = NON_THEOREMS[name]
    problem = load_problem({"premise": premises, "question": [f"necessary({conclusion})"]})
    engine_answer = z3_answer(theory(problem), problem.queries[0])
    assert engine_answer.verdict is Verdict.UNNECESSARY
    assert isinstance(engine_answer.countermodel, Structure)
    query_formula = problem.queries[0].formula
    assert query_formula is not None
    assert all(holds(engine_answer.countermodel, premise) for premise in problem.premises)
    assert not holds(engine_answer.countermodel, query_formula)


def test_each_named_constant_is_asked_on_its_own() -> None:
    problem = {
        "parameters": {"a": "Person", "b": "Person", "c": "Person"},
        "premise": ["F(a) | F(b)", "~(F(a) & F(b))", "~F(c)"],
    }
    engine_answer = answer_of(problem, "enumerate_models(F(x), x)")
    assert engine_answer.models == ({"x": "a"}, {"x": "b"})
    assert answer_of(problem, "count_models(F(x), x)").count == 2


ENDLESS = [
    r"\forall x \neg R(x, x)",
    r"\forall x \forall y (\forall z (R(x, y) \wedge R(y, z) \rightarrow R(x, z)))",
    r"\forall x \exists y R(x, y)",
]
"""A strict order without a last element: every model is infinite."""


@pytest.mark.slow
def test_an_infinite_model_alone_gives_no_verdict_from_finite_search() -> None:
    query_report = answer_of({"premise": ENDLESS}, r"possible(F(a))", timeout=1.5)
    assert query_report.verdict in (Verdict.UNKNOWN, Verdict.POSSIBLE)
    assert query_report.witness is None
    assert query_report.verdict is not Verdict.UNKNOWN or query_report.reason


def test_what_follows_all_the_same_is_still_found() -> None:
    query_report = answer_of(
        {"premise": ENDLESS}, r"necessary(\exists x \exists y R(x, y))", timeout=300.0
    )
    assert query_report.verdict is Verdict.NECESSARY


# --- giving up ---------------------------------------------------------------------------------


def test_a_timeout_is_unknown() -> None:
    hard = pigeonhole(12)
    engine_answer = consistent(hard, timeout=0.4)
    assert (engine_answer.verdict, engine_answer.reason) == (Verdict.UNKNOWN, "timeout")


def test_a_count_that_ran_out_of_time_is_a_lower_bound() -> None:
    names = ", ".join(f"s{n}" for n in range(24))
    for seconds in (0.3, 3.0, 30.0, 300.0):
        engine_answer = answer_of(
            {"premise": ["s0 | s1"]}, f"count_models({names})", timeout=seconds
        )
        if engine_answer.count:
            break  # A busy machine may come to no model in a third of a second.
    assert engine_answer.verdict is Verdict.UNKNOWN
    assert not engine_answer.exhausted
    assert engine_answer.count is not None
    assert 0 < engine_answer.count < 3 * 2**22
    assert engine_answer.reason == "timeout"


def test_another_thread_interrupts() -> None:
    hard = pigeonhole(12)
    token = Cancel()
    answers: list[EngineAnswer] = []
    before = threading.active_count()
    worker = threading.Thread(
        target=lambda: answers.append(consistent(hard, timeout=3600.0, cancel=token))
    )
    worker.start()
    time.sleep(0.5)
    assert token.cancel(wait=300.0)
    worker.join(300.0)
    assert not worker.is_alive()
    assert threading.active_count() == before
    assert (answers[0].verdict, answers[0].reason) == (Verdict.UNKNOWN, "interrupted")


def test_what_was_interrupted_does_not_start() -> None:
    token = Cancel()
    assert token.cancel()
    engine_answer = answer_of(LIGHTS, "possible(A)", cancel=token)
    assert (engine_answer.verdict, engine_answer.reason) == (Verdict.UNKNOWN, "interrupted")


@pytest.mark.parametrize("moment", [0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05])
def test_an_interrupt_at_any_moment_is_not_lost(moment: float) -> None:
    hard = pigeonhole(12)
    token = Cancel()
    timer = threading.Timer(moment, token.cancel)
    timer.start()
    engine_answer = consistent(hard, timeout=3600.0, cancel=token)
    timer.join()
    assert engine_answer.verdict is Verdict.UNKNOWN


def test_entailment_by_some_premises_only() -> None:
    problem: Problem = load_problem({"premise": ["A", "A -> B", "C"], "question": []})
    whole = theory(problem)
    assert z3_entails(whole, [0, 1], Prop("B")) is True
    assert z3_entails(whole, [1, 2], Prop("B")) is False
    assert z3_entails(pigeonhole(12), range(13), Truth(False), timeout=0.0) is None


def test_names_that_look_alike_do_not_meet() -> None:
    problem = {
        "parameters": {"F": "Bool", "a": "Person"},
        "premise": ["F", "~F(a)", r"\forall a (F(a, a))", "~G(a)"],
    }
    engine_answer = answer_of(problem, "possible(F & F(a, a))")
    assert engine_answer.verdict is Verdict.POSSIBLE
    assert isinstance(engine_answer.witness, Structure)
    assert engine_answer.witness.values == {"F": True}
    assert set(engine_answer.witness.predicates) == {"F/1", "F/2", "G"}


def test_an_enum_target_read_from_a_list_without_limit() -> None:
    target = Target("lamp", None, "lamp")
    problem = load_problem({**LIGHTS, "question": []})
    query = Query("enumerate_models", "enumerate_models(lamp)", targets=(target,))
    engine_answer = z3_answer(theory(problem), query)
    assert engine_answer.models is not None
    assert {model["lamp"] for model in engine_answer.models} == {"red", "green"}


@pytest.mark.parametrize("step", ["Z3_mk_config", "Z3_mk_context_rc", "Z3_set_error_handler"])
def test_ctrl_c_while_a_context_is_made_ends_quietly(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    noise: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", noise.append)
    monkeypatch.setattr(f"z3.z3.{step}", stopped)
    with pytest.raises(KeyboardInterrupt):
        answer_of(LIGHTS, "possible(A)")
    gc.collect()
    assert not noise


MANY_CONTEXTS = """
import z3
from solver.engines.z3 import Context

assert z3.get_param("memory_max_size") == "0"
z3.set_param("memory_high_watermark_mb", 20)
contexts = []
for number in range(12):
    context = Context()
    symbols = z3.Bools(" ".join(f"a{n}" for n in range(200)), context)
    solver = z3.Solver(ctx=context)
    solver.add(z3.Or(symbols))
    solver.check()
    contexts.append((context, solver, symbols))
print(len(contexts))
"""


def test_contexts_beyond_the_memory_limit_do_not_end_the_program() -> None:
    """Under a hard limit, Z3 returns no context, and the next call is a segmentation fault."""
    command = [sys.executable, "-c", MANY_CONTEXTS]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (run.returncode, run.stdout) == (0, "12\n"), run.stderr


def test_z3_gives_up_at_its_memory_limit_and_can_be_asked_again() -> None:
    names = [f"x{n}" for n in range(10)]
    all_f = " & ".join(f"F({name})" for name in names)
    apart = " & ".join(f"{left} != {right}" for left, right in combinations(names, 2))
    hard = {
        "premise": [
            "".join(f"∃{name} " for name in names) + f"({apart} & {all_f})",
            "".join(f"∀{name} " for name in names) + f"(({all_f}) -> ~({apart}))",
        ]
    }
    limit = z3.get_param("memory_high_watermark_mb")
    assert 0 < int(limit) <= 1024
    z3.set_param("memory_high_watermark_mb", 100)
    try:
        engine_answer = answer_of(hard, "possible(F(a))", timeout=600.0)
        assert (engine_answer.verdict, engine_answer.reason) == (Verdict.UNKNOWN, "memory limit")
    finally:
        z3.set_param("memory_high_watermark_mb", int(limit))
    assert answer_of(LIGHTS, "possible(A)").verdict == "possible"


def test_long_rules_are_divided_among_quantifiers() -> None:
    """Z3 would process all of them under one quantifier without ever checking its limit."""
    rules = [f"(P{n}(x) -> P{n + 1}(x))" for n in range(800)]
    premises = [f"∀x ({' & '.join(rules[:400])})", *[f"∀x {rule}" for rule in rules[400:]], "P0(a)"]
    problem = load_problem({"premise": premises, "question": ["necessary(P800(a))"]})
    conversation = Z3Session(theory(problem), False, Budget.of(600))
    conversation.require(theory(problem).formulas)
    assert 3 <= len(conversation.solver.assertions()) <= 8
    assert z3_answer(theory(problem), problem.queries[0]).verdict == "necessary"


def test_a_quantifier_over_too_many_nodes_is_not_given_to_z3() -> None:
    for quantifier in ("∃x", "∀y ∃x", "∀x"):
        body = f"{quantifier} ({' | '.join(f'P{n}(x)' for n in range(3_500))})"
        engine_answer = answer_of({"premise": [body]}, "possible(P0(a))")
        assert engine_answer.verdict is Verdict.UNKNOWN
        assert engine_answer.reason == "quantified formula too large for Z3"


def test_large_counting_constraints_are_given_to_z3_as_they_are() -> None:
    """As clauses they took seconds without an interrupt, so that large ones were refused."""
    symbols = [f"p{n}" for n in range(1_200)]
    for further in ([], ["∃x Q(x)"]):
        premises = [f"exactly(600; {', '.join(symbols)})", *further]
        assert answer_of({"premise": premises}, "possible(p0)").verdict == "possible"
        premises = [f"at_least(600; {', '.join(symbols)})", *map("~{}".format, symbols[:601])]
        assert answer_of({"premise": premises + further}, "possible(p700)").verdict == "impossible"


def test_all_counting_constraints_together_have_a_limit() -> None:
    few = [f"at_most(1; p{n}, p{n + 1}, p{n + 2})" for n in range(6_000)]
    assert answer_of({"premise": few}, "possible(p0)").verdict == "possible"
    symbols = ", ".join(f"p{n}" for n in range(900))
    many = [f"at_most({n}; {symbols})" for n in range(10, 30)]
    engine_answer = answer_of({"premise": many}, "possible(p0)")
    assert engine_answer.verdict is Verdict.UNKNOWN
    assert engine_answer.reason == "counting constraint too large for Z3"
    assert answer_of({"premise": many[:15]}, "possible(p0)").verdict == "possible"


def test_what_z3_gave_up_leaves_no_circular_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each conversation holds megabytes that Python's collector knows nothing of."""

    def given_up(*_: object) -> None:
        raise GaveUp("timeout")

    problem = load_problem({"premise": ["∀x ∃y R(x, y)"], "question": ["possible(R(a, b))"]})
    monkeypatch.setattr(Z3Session, "model", given_up)
    monkeypatch.setattr(
        "solver.engines.z3.search", lambda *_, **__: StructureSearch(None, exceeded=False)
    )
    gc.collect()
    gc.disable()
    try:
        assert z3_answer(theory(problem), problem.queries[0]).reason == "timeout"
        assert not any(isinstance(leftover, Z3Session) for leftover in gc.get_objects())
    finally:
        gc.enable()
