"""Two annotators and an adjudicator at the real program, and the figures that come of it.

Everything goes through the commands and the keys: a queue of sixteen drawn, two annotators at it
together, one of them killed in the middle, an adjudicator, the report. What they say is a small
table, and every figure of the report is worked out from it in plain code.
"""

import json
import signal
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from items.files.loading import load
from items.models import Item
from items.sources.own_format import write
from sessions.record import queues
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from study.annotation.queue import LoadedQueue, load_queue
from study.annotation.scheme import Verdict
from tests.bots import by_hand
from tests.bots.annotation_report import (
    ANN,
    BEN,
    EVE,
    LETTERS,
    N,
    Report,
    Table,
    about_same,
    against_the_adjudicator,
    hold_to_the_table,
    in_dispute,
    program,
    speed,
)
from tests.bots.judges import Judge, Say, judge_from_table, resize, taking_turns
from tests.shared_data import shared_path
from tests.study.annotation.samples import item

SCHEME = """\
name = "spot"
title = "Spot check"
checks = [
    { id = "clear", text = "Is it clear?", kind = "yes_no", accept = ["yes"], reason = "rejected" },
    { id = "gold", text = "Is it right?", kind = "yes_no", each = "question", accept = ["yes"] },
    { id = "hard", text = "How hard is it?", kind = "scale" },
    { id = "use", text = "Does the twist work?", kind = "choice", accept = ["works"], options = [
        { id = "works", text = "works" },
        { id = "shallow", text = "shallow" },
        { id = "absent", text = "not used" },
    ] },
    { id = "faults", text = "What is wrong?", kind = "codes", options = [
        { id = "vague", text = "vague", severity = "soft" },
        { id = "false", text = "false" },
    ] },
]
"""
TABLE = {
    "clear": ("yyyynyyunyyyynyy", "yyynnyyuyyyyynyn"),
    "gold@1": ("yyyyyyyyyyyyyyny", "yyyyynyyyyyyyyny"),
    "gold@2": ("ynyyyyyuyyyynyyy", "ynyyyyynyyyyyyyy"),
    "hard": ("1234523145123344", "1335523135123254"),
    "use": ("wwsaawwsaawwsawa", "wwsaawssaawwaawa"),
    "faults": ("--v--f--b-------", "--v--b--v---f---"),
}


def drawn_queue(folder: Path, source: object, scheme: str, *more: object) -> LoadedQueue:
    """A queue of sixteen for two, as the command makes it."""
    path = folder / "spot.toml"
    program("annotate", "new", path, "--from", source, "--sample", N, "--overlap", 2,
            "--annotators", f"{ANN},{BEN}", "--seed", 4, "--scheme", scheme, *more)  # fmt: skip
    queue = load_queue(path)
    assert len(queue.queue.entries) == N
    return queue


def column(table: Table, annotator: int) -> dict[str, dict[str, Verdict]]:
    """What one judge says: check to item's place to verdict."""
    return {
        key: {str(n): LETTERS[letter] for n, letter in enumerate(columns[annotator])}
        for key, columns in table.items()
    }


def events(
    database: Path, queue: LoadedQueue, annotator: str, kind: str
) -> Iterator[dict[str, Any]]:
    """Payloads of one desk's events of a kind."""
    with Database.open(database) as db:
        (desk,) = [row for row in queues.desks(db, queue.hash) if row.annotator == annotator]
        sql = "SELECT payload FROM annotation WHERE desk = ? AND kind = ? ORDER BY seq"
        yield from (json.loads(row["payload"]) for row in db.rows(sql, desk.id, kind))


