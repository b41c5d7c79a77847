"""Which recorded answers are in which row of a paper's table, and how often each counts."""

import random
from dataclasses import replace

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from sessions.models import responses
from sessions.report.papers.paper_table import NOT_RECORDED
from sessions.report.papers.published import printed
from sessions.report.papers.registry import paper_report
from sessions.report.papers.thinking import thinking
from sessions.report.respondents import Respondent
from sessions.report.rows import Cell
from sessions.report.truth_counts import one_by_one
from sessions.storage.database import Database
from study.scores.answer_sheets import AnswerSheet, TruthRow
from tests.sessions.test_papers import LABELS, answer, choice, gold_of, row_of, rows_by_table, truth


@pytest.mark.parametrize(
    ("model", "setting", "expected"),
    [
        ("m", "thinking", "thinking"),
        ("m", "reasoning", "thinking"),
        ("m", "effort-high", "thinking"),
        ("deepseek-v3.2-thinking", "0-shot", "thinking"),
        ("m", "no-think", "no"),
        ("m", "nothink", "no"),
        ("m", "Non-Thinking", "no"),
        ("m", "non_thinking/zh", "no"),
        ("m", "without reasoning", "no"),
        ("m", "thinking=off", "no"),
        ("m", "reasoning_effort=none", "no"),
        ("m", "enable_thinking: false", "no"),
        ("m", "low-think", "low"),
        ("m", "reasoning_effort=low", "low"),
        # The setting goes before the name.
        ("m-thinking", "no-think", "no"),
        ("m", "0-shot", ""),
        ("m", "no-logic", ""),
        ("m", 'llmeval thinking={"type":"disabled"}', "no"),
        ("m", "llmeval thinking={'type': 'disabled', 'budget_tokens': 0}", "no"),
        ("m", 'llmeval thinking={"type": "enabled", "budget_tokens": 2048}', "thinking"),
        ("m", 'reasoning={"enabled":false}', "no"),
        ("m", 'reasoning={"effort":"none"}', "no"),
        ("m", 'reasoning={"effort":"minimal"}', "low"),
        ("m", 'reasoning={"exclude": true, "max_tokens": 0}', "no"),
        ("m", 'extra_body={"chat_template_kwargs": {"enable_thinking": False}}', "no"),
        ("m", 'generationConfig={"thinkingConfig":{"thinkingBudget":0}}', "no"),
        ("m", "thinking.type=disabled", "no"),
        ("m", "thinking_budget=0", "no"),
        ("m", "thinking_budget=2048", "thinking"),
        ("m", "thinking_mode=off", "no"),
        ("m", "thinking=0", "no"),
        ("m", "use_thinking=1", "thinking"),
        ("m", "reasoning_effort=minimal", "low"),
        ("m", "reasoning_effort=xhigh", "thinking"),
        # What is taken away may be not taken away.
        ("m", "disable_thinking=true", "no"),
        ("m", "disable_thinking=false", "thinking"),
        ("m", "enable_thinking=true", "thinking"),
        ("m", "enable_thinking=true reasoning_effort=low", "low"),
        ("m-thinking", "enable_thinking=false", "no"),
        # Neither yes nor no.
        ("m", 'thinking={"type":"auto"}', "unclear"),
        ("m", "thinking_budget=-1", "unclear"),
        ("m", "enable_thinking=true thinking_budget=0", "unclear"),
        # Where thoughts are shown says nothing of whether there are any, nor do other parameters.
        ("m", "include_reasoning=false", ""),
        ("m", 'response_format={"type":"json"} temperature=0', ""),
        ("m", "logic-reasoning-bench", ""),
        ("gpt-5.4-none", "qmfol", "no"),
        ("gpt-5.4-high", "qmfol", "thinking"),
    ],
)
def test_settings_that_ask_for_reasoning_are_recognized(
    model: str, setting: str, expected: str
) -> None:
    assert thinking(model, setting) == expected


