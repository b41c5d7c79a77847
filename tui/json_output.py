"""JSON on standard output, which may be a terminal."""

import json
from typing import Any

import click

from items.hidden_text import controls_escaped


def echo_json(value: Any) -> None:
    """Print one JSON document. Control characters in strangers' text are escapes in it."""
    click.echo(controls_escaped(json.dumps(value, ensure_ascii=False, allow_nan=False)))
