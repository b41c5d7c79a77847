"""The report on screen speaks the language of the screens."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any, get_args

import pytest

from sessions.record.answer_columns import Status
from sessions.record.imported_people import BLOCK
from sessions.report import difficulty
from sessions.report.accuracy_report import build_report
from sessions.report.diagnosis_answers import GROUPS
from sessions.report.papers import error_types
from sessions.report.papers.paper_table import NOT_RECORDED
from sessions.report.papers.published import printed
from sessions.report.papers.registry import PAPERS, paper_report
from sessions.report.queue_tables import grades, known_verdicts
from sessions.report.queue_tables.registry import OF_RESULTS
from sessions.report.report_tables import Report, Table
from sessions.report.rows import ByName, Column, Group, ends_of
from sessions.report.tables import (
    exclusions,
    full_and_excluded,
    hardness_and_length,
    item_accuracy,
    mixed_model,
    rank_correlations,
    registry,
)
from sessions.report.tables.diagnosed_registry import DIAGNOSED
from sessions.storage.database import Database
from solver.kinds.registry import KINDS
from solver.phrases import Phrase
from study.course.attention import Sort
from study.course.behaviour import SIGNS
from study.exclusions.base import EXCLUSIONS
from study.statistics.ranks import rank_correlation
from tests.sessions.player import Player
from tests.study.samples import sample
from tui import i18n
from tui.state.report_view import ReportView
from tui.state.report_words import cell_word, localized, title_word, word

TECHNICAL = re.compile(r"ACC|CIR|PC|F1|rho|answered ")
"""Names of measures and of a study's own labels."""
NAMES = re.compile(
    r"ACC|CIR|PC|CV|Δ|P\(≥1\)|(s-)?(Div|I)LogicEval|(Cohen's|Fleiss') kappa|Spearman's rho"
    r"|((nominal|ordinal) )?alpha"
    r"|F1 (true|True|false|False|unknown|N/A)|Origin|NoLR|Test(-\w+)?|.* · run \d"
    r"|[TFU] as [TFU]|[DW]\d+|(Free|Fixed) (Z3|Rubric|Both)|(Base|Hard) (Item|Sub-Q) Acc"
)
"""Names of measures, and of rows and columns as a paper prints them, which have no other name."""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.use("en")


def test_no_name_or_reason_of_a_study_remains_english() -> None:
    with Database.open(":memory:") as db:
        for seed in range(4):
            Player(db, sample(), seed, code=f"P{seed}", pilot=seed == 3).play()
        report = build_report(db, "sample")
    i18n.use("zh")
    for table in report.tables:
        for text in (table.name, *(c.name for c in table.columns), *table.excluded):
            assert word(text) != text or TECHNICAL.search(text), text
    report_text = "\n".join(line.text for line in ReportView(report).lines(100))
    for message in ("各部分的正确率", "已完成", "未计入：试做（1）", "正确率", "(95 %)"):
        assert message in report_text
    assert "left out" not in report_text


def test_bounds_and_numbers_inside_a_name_are_translated() -> None:
    i18n.use("zh")
    assert word("accuracy low") == "正确率 下限"
    assert word("attributes of more than 30 values") == "取值超过 30 种的属性"
    assert word("nothing known") == "nothing known"


def test_names_from_a_study_are_left_as_they_are() -> None:
    i18n.use("zh")
    assert cell_word("completed", "status") == "已完成"
    assert cell_word("completed", "item") == "completed"
    outcomes = ("single", "agreed", "adjudicated", "disputed", "open")
    words = [cell_word(outcome, "outcome") for outcome in outcomes]
    assert words == ["单人", "一致", "已裁决", "有争议", "未完成"]
    assert cell_word("odd-company", "block") == "odd-company"


def test_every_query_kind_of_the_program_has_a_word() -> None:
    i18n.use("zh")
    for kind in KINDS._builtin:
        assert cell_word(kind, "query kind") != kind


def columns_of(record: type[Any]) -> Iterator[str]:
    """The names of the columns that a table's record fills, whatever is in its rows."""
    for entry in fields(record):
        part: Any = get_args(entry.type)[1]
        if isinstance(part, Group):
            yield from columns_of(part.record)
        elif not isinstance(part, ByName):
            columns, _cells = part.lay_out(())
            yield from (column.name for column in columns)


def records() -> Iterator[type[Any]]:
    """The record of every table of the report, of annotation too."""
    for module in (*every_table().values(), *OF_RESULTS, grades, known_verdicts):
        for value in vars(module).values():
            if isinstance(value, type) and is_dataclass(value):
                annotated = all(len(get_args(entry.type)) > 1 for entry in fields(value))
                if annotated and value.__module__ == module.__name__:
                    yield value


def every_table() -> dict[str, ModuleType]:
    groups = (
        registry.STUDY,
        registry.ANSWERED,
        registry.ANSWERED_ELSEWHERE,
        registry.ANSWERED_AFTER,
    )
    return {
        name: module
        for group in (*groups, registry.RECORDED, DIAGNOSED)
        for name, module in group.items()
    }


def test_every_table_has_chinese_names() -> None:
    i18n.use("zh")
    tables = every_table()
    assert len(tables) > 50
    assert [name for name in tables if word(name) == name] == []
    names = {name for record in records() for name in columns_of(record)}
    assert len(names) > 200
    assert [
        name for name in sorted(names) if word(name) == name and not NAMES.fullmatch(name)
    ] == []


@pytest.mark.parametrize("letter", list(PAPERS))
def test_every_table_of_a_paper_has_chinese_names(letter: str) -> None:
    with Database.open(":memory:") as db:
        tables = paper_report(db, letter).tables
    i18n.use("zh")
    assert title_word(tables[0].study).startswith(f"论文 {letter}：")
    for table in tables:
        assert word(table.name) != table.name
        for column in table.columns:
            assert word(column.name) != column.name or NAMES.fullmatch(column.name), column.name