def judged_and_decided(
    queue: LoadedQueue,
    database: Path,
    table: Table,
    keys: Mapping[str, Sequence[str]],
    places: Mapping[str, str],
    decide: Say,
    half: int = 2,
) -> None:
    """Both annotators, one of them killed in the middle, then the adjudicator. `keys`: item (and
    the part answered) to what is asked of it; `places`: to its place in the table; `half`: how many
    checks were answered before the kill."""
    ann = Judge(queue, database, ANN, judge_from_table(column(table, 0), places))
    ben = Judge(queue, database, BEN, judge_from_table(column(table, 1), places))
    with ann.sit() as at, ben.sit((80, 24)) as other:
        for _turn in range(5):
            assert ann.judge_entry(at)
            assert ben.judge_entry(other)
        # Some checks of the sixth, half a comment, and the power goes.
        assert ann.judge_entry(at, most=half)
        ann.wait_until(at, lambda s: s.on_screen and len(s.on_screen.verdicts) == half, "begun")
        at.raw = ""
        at.send("\x1bOR")
        at.await_text("Comment")
        at.send("this far and")
        ann.wait_until(at, lambda s: s.on_screen is not None and bool(s.on_screen.comment), "kept")
        before = ann.look()
        assert at.end(signal.SIGKILL) == -signal.SIGKILL
        with ann.sit() as again:
            after = ann.look()
            work, drafts = after.on_screen, before.on_screen
            assert work is not None
            assert drafts is not None
            assert (work.entry, work.verdicts) == (drafts.entry, drafts.verdicts)
            assert work.comment == "this far and"
            assert after.submitted == before.submitted
            # One window is made smaller, the other larger.
            resize(again, (80, 24))
            resize(other, (120, 35))
            taking_turns([(ben, other), (ann, again)])
            assert ann.idle(again)
    for who in (ANN, BEN):
        submitted = [event["entry"] for event in events(database, queue, who, "submitted")]
        assert sorted(submitted) == sorted(entry.id for entry in queue.queue.entries)
        dealt = [event["entry"] for event in events(database, queue, who, "entry_opened")
                 if event["dealt"]]  # fmt: skip
        assert sorted(dealt) == sorted(submitted)

    eve = Judge(queue, database, EVE, decide, adjudicates=True)
    disputed = {
        text: texts
        for text, judges in keys.items()
        if (texts := in_dispute(table, judges, int(places[text])))
    }
    assert 0 < len(disputed) < N
    with eve.sit() as at:
        for turn in range(len(disputed)):
            work = eve.look().on_screen
            assert work is not None
            state_shown = about(queue, work.entry)
            assert [question.key for question in eve.asked_checks(work)] == disputed[state_shown]
            resize(at, (120, 34 + turn % 2))
            assert "annotator 1:" in at.text
            assert "annotator 2:" in at.text
            assert ANN not in at.text
            assert BEN not in at.text
            at.raw = ""
            assert eve.judge_entry(at)
        assert eve.idle(at)
        assert ANN not in at.text
    decided = {
        about(queue, entry): work.verdicts for entry, work in (eve.state or eve.look()).work.items()
    }
    assert {text: sorted(by_judge) for text, by_judge in decided.items()} == {
        text: sorted(judges) for text, judges in disputed.items()
    }
    reasons = [answer.reason for by_judge in decided.values() for answer in by_judge.values()]
    assert all(reason.startswith("because") for reason in reasons)
    with Database.open(database) as db:
        assert check(db).problems == ()


def about(queue: LoadedQueue, entry: str) -> str:
    """What an entry is about: its item, and the part that was answered."""
    member = queue.queue.entry(entry)
    return member.item + member.part


