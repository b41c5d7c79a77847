"""The papers' tables from recorded answers, each computed once more by plain code.

Owns made-up answers whose figures are counted here from the same draws; nothing of the program's
own counting is used for what is expected.
"""

import json
import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from statistics import fmean, pstdev, stdev
from typing import Any

import pytest
from click.testing import CliRunner

from items.answers import ChoiceAnswer, CountAnswer, TextAnswer, TruthAnswer
from items.models import Item, Option, Provenance, Question
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer
from sessions.record import grades
from sessions.record.clock import ManualClock
from sessions.record.grades import Grade, answer_key
from sessions.record.solver_figures import Solving
from sessions.report.comparing_data import ComparingData
from sessions.report.papers.paper_record import PaperRecord
from sessions.report.papers.paper_table import NOT_RECORDED
from sessions.report.papers.published import printed
from sessions.report.papers.registry import PAPERS, paper_report
from sessions.report.respondents import Respondent
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from solver.errors import InputError
from study.scores.answer_sheets import AnswerSheet, asked_of
from tests.loop import plain
from tests.study.samples import sample
from tui.commands.report import report as command

NOON = "2025-01-01T12:00:00Z"
TYPES = ("3e1c", "3c1e", "missing")


def rows_by_table(db: Database, letter: str) -> dict[str, list[dict[str, Any]]]:
    return {table.name: table.by_name() for table in paper_report(db, letter).tables}


def row_of(rows: Iterable[dict[str, Any]], **heads: str) -> dict[str, Any]:
    (row,) = [row for row in rows if all(row[name] == value for name, value in heads.items())]
    return row


def choice(n: int, type_: str, way: str) -> Item:
    return Item(
        id=f"{type_}/{n}/{way}",
        text=f"Text {type_} {n} {way}.",
        questions=(
            Question(
                id="1",
                kind="choice",
                options=tuple(Option(text=f"{n} {k}") for k in range(4)),
                gold=ChoiceAnswer(option=n % 4),
            ),
        ),
        attributes={
            "question_type": type_,
            "kind": "symbolic" if way == "symbols" else "multiple choice",
        },
        provenance=Provenance(benchmark="DivLogicEval (generated)"),
    )


CHOICES = [
    choice(n, type_, way) for type_ in TYPES for n in range(7) for way in ("words", "symbols")
]
SETTINGS = (
    ("gpt-4-1106-preview", "divlogic-0-shot", 1, 0.5),
    ("gpt-4-1106-preview", "divlogic-0-shot", 2, 0.7),
    ("gpt-4-1106-preview", "divlogic-no-logic", 1, 0.3),
    ("a model of ours", "divlogic-3-shot", 1, 0.6),
)


def answer(
    item: Item, model: str, setting: str, run: int, mutant: int, truth_rows: Any
) -> ModelAnswer:
    (leaf,) = item.leaves
    return ModelAnswer(
        model=model,
        setting=setting,
        run=run,
        item_hash=item.content_hash,
        item_id=item.id,
        question=leaf.id,
        part=leaf.id,
        mutant=mutant,
        status="answered",
        answer=truth_rows,
        call=Call(utc=NOON, prompt_hash="p"),
    )


Chosen = dict[tuple[str, str, int], dict[str, dict[int, list[int | None]]]]


@pytest.fixture(scope="module")
def drawn_answers() -> tuple[list[ModelAnswer], Chosen]:
    """Answers, and the same as options by model, setting and run, item and mutant."""
    draw = random.Random(12)
    rows: list[ModelAnswer] = []
    chosen: Chosen = {}
    for model, setting, run, share in SETTINGS:
        for item in CHOICES:
            gold = item.leaves[0].gold
            assert isinstance(gold, ChoiceAnswer)
            for mutant in range(4):
                option = gold.option if draw.random() < share else draw.choice((0, 1, 2, 3, None))
                choice_answer = ChoiceAnswer(option=option)
                rows.append(answer(item, model, setting, run, mutant, choice_answer))
                of_item = chosen.setdefault((model, setting, run), {}).setdefault(item.id, {})
                of_item[mutant] = [option]
    return rows, chosen


