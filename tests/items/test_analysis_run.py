"""Everything known of one item: verdicts, standings, supports, needless premises, countermodels."""

from dataclasses import replace
from typing import Any

import pytest

from items.files.loading import load
from items.formal import formal_item
from items.gold.check import Status
from items.inspection.analysis import support_size
from items.inspection.analysis_run import analyse
from items.inspection.compute_figures import compute_figures
from items.inspection.figures import Figures
from items.inspection.item_sensitivity import answered_text, item_sensitivity
from items.models import Item
from solver.cancel import Budget, Cancel, Cancelled
from solver.inspection.formula_standing import FormulaVerdict
from solver.language.problem import BASELINE, Query
from solver.queries import Session
from solver.results import EngineAnswer, QueryReport, Structure, Verdict
from tests.effort import sampled
from tests.items.inspected_items import GOAT, asking, item, own
from tests.shared_data import shared_path


def test_every_query_and_option_of_the_goat() -> None:
    analysis = analyse(item())
    assert analysis.check.state == "proved"
    choice, word, count, truth = analysis.questions
    assert [o.standing.verdict for o in choice.options if o.standing] == [
        FormulaVerdict.CONTRADICTED,
        FormulaVerdict.ENTAILED,
        FormulaVerdict.CONTRADICTED,
    ]
    assert [o.right for o in choice.options] == [False, True, False]
    late = choice.options[0].standing
    assert late is not None
    assert late.agree is True
    assert late.countermodel == {"S": True, "B": True, "L": False, "C": True}
    assert word.report is not None
    assert set(word.report.engines) == {"worlds", "z3"}
    assert word.report.supports is not None
    assert word.report.supports.sets == ((0, 1, 2),)
    assert (count.under, truth.under) == ("alpha", BASELINE)
    assert count.report is not None
    assert count.report.answer.count == 3
    assert truth.standing is not None
    assert truth.standing.verdict is FormulaVerdict.CONTRADICTED


def test_premises_no_answer_needs_under_each_variant() -> None:
    analysis = analyse(item())
    assert analysis.theories[BASELINE].needless_premises == (3,)
    assert analysis.theories[BASELINE].needless_certain
    # All three models of alpha over S, B, L come of ~(L & B) and ~S.
    assert analysis.theories["alpha"].needless_premises == (0, 3)
    assert support_size(analysis.row_supports) == 3
    assert (analysis.theories[BASELINE].models, analysis.theories["alpha"].models) == (1, 3)


def test_the_backbone_tells_what_all_models_share() -> None:
    baseline = analyse(item()).theories[BASELINE].backbone
    assert {literal.key for literal in baseline.true} == {"S", "B", "C"}
    assert {literal.key for literal in baseline.false} == {"L"}
    alpha = analyse(item()).theories["alpha"].backbone
    assert {literal.key for literal in alpha.contingent} == {"B", "L"}


def test_a_gold_that_fails_comes_with_the_world_that_refutes_it() -> None:
    analysis = analyse(asking(["A | B"], "necessary(A)", "necessary"))
    question = analysis.questions[0]
    assert question.check is not None
    assert question.check.status is Status.DISAGREE
    assert question.refutation is not None
    assert question.refutation.world == {"A": False, "B": True}


def test_contradictory_premises_are_said_first() -> None:
    analysis = analyse(asking(["A", "~A", "B"], "necessary(C)", "necessary"))
    baseline = analysis.theories[BASELINE]
    assert baseline.report.consistent is False
    assert baseline.report.conflict == (0, 1)
    assert baseline.models == 0
    assert analysis.questions[0].standing is not None
    assert analysis.questions[0].standing.verdict is FormulaVerdict.INCONSISTENT


def test_where_nothing_rests_on_premises_none_is_called_needless() -> None:
    analysis = analyse(asking(["A | B"], "possible(A)", "possible"))
    assert analysis.theories[BASELINE].needless_premises is None
    assert support_size(analysis.row_supports) is None


def test_first_order_items_show_structures() -> None:
    analysis = analyse(
        asking(
            ["∀x (F(x) → ∃y P(x, y))", "F(anna)"],
            "necessary(∃x P(x, anna))",
            parameters={"anna": "Person"},
        )
    )
    baseline = analysis.theories[BASELINE]
    assert baseline.models is None
    assert baseline.models_reason
    assert len(baseline.structures) == 3
    standing = analysis.questions[0].standing
    assert standing is not None
    assert standing.verdict is FormulaVerdict.UNDETERMINED
    assert isinstance(standing.countermodel, Structure)


def test_options_that_complete_the_premises() -> None:
    value = {
        **GOAT,
        "attributes": {"question_type": "missing"},
        "questions": [
            {
                "kind": "choice",
                "query": "necessary(B)",
                "options": [{"text": "C", "formula": "C"}, {"text": "S", "formula": "S"}],
                "gold": "B",
            }
        ],
        "formalization": {"premise": ["S -> B", "C | B"]},
    }
    analysis = analyse(own(value))
    stands = [o.standing.verdict for o in analysis.questions[0].options if o.standing]
    assert stands == [FormulaVerdict.UNDETERMINED, FormulaVerdict.ENTAILED]
    assert [o.right for o in analysis.questions[0].options] == [False, True]
    assert analysis.check.state == "proved"


def test_items_without_and_with_unreadable_formalizations() -> None:
    plain = own({**GOAT, "formalization": None, "questions": [{"text": "Why?", "kind": "text"}]})
    analysis = analyse(plain)
    assert (analysis.formal, analysis.error, analysis.theories) == (None, None, {})
    assert len(analysis.questions) == 1
    broken = item().model_copy(update={"formalization": {"premise": ["A &"]}})
    unread = analyse(broken)
    assert unread.error is not None
    assert "premise 1" in unread.error.title
    assert unread.check.state == "not checkable"


