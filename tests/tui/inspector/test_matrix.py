"""Respondents × items: marks, filters, comparing, and the screen."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from items.answers import ChoiceAnswer
from items.models import Item, Option, Question
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.report.accuracy_report import build_report
from sessions.report.answer_book import answer_book
from sessions.storage.database import Database
from solver.cancel import Cancel, Cancelled
from tests.tui.inspector.researcher_session import NOON, demo, open_inspector, record
from tui.cli import main
from tui.state.inspector.matrix_view import Matrix, MatrixView, mark_of, matrix
from tui.state.inspector.respondent import Respondent
from tui.state.pair_words import WIDTH, in_columns
from tui.text import pad, width

ANN, BO = Respondent("person", "ann", "s", ""), Respondent("person", "bo", "s", "")
ONE, TWO = Respondent("model", "m", "p", "run 1"), Respondent("model", "m", "p", "run 2")


def small() -> MatrixView:
    signs = {ANN: "✓✓✗·", BO: "✓?✗✓", ONE: "✗✗✓✓", TWO: "✗✓✓·"}
    words = {"✓": "right", "✗": "wrong", "?": "unreadable"}
    cells = {
        (place, column): words[sign]
        for column, line in signs.items()
        for place, sign in enumerate(line)
        if sign in words
    }
    return MatrixView(Matrix((ANN, BO, ONE, TWO), cells), demo()[:4])  # type: ignore[arg-type]


def test_every_filter_selects_its_items() -> None:
    view = small()
    assert view.shown_items == [0, 1, 2, 3]
    view.next_filter()
    assert view.shown_items == [0]
    view.next_filter()
    assert view.shown_items == [2]
    view.next_filter()
    assert view.shown_items == [0, 1, 2, 3]


def test_a_filter_selects_items_that_pass_whatever_the_open_grades() -> None:
    signs = {ANN: "✓✓", BO: "✓–", ONE: "✗✗", TWO: "✗✗"}
    words = {"✓": "right", "✗": "wrong", "–": "ungraded"}
    cells = {
        (place, column): words[sign]
        for column, line in signs.items()
        for place, sign in enumerate(line)
    }
    answers = Matrix((ANN, BO, ONE, TWO), cells)  # type: ignore[arg-type]
    view = MatrixView(answers, demo()[:2])
    view.next_filter()
    assert view.shown_items == [0]


def test_cells_and_columns_fit() -> None:
    view = small()
    heads = view.heads(28 + 2 * 16)
    assert [head.key for head in heads] == ["item", "0", "1"]
    assert [cell.text for cell in view.row_cells(1, heads)][1:] == ["✓", "?"]
    view.step(3)
    heads = view.heads(28 + 2 * 16)
    assert [head.key for head in heads] == ["item", "2", "3"]
    assert view.row_cells(3, heads)[2].text == "·"


def test_two_respondents_are_compared() -> None:
    view = small()
    assert view.compared() is None
    view.pinned_column = 0
    assert view.compared() is None
    view.step(2)
    assert view.compared() == ("ann", "m/p/1")
    study = view.matrix.columns[0].setting
    assert view.compared(studies=True) == (f"people:{study}", "m/p/1")


@pytest.mark.slow
async def test_the_command_and_the_window_print_the_same_figures(tmp_path: Path) -> None:
    """One database and three views of two compared models: every line of the command is in the
    window, and every figure of the table is the command's to the last digit."""
    path = tmp_path / "r.db"
    record(path)
    names = ("model-a/0-shot/1", "model-b/0-shot/1")
    items = [
        Item(
            id=f"made {n}",
            text=f"Text {n}.",
            questions=(
                Question(
                    id="1",
                    kind="choice",
                    options=tuple(Option(text=f"{n} {k}") for k in range(4)),
                    gold=ChoiceAnswer(option=0),
                ),
            ),
        )
        for n in range(9)
    ]
    with Database.open(path) as db:
        rows = [
            ModelAnswer(
                model=model,
                setting="0-shot",
                run=1,
                item_hash=item.content_hash,
                item_id=item.id,
                question="1",
                part="1",
                mutant=0,
                status="answered",
                answer=ChoiceAnswer(option=int(n % step > 0)),
                call=Call(utc=NOON),
            )
            for model, step in (("model-a", 2), ("model-b", 5))
            for n, item in enumerate(items)
        ]
        responses.add(db, rows, items)
    result = CliRunner().invoke(main, ["compare", *names, "--db", str(path)], standalone_mode=False)
    printed = CliRunner().invoke(
        main, ["compare", *names, "--json", "--db", str(path)], standalone_mode=False
    )
    figures = json.loads(printed.stdout)
    with Database.open(path) as db:
        tables = {table.name: table.by_name() for table in build_report(db).tables}
    (row,) = [
        entry for entry in tables["comparisons"] if (entry["first"], entry["second"]) == names
    ]
    accuracy = figures["accuracy"]
    assert [row["difference"], row["difference low"], row["difference high"]] == [
        accuracy["difference"],
        *accuracy["interval"],
    ]
    assert row["p of no difference"] == accuracy["p"]
    assert row["detectable difference"] == accuracy["detectable_difference"]
    assert row["p of McNemar's test"] == figures["mcnemar_p"]
    assert (row["items"], row["accuracy of the first"]) == (figures["items"], accuracy["left"])
    async with open_inspector(database=path, size=(120, 60)) as at:
        await at.press("m", "right", "right", "right", "space", "right", "c")
        window = [line.strip("┃ ") for line in at.text().splitlines()]
        for line in result.stdout.splitlines():
            assert line.strip() in window
        command = f"countermodel compare model-a/0-shot/1 model-b/0-shot/1 --db {path}"
        assert command.replace(" ", "") in "".join(window).replace(" ", "")