def expected(chosen: Chosen, series: tuple[str, str, int], type_: str, way: str) -> list[float]:
    """ACC, CIR and PC of the items of a type (all of them: empty) and form, by plain code."""
    golds = {item.id: int(item.id.split("/")[1]) % 4 for item in CHOICES}
    wanted = {
        name: mutants
        for name, mutants in chosen[series].items()
        if name.startswith(type_) and name.endswith(way)
    }
    scores = plain.scores(wanted, golds)
    return [scores.acc.value, plain.mean(scores.cirs), plain.mean(scores.pcs)]


def test_divlogiceval_is_reported_by_type_form_run_and_prompt(
    drawn_answers: tuple[list[ModelAnswer], Chosen],
) -> None:
    answers, chosen = drawn_answers
    db = Database.open(":memory:")
    responses.add(db, answers, CHOICES)
    tables = rows_by_table(db, "A")
    gpt4 = "GPT-4 (gpt-4-1106-preview)"
    first, second, without = (("gpt-4-1106-preview", *entry[1:3]) for entry in SETTINGS[:3])
    for place, metric in enumerate(("ACC", "CIR", "PC")):
        row = row_of(
            tables["table 9 and figure 2(b)"], model=gpt4, settings="0-shot", metric=metric
        )
        for head, type_ in (("Test", ""), *((f"Test-{text}", text) for text in TYPES)):
            both = [expected(chosen, run, type_, "words")[place] for run in (first, second)]
            assert row[head] == pytest.approx(fmean(both)), (metric, head)
        assert row["Test (paper)"] == pytest.approx((0.322, 0.123, 0.221)[place])
        ours = row_of(tables["table 9 and figure 2(b)"], model="a model of ours", metric=metric)
        assert ours["settings"] == "3-shot"
        assert ours["Test (paper)"] is None
        missing = row_of(
            tables["table 9 and figure 2(b)"], model=gpt4, settings="3-shot", metric=metric
        )
        assert missing["Test"] == NOT_RECORDED
        runs = [expected(chosen, run, "", "words")[place] for run in (first, second)]
        over = row_of(tables["table 3"], model=gpt4, metric=metric)
        assert [over["run 1"], over["run 2"]] == pytest.approx(runs)
        assert over["CV"] == pytest.approx(100 * pstdev(runs) / fmean(runs))
        column = row_of(tables["table 2"], metric=metric)
        assert column[f"{gpt4} · run 1"] == pytest.approx(runs[0])
        forms = row_of(tables["table 7"], model=gpt4, settings="0-shot", metric=metric)
        symbolic = [expected(chosen, run, "", "symbols")[place] for run in (first, second)]
        assert forms["DivLogicEval"] == pytest.approx(fmean(runs))
        assert forms["s-DivLogicEval"] == pytest.approx(fmean(symbolic))
        for dataset, way, origin in (
            ("DivLogicEval", "words", fmean(runs)),
            ("s-DivLogicEval", "symbols", fmean(symbolic)),
        ):
            change = row_of(tables["table 4"], model=gpt4, dataset=dataset, metric=metric)
            after = expected(chosen, without, "", way)[place]
            assert change["Origin"] == pytest.approx(origin)
            assert change["Δ"] == pytest.approx(after - origin)
    sizes = row_of(tables["table 8"], dataset="DivLogicEval")
    assert (sizes["size"], sizes["size (paper)"]) == ("21", "12589")


def test_rows_have_the_papers_order_and_further_ones_follow() -> None:
    for letter in PAPERS:
        paper = printed(letter)
        report = paper_report(Database.open(":memory:"), letter)
        for table in report.tables[:-1]:
            source = next(
                printed_table
                for printed_table in paper.tables.values()
                if printed_table.source in table.notes[-2:][0]
                or printed_table.source in table.notes[-1]
            )
            heads = len(source.heads)
            empty: tuple[Any, ...] = (NOT_RECORDED, *[None] * (heads - 1))
            expected_heads: list[tuple[Any, ...]] = [*source.rows] or [empty]
            assert [row[:heads] for row in table.rows] == expected_heads, table.name
            assert any(NOT_RECORDED in row for row in table.rows), table.name
        out = report.tables[-1]
        assert out.name == "not made from answers"
        assert len(out.rows) == len(paper.tables_not_made)


MISPRINTS = {
    ("Gemini (gemini-1.5-pro)", "0-shot", "PC"),
    ("GPT-4o (gpt-4o-2024-05-13)", "0-shot", "ACC"),
}


