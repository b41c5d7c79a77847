"""Ctrl+C before the command line is loaded: it ends the process at once.

Owns that handler, and removing it. Without it, Python would print a traceback of whatever module
was being loaded. So this module imports only what Python's start has loaded already.
"""

import os

_signals = __import__("_signal")
"""The core of `signal`, without the modules that `signal` imports."""

INTERRUPTED = 130
"""The exit code after Ctrl+C; `tui.console.exitcodes` has all exit codes."""


def end_on_ctrl_c() -> None:
    """From here on Ctrl+C ends the process, unless it was already bound to something else."""
    if _signals.getsignal(_signals.SIGINT) is _signals.default_int_handler:
        _signals.signal(_signals.SIGINT, _end)


def answer_ctrl_c() -> None:
    """From here on Ctrl+C is an exception again, because the code that reports it is loaded."""
    if _signals.getsignal(_signals.SIGINT) is _end:
        _signals.signal(_signals.SIGINT, _signals.default_int_handler)


def _end(_number: int, _frame: object) -> None:
    os.write(2, b"Stopped from the keyboard\n")
    os._exit(INTERRUPTED)