def test_values_of_a_comparison_continue_below_each_other() -> None:
    name = f"  {pad('accuracy, all answers', WIDTH)} "
    text = f"A  against  B\n{name}50.00 % and 100.00 %\n{' ' * len(name)}over 4 items that both did"
    assert [line.text.rstrip() for line in in_columns(text, 58)] == [
        "A  against  B",
        f"{name}50.00 % and 100.00 %",
        f"{' ' * len(name)}over 4 items that both",
        f"{' ' * len(name)}did",
    ]
    assert [line.text for line in in_columns(text, 76)] == text.split("\n"), "what fits is left"
    narrow = [line.text for line in in_columns(text, 40)]
    assert "".join(narrow).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_the_matrix_is_read_from_the_record(tmp_path: Path) -> None:
    record(tmp_path / "r.db")
    with Database.open(tmp_path / "r.db") as db:
        outcome = matrix(answer_book(db), demo(), Cancel())
    assert [column.name for column in outcome.columns] == ["P1", "P2", "P3", "model-a", "model-b"]
    marks = [outcome.cells[0, column] for column in outcome.columns]
    assert marks == ["wrong", "right", "right", "wrong", "right"]


@pytest.mark.slow
async def test_the_matrix_is_used_on_the_screen(tmp_path: Path) -> None:
    record(tmp_path / "r.db")
    async with open_inspector(database=tmp_path / "r.db") as at:
        await at.press("m")
        assert "model-b" in at.text()
        assert "✓ right   ✗ wrong" in at.text()
        await at.press("space", "right", "c")
        assert "over 1 item that both answered" in at.text()
        await at.press("escape", "i")
        assert demo()[0].id in at.text()
        assert "Verdicts" in at.text()
        await at.press("escape", "f")
        assert "people right, models wrong · 0 of 1" in at.header()
        assert "No item has most people right and most models wrong. f: reverse" in at.text()
        await at.press("f")
        assert "No item has most models right and most people wrong. f: all items" in at.text()
        await at.press("f")
        assert "No item has" not in at.text()


@pytest.mark.slow
async def test_a_narrow_screen_says_what_every_sign_means(tmp_path: Path) -> None:
    record(tmp_path / "r.db")
    async with open_inspector(database=tmp_path / "r.db", size=(80, 24)) as at:
        await at.press("m", "f")
        assert "? unreadable   – ungraded   · not asked" in at.text()
        assert "people right, models wrong · 0 of 1" in at.header()
        assert "f: reverse, f f: all" in at.text()


def test_an_empty_filter_is_reported_with_the_key_that_removes_it() -> None:
    people = MatrixView(Matrix((ANN,), {(0, ANN): "right"}), demo()[:1])
    models = MatrixView(Matrix((ONE,), {(0, ONE): "right"}), demo()[:1])
    both = MatrixView(
        Matrix((ANN, ONE), {(0, ANN): "right", (0, ONE): "right"}),
        demo()[:1],
    )
    assert not people.nothing
    messages = []
    for view in (people, models, both):
        for _ in range(2):
            view.next_filter()
            messages.append(view.nothing)
        view.next_filter()
        assert not view.nothing
    assert [line.rpartition(". ")[2] for line in messages[:4]] == [
        "f f: all items",
        "f: all items",
    ] * 2
    assert all(line.startswith("No models answered") for line in messages[:2])
    assert all(line.startswith("No people answered") for line in messages[2:4])
    assert [line.rpartition(". ")[2] for line in messages[4:]] == [
        "f: reverse, f f: all",
        "f: all items",
    ]
    assert all(width(line) <= 76 for line in messages)


