"""A task is paired with itself whatever its versions are called, in every language."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.answers import TruthAnswer
from items.files.loading import load
from items.models import Item, Provenance
from sessions.models import responses
from sessions.record.solver_figures import Solving
from sessions.report.accuracy_report import build_report
from sessions.report.papers.registry import paper_report
from sessions.report.tables.distractors import version_of
from sessions.storage.database import Database
from tests.sessions.test_papers import answer
from tui.cli import main


def generated(folder: Path, language: str, *options: str) -> list[Item]:
    path = folder / f"{language}{''.join(options)}.jsonl"
    arguments = ["generate", "qmfol", "--topic", "Food", "--depth", "2", "--width", "2"]
    arguments += ["-n", "2", "--seed", "5", "--language", language, "-o", str(path), *options]
    outcome = CliRunner().invoke(main, [*arguments, "--db", str(folder / "g.db")])
    assert outcome.exit_code == 0, outcome.output
    return list(load(path).items)


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Item]]:
    """Two tasks of each label without distractors and with three, by language; then with filler."""
    folder = tmp_path_factory.mktemp("tasks")
    both = ("--distractors", "0", "--distractors", "3")
    items_by_language = {language: generated(folder, language, *both) for language in ("en", "zh")}
    filled = generated(folder, "en", "--distractors", "0", "--filler", "40")
    return {**items_by_language, "filled": filled}


def record(items: list[Item], wrong: list[Item]) -> Database:
    """All right but for some."""
    db = Database.open(":memory:")
    missed = {item.content_hash for item in wrong}
    rows = []
    for item in items:
        gold = item.leaves[0].gold
        assert isinstance(gold, TruthAnswer)
        other = "false" if gold.value == "true" else "true"
        value = other if item.content_hash in missed else gold.value
        answer_given = TruthAnswer.model_validate({"value": value})
        rows.append(answer(item, "m", "s", 1, 0, answer_given))
    responses.add(db, rows, items)
    return db


def with_distractors(items: list[Item], distractors: int) -> list[Item]:
    return [item for item in items if item.attributes["distractors"] == distractors]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_generated_tasks_are_paired(items: dict[str, list[Item]], language: str) -> None:
    language_items = items[language]
    assert len(with_distractors(language_items, 0)) == len(with_distractors(language_items, 3)) == 6
    db = record(language_items, with_distractors(language_items, 3)[:2])
    (table,) = [
        table
        for table in build_report(db, solving=Solving(0)).tables
        if table.name == "distractors"
    ]
    (row,) = [row for row in table.by_name() if row["distractors"] == 3]
    assert (row["pairs"], row["both right"], row["CW"], row["WC"]) == (6, 4, 2, 0)
    assert not any("pairs" in why for why in table.excluded)
    tables = {table.name: table.by_name() for table in paper_report(db, "D").tables}
    name = "m" if language == "en" else "m · zh"
    (change,) = [row for row in tables["figure 5"] if row["model"] == name]
    assert (change["CW"], change["pairs"]) == (2 / 6, 6)


def test_the_same_task_in_two_languages_is_not_a_pair(items: dict[str, list[Item]]) -> None:
    """A task without distractors in one language is not paired with those with distractors in
    another."""
    db = record([*with_distractors(items["en"], 0), *with_distractors(items["zh"], 3)], [])
    report = build_report(db, solving=Solving(0), pooled=True)
    (table,) = [table for table in report.tables if table.name == "distractors"]
    (row,) = [row for row in table.by_name() if row["distractors"] == 3]
    assert row["pairs"] == 0


def test_ids_identify_pairs_without_attributes(items: dict[str, list[Item]]) -> None:
    renamed = [
        item.model_copy(
            update={"provenance": item.provenance.model_copy(update={"seed": None}), "id": item.id}
        )
        for item in items["zh"]
    ]
    assert all(item.id.endswith("-zh") for item in renamed)
    report = build_report(record(renamed, []), solving=Solving(0))
    (table,) = [table for table in report.tables if table.name == "distractors"]
    (row,) = [row for row in table.by_name() if row["distractors"] == 3]
    assert row["pairs"] == 6


def test_filler_is_compared_over_the_same_tasks(items: dict[str, list[Item]]) -> None:
    """Three of six tasks were answered with filler: D0 is over these three alone, and one of them
    was missed."""
    plain, filled = with_distractors(items["en"], 0), items["filled"][:3]
    golds = [str(item.leaves[0].gold) for item in (*plain, *filled)]
    assert len(golds) == 9
    shared = [
        item
        for item in plain
        if any(
            (item.provenance.seed, item.leaves[0].gold)
            == (other.provenance.seed, other.leaves[0].gold)
            for other in filled
        )
    ]
    assert len(shared) == 3
    others = [item for item in plain if item not in shared]
    db = record([*plain, *filled], [shared[0], *others])
    tables = {table.name: table.by_name() for table in paper_report(db, "D").tables}
    (row,) = [row for row in tables["filler ablation"] if row["model"] == "m"]
    assert (row["D0"], row["D0 and filler"], row["tasks"]) == (pytest.approx(2 / 3), 1, 3)
    assert row["D20"] == "not recorded"


def test_a_setting_without_filler_has_its_d0(items: dict[str, list[Item]]) -> None:
    db = Database.open(":memory:")
    plain = with_distractors(items["en"], 0)
    rows = [answer(item, "qwen3-32b", "thinking", 1, 0, item.leaves[0].gold) for item in plain]
    responses.add(db, [replace(row) for row in rows], plain)
    tables = {table.name: table.by_name() for table in paper_report(db, "D").tables}
    (ablation,) = [row for row in tables["filler ablation"] if row["model"] == "Qwen3-32B"]
    (table_5,) = [row for row in tables["table 5"] if row["model"] == "Qwen3-32B"]
    assert (ablation["D0"], table_5["D0"], ablation["tasks"]) == (1, 1, 6)
    assert ablation["D0 and filler"] == "not recorded"


@pytest.mark.parametrize(
    "filled_id", ["Food_d5_w5_0_0_distract0_filler600", "Food_d5_w5_0_0_distract0"]
)
def test_a_task_with_filler_is_found_by_its_id_where_nothing_else_is_reported(
    items: dict[str, list[Item]], filled_id: str
) -> None:
    """For an item without a recorded generator, the id names the task."""
    bare = Provenance(benchmark="QMFOL")
    plain = items["en"][0].model_copy(update={"id": "Food_d5_w5_0_0_distract0", "provenance": bare})
    attributes = {**plain.attributes, "filler": 600}
    filled = plain.model_copy(update={"id": filled_id, "attributes": attributes})
    plain_version, other = version_of(plain), version_of(filled)
    assert plain_version is not None
    assert other is not None
    assert plain_version.bare == other.bare
    assert plain_version != other
