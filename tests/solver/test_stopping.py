"""Steps outside the engines stop too: declarations, instances, differences, previews."""

from typing import Any

import pytest

import solver.inspection.preview as previews
from solver.cancel import Budget, Cancel, Cancelled, GaveUp
from solver.diff import columns, diff
from solver.inspection.nearest_world import nearest
from solver.inspection.preview import Previewer
from solver.inspection.smallest_world import smallest
from solver.kinds.assignments import instances
from solver.language.edits import theory
from solver.language.loader import forget, load_problem
from solver.language.problem import Problem
from solver.language.scratchpad_lines import read_scratch
from solver.language.sorts import read_sort
from solver.queries import Session
from solver.results import Verdict

MANY = 3_000


def over() -> Budget:
    return Budget.of(0.0)


def cancelled() -> Cancel:
    token = Cancel()
    token.cancel()
    return token


def chain(length: int = MANY, questions: int = 1) -> Problem:
    return load_problem(
        {
            "premise": [f"p{n} -> p{n + 1}" for n in range(length)],
            "question": [f"necessary(p0 -> p{n + 1})" for n in range(questions)],
            "variants": {"alpha": [{"op": "drop", "premise": 0}]},
        }
    )


def people() -> Problem:
    names = [f"a{n}" for n in range(MANY)]
    return load_problem(
        {
            "parameters": dict.fromkeys(names, "Person"),
            "premise": [f"P({name})" for name in names],
            "question": ["count_models(P(x), x)", "union(baseline, alpha; P(x), x)"],
            "variants": {"alpha": [{"op": "drop", "premise": 0}]},
        }
    )


def test_a_long_declaration_stops() -> None:
    word = f"Enum({', '.join(f'value{n}' for n in range(MANY))})"
    with pytest.raises(GaveUp, match="timeout"):
        read_sort(word, over())
    assert read_sort(word) == read_sort(word, Budget.of(600.0))
    forget()
    with pytest.raises(GaveUp, match="interrupted"):
        read_scratch(f"s: {word}\ns = value3", Budget(float("inf"), cancelled()))


def test_instances_for_many_names_stop() -> None:
    problem = people()
    constants = theory(problem).signature.constants()
    with pytest.raises(GaveUp, match="timeout"):
        instances(problem.queries[0], constants, over())
    assert len(instances(problem.queries[0], constants)) == MANY
    session = Session(theory(problem), problem.queries, "both", 600.0, cancelled())
    for query in problem.queries:
        report = session.ask(query)
        assert {answer.reason for answer in report.engines.values()} == {"interrupted"}
        assert report.answer.verdict is Verdict.UNKNOWN
    assert session.supports(theory(problem).formulas[0]) is None


def test_the_columns_of_a_long_theory_stop() -> None:
    problem = chain()
    sides = theory(problem), theory(problem, "alpha")
    with pytest.raises(GaveUp, match="timeout"):
        columns(*sides, problem.queries, over())
    assert columns(*sides, problem.queries) is not None
    assert smallest(sides[0].signature, sides[0].formulas, over()).reason == "timeout"
    world = dict.fromkeys((f"p{n}" for n in range(MANY + 1)), True)
    result = nearest(sides[0], world, sides[0].formulas[0], cancel=cancelled())
    assert result.world is None
    assert result.reason == "interrupted"


def test_a_difference_without_time_is_unknown() -> None:
    late = diff(chain(), "alpha", timeout=1e-9)
    assert late.kept.count is None
    assert late.reason == "timeout"
    assert late.only_before is None
    assert late.unknown


def test_a_cancelled_difference_asks_no_further_query(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = chain(5, questions=4)
    token = Cancel()
    asked: list[Any] = []
    real = Session.ask

    def noted(self: Session, query: Any, **more: Any) -> Any:
        asked.append(query)
        report = real(self, query, **more)
        token.cancel()
        return report

    monkeypatch.setattr(Session, "ask", noted)
    with pytest.raises(Cancelled):
        diff(problem, "alpha", cancel=token)
    assert len(asked) == 1
    token.cancelled = False
    asked.clear()
    previewer = Previewer(problem)
    with pytest.raises(Cancelled):
        previewer.preview("alpha", cancel=token)
    assert len(asked) == 1
    monkeypatch.undo()
    # Nothing that was cut short is kept.
    assert [change.changed for change in previewer.preview("alpha").diff.queries] == [True] * 4


def test_a_preview_stops_while_it_looks_for_columns() -> None:
    previewer = Previewer(chain())
    with pytest.raises(Cancelled):
        previewer.preview("alpha", cancel=cancelled())
    token = Cancel()
    with pytest.MonkeyPatch.context() as patch:
        real = columns

        def late(*arguments: Any) -> Any:
            token.cancel()
            return real(*arguments)

        patch.setattr(previews, "columns", late)
        with pytest.raises(Cancelled):
            previewer.preview("alpha", cancel=token)


def test_only_short_problems_are_previewed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Previewer(chain(5)).fast("alpha")
    monkeypatch.setattr(previews, "columns", lambda *_: pytest.fail("the formulas were read"))
    assert not Previewer(chain(10_000)).fast("alpha")
    assert not Previewer(chain(5, questions=501)).fast("alpha")
