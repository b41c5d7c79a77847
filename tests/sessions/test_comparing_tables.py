"""The comparing tables against figures worked out again, by hand and by other ways."""

import csv
import json
import math
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import fmean, pstdev, stdev
from typing import Any

import pytest

from items.answers import Answer, ChoiceAnswer, CountAnswer, TextAnswer, TruthAnswer
from items.models import Item, Option, Provenance, Question
from sessions.models import judgements, responses
from sessions.models.imports import import_answers
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import ManualClock
from sessions.report.accuracy_report import COMPARED, build_report
from sessions.report.codebook import meaning
from sessions.report.papers.registry import paper_report
from sessions.report.report_files import write_csv
from sessions.report.report_tables import Table
from sessions.report.tables.comparisons import BEST_MODELS
from sessions.storage.database import Database
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.intervals import wilson
from study.statistics.samples import Estimate, Sample
from tests.sessions.helpers import PLAIN, begin
from tests.shared_data import shared_path

NOON = "2025-01-01T12:00:00Z"
LABELS = ("true", "false", "unknown")


def choice(n: int) -> Item:
    return Item(
        id=f"choice {n}",
        text=f"Text {n}.",
        questions=(
            Question(
                id="1",
                kind="choice",
                options=tuple(Option(text=f"{n} {k}") for k in range(4)),
                gold=ChoiceAnswer(option=n % 4),
            ),
        ),
        attributes={"question_type": "missing" if n % 2 else "3c1e"},
    )


def truth(n: int, gold: str, benchmark: str, id_: str, **attributes: Any) -> Item:
    return Item(
        id=id_,
        text=f"Text {id_}.",
        questions=(
            Question(id="1", kind="truth", gold=TruthAnswer.model_validate({"value": gold})),
        ),
        attributes=attributes,
        provenance=Provenance(benchmark=benchmark, index=n),
    )


def whole_item(n: int) -> Item:
    return Item(
        id=f"whole {n}",
        text=f"Text {n}.",
        questions=(
            Question(id="a", kind="count_models", gold=CountAnswer(count=n)),
            Question(
                id="b",
                kind="text",
                condition="it rains",
                query_kind="necessary",
                gold=TextAnswer(text="the baker"),
            ),
        ),
        provenance=Provenance(benchmark="LLMEval-Logic Hard"),
    )


def answer_row(
    item: Item, answer: Answer, mutant: int = 0, part: int = 0, run: int = 1
) -> ModelAnswer:
    leaf = item.leaves[part]
    return ModelAnswer(
        model="m",
        setting="s",
        run=run,
        item_hash=item.content_hash,
        item_id=item.id,
        question=leaf.id,
        part=leaf.id,
        mutant=mutant,
        status="answered",
        answer=answer,
        call=Call(utc=NOON, prompt_hash="p"),
    )


def tables(db: Database) -> dict[str, Table]:
    return {table.name: table for table in build_report(db).tables if table.study == COMPARED}


def rows(table: Table) -> list[dict[str, Any]]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


@pytest.fixture
def db() -> Database:
    return Database.open(":memory:")


def test_choices_are_reported_by_type_and_over_runs(db: Database) -> None:
    items = [choice(n) for n in range(6)]
    chosen = {
        (run, n, k): (n + (n * k + run) % 3 * (k > run)) % 4
        for run in (1, 2)
        for n in range(6)
        for k in range(4)
    }
    recorded_answers = [
        answer_row(items[n], ChoiceAnswer(option=option), k, run=run)
        for (run, n, k), option in chosen.items()
        if (run, n, k) != (2, 5, 3)
    ]
    responses.add(db, recorded_answers, items)

    def scores(run: int, which: list[int]) -> tuple[float, float, float]:
        accs, cirs, pcs = [], [], []
        for n in which:
            picked = [chosen[run, n, k] for k in range(4)]
            accs.append(float(picked[0] == n % 4))
            if (run, n) == (2, 5):
                continue
            c = picked.count(n % 4)
            entropy = sum(v / 4 * math.log(v / 4, 4) for v in Counter(picked).values())
            cirs.append(float(c == 4))
            pcs.append(c / 4 * (1 + entropy))
        return fmean(accs), fmean(cirs), fmean(pcs)

    outcome = tables(db)
    groups = {"all": list(range(6)), "3c1e": [0, 2, 4], "missing": [1, 3, 5]}
    table = outcome["multiple choice"]
    assert len(table.rows) == 6
    assert table.n == 47
    assert table.excluded == {"items without every mutant, from CIR and PC": 1}
    for row in rows(table):
        expected = scores(row["run"], groups[row["question type"]])
        assert (row["ACC"], row["CIR"], row["PC"]) == pytest.approx(expected)
        assert row["PC low"] <= row["PC"] <= row["PC high"]
        assert row["put together"] == "no"
    for row in rows(outcome["multiple choice over runs"]):
        pcs = [scores(run, groups[row["question type"]])[2] for run in (1, 2)]
        assert row["PC mean"] == pytest.approx(fmean(pcs))
        assert row["PC CV %"] == pytest.approx(100 * pstdev(pcs) / fmean(pcs))


