"""Two annotators and an adjudicator at the real program, and the figures that come of it.

Everything goes through the commands and the keys: a queue of sixteen drawn, two annotators at it
together, one of them killed in the middle, an adjudicator, the report. What they say is a small
table, and every figure of the report is worked out from it in plain code.
"""

import json
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from subprocess import run
from typing import Any

import pytest

from items.models import Item
from items.registry import load
from items.sources.own import write
from sessions.annotation import store
from sessions.check_db import check
from sessions.database import Database
from study.annotation.queue import LoadedQueue, load_queue
from study.annotation.scheme import Verdict
from tests.bots import by_hand
from tests.bots.judges import Judge, Say, said, taking_turns
from tests.bots.terminal import PROGRAM, ROOT
from tests.shared_data import shared_path
from tests.study.annotation.samples import item

ANN, BEN, EVE = "annabel", "bertram", "evelyn"
N = 16
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
# One letter an item, in the order of the items.
LETTERS: Mapping[str, Verdict] = {
    "y": "yes", "n": "no", "u": "unsure", "w": "works", "s": "shallow", "a": "absent",
    "-": (), "v": ("vague",), "f": ("false",), "b": ("vague", "false"),
    "1": 1, "2": 2, "3": 3, "4": 4, "5": 5,
}  # fmt: skip
TABLE = {
    "clear": ("yyyynyyunyyyynyy", "yyynnyyuyyyyynyn"),
    "gold@1": ("yyyyyyyyyyyyyyny", "yyyyynyyyyyyyyny"),
    "gold@2": ("ynyyyyyuyyyynyyy", "ynyyyyynyyyyyyyy"),
    "hard": ("1234523145123344", "1335523135123254"),
    "use": ("wwsaawwsaawwsawa", "wwsaawssaawwaawa"),
    "faults": ("--v--f--b-------", "--v--b--v---f---"),
}
Table = Mapping[str, tuple[str, str]]