@pytest.mark.torture
def test_sixteen_made_items_from_the_draw_to_the_report(tmp_path: Path) -> None:
    question_texts = [
        {"id": "1", "kind": "text", "text": "Who?", "gold": "A."},
        {"id": "2", "kind": "text", "text": "When?", "gold": "B."},
    ]
    hard_items = [item(n, questions=[dict(texts) for texts in question_texts]) for n in range(N)]
    (tmp_path / "spot-scheme.toml").write_text(SCHEME, encoding="utf-8")
    (tmp_path / "items.jsonl").write_text(write(hard_items), encoding="utf-8")
    queue = drawn_queue(tmp_path, tmp_path / "items.jsonl", str(tmp_path / "spot-scheme.toml"),
                  "--by", "level,domain")  # fmt: skip
    database = tmp_path / "work.db"
    places = {f"i{n}": str(n) for n in range(N)}
    keys = {entry.id: list(TABLE) for entry in hard_items}
    # The adjudicator sides with the second annotator on items of an even number, else the first.
    final = {
        key: {str(n): LETTERS[columns[n % 2 == 0][n]] for n in range(N)}
        for key, columns in TABLE.items()
    }
    judged_and_decided(queue, database, TABLE, keys, places, judge_from_table(final, places))
    report = Report(database)
    hold_to_the_table(report, TABLE, {n: list(TABLE) for n in range(N)})
    against_the_adjudicator(report, TABLE, keys, places, final)
    speed(report, database, queue)
    # Each code by itself, too.
    outcome = [tuple("vague" in str(LETTERS[c[n]]) for c in TABLE["faults"]) for n in range(N)]
    units: list[by_hand.Unit] = [tuple(map(str, unit)) for unit in outcome]
    row = report.row("annotation agreement", check="faults: vague", subset="all")
    assert row["Fleiss' kappa"] == about_same(by_hand.fleiss(units))
    # A subset is what it is stratified by.
    level = [n for n in range(N) if n % 3 == 1]
    units = [tuple(LETTERS[c[n]] for c in TABLE["clear"]) for n in level]
    row = report.row("annotation agreement", check="clear", subset="level = 1")
    assert row["units"] == len(level)
    assert row["alpha"] == about_same(by_hand.alpha(units))
    # What is true of the items in the end: the adjudicator's word, else what both said.
    rates = report.row("annotation rates", check="clear", subset="all")
    verdicts = [final["clear"][str(n)] for n in range(N)]
    assert (rates["entries"], rates["right"], rates["unsure"]) == (
        len(verdicts),
        verdicts.count("yes"),
        verdicts.count("unsure"),
    )


MATCHES: Table = {"match": ("yyynyyyunnyyyyyn", "yyynyynunyyyynyn")}


