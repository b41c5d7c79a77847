"""Where the public benchmark data lie that tests may read: beside the checkout, never in it.

Owns the place and the skip that says what is missing. What is in the files, the sources know.
"""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"
"""The folder `shared/data` beside the checkout; it may be absent."""


def shared_path(relative: str) -> Path:
    """The path of a shared file or folder; where it is absent the calling test is skipped."""
    path = SHARED / relative
    if not path.exists():
        pytest.skip(f"needs shared/data/{relative}", allow_module_level=True)
    return path
