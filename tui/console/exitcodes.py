"""How the program ends: exit codes, and the output of errors.

Owns the meaning of every exit code and the single place where an exception becomes text on standard
error. The text of an error is written where the error is raised.
"""

import contextlib
import gc
import io
import os
import signal
import sys
import threading
import time
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from enum import IntEnum
from types import FrameType
from typing import NoReturn

import click

from solver.errors import CountermodelError, OutsideError
from solver.plugin_guard import DEBUG_VARIABLE
from solver.plugins import take_complaints
from solver.signal_errors import of_a_signal

BACKGROUND_THREAD = "beside"
"""Name of threads that the end of the program does not wait for."""
MOMENT_SECONDS = 0.3
"""Time that such threads still get to finish storing."""
GRACE_SECONDS = 5
"""Time that a terminated command may take for an orderly end."""
SIGNAL_BASE = 128
"""A command ended by a signal has this plus the signal's number as its exit code."""


class ExitCode(IntEnum):
    """The result of a command for the shell. A command returns one, or raises `ctx.exit(code)`."""

    DONE = 0
    NO = 1
    """The question was answered, and the answer is no: a gold answer fails, a study is
    incomplete."""
    USAGE = 2
    """Wrong usage or bad input; the message says which and where."""
    OUTSIDE = 3
    """Something outside failed (disk, network, a solver that gave up), or the program itself."""
    INTERRUPTED = 130
    """Stopped from the keyboard, as shells report it."""
    READER_GONE = 141
    """The reader of standard output closed it, as shells report it."""


class ReaderGone(BaseException):
    """Standard output was closed by its reader; click must not turn this into exit code 1."""


class TypeOnlyError(Exception):
    """A fault of the program, identified only by its type."""


@contextlib.contextmanager
def unquoted() -> Iterator[None]:
    """Report faults in this context only by their type, with a traceback of places in the program:
    the message may quote an item, and this is a participant's terminal. Raises TypeOnlyError."""
    try:
        yield
    except (CountermodelError, OSError):
        raise
    except Exception as error:
        raise TypeOnlyError(type(error).__name__).with_traceback(error.__traceback__) from None


def run(command: Callable[[], object]) -> int:
    """Call `command` and return the exit code; every exception becomes a message.

    An integer that `command` returns is the exit code; any other value means done. With
    `COUNTERMODEL_DEBUG` set, a traceback precedes the message. Plug-ins that could not be used are
    reported last.
    """
    _stand_in_for_closed()
    code = _code_of(command)
    for complaint in take_complaints():
        print_error("Warning", complaint)
    return code


def _code_of(command: Callable[[], object]) -> int:
    """The exit code of `command`; exceptions are reported."""
    try:
        result = command()
        sys.stdout.flush()
    except SystemExit as error:
        return _of_exit(error)
    except (BrokenPipeError, ReaderGone):
        return _reader_gone()
    except BaseException as error:
        if _debugging() and not isinstance(error, click.ClickException | click.Abort):
            traceback.print_exc()
        return _print_failure(error)
    if isinstance(result, int) and not isinstance(result, bool):
        return int(result)
    return ExitCode.DONE


@contextlib.contextmanager
def tidied() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end this context as an exception does, so that unfinished files are
    removed; by default they would end the process immediately. After `GRACE_SECONDS`, or at a
    second signal, they do. A signal that the shell has ignored stays ignored, and screens and
    servers, which have their own handlers, keep them."""
    numbers = [number for number in (signal.SIGTERM, signal.SIGHUP) if _is_free(number)]
    for number in numbers:
        signal.signal(number, _ended)
    try:
        yield
    finally:
        for number in numbers:
            if signal.getsignal(number) is _ended:
                signal.signal(number, signal.SIG_DFL)


def _is_free(number: signal.Signals) -> bool:
    main = threading.current_thread() is threading.main_thread()
    return main and signal.getsignal(number) is signal.SIG_DFL


def _ended(number: int, _frame: FrameType | None) -> None:
    """Raises SystemExit with the signal's exit code; the time for an orderly end is limited."""
    signal.signal(number, signal.SIG_DFL)
    # The exception may be lost where it is raised, or wait until a library returns.
    signal.alarm(GRACE_SECONDS)
    raise SystemExit(SIGNAL_BASE + number)


