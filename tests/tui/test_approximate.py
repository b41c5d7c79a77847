"""Items whose words only approximate their formulas: "proved" is never shown alone for them."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.files.loading import load
from items.files.proofs import PROVED_OF_FORMULAS, proof_words
from items.gold.check import check_item
from items.inspection.analysis_run import analyse
from items.inspection.audit import audit
from items.inspection.catalogue import Catalogue
from items.inspection.compute_figures import compute_figures
from items.lint.run import lint
from items.models import APPROXIMATE, Item
from items.sources.own_format import write
from tests.items.families.test_divlogic_items import corpus
from tests.items.source_files import own_item, write_lines
from tui.cli import main
from tui.state.inspector.browse_view import BrowseView
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.verdict_pane import verdict_lines


@pytest.fixture(autouse=True)
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMODEL_DB", str(tmp_path / "own.sqlite"))


def call(*args: str | Path) -> str:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def nearly(id: str = "near", **more: Any) -> dict[str, Any]:
    return own_item(id, attributes={APPROXIMATE: True, **more})


def item_of(folder: Path, record: dict[str, Any]) -> Item:
    (item,) = load(write_lines(folder / "one.jsonl", record)).items
    return item


def never_alone(message: str) -> None:
    """Every line with the word also says what is not proved."""
    lines = [line for line in message.splitlines() if "proved" in line]
    assert lines
    for line in lines:
        assert "approximate" in line, line


def test_lists_and_pages_mark_approximate_items(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", nearly())
    before = json.loads(call("items", "list", path, "--json"))
    assert [row["proof"] for row in before] == ["unknown"]
    call("verify", path)
    never_alone(call("items", "list", path))
    never_alone(call("items", "show", path))
    (row,) = json.loads(call("items", "list", path, "--json"))
    assert row["proof"] == PROVED_OF_FORMULAS


def test_verify_counts_approximate_items_separately(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", nearly("a"), own_item("b"), nearly("c"))
    messages = call("verify", path).splitlines()
    place = next(n for n, line in enumerate(messages) if line.split()[:2] == ["proved", "3"])
    assert "2   of these with words that only approximate the formulas" in messages[place + 1]
    assert json.loads(call("verify", path, "--json"))["approximate"] == ["a", "c"]
    plain = write_lines(tmp_path / "plain.jsonl", own_item("b"))
    assert "approximate" not in call("verify", plain)


def test_the_inspector_marks_approximate_items(tmp_path: Path) -> None:
    item = item_of(tmp_path, nearly())
    view = ItemView(item)
    view.know(analyse(item))
    _, _, message, role = view.header()
    never_alone(message)
    assert role == "warn"
    for line in verdict_lines(view, 100, False):
        if "proved" in line.text:
            never_alone(line.text)
    table = BrowseView(Catalogue([item]))
    table.catalogue.update(0, compute_figures(item))
    heads = [head for head in table.heads(80) if head.key == "gold"]
    assert [cell.text for cell in table.row_cells(0, heads)] == ["≈ approximate"]
    assert table.catalogue.facet_values("gold") == [(PROVED_OF_FORMULAS,)]


def test_the_solver_settles_no_gold_of_approximate_words(tmp_path: Path) -> None:
    (sure,) = audit(item_of(tmp_path, own_item())).of("gold")
    (open_,) = audit(item_of(tmp_path, nearly())).of("gold")
    assert (sure.holds, open_.holds) == (True, None)
    assert "only approximate" in open_.text
    wrong = nearly() | {"questions": [{"query": "necessary(S)", "gold": "unnecessary"}]}
    (refuted,) = audit(item_of(tmp_path, wrong)).of("gold")
    assert refuted.holds is False


def test_a_failing_gold_of_an_approximate_item_is_reported(tmp_path: Path) -> None:
    wrong = nearly() | {"questions": [{"query": "necessary(S)", "gold": "unnecessary"}]}
    item = item_of(tmp_path, wrong)
    assert proof_words(item, check_item(item).state) == "disproved"


@pytest.mark.slow
def test_items_made_from_a_corpus_are_approximate(tmp_path: Path) -> None:
    file = corpus(tmp_path)
    path = tmp_path / "d.jsonl"
    command = ("generate", "divlogic", "-n", "3", "--symbols", "4", "--symbolic", "--corpus", file)
    assert "3 items whose words only approximate the formulas" in call(*command, "-o", path)
    rows = json.loads(call("items", "list", path, "--json"))
    document = {row["id"].rpartition("/")[2]: row["proof"] for row in rows}
    assert document == {"words": PROVED_OF_FORMULAS, "symbols": "proved"}
    items = load(path).items
    assert {item.attributes["proof"] for item in items if item.approximate} == {PROVED_OF_FORMULAS}
    counts = {count.rule.name: count for count in lint(items, only=["approximate-words"]).counts}
    noted = counts["approximate-words"]
    assert set(noted.items) == {item.id for item in items if item.approximate}
    assert "snli.jsonl" in noted.findings[0].finding.what


@pytest.mark.slow
def test_twins_of_them_are_marked_too(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    near = [
        item.model_copy(update={"attributes": {**item.attributes, APPROXIMATE: True}})
        for item in load("builtin:qmfol").items[:6]
    ]
    (tmp_path / "base.jsonl").write_text(write(near), encoding="utf-8")
    call("generate", "perturbed", tmp_path / "base.jsonl", "-o", path)
    twins = load(path).items
    assert twins
    assert all(item.approximate for item in twins)
    assert {item.attributes["proof"] for item in twins} == {PROVED_OF_FORMULAS}
