"""No table of a paper averages languages, and only the paper's own stands beside its figures.

Owns a record over all papers in which everybody is right in English and wrong in Chinese, and one
model was asked in one language alone.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner

from items.answers import Answer, ChoiceAnswer, CountAnswer, TextAnswer, TruthAnswer
from items.models import Item, Option, Provenance, Question, RubricAtom
from sessions.annotation.desk_views import Current
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import ManualClock
from sessions.record.solver_figures import Solving
from sessions.report.comparing_data import ComparingData
from sessions.report.papers.paper_record import PaperRecord
from sessions.report.papers.published import printed
from sessions.report.papers.registry import PAPERS, paper_report
from sessions.report.respondents import Respondent, models_of
from sessions.report.rows import Rows
from sessions.storage.database import Database
from study.scores.answer_sheets import AnswerSheet, asked_of
from tests.sessions.annotation_samples import play, small_queue
from tests.study.annotation.samples import SCHEME
from tests.study.annotation.samples import item as small_item
from tui.commands.report import report as command

LANGUAGES = ("en", "zh")
ALONE = {
    "A": "gpt-4-1106-preview",
    "B": "gpt-4-1106-preview",
    "C": "gpt-4",
    "D": "deepseek-v3.2",
    "E": "seed-2.0-pro",
}
"""A model that the paper prints figures of, asked in another language than the paper's alone."""
PAPERS_OWN = {"A": "en", "B": "en", "C": "en", "D": "en", "E": "zh"}
LABELS = ("true", "false", "unknown")


def item(name: str, language: str, benchmark: str, *questions: Question, **attributes: Any) -> Item:
    return Item(
        id=f"{name}-{language}",
        text=f"Text of {name}." if language == "en" else f"{name} 的文字。",
        language=language,
        questions=questions,
        attributes=attributes,
        provenance=Provenance(benchmark=benchmark),
        rubric=(RubricAtom(id="LR1", description="An atom."),) if "Base" in benchmark else (),
    )


def choices(language: str, benchmark: str) -> Iterator[Item]:
    kinds = {"words": "multiple choice", "symbols": "symbolic"}
    for n, type_, (way, kind) in product(range(2), ("3e1c", "3c1e", "missing"), kinds.items()):
        options = tuple(Option(text=f"{n} {k}") for k in range(4))
        gold = ChoiceAnswer(option=n)
        question = Question(id="1", kind="choice", options=options, gold=gold)
        name = f"{type_} {n} {way}"
        yield item(name, language, benchmark, question, question_type=type_, kind=kind)


def truth(n: int) -> Question:
    gold = TruthAnswer.model_validate({"value": LABELS[n % 3]})
    return Question(id="1", kind="truth", gold=gold)


def items_of(letter: str, language: str) -> Iterator[Item]:
    match letter:
        case "A" | "B":
            benchmark = {"A": "DivLogicEval", "B": "ILogicEval"}[letter]
            yield from choices(language, benchmark)
        case "C":
            for n, domain, level, kind in product(
                range(3), ("abstract", "sports", "law"), (1, 2), ("deductive", "abductive")
            ):
                name = f"{kind} {level} {domain} {n}"
                attributes = {"domain": domain, "level": level, "kind": kind, "template": n}
                yield item(name, language, "ContextHub", truth(n), **attributes)
        case "D":
            for n, depth, (distractors, filler) in product(
                range(3), (5, 10), ((0, 0), (5, 0), (20, 0), (0, 40))
            ):
                name = f"Food_d{depth}_w5_0_{n}_distract{distractors}"
                name += "_filler" if filler else ""
                attributes = {"depth": depth, "width": 5, "distractors": distractors}
                more = {**attributes, "topic": "food", "filler": filler}
                yield item(name, language, "QMFOL", truth(n), **more)
        case _:
            texts = ["多少种？", "假设甲改为红，多少种？"]
            for subset, n in product(("Base", "Hard"), range(3)):
                questions = (
                    Question(
                        id=str(k),
                        text=text,
                        kind="count_models",
                        gold=CountAnswer(count=k),
                    )
                    for k, text in enumerate(texts)
                )
                yield item(f"{subset} {n}", language, f"LLMEval-Logic {subset}", *questions)


