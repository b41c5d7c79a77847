"""What the query kinds mean, over an engine that tries every world."""

from dataclasses import replace

import pytest
from hypothesis import given

from solver.errors import FormulaError, InputError
from solver.kinds.base import agreement, ask, conditional, text_of
from solver.kinds.registry import KINDS, affirms, kind_of, kinds, verdict_word
from solver.kinds.words import Claim
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Problem, Query
from solver.language.syntax import Formula, negation
from solver.queries import Session
from solver.results import EngineAnswer, Verdict
from tests.effort import examples
from tests.solver.brute import BruteEngine, TiredEngine
from tests.solver.engine_queries import query_for
from tests.solver.strategies import first_order_signature, problems, propositional_problems

PARTY = load_problem(
    {
        "parameters": {"A": "Bool", "B": "Bool", "status": "Enum(going, away)"},
        "premise": ["A -> B", "status = going <-> A"],
    }
)
ABSURD = load_problem({"parameters": {"A": "Bool"}, "premise": ["A", "~A"]})
PEOPLE = load_problem(
    {
        "parameters": {"a": "Person", "b": "Person", "F": "Function(1)"},
        "premise": ["F(a)", "~F(b)"],
    }
)


def answer(problem: Problem, text: str, limit: int | None = None, size: int = 1) -> EngineAnswer:
    query = query_for(problem, text)
    return ask(kind_of(query.kind), BruteEngine(theory(problem), size), query, limit)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("possible(A & B)", "possible"),
        ("possible(A & ~B)", "impossible"),
        ("possible(A) given ~B", "impossible"),
        ("necessary(A -> B)", "necessary"),
        ("necessary(B)", "unnecessary"),
        ("necessary(B) given A", "necessary"),
        ("unique_solution(A, B)", "not_unique"),
        ("unique_solution(A, B) given A", "unique"),
        ("unique_solution(A) given A & ~B", "none"),
        ("has_alternative(A, B; A)", "alternative"),
        ("has_alternative(A, B; B) given A", "no_alternative"),
        ("has_alternative(A, B)", "alternative"),
        ("has_alternative(B) given A", "no_alternative"),
    ],
)
def test_verdicts(text: str, verdict: str) -> None:
    assert answer(PARTY, text).verdict == verdict


def test_models_are_distinct_assignments_to_the_targets() -> None:
    engine_answer = answer(PARTY, "enumerate_models(B)")
    assert (engine_answer.models, engine_answer.count) == (({"B": False}, {"B": True}), 2)
    assert answer(PARTY, "count_models(A, B)").count == 3
    cut = answer(PARTY, "enumerate_models(A, B, status)", limit=1)
    assert cut.models is not None
    assert (len(cut.models), cut.count, cut.exhausted) == (1, 3, False)
    assert answer(PARTY, "projection(necessary; A -> B, A)").projection == ("A → B",)
    assert answer(PARTY, "projection(possible; A & ~B, A)").projection == ("A",)


def test_individuals_are_asked_one_by_one() -> None:
    assert answer(PEOPLE, "enumerate_models(F(x), x)", size=2).models == ({"x": "a"},)
    assert answer(PEOPLE, "enumerate_models(x = a, x)", size=2).models == ({"x": "a"},)
    assert answer(PEOPLE, "count_models(F(x), x)", size=2).count == 1


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("possible(A)", "impossible"),
        ("necessary(A)", "necessary"),
        ("unique_solution(A)", "none"),
        ("has_alternative(A)", "no_alternative"),
        ("has_alternative(A; A)", "no_alternative"),
    ],
)
def test_inconsistent_premises_keep_the_classical_verdicts(text: str, verdict: str) -> None:
    assert answer(ABSURD, text).verdict == verdict


def test_of_inconsistent_premises_there_is_no_model_and_everything_follows() -> None:
    assert answer(ABSURD, "enumerate_models(A)").models == ()
    assert answer(ABSURD, "count_models(A)").count == 0
    assert answer(ABSURD, "projection(necessary; A, ~A)").projection == ("A", "¬A")
    assert answer(ABSURD, "projection(possible; A, ~A)").projection == ()


def test_targets_that_leave_the_formula_open_are_an_error() -> None:
    with pytest.raises(InputError, match="agree on the targets"):
        answer(PARTY, "has_alternative(B; A)")