def end(code: int) -> NoReturn:
    """End the process. Background threads get a moment; if one is still working then, the process
    ends abruptly, since the thread may be inside a library that the interpreter would shut down."""
    until = time.monotonic() + MOMENT_SECONDS
    background_threads = [
        thread for thread in threading.enumerate() if thread.name == BACKGROUND_THREAD
    ]
    for thread in background_threads:
        thread.join(max(0.0, until - time.monotonic()))
    if any(thread.is_alive() for thread in background_threads):
        for stream in (sys.stdout, sys.stderr):
            # Python sets streams that were closed before the start to None.
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):
                    stream.flush()
        os._exit(code)
    # Otherwise the interpreter would search all objects for garbage once more.
    gc.freeze()
    sys.exit(code)


def end_at_ctrl_c() -> None:
    """From here on, let Ctrl+C end the process at once unless something else handles it: during
    shutdown, Python would print a traceback of the current place."""
    main = threading.current_thread() is threading.main_thread()
    if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _print_failure(error: BaseException) -> int:
    """Report an error on standard error. Returns its exit code."""
    if isinstance(error, CountermodelError):
        print_error(*_in_language(error))
        return ExitCode.OUTSIDE if isinstance(error, OutsideError) else ExitCode.USAGE
    if isinstance(error, click.ClickException):
        from tui.text import plain

        stream = io.StringIO()
        error.show(stream)
        # The user's input is quoted, and may contain anything.
        click.echo(plain(stream.getvalue()), err=True, nl=False)
        return ExitCode.USAGE
    if isinstance(error, click.Abort) and input_ended(error):
        print_error("Input ended", "a question was asked, and standard input has no answer to it")
        return ExitCode.USAGE
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return interrupted()
    match of_a_signal(error):
        case KeyboardInterrupt():
            return interrupted()
        case SystemExit(code=int(code)):
            return code
    if isinstance(error, MemoryError):
        print_error(
            "There is not enough memory", "a file or a number that was given is too large for it"
        )
        return ExitCode.OUTSIDE
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        print_error("The system refused", f"{where}{error.strerror or error}")
        return ExitCode.OUTSIDE
    # Messages of pydantic and JSON quote the input, which may be an item with its gold answer.
    quotes = isinstance(error, ValueError) and type(error) is not ValueError
    message = type(error).__name__ if quotes else f"{type(error).__name__}: {error}"
    if isinstance(error, TypeOnlyError):
        message = str(error)
    print_error(
        "This is a fault in the program",
        message,
        f"Set {DEBUG_VARIABLE}=1 to see where, and report it with the command you gave.",
    )
    return ExitCode.OUTSIDE


def input_ended(error: click.Abort) -> bool:
    """Whether the input ended while click asked a question; false for Ctrl+C."""
    return isinstance(error.__cause__ or error.__context__, EOFError)


def interrupted() -> int:
    """Say that the command was stopped from the keyboard, and return the exit code for it."""
    print_error("Stopped from the keyboard")
    return ExitCode.INTERRUPTED


def _in_language(error: CountermodelError) -> tuple[str, str, str]:
    """An error's title, message and hint, in the language of the screens if there were any."""
    from tui import i18n

    if i18n.language() == i18n.SOURCE_LANGUAGE:
        return error.title, error.message, error.hint
    from tui.state.translation import translated

    return translated(error.title), translated(error.message), translated(error.hint)


def print_error(title: str, message: str = "", hint: str = "") -> None:
    """Print one error as `title: message` with the hint below; terminal controls are made
    visible."""
    text = f"{title}: {message}" if message else title
    if hint:
        text += f"\n{hint}"
    click.echo(visible(text), err=True)


def visible(text: str) -> str:
    """The text with control and direction-changing characters spelt out; line ends stay."""
    return "".join(
        char
        if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf")
        else f"\\u{ord(char):04x}"
        for char in text
    )


def _stand_in_for_closed() -> None:
    """Replace standard streams that were closed from outside by the null device: files opened later
    would get their numbers, and receive output meant for the terminal."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue
        nowhere = os.open(os.devnull, os.O_RDWR)
        if nowhere != number:
            os.dup2(nowhere, number)
            os.close(nowhere)
        mode = "w" if number else "r"
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _of_exit(error: SystemExit) -> int:
    """The code of a plain `sys.exit`, whose argument may also be None or a message."""
    if error.code is None:
        return ExitCode.DONE
    if isinstance(error.code, int):
        return error.code
    print_error(str(error.code))
    return ExitCode.USAGE


def _reader_gone() -> int:
    """Keep the interpreter from writing to the closed pipe at shutdown."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    return ExitCode.READER_GONE


def _debugging() -> bool:
    return os.environ.get(DEBUG_VARIABLE, "") not in ("", "0")
