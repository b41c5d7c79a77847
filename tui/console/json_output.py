"""JSON on standard output, which may be a terminal."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from items.hidden_text import hidden_escaped

if TYPE_CHECKING:
    from items.executors.spool import Spool


def echo_json(value: Any) -> None:
    """Print one JSON document. Invisible characters in foreign text are escaped."""
    click.echo(json_text(value))


def json_text(value: Any) -> str:
    """One JSON document in a line, with invisible and control characters escaped."""
    return hidden_escaped(_dumped(value))


def echo_long_json(value: "dict[str, Any] | list[Any] | Spool") -> None:
    """Print a document with lists that are not held in memory."""
    for part in _parts(value):
        click.echo(hidden_escaped(part), nl=False)
    click.echo()


def _parts(value: Any) -> Iterator[str]:
    from items.executors.spool import Spool

    if isinstance(value, dict):
        yield "{"
        for number, (key, entry) in enumerate(value.items()):
            yield f"{', ' if number else ''}{_dumped(key)}: "
            yield from _parts(entry)
        yield "}"
    elif isinstance(value, list | tuple | Spool):
        yield "["
        for number, entry in enumerate(value):
            yield ", " if number else ""
            yield from [_dumped(entry)] if isinstance(value, Spool) else _parts(entry)
        yield "]"
    else:
        yield _dumped(value)


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
