"""A group of commands whose modules are imported only when they are called.

Owns the group, each command's line in help and completion, and the error for an unknown command.
The list of commands is in `tui.cli`, the commands in `tui.commands`.
"""

import gc
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from solver.interrupts import interruptible
from tui.console.exitcodes import (
    ReaderGone,
    end,
    end_at_ctrl_c,
    interrupted,
    run,
    tidied,
)
from tui.early_stop import answer_ctrl_c

GARBAGE_THRESHOLD = 100_000
"""Number of new objects before Python searches for circular garbage, of which there is little here.
With the default of 700, Python traverses modules, items and formulas again and again while they are
loaded. More objects than there are before a first screen, so no start is delayed by the search."""


@dataclass(frozen=True)
class Entry:
    """One command, known without importing it."""

    target: str
    """Its location: `package.module:attribute`."""
    short_help: str
    """Its purpose in one line; identical to the command's own short help."""
    group: bool = False
    """Whether it has subcommands."""


class CommandGroup(click.Group):
    """A click group that suggests commands of other groups for an unknown name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's; the error for an unknown name suggests the likely commands, or lists
        those of the group. Raises UsageError
        if no command has the name."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            similar = (
                ()
                if args[0] in self.list_commands(ctx)
                else _similar_commands(ctx.find_root(), args[0])
            )
            if args[0] in self.list_commands(ctx) or (not similar and ctx.parent is None):
                raise
            hint = (
                f"Perhaps you mean {' or '.join(similar)}."
                if similar
                else f"There are {', '.join(self.list_commands(ctx))}."
            )
            raise click.UsageError(f"No such command {args[0]!r}. {hint}", ctx) from error


def _similar_commands(root: click.Context, word: str) -> list[str]:
    """Commands, with their groups, that have this name or otherwise a similar one."""
    names: dict[str, list[str]] = {}
    _gather(root, root.command, root.info_name or "", names)
    close = [word] if word in names else get_close_matches(word, names, cutoff=0.7)
    return [whole for name in close for whole in names[name]]


def _gather(
    root: click.Context, command: click.Command | None, full_name: str, names: dict[str, list[str]]
) -> None:
    if not isinstance(command, click.Group):
        return
    entries = command.entries if isinstance(command, LazyGroup) else {}
    for name in command.list_commands(root):
        names.setdefault(name, []).append(f"{full_name} {name}")
        if name in entries and entries[name].group:
            _gather(root, command.get_command(root, name), f"{full_name} {name}", names)


class LazyGroup(CommandGroup):
    """A click group over `Entry` values; it ends the process with the program's exit codes."""

    def __init__(self, *args: Any, entries: Mapping[str, Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = dict(entries)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the list."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command; None if there is none of that name."""
        entry = self.entries.get(cmd_name)
        return None if entry is None else load(entry)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.short_help) for name, entry in self.entries.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete commands and options without importing a command."""
        names = [
            CompletionItem(name, help=entry.short_help)
            for name, entry in self.entries.items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """As click's; this is where help and version are printed."""
        with _reader_may_leave():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """As click's; this is where a command runs."""
        with _reader_may_leave():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """As click's; in standalone mode it ends the process through `tui.console.exitcodes`."""

        def begin() -> Any:
            _refuse_what_is_no_text(sys.argv[1:] if args is None else args)
            return click.Group.main(self, args, prog_name, complete_var, False, **extra)

        if not standalone_mode:
            return begin()

        def watched() -> Any:
            with interruptible():
                return begin()

        try:
            answer_ctrl_c()
            _prepare_process()
            with tidied():
                code = int(run(watched))
        except KeyboardInterrupt:
            # Before the command began, or while its end was being reported.
            code = interrupted()
        if args is None:
            end_at_ctrl_c()
        return end(code)


def _prepare_process() -> None:
    """Configure this process and the processes it starts."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    # Pydantic would search every installed distribution for its plug-ins.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "true")
    # NumPy's linear algebra starts a thread per core, and these wait for one another by spinning:
    # over arrays as small as those here, this doubles the processor time and saves none.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _forget_what_is_no_number()
    _no_core_files()
    for stream in (sys.stdout, sys.stderr):
        # Characters that the terminal's encoding lacks are shown by their code.
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.casefold() != "utf-8":
            stream.reconfigure(errors="backslashreplace")


def _forget_what_is_no_number() -> None:
    """Remove environment variables that libraries read as numbers if they are invalid or useless:
    Rich reads the terminal's size, Matplotlib the time of a chart."""
    for name, digits in (("COLUMNS", 5), ("LINES", 5), ("SOURCE_DATE_EPOCH", 11)):
        value = os.environ.get(name, "0")
        if not (value.isascii() and value.isdigit() and len(value) <= digits):
            del os.environ[name]


def _refuse_what_is_no_text(args: Sequence[str]) -> None:
    """Raises InputError if an argument is neither text in the terminal's encoding nor a file's
    name; only file names may be arbitrary bytes."""
    for arg in args:
        value = arg.partition("=")[2] if arg.startswith("-") else arg
        odd = not arg.isascii() and any("\ud800" <= char <= "\udfff" for char in arg)
        if odd and not os.path.lexists(value):
            from solver.errors import InputError

            readable = arg.encode(errors="surrogateescape").decode(errors="backslashreplace")
            raise InputError("An argument cannot be read", f"expected UTF-8, found {readable}")


def _no_core_files() -> None:
    """Prevent core dumps of this process and of those it starts: its memory has endpoint keys, gold
    answers and people's answers."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """Raises ReaderGone in place of BrokenPipeError."""
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error


def load(entry: Entry) -> click.Command:
    """The command of an entry. Raises TypeError if the entry's target is not a command."""
    module, _, attribute = entry.target.partition(":")
    command = getattr(import_module(module), attribute)
    if not isinstance(command, click.Command):
        raise TypeError(f"{entry.target} is a {type(command).__name__}, not a command")
    return command
