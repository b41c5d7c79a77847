"""Text search in a pane's lines: every match is marked, and one of them is current.

Owns the marking. Words split by a line break are not found; phrases are matched within a line.
"""

from collections.abc import Sequence

from tui.state.draft import Line, Piece


def matching_lines(lines: Sequence[Line], words: str) -> list[int]:
    """Numbers of the lines that contain the words, ignoring case."""
    phrase = words.casefold().strip()
    return [n for n, line in enumerate(lines) if phrase and phrase in line.text.casefold()]


def mark_matches(lines: Sequence[Line], words: str, match_index: int) -> list[Line]:
    """The lines with the words marked; the match with index `match_index`, wrapping around, is kept
    in view."""
    counts = matching_lines(lines, words)
    if not counts:
        return list(lines)
    current = counts[match_index % len(counts)]
    marked = list(lines)
    for number in counts:
        pieces = tuple(p for piece in lines[number].pieces for p in _marked(piece, words.strip()))
        marked[number] = Line(pieces, lines[number].target, number == current)
    return marked


def _marked(piece: Piece, words: str) -> list[Piece]:
    """A piece split at the words."""
    text, folded, phrase = piece.text, piece.text.casefold(), words.casefold()
    if len(folded) != len(text):
        return [Piece(text, "marked", piece.target)] if phrase in folded else [piece]
    cut: list[Piece] = []
    start = 0
    while (at := folded.find(phrase, start)) >= 0:
        cut += [Piece(text[start:at], piece.role, piece.target)] if at > start else []
        cut.append(Piece(text[at : at + len(phrase)], "marked", piece.target))
        start = at + len(phrase)
    return [*cut, *([Piece(text[start:], piece.role, piece.target)] if text[start:] else [])]