def test_queries_that_only_the_formalization_lists_are_answered_too() -> None:
    value = {**GOAT, "formalization": {**GOAT["formalization"], "question": ["possible(L & ~L)"]}}
    more = analyse(own(value)).questions[-1]
    assert (more.question, more.place) == (None, None)
    assert more.report is not None
    assert more.report.answer.verdict is Verdict.IMPOSSIBLE


def test_it_can_be_stopped() -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        analyse(item(), cancel=cancel)
    with pytest.raises(Cancelled):
        compute_figures(item(), cancel=cancel)
    formal = formal_item(item())
    assert formal is not None
    with pytest.raises(Cancelled):
        next(item_sensitivity(item(), formal, cancel=cancel))


def test_questions_share_what_the_item_may_take() -> None:
    """However many questions there are, those after the end of the item's time are told apart as
    out of time, and are not worked on."""
    analysis = analyse(item(), shared_budget=Budget.of(0.0))
    assert analysis.check.state == "unknown"
    assert {part.status for part in analysis.check.parts} == {Status.UNKNOWN}
    assert all("time" in part.reason for part in analysis.check.parts)
    assert compute_figures(item(), timeout=0.0).gold == "unknown"
    assert compute_figures(item(), timeout=0.0).models is None


# --- figures and hinges ------------------------------------------------------------------------


def test_figures_of_the_goat_and_their_plain_form() -> None:
    figures = compute_figures(item())
    assert figures == Figures(premises=4, symbols=4, gold="proved", models=1, support_size=3)
    assert Figures.from_json(figures.to_json()) == figures
    large = Figures(1, 2, "proved", 2**80, None)
    assert Figures.from_json(large.to_json()) == large
    assert Figures.from_json({"gold": "sure"}) is None
    assert Figures.from_json({**figures.to_json(), "models": "many"}) is None


def test_figures_without_a_formalization() -> None:
    plain = own({**GOAT, "formalization": None, "questions": [{"text": "Why?", "kind": "text"}]})
    assert compute_figures(plain) == Figures(None, None, "not checkable", None, None)


def test_what_the_goat_hangs_on() -> None:
    goat = item()
    formal = formal_item(goat)
    assert formal is not None
    rows = list(item_sensitivity(goat, formal))
    table = {
        (row.under, row.row.edit): [
            (watched.label, answered_text(effect.question, effect.after))
            for watched, effect in zip(row.answers, row.row.effects, strict=True)
            if effect.changed
        ]
        for row in rows
    }
    assert table[BASELINE, "drop 4"] == [("1 C", "undetermined")]
    assert table[BASELINE, "drop 3"] == [
        ("1 A", "undetermined"),
        ("1 B", "undetermined"),
        ("2", "unnecessary"),
        ("4", "undetermined"),
    ]
    assert table["alpha", "drop 3"] == [("3", "4")]


# --- real items --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["builtin:demo", "builtin:practice", "builtin:qualification"])
def test_every_builtin_item_has_an_insight(name: str) -> None:
    for entry in load(name).items:
        analysis = analyse(entry, engine="auto")
        assert analysis.error is None
        assert len(analysis.questions) >= len(entry.leaves)
        if analysis.formal is not None:
            assert analysis.check.state == "proved"
            assert BASELINE in analysis.theories


@pytest.mark.slow
@pytest.mark.scaled
def test_every_base_item_shows_verdicts_and_models_or_structures() -> None:
    for entry in sampled(load(shared_path("llmeval-logic/base")).items, 16):
        analysis = analyse(entry, timeout=60.0)
        assert analysis.error is None
        assert analysis.check.state == "proved", entry.id
        for question in analysis.questions:
            assert question.report is not None
            assert not question.report.answer.unknown, entry.id
            assert question.report.agree is not False, entry.id
        baseline = analysis.theories[BASELINE]
        has_models = baseline.models is not None or bool(baseline.structures)
        assert has_models or baseline.report.consistent is False, entry.id


@pytest.fixture
def second_time_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that has answered a query has no time when it is put to another one."""
    texts: set[str] = set()
    ask = Session.ask

    def ask_or_time_out(self: Session, query: Query, **more: Any) -> QueryReport:
        report = ask(self, query, **more)
        if query.text not in texts:
            texts.add(query.text)
            return report
        late = {
            name: EngineAnswer(name, Verdict.UNKNOWN, exhausted=False, reason="timeout")
            for name in report.engines
        }
        return replace(report, answer=next(iter(late.values())), engines=late, agree=None)

    monkeypatch.setattr(Session, "ask", ask_or_time_out)


@pytest.mark.usefixtures("second_time_too_late")
def test_what_was_decided_for_the_gold_is_not_lost_when_it_is_asked_again() -> None:
    item = Item.model_validate(
        {
            "id": "late",
            "text": "A and B.",
            "questions": [
                {
                    "id": "1",
                    "kind": "necessary",
                    "query": "necessary(A)",
                    "gold": {"kind": "verdict", "word": "necessary"},
                }
            ],
            "formalization": {"parameters": {"A": "Bool", "B": "Bool"}, "premise": ["A", "B"]},
        }
    )
    analysis = analyse(item)
    assert analysis.check.state == "proved"
    report = analysis.questions[0].report
    assert report is not None
    assert report.answer.verdict is Verdict.NECESSARY
    assert {name: answer.verdict for name, answer in report.engines.items()} == {
        "worlds": Verdict.NECESSARY,
        "z3": Verdict.NECESSARY,
    }
    assert report.agree
