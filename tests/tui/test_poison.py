"""One poisonous file through every command and screen: no poison comes out as it went in.

The poison is text in every field of an item, of recorded answers, of a study, of a queue, and in
names of files and people: control sequences that write to the clipboard, move the cursor and ring,
markup of Rich and of HTML, a spreadsheet's formula, characters that turn or hide text, a path.
"""

import contextlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.terminal import Terminal
from tests.effort import tally
from tui.cli import COMMANDS, main
from tui.console.exitcodes import run

POISON = (
    "\x1b]52;c;cG9pc29u\x07\x1b[6666n\x9b31m\x1b]8;;http://poison.example\x1b\\here\x1b]8;;\x1b\\"
    "\x07\x08[bold red]markup[/][@click=app.quit]quit[/]\u202eegassem\u202c\u200b\U000e0041"
    "<script>poison()</script><img src=x onerror=poison()>"
)
ID = "../../poison\x1b]52;c;aWQ=\x07\u202e<script>poison()</script>"
FORMULA = "=cmd|' /C poison'!A1"
OWN = re.compile(r"\x1b\]22;[a-z]+\x07")
"""Textual asks for a mouse pointer so."""
RAW = re.compile(
    r"\x1b\]52|\x1b\[6666n|\x9b|\x1b\]8;;http|\x07|\x08|[\u202e\u202c\u200b\U000e0041]"
)
"""What must not reach a terminal or a text file."""
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e\u202c\u200b\U000e0041]")
"""Outside of a screen nothing of this kind has business."""
OUTPUTS = {"own": "converted.jsonl", "smtlib": "smtlib", "tptp": "tptp"}
UNSEEN_IN = (".jsonl", ".json", ".toml", ".csv", ".py", ".R", ".qmd", ".smt2", ".p", ".tsv")
"""Files for other programs keep characters that are only invisible: they are data there."""
ELSEWHERE = {
    "judge": "asks an endpoint; its prompts are data, and what it prints is in tests of its own",
    "formalize": "as judge",
    "word": "as judge",
    "sentences": "as judge",
    "completion": "reads nothing",
    "serve": "shows the screens of `take`",
    "demo": "shows the screens of `inspect`, `take` and `annotate` on built-in items",
}


