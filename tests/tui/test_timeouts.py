"""`--timeout` is the whole time of what it names, however many steps that takes."""

import json
import math
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import items.formalizations.candidates as candidates
import items.formalizations.comparison as comparing
import items.gold.answered_items as answered_items
import items.inspection.analysis_run as analysing
import solver.cancel as cancel
import tui.pages.share as pages
from items.formal import formal_item
from items.gold.check import Status, check_item
from items.inspection.analysis import Analysis
from items.model_wording import text_check
from items.models import Item
from solver.cancel import Budget, TimeLeft
from solver.inspection.claims import with_supports
from solver.inspection.members import with_parts
from solver.language import loader
from solver.language.loader import forget, load_problem
from solver.queries import Session, solve_problem
from tests.items.inspected_items import own
from tui.cli import main

LONG = 5_000.0
FORMAL: dict[str, Any] = {
    "parameters": {"A": "Bool", "B": "Bool"},
    "premise": ["A | B", "~A"],
    "question": ["necessary(B)", "count_models(A, B)"],
    "answer": ["necessary", "1"],
}


class Clock:
    """A clock that stops until it is moved."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(cancel, "monotonic", clock)
    return clock


def item() -> Item:
    formal = {key: FORMAL[key] for key in ("parameters", "premise")}
    question = {"id": "1", "text": "B?", "kind": "necessary", "query": "necessary(B)"}
    return own(
        {
            "id": "one",
            "text": "A or B. Not A.",
            "formalization": formal,
            "questions": [{**question, "gold": "necessary"}],
        }
    )


def test_the_steps_of_a_query_share_its_time(clock: Clock) -> None:
    left = TimeLeft(10.0)
    with left.of("one") as first:
        assert first.left == 10.0
        assert Budget.of(LONG).left == 10.0
        clock.now += 4.0
    with left.of("one") as second:
        assert second.left == 6.0
    with left.of("other") as other:
        assert other.left == 10.0
        clock.now += 9.0
    with left.of("other", share=0.8) as early:
        assert early.is_over
    with suppress(ValueError), left.of("other"):
        clock.now += 1.0
        raise ValueError
    with left.of("other") as late:
        assert late.is_over
    assert Budget.of(LONG).left == LONG


def test_no_step_of_solve_has_time_of_its_own() -> None:
    problem = load_problem(FORMAL)
    report = solve_problem(problem, timeout=LONG)
    assert [query.answer.unknown for query in report.queries] == [False, False]
    over = TimeLeft(0.0)
    late = solve_problem(problem, timeout=LONG, time_left=over)
    assert [query.answer.reason for query in late.queries] == ["timeout", "timeout"]
    counted = [with_supports(problem, report, "auto", LONG, left) for left in (None, over)]
    assert counted[0].queries[1].supports is not None
    assert counted[1].queries[1].supports is None
    parted = [with_parts(problem, report, "auto", LONG, left) for left in (None, over)]
    assert parted[0].queries[1].parts
    assert not parted[1].queries[1].parts


def test_a_known_answer_is_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = Session.ask

    def noted(self: Session, query: Any, **more: Any) -> Any:
        asked.append(query.text)
        return real(self, query, **more)

    formal = formal_item(item())
    assert formal is not None
    known = solve_problem(formal.problem).queries
    monkeypatch.setattr(Session, "ask", noted)
    (again,) = answered_items.answered_questions(item())
    assert asked == ["necessary(B)"]
    (answer,) = answered_items.answered_questions(item(), known=known)
    assert asked == ["necessary(B)"]
    assert answer == again
    assert answer["answer"] == "necessary"
    (late,) = answered_items.answered_questions(item(), time_left=TimeLeft(0.0))
    assert (late["answer"], late["reason"]) == (None, "timeout")


def test_all_queries_of_a_gold_share_the_time_of_its_question() -> None:
    assert check_item(item(), timeout=LONG).parts[0].status is Status.AGREE
    late = check_item(item(), timeout=LONG, time_left=TimeLeft(0.0)).parts[0]
    assert (late.status, late.reason) == (Status.UNKNOWN, "timeout")
    early = check_item(item(), timeout=LONG, time_left=TimeLeft(LONG), share=0.0).parts[0]
    assert early.status is Status.UNKNOWN


@pytest.mark.parametrize(
    "command", ["solve FILE", "diff FILE --edit drop-1", "verify FILE", "inspect FILE --share PAGE"]
)
def test_reading_keeps_to_the_time_in_every_format(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bare formal object was read for up to a minute, whatever the time."""
    path = tmp_path / "formal.json"
    path.write_text(json.dumps(FORMAL), encoding="utf-8")
    limits: list[float] = []
    real = loader._Loader.problem

    def noted(self: loader._Loader) -> object:
        limits.append(self.meter.budget.left)
        return real(self)

    monkeypatch.setattr(loader._Loader, "problem", noted)
    forget()
    names = {"FILE": str(path), "drop-1": "drop 1", "PAGE": str(tmp_path / "page.html")}
    words = [names.get(word, word) for word in f"{command} --timeout 7".split()]
    result = CliRunner().invoke(main, words)
    assert result.exit_code in (0, 3), result.output
    assert limits
    assert max(limits) <= 7.0


