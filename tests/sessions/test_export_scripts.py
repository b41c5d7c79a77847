"""The scripts of an export run on its files as they are."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer, TextAnswer
from sessions.export.tidy_files import SCRIPTS, export
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.record.clock import ManualClock
from sessions.report.accuracy_report import build_report
from sessions.storage.database import Database
from tests.sessions.helpers import PLAIN, begin
from tests.sessions.planted import DIFFERENCES, planted_record
from tests.sessions.test_comparing_tables import NOON, answer_row, choice, whole_item
from tests.sessions.test_exclusions_report import filled


def run(folder: Path) -> str:
    script = shutil.which("Rscript")
    if script is None:
        pytest.skip("needs R")
    process = subprocess.run(
        [script, "analysis.R"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def rows(output: str, kind: str) -> list[list[float]]:
    """Respondents, items, answers and accuracy, row by row of a kind."""
    table_rows = (
        re.fullmatch(rf"\s*{kind} .* (\d+) +(\d+) +(\d+) +([\d.]+) +\S+", line)
        for line in output.splitlines()
    )
    return [[float(cell) for cell in match.groups()] for match in table_rows if match]


def test_the_r_script_finds_the_share_of_right_answers(tmp_path: Path) -> None:
    with Database.open(tmp_path / "r.db") as db:
        items = [choice(n) for n in range(12)]
        answers = [
            answer_row(item, ChoiceAnswer(option=(n + (n % run > 0)) % 4), run=run)
            for n, item in enumerate(items)
            for run in (1, 2, 3)
        ]
        responses.add(db, answers, items)
        for person in range(3):
            runner = begin(db, PLAIN, ManualClock(), code=f"P{person}")
            while (current := runner.current) is not None:
                leaf = current.question.leaves[0]
                runner.change(leaf.id, leaf.gold)
                runner.set_confidence(3)
                runner.confirm()
                if runner.state.phase != "question" and not runner.state.ended:
                    runner.proceed()
            runner.close()
        export(db, tmp_path / "out")
    output = run(tmp_path / "out")
    rights = sum(n % run == 0 for n in range(12) for run in (1, 2, 3))
    (row,) = rows(output, "model")
    assert row[:3] == [1, 12, 36]
    assert row[3] == pytest.approx(rights / 36, abs=1e-4)
    assert [row[0] for row in rows(output, "person")] == [3]


@pytest.mark.torture
def test_the_r_script_excludes_what_the_report_excludes(tmp_path: Path) -> None:
    """Ann and Bo give four answers each, six of them right; Cy and Di are left out by rules."""
    with Database.open(tmp_path / "r.db") as db:
        filled(db)
        export(db, tmp_path / "out")
        (table,) = [each for each in build_report(db).tables if each.name == "accuracy by block"]
    output = run(tmp_path / "out")
    assert "Left out by the study's rules: 2 sessions" in output
    (row,) = rows(output, "person")
    whole = table.by_name()[-1]
    assert (row[0], row[2]) == (2, whole["answers"]) == (2, 8)
    assert row[3] == pytest.approx(whole["accuracy"], abs=1e-4) == 0.75


@pytest.mark.slow
def test_majorities_are_separate_from_their_samples(tmp_path: Path) -> None:
    """Five samples of ten items, 25 of 50 right, and eight of ten majorities. A setting of that
    name without its samples is one like any other."""
    with Database.open(tmp_path / "r.db") as db:
        items = [choice(n) for n in range(10)]
        rights = (3, 3, 3, 3, 3, 3, 3, 3, 1, 0)
        assert sum(rights) == 25
        answers = [
            replace(
                answer_row(item, ChoiceAnswer(option=(n + (run > rights[n])) % 4), run=run),
                setting="few",
            )
            for n, item in enumerate(items)
            for run in range(1, 6)
        ]
        for name, model in (("few majority-of-5", "m"), ("few majority-of-3", "other")):
            answers += [
                replace(
                    answer_row(item, ChoiceAnswer(option=(n + (rights[n] < 3)) % 4)),
                    setting=name,
                    model=model,
                )
                for n, item in enumerate(items)
            ]
        responses.add(db, answers, items)
        export(db, tmp_path / "out")
    output = run(tmp_path / "out")
    assert "Apart, as majorities of samples: 10 answers of which 8 are right" in output
    samples, other = rows(output, "model")
    assert (samples[:3], other[:3]) == ([1, 10, 50], [1, 10, 10])
    assert samples[3] == pytest.approx(25 / 50, abs=1e-4)
    assert other[3] == pytest.approx(8 / 10, abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("difference", DIFFERENCES)
def test_the_scripts_average_nothing_that_the_report_separates(
    tmp_path: Path, difference: str
) -> None:
    """Right on the ones, wrong on their twins: in the script's words, 0 or 1, unless pooled."""
    with planted_record(difference) as db:
        export(db, tmp_path)
    output = run(tmp_path)
    for kind, number in (("model", 4), ("person", 2)):
        assert [row[3] for row in rows(output, kind)] == [1.0, 1.0, 0.0, 0.0][:: 4 // number]
    script = tmp_path / "analysis.R"
    text = script.read_text(encoding="utf-8")
    assert "pool <- FALSE" in text
    script.write_text(text.replace("pool <- FALSE", "pool <- TRUE"), encoding="utf-8")
    output = run(tmp_path)
    assert [row[3] for kind in ("model", "person") for row in rows(output, kind)] == [0.5, 0.5]


def test_an_empty_export_says_so(tmp_path: Path) -> None:
    with Database.open(tmp_path / "r.db") as db:
        export(db, tmp_path / "out")
    assert all((tmp_path / "out" / name).exists() for name in SCRIPTS)
    page = (tmp_path / "out" / "analysis.qmd").read_text(encoding="utf-8")
    assert 'source("analysis.R")' in page
    assert "no answers" in run(tmp_path / "out")


def test_unsettled_answers_are_neither_right_nor_wrong(tmp_path: Path) -> None:
    """Of eight answers four match, one is judged wrong, and three are settled by nobody: between
    4/8 and 7/8, where settled ones alone would say 4/5."""
    with Database.open(tmp_path / "r.db") as db:
        items = [whole_item(n) for n in range(4)]
        recorded_answers = [
            answer_row(item, answer, part=part)
            for item in items
            for part, answer in enumerate((item.leaves[0].gold, TextAnswer(text="someone")))
            if answer is not None
        ]
        responses.add(db, recorded_answers, items)
        wrong = next(each for each in recorded_answers if each.part == "b")
        judgements.add(db, [Judgement(wrong.id, "j", "model", False, "", NOON)])
        export(db, tmp_path / "out")
    output = run(tmp_path / "out")
    (line,) = (line for line in output.splitlines() if line.strip().startswith("model "))
    assert line.split()[-5:] == ["NA", "NA", "3", "0.5", "0.875"]
    assert "lies between lowest" in output