def test_no_setting_is_in_a_row_that_contradicts_it() -> None:
    seed = "Seed 2.0 Pro (thinking)"
    paper = printed("E")
    both = paper.names([("seed-2.0-pro", "no-think"), ("seed-2.0-pro", "thinking")])
    assert both == ["seed-2.0-pro", seed]
    # One that says nothing gives way, whatever comes first.
    assert paper.names([("seed-2.0-pro", "s"), ("seed-2.0-pro", "thinking")]) == [
        "seed-2.0-pro",
        seed,
    ]
    assert paper.names([("seed-2.0-pro", "s"), ("seed-2.0-pro", "low-think")]) == [
        seed,
        "seed-2.0-pro",
    ]
    paper = printed("D")
    assert paper.names([("deepseek-v3.2", "zero-shot"), ("deepseek-v3.2", "reasoning")]) == [
        "DS-V3.2",
        "DS-V3.2-Think",
    ]
    assert paper.names([("deepseek-v3.2-thinking", "no-think")]) == ["deepseek-v3.2-thinking"]
    assert paper.names([("qwen3-32b", "non-thinking"), ("gpt-5.4", "effort-none")]) == [
        "qwen3-32b",
        "GPT-5.4-None",
    ]


def test_settings_that_are_not_understood_are_in_no_row() -> None:
    paper = printed("E")
    unclear = 'llmeval thinking={"type":"auto"}'
    assert paper.names([("qwen3.5-plus", unclear), ("qwen3.5-plus", "llmeval")]) == [
        "qwen3.5-plus",
        "Qwen 3.5 Plus (thinking)",
    ]
    off = 'llmeval thinking={"type":"disabled"}'
    assert paper.names([("qwen3.5-plus", off), ("seed-2.0-pro", off)]) == [
        "Qwen 3.5 Plus",
        "seed-2.0-pro",
    ]


TASKS = [
    truth(
        f"{label}/{domain}/{n}",
        label,
        "ContextHub",
        f"A text of {domain} {label} {n}",
        kind="deductive",
        level=1,
        template=n,
        domain=domain,
        topic=domain,
        depth=5,
        width=5,
        distractors=0,
    )
    for label in ("true", "unknown")
    for domain in ("math", "people")
    for n in range(15)
]


def record(db: Database, model: str, setting: str, runs: int, mutants: int = 1) -> None:
    """The same answers in every run, half of those on people right; some say what is never gold."""
    draw = random.Random(3)
    truth_answers = {
        item.id: gold_of(item)
        if draw.random() < (0.9 if item.attributes["domain"] == "math" else 0.5)
        else "false"
        for item in TASKS
    }
    rows = [
        replace(
            answer(item, model, setting, run, mutant, None),
            answer=TruthAnswer.model_validate({"value": truth_answers[item.id]}),
        )
        for run in range(1, runs + 1)
        for mutant in range(mutants)
        for item in TASKS
    ]
    responses.add(db, rows, TASKS)


def test_repeating_the_same_answers_does_not_strengthen_a_test() -> None:
    db = Database.open(":memory:")
    record(db, "one", "s", 1)
    record(db, "five", "s", 5)
    tables = {table.name: table for table in paper_report(db, "C").tables}
    table = tables["figures 4 and 5, p of chi-square"]
    p: list[Cell] = [
        row_of(table.by_name(), model=model, domain="math")["people"] for model in ("one", "five")
    ]
    assert p[0] == p[1]
    assert p[0] is not None
    assert 1e-7 < float(p[0]) < 1e-4
    assert table.n == 2 * len(TASKS)


def test_answers_of_one_person_are_not_independent() -> None:
    def run(*rows: TruthRow) -> Respondent:
        sheet = AnswerSheet(truths=list(rows))
        return Respondent("x", "people", "s", None, sheet, {}, {})

    mutants = run(TruthRow("a", "true", "false", "", 2), TruthRow("a", "true", "true", "", 0))
    assert one_by_one(mutants) == {"a": True}
    person = run(TruthRow("a", "true", "false", "p"), TruthRow("b", "true", "true", "p"))
    assert one_by_one(person) == {"a": False, "b": True}
    several = run(TruthRow("a", "true", "false", "p"), TruthRow("b", "true", "true", "q"))
    assert one_by_one(several) is None