def test_runs_of_several_settings_are_distinguished() -> None:
    columns = (
        ANN,
        Respondent("model", "m", "0-shot", "run 1"),
        Respondent("model", "m", "0-shot", "run 2"),
        Respondent("model", "m", "a setting with a long name", "run 1"),
        Respondent("model", "m", "", "run 1"),
    )
    view = MatrixView(Matrix(columns, {(0, column): "right" for column in columns}), demo()[:1])
    notes = [head.note for head in view.heads(200)[1:]]
    assert notes == ["person", "0-shot · run 1", "0-shot · run 2", "a set… · run 1", "run 1"]
    assert small().heads(200)[3].note == "run 1"
    assert view.summary == "1 item"
    view.next_filter()
    assert view.summary == "people right, models wrong · 0 of 1"


def test_simulated_respondents_are_not_people() -> None:
    column = Respondent("simulated", "SIM-1", "s", "")
    view = MatrixView(Matrix((column, ONE), {(0, column): "right", (0, ONE): "wrong"}), demo()[:1])
    view.next_filter()
    assert view.shown_items == []


def test_long_ids_take_the_remaining_room() -> None:
    long = [
        item.model_copy(update={"id": f"a/long/name/of/an/item/number/{n}"})
        for n, item in enumerate(demo()[:2])
    ]
    view = MatrixView(Matrix((ANN, ONE), {(0, ANN): "right", (1, ONE): "wrong"}), long)
    assert [view.heads(room)[0].cells for room in (60, 62, 200)] == [28, 30, 31]
    assert len(long[0].id) == 31


@pytest.mark.slow
async def test_a_narrow_screen_names_the_keys_to_pin_compare_and_leave(tmp_path: Path) -> None:
    record(tmp_path / "r.db")
    async with open_inspector(database=tmp_path / "r.db", size=(80, 24)) as at:
        await at.press("m")
        assert at.footer().rstrip().endswith("Space hold  Esc back  F1 help")
        await at.press("space")
        assert at.footer().rstrip().endswith("c compare  Esc back  F1 help")


@pytest.mark.slow
async def test_a_cell_opens_the_answer_of_its_respondent(tmp_path: Path) -> None:
    record(tmp_path / "r.db")
    async with open_inspector(database=tmp_path / "r.db") as at:
        await at.press("m", "right", "enter")
        # P2 said C, which is right; the answers alone would begin at the wrong A.
        assert "answers" in at.header().casefold()
        marked = [line for line in at.text().splitlines() if "▸ P2" in line]
        assert len(marked) == 1
        assert "C  " in at.text().split("Who", 1)[1]
        await at.press("escape")
        assert "✓ right   ✗ wrong" in at.text()
        await at.press("right", "right", "enter")
        assert "▸ model-a" in at.text()


def test_only_a_cell_with_an_answer_opens_one() -> None:
    view = small()
    view.row, view.marked_column = 3, 0
    assert view.answered_by is None
    view.marked_column = 1
    assert view.answered_by == BO


def test_a_profile_shows_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each question, where no time between two words is waited for."""
    from tui.screens.inspector import matrix as module

    monkeypatch.setattr(module, "NOTICE_SECONDS", 0.0)
    messages: list[str] = []
    monkeypatch.setattr(
        module.MatrixScreen, "show_message", lambda _self, text, **_how: messages.append(text)
    )
    screen = object.__new__(module.MatrixScreen)
    screen.notice_at = 0.0

    class Profiler:
        def meanwhile(self, _token: Cancel, deliver: Callable[[], None]) -> None:
            deliver()

    monkeypatch.setattr(screen, "profiler", Profiler(), raising=False)
    for turn in range(4):
        screen.proceeded(Cancel(), turn, 3)
    assert messages == [f"Diagnosing: {n} of 3 questions" for n in range(3)]
    monkeypatch.setattr(module, "NOTICE_SECONDS", 1e9)
    screen.proceeded(Cancel(), 1, 3)
    assert len(messages) == 3
    stopped = Cancel()
    stopped.cancel()
    with pytest.raises(Cancelled):
        screen.proceeded(stopped, 1, 3)


def test_the_first_answered_mutant_is_marked() -> None:
    def mutant_answer(mutant: int, right: bool, question: int = 0) -> Any:
        return SimpleNamespace(
            mutant=mutant,
            right=right,
            question_index=question,
            timed_out=False,
            note="",
            answers={"1": "A"},
        )

    assert (
        mark_of([mutant_answer(0, True), mutant_answer(1, False), mutant_answer(2, False)])
        == "right"
    )
    assert (
        mark_of([mutant_answer(2, False), mutant_answer(1, True), mutant_answer(3, False)])
        == "right"
    )
    assert mark_of([mutant_answer(2, True), mutant_answer(1, False)]) == "wrong"
    # Question by question: the second one was answered in another rotation alone.
    assert (
        mark_of(
            [mutant_answer(0, True), mutant_answer(1, False), mutant_answer(2, False, question=1)]
        )
        == "wrong"
    )