PROPER = re.compile(
    r"ACC|CIR|PC|[0-9]-shot|Base|Hard|Macro|\d+|D\d+"
    r"|(s-)?(Div|I)LogicEval|ReClor|LogiQA2?|RuleTaker|LogicNLI|FOLIO|RobustLR|PrOntoQA-OOD"
)
"""Names of measures, protocols, subsets and data sets."""


@pytest.mark.parametrize("letter", list(PAPERS))
def test_every_word_of_a_papers_rows_and_sources_has_a_chinese_one(letter: str) -> None:
    paper = printed(letter)
    models = {name for name in paper.models if name not in ("Human", "Gold reference")}
    i18n.use("zh")
    for table in paper.tables.values():
        assert word(table.source) != table.source
        assert not table.note or word(table.note) != table.note
        for key in table.rows:
            for head, text in zip(table.heads, key, strict=True):
                model = text in models or "-" in text or re.search(r"\(\w*-?think", text)
                named = head == "model" and (model or re.match(r"\w+ (\d|Opus)", text))
                assert cell_word(text, head) != text or named or PROPER.fullmatch(text), text
    for row in paper.tables_not_made:
        for text, column in zip(row, ("table", "what it shows", "why not here"), strict=True):
            assert cell_word(text, column) != text, text


def test_types_of_errors_have_chinese_words() -> None:
    finals = (getattr(error_types, name) for name in error_types.__annotations__)
    types = {value for value in finals if isinstance(value, Phrase)}
    assert len(types) == 15
    i18n.use("zh")
    assert [each for each in types if localized(each) == each] == []


def test_rows_that_the_record_makes_have_chinese_words() -> None:
    i18n.use("zh")
    assert cell_word("natural language", "form") == "自然语言"
    assert cell_word("all settings · en", "models") == "所有设置 · en"
    assert cell_word("gpt-4 · zh", "model") == "gpt-4 · zh"
    assert cell_word("all, symbolic", "question type") == "全部，符号"
    assert cell_word("3e1c, natural language", "question type") == "3e1c，自然语言"
    assert cell_word("items of 4 sub-questions", "of") == "4 个子问题的题目"
    assert cell_word("type necessary", "of") == "类型 必然"
    assert cell_word("budget: retries", "role or budget") == "预算：retries"
    assert cell_word("people (7)", "respondent") == "人（7）"
    # The same words as names of a study's own.
    assert cell_word("symbolic", "item") == "symbolic"
    assert cell_word("thinking", "model") == "thinking"


def test_names_inside_names_are_translated() -> None:
    i18n.use("zh")
    assert word("ACC CV %") == "ACC 变异系数（%）"
    assert word("run 3 (paper)") == "第 3 次（论文）"
    assert word("figures 4 and 5, weighted F1") == "图 4–5，加权 F1"
    assert word("table 9 and figure 2(b)") == "表 9、图 2(b)"
    assert word("accuracy by level") == "正确率，按难度"


def test_respondents_of_rows_have_chinese_words_around_names() -> None:
    i18n.use("zh")
    assert title_word("answers.csv (imported)") == "answers.csv（导入）"
    assert word("people (3) · answers.csv (imported) · e4d33954") == (
        "人（3） · answers.csv（导入） · e4d33954"
    )
    assert cell_word("people (3) · A study · 59a6bc4b", "first") == "人（3） · A study · 59a6bc4b"
    # A model's name stays, whatever it is called.
    assert cell_word("models", "respondent") == "models"
    assert cell_word("mean, people", "term") == "平均，参与者"
    assert cell_word("mean, people, symbolic", "term") == "平均，参与者，符号"


def test_identifiers_of_the_record_have_chinese_words() -> None:
    i18n.use("zh")
    for column, identifiers in (
        ("status", [status.replace("_", " ") for status in get_args(Status)]),
        # As a word, "form" is the presentation of items.
        ("rule", [name for name, _ in EXCLUSIONS.working() if name != "form"]),
        ("kind of check", get_args(Sort)),
        ("group", GROUPS.values()),
        ("kind", ["choice + truth", "model", "people", "simulated"]),
        ("question type", ["all", "choice", "truth"]),
        ("query kind", ["choice", "truth", "text"]),
        ("block", ["qualification", BLOCK]),
    ):
        for text in identifiers:
            assert not cell_word(text, column).isascii(), text
    assert cell_word("models", "block") == "models"


def test_words_of_tables_in_cells_are_phrases() -> None:
    words: tuple[str, ...] = (
        *difficulty.NAMES.values(),
        *hardness_and_length.MEASURES,
        *SIGNS.values(),
        exclusions.ANY,
        item_accuracy.ALL,
        full_and_excluded.LEFT,
        mixed_model.SD_OF_ITEMS,
        rank_correlations.UNSETTLED,
        rank_correlation({}, {}).why,
        NOT_RECORDED,
    )
    i18n.use("zh")
    for text in words:
        assert isinstance(text, Phrase)
        assert not localized(text).isascii()


def test_a_phrase_in_a_column_with_intervals_is_translated() -> None:
    accuracy = Column("accuracy", "share")
    columns = (Column("model", "text"), accuracy, *ends_of(accuracy, ""))
    rows = (("m", 0.5, 0.25, 0.75), ("n", NOT_RECORDED, None, None))
    table = Table("table 2", "Paper A: A", "0" * 64, columns, rows, 1, {})
    i18n.use("zh")
    text = "\n".join(line.text for line in ReportView(Report((table,))).lines(80))
    assert "没有记录" in text
    assert str(NOT_RECORDED) not in text