def test_a_label_without_gold_answers_has_no_f1() -> None:
    db = Database.open(":memory:")
    record(db, "m", "s", 1)
    tables = rows_by_table(db, "C")
    row = row_of(tables["label F1 (equation 4)"], model="m")
    assert row["F1 False"] is None
    assert row["average F1"] == pytest.approx((row["F1 True"] + row["F1 N/A"]) / 2)
    assert set(LABELS) == {"true", "false", "unknown"}


def test_rows_of_models_name_their_setting() -> None:
    db = Database.open(":memory:")
    record(db, "deepseek-v3.2", "zero-shot", 1)
    record(db, "deepseek-v3.2", "reasoning", 1)
    for name, rows in rows_by_table(db, "D").items():
        if name in ("table 2", "table 3", "table 6", "figure 4, accuracy"):
            settings = {row["model"]: row["setting"] for row in rows if row["setting"]}
            assert settings == {"DS-V3.2": "zero-shot", "DS-V3.2-Think": "reasoning"}, name


def test_a_table_names_settings_whose_words_of_thinking_are_not_understood() -> None:
    db = Database.open(":memory:")
    record(db, "deepseek-v3.2", "thinking=auto", 1)
    record(db, "deepseek-v3.2", "thinking=0", 1)
    (table,) = (table for table in paper_report(db, "D").tables if table.name == "table 2")
    rows = [row for row in table.by_name() if row["setting"]]
    assert {row["model"]: row["setting"] for row in rows} == {
        "DS-V3.2": "thinking=0",
        "deepseek-v3.2": "thinking=auto",
    }
    (note,) = (note for note in table.notes if "not clear whether" in note)
    assert note.endswith(": deepseek-v3.2 · thinking=auto")


@pytest.mark.parametrize("letter", "ABCDE")
def test_a_cell_that_the_paper_leaves_out_has_no_text(letter: str) -> None:
    for table in printed(letter).tables.values():
        assert all("" not in row.values() for row in table.rows.values())


def test_both_prompts_of_table_4_have_the_same_items_and_mutants() -> None:
    """Items 0 to 4 are right wherever they were asked, the others wrong, so that no Δ is anything
    but 0: whatever a prompt was not asked must count in neither mean."""
    items = [choice(n, "3e1c", "words") for n in range(10)]
    prompts: dict[tuple[str, int], dict[int, tuple[int, ...]]] = {
        ("divlogic-0-shot", 1): dict.fromkeys(range(10), (0, 1, 2, 3)),
        ("divlogic-0-shot", 2): {n: (0, 1, 2, 3) if n < 9 else (1, 2, 3) for n in range(10)},
        ("divlogic-no-logic", 1): {n: (0, 1, 2, 3) if n < 7 else (0,) for n in range(10)},
        ("divlogic-no-logic", 2): dict.fromkeys(range(9), (0, 1, 2, 3)),
    }
    rows = [
        answer(items[n], "m", setting, run, mutant, ChoiceAnswer(option=(n + (n >= 5)) % 4))
        for (setting, run), by_item in prompts.items()
        for n, mutants in by_item.items()
        for mutant in mutants
    ]
    db = Database.open(":memory:")
    responses.add(db, rows, items)
    rows_by_metric = {
        row["metric"]: row for row in rows_by_table(db, "A")["table 4"] if row["model"] == "m"
    }
    assert {name: row["items"] for name, row in rows_by_metric.items()} == {
        "ACC": 9,
        "CIR": 7,
        "PC": 7,
    }
    for name, share in (("ACC", 5 / 9), ("CIR", 5 / 7), ("PC", 5 / 7)):
        row = rows_by_metric[name]
        assert (row["Origin"], row["NoLR"]) == (pytest.approx(share), pytest.approx(share)), name
        assert row["Δ"] == pytest.approx(0), name


def test_a_prompt_without_one_whole_item_has_no_cir() -> None:
    items = [choice(n, "3e1c", "words") for n in range(3)]
    rows = [
        answer(item, "m", setting, 1, mutant, ChoiceAnswer(option=n))
        for setting, mutants in (("divlogic-0-shot", (0, 1, 2, 3)), ("divlogic-no-logic", (0,)))
        for n, item in enumerate(items)
        for mutant in mutants
    ]
    db = Database.open(":memory:")
    responses.add(db, rows, items)
    rows_by_metric = {
        row["metric"]: row for row in rows_by_table(db, "A")["table 4"] if row["model"] == "m"
    }
    assert (
        rows_by_metric["ACC"]["Origin"],
        rows_by_metric["ACC"]["Δ"],
        rows_by_metric["ACC"]["items"],
    ) == (1, 0, 3)
    for name in ("CIR", "PC"):
        cells = [rows_by_metric[name][head] for head in ("Origin", "NoLR", "Δ")]
        assert (cells, rows_by_metric[name]["items"]) == ([None, None, None], 0)


