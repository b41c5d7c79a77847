"""Typed answers: a number, a text, or an answer in the notation of its form.

Owns the drafts of all three. A widget edits a text on screen and passes its contents to the draft.
"""

from collections.abc import Mapping
from typing import Any

from items.answers import Answer, CountAnswer, TextAnswer
from items.kinds.base import AnswerForm
from items.models import Question
from items.values.answer_text import format_answer
from items.values.keys import KeyReader
from solver.errors import InputError
from tui.i18n import _
from tui.state.draft import CHANGED, IGNORED, MOVED, Draft, KeyHint, Line, Piece, Reply

MOST_DIGITS = 7
"""Maximum number of digits; counts of worlds are at most 2^22."""


class NumberDraft(Draft):
    """Digits are typed, arrows add or subtract one."""

    digits = True

    def __init__(self, question: Question, answer: Answer | None = None) -> None:
        super().__init__(question)
        self.text = str(answer.count) if isinstance(answer, CountAnswer) else ""

    def answer(self) -> Answer | None:
        """The typed number."""
        return CountAnswer(count=int(self.text)) if self.text else None

    def missing(self) -> str:
        """No digit yet."""
        return "" if self.text else _("Type a number first; 0 is a number too.")

    def press(self, key: str, character: str | None) -> Reply:
        """Digits, backspace and delete, up and down."""
        if character and character in "0123456789":
            if len(self.text) >= MOST_DIGITS:
                return Reply(message=_("There is no room for another digit."))
            return self._set((self.text + character).lstrip("0") or "0")
        if key == "backspace":
            return self._set(self.text[:-1])
        if key == "delete":
            return self._set("")
        if key in ("up", "down"):
            number = int(self.text or 0) + (1 if key == "up" else -1)
            if not self.text:
                number = 1 if key == "up" else 0
            return self._set(str(max(0, min(number, 10**MOST_DIGITS - 1))))
        return IGNORED

    def _set(self, text: str) -> Reply:
        if text == self.text:
            return MOVED
        self.text = text
        return CHANGED

    def hit(self, target: str) -> Reply:
        """A click on the arrows."""
        return self.press(target, None) if target in ("up", "down") else IGNORED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """One line: the number in its field."""
        field = f" {self.text:>{MOST_DIGITS}}{'▏' if focused else ' '}"
        return [
            Line(
                (
                    Piece("▸ " if focused else "  ", "cursor"),
                    Piece("[", "muted"),
                    Piece(field, "chosen" if self.text else "plain"),
                    Piece("]", "muted"),
                    Piece("  "),
                    Piece(" ▲ ", "key", "up"),
                    Piece(" "),
                    Piece(" ▼ ", "key", "down"),
                ),
                at_cursor=True,
            )
        ]

    def keys(self) -> tuple[KeyHint, ...]:
        """Digits and arrows."""
        return (KeyHint("0–9", _("type the number")), KeyHint("↑↓", _("one more or less")))


class TextDraft(Draft):
    """A text of any length; a widget edits it."""

    digits = True
    typing = True

    def __init__(self, question: Question, answer: Answer | None = None) -> None:
        super().__init__(question)
        self.text = answer.text if isinstance(answer, TextAnswer) else ""

    def answer(self) -> Answer | None:
        """The text, if it has more than spaces."""
        return TextAnswer(text=self.text) if self.text.strip() else None

    def missing(self) -> str:
        """Nothing typed yet."""
        return "" if self.text.strip() else _("Write an answer first.")

    def write(self, text: str) -> Reply:
        """Set the text from the editor."""
        if text == self.text:
            return MOVED
        self.text = text
        return CHANGED

    def keys(self) -> tuple[KeyHint, ...]:
        """Enter starts a new line here, so Tab continues."""
        return (KeyHint("Enter", _("new line")), KeyHint("Tab", _("go on")))


class TypedDraft(TextDraft):
    """An answer of a form without its own control, typed in the form's notation."""

    def __init__(
        self,
        question: Question,
        form: AnswerForm,
        formalization: Mapping[str, Any] | None = None,
        answer: Answer | None = None,
    ) -> None:
        super().__init__(question)
        self.form = form
        self.formalization = formalization
        self.text = "" if answer is None else format_answer(answer, question)

    def answer(self) -> Answer | None:
        """The answer in the text, if there is one."""
        return None if self.missing() else self._read()

    def missing(self) -> str:
        """Nothing typed yet, or the form's expected input."""
        return self.wrong() if self.text.strip() else super().missing()

    def wrong(self) -> str:
        """What the form expects instead of the typed text."""
        if not self.text.strip():
            return ""
        try:
            self._read()
        except InputError as error:
            return error.message
        return ""

    def _read(self) -> Answer:
        keys = KeyReader(self.question.vocabulary, self.formalization)
        return self.form.parse(self.text.strip(), self.question, keys)