def answer_in(question: Question, language: str) -> Answer:
    gold = question.gold
    assert gold is not None
    match gold:
        case _ if language == "en":
            return gold
        case ChoiceAnswer(option=option):
            assert option is not None
            return ChoiceAnswer(option=(option + 1) % 4)
        case TruthAnswer(value=value):
            other = LABELS[(LABELS.index(value) + 1) % 3]
            return TruthAnswer.model_validate({"value": other})
        case TextAnswer():
            return TextAnswer(text="said")
        case CountAnswer(count=count):
            return CountAnswer(count=count + 1)
    raise AssertionError(gold)


def answers(items: list[Item], model: str, setting: str, run: int) -> Iterator[ModelAnswer]:
    for each in items:
        seconds = 4.0 if each.language == "en" else 40.0
        for leaf in each.leaves:
            for mutant in range(len(leaf.options) or 1):
                call = Call(
                    utc="2025-01-01T12:00:00Z",
                    prompt_hash="p",
                    seconds=seconds,
                    prompt_tokens=int(seconds),
                    completion_tokens=0,
                )
                yield ModelAnswer(
                    model,
                    setting,
                    run,
                    each.content_hash,
                    each.id,
                    leaf.id,
                    leaf.id,
                    mutant,
                    "answered",
                    answer_in(leaf, each.language),
                    call,
                )


def people(items: list[Item]) -> Respondent:
    known = {each.content_hash: each for each in items}
    leaves = asked_of(known)
    sheet = AnswerSheet()
    for person, each in product(("ann", "bo", "cy"), items):
        before = len(sheet.parts)
        for leaf in each.leaves:
            value = answer_in(leaf, each.language)
            part = leaves[each.content_hash, leaf.id]
            sheet.put(part, 0, "answered", value, respondent=person)
        for place in range(before, len(sheet.parts)):
            row = sheet.parts[place]
            sheet.parts[place] = row._replace(item=f"{row.item}#{person}")
    return Respondent("people (3)", "people", "S", None, sheet, known, leaves)


def record(letter: str) -> tuple[Database, list[Item]]:
    """Model m in both languages and two runs, with and without logic, and the model of the paper in
    the other one alone."""
    db = Database.open(":memory:")
    items = [each for language in LANGUAGES for each in items_of(letter, language)]
    others = [each for each in items if each.language != PAPERS_OWN[letter]]
    for setting, run in (("0-shot", 1), ("0-shot", 2), ("no-logic", 1)):
        responses.add(db, list(answers(items, "m", setting, run)), items)
        responses.add(db, list(answers(others, ALONE[letter], setting, run)), others)
    return db, items


def tables(letter: str, *, pooled: bool = False) -> dict[str, Rows]:
    db, items = record(letter)
    everybody = [*models_of(db).respondents, people(items)]
    data = ComparingData(db, everybody, everybody, (), Solving(0), True, pooled=pooled)
    return dict(PAPERS[letter].tables(PaperRecord(data, printed(letter))))


def cells(rows: Rows) -> Iterator[tuple[str, str, Any, Any]]:
    """Each computed figure: its row, its column, the figure, and the printed one next to it; in a
    table whose columns are models, the column is the row."""
    names = [column.name for column in rows.columns]
    heads = [column.name for column in rows.columns if column.unit in ("text", "prose")]
    for row in rows.rows:
        by_name = dict(zip(names, row, strict=True))
        of = " | ".join(str(by_name[head]) for head in heads)
        for column in rows.columns:
            other = column.end_of or column.name.endswith("(paper)") or column.name in heads
            value = by_name[column.name]
            if not other and isinstance(value, int | float):
                beside = by_name.get(f"{column.name} (paper)")
                yield f"{of} | {column.name}", column.unit, value, beside


@pytest.mark.parametrize("letter", "ABCDE")
def test_no_figure_averages_languages(letter: str) -> None:
    own, other = PAPERS_OWN[letter], {"en": "zh", "zh": "en"}[PAPERS_OWN[letter]]
    languages_met: dict[str, set[str]] = {own: set(), other: set()}
    for name, rows in tables(letter).items():
        for row, unit, value, beside in cells(rows):
            if unit == "share":
                assert value in (-1, 0, 1), (name, row, value)
            if unit == "seconds":
                assert value in (4, 40), (name, row, value)
            if beside is not None:
                assert f"· {other}" not in row, (name, row)
            is_other = f"· {other}" in row
            if row.startswith(("m ", "Human")) or " m · " in row:
                languages_met[other if is_other else own].add(name)
                accuracy = any(
                    word in row.rpartition("| ")[2]
                    for word in ("Acc", "accuracy", "Test", "F1", "D0", "W5", "Macro", "abstract")
                )
                minus = "minus" in row or "figure 7" in name
                if unit == "share" and accuracy and not minus and "error" not in name:
                    assert value == (other if is_other else own).count("en"), (name, row, value)
    assert languages_met[own] - languages_met[other] <= {"error types"}
    assert len(languages_met[own]) >= 3


