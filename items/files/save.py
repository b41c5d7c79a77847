"""Saving edits: a variant into an item, an item into a file of the project's own format.

Owns what may be written (only the project's own format, only this item's record, every other record
unchanged) and atomic writing. `sources.own_format` owns the format.
"""

import errno
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from items.files.unfinished_files import unfinished_file
from items.hidden_text import controls_escaped
from items.models import Item
from items.sources.document import decode, read_bytes
from items.sources.json_files import read_document
from items.sources.own_format import line_of, recognises, to_json
from solver.errors import InputError, OutsideError
from solver.files import opened_to_write
from solver.language.dump import dump_problem
from solver.language.loader import load_problem
from solver.language.problem import BASELINE, Problem, Variant
from solver.language.query_parser import is_variant_name
from solver.phrases import phrase


def with_variant(item: Item, problem: Problem, variant: Variant, *, replace: bool = False) -> Item:
    """The item with a named variant in its formalization.

    Raises InputError if the name is invalid or already used for other edits (unless `replace`), or
    if the item has no formalization.
    """
    if item.formalization is None:
        raise InputError(
            phrase("There is no formalization"),
            phrase("{a} has none to put a variant into", a=item.id),
        )
    name = variant.name
    if name == BASELINE or not is_variant_name(name):
        raise InputError(
            phrase("{a} cannot name a variant", a=repr(name)),
            hint="Letters, digits and _; not “baseline”.",
        )
    existing = problem.variants.get(name)
    if existing is not None and existing.edits != variant.edits and not replace:
        raise InputError(
            phrase("A variant {a} already exists", a=name),
            f"in {item.id}",
            phrase("Choose another name."),
        )
    data = dump_problem(Problem(problem.signature, problem.premises, variants={name: variant}))[
        "variants"
    ]
    assert isinstance(data, dict)
    before = item.formalization.get("variants") or {}
    formalization = {**item.formalization, "variants": {**before, name: data[name]}}
    load_problem({**formalization, "question": []}, where=item.id)
    return item.model_copy(update={"formalization": formalization})


def save_item(item: Item, path: str | Path) -> Path:
    """Write an item into a file of the project's own format. It replaces the record with the same
    id, or is appended; the other records stay unchanged. A new file gets this one item.

    Raises InputError if the file contains anything else, or records that cannot be read;
    OutsideError if it cannot be written.
    """
    file = Path(path)
    line = line_of(item)
    if not file.exists() or not file.stat().st_size:
        _write(file, line + "\n")
        return file
    document = read_document(file)
    if document.problems:
        raise InputError(
            phrase("The file is not written to"),
            f"{file}: it holds records that cannot be read",
            phrase("Save to another file."),
        )
    for record in document.records:
        if not (isinstance(record.value, dict) and recognises(record.value)):
            where = document.where(record)
            raise InputError(
                phrase("The file is not written to"),
                f"{where}: expected an item of the project's own format, found another record",
                phrase("Save to another file."),
            )
    text = decode(read_bytes(file), file)
    _write(file, _lines(text, item.id, line) if _is_lines(text) else _rewritten(text, item))
    return file


def save_variant(
    item: Item, problem: Problem, variant: Variant, path: str | Path, *, replace: bool = False
) -> Item:
    """Save the item with a named variant added; returns the saved item."""
    saved = with_variant(item, problem, variant, replace=replace)
    save_item(saved, path)
    return saved


def save_text(path: str | Path, text: str, *, new: bool = False) -> None:
    """Write a text file atomically; if `new`, only if there is no file with this name. Raises
    InputError if there is one, OutsideError if it cannot be written."""
    _write(Path(path), text, new=new)


def _is_lines(text: str) -> bool:
    """Whether the file has one record per line."""
    if text.lstrip().startswith("["):
        return False
    try:
        json.loads(text)
    except ValueError:
        return True
    return "\n" not in text.strip()


def _lines(text: str, id: str, new_line: str) -> str:
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if line.strip() and _id(json.loads(line)) == id:
            lines[place] = new_line
            return "\n".join(lines)
    return text + ("" if text.endswith("\n") else "\n") + new_line + "\n"


def _rewritten(text: str, item: Item) -> str:
    """A list of items, or a single one, rewritten with this item in place."""
    value: Any = json.loads(text)
    records = list(value) if isinstance(value, list) else [value]
    new = to_json(item)
    for place, record in enumerate(records):
        if _id(record) == item.id:
            records[place] = new
            break
    else:
        records.append(new)
    single = not isinstance(value, list) and len(records) == 1
    return (
        controls_escaped(
            json.dumps(records[0] if single else records, ensure_ascii=False, indent=2)
        )
        + "\n"
    )


def _id(record: Any) -> str:
    """Numerical ids are read as text."""
    return str(record.get("id"))


def _write(file: Path, text: str, *, new: bool = False) -> None:
    try:
        with replacing(file, new=new) as replacement:
            replacement.write(text.encode())
    except OSError as error:
        if new and os.path.lexists(file):
            raise InputError(
                phrase("The file already exists"), str(file), phrase("Give another name.")
            ) from error
        raise OutsideError(
            phrase("The file cannot be written"), f"{file}: {error.strerror or error}"
        ) from error


def require_no_links(*files: Path) -> None:
    """Refuse names that are links, since writing to them would write elsewhere.

    Raises InputError.
    """
    for file in files:
        if file.is_symlink():
            raise InputError(
                phrase("This is a link"), f"{file}: expected a file, or nothing of that name"
            )


@contextmanager
def replacing(file: Path, *, new: bool = False) -> Iterator[IO[bytes]]:
    """A file to write atomically: a temporary file in the same folder takes its place at the end.
    Special files, such as pipes, are written directly. If `new`, nothing that exists is changed.

    Raises:
        FileExistsError: it is `new` and something with this name exists.
        OSError: it cannot be written.
    """
    if new and (file.exists() or file.is_symlink()):
        raise _file_exists(file)
    _make_folder(file.parent)
    if Path("/dev") in file.absolute().parents or (file.exists() and not file.is_file()):
        with opened_to_write(file) as opened:
            yield opened
        return
    # A link is kept: the file it points to is replaced.
    target = file.resolve()
    with unfinished_file(target) as unfinished:
        yield unfinished
        unfinished.flush()
        os.fsync(unfinished.fileno())
        if target.exists():
            shutil.copymode(target, unfinished.name)
        else:
            Path(unfinished.name).chmod(0o666 & ~_umask())
        if new:
            _name(Path(unfinished.name), target)
        else:
            Path(unfinished.name).replace(target)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        # A file has the folder's name; "file exists" would seem to refer to the file to be written.
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from error


def _name(unfinished_path: Path, target: Path) -> None:
    """Give a finished file its name, unless another program took the name in the meantime."""
    try:
        target.hardlink_to(unfinished_path)
    except FileExistsError:
        raise
    except OSError as error:  # Some file systems, such as those of memory sticks, have no links.
        if target.exists():
            raise _file_exists(target) from error
        unfinished_path.replace(target)


def _file_exists(file: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
