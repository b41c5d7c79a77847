"""The pictures in the docs show what the program shows."""

import re

import pytest

from tests.pictures import FOLDER, PICTURES, drawn, text_of

ROOT = FOLDER.parents[1]


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_has_the_words_that_the_screen_has_now(name: str) -> None:
    """After a wanted change: `make pictures`, and look at them."""
    stored = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert text_of(stored) == text_of(drawn(PICTURES[name]))


def test_every_picture_is_shown_on_a_page_and_made_from_the_program() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"images/([\w-]+)\.svg\)", text))
    assert shown == set(PICTURES) == {path.stem for path in FOLDER.iterdir()}


def test_a_changed_word_is_noticed() -> None:
    stored = (FOLDER / "inspector.svg").read_text(encoding="utf-8")
    assert text_of(stored) != text_of(stored.replace("entailed", "refuted"))
