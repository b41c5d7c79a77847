"""Wrong answers by type (paper E, appendix G), counted again here by plain code."""

import random
from collections import Counter
from typing import Any

import pytest

from items.answers import (
    Answer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    UniqueAnswer,
    VerdictAnswer,
)
from items.models import Item, Provenance, Question
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer
from sessions.report.papers import error_types
from sessions.report.papers.registry import paper_report
from sessions.storage.database import Database

NOON = "2025-01-01T12:00:00Z"
ONE, TWO, THREE = frozenset("A"), frozenset("AB"), frozenset[str]()


def models(*worlds: frozenset[str]) -> ModelsAnswer:
    return ModelsAnswer(models=frozenset(worlds))


def text(words: str) -> TextAnswer:
    return TextAnswer(text=words)


@pytest.mark.parametrize(
    ("gold", "answer", "expected"),
    [
        (
            VerdictAnswer(word="unnecessary"),
            VerdictAnswer(word="necessary"),
            error_types.SOME_AS_ALL,
        ),
        (
            VerdictAnswer(word="necessary"),
            VerdictAnswer(word="unnecessary"),
            error_types.ALL_AS_SOME,
        ),
        (VerdictAnswer(word="possible"), VerdictAnswer(word="impossible"), error_types.DENIED),
        (VerdictAnswer(word="impossible"), VerdictAnswer(word="possible"), error_types.INVENTED),
        (VerdictAnswer(word="possible"), None, error_types.NO_READABLE_ANSWER),
        (models(ONE, TWO), models(ONE), error_types.MEMBERS_MISSING),
        (models(ONE), models(ONE, TWO), error_types.WRONG_MEMBERS),
        (models(ONE, TWO), models(ONE, THREE), error_types.EXCHANGED),
        (models(ONE), CountAnswer(count=1), error_types.OTHER_TYPE),
        (SetAnswer(members=TWO), SetAnswer(members=THREE), error_types.MEMBERS_MISSING),
        (CountAnswer(count=4), CountAnswer(count=3), error_types.TOO_LOW),
        (CountAnswer(count=4), CountAnswer(count=5), error_types.TOO_HIGH),
        (UniqueAnswer(verdict="not_unique"), UniqueAnswer(verdict="none"), error_types.UNIQUE),
        (
            UniqueAnswer(verdict="unique", solution=ONE),
            UniqueAnswer(verdict="unique", solution=TWO),
            error_types.SOLUTION,
        ),
        (text("4种"), text("三种"), error_types.TOO_LOW),
        (text("否"), text("是的"), error_types.OPPOSITE),
        (text("{①, ③}"), text("{①}"), error_types.MEMBERS_MISSING),
        (text("空集"), text("{①}"), error_types.WRONG_MEMBERS),
        (text("{①}"), text("空集"), error_types.MEMBERS_MISSING),
        (text("甲和乙"), text("只有丙"), error_types.OTHER_TYPE),
        (text("4"), text("  "), error_types.NO_READABLE_ANSWER),
    ],
)
def test_a_wrong_answer_has_its_error_type(
    gold: Answer, answer: Answer | None, expected: str
) -> None:
    assert error_types.error_type(answer, gold) == expected


def items() -> list[Item]:
    """Base items that count, Hard items of which every second question is counterfactual and every
    third one free, and an item of another benchmark."""
    items_made: list[Item] = []
    for n in range(8):
        for subset, parts in (("LLMEval-Logic Base", 1), ("LLMEval-Logic Hard", 6), ("other", 1)):
            questions: list[Question] = []
            for part in range(parts):
                free = subset.endswith("Hard") and part % 3 == 2
                kind: dict[str, Any] = (
                    {"kind": "text", "gold": text("甲和乙")}
                    if free
                    else {"kind": "count_models", "gold": CountAnswer(count=5)}
                )
                ask = "假设删除规则一，有几种？" if part % 2 else "基线下有几种？"
                questions.append(Question(id=str(part + 1), text=ask, **kind))
            items_made.append(
                Item(
                    id=f"{subset} {n}",
                    text=f"{subset} {n}",
                    language="zh",
                    questions=tuple(questions),
                    provenance=Provenance(benchmark=subset),
                )
            )
    return items_made