def test_items_in_another_language_have_rows_of_their_own() -> None:
    english = [choice(n, "3e1c", "words") for n in range(6)]
    chinese = [
        item.model_copy(update={"id": f"{item.id}/zh", "language": "zh"}) for item in english
    ]
    db = Database.open(":memory:")
    rows = [
        answer(item, "m", "0-shot", run, mutant, ChoiceAnswer(option=option))
        for run in (1, 2)
        for items in (english, chinese)
        for n, item in enumerate(items)
        for mutant in range(4)
        # English is all right, Chinese is all wrong.
        for option in [n % 4 if items is english else (n + 1) % 4]
    ]
    responses.add(db, rows, [*english, *chinese])
    for name, column in (("table 2", "run 1"), ("table 3", "Test"), ("table 4", "ILogicEval")):
        figures = {
            row["model"]: row[column]
            for row in rows_by_table(db, "B")[name]
            if row["model"][:1] == "m" and row["metric"] == "Accuracy"
        }
        assert figures == {"m": 1, "m · zh": 0}, name


def test_a_table_over_runs_counts_the_answers_that_are_in_it() -> None:
    items = [choice(n, "3e1c", "words") for n in range(6)]
    symbols = [choice(n, "3e1c", "symbols") for n in range(6)]
    db = Database.open(":memory:")
    rows = [
        answer(item, model, "0-shot", run, 0, ChoiceAnswer(option=0))
        for model, run in (("several", 1), ("several", 2), ("single", 1))
        for item in (*items, *symbols)
    ]
    responses.add(db, rows, [*items, *symbols])
    tables = {table.name: table for table in paper_report(db, "B").tables}
    assert tables["table 2"].n == 2 * len(items)


def test_every_table_of_choices_counts_its_own_answers() -> None:
    items = [choice(n, "3e1c", "words") for n in range(6)]
    symbols = [choice(n, "3e1c", "symbols") for n in range(5)]
    db = Database.open(":memory:")
    rows = [
        answer(item, "m", setting, 1, 0, ChoiceAnswer(option=0))
        for setting in ("0-shot", "3-shot")
        for item in (*items, *symbols)
    ]
    responses.add(db, rows, [*items, *symbols])
    tables = {table.name: table for table in paper_report(db, "A").tables}
    # Worded items of 0-shot; of both forms in both settings; worded ones in both settings.
    assert tables["table 2"].n == 6
    assert tables["table 7"].n == 2 * (6 + 5)
    assert tables["table 9 and figure 2(b)"].n == 2 * 6


def test_tables_without_logic_separate_languages() -> None:
    english = [choice(n, "3e1c", "words") for n in range(6)]
    chinese = [
        item.model_copy(update={"id": f"{item.id} zh", "text": "中文。", "language": "zh"})
        for item in english
    ]
    db = Database.open(":memory:")
    rows = [
        answer(item, "m", setting, 1, mutant, ChoiceAnswer(option=option))
        for setting in ("divlogic-0-shot", "divlogic-no-logic")
        for items in (english, chinese)
        for n, item in enumerate(items)
        for mutant in range(4)
        for option in [n % 4 if items is english else (n + 1) % 4]
    ]
    responses.add(db, rows, [*english, *chinese])
    figures = {
        (row["model"], row["dataset"]): row["Origin"]
        for row in rows_by_table(db, "A")["table 4"]
        if row["model"][:1] == "m" and row["metric"] == "ACC"
    }
    assert figures == {("m", "DivLogicEval"): 1, ("m · zh", "DivLogicEval"): 0}