@pytest.mark.parametrize("letter", "ABDE")
def test_a_model_asked_only_in_another_language_has_no_row(letter: str) -> None:
    (name,) = printed(letter).names([(ALONE[letter], "0-shot")])
    assert name != ALONE[letter], "the paper has figures of it"
    checked = 0
    for table, rows in tables(letter).items():
        for row, _unit, value, beside in cells(rows):
            if name in row:
                checked += 1
                assert f"{name} · " in row, (table, row, value)
                assert beside is None, (table, row, value, beside)
    assert checked >= 4


@pytest.mark.parametrize("letter", "ABCDE")
def test_languages_are_pooled_on_request(letter: str) -> None:
    between = 0
    for name, rows in tables(letter, pooled=True).items():
        for row, unit, value, beside in cells(rows):
            if "en + zh" in row:
                assert beside is None, (name, row)
                between += unit == "share" and abs(value) == 0.5
            assert not row.startswith("m |"), (name, row)
    assert between >= 4


@pytest.mark.parametrize("letter", "ABCDE")
def test_a_note_names_the_languages(letter: str) -> None:
    db, items = record(letter)
    own = [each for each in items if each.language == PAPERS_OWN[letter]]
    alone = Database.open(":memory:")
    responses.add(alone, list(answers(own, "m", "0-shot", 1)), own)
    for table in paper_report(db, letter).tables[:-1]:
        assert any("have separate rows" in note for note in table.notes), table.name
    for table in paper_report(db, letter, pooled=True).tables[:-1]:
        assert any("languages are combined" in note for note in table.notes), table.name
    for table in paper_report(alone, letter).tables:
        assert not any("language" in note for note in table.notes), table.name


def counts(rows: Rows, head: str, column: str) -> dict[str, Any]:
    names = [each.name for each in rows.columns]
    by_name = [dict(zip(names, row, strict=True)) for row in rows.rows]
    return {str(row[head]): row[column] for row in by_name}


@pytest.mark.parametrize(("letter", "table"), [("A", "table 8"), ("B", "table 5")])
def test_sizes_of_sets_are_of_one_language(letter: str, table: str) -> None:
    name = {"A": "DivLogicEval", "B": "ILogicEval"}[letter]
    sizes = counts(tables(letter)[table], "dataset", "size")
    assert (sizes[name], sizes[f"{name} · zh"]) == ("6", "6")
    assert (sizes[f"s-{name}"], sizes[f"s-{name} · zh"]) == ("6", "6")
    sizes = counts(tables(letter, pooled=True)[table], "dataset", "size")
    assert sizes[f"{name} · en + zh"] == "12"


def test_items_and_atoms_of_the_last_paper_are_counted_by_language() -> None:
    outcome = tables("E")
    atoms = counts(outcome["figure 3"], "rubric atoms of Base", "atoms")
    assert (atoms["all"], atoms["all · en"], atoms["logical relation · en"]) == (3, 3, 3)
    heads = [column.name for column in outcome["figure 4"].columns]
    numbers = {
        (row[0], row[1]): dict(zip(heads, row, strict=True))["number"]
        for row in outcome["figure 4"].rows
    }
    assert (numbers["Base", "items"], numbers["Base · en", "items"]) == (3, 3)
    assert (numbers["Hard", "sub-questions"], numbers["Hard · en", "sub-questions"]) == (6, 6)


