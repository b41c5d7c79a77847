"""Files of every earlier schema, stored as SQL in `data/schemas`, and writing them.

`python -m tests.sessions.stored_schemas` writes the one of the present schema. Do so before adding
a step; an existing file is never written again."""

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sessions.storage.schema import STEPS
from tests.sessions.full_database import filled

FOLDER = Path(__file__).parent / "data" / "schemas"


def schema_files() -> dict[str, Path]:
    """The files by the number of the last step that was applied to them."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.sql"))}


def restored(name: str, path: Path) -> None:
    """Make a database from a stored file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(schema_files()[name].read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")


def write_schema() -> Path:
    """Write the file of the present schema, with something in every table."""
    path = FOLDER / f"{list(STEPS)[-1][:4]}.sql"
    with (
        TemporaryDirectory() as folder,
        filled(Path(folder) / "study.db") as db,
        path.open("x") as out,
    ):
        out.writelines(f"{line}\n" for line in db.connection.iterdump())
    return path


if __name__ == "__main__":
    write_schema()
