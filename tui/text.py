"""Text from items, shown literally and fitted to the cells of a terminal.

Owns the width of text in cells and breaking text into lines, Chinese included, each in time
proportional to the text. Style and translation are elsewhere; the characters to be marked are
listed in `items.hidden_text`.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import takewhile

from rich.cells import cell_len, chop_cells

from items.hidden_text import marked

NOT_FIRST = frozenset("，。、；：？！）」』”’》〉】…,.;:?!)]}%℃")
"""Characters that must not begin a line."""
BULLET = "· "
"""Begins a paragraph whose further lines are indented below its first word."""
NOT_LAST = frozenset("（「『“‘《〈【([{")
"""Characters that must not end a line."""

_FIRST_WIDE = "\u1100"
"""The first wide character."""
_WORD = re.compile(r"( *+)([^ ]++|\Z)")
_SENTENCE_ENDS = frozenset(".!?:;…。！？：；")
"""Characters that end a sentence."""


def plain(text: str) -> str:
    """The text with control characters and invisible characters written as ⟨U+…⟩.

    Line ends become newlines and tabs four spaces; nothing that remains moves the cursor.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\u2028", "\n").replace("\u2029", "\n").replace("\t", "    ")
    return marked(text)


def safe(text: str) -> str:
    """The same for one line that should be plain already: a safeguard against control characters
    that were missed."""
    return text if text.isprintable() else marked(text)


def sentences(*parts: str) -> str:
    """Sentences joined into one text, without empty ones; no space follows a Chinese full stop. A
    sentence without a stop, such as a title, gets one if another follows."""
    text = ""
    for part in filter(None, parts):
        if text and text[-1] not in _SENTENCE_ENDS:
            text += "。" if text[-1] >= _FIRST_WIDE else "."
        gap = "" if not text or text.endswith(("。", "！", "？")) else " "
        text += gap + part
    return text


def counted(number: int, text: str, plural: str = "") -> str:
    """A number with its word: 1 item, 2 items; 1 entry, 2 entries."""
    return f"{number} {text if number == 1 else plural or f'{text}s'}"


PLURALS = {"study": "studies", "series": "series", "parameters": "parameters"}
"""Plurals of tables whose names do not simply take an s."""


def rows_listed(counts: Mapping[str, int]) -> str:
    """Numbers of rows with the names of their tables."""
    named = (counted(n, table, PLURALS.get(table, "")) for table, n in counts.items() if n)
    return ", ".join(named) or "nothing"


def width(text: str) -> int:
    """The number of terminal cells one line of text takes."""
    return len(text) if text.isascii() and text.isprintable() else cell_len(text)


def fit(text: str, cells: int) -> str:
    """One line cut to at most `cells` cells, with an ellipsis if something was cut."""
    if cells <= 0:
        return ""
    line = " ".join(text.split())
    if line.isascii() and line.isprintable():
        return line if len(line) <= cells else f"{line[: cells - 1].rstrip()}…"
    if cell_len(line) <= cells:
        return line
    head = ""
    used = 1
    for char in line:
        used += cell_len(char)
        if used > cells:
            break
        head += char
    return head.rstrip() + "…"


def cut(text: str, cells: int) -> str:
    """One line cut at a cell boundary; its spaces stay."""
    if width(text) <= cells:
        return text
    return chop_cells(text, cells)[0] if cells > 0 else ""


def fit_end(text: str, cells: int) -> str:
    """One line cut from its beginning, because ids mostly differ at their end."""
    if text.isascii() and text.isprintable():
        if not text or len(text) <= cells:
            return text
        return f"…{text[len(text) - max(cells, 1) + 1 :]}"
    if len(text) <= 2 * cells and width(text) <= cells:
        return text
    used = 0
    for place in range(len(text) - 1, -1, -1):
        used += cell_len(text[place])
        if used > cells:
            break
    else:
        return text
    while place < len(text) and used >= cells:
        used -= cell_len(text[place])
        place += 1
    return "…" + text[place:]


def fit_inside(text: str, cells: int, start: int) -> str:
    """One line cut at its end, and also without its first `start` characters if it does not fit
    with them."""
    if start <= 1 or width(text) <= cells:
        return fit(text, cells)
    return fit(f"…{text[start:]}", cells)


def telling_apart(texts: Collection[str], cells: int) -> Callable[[str], str]:
    """A function that cuts lines to `cells` cells so that most of these texts remain distinct: from
    the beginning, from the end, or without the common beginning of all that are too long."""
    long = [text for text in texts if width(text) > cells] or [""]
    ends = zip(min(long), max(long), strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], ends))
    shorteners: tuple[Callable[[str], str], ...] = (
        lambda text: fit_end(text, cells),
        lambda text: fit(text, cells),
        lambda text: fit_inside(text, cells, same),
    )
    return max(shorteners, key=lambda way: len(set(map(way, texts))))


def pad(text: str, cells: int) -> str:
    """One line padded with spaces to at least `cells` cells."""
    return text + " " * (cells - cell_len(text))


def pad_left(text: str, cells: int) -> str:
    """One line with spaces before it, to at least `cells` cells."""
    return " " * (cells - cell_len(text)) + text


def wrap(text: str, cells: int) -> list[str]:
    """The text in lines of at most `cells` cells; its own line ends stay.

    Latin text breaks at spaces, Chinese between characters but never before a closing or after an
    opening mark; a word longer than a line is cut.
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
        size = width(word)
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
        if used > cells:
            *whole, line = chop_cells(line, cells)
            lines.extend(whole)
            used = width(line)
    lines.append(line)
    return [part.rstrip() for part in lines]


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Unbreakable pieces, each with the spaces before it."""
    for match in _WORD.finditer(text):
        gap, word = match.groups()
        if not word:
            return
        if max(word) < _FIRST_WIDE:
            yield word, gap
            continue
        start = 0
        for place in range(1, len(word)):
            if _breaks(word[place - 1], word[place]):
                yield word[start:place], gap
                start, gap = place, ""
        yield word[start:], gap


def _breaks(before: str, after: str) -> bool:
    """Whether a line may end between two characters without a space."""
    if after in NOT_FIRST or before in NOT_LAST:
        return False
    return _wide(before) or _wide(after)


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def narrow(character: str | None) -> str | None:
    """A full-width letter or digit as the plain character; other characters unchanged."""
    return None if character is None else unicodedata.normalize("NFKC", character)
