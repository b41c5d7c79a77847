"""The scratchpad: errors by line, answers as one types, files, a hard item checked by hand."""

import json
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner
from textual.events import Paste
from textual.widgets import Input

from items.claims.run import claims_of
from items.files.loading import load
from items.models import Item
from solver.cancel import Budget, Cancel, GaveUp
from solver.errors import InputError
from solver.inspection.model_table import ModelPage, ModelView
from solver.language.problem import BASELINE, Problem
from tests.tui.inspector.researcher_session import InspectorSession, demo, open_inspector
from tui.cli import main
from tui.screens.inspector.item import ItemScreen
from tui.screens.inspector.scratch_files import pad_item, read_pad, save_pad
from tui.screens.inspector.scratchpad import ScratchScreen
from tui.screens.inspector.what_if import WhatIfScreen
from tui.screens.inspector.windows import AskModal
from tui.state.inspector.claims_view import claims_view, problem_of
from tui.state.inspector.contradiction import contradictory_variants
from tui.state.inspector.scratch_answers import ScratchAnswers, solve_scratch
from tui.state.inspector.scratchpad import ReadPad, ScratchView
from tui.text import width
from tui.widgets import pad as pad_module
from tui.widgets.pad import PadText
from tui.widgets.plain_area import CountedDocument
from tui.windows.pad_drafts import PadDraft

HARBOUR = """\
# Who may leave the harbour, and when
boat: Enum(gull, heron, none) -- 出港的船
tide: Enum(high, low)
permit: Bool -- the gull has a permit
GullReady := permit & tide = high
HeronReady := tide = low
permit
GullReady <-> boat = gull
HeronReady <-> boat = heron
NotNone := boat != none
? enumerate_models(boat, tide)
? projection(necessary; NotNone, GullReady)
? unique_solution(boat, tide) under high
? count_models(boat, tide) under lost
? necessary(boat = heron) under lost
@high add tide = high
@lost replace 1 ~permit
"""


def view_of(text: str) -> ScratchView:
    view = ScratchView()
    typed(view, text)
    solve(view)
    return view


def typed(view: ScratchView, text: str) -> bool:
    """The effect of a key: the text is stored, then read; returns whether there is anything new to
    answer."""
    view.write(text)
    return view.take(view.read())


def solve(view: ScratchView) -> None:
    assert view.pad.readable_problem is not None
    view.know(solve_scratch(view.pad.readable_problem, Cancel()))


def texts(view: ScratchView, cells: int = 60) -> list[str]:
    return [line.text.strip() for line in view.answer_lines(cells, False)]


def test_all_questions_of_a_hard_item_are_answered() -> None:
    names = texts(view_of(HARBOUR))
    assert names[0] == "1 enumerate_models(boat, tide)"
    assert names[1] == "2 assignments"
    assert [row.split() for row in names[3:5]] == [["gull", "high"], ["heron", "low"]]
    assert "{NotNone}" in names
    assert "unique {(boat=gull, tide=high)}" in names
    assert names[names.index("4 count_models(boat, tide) under lost") + 1] == "2"
    at = names.index("5 necessary(boat = heron) under lost")
    assert names[at + 1] == "unnecessary"
    assert names[at + 2].startswith("fails where boat=none tide=high")


def test_all_questions_of_the_lamp_room_are_answered() -> None:
    room = next(item for item in demo() if item.id == "demo/lamp-room")
    view = ScratchView(room)
    typed(view, view.text)
    solve(view)
    names = texts(view, 100)
    assert "4 assignments" in names
    assert "{HookOrUlf, LogClearsSigrid, UlfMeansLog}" in names
    assert "unique {(locker=ulf, time=after)}" in names
    assert "alternative" in names
    assert view.models_title() == "baseline: 5 · alpha: 1 · beta: 3"
    assert view.turn_variant()
    assert view.models_title().startswith("alpha: 1")
    assert [line.text.split() for line in view.model_lines(50, False)][1][:2] == ["ulf", "after"]


def test_a_line_that_cannot_be_read_says_so_and_the_answers_stay() -> None:
    view = view_of("A: Bool\nA\n? necessary(A)\n")
    before = texts(view)
    assert not typed(view, "A: Bool\nA &\n? necessary(A)\n")
    lines = [line.text for line in view.error_lines(50, False)]
    assert lines[0] == "line 2 A &"
    assert lines[1].index("^") == len("line 2 A &")
    assert lines[2].startswith("✗ expected a formula")
    assert texts(view) == before
    assert view.answers_title() == "Answers · of the last text that could be read"
    assert view.header()[2] == "✗ 1 line cannot be read"
    assert typed(view, "A: Bool\n~A\n? necessary(A)\n")


