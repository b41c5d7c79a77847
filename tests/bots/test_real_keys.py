"""What participants stumbled over, with real keys in a pseudo-terminal: each was mended once.

The same is held by tests of single screens; here the whole program runs, with its own clock. Where
time matters, the record says when things happened, and not the test.
"""

import json
import os
import re
import signal
import struct
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from study.course.events import Event, Pasted, Stamped
from study.course.rules import replay
from study.course.state import SessionState
from study.stations.form import entries_of
from study.stations.question import AnswerChanged, QuestionShown
from tests.bots.terminal import Terminal

pytestmark = pytest.mark.torture
TALL = (100, 60)
"""A window in which no page is scrolled before a key leads on from it."""
IGNORED_SECONDS = 0.9
"""Keys are ignored for a second after a screen that came by itself (docs/protocol.md); events are
stored a little later than the keys they came from, and a screen is shown a little later still."""
F1 = "\x1bOP"
GREEN = "152;187;108"
"""The theme's colour of what is right."""
ITEMS = [
    {
        "id": f"ferry-{n}",
        "text": f"Ferry {n} leaves at noon, or it waits. It does not wait.",
        "questions": [
            {
                "id": "1",
                "kind": "choice",
                "text": "What follows?",
                "options": ["It leaves at noon.", "It waits.", "It sinks."],
                "gold": "A",
            }
        ],
    }
    for n in range(1, 5)
]
WORLDS = {
    "id": "lamps",
    "text": "A lamp A is lit, or a lamp B is lit, but not both.",
    "questions": [
        {
            "id": "1",
            "text": "Which situations are possible?",
            "query": "enumerate_models(P, Q)",
            "gold": "{(P), (Q)}",
        }
    ],
    "formalization": {
        "parameters": {"P": "Bool", "Q": "Bool"},
        "translation": {"P": "lamp A is lit", "Q": "lamp B is lit"},
        "premise": ["P xor Q"],
    },
}


class Study:
    """A study file over the items above, and its record."""

    def __init__(
        self, folder: Path, more: str = "", block: str = "", items: object = ITEMS
    ) -> None:
        self.file, self.db = folder / "study.toml", folder / "one.db"
        (folder / "items.json").write_text(json.dumps(items), encoding="utf-8")
        self.file.write_text(
            f'title = "Ferries"\nconsent = "Do you take part?"\n{more}\n[[blocks]]\n'
            f'source = "items.json"\norder = "fixed"\nrotate = false\n{block}\n',
            encoding="utf-8",
        )

    def open(self, size: tuple[int, int] = TALL, code: str = "P1") -> Terminal:
        """Without a code, the first page asks for it."""
        more = {"COLORTERM": "truecolor"}
        arguments = ["take", str(self.file), "--db", str(self.db)]
        if code:
            arguments += ["--participant", code]
        return Terminal(arguments, size, more, loaded=True)

    def record(self) -> tuple[list[Stamped], SessionState]:
        with Database.open(self.db) as db:
            (row,) = db.rows("SELECT id FROM session")
            events = list(SESSIONS.read(db, row["id"]))
        return events, replay(events)

    def events(self) -> Iterator[Event]:
        return (stamped.event for stamped in self.record()[0])


def begin(at: Terminal, agree: str = "y") -> str:
    """To the first question; what the instructions said."""
    at.await_text("Do you take part?")
    at.send(agree)
    # The page may come in one piece with its heading, or in several.
    before = ""
    while "How it works" not in at.text or at.raw != before:
        before = at.raw
        assert at.read(0.5), f"ended before the instructions: {before[-2000:]}"
    text, at.raw = at.text, ""
    at.send("\r")
    at.await_text("Begin")
    at.send("\r")
    at.await_text("Ferry 1")
    return " ".join(text.split())