def item(number: int) -> dict[str, object]:
    """An item that is logically sound and poisonous in every text."""
    return {
        "id": f"{ID}{number}",
        "title": POISON,
        "text": f"{FORMULA} {POISON}\n\nSecond paragraph {POISON}",
        "explanation": POISON,
        "attributes": {"level": POISON, "domain": FORMULA, POISON: "x"},
        "provenance": {"benchmark": POISON, "file": POISON},
        "rubric": [{"id": POISON, "group": POISON, "description": POISON, "reason": POISON}],
        "formalization": {
            "parameters": {"A": "Bool", "B": "Bool"},
            "translation": {"A": POISON, "B": FORMULA, POISON: POISON},
            "premise": ["A -> B", "A"],
            "variants": {"alpha": [{"op": "drop", "premise": 1}]},
        },
        "questions": [
            {
                "id": f"c{POISON}",
                "kind": "choice",
                "text": POISON,
                "options": [{"text": FORMULA, "formula": "B"}, {"text": POISON, "formula": "~B"}],
                "gold": "A",
            },
            {"id": "n", "text": POISON, "query": "necessary(B)", "gold": "necessary"},
            {"id": "t", "kind": "text", "text": POISON, "gold": POISON},
        ],
    }


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The poisonous files; whatever is written must lie in it."""
    place = tmp_path / "in" / "side"
    place.mkdir(parents=True)
    monkeypatch.chdir(place)
    lines = "".join(json.dumps(item(n)) + "\n" for n in range(3))
    (place / "items.jsonl").write_text(lines, encoding="utf-8")
    (place / f"bad{POISON[:9]}.jsonl".replace("/", "")).write_text("{", encoding="utf-8")
    (place / "broken.jsonl").write_text(lines[:-40] + POISON, encoding="utf-8")
    rows = [
        {"id": f"{ID}{n}", "model": POISON, "answer": POISON, "response": POISON, "question": "t"}
        for n in range(3)
    ]
    (place / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    sentences = [
        {
            "gold_label": label,
            "label": label,
            "sentence1": f"{POISON} A dog {verb} in the park. {n}",
            "sentence2": f"{FORMULA} A dog {verb}. {n}",
            "pairID": POISON,
            "captionID": f"{POISON}{n}",
        }
        for n, verb in enumerate(("runs", "sleeps", "jumps", "barks") * 4)
        for label in ("entailment", "contradiction", "neutral")
    ]
    (place / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in sentences))
    (place / "foreign.csv").write_text(f'code,"{POISON}",note\nP-1,{FORMULA},"{POISON}"\n')
    message = json.dumps(POISON)
    (place / "study.toml").write_text(
        f"title = {message}\nconsent = {message}\n[[blocks]]\nsource = 'items.jsonl'\n",
        encoding="utf-8",
    )
    yield place
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in"]
    assert sorted(path.name for path in (tmp_path / "in").iterdir()) == ["side"]


def commands() -> Iterator[tuple[str, ...]]:
    """Every command that reads such files, in its forms."""
    source = "items.jsonl"
    db = ("--db", "study.db")
    scheme = ("--scheme", "hardened-item")
    for broken in ("items.jsonl", "broken.jsonl", f"bad{POISON[:9]}.jsonl".replace("/", "")):
        yield ("items", "list", broken)
        yield ("verify", broken)
    for text in ("list", "show", "lint", "claims", "audit", "splits"):
        yield ("items", text, source)
        yield ("items", text, source, "--json")
    yield ("items", "show", source, "--item", f"{ID}1")
    yield ("items", "show", source, "--item", POISON)
    yield ("items", "normalize", source, "-o", "normal.jsonl")
    for to in ("own", "smtlib", "tptp"):
        yield (
            "items",
            "convert",
            source,
            "--to",
            to,
            "-o",
            OUTPUTS[to],
        )
    yield ("inspect", source, "--item", f"{ID}1", "--share", "page.html")
    yield ("ask", source, "--model", POISON, "--dry-run", "--json")
    yield ("study", "plan", "--items-from", source, "--json")
    yield ("solve", source)
    yield ("solve", source, "--json")
    yield ("solve", POISON.replace("/", ""))
    yield ("verify", source, "--json")
    yield ("diff", source, "--item", f"{ID}1", "--under", "alpha")
    yield ("diff", source, "--item", f"{ID}1", "--edit", f"add {POISON}")
    yield ("generate", "perturbed", source, "-o", "perturbed.jsonl")
    yield ("items", "sample", source, "-n", "2", "-o", "some.jsonl", "--by", "level")
    yield ("items", "sample", source, "-n", "2", "-o", "none.jsonl", "--by", POISON)
    yield ("items", "split", source, "--into", "a=0.5,b", "-o", "parts", "--together", "nothing")
    yield ("items", "split", source, "--into", f"{POISON}=0.5,b", "-o", "parts")
    for same in ("content", "id", "text", "structure"):
        yield ("items", "dedupe", source, "--same", same, "-o", f"{same}.jsonl")
    for language in ("en", "zh"):
        words = ("--corpus", "corpus.jsonl", "--language", language, "--sentence-uses", "9")
        yield ("generate", "divlogic", "-n", "1", "--seed", "1", *words, "-o", f"{language}.jsonl")
    yield ("generate", "divlogic", "-n", "1", "--corpus", "broken.jsonl", "-o", "no.jsonl")
    yield ("generate", "dyval", "-n", "1", "--domain", POISON, "-o", "no.jsonl")
    yield ("harden", source, "--solver", "-o", "hardened.jsonl")
    for format in ("jsonl", "csv", "ilogiceval", "lm-eval", "promptfoo", "inspect", "ccobra"):
        yield ("import", "answers.jsonl", "--format", format, *db)
        yield ("score", "answers.jsonl", "--format", format)
    yield ("import", "answers.jsonl", "--format", "jsonl", "--items", source, *db)
    yield ("study", "check", "study.toml", *db)
    options = ("--seconds", "60", "--gate", "0", "--no-about", "--no-confidence", "--no-none")
    titled = ("--title", POISON, "--contact", POISON, "--language", "en", "--answers", "0")
    yield ("study", "new", "new.toml", "--source", source, "--number", "2", *titled, *options)
    yield ("study", "new", "copied.toml", "--from", "builtin:demo", "--title", POISON)
    yield ("study", "check", "new.toml", *db)
    yield ("study", "codes", "codes.csv", "-n", "2", "--column", POISON)
    yield ("study", "codes", "codes.csv", "-n", "2", "--column", FORMULA, "--column", "mine")
    yield ("study", "codes", "codes.csv", "-n", "2", "--add")
    yield ("study", "codes", "foreign.csv", "-n", "2", "--add")
    yield ("study", "plan", "--people", "2", "--items", "2", POISON)
    yield ("simulate", "study.toml", "--participants", "2", "--seed", "1", *db)
    yield ("take", "study.toml", "--participant", POISON, *db)
    yield ("invite", "study.toml", POISON, *db)
    yield ("annotate", "new", "q.toml", "--from", source, "--annotators", f"ann,{POISON}", *scheme)
    yield ("annotate", "new", "q.toml", "--from", source, "--annotators", "ann,ben", *scheme)
    yield ("annotate", "watch", "q.toml", "--once", *db)
    for ending in ("csv", "jsonl"):
        files = ("--verdicts", f"verdicts.{ending}", "--final", f"final.{ending}")
        yield ("annotate", "export", "q.toml", *files, "--items", f"accepted.{ending}", *db)
    yield ("annotate", "export", "q.toml", "--as-controls", "controls.jsonl", *db)
    yield ("annotate", "export", POISON, "--verdicts", "none.csv", *db)
    yield ("watch", "study.toml", "--once", *db)
    yield ("watch", "--once", *db)
    yield ("report", *db)
    yield ("report", "--json", *db)
    yield ("report", "--html", "report.html", *db)
    yield ("report", "--study", POISON, *db)
    yield ("report", "--by", POISON, *db)
    yield ("compare", POISON, "people", *db)
    yield ("report", "--checklist", *db)
    yield ("report", "--mixed", "--simulated", *db)
    yield ("report", "--csv", "tables", "--simulated", *db)
    yield ("report", "--simulated", "--where", f"level={POISON}", "--cluster", POISON, *db)
    for paper in "abcde":
        yield ("report", "--paper", paper, "--simulated", *db)
    yield ("diagnose", source, *db)
    yield ("export", "--to", "exported", *db)
    yield ("export", "--ccobra", "--to", "ccobra", "--simulated", *db)
    yield ("export", "--parquet", "--to", "segments", *db)
    yield ("report", "--parquet", "segments", *db)
    yield ("export", "--psych-ds", POISON, "--to", "dataset", *db)
    yield ("payments", *db)
    yield ("payments", POISON, *db)
    yield ("payments", "--to", "payments.csv", *db)
    yield ("return-key", POISON, "--yes", *db)
    yield ("return-key", "P1", "--study", POISON, "--yes", *db)
    yield ("withdraw", POISON, "--yes", *db)
    yield ("merge", "all.db", "study.db")
    yield ("backup", "copy.db", *db)
    yield ("check-db", *db)
    yield ("check-db", "--rescue", "rescued.db", "--also", "all.db", *db)
    yield ("report", "--db", "rescued.db")
    yield ("inspect", POISON.replace("/", ""))
    yield (POISON,)


def output_of(arguments: tuple[str, ...]) -> tuple[str, str]:
    """What a command writes to its two streams, as a user calls it."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(lambda: main(list(arguments), standalone_mode=False))
    assert int(code) in (0, 1, 2, 3), arguments
    return out.getvalue(), err.getvalue()