def test_ranks_of_settings_are_within_a_language_and_by_what_settings_say() -> None:
    """Three silent settings and three that think, in opposite orders in both languages."""
    items = {
        (subset, language): [
            each for each in items_of("E", language) if subset in each.provenance.benchmark
        ]
        for subset in ("Base", "Hard")
        for language in LANGUAGES
    }
    db = Database.open(":memory:")
    for said_, models in (("s", ("seed-2.0-pro", "b", "c")), ("thinking", ("d", "e", "f"))):
        for (subset, language), language_items in items.items():
            for place, model in enumerate(models):
                # In Chinese the later is better on both, in English worse on Hard.
                better = place if language == "zh" or subset == "Base" else 2 - place
                known = {each.content_hash: n for n, each in enumerate(language_items)}
                recorded_answers = [
                    replace(
                        row,
                        answer=CountAnswer(
                            count=int(row.part) if known[row.item_hash] <= better else 9
                        ),
                    )
                    for row in answers(language_items, model, said_, 1)
                ]
                responses.add(db, recorded_answers, language_items)
    table = {each.name: each for each in paper_report(db, "E").tables}["figure 6"]
    rho = {row["models"]: (row["rho of Base and Hard"], row["settings"]) for row in table.by_name()}
    assert rho["thinking"] == (pytest.approx(1), 3)
    assert rho["thinking · en"] == (pytest.approx(-1), 3)
    assert rho["thinking not stated"] == (pytest.approx(1), 3)
    assert rho["thinking not stated · en"] == (pytest.approx(-1), 3)
    assert rho["all settings"][1] == rho["all settings · en"][1] == 6
    assert rho["no or low thinking"][0] == "not recorded"


def test_judges_agree_language_by_language() -> None:
    """Of four answers in each language, two judges agree in English and never in Chinese."""
    items = [
        item(f"Hard {n}", language, "LLMEval-Logic Hard", text)
        for language in LANGUAGES
        for n in range(4)
        for text in [Question(id="1", kind="text", gold=TextAnswer(text="both"))]
    ]
    db = Database.open(":memory:")
    recorded_answers = [
        replace(row, answer=TextAnswer(text="said")) for row in answers(items, "m", "s", 1)
    ]
    responses.add(db, recorded_answers, items)
    verdicts = [
        Judgement(row.id, judge, "model", judge == "a" or n < 4, "", "2025-01-01T12:00:00Z", "p")
        for n, row in enumerate(recorded_answers)
        for judge in ("a", "b")
    ]
    judgements.add(db, verdicts)
    outcome = {table.name: table for table in paper_report(db, "E").tables}["table 5"]
    sides = {
        (row["side"], row["judges"]): (row["agreement"], row["agreement (paper)"])
        for row in outcome.by_name()
    }
    assert sides["answers · en", "a and b"] == (1, None)
    assert sides["answers · en", "all judges"] == (1, None)
    assert sides["answers", "a and b"] == (0, None)
    assert sides["answers", "all judges"] == (0, pytest.approx(0.932))


def test_a_report_of_a_paper_pools_languages_on_request(tmp_path: Any) -> None:
    db, items = record("E")
    path = tmp_path / "e.db"
    file = Database.open(str(path))
    responses.add(file, list(answers(items, "m", "0-shot", 1)), items)
    file.close()
    db.close()
    for options, respondent in ((), "m · en "), (("--pool",), "m · en + zh"):
        outcome = CliRunner().invoke(command, ["--db", str(path), "--paper", "E", *options])
        assert outcome.exit_code == 0, outcome.output
        assert respondent in outcome.output


def pooled_tables(letter: str, items: list[Item], model: str, *settings: str) -> dict[str, Any]:
    """The rows of each pooled table by its first head, of a model asked some items."""
    db = Database.open(":memory:")
    for setting in settings or ("0-shot",):
        responses.add(db, list(answers(items, model, setting, 1)), items)
    report = paper_report(db, letter, pooled=True)
    return {table.name: [*table.by_name()] for table in report.tables[:-1]}


def named_rows(rows: list[dict[str, Any]], model: str) -> set[str]:
    """What the rows of a model are called."""
    return {str(row["model"]) for row in rows if str(row["model"]).startswith(model)}


@pytest.mark.parametrize(("letter", "table"), [("A", "table 9 and figure 2(b)"), ("B", "table 3")])
def test_a_pooled_row_is_named_by_the_languages_of_its_table(letter: str, table: str) -> None:
    """In words in English alone, in symbols in Chinese alone: only one table has both."""
    items = [
        each
        for each in (*items_of(letter, "en"), *items_of(letter, "zh"))
        if (each.attributes["kind"] == "symbolic") == (each.language == "zh")
    ]
    outcome = pooled_tables(letter, items, ALONE[letter])
    (name,) = printed(letter).names([(ALONE[letter], "0-shot")])
    of_words = [row for row in outcome[table] if row["model"] == name]
    assert any(row["Test"] == 1 and row["Test (paper)"] is not None for row in of_words)
    both = outcome["table 7" if letter == "A" else "table 4"]
    assert f"{name} · en + zh" in named_rows(both, name)


