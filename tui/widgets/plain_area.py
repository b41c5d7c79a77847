"""A text area that takes in nothing a terminal would obey.

Owns cleaning what is put in, typed or pasted. What it is used for is said by whoever derives from
it.
"""

from typing import Any

from textual.widgets import TextArea
from textual.widgets.text_area import EditResult, Location

from tui.text import plain


class PlainArea(TextArea):
    """Several lines of text without control sequences, wherever they come from."""

    def __init__(self, text: str = "", **options: Any) -> None:
        super().__init__(plain(text), **options)

    def load_text(self, text: str) -> None:
        """Another text."""
        super().load_text(plain(text))

    def replace(
        self,
        insert: str,
        start: Location,
        end: Location,
        *,
        maintain_selection_offset: bool = True,
    ) -> EditResult:
        """What is typed or pasted, as text alone."""
        return super().replace(
            plain(insert), start, end, maintain_selection_offset=maintain_selection_offset
        )