def program(*arguments: object) -> str:
    """Run a command; what it printed."""
    done = run([sys.executable, "-c", PROGRAM, *map(str, arguments)], cwd=ROOT, timeout=120,
               capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def drawn(folder: Path, source: object, scheme: str, *more: object) -> LoadedQueue:
    """A queue of sixteen for two, as the command makes it."""
    path = folder / "spot.toml"
    program("annotate", "new", path, "--from", source, "--sample", N, "--overlap", 2,
            "--annotators", f"{ANN},{BEN}", "--seed", 4, "--scheme", scheme, *more)  # fmt: skip
    queue = load_queue(path)
    assert len(queue.queue.entries) == N
    return queue


def column(table: Table, who: int) -> dict[str, dict[str, Verdict]]:
    """What one judge says: check to item's place to verdict."""
    return {
        key: {str(n): LETTERS[letter] for n, letter in enumerate(columns[who])}
        for key, columns in table.items()
    }


def in_dispute(table: Table, keys: Sequence[str], place: int) -> list[str]:
    """Checks of an item on which the two differ."""
    return [key for key in keys if key in table and len({c[place] for c in table[key]}) > 1]


class Report:
    """The report of a queue as its JSON says."""

    def __init__(self, database: Path) -> None:
        told = json.loads(program("report", "--db", database, "--study", "spot", "--json"))
        self.tables = {table["name"]: table for table in told["tables"]}

    def rows(self, name: str, **wanted: object) -> list[dict[str, Any]]:
        """Rows of a table with these cells."""
        table = self.tables[name]
        names = [c["name"] if isinstance(c, dict) else c for c in table["columns"]]
        rows = [dict(zip(names, row, strict=True)) for row in table["rows"]]
        return [row for row in rows if all(row[key] == value for key, value in wanted.items())]

    def row(self, name: str, **wanted: object) -> dict[str, Any]:
        """The only such row."""
        (row,) = self.rows(name, **wanted)
        return row


def hold_to_the_table(report: Report, table: Table, items: Mapping[int, Sequence[str]]) -> None:
    """Every figure of agreement, from the table alone. `items`: place to the keys asked there."""
    for check_id in dict.fromkeys(key.partition("@")[0] for key in table):
        units = [
            (LETTERS[table[key][0][place]], LETTERS[table[key][1][place]])
            for place, keys in items.items()
            for key in keys
            if key.partition("@")[0] == check_id and key in table
        ]
        row = report.row("annotation agreement", check=check_id, subset="all")
        assert row["units"] == len(units)
        assert row["raw"] == pytest.approx(by_hand.raw(units)), check_id
        assert row["Fleiss' kappa"] == _about(by_hand.fleiss(units)), check_id
        assert row["alpha"] == _about(by_hand.alpha(units)), check_id
        ordered = all(isinstance(value, int) for unit in units for value in unit)
        ordinal = by_hand.alpha(units, ordinal=True) if ordered else None
        assert row["ordinal alpha"] == _about(ordinal), check_id
        pair = report.row("annotation agreement of pairs", check=check_id, subset="all")
        assert (pair["pair"], pair["units"]) == (f"{ANN} · {BEN}", len(units))
        assert pair["Cohen's kappa"] == _about(by_hand.cohen(units)), check_id
        for low, value, high in (
            ("raw low", "raw", "raw high"),
            ("Fleiss' kappa low", "Fleiss' kappa", "Fleiss' kappa high"),
            ("alpha low", "alpha", "alpha high"),
        ):
            if row[value] is not None:
                assert row[low] <= row[value] <= row[high]


def _about(value: float | None) -> object:
    return None if value is None else pytest.approx(value)


def used_by_hand(database: Path, queue: LoadedQueue) -> dict[str, list[float]]:
    """Annotator to seconds on each entry, added up event by event from the rows."""
    found: dict[str, list[float]] = {}
    with Database.open(database) as db:
        for desk in store.desks(db, queue.hash):
            if desk.role != "annotator":
                continue
            sql = "SELECT kind, payload, mono_ns FROM annotation WHERE desk = ? ORDER BY seq"
            times: dict[str, int] = {}
            current, before = None, 0
            for kind, payload, mono_ns in db.rows(sql, desk.id):
                if current is not None and kind not in ("segment_started", "desk_opened"):
                    times[current] = times.get(current, 0) + mono_ns - before
                if kind in ("entry_opened", "undone"):
                    current = json.loads(payload)["entry"]
                elif kind in ("submitted", "skipped", "released"):
                    current = None
                before = mono_ns
            found[desk.annotator] = [ns / 1e9 for ns in times.values()]
    return found


def events(database: Path, queue: LoadedQueue, who: str, kind: str) -> Iterator[dict[str, Any]]:
    """Payloads of one desk's events of a kind."""
    with Database.open(database) as db:
        (desk,) = [row for row in store.desks(db, queue.hash) if row.annotator == who]
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
    ann = Judge(queue, database, ANN, said(column(table, 0), places))
    ben = Judge(queue, database, BEN, said(column(table, 1), places))
    with ann.sit() as at, ben.sit((80, 24)) as other:
        for _turn in range(5):
            assert ann.turn(at)
            assert ben.turn(other)
        # Some checks of the sixth, half a comment, and the power goes.
        assert ann.turn(at, most=half)
        ann.until(at, lambda s: s.on_screen and len(s.on_screen.verdicts) == half, "begun")
        at.raw = ""
        at.send("\x1bOR")
        at.await_text("Comment")
        at.send("this far and")
        ann.until(at, lambda s: s.on_screen is not None and bool(s.on_screen.comment), "kept")
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
            taking_turns([(ben, other), (ann, again)])
            assert ann.idle(again)
    for who in (ANN, BEN):
        submitted = [one["entry"] for one in events(database, queue, who, "submitted")]
        assert sorted(submitted) == sorted(entry.id for entry in queue.queue.entries)
        dealt = [one["entry"] for one in events(database, queue, who, "entry_opened")
                 if one["dealt"]]  # fmt: skip
        assert sorted(dealt) == sorted(submitted)

    eve = Judge(queue, database, EVE, decide, adjudicates=True)
    disputed = {
        one: found
        for one, asked in keys.items()
        if (found := in_dispute(table, asked, int(places[one])))
    }
    assert 0 < len(disputed) < N
    with eve.sit() as at:
        for turn in range(len(disputed)):
            work = eve.look().on_screen
            assert work is not None
            shown = about(queue, work.entry)
            assert [one.key for one in eve.asked(work)] == disputed[shown]
            at.read(0.3)
            if turn == 0:
                assert "annotator 1:" in at.text
                assert "annotator 2:" in at.text
            assert ANN not in at.text
            assert BEN not in at.text
            at.raw = ""
            assert eve.turn(at)
        assert eve.idle(at)
        assert ANN not in at.text
    decided = {
        about(queue, entry): work.verdicts for entry, work in (eve.state or eve.look()).work.items()
    }
    assert {one: sorted(given) for one, given in decided.items()} == {
        one: sorted(asked) for one, asked in disputed.items()
    }
    reasons = [one.reason for given in decided.values() for one in given.values()]
    assert all(reason.startswith("because") for reason in reasons)
    with Database.open(database) as db:
        assert check(db).problems == ()


def about(queue: LoadedQueue, entry: str) -> str:
    """What an entry is about: its item, and the part that was answered."""
    one = queue.queue.entry(entry)
    return one.item + one.part


def against_the_adjudicator(
    report: Report,
    table: Table,
    keys: Mapping[str, Sequence[str]],
    places: Mapping[str, str],
    final: Mapping[str, Mapping[str, Verdict]],
) -> None:
    """Shares of the disputed verdicts on which each annotator was upheld."""
    for who, name in enumerate((ANN, BEN)):
        upheld: dict[str, list[bool]] = {"all": []}
        for item_id, asked in keys.items():
            place = int(places[item_id])
            for key in in_dispute(table, asked, place):
                right = LETTERS[table[key][who][place]] == final[key][str(place)]
                upheld["all"].append(right)
                upheld.setdefault(key.partition("@")[0], []).append(right)
        for check_id, rights in upheld.items():
            row = report.row("annotators against adjudication", annotator=name, check=check_id)
            assert (row["verdicts"], row["right"]) == (len(rights), sum(rights))
            assert row["share"] == pytest.approx(sum(rights) / len(rights))


def speed(report: Report, database: Path, queue: LoadedQueue) -> None:
    """Median time on an entry."""
    for name, seconds in used_by_hand(database, queue).items():
        row = report.row("annotation speed", annotator=name, check="whole entry")
        assert row["entries"] == N
        assert row["median"] == pytest.approx(median(seconds))
        progress = report.row("annotation progress", annotator=name)
        assert progress["time"] == pytest.approx(sum(seconds))
        assert (progress["submitted"], progress["skipped"], progress["begun"]) == (N, 0, 0)


@pytest.mark.slow
def test_sixteen_made_items_from_the_draw_to_the_report(tmp_path: Path) -> None:
    asked = [
        {"id": "1", "kind": "text", "text": "Who?", "gold": "A."},
        {"id": "2", "kind": "text", "text": "When?", "gold": "B."},
    ]
    made = [item(n, questions=[dict(one) for one in asked]) for n in range(N)]
    (tmp_path / "spot-scheme.toml").write_text(SCHEME, encoding="utf-8")
    (tmp_path / "items.jsonl").write_text(write(made), encoding="utf-8")
    queue = drawn(tmp_path, tmp_path / "items.jsonl", str(tmp_path / "spot-scheme.toml"),
                  "--by", "level,domain")  # fmt: skip
    database = tmp_path / "work.db"
    places = {f"i{n}": str(n) for n in range(N)}
    keys = {one.id: list(TABLE) for one in made}
    # The adjudicator sides with the second annotator on items of an even number, else the first.
    final = {
        key: {str(n): LETTERS[columns[n % 2 == 0][n]] for n in range(N)}
        for key, columns in TABLE.items()
    }
    judged_and_decided(queue, database, TABLE, keys, places, said(final, places))
    report = Report(database)
    hold_to_the_table(report, TABLE, {n: list(TABLE) for n in range(N)})
    against_the_adjudicator(report, TABLE, keys, places, final)
    speed(report, database, queue)
    # Each code by itself, too.
    found = [tuple("vague" in str(LETTERS[c[n]]) for c in TABLE["faults"]) for n in range(N)]
    units: list[by_hand.Unit] = [tuple(map(str, unit)) for unit in found]
    row = report.row("annotation agreement", check="faults: vague", subset="all")
    assert row["Fleiss' kappa"] == _about(by_hand.fleiss(units))
    # A subset is what it is stratified by.
    level = [n for n in range(N) if n % 3 == 1]
    units = [tuple(LETTERS[c[n]] for c in TABLE["clear"]) for n in level]
    row = report.row("annotation agreement", check="clear", subset="level = 1")
    assert row["units"] == len(level)
    assert row["alpha"] == _about(by_hand.alpha(units))
    # What is true of the items in the end: the adjudicator's word, else what both said.
    rates = report.row("annotation rates", check="clear", subset="all")
    verdicts = [final["clear"][str(n)] for n in range(N)]
    assert (rates["entries"], rates["right"]) == (
        sum(verdict != "unsure" for verdict in verdicts),
        verdicts.count("yes"),
    )


MATCHES: Table = {"match": ("yyynyyyunnyyyyyn", "yyynyynunyyyynyn")}


@pytest.mark.slow
def test_sixteen_answers_graded_feed_item_and_sub_question_accuracy(tmp_path: Path) -> None:
    """Eight items with two questions each, answered by a model in words that only people can
    grade."""
    asked = [
        {"id": "1", "kind": "text", "text": "Who?", "gold": "A."},
        {"id": "2", "kind": "text", "text": "When?", "gold": "B."},
    ]
    made = [item(n, questions=[dict(one) for one in asked]) for n in range(N // 2)]
    parts = [(one.id, part) for one in made for part in ("1", "2")]
    answers = [
        {"item": name, "question": part, "response": f"It may well be {n}.", "model": "quiet",
         "setting": "words", "run": 1}
        for n, (name, part) in enumerate(parts)
    ]  # fmt: skip
    (tmp_path / "items.jsonl").write_text(write(made), encoding="utf-8")
    said_by_model = tmp_path / "answers.jsonl"
    said_by_model.write_text("\n".join(map(json.dumps, answers)) + "\n", encoding="utf-8")
    database = tmp_path / "work.db"
    program("import", said_by_model, "--format", "jsonl", "--items", tmp_path / "items.jsonl",
            "--db", database)  # fmt: skip
    queue = drawn(tmp_path, tmp_path / "items.jsonl", "answer-grading", "--db", database)
    assert "quiet" not in queue.text, "who answered is not told"
    places = {name + part: str(n) for n, (name, part) in enumerate(parts)}
    keys = {name: ["match"] for name in places}
    final = {"match": {str(n): LETTERS[MATCHES["match"][1][n]] for n in range(N)}}
    judged_and_decided(queue, database, MATCHES, keys, places, said(final, places), half=0)
    report = Report(database)
    hold_to_the_table(report, MATCHES, {n: ["match"] for n in range(N)})
    against_the_adjudicator(report, MATCHES, keys, places, final)
    # By hand: the second annotator's word holds everywhere; one answer nobody could judge.
    right = [{"y": True, "n": False, "u": None}[letter] for letter in MATCHES["match"][1]]
    items = [right[n : n + 2] for n in range(0, N, 2) if None not in right[n : n + 2]]
    questions = [one for one in right if one is not None]
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


@pytest.mark.slow
def test_sixteen_real_hard_items_from_the_draw_to_the_report(tmp_path: Path) -> None:
    source = shared_path("llmeval-logic/hard")
    queue = drawn(tmp_path, source, "hardened-item")
    database = tmp_path / "work.db"
    items = {one.id: one for one in load(source).items}
    chosen = [items[entry.item] for entry in queue.queue.entries]
    places = {one.id: str(n) for n, one in enumerate(chosen)}
    plain: Table = {
        **{f"gold@{n}": ("y" * N, "y" * N) for n in range(1, 20)},
        **ONE_FAULT,
        **dict.fromkeys(("coverage", "answer_audit", "reason_audit"), ("y" * N, "y" * N)),
        **dict.fromkeys(("leakage_audit", "reviewer_miss"), ("n" * N, "n" * N)),
        **dict.fromkeys(OTHER_STRATEGIES, ("a" * N, "a" * N)),
        **HARD,
    }
    keys = {one.id: _asked_of_hard(one, plain) for one in chosen}
    table = {key: plain[key] for key in plain if any(key in asked for asked in keys.values())}
    final = {key: {str(n): LETTERS[c[0][n]] for n in range(N)} for key, c in table.items()}
    judged_and_decided(queue, database, table, keys, places, said(final, places))
    report = Report(database)
    hold_to_the_table(report, table, {int(places[one.id]): keys[one.id] for one in chosen})
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
