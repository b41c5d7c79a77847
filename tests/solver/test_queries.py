"""The dispatcher: which engine answers, agreement, supports, and that Z3 loads only when asked."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from solver.cancel import Cancel, GaveUp
from solver.kinds.base import agreement
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Problem, Query
from solver.language.syntax import Truth, negation
from solver.queries import Session, ask, solve_problem
from solver.results import EngineAnswer, EngineChoice, QueryReport, Supports, Verdict
from tests.effort import examples
from tests.shared_data import shared_path
from tests.solver.strategies import first_order_problems, propositional_problems
from tests.solver.test_z3_backend import ENDLESS, pigeonhole

ROOT = Path(__file__).resolve().parents[2]
PROPOSITIONAL = {
    "premise": ["A -> B", "B -> C", "A", "A -> C"],
    "question": [
        "necessary(C)",
        "possible(~C)",
        "enumerate_models(A, B)",
        "has_alternative(A, C; C)",
        "possible(D) given ~C",
        "necessary(D)",
    ],
}


def report(data: Mapping[str, object], **options: object) -> tuple[QueryReport, ...]:
    return solve_problem(load_problem(data), **options).queries  # type: ignore[arg-type]


# --- engines -----------------------------------------------------------------------------------


def test_auto_asks_the_exact_engine_alone() -> None:
    for query_report in report(PROPOSITIONAL):
        assert set(query_report.engines) == {"worlds"}
        assert query_report.agree is None
        assert not query_report.answer.unknown


def test_both_asks_both_and_they_agree() -> None:
    for query_report in report(PROPOSITIONAL, engine="both"):
        assert set(query_report.engines) == {"worlds", "z3"}
        assert query_report.agree is True
        assert query_report.answer.engine == "worlds"


def test_auto_grounds_where_there_is_a_bound_and_asks_z3_elsewhere() -> None:
    syllogism = {
        "premise": [r"\forall x (F(x) \rightarrow G(x))", "F(a)"],
        "question": "necessary(G(a))",
    }
    (query_report,) = report(syllogism)
    assert set(query_report.engines) == {"worlds"}
    assert "monadic" in query_report.answer.note
    assert query_report.supports == Supports(((0, 1),), True)
    (query_report,) = report(syllogism, engine="both")
    assert query_report.agree is True
    serial = {
        "premise": [r"\forall x \exists y R(x, y)", "A"],
        "question": r"necessary(\exists x \exists y R(x, y))",
    }
    (query_report,) = report(serial)
    assert query_report.answer.engine == "z3"
    assert query_report.answer.verdict is Verdict.NECESSARY
    assert query_report.agree is None
    assert query_report.supports == Supports(((0,),), True)
    (query_report,) = report(serial, engine="worlds")
    assert query_report.answer.unknown
    assert "existential depends" in query_report.answer.reason


def test_one_first_order_query_leaves_the_others_their_engine() -> None:
    mixed = {"premise": ["A"], "question": ["necessary(A)", r"possible(\exists x F(x))"]}
    plain, first_order = report(mixed)
    assert plain.answer.note == ""
    assert "grounding" in first_order.answer.note


def test_unknown_on_one_engine_is_not_a_disagreement() -> None:
    def stopped(*_: object) -> None:
        raise GaveUp("interrupted")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.engines.z3.Z3Session.model", stopped)
        for query_report in report(PROPOSITIONAL, engine="both"):
            assert query_report.engines["z3"].unknown
            assert query_report.engines["z3"].reason == "interrupted"
            assert query_report.agree is None
            assert query_report.answer.engine == "worlds"


def test_a_pulled_token_stops_both_engines() -> None:
    pulled = Cancel()
    pulled.cancel()
    for query_report in report(PROPOSITIONAL, engine="both", cancel=pulled):
        assert [engine.reason for engine in query_report.engines.values()] == [
            "interrupted",
            "interrupted",
        ]
        assert query_report.answer.unknown
        assert query_report.supports is None


@pytest.mark.slow
def test_what_nobody_can_tell_is_unknown() -> None:
    (query_report,) = report({"premise": ENDLESS, "question": "necessary(F(a))"}, timeout=0.5)
    assert query_report.answer.verdict in (Verdict.UNKNOWN, Verdict.UNNECESSARY)
    if query_report.answer.unknown:
        assert query_report.answer.reason
        assert query_report.supports is None


# --- agreement ---------------------------------------------------------------------------------


def answer(**fields: object) -> EngineAnswer:
    return EngineAnswer("worlds", fields.pop("verdict", None), **fields)  # type: ignore[arg-type]


def test_agreement_is_by_content_and_not_by_order() -> None:
    entry, other_model = {"A": True}, {"A": False}
    assert agreement(
        answer(models=(entry, other_model), count=2), answer(models=(other_model, entry), count=2)
    )
    assert (
        agreement(answer(models=(entry,), count=1), answer(models=(other_model,), count=1)) is False
    )
    assert agreement(answer(count=3), answer(count=4)) is False
    assert agreement(answer(projection=("A", "B")), answer(projection=("B", "A")))
    assert agreement(answer(projection=("A",)), answer(projection=())) is False
    unique = Verdict.UNIQUE
    same = answer(verdict=unique, solution=entry)
    assert agreement(same, answer(verdict=unique, solution=other_model)) is False
    assert agreement(same, answer(verdict=Verdict.NONE)) is False


def test_cut_lists_are_compared_by_count_alone() -> None:
    entry, other_model = {"A": True}, {"A": False}
    first = answer(models=(entry,), count=2, exhausted=False)
    second = answer(models=(other_model,), count=2, exhausted=False)
    assert agreement(first, second) is True
    assert agreement(first, replace(second, count=3)) is False
    # A reason says the count was cut short as well.
    assert agreement(first, replace(second, count=1, reason="timeout")) is True


# --- supports and consistency ------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["worlds", "z3", "both"])
def test_supports_are_of_what_is_entailed(engine: EngineChoice) -> None:
    necessary, impossible, listed, alternative, given_, open_ = report(PROPOSITIONAL, engine=engine)
    assert necessary.supports == Supports(((2, 3), (0, 1, 2)), True)
    assert impossible.answer.verdict is Verdict.IMPOSSIBLE
    assert impossible.supports == necessary.supports
    assert alternative.answer.verdict is Verdict.NO_ALTERNATIVE
    assert alternative.supports == necessary.supports
    assert given_.supports == necessary.supports
    assert listed.supports is None
    assert open_.answer.verdict is Verdict.UNNECESSARY
    assert open_.supports is None


def test_supports_only_where_wanted() -> None:
    assert all(
        query_report.supports is None for query_report in report(PROPOSITIONAL, want_supports=False)
    )


@pytest.mark.parametrize("engine", ["auto", "worlds", "z3", "both"])
def test_an_inconsistent_variant_is_reported_with_its_conflict(engine: EngineChoice) -> None:
    problem = load_problem(
        {
            "premise": ["A", "A -> B", "C"],
            "question": ["necessary(B)", "necessary(C) under broken"],
            "variants": {"broken": [{"op": "add", "formula": "~B"}]},
        }
    )
    problem_report = solve_problem(problem, engine=engine)
    assert set(problem_report.theories) == {"baseline", "broken"}
    assert problem_report.theories["baseline"].consistent is True
    assert problem_report.theories["baseline"].conflict is None
    assert problem_report.theories["broken"].consistent is False
    assert problem_report.theories["broken"].conflict == (0, 1, 3)
    assert problem_report.queries[1].answer.verdict is Verdict.NECESSARY
    assert problem_report.disagreements == ()


@pytest.mark.parametrize("engine", ["auto", "z3"])
def test_a_first_order_conflict(engine: EngineChoice) -> None:
    problem = load_problem(
        {"premise": ["B", r"\forall x F(x)", r"\exists x \neg F(x)"], "question": "possible(B)"}
    )
    problem_report = solve_problem(problem, engine=engine)
    assert problem_report.theories["baseline"].conflict == (1, 2)


# --- both engines on random problems -----------------------------------------------------------


@pytest.mark.slow
@examples(80)
@given(propositional_problems())
def test_the_engines_agree(problem: Problem) -> None:
    problem_report = solve_problem(problem, engine="both", want_supports=False)
    assert [query_report.agree for query_report in problem_report.queries] == [True] * len(
        problem_report.queries
    )


@examples(40)
@given(propositional_problems())
def test_the_engines_agree_on_supports(problem: Problem) -> None:
    for query in problem.queries:
        whole = theory(problem, query.under)
        exact = ask(whole, query, engine="worlds")
        other = ask(whole, query, engine="z3")
        if exact.supports and exact.supports.exhausted and other.supports:
            assert not other.supports.exhausted or exact.supports == other.supports


@pytest.mark.slow
@examples(60)
@given(first_order_problems())
def test_first_order_engines_never_disagree(problem: Problem) -> None:
    problem_report = solve_problem(problem, engine="both", timeout=2.0, want_supports=False)
    assert problem_report.disagreements == ()


@examples(60)
@given(propositional_problems())
def test_supports_entail_and_none_of_their_premises_is_needless(problem: Problem) -> None:
    for query in problem.queries:
        if query.kind != "necessary" or query.formula is None:
            continue
        whole = theory(problem, query.under)
        query_report = ask(whole, query)
        for chosen in query_report.supports.sets if query_report.supports else ():
            for left_out in (None, *chosen):
                some = replace(
                    whole,
                    premises=tuple(
                        p for p in whole.premises if p.number in chosen and p.number != left_out
                    ),
                )
                verdict = ask(some, query, want_supports=False).answer.verdict
                assert (verdict is Verdict.NECESSARY) is (left_out is None)


@pytest.mark.slow
def test_looking_for_a_conflict_ends_in_time_where_every_check_is_hard() -> None:
    session = Session(pigeonhole(7), timeout=60.0)
    assert session.report.consistent is False


def test_consistency_is_what_possible_truth_says() -> None:
    whole = theory(load_problem({"premise": ["A", "~A"]}))
    top = Query("possible", "possible(⊤)", Truth(True))
    session = Session(whole)
    assert session.ask(top).answer.verdict is Verdict.IMPOSSIBLE
    assert session.report.conflict == (0, 1)
    assert session.supports(negation(Truth(True))) == Supports(((0, 1),), True)


# --- imports -----------------------------------------------------------------------------------


def test_z3_is_loaded_only_when_it_is_asked() -> None:
    script = (
        "import sys\n"
        "from solver.queries import solve_problem\n"
        "from solver.language.loader import load_problem\n"
        f"data = {PROPOSITIONAL!r}\n"
        "solve_problem(load_problem(data))\n"
        "solve_problem(load_problem({'premise': ['F(a)'], 'question': 'necessary(F(a))'}))\n"
        "assert 'z3' not in sys.modules\n"
        "solve_problem(load_problem(data), engine='both')\n"
        "assert 'z3' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


# --- real data ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_engines_agree_on_every_query_of_the_base_data() -> None:
    path = shared_path("llmeval-logic/base/llmeval_logic_base.json")
    answered = 0
    for item in json.loads(path.read_text(encoding="utf-8")):
        problem_report = solve_problem(load_problem(item["formalization"]), engine="both")
        for query_report in problem_report.queries:
            assert query_report.agree is not False, (item["id"], query_report)
            assert not query_report.answer.unknown, (item["id"], query_report)
            answered += 1
        inconsistent = problem_report.theories["baseline"].consistent is False
        assert inconsistent is (str(item["id"]) in {"4", "10", "38"}), item["id"]
    assert answered > 100
