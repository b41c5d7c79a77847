"""The command `simulate`, and what `report` says of those it made."""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sessions.record.results import SessionResult, versions
from sessions.storage.database import Database
from study.respondents.simulation import accuracies
from tests.tripwire import reached_by
from tui import i18n
from tui.cli import main


def call(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == code, result.output
    return result


def simulate(path: Path, *arguments: str, n: int = 6, seed: int = 5) -> dict[str, Any]:
    row = ("--participants", str(n), "--seed", str(seed), "--db", str(path), "--json")
    entry: dict[str, Any] = json.loads(call("simulate", "builtin:demo", *row, *arguments).stdout)
    return entry


def accuracy_of(
    sessions: tuple[SessionResult, ...], codes: list[str]
) -> Iterator[tuple[str, float]]:
    """Each one's mean share of right answers over the items that all answered and that have a
    gold."""
    answers_by_code: dict[str, dict[str, list[bool]]] = {code: {} for code in codes}
    for session in sessions:
        for result in session.results:
            if result.main and result.over:
                for score in result.scores.values():
                    if score.right is not None:
                        answers = answers_by_code[session.code].setdefault(
                            result.step.item_hash, []
                        )
                        answers.append(score.right)
    shared = set.intersection(*(set(items) for items in answers_by_code.values()))
    for code, items in answers_by_code.items():
        yield code, fmean(fmean(items[key]) for key in sorted(shared))


def tables(path: Path, *arguments: str) -> list[dict[str, Any]]:
    outcome = json.loads(call("report", "--db", str(path), "--json", *arguments).stdout)
    return list(outcome["tables"])


@pytest.mark.slow
def test_json_counts_the_outcomes_of_respondents(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    entry = simulate(path, n=8)
    assert set(entry) == {
        *("sessions", "begun", "completed", "rejected", "declined", "abandoned", "timed_out"),
        "turned_away",
    }
    ended = ("completed", "rejected", "declined", "abandoned", "timed_out")
    assert entry["sessions"] == entry["begun"] == 8 == sum(entry[text] for text in ended)
    assert simulate(path, n=8) == {**entry, "begun": 0}
    with Database.open(path) as db:
        (version,) = versions(db, simulated=True)
    assert len(version.sessions) == 8


def test_a_simulation_is_summarized_in_text(tmp_path: Path) -> None:
    result = call(
        *("simulate", "builtin:demo", "--participants", "3", "--seed", "1"),
        *("--db", str(tmp_path / "record.db"), "--decline", "1"),
    )
    assert "3 simulated sessions" in result.stdout
    assert "3  declined" in result.stdout
    assert "report --simulated" in result.stdout
    assert "Warning: 1 item: no gold" in result.stderr


@pytest.mark.slow
def test_the_report_excludes_simulated_respondents_by_default(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    simulate(path)
    left_out = tables(path)
    assert {table["study"] for table in left_out} == {"Odd company"}
    assert [(table["name"], table["n"]) for table in left_out] == [("sessions", 0)]
    assert left_out[0]["excluded"] == {"simulated sessions": 6}
    report_tables = tables(path, "--simulated")
    titles = {table["study"] for table in report_tables}
    assert titles <= {"Odd company (simulated respondents)", "Models and people"}
    (sessions,) = [table for table in report_tables if table["name"] == "sessions"]
    assert sessions["n"] == 6
    text = call("report", "--db", str(path), "--simulated").stdout
    assert "Odd company (simulated respondents)" in text
    assert "left out: simulated sessions (6)" in call("report", "--db", str(path)).stdout


@pytest.mark.slow
def test_files_say_simulated_in_every_row(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    simulate(path)
    page = tmp_path / "page.html"
    document = ("--csv", str(tmp_path / "csv"), "--html", str(page))
    call("report", "--db", str(path), "--simulated", *document)
    rows = (tmp_path / "csv" / "participants.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 7
    assert all("(simulated respondents)" in row for row in rows[1:])
    text = page.read_text(encoding="utf-8")
    assert "Odd company (simulated respondents)" in text
    first = text.partition("<nav>")[0]
    assert "6 simulated respondents began Odd company" in first
    assert "There is nobody whose answers count" not in first
    call("report", "--db", str(path), "--html", str(page))
    assert (
        "There is nobody whose answers count"
        in page.read_text(encoding="utf-8").partition("<nav>")[0]
    )


def test_two_simulated_respondents_are_compared_by_code(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    never = ("--abandon", "0", "--decline", "0", "--right", "qualification=1")
    simulate(path, *never, n=2)
    with Database.open(path) as db:
        (version,) = versions(db, simulated=True)
    codes = [session.code for session in version.sessions]
    outcome = call("compare", *codes, "--db", str(path), "--json").stdout
    document = json.loads(outcome)
    assert (document["left"], document["right"]) == tuple(codes)
    shares = dict(accuracy_of(version.sessions, codes))
    assert document["items"] > 0
    assert {document["accuracy"]["left"], document["accuracy"]["right"]} == set(shares.values())
    assert codes[0] in call("compare", "SIM-X", codes[0], "--db", str(path), code=2).output


@pytest.mark.slow
def test_a_chinese_page_and_chinese_tables(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    simulate(path)
    page = tmp_path / "page.html"
    arguments = ("report", "--db", str(path), "--simulated", "--language", "zh")
    try:
        call(*arguments, "--html", str(page))
        text = page.read_text(encoding="utf-8")
        output = call(*arguments).stdout
    finally:
        i18n.use("en")
    assert '<html lang="zh">' in text
    assert "6 个模拟作答者开始了 Odd company" in text
    assert "各部分的正确率" in output
    # Names that the study and the items have are theirs; notes and reasons are the report's.
    for part in (text, output):
        assert "区间针对新的题目" in part
        assert "intervals are" not in part
        assert "left out" not in part
    again = tables(path, "--simulated")
    assert any("intervals are for new items" in note for t in again for note in t["notes"])


@pytest.mark.slow
def test_shares_of_right_answers_by_kind(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    exact = ("--spread", "0", "--careless", "0", "--abandon", "0", "--time-outs", "0")
    simulate(path, "--right", "0", "--right", "qualification=1", "--right", "choice=1", *exact)
    entry = {table["name"]: table for table in tables(path, "--simulated")}
    kinds = {row[0]: row[3] for row in entry["accuracy by question kind"]["rows"]}
    assert kinds.pop("choice") == 1
    assert kinds
    assert set(kinds.values()) == {0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("builtin:demo", "--participants", "3"), "--seed"),
        (("builtin:demo", "--participants", "0", "--seed", "1"), "--participants"),
        (("no-such.toml", "--participants", "3", "--seed", "1"), "Study cannot be read"),
        (("builtin:demo", "--participants", "3", "--seed", "1", "--right", "2"), "Wrong --right"),
    ],
)
def test_wrong_usage(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    path = tmp_path / "record.db"
    result = call("simulate", *arguments, "--db", str(path), code=2)
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert not path.exists()


def test_an_unknown_kind_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    row = ("--participants", "3", "--seed", "1", "--right", "guess=0.5")
    result = call("simulate", "builtin:demo", *row, "--db", str(tmp_path / "no.db"), code=2)
    assert all(kind in result.stderr for kind in accuracies())


@pytest.mark.slow
def test_help_has_an_example_and_loads_nothing_heavy(tmp_path: Path) -> None:
    assert "Example:  countermodel simulate" in call("simulate", "--help").stdout
    row = ("--participants", "1", "--seed", "1", "--db", str(tmp_path / "record.db"))
    names = {"textual", "openai", "scipy", "z3"}
    program = "from tui.cli import main\nmain(prog_name='countermodel')"
    assert reached_by(program, "simulate", "builtin:demo", *row, names=names) == set()
