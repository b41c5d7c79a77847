"""A table of the report and a chart, added as docs/extending.md says: one module, its place in the
registry, and its words in a catalogue."""

import io
import re
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from items.answers import TruthAnswer
from sessions.models import responses
from sessions.report import comparing_tables
from sessions.report.accuracy_report import build_report
from sessions.report.charts.registry import CHARTS
from sessions.report.charts.svg import charts
from sessions.report.codebook import meaning
from sessions.report.report_tables import Table
from sessions.report.rows import Column
from sessions.report.tables import accuracy
from sessions.report.tables.registry import ANSWERED
from sessions.storage.database import Database
from tests.sessions.test_comparing_tables import answer_row, truth
from tests.tui.test_translations import COLUMNS, KEYWORDS, catalogue

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
FILE = "items_by_benchmark.py"
SECTION = PAGE.partition("## A table of the report\n")[2].partition("\n## ")[0]


def block(fence: str, section: str = SECTION) -> str:
    """The text of the only block of the section with this fence."""
    (text,) = re.findall(rf"^```{re.escape(fence)}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert isinstance(text, str)
    return text


def loaded(path: Path) -> ModuleType:
    """The module of a file."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleType]:
    """The module of the page."""
    path = tmp_path / FILE
    path.write_text(block(f"python {FILE}"), encoding="utf-8")
    yield loaded(path)
    del sys.modules[path.stem]


def test_the_report_has_it_where_it_is_registered(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = [accuracy, module, *(each for each in ANSWERED.values() if each is not accuracy)]
    monkeypatch.setattr(comparing_tables, "ANSWERED", {each.NAME: each for each in modules})
    items = [
        truth(n, "true", benchmark, f"t{n}") for n, benchmark in enumerate(("A", "A", "B", ""))
    ]
    with Database.open(":memory:") as db:
        right = TruthAnswer.model_validate({"value": "true"})
        responses.add(db, [answer_row(item, right) for item in items], items)
        tables = {table.name: table for table in build_report(db).tables}
    assert list(tables)[:2] == [accuracy.NAME, "items by benchmark"]
    table: Table = tables["items by benchmark"]
    counts = {row["benchmark"]: row["items asked"] for row in table.by_name()}
    assert counts == {"A": 2, "B": 1}
    assert (table.n, table.excluded) == (3, {"items without a benchmark": 1})
    meanings = {column.name: meaning(column) for column in table.columns}
    assert meanings["items asked"] == "items that the respondent was asked"
    assert meanings["benchmark"] == "where the items are from"


def test_the_catalogue_gets_the_words_that_it_adds_and_no_others(module: ModuleType) -> None:
    folder = Path(str(module.__file__)).parent
    written = {
        message
        for _file, _line, message, _comments, _context in extract_from_dir(
            folder, keywords={**KEYWORDS, **COLUMNS}
        )
    }
    known = {message.id for message in catalogue("zh")}
    added = read_po(io.StringIO(block("po")), locale="zh")
    assert {message.id for message in added if message.id} == written - known
    assert all(message.string for message in added if message.id)


def test_its_chart_is_drawn_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra report")
    path = tmp_path / "chart_of_benchmarks.py"
    section = PAGE.partition("## A chart\n")[2].partition("\n## ")[0]
    path.write_text(block(f"python {path.name}", section), encoding="utf-8")
    module = loaded(path)
    monkeypatch.setitem(CHARTS, module.TABLE, module.draw)
    columns = tuple(map(Column, ("respondent", "benchmark", "items asked")))
    rows = (("m", "A", 2), ("m", "B", 1), ("n", "A", 3))
    drawn = charts(Table("items by benchmark", "S", "v", columns, rows, 6, {}))
    del sys.modules[path.stem]
    assert [chart.title for chart in drawn] == ["Items by benchmark"]
    assert all(f">{name}</text>" in drawn[0].svg for name in ("A", "B", "items asked"))
