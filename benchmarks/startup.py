"""Start to first painted screen: `take` and `demo` against a bare Textual application.

Each run is a whole process in a pseudo-terminal of
120×35, from the start of the interpreter to its end; every program ends itself once its first
screen is painted. Runs of the three take turns. Prints medians and ratios to the bare application,
which has a header, a label and a footer.
"""

import os
import pty
import statistics
import struct
import sys
import tempfile
import time
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

from benchmarks.timing import Scale, table, verdict

LIMIT = 1.5
"""How many times as long as the bare application."""
BARE = """
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


def seconds(arguments: Sequence[str], environment: dict[str, str]) -> float:
    """Run one process in a pseudo-terminal; how long it took."""
    started = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, *arguments], environment)
    ioctl(terminal, TIOCSWINSZ, struct.pack("HHHH", 35, 120, 0, 0))
    shown = 0
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        shown += len(data)
    _pid, status = os.waitpid(child, 0)
    taken = time.perf_counter() - started
    os.close(terminal)
    if status or shown < 500:
        raise SystemExit(f"{arguments} ended with {status} and painted {shown} bytes")
    return taken


def main(scale: Scale = Scale.FULL) -> None:
    """Measure and print."""
    runs = scale.pick(15, 5, 1)
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COUNTERMODEL_EXIT_AFTER_PAINT": "1",
            "COUNTERMODEL_DB": str(Path(folder) / "start.db"),
            "PYTHONPATH": str(Path(__file__).resolve().parents[1]),
        }
        programs = {
            "bare": ["-c", BARE],
            "take": ["-c", PROGRAM, "take", "builtin:demo"],
            "demo": ["-c", PROGRAM, "demo"],
        }
        taken: dict[str, list[float]] = {name: [] for name in programs}
        for turn in range(runs + 1):
            for name, arguments in programs.items():
                elapsed = seconds(arguments, environment)
                if turn:
                    taken[name].append(elapsed)
    medians = {name: statistics.median(times) for name, times in taken.items()}
    print(f"{runs} runs each, median of whole processes in a pseudo-terminal\n")
    rows = []
    for name, median in medians.items():
        ratio = median / medians["bare"]
        judged = "" if name == "bare" else verdict(LIMIT, ratio)
        rows.append([name, f"{median * 1000:.0f}", f"{ratio:.2f}×", judged])
    print(table(["", "ms", "to bare", f"{LIMIT}×"], rows))
