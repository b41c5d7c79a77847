"""A text area that accepts no control sequences, and no more text than the record can hold.

Owns cleaning and cutting typed or pasted text. Its users own the purpose of the text, and the
message about what was cut.
"""

from typing import Any

from textual.document._wrapped_document import WrappedDocument
from textual.widgets import TextArea
from textual.widgets.text_area import EditResult, Location

from tui.i18n import ngettext
from tui.text import plain

BRACKETS_WITHIN = 20_000
"""Range in characters within which a bracket's partner is searched, one step for each."""


class CountedDocument(WrappedDocument):
    """Wrapped lines with a known count, which Textual computes again for every line it draws."""

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self._offset_to_line_info)


class PlainArea(TextArea):
    """Several lines of text without control sequences, from any source."""

    @property
    def wrapped_document(self) -> WrappedDocument:
        """The wrapped lines."""
        return self._line_counts

    @wrapped_document.setter
    def wrapped_document(self, document: WrappedDocument) -> None:
        # Not wrapped yet when Textual sets it, so that the work is not done twice.
        self._line_counts = CountedDocument(document.document, tab_width=document._tab_width)

    def __init__(self, text: str = "", limit: int | None = None, **options: Any) -> None:
        """`limit` is the maximum number of characters; None: unlimited."""
        self.limit = limit
        self.left_out_count = 0
        """Number of characters that did not fit since the last `take_left_out`."""
        super().__init__(plain(text), **options)

    def _rewrap_and_refresh_virtual_size(self) -> None:
        wrapped = self.wrapped_document
        if (wrapped._width, wrapped._tab_width) != (self.wrap_width, self.indent_width):
            super()._rewrap_and_refresh_virtual_size()
            return
        # Only the height changed. To wrap a long text again takes a tenth of a second.
        self._line_cache.clear()
        self._refresh_size()

    def take_left_out(self) -> int:
        """Number of characters that did not fit since the last call."""
        left_out, self.left_out_count = self.left_out_count, 0
        return left_out

    def room(self, start: Location, end: Location) -> int | None:
        """Number of characters that fit in place of a range; None: unlimited."""
        if self.limit is None:
            return None
        replaced = self.get_text_range(*sorted((start, end)))
        return max(self.limit - len(self.text) + len(replaced), 0)

    @property
    def full(self) -> bool:
        """Whether nothing more fits at the cursor."""
        return self.room(*self.selection) == 0

    def too_much(self, left_out_count: int) -> str:
        """A message that this number of characters did not fit."""
        text = ngettext(
            "Full at {most} characters; the last one was left out.",
            "Full at {most} characters; the last {n} were left out.",
            left_out_count,
        )
        return text.format(most=f"{self.limit:,}", n=f"{left_out_count:,}")

    def find_matching_bracket(self, bracket: str, search_from: Location) -> Location | None:
        """A bracket's partner, if the text is short enough to search."""
        if self.document.end[0] > BRACKETS_WITHIN or len(self.text) > BRACKETS_WITHIN:
            return None
        return super().find_matching_bracket(bracket, search_from)

    def load_text(self, text: str) -> None:
        """Show another text."""
        super().load_text(plain(text))

    def replace(
        self,
        insert: str,
        start: Location,
        end: Location,
        *,
        maintain_selection_offset: bool = True,
    ) -> EditResult:
        """Insert typed or pasted text, cleaned, as far as it fits."""
        text = plain(insert)
        inserted = text[: self.room(start, end)]
        self.left_out_count += len(text) - len(inserted)
        return super().replace(
            inserted, start, end, maintain_selection_offset=maintain_selection_offset
        )
