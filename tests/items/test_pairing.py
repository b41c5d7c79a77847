"""Two items side by side: word differences, pairs from files, templates, comparisons."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.files.loading import load
from items.inspection.pairing import Piece, compare, read_pairs, template_key, word_diff
from solver.cancel import Cancel, Cancelled
from solver.errors import InputError
from tests.items.inspected_items import GOAT, item, own
from tests.shared_data import shared_path


def pieces(left: str, right: str) -> list[tuple[str, str]]:
    return [(piece.change, piece.text) for piece in word_diff(left, right)]


def test_words_and_characters() -> None:
    assert pieces("the cat sat", "the dog sat") == [
        ("same", "the "),
        ("left", "cat"),
        ("right", "dog"),
        ("same", " sat"),
    ]
    assert pieces("小明喜欢猫", "小红喜欢猫") == [
        ("same", "小"),
        ("left", "明"),
        ("right", "红"),
        ("same", "喜欢猫"),
    ]
    assert pieces("", "") == []


@given(
    st.text(alphabet="ab c'’猫狗.\n\t1", max_size=40), st.text(alphabet="ab c猫.\n1", max_size=40)
)
def test_the_pieces_give_both_texts_back(left: str, right: str) -> None:
    outcome = word_diff(left, right)
    assert "".join(p.text for p in outcome if p.change != "right") == left
    assert "".join(p.text for p in outcome if p.change != "left") == right
    assert Piece("same", "") not in outcome


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("map.json", '{"1": "1h", "2": ["2h", "3h"]}'),
        ("map.json", '[["1", "1h"], {"base": 2, "hardened": "2h"}, ["2", "3h"]]'),
        ("map.csv", "base,hardened\n1,1h\n\n2,2h\n2,3h\n"),
        ("map.tsv", "1\t1h\n2\t2h\n2\t3h\n"),
        ("map.csv", "1;1h\n2;2h\n2;3h"),
    ],
)
def test_map_files(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert read_pairs(path) == (("1", "1h"), ("2", "2h"), ("2", "3h"))


@pytest.mark.parametrize(
    ("text", "place"),
    [('[["1"]]', "index 0"), ('{"1": null}', "key 1"), ("1,2\nalone\n", "line 2"), ("{oops", "")],
)
def test_map_files_that_cannot_be_read_say_where(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "map"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_pairs(path)
    assert str(path) in caught.value.message
    assert place in caught.value.message


def test_items_of_one_template_differ_in_their_glosses_alone() -> None:
    other = item(
        id="other",
        text="Something else.",
        formalization={**GOAT["formalization"], "translation": {"S": "it snows"}},
    )
    changed = item(id="changed", formalization={**GOAT["formalization"], "premise": ["S"] * 3})
    plain = own({"id": "plain", "text": "", "questions": [{"kind": "text"}]})
    assert template_key(plain) is None
    assert template_key(other) == template_key(item()) != template_key(changed)


def test_a_base_item_and_a_hardened_one() -> None:
    harder = item(
        id="hard",
        text=GOAT["text"] + " Snow fell.",
        formalization={
            **GOAT["formalization"],
            "premise": ["S -> B", "~(L & B)", "W -> S", "W", "C"],
        },
    )
    item_pair = compare(item(), harder)
    assert not item_pair.same_template
    assert [piece.change for piece in item_pair.text] == ["same", "right"]
    assert [(p.left, p.right, p.left_number, p.right_number) for p in item_pair.premises] == [
        ("S → B", "S → B", 0, 0),
        ("¬(L ∧ B)", "¬(L ∧ B)", 1, 1),
        ("S", "W → S", 2, 2),
        (None, "W", None, 3),
        ("C", "C", 3, 4),
    ]
    assert (item_pair.left.models, item_pair.right.models) == (1, 1)
    gold = [
        (part_check.gold_text, other.gold_text)
        for part_check, other in item_pair.answers
        if part_check and other
    ]
    assert gold == [("B", "B"), ("necessary", "necessary"), ("3", "3"), ("False", "False")]


def test_an_item_without_a_formalization_has_no_premises_here() -> None:
    plain = own({"id": "plain", "text": "Hm.", "questions": [{"kind": "text"}]})
    item_pair = compare(item(), plain)
    assert {pair.right for pair in item_pair.premises} == {None}
    assert item_pair.right.models is None
    assert item_pair.answers[1][1] is None


def test_comparing_can_be_stopped() -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        compare(item(), item(), cancel=cancel)


def test_abstract_and_contextual_instantiations_of_one_template() -> None:
    items = load(shared_path("contexthub/data_level1/deductive_logic.json")).items
    first = next(entry for entry in items if entry.attributes["abstract"])
    other = next(
        entry
        for entry in items
        if not entry.attributes["abstract"] and template_key(entry) == template_key(first)
    )
    pair = compare(first, other)
    assert pair.same_template
    assert all(line.in_both for line in pair.premises)
    assert pair.left.models == pair.right.models
    assert any(piece.change == "left" for piece in pair.text)
