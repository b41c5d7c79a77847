"""Sentences printed by commands: broken between words if the output is a terminal."""

import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import click

from tui.text import plain


def echo_sentence(sentence: str, *, err: bool = False) -> None:
    """Print a sentence on standard output, or on standard error."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        columns = shutil.get_terminal_size().columns
        sentence = click.wrap_text(sentence, columns, subsequent_indent="  ")
    click.echo(plain(sentence), err=err)


@contextmanager
def echo_after(seconds: float, sentence: str) -> Iterator[None]:
    """Print a sentence on standard error if the work in this context takes longer than
    `seconds`."""
    timer = threading.Timer(seconds, echo_sentence, (sentence,), {"err": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
