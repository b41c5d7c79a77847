"""A few of the problems of `bombs`: decided, or given up with the reason, or cancelled.

What is asserted holds on a slow and busy machine too: answers, and reasons; the table with seconds
and bytes is `python -m tests.solver.bombs`.
"""

import threading
from time import monotonic, process_time

import pytest

from solver.cancel import Budget, Cancel, GaveUp, Meter
from solver.engines.base import Engine, NotApplicable
from solver.engines.region_engine import RegionEngine
from solver.engines.sat import SatEngine
from solver.kinds.base import agreement, ask
from solver.kinds.registry import kind_of
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Target
from solver.language.syntax import Prop
from solver.queries import Session, solve_problem
from solver.results import EngineAnswer, EngineName, Verdict
from tests.solver.bomb_shapes import BOMBS, Formal, at_least
from tests.solver.bombs import CANCEL_SLACK, SLACK, Outcome, apart_run, run
from tests.solver.engine_queries import open_engine

PLENTY = 120.0
"""Seconds that are never needed."""


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("code puzzle, 12 constants", ["possible", "unnecessary"]),
        ("ternary relation, 6 constants", ["necessary"]),
        ("transitive relation, 20 people", ["necessary", "impossible"]),
        ("zebra, Enums", ["unique", "necessary"]),
        ("8 queens", ["92"]),
        ("pigeonhole, 6 holes", ["impossible"]),
        ("ladder of 12,870 models", ["12870"]),
        ("chain of 64", ["necessary", "66"]),
        ("one chain of exclusive ors, 60 symbols", ["possible", "unnecessary"]),
        pytest.param(
            *("at_least over 40 symbols", ["impossible", "137846528820"]),
            marks=pytest.mark.torture,  # Seconds or a minute, by the order of clauses.
        ),
        ("counting with a repeated operand", ["impossible", "665316"]),
        ("nested brackets", ["possible", "necessary"]),
    ],
)
def test_decided(name: str, answers: list[str]) -> None:
    assert decided(BOMBS[name]()) == answers


def test_half_of_twenty_symbols_is_decided() -> None:
    assert decided(at_least(20)) == ["impossible", "184756"]


def decided(problem: Formal) -> list[str]:
    """Verdicts and counts of its questions."""
    reports = solve_problem(load_problem(problem), limit=10, timeout=PLENTY, want_supports=False)
    return [str(report.answer.verdict or report.answer.count) for report in reports.queries]


def hard(engine: EngineName, budget: Budget) -> Engine:
    """Pigeons that no engine here places or refuses within minutes."""
    problem = load_problem(BOMBS["pigeonhole, 9 holes"]())
    more = theory(problem)
    return open_engine(more, engine, budget)


@pytest.mark.parametrize("engine", ["worlds", "z3"])
def test_given_up_at_the_end_of_the_budget(engine: EngineName) -> None:
    with pytest.raises(GaveUp, match="timeout"):
        hard(engine, Budget.of(0.05)).satisfiable()


def test_what_z3_does_before_it_searches_is_within_the_budget() -> None:
    """It worked for minutes on what was asserted, with an assumption to be added to it."""
    problem = load_problem(BOMBS["a quantifier ten deep over inequalities"]())
    formula = problem.queries[0].formula
    assert formula is not None
    began = monotonic()
    with pytest.raises(GaveUp, match="timeout"):
        open_engine(theory(problem), "z3", Budget.of(0.3)).satisfiable(formula)
    assert monotonic() - began < PLENTY / 4


@pytest.mark.parametrize("engine", ["worlds", "z3"])
def test_given_up_when_another_thread_says_so(engine: EngineName) -> None:
    cancel = Cancel()
    timer = threading.Timer(0.2, cancel.cancel)
    timer.start()
    began = monotonic()
    with pytest.raises(GaveUp, match="interrupted"):
        hard(engine, Budget.of(PLENTY, cancel)).satisfiable()
    timer.join()
    assert monotonic() - began < PLENTY / 4


def test_memory_is_part_of_the_budget() -> None:
    """The bomb of 100,000 premises at a tenth of its length, with as much less memory."""
    problem = load_problem({"premise": [f"p{n} -> p{n + 1}" for n in range(10_000)]})
    engine = open_engine(theory(problem), "worlds", Budget.of(PLENTY, memory=1 << 17))
    with pytest.raises(GaveUp, match="memory"):
        engine.satisfiable()


def test_models_are_part_of_the_budget() -> None:
    problem = load_problem(BOMBS["free symbols, 64"]())
    targets = [Target(f"p{n}", Prop(f"p{n}")) for n in range(12)]
    listing = open_engine(
        theory(problem), "worlds", Budget.of(PLENTY, models=100), targets=targets
    ).assignments(targets)
    assert len(listing.models) <= 100
    assert not listing.complete
    assert listing.reason


def test_a_meter_looks_at_the_budget_now_and_then() -> None:
    cancel = Cancel()
    meter = Meter(Budget.of(PLENTY, cancel))
    cancel.cancel()
    for _ in range(Meter.STEPS_PER_CHECK - 1):
        meter.spend()
    with pytest.raises(GaveUp, match="interrupted"):
        meter.spend()


