"""Item sets in other formats: the own format, scratchpads, SMT-LIB, TPTP.

Owns which files are written, their names, and the report of what could not be written. The
notations are in `sources.own_format`, `smtlib` and `tptp`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from items.export import smtlib, tptp
from items.export.obligations import Left, Obligation, obligations
from items.files.file_names import file_name
from items.files.save import save_text
from items.formal import FormalItem, formal_item
from items.hidden_text import controls_marked, marked
from items.models import Item
from items.scratchpads.text import formal_pad
from items.streams.writing import PARQUET, ItemFile
from solver.errors import InputError, OutsideError

Form = Literal["own", "parquet", "pad", "smtlib", "tptp"]
FORMS: tuple[Form, ...] = ("own", "parquet", "pad", "smtlib", "tptp")


@dataclass(frozen=True, slots=True)
class ExportedFiles:
    """What was written, and what was left out, with the reason."""

    files: tuple[Path, ...]
    items: int
    """Number of items in the files."""
    left: tuple[tuple[str, str], ...]
    """Item (and question) with the reason why it was left out."""


def convert(items: Iterable[Item], to: Form, output: Path) -> ExportedFiles:
    """Write items to `output`.

    `own` is one JSON Lines file, `parquet` the same as a table (as is `own` if the name ends in
    .parquet); these hold at most one item in memory. `pad` is one scratchpad per item in the folder
    `output`, without the item's text. `smtlib` is one script per item in the folder `output`, or
    one script if `output` ends in `.smt2` and there is one item. `tptp` is one problem per
    statement in the folder `output`. Free-text questions and items without a formalization are left
    out of both.

    Raises:
        InputError: `output` is unsuitable; OutsideError: it cannot be written.
    """
    try:
        if to in ("own", "parquet"):
            if to == "parquet" and output.suffix.lower() != PARQUET:
                raise InputError("Wrong --output", f"expected a name in {PARQUET}, found {output}")
            with ItemFile(output) as file:
                for item in items:
                    file.add(item)
            return ExportedFiles((output,), file.written, ())
        items = list(items)
        if output.is_file() and output.suffix != ".smt2":
            raise InputError("Not a folder", f"{output}: expected a folder, found a file")
        if to == "pad":
            return _pads(items, output)
        return _smtlib(items, output) if to == "smtlib" else _tptp(items, output)
    except OSError as error:
        raise OutsideError(
            "Cannot be written", f"{error.filename or output}: {error.strerror or error}"
        ) from None


def _pads(items: Sequence[Item], output: Path) -> ExportedFiles:
    if output.is_file():
        raise InputError("Not a folder", f"{output}: expected a folder, found a file")
    files: list[Path] = []
    omitted: list[tuple[str, str]] = []
    names = _Names()
    for item in items:
        try:
            text = formal_pad(item)
        except InputError as error:
            omitted.append((item.id, error.title))
            continue
        path = output / f"{names.of(item.id)}.pad"
        _write(path, text)
        formal = formal_item(item)
        omitted += [
            (item.id, f"the query {query} cannot be read and is written as a comment")
            for query in (() if formal is None else formal.unread_queries)
        ]
        files.append(path)
    return ExportedFiles(tuple(files), len(files), tuple(omitted))


def _smtlib(items: Sequence[Item], output: Path) -> ExportedFiles:
    files: list[Path] = []
    omitted: list[tuple[str, str]] = []
    single = output.suffix == ".smt2"
    if single and len(items) != 1:
        raise InputError(
            "Several items for one script",
            f"{output}: expected a folder, or one item (--item ID), found {len(items)} items",
        )
    names = _Names()
    for item in items:
        problem_and_statements = _read(item, omitted)
        if problem_and_statements is None:
            continue
        formal, stated = problem_and_statements
        path = output if single else output / f"{names.of(item.id)}.smt2"
        _write(path, smtlib.script(_title(item), formal.problem.signature, stated))
        files.append(path)
    return ExportedFiles(tuple(files), len(files), tuple(omitted))


def _tptp(items: Sequence[Item], output: Path) -> ExportedFiles:
    files: list[Path] = []
    omitted: list[tuple[str, str]] = []
    written = 0
    names = _Names()
    for item in items:
        problem_and_statements = _read(item, omitted)
        if problem_and_statements is None:
            continue
        formal, stated = problem_and_statements
        before = len(files)
        for obligation in stated:
            if obligation.formula is None:
                omitted.append(
                    (f"{item.id}, question {obligation.name}", f"no conjecture: {obligation.asked}")
                )
                continue
            path = output / f"{names.of(f'{item.id}-{obligation.name}')}.p"
            try:
                text = tptp.problem(_title(item), formal.problem.signature, obligation)
            except InputError as error:
                omitted.append((f"{item.id}, question {obligation.name}", error.message))
                continue
            _write(path, text)
            files.append(path)
        written += len(files) > before
    return ExportedFiles(tuple(files), written, tuple(omitted))


def _read(
    item: Item, omitted: list[tuple[str, str]]
) -> tuple[FormalItem, tuple[Obligation, ...]] | None:
    """The item's problem and statements; what cannot be stated is added to `omitted`."""
    try:
        formal = formal_item(item)
    except InputError as error:
        omitted.append((item.id, error.line))
        return None
    if formal is None:
        omitted.append((item.id, "no formalization"))
        return None
    stated: list[Obligation] = []
    for obligation in obligations(item, formal):
        if isinstance(obligation, Left):
            omitted.append((f"{item.id}, question {obligation.name}", obligation.reason))
        else:
            stated.append(obligation)
    return (formal, tuple(stated)) if stated else None


class _Names:
    """Unique file names made from ids."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def of(self, id: str) -> str:
        plain = file_name(id)
        name, n = plain, 2
        while name.casefold() in self.taken:
            name, n = f"{plain}-{n}", n + 1
        self.taken.add(name.casefold())
        return name


def _title(item: Item) -> str:
    return marked("\n".join(_lines((item.id, item.title))))


def _lines(texts: Iterable[str]) -> Iterable[str]:
    """Texts without line breaks of any kind, so that a comment remains a comment."""
    return (" ".join(text.split()) for text in texts if text.strip())


def _write(path: Path, text: str) -> None:
    save_text(path, controls_marked(text))
