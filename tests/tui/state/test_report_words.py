"""The report on screen speaks the language of the screens."""

import re
from collections.abc import Iterator

import pytest

from sessions.database import Database
from sessions.report.build import build_report
from tests.sessions.player import Player
from tests.study.samples import sample
from tui import i18n
from tui.state.report_view import ReportView
from tui.state.report_words import cell_word, word

TECHNICAL = re.compile(r"ACC|CIR|PC|F1|rho|answered ")
"""Names of measures and of a study's own labels."""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.use("en")


def test_no_name_or_reason_of_a_study_stays_english() -> None:
    with Database.open(":memory:") as db:
        for seed in range(4):
            Player(db, sample(), seed, code=f"P{seed}", pilot=seed == 3).play()
        report = build_report(db, "sample")
    i18n.use("zh")
    for table in report.tables:
        for text in (table.name, *(c.name for c in table.columns), *table.excluded):
            assert word(text) != text or TECHNICAL.search(text), text
    shown = "\n".join(line.text for line in ReportView(report).lines(100))
    for message in ("各部分的正确率", "已完成", "未计入：试做（1）", "正确率", "(95 %)"):
        assert message in shown
    assert "left out" not in shown


def test_bounds_and_numbers_inside_a_name() -> None:
    i18n.use("zh")
    assert word("accuracy low") == "正确率 下限"
    assert word("attributes of more than 30 values") == "取值超过 30 种的属性"
    assert word("nothing known") == "nothing known"


def test_names_from_a_study_are_left_as_they_are() -> None:
    i18n.use("zh")
    assert cell_word("completed", "status") == "已完成"
    assert cell_word("completed", "item") == "completed"
    assert cell_word("odd-company", "block") == "odd-company"
