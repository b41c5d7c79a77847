"""Errors in a TOML file, with file, line and field.

Owns finding the line of a field in the text and wording what was expected and found. Knows nothing
about the meaning of the fields.
"""

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from solver.errors import InputError
from solver.phrases import Phrase, Verbatim, phrase

ModelT = TypeVar("ModelT", bound=BaseModel)
Place = tuple[str | int, ...]

_HEADER = re.compile(r"^\s*+(\[\[?)([^\[\]]++)\]\]?\s*+(#.*)?$")
_KEY = re.compile(r"^\s*((?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*[^\s.=]+)*)\s*=")


class PlacedError(InputError):
    """An error about one field, raised where the text of the file is not available."""

    def __init__(self, place: Place, title: str, message: str, hint: str = "") -> None:
        super().__init__(title, message, hint)
        self.place = place

    def located(self, text: str, name: str) -> InputError:
        """The same error with file, line and field."""
        return InputError(self.title, _at(text, name, self.place, self.message), self.hint)


def validated(
    model: type[ModelT], data: dict[str, Any], text: str, name: str, file_kind: str = "study file"
) -> ModelT:
    """Validate data as a model; raises InputError listing every mistake with line and field."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        details = _without_echoes(error.errors(include_url=False, include_context=True), data)
        lines = [_described(place, details[place], model, data, (text, name)) for place in details]
        title = phrase("A mistake in the {a}", a=file_kind)
        if len(lines) > 1:
            title = phrase("{a} mistakes in the {b}", a=len(lines), b=file_kind)
        whole: str = lines[0]
        for line in lines[1:]:
            whole = phrase("{a}\n{b}", a=whole, b=line)
        raise InputError(title, whole) from error


def field_error(
    text: str, name: str, place: Place, expected: str, actual: str, file_kind: str = "study file"
) -> InputError:
    """An error about one field, in the same form as all others."""
    message = phrase("expected {a}, found {b}", a=expected, b=_as_written(actual))
    return InputError(phrase("A mistake in the {a}", a=file_kind), _at(text, name, place, message))


def _as_written(actual: str) -> Phrase | Verbatim:
    """What was found: the program's own words, or else the text in the file."""
    return actual if isinstance(actual, Phrase) else Verbatim(actual)


def _at(text: str, name: str, place: Place, message: str, subfield: str = "") -> str:
    """An error message about a field, with file, line and the field's name; `subfield` names a
    field inside it."""
    where = (
        Verbatim((field_name(place) + subfield).lstrip("."))
        if place or subfield
        else phrase("the file")
    )
    line = line_of(text, place)
    return phrase("{a}, line {b}, {c}: {d}", a=Verbatim(name), b=line, c=where, d=message)


def field_name(place: Place) -> str:
    """A place as people write it, with blocks counted from 1: `blocks[2].number`."""
    name = ""
    for part in place:
        if isinstance(part, int):
            name += f"[{part + 1}]"
        else:
            name += f".{part}" if name else part
    return name


def line_of(text: str, place: Place) -> int:
    """The line, from 1, of the field at a place, or of the nearest table that contains it."""
    lines = {(): 1} | _key_lines(text)
    for length in range(len(place), -1, -1):
        if place[:length] in lines:
            return lines[place[:length]]
    return 1


def _key_lines(text: str) -> dict[Place, int]:
    """Lines of all tables and keys that start a line. A key in an inline table has the table's
    line."""
    lines: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    table: Place = ()
    inside: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if inside is not None:
            if line.count(inside) % 2:
                inside = None
            continue
        header = _HEADER.match(line)
        if header:
            table = _parts(header[2].strip())
            if header[1] == "[[":
                table = (*_indexed(table[:-1], counts), table[-1])
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            else:
                table = _indexed(table, counts)
            lines.setdefault(table, number)
            continue
        key = _KEY.match(line)
        if key:
            place = (*table, *_parts(key[1]))
            for length in range(len(table) + 1, len(place) + 1):
                lines.setdefault(place[:length], number)
        for quotes in ('"""', "'''"):
            if line.count(quotes) % 2:
                inside = quotes
                break
    return lines


def _parts(dotted: str) -> Place:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _indexed(table: Place, counts: dict[Place, int]) -> Place:
    """`[blocks.filter]` belongs to the last `[[blocks]]` before it."""
    place: Place = ()
    for part in table:
        place = (*place, part)
        if place in counts:
            place = (*place, counts[place])
    return place


def _without_echoes(
    details: Sequence[ErrorDetails], data: dict[str, Any]
) -> dict[Place, ErrorDetails]:
    """One mistake per field. A field with several allowed types otherwise reports each of them, and
    a list reports itself along with the wrong entry."""
    first_by_place: dict[Place, ErrorDetails] = {}
    for detail in details:
        first_by_place.setdefault(_place(detail, data), detail)
    outer = {place[:length] for place in first_by_place for length in range(1, len(place))}
    return {place: detail for place, detail in first_by_place.items() if place not in outer}


def _place(detail: ErrorDetails, data: dict[str, Any]) -> Place:
    """Where the mistake is in the data: pydantic's place without the names of union branches."""
    place: list[str | int] = []
    current: Any = data
    for number, part in enumerate(detail["loc"], 1):
        inside = isinstance(current, dict) and part in current
        listed = isinstance(current, list) and isinstance(part, int) and part < len(current)
        if inside or listed:
            place.append(part)
            current = current[part]
        elif detail["type"] == "missing" and number == len(detail["loc"]):
            place.append(part)
    return tuple(place)