def test_a_problem_is_measured_in_its_own_process() -> None:
    """The process that runs the tests may hold more than a problem's limit by itself."""
    outcome = apart_run("4 queens", "auto", PLENTY, None)
    assert isinstance(outcome, Outcome), outcome
    assert outcome.verdicts == ["2"]
    assert outcome.cancelled is None
    assert outcome.megabytes > 1
    assert outcome.within_limits(PLENTY)


@pytest.mark.slow
@pytest.mark.parametrize("cancel_after", [None, 0.0])
def test_an_engine_that_works_on_is_found_out(
    cancel_after: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However busy the machine is: what counts is the work done past the budget's end, and after
    the token was pulled."""

    def deaf(*_: object) -> EngineAnswer:
        end = process_time() + SLACK + 0.1
        while process_time() < end:
            pass
        return EngineAnswer("worlds", Verdict.POSSIBLE, exhausted=True)

    monkeypatch.setattr(Session, "exact", lambda *_, **__: deaf())
    seconds = 0.05 if cancel_after is None else PLENTY
    outcome = run("4 queens", "worlds", seconds, cancel_after)
    assert not outcome.within_limits(seconds)
    if cancel_after is None:
        assert outcome.late > SLACK
    else:
        assert outcome.cancelled is not None
        assert outcome.cancelled > CANCEL_SLACK


def test_every_question_of_a_problem_ends_with_the_token() -> None:
    cancel = Cancel()
    cancel.cancel()
    problem = load_problem(BOMBS["code puzzle, 12 constants"]())
    report = solve_problem(problem, timeout=PLENTY, cancel=cancel)
    assert {query.answer.verdict for query in report.queries} == {Verdict.UNKNOWN}
    assert {query.answer.reason for query in report.queries} == {"interrupted"}


def test_counters_that_are_too_many_for_regions_go_to_the_sat_solver() -> None:
    names = [f"p{number}" for number in range(20)]
    premise = f"exactly(600; {', '.join(name for name in names for _ in range(60))})"
    ten = f"necessary(exactly(10; {', '.join(names)}))"
    problem = load_problem({"premise": [premise], "question": [ten, "possible(p0 & ~p1)"]})
    theory_given = theory(problem)
    with pytest.raises(NotApplicable):
        RegionEngine(theory_given, budget=Budget.of(PLENTY)).region()
    session = Session(theory_given, problem.queries, "worlds", PLENTY)
    verdicts = [session.ask(query, want_supports=False).answer.verdict for query in problem.queries]
    assert verdicts == [Verdict.NECESSARY, Verdict.POSSIBLE]


SHARED = [
    "necessary((a & b) <-> ((b & c & d) <-> at_least(2; a, b, (c <-> d), ~d)))",
    "possible(~(a & b) & a & b)",
    "possible(~(b & c & d) & b & c & d)",
    "possible((b & c & d) & ~d)",
    "possible((c <-> d) & c & ~d)",
    "possible((c <-> d) & ~c & d)",
    "possible(~(c <-> d) & c & d)",
    "possible(~(c <-> d) & ~c & ~d)",
]


@pytest.mark.parametrize("last", range(1, 50))
def test_an_encoding_that_was_cut_short_is_not_taken_for_whole(
    last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question may end at any clause; the engine answers the next ones as if it had not been."""
    problem = load_problem({"premise": ["a | b"], "question": SHARED})
    theory_given = theory(problem)
    engine = SatEngine(theory_given, budget=Budget.of(PLENTY))
    spend = Meter.spend
    steps = 0

    def stop(meter: Meter, number: int = 1) -> None:
        nonlocal steps
        steps += 1
        if steps == last:
            raise GaveUp("timeout")
        spend(meter, number)

    with monkeypatch.context() as patch:
        patch.setattr(Meter, "spend", stop)
        ask(kind_of("necessary"), engine, problem.queries[0])
    for query in problem.queries:
        whole = SatEngine(theory_given, budget=Budget.of(PLENTY))
        answers = [ask(kind_of(query.kind), each, query) for each in (engine, whole)]
        assert agreement(*answers) is True


def test_normal_forms_are_part_of_the_budget() -> None:
    chain = "F0(x)"
    for number in range(1, 40):
        chain = f"({chain} <-> F{number}(y))"
    problem = load_problem({"premise": [rf"\forall x \exists y ({chain})"]})
    engine = open_engine(theory(problem), "worlds", Budget.of(PLENTY, memory=1 << 20))
    with pytest.raises(GaveUp, match="memory"):
        engine.satisfiable()


def test_z3_refuses_counting_that_it_would_encode_beyond_its_budget() -> None:
    def satisfiable(symbols: int) -> bool:
        listed = ", ".join(f"p{n}" for n in range(symbols))
        premise = f"exactly({symbols // 2}; {listed})"
        problem = load_problem({"premise": [premise], "question": ["possible(p0)"]})
        formula = problem.queries[0].formula
        assert formula is not None
        return open_engine(theory(problem), "z3", Budget.of(PLENTY)).satisfiable(formula)

    assert satisfiable(3_000)
    with pytest.raises(GaveUp, match="too large"):
        satisfiable(20_000)


def test_suggestions_for_unknown_names_come_to_an_end() -> None:
    names = [f"lung_name{n}" for n in range(3000)]
    warnings = load_problem({"parameters": {"long_name": "Bool"}, "premise": names}).warnings
    hints = ["Did you mean" in w for w in warnings if "is not declared" in w]
    assert len(hints) == len(names)
    assert hints[0]
    assert not any(hints[500:])