@pytest.mark.parametrize(("letter", "table"), [("A", "table 9"), ("B", "table 3")])
def test_printed_figures_agree_with_each_other(letter: str, table: str) -> None:
    """Types are of equal size, so Test is near the mean of the three; where it is not, the paper
    itself is at odds, and no slip of the data file. o1 was asked 40 items, people 120."""
    printed_table = printed(letter).tables[table]
    for key, row in printed_table.rows.items():
        if len(row) < 4 or "o1" in key[0] or key[0] == "Human":
            continue
        gap = abs(float(row["Test"]) - fmean(float(row[f"Test-{type_}"]) for type_ in TYPES))
        assert (gap > 0.75) == (key in MISPRINTS and letter == "A"), (key, gap)


def test_printed_cv_is_that_of_the_printed_runs() -> None:
    """As near as runs can be that are printed with one decimal."""
    for letter in "AB":
        for row in printed(letter).tables["table 3" if letter == "A" else "table 2"].rows.values():
            runs = [float(row[f"run {run}"]) for run in range(1, 6)]
            assert 100 * pstdev(runs) / fmean(runs) == pytest.approx(float(row["CV"]), abs=0.3)


def test_models_are_recognized_by_their_names() -> None:
    paper = printed("A")
    recorded = ("openai/gpt-4o-2024-05-13", "Qwen/Qwen2.5-72B-Instruct", "gpt-4o-mini")
    assert paper.names([(name, "0-shot") for name in recorded]) == [
        "GPT-4o (gpt-4o-2024-05-13)",
        "Qwen2.5 (qwen2.5-72b-instruct)",
        "gpt-4o-mini",
    ]