def _described(
    place: Place,
    detail: ErrorDetails,
    model: type[BaseModel],
    data: dict[str, Any],
    file: tuple[str, str],
) -> str:
    """One mistake in words; `file` is its text and name."""
    text, name = file
    below = ""
    if detail["type"].startswith("union_tag"):
        below = "." + str(detail.get("ctx", {}).get("discriminator", "")).strip("'")
    return _at(text, name, place, _mistake(place, detail, model, data, text), below)


def _mistake(
    place: Place, detail: ErrorDetails, model: type[BaseModel], data: dict[str, Any], text: str
) -> str:
    """What is wrong at a place in the file."""
    context = detail.get("ctx", {})
    if detail["type"] == "extra_forbidden":
        field_names = _fields_at(model, place[:-1], data)
        close = difflib.get_close_matches(str(place[-1]), field_names, n=1)
        if close:
            return phrase("unknown field; did you mean {a}?", a=Verbatim(close[0]))
        return phrase("unknown field; known here: {a}", a=Verbatim(", ".join(field_names)))
    if detail["type"] == "missing":
        return phrase("this field is required")
    if detail["type"] == "value_error":
        # The error itself knows its own wording.
        return next(iter(context["error"].args), detail["msg"])
    if detail["type"].startswith("union_tag"):
        field = str(context.get("discriminator", "")).strip("'")
        value_text = (
            _value_text(detail["input"].get(field)) if field in detail["input"] else phrase("none")
        )
        tags = Verbatim(str(context.get("expected_tags", "")))
        return phrase("expected one of {a}, found {b}", a=tags, b=_as_written(value_text))
    if detail["type"] in ("tuple_type", "list_type") and isinstance(detail["input"], dict):
        header = field_name(place)
        if (*place, 0) not in _key_lines(text) and f"[{header}]" in text:
            return phrase(
                "expected [[{a}]], found [{a}]: the header of each table of a list has two "
                "brackets on each side",
                a=Verbatim(header),
            )
    return phrase(
        "expected {a}, found {b}", a=_expected(detail), b=_as_written(_value_text(detail["input"]))
    )


_PATTERNS = {
    r"\S": phrase("some text"),
    r"^[0-9a-f]{64}$": phrase("64 hexadecimal digits"),
    r"^[a-z][a-z0-9_]*$": phrase("a name of small letters, digits and underscores"),
    r"^[A-Za-z0-9]?$": phrase("one letter or digit"),
}
"""Required forms of a text, in words."""


def _expected(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    kind = detail["type"]
    if kind == "literal_error":
        return _choice(str(context.get("expected", "")))
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(
            str(context.get("pattern")),
            phrase("a name of letters, digits, dots, dashes and underscores"),
        )
    if kind in ("is_instance_of", "decimal_type") and isinstance(detail["input"], str):
        return phrase("a number, without quotes")
    if kind == "decimal_max_places":
        return phrase("a number of at most {a} decimal places", a=context.get("decimal_places"))
    words = {
        "is_instance_of": phrase("a number"),
        "decimal_type": phrase("a number"),
        "string_type": phrase("text in quotes"),
        "int_type": phrase("a whole number"),
        "int_from_float": phrase("a whole number"),
        "float_type": phrase("a number"),
        "finite_number": phrase("a finite number"),
        "bool_type": phrase("true or false"),
        "tuple_type": phrase("a list in square brackets"),
        "dict_type": phrase("a table"),
        "model_type": phrase("a table"),
        "mapping_type": phrase("a table"),
        "string_too_short": phrase("some text"),
        "too_short": phrase("at least one entry"),
    }
    if kind == "too_short" and context.get("min_length", 1) > 1:
        return phrase("at least {a} entries", a=context["min_length"])
    if kind == "too_long":
        return phrase("at most {a} entries", a=context["max_length"])
    if kind in words:
        return words[kind]
    match kind:
        case "greater_than":
            return phrase("a number of more than {a}", a=f"{context['gt']:g}")
        case "greater_than_equal":
            return phrase("a number of at least {a}", a=f"{context['ge']:g}")
        case "less_than":
            return phrase("a number of less than {a}", a=f"{context['lt']:g}")
        case "less_than_equal":
            return phrase("a number of at most {a}", a=f"{context['le']:g}")
    return detail["msg"].removeprefix("Input should be ")


def _choice(words: str) -> str:
    """Pydantic's list of words allowed here, `'a', 'b' or 'c'`."""
    first, several, last = words.rpartition(" or ")
    if not several:
        return words
    return phrase("{a} or {b}", a=Verbatim(first), b=Verbatim(last))


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return phrase("a table")
    if isinstance(value, list | tuple):
        return phrase("a list") if value else phrase("an empty list")
    value_text = repr(value) if isinstance(value, str) else str(value)
    return value_text if len(value_text) <= 60 else f"{value_text[:57]}…"


def _fields_at(model: type[BaseModel], place: Place, data: Any) -> list[str]:
    """Names of the fields that a table may have. A model whose tables have several classes provides
    `class_of`, which returns the class of a table."""
    current: type[BaseModel] = model
    keyed = False
    for part in place:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            data = None
        inner: type[BaseModel] | None = current
        if keyed:
            # This is a key of a table whose entries all have one class, such as `end`.
            keyed = False
        elif not isinstance(part, int):
            fields = {field.alias or name: field for name, field in current.model_fields.items()}
            annotation = fields[part].annotation if part in fields else None
            inner = _model_in(annotation)
            keyed = get_origin(annotation) in (dict, Mapping)
        if inner is None:
            return []
        choose = getattr(inner, "class_of", None)
        current = choose(data) if choose is not None and isinstance(data, dict) else inner
    return [field.alias or name for name, field in current.model_fields.items()]


def _model_in(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()) or ():
        model = _model_in(inner)
        if model is not None:
            return model
    return None