@pytest.mark.torture
def test_sixteen_answers_graded_feed_item_and_sub_question_accuracy(tmp_path: Path) -> None:
    """Eight items with two questions each, answered by a model in words that only people can
    grade."""
    question_texts = [
        {"id": "1", "kind": "text", "text": "Who?", "gold": "A."},
        {"id": "2", "kind": "text", "text": "When?", "gold": "B."},
    ]
    hard_items = [
        item(n, questions=[dict(texts) for texts in question_texts]) for n in range(N // 2)
    ]
    parts = [(entry.id, part) for entry in hard_items for part in ("1", "2")]
    answers = [
        {"item": name, "question": part, "response": f"It may well be {n}.", "model": "quiet",
         "setting": "words", "run": 1}
        for n, (name, part) in enumerate(parts)
    ]  # fmt: skip
    (tmp_path / "items.jsonl").write_text(write(hard_items), encoding="utf-8")
    said_by_model = tmp_path / "answers.jsonl"
    said_by_model.write_text("\n".join(map(json.dumps, answers)) + "\n", encoding="utf-8")
    database = tmp_path / "work.db"
    program("import", said_by_model, "--format", "jsonl", "--items", tmp_path / "items.jsonl",
            "--db", database)  # fmt: skip
    queue = drawn_queue(tmp_path, tmp_path / "items.jsonl", "answer-grading", "--db", database)
    assert "quiet" not in queue.text, "who answered is not told"
    places = {name + part: str(n) for n, (name, part) in enumerate(parts)}
    keys = {name: ["match"] for name in places}
    final = {"match": {str(n): LETTERS[MATCHES["match"][1][n]] for n in range(N)}}
    judged_and_decided(
        queue, database, MATCHES, keys, places, judge_from_table(final, places), half=0
    )
    report = Report(database)
    hold_to_the_table(report, MATCHES, {n: ["match"] for n in range(N)})
    against_the_adjudicator(report, MATCHES, keys, places, final)
    # By hand: the second annotator's word holds everywhere; one answer nobody could judge.
    right = [{"y": True, "n": False, "u": None}[letter] for letter in MATCHES["match"][1]]
    items = [right[n : n + 2] for n in range(0, N, 2) if None not in right[n : n + 2]]
    questions = [holds for holds in right if holds is not None]
    assert (len(items), len(questions)) == (7, 15)
    row = report.row("graded answers", respondent="quiet")
    assert (row["items"], row["items right"]) == (7, sum(map(all, items)))
    assert row["Item Accuracy"] == pytest.approx(sum(map(all, items)) / 7)
    assert (row["questions"], row["questions right"]) == (15, sum(questions))
    assert row["Sub-Q Accuracy"] == pytest.approx(sum(questions) / 15)
    assert row["not graded"] == 1


HARD: Table = {
    "background": ("yyyynyyyyyynyyyy", "yyyyyyyyyyynyyyy"),
    "questions": ("yyyyyyyyyuyyyyyy", "yyyyyyyyyyyyynyy"),
    "add_branching": ("wwwwwwswwwwawwww", "wwwwwwswwawawwww"),
    "issues": ("----------------", "----------------"),
    "deserves_place": ("yyyynyyyyyynyyyy", "yyyyyyyyyyynyyyy"),
}
OTHER_STRATEGIES = (
    "add_distractor_premise",
    "change_question_to_set_output",
    "add_uncertainty_or_multi_answer",
    "add_counterfactual_variant",
    "alias_and_coreference_variation",
)
ONE_FAULT = {"gold@1": ("yyynyyyyyyyyyyyy", "yyynyyyyyyynyyyy")}


@pytest.mark.torture
def test_sixteen_real_hard_items_from_the_draw_to_the_report(tmp_path: Path) -> None:
    source = shared_path("llmeval-logic/hard")
    queue = drawn_queue(tmp_path, source, "hardened-item")
    database = tmp_path / "work.db"
    items = {member.id: member for member in load(source).items}
    chosen = [items[entry.item] for entry in queue.queue.entries]
    places = {member.id: str(n) for n, member in enumerate(chosen)}
    plain: Table = {
        **{f"gold@{n}": ("y" * N, "y" * N) for n in range(1, 20)},
        **ONE_FAULT,
        **dict.fromkeys(("coverage", "answer_audit", "reason_audit"), ("y" * N, "y" * N)),
        **dict.fromkeys(("leakage_audit", "reviewer_miss"), ("n" * N, "n" * N)),
        **dict.fromkeys(OTHER_STRATEGIES, ("a" * N, "a" * N)),
        **HARD,
    }
    keys = {member.id: _asked_of_hard(member, plain) for member in chosen}
    table = {
        key: plain[key]
        for key in plain
        if any(key in question_ids for question_ids in keys.values())
    }
    final = {key: {str(n): LETTERS[c[0][n]] for n in range(N)} for key, c in table.items()}
    judged_and_decided(queue, database, table, keys, places, judge_from_table(final, places))
    report = Report(database)
    hold_to_the_table(report, table, {int(places[member.id]): keys[member.id] for member in chosen})
    against_the_adjudicator(report, table, keys, places, final)
    speed(report, database, queue)
    # Nearly every gold is right for both: they agree often, and kappa is low or has no value.
    assert "paradox" in report.row("annotation agreement", check="coverage", subset="all")["note"]


def _asked_of_hard(one: Item, table: Table) -> list[str]:
    """What the scheme asks of an item without a formalization, in its order."""
    golds = [f"gold@{leaf.id}" for leaf in one.leaves]
    order = ["background", "questions", "coverage", "answer_audit", "reason_audit",
             "leakage_audit", "reviewer_miss", "add_branching", *OTHER_STRATEGIES, "issues",
             "deserves_place"]  # fmt: skip
    assert set(golds) | set(order) <= set(table)
    return [*golds, *order]
