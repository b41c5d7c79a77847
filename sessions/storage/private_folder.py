"""Folders for temporary copies of user data, which must not outlive the program.

Owns where they are. `items.files.unfinished_files` removes them, even after a kill.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from items.files.unfinished_files import claimed_folder, remove_unclaimed, unclaimed

PREFIX = "countermodel-private-"


@contextmanager
def private_folder() -> Iterator[Path]:
    """A new folder among the system's temporary ones, removed at the end; folders left by killed
    programs are removed too.

    Raises OSError where it cannot be created.
    """
    remove_abandoned()
    with claimed_folder(PREFIX, Path(tempfile.gettempdir())) as folder:
        yield folder


def remove_abandoned() -> None:
    """Remove the user's folders of this kind that no running program uses any more."""
    remove_unclaimed(Path(tempfile.gettempdir()), unclaimed(PREFIX))