def resize(at: Terminal, size: tuple[int, int]) -> None:
    ioctl(at.fd, TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    os.kill(at.pid, signal.SIGWINCH)


def test_keys_sent_through_a_time_out_answer_nothing_unread(tmp_path: Path) -> None:
    study = Study(tmp_path, "pause_after = 0", "seconds_per_question = 2")
    with study.open() as at:
        begin(at)
        while "Ferry 3" not in at.text:
            at.send("b")
            assert at.read(0.05)
        at.end(signal.SIGTERM)
    shown_counts: dict[int, int] = {}
    answered = 0
    for stamped in study.record()[0]:
        if isinstance(stamped.event, QuestionShown):
            shown_counts[stamped.event.step] = stamped.mono_ns
        elif isinstance(stamped.event, AnswerChanged) and stamped.event.step > 0:
            answered += 1
            assert stamped.mono_ns - shown_counts[stamped.event.step] >= IGNORED_SECONDS * 1e9
    assert answered, "keys count again once the question could be seen"


def test_an_absent_participant_loses_one_question_and_is_waited_for(tmp_path: Path) -> None:
    study = Study(tmp_path, block="seconds_per_question = 1")
    with study.open() as at:
        begin(at)
        at.await_text("The clock has stopped and the text is hidden")
        at.read(4.0)
        assert "Ferry" not in at.text
        at.end(signal.SIGTERM)
    state = study.record()[1]
    assert [record.outcome for record in state.records] == ["timed_out"]
    assert state.phase == "paused"


@pytest.mark.parametrize("policy", ["submit", "discard"])
def test_the_rule_for_answers_at_a_timeout_is_shown_before_and_after(
    policy: str, tmp_path: Path
) -> None:
    study = Study(tmp_path, f'on_timeout = "{policy}"', "seconds_per_question = 15")
    with study.open() as at:
        message = begin(at)
        counts = policy == "submit"
        assert ("your answer counts as it stands" in message) is counts
        assert ("not confirmed does not count" in message) is not counts
        at.send("a")
        at.await_text("The answer you had entered counts" if counts else "so it does not count")
        at.end(signal.SIGTERM)
    (record,) = study.record()[1].records
    assert (record.outcome, record.submitted, bool(record.final)) == ("timed_out", counts, counts)


def test_declining_asks_once_more_and_cannot_be_typed_ahead(tmp_path: Path) -> None:
    study = Study(tmp_path)
    with study.open() as at:
        at.send("nenenene")
        at.await_text("Do you take part?")
        assert at.read(1.0), "the program goes on"
        at.send("n")
        at.await_text("End the session?")
        at.send("b")
        begin(at)
        at.end(signal.SIGTERM)
    kinds = [event.kind for event in study.events()]
    assert "consent_given" in kinds
    assert "consent_declined" not in kinds


def test_wrong_keys_and_keys_typed_ahead_at_the_page_of_the_code_begin_nothing(
    tmp_path: Path,
) -> None:
    study = Study(tmp_path)
    up, page_down, tab, f6, erase = "\x1b[A", "\x1b[6~", "\t", "\x1b[17~", "\x15"
    with study.open(code="") as at:
        at.send("ny\rn")
        at.await_text("Your code:")
        at.read(1.0)
        for key in (up, page_down, tab, f6, erase):
            at.send(key)
            assert at.read(0.3), "the program goes on"
        at.send("\r")
        at.await_text("Type a code first")
        at.send("P1 ?/\r")
        at.await_text("letters, digits, dots and dashes")
        at.send("Ｐ１\rnnee\rnn")
        at.await_text("Do you take part?")
        assert at.read(1.0), "the program goes on"
        at.send("n")
        at.await_text("End the session?")
        at.send("b")
        begin(at)
        at.end(signal.SIGTERM)
    with Database.open(study.db) as db:
        assert [row["code"] for row in db.rows("SELECT code FROM session")] == ["P1"]
    assert "consent_declined" not in [event.kind for event in study.events()]


def test_the_rules_of_a_test_can_be_shown_during_it(tmp_path: Path) -> None:
    study = Study(tmp_path, block='instructions = "¬A means: not A."')
    with study.open() as at:
        begin(at)
        at.send(F1)
        at.await_text("¬A means: not A.")
        at.send("\x1b")
        # An escape that a letter follows at once would be another key.
        at.read(1.5)
        at.send("a")
        at.await_text("confirm A")
        at.end(signal.SIGTERM)


def test_full_width_keys_work_and_no_choice_looks_right(tmp_path: Path) -> None:
    study = Study(tmp_path, "confidence = true")
    with study.open() as at:
        begin(at, "ｙ")
        at.send("ｂ")
        at.await_text("● B")
        at.send("４")
        at.await_text("confirm B")
        assert GREEN not in at.raw
        at.end(signal.SIGTERM)
    state = study.record()[1]
    assert state.confidence == 4
    assert len(state.drafts) == 1


def test_pasted_text_is_in_the_forms_field_and_in_the_record(
    tmp_path: Path,
) -> None:
    study = Study(tmp_path)
    form = """[[blocks]]
station = "form"
id = "person"
title = "About you"
[[blocks.fields]]
id = "remark"
kind = "text"
ask = "Say something."
most = 30
[[blocks.fields]]
id = "age"
kind = "number"
ask = "How old are you?"
"""
    text = study.file.read_text(encoding="utf-8")
    study.file.write_text(text.replace("[[blocks]]", f"{form}[[blocks]]", 1), encoding="utf-8")
    with study.open() as at:
        at.await_text("Do you take part?")
        at.send("y")
        at.await_text("How it works")
        at.send("\r")
        at.await_text("Say something.")
        at.send("\x1b[200~from\relsewhere\x1b[201~")
        at.await_text("from elsewhere")
        at.send("\x1b[200~" + "x" * 40 + "\x1b[201~")
        at.await_text("its end was cut off")
        at.send("\t９９\r")
        at.await_text("Begin")
        at.end(signal.SIGTERM)
    events = list(study.events())
    assert [e.taken for e in events if isinstance(e, Pasted)] == [True, True]
    entries = entries_of(study.record()[1], "person")
    assert entries["remark"].value == "from elsewhere" + "x" * 16
    assert entries["age"].value == 99


def test_letters_of_a_table_differ_from_the_texts_and_rows_are_in_words(
    tmp_path: Path,
) -> None:
    study = Study(tmp_path, items=[WORLDS])
    with study.open() as at:
        at.await_text("Do you take part?")
        at.send("y")
        at.await_text("How it works")
        at.send("\r")
        at.await_text("Begin")
        at.send("\r")
        at.await_text("Which situations")
        at.read(0.5)
        at.send("+")
        at.await_text("lamp A is lit")
        letters = set(re.findall(r"\b([A-Z])  ?lamp", at.text))
        assert not letters & {"A", "B"}
        at.end(signal.SIGTERM)


def test_a_small_window_hides_the_question_and_a_larger_one_shows_it(tmp_path: Path) -> None:
    study = Study(tmp_path, block="seconds_per_question = 600")
    with study.open() as at:
        begin(at)
        resize(at, (50, 15))
        at.await_text("60×20")
        at.read(1.0)
        resize(at, (60, 20))
        at.await_text("The study is paused")
        at.send("\r")
        at.await_text("It sinks.")
        at.send("c")
        at.await_text("confirm C")
        at.end(signal.SIGTERM)
    kinds = [event.kind for event in study.events()]
    assert kinds.count("pause_started") == 1


def test_an_edit_of_words_resumes_on_the_words_that_were_agreed_to(tmp_path: Path) -> None:
    study = Study(tmp_path)
    with study.open() as at:
        begin(at)
        at.send("a\r")
        at.await_text("Ferry 2")
        at.end(signal.SIGTERM)
    text = study.file.read_text(encoding="utf-8")
    study.file.write_text(text.replace("Do you take part?", "Will you?"), encoding="utf-8")
    with study.open() as at:
        at.await_text("You were at question 2 of 4")
        at.end(signal.SIGTERM)
    study.file.write_text(text + "seconds_per_question = 9\n", encoding="utf-8")
    with study.open() as at:
        at.await_text("was edited since")
        at.end(signal.SIGTERM)
    assert len(study.record()[1].records) == 1


def test_the_end_says_what_to_do_with_the_code_and_leaves_it_on_the_terminal(
    tmp_path: Path,
) -> None:
    study = Study(tmp_path, block="number = 1")
    with study.open() as at:
        begin(at)
        at.send("a\r")
        at.await_text("Give this code to the person who invited you")
        code = str(study.record()[1].completion_code)
        at.read(0.5)
        at.raw = ""
        at.send("\r")
        assert at.end() == 0
        left = at.raw.rpartition("\x1b[?1049l")[2]
        assert code in left, "after the screen was given back"
        assert "countermodel " not in left.lower()


def test_practice_explains_a_wrong_answer_with_a_situation(
    tmp_path: Path,
) -> None:
    study = Study(tmp_path)
    practice = """[[blocks]]
station = "practice"
source = "builtin:practice"
filter = { ids = ["practice/singing-parrot"] }
rotate = false

"""
    text = study.file.read_text(encoding="utf-8")
    study.file.write_text(text.replace("[[blocks]]", f"{practice}[[blocks]]", 1), encoding="utf-8")
    with study.open() as at:
        at.await_text("Do you take part?")
        at.send("y")
        at.await_text("How it works")
        at.send("\r")
        at.await_text("Begin")
        at.send("\r")
        at.await_text("The parrot does not sing.")
        at.read(0.5)
        at.send("a")
        at.await_text("confirm A")
        at.send("\r")
        at.await_text("everything the text says is true, and your answer is not")
        at.send("\r")
        at.await_text("Main part")
        at.send("\r")
        at.await_text("Ferry 1")
        at.end(signal.SIGTERM)
    ((step, outcome),) = [(r.step, r.outcome) for r in study.record()[1].records]
    assert (step, outcome) == (0, "confirmed")


def test_ctrl_c_asks_and_a_second_one_quits(tmp_path: Path) -> None:
    study = Study(tmp_path)
    with study.open() as at:
        begin(at)
        at.send("b")
        at.await_text("confirm B")
        at.send("\x03")
        at.await_text("Quit?")
        at.send("\x03")
        assert at.end() == 0
    assert study.record()[0][-1].event.kind == "segment_ended"
    assert study.record()[1].drafts


def test_a_return_after_a_kill_says_what_counts(tmp_path: Path) -> None:
    study = Study(tmp_path, block="seconds_per_question = 600")
    with study.open() as at:
        begin(at)
        at.send("a")
        at.await_text("confirm A")
        at.end(signal.SIGKILL)
    with study.open() as at:
        at.await_text("the program was killed")
        at.send("\r")
        at.await_text("Ferry 1")
        at.end(signal.SIGTERM)
    with study.open() as at:
        at.await_text("The clock resumes when you do")
        at.read(1.0)
        assert "the program was killed" not in at.text
        at.end(signal.SIGTERM)
