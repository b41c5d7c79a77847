"""The inspector in Chinese: its words, and that columns of wide characters align."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from items.claims.registry import CLAIMS
from items.files.loading import load
from items.gold.refutation import ObjectionKind
from items.inspection.catalogue import Catalogue
from sessions.storage.database import Database
from solver.errors import CountermodelError, FormulaError
from solver.inspection.formula_standing import FormulaVerdict
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.results import Verdict
from tests.solver.engine_queries import ground_answer
from tests.tui.inspector.researcher_session import demo, open_inspector
from tui import i18n
from tui.apps.participant import trouble_page
from tui.cli import main
from tui.console.exitcodes import ExitCode, _code_of
from tui.i18n import _
from tui.screens.inspector.item import ItemScreen
from tui.state.inspector.questioned_world import QuestionedWorld
from tui.state.inspector.words import standing_words
from tui.state.translation import translated
from tui.text import width
from tui.widgets.job import failure_text
from tui.windows.question_window import QuestionModal

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def chinese() -> Iterator[None]:
    i18n.use("zh")
    yield
    i18n.use("en")


@pytest.mark.parametrize("verdict", [value for value in Verdict if value is not Verdict.UNKNOWN])
def test_no_verdict_remains_english_next_to_a_translated_one(verdict: Verdict) -> None:
    assert standing_words(str(verdict)).isascii() is False


def test_words_of_lower_packages_are_translated() -> None:
    names = [column.title for column in Catalogue(demo()).columns]
    names += [str(stand) for stand in FormulaVerdict] + [str(why) for why in ObjectionKind]
    names += [CLAIMS[name].title for name in CLAIMS]
    assert [name for name in names if _(name) == name] == []
    assert standing_words("unknown (timeout)") == "未定（超时）"
    assert standing_words("{(A)}") == "{(A)}"


def messages_in(folder: str, calls: set[str]) -> set[str]:
    """The messages that a package hands to these calls, with something in every blank; those that
    are put together elsewhere are left out."""
    messages = set()
    for path in ROOT.glob(folder if folder.endswith(".py") else f"{folder}/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            for argument in node.args if node.func.id in calls else ():
                match argument:
                    case ast.Constant(value=str(text)) if " " in text:
                        messages.add(text)
                    case ast.Call(func=ast.Name(id="phrase"), args=[ast.Constant(value=str(text))]):
                        messages.add(re.sub(r"\{\w\}", "\0X1\0", text).strip("\0"))
                    case ast.JoinedStr(values=parts):
                        pieces = [
                            part.value if isinstance(part, ast.Constant) else "X1" for part in parts
                        ]
                        messages.add("\0".join(map(str, pieces)))
    return {message for message in messages if re.search("[a-z]{3}", message)}


FILES = (
    "sessions/storage/database.py", "sessions/storage/lock.py", "sessions/record/event_log.py",
    "sessions/record/snapshots.py", "sessions/taking/slots.py", "items/files/save.py",
    "items/formal.py", "items/scratchpads/formalized_items.py", "items/files/loading.py",
    "items/sources/files.py",
    "solver/language/edits.py", "tui/screens/inspector/scratch_files.py",
    "tui/screens/inspector/models.py",
    "tui/screens/inspector/matrix.py", "tui/console/sources.py", "tui/windows/app.py",
    "study/files/study_file.py",
)  # fmt: skip
"""Whose errors reach a screen, or the terminal before one."""
ERRORS = {"InputError", "OutsideError", "SessionOpenError", "GoneError", "DamagedError"}


def is_translated(message: str) -> bool:
    """Whether a message is translated, also where a blank at either end may be empty."""
    pieces = message.split("\0")
    splits = {tuple(pieces)}
    if pieces[0] == "X1":
        splits.add(tuple(pieces[1:]))
    if pieces[-1] == "X1":
        splits |= {way[:-1] for way in splits}
    return any(translated("".join(way)) != "".join(way) for way in splits)


def test_reasons_of_claims_and_errors_of_formulas_are_translated() -> None:
    reasons = messages_in("items/claims", {"proved", "refuted", "unknown"})
    assert len(reasons) > 50
    faults = messages_in("solver/language", {"Fault"}) | messages_in("solver/kinds", {"Fault"})
    assert len(faults) > 25
    wanted = reasons | faults | {CLAIMS[name].meaning for name in CLAIMS}
    assert "\n".join(sorted(text for text in wanted if not is_translated(text))) == ""
    assert translated("question 2: nothing was said here") == "问题 2：nothing was said here"
    assert translated("plain words") == "plain words"
    warnings = load_problem({"parameters": {"A": "Bool"}, "premise": ["B"]}).warnings
    assert len(warnings) == 2
    assert not any("declared" in translated(warning) for warning in warnings)
    i18n.use("en")
    assert not any(map(is_translated, wanted))


def test_text_to_be_typed_is_not_translated() -> None:
    """A proposal is a word of the language, whatever the screens call what it means."""
    i18n.use("zh")
    wanted = {"necesary(A)": "necessary", "posible(A)": "possible", "unoin(a, b; A)": "union"}
    for query, word in wanted.items():
        data = {"parameters": {"A": "Bool"}, "premise": ["A"], "question": [query]}
        with pytest.raises(FormulaError) as refused:
            load_problem(data)
        hint = translated(refused.value.hint.split("? ")[0] + "?")
        assert hint == f"您是不是想写 {word}？"


def test_errors_about_files_and_records_are_translated(tmp_path: Path) -> None:
    wanted = {text for path in FILES for text in messages_in(path, ERRORS)}
    assert len(wanted) > 50
    assert "\n".join(sorted(text for text in wanted if not is_translated(text))) == ""
    wrong = tmp_path / "wrong.db"
    wrong.write_text("no database, but some text that is long enough to be one" * 20)
    with pytest.raises(CountermodelError) as caught, Database.open(wrong):
        pass
    message = failure_text(caught.value)
    assert str(wrong) in message
    assert re.findall("[A-Za-z]+", message.replace(str(wrong), "").replace("SQLite", "")) == []
    with pytest.raises(CountermodelError) as caught:
        load(str(tmp_path / "nothing"))
    assert "没有这个来源" in failure_text(caught.value)
    page = trouble_page(caught.value, "P1")
    assert any("没有这个来源" in section.text for section in page.sections)


@pytest.mark.parametrize("command", ["take", "inspect"])
def test_a_mistake_before_the_first_screen_is_reported_in_chinese(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    i18n.use("en")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    code = _code_of(lambda: main([command, "builtin:none"], standalone_mode=False))
    assert code == ExitCode.USAGE
    errors = capsys.readouterr().err
    assert "没有这个内置" in errors
    assert "No such" not in errors


def test_values_in_placeholders_are_translated_too() -> None:
    text = "without premises 1, 2 every answer stays the same; no tempting reading is named"
    assert translated(text) == "去掉前提 1, 2后所有答案都不变；没有写明诱人的误读"
    view = QuestionedWorld(theory(load_problem({"premise": ["A -> B"]})), {"A": True, "B": True})
    view.type("A & (")
    assert view.formula_error.startswith("此处应为公式，却是 结尾")


@pytest.mark.parametrize("premise", [r"\forall x F(x)", r"\forall x R(x, x)"])
def test_the_bound_of_a_grounding_is_reported_in_chinese(premise: str) -> None:
    problem = load_problem({"premise": [premise, "G(a)"], "question": "possible(G(a))"})
    note = ground_answer(theory(problem), problem.queries[0]).note
    assert "individuals that suffice: 1" in note
    assert re.search("[A-Za-z]", translated(note)) is None


@pytest.mark.slow
async def test_the_screens_are_chinese_in_both_sizes() -> None:
    for size in ((80, 24), (120, 35)):
        async with open_inspector(size=size) as at:
            assert "题目" in at.header()
            await at.press("enter")
            assert isinstance(at.app.screen, ItemScreen)
            text = at.text()
            for word in ("判定", "被否定", "可推出", "标准答案已证明", "在这个世界中不成立"):
                assert word in text, word
            assert all(width(row) == size[0] for row in text.splitlines())
            await at.press("e")
            assert isinstance(at.app.screen, QuestionModal)
            assert "查问这个世界" in at.text()


@pytest.mark.slow
async def test_marks_of_the_verdicts_are_aligned() -> None:
    async with open_inspector() as at:
        await at.press("enter")
        rows = [row for row in at.text().splitlines() if "世界 ✓ z3" in row and " = " not in row]
        places = {width(row[: row.index("世界 ✓")]) for row in rows if "引擎" not in row}
        assert len(rows) >= 4
        assert len(places) == 1