def test_unreadable_sources_are_not_taken_for_empty_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "formal.json"
    path.write_text(json.dumps(FORMAL), encoding="utf-8")
    monkeypatch.setattr(cancel, "READING_SECONDS", 0.0)
    forget()
    result = CliRunner().invoke(main, ["diff", str(path), "--edit", "drop 1", "--timeout", "1e-9"])
    assert result.exit_code == 2
    assert "reading the formalization was given up" in result.output
    assert "nothing could be read" in result.output
    forget()


def test_every_round_of_a_page_keeps_to_its_time(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first round had no limit for all questions together."""
    seen: list[float] = []

    def analyse(item: Item, *, shared_budget: Budget, **_: Any) -> Analysis:
        seen.append(shared_budget.left)
        return real(item, shared_budget=shared_budget, **_)

    real = analysing.analyse
    monkeypatch.setattr(pages, "analyse", analyse)
    pages.page_of(item(), ["one.json"], seconds=8.0)
    assert seen[0] == 4.0


def test_the_time_of_a_page_is_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    monkeypatch.setattr(
        pages, "share", lambda *_arguments, seconds, **_options: given.append(seconds)
    )
    words = ["inspect", "builtin:demo", "--share", str(tmp_path / "page.html")]
    words += ["--item", "demo/goat-on-the-roof"]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert CliRunner().invoke(main, [*words, "--timeout", "7"]).exit_code == 0
    assert given == [pages.SECONDS, 7.0]
    alone = CliRunner().invoke(main, ["inspect", "builtin:demo", "--timeout", "7"])
    assert alone.exit_code == 2
    assert "--timeout needs --share" in alone.output


def test_all_questions_about_a_formalization_share_its_time(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[float, float]] = []
    real = comparing.compare_formalizations

    def compare(*arguments: Any, timeout: float, **more: Any) -> Any:
        given.append((Budget.of(LONG).left, timeout))
        return real(*arguments, timeout=timeout, **more)

    monkeypatch.setattr(candidates, "compare_formalizations", compare)
    candidate = candidates.Candidate("one", item(), {**FORMAL, "premise": ["B", "~A"]})
    for seconds in (4.0, 60.0, 600.0):
        (scored,) = candidates.score([candidate], timeout=seconds)
        assert scored.comparison is not None
        assert scored.comparison.premises.equivalent
    assert given == [(4.0, 5.0), (60.0, 5.0), (600.0, 50.0)]
    (late,) = candidates.score([candidate], timeout=0.0)
    assert late.comparison is not None
    assert late.comparison.premises.equivalent is None


def test_all_questions_about_a_text_share_its_time(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []
    monkeypatch.setattr(
        text_check, "_prove", lambda *_arguments: given.append(Budget.of(math.inf).left)
    )
    text_check.prove(None, None, "", "en", timeout=9.0)  # type: ignore[arg-type]
    assert given == [9.0]
