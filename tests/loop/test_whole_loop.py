"""The whole loop on loopback: generate, ask two models, stop, kill, resume, simulate, report.

Every figure is worked out once more from the server's own log, from the file of items and from the
record's events, by `plain`, which shares no code with the program's scores.
"""

from typing import Any

import pytest

from tests.loop import plain
from tests.loop.stage import CONCURRENCY, ITEMS, MUTANTS, PEOPLE, Server, Stage
from tests.sessions.crossed_model import crossed_share

pytestmark = pytest.mark.torture
ALL = ITEMS * MUTANTS


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return Stage(tmp_path_factory.mktemp("loop"))


@pytest.fixture(scope="module")
def server(stage: Stage) -> Server:
    return stage.play()


@pytest.fixture(scope="module")
def golds(stage: Stage, server: Server) -> dict[str, int]:
    return {id_: "ABCD".index(item["questions"][0]["gold"]) for id_, item in stage.items.items()}


# --- asking, stopped and resumed -----------------------------------------------------------------


def test_items_are_made(stage: Stage, server: Server) -> None:
    assert stage.printed["generate"]["written"] == ITEMS == len(stage.items)
    types = [item["attributes"]["question_type"] for item in stage.items.values()]
    assert {kind: types.count(kind) for kind in set(types)} == {
        "3c1e": 100,
        "3e1c": 100,
        "missing": 100,
    }


def test_stopped_with_ctrl_c_all_that_was_asked_is_kept(stage: Stage, server: Server) -> None:
    assert stage.printed["stopped"]["stopped"] is True
    assert stage.after["stopped"] == stage.after["seen when stopped"] < ALL
    assert stage.printed["stopped"]["answered"] == stage.after["stopped"]


def test_killed_in_the_middle_only_what_was_in_flight_is_asked_again(
    stage: Stage, server: Server
) -> None:
    assert stage.after["stopped"] + 200 < stage.after["killed"] < ALL
    # As many may be under way, and as many again have arrived and not be on disk yet.
    assert len(stage.in_flight) <= 2 * CONCURRENCY
    requests_before = server.request_counts("good")
    assert {place for place, times in requests_before.items() if times > 1} == stage.in_flight
    assert max(requests_before.values()) <= 2
    assert stage.printed["good"]["already"] == stage.after["killed"]


@pytest.mark.parametrize("model", ["good", "coin"])
def test_nothing_is_missing_and_nothing_is_there_twice(
    stage: Stage, server: Server, model: str
) -> None:
    every = {(item, k) for item in stage.items for k in range(MUTANTS)}
    assert set(server.request_counts(model)) == set(stage.stored(model)) == every
    assert set(stage.stored(model).values()) == {1}
    assert model == "good" or set(server.request_counts(model).values()) == {1}


def test_asked_once_more_nothing_is_asked(stage: Stage, server: Server) -> None:
    again = stage.printed["again"]
    assert (again["asked"], again["already"]) == (0, ALL)


# --- the report, worked out once more ------------------------------------------------------------

Answers = dict[str, dict[int, list[int | None]]]


def by_server(server: Server, model: str) -> Answers:
    """What a model answered, from the server's log."""
    counts: Answers = {}
    for name, item, k, option in server.said:
        if name == model:
            counts.setdefault(item, {})[k] = [option]
    return counts


def planned_blocks(started: dict[str, Any]) -> list[dict[str, Any]]:
    """The stations of a plan that ask questions of items."""
    return [station for station in started["plan"]["stations"] if "steps" in station]


def by_people(stage: Stage) -> tuple[Answers, list[dict[str, Any]]]:
    """What people answered, from the events alone; and a line for each answer."""
    counts: Answers = {}
    lines: list[dict[str, Any]] = []
    for session, events in stage.events.items():
        blocks = planned_blocks(events[0][1])
        steps = {step["index"]: step for block in blocks for step in block["steps"]}
        for kind, payload in events:
            if kind not in ("answer_confirmed", "question_timed_out"):
                continue
            step = steps[payload["step"]]
            confirmed = kind == "answer_confirmed"
            line = {
                "session": session,
                "block": blocks[step["block"]]["id"],
                "item": step["item_id"],
                "answers": payload["answers"] if confirmed else {},
                "confidence": payload["confidence"],
            }
            lines.append(line)
            if line["block"] == "main":
                answer = line["answers"].get("1")
                chosen = -1 if answer is None else answer["option"]
                mutants = counts.setdefault(step["item_id"], {})
                # N and a time-out are one class, and neither is ever right here.
                mutants.setdefault(step["shift"] % 4, []).append(None if chosen == -1 else chosen)
    return counts, lines


