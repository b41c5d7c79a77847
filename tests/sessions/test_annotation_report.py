"""The tables of annotation, compared with figures computed by hand, and the files written from
them."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from items.files.loading import load
from items.gold.check import check_item
from items.scratchpads.formalize import readings_of
from items.sources.own_format import write
from sessions.annotation.desk import Desk
from sessions.annotation.desk_views import Current
from sessions.annotation.export import (
    FINAL_FIELDS,
    VERDICT_FIELDS,
    accepted,
    final_verdicts,
    verdicts,
)
from sessions.annotation.new_queue import Order, new_queue
from sessions.annotation.results import results
from sessions.models import judgements
from sessions.models.judgements import Judgement
from sessions.record.clock import ManualClock
from sessions.record.tabular import as_text
from sessions.report.accuracy_report import build_report
from sessions.report.queue_tables.registry import tables
from sessions.storage.database import Database
from solver.language.scratchpad_lines import read_scratch
from study.annotation.queue import LoadedQueue
from tests.items.philosophy_item import ITEM, PAD
from tests.sessions.annotation_samples import (
    Judge,
    adjudicate,
    controls,
    play,
    saying,
    small_queue,
    write_items,
)
from tests.sessions.test_annotation_judging import graded
from tests.shared_data import shared_path
from tests.study.annotation.samples import SCHEME, item

Cells = list[dict[str, Any]]


@pytest.fixture
def db(tmp_path: Path) -> Database:
    return Database.open(tmp_path / "work.db")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def every_table(db: Database, queue: LoadedQueue) -> dict[str, Cells]:
    return {
        name: [dict(zip((c.name for c in table.columns), row, strict=True)) for row in table.rows]
        for name, table in tables(results(db, queue.hash))
    }


def table(db: Database, queue: LoadedQueue, name: str) -> Cells:
    return every_table(db, queue)[name]


def row_with(cells: Cells, **wanted: object) -> dict[str, Any]:
    (row,) = [row for row in cells if all(row[key] == value for key, value in wanted.items())]
    return row


def skewed(db: Database, folder: Path, clock: ManualClock, **order: Any) -> LoadedQueue:
    """A hundred items judged as in the second table of Feinstein and Cicchetti (1990): both say yes
    to 80, one of them alone to 10, the other alone to 5, neither to 5."""
    queue = small_queue(folder, [item(n) for n in range(100)], **order)
    play(db, queue, "a", saying(f"i{n}" for n in (*range(80, 85), *range(95, 100))), clock)
    play(db, queue, "b", saying(f"i{n}" for n in range(85, 100)), clock)
    return queue


@pytest.mark.slow
def test_agreement_of_a_published_table(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    tables = every_table(db, skewed(db, tmp_path, clock))
    agreement = tables["annotation agreement"]
    pair = row_with(
        tables["annotation agreement of pairs"], check="clear", pair="a · b", subset="all"
    )
    assert (pair["units"], pair["raw"]) == (100, 0.85)
    # Chance agreement 0.90·0.85 + 0.10·0.15 = 0.78, so kappa is 0.07 / 0.22.
    assert pair["Cohen's kappa"] == pytest.approx(0.07 / 0.22)
    assert pair["Cohen's kappa"] == pytest.approx(0.32, abs=0.005)
    assert pair["low"] < pair["Cohen's kappa"] < pair["high"]
    assert pair["note"].startswith("paradox")
    whole = row_with(agreement, check="clear", subset="all")
    # 175 of 200 verdicts are yes: Fleiss' chance is 0.875² + 0.125², Scott's way.
    chance = 0.875**2 + 0.125**2
    assert whole["Fleiss' kappa"] == pytest.approx((0.85 - chance) / (1 - chance))
    # Alpha: observed disagreement 30/200, expected 2·175·25 / (200·199).
    assert whole["alpha"] == pytest.approx(1 - 0.15 / (2 * 175 * 25 / (200 * 199)))
    assert "88% are yes" in whole["note"]
    assert {row["subset"] for row in agreement} == {
        "all",
        "level = 0",
        "level = 1",
        "level = 2",
    }


@pytest.mark.slow
def test_what_an_interval_omits_is_reported(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path / "three", [item(n) for n in range(3)])
    play(db, queue, "a", saying([]), clock)
    play(db, queue, "b", saying(["i1"]), clock)
    row = row_with(table(db, queue, "annotation agreement"), check="clear", subset="all")
    # Without i1 every verdict of a resample is yes: 8 of 27 are without kappa.
    assert row["Fleiss' kappa"] == pytest.approx(-0.2)
    assert row["Fleiss' kappa high"] == pytest.approx(-0.2)
    left_out = int(row["note"].removeprefix("interval without ").partition(" ")[0])
    assert left_out == pytest.approx(10_000 * 8 / 27, abs=200)
    pair = row_with(table(db, queue, "annotation agreement of pairs"), check="clear", subset="all")
    assert pair["note"].endswith(f"{left_out} of 10000 resamples: undefined")
    only = row_with(table(db, queue, "annotation agreement"), check="clear", subset="level = 1")
    assert (only["units"], only["raw"], only["raw low"], only["raw high"]) == (1, 0.0, None, None)
    assert "one item: no interval" in only["note"]


def test_undefined_agreement_is_explained(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    queue = small_queue(tmp_path)
    for who in "ab":
        play(db, queue, who, saying([]), clock)
    row = row_with(table(db, queue, "annotation agreement"), check="clear", subset="all")
    assert row["raw"] == 1
    assert (row["Fleiss' kappa"], row["alpha"]) == (None, None)
    assert "undefined" in row["note"]


def test_comments_and_controls_do_not_count_in_agreement(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    source = controls(tmp_path, {"clear": "no"})
    queue = small_queue(tmp_path, controls=source, control_share=0.25)
    for who in "ab":
        play(db, queue, who, saying(["i90"] if who == "a" else []), clock)
        desk = Desk.open(db, queue, who, clock=clock)
        desk.open_entry(desk.state.submitted[0])
        desk.comment(f"{who} thinks otherwise")
        desk.close()
    cells = table(db, queue, "annotation agreement")
    assert row_with(cells, check="clear", subset="all")["units"] == 6
    assert not any(row["check"] == "note" for row in cells)
    against = table(db, queue, "annotators against controls")
    assert row_with(against, annotator="a", check="all")["share"] == 0.5
    assert row_with(against, annotator="b", check="all")["share"] == 0.0
    assert row_with(table(db, queue, "annotation progress"), annotator="a")["comments"] == 1
    assert sum(row["entries"] for row in table(db, queue, "annotation outcomes")) == 6


@pytest.mark.slow
def test_rates_by_level_are_of_final_verdicts(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path)
    play(db, queue, "a", saying(["i0", "i1"]), clock)
    play(db, queue, "b", saying(["i1"]), clock)
    rates = table(db, queue, "annotation rates")
    # i0 and i3 are of level 0, and i0 is in dispute.
    assert row_with(rates, subset="level = 0", check="clear")["entries"] == 1
    adjudicate(db, queue, "no", clock)
    rates = table(db, queue, "annotation rates")
    assert row_with(rates, subset="level = 0", check="clear")["share"] == 0.5
    assert row_with(rates, subset="level = 1", check="clear")["share"] == 0.5
    assert row_with(rates, subset="level = 2", check="clear")["share"] == 1.0
    against = table(db, queue, "annotators against adjudication")
    assert row_with(against, annotator="a", check="clear")["share"] == 1.0
    assert row_with(against, annotator="b", check="clear")["share"] == 0.0


def test_speed(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    queue = small_queue(tmp_path)
    play(db, queue, "a", saying([]), clock)
    row = row_with(table(db, queue, "annotation speed"), annotator="a", check="whole entry")
    assert (row["entries"], row["median"]) == (6, 2.0)


def test_the_tables_are_in_the_report(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    queue = small_queue(tmp_path)
    play(db, queue, "a", saying([]), clock)
    names = [entry.name for entry in build_report(db).tables]
    assert "annotation agreement" in names
    assert [entry.name for entry in build_report(db, "q").tables] == names
    assert build_report(db, "another").tables == ()
    json.dumps(build_report(db).as_json(), allow_nan=False)


def test_grades_feed_item_and_sub_question_accuracy(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    order, ids = graded(tmp_path, db)
    order.path.write_text(new_queue(order, db).text, encoding="utf-8")
    from study.annotation.queue import load_queue

    queue = load_queue(order.path)
    judgements.add(db, [Judgement(id, "m", "model", True, "", "0") for id in ids])
    desk = Desk.open(db, queue, "a", clock=clock)
    while (current := desk.next()) is not None:
        right = current.entry.item == "i1"
        desk.give("match", "yes" if right else "no", "because")
        desk.submit()
    desk.close()
    report = build_report(db, "g")
    (grades,) = [entry for entry in report.tables if entry.name == "graded answers"]
    row = dict(zip([column.name for column in grades.columns], grades.rows[0], strict=True))
    assert (row["items"], row["items right"]) == (2, 1)
    assert (row["questions"], row["questions right"]) == (4, 3)
    assert row["Sub-Q Accuracy"] == 0.75


# --- files --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_verdicts_and_the_adjudicated_set(tmp_path: Path, db: Database, clock: ManualClock) -> None:
    queue = small_queue(tmp_path)
    play(db, queue, "a", saying(["i0"]), clock)
    play(db, queue, "b", saying([]), clock)
    adjudicate(db, queue, "no", clock)
    queue_results = results(db, queue.hash)
    rows = list(verdicts(queue_results))
    assert {row["role"] for row in rows} == {"annotator", "adjudicator"}
    assert all(set(row) == set(VERDICT_FIELDS) for row in rows)
    read = list(csv.DictReader(io.StringIO(as_text(rows, "csv", VERDICT_FIELDS))))
    assert len(read) == len(rows)
    assert {row["annotator"] for row in read} == {"a", "b", "judge"}
    finals = [
        json.loads(line)
        for line in as_text(final_verdicts(queue_results), "jsonl", ()).splitlines()
    ]
    assert all(set(row) == set(FINAL_FIELDS) for row in finals)
    (decided,) = [row for row in finals if row["disputed"] and row["check"] == "clear"]
    assert (decided["item"], decided["verdict"], decided["adjudicator"]) == ("i0", "no", "judge")


def test_a_cell_is_never_a_formula() -> None:
    text = as_text([{"a": "=cmd()", "b": ["x", "y"], "c": None}], "csv", ("a", "b", "c"))
    assert text == "a,b,c\r\n'=cmd(),x y,\r\n"


def test_accepted_items_are_a_source_and_finals_can_be_controls(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    queue = small_queue(tmp_path)
    for who in "ab":
        play(db, queue, who, saying(["i0", "i1"]), clock)
    queue_results = results(db, queue.hash)
    accepted_set = accepted(queue_results)
    assert sorted(entry.id for entry in accepted_set.items) == ["i2", "i3", "i4", "i5"]
    assert (accepted_set.rejected, accepted_set.open) == (2, 0)
    path = tmp_path / "kept.jsonl"
    path.write_text(write(accepted_set.items), encoding="utf-8")
    assert load(path).items == accepted_set.items
    known = accepted(queue_results, as_controls=True).items
    source = write_items(tmp_path / "known.jsonl", known)
    others = [item(n) for n in range(50, 60)]
    again = small_queue(tmp_path / "next", others, controls=source, control_share=0.3)
    assert len(again.queue.entries) == 14


@pytest.mark.slow
def test_a_hard_item_formalized_at_a_desk_is_exported_proved(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    hard = next(i for i in load(shared_path("llmeval-logic/hard")).items if i.id == ITEM)
    source = write_items(tmp_path / "hard.jsonl", [hard])
    path = tmp_path / "h.toml"
    path.write_text(new_queue(Order(path, (source,), "hardened-item", ("a",))).text, "utf-8")
    from items.inspection.audit import audit
    from study.annotation.queue import load_queue

    queue = load_queue(path)
    desk = Desk.open(db, queue, "a", clock=clock)
    current = desk.next()
    assert current is not None
    pad = read_scratch(PAD)
    after = desk.attach(pad.formalization, readings_of(hard, pad))
    assert after is not None
    settled = {
        key: settled_check.verdict for key, settled_check in desk.settle(audit(after.item)).items()
    }
    # The golds that are proved are the annotator's own; the published ones take a person's word.
    assert not any(key.startswith("gold@") for key in settled)
    # So does what is asked of the text's own questions.
    assert not any(key.startswith("recomputed@") for key in settled)
    item_shown = desk.current
    assert item_shown is not None
    assert "does not change the answer" in item_shown.proofs["recomputed@3"]
    assert "differs from the baseline" in item_shown.proofs["recomputed@4"]
    assert (settled["uncertainty_real"], settled["space_closed"]) == ("yes", "yes")
    while (now := desk.current) is not None and now.missing:
        check = now.missing[0].asked_check
        accept = check.check.accept
        desk.give(check.key, accept[0] if accept else (), "it does")
    desk.submit()
    desk.close()
    accepted_set = accepted(results(db, queue.hash))
    assert dict(accepted_set.proofs) == {ITEM: "proved"}
    out = tmp_path / "out.jsonl"
    out.write_text(write(accepted_set.items), encoding="utf-8")
    assert check_item(load(out).items[0]).state == "proved"


@pytest.mark.slow
def test_agreed_checks_of_a_disputed_entry_count_in_rates(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    """On i0 both find the same scale value and differ on whether it is clear."""
    scheme = SCHEME.replace('kind = "scale"', 'kind = "scale"\naccept = [4, 5]', 1)
    queue = small_queue(tmp_path, text=scheme)

    def judge(unclear: set[str]) -> Judge:
        plain = saying(unclear)
        return lambda current: {**plain(current), "hard": (4, "")}

    play(db, queue, "a", judge({"i0"}), clock)
    play(db, queue, "b", judge(set()), clock)
    rates = table(db, queue, "annotation rates")
    assert row_with(rates, subset="all", check="clear")["entries"] == 5
    assert row_with(rates, subset="all", check="hard")["entries"] == 6


@pytest.mark.slow
def test_an_unsure_final_verdict_counts_in_rates_and_is_not_right(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    """i0: both are unsure; i1: both say no; i3: they differ, and the adjudicator is unsure."""
    queue = small_queue(tmp_path)

    def judge(unclear: set[str], unsure: set[str]) -> Judge:
        plain = saying(unclear)

        def verdicts(current: Current) -> dict[str, tuple[Any, str]]:
            entries = {**plain(current)}
            if current.item.id in unsure:
                entries["clear"] = ("unsure", "hard to say")
            return entries

        return verdicts

    play(db, queue, "a", judge({"i1", "i3"}, {"i0"}), clock)
    play(db, queue, "b", judge({"i1"}, {"i0"}), clock)
    row = row_with(table(db, queue, "annotation rates"), subset="all", check="clear")
    assert (row["entries"], row["right"], row["unsure"], row["share"]) == (5, 3, 1, 0.6)
    adjudicate(db, queue, "unsure", clock)
    row = row_with(table(db, queue, "annotation rates"), subset="all", check="clear")
    assert (row["entries"], row["right"], row["unsure"], row["share"]) == (6, 3, 2, 0.5)


def test_final_verdicts_are_used_as_controls(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    """Also where the next queue has the same items among its sources."""
    queue = small_queue(tmp_path)
    for who in "ab":
        play(db, queue, who, saying(["i0", "i1"]), clock)
    known = accepted(results(db, queue.hash), as_controls=True).items
    source = write_items(tmp_path / "known.jsonl", known[:2])
    again = small_queue(tmp_path / "next", controls=source, control_share=0.3)
    desk = Desk.open(db, again, "a", clock=clock)
    document = desk.stored_queue.material.controls
    desk.close()
    assert {again.queue.entry(id).item for id in document} == {entry.id for entry in known[:2]}
    assert all("clear" in verdicts for verdicts in document.values())
    assert len(again.queue.entries) == 6
