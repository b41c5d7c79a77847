"""Folders for copies of what people gave, which nobody needs once the program has ended.

Owns where they are. That they go, also after a kill, is `items.files.unfinished_files`'s.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from items.files.unfinished_files import claimed_folder, remove_unclaimed, unclaimed

PREFIX = "countermodel-private-"


@contextmanager
def private_folder() -> Iterator[Path]:
    """A new folder among the system's temporary ones, gone at the end; those that killed programs
    left there go too.

    Raises OSError where it cannot be made.
    """
    remove_abandoned()
    with claimed_folder(PREFIX, Path(tempfile.gettempdir())) as folder:
        yield folder


def remove_abandoned() -> None:
    """Remove the user's folders of this kind in which no program works any more."""
    remove_unclaimed(Path(tempfile.gettempdir()), unclaimed(PREFIX))
