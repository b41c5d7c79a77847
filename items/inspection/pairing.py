"""Two items side by side: which items form pairs, and how their texts and formalizations differ.

Owns pairs from a map file, items of one template (formalizations equal except for the glosses), the
word-level difference of two texts, and the comparison of two items' premises, counts and answers.
"""

import csv
import difflib
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from items.formal import FormalItem, formal_item
from items.gold.check import ItemCheck, PartCheck, check_item
from items.inspection.analysis_run import count_models
from items.models import Item
from items.sources.document import decode, read_bytes
from solver.cancel import Budget, Cancel, proceed
from solver.diff import common_queries
from solver.errors import InputError
from solver.files import parse_json
from solver.language.edits import theory
from solver.language.printer import Notation, print_formula
from solver.phrases import phrase
from solver.queries import Session

Change = Literal["same", "left", "right"]
SECONDS = 5.0
"""Time limit for each question of an item."""
_TOKEN = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W_\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
    r"(?:['’][^\W\d_]+)?|\s+|.",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text in both, or only in the left or the right one."""

    change: Change
    text: str


@dataclass(frozen=True, slots=True)
class LinePair:
    """A premise or definition of the left item paired with one of the right."""

    left: str | None
    """As written; None if only the right item has one here."""
    right: str | None
    left_number: int | None
    """Number of a premise, from 0; None for a definition or a missing line."""
    right_number: int | None

    @property
    def in_both(self) -> bool:
        """Whether both have it."""
        return self.left == self.right


@dataclass(frozen=True, slots=True)
class Side:
    """The data compared for one item."""

    item: Item
    check: ItemCheck
    models: int | None
    """Number of models of the baseline premises over all symbols in use; None if unknown."""
    error: str
    """Why the formalization cannot be parsed; empty if it can, or if there is none."""


@dataclass(frozen=True, slots=True)
class ItemPair:
    """The comparison of two items."""

    left: Side
    right: Side
    text: tuple[Piece, ...]
    questions: tuple[Piece, ...]
    premises: tuple[LinePair, ...]
    definitions: tuple[LinePair, ...]
    answers: tuple[tuple[PartCheck | None, PartCheck | None], ...]
    """Pairs of question parts by position, each with gold and engine answers."""
    same_template: bool
    """Whether the formalizations are equal except for their glosses."""


def word_diff(left: str, right: str) -> tuple[Piece, ...]:
    """The word-level difference of two texts; Chinese by characters. Differences in white space
    count, so the pieces reproduce both texts."""
    texts, other = _tokens(left), _tokens(right)
    pieces: list[Piece] = []
    matcher = difflib.SequenceMatcher(None, texts, other, autojunk=False)
    for _, i, j, k, m in matcher.get_opcodes():
        a, b = "".join(texts[i:j]), "".join(other[k:m])
        if a == b:
            pieces.append(Piece("same", a))
            continue
        if a:
            pieces.append(Piece("left", a))
        if b:
            pieces.append(Piece("right", b))
    return tuple(pieces)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


# --- which belong together ---------------------------------------------------------------------


def template_key(item: Item) -> str | None:
    """What items of one template share: formulas, sorts, queries and variants, without glosses and
    texts; None for an item without a formalization."""
    if item.formalization is None:
        return None
    formal = {
        key: item.formalization.get(key)
        for key in ("parameters", "premise", "define", "variants")
        if item.formalization.get(key)
    }
    parts = [
        (leaf.kind, leaf.query, [option.formula for option in leaf.options]) for leaf in item.leaves
    ]
    return json.dumps([formal, parts], sort_keys=True, ensure_ascii=False)


def read_pairs(path: str | Path) -> tuple[tuple[str, str], ...]:
    """Pairs of item ids from a map file: a JSON object from base to hardened (or to a list of
    them), a JSON list of pairs or of `{"base": …, "hardened": …}`, or CSV with two columns, with or
    without a header.

    Raises InputError if the file has none of these forms.
    """
    file = Path(path)
    text = decode(read_bytes(file), file)
    if text.lstrip()[:1] in ("{", "["):
        try:
            value = parse_json(text)
        except ValueError as error:
            raise InputError(phrase("Pairs cannot be read"), f"{file}: {error}") from None
        return tuple(_json_pairs(value, file))
    return tuple(_csv_pairs(text, file))


def _json_pairs(value: object, file: Path) -> Iterable[tuple[str, str]]:
    if isinstance(value, Mapping):
        for base, hardened in value.items():
            for partner in hardened if isinstance(hardened, list) else [hardened]:
                yield _pair(base, partner, f"{file}, key {base}")
        return
    assert isinstance(value, list)
    for place, entry in enumerate(value):
        where = f"{file}, index {place}"
        if isinstance(entry, Mapping):
            yield _pair(entry.get("base"), entry.get("hardened"), where)
        elif isinstance(entry, list) and len(entry) == 2:
            yield _pair(entry[0], entry[1], where)
        else:
            raise InputError(
                phrase("Pairs cannot be read"), f"{where}: expected a pair, found {entry!r}"
            )


def _csv_pairs(text: str, file: Path) -> Iterable[tuple[str, str]]:
    first = text.splitlines()[0] if text.strip() else ""
    separator = "\t" if "\t" in first else ";" if ";" in first and "," not in first else ","
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error as error:
        raise InputError(
            phrase("Pairs cannot be read"), f"{file}: expected a table, {error}"
        ) from None
    for number, row in enumerate(rows, start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if number == 1 and [cell.casefold() for cell in cells[:2]] == ["base", "hardened"]:
            continue
        if len(cells) < 2:
            raise InputError(
                phrase("Pairs cannot be read"),
                f"{file}, line {number}: expected two columns, found one",
            )
        yield _pair(cells[0], cells[1], f"{file}, line {number}")


def _pair(base: object, hardened: object, where: str) -> tuple[str, str]:
    texts = []
    for id in (base, hardened):
        if isinstance(id, bool) or not isinstance(id, str | int) or id == "":
            raise InputError(
                phrase("Pairs cannot be read"), f"{where}: expected an item id, found {id!r}"
            )
        texts.append(str(id))
    return texts[0], texts[1]


# --- comparing ---------------------------------------------------------------------------------


def compare(
    left: Item,
    right: Item,
    *,
    notation: Notation = Notation.UNICODE,
    cancel: Cancel | None = None,
) -> ItemPair:
    """Compare two items completely. Raises `Cancelled`."""
    first, item = _side(left, cancel)
    proceed(cancel)
    second, other = _side(right, cancel)
    proceed(cancel)
    checks = [first.check.parts, second.check.parts]
    longest = max(map(len, checks))
    answers = tuple((_at(checks[0], place), _at(checks[1], place)) for place in range(longest))
    key = template_key(left)
    return ItemPair(
        first,
        second,
        word_diff(left.text, right.text),
        word_diff(_questions(left), _questions(right)),
        _paired(_premises(item, notation), _premises(other, notation), numbered=True),
        _paired(_definitions(item, notation), _definitions(other, notation), numbered=False),
        answers,
        key is not None and key == template_key(right),
    )


def _at(parts: Sequence[PartCheck], place: int) -> PartCheck | None:
    return parts[place] if place < len(parts) else None


def _side(item: Item, cancel: Cancel | None) -> tuple[Side, FormalItem | None]:
    check = check_item(item, engine="auto", timeout=SECONDS, cancel=cancel)
    try:
        formal = formal_item(item, budget=Budget.of(SECONDS, cancel))
    except InputError as error:
        return Side(item, check, None, error.line), None
    if formal is None:
        return Side(item, check, None, ""), None
    baseline = theory(formal.problem)
    queries = common_queries(formal.problem, baseline, baseline)
    session = Session(baseline, queries, "auto", SECONDS, cancel)
    return Side(item, check, count_models(session, queries)[0], ""), formal


def _questions(item: Item) -> str:
    lines = []
    for question in item.questions:
        lines += [question.text, *(part.text for part in question.parts)]
        lines += [option.text for leaf in question.leaves for option in leaf.options]
    return "\n".join(line for line in lines if line)


def _premises(formal: FormalItem | None, notation: Notation) -> list[str]:
    if formal is None:
        return []
    return [print_formula(formula, notation) for formula in formal.problem.premises]


def _definitions(formal: FormalItem | None, notation: Notation) -> list[str]:
    if formal is None:
        return []
    return [
        f"{name} := {print_formula(formula, notation)}"
        for name, formula in formal.problem.definitions.items()
    ]


def _paired(left: list[str], right: list[str], numbered: bool) -> tuple[LinePair, ...]:
    pairs: list[LinePair] = []
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    # Lines at corresponding positions are paired, the rest are unpaired.
    for _, i, j, k, m in matcher.get_opcodes():
        for n in range(max(j - i, m - k)):
            a = i + n if n < j - i else None
            b = k + n if n < m - k else None
            pairs.append(
                LinePair(
                    None if a is None else left[a],
                    None if b is None else right[b],
                    a if numbered else None,
                    b if numbered else None,
                )
            )
    return tuple(pairs)
