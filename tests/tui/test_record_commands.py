"""The commands `report`, `withdraw` and `check-db`, and how tables are set."""

import json
import re
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sessions.report.accuracy_report import build_report
from sessions.report.report_tables import Table
from sessions.report.rows import Column
from sessions.storage.database import Database
from solver.errors import InputError
from study.design.protocol import loaded
from study.files.study_file import study_file
from tests.sessions.player import Player
from tests.study.samples import sample
from tests.tripwire import reached_by
from tui.cli import main
from tui.commands.take import _proved
from tui.commands.withdraw import WAITING_MESSAGE
from tui.console import sentences
from tui.console.tables import print_tables
from tui.state.report_columns import LEVEL, shown_columns
from tui.state.report_view import parts, row_keys, wrapped_head
from tui.text import width


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "record.db"
    with Database.open(path) as db:
        for seed in range(4):
            Player(db, sample(), seed, code=f"P{seed}").play()
            Player(db, sample(), seed, code=f"P{seed}", pilot=True)
    return path


def call(*arguments: str, typed: str | None = None, code: int | None = 0) -> Result:
    result = CliRunner().invoke(main, arguments, input=typed, standalone_mode=False)
    if code is not None:
        exited = result.exception.code if isinstance(result.exception, SystemExit) else 0
        exited = exited or int(result.return_value or 0)
        assert result.exception is None or exited, result.exception
        assert exited == code
    return result


def tables(*arguments: str) -> list[dict[str, Any]]:
    entries: dict[str, list[dict[str, Any]]] = json.loads(
        call("report", "--json", *arguments).stdout
    )
    return entries["tables"]


@pytest.mark.slow
def test_the_report_is_printed_as_json(database: Path) -> None:
    entries = tables("--db", str(database))
    assert {"name", "columns", "rows", "n", "excluded"} <= set(entries[0])
    assert entries[0]["excluded"] == {"pilot sessions": 4}
    assert entries == tables("--db", str(database), "--study", "sample")


