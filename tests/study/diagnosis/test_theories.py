"""Tables of theories: what is wrong with one is told."""

from pathlib import Path

import pytest

from solver.errors import InputError
from study.diagnosis.theories import read_theories


def test_blank_lines_and_short_rows_are_read(tmp_path: Path) -> None:
    (tmp_path / "T.csv").write_text("\nPrediction,Syllogism\nIac;NVC,AA1\nIac\n", encoding="utf-8")
    assert read_theories(tmp_path)["T"]["AA1"] == {"Iac", "NVC"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Syllogism,Prediction\nAA1," + "x" * 200_000, "expected a table"),
        ("Syllogism\nAA1\n", "the columns Syllogism, Prediction"),
        ("", "the columns Syllogism, Prediction"),
    ],
)
def test_what_is_no_table_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "T.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_theories(tmp_path)
