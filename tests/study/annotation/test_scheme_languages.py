"""A scheme in several languages is one scheme: other words, the same checks."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solver.errors import InputError
from study.annotation.scheme import guidelines_in, load_scheme, parse_scheme, scheme_names

WORDS = ("title", "text", "help", "heading", "labels")
BOTH = """\
name = "both"
title = { en = "Both", zh = "两种" }
languages = ["zh", "en"]
guidelines = { en = "both.md", zh = "both.zh.md" }

[[checks]]
id = "clear"
text.en = "Is it clear?"
text.zh = "清楚吗？"
kind = "choice"
options = [
    { id = "well", text = { en = "well", zh = "清楚" } },
    { id = "badly", text = { en = "badly", zh = "不清楚" } },
]
"""


def parted(value: Any, name: str = "") -> Iterator[tuple[bool, str, Any]]:
    """Every value of a scheme, with whether it is read by annotators."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from parted(entry, str(key))
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from parted(entry, name)
    else:
        yield name in WORDS, name, value


@pytest.mark.parametrize("name", sorted(scheme_names()))
def test_what_ships_is_the_same_in_chinese_but_for_its_words(name: str) -> None:
    loaded = load_scheme(name)
    assert loaded.scheme.languages == ("en", "zh")
    english, chinese = (
        list(parted(parse_scheme(loaded.text, name, language).model_dump()))
        for language in ("en", "zh")
    )
    assert len(english) == len(chinese)
    for (sort, field, english_text), (_sort, _field, other) in zip(english, chinese, strict=True):
        if sort and english_text:
            assert re.search("[\u4e00-\u9fff]", other), (
                f"{field} of {english_text!r} is not in Chinese"
            )
            assert not re.search("[A-Za-z]{2,}", other), f"{other!r} holds English"
        elif field != "guidelines":
            assert english_text == other
    guidelines = guidelines_in(loaded.scheme, loaded.guidelines, "zh")
    assert guidelines.startswith("# ")
    assert not re.search("[a-z]{3,} [a-z]{3,}", guidelines)


def test_a_language_that_a_scheme_has_not_gives_its_first() -> None:
    assert parse_scheme(BOTH, "both").title == "两种"
    assert parse_scheme(BOTH, "both", "en").check("clear").text == "Is it clear?"
    assert parse_scheme(BOTH, "both", "fr").title == "两种"
    assert parse_scheme(BOTH, "both", "en").check("clear").options[1].text == "badly"


def test_a_text_that_lacks_a_language_is_named_with_its_line() -> None:
    text = BOTH.replace('text.zh = "清楚吗？"\n', "")
    with pytest.raises(InputError, match=r"line 8.*expected texts in zh and en, found none in zh"):
        parse_scheme(text, "both.toml", "en")


def test_a_mistake_in_the_other_language_is_found_when_the_scheme_is_read(tmp_path: Path) -> None:
    (tmp_path / "both.toml").write_text(BOTH.replace('en = "well"', 'en = " "'), encoding="utf-8")
    for name in ("both.md", "both.zh.md"):
        (tmp_path / name).write_text("# ", encoding="utf-8")
    with pytest.raises(InputError, match="A mistake in the scheme"):
        load_scheme("both.toml", tmp_path)


def test_every_languages_guidelines_are_read_and_belong_to_the_version(tmp_path: Path) -> None:
    (tmp_path / "both.toml").write_text(BOTH, encoding="utf-8")
    (tmp_path / "both.md").write_text("# How", encoding="utf-8")
    with pytest.raises(InputError, match=r"both\.zh\.md"):
        load_scheme("both.toml", tmp_path)
    (tmp_path / "both.zh.md").write_text("# 说明", encoding="utf-8")
    loaded = load_scheme("both.toml", tmp_path)
    assert guidelines_in(loaded.scheme, loaded.guidelines, "en") == "# How"
    assert guidelines_in(loaded.scheme, loaded.guidelines, "zh") == "# 说明"
    assert guidelines_in(loaded.scheme, loaded.guidelines, "fr") == "# How"
    (tmp_path / "both.zh.md").write_text("# 说明 2", encoding="utf-8")
    assert load_scheme("both.toml", tmp_path).guidelines != loaded.guidelines
