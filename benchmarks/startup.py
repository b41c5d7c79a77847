"""From start to first painted screen: `take` and `demo` compared with a bare Textual application.

Each run is a whole process in a pseudo-terminal of 120×35, from the start of the interpreter to its
end; every program ends itself once its first screen is painted. Runs take turns. Prints the minimum
processor time of each, which is least affected by other programs, the minimum wall-clock time, and
ratios to the bare application, which has a header, a label and a footer.

Modules are compiled in a first, uncounted turn (`timing.installed`).

`take` first asks for the participant's code, and checks the tables of the study in the meantime. If
the code is given, its first screen is the consent, for which it starts a session and reads the
whole study with its items. That row is only for comparison and has no limit.
"""

import os
import pty
import struct
import sys
import tempfile
import time
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

from benchmarks.timing import Scale, installed, table, verdict

LIMIT = 1.5
"""Maximum time as a multiple of that of the bare application."""
BARE_APP = """
from textual.app import App, ComposeResult
from textual.widgets import Footer, Header, Label

class Bare(App):
    def compose(self) -> ComposeResult:
        yield Header()
        yield Label("A label")
        yield Footer()

    def on_mount(self) -> None:
        self.call_after_refresh(self.exit)

Bare().run()
"""
PROGRAM = "from tui.cli import main; main()"


def seconds(arguments: Sequence[str], environment: dict[str, str]) -> tuple[float, float]:
    """Run one process in a pseudo-terminal; returns processor time and wall-clock time in seconds.
    Raises SystemExit if it fails or paints almost nothing."""
    started = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, *arguments], environment)
    ioctl(terminal, TIOCSWINSZ, struct.pack("HHHH", 35, 120, 0, 0))
    painted_bytes = 0
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        painted_bytes += len(data)
    _pid, status, used = os.wait4(child, 0)
    duration = time.perf_counter() - started
    os.close(terminal)
    if status or painted_bytes < 500:
        raise SystemExit(f"{arguments} ended with {status} and painted {painted_bytes} bytes")
    return used.ru_utime + used.ru_stime, duration


def main(scale: Scale = Scale.FULL) -> None:
    """Measure and print."""
    runs = scale.pick(15, 5, 1)
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COUNTERMODEL_EXIT_AFTER_PAINT": "1",
            "PYTHONPATH": str(Path(__file__).resolve().parents[1]),
            **installed(Path(folder)),
        }
        programs = {
            "bare": ["-c", BARE_APP],
            "take": ["-c", PROGRAM, "take", "builtin:demo"],
            "demo": ["-c", PROGRAM, "demo"],
            "take, code given": ["-c", PROGRAM, "take", "builtin:demo", "--participant", "P1"],
        }
        durations: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
        for turn in range(runs + 1):
            for name, arguments in programs.items():
                # Each program has its own record, since the menu counts the sessions of an existing
                # one.
                record = {"COUNTERMODEL_DB": str(Path(folder) / f"{name}.db")}
                elapsed = seconds(arguments, {**environment, **record})
                if turn:
                    durations[name].append(elapsed)
    print(f"{runs} runs each, least of whole processes in a pseudo-terminal\n")
    rows = []
    bare = [min(times) for times in zip(*durations["bare"], strict=True)]
    for name, times in durations.items():
        used, clock = (min(column) for column in zip(*times, strict=True))
        judged = verdict(LIMIT, used / bare[0]) if name in ("take", "demo") else ""
        rows.append(
            [
                name,
                f"{used * 1000:.0f}",
                f"{used / bare[0]:.2f}×",
                judged,
                f"{clock * 1000:.0f}",
                f"{clock / bare[1]:.2f}×",
            ]
        )
    print(table(["", "ms of processor", "to bare", f"{LIMIT}×", "ms", "to bare"], rows))
