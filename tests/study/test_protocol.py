"""Study files: what they contain, and how their mistakes are reported."""

from pathlib import Path

import pytest

from solver.errors import InputError
from study.design.protocol import load_study, parse_study
from study.files.toml_file import read_toml
from tests.study.samples import STUDY, sample

GOOD = """title = "T"
consent = '''
Read this:
number = "in the text, not a field"
'''
seed = 4

[[blocks]]
source = "a"

[[blocks]]
id = "second"
source = ["a", "b"]
number = 3

[blocks.filter]
kinds = ["choice"]
"""


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_study(text, "my.toml")
    return str(caught.value)


def test_a_file_and_its_defaults() -> None:
    study = parse_study(GOOD, "my.toml").study
    first, second = study.blocks
    assert study.qualification is None
    assert (study.language, study.away.clock, study.away.max_away_seconds) == ("en", "stopped", 600)
    assert (first.order, first.rotate, first.none_option, first.seconds_per_question) == (
        "random",
        True,
        False,
        None,
    )
    assert study.section_id(first) == "block-1"
    assert study.section_id(second) == "second"
    assert study.all_sources == ("a", "b")
    assert second.filter.kinds == ("choice",)
    assert study.key == "T"


def test_the_qualification_passes_above_four_fifths_and_asks_no_rating_by_default() -> None:
    text = 'confidence = true\n[qualification]\nsource = "q"\n'
    study = parse_study(GOOD.replace("seed = 4", "seed = 4\n" + text), "my.toml").study
    assert study.qualification is not None
    assert study.qualification.pass_above == 0.8
    assert study.qualification.confidence is False
    assert (study.confidence, study.blocks[0].confidence) == (True, None)


def test_the_hash_is_of_the_text() -> None:
    assert sample().study_hash == sample().study_hash != sample(STUDY + "\n").study_hash


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("number = 3", "number = 0", "my.toml, line 14, blocks[2].number: expected a number of at"),
        ("number = 3", 'number = "3"', "line 14, blocks[2].number: expected a whole number, found"),
        ("number = 3", "number = 2.5", "line 14, blocks[2].number: expected a whole number, found"),
        ("number = 3", "numbr = 3", "line 14, blocks[2].numbr: unknown field; did you mean number"),
        (
            "number = 3",
            "seconds-per-block = 3",
            "line 14, blocks[2].seconds-per-block: unknown field; did you mean seconds_per_block?",
        ),
        ('source = "a"\n\n', "source = 3\n\n", "line 9, blocks[1].source: expected text"),
        ('["a", "b"]', '["a", 7]', "line 13, blocks[2].source[2]: expected text in quotes"),
        ("seed = 4", "[away]\nclock = 1", "line 7, away.clock: expected 'running' or"),
        ("seed = 4", "sead = 4", "line 6, sead: unknown field; did you mean seed?"),
        ("seed = 4", "seed = true", "line 6, seed: expected a whole number, found true"),
        ('kinds = ["choice"]', 'kinds = ["chioce"]', "line 17, blocks[2].filter.kinds[1]"),
        ('kinds = ["choice"]', 'kind = "choice"', "line 17, blocks[2].filter.kind: unknown field"),
        ('title = "T"\n', "", "line 1, title: this field is required"),
        ('title = "T"', 'title = "  "', "line 1, title: expected some text"),
        (
            'source = "a"\n\n',
            'source = "a"\norder = "up"\n',
            "line 10, blocks[1].order: expected 'random' or",
        ),
        ('source = "a"\n\n', "\n\n", "line 8, blocks[1].source: this field is required"),
        (
            "seed = 4",
            "[end.completed]\ntitel = 'X'",
            "end.completed.titel: unknown field; did you mean title?",
        ),
        ("seed = 4", "[end.ful]\ncode = 'X'", "end.ful: expected 'completed', 'not_qualified', "),
        ("seed = 4", "[end.ful]\ncode = 'X'", "'declined' or 'full', found 'ful'"),
        ("number = 3", "rotate = 1", "line 14, blocks[2].rotate: expected true or false, found 1"),
        ("number = 3", "seconds_per_block = inf", "blocks[2].seconds_per_block: expected a finite"),
        (
            "number = 3",
            "seconds_per_question = 1e300",
            "expected a number of at most 604800, found",
        ),
        ("seed = 4", "away = { max_away_seconds = 1e300 }", "expected a number of at most 1e+09"),
        ('id = "second"', 'id = "block-1"', "line 12, blocks[2].id: expected a unique name"),
        ('id = "second"', 'id = "a b"', "line 12, blocks[2].id: expected a name of letters"),
        ('["a", "b"]', "[]", "line 13, blocks[2].source: expected"),
    ],
)
def test_mistakes_name_line_field_expected_and_found(old: str, new: str, expected: str) -> None:
    assert old in GOOD
    complaint = message(GOOD.replace(old, new))
    assert expected in complaint
    assert complaint.startswith("A mistake in the study file\n")


