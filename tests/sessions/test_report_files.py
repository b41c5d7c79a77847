"""The report's files in a folder that holds an earlier report's, and other people's."""

from pathlib import Path

from click.testing import CliRunner

from sessions.report.report_files import write_csv
from sessions.report.report_tables import Report, Table
from sessions.report.rows import Column
from tests.tui.inspector.researcher_session import record
from tui.cli import main


def report(*names: str, study: str = "A study") -> Report:
    columns = (Column("kind", "text"), Column("answers"))
    return Report(
        tuple(Table(name, study, "0123", columns, (("truth", 3),), 3, {}) for name in names)
    )


def listed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


BESIDE = ["README.txt", "codebook.csv", "tables.csv"]


def test_tables_of_an_earlier_report_are_replaced(tmp_path: Path) -> None:
    write_csv(report("one", "two", "three"), tmp_path)
    written = write_csv(report("two", "four", study="Another"), tmp_path)
    assert listed(tmp_path) == sorted([*BESIDE, "four.csv", "two.csv"])
    assert [path.name for path in written.removed] == ["one.csv", "three.csv"]
    assert "Another" in (tmp_path / "two.csv").read_text()
    assert write_csv(report("two", "four"), tmp_path).removed == ()


def test_files_of_other_programs_are_not_changed(tmp_path: Path) -> None:
    write_csv(report("one", "two", "three"), tmp_path)
    (tmp_path / "one.csv").write_text("study,version,mine\nx,y,1\n")
    (tmp_path / "two.csv").write_bytes(b"\xff\xfe")
    (tmp_path / "notes.csv").write_text("study,version,kind,answers\n")
    outside = tmp_path.parent / f"{tmp_path.name}.csv"
    outside.write_text("study,version,kind,answers\n")
    book = tmp_path / "codebook.csv"
    extra = "".join(f"../{outside.name},{c},,\r\n" for c in ("study", "version", "kind", "answers"))
    book.write_text(book.read_text() + extra)
    written = write_csv(report("four"), tmp_path)
    assert [path.name for path in written.removed] == ["three.csv"]
    assert listed(tmp_path) == sorted([*BESIDE, "four.csv", "notes.csv", "one.csv", "two.csv"])
    assert outside.exists()


def test_an_unrelated_codebook_removes_nothing(tmp_path: Path) -> None:
    write_csv(report("one"), tmp_path)
    (tmp_path / "codebook.csv").write_text("file,column\none.csv,study\none.csv,version\n")
    assert write_csv(report("two"), tmp_path).removed == ()
    assert "one.csv" in listed(tmp_path)


def test_the_command_says_what_it_removed(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    write_csv(report("long ago"), folder)
    record(tmp_path / "r.db")
    result = CliRunner().invoke(
        main, ["report", "--db", str(tmp_path / "r.db"), "--csv", str(folder), "--solve", "0"]
    )
    assert result.exit_code == 0
    assert "Removed from an earlier report there: long_ago.csv" in result.stderr
    assert "long_ago.csv" not in listed(folder)
