"""`items audit` and the short form after `generate` and `items lint`."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.files.save import save_text
from items.sources.own_format import write
from tests.items.audit.test_partial_input import truths
from tui.cli import main

pytestmark = pytest.mark.skipif(
    find_spec("sklearn") is None, reason="the extra audit is not installed"
)


def saved(folder: Path, tell_rate: float) -> str:
    path = folder / f"truths-{tell_rate}.jsonl"
    save_text(path, write(truths(120, tell_rate)))
    return str(path)


@pytest.mark.slow
def test_json_holds_readers_and_giveaways(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["items", "audit", saved(tmp_path, 1.0), "--quick", "--json"])
    assert result.exit_code == 1, result.output
    (document,) = json.loads(result.stdout)["types"]
    assert document["gives_away"]
    assert document["chance"] == pytest.approx(1 / 3)
    assert {"reader", "sees", "accuracy", "low", "high"} <= document["readers"][0].keys()
    assert document["giveaways"]


@pytest.mark.slow
def test_the_text_says_passed_or_not(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["items", "audit", saved(tmp_path, 0.0), "--quick"])
    assert result.exit_code == 0, result.output
    assert "Not settled: best reader" in result.output
    assert "120 questions are too few to tell" in result.output
    assert "above chance" in result.output
    result = CliRunner().invoke(main, ["items", "audit", saved(tmp_path, 1.0), "--quick"])
    assert "Gives answers away" in result.output


@pytest.mark.slow
def test_lint_shows_the_short_form(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["items", "lint", saved(tmp_path, 1.0)])
    assert "Audit, true, false, unknown: Gives answers away: best reader" in result.output


def test_an_audit_works_without_scikit_learn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("items.audit.readers.has_sklearn", lambda: False)
    result = CliRunner().invoke(main, ["items", "audit", saved(tmp_path, 0.0)])
    assert result.exit_code != 0
    result = CliRunner().invoke(main, ["items", "lint", saved(tmp_path, 0.0)])
    assert "scikit-learn is not installed" in result.output