@pytest.mark.parametrize("name", ["sittings", "exclude", "blocks"])
def test_a_list_of_tables_written_as_a_table_is_told_of_its_brackets(name: str) -> None:
    text = GOOD if name != "blocks" else 'title = "T"\n'
    complaint = message(f"{text}\n[{name}]\nafter_hours = 2.0\n")
    assert f"expected [[{name}]], found [{name}]" in complaint


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('"8"', "line 2, payment.completed: expected a number, without quotes, found '8'"),
        ("true", "line 2, payment.completed: expected a number, found true"),
        ('[8, "x"]', "payment.completed[2]: expected a number, without quotes, found 'x'"),
        ("0.12345", "expected a number of at most 4 decimal places, found 0.12345"),
    ],
)
def test_an_amount_is_a_number(value: str, expected: str) -> None:
    assert expected in message(f"[payment]\ncompleted = {value}\n[[blocks]]\nsource = 'a'\n")


def test_no_amount_is_for_a_sitting_that_there_is_not() -> None:
    complaint = message(f"{GOOD}\n[payment]\ncompleted = [8, 9]\n")
    assert (
        "payment.completed: expected at most 1, as there are no more sittings, found 2" in complaint
    )


def test_a_list_of_codes_that_is_not_there_is_told_with_file_and_line(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(GOOD + '\n[codes]\nwho = "list"\nfile = "none.csv"\n', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        _ = load_study(study).code_list
    line = GOOD.count("\n") + 4
    assert f"{study}, line {line}, codes.file: expected a file" in caught.value.message
    assert "none.csv" in caught.value.message


def test_away_and_pass_above() -> None:
    text = GOOD.replace("seed = 4", 'away = { clock = "slow", max_away_seconds = -1 }')
    complaint = message(text)
    assert "2 mistakes" in complaint
    assert "line 6, away.clock: expected 'running' or 'stopped', found 'slow'" in complaint
    assert "line 6, away.max_away_seconds: expected a number of at least 0" in complaint
    gate = GOOD.replace("seed = 4", '[qualification]\nsource = "q"\npass_above = 1.0')
    assert "line 8, qualification.pass_above: expected a number of less than 1" in message(gate)


def test_no_blocks_and_no_toml() -> None:
    assert "blocks: this field is required" in message('title = "T"\nconsent = "C"')
    complaint = message('title = "T\nconsent = 3')
    assert "not valid TOML" in complaint
    assert "line 1" in complaint


@pytest.mark.parametrize(
    ("wrong", "place", "hint"),
    [
        (
            "[away]\n[away]",
            ", line 3, column 6: cannot declare ('away',) twice",
            "A table occurs only once",
        ),
        ("seed = 20 20", ", line 2, column 11: expected newline", "one value"),
        ("title2 = My study", ", line 2, column 10: invalid value", "text in quotes"),
        ('a = """', ", line 2: ", ""),
        ("a = [1,", ", line 2: ", ""),
    ],
)
def test_mistakes_of_syntax_name_the_line_as_all_others_do(
    wrong: str, place: str, hint: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_toml('title = "T"\n' + wrong, "study.toml")
    assert f"study.toml{place}" in caught.value.message
    assert "(at" not in caught.value.message
    assert hint in caught.value.hint


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_study(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(InputError, match=r"latin\.toml, line 1: expected UTF-8 text, found 0xe9"):
        load_study(tmp_path / "latin.toml")
    (tmp_path / "latin.toml").write_bytes(b'title = "T"\r\n\r\nconsent = "\xe9"')
    with pytest.raises(InputError, match="line 3: expected UTF-8"):
        load_study(tmp_path / "latin.toml")
    with pytest.raises(InputError, match="No such built-in study"):
        load_study("builtin:nothing")


def test_sources_are_relative_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(GOOD, encoding="utf-8")
    loaded = load_study(tmp_path / "s.toml")
    assert loaded.resolve("items.json") == str(tmp_path / "items.json")
    assert loaded.resolve("builtin:demo") == "builtin:demo"
    assert loaded.resolve(str(tmp_path / "x")) == str(tmp_path / "x")
