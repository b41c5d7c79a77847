"""What an exporter is: it writes items in another format, and says what it left out.

Owns what exporters share: unique names of files, a title for a comment, and writing a text.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from items.files.file_names import file_name
from items.files.save import save_text
from items.hidden_text import controls_marked, marked
from items.models import Item


@dataclass(frozen=True, slots=True)
class ExportedFiles:
    """What was written, and what was left out, with the reason."""

    files: tuple[Path, ...]
    items: int
    """Number of items in the files."""
    omitted: tuple[tuple[str, str], ...] = ()
    """Item (and question) with the reason why it was left out."""


@dataclass(frozen=True)
class Exporter:
    """One format that items can be written in."""

    write: Callable[[Iterable[Item], Path], ExportedFiles]
    """Writes items to a file or a folder. Raises InputError where the output is unsuitable, and
    OSError."""
    folder: bool = False
    """Whether the output is a folder; it is a file otherwise."""
    suffix: str | None = None
    """Of an exporter to folders: the end of a name that means one file instead, for one item."""

    def to_file(self, output: Path) -> bool:
        """Whether this output is one file."""
        return not self.folder or output.suffix == self.suffix


class FileNames:
    """Unique file names made from ids."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def of(self, id: str) -> str:
        """A name for an id, which differs from all earlier ones by more than case."""
        plain = file_name(id)
        name, n = plain, 2
        while name.casefold() in self.taken:
            name, n = f"{plain}-{n}", n + 1
        self.taken.add(name.casefold())
        return name


def title_of(item: Item) -> str:
    """Id and title, for a comment: two lines at most, without line breaks of other kinds."""
    texts = (" ".join(text.split()) for text in (item.id, item.title) if text.strip())
    return marked("\n".join(texts))


def save(path: Path, text: str) -> None:
    """Write a text whose control characters are made visible. Raises OutsideError if it cannot be
    written."""
    save_text(path, controls_marked(text))
