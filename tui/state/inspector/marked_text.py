"""A text in lines with some passages marked.

Owns finding the marked characters again after the text is broken into lines.
"""

from collections.abc import Iterable

from tui.state.draft import Line, Piece, Role
from tui.text import wrap


def marked_lines(
    text: str,
    cells: int,
    spans: Iterable[tuple[int, int]],
    role: Role = "marked",
    indent: int = 0,
) -> list[Line]:
    """The text, without terminal control characters, with the characters in `spans` in their own
    role."""
    marked = [False] * len(text)
    for start, end in spans:
        marked[start:end] = [True] * (min(end, len(text)) - start)
    lines: list[Line] = []
    at = 0
    for row in wrap(text, max(cells - indent, 8)):
        body = row.lstrip(" ")
        count = text.find(body, at) if body else at
        if count < 0:
            # A broken line that does not occur in the text unchanged is shown without marks.
            lines.append(Line((Piece(" " * indent), Piece(row))))
            continue
        at = count + len(body)
        pieces = [Piece(" " * (indent + len(row) - len(body)))]
        start = 0
        for place in range(1, len(body) + 1):
            if place == len(body) or marked[count + place] != marked[count + start]:
                on = marked[count + start]
                pieces.append(Piece(body[start:place], role if on else "plain"))
                start = place
        lines.append(Line(tuple(pieces)))
    return lines
