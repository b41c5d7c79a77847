"""A scheme's guidelines as lines: headings, paragraphs and lists of a Markdown file, as plain text.

Owns the little Markdown that guidelines use; whatever else stands there is shown as it is written.
"""

import re

from tui.state.draft import Line, Piece
from tui.text import BULLET, plain, wrap

_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_ITALIC = re.compile(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])")
_LIST = re.compile(r"^(?:[-*+]|\d+[.)])\s+")


def guideline_lines(text: str, cells: int) -> list[Line]:
    """The file in lines of at most so many cells."""
    lines: list[Line] = []
    paragraph: list[str] = []

    def end() -> None:
        if paragraph:
            told = _unmarked(" ".join(paragraph))
            lines.extend(Line((Piece(row),)) for row in wrap(told, cells))
            paragraph.clear()

    for row in plain(text).split("\n"):
        body = row.strip()
        if not body:
            end()
            if lines and lines[-1].text:
                lines.append(Line())
        elif body.startswith("#"):
            end()
            told = _unmarked(body.lstrip("#").strip())
            lines += [Line((Piece(part, "heading"),)) for part in wrap(told, cells)]
        elif _LIST.match(body):
            end()
            paragraph.append(BULLET + _LIST.sub("", body))
        else:
            paragraph.append(body)
    end()
    while lines and not lines[-1].text:
        lines.pop()
    return lines


def _unmarked(text: str) -> str:
    return _ITALIC.sub(r"\1", _BOLD.sub(r"\2", text)).replace("`", "")
