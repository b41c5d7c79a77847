"""Tables of theories: only unreadable rows are left out, and they are reported."""

from pathlib import Path

import pytest

from items.sources.ccobra import Response, read_rows
from solver.errors import InputError
from study.diagnosis.theories import read_theories, shares


def test_blank_lines_and_short_rows_are_read(tmp_path: Path) -> None:
    (tmp_path / "T.csv").write_text("\nSyllogism,Prediction\nAA1,Iac;NVC\nEI4\n", encoding="utf-8")
    assert read_theories(tmp_path)["T"].conclusions == {"AA1": {"Iac", "NVC"}, "EI4": frozenset()}
    (tmp_path / "T.csv").write_text("Prediction,Syllogism\nOca,AI3\n", encoding="utf-8")
    assert read_theories(tmp_path)["T"].conclusions == {"AI3": {"Oca"}}


HEAD = "Syllogism,Prediction\n"


@pytest.mark.parametrize(
    ("row", "message", "unread"),
    [
        (
            f"AA1,{'x' * 200_000}".encode(),
            "line 3, column Prediction: expected conclusions such as Aac or NVC, found "
            f"{'x' * 60!r}",
            "AA1",
        ),
        (
            b"AA1,Aac;Xac",
            "line 3, column Prediction: expected conclusions such as Aac or NVC, found 'Xac'",
            "AA1",
        ),
        (
            b"AA1,A\xffac",
            "line 3, column Prediction: expected text in UTF-8, found byte 0xff",
            "AA1",
        ),
        (
            b"AA5,Aac",
            "line 3, column Syllogism: expected a syllogism such as AI3, found 'AA5'",
            "",
        ),
        (
            b",Aac",
            "line 3, column Syllogism: expected a syllogism such as AI3, found nothing",
            "",
        ),
        (
            b"A\xe91,Aac",
            "line 3, column Syllogism: expected text in UTF-8, found byte 0xe9",
            "",
        ),
    ],
    ids=["long", "conclusion", "byte", "syllogism", "unnamed", "byte in the name"],
)
def test_a_row_that_cannot_be_read_is_lost_alone(
    row: bytes, message: str, unread: str, tmp_path: Path
) -> None:
    (tmp_path / "T.csv").write_bytes(HEAD.encode() + b"EI4,NVC\n" + row + b"\nAI3,Oca\n")
    table = read_theories(tmp_path)["T"]
    assert table.conclusions == {"EI4": {"NVC"}, "AI3": {"Oca"}}
    (error,) = table.skipped
    assert f"{tmp_path / 'T.csv'}, {message}" in error.message
    assert table.of("EI4") == frozenset({"NVC"})
    assert table.of("AA1") is None
    # A table that lists all that it can is taken at its word about the rest.
    assert table.of("OO4") == (frozenset() if unread else None)


def test_a_lost_row_says_nothing_against_a_theory(tmp_path: Path) -> None:
    choices = "All;x;z|Some;x;z|No;x;z|NVC"
    answers = tmp_path / "answers.csv"
    answers.write_text(
        "id,task,choices,response\n"
        f"ann,All;x;y/All;y;z,{choices},All;x;z\n"
        f"ann,All;x;y/No;y;z,{choices},No;x;z\n"
        f"bob,All;x;y/No;y;z,{choices},NVC\n",
        encoding="utf-8",
    )
    responses = [row for row in read_rows(answers) if isinstance(row, Response)]
    folder = tmp_path / "theories"
    folder.mkdir()
    (folder / "whole.csv").write_bytes(HEAD.encode() + b"AA1,Aac\nAE1,Eac\n")
    (folder / "torn.csv").write_bytes(HEAD.encode() + b"AA1,A\xffac\nAE1,Eac\n")
    (folder / "nameless.csv").write_bytes(HEAD.encode() + b"A\xff1,Aac\nAE1,Eac\n")
    (folder / "short.csv").write_bytes(HEAD.encode() + b"AE1,Eac\n")
    (folder / "lost.csv").write_bytes(HEAD.encode() + b"\xff\n")
    assert shares(responses, read_theories(folder)) == {
        "whole": pytest.approx(2 / 3),
        "torn": pytest.approx(1 / 2),
        "nameless": pytest.approx(1 / 2),
        "short": pytest.approx(1 / 3),
        "lost": None,
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"Syllogism\nAA1\n", "the columns Syllogism, Prediction"),
        (b"", "the columns Syllogism, Prediction"),
        (b"Syllogism,Pred\xffiction\nAA1,Aac\n", "line 1, column 15: expected text in UTF-8"),
    ],
    ids=["columns", "empty", "byte in the header"],
)
def test_what_is_not_a_table_is_refused(text: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "T.csv").write_bytes(text)
    with pytest.raises(InputError, match=message):
        read_theories(tmp_path)
