"""The page about formats names every format of recorded answers and every column."""

from pathlib import Path

from items.recorded.formats import IMPORTERS
from items.recorded.table import NAMES

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## Recorded answers")[2]


def test_every_format_and_column_name_is_on_the_page() -> None:
    assert all(f"| `{name}` |" in SECTION for name in IMPORTERS)
    missing = [name for names in NAMES.values() for name in names if name not in SECTION]
    assert missing == []
    assert [field for field in NAMES if f"`{field}`" not in SECTION] == []
