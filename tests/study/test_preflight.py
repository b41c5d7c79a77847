"""Mistakes in a study file that only its items show, reported with file, line and field."""

import json
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer
from items.models import Item, Option, Question
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.preflight import check_study
from sessions.taking.runner import Runner
from solver.errors import InputError
from study.design.pools import read_sources
from study.design.preflight import preflight
from study.design.protocol import load_study
from tests.study.samples import POOLS, sample

RECORDS = [
    {"id": f"mine/{n}", "text": "It rains.", "attributes": {"level": n}, "questions": [question]}
    for n, question in enumerate(
        [{"text": "Does it?", "kind": "truth", "gold": "True"}, {"text": "Why?", "kind": "text"}], 1
    )
]
STUDY = """title = "T"
consent = "Yes?"

[[blocks]]
source = "items.jsonl"
"""


def study_in(folder: Path, text: str, extra: str = "") -> Path:
    lines = "".join(json.dumps(record) + "\n" for record in RECORDS)
    (folder / "items.jsonl").write_text(lines + extra, encoding="utf-8")
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("number = 9\n", "line 6, blocks[1].number: expected 9, found 2 in items.jsonl"),
        ('[blocks.filter]\nlanguage = "zh"\n', "line 6, blocks[1].filter: expected at least one"),
        (
            '[blocks.filter]\nids = ["mine/1", "mine/7"]\n',
            "line 7, blocks[1].filter.ids: expected ids of items in items.jsonl, found mine/7",
        ),
        (
            "[blocks.filter]\nattributes = { lvel = 1 }\n",
            "line 7, blocks[1].filter.attributes: expected one of level, found lvel",
        ),
        (
            "strata = [{ number = 1, filter = { attributes = { lvel = 1 } } }]\n",
            "line 6, blocks[1].strata[1].filter.attributes: expected one of level, found lvel",
        ),
        ('[[blocks]]\nsource = "nix"\n', "line 7, blocks[2].source: "),
        (
            '[example]\nsource = "items.jsonl"\nitem = "mine/8"\n',
            "line 8, example.item: expected an item of items.jsonl, found 'mine/8'",
        ),
    ],
)
def test_where_and_what(tmp_path: Path, more: str, message: str) -> None:
    path = study_in(tmp_path, STUDY + more)
    loaded = load_study(path)
    with Database.open(":memory:") as db:
        with pytest.raises(InputError) as checked:
            check_study(db, loaded)
        with pytest.raises(InputError) as begun:
            Runner.open(db, loaded, "P1", clock=ManualClock())
    assert f"{path}, {message}" in str(checked.value)
    assert str(begun.value) == str(checked.value)


def test_records_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    path = study_in(tmp_path, STUDY, '{"id": "mine/3"\n')
    with Database.open(":memory:") as db:
        warnings = check_study(db, load_study(path)).warnings
    left_out = [line for line in warnings if line.startswith("record left out: ")]
    assert len(left_out) == 1
    assert "items.jsonl" in left_out[0]
    assert "line 3" in left_out[0]


def test_a_source_of_nothing_but_bad_records_says_so(tmp_path: Path) -> None:
    path = study_in(tmp_path, STUDY.replace("items.jsonl", "study.toml"))
    with Database.open(":memory:") as db, pytest.raises(InputError) as caught:
        check_study(db, load_study(path))
    assert "blocks[1].source: expected at least one, found 0" in caught.value.message
    assert "left out: 1" in caught.value.hint


