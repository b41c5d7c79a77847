"""Which of several sources an item came from, as a command takes it."""

from collections.abc import Sequence
from pathlib import Path

from items.models import Item


def source_of(item: Item, paths: Sequence[str]) -> str:
    """The source of an item among those given; the first that fits by its file's name."""
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


def own_path(item: Item, source: str) -> str:
    """Where an item may be saved: its own file where that is one, else a new one beside nothing."""
    path = Path(source)
    if path.is_file() and path.suffix in (".jsonl", ".json"):
        return source
    safe = "".join(c if c.isalnum() or c in "-_." else "-" for c in item.id).strip("-.")
    return f"{safe or 'item'}.jsonl"
