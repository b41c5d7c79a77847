"""Text as text: what comes from items is shown as it is, and fits the cells of a terminal.

Owns the removal of everything a terminal would obey, the width of text in cells, and breaking
text into lines, Chinese included. Leaves out style and translation.
"""

import re
import unicodedata

from rich.cells import cell_len

NOT_FIRST = frozenset("，。、；：？！）」』”’》〉】…,.;:?!)]}%℃")
"""Signs that no line may begin with."""
BULLET = "· "
"""Begins a paragraph whose further lines are indented under its first word."""
NOT_LAST = frozenset("（「『“‘《〈【([{")
"""Signs that no line may end with."""

_SEQUENCE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|\x9c|$)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-~]"  # two-character escapes and character sets
    r"|\x9b[0-?]*[ -/]*[@-~]"  # CSI of one byte
    r"|[\x90\x98\x9d\x9e\x9f].*?(?:\x07|\x9c|$)",
    re.DOTALL,
)


def plain(text: str) -> str:
    """The text without control sequences, control characters and changes of direction.

    Line ends become newlines and tabs four spaces; nothing that is left moves the cursor.
    """
    text = _SEQUENCE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\u2028", "\n").replace("\u2029", "\n").replace("\t", "    ")
    return "".join(c for c in text if c == "\n" or unicodedata.category(c) not in _OBEYED)


_OBEYED = frozenset({"Cc", "Cf", "Cs"})


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its word: 1 item, 2 items; 1 entry, 2 entries."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def width(text: str) -> int:
    """The number of terminal cells one line of text takes."""
    return cell_len(text)


def fit(text: str, cells: int) -> str:
    """One line cut to at most so many cells, with an ellipsis where something was cut."""
    if cells <= 0:
        return ""
    line = " ".join(text.split())
    if cell_len(line) <= cells:
        return line
    kept = ""
    used = 1
    for char in line:
        used += cell_len(char)
        if used > cells:
            break
        kept += char
    return kept.rstrip() + "…"


def fit_end(text: str, cells: int) -> str:
    """One line cut from its beginning: ids mostly differ at their end."""
    if width(text) <= cells:
        return text
    while text and width(text) >= cells:
        text = text[1:]
    return "…" + text


def pad(text: str, cells: int) -> str:
    """One line filled with spaces to at least so many cells."""
    return text + " " * (cells - cell_len(text))


def wrap(text: str, cells: int) -> list[str]:
    """The text in lines of at most so many cells, its own line ends kept.

    Latin text breaks at spaces, Chinese between characters but never before a closing or after an
    opening sign; a word longer than a line is cut.
    """
    cells = max(cells, 2)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(_paragraph(paragraph, cells))
    return lines


def _paragraph(text: str, cells: int) -> list[str]:
    first = text[: len(text) - len(text.lstrip(" "))]
    body = text.strip(" ")
    if body.startswith(BULLET) and len(first + BULLET) <= cells // 3:
        first, body = first + BULLET, body[len(BULLET) :].lstrip(" ")
    first = first if len(first) <= cells // 3 else ""
    indent = " " * len(first)
    lines: list[str] = []
    line, used, empty = first, len(first), True
    for word, gap in _words(body):
        size = cell_len(word)
        space = 0 if empty else len(gap)
        if used + space + size <= cells:
            line += gap[:space] + word
            used += space + size
            empty = False
            continue
        if empty:
            line, used = first + word, len(first) + size
        else:
            lines.append(line)
            line, used = indent + word, len(indent) + size
        empty = False
        while used > cells:
            head, rest = _cut(line, cells)
            lines.append(head)
            line, used = rest, cell_len(rest)
    lines.append(line)
    return [part.rstrip() for part in lines]


def _words(text: str) -> list[tuple[str, str]]:
    """Unbreakable pieces, each with the spaces before it."""
    pieces: list[tuple[str, str]] = []
    word, gap = "", ""
    for char in text:
        if char == " ":
            if word:
                pieces.append((word, gap))
                word, gap = "", ""
            gap += char
        elif word and _breaks(word[-1], char):
            pieces.append((word, gap))
            word, gap = char, ""
        else:
            word += char
    if word:
        pieces.append((word, gap))
    return pieces


def _breaks(before: str, after: str) -> bool:
    """Whether a line may end between two characters that no space parts."""
    if after in NOT_FIRST or before in NOT_LAST:
        return False
    return _wide(before) or _wide(after)


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def _cut(text: str, cells: int) -> tuple[str, str]:
    """The most of a text that fits, and what is left."""
    used = 0
    for place, char in enumerate(text):
        used += cell_len(char)
        if used > cells:
            return text[: max(place, 1)], text[max(place, 1) :]
    return text, ""


def narrow(character: str | None) -> str | None:
    """A character, of a full-width letter or digit the plain one."""
    return None if character is None else unicodedata.normalize("NFKC", character)
