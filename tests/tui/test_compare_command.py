"""The command `compare`: two respondents or groups, against figures worked out by hand."""

import json
import re
from dataclasses import replace
from math import log
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.answers import ChoiceAnswer, CountAnswer, TextAnswer
from items.models import Item
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import ManualClock
from sessions.report.accuracy_report import build_report
from sessions.report.headline import headline
from sessions.storage.database import Database
from solver.errors import InputError
from study.statistics.chi_square import holm
from tests.items.recorded.joined_rows import choice, several
from tests.sessions.helpers import PLAIN, begin
from tui.cli import main

ITEMS = [choice(f"i{n}", f"Text {n}.", 0) for n in range(7)]
RIGHT, HALF, WRONG = (0, 0, 0, 0), (0, 0, 1, 2), (1, 1, 1, 1)
ALPHA = (RIGHT, RIGHT, RIGHT, WRONG, HALF, RIGHT)
"""What alpha's first run chose for the four mutants of each item; the seventh was not asked."""
BETA = (RIGHT, WRONG, WRONG, RIGHT, WRONG, HALF)
PC_HALF = 0.5 * (1 + 0.5 * log(0.5, 4) + 2 * 0.25 * log(0.25, 4))


def model_answers(
    item: Item, model: str, chosen: tuple[int, ...], run: int = 1
) -> list[ModelAnswer]:
    return [
        ModelAnswer(
            model=model,
            setting="0-shot",
            run=run,
            item_hash=item.content_hash,
            item_id=item.id,
            question=item.leaves[0].id,
            part=item.leaves[0].id,
            mutant=mutant,
            status="answered",
            answer=ChoiceAnswer(option=option),
            call=Call(utc="2025-01-01T12:00:00Z", prompt_hash="p"),
        )
        for mutant, option in enumerate(chosen)
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Alpha in two runs, of which the second is all wrong; beta in one; a person on other items."""
    path = tmp_path / "record.db"
    with Database.open(path) as db:
        rows = [
            *(
                row
                for n, entry in enumerate(ALPHA)
                for row in model_answers(ITEMS[n], "lab/alpha", entry)
            ),
            *(row for n in range(6) for row in model_answers(ITEMS[n], "lab/alpha", WRONG, run=2)),
            *(
                row
                for n, entry in enumerate(BETA)
                for row in model_answers(ITEMS[n], "beta", entry)
            ),
            *model_answers(ITEMS[6], "beta", RIGHT),
        ]
        responses.add(db, rows, ITEMS)
        for code, right in (("ANNA", True), ("BORIS", False)):
            runner = begin(db, PLAIN, ManualClock(), code=code)
            while (current := runner.current) is not None:
                leaf = current.question.leaves[0]
                assert isinstance(leaf.gold, ChoiceAnswer)
                assert leaf.gold.option is not None
                wrong = ChoiceAnswer(option=(leaf.gold.option + 1) % len(leaf.options))
                runner.change(leaf.id, leaf.gold if right else wrong)
                runner.set_confidence(3)
                runner.confirm()
                if runner.state.phase != "question" and not runner.state.ended:
                    runner.proceed()
            runner.close()
    return path


def call(path: Path, *arguments: str) -> Result:
    args = ["compare", *arguments, "--db", str(path)]
    return CliRunner().invoke(main, args, standalone_mode=False, catch_exceptions=False)


def compared(path: Path, *arguments: str) -> dict[str, Any]:
    entry: dict[str, Any] = json.loads(call(path, *arguments, "--json").stdout)
    return entry


def test_two_runs_on_the_items_both_answered(path: Path) -> None:
    entry = compared(path, "lab/alpha/0-shot/1", "beta")
    assert entry["items"] == 6
    assert entry["accuracy"]["left"] == pytest.approx(4.5 / 6)
    assert entry["accuracy"]["right"] == pytest.approx(2.5 / 6)
    assert entry["accuracy"]["difference"] == pytest.approx(2 / 6)
    low, high = entry["accuracy"]["interval"]
    assert low < 2 / 6 < high
    # One difference is 0; the others are given their signs in all 32 ways.
    sums = [
        sum(s * d for s, d in zip(signs, (1, 1, 1, 0.5, 0.5), strict=True)) for signs in _signs(5)
    ]
    extreme = sum(abs(value) >= 2 - 1e-9 for value in sums) / len(sums)
    assert entry["accuracy"]["permutation_p"] == pytest.approx(extreme)
    assert entry["accuracy"]["permutation_exact"] is True
    assert (entry["accuracy"]["p"] < 0.05) == (low > 0)
    assert (entry["p_holm"], entry["pairs_together"]) == (entry["accuracy"]["p"], 1)
    pc = entry["PC"]
    assert pc["left"] == pytest.approx((4 + PC_HALF) / 6)
    assert pc["right"] == pytest.approx((2 + PC_HALF) / 6)
    # Item as it stands: alpha has 0, 1, 2, 4 and 5, beta 0, 3 and 5.
    counts = ("both_right", "only_left_right", "only_right_right", "neither_right")
    assert [entry[name] for name in counts] == [2, 3, 1, 0]
    assert entry["mcnemar_p"] == pytest.approx(2 * (1 + 4) / 2**4)


def test_the_items_of_mcnemars_test_say_which_rotation_they_are_of(
    path: Path, tmp_path: Path
) -> None:
    """Accuracy is over all rotations, so the two may differ."""
    assert "  whole items, first rotation  " in call(path, "lab/alpha/0-shot/1", "beta").stdout
    database = tmp_path / "once.db"
    with Database.open(database) as db:
        once = [row for model in ("a", "b") for row in model_answers(ITEMS[0], model, (0,))]
        responses.add(db, once, ITEMS[:1])
    printed = call(database, "a", "b").stdout
    assert "  whole items  " in printed
    assert "rotation" not in printed


def test_the_next_mutant_counts_if_the_unrotated_one_failed(tmp_path: Path) -> None:
    """Both are wrong at the last rotation alone; one lacks some answers to earlier ones."""
    chosen = (0, 0, 0, 1)
    rows = [row for item in ITEMS for row in model_answers(item, "whole", chosen)]
    for n, item in enumerate(ITEMS):
        for row in model_answers(item, "holes", chosen):
            failed = n < 5 and row.mutant < 1 + n % 2
            rows.append(replace(row, status="failed", answer=None) if failed else row)
    record = tmp_path / "holes.db"
    with Database.open(record) as db:
        responses.add(db, rows, ITEMS)
    entry = compared(record, "whole", "holes")
    assert (entry["both_right"], entry["only_left_right"], entry["mcnemar_p"]) == (7, 0, 1)


def test_two_runs_are_compared_at_the_rotations_that_both_answered(tmp_path: Path) -> None:
    """Both always choose the first option, which is right only in the item's own order."""
    first_place = (0, 1, 2, 3)
    rows = []
    for n, item in enumerate(ITEMS):
        rows += model_answers(item, "own order", first_place[:1])
        for row in model_answers(item, "every order", first_place):
            failed = n == 6 and row.mutant == 0
            rows.append(replace(row, status="failed", answer=None) if failed else row)
        rows += model_answers(item, "again", first_place)
    record = tmp_path / "orders.db"
    with Database.open(record) as db:
        responses.add(db, rows, ITEMS)
    entry = compared(record, "own order", "every order")
    accuracy = entry["accuracy"]
    # Of the seventh item no rotation was answered by both.
    assert (accuracy["left"], accuracy["right"], entry["items"]) == (1, 1, 6)
    assert (entry["both_right"], entry["PC"]) == (6, None)
    whole = compared(record, "every order", "again")
    # One lacks the right answer to one item, which is compared at the other three rotations.
    assert whole["accuracy"]["left"] == pytest.approx(6 / 4 / 7)
    assert whole["accuracy"]["right"] == pytest.approx(6 / 4 / 7)
    assert (whole["items"], whole["PC"]["items"]) == (7, 6)
    with Database.open(record) as db:
        tables = {table.name: table.by_name() for table in build_report(db).tables}
    (figures,) = [
        figures
        for figures in tables["comparisons"]
        if {figures["first"], figures["second"]} == {"own order/0-shot/1", "every order/0-shot/1"}
    ]
    assert (figures["difference"], figures["items"]) == (0, 6)


def _signs(n: int) -> list[tuple[int, ...]]:
    return [tuple(1 if k >> bit & 1 else -1 for bit in range(n)) for k in range(1 << n)]


def test_runs_of_a_model_are_a_group_without_mcnemar(path: Path) -> None:
    entry = compared(path, "lab/alpha", "beta/0-shot", "--pool")
    assert entry["accuracy"]["left"] == pytest.approx(4.5 / 12)
    assert entry["PC"]["left"] == pytest.approx((4 + PC_HALF) / 12)
    assert (entry["both_right"], entry["mcnemar_p"]) == (None, None)
    output = call(path, "lab/alpha", "beta/0-shot", "--pool").stdout
    assert "only with one run or session per side, not 2 runs" in output
    assert "over 6 items that both answered" in output
    assert "37.50 % and 41.67 %" in output


def test_settings_and_runs_are_compared_apart_unless_they_are_pooled(path: Path) -> None:
    """Alpha has two runs; beta answered once in the same setting, and once in another."""
    with Database.open(path) as db:
        other = [
            replace(row, setting="3-shot")
            for n, entry in enumerate(BETA)
            for row in model_answers(ITEMS[n], "beta", entry)
        ]
        responses.add(db, other, ITEMS)
    same = compared(path, "lab/alpha", "beta")
    assert [(entry["left"], entry["right"]) for entry in same["comparisons"]] == [
        ("lab/alpha/0-shot/1", "beta/0-shot/1")
    ], "of the same setting and run there is one pair"
    assert same["pooled"] is False
    each = compared(path, "lab/alpha", "beta/3-shot")["comparisons"]
    assert [entry["left"] for entry in each] == ["lab/alpha/0-shot/1"], "of the same run"
    own = compared(path, "beta/0-shot", "beta/3-shot")
    assert (own["accuracy"]["difference"], own["accuracy"]["p"]) == (0, 1)
    both = compared(path, "lab/alpha/0-shot", "models", "--pool")
    assert both["accuracy"]["left"] == pytest.approx(4.5 / 12)


def test_p_of_all_pairs_shown_is_corrected(path: Path) -> None:
    with Database.open(path) as db:
        third = [
            replace(row, run=2) for n in range(6) for row in model_answers(ITEMS[n], "beta", RIGHT)
        ]
        responses.add(db, third, ITEMS)
    outcome = compared(path, "lab/alpha", "beta")["comparisons"]
    assert [entry["pairs_together"] for entry in outcome] == [2, 2]
    p_values = [entry["accuracy"]["p"] for entry in outcome]
    assert [entry["p_holm"] for entry in outcome] == holm(p_values)
    output = call(path, "lab/alpha", "beta").stdout
    assert output.count("Holm, 2 pairs") == 2


def test_sides_that_share_answers_are_reported(path: Path) -> None:
    assert compared(path, "lab/alpha", "models", "--pool")["shared"] is True
    assert compared(path, "lab/alpha", "beta", "--pool")["shared"] is False
    assert "share answers" in call(path, "ANNA", "people").stdout


def test_ungraded_answers_are_omitted_and_reported(path: Path) -> None:
    """A free answer without a judge: the item counts for nobody as a whole."""
    item = several("two", "Two cases.")
    count, free = item.leaves
    with Database.open(path) as db:
        rows = [
            ModelAnswer(
                model=model,
                setting="0-shot",
                run=1,
                item_hash=item.content_hash,
                item_id=item.id,
                question=leaf.id,
                part=leaf.id,
                mutant=0,
                status="answered",
                answer=answer,
                call=Call(utc="2025-01-01T12:00:00Z", prompt_hash="q"),
            )
            for model, answer_count in (("gamma", 2), ("delta", 7))
            for leaf, answer in (
                (count, CountAnswer(count=answer_count)),
                (free, TextAnswer(text="Somebody else, I would say, but it may be anyone.")),
            )
        ]
        responses.add(db, rows, [item])
    with pytest.raises(InputError) as refused:
        call(path, "gamma", "delta")
    assert "gamma: between 50.0 % and 100.0 %, 1 unsettled" in refused.value.message
    assert "delta: between 0.0 % and 50.0 %, 1 unsettled" in refused.value.message
    with Database.open(path) as db:
        (table,) = [entry for entry in build_report(db).tables if entry.name == "comparisons"]
    assert not any({row["first"], row["second"]} >= {"gamma/0-shot/1"} for row in table.by_name())
    assert table.excluded["pairs with unsettled free answers"] == 1
    entry = compared(path, "gamma", "delta", "--settled")
    assert entry["left_out"] == {
        "left": {"answers not graded": 1},
        "right": {"answers not graded": 1},
    }
    assert (entry["accuracy"]["left"], entry["accuracy"]["right"]) == (1, 0)
    assert (entry["both_right"], entry["only_left_right"]) == (None, None)
    output = call(path, "gamma", "delta", "--settled").stdout
    assert re.search(r"left out of gamma +\S.* \([0-9]+\)$", output, re.MULTILINE), output
    assert "no item with both completely graded" in output


def parts_said(item: Item, model: str, rights: dict[int, bool | None]) -> list[ModelAnswer]:
    """Answers to some of an item's questions: right, wrong, or settled by nobody."""
    return [
        ModelAnswer(
            model=model,
            setting="0-shot",
            run=1,
            item_hash=item.content_hash,
            item_id=item.id,
            question=leaf.id,
            part=leaf.id,
            mutant=0,
            status="answered",
            answer=CountAnswer(count=2 if right else 5)
            if leaf.id == "a"
            else TextAnswer(text="the baker" if right else "It may be anyone, I would say."),
            call=Call(utc="2025-01-01T12:00:00Z", prompt_hash="q"),
        )
        for place, right in rights.items()
        for leaf in [item.leaves[place]]
    ]


@pytest.fixture
def case_record(tmp_path: Path) -> Path:
    """Twelve items of two questions. Gamma answered the first of each, rightly; delta the second,
    which nothing has settled; of two more items epsilon answered both, of the first ten the first,
    wrongly; zeta as gamma does, and the second of two, rightly; theta too, but that nothing
    has settled these."""
    path = tmp_path / "cases.db"
    items = [several(f"case {n}", f"Case {n}.") for n in range(12)]
    with Database.open(path) as db:
        for n, item in enumerate(items):
            rows = [*parts_said(item, "gamma", {0: True}), *parts_said(item, "delta", {1: None})]
            rows += parts_said(item, "epsilon", {0: False, 1: None} if n < 2 else {0: False})
            rows += parts_said(item, "theta", {0: True, 1: None} if n < 2 else {0: True})
            rows += parts_said(item, "zeta", {0: True, 1: True} if n < 2 else {0: True})
            responses.add(db, rows, [item])
    return path


def test_respondents_with_other_questions_of_the_same_items_are_not_compared(
    case_record: Path,
) -> None:
    for more in ((), ("--settled",), ("--pool",)):
        with pytest.raises(InputError) as refused:
            call(case_record, "gamma", "delta", *more)
        assert "no graded answer to a question in common" in refused.value.message
    with Database.open(case_record) as db:
        (table,) = [entry for entry in build_report(db).tables if entry.name == "comparisons"]
    together = {frozenset((row["first"][:5], row["second"][:5])) for row in table.by_name()}
    assert frozenset(("gamma", "delta")) not in together
    assert frozenset(("gamma", "zeta/")) in together


def test_only_questions_that_both_answered_count(case_record: Path) -> None:
    """Zeta's second answers are of no weight against gamma, nor do epsilon's open ones matter."""
    for other, left in (("zeta", 1), ("epsilon", 0)):
        entry = compared(case_record, other, "gamma")
        assert entry["items"] == 12
        assert (entry["accuracy"]["left"], entry["accuracy"]["right"]) == (left, 1)
        counts = ("both_right", "only_left_right", "only_right_right", "neither_right")
        assert [entry[name] for name in counts] == [12 * left, 0, 12 - 12 * left, 0]
    with pytest.raises(InputError) as refused:
        call(case_record, "zeta", "epsilon")
    assert "zeta: 100.0 %" in refused.value.message
    assert "epsilon: between 0.0 % and 14.3 %, 2 unsettled" in refused.value.message
    settled = compared(case_record, "zeta", "epsilon", "--settled")
    assert settled["only_left_right"] == 12
    other_way = compared(case_record, "zeta", "theta", "--settled")
    assert (other_way["items"], other_way["both_right"]) == (12, 10), "two are not wholly graded"
    assert (settled["accuracy"]["left"], settled["accuracy"]["right"]) == (1, 0)
    assert settled["left_out"] == {"left": {}, "right": {"answers not graded": 2}}


def test_the_first_page_counts_existing_comparisons(tmp_path: Path) -> None:
    """Of ten models besides the best, nine answered another question of its items."""
    item = several("case", "A case.")
    with Database.open(tmp_path / "page.db") as db:
        rows = [
            *parts_said(item, "best", {1: True}),
            *parts_said(item, "same", {0: False, 1: True}),
        ]
        for n in range(9):
            rows += parts_said(item, f"other {n}", {0: False})
        responses.add(db, rows, [item])
        page = headline(db)
    assert [(pair.left.name, pair.right.name) for pair in page.pairs] == [
        ("best/0-shot/1", "same/0-shot/1")
    ]
    assert page.pairs_left_out == 0


def test_people_are_compared_individually_and_as_a_group(path: Path) -> None:
    alone = compared(path, "anna", "BORIS")
    assert (alone["accuracy"]["left"], alone["accuracy"]["right"]) == (1, 0)
    assert alone["only_left_right"] == alone["items"] > 0
    assert alone["both_right"] == alone["only_right_right"] == alone["neither_right"] == 0
    group = compared(path, "people", "ANNA", "--study", "Plain")
    assert (group["accuracy"]["left"], group["accuracy"]["right"]) == (0.5, 1)


TWO = PLAIN.replace('title = "Plain"', 'title = "Other"\nconditions = ["hot", "cold"]').replace(
    "number = 4", "number = 6"
)


def take_study(db: Database, text: str, code: str, *, right: bool) -> None:
    """Somebody answers all of a study, rightly or wrongly."""
    runner = begin(db, text, ManualClock(), code=code)
    while (current := runner.current) is not None:
        leaf = current.question.leaves[0]
        assert isinstance(leaf.gold, ChoiceAnswer)
        assert leaf.gold.option is not None
        wrong = ChoiceAnswer(option=(leaf.gold.option + 1) % len(leaf.options))
        runner.change(leaf.id, leaf.gold if right else wrong)
        runner.set_confidence(3)
        runner.confirm()
        if runner.state.phase != "question" and not runner.state.ended:
            runner.proceed()
    runner.close()


@pytest.fixture
def two_studies(path: Path) -> Path:
    """Two people in one study; three in another over more of the same items, one of them both."""
    with Database.open(path) as db:
        for code, right in (("ANNA", False), ("CLARA", False), ("DORA", True)):
            take_study(db, TWO, code, right=right)
    return path


def test_the_people_of_two_studies_are_compared(two_studies: Path) -> None:
    entry = compared(two_studies, "people:Plain", "people:Other")
    accuracy = entry["accuracy"]
    assert accuracy["left"] == 0.5
    assert accuracy["right"] == pytest.approx(1 / 3)
    assert accuracy["test"] == "test for new people and items"
    assert accuracy["interval"][0] < accuracy["difference"] < accuracy["interval"][1]
    assert entry["items"] == 4
    assert entry["over_structures"] is False
    assert entry["mcnemar_p"] is None
    assert entry["people_on_both_sides"] == 1
    printed = call(two_studies, "people:Plain", "people:Other").stdout
    assert "people:Plain  against  people:Other" in printed
    assert "1 participant is on both sides" in printed
    assert "based on 2 people: in simulations, such intervals covered 93–100 %" in printed
    assert accuracy["rests_on"] == {"people": 2, "items": 4}
    with Database.open(two_studies) as db:
        table = {t.name: t for t in build_report(db).tables}["comparisons"]
    (row,) = [
        entry
        for entry in table.by_name()
        if all(
            f" · {name} · " in f"{entry['first']} {entry['second']}" for name in ("Plain", "Other")
        )
    ]
    # Of studies begun at the same time, either may stand first.
    sides = ["people:Plain", "people:Other"]
    ordered = sides if "Plain" in str(row["first"]) else sides[::-1]
    accuracy = compared(two_studies, *ordered)["accuracy"]
    assert [row["difference"], row["difference low"], row["difference high"]] == [
        accuracy["difference"],
        *accuracy["interval"],
    ]
    assert row["p of no difference"] == accuracy["p"]
    assert any("intervals are based on 2 people" in note for note in table.notes)


def test_the_people_of_two_conditions_are_compared(two_studies: Path) -> None:
    entry = compared(two_studies, "people:Other/hot", "people:Other/cold")
    # Slots take turns: ANNA and DORA are hot, CLARA cold.
    assert (entry["accuracy"]["left"], entry["accuracy"]["right"]) == (0.5, 0)
    assert entry["accuracy"]["interval"] == [-1, 1]
    with pytest.raises(InputError) as caught:
        compared(two_studies, "people:Other/warm", "people:Plain")
    assert "'people:Other/warm'" in caught.value.message
    assert "people:Other" in caught.value.hint


def test_a_study_is_not_compared_with_itself(two_studies: Path) -> None:
    with pytest.raises(InputError) as caught:
        compared(two_studies, "people:Plain", "people:Plain")
    assert "both are the same answers" in caught.value.message


def test_sessions_without_an_answer_are_not_counted(path: Path) -> None:
    with Database.open(path) as db:
        begin(db, PLAIN, ManualClock(), code="CLARA").close()
    assert "not 2 sessions" in call(path, "people", "ANNA").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("alpha", "beta"), ("'alpha': expected people, models", "lab/alpha")),
        (("models", "ANNA"), ("'models' and 'ANNA'", "no graded answer to a question in common")),
        (("people", "ANNA", "--study", "nix"), ("expected one of Plain", "found 'nix'")),
        (("simulated", "beta"), ("'simulated': expected answers", "There are: people")),
        (("beta", "beta/0-shot/1"), ("both are the same answers",)),
    ],
)
def test_an_unknown_respondent_is_reported(
    path: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    with pytest.raises(InputError) as caught:
        call(path, *arguments)
    message = f"{caught.value.message} {caught.value.hint}"
    for word in words:
        assert word in message


def test_only_those_who_answered_are_named(tmp_path: Path) -> None:
    path = tmp_path / "begun.db"
    with Database.open(path) as db:
        begin(db, PLAIN, ManualClock(), code="ANNA").close()
    with pytest.raises(InputError) as caught:
        compared(path, "people", "ANNA")
    assert caught.value.hint == "Nobody has answered yet."


def test_one_person_gives_no_figure_for_people(tmp_path: Path) -> None:
    """Named `people`, the single person represents all people; named by code, only themselves."""
    path = tmp_path / "record.db"
    with Database.open(path) as db:
        items = {}
        runner = begin(db, PLAIN, ManualClock(), code="ANNA")
        while (current := runner.current) is not None:
            items[current.item.content_hash] = current.item
            leaf = current.question.leaves[0]
            runner.change(leaf.id, ChoiceAnswer(option=0))
            runner.set_confidence(3)
            runner.confirm()
            if runner.state.phase != "question" and not runner.state.ended:
                runner.proceed()
        runner.close()
        model_items = list(items.values())
        responses.add(
            db,
            [row for item in model_items for row in model_answers(item, "beta", (1,))],
            model_items,
        )
        table = {each.name: each for each in build_report(db).tables}["comparisons"]
    everybody = compared(path, "people", "beta")["accuracy"]
    assert (everybody["interval"], everybody["p"]) == ([-1, 1], 1)
    assert everybody["detectable_difference"] is None
    (row,) = table.by_name()
    assert [row["difference low"], row["difference high"]] == [-1, 1]
    person = compared(path, "ANNA", "beta")["accuracy"]
    assert person["difference"] == everybody["difference"]
    assert -1 < person["interval"][0] < person["interval"][1] < 1
