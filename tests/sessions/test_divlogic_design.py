"""Many people of mixed kinds go through the shipped DivLogicEval study, one in five of them leaving
for good: balance over those who complete it, exclusions, and the dataset that is taken home.

Everything is counted again here from the exported tables, by code of its own.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from items.models import Item, Question
from sessions.export.psych_ds import export_psych_ds
from sessions.export.tidy_files import export
from sessions.record.clock import ManualClock
from sessions.record.proofs import stored_states
from sessions.report.accuracy_report import build_report
from sessions.report.papers.registry import paper_report
from sessions.report.report_tables import Table
from sessions.storage.database import Database
from sessions.taking.preflight import check_study
from sessions.taking.runner import Runner
from sessions.taking.simulating import play
from study.design.pools import read_sources
from study.design.protocol import load_study
from study.respondents.simulation import Act, Place, Profile, Respondent, Rules, Simulated
from tests.effort import turns
from tests.sessions.psych_ds_rules import errors

pytestmark = [pytest.mark.scaled, pytest.mark.slow]
BEGIN = datetime(2030, 1, 1, tzinfo=UTC)
PEOPLE = turns(15, 200)
HOURS_APART = 2
KINDS = {
    "diligent": Profile(right={"choice": 0.8, "qualification": 0.99}, careless=0, abandon=0),
    "tired": Profile(right={"qualification": 0.99}, careless=0, seconds=20, abandon=0),
    "slow": Profile(right={"qualification": 0.99}, careless=0, abandon=0, time_outs=0.3),
    "lost": Profile(right={"qualification": 0.3}, careless=0, abandon=0, spread=0),
    "unwilling": Profile(decline=1, careless=0, abandon=0),
    "leaving": Profile(right={"qualification": 0.99}, careless=0, abandon=1),
}


def kind_of(number: int) -> str:
    if number % 5 == 0:
        return "leaving"
    return {3: "tired", 7: "slow", 11: "lost", 14: "unwilling"}.get(number % 15, "diligent")


class Tired(Respondent):
    """Reads well until the main part, and then answers anything in a hurry."""

    def act(
        self,
        step: Place,
        block: Rules,
        question: Question,
        item: Item | None = None,
        *,
        instructed: bool = False,
        turn: tuple[int, ...] = (),
    ) -> Act:
        """As somebody careless from the main part on."""
        self.careless = block.role == "main"
        return super().act(step, block, question, item, instructed=instructed, turn=turn)


Lines = list[dict[str, str]]


class Held:
    """The record of all respondents, and its export."""

    def __init__(self, folder: Path) -> None:
        self.db = Database.open(folder / "held.db")
        self.study = load_study("builtin:divlogiceval")
        self.sources = read_sources(self.study)
        assert check_study(self.db, self.study, self.sources).warnings == ()
        self.proofs = stored_states(self.db)
        self.kinds: dict[str, str] = {}
        for number in range(1, PEOPLE + 1):
            self.arrives(number, kind_of(number), number * HOURS_APART)
        # A day later the slots of all who left are free: replacements come, who stay.
        later = PEOPLE * HOURS_APART + 48
        for number in range(PEOPLE + 1, PEOPLE + 1 + self.gaps()):
            self.arrives(number, "diligent", later + number * HOURS_APART)
        self.folder = folder / "export"
        export(self.db, self.folder)
        self.answers, self.sessions = self.table("answers"), self.table("sessions")

    def arrives(self, number: int, kind: str, hours: float) -> None:
        clock = ManualClock(BEGIN + timedelta(hours=hours))
        runner = Runner.open(
            self.db,
            self.study,
            f"P{number}",
            clock=clock,
            pools=lambda: self.sources.pools,
            proofs=self.proofs,
        )
        marked = Simulated(seed=8, number=number, profile=KINDS[kind])
        play(runner, clock, Tired(marked) if kind == "tired" else Respondent(marked))
        self.kinds[runner.session_id] = kind
        runner.close()

    def gaps(self) -> int:
        """Slots below the highest completed one that nobody has completed."""
        rows = self.db.tuples(
            "SELECT slot, (SELECT json_extract(payload, '$.outcome') FROM event"
            " WHERE session = id AND kind = 'session_completed') FROM session"
        )
        completed_slots = {slot for slot, outcome in rows if outcome == "completed"}
        return int(max(completed_slots)) + 1 - len(completed_slots)

    def table(self, name: str) -> Lines:
        with (self.folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def played_design(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    outcome = Held(tmp_path_factory.mktemp("design"))
    yield outcome
    outcome.db.close()


def by_session(rows: Lines, role: str) -> dict[str, Lines]:
    outcome: dict[str, Lines] = {}
    for row in rows:
        if row["role"] == role:
            outcome.setdefault(row["respondent"], []).append(row)
    return outcome


def test_a_fifth_drops_out_and_the_others_end_as_their_kind_does(played_design: Held) -> None:
    ends = Counter(
        (played_design.kinds[row["session"]], row["status"]) for row in played_design.sessions
    )
    assert sum(n for (kind, _), n in ends.items() if kind == "leaving") == PEOPLE // 5
    assert ends["leaving", "completed"] == 0
    assert ends["unwilling", "declined"] == sum(
        n for (kind, _), n in ends.items() if kind == "unwilling"
    )
    assert ends["lost", "not_qualified"] > 0
    assert ends["diligent", "completed"] > PEOPLE // 3


def test_balance_is_within_one_slot_over_completes(played_design: Held) -> None:
    completed = [row for row in played_design.sessions if row["status"] == "completed"]
    slots = sorted(int(row["slot"]) for row in completed)
    assert slots == list(range(len(completed))), "each slot once, none left open"
    mains = by_session(played_design.answers, "main")
    places: Counter[tuple[str, int]] = Counter()
    for row in completed:
        session_mains = mains[row["session"]]
        assert len({texts["item_hash"] for texts in session_mains}) == 60
        types = Counter(
            texts["item"].rpartition("/")[0].rpartition("/")[2] for texts in session_mains
        )
        assert types == {"3c1e-en": 30, "3e1c-en": 30}
        places.update((texts["item_hash"], int(texts["rotation"]) % 4) for texts in session_mains)
    items = {item for item, _ in places}
    assert len(items) == 60, "the same sample for everybody"
    for item in items:
        counts = [places[item, rotation] for rotation in range(4)]
        assert max(counts) - min(counts) <= 1, "options in each place equally often"


def test_attention_items_are_not_results_and_depend_on_the_kind_of_respondent(
    played_design: Held,
) -> None:
    completed = {
        row["session"]: row for row in played_design.sessions if row["status"] == "completed"
    }
    checks = by_session(played_design.answers, "attention")
    assert all(len(checks[session]) == 4 for session in completed)
    failed: Counter[str] = Counter()
    item_counts: Counter[str] = Counter()
    for session, row in completed.items():
        assert int(row["attention_failed"]) == counted_failures(played_design, session)
        failed[played_design.kinds[session]] += int(row["attention_failed"])
        item_counts[played_design.kinds[session]] += int(row["attention_asked"])
    shares = {kind: failed[kind] / item_counts[kind] for kind in ("tired", "diligent")}
    assert shares["tired"] > 2 * shares["diligent"], shares


def counted_failures(played_design: Held, session: str) -> int:
    """From the exported answers: instructions that were not followed, and twins answered
    differently."""
    mine = [row for row in played_design.answers if row["respondent"] == session]
    answers_by_item = {
        row["item"]: row["answer"] for row in mine if row["role"] == "main" and counts(row)
    }
    failed = 0
    for row in mine:
        if row["role"] != "attention":
            continue
        if row["item"].startswith("attention/"):
            failed += row["right"] != "true"
            continue
        first = answers_by_item.get(row["item"].replace("/reworded", "/words"))
        if first is not None and counts(row):
            failed += row["answer"] != first
    return failed


def counts(row: dict[str, str]) -> bool:
    return row["ending"] == "confirmed" and row["answer"] != ""


def counted_rules(played_design: Held, session: dict[str, str]) -> set[str]:
    """Which rules apply to a session, from the exported tables."""
    rules = set()
    if session["status"] != "completed":
        rules.add("unfinished")
    if counted_failures(played_design, session["session"]) >= 2:
        rules.add("attention")
    mine = [
        float(row["seconds"])
        for row in played_design.answers
        if row["respondent"] == session["session"]
        and row["role"] == "main"
        and row["ending"] == "confirmed"
    ]
    if mine and sum(seconds < 4 for seconds in mine) / len(mine) > 0.25:
        rules.add("quick")
    for line in (played_design.folder / "events.jsonl").read_text(encoding="utf-8").splitlines():
        if '"form_submitted"' not in line or session["session"] not in line:
            continue
        entries = json.loads(line)["payload"]["entries"]
        serious = entries.get("serious", {}).get("value", "")
        if serious.startswith("no"):
            rules.add("not-serious")
    return rules


def test_exclusions_are_applied_and_both_figures_are_reported(played_design: Held) -> None:
    expected = {row["session"]: counted_rules(played_design, row) for row in played_design.sessions}
    messages = {
        row["session"]: set(filter(None, row["excluded"].split("; ")))
        for row in played_design.sessions
    }
    assert messages == expected
    applied = Counter(rule for rules in expected.values() for rule in rules)
    assert min(applied[rule] for rule in ("unfinished", "attention", "quick")) > 0
    tables = {table.name: table for table in build_report(played_design.db).tables}
    rows = {row["rule"]: row for row in tables["exclusions"].by_name()}
    assert {rule: rows[rule]["sessions"] for rule in rows if rule != "any of them"} == {
        rule: applied[rule] for rule in ("unfinished", "attention", "quick", "not-serious")
    }
    assert rows["any of them"]["sessions"] == sum(map(bool, expected.values()))
    left = {session for session, rules in expected.items() if not rules}
    both = {
        row["sessions counted"]: row
        for row in tables["accuracy with and without exclusions"].by_name()
        if row["block"] == "main"
    }
    for name, sessions in (("all", set(expected)), ("after exclusions", left)):
        failed_sessions = [
            row["right"] == "true"
            for row in played_design.answers
            if row["role"] == "main" and row["respondent"] in sessions
        ]
        assert both[name]["answers"] == len(failed_sessions)
        assert both[name]["right"] == sum(failed_sessions)
    assert both["all"]["accuracy"] != both["after exclusions"]["accuracy"]
    assert main_row(tables["accuracy by block"])["answers"] == 60 * len(left)
    full = {table.name: table for table in build_report(played_design.db, full=True).tables}
    assert main_row(full["accuracy by block"])["answers"] == both["all"]["answers"]
    assert any("not applied" in note for note in full["accuracy by block"].notes)


def main_row(table: Table) -> dict[str, object]:
    return next(row for row in table.by_name() if row["block"] == "main")


def test_the_papers_table_has_the_people(played_design: Held) -> None:
    report = paper_report(played_design.db, "A", "divlogiceval")
    (table,) = [entry for entry in report.tables if entry.name == "human study"]
    row = next(
        row for row in table.by_name() if (row["who"], row["form"]) == ("Human", "natural language")
    )
    left = [row["session"] for row in played_design.sessions if not row["excluded"]]
    shares = []
    for session in left:
        mine = [
            answer["right"] == "true"
            for answer in played_design.answers
            if answer["respondent"] == session and answer["role"] == "main"
        ]
        shares.append(sum(mine) / len(mine))
    assert row["people"] == len(left)
    assert row["answers"] == 60 * len(left)
    assert row["average accuracy"] == pytest.approx(sum(shares) / len(shares))
    assert row["average accuracy (paper)"] == pytest.approx(0.867)


def test_the_dataset_keeps_the_rules_of_psych_ds(played_design: Held, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    export_psych_ds(played_design.db, folder, "What follows?")
    assert errors(folder) == []
