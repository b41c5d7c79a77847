"""Which of several sources an item came from, in the form a command takes."""

import json
from collections.abc import Sequence
from pathlib import Path

from items.models import Item

FORMAT_CHARACTERS = 1_000_000
"""Number of characters at a file's beginning that identify its format; they contain its first
record."""


def source_of(item: Item, paths: Sequence[str]) -> str:
    """The source of an item among the paths; the first that matches its file's name."""
    if len(paths) == 1:
        return paths[0]
    name = item.provenance.file
    for path in paths:
        if name and Path(path).name == name:
            return path
    for path in paths:
        folder = Path(path)
        if name and folder.is_dir() and next(folder.rglob(name), None) is not None:
            return path
    builtin = [path for path in paths if path.startswith("builtin:")]
    return builtin[0] if builtin else paths[0] if paths else "FILE"


def own_path(item: Item, source: str, variant: str) -> str:
    """Where an item with an additional variant may be saved: its own file where that is in the
    project's own format, otherwise a new one named after source, item and variant."""
    path = Path(source)
    if _is_own(path):
        return source
    stem = source.removeprefix("builtin:") if source.startswith("builtin:") else path.stem
    parts = [stem, *([] if item.id == stem else [item.id.removeprefix(f"{stem}/")]), variant]
    return "-".join(filter(None, map(_safe, parts))) + ".jsonl"


def _safe(text: str) -> str:
    """A text reduced to characters that are safe in any file name."""
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in text).strip("-.")[:80]


def _is_own(path: Path) -> bool:
    """Whether a file's first record is in the project's own format."""
    if path.suffix not in (".jsonl", ".json") or not path.is_file():
        return False
    from items.sources.own_format import recognises

    try:
        with path.open(encoding="utf-8-sig") as file:
            begin = file.read(FORMAT_CHARACTERS).lstrip(" \t\r\n[")
        value, _end = json.JSONDecoder().raw_decode(begin)
    except (ValueError, OSError):
        return False
    return isinstance(value, dict) and recognises(value)
