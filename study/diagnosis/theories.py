"""Theories of syllogistic reasoning: the share of people's answers that each predicts.

Owns reading a table of predictions (columns `Syllogism`, such as `AI3`, and `Prediction`, such as
`Iac;NVC`; the figures are those of Khemlani and Johnson-Laird 2012, table 1) and matching it with
tasks. Where a theory predicts several conclusions, each counts fractionally.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from items.sources.ccobra import NOTHING, Response, Task
from items.sources.csv_table import not_text, rows_of, text_of_table
from items.sources.document import NO_TEXT, bad_record
from solver.errors import InputError

MOODS = {"all": "A", "some": "I", "no": "E", "some not": "O"}
FIGURES = {(0, 0): 1, (1, 1): 2, (0, 1): 3, (1, 0): 4}
"""Position of the end term in the first premise, and of the middle term in the second, to the
figure."""
NVC = "NVC"
_SYLLOGISM = re.compile(r"[AIEO]{2}[1-4]")
_CONCLUSION = re.compile(rf"[AIEO](?:ac|ca)|{NVC}")


@dataclass(frozen=True, slots=True)
class Predictions:
    """What one theory predicts."""

    conclusions: Mapping[str, frozenset[str]]
    """Syllogism to conclusions, such as `Aac` or `NVC`."""
    unread: frozenset[str] = frozenset()
    """Syllogisms whose row cannot be read."""
    complete: bool = True
    """Whether every row names its syllogism. If one does not, a syllogism without a row may be its
    own."""
    skipped: tuple[InputError, ...] = ()
    """The rows that cannot be read."""

    def of(self, syllogism: str) -> frozenset[str] | None:
        """The conclusions that the theory predicts for a syllogism: none where the table has no row
        for it; None where its row cannot be read."""
        if syllogism in self.unread:
            return None
        return self.conclusions.get(syllogism, frozenset() if self.complete else None)


def read_theories(folder: Path) -> dict[str, Predictions]:
    """The theories of a folder: name of each CSV file to its predictions. A row that cannot be read
    is skipped; its syllogism says nothing for or against the theory.

    Raises:
        InputError: the folder has no table, or one without the two columns.
    """
    files = sorted(folder.glob("*.csv")) if folder.is_dir() else []
    if not files:
        raise InputError("No theories", f"{folder}: expected a folder of CSV files, found none")
    return {path.stem: _read(path) for path in files}


def _read(path: Path) -> Predictions:
    """The predictions of a table. Raises InputError where the file is not a table with the columns
    of predictions."""
    text = text_of_table(path)
    predictions: dict[str, frozenset[str]] = {}
    unread: set[str] = set()
    complete = True
    skipped: list[InputError] = []
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
            name = cells.get("Syllogism", "").strip()
            try:
                predictions[name] = _conclusions(name, cells, f"{path}, line {reader.line_num}")
            except InputError as error:
                skipped.append(error)
                if _SYLLOGISM.fullmatch(name):
                    unread.add(name)
                else:
                    complete = False
    except csv.Error as error:
        raise InputError("File cannot be read", f"{path}: expected a table, {error}") from None
    _check(columns, path)
    return Predictions(predictions, frozenset(unread), complete, tuple(skipped))


def _check(columns: list[str], path: Path) -> None:
    """Check the names of the columns. Raises InputError where one is missing."""
    if {"Syllogism", "Prediction"} - set(columns):
        raise bad_record(str(path), "the columns Syllogism, Prediction", "others")


def _conclusions(name: str, cells: Mapping[str, str], place: str) -> frozenset[str]:
    """The conclusions of a row, whose syllogism is `name`. Raises InputError if it has none, or if
    either cannot be read."""
    for column in ("Syllogism", "Prediction"):
        if byte := NO_TEXT.search(cells.get(column, "")):
            raise not_text(f"{place}, column {column}", byte)
    if not _SYLLOGISM.fullmatch(name):
        found = repr(name[:60]) if name else "nothing"
        raise bad_record(f"{place}, column Syllogism", "a syllogism such as AI3", found)
    parts = {part.strip() for part in cells.get("Prediction", "").split(";")} - {""}
    for part in sorted(parts):
        if not _CONCLUSION.fullmatch(part):
            expected = "conclusions such as Aac or NVC"
            raise bad_record(f"{place}, column Prediction", expected, repr(part[:60]))
    return frozenset(parts)


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
    """Theory to the share of answers to syllogisms that it predicts; None without any. Answers to
    syllogisms whose row cannot be read do not count for that theory."""
    hits = dict.fromkeys(theories, 0.0)
    syllogisms = dict.fromkeys(theories, 0)
    syllogism_cache: dict[int, tuple[str, Mapping[str, int]] | None] = {}
    for response in responses:
        key = id(response.task)
        if key not in syllogism_cache:
            syllogism_cache[key] = syllogism_of(response.task)
        syllogism = syllogism_cache[key]
        if syllogism is None:
            continue
        code, places = syllogism
        for name, predictions in theories.items():
            conclusions = predictions.of(code)
            if conclusions is None:
                continue
            syllogisms[name] += 1
            predicted = {places[p] for p in conclusions if p in places}
            if response.choice in predicted:
                hits[name] += 1 / len(predicted)
    return {name: hit / n if (n := syllogisms[name]) else None for name, hit in hits.items()}