def test_contradictory_premises_come_first() -> None:
    assert texts(view_of("A\n~A\n? possible(A)\n"))[0].startswith(
        "‼ baseline: the premises contradict one another (1 2)"
    )


def test_proved_is_qualified_where_premises_contradict() -> None:
    view = ScratchView(tide(), golds=True)
    lines = "low: Bool\nlow\n~low\n? necessary(low)\ngold for 1: necessary\n"
    typed(view, lines + "@dry drop 2\n? necessary(low) under dry\ngold for 2: necessary\n")
    solve(view)
    text = " ".join(" ".join(texts(view, 100)).split())
    assert "‼ gold for 1 is proved from contradictory premises" in text
    assert "✓ gold for 1" not in text
    assert "✓ gold for 2 is proved" in text
    assert "‼ inconsistent" in view.header()[2]
    assert view.header()[3] == "bad"


@pytest.mark.slow
@pytest.mark.parametrize("premises", [8, 14, 30])
async def test_the_edited_line_stays_in_view_when_errors_need_room(premises: int) -> None:
    async with open_inspector(size=(80, 24)) as look:
        await look.press("S")
        area = look.app.screen.query_one("#pad", PadText)
        area.load_text("A: Bool\n" + "A\n" * premises)
        area.move_cursor(area.document.end)
        await look.settle()
        for _ in range(6):
            area.insert("(A -> & ->\n")
        area.insert("(A &")
        await look.settle()
        row = area.cursor_location[0] - area.scroll_offset.y
        assert 0 <= row < area.content_size.height


def test_claims_and_sensitivity_first_report_contradictory_premises() -> None:
    item = pad_item(view_of("A: Bool\nA\n~A\n? necessary(A)\n@one drop 2\n"), "x")
    names = contradictory_variants(item, 5.0, Cancel())
    assert names == (BASELINE,)
    view = claims_view(claims_of(item, timeout=5.0), problem_of(item), names)
    assert view.summary.startswith("‼ inconsistent")


def test_the_world_next_to_a_verdict_shows_it() -> None:
    names = texts(view_of("A | B\n? possible(A & B)\n? necessary(A & B)\n"))
    assert names[1:3] == ["possible", "holds where A B"]
    assert names[4] == "unnecessary"
    assert names[5] in {"fails where ¬A B", "fails where A ¬B"}


def test_large_counts_are_grouped_in_threes() -> None:
    names = [f"p{n}" for n in range(11)]
    outcome = texts(view_of(f"{' | '.join(names)}\n? enumerate_models({', '.join(names)})\n"))
    assert "2,047 assignments, 8 shown" in outcome


def test_contradictory_first_order_premises_have_no_structure() -> None:
    view = view_of("forall x (P(x))\n~P(anna)\n? possible(P(anna))\n")
    model_lines = [line.text.strip() for line in view.model_lines(50, False)]
    assert model_lines == ["first-order: there is no structure"]


def test_models_that_take_too_long_are_listed_as_far_as_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def give_up(_view: ModelView, _start: int = 0, _size: int = 50) -> ModelPage:
        raise GaveUp("timeout")

    monkeypatch.setattr(ModelView, "page", give_up)
    view = view_of("A | B\n? necessary(A)\n")
    rows = [line.text.split() for line in view.model_lines(50, False)]
    assert rows[0] == ["A", "B"]
    assert sorted(rows[1:]) == [["·", "●"], ["●", "·"], ["●", "●"]]


def test_first_order_premises_show_a_structure() -> None:
    view = view_of(
        "P(x): -- x sings\nanna: Person\nforall x (P(x))\nP(anna)\n? necessary(P(anna))\n"
    )
    assert "necessary" in texts(view)
    assert view.models_title() == "baseline: structures"
    assert any("anna" in line.text for line in view.model_lines(50, False))


def test_no_line_is_wider_than_its_pane() -> None:
    view = view_of(HARBOUR)
    typed(view, HARBOUR + "boat = gull & tide = high & (permit | tide = low) & boat = \n")
    for cells in (30, 36, 56, 90):
        for draw in (view.answer_lines, view.model_lines, view.error_lines):
            assert max(width(line.text) for line in draw(cells, False)) <= cells


