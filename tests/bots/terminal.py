"""The real program in a pseudo-terminal: keys in, bytes out, and any end a program can come to.

Owns the process and what it has written. There is no terminal emulation: what was painted is found
as text between control sequences.
"""

import contextlib
import multiprocessing
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
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from termios import TIOCSWINSZ
from types import TracebackType
from typing import Any, NoReturn, Self

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "from tui.cli import main; main(prog_name='countermodel')"
STUCK_SECONDS = 300.0
"""After so long a program that does not do what is waited for counts as stuck."""
LOADED = (
    *("tui.commands.take", "tui.commands.annotate", "tui.apps.annotator", "tui.apps.participant"),
    *("tui.screens.participant.flow", "tui.screens.participant.item", "sessions.taking.runner"),
    *("tui.screens.annotator.judge", "tui.screens.annotator.formal", "sessions.annotation.desk"),
)
"""Modules that a start of the program would load, with what they load."""
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
        `loaded`: the program is a fork of a process that has its modules (`LOADED`), for tests of
        what it does and not of how it starts; it can have neither of the other two.
        """
        self.raw = ""
        self.status: int | None = None
        self._process: BaseProcess | None = None
        inherited = {
            name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")
        }
        env = {
            **inherited,
            "TERM": "xterm-256color",
            "PYTHONPATH": str(ROOT),
            **(environment or {}),
        }
        if loaded:
            assert file_limit is None
            assert not leader
            self._fork(arguments, env, size)
            return
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            with contextlib.suppress(BaseException):
                if file_limit is not None:
                    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                    resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))
                command = [*leader, sys.executable, "-c", PROGRAM, *arguments]
                # As a terminal starts it, also where the tests themselves ignore hang-ups (nohup).
                signal.signal(signal.SIGHUP, signal.SIG_DFL)
                os.execvpe(command[0], command, env)
            os._exit(127)
        self._resize(size)

    def _resize(self, size: tuple[int, int]) -> None:
        ioctl(self.fd, TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def _fork(self, arguments: Sequence[str], env: dict[str, str], size: tuple[int, int]) -> None:
        """Have the process with the modules fork the program."""
        self.fd, inner = pty.openpty()
        self._resize(size)
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([__name__, *LOADED])
        self._process = context.Process(target=_run, args=(_Handed(inner), [*arguments], env))
        # Under nohup, a hang-up that comes before `_run` would be ignored, and the program go on.
        before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
        self._process.start()
        signal.signal(signal.SIGHUP, before)
        os.close(inner)
        assert self._process.pid is not None
        self.pid = self._process.pid

    def _over(self) -> bool:
        """Whether the program has ended; then its exit code is `status`."""
        if self._process is not None:
            self.status = self._process.exitcode
        else:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

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
        """Read the output of so many seconds; False once the program has ended."""
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
        """Type; a program that has ended takes no keys."""
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
        """Send a signal to the program; one that has ended gets none."""
        if number is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)
        until = time.monotonic() + seconds
        while not self._over():
            if not self.read(0.02):
                time.sleep(0.01)
            assert time.monotonic() < until, "the program does not end"
        self.read()
        assert self.status is not None
        return self.status

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program; one that is gone gets none."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def hang_up(self, seconds: float = STUCK_SECONDS) -> int:
        """Close the terminal, as closing its window does; the exit code."""
        os.close(self.fd)
        until = time.monotonic() + seconds
        while not self._over():
            assert time.monotonic() < until, "the program does not end"
            time.sleep(0.02)
        assert self.status is not None
        return self.status


class _Handed:
    """A descriptor on its way to a forked process."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __getstate__(self) -> Any:
        return DupFd(self.number)

    def __setstate__(self, handed: Any) -> None:
        self.number = handed.detach()


def _run(terminal: _Handed, arguments: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """Be the program at this terminal, in this process, to its end."""
    os.login_tty(terminal.number)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = os.fdopen(number, "w" if number else "r", encoding="utf-8", closefd=False)
        vars(sys).update({name: stream, f"__{name}__": stream})
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
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
