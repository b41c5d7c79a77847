"""Price files: what tokens cost, and what is reported of a file that cannot be read."""

import re
from pathlib import Path

import pytest

from items.asking.prices import Price, price_of
from solver.errors import InputError

GOOD = """
["gpt-5.1"]
input = 1.25
output = 10.0

[free]
input = 0
output = 0
"""


def write_prices(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "prices.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_prices_are_those_of_a_million_tokens(tmp_path: Path) -> None:
    path = write_prices(tmp_path, GOOD)
    price = price_of("gpt-5.1", path)
    assert price == Price(1.25, 10.0)
    assert price.cost(1_000_000, 0) == 1.25
    assert price.cost(400, 30) == pytest.approx(0.0008)
    assert price_of("free", path).cost(10**9, 10**9) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD.replace('"gpt-5.1"', "gpt-5.1"), "gpt-5: expected input and output, found 1"),
        (
            GOOD.replace("1.25", "-1"),
            r"gpt-5\.1, input: expected a number from 0 to 1,000,000,000,000, found -1",
        ),
        (GOOD.replace("10.0", "1" * 400), "output: expected a number from 0 to 1,0.* found 11111"),
        (
            GOOD.replace("1.25", "nan"),
            "input: expected a number from 0 to 1,000,000,000,000, found nan",
        ),
        (
            GOOD.replace("1.25", "true"),
            "input: expected a number from 0 to 1,000,000,000,000, found True",
        ),
        (
            GOOD.replace("1.25", '"1"'),
            "input: expected a number from 0 to 1,000,000,000,000, found '1'",
        ),
        (GOOD.replace("input = 1.25", ""), "expected input and output, found output"),
        ('"gpt-5.1" = 3', "expected a table with input and output, found 3"),
        ("[free]\ninput = 0\noutput = 0\n", r"expected 'gpt-5\.1', found 'free'"),
        ("", r"expected 'gpt-5\.1', found no model"),
        ("[", r"prices\.toml: "),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        price_of("gpt-5.1", write_prices(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml"):
        price_of("m", tmp_path / "none.toml")


def test_no_other_place_writes_a_sum_of_money() -> None:
    """Every command tells costs as `amount` does: none has a format of its own beside the word."""
    root = Path(__file__).resolve().parents[2]
    own = re.compile(r"\b(?:cost|spent|money|most|limit)\w*(?:\s\+\s[\w.]+)?:[,.]*\.?\d?f\}")
    for folder in ("tui", "sessions", "items"):
        for path in (root / folder).rglob("*.py"):
            assert not own.search(path.read_text(encoding="utf-8")), path
