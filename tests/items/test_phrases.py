"""Numbers, yes and no and sets in plain English and Chinese; whatever says more is left alone."""

import pytest

from items.asking import phrases


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4", 4),
        ("４", 4),
        ("4种", 4),
        ("四种", 4),
        ("共4个", 4),
        ("一共有四种可能情况", 4),
        ("four", 4),
        ("4 kinds", 4),
        ("There are 4 models.", 4),
        ("exactly four", 4),
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("二十六", 26),
        ("一百零五", 105),
        ("两种", 2),
        ("0", 0),
        ("4种：甲、乙、丙、丁", None),
        ("4 or 5", None),
        ("-4", None),
        ("第4种", None),
        ("about 4", None),
        ("", None),
        ("一二", None),
        ("4" * 500, None),
        ("四十二个不同的完整模型", 42),
    ],
)
def test_numbers(text: str, number: int | None) -> None:
    assert phrases.number(text) == number


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes.", True),
        ("no", False),
        ("是", True),
        ("是的。", True),
        ("否", False),
        ("不能", False),
        ("不存在", False),
        ("存在", True),
        ("yes, but only if", None),
        ("可能", None),
        ("", None),
    ],
)
def test_yes_and_no(text: str, answer: bool | None) -> None:
    assert phrases.yes_no(text) is answer


@pytest.mark.parametrize(
    "text", ["空集", "空集。", "∅", "{}", "[]", "None.", "The empty set", "无", "｛｝"]
)
def test_empty_sets_are_said(text: str) -> None:
    assert phrases.empty_set(text)


@pytest.mark.parametrize("text", ["", "  ", "不", "{A}", "空集以外", "0"])
def test_other_things_are_no_empty_set(text: str) -> None:
    assert not phrases.empty_set(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{①, ②, ③}", {"1", "2", "3"}),
        ("①②", {"1", "2"}),
        ("{F5, F7, F8, F9}。", {"f5", "f7", "f8", "f9"}),
        ("V-03、V-04", {"v-03", "v-04"}),
        ("2 和 4", {"2", "4"}),
        ("A and C", {"a", "c"}),
        ("A、B、C", {"a", "b", "c"}),
        ("材料1；材料3", {"材料1", "材料3"}),
        ("{红牛车队}", None),
        ("F1, because F2 fails", None),
        ("", None),
        ("{}", None),
    ],
)
def test_numbered_sets(text: str, names: set[str] | None) -> None:
    assert phrases.numbered_set(text) == names
