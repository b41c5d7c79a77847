"""Sentences on the terminal, as commands say them: broken between words where somebody reads."""

import shutil
import sys

import click

from tui.text import plain


def say(sentence: str, *, err: bool = False) -> None:
    """Print a sentence on standard output, or on standard error."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        columns = shutil.get_terminal_size().columns
        sentence = click.wrap_text(sentence, columns, subsequent_indent="  ")
    click.echo(plain(sentence), err=err)
