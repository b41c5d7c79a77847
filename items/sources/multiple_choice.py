"""Multiple choice in the style of DivLogicEval and ILogicEval: context, question, answers.

Owns the values of those fields, in JSON, JSON Lines, tables or Parquet, and the optional formulas.
Leaves the names of columns to `columns`, deciding the gold option to `items.gold.check`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from items.answers import ChoiceAnswer
from items.formal import formal_item
from items.models import Item, Option, Provenance, Question
from items.sources.columns import columns_of, looks_like_choice
from items.sources.document import Document, Record, bad_record
from items.sources.option_columns import LEAST, gathered, without_letters
from items.values.letters import letter
from solver.errors import InputError
from solver.phrases import phrase

QUESTION_TYPES = ("3c1e", "3e1c", "missing")
"""One of four options entailed; one not entailed; one completes the premises to a conclusion."""
MOST = 25
"""Options of a question, at most: as many as have letters."""
_FORMULA_FIELDS = {"parameters", "translation", "premises", "options", "conclusion", "define"}


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has a text, options and a label under names in use."""
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
    gold = _label(value["label"], options, place("label"))
    formulas = _formulas(value.get("formulas"), len(options), place("formulas"))
    type_ = value.get("question_label")
    if type_ is not None and type_ not in QUESTION_TYPES and formulas:
        raise bad_record(
            place("question_label"), phrase("one of {a}", a=", ".join(QUESTION_TYPES)), repr(type_)
        )
    query = _query(formulas, type_, place("formulas"))
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
        language=_text(value.get("language", "en"), place("language")),
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
        provenance=Provenance(file=document.path.name, index=record.index),
    )
    if formulas is not None:
        try:
            formal_item(item, strict=document.declared)
        except InputError as error:
            message = " ".join(part for part in (error.title, error.message) if part)
            problem = f"{place('formulas')}: {message}"
            raise InputError(phrase("Record cannot be read"), problem, error.hint) from None
    yield item


def _options(value: Any, where: str) -> list[str]:
    """The texts: a list, an object from letter to text, or an object of parallel lists."""
    if isinstance(value, dict):
        inner = value.get("text")
        value = inner if isinstance(inner, list) else [value[key] for key in sorted(value)]
    if not isinstance(value, list):
        raise bad_record(where, "a list of options", type(value).__name__)
    if not LEAST <= len(value) <= MOST:
        raise bad_record(where, f"{LEAST} to {MOST} options", str(len(value)))
    return without_letters([_text(text, f"{where}[{n}]") for n, text in enumerate(value)])


def _label(value: Any, options: list[str], where: str) -> ChoiceAnswer | None:
    """An index from 0, a letter, the text of an option, or null where none is published."""
    if value is None or value == "":
        return None
    letters = [letter(n) for n in range(len(options))]
    expected = f"an index from 0 to {len(options) - 1} or a letter"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str):
        plain = value.strip()
        if plain.isascii() and plain.isdigit() and len(plain) < 10:
            value = int(plain)
        elif len(plain) == 1 and plain.upper() in letters:
            value = letters.index(plain.upper())
        elif options.count(value) == 1:
            value = options.index(value)
        elif plain.upper() == "N":
            return ChoiceAnswer(option=None)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < len(options):
        raise bad_record(where, expected, repr(value))
    return ChoiceAnswer(option=value)


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
    """For `missing`, what must follow once the right option is added; else the options decide."""
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