@pytest.mark.parametrize("name", ["pad.txt", "pad.json", "pad.jsonl"])
def test_saved_and_read_again_it_answers_the_same(tmp_path: Path, name: str) -> None:
    view = view_of(HARBOUR)
    assert view.language == "zh"
    save_pad(view, tmp_path / name)
    assert not view.unsaved
    opened = read_pad(tmp_path / name)
    again = view_of(opened.text)
    assert texts(again) == texts(view)
    assert (opened.text == HARBOUR) == (name == "pad.txt")


def test_questions_must_fit_the_item_they_are_put_into() -> None:
    goat = demo()[0]
    view = ScratchView(goat)
    typed(view, view.text.replace("S → B", "S ↔ B"))
    item = pad_item(view, "x")
    assert (item.id, item.questions) == (goat.id, goat.questions)
    assert item.formalization is not None
    assert item.formalization["premise"][0] == "S ↔ B"


# --- at the keyboard -----------------------------------------------------------------------------


def pad(at: InspectorSession) -> ScratchScreen:
    assert isinstance(at.app.screen, ScratchScreen), at.app.screen
    return at.app.screen


async def write(at: InspectorSession, text: str) -> None:
    pad(at).area.load_text(text)
    await at.settle()


@pytest.mark.slow
async def test_answers_follow_typing_from_the_table_of_items() -> None:
    async with open_inspector() as at:
        await at.press("S")
        assert "not saved" in at.header()
        assert "necessary(¬L)" in at.text()
        await write(at, "")
        await at.press(*["A", "enter", "question_mark", "space"], *"necessary", "(", "A", ")")
        await at.settle()
        assert "needs premise 1" in at.text()
        await at.press("left", "B")
        await at.settle()
        assert "unnecessary" in at.text()
        assert "! AB is not declared" in at.text()
        await at.press("escape")
        assert "not saved" in at.header()
        await at.press("escape")
        assert not isinstance(at.app.screen, ScratchScreen)


