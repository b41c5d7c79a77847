"""The rules of Psych-DS, written down once more: which of them a folder breaks.

They are those of version 1.5.1 of its schema model (psych-ds/psych-DS, `schema_model/versions`,
`rules/errors.yaml` and `rules/files`), under their own codes. A code of level `error` makes the
official validator refuse a dataset; a warning does not.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ERRORS = frozenset(
    {
        "MISSING_DATASET_DESCRIPTION", "MISSING_DATA_DIRECTORY", "MISSING_DATAFILE",
        "INVALID_JSON_FORMATTING", "JSON_ENCODING_ERROR", "INVALID_JSONLD_FORMATTING",
        "JSON_KEY_REQUIRED", "MISSING_DATASET_TYPE", "INCORRECT_DATASET_TYPE",
        "CSV_COLUMN_MISSING_FROM_METADATA", "VARIABLE_MISSING_FROM_CSV_COLUMNS",
        "CSV_HEADER_MISSING", "CSV_HEADER_REPEATED", "CSV_FORMATTING_ERROR",
        "CSV_HEADER_LENGTH_MISMATCH", "ROWID_VALUES_NOT_UNIQUE", "FILE_NOT_READ",
        "FILENAME_KEYWORD_FORMATTING_ERROR", "EXTENSION_MISMATCH",
    }
)  # fmt: skip
WARNINGS = frozenset(
    {
        "FILE_EMPTY", "FILE_NOT_CHECKED", "WRONG_METADATA_LOCATION", "UNKNOWN_NAMESPACE",
        "FILENAME_UNOFFICIAL_KEYWORD_WARNING", "OBJECT_TYPE_MISSING", "INVALID_OBJECT_TYPE",
        "INVALID_SCHEMAORG_PROPERTY", "JSON_KEY_RECOMMENDED", "MISSING_README_DOC",
        "MISSING_CHANGES_DOC", "MISSING_ANALYSIS_DIRECTORY", "MISSING_RESULTS_DIRECTORY",
        "MISSING_MATERIALS_DIRECTORY", "MISSING_DOCUMENTATION_DIRECTORY", "MISSING_PSYCHDSIGNORE",
    }
)  # fmt: skip
NOT_ASKED = {
    "JSON_INVALID": "the same as INVALID_JSON_FORMATTING",
    "MISSING_REQUIRED_ELEMENT": "each element that can be missing has a code of its own",
    "FILENAME_UNOFFICIAL_KEYWORD_ERROR": "the schema allows other keywords",
    "MISSING_DIRECTORY_METADATA": "optional",
    "MISSING_SIDECAR_METADATA": "optional",
}
"""Codes of the schema model that nothing can break by itself, with the reason."""
NAME = re.compile(r"([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.(csv|tsv)")
KEYWORDS = frozenset(
    {"study", "site", "subject", "session", "task", "condition", "trial", "stimulus", "description"}
)
REQUIRED = ("name", "description", "variableMeasured")
RECOMMENDED = (
    "author", "citation", "license", "funder", "url", "identifier", "privacyPolicy", "keywords",
)  # fmt: skip
PROPERTIES = {
    "Dataset": {*REQUIRED, *RECOMMENDED, "schemaVersion"},
    "PropertyValue": {"name", "description", "unitText", "unitCode", "minValue", "maxValue"},
}
"""Of the types used here: properties that schema.org gives them, as far as they are used."""
IGNORED = ("materials", "results", "products", "analysis", "documentation")
"""Folders that the validator does not look into."""


class Broken(NamedTuple):
    """A rule that is broken, and by what."""

    code: str
    what: str


def broken_rules(folder: Path) -> list[Broken]:
    """Every rule that a folder breaks, warnings too."""
    return [*_files(folder), *_folders(folder), *_contents(folder)]


def errors(folder: Path) -> list[Broken]:
    """What makes the dataset invalid."""
    return [rule for rule in broken_rules(folder) if rule.code in ERRORS]


def _checked(folder: Path) -> list[Path]:
    """Files that the validator checks: in no ignored folder, and not named by the ignore file."""
    ignore = folder / ".psychds-ignore"
    lines = ignore.read_text(encoding="utf-8").split() if ignore.is_file() else []
    out = {*IGNORED, *(line.rstrip("/") for line in lines)}
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return [
        path
        for path in files
        if not any(part.as_posix() in out for part in path.relative_to(folder).parents)
    ]


def _data_files(folder: Path) -> list[Path]:
    return [
        path
        for path in _checked(folder)
        if path.is_relative_to(folder / "data")
        and path.stem.rpartition("_")[2] == "data"
        and path.suffix in (".csv", ".tsv")
    ]


def _files(folder: Path) -> Iterator[Broken]:
    known = {"dataset_description.json", "README.md", "README.txt", "CHANGES.md", "CHANGES.txt",
             ".psychds-ignore"}  # fmt: skip
    data = _data_files(folder)
    for path in _checked(folder):
        name = path.relative_to(folder).as_posix()
        if path.stat().st_size == 0:
            yield Broken("FILE_EMPTY", name)
        if name in known or path.name == "file_metadata.json":
            continue
        if path.name == "dataset_description.json":
            yield Broken("WRONG_METADATA_LOCATION", name)
        elif path in data:
            yield from _name(path, name)
        elif path.stem.endswith("_data") and path.parts[-2] == "data" and path.suffix != ".json":
            yield Broken("EXTENSION_MISMATCH", name)
        elif path.suffix != ".json" or not path.stem.endswith("_data"):
            yield Broken("FILE_NOT_CHECKED", name)


def _name(path: Path, name: str) -> Iterator[Broken]:
    if not NAME.fullmatch(path.name):
        yield Broken("FILENAME_KEYWORD_FORMATTING_ERROR", name)
    elif not {pair.partition("-")[0] for pair in path.stem.split("_")[:-1]} <= KEYWORDS:
        yield Broken("FILENAME_UNOFFICIAL_KEYWORD_WARNING", name)


def _folders(folder: Path) -> Iterator[Broken]:
    if not (folder / "dataset_description.json").is_file():
        yield Broken("MISSING_DATASET_DESCRIPTION", "")
    if not (folder / "data").is_dir():
        yield Broken("MISSING_DATA_DIRECTORY", "")
    elif not any(NAME.fullmatch(path.name) for path in _data_files(folder)):
        yield Broken("MISSING_DATAFILE", "")
    for name in ("analysis", "results", "materials", "documentation"):
        if not (folder / name).is_dir():
            yield Broken(f"MISSING_{name.upper()}_DIRECTORY", "")
    for name in ("README", "CHANGES"):
        if not any((folder / f"{name}{end}").is_file() for end in (".md", ".txt")):
            yield Broken(f"MISSING_{name}_DOC", "")
    if not (folder / ".psychds-ignore").is_file():
        yield Broken("MISSING_PSYCHDSIGNORE", "")


def _contents(folder: Path) -> Iterator[Broken]:
    file = folder / "dataset_description.json"
    if not file.is_file():
        return
    try:
        meta: Any = json.loads(file.read_bytes().decode("utf-8"))
    except UnicodeDecodeError as error:
        yield Broken("JSON_ENCODING_ERROR", str(error))
        return
    except ValueError as error:
        yield Broken("INVALID_JSON_FORMATTING", str(error))
        return
    yield from _metadata(meta)
    variables = [
        variable["name"] if isinstance(variable, dict) else variable
        for variable in meta.get("variableMeasured", [])
    ]
    used: set[str] = set()
    for path in _data_files(folder):
        table = list(_table(path))
        yield from (row for row in table if isinstance(row, Broken))
        heads = {head for row in table if not isinstance(row, Broken) for head in row}
        used |= heads
        for head in sorted(heads - set(variables)):
            yield Broken("CSV_COLUMN_MISSING_FROM_METADATA", f"{path.name}: {head}")
    for name in sorted(set(variables) - used):
        yield Broken("VARIABLE_MISSING_FROM_CSV_COLUMNS", name)


def _metadata(meta: Any) -> Iterator[Broken]:
    context = meta.get("@context")
    if not isinstance(context, str):
        yield Broken("INVALID_JSONLD_FORMATTING", "@context")
    elif not re.fullmatch(r"https?://(www\.)?schema\.org/?", context):
        yield Broken("UNKNOWN_NAMESPACE", context)
    if "@type" not in meta and "type" not in meta:
        yield Broken("MISSING_DATASET_TYPE", "")
    elif meta.get("@type", meta.get("type")) not in ("Dataset", "https://schema.org/Dataset"):
        yield Broken("INCORRECT_DATASET_TYPE", str(meta.get("@type")))
    yield from (Broken("JSON_KEY_REQUIRED", key) for key in REQUIRED if not meta.get(key))
    yield from (Broken("JSON_KEY_RECOMMENDED", key) for key in RECOMMENDED if key not in meta)
    yield from _properties("Dataset", meta)
    for variable in meta.get("variableMeasured", []):
        if isinstance(variable, dict):
            if "@type" not in variable:
                yield Broken("OBJECT_TYPE_MISSING", str(variable))
            elif variable["@type"] != "PropertyValue":
                yield Broken("INVALID_OBJECT_TYPE", str(variable))
            yield from _properties("PropertyValue", variable)


def _properties(kind: str, node: dict[str, Any]) -> Iterator[Broken]:
    for key in node:
        if not key.startswith("@") and key not in PROPERTIES[kind]:
            yield Broken("INVALID_SCHEMAORG_PROPERTY", key)


def _table(path: Path) -> Iterator[Broken | list[str]]:
    """The faults of a data file, and its heads."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        yield Broken("FILE_NOT_READ", f"{path.name}: {error}")
        return
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        yield Broken("CSV_FORMATTING_ERROR", f"{path.name}: {error}")
        return
    if not rows or not any(rows[0]):
        yield Broken("CSV_HEADER_MISSING", path.name)
        return
    heads, *body = rows
    yield heads
    if len(set(heads)) < len(heads):
        yield Broken("CSV_HEADER_REPEATED", path.name)
    for n, row in enumerate(body, 2):
        if len(row) != len(heads):
            yield Broken("CSV_HEADER_LENGTH_MISMATCH", f"{path.name}: line {n}")
    if "row_id" in heads:
        place = heads.index("row_id")
        ids = [row[place] for row in body if len(row) == len(heads)]
        if len(set(ids)) < len(ids):
            yield Broken("ROWID_VALUES_NOT_UNIQUE", path.name)
