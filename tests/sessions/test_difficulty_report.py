"""Difficulty, response times and agreement of judges in the report, against figures by hand."""

import math
from typing import Any

import pytest

from items.answers import Answer, TextAnswer, TruthAnswer
from items.inspection import compute_figures as computing
from items.inspection.figures import Figures
from items.models import Item, Question
from sessions.models import judgements, responses
from sessions.models.answer_sheets import model_sheets
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer, Series
from sessions.record import grades, solver_figures
from sessions.record.clock import ManualClock
from sessions.record.grades import Grade, answer_key
from sessions.record.solver_figures import Solving
from sessions.report.accuracy_report import build_report
from sessions.report.codebook import meaning
from sessions.report.report_tables import Table
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.course.sections import Pools
from tests.study.samples import sample

NOON = "2025-01-01T12:00:00Z"
TRUE, FALSE = TruthAnswer(value="true"), TruthAnswer(value="false")
RANKS, CLASSES = "difficulty, rank correlations", "difficulty"


def formal(id_: str, premises: list[str], query: str, text: str) -> Item:
    return Item(
        id=id_,
        text=text,
        questions=(Question(id="q", kind="truth", query=query, gold=TRUE),),
        formalization={"premise": premises},
    )


# Models of the premises, over the symbols in use; support; premises; vacuous:
ITEMS = (
    formal("a", ["A"], "necessary(A)", "x" * 10),  # 1, 1, 1, –
    formal("b", ["A -> B", "A"], "necessary(B)", "x" * 20),  # 1, 2, 2, –
    formal("c", ["A -> B", "B -> C", "D"], "necessary(A -> C)", "x" * 30),  # 4, 2, 3, no
    formal(
        "d", ["~A", "B -> C", "C -> D", "D -> E"], "necessary(A -> B)", "x" * 40
    ),  # 5, 1, 4, yes
)
PLAIN = Item(id="plain", text="x" * 50, questions=(Question(id="q", kind="truth", gold=TRUE),))


def model_answer(
    item: Item, answer: Answer | None, seconds: float | None, *, run: int = 1, part: int = 0,
    model: str = "m", call: Call | None = None,
) -> ModelAnswer:  # fmt: skip
    leaf = item.leaves[part]
    return ModelAnswer(
        model=model,
        setting="s",
        run=run,
        item_hash=item.content_hash,
        item_id=item.id,
        question=leaf.id,
        part=leaf.id,
        mutant=0,
        status="failed" if answer is None else "answered",
        answer=answer,
        call=call or Call(utc=NOON, prompt_hash="p", seconds=seconds),
    )


def table(db: Database, name: str, **more: Any) -> Table:
    (outcome,) = [entry for entry in build_report(db, **more).tables if entry.name == name]
    return outcome


def rows(table: Table) -> list[dict[str, Any]]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


@pytest.fixture
def db() -> Database:
    return Database.open(":memory:")


@pytest.fixture
def two_runs(db: Database) -> Database:
    """Two runs of a model: shares of right answers 1, 1, 1/2, 0, 0; times 1, 3, 2, 5, 9 seconds."""
    right = {"a": (True, True), "b": (True, True), "c": (True, False)}
    seconds = {"a": (1, 1), "b": (2, 4), "c": (2, 2), "d": (4, 6), "plain": (9, 9)}
    recorded_answers = [
        model_answer(item, TRUE if right.get(item.id, (False, False))[run] else FALSE,
             seconds[item.id][run], run=run + 1)
        for item in (*ITEMS, PLAIN)
        for run in (0, 1)
    ]  # fmt: skip
    responses.add(db, recorded_answers, [*ITEMS, PLAIN])
    return db