def is_close(value: object, expected: float) -> bool:
    return isinstance(value, float | int) and abs(value - expected) < 1e-9


def assert_bounds(row: dict[str, Any], name: str, expected: plain.Bounds) -> None:
    assert is_close(row[name], expected.value)
    low, high = (name, f"{name} ") if name != "accuracy" else ("", "")
    assert is_close(row[f"{low} low".strip()], expected.low)
    assert is_close(row[f"{high}high".strip()], expected.high)


def same_alone(row: dict[str, Any], name: str, expected: plain.Bounds) -> None:
    """The value to the last digit, the ends of the interval within two points: the report counts
    the few items of one structure as one cluster, and here every item stands alone."""
    assert is_close(row[name], expected.value)
    low, high = (name, f"{name} ") if name != "accuracy" else ("", "")
    assert row[f"{low} low".strip()] == pytest.approx(expected.low, abs=0.02)
    assert row[f"{high}high".strip()] == pytest.approx(expected.high, abs=0.02)


def row_of(rows: list[dict[str, Any]], **wanted: object) -> dict[str, Any]:
    (entry,) = [row for row in rows if all(row[name] == member for name, member in wanted.items())]
    return entry


def respondents(stage: Stage, server: Server) -> dict[str, Answers]:
    people, _lines = by_people(stage)
    counted = sum(
        any(block["id"] == "main" for block in planned_blocks(events[0][1]))
        and any(
            kind in ("answer_confirmed", "question_timed_out") and payload["step"] >= 6
            for kind, payload in events
        )
        for events in stage.events.values()
    )
    return {
        "good": by_server(server, "good"),
        "coin": by_server(server, "coin"),
        f"simulated ({counted})": people,
    }


TYPES = ("all", "3c1e", "3e1c", "missing")


@pytest.mark.parametrize("question_type", TYPES)
def test_acc_cir_and_pc_of_everybody_by_question_type(
    stage: Stage, server: Server, golds: dict[str, int], question_type: str
) -> None:
    rows = stage.table("multiple choice")
    checked = 0
    for name, answers in respondents(stage, server).items():
        narrow = {
            item: mutants
            for item, mutants in answers.items()
            if question_type in ("all", stage.items[item]["attributes"]["question_type"])
        }
        if not narrow:
            assert not [
                r for r in rows if (r["respondent"], r["question type"]) == (name, question_type)
            ]
            continue
        row = row_of(rows, respondent=name, **{"question type": question_type})
        expected = plain.scores(narrow, golds)
        assert row["items"] == expected.items
        if name.startswith("simulated"):  # of people: the interval is for new people, so wider
            assert is_close(row["ACC"], expected.acc.value)
            assert row["ACC low"] < expected.acc.low < expected.acc.high < row["ACC high"]
        else:
            same_alone(row, "ACC", expected.acc)
        assert row["items with every mutant"] == expected.complete > 0
        assert is_close(row["CIR"], plain.mean(expected.cirs))
        assert is_close(row["PC"], plain.mean(expected.pcs))
        together = name.startswith("simulated")
        assert row["put together"] == ("yes" if together else "no")
        if not together:
            same_alone(row, "CIR", plain.of_items(expected.cirs))
        low, high = plain.percentiles(expected.pcs)
        width = high - low
        if together:  # for new people too, so at least as wide
            assert row["PC low"] < low + 0.15 * width
            assert row["PC high"] > high - 0.15 * width
        else:
            assert abs(row["PC low"] - low) < 0.25 * width
            assert abs(row["PC high"] - high) < 0.25 * width
        checked += 1
    assert checked == (2 if question_type == "missing" else 3)


