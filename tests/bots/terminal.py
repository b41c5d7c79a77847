"""The real program in a pseudo-terminal: keys in, bytes out, and any end a program can come to.

Owns the process and what it has written. There is no terminal emulation: what was painted is found
as text between control sequences.
"""

import contextlib
import os
import pty
import re
import resource
import select
import signal
import struct
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ
from types import TracebackType
from typing import NoReturn, Self

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "from tui.cli import main; main(prog_name='countermodel')"
STUCK_SECONDS = 120.0
"""After so long a program that does not do what is waited for counts as stuck."""
_CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P_^X].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]")


class Terminal:
    """One run of `countermodel ARGUMENTS…`."""

    def __init__(
        self,
        arguments: Sequence[str],
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
        file_limit: int | None = None,
        leader: Sequence[str] = (),
        loaded: bool = False,
    ) -> None:
        """`file_limit`: no file may grow past so many bytes, as on a disk that is full. `leader`:
        a command that runs the words after it, and leads the terminal's session in its place.
        `loaded`: the program is a fork of this process, with what modules it has; for processes of
        one thread.
        """
        self.raw = ""
        self.status: int | None = None
        inherited = {
            name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")
        }
        env = {
            **inherited,
            "TERM": "xterm-256color",
            "PYTHONPATH": str(ROOT),
            **(environment or {}),
        }
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            with contextlib.suppress(BaseException):
                if file_limit is not None:
                    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                    resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))
                if loaded:
                    os.environ.update(env)
                    _run(arguments)
                command = [*leader, sys.executable, "-c", PROGRAM, *arguments]
                # As a terminal starts it, also where the tests themselves ignore hang-ups (nohup).
                signal.signal(signal.SIGHUP, signal.SIG_DFL)
                os.execvpe(command[0], command, env)
            os._exit(127)
        ioctl(self.fd, TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            self.end()
        with contextlib.suppress(OSError):
            os.close(self.fd)

    @property
    def text(self) -> str:
        """Everything painted so far, without control sequences."""
        return _CONTROL.sub("", self.raw)

    def read(self, seconds: float = 0.0) -> bool:
        """Take in what was written within so many seconds; False once the program has ended."""
        until = time.monotonic() + seconds
        while True:
            ready, _w, _x = select.select([self.fd], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                return True
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                return False
            if not data:
                return False
            self.raw += data.decode("utf-8", "replace")

    def send(self, keys: str) -> None:
        """Type; a program that is gone takes no keys."""
        with contextlib.suppress(OSError):
            os.write(self.fd, keys.encode())

    def await_text(self, text: str, seconds: float = STUCK_SECONDS) -> None:
        """Wait until this is painted; what came before is forgotten."""
        until = time.monotonic() + seconds
        while text not in self.text:
            assert self.read(0.05), f"ended before {text!r}: {self.text[-2000:]}"
            assert time.monotonic() < until, f"no {text!r} in {self.text[-2000:]}"
        self.raw = ""

    def end(self, number: signal.Signals | None = None, seconds: float = STUCK_SECONDS) -> int:
        """Send a signal, if any, and wait for the end; the exit code, negative for a signal."""
        if number is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)
        until = time.monotonic() + seconds
        while self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            elif not self.read(0.02):
                time.sleep(0.01)
            assert time.monotonic() < until, "the program does not end"
        self.read()
        return self.status

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program; one that is gone gets none."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def hang_up(self, seconds: float = STUCK_SECONDS) -> int:
        """Close the terminal, as closing its window does; the exit code."""
        os.close(self.fd)
        until = time.monotonic() + seconds
        while self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            assert time.monotonic() < until, "the program does not end"
            time.sleep(0.02)
        return self.status


def _run(arguments: Sequence[str]) -> NoReturn:
    """Be the program, in this process, to its end."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    for number in (0, 1, 2):
        os.set_blocking(number, True)
    code = 1
    try:
        from tui.cli import main

        main([*arguments], prog_name="countermodel")
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
