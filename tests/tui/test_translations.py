"""Every message of the screens is translated, with the same blanks, and compiled as written."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from sessions.report.papers.published import printed
from sessions.report.papers.registry import PAPERS
from tui import i18n

TRANSLATED = tuple(name for name in i18n.LANGUAGES if name != i18n.SOURCE_LANGUAGE)
ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = {"_": None, "mark": None, "ngettext": (1, 2), "phrase": None, "plural": (1, 2)}
WRITTEN = ("solver", "items", "study", "sessions", "tui")
"""Where messages are: screens, and the sentences of the packages below."""
COLUMNS = {"column": None, "varying_column": None, "share": None}
"""What names the columns of the report's tables (`sessions/report/rows.py`)."""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.use("en")


@cache
def messages_in_code() -> frozenset[str]:
    """The messages in the code; of a plural, the first form."""
    places = (
        *((ROOT / folder, KEYWORDS) for folder in WRITTEN),
        (ROOT / "sessions/report", COLUMNS),
    )
    messages = {
        m[0] if isinstance(m, tuple) else m
        for folder, keywords in places
        for _file, _line, m, _comments, _context in extract_from_dir(folder, keywords=keywords)
    }
    return frozenset(messages | set(about_figures()))


def about_figures() -> Iterator[str]:
    """What the data files of the papers say about their figures."""
    for paper in map(printed, PAPERS):
        for table in paper.tables.values():
            yield from filter(None, (table.source, table.note))
        for row in paper.tables_not_made:
            yield from (text for text in row if not re.match(r"table \d|figures 6", text))


def catalogue(language: str) -> Catalog:
    path = i18n.LOCALES / language / "LC_MESSAGES" / "countermodel.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_and_no_translation_is_unused(language: str) -> None:
    messages = {
        m.id[0] if isinstance(m.id, tuple) else m.id: m for m in catalogue(language) if m.id
    }
    assert set(messages) == messages_in_code()
    for message in messages.values():
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        assert all(strings), f"{ids[0]!r} is not translated"
        assert not message.fuzzy
        blanks = set(re.findall(r"\{\w+\}", ids[-1]))
        assert all(set(re.findall(r"\{\w+\}", text)) == blanks for text in strings), ids[0]


def test_there_is_a_catalogue_for_each_other_language() -> None:
    assert {path.name for path in i18n.LOCALES.iterdir()} == set(TRANSLATED)


def test_a_message_is_its_own_english() -> None:
    i18n.use("zh")
    i18n.use("en")
    assert [message for message in messages_in_code() if i18n._(message) != message] == []


def test_a_language_is_recognized_by_its_first_part() -> None:
    assert i18n.use("zh-CN") == "zh"
    assert i18n._("Welcome") == "欢迎"
    assert i18n.ngettext("{n} item", "{n} items", 2).format(n=2) == "2 道题"
    assert i18n.use("fr") == "en"
    assert i18n.ngettext("{n} item", "{n} items", 2).format(n=2) == "2 items"


def test_the_empty_message_does_not_return_the_catalogues_head() -> None:
    i18n.use("zh")
    assert i18n._("") == ""