def test_pairs_of_settings_in_words_are_found_whatever_else_one_answered_in() -> None:
    """Origin was asked in both languages, NoLR in English alone: the pairs are in English."""
    both = [*items_of("A", "en"), *items_of("A", "zh")]
    db = Database.open(":memory:")
    for setting, items in (("0-shot", both), ("no-logic", [*items_of("A", "en")])):
        responses.add(db, list(answers(items, "m", setting, 1)), items)
    report = paper_report(db, "A", pooled=True)
    rows = [*{table.name: table for table in report.tables}["table 4"].by_name()]
    assert {row["Origin"] for row in rows if row["model"] == "m"} == {1.0}
    assert named_rows(rows, "m ·") == set()


def test_filler_in_another_language_is_reported_only_in_the_ablation() -> None:
    items = [
        each
        for each in (*items_of("D", "en"), *items_of("D", "zh"))
        if bool(each.attributes["filler"]) == (each.language == "zh")
    ]
    outcome = pooled_tables("D", items, "deepseek-v3.2")
    for name, rows in outcome.items():
        models = {row["model"] for row in rows if str(row["model"]).startswith("DS-V3.2")}
        if name == "filler ablation":
            assert "DS-V3.2 · en + zh" in models
        else:
            assert "DS-V3.2 · en + zh" not in models, name
    (row,) = [row for row in outcome["table 2"] if row["model"] == "DS-V3.2"]
    assert row["Macro"] == 1
    assert row["Macro (paper)"] is not None


def test_base_items_in_another_language_do_not_hide_hard_items() -> None:
    items = [
        each
        for each in (*items_of("E", "en"), *items_of("E", "zh"))
        if ("Base" in each.provenance.benchmark) == (each.language == "en")
    ]
    outcome = pooled_tables("E", items, "m")
    assert "m · en + zh" in named_rows(outcome["table 1"], "m ")
    assert named_rows(outcome["table 6"], "m ") == set()
    assert {row["model"] for row in outcome["table 6"]} >= {"m"}
    heads = {str(row["subset"]) for row in outcome["figure 4"]}
    assert {"Base · en", "Hard"} <= heads
    assert not any("+" in head for head in heads)


@pytest.mark.parametrize("pooled", [False, True])
def test_verdicts_on_items_in_two_languages_are_reported_separately(
    tmp_path: Any, pooled: bool
) -> None:
    """Level 1 in English, level 2 in Chinese, level 3 in both, all found to adhere in English and
    none in Chinese."""
    languages = {1: ("en",), 2: ("zh",), 3: ("en", "zh")}
    items = [
        small_item(10 * level + place, language=language, attributes={"level": level})
        for level, spoken in languages.items()
        for place, language in enumerate(spoken)
    ]
    scheme = SCHEME.replace('"clear"', '"template_adherence"').replace(
        "checks = { clear", "checks = { template_adherence"
    )
    queue = small_queue(tmp_path, items, text=scheme)
    db = Database.open(tmp_path / "c.db")

    def judge(current: Current) -> dict[str, Any]:
        if current.item.language == "en":
            return {"template_adherence": ("yes", "")}
        return {"template_adherence": ("no", "blurred"), "why": (("vague",), "")}

    for who in ("a", "b"):
        play(db, queue, who, judge, ManualClock())
    contexts = [*items_of("C", "en")]
    responses.add(db, list(answers(contexts, "m", "0-shot", 1)), contexts)
    table = {each.name: each for each in paper_report(db, "C", pooled=pooled).tables}["table 3"]
    head = "template adherence"
    rows = {
        row["data level"]: (row[head], row[f"{head} (paper)"])
        for row in table.by_name()
        if row[head] not in (None, "not recorded")
    }
    assert rows["1"] == (1, 1)
    assert rows["2 · zh"] == (0, None)
    if pooled:
        assert rows["3 · en + zh"] == (0.5, None)
        assert rows["all (q) · en + zh"] == (0.5, None)
    else:
        assert (rows["3"], rows["3 · zh"]) == ((1, 1), (0, None))
        assert (rows["all (q)"], rows["all (q) · zh"]) == ((1, None), (0, None))
