"""What every answer control has in common, before there is a terminal.

Owns the draft of an answer to one question part: keys and clicks in, an answer and lines to draw
out. The kinds of draft are in the modules beside this one; `tui.state.answers` chooses.
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
"""What a piece of a line is; the style sheet says how that looks."""


@dataclass(frozen=True)
class Piece:
    """A run of text on one line."""

    text: str
    role: Role = "plain"
    hit: str | None = None
    """What a click on it is told to the draft as; None: the line's own."""


@dataclass(frozen=True)
class Line:
    """One line of a control, never wider than was asked for."""

    pieces: tuple[Piece, ...] = ()
    hit: str | None = None
    """What a click anywhere on it is told to the draft as."""
    at_cursor: bool = False
    """Whether the cursor is on this line: it is kept in view."""

    @property
    def text(self) -> str:
        """The line without its roles."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True)
class KeyHint:
    """A key and what it does, for the footer."""

    key: str
    does: str
    name: str = ""
    """The action it stands for, where it can be clicked."""


@dataclass(frozen=True)
class Reply:
    """What became of a key or a click."""

    handled: bool = True
    changed: bool = False
    """Whether the answer is another one now, so that it has to be recorded."""
    message: str = ""
    """What to tell the respondent, already translated."""
    submits: bool = False
    """Whether it means what Enter means."""


IGNORED = Reply(handled=False)
MOVED = Reply()
CHANGED = Reply(changed=True)


class Draft:
    """What a respondent has put down for one question part so far."""

    digits = False
    """Whether digits belong to the answer, so that they cannot mean how sure one is."""
    typing = False
    """Whether Enter belongs to the answer, as in a text of several lines."""
    airy = False
    """Whether there is room for an empty line between entries."""

    def __init__(self, question: "Question") -> None:
        self.question = question

    def answer(self) -> "Answer | None":
        """The answer, complete; None as long as it is not. Raises RuntimeError where a kind of
        draft does not define it."""
        raise RuntimeError("a kind of draft says what its answer is")

    def partial(self) -> "Answer | None":
        """What is there to be kept should time run out now; None where nothing was put down."""
        return self.answer()

    def missing(self) -> str:
        """Why there is no complete answer yet, in words; empty where there is one."""
        return ""

    def wrong(self) -> str:
        """What is wrong with what was put down, where it is no answer yet; empty otherwise."""
        return ""

    def press(self, key: str, character: str | None) -> Reply:
        """A key, by its name and, where it prints, its character."""
        return IGNORED

    def hit(self, target: str) -> Reply:
        """A click on a piece or line of that name."""
        return IGNORED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The control, drawn in so many cells."""
        return []

    def keys(self) -> tuple[KeyHint, ...]:
        """Its own keys, for the footer."""
        return ()

    @property
    def word(self) -> str:
        """What its answers are called in the footer."""
        return ""


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters_in(*texts: str) -> str:
    """The capital letters that stand alone in texts, as names do; "I" and an "A" that
    begins a sentence, as in "A goat", name nothing."""
    alone = r"(?<![A-Za-z0-9])(?:[B-HJ-Z]|(?<=[\w,;)] )A|[AI](?! [a-z])(?!['’]))(?![A-Za-z])"
    return "".join(sorted({letter for text in texts for letter in re.findall(alone, text)}))


def letters_for(vocabulary: "Sequence[Choice]", reserved: str, named: str = "") -> list[str]:
    """A letter for each thing in a vocabulary: its own key where all keys are single free letters,
    else the alphabet in order, without the letters that stand for something else (`named`); empty
    where the alphabet ends."""
    keys = [choice.key.upper() for choice in vocabulary]
    if len(set(keys)) == len(keys) and all(
        len(key) == 1 and key in ALPHABET and key not in reserved for key in keys
    ):
        return keys
    free = [letter for letter in ALPHABET if letter not in reserved + named]
    return [free[place] if place < len(free) else "" for place in range(len(keys))]


def spread(letters: Sequence[str]) -> str:
    """Letters as the footer names them: A–D, or A C F."""
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
    lead: Sequence[Piece], text: str, cells: int, role: Role, hit: str, at_cursor: bool
) -> list[Line]:
    """A text with a lead before its first line, the further lines indented under the first."""
    indent = sum(width(piece.text) for piece in lead)
    rows = wrap(plain(text), max(cells - indent, 8))
    first = Line((*lead, Piece(rows[0], role)), hit, at_cursor)
    return [first] + [
        Line((Piece(" " * indent), Piece(row, role)), hit, at_cursor) for row in rows[1:]
    ]
