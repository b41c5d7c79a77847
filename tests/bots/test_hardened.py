"""A hard item formalized at the annotator's real screen, its golds proved, exported, verified."""

import json
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.answers import ModelsAnswer
from items.files.loading import load
from items.models import Item
from sessions.record import queues
from sessions.storage.database import Database
from study.annotation.state import DeskState, EntryWork
from tests.bots.terminal import STUCK_SECONDS, Terminal
from tests.items import ferry_item, philosophy_item
from tests.sessions.annotation_samples import write_items
from tests.shared_data import shared_path
from tui.cli import main

STRATEGIES = (
    "add_branching",
    "add_distractor_premise",
    "change_question_to_set_output",
    "add_uncertainty_or_multi_answer",
    "add_counterfactual_variant",
    "alias_and_coreference_variation",
)
CTRL_B, CTRL_S, ENTER, ESCAPE, F2, F5 = "\x02", "\x13", "\r", "\x1b", "\x1bOQ", "\x1b[15~"


def real() -> Item:
    source = shared_path("llmeval-logic/hard")
    return next(item for item in load(source).items if item.id == philosophy_item.ITEM)


def call(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == code, result.output
    return result.stdout


class Annotator:
    """Somebody at the screen; what they did is read from the database, as anybody could."""

    def __init__(self, terminal: Terminal, database: Path) -> None:
        self.terminal, self.database = terminal, database

    def state(self) -> DeskState:
        with Database.open(self.database) as db:
            for hash_, _, _ in queues.queues(db):
                for row in queues.desks(db, hash_):
                    return queues.state_of(db, row.id)
        return DeskState()

    def wait_until(
        self, holds: Callable[[EntryWork], bool], condition_name: str, focus: str = ""
    ) -> EntryWork:
        """Wait until it is stored, and the cursor is on that check."""
        end = time.monotonic() + STUCK_SECONDS
        while time.monotonic() < end:
            assert self.terminal.read(0.05), self.terminal.text[-2000:]
            state = self.state()
            work = next(iter(state.work.values()), None)
            if work is not None and holds(work) and focus in ("", state.focus):
                return work
        raise AssertionError(
            f"never {condition_name}: {self.state()}\n{self.terminal.text[-3000:]}"
        )

    def type(self, text: str) -> None:
        """By hand, if fast: a terminal takes no more at a time than it is read."""
        keys = text.replace("\n", ENTER)
        for start in range(0, len(keys), 100):
            self.terminal.send(keys[start : start + 100])
            self.terminal.read(0.02)

    def go_to(self, keys: str, check: str) -> None:
        """Keys, if any, that lead to a check."""
        self.terminal.send(keys)
        self.wait_until(lambda _work: True, f"at {check}", check)

    def give(self, keys: str, check: str, verdict: object) -> None:
        """Keys that give the check at the cursor its verdict."""
        self.go_to("", check)
        self.terminal.send(keys)
        self.wait_until(
            lambda work: check in work.verdicts and work.verdicts[check].verdict == verdict,
            f"{check} = {verdict}",
        )

    def formalize(self, pad: str) -> EntryWork:
        """Type it into the scratchpad and attach it."""
        self.terminal.send(CTRL_B)
        self.terminal.await_text("attaches it")
        self.type(pad)
        last = pad.rstrip("\n").splitlines()[-1]
        self.wait_until(lambda work: last in work.pad, "typed")
        self.terminal.send(CTRL_S)
        self.wait_until(lambda work: work.formalization is not None, "attached")
        return self.wait_until(lambda work: bool(work.settled_verdicts), "settled")

    def agree(self, questions: list[str]) -> None:
        """Each typed gold equals the published one."""
        for id in questions:
            self.give("+", f"gold@{id}", "yes")

    def judge(self) -> None:
        """All that the solver leaves open, from where the cursor is: the item is found good."""
        for check in ("background", "questions", "coverage", "answer_audit", "reason_audit"):
            self.give("+", check, "yes")
        for check in ("leakage_audit", "reviewer_miss"):
            self.give("-", check, "no")
        for check, after in pairwise((*STRATEGIES, "issues")):
            self.give(" ", check, "works")
            self.go_to(ENTER, after)
        self.terminal.send(" ")
        self.terminal.await_text("Enter")
        self.give(ENTER, "issues", ())
        # What closed the window is told before the window is gone.
        self.terminal.read(0.5)
        self.go_to(ENTER, "deserves_place")
        self.give("+", "deserves_place", "yes")
        self.terminal.send(F2)
        self.terminal.await_text("Reason")
        self.type("every answer follows")
        self.terminal.send(CTRL_S)
        self.wait_until(lambda work: work.verdicts["deserves_place"].reason != "", "a reason")
        self.terminal.send(F5)
        self.wait_until(lambda work: work.standing == "submitted", "submitted")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "pad", "queries"),
    [
        pytest.param(lambda: ferry_item.ITEM, ferry_item.PAD, 4, id="own"),
        pytest.param(real, philosophy_item.PAD, 6, id="llmeval-logic"),
    ],
)
def test_an_item_formalized_on_screen_is_proved_exported_and_verified(
    tmp_path: Path, function: Callable[[], Item], pad: str, queries: int
) -> None:
    item = function()
    source = write_items(tmp_path / "items.jsonl", [item])
    queue, database = tmp_path / "hard.toml", tmp_path / "work.db"
    call(
        "annotate", "new", str(queue), "--from", source, "--annotators", "ann",
        "--scheme", "hardened-item",
    )  # fmt: skip
    arguments = ["annotate", str(queue), "--annotator", "ann", "--db", str(database)]
    with Terminal(arguments, (120, 35), loaded=True) as terminal:
        terminal.await_text("Checks")
        at = Annotator(terminal, database)
        work = at.formalize(pad)
        golds = {
            key: verdict for key, verdict in work.settled_verdicts.items() if key.startswith("gold")
        }
        # Proved is what was typed; that it says what was published, a person has to say.
        assert golds == {}
        assert all(work.proofs[f"gold@{q.id}"].startswith("published: “") for q in item.questions)
        assert work.settled_verdicts["space_closed"] == "yes"
        at.agree([question.id for question in item.questions])
        at.judge()
        terminal.send(ESCAPE)
        assert terminal.end() == 0
    out = tmp_path / "accepted.jsonl"
    document = json.loads(
        call("annotate", "export", str(queue), "--items", str(out), "--json", "--db", str(database))
    )
    assert document == {"accepted": 1, "not_accepted": 0, "open": 0, "proofs": {item.id: "proved"}}
    checked = json.loads(call("verify", str(out), "--json"))
    assert (checked["items"], checked["agree"]) == (1, queries)
    assert checked["disagree"] == checked["unchecked"] == []
    (formalized_item,) = load(out).items
    assert formalized_item.text == item.text
    assert [question.text for question in formalized_item.questions] == [
        q.text for q in item.questions
    ]
    texts = formalized_item.provenance.parameters["gold_texts"]
    assert texts == {q.id: getattr(q.gold, "text", None) for q in item.questions}
    # A gold with one model less is found out.
    first = formalized_item.questions[0]
    assert isinstance(first.gold, ModelsAnswer)
    less = ModelsAnswer(models=frozenset(sorted(first.gold.models, key=sorted)[1:]))
    short = formalized_item.model_copy(
        update={
            "questions": (first.model_copy(update={"gold": less}), *formalized_item.questions[1:])
        }
    )
    wrong = write_items(tmp_path / "wrong.jsonl", [short])
    assert len(json.loads(call("verify", wrong, "--json", code=1))["disagree"]) == 1
