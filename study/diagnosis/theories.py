"""Theories of syllogistic reasoning: the share of people's answers that each predicts.

Owns reading a table of predictions (columns `Syllogism`, such as `AI3`, and `Prediction`, such as
`Iac;NVC`; the figures are those of Khemlani and Johnson-Laird 2012, table 1) and matching it with
tasks. Where a theory predicts several conclusions, each counts fractionally.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from items.sources.ccobra import NOTHING, Response, Task
from items.sources.csv_table import rows_of
from items.sources.document import bad_record, decode, read_bytes
from solver.errors import InputError

MOODS = {"all": "A", "some": "I", "no": "E", "some not": "O"}
FIGURES = {(0, 0): 1, (1, 1): 2, (0, 1): 3, (1, 0): 4}
"""Position of the end term in the first premise, and of the middle term in the second, to the
figure."""
NVC = "NVC"
_SYLLOGISM = re.compile(r"[AIEO]{2}[1-4]")
_CONCLUSION = re.compile(rf"[AIEO](?:ac|ca)|{NVC}")

Predictions = Mapping[str, frozenset[str]]
"""Syllogism to conclusions, such as `Aac` or `NVC`."""


def read_theories(folder: Path) -> dict[str, Predictions]:
    """The theories of a folder: name of each CSV file to its predictions. No bad row is skipped,
    because a theory without a prediction would seem to predict less.

    Raises:
        InputError: it has no table, or a row or a byte of one cannot be read.
    """
    files = sorted(folder.glob("*.csv")) if folder.is_dir() else []
    if not files:
        raise InputError("No theories", f"{folder}: expected a folder of CSV files, found none")
    return {path.stem: _read(path) for path in files}


def _read(path: Path) -> Predictions:
    text = decode(read_bytes(path), path)
    predictions: dict[str, frozenset[str]] = {}
    columns: list[str] = []
    try:
        reader = rows_of(text.splitlines(keepends=True), path, len(text))
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            if not columns:
                columns = row
                _check(columns, path)
                continue
            # A row may be short, for example where a theory predicts nothing.
            cells = dict(zip(columns, row, strict=False))
            where = f"{path}, line {reader.line_num}"
            name, conclusions = _of_row(cells, where)
            predictions[name] = conclusions
    except csv.Error as error:
        raise InputError("File cannot be read", f"{path}: expected a table, {error}") from None
    _check(columns, path)
    return predictions


def _check(columns: list[str], path: Path) -> None:
    if {"Syllogism", "Prediction"} - set(columns):
        raise bad_record(str(path), "the columns Syllogism, Prediction", "others")


def _of_row(cells: Mapping[str, str], where: str) -> tuple[str, frozenset[str]]:
    name = cells.get("Syllogism", "").strip()
    if not _SYLLOGISM.fullmatch(name):
        found = repr(name[:60]) if name else "nothing"
        raise bad_record(f"{where}, column Syllogism", "a syllogism such as AI3", found)
    parts = {part.strip() for part in cells.get("Prediction", "").split(";")} - {""}
    for part in sorted(parts):
        if not _CONCLUSION.fullmatch(part):
            expected = "conclusions such as Aac or NVC"
            raise bad_record(f"{where}, column Prediction", expected, repr(part[:60]))
    return name, frozenset(parts)


def syllogism_of(task: Task) -> tuple[str, Mapping[str, int]] | None:
    """A task's syllogism, such as `AI3`, and conclusion (`Aac`, `NVC`) to the index of its choice;
    None where it is not a syllogism, several choices may be selected, or the question is what is
    possible."""
    if task.several or task.possible:
        return None
    parts = [statement.text.split(";") for statement in task.premises]
    if len(parts) != 2 or any(len(p) != 3 or p[0].casefold() not in MOODS for p in parts):
        return None
    (_, *first), (_, *second) = parts
    shared = set(first) & set(second)
    if len(shared) != 1 or len(set(first)) < 2 or len(set(second)) < 2:
        return None
    (middle,) = shared
    a = first[1 - first.index(middle)]
    c = second[1 - second.index(middle)]
    figure = FIGURES[first.index(a), second.index(middle)]
    letters = {a: "a", c: "c"}
    places: dict[str, int] = {}
    for place, choice in enumerate(task.choices):
        if choice == NOTHING:
            places[NVC] = place
            continue
        mood, *terms = choice.text.split(";")
        if mood.casefold() in MOODS and all(term in letters for term in terms):
            places[MOODS[mood.casefold()] + "".join(letters[term] for term in terms)] = place
    moods = "".join(MOODS[p[0].casefold()] for p in parts)
    return f"{moods}{figure}", places


def shares(
    responses: Iterable[Response], theories: Mapping[str, Predictions]
) -> dict[str, float | None]:
    """Theory to the share of answers to syllogisms that it predicts; None without any."""
    hits = dict.fromkeys(theories, 0.0)
    syllogisms = 0
    syllogism_cache: dict[int, tuple[str, Mapping[str, int]] | None] = {}
    for response in responses:
        key = id(response.task)
        if key not in syllogism_cache:
            syllogism_cache[key] = syllogism_of(response.task)
        syllogism = syllogism_cache[key]
        if syllogism is None:
            continue
        syllogisms += 1
        code, places = syllogism
        for name, predictions in theories.items():
            predicted = {places[p] for p in predictions.get(code, ()) if p in places}
            if response.choice in predicted:
                hits[name] += 1 / len(predicted)
    return {name: hit / syllogisms if syllogisms else None for name, hit in hits.items()}
