"""Multiple choice in the style of DivLogicEval and ILogicEval: context, question, answers.

Owns the values of those fields, in JSON, JSON Lines, tables or Parquet, and the optional formulas.
`columns` owns the names of columns; `items.gold.check` decides the gold option.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from items.formal import formal_item
from items.models import Item, Option, Provenance, Question
from items.sources.columns import columns_of, looks_like_choice
from items.sources.document import Document, Record, bad_record
from items.sources.labels import ASSUMED, FIRST_NUMBERS, FROM_0, Counting, Labels, counting
from items.sources.option_columns import MIN_OPTIONS, gathered, without_letters
from items.sources.scripts import language_of_texts
from solver.errors import InputError
from solver.phrases import phrase

QUESTION_TYPES = ("3c1e", "3e1c", "missing")
"""One of four options is entailed; one is not entailed; one completes the premises to a
conclusion."""
MAX_OPTIONS = 25
"""Most options of a question: as many as there are letters for."""
_FORMULA_FIELDS = {"parameters", "translation", "premises", "options", "conclusion", "define"}


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has a text, options and a label under usual names."""
    if looks_like_choice(value) and any(isinstance(v, list | dict) for v in value.values()):
        return True
    whole = gathered(value, {}).value
    return (
        "answers" not in value
        and isinstance(whole.get("answers"), list)
        and (looks_like_choice(whole))
    )


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record: one question of kind `choice`.

    Raises:
        InputError: the record cannot be read.
    """
    where = document.where(record)
    if not isinstance(record.value, dict):
        raise bad_record(where, "an item, a JSON object", type(record.value).__name__)
    row = gathered(record.value, document.columns)
    fields = row.value
    columns = columns_of(fields, row.columns, where)
    value = {field: fields[column] for field, column in columns.items()}

    def place(field: str) -> str:
        return f"{where}, field {columns.get(field, field)}"

    options = _options(value["answers"], place("answers"))
    keys, labels = _keys(value["answers"]), _labels_of(document)
    field = next((name for name in (*FIRST_NUMBERS, "label") if name in columns), "label")
    reading = Labels(field, labels)
    gold = reading.gold(value.get(field), options, keys, place(field))
    assumed = reading.assumed(value.get(field), options, keys)
    formulas = _formulas(value.get("formulas"), len(options), place("formulas"))
    type_ = value.get("question_label")
    if type_ is not None and type_ not in QUESTION_TYPES and formulas:
        raise bad_record(
            place("question_label"), phrase("one of {a}", a=", ".join(QUESTION_TYPES)), repr(type_)
        )
    query = _query(formulas, type_, place("formulas"))
    texts = (str(value["context"]), str(value.get("question") or ""), *options)
    id = value.get("id")
    if id is None or id == "":
        id = f"{document.path.stem}/{record.index:05d}"
    attributes: dict[str, str | int | float | bool] = {
        name: entry
        for name, entry in fields.items()
        if name not in columns.values() and isinstance(entry, str | int | float | bool)
    }
    if isinstance(type_, str):
        attributes["question_type"] = type_
    item = Item(
        id=str(id),
        title=_text(value.get("title", ""), place("title")),
        language=_text(value.get("language") or language_of_texts(texts), place("language")),
        text=_text(value["context"], place("context")),
        questions=(
            Question(
                id="1",
                text=_text(value.get("question") or "", place("question")),
                kind="choice",
                query=query,
                options=tuple(
                    Option(text=text, formula=formulas["options"][n] if formulas else None)
                    for n, text in enumerate(options)
                ),
                gold=gold,
            ),
        ),
        formalization=_formalization(formulas, query),
        attributes=attributes,
        explanation=_text(value.get("explanation") or "", place("explanation")),
        provenance=Provenance(
            file=document.path.name,
            index=record.index,
            parameters={ASSUMED: FROM_0} if assumed else {},
        ),
    )
    if formulas is not None:
        try:
            formal_item(item, strict=document.declared)
        except InputError as error:
            message = error.line
            problem = f"{place('formulas')}: {message}"
            raise InputError(phrase("Record cannot be read"), problem, error.hint) from None
    yield item


def _labels_of(document: Document) -> Counting:
    """Where the labels of a file, or of a part of it, begin."""
    global _last_counted
    if _last_counted is None or _last_counted[0] is not document:
        _last_counted = (document, counting(_labels(document)))
    return _last_counted[1]


_last_counted: tuple[Document, Counting] | None = None
"""The file read last."""


def _labels(document: Document) -> Iterator[tuple[Any, int]]:
    """Each label of a file with the number of its options; unreadable records are left out."""
    for record in document.records:
        if isinstance(record.value, dict):
            row = gathered(record.value, document.columns)
            with suppress(InputError, TypeError):
                columns = columns_of(row.value, row.columns, "")
                answers = row.value[columns["answers"]]
                if "label" in columns:
                    yield row.value[columns["label"]], len(_options(answers, ""))


def _keys(value: Any) -> tuple[str, ...]:
    """The keys of an object of options; empty for a list."""
    if isinstance(value, dict) and not isinstance(value.get("text"), list):
        return tuple(sorted(value))
    return ()


def _options(value: Any, where: str) -> list[str]:
    """The texts of the options: from a list, an object from letter to text, or an object of
    parallel lists."""
    if isinstance(value, dict):
        inner = value.get("text")
        value = inner if isinstance(inner, list) else [value[key] for key in sorted(value)]
    if not isinstance(value, list):
        raise bad_record(where, "a list of options", type(value).__name__)
    if not MIN_OPTIONS <= len(value) <= MAX_OPTIONS:
        raise bad_record(where, f"{MIN_OPTIONS} to {MAX_OPTIONS} options", str(len(value)))
    texts = [_text(text, f"{where}[{n}]") for n, text in enumerate(value)]
    for number, text in enumerate(texts):
        if not text.strip():
            raise bad_record(f"{where}[{number}]", "an option", "nothing")
    return without_letters(texts)


def _formulas(value: Any, options: int, where: str) -> dict[str, Any] | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise bad_record(where, "an object with premises and options", type(value).__name__)
    unknown = [key for key in value if key not in _FORMULA_FIELDS]
    if unknown:
        raise bad_record(
            where, phrase("one of {a}", a=", ".join(sorted(_FORMULA_FIELDS))), repr(unknown[0])
        )
    for key, length in (("premises", None), ("options", options)):
        entries = value.get(key)
        if not isinstance(entries, list) or not all(isinstance(e, str) for e in entries):
            raise bad_record(f"{where}.{key}", "a list of formulas", type(entries).__name__)
        if length is not None and len(entries) != length:
            raise bad_record(f"{where}.{key}", f"{length} formulas", str(len(entries)))
    if not isinstance(value.get("conclusion"), str | None):
        raise bad_record(f"{where}.conclusion", "a formula", type(value["conclusion"]).__name__)
    return value


def _query(formulas: Mapping[str, Any] | None, type_: Any, where: str) -> str | None:
    """For `missing`, the conclusion that must follow once the right option is added; otherwise
    None, since the options decide."""
    if formulas is None or type_ != "missing":
        return None
    if not formulas.get("conclusion"):
        raise bad_record(f"{where}.conclusion", "the conclusion to complete", "nothing")
    return f"necessary({formulas['conclusion']})"


def _formalization(formulas: Mapping[str, Any] | None, query: str | None) -> dict[str, Any] | None:
    if formulas is None:
        return None
    formal: dict[str, Any] = {
        key: formulas[key] for key in ("parameters", "translation", "define") if formulas.get(key)
    }
    formal["premise"] = list(formulas["premises"])
    if query is not None:
        formal["question"] = [query]
    return formal


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise bad_record(where, "text", f"{type(value).__name__} {value!r}"[:80])
    return value
