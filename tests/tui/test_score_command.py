"""The commands `score` and `import`: figures, accounts of rows, and refusals."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.answers import TruthAnswer
from items.files.loading import load
from items.models import Item, Question
from sessions.models.answer_sheets import model_sheets
from sessions.storage.database import Database
from solver.errors import InputError
from study.scores.answer_sheets import AnswerSheet, parts_asked
from study.scores.sheet_scores import runs_scores, sheet_scores
from study.statistics.intervals import wilson
from tests.items.recorded.joined_rows import GOATS, choice, several
from tests.items.recorded.test_ilogiceval import LOG
from tests.scored_answers import Choices
from tests.shared_data import shared_path
from tests.tripwire import reached_by
from tui import i18n
from tui.cli import main


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, standalone_mode=False, catch_exceptions=False)


def scored(*arguments: str) -> dict[str, Any]:
    entry: dict[str, Any] = json.loads(call("score", *arguments, "--json").stdout)
    return entry


def table(tmp_path: Path, text: str) -> str:
    path = tmp_path / "answers.csv"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("file", "figures"),
    [
        pytest.param("0-shot-chatgpt.txt", (32.93, 3.13, 13.46), marks=pytest.mark.slow),
        pytest.param("0-shot-chatgpt-2.txt", (31.60, 3.40, 14.34), marks=pytest.mark.torture),
        pytest.param("3-shot-chatgpt.txt", (32.87, 3.73, 15.39), marks=pytest.mark.torture),
    ],
)
def test_published_figures_are_scored(file: str, figures: tuple[float, ...]) -> None:
    path = str(shared_path(f"ilogiceval/{file}"))
    entry = scored(path, "--format", "ilogiceval")
    assert tuple(round(entry[name], 2) for name in ("ACC", "CIR", "PC")) == figures
    assert (entry["items"], entry["answers"], entry["skipped"]) == (1500, 6000, [])
    assert entry["items_without_all_mutants"] == 0
    for name in ("ACC", "CIR", "PC"):
        low, high = entry["intervals"][name]
        assert low < entry[name] < high
        assert high - low < 5
    output = call("score", path, "--format", "ilogiceval").stdout
    assert f"{figures[2]:.2f}" in output


def test_a_small_log_is_scored(tmp_path: Path) -> None:
    path = tmp_path / "0-shot-m.txt"
    path.write_text(LOG, encoding="utf-8")
    entry = scored(str(path), "--format", "ilogiceval")
    # Item 0: right, right, N, N; item 1 has one answer, which is right.
    assert (entry["ACC"], entry["CIR"], entry["PC"]) == (100, 0, pytest.approx(25))
    assert (entry["items"], entry["items_without_all_mutants"]) == (2, 1)
    assert "PC_alpha" not in entry
    half = scored(str(path), "--format", "ilogiceval", "--alpha", "0.5")
    assert half["PC_alpha"] == pytest.approx((50 + 25) / 2)
    output = call("score", str(path), "--format", "ilogiceval", "--alpha", "0").stdout
    assert "1 without all mutants" in output
    assert "PC_alpha" in output


def test_question_types_runs_and_other_kinds_are_scored(tmp_path: Path) -> None:
    rows = ["item,question_type,gold,answer,model,run"]
    for run, right in ((1, "A"), (2, "B")):
        rows += [f"q1,3c1e,A,{right},m,{run}", f"q2,missing,A,A,m,{run}"]
        rows += [
            f"t1,,True,True,m,{run}",
            f"t2,,Unknown,?,m,{run}",
            f"f,,the ferry sinks,it goes down,m,{run}",
        ]
    entry = scored(table(tmp_path, "\n".join(rows)), "--format", "csv")
    assert "ACC" not in entry, "of two runs neither is the file's"
    first, second = entry["series"]
    assert first["by_question_type"]["3c1e"]["ACC"] == 100
    assert second["by_question_type"]["3c1e"]["ACC"] == 0
    assert (first["ACC"], second["ACC"], first["CIR"]) == (100, 50, None)
    assert first["truth"]["accuracy"] == 50
    assert first["truth"]["F1"] == {"true": 100, "false": None, "unknown": 0}
    assert first["by_item"]["ungraded"] == 1
    assert first["by_item"]["item_accuracy"] is None
    assert first["unreadable"] == 1
    (over,) = entry["over_runs"]
    assert over["ACC"]["CV"] == pytest.approx(100 * 25 / 75)
    assert over["ACC"]["sd"] == pytest.approx(35.3553, abs=1e-3)
    assert "CIR" not in over
    output = call("score", table(tmp_path, "\n".join(rows)), "--format", "csv").stdout
    for words in ("Item Accuracy", "–", "over runs", "CV 33.3 %", "macro-F1", "3c1e"):
        assert words in output
    # What comes after the question types is no part of the last of them.
    lines = output.splitlines()
    assert lines[lines.index("  truth values") + 1].split()[0] == "accuracy"
    assert lines[lines.index("  items of several questions") + 1].split()[:2] == [
        "Item",
        "Accuracy",
    ]
    assert "    1 item, 1 without all mutants (not in CIR and PC)" in lines


def test_own_items_are_scored(tmp_path: Path) -> None:
    demo = load("builtin:demo").items
    item = next(
        member for member in demo if member.leaves[0].kind == "choice" and len(member.leaves) == 1
    )
    path = table(tmp_path, f"item,mutant,option,model\n{item.id},0,0,m\nnobody,0,0,m\n")
    entry = scored(path, "--format", "csv", "--items", "builtin:demo")
    assert entry["answers"] == 1
    assert entry["skipped"] == [{"row": "line 3", "reason": "no item has the id 'nobody'"}]
    assert "nobody" in call("score", path, "--format", "csv", "--items", "builtin:demo").stdout


def asked_thrice(n: int, **attributes: str) -> Item:
    """An item of three truth values, all true."""
    return Item(
        id=f"thrice {n}",
        text=f"Text {n}.",
        questions=tuple(
            Question(
                id=str(k),
                text=f"Is {k}?",
                kind="truth",
                gold=TruthAnswer.model_validate({"value": "true"}),
            )
            for k in range(3)
        ),
        attributes=dict(attributes),
    )


def scores_of(items: Sequence[Item], *, pooled: bool = False) -> dict[str, Any]:
    """Answers of somebody who is right on every second pair of items, in all questions of an item
    alike."""
    sheet = AnswerSheet()
    for n, item in enumerate(items):
        for each in parts_asked(item):
            value = "true" if n // 2 % 2 else "false"
            sheet.put(each, 0, "answered", TruthAnswer.model_validate({"value": value}))
    return sheet_scores(sheet, {item.content_hash: item for item in items}, pooled=pooled)


def test_an_items_questions_and_items_of_one_structure_are_drawn_together() -> None:
    """20 items of three answers each that are right or wrong together are no more than 20 answers;
    ten pairs of one template each no more than ten."""
    items = [asked_thrice(n) for n in range(20)]
    pairs = [asked_thrice(n, template=f"pair {n // 2}") for n in range(20)]
    by_item, by_pair = (scores_of(rows)["truth"]["intervals"] for rows in (items, pairs))
    answers, facts, fewer = (wilson(n // 2, n) for n in (60, 20, 10))
    assert answers
    assert facts
    assert fewer
    for key in ("accuracy", "F1.true"):
        low, high = by_item[key]
        assert high - low > 100 * (answers.high - answers.low) * 1.3, key
        other_low, other_high = by_pair[key]
        assert other_high - other_low > high - low
    low, high = by_item["accuracy"]
    assert low == pytest.approx(100 * facts.low, abs=3)
    assert by_pair["accuracy"][0] <= 100 * fewer.low


def test_items_in_words_and_in_symbols_are_scored_separately() -> None:
    words = [asked_thrice(n) for n in range(8)]
    symbols = [asked_thrice(n, kind="symbolic") for n in range(8, 16)]
    entry = scores_of([*words, *symbols[:6]])
    assert set(entry["by_form"]) == {"natural language", "symbolic"}
    for name, rows, rights in (
        ("natural language", words, [0, 0, 1, 1, 0, 0, 1, 1]),
        ("symbolic", symbols[:6], [0, 0, 1, 1, 0, 0]),
    ):
        scores = entry["by_form"][name]
        assert scores["answers"] == 3 * len(rows)
        assert scores["truth"]["accuracy"] == pytest.approx(100 * sum(rights) / len(rights))
        alone = scores_of(rows)
        assert scores == {**alone, "failed": scores["failed"]}
        assert "by_form" not in alone
    # No figure is over both.
    assert set(entry) == {"answers", "unreadable", "failed", "without_gold", "by_form"}


def test_languages_are_scored_separately_unless_pooled() -> None:
    english = [asked_thrice(n) for n in range(4)]
    chinese = [
        asked_thrice(n, **more).model_copy(update={"language": "zh"})
        for n, more in ((4, {}), (5, {}), (6, {}), (7, {"kind": "symbolic"}))
    ]
    by_language = scores_of([*english, *chinese[:3]])
    assert {name: each["answers"] for name, each in by_language["by_language"].items()} == {
        "en": 12,
        "zh": 9,
    }
    assert "truth" not in by_language
    both = scores_of([*english, *chinese])["by_form_and_language"]
    assert list(both) == ["natural language, en", "natural language, zh", "symbolic, zh"]
    pooled = scores_of([*english, *chinese], pooled=True)
    assert "by_language" not in pooled
    assert pooled["truth"]["questions"] == 24
    runs = [
        {"by_language": {"en": {"ACC": 100.0}, "zh": {"ACC": 0.0}}},
        {"by_language": {"en": {"ACC": 100.0}, "zh": {"ACC": 50.0}}},
    ]
    spread = runs_scores(runs)["by_language"]
    assert (spread["en"]["ACC"]["mean"], spread["zh"]["ACC"]["mean"]) == (100, 25)


def test_the_command_prints_no_figure_over_two_languages(tmp_path: Path) -> None:
    twins = [
        choice(f"goats/{language}", GOATS, 1).model_copy(update={"language": language})
        for language in ("en", "zh")
    ]
    items = tmp_path / "items.jsonl"
    lines = [item.model_dump_json() for item in twins]
    items.write_text("\n".join(lines) + "\n", encoding="utf-8")
    table_text = "item,answer,model,run\n" + "".join(
        f"goats/{language},{letter},m,{run}\n"
        for language, letter in (("en", "B"), ("zh", "C"))
        for run in (1, 2)
    )
    arguments = (table(tmp_path, table_text), "--format", "csv", "--items", str(items))
    apart = call("score", *arguments).output
    pooled = call("score", *arguments, "--pool").output
    assert "50.00" not in apart
    assert "  en: 1 answer" in apart
    assert "m · zh over runs" in apart
    assert "50.00" in pooled


def test_unsettled_answers_give_two_figures(tmp_path: Path) -> None:
    item = several("two", "Two cases.")
    items = tmp_path / "items.jsonl"
    items.write_text(item.model_dump_json() + "\n", encoding="utf-8")
    table_text = "item,question,answer,model\ntwo,a,2,m\ntwo,b,It may be anyone I would say,m\n"
    arguments = (table(tmp_path, table_text), "--format", "csv", "--items", str(items))
    entry = scored(*arguments)["by_item"]
    assert (entry["ungraded"], entry["item_accuracy"]) == (1, None)
    assert entry["bounds"] == {
        "item_accuracy": [0, 100],
        "sub_question_accuracy": [50, 100],
        "gap": [0, 50],
        "by_split.by_prefix.baseline": [50, 100],
        "by_split.by_edit.baseline": [50, 100],
    }
    output = call("score", *arguments).stdout
    assert "1 unsettled answer: 50.00 if all are wrong, 100.00 if all are right" in output
    assert "1 unsettled answer: 0.00 if all are wrong, 100.00 if all are right" in output
    assert "1 unsettled answer: 0.00 at least, 50.00 at most" in output


def test_doubled_rows_count_once(tmp_path: Path) -> None:
    path = table(tmp_path, "item,gold,answer\nq,A,A\nq,A,B\n")
    entry = scored(path, "--format", "csv")
    assert entry["ACC"] == 100
    assert [skip["row"] for skip in entry["skipped"]] == ["line 3"]


def test_skipped_rows_are_reported_by_reason(tmp_path: Path) -> None:
    lines = [json.dumps({"item": "q", "gold": "A", "answer": "A"})] * 9 + ["{bad"]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    stdout = call("score", str(path), "--format", "jsonl").stdout
    assert "9 rows were left out" in stdout
    rows = "line 2, line 3, line 4, line 5, line 6 and 3 more"
    assert f"  {rows}: the same answer to the same item as line 1" in stdout
    assert "line 10: expected a JSON object, found invalid JSON: expecting property name" in stdout


def test_answers_are_imported_into_a_database(tmp_path: Path) -> None:
    path = tmp_path / "3-shot-m.txt"
    path.write_text(LOG, encoding="utf-8")
    db = str(tmp_path / "record.db")
    arguments = ("import", str(path), "--format", "ilogiceval", "--db", db)
    document = json.loads(call(*arguments, "--json").stdout)
    assert document["imported"] == 5
    assert document["placeholders"] == 2
    assert document["series"] == [{"model": "m", "setting": "3-shot", "run": 1}]
    assert document["skipped"] == []
    again = call(*arguments).stdout
    assert "0 answers imported" in again
    assert "5  rows were left out\n" in again
    # Those of one reason stand together.
    assert again.count("this answer is already stored") == 1
    with Database.open(db) as database:
        (sheet,) = model_sheets(database).sheets.values()
    assert Choices(sheet.circular()).pc == pytest.approx(0.25)
    text = call(*arguments, "--model", "other", "--setting", "s", "--run", "3").stdout
    assert "5 answers imported" in text
    assert "other · s · run 3" in text


def test_control_sequences_in_a_file_are_not_obeyed(tmp_path: Path) -> None:
    path = table(tmp_path, 'item,gold,answer,model\n"q\x1b[2J",A,A,"m\x1b[31m"\nx,,A,m\n')
    for command in (
        ("score", path, "--format", "csv"),
        ("import", path, "--format", "csv", "--db", str(tmp_path / "r.db")),
    ):
        assert "\x1b" not in call(*command).stdout


def test_invalid_requests_are_refused(tmp_path: Path) -> None:
    path = table(tmp_path, "item,gold,answer\nq,A,A\n")
    db = str(tmp_path / "record.db")
    with pytest.raises(InputError, match="Which model answered"):
        call("import", path, "--format", "csv", "--db", db)
    with pytest.raises(InputError, match="No such file"):
        call("score", str(tmp_path / "none"), "--format", "csv")
    with pytest.raises(InputError, match="Not an ILogicEval log"):
        call("score", path, "--format", "ilogiceval")
    with pytest.raises(InputError, match="Unknown field"):
        call("score", path, "--format", "csv", "--columns", "itm=item")
    assert CliRunner().invoke(main, ["score", path, "--format", "xml"]).exit_code == 2


def test_scoring_loads_nothing_heavy_but_numpy(tmp_path: Path) -> None:
    path = table(tmp_path, "item,gold,answer\nq,A,A\n")
    code = "from tui.cli import main; main(prog_name='countermodel')"
    assert reached_by(code, "score", path, "--format", "csv", "--json") <= {"numpy"}


def test_a_file_that_cannot_be_read_leaves_no_database(tmp_path: Path) -> None:
    log = tmp_path / "log.eval"
    log.write_text("no archive", encoding="utf-8")
    path = tmp_path / "new.db"
    with pytest.raises(InputError):
        call("import", str(log), "--format", "inspect", "--db", str(path))
    assert not path.exists()


def test_two_answers_to_one_item_in_a_log_are_reported(tmp_path: Path) -> None:
    """The first answer counts, and the message names both rows; a failed request blocks no
    answer."""
    path = table(
        tmp_path,
        "item,answer,gold,error\n1,B,A,\n1,A,A,\n2,,B,timeout\n2,B,B,\n3,,C,timeout\n",
    )
    entry = scored(path, "--format", "csv")
    assert (entry["answers"], entry["failed"], entry["ACC"]) == (2, 1, 50)
    assert entry["skipped"] == [
        {
            "row": "line 3",
            "reason": "two different answers to one item in one log: the other is in line 2; "
            "remove one of them, or give each a run of its own",
        }
    ]


def test_import_uses_the_language_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    text = "All goats are grey and old, so one is."
    path = table(tmp_path, f'id,text,answer,gold\n1,"{text}",True,True\n1,"{text}",False,True\n')
    row = ("import", path, "--format", "csv", "--model", "m", "--db", str(tmp_path / "x.db"))
    try:
        output = call(*row).stdout
        for_machines = json.loads(call(*row, "--json").stdout)
    finally:
        i18n.use("en")
    assert "已导入 1 个回答" in output
    assert "第 3 行：一份记录中对同一道题有两个不同的回答：另一个在第 2 行" in output
    assert not {"imported", "joined", "line", "left out"} & set(output.split())
    assert for_machines["twice"] == 1
    assert for_machines["skipped"][0]["row"] == "line 3"


def test_an_import_of_nothing_from_items_that_cannot_be_read_is_not_a_success(
    tmp_path: Path,
) -> None:
    items, table = tmp_path / "items.jsonl", tmp_path / "answers.csv"
    items.write_text('{"id": "x"}\n', encoding="utf-8")
    table.write_text("model,item,answer\nparrot,y,true\n", encoding="utf-8")
    options = ["--format", "csv", "--items", str(items), "--db", str(tmp_path / "a.db")]
    run = CliRunner().invoke(main, ["import", str(table), *options])
    assert "0 answers imported" in run.stdout, run.output
    assert run.exit_code == 2
