"""The list of what a folder of segments contains: its files, and how far each unit was recorded.

Owns the file of that list, its format, and reading one that may be malicious. `append` writes it.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from pydantic import TypeAdapter

from sessions.segments.rows import KINDS, UNITS, SegmentVersion
from solver.errors import InputError

FORMAT = 6
OLDER = (1, 2, 4, 5)
"""Formats that an export brings up to date, by writing the whole record again."""
MANIFEST = "segments.json"
COUNTS = ("unreadable", "failed", "no_gold", "ungraded")
"""Reasons why answers of a unit are neither right nor wrong, and other counts of it."""
SEGMENT = re.compile(rf"({'|'.join((*KINDS, UNITS))})-([0-9]{{6,20}})(-[0-9]{{1,20}})*\.parquet")
"""The name of a segment's file: its kind and its number."""


@dataclass
class Unit:
    """What is known about a session, or a run of a model."""

    unit: str
    kind: str
    """`person`, `simulated` or `model`."""
    respondent: str
    setting: str
    """For a model; for people, the title of the study."""
    run: int | None
    version: str
    """For a person, the version of the study."""
    mark: int
    """How much of it was recorded: its last event, or the number of its responses."""
    segment: int
    place: int = 0
    """Its place among the respondents of a report."""
    free: bool = False
    """Whether it has free answers, which may get rulings later."""
    ruled_out: bool = False
    """Whether the study's exclusion rules leave it out."""
    answered: bool = False
    """Whether any question of a main block is finished."""
    superseded: int = 0
    told: str = "[]"
    """Number of each of `COUNTS` by form and language of the items; as JSON."""
    forms: str = ""
    """The same in an older format."""


@dataclass
class Manifest:
    """The content of the folder."""

    format: int = FORMAT
    rulings: list[int] = field(default_factory=list)
    """Row counts of the tables that settle free answers."""
    next: int = 1
    """Number of the next segment."""
    files: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    units: str = ""
    studies: list[SegmentVersion] = field(default_factory=list)
    """In the order of the report."""
    left_out: dict[str, int] = field(default_factory=dict)
    """Sessions that no table counts."""


@contextmanager
def understood(folder: Path) -> Iterator[None]:
    """Context for reading a folder's segments, which may contain anything.

    Raises InputError in place of the errors of Python and pyarrow caused by bad content.
    """
    try:
        yield
    except (TypeError, ValueError, LookupError, ArithmeticError, NotImplementedError) as error:
        raise InputError(
            "Segments cannot be read",
            f"{folder}: a segment holds what no export writes ({type(error).__name__})",
            "Export to a new folder.",
        ) from error


def read_manifest(folder: Path, *, older: bool = False) -> Manifest:
    """The content of a folder; empty where there is nothing. With `older`, an older format is read
    as it is, without the fields that it lacks.

    Raises InputError where it cannot be read.
    """
    path = folder / MANIFEST
    hint = "Export to a new folder."
    try:
        outcome = json.loads(path.read_text(encoding="utf-8"))
        format_read = outcome["format"]
        if format_read == FORMAT or (older and format_read in OLDER):
            return _checked(Manifest(**outcome))
        wrong = f"format {format_read}"
        if format_read in OLDER:
            hint = "Bring it up to date: countermodel export --parquet with the same folder."
    except FileNotFoundError:
        return Manifest()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        wrong = str(error)
    raise InputError(
        "Segments cannot be read",
        f"{path}: expected a list of segments in format {FORMAT}, found {wrong}",
        hint,
    )


def _checked(manifest: Manifest) -> Manifest:
    """Check a list that may be malicious: the files it names are read, and removed when out of
    date.

    Raises ValueError where something has another type, or is not a plain name of a file in the
    folder.
    """
    whole = (manifest.next, *manifest.rulings, *manifest.left_out.values())
    if not all(type(number) is int for number in whole):
        raise ValueError("a value that should be a number")
    if manifest.format == FORMAT and manifest.files.keys() != set(KINDS):
        raise ValueError("other kinds of segments")
    units = [] if manifest.units == "" else [manifest.units]
    for name in chain(units, *manifest.files.values()):
        if not SEGMENT.fullmatch(name):
            raise ValueError("a name that is not a segment's")
    adapter = TypeAdapter(list[SegmentVersion])
    manifest.studies = adapter.validate_python(manifest.studies)
    return manifest
