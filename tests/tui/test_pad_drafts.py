"""Drafts of scratchpads: stored edits are restored, whenever the program was killed."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import examples
from tui.windows.pad_drafts import PadDraft
from tui.windows.pad_edits import edit_line, replayed

TEXTS = st.lists(st.text('ab\n\u6c34\u20ac"', max_size=12), min_size=1, max_size=8)


@given(TEXTS, st.data())
@examples(300)
def test_edits_give_the_last_text_from_any_text_they_went_through(
    texts: list[str], data: st.DataObject
) -> None:
    """Whichever of the texts was written into the file in the meantime."""
    lines = [edit_line(*pair) for pair in zip(["", *texts], texts, strict=False)]
    base = data.draw(st.sampled_from([None, *texts]))
    assert replayed(base, b"".join(lines)) == texts[-1]


@given(TEXTS, st.integers(0, 400))
@examples(300)
def test_edits_cut_off_anywhere_give_a_text_that_was_there(texts: list[str], cut: int) -> None:
    states = ["", *texts]
    lines = [edit_line(*pair) for pair in zip(states, texts, strict=False)]
    whole = b"".join(lines)
    text = replayed("", whole[:cut])
    assert text in states
    # Nothing whose line is there in full is missing.
    full = sum(len(b"".join(lines[: n + 1])) <= cut + 1 for n in range(len(lines)))
    assert replayed("", whole[:cut]) == replayed("", b"".join(lines[:full]))
    # A write that failed half way harms no edit after it.
    assert replayed("", whole[:cut] + edit_line(text or "", "new")) == "new"


@given(st.binary(max_size=60), st.text(max_size=5))
@examples(200)
def test_noise_among_edits_changes_nothing(noise: bytes, base: str) -> None:
    assert replayed(base, noise) == base
    assert replayed(base, noise + edit_line(base, base + "x")) == base + "x"
    for line in (b"[1]", b'[0, -1, 0, "x", 0]', b"{}", b"[0, 0, 0, 5, 0]", b'[true,0,0,"",0]'):
        assert replayed("", b"\n" + line + b"\n") == ""


def test_a_draft_has_its_text_at_every_step(tmp_path: Path) -> None:
    rng = random.Random(7)
    database = tmp_path / "s.db"
    draft = PadDraft(database, None)
    text = ""
    for _step in range(300):
        at = rng.randint(0, len(text))
        text = (
            text[:at]
            + rng.choice(["x", "\n", "\u6c34", "long " * 9])
            + text[at + rng.randint(0, 6) :]
        )
        draft.note(text)
        if rng.random() < 0.1:
            assert draft.keep() == ""
        if rng.random() < 0.1:
            # Another program, as after a kill.
            draft = PadDraft(database, None)
            if rng.random() < 0.5:
                assert draft.read() == text
        assert PadDraft(database, None).read() == text
    draft.drop()
    assert PadDraft(database, None).read() is None
    assert not list((tmp_path / "s.db-scratchpads").iterdir())


def test_an_edit_that_could_not_be_stored_is_stored_with_the_next(tmp_path: Path) -> None:
    database = tmp_path / "s.db"
    draft = PadDraft(database, None)
    draft.note("one")
    edits = tmp_path / "s.db-scratchpads" / "no-item.edits"
    edits.unlink()
    edits.mkdir()
    draft.note("one two")
    assert draft.keep() == ""
    assert PadDraft(database, None).read() == "one two"
    edits.rmdir()
    draft.note("one two three")
    assert PadDraft(database, None).read() == "one two three"
    draft.note("")
    assert PadDraft(database, None).read() == ""


TYPIST = """
import sys, threading
from pathlib import Path
from tui.windows.pad_drafts import PadDraft
draft = PadDraft(Path(sys.argv[1]), None)
text = draft.read() or ""
def write():
    while True:
        draft.keep()
threading.Thread(target=write, daemon=True).start()
for number in range(10**6):
    text = f"{number} " + text[-2000:]
    draft.note(text)
    print(number, flush=True)
"""


@pytest.mark.slow
def test_stored_edits_survive_a_kill(tmp_path: Path) -> None:
    database = tmp_path / "s.db"
    rng = random.Random(3)
    for _turn in range(12):
        process = subprocess.Popen(
            [sys.executable, "-c", TYPIST, str(database)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        for _line in range(rng.randint(1, 400)):
            last = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        last = max([last, *map(int, process.stdout.read().split(b"\n")[:-1])])
        process.wait()
        text = PadDraft(database, None).read()
        assert text is not None
        assert int(text.split(" ", 1)[0]) in (last, last + 1)