def test_truth_values_are_reported(db: Database) -> None:
    tasks = [
        truth(n, LABELS[n % 3], "Q", f"t_d{n // 2}_distract{n % 2}", depth=1, width=n % 2,
              distractors=n % 2, topic="goats")
        for n in range(8)
    ]  # fmt: skip
    stories = [truth(n, "true", "C", f"s{n}", domain="ab"[n % 2], level=n // 4) for n in range(8)]
    answers = {item.id: LABELS[(n * n + n // 3) % 3] for n, item in enumerate([*tasks, *stories])}
    recorded_answers = [
        answer_row(item, TruthAnswer.model_validate({"value": answers[item.id]}))
        for item in (*tasks, *stories)
    ]
    responses.add(db, recorded_answers, [*tasks, *stories])
    outcome = tables(db)
    gold = {item.id: LABELS[n % 3] for n, item in enumerate(tasks)}
    (of_tasks,) = [row for row in rows(outcome["truth values by label"]) if row["benchmark"] == "Q"]
    f1s = []
    for label in LABELS:
        hits = sum(gold[i] == label == answers[i] for i in gold)
        both = sum(gold[i] == label for i in gold) + sum(answers[i] == label for i in gold)
        f1s.append(2 * hits / both)
        assert of_tasks[f"F1 {label}"] == pytest.approx(f1s[-1])
    assert of_tasks["macro-F1"] == pytest.approx(fmean(f1s))
    right = sum(gold[i] == answers[i] for i in gold)
    share = wilson(right, 8)
    assert share is not None
    assert (of_tasks["accuracy"], of_tasks["low"], of_tasks["high"]) == (
        share.value,
        share.low,
        share.high,
    )
    for width, row in enumerate(rows(outcome["depth and width"])):
        truth_items = [item.id for n, item in enumerate(tasks) if n % 2 == width]
        assert (row["depth"], row["width"], row["answers"]) == ("1", str(width), 4)
        assert row["right"] == sum(gold[i] == answers[i] for i in truth_items)
    assert outcome["depth and width"].excluded == {"answers to items without depth or width": 8}
    plain, distracted = rows(outcome["distractors"])
    pairs = [(tasks[2 * n].id, tasks[2 * n + 1].id) for n in range(4)]
    fell = sum(gold[a] == answers[a] and gold[b] != answers[b] for a, b in pairs)
    rose = sum(gold[a] != answers[a] and gold[b] == answers[b] for a, b in pairs)
    assert (plain["pairs"], distracted["pairs"]) == (None, 4)
    assert (distracted["CW"], distracted["WC"]) == (fell, rose)
    for row in rows(outcome["domains and levels"]):
        truth_items = [
            item.id
            for n, item in enumerate(stories)
            if "ab"[n % 2] == row["domain"] and str(n // 4) == row["level"]
        ]
        assert row["answers"] == 2
        assert row["right"] == sum(answers[i] == "true" for i in truth_items)
    matrix = outcome["domains, p of chi-square"]
    (a, b), (c, d) = (
        [sum((answers[s.id] == "true") is right for s in stories[n::2]) for right in (True, False)]
        for n in range(2)
    )
    chi = (a + b + c + d) * (a * d - b * c) ** 2 / ((a + b) * (c + d) * (a + c) * (b + d))
    assert rows(matrix)[0]["b"] == pytest.approx(math.erfc(math.sqrt(chi / 2)))


def test_several_questions_judged_and_matched(db: Database) -> None:
    items = [whole_item(n) for n in range(3)]
    recorded_answers = [
        *(answer_row(items[n], CountAnswer(count=min(n, 1)), part=0) for n in range(3)),
        *(answer_row(items[n], TextAnswer(text="someone"), part=1) for n in range(3)),
    ]
    responses.add(db, recorded_answers, items)
    judgements.add(
        db,
        [
            Judgement(recorded_answers[3].id, "j", "model", True, "", NOON),
            Judgement(recorded_answers[5].id, "j", "model", False, "", NOON),
        ],
    )
    outcome = tables(db)
    (row,) = rows(outcome["items of several questions"])
    # Item 0: both right; item 1: one right, one unsettled; item 2: both wrong.
    assert [row[name] for name in ("Item Accuracy", "Sub-Q Accuracy", "gap")] == [None] * 3
    assert (row["unsettled"], row["all wrong"], row["all right"]) == (1, 3 / 6, 4 / 6)
    (overall,) = rows(outcome["accuracy of models and people"])
    assert (overall["accuracy"], overall["all wrong"], overall["all right"]) == (None, 3 / 6, 4 / 6)
    assert (row["Item Accuracy all wrong"], row["Item Accuracy all right"]) == (1 / 3, 2 / 3)
    assert row["gap at most"] == pytest.approx(3 / 6 - 1 / 3)
    assert row["gap at least"] == pytest.approx(4 / 6 - 2 / 3)
    deciders = ("matched", "judged", "by a person")
    assert [(row[who], row[f"{who} right"]) for who in deciders] == [(3, 2), (2, 1), (0, 0)]
    assert outcome["items of several questions"].excluded == {
        "sub-questions nobody graded": 1,
        "items with an ungraded sub-question and none wrong": 1,
    }


def test_unsettled_answers_leave_bounds_for_splits_and_runs(db: Database) -> None:
    """Run 1 is settled; of run 2's four answers under the condition one is judged right, the others
    by nobody. A mean over the runs that are settled would be one of run 1 alone."""
    items = [whole_item(n) for n in range(4)]
    recorded_answers = [
        answer_row(item, words, part=part, run=run)
        for run in (1, 2)
        for item in items
        for part, words in enumerate((item.leaves[0].gold, TextAnswer(text="someone")))
        if words is not None
    ]
    responses.add(db, recorded_answers, items)
    settled = [each for each in recorded_answers if each.part == "b" and each.run == 1]
    settled += [each for each in recorded_answers if each.part == "b" and each.run == 2][:1]
    judgements.add(db, [Judgement(each.id, "j", "model", True, "", NOON) for each in settled])
    outcome = tables(db)
    first, second = sorted(
        (row for row in rows(outcome["counterfactual sub-questions"]) if row["split"] == "by edit"),
        key=lambda row: row["run"],
    )
    assert (first["counterfactual"], first["Δ"], first["Δ at least"]) == (1, 0, None)
    assert (second["baseline"], second["counterfactual"], second["Δ"]) == (1, None, None)
    assert (second["counterfactual all wrong"], second["counterfactual all right"]) == (1 / 4, 1)
    assert (second["Δ at least"], second["Δ at most"]) == (-3 / 4, 0)
    (over,) = (
        row
        for row in rows(outcome["counterfactual sub-questions over runs"])
        if row["split"] == "by edit"
    )
    assert (over["baseline"], over["counterfactual"], over["counterfactual sd"]) == (1, None, None)
    assert (over["counterfactual all wrong"], over["counterfactual all right"]) == (5 / 8, 1)
    (board,) = rows(outcome["items of several questions over runs"])
    assert (board["Item Accuracy mean"], board["Sub-Q Accuracy mean"]) == (None, None)
    assert (board["Item Accuracy mean all wrong"], board["Item Accuracy mean all right"]) == (
        5 / 8,
        1,
    )
    assert board["Sub-Q Accuracy mean all wrong"] == pytest.approx((1 + 5 / 8) / 2)
    paper = {table.name: table for table in paper_report(db, "E").tables}
    (mine,) = (row for row in rows(paper["table 1"]) if row["model"] == "m · en")
    assert (mine["Hard Item Acc"], mine["Hard sd"]) == (None, None)
    assert (mine["Hard Item Acc all wrong"], mine["Hard Item Acc all right"]) == (5 / 8, 1)
    (split,) = (
        row for row in rows(paper["table 6"]) if row["model"] == "m · en" and row["split"] == "edit"
    )
    assert (split["baseline"], split["counterfactual"]) == (1, None)
    assert (split["counterfactual all wrong"], split["counterfactual all right"]) == (5 / 8, 1)
    assert (split["Δ at least"], split["Δ at most"]) == (-3 / 8, 0)


@pytest.mark.parametrize("reported_tokens", [None, 0, 7])
def test_unreported_reasoning_tokens_are_none(db: Database, reported_tokens: int | None) -> None:
    call = Call(
        utc=NOON,
        prompt_hash="p",
        prompt_tokens=5,
        completion_tokens=9,
        reasoning_tokens=reported_tokens,
    )
    recorded_answer = replace(answer_row(whole_item(1), CountAnswer(count=1)), call=call)
    responses.add(db, [recorded_answer], [whole_item(1)])
    (row,) = rows(tables(db)["tokens"])
    assert (row["completion tokens"], row["reasoning tokens"]) == (9, reported_tokens)


def test_matches_alone_give_no_accuracy(db: Database) -> None:
    """The one free answer that is the gold word for word is not 100 % of three."""
    items = [whole_item(n) for n in range(3)]
    texts = ("the baker", "somebody who bakes", "it was the one with the flour")
    recorded_answers = [answer_row(items[n], TextAnswer(text=texts[n]), part=1) for n in range(3)]
    responses.add(db, recorded_answers, items)
    (row,) = rows(tables(db)["accuracy of models and people"])
    assert (row["accuracy"], row["low"], row["high"]) == (None, None, None)
    assert (row["unsettled"], row["all wrong"], row["all right"]) == (2, 1 / 3, 1)


def test_counterfactual_sub_questions_by_split_and_over_runs(db: Database) -> None:
    items = [whole_item(n) for n in range(4)]
    # Run 1 has 4 of 4 right in the baseline and 1 of 4 under the condition, run 2 2 and 3.
    right = {1: (4, 1), 2: (2, 3)}
    recorded_answers = [
        answer
        for run, (baseline, changed) in right.items()
        for n in range(4)
        for answer in (
            answer_row(items[n], CountAnswer(count=n if n < baseline else 99), part=0, run=run),
            answer_row(items[n], TextAnswer(text="someone"), part=1, run=run),
        )
    ]
    responses.add(db, recorded_answers, items)
    free = [answer for answer in recorded_answers if answer.part == "b"]
    judgements.add(
        db,
        [
            Judgement(answer.id, "j", "model", place < right[answer.run][1], "", NOON)
            for run in right
            for place, answer in enumerate(
                model_answer for model_answer in free if model_answer.run == run
            )
        ],
    )
    outcome = tables(db)
    named = ("split", "run", "baseline", "counterfactual", "Δ")
    shown_rows = [
        [row[name] for name in named] for row in rows(outcome["counterfactual sub-questions"])
    ]
    assert shown_rows == [
        [split, run, *each]
        for run, each in ((1, (1, 0.25, -0.75)), (2, (0.5, 0.75, 0.25)))
        for split in ("by prefix", "by edit")
    ]
    over = rows(outcome["counterfactual sub-questions over runs"])
    assert [row["split"] for row in over] == ["by prefix", "by edit"]
    for row in over:
        assert (row["runs"], row["baseline"], row["counterfactual"]) == (2, 0.75, 0.5)
        assert row["Δ"] == pytest.approx(-0.25)
        assert row["Δ sd"] == pytest.approx(stdev([-0.75, 0.25]))


def test_people_are_shown_next_to_models(db: Database) -> None:
    for person in range(4):
        runner = begin(db, PLAIN, ManualClock(), code=f"P{person}")
        while (current := runner.current) is not None:
            leaf = current.question.leaves[0]
            item = current.item
            runner.change(leaf.id, leaf.gold)
            runner.set_confidence(3)
            runner.confirm()
            if runner.state.phase != "question" and not runner.state.ended:
                runner.proceed()
        runner.close()
    leaf = item.leaves[0]
    assert leaf.gold is not None
    other = choice(1)
    responses.add(
        db, [answer_row(item, leaf.gold), answer_row(other, ChoiceAnswer(option=0))], [other]
    )
    outcome = tables(db)
    model, people = rows(outcome["accuracy of models and people"])
    assert (people["kind"], people["respondent"], people["accuracy"]) == ("people", "people (4)", 1)
    assert model["items"] == 2
    (row,) = [row for row in rows(outcome["multiple choice"]) if row["kind"] == "people"]
    assert (row["PC"], row["put together"]) == (1, "yes")
    study = next(table.study for table in build_report(db).tables if table.study != COMPARED)
    narrow = {table.name: table for table in build_report(db, study).tables}
    assert rows(narrow["accuracy of models and people"])[0]["items"] == 1, "the study's items only"


def test_intervals_of_answers_in_clusters() -> None:
    def estimate(tallies: list[tuple[int, int]]) -> Estimate:
        outcome = ACCURACY.estimate(Sample(tallies))
        assert outcome is not None
        return outcome

    single, alone = wilson(2, 3), wilson(10, 20)
    assert single is not None
    assert alone is not None
    once = estimate([(1, 1), (0, 1), (1, 1)])
    assert (once.low, once.high) == (single.low, single.high)
    same = estimate([(2, 2), (0, 2)] * 10)
    free = estimate([(1, 2)] * 10 + [(2, 2), (0, 2)] * 5)
    # Answers that repeat each other count once, those that do not count more.
    assert same.low == pytest.approx(alone.low, abs=0.03)
    assert free.high is not None
    assert free.low is not None
    assert same.high is not None
    assert same.low is not None
    assert free.high - free.low < same.high - same.low


def test_files_with_a_codebook(db: Database, tmp_path: Path) -> None:
    items = [choice(n) for n in range(2)]
    answers = [answer_row(item, ChoiceAnswer(option=0), k) for item in items for k in range(4)]
    responses.add(db, answers, items)
    report = build_report(db)
    written = {path.name: path for path in write_csv(report, tmp_path / "new" / "folder").files}
    with written["codebook.csv"].open(encoding="utf-8") as file:
        book = {(row["file"], row["column"]): row for row in csv.DictReader(file)}
    for name, path in written.items():
        if name == "README.txt":
            continue
        with path.open(encoding="utf-8") as file:
            reader = csv.DictReader(file)
            assert reader.fieldnames
            assert {(name, column) for column in reader.fieldnames} <= set(book)
            assert all(None not in row and len(row) == len(reader.fieldnames) for row in reader)
    assert all(row["meaning"] and row["unit"] for row in book.values())
    with written["multiple_choice.csv"].open(encoding="utf-8") as file:
        first = next(csv.DictReader(file))
    assert float(first["ACC"]) == rows(tables(db)["multiple choice"])[0]["ACC"]
    assert all(meaning(column) for table in report.tables for column in table.columns)
    json.dumps(report.as_json(), allow_nan=False)


@pytest.mark.torture
def test_recorded_logs_without_their_items(db: Database) -> None:
    folder = shared_path("ilogiceval")
    for name, setting, run in (
        ("0-shot-chatgpt.txt", "0-shot", 1),
        ("0-shot-chatgpt-2.txt", "0-shot", 2),
        ("3-shot-chatgpt.txt", "3-shot", 1),
    ):
        import_answers(db, folder / name, "ilogiceval", utc=NOON, model="m", setting=setting,
                       run=run)  # fmt: skip
    outcome = tables(db)
    shown_rows = {
        (row["setting"], row["run"]): tuple(round(100 * row[s], 2) for s in ("ACC", "CIR", "PC"))
        for row in rows(outcome["multiple choice"])
    }
    assert shown_rows == {
        ("0-shot", 1): (32.93, 3.13, 13.46),
        ("0-shot", 2): (31.6, 3.4, 14.34),
        ("3-shot", 1): (32.87, 3.73, 15.39),
    }
    (row,) = rows(outcome["multiple choice over runs"])
    assert (row["setting"], row["runs"]) == ("0-shot", 2)
    assert row["ACC CV %"] == pytest.approx(100 * 0.665 / 32.265, abs=0.02)


def test_of_many_pairs_those_of_the_best_are_shown(db: Database) -> None:
    """Forty models in two runs make 1,560 pairs, 780 of them of first runs."""
    items = [choice(n) for n in range(30)]
    rng = random.Random(2)
    shares = [n / 40 for n in range(40)]
    rng.shuffle(shares)
    responses.add(
        db,
        [
            replace(
                answer_row(
                    item, ChoiceAnswer(option=(place + (rng.random() > share)) % 4), run=run
                ),
                model=f"m{number:02d}",
            )
            for number, share in enumerate(shares)
            for run in (1, 2)
            for place, item in enumerate(items)
        ],
        items,
    )
    outcome = tables(db)
    shown_rows = rows(outcome["comparisons"])
    accuracy = {
        row["respondent"]: row["accuracy"]
        for row in rows(outcome["accuracy of models and people"])
        if row["run"] == 1
    }
    best = sorted(accuracy, key=lambda name: -accuracy[name])
    assert len(shown_rows) == BEST_MODELS
    names = {name.split("/")[0] for row in shown_rows for name in (row["first"], row["second"])}
    least = min(accuracy[name] for name in names)
    assert max(accuracy.values()) == max(accuracy[name] for name in names)
    assert sum(accuracy[name] > least for name in best) <= BEST_MODELS
    assert sum(outcome["comparisons"].excluded.values()) == 2 * 780 - BEST_MODELS