@pytest.mark.parametrize("cells", [60, 80, 120, 240])
def test_tables_fit_and_lose_nothing(
    database: Path, cells: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with Database.open(database) as db:
        report = build_report(db)
    print_tables(report.tables, cells)
    text = capsys.readouterr().out
    assert all(width(line) <= cells for line in text.splitlines())
    assert "…" not in text
    for table in report.tables:
        assert f"n = {table.n}" in text
        for place, column in enumerate(table.columns):
            words = column.name.split()
            if words[-1] == "low" and column.unit == "share":
                # An interval stands beside its figure, as one column.
                assert re.search(r"\(95\s%\)", text)
                for row in table.rows:
                    if row[place] is not None:
                        low, high = (100 * float(cell or 0) for cell in row[place : place + 2])
                        joint = " to " if low < 0 else "–"
                        assert f"({low:.1f}{joint}{high:.1f})" in text
            if words[-1] not in ("low", "high"):
                assert all(word in text for word in words)
    assert "left out: pilot sessions (4)" in text
    for participant in range(4):
        assert f"P{participant} " in text


def test_the_report_is_printed_as_text(database: Path) -> None:
    text = call("report", "--db", str(database)).stdout
    assert "A sample" in text
    assert "Confidence against accuracy" in text


def test_an_empty_database_has_an_empty_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERMODEL_DB", str(tmp_path / "none.db"))
    assert call("report").stdout == "Nothing has been recorded yet.\n"
    assert tables() == []
    assert not (tmp_path / "none.db").exists(), "looking creates nothing"
    Database.open(tmp_path / "empty.db").close()
    assert call("report", "--db", str(tmp_path / "empty.db")).stdout.startswith("Nothing")
    assert tables("--db", str(tmp_path / "empty.db"), "--study", "x") == []


def test_wrong_report_options_are_refused(database: Path, tmp_path: Path) -> None:
    for arguments, title in (
        (("--db", str(tmp_path / "none.db")), "no such database"),
        (("--db", str(database), "--study", "other"), "No such study"),
    ):
        error = call("report", *arguments, code=None).exception
        assert isinstance(error, InputError)
        assert title in error.title


def test_withdraw_asks_first_and_check_db_agrees(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    with Database.open(path) as db:
        player = Player(db, sample(), 1, code="ANN")
        player.play()
        player.runner.close()
    db_option = ("--db", str(path))
    for answer in ("n\n", ""):
        refused = call("withdraw", "ann", *db_option, typed=answer, code=None)
        assert "Erased" not in refused.output
        assert "Erase 1 session of ann" in refused.stderr
    assert json.loads(call("check-db", "--json", *db_option).stdout)["sessions"] == 1
    run_outcome = call("withdraw", "ann", "--json", *db_option, typed="y\n")
    assert json.loads(run_outcome.stdout)["erased"] == 1
    with pytest.raises(InputError, match="No such participant"):
        raise call("withdraw", "ann", "--yes", *db_option, code=None).exception or AssertionError
    assert json.loads(call("check-db", "--json", *db_option).stdout) == {
        "sessions": 0,
        "events": 0,
        "items": 15,
        "answers": 0,
        "desks": 0,
        "annotations": 0,
        "unchained": 0,
        "problems": [],
        "notes": [],
    }


def test_withdraw_says_that_it_waits_for_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader keeps the file from being cleaned; it leaves once the command has said so."""
    path = tmp_path / "record.db"
    with Database.open(path) as db:
        player = Player(db, sample(), 1, code="ANN")
        player.play()
        player.runner.close()
    heard: list[str] = []
    leave = threading.Event()

    def hear(sentence: str, **_: bool) -> None:
        heard.append(sentence)
        leave.set()

    reading = threading.Event()

    def read() -> None:
        reader = sqlite3.connect(path)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM event").fetchone()
        reading.set()
        leave.wait(60)
        reader.close()

    monkeypatch.setattr(sentences, "echo_sentence", hear)
    monkeypatch.setattr("tui.commands.withdraw.PATIENCE_SECONDS", 0.05)
    thread = threading.Thread(target=read)
    thread.start()
    reading.wait(60)
    result = call("withdraw", "ann", "--yes", "--db", str(path), code=None)
    leave.set()
    thread.join()
    assert heard == [WAITING_MESSAGE]
    assert result.exit_code == 0, result.output
    assert "Erased 1 session of ANN" in result.stdout


def test_an_empty_name_is_not_a_database() -> None:
    with pytest.raises(InputError, match="No database is named"):
        raise call("report", "--db", "", code=None).exception or AssertionError


def test_check_db_exits_with_1_for_problems(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    with Database.open(path) as db:
        player = Player(db, sample(), 1, code="ANN")
        player.play()
        player.runner.close()
        with db.atomic() as connection:
            connection.execute("UPDATE session SET slot = 5")
    result = call("check-db", "--db", str(path), code=1)
    assert "its row does not fit" in result.stdout
    # The file is whole: there is nothing to be rescued.
    assert "--rescue" not in result.stderr


def test_check_db_exits_with_1_for_damaged_pages(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    with Database.open(path) as db:
        Player(db, sample(), 1, code="ANN").play()
    pages = bytearray(path.read_bytes())
    for start in range(2 * 4096, len(pages), 4096):
        pages[start : start + 200] = b"\xff" * 200
    path.write_bytes(pages)
    result = call("check-db", "--db", str(path), code=1)
    assert "malformed" in result.stdout
    assert "1 problem\n" in result.stdout
    assert "--rescue NEW" in result.stderr


@pytest.mark.slow
def test_a_pilot_reports_unproved_items_and_a_study_that_cannot_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.apps.participant.ParticipantApp.run_to_the_end", lambda _app: 0)
    items = Path(__file__).parents[2] / "items" / "builtin" / "practice.jsonl"
    text = items.read_text(encoding="utf-8").replace('"practice/', '"changed/', 1)
    text += '{"id": "informal", "text": "Why?", "questions": [{"kind": "text", "gold": "x"}]}'
    (tmp_path / "items.jsonl").write_text(text, encoding="utf-8")
    study = tmp_path / "study.toml"
    study.write_text('title = "T"\nconsent = "C"\n[[blocks]]\nsource = "items.jsonl"\n')
    # The process that reads items writes to the terminal itself.
    _proved(tmp_path / "other.db", True, loaded(study_file(str(study))), "")
    assert "Proving the gold answers of 2 items, once." in capsys.readouterr().err
    db = ("--db", str(tmp_path / "record.db"))
    result = call("take", str(study), "--pilot", *db)
    assert "Warning: 1 item: gold that no solver can prove: informal" in result.stderr
    assert call("take", str(study), *db).stderr == "", "participants are told nothing"
    study.write_text(study.read_text() + "number = 999\n")
    error = call("take", str(study), "--pilot", *db, code=None).exception
    assert isinstance(error, InputError)
    assert "Too few items" in error.title


def test_heads_break_between_words_and_tables_between_columns() -> None:
    assert wrapped_head("with a partial answer", 9) == ["with a", "partial", "answer"]
    assert wrapped_head("completion", 3) == ["completion"]
    assert wrapped_head(f"share ({LEVEL})", 5) == ["share", f"({LEVEL})"]
    assert wrapped_head("by a person", 1) == ["by a", "person"]

    def places(sizes: list[int], cells: int, second: int | None = None) -> list[list[int]]:
        """The columns of each part, where rows differ in the first column, or in the first and one
        more together."""
        columns = tuple(
            Column(f"c{n}", "text" if n in (0, second) else "share") for n in range(len(sizes))
        )
        rows = tuple(
            tuple({0: first, second: other}.get(n, 0.5) for n in range(len(sizes)))
            for first in "ab"
            for other in ("xy" if second else "x")
        )
        document = shown_columns(Table("t", "s", "v", columns, rows, len(rows), {}, ()))
        return [list(part) for part in parts(document, sizes, cells)]

    assert places([5, 10, 10, 10], 40) == [[0, 1, 2], [0, 3]]
    assert places([50, 10, 10], 40) == [[0, 1], [0, 2]]
    assert places([5], 3) == [[0]]
    assert places([5, 11, 4, 10, 10], 35, 2) == [[0, 1, 2], [0, 2, 3, 4]]
    assert places([5, 10, 10, 10, 4], 30, 4) == [[0, 1, 2], [0, 4, 3]]


def test_parts_repeat_the_columns_that_distinguish_rows() -> None:
    columns = (
        Column("respondent", "text"),
        Column("kind", "text"),
        Column("run"),
        Column("type", "text"),
        Column("items"),
    )
    rows = tuple(
        (who, "model", run, type_, 7) for who in "ab" for run in (1, 2) for type_ in ("all", "3c1e")
    )
    document = shown_columns(Table("t", "s", "v", columns, rows, 8, {}, ()))
    assert row_keys(document, [10, 5, 3, 5, 5], 80) == {0: 10, 2: 3, 3: 5}
    assert row_keys(document, [10, 5, 3, 5, 5], 40) == {0: 10, 2: 3}
    assert row_keys(document[:2], [10, 5], 80) == {0: 10}


def test_a_repeated_long_setting_is_cut_and_still_distinguishes_rows() -> None:
    columns = (Column("respondent", "text"), Column("setting", "text"), Column("run"))
    settings = ("contexthub", "qmfol", "divlogic-no-logic seed=4 temperature=0.5")
    rows = tuple((who, setting, run) for who in "ab" for setting in settings for run in (1, 2))
    document = shown_columns(Table("t", "s", "v", columns, rows, 12, {}, ()))
    assert row_keys(document, [11, 40, 3], 80) == {0: 11, 1: 22, 2: 3}
    assert row_keys(document, [11, 40, 3], 160) == {0: 11, 1: 40, 2: 3}
    # Too little room for words that tell anything.
    assert row_keys(document, [11, 40, 3], 40) == {0: 11, 2: 3}


@pytest.mark.slow
def test_the_report_loads_no_solver_and_no_screen(database: Path) -> None:
    code = "from tui.cli import main; main()"
    heavy = {"z3", "openai", "statsmodels", "pandas", "sqlite_utils", "textual"}
    assert reached_by(code, "report", "--json", "--db", str(database), names=heavy) == set()


@pytest.mark.slow
def test_merge_joins_files_and_exits_with_1_for_conflicts(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("all.db", "a.db", "b.db", "c.db")]
    for path, code in zip(paths[1:], ("ANN", "BEN", "ANN"), strict=True):
        with Database.open(path) as db:
            Player(db, sample(), 1, code=code).play()
    document = json.loads(call("merge", *paths[:3], "--json").stdout)
    assert set(document) == {"merged", "skipped", "erased", "conflicts"}
    assert (document["merged"]["session"], document["conflicts"]) == (2, [])
    again = call("merge", *paths[:3]).stdout
    assert "added: nothing" in again
    assert "already there: 2 sessions, " in again
    assert ", 2 studies, 2 versions, " in again
    assert json.loads(call("check-db", "--json", "--db", paths[0]).stdout)["problems"] == []
    refused = call("merge", *paths, code=1)
    assert "participant ANN, study sample: sessions " in refused.stdout
    assert "1 conflict: nothing was merged" in refused.stdout
    assert json.loads(call("merge", *paths, "--json", code=1).stdout)["merged"]["session"] == 0


def test_export_says_what_it_wrote(tmp_path: Path) -> None:
    path = str(tmp_path / "record.db")
    with Database.open(path) as db:
        Player(db, sample(), 1, code="ANN").play()
    document = json.loads(
        call("export", "--db", path, "--to", str(tmp_path / "to"), "--json").stdout
    )
    rows = {entry["file"]: entry["rows"] for entry in document["written"]}
    assert rows["sessions.csv"] == 1
    assert "answers.csv: " in call("export", "--db", path, "--to", str(tmp_path / "to")).stdout
    with pytest.raises(InputError, match="no such file"):
        raise (
            call("export", "--db", f"{path}.none", "--to", str(tmp_path), code=None).exception
            or AssertionError
        )


@pytest.mark.slow
def test_readable_sessions_are_rescued(tmp_path: Path) -> None:
    path, new = tmp_path / "record.db", tmp_path / "saved.db"
    with Database.open(path) as db:
        Player(db, sample(), 1, code="ANN").play()
    whole = call("check-db", "--db", str(path), "--rescue", str(new))
    assert re.search(
        r"saved\.db: saved 1 study, 1 version, 15 items, 1 session, \d+ events", whole.stdout
    )
    with Database.open(path) as db:
        link = db.rows("SELECT link FROM event WHERE kind = 'answer_confirmed'")[0]["link"]
    older = tmp_path / "older.db"
    data = bytearray(path.read_bytes())
    older.write_bytes(data)
    place = data.find(link)
    data[place - 200 : place] = bytes(200)
    path.write_bytes(data)
    refused = call("check-db", "--db", str(path), "--rescue", str(new), code=None)
    assert isinstance(refused.exception, InputError)
    new.unlink()
    cut = call("check-db", "--db", str(path), "--rescue", str(new), code=1)
    assert re.search(r"saved up to a gap: session \S+: \d+ of \d+ events", cut.stdout)
    assert "--also COPY" in cut.stderr
    assert "--also" not in whole.stderr
    assert call("check-db", "--db", str(new)).stdout.endswith("nothing wrong\n")
    new.unlink()
    both = call(
        *("check-db", "--db", str(path), "--rescue", str(new), "--also", str(older), "--json")
    )
    document = json.loads(both.stdout)
    assert (document["cut"], document["changed"], document["lost"]) == ([], [], [])
    assert document["saved"]["session"] == 1
    alone = call("check-db", "--db", str(path), "--also", str(older), code=None)
    assert "--also needs --rescue" in str(alone.exception)


@pytest.mark.slow
def test_segments_are_written_and_reported_on(tmp_path: Path) -> None:
    pytest.importorskip("duckdb", reason="the extra big is not installed")
    db, folder = str(tmp_path / "db.sqlite"), str(tmp_path / "segments")
    run = CliRunner().invoke
    played = run(
        main, ["simulate", "builtin:demo", "--participants", "2", "--seed", "1", "--db", db]
    )
    assert played.exit_code == 0, played.output
    wanted = ["export", "--parquet", "--to", folder, "--db", db, "--json"]
    first, again = (json.loads(run(main, wanted).stdout) for _ in range(2))
    assert first["units"] == again["units"] == 2
    assert first["written"]["answers"] > 0
    assert set(again["written"].values()) == {0}
    result = run(main, ["report", "--parquet", folder, "--simulated", "--json"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    names = [table["name"] for table in document["tables"]]
    whole = run(main, ["report", "--db", db, "--simulated", "--solve", "0", "--json"])
    full = [table["name"] for table in json.loads(whole.stdout)["tables"]]
    assert {"sessions", "accuracy by block", "item accuracy"} <= {*names}
    assert names == [name for name in full if name not in document["not_made"]]
    refused = run(main, ["report", "--parquet", folder, "--study", "demo"])
    assert refused.exit_code == 2
    refused = run(main, [*wanted, "--psych-ds", "Title"])
    assert refused.exit_code == 2