@pytest.mark.slow
def test_no_command_lets_poison_through(folder: Path) -> None:
    used = set()
    leaks = []
    number = 0
    for arguments in commands():
        used.add(arguments[0])
        out, err = output_of(arguments)
        number += 1
        for stream in (out, err):
            match = (CONTROLS if "--json" in arguments else CONTROL).search(stream)
            if match:
                around = stream[max(0, match.start() - 60) : match.end() + 20]
                leaks.append((arguments[:3], ascii(around)))
        if "fault in the program" in err or "Traceback" in err:
            leaks.append((arguments[:3], err))
    for path in folder.rglob("*"):
        if path.is_file() and path.name not in INPUTS and not path.name.startswith("bad"):
            leaks += in_file(path)
    assert leaks == []
    assert set(COMMANDS) <= used | ELSEWHERE.keys()
    tally("poisonous file through the commands", number, number)


INPUTS = (
    *("items.jsonl", "broken.jsonl", "answers.jsonl", "study.toml"),
    *("corpus.jsonl", "foreign.csv"),
)


def in_file(path: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    """What should not be in a file that was written."""
    if path.suffix == ".parquet" or ".db" in path.name:
        return
    text = path.read_text(encoding="utf-8")
    match = CONTROLS.search(text)
    if match is None and path.suffix not in UNSEEN_IN:
        match = CONTROL.search(text)
    if match is not None:
        yield (path.name,), ascii(text[max(0, match.start() - 60) : match.end() + 20])
    if path.suffix == ".html":
        assert "Content-Security-Policy" in text
        assert "<script>poison" not in text
        assert "<img src=x" not in text
    if path.suffix == ".csv":
        for cell in re.split(r"[,\n]", text):
            assert not cell.strip('"').startswith("=cmd"), path.name


SCREENS = {
    "inspect": (
        ["inspect", "items.jsonl"],
        ["\r", "\r", "?", "\x1b", "w", "\x1b", "m", "\x1b", "/"],
    ),
    "annotate": (
        ["annotate", "q.toml", "--annotator", "ann", "--db", "study.db"],
        ["\r", "\t", "?", "\x1b", "1", "n", "g", "\x1b"],
    ),
    "scratchpad": (["inspect", "items.jsonl"], ["\r", "s", "x", "\x1b"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_no_screen_lets_poison_through(screen: str, folder: Path) -> None:
    if screen == "annotate":
        new = ("annotate", "new", "q.toml", "--from", "items.jsonl", "--annotators", "ann")
        output_of((*new, "--scheme", "hardened-item"))
    arguments, keys = SCREENS[screen]
    with Terminal(arguments, (120, 35), {"PWD": str(folder)}) as at:
        at.await_text("poison" if screen != "annotate" else "Checks")
        everything = at.raw
        for key in keys:
            at.send(key)
            at.read(0.7)
        everything += at.raw
        at.send("\x11")
        at.read(1.0)
        everything += at.raw
    everything = OWN.sub("", everything)
    match = RAW.search(everything)
    assert match is None, ascii(everything[max(0, match.start() - 80) : match.end() + 40])
    assert "markup" in everything, "it was on the screen"
