"""Tables of theories: what is wrong with one is told."""

from pathlib import Path

import pytest

from solver.errors import InputError
from study.diagnosis.theories import read_theories


def test_blank_lines_and_short_rows_are_read(tmp_path: Path) -> None:
    (tmp_path / "T.csv").write_text("\nSyllogism,Prediction\nAA1,Iac;NVC\nEI4\n", encoding="utf-8")
    assert read_theories(tmp_path)["T"] == {"AA1": {"Iac", "NVC"}, "EI4": frozenset()}
    (tmp_path / "T.csv").write_text("Prediction,Syllogism\nOca,AI3\n", encoding="utf-8")
    assert read_theories(tmp_path)["T"] == {"AI3": {"Oca"}}


HEAD = "Syllogism,Prediction\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"{HEAD}AA1,{'x' * 200_000}",
            r"line 2, column Prediction: expected conclusions such as Aac.*'x{60}'$",
        ),
        (f"{HEAD}\nAA1,Aac\nAA2,Aac;Xac\n", "line 4, column Prediction: .* found 'Xac'"),
        (
            f"{HEAD}AA5,Aac\n",
            "line 2, column Syllogism: expected a syllogism such as AI3, found 'AA5'",
        ),
        (
            f"{HEAD},Aac\n",
            "line 2, column Syllogism: expected a syllogism such as AI3, found nothing",
        ),
        ("Syllogism\nAA1\n", "the columns Syllogism, Prediction"),
        ("", "the columns Syllogism, Prediction"),
    ],
    ids=["long", "conclusion", "syllogism", "unnamed", "columns", "empty"],
)
def test_what_is_no_table_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "T.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_theories(tmp_path)