def test_the_solvers_measures_are_correlated_with_accuracy_and_time(two_runs: Database) -> None:
    outcome = table(two_runs, RANKS)
    document = {(row["measure"], row["figure"]): row for row in rows(outcome)}
    # Premises 1 2 3 4 against shares 1 1 .5 0: ranks 3.5 3.5 2 1; covariance of ranks -4.5, squares
    # 5 and 4.5.
    entry = document["premises", "accuracy"]
    assert (entry["respondent"], entry["runs"], entry["items"]) == ("m", 2, 4)
    rho = -4.5 / math.sqrt(5 * 4.5)
    assert entry["Spearman's rho"] == pytest.approx(rho)
    half = 1.959964 * math.sqrt((1 + rho**2 / 2) / 1)
    assert entry["Spearman's rho low"] == pytest.approx(math.tanh(math.atanh(rho) - half), abs=1e-6)
    assert entry["Spearman's rho high"] == pytest.approx(
        math.tanh(math.atanh(rho) + half), abs=1e-6
    )
    # With two degrees of freedom p is 1 - |rho|.
    assert entry["p of rho"] == pytest.approx(1 - abs(rho))
    # Against times 1 3 2 5: ranks 1 3 2 4, squared differences 0 1 1 0.
    assert document["premises", "time"]["Spearman's rho"] == pytest.approx(1 - 6 * 2 / 60)
    # Models 1 1 4 5 and times: ranks 1.5 1.5 3 4 and 1 3 2 4; covariance 3, squares 4.5 and 5.
    assert document["number of models", "time"]["Spearman's rho"] == pytest.approx(
        3 / math.sqrt(22.5)
    )
    # All have a text, and all but one a formalization.
    assert document["length of the text", "accuracy"]["items"] == 5
    # Two items have a claim to be vacuous.
    assert document["vacuous", "time"]["items"] == 2
    assert document["vacuous", "time"]["Spearman's rho"] is None
    assert document["vacuous", "time"]["note"] == "fewer than 3 items"
    assert outcome.excluded == {
        "items without a formalization": 1,
        "items whose gold claims no implication": 2,
    }
    assert all(meaning(column) for column in outcome.columns)


def test_classes_of_a_measure(two_runs: Database) -> None:
    entry = {(r["measure"], r["from"], r["to"]): r for r in rows(table(two_runs, CLASSES))}
    fields = entry["number of models", 1, 1]
    assert (fields["items"], fields["answers"], fields["right"], fields["accuracy"]) == (2, 4, 4, 1)
    # Medians of the items' times are 1 and 3.
    assert (fields["timed items"], fields["median seconds"]) == (2, 2)
    support = {key[1]: row for key, row in entry.items() if key[0] == "premises needed"}
    assert {size: (row["items"], row["accuracy"]) for size, row in support.items()} == {
        1: (2, 0.5),
        2: (2, 0.75),
    }
    assert entry["vacuous", 1, 1]["accuracy"] == 0
    assert entry["vacuous", 0, 0]["accuracy"] == 0.5
    for row in entry.values():
        assert row["low"] <= row["accuracy"] <= row["high"]