def test_the_table_counts_every_wrong_answer_once() -> None:
    draw = random.Random(6)
    items_made = items()
    rows: list[ModelAnswer] = []
    replies: dict[tuple[str, str, str, int], Any] = {}
    for run, prompt, item in [(r, p, i) for r in (1, 2) for p in "ab" for i in items_made]:
        for leaf in item.leaves:
            if prompt == "b" and draw.random() < 0.7:
                continue  # some are asked again; the last answer counts
            way = draw.choice(("right", "low", "high", "unreadable", "failed"))
            answer: Answer | None = None
            if way in ("right", "low", "high"):
                number = 5 + {"right": 0, "low": -1, "high": 2}[way]
                answer = text(f"说法{way}") if leaf.free else CountAnswer(count=number)
            rows.append(
                ModelAnswer(
                    model="m",
                    setting="s",
                    run=run,
                    item_hash=item.content_hash,
                    item_id=item.id,
                    question=leaf.id,
                    part=leaf.id,
                    mutant=0,
                    status="answered" if answer else "failed" if way == "failed" else "unreadable",
                    answer=answer,
                    call=Call(utc=NOON, prompt_hash=prompt),
                )
            )
            if way != "failed":
                replies[item.id, leaf.id, leaf.text, run] = "free" if leaf.free and answer else way
    db = Database.open(":memory:")
    responses.add(db, rows, items_made)
    free = [row for row in responses.read(db) if isinstance(row.answer, TextAnswer)]
    # Of the free answers every second is judged wrong, the others are left unsettled.
    judged = [row for row in free if int(row.target.part) == 3]
    judgements.add(db, [Judgement(row.id, "j", "model", False, "r", NOON) for row in judged])
    expected: Counter[tuple[str, str]] = Counter()
    edited: Counter[tuple[str, str]] = Counter()
    types = {
        "low": error_types.TOO_LOW,
        "high": error_types.TOO_HIGH,
        "unreadable": error_types.NO_READABLE_ANSWER,
    }
    for (item_id, part, option, _run), way in replies.items():
        subset = item_id.split()[1] if item_id.startswith("LLMEval") else ""
        if way == "free":
            way = "other" if part == "3" else "right"
        if subset and way != "right":
            key = subset, types.get(way, error_types.OTHER_TYPE)
            expected[key] += 1
            edited[key] += "删除" in option
    (table,) = [each for each in paper_report(db, "E").tables if each.name == "error types"]
    rows_by_error = {(row["subset"], row["error"]): row for row in table.by_name()}
    assert {key: row["wrong answers"] for key, row in rows_by_error.items()} == expected
    assert {key: row["counterfactual"] for key, row in rows_by_error.items()} == {
        key: edited[key] for key in expected
    }
    assert table.n == expected.total()
    # Some of the unsettled answers may be wrong, so that nothing is a share of the wrong ones.
    open_ = Counter(
        item_id.split()[1]
        for (item_id, part, _, _), way in replies.items()
        if way == "free" and part != "3" and item_id.startswith("LLMEval")
    )
    assert open_
    for (subset, _), row in rows_by_error.items():
        assert row["unsettled"] == open_[subset]
        assert (row["share of wrong answers"] is None) == (open_[subset] > 0)
        settled = sum(n for (of, _), n in expected.items() if of == subset)
        ends = [row[f"share of wrong answers {end}"] for end in ("at least", "at most")]
        if open_[subset]:
            # None of the open ones is such an error, or all are.
            every = settled + open_[subset]
            wrong = row["wrong answers"]
            assert ends == [wrong / every, (wrong + open_[subset]) / every]
        else:
            # The share itself is there, and nothing is missing from the record.
            assert ends == [None, None]
    others = [row for row in free if int(row.target.part) != 3]
    judgements.add(db, [Judgement(row.id, "j", "model", True, "r", NOON) for row in others])
    (table,) = [each for each in paper_report(db, "E").tables if each.name == "error types"]
    for subset in ("Base", "Hard"):
        rows_of = [row for row in table.by_name() if row["subset"] == subset]
        assert sum(row["share of wrong answers"] for row in rows_of) == pytest.approx(1)
        assert not any("unsettled" in row for row in rows_of)


def test_rows_of_a_setting_are_together_and_what_is_only_unsettled_is_counted() -> None:
    """Answers come in turns, as those of several runs do."""
    items_made = [item for item in items() if item.id.startswith("LLMEval")]
    rows: list[ModelAnswer] = []
    for item in reversed(items_made):
        for model in ("b", "only unsettled", "a"):
            for leaf in item.leaves:
                reply = text("丙") if leaf.free else CountAnswer(count=4)
                if model == "only unsettled" and not leaf.free:
                    reply = CountAnswer(count=5)
                rows.append(
                    ModelAnswer(
                        model=model,
                        setting="s",
                        run=1,
                        item_hash=item.content_hash,
                        item_id=item.id,
                        question=leaf.id,
                        part=leaf.id,
                        mutant=0,
                        status="answered",
                        answer=reply,
                        call=Call(utc=NOON, prompt_hash="p"),
                    )
                )
    db = Database.open(":memory:")
    responses.add(db, rows, items_made)
    tables = {table.name: table for table in paper_report(db, "E").tables}
    table = tables["error types"]
    order = [(row["model"], row["subset"]) for row in table.by_name()]
    assert len(order) == len(set(order)) == 4
    by_subset = ["Base", "Hard"]
    assert [subset for _, subset in order] == by_subset * 2
    assert order[0][0] == order[1][0] != order[2][0] == order[3][0]
    open_ = sum(leaf.free for item in items_made for leaf in item.leaves)
    assert table.excluded == {error_types.WITHOUT_ROW: open_}
