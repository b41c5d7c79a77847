"""From keypress to committed answer and repainted screen in the real program, compared with fsync.

The program runs in a pseudo-terminal on a database of 100,000 events. A keypress ends when the
terminal has received something that is painted only after the commit: the footer that names the new
answer, or the next question's header. Prints median, 99th percentile and maximum, and the time of
one fsync in the same folder.
"""

import json
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import record
from benchmarks.timing import Scale, verdict
from study.design.protocol import load_study
from tests.bots.terminal import Terminal

EVENTS = 100_000
EVENTS_PER_SESSION = 2_000
"""Events per recorded session."""
LIMIT_MS = 50.0
STUDY = """
title = "Timed keys"
consent = "Yes?"
confidence = true
[[blocks]]
source = "items.jsonl"
seconds_per_question = 600
"""


def item(number: int) -> str:
    """A multiple-choice item in the project's own format."""
    options = [
        {"text": f"Sentence {letter}{number} follows from all that was said."} for letter in "ABCD"
    ]
    question = {
        "id": "1",
        "text": "Which follows?",
        "kind": "choice",
        "options": options,
        "gold": "A",
    }
    text = f"The goat sleeps on roof {number}. " * 8
    return json.dumps({"id": f"key/{number}", "text": text, "questions": [question]})


def press(terminal: Terminal, key: str, awaited_text: str) -> float:
    """Press a key; returns milliseconds until `awaited_text` is on the screen. Raises SystemExit
    after 10 seconds."""
    terminal.read()
    terminal.raw = ""
    started = time.perf_counter()
    terminal.send(key)
    until = started + 10
    while awaited_text not in terminal.text:
        if not terminal.read(0.0005) or time.perf_counter() > until:
            raise SystemExit(f"no {awaited_text!r} after {key!r}: {terminal.text[-1500:]}")
    return (time.perf_counter() - started) * 1000


def play(terminal: Terminal, questions: int) -> tuple[list[float], list[float]]:
    """Answer, rate, change twice and confirm a number of questions; returns the times of changes
    and of confirmations."""
    terminal.await_text("Your consent")
    terminal.send("y")
    terminal.await_text("How it works")
    terminal.send("\r")
    terminal.await_text("Begin")
    terminal.send("\r")
    terminal.await_text("tem 1 of")
    terminal.read(0.5)
    changes: list[float] = []
    confirmations: list[float] = []
    for number in range(1, questions + 1):
        changes.append(press(terminal, "a", "go on"))
        changes.append(press(terminal, "3", "[3]"))
        changes.append(press(terminal, "c", "confirm C"))
        changes.append(press(terminal, "b", "confirm B"))
        if number < questions:
            confirmations.append(press(terminal, "\r", f"tem {number + 1} of"))
        time.sleep(0.1)
    return changes, confirmations


def fsync_ms(folder: Path, times: int = 200) -> list[float]:
    """Milliseconds of writing and syncing 4 KiB, for each of several times."""
    durations = []
    with (folder / "sync").open("wb") as file:
        for _turn in range(times):
            file.write(b"x" * 4096)
            file.flush()
            started = time.perf_counter()
            os.fsync(file.fileno())
            durations.append((time.perf_counter() - started) * 1000)
    return durations


def line(name: str, durations: Sequence[float]) -> str:
    """A line with median, 99th percentile and maximum."""
    ordered = sorted(durations)
    high = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    middle = statistics.median(durations)
    return f"{name:<22} median {middle:6.1f}   p99 {high:6.1f}   max {ordered[-1]:6.1f} ms"


def main(scale: Scale = Scale.FULL) -> None:
    """Measure and print."""
    questions = scale.pick(80, 20, 2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        study = folder / "study.toml"
        study.write_text(STUDY, encoding="utf-8")
        items = folder / "items.jsonl"
        items.write_text("\n".join(item(n) for n in range(questions)), encoding="utf-8")
        event_count = scale.pick(EVENTS, EVENTS // 10, EVENTS_PER_SESSION)
        events = record.waiting(
            folder / "keys.db", load_study(study), event_count, EVENTS_PER_SESSION
        )
        syncs = fsync_ms(folder)
        arguments = ["take", str(study), "--participant", "KEYS", "--db", str(folder / "keys.db")]
        with Terminal(arguments, size=(120, 35)) as at:
            changes, confirmations = play(at, questions)
    everything = sorted(changes + confirmations)
    p99 = everything[min(len(everything) - 1, round(0.99 * len(everything)))]
    print(f"{events:,} events in the database, {len(everything)} key presses")
    print(line("change, repainted", changes))
    print(line("confirm, next question", confirmations))
    print(line("one fsync of 4 KiB", syncs))
    judged = verdict(LIMIT_MS, p99)
    print(f"p99 {p99:.1f} ms, limit {LIMIT_MS:.0f} ms, ratio {LIMIT_MS / p99:.1f}  {judged}")