def test_accuracy_of_everybody_over_everything(
    stage: Stage, server: Server, golds: dict[str, int]
) -> None:
    rows = stage.table("accuracy of models and people")
    main = [line for line in by_people(stage)[1] if line["block"] == "main"]
    for name, answers in respondents(stage, server).items():
        tallies = plain.tallies(answers, golds)
        row = row_of(rows, respondent=name)
        assert row["kind"] == ("simulated" if name.startswith("simulated") else "model")
        assert row["items"] == len(answers)
        assert (row["right"], row["answers"]) == tuple(map(sum, zip(*tallies, strict=True)))
        people = row["kind"] == "simulated"
        if people:
            assert_bounds(row, "accuracy", of_people(main, golds))
        else:
            same_alone(row, "accuracy", plain.clustered(tallies))
        assert row["failed"] == 0
    assert len(rows) == 3


def test_the_coin_is_a_coin_and_the_good_one_is_right_four_times_in_five(
    stage: Stage, server: Server
) -> None:
    rows = stage.table("multiple choice")
    coin, good = (row_of(rows, respondent=name, **{"question type": "all"}) for name in MODELS_)
    assert 0.17 < coin["ACC"] < 0.33
    assert coin["CIR"] < 0.03
    assert 0.72 < good["ACC"] < 0.88
    assert good["CIR"] == pytest.approx(0.8**4, abs=0.09)


MODELS_ = ("coin", "good")


def test_what_became_of_the_ten(stage: Stage, server: Server) -> None:
    entry = stage.printed["simulate"]
    assert entry["sessions"] == PEOPLE == len(stage.events)
    outcomes = [
        payload["outcome"]
        for events in stage.events.values()
        for kind, payload in events
        if kind == "session_completed"
    ]
    assert entry["completed"] == outcomes.count("completed") > 5
    assert entry["rejected"] == outcomes.count("not_qualified")
    rows = {row["status"]: row["sessions"] for row in stage.table("sessions")}
    assert rows["completed"] == entry["completed"]
    assert rows["not qualified"] == entry["rejected"]
    assert rows["under way"] == entry["abandoned"]
    titles = {table["study"] for table in stage.printed["report"]["tables"]}
    assert titles == {"The loop (simulated respondents)", "Models and people"}


def test_peoples_accuracy(stage: Stage, server: Server, golds: dict[str, int]) -> None:
    _answers, lines = by_people(stage)
    main = [line for line in lines if line["block"] == "main"]
    expected = of_people(main, golds)
    row = row_of(stage.table("accuracy by block"), block="main")
    assert (row["answers"], row["right"]) == (len(main), round(expected.value * len(main)))
    assert_bounds(row, "accuracy", expected)
    assert_bounds(
        row_of(stage.table("accuracy by question kind"), kind="choice"), "accuracy", expected
    )
    by_type = stage.table("accuracy by item attribute")
    for kind in ("3c1e", "3e1c"):
        people_rows = [
            line
            for line in main
            if stage.items[line["item"]]["attributes"]["question_type"] == kind
        ]
        row = row_of(by_type, attribute="question_type", value=kind)
        assert_bounds(row, "accuracy", of_people(people_rows, golds))


def of_people(lines: list[dict[str, Any]], golds: dict[str, int]) -> plain.Bounds:
    """The share of right answers, for new people and new items; no two have one form."""
    cells = [
        (
            str(line["session"]),
            line["item"],
            int(line["answers"].get("1", {}).get("option") == golds[line["item"]]),
        )
        for line in lines
    ]
    return plain.Bounds(*crossed_share(cells))


def test_confidence_against_accuracy(stage: Stage, server: Server, golds: dict[str, int]) -> None:
    _answers, lines = by_people(stage)
    rows = {row["confidence"]: row for row in stage.table("confidence against accuracy")}
    for rating in range(1, 6):
        rights = [
            line["answers"].get("1", {}).get("option") == golds[line["item"]]
            for line in lines
            if line["block"] == "main" and line["confidence"] == rating
        ]
        assert (rows[rating]["answers"], rows[rating]["right"]) == (len(rights), sum(rights))
