"""Tables of truth values separate the languages of items."""

import pytest

from items.answers import TruthAnswer
from items.models import Item
from sessions.models import responses
from sessions.record.solver_figures import Solving
from sessions.report.accuracy_report import build_report
from sessions.report.headline import headline
from sessions.storage.database import Database
from tests.sessions.test_papers import answer, truth

TURNED = {"true": "false", "false": "unknown", "unknown": "true"}


def twins(languages: tuple[str, ...]) -> list[Item]:
    return [
        truth(
            f"{n}/{language}",
            ("true", "false", "unknown")[n % 3],
            "QMFOL",
            f"Text {n} in {language}.",
            topic="food",
            depth=2,
            width=2,
            distractors=5 * (n % 2),
        ).model_copy(update={"language": language})
        for n in range(12)
        for language in languages
    ]


def record(items: list[Item]) -> Database:
    """All right in English, all wrong in any other language."""
    rows = []
    for item in items:
        gold = item.leaves[0].gold
        assert isinstance(gold, TruthAnswer)
        value = gold.value if item.language == "en" else TURNED[gold.value]
        answer_given = TruthAnswer.model_validate({"value": value})
        rows.append(answer(item, "m", "s", 1, 0, answer_given))
    db = Database.open(":memory:")
    responses.add(db, rows, items)
    return db


TABLES = ("truth values by label", "depth and width", "distractors", "topics")


def accuracies(db: Database, *, pooled: bool = False) -> dict[str, dict[str, set[object]]]:
    """By table and language, the accuracies in its rows."""
    report = build_report(db, solving=Solving(0), pooled=pooled)
    values: dict[str, dict[str, set[object]]] = {}
    for table in report.tables:
        if table.name in TABLES:
            for row in table.by_name():
                by_language = values.setdefault(table.name, {})
                by_language.setdefault(str(row.get("language", "")), set()).add(row["accuracy"])
    return values


def test_no_row_holds_two_languages() -> None:
    accuracy_values = accuracies(record(twins(("en", "zh"))))
    assert accuracy_values == {name: {"en": {1.0}, "zh": {0.0}} for name in TABLES}


def test_a_single_language_is_not_mentioned() -> None:
    accuracy_values = accuracies(record(twins(("zh",))))
    assert accuracy_values == {name: {"": {0.0}} for name in TABLES}


def test_languages_are_pooled_on_request() -> None:
    accuracy_values = accuracies(record(twins(("en", "zh"))), pooled=True)
    assert accuracy_values == {name: {"": {0.5}} for name in TABLES}


@pytest.mark.parametrize(
    ("asked", "other", "expected"),
    [
        (("en", "zh"), ("zh",), ["zh"]),
        (("zh",), ("zh",), ["zh"]),
        (("en",), ("en",), []),
        (("en", "zh"), ("en", "zh"), []),
    ],
)
def test_the_first_page_names_the_language_of_comparisons_in_one(
    asked: tuple[str, ...], other: tuple[str, ...], expected: list[str]
) -> None:
    """A second model was asked in one of the languages alone; rows of two name theirs."""
    db = Database.open(":memory:")
    for model, languages in (("m", asked), ("n", other)):
        items = twins(languages)
        rows = [answer(item, model, "s", 1, 0, item.leaves[0].gold) for item in items]
        responses.add(db, rows, items)
    first = headline(db, None)
    assert first.pairs
    named = [
        line
        for line in first.participation
        if line.startswith("The comparisons cover only items in")
    ]
    assert named == [f"The comparisons cover only items in {name}." for name in expected]


@pytest.mark.parametrize(
    ("languages", "pooled", "expected"),
    [
        (("zh",), False, "All items answered are in zh."),
        (("en",), False, ""),
        (("en", "zh"), False, ""),
        (
            ("en", "zh"),
            True,
            "The items answered are in several languages, combined: en, zh.",
        ),
    ],
)
def test_the_first_page_names_the_language_of_answers_that_nothing_is_compared_with(
    languages: tuple[str, ...], pooled: bool, expected: str
) -> None:
    """Rows of one side name their languages where there are several, and are not pooled."""
    db = Database.open(":memory:")
    items = twins(languages)
    responses.add(db, [answer(item, "m", "s", 1, 0, item.leaves[0].gold) for item in items], items)
    first = headline(db, None, pooled=pooled)
    assert not first.pairs
    named = [line for line in first.participation if "items answered are in" in line.casefold()]
    assert named == ([expected] if expected else [])
    if len(languages) > 1 and not pooled:
        assert {side.presentation.language for side in first.single_sides} == {*languages}
