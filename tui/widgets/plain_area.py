"""A text area that takes in nothing a terminal would obey, and no more than the record takes.

Owns cleaning and cutting what is put in, typed or pasted. What it is used for, and saying what was
cut, is for whoever derives from it or shows it.
"""

from typing import Any

from textual.document._wrapped_document import WrappedDocument
from textual.widgets import TextArea
from textual.widgets.text_area import EditResult, Location

from tui.i18n import ngettext
from tui.text import plain

BRACKETS_WITHIN = 20_000
"""Characters of a text in which the partner of a bracket is looked for: a step for each."""


class CountedDocument(WrappedDocument):
    """Wrapped lines whose number is known; Textual adds it up anew for every line it draws."""

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self._offset_to_line_info)


class PlainArea(TextArea):
    """Several lines of text without control sequences, wherever they come from."""

    @property
    def wrapped_document(self) -> WrappedDocument:
        """The lines as they are wrapped."""
        return self._wrapped

    @wrapped_document.setter
    def wrapped_document(self, document: WrappedDocument) -> None:
        # It is not wrapped yet where Textual sets it, so that nothing is done twice.
        self._wrapped = CountedDocument(document.document, tab_width=document._tab_width)

    def __init__(self, text: str = "", most: int | None = None, **options: Any) -> None:
        """`most` is how many characters it holds; None: any number."""
        self.most = most
        self.left_out = 0
        """Characters that did not fit since this was last asked for by `take_left_out`."""
        super().__init__(plain(text), **options)

    def take_left_out(self) -> int:
        """How many characters did not fit since the last time."""
        left_out, self.left_out = self.left_out, 0
        return left_out

    def room(self, start: Location, end: Location) -> int | None:
        """How many characters fit in place of those between two places; None: any number."""
        if self.most is None:
            return None
        replaced = self.get_text_range(*sorted((start, end)))
        return max(self.most - len(self.text) + len(replaced), 0)

    @property
    def full(self) -> bool:
        """Whether nothing fits where the cursor is."""
        return self.room(*self.selection) == 0

    def too_much(self, left_out: int) -> str:
        """What is said where so many characters did not fit."""
        text = ngettext(
            "Full at {most} characters; the last one was left out.",
            "Full at {most} characters; the last {n} were left out.",
            left_out,
        )
        return text.format(most=f"{self.most:,}", n=f"{left_out:,}")

    def find_matching_bracket(self, bracket: str, search_from: Location) -> Location | None:
        """The partner of a bracket, in a text that is soon gone through."""
        if self.document.end[0] > BRACKETS_WITHIN or len(self.text) > BRACKETS_WITHIN:
            return None
        return super().find_matching_bracket(bracket, search_from)

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
        """What is typed or pasted, as text alone, as far as it fits."""
        text = plain(insert)
        inserted = text[: self.room(start, end)]
        self.left_out += len(text) - len(inserted)
        return super().replace(
            inserted, start, end, maintain_selection_offset=maintain_selection_offset
        )
