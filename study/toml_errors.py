"""Errors in a TOML file, said with file, line and field.

Owns finding the line of a field in the text and wording what was expected and found. Knows nothing
of what the fields mean.
"""

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from solver.errors import InputError
from solver.phrases import phrase

ModelT = TypeVar("ModelT", bound=BaseModel)
Place = tuple[str | int, ...]

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"^\s*((?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*[^\s.=]+)*)\s*=")


class PlacedError(InputError):
    """An error about one field, raised where the text of the file is not at hand."""

    def __init__(self, place: Place, title: str, message: str, hint: str = "") -> None:
        super().__init__(title, message, hint)
        self.place = place

    def located(self, text: str, name: str) -> InputError:
        """The same, with file, line and field."""
        where = f"{name}, line {line_of(text, self.place)}, {field_name(self.place)}"
        return InputError(self.title, f"{where}: {self.message}", self.hint)


def validated(
    model: type[ModelT], data: dict[str, Any], text: str, name: str, what: str = "study file"
) -> ModelT:
    """The data as a model; raises InputError that lists every mistake with its line and field."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        details = _without_echoes(error.errors(include_url=False, include_context=True), data)
        lines = [_described(place, details[place], model, data, (text, name)) for place in details]
        count = "A mistake" if len(lines) == 1 else f"{len(lines)} mistakes"
        raise InputError(f"{count} in the {what}", "\n".join(lines)) from error


def field_error(
    text: str, name: str, place: Place, expected: str, found: str, what: str = "study file"
) -> InputError:
    """An error about one field, in the form of all others."""
    where = f"{name}, line {line_of(text, place)}, {field_name(place)}"
    return InputError(
        phrase("A mistake in the {a}", a=what), f"{where}: expected {expected}, found {found}"
    )


def field_name(place: Place) -> str:
    """A place as people write it, blocks counted from 1: `blocks[2].number`."""
    name = ""
    for part in place:
        if isinstance(part, int):
            name += f"[{part + 1}]"
        else:
            name += f".{part}" if name else part
    return name or "the file"


def line_of(text: str, place: Place) -> int:
    """The line, from 1, of the field at a place, or of the nearest table that holds it."""
    lines = {(): 1} | _key_lines(text)
    for length in range(len(place), -1, -1):
        if place[:length] in lines:
            return lines[place[:length]]
    return 1


def _key_lines(text: str) -> dict[Place, int]:
    """Lines of all tables and keys that start a line. Keys in inline tables have their table's."""
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
            table = _parts(header[2])
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
    """One mistake a field: a field of several allowed types otherwise reports each of them, and
    the list as a whole beside the entry that is wrong."""
    seen: dict[Place, ErrorDetails] = {}
    for detail in details:
        seen.setdefault(_place(detail, data), detail)
    outer = {place[:length] for place in seen for length in range(1, len(place))}
    return {place: detail for place, detail in seen.items() if place not in outer}


def _place(detail: ErrorDetails, data: dict[str, Any]) -> Place:
    """Where in the data it is: pydantic's place without the names of union branches."""
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
    where = f"{name}, line {line_of(text, place)}, {field_name(place)}"
    if detail["type"] == "extra_forbidden":
        known = _fields_at(model, place[:-1], data)
        close = difflib.get_close_matches(str(place[-1]), known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"known here: {', '.join(known)}"
        return f"{where}: unknown field; {hint}"
    if detail["type"] == "missing":
        return f"{where}: this field is required"
    if detail["type"] == "value_error":
        return f"{where}: {detail['msg'].removeprefix('Value error, ')}"
    if detail["type"].startswith("union_tag"):
        field = str(detail.get("ctx", {}).get("discriminator", "")).strip("'")
        shown = _found(detail["input"].get(field)) if field in detail["input"] else "none"
        tags = detail.get("ctx", {}).get("expected_tags", "a known one")
        return f"{where}.{field}: expected one of {tags}, found {shown}"
    if detail["type"] in ("tuple_type", "list_type") and isinstance(detail["input"], dict):
        header = field_name(place)
        if (*place, 0) not in _key_lines(text) and f"[{header}]" in text:
            return (
                f"{where}: expected [[{header}]], found [{header}]: the header of each table of a "
                "list has two brackets on each side"
            )
    return f"{where}: expected {_expected(detail)}, found {_found(detail['input'])}"


_PATTERNS = {
    r"\S": "some text",
    r"^[0-9a-f]{64}$": "64 hexadecimal digits",
    r"^[a-z][a-z0-9_]*$": "a name of small letters, digits and underscores",
    r"^[A-Za-z0-9]?$": "one letter or digit",
}
"""What a text has to be, in words."""


def _expected(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    kind = detail["type"]
    if kind == "literal_error":
        return str(context.get("expected", "another word"))
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(
            str(context.get("pattern")), "a name of letters, digits, dots, dashes and underscores"
        )
    if kind in ("is_instance_of", "decimal_type") and isinstance(detail["input"], str):
        return "a number, without quotes"
    if kind == "decimal_max_places":
        return f"a number of at most {context.get('decimal_places')} decimal places"
    words = {
        "is_instance_of": "a number",
        "decimal_type": "a number",
        "string_type": "text in quotes",
        "int_type": "a whole number",
        "int_from_float": "a whole number",
        "float_type": "a number",
        "finite_number": "a finite number",
        "bool_type": "true or false",
        "tuple_type": "a list in square brackets",
        "dict_type": "a table",
        "model_type": "a table",
        "mapping_type": "a table",
        "string_too_short": "some text",
        "too_short": "at least one entry",
    }
    if kind == "too_short" and context.get("min_length", 1) > 1:
        return f"at least {context['min_length']} entries"
    if kind == "too_long":
        return f"at most {context['max_length']} entries"
    if kind in words:
        return words[kind]
    bounds = {
        "greater_than": ("gt", "more than"),
        "greater_than_equal": ("ge", "at least"),
        "less_than": ("lt", "less than"),
        "less_than_equal": ("le", "at most"),
    }
    if kind in bounds:
        key, words_for = bounds[kind]
        return f"a number of {words_for} {context.get(key):g}"
    return detail["msg"].removeprefix("Input should be ")


def _found(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list" if value else "an empty list"
    shown = repr(value) if isinstance(value, str) else str(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"


def _fields_at(model: type[BaseModel], place: Place, data: Any) -> list[str]:
    """Names of the fields a table may have. A model whose tables are of several classes says with
    `class_of` which one a table is of."""
    current: type[BaseModel] = model
    keyed = False
    for part in place:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            data = None
        inner: type[BaseModel] | None = current
        if keyed:
            # A key of a table whose entries are all of one class, such as `end`.
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