def test_figures_are_computed_once_and_within_a_time_limit(
    two_runs: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = table(two_runs, RANKS, solving=Solving(0))
    assert outcome.excluded["items that were not solved in time"] == 4
    assert {row["measure"] for row in rows(outcome)} == {"length of the text"}
    assert solver_figures.load(two_runs) == {}
    table(two_runs, RANKS, solving=Solving(60, "1.0"))
    assert set(solver_figures.load(two_runs)) == {item.content_hash for item in ITEMS}
    monkeypatch.setattr(computing, "compute_figures", None)
    again = table(two_runs, RANKS, solving=Solving(0))
    assert "items that were not solved in time" not in again.excluded
    assert len({row["measure"] for row in rows(again)}) == 6


def test_stored_figures_are_used_and_huge_numbers_are_capped(two_runs: Database) -> None:
    keys = [item.content_hash for item in ITEMS]
    known = {key: Figures(2, 3, "proved", 1 << 80, 2, True) for key in keys}
    solver_figures.store(two_runs, known, "1.0", NOON)
    (entry,) = [r for r in rows(table(two_runs, CLASSES)) if r["measure"] == "number of models"]
    assert (entry["from"], entry["to"], entry["items"]) == (2**63, 2**63, 4)
    document = {row["measure"]: row for row in rows(table(two_runs, RANKS))}
    assert document["number of models"]["note"] == "the measure is the same for all"


def test_a_missing_time_is_not_zero(db: Database) -> None:
    recorded_answers = [
        model_answer(item, TRUE if n % 2 else FALSE, None) for n, item in enumerate(ITEMS)
    ]
    responses.add(db, recorded_answers, ITEMS)
    names = {entry.name for entry in build_report(db).tables}
    assert "response times" not in names
    documents = [row for row in rows(table(db, RANKS)) if row["figure"] == "time"]
    assert {row["note"] for row in documents} == {"nothing was measured"}
    assert {row["Spearman's rho"] for row in documents} == {None}
    assert {row["median seconds"] for row in rows(table(db, CLASSES))} == {None}


def test_response_times_of_models(db: Database) -> None:
    seconds = [4.0, 1.0, 3.0, 2.0, 5.0]
    recorded_answers = [
        model_answer(item, TRUE, s) for item, s in zip((*ITEMS, PLAIN), seconds, strict=True)
    ]
    recorded_answers += [
        model_answer(ITEMS[0], None, 99.0, run=2),
        model_answer(ITEMS[1], TRUE, 7.0, run=2),
    ]
    recorded_answers += [model_answer(ITEMS[2], TRUE, None, model="untimed")]
    responses.add(db, recorded_answers, [*ITEMS, PLAIN])
    outcome = table(db, "response times")
    quantiles = ("lower quartile", "median", "upper quartile", "90th percentile")
    entries = {
        (r["respondent"], r["run"]): (r["times"], *(r[q] for q in quantiles)) for r in rows(outcome)
    }
    assert entries["m", 1] == (5, 2, 3, 4, pytest.approx(4.6))
    assert entries["m", 2] == (1, 7, 7, 7, 7), "what failed took no time"
    assert entries["untimed", 1] == (0, None, None, None, None)
    assert outcome.excluded == {"respondents without measured times": 1}
    assert outcome.n == 6


def test_a_call_that_answers_several_parts_took_its_time_once(db: Database) -> None:
    two_part_item = Item(
        id="two",
        text="Two.",
        questions=tuple(Question(id=q, kind="truth", gold=TRUE) for q in "ab"),
    )
    call = Call(utc=NOON, prompt_hash="p", seconds=8.0)
    recorded_answers = [model_answer(two_part_item, TRUE, None, part=n, call=call) for n in (0, 1)]
    responses.add(db, [*recorded_answers, model_answer(PLAIN, TRUE, 2.0)], [two_part_item, PLAIN])
    assert model_sheets(db).times == {}
    assert model_sheets(db, timed=True).times == {
        Series("m", "s", 1): {two_part_item.content_hash: [8.0], PLAIN.content_hash: [2.0]}
    }
    narrow = model_sheets(db, items=[PLAIN.content_hash], timed=True).times
    assert narrow[Series("m", "s", 1)] == {PLAIN.content_hash: [2.0]}


STUDY = """
id = "hard"
title = "Hard"
consent = "Yes?"

[[blocks]]
id = "one"
source = "one"
order = "fixed"
"""


def test_the_difficulty_for_people_is_reported_without_models(db: Database) -> None:
    pools: Pools = {"one": ITEMS}
    for code, answers, seconds in (
        ("A", (TRUE, TRUE, FALSE, FALSE), (1, 2, 3, 10)),
        ("B", (TRUE, FALSE, TRUE, FALSE), (3, 4, 5, 20)),
    ):
        clock = ManualClock()
        runner = Runner.open(db, sample(STUDY), code, clock=clock, pools=lambda: pools, proofs={})
        runner.consent(True)
        runner.proceed()
        runner.proceed()
        while (current := runner.current) is not None:
            place = [item.id for item in ITEMS].index(current.item.id)
            clock.advance(seconds[place])
            runner.change("q", answers[place])
            runner.confirm()
        runner.close()
    document = {(row["measure"], row["figure"]): row for row in rows(table(db, RANKS))}
    entry = document["premises", "time"]
    assert (entry["respondent"], entry["kind"], entry["items"]) == ("people (2)", "people", 4)
    assert entry["Spearman's rho"] == 1
    assert (entry["Spearman's rho low"], entry["note"]) == (
        None,
        "the ranks agree completely: no interval, no p",
    )
    # Shares 1 .5 .5 0: ranks 4 2.5 2.5 1.
    assert document["premises", "accuracy"]["Spearman's rho"] == pytest.approx(
        -4.5 / math.sqrt(5 * 4.5)
    )
    classes = {(r["measure"], r["from"]): r for r in rows(table(db, CLASSES))}
    assert classes["premises", 4]["median seconds"] == 15
    assert "accuracy of models and people" not in {
        member.name for member in build_report(db).tables
    }


FREE = Item(
    id="free",
    text="Say it.",
    questions=tuple(
        Question(id=f"f{n}", kind="text", gold=TextAnswer(text="the baker")) for n in range(5)
    ),
)


def free_answers(db: Database) -> list[ModelAnswer]:
    recorded_answers = [
        model_answer(item, TextAnswer(text=f"somebody {n}"), None, part=n)
        for item in (FREE, FREE.model_copy(update={"id": "other"}))
        for n in range(5)
    ]
    other = FREE.model_copy(update={"id": "other"})
    responses.add(db, recorded_answers, [FREE, other])
    return recorded_answers


def test_judges_agree_two_by_two(db: Database) -> None:
    answers_to_grade = free_answers(db)
    left = [True, True, True, True, False, False, False, True, True]
    right = [True, True, True, False, False, False, True, True, None]
    rows_ = [
        Judgement(model_answer.id, judge, "model", match, "", NOON)
        for judge, matches in (("j", left), ("k", right))
        for model_answer, match in zip(answers_to_grade, matches, strict=False)
    ]
    # A second verdict of the same judge is not the one that counts.
    rows_.append(
        Judgement(answers_to_grade[0].id, "j", "model", False, "", NOON, prompt_hash="other")
    )
    judgements.add(db, rows_)
    outcome = table(db, "agreement of judges")
    (row,) = rows(outcome)
    assert (row["judge"], row["other judge"], row["answers"]) == ("j", "k", 8)
    assert row["answers of"] == "models"
    counts = ("both accept", "only the first accepts", "only the other accepts", "both reject")
    assert [row[count] for count in counts] == [4, 1, 1, 2]
    assert row["agreement"] == 6 / 8
    # Each accepts five of eight: expected (25 + 9) / 64.
    expected = (25 + 9) / 64
    assert row["Cohen's kappa"] == pytest.approx((6 / 8 - expected) / (1 - expected))
    assert row["Cohen's kappa low"] <= row["Cohen's kappa"] <= row["Cohen's kappa high"]
    assert row["unread verdicts"] == 1
    assert outcome.excluded == {"verdicts that could not be read": 1, "answers with one judge": 1}


def test_a_single_judge_has_a_row_with_unreadable_verdicts_and_no_agreement(db: Database) -> None:
    answers_to_grade = free_answers(db)
    judgements.add(
        db,
        [
            Judgement(model_answer.id, "j", "model", match, "", NOON)
            for model_answer, match in zip(
                answers_to_grade[:5], (True, False, None, True, None), strict=True
            )
        ],
    )
    outcome = table(db, "agreement of judges")
    (row,) = rows(outcome)
    assert (row["judge"], row["other judge"], row["answers of"]) == ("j", None, "models")
    assert (row["answers"], row["unread verdicts"]) == (3, 2)
    assert (row["both accept"], row["agreement"], row["Cohen's kappa"]) == (None, None, None)
    assert "one judge" in row["note"]
    assert outcome.n == 0
    assert outcome.excluded == {"verdicts that could not be read": 2, "answers with one judge": 3}
    judgements.add(db, [Judgement(answers_to_grade[0].id, "k", "model", None, "", NOON)])
    (first, second) = rows(table(db, "agreement of judges"))
    assert (first["judge"], second["judge"]) == ("j", "k")
    assert (second["answers"], second["unread verdicts"]) == (0, 1)


def test_persons_count_as_judges_and_one_verdict_gives_no_kappa(db: Database) -> None:
    answers_to_grade = free_answers(db)
    judgements.add(
        db, [Judgement(answer.id, "j", "model", True, "", NOON) for answer in answers_to_grade[:3]]
    )
    (row,) = rows(table(db, "agreement of judges"))
    assert (row["judge"], row["answers"], row["agreement"]) == ("j", 3, None)
    with db.atomic() as connection:
        for model_answer, match in zip(answers_to_grade[:3], (True, True, None), strict=True):
            assert model_answer.answer is not None
            key = answer_key(model_answer.item_hash, model_answer.part, model_answer.answer)
            grades.insert(
                connection,
                [
                    Grade(
                        key,
                        model_answer.item_hash,
                        model_answer.part,
                        "Ann",
                        "person",
                        match,
                        "",
                        NOON,
                    )
                ],
            )
    (row,) = rows(table(db, "agreement of judges"))
    assert (row["judge"], row["other judge"], row["answers"]) == ("Ann (a person)", "j", 2)
    assert (row["agreement"], row["Cohen's kappa"]) == (1, None)
    assert "one and the same verdict" in row["note"]
