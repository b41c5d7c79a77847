"""The common part of all answer controls, independent of the terminal.

Owns the draft of an answer to one question part: it takes keys and clicks and gives an answer and
lines to draw. The kinds of draft are in the modules of this folder; `tui.state.answers` chooses
one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tui.text import plain, width, wrap

if TYPE_CHECKING:
    from items.answers import Answer
    from items.models import Choice, Question

Role = Literal[
    "plain",
    "key",
    "chosen",
    "cursor",
    "muted",
    "warn",
    "heading",
    "good",
    "bad",
    "marked",
    "removed",
    "added",
]
"""The role of a piece of a line; the style sheet defines its look."""


@dataclass(frozen=True)
class Piece:
    """A run of text on one line."""

    text: str
    role: Role = "plain"
    target: str | None = None
    """Target passed to the draft's `hit` on a click; None: the line's target."""


@dataclass(frozen=True)
class Line:
    """One line of a control, never wider than requested."""

    pieces: tuple[Piece, ...] = ()
    target: str | None = None
    """Target passed to the draft's `hit` on a click anywhere on the line."""
    at_cursor: bool = False
    """Whether the cursor is on this line: which is kept in view."""

    @property
    def text(self) -> str:
        """The line without its roles."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True)
class KeyHint:
    """A key and its effect, for the footer."""

    key: str
    effect: str
    name: str = ""
    """The action's name, where it can be clicked."""
    help: str = ""
    """The effect as a sentence, for the help; without it, `does`."""


@dataclass(frozen=True)
class Reply:
    """The effect of a key or a click."""

    handled: bool = True
    changed: bool = False
    """Whether the answer changed, so that it must be recorded."""
    message: str = ""
    """Message to the respondent, already translated."""
    asks_to_submit: bool = False
    """Whether it has the same meaning as Enter."""


IGNORED = Reply(handled=False)
MOVED = Reply()
CHANGED = Reply(changed=True)


class Draft:
    """A respondent's current input for one question part."""

    digits = False
    """Whether digits belong to the answer, so that they cannot rate confidence."""
    typing = False
    """Whether Enter belongs to the answer, as in a multi-line text."""
    airy = False
    """Whether there is room for empty lines between entries."""

    def __init__(self, question: "Question") -> None:
        self.question = question

    def answer(self) -> "Answer | None":
        """The complete answer; None while it is incomplete. Raises RuntimeError where a kind of
        draft does not define it."""
        raise RuntimeError("a kind of draft says what its answer is")

    def partial(self) -> "Answer | None":
        """What counts as the answer if time runs out now; None where there is nothing."""
        return self.answer()

    def missing(self) -> str:
        """Why there is no complete answer yet, in words; empty where there is one."""
        return ""

    def wrong(self) -> str:
        """What is wrong with input that is not an answer; empty otherwise."""
        return ""

    def press(self, key: str, character: str | None) -> Reply:
        """Handle a key, given by its name and, where it prints, its character."""
        return IGNORED

    def hit(self, target: str) -> Reply:
        """Handle a click on a piece or line with this target."""
        return IGNORED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The control, drawn in this width."""
        return []

    def keys(self) -> tuple[KeyHint, ...]:
        """The draft's own keys, for the footer."""
        return ()

    @property
    def word(self) -> str:
        """What the footer calls its answers."""
        return ""


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters_in(*texts: str) -> str:
    """The capital letters that occur alone in texts, as names do; "I", and "A" at the beginning of
    a sentence as in "A goat", are not names."""
    alone = r"(?<![A-Za-z0-9])(?:[B-HJ-Z]|(?<=[\w,;)] )A|[AI](?! [a-z])(?!['’]))(?![A-Za-z])"
    return "".join(sorted({letter for text in texts for letter in re.findall(alone, text)}))


def letters_for(vocabulary: "Sequence[Choice]", reserved: str, names: str = "") -> list[str]:
    """A letter for each entry of a vocabulary: its own key if all keys are single free letters,
    otherwise the alphabet in order, without the letters that already mean something (`names`);
    empty after the end of the alphabet."""
    keys = [choice.key.upper() for choice in vocabulary]
    if len(set(keys)) == len(keys) and all(
        len(key) == 1 and key in ALPHABET and key not in reserved for key in keys
    ):
        return keys
    free = [letter for letter in ALPHABET if letter not in reserved + names]
    return [free[place] if place < len(free) else "" for place in range(len(keys))]


def spread(letters: Sequence[str]) -> str:
    """Letters as the footer lists them: A–D, or A C F."""
    if not letters:
        return ""
    if letters[-1] == "N" and letters[0] < "M" and len(letters) > 3:
        return f"{spread(letters[:-1])} N"
    places = [ALPHABET.find(letter) for letter in letters]
    if places == list(range(places[0], places[0] + len(places))) and len(places) > 2:
        return f"{letters[0]}–{letters[-1]}"
    if len(letters) > 6:
        return f"{letters[0]}…{letters[-1]}"
    return " ".join(letters)


def entry(
    lead: Sequence[Piece], text: str, cells: int, role: Role, target: str, at_cursor: bool
) -> list[Line]:
    """A text with a lead before its first line, and the other lines indented below it."""
    indent = sum(width(piece.text) for piece in lead)
    rows = wrap(plain(text), max(cells - indent, 8))
    first = Line((*lead, Piece(rows[0], role)), target, at_cursor)
    return [first] + [
        Line((Piece(" " * indent), Piece(row, role)), target, at_cursor) for row in rows[1:]
    ]