def test_the_command(drawn_answers: tuple[list[ModelAnswer], Chosen], tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    with Database.open(path) as db:
        responses.add(db, drawn_answers[0], CHOICES)
    result = CliRunner().invoke(command, ["--paper", "a", "--db", str(path)])
    assert result.exit_code == 0, result.output
    assert "not recorded" in result.output
    assert "a training experiment: out of scope" in result.output
    document = json.loads(
        CliRunner().invoke(command, ["--paper", "B", "--json", "--db", str(path)]).stdout
    )
    assert [table["name"] for table in document["tables"]][:4] == [
        "table 2",
        "table 3",
        "table 4",
        "table 5",
    ]
    wrong = CliRunner().invoke(command, ["--paper", "F", "--db", str(path)])
    assert wrong.exit_code == 2


@pytest.mark.parametrize("attributes", [{"topic": "news"}, {"question_type": "3e1c"}])
def test_choices_of_another_kind_have_no_row_of_the_benchmark(
    drawn_answers: tuple[list[ModelAnswer], Chosen], attributes: dict[str, str]
) -> None:
    """Reading questions with four options, next to the benchmark's own, change none of its rows,
    and alone give none."""
    reading = [
        item.model_copy(
            update={
                "id": f"reading/{n}",
                "text": f"A story {n}.",
                "attributes": attributes,
                "provenance": Provenance(benchmark="RACE"),
            }
        )
        for n, item in enumerate(CHOICES[:8])
    ]
    more = [
        answer(
            item, "gpt-4-1106-preview", "divlogic-0-shot", 1, mutant, ChoiceAnswer(option=mutant)
        )
        for item in reading
        for mutant in range(4)
    ]
    own, both, alone = (Database.open(":memory:") for _ in range(3))
    responses.add(own, drawn_answers[0], CHOICES)
    responses.add(both, [*drawn_answers[0], *more], [*CHOICES, *reading])
    responses.add(alone, more, reading)
    for letter, table in (("A", "table 9 and figure 2(b)"), ("A", "table 7"), ("B", "table 3")):
        assert rows_by_table(both, letter)[table] == rows_by_table(own, letter)[table]
        figures = {
            cell
            for row in rows_by_table(alone, letter)[table]
            for head, cell in row.items()
            if head.startswith(("Test", "DivLogicEval", "s-")) and not head.endswith("(paper)")
        }
        assert figures == {NOT_RECORDED}
        (extra_table,) = (each for each in paper_report(both, letter).tables if each.name == table)
        (note,) = (note for note in extra_table.notes if note.startswith("of the record: choices"))
        assert "DivLogicEval (generated) (42)" in note
        assert "RACE" not in note
    # Unless they are said to stand in, and then the note names them.
    tables = {each.name: each for each in paper_report(alone, "A", stand_ins=["RACE"]).tables}
    table_7 = tables["table 7"]
    row = row_of(
        table_7.by_name(), model="GPT-4 (gpt-4-1106-preview)", settings="0-shot", metric="ACC"
    )
    golds = [int(item.id.split("/")[1]) for item in reading]
    assert row["DivLogicEval"] == pytest.approx(
        fmean(CHOICES[n].leaves[0].gold == ChoiceAnswer(option=0) for n in golds)
    )
    assert any("RACE (8)" in note for note in table_7.notes)
    with pytest.raises(InputError, match="RACE"):
        paper_report(alone, "A", stand_ins=["LSAT"])


def test_failed_calls_are_not_answers(drawn_answers: tuple[list[ModelAnswer], Chosen]) -> None:
    answers, _chosen = drawn_answers
    db = Database.open(":memory:")
    failed = [replace(model_answer, status="failed", answer=None) for model_answer in answers]
    responses.add(db, failed, CHOICES)
    rows = rows_by_table(db, "A")["table 9 and figure 2(b)"]
    assert {row["Test"] for row in rows} == {NOT_RECORDED}


LABELS = ("true", "false", "unknown")
Truths = list[tuple[Item, str | None]]


def truth(id_: str, gold: str, benchmark: str, text: str, **attributes: Any) -> Item:
    filler = {"filler": attributes.pop("filler")} if "filler" in attributes else {}
    return Item(
        id=id_,
        text=text,
        questions=(
            Question(id="1", kind="truth", gold=TruthAnswer.model_validate({"value": gold})),
        ),
        attributes=attributes,
        provenance=Provenance(benchmark=benchmark, parameters=filler),
    )


def add_random_answers(
    db: Database, items: list[Item], model: str, draw: random.Random, share: float
) -> Truths:
    """Stored answers, and the answer to each item; some could not be read."""
    truths: Truths = []
    rows: list[ModelAnswer] = []
    for place, item in enumerate(items):
        gold = item.leaves[0].gold
        assert isinstance(gold, TruthAnswer)
        word: str | None = gold.value if draw.random() < share else draw.choice((*LABELS, None))
        value = None if word is None else TruthAnswer.model_validate({"value": word})
        row = answer(item, model, "qmfol", 1, 0, value)
        call = Call(utc=NOON, seconds=1.0 + place, prompt_tokens=100, completion_tokens=place)
        row = replace(row, status="unreadable" if word is None else "answered", call=call)
        rows.append(row)
        truths.append((item, word))
    responses.add(db, rows, items)
    return truths


def gold_of(item: Item) -> str:
    gold = item.leaves[0].gold
    assert isinstance(gold, TruthAnswer)
    return gold.value


def f1(truth_rows: Truths, label: str) -> float | None:
    tp = sum(gold_of(item) == label == word for item, word in truth_rows)
    wrong = sum((gold_of(item) == label) != (word == label) for item, word in truth_rows)
    return 2 * tp / (2 * tp + wrong) if tp or wrong else None


def average_f1(truth_rows: Truths) -> float:
    golds = {gold_of(item) for item, _ in truth_rows}
    return fmean(f1(truth_rows, label) or 0.0 for label in golds)


def share_right(truth_rows: Truths) -> float:
    return fmean(gold_of(item) == word for item, word in truth_rows)


def truths_with(truth_rows: Truths, **attributes: Any) -> Truths:
    return [
        (item, word)
        for item, word in truth_rows
        if all(item.attributes[name] == value for name, value in attributes.items())
    ]


def test_contexthub_by_level_kind_domain_template_and_length() -> None:
    draw = random.Random(5)
    items = [
        truth(
            f"{kind}/{level}/{template}/{domain}/{n}",
            LABELS[template % 3],
            "ContextHub",
            " ".join(["word"] * draw.randrange(3, 60)),
            kind=kind,
            level=level,
            template=template,
            domain=domain,
            abstract=domain == "abstract",
        )
        for kind in ("deductive", "abductive")
        for level in (1, 2)
        for template in range(6)
        for domain in ("abstract", "math", "people")
        for n in range(2)
    ]
    db = Database.open(":memory:")
    truths = add_random_answers(db, items, "m", draw, 0.6)
    tables = rows_by_table(db, "C")
    for kind in ("deductive", "abductive"):
        for level in (1, 2):
            truths_of_level = truths_with(truths, kind=kind, level=level)
            row = row_of(tables["label F1 (equation 4)"], kind=kind, level=str(level))
            assert [row["F1 True"], row["F1 False"], row["F1 N/A"]] == pytest.approx(
                [f1(truths_of_level, label) for label in LABELS]
            )
            assert row["average F1"] == pytest.approx(average_f1(truths_of_level))
            abstract = average_f1(truths_with(truths_of_level, domain="abstract"))
            contextual = average_f1(
                [pair for pair in truths_of_level if not pair[0].attributes["abstract"]]
            )
            row = row_of(tables["figure 3"], kind=kind, level=str(level))
            assert row["abstract minus contextual"] == pytest.approx(abstract - contextual)
            row = row_of(tables["figure 2"], kind=kind, level=str(level))
            assert row["math"] == pytest.approx(
                average_f1(truths_with(truths_of_level, domain="math"))
            )
            assert row["contextual"] == pytest.approx(contextual)
            by_length = sorted(
                truths_of_level, key=lambda pair: (len(pair[0].text.split()), pair[0].content_hash)
            )
            row = row_of(tables["figures 8 and 9"], kind=kind, level=str(level))
            assert row["all"] == pytest.approx(average_f1(truths_of_level))
            # The shortest 24 / 5 items, with all that are as long as the last of them.
            longest = len(by_length[round(len(by_length) / 5) - 1][0].text.split())
            short = [pair for pair in by_length if len(pair[0].text.split()) <= longest]
            assert row["shortest 20 %"] == pytest.approx(average_f1(short))
        of_kind = truths_with(truths, kind=kind)
        row = row_of(tables["figures 4 and 5, p of chi-square"], kind=kind, domain="math")
        pairs = [
            [sum(gold_of(item) == word for item, word in each), len(each)]
            for each in (truths_with(of_kind, domain="math"), truths_with(of_kind, domain="people"))
        ]
        cells = [[good, n - good] for good, n in pairs]
        from scipy.stats import chi2_contingency

        assert row["people"] == pytest.approx(chi2_contingency(cells, correction=False).pvalue)
        # Every way of exchanging math and people in the twelve templates, one by one.
        differences = [
            share_right(truths_with(of_kind, domain="math", level=level, template=template))
            - share_right(truths_with(of_kind, domain="people", level=level, template=template))
            for level in (1, 2)
            for template in range(6)
        ]
        sums = [
            abs(sum(sign * difference for sign, difference in zip(signs, differences, strict=True)))
            for signs in product((1, -1), repeat=12)
        ]
        alone = fmean(value >= abs(sum(differences)) - 1e-9 for value in sums)
        row = row_of(tables["figures 4 and 5, p paired by template"], kind=kind, domain="math")
        assert alone <= row["people"] <= min(1.0, 3 * alone) + 1e-12


def test_qmfol_labels_blocks_distractors_and_filler() -> None:
    draw = random.Random(7)
    items = [
        truth(
            f"{topic}_d{depth}_w{width}_{label}_distract{distractors}",
            label,
            "QMFOL",
            f"{topic} {depth} {width} {label} {distractors} {filler}",
            topic=topic,
            depth=depth,
            width=width,
            distractors=distractors,
            filler=filler,
        )
        for topic in ("Food", "Animals", "University", "Mathematics")
        for depth in (5, 20)
        for width in (5, 10)
        for label in LABELS
        for distractors, filler in ((0, 0), (0, 600), (5, 0), (20, 0))
    ]
    db = Database.open(":memory:")
    every = add_random_answers(db, items, "GPT-5.4-High", draw, 0.7)
    unfilled = [pair for pair in every if not pair[0].provenance.parameters["filler"]]
    tables = rows_by_table(db, "D")
    name = "GPT-5.4-High"
    row = row_of(tables["table 2"], model=name)
    scores = [f1(unfilled, label) for label in LABELS]
    assert [row["True"], row["False"], row["Unknown"]] == pytest.approx(scores)
    assert row["Macro"] == pytest.approx(fmean(score or 0.0 for score in scores))
    assert row["Macro (paper)"] == pytest.approx(0.9740)
    row = row_of(tables["table 3"], model=name)
    for label, short in zip(LABELS, "TFU", strict=True):
        of_gold = [word for item, word in unfilled if gold_of(item) == label]
        for word, other in (*zip(LABELS, "TFU", strict=True), (None, "unreadable")):
            share = of_gold.count(word) / len(of_gold)
            assert row[f"{short} as {other}"] == pytest.approx(share)
    row = row_of(tables["figure 4, accuracy"], model=name, depth="D20")
    assert row["W10"] == pytest.approx(share_right(truths_with(unfilled, depth=20, width=10)))
    places = [
        n
        for n, item in enumerate(items)
        if (item, 20, 10) == (item, item.attributes["depth"], item.attributes["width"])
        and not item.provenance.parameters["filler"]
    ]
    assert row_of(tables["figure 4, seconds"], model=name, depth="D20")["W10"] == pytest.approx(
        1 + fmean(places)
    )
    assert row_of(tables["figure 4, tokens"], model=name, depth="D20")["W10"] == pytest.approx(
        100 + fmean(places)
    )
    row = row_of(tables["table 5"], model=name)
    for distractors in (0, 5, 20):
        accuracy = share_right(truths_with(unfilled, distractors=distractors))
        assert row[f"D{distractors}"] == pytest.approx(accuracy)
    row = row_of(tables["figure 5"], model=name, distractors="D20")
    good = {item.id: gold_of(item) == word for item, word in unfilled}
    pairs = [
        (good[id_], good[id_.replace("distract0", "distract20")])
        for id_ in good
        if id_.endswith("distract0")
    ]
    assert row["CW"] == pytest.approx(pairs.count((True, False)) / len(pairs))
    assert row["WC"] == pytest.approx(pairs.count((False, True)) / len(pairs))
    row = row_of(tables["filler ablation"], model=name)
    filled = [pair for pair in every if pair[0].provenance.parameters["filler"]]
    assert row["D0 and filler"] == pytest.approx(share_right(filled))
    row = row_of(tables["table 6"], model=name)
    columns = {"Food": "Food", "Animals": "Animal", "University": "Univ.", "Mathematics": "Math"}
    for topic, column in columns.items():
        assert row[column] == pytest.approx(share_right(truths_with(unfilled, topic=topic)))
    assert set(row) == {"model", "setting", *columns.values()}


def test_llmeval_logic_over_runs_and_by_counterfactual() -> None:
    draw = random.Random(3)
    subs = 5
    texts = ["多少种？", "假设甲改为红，多少种？", "几个？", "设反事实，几个？", "哪些？"]
    kinds: dict[str, list[Item]] = {"Base": [], "Hard": []}
    for n in range(12):
        for subset, parts in (("Base", 1), ("Hard", subs)):
            questions = tuple(
                Question(
                    id=str(part + 1),
                    text=texts[part],
                    kind="count_models",
                    gold=CountAnswer(count=part),
                )
                for part in range(parts)
            )
            kinds[subset].append(
                Item(
                    id=f"{subset} {n}",
                    text=f"{subset} {n}",
                    language="zh",
                    questions=questions,
                    provenance=Provenance(benchmark=f"LLMEval-Logic {subset}"),
                )
            )
    db = Database.open(":memory:")
    good: dict[tuple[str, int], list[list[bool]]] = {}
    rows: list[ModelAnswer] = []
    for run in (1, 2, 3):
        for subset, items in kinds.items():
            for item in items:
                rights = [draw.random() < 0.8 for _ in item.leaves]
                good.setdefault((subset, run), []).append(rights)
                for part, (leaf, is_right) in enumerate(zip(item.leaves, rights, strict=True)):
                    answer = CountAnswer(count=part if is_right else part + 1)
                    row = answer_to(item, leaf.id, "m", "thinking", run, answer)
                    rows.append(row)
    responses.add(db, rows, [*kinds["Base"], *kinds["Hard"]])
    tables = rows_by_table(db, "E")
    board = row_of(tables["table 1"], model="m")
    for head, sd, subset, score in (
        ("Base Item Acc", "Base sd", "Base", all),
        ("Hard Item Acc", "Hard sd", "Hard", all),
    ):
        accuracies = [fmean(score(entry) for entry in good[subset, run]) for run in (1, 2, 3)]
        assert board[head] == pytest.approx(fmean(accuracies))
        assert board[sd] == pytest.approx(stdev(accuracies))
    by_sub = [fmean(holds for item in good["Hard", run] for holds in item) for run in (1, 2, 3)]
    assert board["Hard Sub-Q Acc"] == pytest.approx(fmean(by_sub))
    assert board["Sub-Q sd"] == pytest.approx(stdev(by_sub))
    change = row_of(tables["table 6"], model="m", split="prefix")
    baseline, counterfactual = (
        fmean(fmean(item[n] for item in good["Hard", run] for n in places) for run in (1, 2, 3))
        for places in ((0, 2, 4), (1, 3))
    )
    assert change["baseline"] == pytest.approx(baseline)
    assert change["counterfactual"] == pytest.approx(counterfactual)
    assert change["Δ"] == pytest.approx(counterfactual - baseline)
    drop = row_of(tables["figure 7"], model="m")
    assert drop["Base minus Hard"] == pytest.approx(board["Base Item Acc"] - board["Hard Item Acc"])
    assert row_of(tables["figure 4"], subset="Hard", of="sub-questions")["number"] == 60
    assert row_of(tables["table 6"], model="Seed 2.0 Pro (thinking)")["Δ (paper)"] == -0.11


def answer_to(
    item: Item, part: str, model: str, setting: str, run: int, truth_rows: Any
) -> ModelAnswer:
    first = item.model_copy(update={"questions": item.questions[:1]})
    row = answer(first, model, setting, run, 0, truth_rows)
    return replace(row, item_hash=item.content_hash, question=part, part=part)


CONSENTED = """
id = "spoken"
title = "Spoken"
consent = "Yes?"

[[blocks]]
id = "one"
source = "one"
order = "fixed"
"""


@pytest.mark.slow
def test_judges_of_the_last_paper_agree_by_pairs_and_together() -> None:
    """Four judges of twenty answers of a model, with verdicts that could not be read, verdicts by
    a second prompt, and answers that one of them alone was shown; two of them judged people's
    answers, too."""
    draw = random.Random(5)
    items = [
        Item(
            id=f"hard {n}",
            text=f"Hard {n}.",
            language="zh",
            questions=(Question(id="1", kind="text", gold=TextAnswer(text="both")),),
            provenance=Provenance(benchmark="LLMEval-Logic Hard"),
        )
        for n in range(20)
    ]
    db = Database.open(":memory:")
    recorded_answers = [
        answer(item, "m", "thinking", 1, 0, TextAnswer(text=f"said {n}"))
        for n, item in enumerate(items)
    ]
    responses.add(db, recorded_answers, items)
    verdicts_by_judge: dict[str, dict[int, bool]] = {name: {} for name in ("a", "b", "c", "d")}
    rows: list[Judgement] = []
    for n, model_answer in enumerate(recorded_answers):
        good = draw.random() < 0.6
        for name in verdicts_by_judge:
            if draw.random() < 0.15 and name != "a":
                continue
            verdict = good if draw.random() < 0.8 else not good
            unreadable = draw.random() < 0.1
            for prompt, match in (("p", None if unreadable else verdict), ("q", not verdict)):
                rows.append(Judgement(model_answer.id, name, "model", match, "", NOON, prompt))
            verdicts_by_judge[name][n] = not verdict if unreadable else verdict
    judgements.add(db, rows)
    of_people = {"a": (True, False, True), "b": (True, True, False)}
    pools = {"one": tuple(items[:3])}
    for code in ("ann", "ben"):
        runner = Runner.open(
            db, sample(CONSENTED), code, clock=ManualClock(), pools=lambda: pools, proofs={}
        )
        runner.consent(True)
        runner.proceed()
        runner.proceed()
        for item in items[:3]:
            runner.change("1", TextAnswer(text=f"people say {item.id}"))
            runner.confirm()
        runner.close()
    with db.atomic() as connection:
        grades.insert(
            connection,
            [
                Grade(
                    answer_key(item.content_hash, "1", TextAnswer(text=f"people say {item.id}")),
                    item.content_hash,
                    "1",
                    judge,
                    "model",
                    match,
                    "",
                    NOON,
                )
                for judge, matches in of_people.items()
                for item, match in zip(items[:3], matches, strict=True)
            ],
        )

    table = rows_by_table(db, "E")["table 5"]
    for judge, other in combinations(verdicts_by_judge, 2):
        row = row_of(table, side="answers", judges=f"{judge} and {other}")
        both = [
            (verdicts_by_judge[judge][n], verdicts_by_judge[other][n])
            for n in verdicts_by_judge[judge]
            if n in verdicts_by_judge[other]
        ]
        same, kappa = kappa_of(both)
        assert row["agreement"] == pytest.approx(same)
        assert row["Cohen's kappa"] == pytest.approx(kappa)
    by_all = [n for n in range(20) if all(n in verdicts for verdicts in verdicts_by_judge.values())]
    assert 0 < len(by_all) < 20
    together = row_of(table, side="answers", judges="all judges")
    assert together["Cohen's kappa"] is None, "of two judges; nothing is missing from the record"
    assert together["agreement (paper)"] == 0.932, "with the digits of the paper"
    agreed = sum(len({verdicts[n] for verdicts in verdicts_by_judge.values()}) == 1 for n in by_all)
    assert together["agreement"] == pytest.approx(agreed / len(by_all))
    assert together["agreement (paper)"] == pytest.approx(0.932)
    # Each answer that several people gave counts once.
    row = row_of(table, side="answers of people", judges="a and b")
    same, kappa = kappa_of(list(zip(*of_people.values(), strict=True)))
    assert (row["agreement"], row["Cohen's kappa"]) == (pytest.approx(same), pytest.approx(kappa))
    assert row_of(table, side="rubric", judges="all judges")["agreement"] == NOT_RECORDED


def kappa_of(both: list[tuple[bool, bool]]) -> tuple[float, float]:
    """The share of equal verdicts, and Cohen's kappa, of pairs of verdicts, by hand."""
    same = sum(left == right for left, right in both) / len(both)
    left_yes, right_yes = (sum(yes) / len(both) for yes in zip(*both, strict=True))
    by_chance = left_yes * right_yes + (1 - left_yes) * (1 - right_yes)
    return same, (same - by_chance) / (1 - by_chance)


def test_people_are_counted_individually_in_words_and_in_symbols() -> None:
    """Ann answers six worded items and gets four, Bo two and gets none; both one symbolic one."""
    items = {entry.content_hash: entry for entry in CHOICES}
    leaves = asked_of(items)
    sheet = AnswerSheet()

    def put_answer(respondent: str, item: Item, is_right: bool) -> None:
        gold = item.leaves[0].gold
        assert isinstance(gold, ChoiceAnswer)
        assert gold.option is not None
        option = gold.option if is_right else (gold.option + 1) % 4
        part = leaves[item.content_hash, "1"]
        sheet.put(part, 2, "answered", ChoiceAnswer(option=option), respondent=respondent)

    worded = [entry for entry in CHOICES if entry.id.endswith("words")]
    (symbolic, *_rest) = [entry for entry in CHOICES if entry.id.endswith("symbols")]
    for n, item in enumerate((*worded[:3], *worded[7:10])):  # three 3e1c, three 3c1e
        put_answer("ann", item, n not in (0, 5))
    for item in worded[:2]:
        put_answer("bo", item, False)
    put_answer("ann", symbolic, True)
    put_answer("bo", symbolic, False)
    people = Respondent("people (2)", "people", "S", None, sheet, items, leaves)
    data = ComparingData(Database.open(":memory:"), [people], [people], (), Solving(0), True)
    for letter, table, metric in (("A", "human study", None), ("B", "table 3", "Accuracy")):
        named_rows = dict(PAPERS[letter].tables(PaperRecord(data, printed(letter))))
        names = [column.name for column in named_rows[table].columns]
        rows = [dict(zip(names, row, strict=True)) for row in named_rows[table].rows]
        if metric is None:
            document = row_of(rows, who="Human", form="natural language")
            assert document["average accuracy"] == pytest.approx((4 / 6 + 0) / 2)
            low, high = (document[f"average accuracy {end}"] for end in ("low", "high"))
            assert 0 <= low < document["average accuracy"] < high <= 1
            assert (document["people"], document["answers"]) == (2, 8)
            assert document["average accuracy (paper)"] == pytest.approx(0.867)
            continue
        document = row_of(rows, model="Human", settings="natural language")
        assert document["Test"] == pytest.approx((4 / 6 + 0) / 2)
        assert document["Test-3e1c"] == pytest.approx((2 / 3 + 0) / 2)
        assert document["Test-3c1e"] == pytest.approx(2 / 3)
        assert document["Test-missing"] == NOT_RECORDED
        assert document["Test-3e1c (paper)"] == pytest.approx(0.462)
        symbols = row_of(rows, model="Human", settings="symbolic")
        assert symbols["Test"] == pytest.approx(0.5)
