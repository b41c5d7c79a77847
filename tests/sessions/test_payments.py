"""Amounts due to participants: the arithmetic, and the table from the record."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sessions.export.tidy_files import export
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.upkeep.withdraw import withdraw
from solver.errors import InputError
from study.design.payment import Payment
from study.design.protocol import load_study, parse_study
from study.respondents.simulation import Profile, Simulated
from tests.study.samples import POOLS, sample
from tui.cli import main

MONEY = st.integers(0, 100_00).map(lambda cents: cents / 100)


@given(MONEY, MONEY, MONEY, st.integers(0, 500))
def test_amounts_are_exact_to_the_cent(completed: float, right: float, most: float, n: int) -> None:
    rule = Payment.model_validate({"completed": completed, "right": right, "most": most})
    cents = min(round(completed * 100) + n * round(right * 100), round(most * 100))
    assert rule.amount_due("completed", n).amount == Decimal(cents) / 100


def test_outcomes_sittings_and_attempts_are_paid_as_the_study_says() -> None:
    table = {"completed": [5, 7.5], "not_qualified": 1, "right": 0.1, "under_way": 0.5}
    rule = Payment.model_validate(table)
    assert rule.amount_due("completed", 3).amount == Decimal("5.30")
    assert [rule.amount_due("completed", 0, sitting=n).amount for n in (1, 2, 3)] == [5, 7.5, 7.5]
    assert rule.amount_due("not_qualified", 9).amount == 1
    assert rule.amount_due("under_way", 9).amount == Decimal("0.50")
    assert rule.amount_due("declined", 9).amount == 0
    assert rule.amount_due("completed", 9, attempt=2).amount == 0
    # After one that asked nothing, the attempt that is completed is paid, and no other.
    assert rule.amount_due("completed", 3, attempt=2, met_before=False).amount == Decimal("5.30")
    assert rule.amount_due("not_qualified", 0, attempt=2, met_before=False).amount == 0
    everyone = Payment.model_validate({**table, "attempts": "all"})
    assert everyone.amount_due("completed", 0, attempt=2).amount == 5


@pytest.mark.parametrize("wrong", ["-1", '"8"', "true", "nan", "inf", "0.00001", "1e9"])
def test_an_invalid_amount_is_refused_with_its_line(wrong: str) -> None:
    text = f'title = "T"\n[payment]\ncompleted = {wrong}\n[[blocks]]\nsource = "main"\n'
    with pytest.raises(InputError) as caught:
        parse_study(text, "study.toml")
    assert "line 3" in caught.value.message


STUDY = """
title = "Paid"
consent = "Yes?"
[codes]
who = "list"
file = "codes.csv"
[payment]
currency = "EUR"
completed = 4
declined = 0.5
right = 0.25
[[exclude]]
rule = "quick"
[[blocks]]
source = "main"
number = 2
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "codes.csv").write_text("code,recruiter\nP1,=X1\nP2,X2\nP3,X3\n", encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    study = load_study(tmp_path / "study.toml")
    with Database.open(tmp_path / "one.db") as db:
        for n, code in enumerate(("P1", "P2", "P3")):
            runner = Runner.open(
                db, study, code, clock=ManualClock(), pools=lambda: POOLS, proofs={}
            )
            runner.consent(code != "P2")
            while code == "P1" and not runner.state.ended:
                if runner.current is None:
                    runner.proceed()
                    continue
                leaf = runner.current.question.leaves[0]
                assert leaf.gold is not None
                runner.change(leaf.id, leaf.gold)
                runner.confirm()
            runner.close()
            assert n < 3
    return tmp_path / "one.db"


def test_the_table_names_codes_and_pays_excluded_participants(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "payments.csv"
    arguments = ["payments", str(tmp_path / "study.toml"), "--db", str(path), "--to", str(out)]
    run = CliRunner().invoke(main, arguments)
    assert run.exit_code == 0, run.output
    assert "3 sessions: 5.00 EUR" in run.output
    rows = {row["code"]: row for row in csv.DictReader(out.open(encoding="utf-8", newline=""))}
    assert [rows[code]["amount"] for code in ("P1", "P2", "P3")] == ["4.50", "0.50", "0.00"]
    assert rows["P1"]["left_out_by"] == "quick"
    assert rows["P1"]["recruiter"] == "'=X1"
    assert rows["P1"]["completion_code"]
    assert rows["P3"]["completion_code"] == ""
    assert CliRunner().invoke(main, arguments).exit_code == 2, "nothing is written over"


def test_simulated_respondents_and_pilots_are_said_not_to_be_paid(tmp_path: Path) -> None:
    text = STUDY.replace('[codes]\nwho = "list"\nfile = "codes.csv"\n', "")
    (tmp_path / "study.toml").write_text(text, encoding="utf-8")
    study = load_study(tmp_path / "study.toml")
    script = Simulated(seed=1, number=1, profile=Profile())
    with Database.open(tmp_path / "one.db") as db:
        for code, pilot, simulated in (("S1", False, script), ("P1", True, None)):
            Runner.open(
                db, study, code, clock=ManualClock(), pools=lambda: POOLS, proofs={},
                pilot=pilot, simulated=simulated,
            ).close()  # fmt: skip
    for named in ((), (str(tmp_path / "study.toml"),)):
        run = CliRunner().invoke(main, ["payments", *named, "--db", str(tmp_path / "one.db")])
        assert run.exit_code == 0, run.output
        assert "Nobody is to be paid yet" in run.output
        assert "not in this table: 1 of simulated respondents, 1 of pilots." in run.output


def test_an_export_says_what_is_due_and_names_nobody(path: Path, tmp_path: Path) -> None:
    with Database.open(path) as db:
        export(db, tmp_path / "out")
    text = (tmp_path / "out/payments.csv").read_text(encoding="utf-8")
    assert "4.50" in text
    assert "P1" not in text
    book = (tmp_path / "out/codebook.csv").read_text(encoding="utf-8")
    assert "payments.csv" in book


def test_an_export_written_again_omits_withdrawn_participants(path: Path, tmp_path: Path) -> None:
    with Database.open(path) as db:
        export(db, tmp_path / "out")
        assert (tmp_path / "out/payments.csv").exists()
        for code in ("P1", "P2", "P3"):
            withdraw(db, code, "2030-01-01T00:00:00+00:00")
        export(db, tmp_path / "out")
    assert not (tmp_path / "out/payments.csv").exists()
    assert not (tmp_path / "out/payments.jsonl").exists()
    assert "payments" not in (tmp_path / "out/codebook.csv").read_text(encoding="utf-8")


def test_a_study_without_payment_is_named(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(sample().text, encoding="utf-8")
    run = CliRunner().invoke(main, ["payments", str(other), "--db", str(path)])
    assert run.exit_code == 2
    assert "[payment]" in run.output