def test_a_byte_order_mark_is_not_a_mistake(tmp_path: Path) -> None:
    path = study_in(tmp_path, STUDY)
    plain = load_study(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_study(path).study_hash == plain.study_hash


def test_bounds_are_told_as_people_write_them(tmp_path: Path) -> None:
    path = study_in(tmp_path, STUDY + "seconds_per_question = -8\n")
    with pytest.raises(InputError, match=r"expected a number of more than 0, found -8"):
        load_study(path)


def test_a_study_without_consent_is_warned_of() -> None:
    text = 'title = "T"\n[[blocks]]\nsource = "main"\n'
    message = "participants are not asked for their consent"
    assert message in preflight(sample(text).study, POOLS, {}).warnings
    assert message not in preflight(sample('consent = "C"\n' + text).study, POOLS, {}).warnings


def test_text_that_nobody_sees_is_refused() -> None:
    (source, (first, *others)) = next(iter(POOLS.items()))
    study = sample().study
    preflight(study, POOLS, {})
    hidden = first.model_copy(update={"text": first.text + "\U000e0041"})
    with pytest.raises(InputError, match=r"text: U\+E0041"):
        preflight(study, {**POOLS, source: (hidden, *others)}, {})


# --- words that only approximate the formulas ---------------------------------------------------


def mixed(folder: Path, text: str) -> Path:
    near = RECORDS[0] | {"id": "near/1", "attributes": {"level": 1, "approximate": True}}
    return study_in(folder, text, json.dumps(near) + "\n")


def test_items_whose_words_only_approximate_are_left_out_and_named(tmp_path: Path) -> None:
    loaded = load_study(mixed(tmp_path, STUDY))
    sources = read_sources(loaded)
    assert [item.id for item in sources.pools["items.jsonl"]] == ["mine/1", "mine/2"]
    with Database.open(tmp_path / "db.sqlite") as db:
        warnings = check_study(db, loaded).warnings
    message = "1 item: left out, as words only approximate the formulas: near/1"
    assert message in warnings


def test_a_study_may_allow_them_and_is_warned(tmp_path: Path) -> None:
    loaded = load_study(mixed(tmp_path, "allow_approximate = true\n" + STUDY))
    assert len(read_sources(loaded).pools["items.jsonl"]) == 3
    with Database.open(tmp_path / "db.sqlite") as db:
        warnings = check_study(db, loaded).warnings
    assert "1 item: words only approximate the formulas, used anyway: near/1" in warnings


@pytest.mark.parametrize("more", ["number = 3\n", '[blocks.filter]\nids = ["near/1"]\n'])
def test_a_study_that_needs_them_is_told_how_to_let_them_in(tmp_path: Path, more: str) -> None:
    loaded = load_study(mixed(tmp_path, STUDY + more))
    with (
        Database.open(tmp_path / "db.sqlite") as db,
        pytest.raises(InputError) as caught,
    ):
        check_study(db, loaded)
    assert "allow_approximate = true" in caught.value.hint
    assert "near/1" in caught.value.hint


def test_nobody_meets_them(tmp_path: Path) -> None:
    loaded = load_study(mixed(tmp_path, STUDY))
    with Database.open(tmp_path / "db.sqlite") as db:
        runner = Runner.open(db, loaded, "P1", clock=ManualClock())
        try:
            met = {step.item_id for block in runner.plan.blocks for step in block.steps}
        finally:
            runner.close()
    assert met == {"mine/1", "mine/2"}


def test_a_study_that_asks_nobody_anything_is_refused() -> None:
    text = 'title = "T"\n[[blocks]]\nsource = "main"\nwhen = "failed"\n'
    loaded = sample(text)
    message = r"line 2, .*expected a block or a form that somebody"
    with pytest.raises(InputError, match=message), loaded.located():
        preflight(loaded.study, POOLS, {})
    more = '[[blocks]]\nid = "b"\nsource = "main"\nnumber = 1\n'
    warnings = preflight(sample(text + more).study, POOLS, {}).warnings
    assert "nobody reaches block-1: it is for those who failed a test, and there is no test" in (
        warnings
    )


def test_what_has_no_effect_is_reported() -> None:
    text = """title = "T"
conditions = ["a", "b"]
[[exclude]]
rule = "attention"
[[blocks]]
source = "main"
conditions = ["a"]
"""
    warnings = preflight(sample(text).study, POOLS, {}).warnings
    assert "condition b has no block: participants in it are asked no questions" in warnings
    assert "the rule attention excludes nobody, as no block has attention items" in warnings
    alike = Question(
        id="q",
        kind="choice",
        options=(Option(text="yes"), Option(text="yes ")),
        gold=ChoiceAnswer(option=0),
    )
    pools = {"main": (Item(id="alike", text="t", questions=(alike,)),)}
    outcome = preflight(sample('title = "T"\n[[blocks]]\nsource = "main"\n').study, pools, {})
    assert "1 item: options that say the same: alike" in outcome.warnings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('conditions = ["a", "b", "b"]\n', "line 2, conditions: expected each condition once"),
        (
            '[[blocks]]\nstation = "form"\ntitle = "f"\n[[blocks.fields]]\nid = "a"\n'
            'kind = "choice"\nask = "?"\noptions = ["x", "x"]\n',
            r"line 9, .*options: expected each option once, found x, x",
        ),
    ],
)
def test_what_stands_twice_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        sample('title = "T"\n' + text + '[[blocks]]\nsource = "main"\n')
