"""Ctrl+C before the command line is loaded: it ends the process at once.

Owns that answer, and giving it up. Python would print a traceback of whatever module was just being
loaded. So this module imports nothing that is not loaded anyway when Python has started.
"""

import os

_signals = __import__("_signal")
"""What `signal` is made of, without the modules that it imports."""

STOPPED = 130
"""The exit code of what was stopped from the keyboard; `tui.console.exitcodes` has them all."""


def end_on_ctrl_c() -> None:
    """From here on Ctrl+C ends the process, unless it does something else than by default."""
    if _signals.getsignal(_signals.SIGINT) is _signals.default_int_handler:
        _signals.signal(_signals.SIGINT, _end)


def answer_ctrl_c() -> None:
    """From here on Ctrl+C is an exception again: everything is loaded that makes words of it."""
    if _signals.getsignal(_signals.SIGINT) is _end:
        _signals.signal(_signals.SIGINT, _signals.default_int_handler)


def _end(_number: int, _frame: object) -> None:
    os.write(2, b"Stopped from the keyboard\n")
    os._exit(STOPPED)
