"""The report of all tables over a million model answers.

Target: 5 s at most. Choices with their mutants, truth values of generated tasks and of domains and
levels, and items of several questions, by twenty models in five runs each.
"""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.import_answers import OPTIONS, UTC, made_items
from benchmarks.timing import table, timed, verdict
from items.answers import Answer, ChoiceAnswer, CountAnswer, TruthAnswer
from items.models import Item, Provenance, Question
from sessions.database import Database
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.report.build import build_report

SECONDS = 5.0
CHOICES, TASKS, STORIES, WHOLE, PARTS = 2000, 800, 700, 100, 5
LABELS = ("true", "false", "unknown")


def _truth(id_: str, benchmark: str, gold: int, **attributes: str | int | float | bool) -> Item:
    return Item(
        id=id_,
        text=f"The text of {id_}.",
        questions=(
            Question(
                id="1",
                kind="truth",
                gold=TruthAnswer.model_validate({"value": LABELS[gold % len(LABELS)]}),
            ),
        ),
        attributes=attributes,
        provenance=Provenance(benchmark=benchmark),
    )


def every_item() -> list[Item]:
    """Items for every table."""
    tasks = [
        _truth(
            f"t_d{n % 5}_w{n % 4}_{n // 5}_distract{n % 5}",
            "QMFOL",
            n,
            topic=f"topic {n % 6}",
            depth=n % 5,
            width=n % 4,
            distractors=n % 5,
        )
        for n in range(TASKS)
    ]
    stories = [
        _truth(f"story {n}", "ContextHub", n, domain=f"domain {n % 12}", level=n % 4)
        for n in range(STORIES)
    ]
    whole = [
        Item(
            id=f"whole {n}",
            text=f"The text of whole {n}.",
            questions=tuple(
                Question(
                    id=str(k),
                    kind="count_models",
                    condition="it rains" if k % 2 else None,
                    gold=CountAnswer(count=k),
                )
                for k in range(PARTS)
            ),
            provenance=Provenance(benchmark="LLMEval-Logic Hard"),
        )
        for n in range(WHOLE)
    ]
    return [*made_items(CHOICES), *tasks, *stories, *whole]


def answers(items: list[Item], models: int, runs: int) -> Iterator[ModelAnswer]:
    """Answers to all of them by so many models and runs."""
    rng = random.Random(3)
    call = Call(utc=UTC, prompt_hash="p", raw="Answer: B", seconds=1.0)
    given: dict[str, list[Answer]] = {
        "choice": [ChoiceAnswer(option=option) for option in (0, 1, 2, 3, None)],
        "truth": [TruthAnswer.model_validate({"value": label}) for label in LABELS],
        "count_models": [CountAnswer(count=count) for count in range(PARTS)],
    }
    for model in range(models):
        for run in range(1, runs + 1):
            for item in items:
                for leaf in item.leaves:
                    for mutant in range(OPTIONS if leaf.kind == "choice" else 1):
                        yield ModelAnswer(
                            model=f"model-{model}",
                            setting="0-shot",
                            run=run,
                            item_hash=item.content_hash,
                            item_id=item.id,
                            question=leaf.id,
                            part=leaf.id,
                            mutant=mutant,
                            status="answered",
                            answer=rng.choice(given[str(leaf.kind)]),
                            call=call,
                        )


def main(quick: bool = False) -> None:
    """Time the report; with `quick` over a tenth of the answers."""
    models = 2 if quick else 20
    share = 10 if quick else 1
    items = every_item()
    with (
        tempfile.TemporaryDirectory() as folder,
        Database.open(Path(folder) / "report.db") as db,
    ):
        stored = responses.add(db, answers(items, models, 5), items).added
        seconds, report = timed(lambda: build_report(db))
    told = f"{len(report.tables)} tables over {stored:,} answers"
    target = SECONDS / share
    row = [told, f"{seconds:.2f} s", f"{target:.1f} s", verdict(target, seconds)]
    print(table(["report", "took", "target", ""], [row]))


if __name__ == "__main__":
    main()
