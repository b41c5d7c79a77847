"""ILogicEval's logs: `item gold letter response… flag`, the four mutants of an item in order.

Owns the lines and the mutants' numbers. The letter is the ninth character of the response and the
flag states whether it is a letter: both are ignored, and the letter after `Answer: ` is read.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from items.answers import ChoiceAnswer
from items.recorded.rows import RecordedRow, Skip, no_text
from items.sources.document import NO_TEXT, decode, decoded_as, read_bytes
from solver.errors import InputError
from solver.phrases import phrase

OPTIONS = 4
LETTERS = "ABCD"
_LINE = re.compile(r"(\d{1,9}) ([A-D]) (.) (.*?) ?(True|False)")
_ANSWER = re.compile(r"Answer: ([A-D])")
_NAME = re.compile(r"(\d+-shot)-(.+?)(?:-(\d+))?")
_EXPECTED = "`item gold letter response flag`, such as `0 C C Answer: C True`"


def recognises(begin: bytes) -> bool:
    """Whether a file begins with a line of such a log."""
    lines = begin.decode("utf-8", "surrogateescape").lstrip("\ufeff").split("\n")
    return _LINE.fullmatch(lines[0].rstrip("\r")) is not None


def read(path: Path) -> Iterator[RecordedRow | Skip]:
    """Yield the answers of a log. Setting, model and run come from a name such as
    `0-shot-chatgpt-2.txt`.

    Raises:
        InputError: no line has the format of such a log.
    """
    data = read_bytes(path)
    try:
        lines = decode(data, path).split("\n")
    except InputError:
        lines = data.decode("utf-8", "surrogateescape").split("\n")
        if decoded_as(data) != "utf-8" or all(NO_TEXT.search(line) for line in lines if line):
            raise
    if not any(_LINE.fullmatch(line.rstrip("\r")) for line in lines):
        first = next((line for line in lines if line.strip()), "")
        raise InputError(
            "Not an ILogicEval log",
            f"{path}, line 1: expected {_EXPECTED}, found {first[:60]!r}",
        )
    return _rows(path, lines)


def _rows(path: Path, lines: list[str]) -> Iterator[RecordedRow | Skip]:
    name = _NAME.fullmatch(path.stem)
    setting, model, run = name.groups() if name else (None, None, None)
    rows_of: dict[int, int] = {}
    for place, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        row = phrase("line {a}", a=place)
        match = _LINE.fullmatch(line.rstrip("\r"))
        if match is None:
            line_start = repr(NO_TEXT.sub("\ufffd", line[:60]))
            yield Skip(row, phrase("expected {a}, found {b}", a=_EXPECTED, b=line_start))
            continue
        item, gold, _letter, response, _flag = match.groups()
        mutant = rows_of.get(int(item), 0)
        rows_of[int(item)] = mutant + 1
        if mutant >= OPTIONS:
            reason = phrase(
                "item {a} has four mutants, this is answer {b} to it", a=item, b=mutant + 1
            )
            yield Skip(row, reason)
            continue
        if byte := NO_TEXT.search(line):
            yield Skip(row, no_text(byte))
            continue
        answer = _ANSWER.search(response)
        option = None
        if answer is not None:
            option = (LETTERS.index(answer[1]) + mutant) % OPTIONS
        yield RecordedRow(
            row=row,
            item_id=f"ilogiceval/{int(item)}",
            number=int(item),
            mutant=mutant,
            given=ChoiceAnswer(option=option),
            raw=response,
            gold=gold,
            model=model,
            setting=setting,
            run=int(run) if run else 1,
            attributes={"benchmark": "ILogicEval"},
        )