@pytest.mark.slow
async def test_an_empty_text_is_left_without_a_question(tmp_path: Path) -> None:
    async with open_inspector(demo()) as at:
        await at.press("S")
        await write(at, " \n")
        assert isinstance(at.app.screen, ScratchScreen)
        assert not at.app.screen.view.unsaved
        await at.press("escape")
        assert not isinstance(at.app.screen, ScratchScreen)


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 35), marks=pytest.mark.torture)])
async def test_a_text_is_written_saved_opened_and_compared(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "harbour.jsonl"
    async with open_inspector(size=size) as at:
        await at.press("S")
        await write(at, HARBOUR)
        await at.press("ctrl+s")
        at.app.screen.query_one("#ask-path", Input).value = str(path)
        await at.press("enter")
        assert "harbour.jsonl" in at.header()
        await at.press("ctrl+n")
        await write(at, "A")
        await at.press("ctrl+o")
        at.app.screen.query_one("#ask-path", Input).value = str(path)
        await at.press("enter")
        # The text is not saved, so it asks.
        assert isinstance(at.app.screen, AskModal)
        await at.press("enter")
        assert "GullReady" in pad(at).area.text
        await at.press("f3")
        assert pad(at).view.variant_name == "high"
        await at.press("f4")
        screen = at.app.screen
        assert isinstance(screen, WhatIfScreen)
        screen.view.compare_with("high")
        screen.view.start_from("lost")
        screen.recompute()
        await at.settle()
        command = screen.view.command()
        assert "high → lost" in at.header()
    assert load(str(path)).items[0].id == "harbour"
    ran = CliRunner().invoke(main, [*command.split()[1:], "--json"])
    assert ran.exit_code == 0, ran.output
    data = json.loads(ran.stdout)
    assert screen.view.preview is not None
    assert data["counts"]["added"] == screen.view.preview.diff.added.count == 2


@pytest.mark.slow
async def test_a_late_answer_never_replaces_a_newer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reached, gate, late = threading.Event(), threading.Event(), threading.Event()
    real = solve_scratch

    def slow(problem: Problem, cancel: Cancel) -> ScratchAnswers:
        scratch_answers = real(problem, Cancel())
        if len(scratch_answers.problem.premises) == 1:
            reached.set()
            assert gate.wait(300)
            late.set()
        return scratch_answers

    def answered() -> int:
        answers = pad(at).view.answers
        return 0 if answers is None else len(answers.problem.premises)

    async with open_inspector() as at:
        await at.press("S")
        monkeypatch.setattr(pad_module, "solve_scratch", slow)
        pad(at).area.load_text("A\n")
        await at.wait_until(reached.is_set)
        assert pad(at).pad.job.busy
        pad(at).area.load_text("A\nB\n")
        await at.wait_until(lambda: answered() == 2)
        gate.set()
        await at.wait_until(late.is_set)
        await at.settle()
        assert answered() == 2
        answers = pad(at).view.answers
        assert answers is not None
        assert answers.models[BASELINE].page is not None


@pytest.mark.slow
async def test_control_sequences_do_not_reach_the_text(tmp_path: Path) -> None:
    text = "It rains.\x1b[2J \x1b]0;title\x07[red]x[/red]\r\nAnd \u202eso on."
    item = Item.model_validate(
        {"id": "bad", "text": text, "questions": [{"id": "1", "kind": "text"}]}
    )
    async with open_inspector([item]) as at:
        await at.press("enter", "S")
        screen = at.app.screen
        assert isinstance(screen, ScratchScreen)
        text = screen.area.text
        assert not any(char in text for char in "\x1b\x07\r\u202e")
        assert text.partition("\n# made of: ")[0] == "# item: bad"
        assert text.split("\n", 2)[2] == (
            "# It rains.⟨U+001B⟩[2J ⟨U+001B⟩]0;title⟨U+0007⟩[red]x[/red]\n# And ⟨U+202E⟩so on.\n"
        )
        assert not screen.view.unsaved
        screen.area.post_message(Paste("A: Bool\x1b[31m\n? possible(A)\x07\n"))
        await at.settle()
        assert "\x1b" not in screen.area.text
        assert "\x07" not in screen.area.text
        assert "possible" in at.text()
        path = tmp_path / "pad.txt"
        path.write_text("A\x1b[2J\n", encoding="utf-8")
        screen.put(read_pad(path).text, None, str(path))
        assert screen.area.text == "A⟨U+001B⟩[2J\n"
        assert not screen.view.unsaved


async def test_keys_are_handled_while_a_text_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reached, gate = threading.Event(), threading.Event()
    real = ScratchView.read
    read: list[str] = []

    def slow(self: ScratchView, budget: Budget) -> ReadPad:
        text = self.text
        if text.startswith("A & slow"):
            reached.set()
            assert gate.wait(300)
        read.append(text)
        return real(self, budget)

    async with open_inspector() as at:
        await at.press("S")
        screen = pad(at)
        before = screen.view.pad
        monkeypatch.setattr(ScratchView, "read", slow)
        screen.area.load_text("A & slow\n")
        await at.wait_until(reached.is_set)
        await at.pilot.press("x", "y")
        assert screen.area.text == "xyA & slow\n"
        assert screen.view.text == "xyA & slow\n"
        # What was read before is still what is shown; the text goes to disk as it stands.
        assert screen.view.pad is not before or not screen.view.current
        assert screen.view.unsaved
        gate.set()
        await at.settle()
        assert screen.view.current
        assert "xyA & slow\n" in read
        assert len(screen.view.pad.scratch.lines) == 2


async def test_actions_that_need_the_text_wait_until_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    real = ScratchView.read

    def slow(self: ScratchView, budget: Budget) -> ReadPad:
        assert gate.wait(300)
        return real(self, budget)

    async with open_inspector(demo()[:1]) as at:
        await at.press("S")
        screen = pad(at)
        monkeypatch.setattr(ScratchView, "read", slow)
        screen.area.load_text("A: Bool\nB: Bool\nA | B\n? possible(B)\n")
        await at.pilot.pause()
        assert not screen.view.current
        for name in ("p.json", "p.jsonl"):
            with pytest.raises(InputError, match="cannot be saved yet"):
                save_pad(screen.view, tmp_path / name)
            assert not (tmp_path / name).exists()
        save_pad(screen.view, tmp_path / "p.pad")
        assert (tmp_path / "p.pad").read_text() == screen.area.text
        await at.pilot.press("f4")
        assert at.app.screen is screen
        gate.set()
        await at.wait_until(lambda: at.app.screen is not screen)
        assert isinstance(at.app.screen, WhatIfScreen)
        assert screen.view.current
        await at.settle()


async def test_an_edit_is_on_disk_before_anything_else_happens(tmp_path: Path) -> None:
    """Not at a message that follows the painting."""
    database = tmp_path / "study.db"
    async with open_inspector(demo()[:1], database=database) as at:
        await at.press("S")
        screen = pad(at)
        draft = PadDraft(database, screen.view.item)
        screen.area.insert("one ")
        assert draft.read() == screen.area.text
        screen.area.insert("two ")
        assert draft.read() == screen.area.text
        whole = screen.area.text
        screen.area.undo()
        assert screen.area.text != whole
        screen.area.redo()
        assert screen.area.text == whole
        assert draft.read() == whole
        await at.settle()


@pytest.mark.slow
async def test_a_very_long_line_is_not_wrapped_until_it_is_shorter() -> None:
    async with open_inspector() as at:
        await at.press("S")
        area = pad(at).area
        area.load_text("A: Bool\nA\n")
        assert area.soft_wrap
        area.move_cursor(area.document.end)
        area.insert(" & ".join(["A"] * 2_000))
        await at.settle()
        assert not area.soft_wrap
        assert area.wrapped_document.height == 3
        area.action_undo()
        await at.settle()
        assert area.soft_wrap
        area.insert("word " * 100)
        assert area.wrapped_document.height > 4
        assert area.wrapped_document.height == sum(map(len, area.wrapped_document.lines))
        await at.settle()


async def test_a_text_that_would_be_too_long_is_refused() -> None:
    async with open_inspector() as at:
        await at.press("S")
        area = pad(at).area
        area.load_text("A: Bool\nA\n")
        await at.settle()
        for text, reason in (
            ("A\n" * 100_000, "expected at most 2,000 lines, found 100,003"),
            ("A & " * 500_000, "expected at most 200,000 characters, found 2,000,010"),
        ):
            area.post_message(Paste(text))
            await at.settle()
            assert area.text == "A: Bool\nA\n"
            notices = [notice.message for notice in at.app._notifications]
            assert f"Nothing was inserted. The text is too long: {reason}" in notices
        # At the limit a line may grow, and what is selected makes room.
        area.load_text("A\n" * 1_999)
        await at.press("B", "enter")
        assert area.text == "B" + "A\n" * 1_999
        area.replace("C\nD", (0, 0), (1, 0))
        assert area.text == "C\nD" + "A\n" * 1_998
        await at.settle()


def test_an_item_or_file_that_is_too_long_is_not_opened(tmp_path: Path) -> None:
    formal = {"premise": [f"A{n}" for n in range(3_000)]}
    item = demo()[0].model_copy(update={"formalization": formal, "questions": ()})
    view = ScratchView(item)
    assert view.text == ""
    lines = [line.text.strip() for line in view.error_lines(100, False)]
    assert lines[:2] == ["✗ The text is too long", "expected at most 2,000 lines, found 3,001"]
    for name, text in (("long.pad", "A\n" * 2_000), ("long.json", json.dumps(formal))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="The text is too long"):
            read_pad(tmp_path / name)


async def test_lines_are_wrapped_again_only_at_another_width(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    widths: list[int] = []
    real = CountedDocument.wrap

    def wrap(document: CountedDocument, width: int, tab_width: int | None = None) -> None:
        widths.append(width)
        real(document, width, tab_width)

    async with open_inspector(size=(120, 35)) as at:
        await at.press("S")
        area = pad(at).area
        area.load_text("word " * 40)
        await at.settle()
        before = area.wrapped_document.height
        monkeypatch.setattr(CountedDocument, "wrap", wrap)
        await at.pilot.resize_terminal(120, 30)
        await at.settle()
        assert widths == []
        await at.pilot.resize_terminal(100, 30)
        await at.settle()
        assert widths
        assert area.wrapped_document.height == sum(map(len, area.wrapped_document.lines)) > before


def test_only_queries_near_the_cursor_are_drawn() -> None:
    view = view_of("A\n" + "? possible(A)\n" * 700)
    lines = texts(view)
    assert sum("possible(A)" in line for line in lines) == 300
    assert lines[-1] == "▼ 400 more after"
    view.line = 650
    lines = texts(view)
    assert lines[0] == "▲ 500 more before"
    assert any(line.startswith("▸650 possible(A)") for line in lines)


def test_warnings_that_are_too_many_are_counted() -> None:
    view = view_of("".join(f"undeclared{k} & other{k}\n" for k in range(100)))
    assert view.pad.readable_problem is not None
    count = len(view.pad.readable_problem.warnings)
    lines = [line.text for line in view.error_lines(200, False)]
    assert count > 60
    assert len(lines) == 51
    assert lines[-1].strip() == f"{count - 50} more warnings"


FORTY = [f"A{n}" for n in range(40)]
COUNTING = "\n".join(
    [
        *(f"{name}: Bool" for name in FORTY),
        f"at_most(19; {', '.join(FORTY)})",
        f"at_least(17; {', '.join(FORTY)})",
        "A0 | A1",
        f"? count_models({', '.join(FORTY)})",
        "? necessary(A2 & A3)",
        "A4 -> A5",
    ]
)


@pytest.mark.slow
async def test_typing_over_a_hard_text_and_stopping_it_never_ends_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each readable line cancels the work on the previous one, whatever its stage."""
    monkeypatch.setattr(pad_module, "PAUSE_SECONDS", 0.0)
    async with open_inspector(demo()[:1]) as at:
        await at.pilot.press("S")
        await at.pilot.pause()
        screen = at.app.screen
        assert isinstance(screen, ScratchScreen)
        screen.area.load_text(COUNTING)
        screen.area.move_cursor(screen.area.document.end)
        for number, key in enumerate(" & A6 & A7 & A8 | A9 & A10 -> A11"):
            await at.pilot.press("space" if key == " " else {"&": "ampersand", "|": "vertical_line",
                                 "-": "minus", ">": "greater_than_sign"}.get(key, key))  # fmt: skip
            await at.pilot.pause(0.01 * (number % 5))
        assert screen.view.text.endswith("& A10 -> A11")
        for _turn in range(3):
            await at.pilot.press("escape")
            await at.pilot.pause(0.05)
            await at.pilot.press("space")
            await at.pilot.pause(0.05)
        screen.pad.stop_work()
        await at.pilot.pause()
        assert at.app.is_running
        assert isinstance(at.app.screen, ScratchScreen)
        assert screen.view.text.endswith("A11   ")
        await at.settle()


# --- sub-questions and drafts --------------------------------------------------------------------


def tide() -> Item:
    """An item whose answers are in words."""
    questions = [
        {"id": "1", "text": "Must it be low?", "kind": "text",
         "gold": {"kind": "text", "text": "必然"}},
        {"id": "2", "condition": "Suppose the gull stays.", "text": "Which tides are left?",
         "kind": "text", "gold": {"kind": "text", "text": "the high one"}},
    ]  # fmt: skip
    return Item.model_validate(
        {
            "id": "tide",
            "text": "The gull leaves at low tide only.",
            "questions": questions,
            "attributes": {"sub_questions": 2},
        }
    )


TIDE = """
low, gull: Bool
gull -> low
? necessary(low)
gold for 1:
@stays add ~gull
? enumerate_models(low) under stays
"""


def test_golds_are_shown_next_to_the_answers() -> None:
    view = ScratchView(tide(), golds=True)
    typed(view, view.text + TIDE + "gold for 2:\n")
    solve(view)
    text = " ".join(texts(view, 100))
    assert "✗ gold for 1 is refuted: it says necessary (read from the published answer)" in text
    assert "○ gold for 2: the published answer is in words: write what it says" in text
    assert view.progress() == "1 of 2 sub-questions"
    typed(view, view.text.replace("gold for 2:", "gold for 2: {()}"))
    solve(view)
    assert "✗ gold for 2 is refuted: it says {()}" in " ".join(texts(view, 100))
    typed(view, view.text.replace("gold for 2: {()}", "gold for 2: {(), (low)}"))
    solve(view)
    assert "✓ gold for 2 is proved" in " ".join(texts(view, 100))
    typed(view, view.text.replace("gold for 1:", "gold for 7: necessary"))
    assert view.header()[2] == "✗ 1 line cannot be read"


def test_annotators_get_no_published_answers() -> None:
    view = ScratchView(tide())
    typed(view, view.text + TIDE)
    solve(view)
    assert "published" not in view.text
    text = " ".join(texts(view, 100))
    assert "necessary (read" not in text
    assert "no answer is published for it" in text


@pytest.mark.slow
async def test_an_unsaved_text_is_restored(tmp_path: Path) -> None:
    database = tmp_path / "study.db"
    drafts_folder = tmp_path / "study.db-scratchpads"
    async with open_inspector([tide()], database=database) as at:
        await at.press("enter", "S")
        pad(at).area.insert(TIDE)
        await at.settle()
        pad(at).keep()
        await at.settle()
        assert [path.read_text() for path in drafts_folder.iterdir()] == [pad(at).view.text]
        # Nobody saved it, and nobody left the screen.
        pad(at).area.insert("# the last key\n")
        await at.wait_until(lambda: pad(at).view.text.endswith("# the last key\n"))
        before = {path.name: path.read_bytes() for path in drafts_folder.iterdir()}
        assert len(before) == 2, "the text, and the edit that is not in it yet"
    for path in drafts_folder.iterdir():
        path.unlink()
    for name, content in before.items():
        (drafts_folder / name).write_bytes(content)
    async with open_inspector([tide()], database=database) as at:
        await at.press("enter", "S")
        assert pad(at).area.text.endswith(TIDE + "# the last key\n")
        assert pad(at).view.unsaved
        await at.press("ctrl+s")
        at.app.screen.query_one("#ask-path", Input).value = str(tmp_path / "tide.pad")
        await at.press("enter")
        assert not list(drafts_folder.iterdir())
        pad(at).area.insert("# more")
        await at.settle()
        pad(at).keep()
        await at.settle()
        assert list(drafts_folder.iterdir())
        await at.press("escape", "escape")
        assert not list(drafts_folder.iterdir())
        await at.press("S")
        assert not pad(at).area.text.endswith("# more")


@pytest.mark.slow
async def test_a_new_text_is_not_a_draft_of_the_item_before(tmp_path: Path) -> None:
    database = tmp_path / "study.db"
    drafts_folder = tmp_path / "study.db-scratchpads"
    async with open_inspector([tide()], database=database) as at:
        await at.press("enter", "S")
        pad(at).area.insert("# of the tide")
        await at.settle()
        await at.press("ctrl+n")
        assert pad(at).area.text == ""
        pad(at).area.insert("A: Bool\n# of nothing")
        await at.settle()
        pad(at).keep()
        await at.settle()
        drafts = {path.name.partition("-")[0]: path.read_text() for path in drafts_folder.iterdir()}
        assert len(drafts) == 2
        assert drafts["no"] == "A: Bool\n# of nothing"
    async with open_inspector([tide()], database=database) as at:
        await at.press("enter", "S")
        assert "# of the tide" in pad(at).area.text
        assert "# of nothing" not in pad(at).area.text
        # The one of no item is back where a text of none is begun.
        await at.press("ctrl+n")
        assert pad(at).area.text == "A: Bool\n# of nothing"
        assert len(list(drafts_folder.iterdir())) == 2


@pytest.mark.slow
async def test_the_wording_is_written_where_the_cursor_is_and_lines_are_explained() -> None:
    async with open_inspector([tide()]) as at:
        await at.press("enter", "S")
        pad(at).area.insert("\nlow: Bool\n")
        await at.press("f6")
        assert pad(at).area.text.endswith("low: Bool\n# 1. Must it be low?\n#1 published:必然\n")
        pad(at).area.insert("? necessary(low)\ngold for 1:\n")
        await at.press("f6")
        assert "gold for 1:\n# 2. Suppose the gull stays.\n" in pad(at).area.text
        await at.press("f2")
        assert "Lines of a scratchpad" in at.text()
        window = at.app.screen.query_one(".window").region
        around = at.app.screen.region
        assert abs(2 * window.x + window.width - around.width) <= 1, "in the middle"
        assert abs(2 * window.y + window.height - around.height) <= 1
        await at.press("escape")
        assert isinstance(at.app.screen, ScratchScreen)


@pytest.mark.slow
async def test_an_item_is_written_as_a_page(tmp_path: Path) -> None:
    path = tmp_path / "tide.html"
    async with open_inspector([tide()]) as at:
        await at.press("enter", "ctrl+s")
        at.app.screen.query_one("#ask-path", Input).value = str(tmp_path)
        await at.press("enter")
        # A folder is refused, and it asks again.
        assert isinstance(at.app.screen, AskModal)
        at.app.screen.query_one("#ask-path", Input).value = str(path)
        await at.press("enter")
        assert isinstance(at.app.screen, ItemScreen)
    assert "The gull leaves at low tide only." in path.read_text(encoding="utf-8")
