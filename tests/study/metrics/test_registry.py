"""Every metric says what it is, in one file and one line, and the documentation says the same."""

import re
from pathlib import Path

import pytest

from study.metrics.documentation import documented, markdown
from study.metrics.metric import ANSWERS, CHOICES, SUB_QUESTIONS, TRUTHS
from study.metrics.registry import METRICS, metrics

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "study" / "metrics"
HELPERS = {
    "settled_figures",
    "__init__",
    "metric",
    "registry",
    "uncertainty",
    "documentation",
    "mean_f1",
}


def test_every_file_of_the_folder_is_registered() -> None:
    registered = {place.partition(":")[0] for place in METRICS._builtin.values()}
    files = {path.stem for path in FOLDER.glob("*.py")} - HELPERS
    assert registered == {f"study.metrics.{name}" for name in files}


@pytest.mark.parametrize("name", METRICS._builtin)
def test_a_metric_says_everything(name: str) -> None:
    metric = METRICS[name]
    assert metric.name
    assert metric.formula
    assert metric.meaning
    assert metric.unit in ("count", "share", "seconds", "p")
    assert re.fullmatch(r"[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)?", metric.key)
    assert metric.bounded == bool(metric.interval_name)


def test_keys_and_names_of_one_need_differ() -> None:
    listed = [(metric.needs.key, metric.key) for _, metric in METRICS.working()]
    assert len(listed) == len(set(listed))
    named = [(metric.needs.key, metric.name) for _, metric in METRICS.working()]
    assert len(named) == len(set(named))


def test_tables_hold_the_metrics_of_their_data_in_order() -> None:
    assert [metric.name for metric in metrics(ANSWERS)] == ["accuracy"]
    assert [metric.name for metric in metrics(CHOICES)] == ["ACC", "CIR", "PC"]
    assert metrics(TRUTHS)[0].name == "accuracy"
    assert [metric.key for metric in metrics(SUB_QUESTIONS)][:2] == [
        "item_accuracy",
        "sub_question_accuracy",
    ]


def test_the_page_on_scores_is_that_of_the_registry() -> None:
    page = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
    assert documented(page) == page, "python -m study.metrics.documentation docs/metrics.md"
    names_on_page = set(re.findall(r"<!-- metrics: (\w+) -->", page))
    assert names_on_page == {metric.needs.key for _, metric in METRICS.working()}


def test_a_table_of_unknown_data_is_refused() -> None:
    with pytest.raises(ValueError, match="horoscopes"):
        markdown("horoscopes")