@pytest.mark.parametrize(
    "text",
    [
        f"{kind}({'baseline, baseline; ' if KINDS[kind].compares else ''}A)"
        for kind in KINDS
        if kind != "projection"
    ],
)
def test_an_engine_that_gives_up_leaves_the_query_unknown(text: str) -> None:
    query = query_for(PARTY, text)
    engine_answer = ask(kind_of(query.kind), TiredEngine(theory(PARTY), 0), query)
    assert (engine_answer.verdict, engine_answer.reason, engine_answer.exhausted) == (
        Verdict.UNKNOWN,
        "timeout",
        False,
    )


@examples(40)
@given(propositional_problems())
def test_the_exact_engine_answers_as_every_world_tried_does(problem: Problem) -> None:
    for query in problem.queries:
        problem_theory = theory(problem, query.under)
        oracle = ask(kind_of(query.kind), BruteEngine(problem_theory), query)
        assert agreement(Session(problem_theory).exact(query), oracle) is True


@examples(40)
@given(propositional_problems())
def test_what_is_entailed_is_entailed_and_what_an_answer_rests_on_follows(
    problem: Problem,
) -> None:
    for query in problem.queries:
        engine = BruteEngine(theory(problem, query.under))
        kind = kind_of(query.kind)

        def ask_by_brute_force(
            asked: Query, limit: int | None, engine: BruteEngine = engine
        ) -> EngineAnswer:
            return ask(kind_of(asked.kind), engine, asked, limit)

        engine_answer = ask(kind, engine, query)
        formulas: list[Formula] = list(
            kind.rests_on(
                query, engine_answer, ask_by_brute_force, engine.theory.signature.constants()
            )
            or ()
        )
        entailed = kind.entailed(query, engine_answer)
        formulas += [] if entailed is None else [entailed]
        for formula in formulas:
            assert not engine.satisfiable(negation(conditional(query, formula)))


@examples(40)
@given(propositional_problems())
def test_statements_for_provers_say_what_the_answer_says(problem: Problem) -> None:
    for query in problem.queries:
        engine = BruteEngine(theory(problem, query.under))
        kind = kind_of(query.kind)
        engine_answer = ask(kind, engine, query)
        more = () if query.given is None else (query.given,)
        for statement in kind.statements(query):
            if statement.formula is None:
                continue
            refuted = negation(statement.formula) if statement.follows else statement.formula
            true = engine.satisfiable(*more, refuted) is not statement.follows
            if statement.key:
                assert (statement.key in (engine_answer.projection or ())) is true
            else:
                assert (engine_answer.verdict == statement.verdict) is true


@examples(60)
@given(problems(first_order_signature(), premises=2, depth=2))
def test_every_query_is_read_back_as_it_is_written(problem: Problem) -> None:
    for query in problem.queries:
        written = text_of(kind_of(query.kind), query)
        assert replace(query_for(problem, written), text="") == replace(query, text="")


def test_every_kind_has_its_words_in_both_languages() -> None:
    for kind in kinds():
        assert kind.word in KINDS
        texts = [kind.question, *(word.meaning for word in kind.verdicts)]
        if kind.question_on_screen is not None:
            texts.append(kind.question_on_screen)
        texts += [word.reply for word in kind.verdicts if word.reply is not None]
        assert all(text.of(language) for text in texts for language in ("en", "zh"))


def test_a_verdict_is_known_without_its_kind() -> None:
    assert [word for word in Verdict if affirms(word)] == [
        Verdict.POSSIBLE,
        Verdict.NECESSARY,
        Verdict.UNIQUE,
        Verdict.ALTERNATIVE,
    ]
    excluded = verdict_word("impossible")
    assert excluded is not None
    assert excluded.claim is Claim.EXCLUDED
    assert verdict_word("unknown") is None
    assert verdict_word(None) is None


def test_a_kind_that_there_is_not() -> None:
    with pytest.raises(InputError, match="expected one of possible, necessary"):
        kind_of("probable")


@pytest.mark.parametrize("kind", KINDS)
def test_a_query_that_is_still_being_written_is_refused_with_its_place(kind: str) -> None:
    whole = f"{kind}({'necessary; ' if kind == 'projection' else ''}A, status; B) given A"
    last = whole.index(")") + 1
    for end in range(last):
        with pytest.raises(FormulaError) as refused:
            query_for(PARTY, whole[:end])
        assert refused.value.position <= end
