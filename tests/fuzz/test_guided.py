"""The fuzzer's words are the pieces, and it runs a reader where it is installed."""

import ast
from pathlib import Path

import pytest

from tests.fuzz.guided import dictionary, run
from tests.fuzz.mutating import PIECES


def test_the_fuzzers_words_are_the_short_pieces(tmp_path: Path) -> None:
    lines = dictionary(tmp_path / "words").read_text(encoding="ascii").splitlines()
    words = [ast.literal_eval("b" + line) for line in lines]
    assert words == [piece for piece in PIECES if len(piece) <= 64]


@pytest.mark.torture
def test_a_reader_is_fuzzed(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris comes with `make fuzz`")
    row = run("formula", 500, 60, 1, tmp_path)
    assert row.trouble == ""
    assert row.inputs >= 500
    assert row.branches > 50
    assert list(tmp_path.iterdir()) == []
