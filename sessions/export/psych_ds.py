"""An export as a Psych-DS dataset: one folder that data archives and their validators understand.

Owns the folder's layout and its metadata. The tables are those of `sessions.export.tidy_files`,
unchanged. The rules are those of version 1.5.1 of the schema model of Psych-DS: a
`dataset_description.json` that lists every column of every data file under `variableMeasured` and
nothing else, and data files named `key-value_…_data.csv` under `data/`.
"""

import csv
import json
import shutil
from collections.abc import Collection
from pathlib import Path

from items.files.save import save_text
from items.hidden_text import controls_escaped
from sessions.export.tidy_files import SCRIPTS, ExportedFile, ExportSummary, export
from sessions.storage.database import Database
from sessions.storage.private_folder import private_folder
from solver.errors import OutsideError

DATA = ("answers", "scores", "sessions", "payments", "calls", "items", "adjudications")
"""The tables that are data files; `description` is a keyword defined by Psych-DS."""
VERSION = "1.5.1"
"""Version of the schema model that the folder follows."""
IGNORED_PATH = "data/raw/"
"""Path that validators should ignore: events are not a table."""
PLACES = """\
This is a Psych-DS dataset. The tables described below are in the folder data: answers.csv is
data/description-answers_data.csv, and so on. Events are in data/raw, the codebook is in
documentation, study files are in materials, and the first analysis is in analysis. Tables as JSON
are not included.

"""
"""The beginning of the dataset's README."""


def export_psych_ds(db: Database, folder: Path, title: str) -> ExportSummary:
    """Write a dataset into a folder, which must be empty or not exist.

    Raises OutsideError where it contains files, or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutsideError(
            "The folder is not empty",
            f"{folder}: expected an empty folder or a new name, found files",
            "A dataset is written as a whole, so that it contains nothing from an older one.",
        )
    try:
        with private_folder() as plain:
            summary = export(db, plain)
            written = _arranged(plain, folder, title)
    except OSError as error:
        raise OutsideError(
            "The files cannot be written",
            f"{error.filename or folder}: {error.strerror or error}",
        ) from error
    return ExportSummary(str(folder), tuple(written), summary.left_out)


def _arranged(export_folder: Path, folder: Path, title: str) -> list[ExportedFile]:
    """The files of a plain export, moved to where Psych-DS expects them."""
    places = {f"{name}.csv": f"data/description-{name}_data.csv" for name in DATA}
    places |= {
        "events.jsonl": "data/raw/events.jsonl",
        "codebook.csv": "documentation/codebook.csv",
    }
    places |= {"README.txt": "README.md"}
    places |= {name: f"analysis/{name}" for name in SCRIPTS}
    studies = export_folder / "studies"
    if studies.is_dir():
        places |= {f"studies/{file.name}": f"materials/{file.name}" for file in studies.iterdir()}
    written = []
    for source, target in places.items():
        if not (export_folder / source).exists():
            continue
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(export_folder / source, folder / target)
        written.append(ExportedFile(target, _rows(folder / target)))
    for name in SCRIPTS:
        script = folder / "analysis" / name
        text = script.read_text(encoding="utf-8")
        for table in DATA:
            text = text.replace(f"{table}.csv", f"../data/description-{table}_data.csv")
        save_text(script, text)
    readme = folder / "README.md"
    save_text(readme, PLACES + readme.read_text(encoding="utf-8"))
    data_names = {name for name in DATA if (export_folder / f"{name}.csv").exists()}
    description = {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": title,
        "description": (
            "Answers of people, of simulated respondents and of language models to items of "
            "logical reasoning, recorded by Countermodel. One row of the answers is one part of a "
            "question; see README.md and documentation/codebook.csv."
        ),
        "schemaVersion": f"Psych-DS {VERSION}",
        "variableMeasured": _variables(export_folder / "codebook.csv", data_names),
    }
    text = controls_escaped(json.dumps(description, ensure_ascii=False, indent=2)) + "\n"
    save_text(folder / "dataset_description.json", text)
    save_text(folder / ".psychds-ignore", f"{IGNORED_PATH}\n")
    return [
        *written,
        ExportedFile("dataset_description.json", None),
        ExportedFile(".psychds-ignore", None),
    ]


def _variables(codebook: Path, tables: Collection[str]) -> list[dict[str, str]]:
    """Every column of these tables once, with all its meanings; where the meaning differs between
    tables, each meaning names its tables."""
    meanings: dict[str, dict[str, list[str]]] = {}
    units: dict[str, str] = {}
    with codebook.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            table = row["file"].removesuffix(".csv")
            if table in tables:
                messages = meanings.setdefault(row["column"], {})
                messages.setdefault(row["meaning"], []).append(table)
                units.setdefault(row["column"], row["unit"])
    variables = []
    for name, messages in meanings.items():
        texts = [
            meaning if len(messages) == 1 else f"{', '.join(files)}: {meaning}"
            for meaning, files in messages.items()
        ]
        variable = {"@type": "PropertyValue", "name": name, "description": "; ".join(texts)}
        if units[name]:
            variable["unitText"] = units[name]
        variables.append(variable)
    return variables


def _rows(path: Path) -> int | None:
    if path.suffix != ".csv":
        return None
    with path.open(encoding="utf-8", newline="") as file:
        return sum(1 for _ in csv.reader(file)) - 1
