"""`generate divlogic`: what it writes is verified and linted, and mixtures are refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.files.loading import load
from tests.effort import turns
from tui.cli import main


def generate(folder: Path, *arguments: str) -> tuple[Path, Result]:
    file = folder / "made.jsonl"
    options = ["-o", str(file), "--db", str(folder / "record.db"), "--json"]
    return file, CliRunner().invoke(main, ["generate", "divlogic", *arguments, *options])


def run_command(*arguments: str) -> tuple[int, Any]:
    result = CliRunner().invoke(main, [*arguments, "--json"])
    return result.exit_code, json.loads(result.stdout)


def rules(report: Any) -> dict[str, Any]:
    return {rule["rule"]: rule for rule in report["rules"]}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("--symbolic",),
        ("--language", "zh"),
        ("--no-wording", "--depth", "2-3", "--noise", "1"),
        ("--mix", "3c1e:2,missing", "--others", "undetermined", "--no-wording"),
        ("--statements", "--support", "2"),
        ("--premises-only",),
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_strict_files_are_verified_and_have_no_defect(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    file, result = generate(tmp_path, "-n", "6", *arguments)
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    items = load(file, strict=True, declared=True).items
    assert summary["written"] == len(items) == (12 if "--symbolic" in arguments else 6)
    code, report = run_command("verify", str(file), "--db", str(tmp_path / "other.db"))
    assert code == 0
    assert report["proofs"] == {"proved": len(items)}
    code, report = run_command("items", "lint", str(file))
    assert code == 0
    broken = {name for name, rule in rules(report).items() if rule["findings"]}
    assert broken == set()


def test_the_record_knows_what_was_proved(tmp_path: Path) -> None:
    file, _ = generate(tmp_path, "-n", "4", "--no-wording")
    result = CliRunner().invoke(
        main, ["items", "list", str(file), "--db", str(tmp_path / "record.db"), "--json"]
    )
    assert {row["proof"] for row in json.loads(result.stdout)} == {"proved"}


@pytest.mark.torture
def test_published_sets_show_their_weaknesses(tmp_path: Path) -> None:
    count = str(turns(600, 1500))
    file, result = generate(tmp_path, "-n", count, "--as-published", "--premises-only")
    assert result.exit_code == 0
    code, report = run_command("items", "lint", str(file), "--examples", "2")
    assert code == 1
    entry = rules(report)
    assert 7 < entry["inconsistent"]["percent"] < 12
    single = entry["single-premise"]
    assert set(single["kinds"]) == {"a fact"}
    assert 47 < single["answers"]["percent"] < 58
    assert len(single["examples"]) == 2
    assert len(entry["inconsistent"]["ids"]) == entry["inconsistent"]["items"]


@pytest.mark.slow
@pytest.mark.scaled
def test_published_items_show_theirs(tmp_path: Path) -> None:
    file, result = generate(tmp_path, "-n", str(turns(20, 600)), "--as-published", "--no-wording")
    assert result.exit_code == 0
    code, _ = run_command("verify", str(file), "--db", str(tmp_path / "other.db"))
    assert code == 0
    code, report = run_command("items", "lint", str(file))
    assert code == 1
    entry = rules(report)
    assert entry["inconsistent"]["items"] == entry["gold-disproved"]["items"] == 0
    for name in ("equivalent-options", "equivalent-here", "vacuous", "single-premise"):
        assert entry[name]["items"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--statements", "--premises-only"), "--premises-only"),
        (("--statements", "--symbolic"), "--symbolic"),
        (("--premises-only", "--no-wording"), "--no-wording"),
        (("--support", "2"), "--statements"),
        (("--as-published", "--noise", "1"), "--noise"),
        (("--as-published", "--depth", "2-"), "--depth"),
        (("--as-published", "--alike", "steps"), "--alike"),
        (("--as-published", "--statements"), "--statements"),
        (("--mix", "3c1e:x"), "3c1e:x"),
        (("--mix", "nonsense"), "nonsense"),
        (("--depth", "deep"), "deep"),
        (("--premises", "6-3"), "6-3"),
        (("--symbols", "2"), "3 to 8"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_does_not_go_together_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    file, result = generate(tmp_path, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not file.exists()
