"""Where the program begins: the entry point `countermodel`.

Owns what Ctrl+C does until the command line answers it: it ends the process at once. Python would
print a traceback of whatever module was just being loaded. So this module imports nothing that is
not loaded anyway when Python has started.
"""

import os

_signals = __import__("_signal")
"""What `signal` is made of, without the modules that it imports."""

STOPPED = 130
"""The exit code of what was stopped from the keyboard; `tui.console.exitcodes` has them all."""


def main() -> object:
    """Run the command line. Ends the process with its exit code."""
    if _signals.getsignal(_signals.SIGINT) is _signals.default_int_handler:
        _signals.signal(_signals.SIGINT, _end)
    from tui.cli import main as command_line

    return command_line()


def answer_ctrl_c() -> None:
    """From here on Ctrl+C is an exception again: everything is loaded that makes words of it."""
    if _signals.getsignal(_signals.SIGINT) is _end:
        _signals.signal(_signals.SIGINT, _signals.default_int_handler)


def _end(_number: int, _frame: object) -> None:
    os.write(2, b"Stopped from the keyboard\n")
    os._exit(STOPPED)
