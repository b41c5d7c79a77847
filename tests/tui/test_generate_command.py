"""The commands of `generate`: files, output, and errors for wrong parameters."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from items.families.registry import FAMILIES
from items.files.loading import load
from tui.cli import main

SMALL = {"qmfol": ("--topic", "Food", "--depth", "2", "--width", "2")}
"""Options that ask for few items, of a family without a number."""


@pytest.fixture(autouse=True)
def _own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMODEL_DB", str(tmp_path / "record.db"))


def _run(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["generate", *map(str, args)])


def _document(result: Result) -> dict[str, object]:
    entry = json.loads(result.stdout)
    assert isinstance(entry, dict)
    return entry


@pytest.mark.slow
def test_dyval_writes_items_that_verify(tmp_path: Path) -> None:
    path = tmp_path / "new" / "d.jsonl"
    result = _run("dyval", "-n", "30", "--balance", "--seed", "4", "-o", path, "--json")
    assert result.exit_code == 0, result.output
    entry = _document(result)
    fields = {"written", "rejected", "seconds", "distinct", "stopped", "loosely_matched"}
    assert set(entry) == fields
    assert entry["loosely_matched"] == 0
    assert entry["written"] == 30
    items = load(path).items
    assert len(items) == 30
    verified = CliRunner().invoke(main, ["verify", str(path), "--json"])
    assert verified.exit_code == 0
    assert json.loads(verified.stdout)["agree"] == 30


def test_items_whose_answers_counts_reveal_are_not_called_strict(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    result = _run("syllogism", "--forms", "all", "-n", "4", "-o", path)
    assert result.exit_code == 0, result.output
    assert "4 items not strict: counts of words and symbols may give away" in result.output
    matched = _run("syllogism", "-n", "4", "-o", path, "--force")
    assert "not strict" not in matched.output
    again = _run("syllogism", "--forms", "all", "-n", "4", "-o", path, "--force", "--json")
    assert _document(again)["loosely_matched"] == 4


def test_written_items_are_listed_as_proved(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    result = _run("qmfol", "--topic", "Food", "--depth", "2", "--width", "2", "-o", path)
    assert result.exit_code == 0, result.output
    assert "3 items in" in result.output
    listed = CliRunner().invoke(main, ["items", "list", str(path), "--json"])
    assert [row["proof"] for row in json.loads(listed.stdout)] == ["proved"] * 3


@pytest.mark.slow
def test_contexthub_files_are_read_as_such(tmp_path: Path) -> None:
    path = tmp_path / "data_level2" / "deductive_logic.json"
    instantiations = ("--instantiation", "contextual", "--instantiation", "abstract")
    result = _run(
        "dyval", "-n", "6", *instantiations, "--domain", "all", "--format", "contexthub", "-o", path
    )
    assert result.exit_code == 0, result.output
    items = load(path, format="contexthub").items
    assert len(items) == 72
    assert {item.attributes["level"] for item in items} == {2}


def test_qmfol_items_have_individuals_and_filler(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    few = ("--topic", "Animals", "--depth", "2", "--width", "2", "--label", "true", "-n", "2")
    result = _run(
        "qmfol", *few, "--individuals", "--filler", "40", "--distractors", "3", "-o", path
    )
    assert result.exit_code == 0, result.output
    items = load(path).items
    assert [item.id for item in items] == [
        "strict/Animals_d2_w2_0_0_distract3_filler40",
        "strict/Animals_d2_w2_1_0_distract3_filler40",
    ]
    assert all("Unimportant content" in item.text for item in items)
    assert all(item.attributes["individuals"] for item in items)


def test_a_run_that_writes_nothing_exits_with_1(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    few = (
        "--topic",
        "Food",
        "--depth",
        "2",
        "--width",
        "0",
        "--label",
        "unknown",
        "--as-published",
    )
    result = _run("qmfol", *few, "-o", path, "--json")
    assert result.exit_code == 1
    assert _document(result)["rejected"] == {"no unknown: one source and one sink": 1}
    assert not path.exists()
    assert not list(tmp_path.glob(".*"))
    path.write_text("what was there\n")
    again = _run("qmfol", *few, "-o", path, "--force")
    assert again.exit_code == 1
    assert "0 items in" in again.output
    assert "no file was written" in again.output
    assert path.read_text() == "what was there\n"


@pytest.mark.slow
def test_a_hopeless_request_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    few = _run("dyval", "--as-published", "--kind", "abductive", "--depth", "2", "--unique",
               "-n", "900", "-o", path)  # fmt: skip
    assert few.exit_code == 2
    assert "--no-unique" in few.stderr
    none = _run("dyval", "--kind", "abductive", "--operators", "1,0,0", "-o", path)
    assert none.exit_code == 2
    assert "abductive tasks need a probability of “or” above 0" in none.stderr
    assert not path.exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("dyval", "--kind", "abductive", "--depth", "2"), "--as-published"),
        (("qmfol", "--width", "1"), "--as-published"),
        (("dyval", "--operators", "1,2"), "three numbers AND,OR,NOT"),
        (("dyval", "--domain", "cookery"), "culture and arts"),
        (("dyval", "--depth", "6", "--instantiation", "contextual"), "--instantiation abstract"),
        (("dyval", "--depth", "1"), "2<=x<=10"),
        (("dyval", "--depth", "10", "--width", "5"), "Tree too large"),
        (("qmfol", "--topic", "Ships"), "Mathematics"),
        (("divlogic", "--depth", "9" * 5000), "a number such as 3"),
        (("qmfol", "--depth", "60", "--width", "60", "--distractors", "60"), "Too many predicates"),
    ],
)
def test_wrong_parameters_are_reported(args: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = _run(*args, "-o", tmp_path / "x.jsonl")
    assert result.exit_code == 2
    assert message in result.output
    assert not (tmp_path / "x.jsonl").exists()


def test_help_names_every_generator() -> None:
    result = _run("--help")
    assert result.exit_code == 0
    assert "dyval" in result.output
    assert "qmfol" in result.output


@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "perturbed"])
def test_an_item_is_abandoned_at_its_time_limit(family: str, tmp_path: Path) -> None:
    """`perturbed` makes items from others and has its own limit."""
    path = tmp_path / "late.jsonl"
    result = _run(family, "-o", path, "--timeout", "1e-9", *SMALL.get(family, ("-n", "3")))
    assert result.exit_code in (1, 2), result.output
    assert "given up: timeout" in result.output
    assert not path.exists()
