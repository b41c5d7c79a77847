"""Sentences on the terminal, as commands print them: broken between words where somebody reads."""

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
    """Print a sentence on standard error if what is done in this context takes so long."""
    timer = threading.Timer(seconds, echo_sentence, (sentence,), {"err": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
