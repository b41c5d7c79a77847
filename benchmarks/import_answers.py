"""Importing recorded answers, and computing scores from a million of them.

Targets: 100,000 answers imported in 10 s; for a million stored ones the scores, their intervals and
the scores by question type in well under the 5 s that a report of all tables may take.
"""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import Scale, table, timed, verdict
from items.answers import ChoiceAnswer
from items.models import Item, Option, Question
from sessions.models import responses
from sessions.models.answer_sheets import ModelSheets, model_sheets
from sessions.models.imports import import_answers
from sessions.models.responses import Call, ModelAnswer
from sessions.storage.database import Database
from study.metrics.metric import CHOICES
from study.metrics.registry import metrics

UTC = "2025-01-01T00:00:00Z"
IMPORT_SECONDS = 10.0
SCORE_SECONDS = 5.0
TYPES = ("3c1e", "3e1c", "missing")
OPTIONS = 4


def made_items(number: int) -> list[Item]:
    """Items with four options that differ only in their texts and gold answers."""
    return [
        Item(
            id=f"item-{n}",
            text=f"The ferry of day {n} is late. If it is late, the harp of day {n} is silent.",
            questions=(
                Question(
                    id="1",
                    kind="choice",
                    options=tuple(
                        Option(text=f"Conclusion {k} of day {n}.") for k in range(OPTIONS)
                    ),
                    gold=ChoiceAnswer(option=n % OPTIONS),
                ),
            ),
            attributes={"question_type": TYPES[n % len(TYPES)]},
        )
        for n in range(number)
    ]


def written(path: Path, items: list[Item], runs: int) -> int:
    """Write a CSV of answers to every mutant of every item in `runs` runs; returns their number."""
    rng = random.Random(1)
    with path.open("w", encoding="utf-8") as file:
        file.write("item,mutant,answer,response,run,seconds,input_tokens,output_tokens\n")
        for run in range(1, runs + 1):
            for item in items:
                for mutant in range(OPTIONS):
                    answer = rng.choice("ABCDN")
                    words = f"Step by step: {item.text} So the answer is clear. Answer: {answer}"
                    file.write(f'{item.id},{mutant},{answer},"{words}",{run},1.5,300,40\n')
    return runs * len(items) * OPTIONS


def stored(db: Database, items: list[Item], models: int, runs: int) -> int:
    """Store answers of a number of models and runs in a database; returns their number."""
    rng = random.Random(2)
    options = [ChoiceAnswer(option=option) for option in (0, 1, 2, 3, None)]
    call = Call(utc=UTC, prompt_hash="p", raw="Answer: B", seconds=1.0)

    def rows() -> Iterator[ModelAnswer]:
        for model in range(models):
            for run in range(1, runs + 1):
                for item in items:
                    for mutant in range(OPTIONS):
                        yield ModelAnswer(
                            model=f"model-{model}",
                            setting="0-shot",
                            run=run,
                            item_hash=item.content_hash,
                            item_id=item.id,
                            question="1",
                            part="1",
                            mutant=mutant,
                            status="answered",
                            answer=options[rng.randrange(5)],
                            call=call,
                        )

    return responses.add(db, rows(), items).added


def scored(sheets: ModelSheets) -> int:
    """Compute ACC, CIR and PC with intervals for every run, in total and by question type; returns
    the number of rows."""
    types = {key: str(item.attributes["question_type"]) for key, item in sheets.items.items()}
    rows = 0
    for sheet in sheets.sheets.values():
        whole = sheet.circular()
        for scores in (whole, *whole.by_kind(types).values()):
            estimates = [metric.estimate(scores) for metric in metrics(CHOICES)]
            rows += None not in estimates
    return rows


def main(scale: Scale = Scale.FULL) -> None:
    """Time imports and scores; at smaller scales over fewer answers. Raises SystemExit if not all
    answers were imported."""
    share = scale.pick(1, 10, 10)
    number = scale.pick(2500, 2500, 50)
    lines: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.csv"
        items = made_items(number)
        answers = written(path, items, 10 // share)
        with Database.open(Path(folder) / "import.db") as db:
            seconds, import_summary = timed(
                lambda: import_answers(db, path, "csv", utc=UTC, items=items, model="m")
            )
        if import_summary.imported != answers:
            raise SystemExit(f"{import_summary.imported} of {answers} answers were imported")
        lines.append(
            [
                f"import of {answers:,} answers",
                f"{seconds:.2f} s",
                f"{IMPORT_SECONDS / share:.0f} s",
                verdict(IMPORT_SECONDS / share, seconds),
            ]
        )
        with Database.open(Path(folder) / "scores.db") as db:
            seconds, answers = timed(
                lambda: stored(db, items, 20 // min(share, 5), 5 // min(share, 5))
            )
            lines.append([f"storing {answers:,} answers", f"{seconds:.2f} s", "", ""])
            reading, sheets = timed(lambda: model_sheets(db))
            scoring, rows = timed(lambda: scored(sheets))
            lines.append([f"reading {answers:,} answers", f"{reading:.2f} s", "", ""])
            lines.append([f"{rows} rows of scores and intervals", f"{scoring:.2f} s", "", ""])
            total = reading + scoring
            lines.append(
                [
                    "both together",
                    f"{total:.2f} s",
                    f"{SCORE_SECONDS:.0f} s",
                    verdict(SCORE_SECONDS, total),
                ]
            )
    print(table(["recorded answers", "took", "target", ""], lines))