@pytest.mark.parametrize(
    ("model", "setting", "row"),
    [
        ("gpt-5.4", "effort=high", "GPT-5.4-High"),
        ("openai/gpt-5.4", "0-shot, reasoning_effort: high", "GPT-5.4-High"),
        ("gpt-5.4", "reasoning_effort=none", "GPT-5.4-None"),
        ("gpt-5.4-high", "0-shot", "GPT-5.4-High"),
        ("gpt-5.4", "effort=medium", "gpt-5.4"),
        ("gpt-5.4", "effort=xhigh", "gpt-5.4"),
        ("gpt-5.4", "high-stakes", "gpt-5.4"),
        ("gpt-5.4-mini", "effort=high", "gpt-5.4-mini"),
    ],
)
def test_a_model_with_a_matching_reasoning_budget_has_the_row(
    model: str, setting: str, row: str
) -> None:
    assert printed("D").names([(model, setting)]) == [row]


@pytest.mark.parametrize("letter", ["C", "D"])
def test_truth_values_in_another_language_have_rows_of_their_own(letter: str) -> None:
    """English is all right, Chinese all wrong: no row holds anything between."""
    chinese = [
        item.model_copy(update={"id": f"{item.id}/zh", "language": "zh", "text": f"文 {item.text}"})
        for item in TASKS
    ]
    turned = {"true": "false", "unknown": "true"}
    rows = []
    for item in (*TASKS, *chinese):
        gold = item.leaves[0].gold
        assert isinstance(gold, TruthAnswer)
        value = gold.value if item.language == "en" else turned[gold.value]
        rows.append(answer(item, "m", "s", 1, 0, TruthAnswer.model_validate({"value": value})))
    db = Database.open(":memory:")
    responses.add(db, rows, [*TASKS, *chinese])
    tables = rows_by_table(db, letter)
    cells = {
        "C": [
            ("figure 2", "contextual"),
            ("figure 2", "math"),
            ("label F1 (equation 4)", "F1 True"),
        ],
        "D": [("table 2", "True"), ("table 5", "D0"), ("figure 4, overall", "accuracy")],
    }
    for name, column in cells[letter]:
        figures = {row["model"]: row[column] for row in tables[name] if row["model"][:1] == "m"}
        assert figures == {"m": 1, "m · zh": 0}, (name, column)


def test_chinese_items_are_not_compared_with_the_papers_figures() -> None:
    chinese = [item.model_copy(update={"language": "zh"}) for item in TASKS]
    rows = [
        answer(item, "deepseek-v3.2", "s", 1, 0, item.leaves[0].gold)
        for item in chinese
        if item.leaves[0].gold is not None
    ]
    db = Database.open(":memory:")
    responses.add(db, rows, chinese)
    rows_by_model = {row["model"]: row for row in rows_by_table(db, "D")["figure 4, overall"]}
    assert rows_by_model["DS-V3.2"]["accuracy"] == NOT_RECORDED
    assert rows_by_model["DS-V3.2 · zh"]["accuracy"] == 1


IN_SYMBOLS = "items in symbols, which the paper does not have"
OF_SOURCE = {
    "C": {"domain": "math", "level": 1, "kind": "deductive"},
    "D": {"topic": "food", "depth": 5, "width": 5, "distractors": 0},
}


@pytest.mark.parametrize("letter", ["C", "D"])
def test_symbols_of_another_paper_are_not_left_out_of_this_one(letter: str) -> None:
    others = [choice(n, "3e1c", "symbols") for n in range(5)]
    db = Database.open(":memory:")
    given = [answer(item, "m", "s", 1, 0, ChoiceAnswer(option=0)) for item in others]
    value = TruthAnswer.model_validate({"value": "true"})
    given += [answer(item, "m", "s", 1, 0, value) for item in TASKS]
    responses.add(db, given, [*others, *TASKS])
    assert all(IN_SYMBOLS not in table.excluded for table in paper_report(db, letter).tables)
    own = [
        truth(f"own-{n}", "true", "X", f"(A{n} → B)", form="symbolic", **OF_SOURCE[letter])
        for n in range(3)
    ]
    responses.add(db, [answer(item, "m", "s", 1, 0, value) for item in own], own)
    tables = [table for table in paper_report(db, letter).tables if IN_SYMBOLS in table.excluded]
    assert tables
    assert {table.excluded[IN_SYMBOLS] for table in tables} == {3}
