"""The rows below an answer: the participant's confidence, and the button that confirms a text.

Owns both rows. They handle keys and draw like a draft, but are not an answer.
"""

from tui.i18n import _
from tui.state.draft import CHANGED, IGNORED, MOVED, KeyHint, Line, Piece, Reply, Role
from tui.text import width


class Confidence:
    """A number from 1 (a guess) to 5 (certain), or none yet."""

    digits = True
    typing = False

    def __init__(self, value: int | None = None) -> None:
        self.value = value

    def missing(self) -> str:
        """No confidence given yet."""
        return "" if self.value else _("Enter how sure you are: a number from 1 to 5.")

    def press(self, key: str, character: str | None) -> Reply:
        """Digits select, arrows move."""
        if character and character in "12345":
            return self._set(int(character))
        if key == "right":
            return self._set(min((self.value or 0) + 1, 5))
        if key == "left":
            return self._set(max((self.value or 2) - 1, 1))
        return IGNORED

    def hit(self, target: str) -> Reply:
        """A click on a number."""
        return self._set(int(target))

    def _set(self, value: int) -> Reply:
        if value == self.value:
            return MOVED
        self.value = value
        return CHANGED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The question, and the five numbers with the meanings of the ends: on one line if it fits,
        otherwise on two."""
        text = _("How sure are you?")
        low, high = _("a guess"), _("certain")
        prompt = (Piece("▸ " if focused else "  ", "cursor"), Piece(text + "  ", "heading"))
        scale = [Piece(low + " ", "muted")]
        for value in range(1, 6):
            on = value == self.value
            role: Role = "chosen" if on else "key"
            scale.append(Piece(f"[{value}]" if on else f" {value} ", role, str(value)))
        scale.append(Piece(" " + high, "muted"))
        if sum(width(piece.text) for piece in (*prompt, *scale)) <= cells:
            return [Line((*prompt, *scale), at_cursor=True)]
        return [Line(prompt, at_cursor=True), Line((Piece("  "), *scale), at_cursor=True)]

    def keys(self) -> tuple[KeyHint, ...]:
        """The digits."""
        return (KeyHint("1–5", _("how sure")),)


class ConfirmRow:
    """A button, for answers in which Enter starts a new line."""

    digits = False
    typing = False

    def press(self, key: str, character: str | None) -> Reply:
        """Space presses it, as does Enter."""
        return Reply(asks_to_submit=True) if key == "space" else IGNORED

    def hit(self, target: str) -> Reply:
        """A click presses it."""
        return Reply(asks_to_submit=True)

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """One line."""
        mark = Piece("▸ " if focused else "  ", "cursor")
        role: Role = "chosen" if focused else "plain"
        return [Line((mark, Piece("[ " + _("Confirm") + " ]", role, "confirm")), at_cursor=True)]
