"""Tables, options in columns, and the adapters of further benchmarks: what is read, what is
formalized and agrees with the published labels, and what a bad record is told."""

import csv
import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.audit.texts import groups_of
from items.files.loading import load
from items.gold.check import check_item
from items.lint.run import lint
from items.models import Item
from items.sources.prontoqa import formalized
from tests.effort import turns
from tests.items.source_files import write_json, write_lines


def table(path: Path, *rows: dict[str, Any]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        sign = "\t" if path.suffix == ".tsv" else ","
        writer = csv.DictWriter(file, list(rows[0]), delimiter=sign)
        writer.writeheader()
        writer.writerows(rows)
    return path


def only_item(path: Path, **options: Any) -> Item:
    loaded = load(path, strict=True, **options)
    (item,) = loaded.items
    return item


# --- any number of options, tables --------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 5, 10, 25])
def test_any_number_of_options(tmp_path: Path, count: int) -> None:
    options = [f"option {n}" for n in range(count)]
    record = {"context": "It rains.", "question": "?", "answers": options, "label": count - 1}
    item = only_item(write_lines(tmp_path / "x.jsonl", record))
    assert [option.text for option in item.questions[0].options] == options
    assert item.questions[0].gold == ChoiceAnswer(option=count - 1)


def test_the_fourteenth_option_is_o(tmp_path: Path) -> None:
    record = {"context": "c", "answers": [f"o{n}" for n in range(15)], "label": "O"}
    gold = only_item(write_lines(tmp_path / "x.jsonl", record)).questions[0].gold
    assert gold == ChoiceAnswer(option=13)


@pytest.mark.parametrize("name", ["x.csv", "x.tsv"])
@pytest.mark.parametrize(
    "columns",
    [
        ("A", "B", "C"),
        ("option_a", "option_b", "option_c"),
        ("Option 1", "Option 2", "Option 3"),
        ("choice0", "choice1", "choice2"),
    ],
)
def test_options_in_columns_of_a_table(tmp_path: Path, name: str, columns: tuple[str, ...]) -> None:
    cells = dict(zip(columns, ("It is dry, mostly.", "It is wet.", "It snows."), strict=True))
    row = {"id": "r1", "context": 'It "rains",\nsay we.', **cells, "label": "B", "level": "2"}
    item = only_item(table(tmp_path / name, row))
    assert item.text == 'It "rains",\nsay we.'
    assert [o.text for o in item.questions[0].options] == list(cells.values())
    assert item.questions[0].gold == ChoiceAnswer(option=1)
    assert item.attributes == {"level": "2"}


def test_named_columns_of_a_table(tmp_path: Path) -> None:
    row = {"story": "s", "first": "a", "second": "b", "third": "", "right": "1"}
    path = table(tmp_path / "x.csv", row)
    columns = {"context": "story", "answers": "first+second+third", "label": "right"}
    question = only_item(path, columns=columns).questions[0]
    assert [option.text for option in question.options] == ["a", "b"]
    assert load(path).items == ()


def test_lists_in_cells_and_letters_before_options(tmp_path: Path) -> None:
    row = {"text": "t", "options": "['A) it\\'s dry', 'B) it is wet']", "answer": "B"}
    question = only_item(table(tmp_path / "x.csv", row)).questions[0]
    assert [option.text for option in question.options] == ["it's dry", "it is wet"]
    assert question.gold == ChoiceAnswer(option=1)


def test_a_bad_row_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("context,A,B,label\ns,a,b,0\ns,a,b\ns,a,b,7\n", encoding="utf-8")
    loaded = load(path)
    assert len(loaded.items) == 1
    messages = sorted(map(str, loaded.problems))
    assert "line 3: expected 4 cells, as in the header, found 3" in messages[0]
    assert "line 4, field label" in messages[1]
    path.write_text("a,a\n1,2\n", encoding="utf-8")
    assert "found 'a' twice" in str(load(path).problems[0])


def test_a_folder_of_several_formats_is_one_source(tmp_path: Path) -> None:
    table(tmp_path / "a.csv", {"id": "a", "context": "s", "A": "a", "B": "b", "label": "A"})
    write_json(tmp_path / "b.json", [PRONTO])
    write_json(tmp_path / "c.json", LOGICBENCH)
    table(tmp_path / "people.csv", {"person": "1", "age": "30"})
    loaded = load(tmp_path)
    assert [item.id for item in loaded.items][:2] == ["a", "ProntoQA_7"]
    assert len(loaded.items) == 4
    assert loaded.problems == ()
    assert any("people.csv" in name for name in loaded.skipped_files)


# --- ProntoQA -----------------------------------------------------------------------------------

PRONTO = {
    "id": "ProntoQA_7",
    "context": "Wumpuses are not shy. Every wumpus is an impus. Impuses are yumpuses. "
    "Each yumpus is sour. Max is a wumpus.",
    "question": "Is the following statement true or false? Max is sour.",
    "options": ["A) True", "B) False"],
    "answer": "A",
    "explanation": ["Max is a wumpus.", "Max is sour."],
}


def test_prontoqa_is_formalized_and_its_label_proved(tmp_path: Path) -> None:
    item = only_item(write_json(tmp_path / "x.json", [PRONTO]))
    assert item.provenance.benchmark == "ProntoQA"
    assert (item.formalization or {})["premise"][0] == "∀x (Is_wumpus(x) → ¬Is_shy(x))"
    assert check_item(item).state == "proved"
    wrong = PRONTO | {"answer": "B"}
    assert check_item(only_item(write_json(tmp_path / "y.json", [wrong]))).state == "disproved"


@pytest.mark.slow
def test_prontoqa_like_chains_agree_with_what_was_planted(tmp_path: Path) -> None:
    """Chains made here, with the label known from the way they were made."""
    rng = Random(5)
    kinds = [f"{stem}umpus" for stem in ("j", "r", "t", "v", "w", "y", "z")]
    records = []
    for number in range(40):
        chain = rng.sample(kinds, 4)
        sentences = []
        for one_, other in pairwise(chain):
            plural = rng.random() < 0.5
            message = (
                f"{one_.capitalize()}es are {other}es" if plural else f"Each {one_} is a {other}"
            )
            sentences.append(message)
        denied, asked_denied = rng.random() < 0.5, rng.random() < 0.5
        sentences.append(f"Every {chain[-1]} is {'not ' if denied else ''}red")
        rng.shuffle(sentences)
        context = ". ".join([*sentences, f"Rex is a {chain[0]}"]) + "."
        question_text = f"Rex is {'not ' if asked_denied else ''}red."
        records.append(
            PRONTO
            | {
                "id": f"ProntoQA_{number}",
                "context": context,
                "question": f"Is the following statement true or false? {question_text}",
                "answer": "A" if denied == asked_denied else "B",
            }
        )
    items = load(write_json(tmp_path / "x.json", records), strict=True).items
    assert len(items) == 40
    assert {check_item(item).state for item in items} == {"proved"}


def test_a_false_that_the_text_leaves_open_is_disproved(tmp_path: Path) -> None:
    """ProntoQA proves a statement or its denial, so False is no word for what is open."""
    text = "Wumpuses are not shy. Every wumpus is an impus. Max is an impus."
    left = PRONTO | {"context": text, "question": "True or false: Max is shy.", "answer": "B"}
    assert check_item(only_item(write_json(tmp_path / "x.json", [left]))).state == "disproved"
    denied = left | {
        "context": text.replace("an impus. Max is an impus", "an impus. Max is a wumpus")
    }
    item = only_item(write_json(tmp_path / "y.json", [denied]))
    assert check_item(item).state == "proved"
    assert item.two_valued


@pytest.mark.parametrize("odd", ["Max likes Rex.", "Some wumpuses are shy.", "If so, Max is shy."])
def test_other_sentences_leave_the_text_unformalized(tmp_path: Path, odd: str) -> None:
    record = PRONTO | {"context": f"{PRONTO['context']} {odd}"}
    item = only_item(write_json(tmp_path / "x.json", [record]))
    assert item.formalization is None
    assert item.attributes["formalized"] is False


def test_other_sets_of_that_form(tmp_path: Path) -> None:
    writer = {
        "id": "ProofWriter_AttNeg-OWA-D5-7_Q1",
        "context": "Bob is cold. All cold people are red.",
        "question": "Is it true, false, or unknown? Bob is big.",
        "options": ["A) True", "B) False", "C) Unknown"],
        "answer": "C",
    }
    order = {
        "id": "logical_deduction_3",
        "context": "There are three books.",
        "question": "Which is true?",
        "options": ["A) The red book is first.", "B) The blue one is.", "C) The green one is."],
        "answer": "C",
    }
    items = load(write_json(tmp_path / "x.json", [writer, order]), strict=True).items
    assert [item.provenance.benchmark for item in items] == ["ProofWriter", "LogicalDeduction"]
    assert items[0].questions[0].gold == TruthAnswer(value="unknown")
    assert items[0].attributes == {"rules": "AttNeg", "assumption": "OWA", "depth": 5}
    assert items[1].questions[0].gold == ChoiceAnswer(option=2)
    assert [item.formalization for item in items] == [None, None]


def test_a_wrong_letter_is_reported(tmp_path: Path) -> None:
    loaded = load(write_json(tmp_path / "x.json", [PRONTO, PRONTO | {"answer": "C"}]))
    assert "field answer: expected one of A, B, found 'C'" in str(loaded.problems[0])


# --- LogicBench, Multi-LogiEval -----------------------------------------------------------------

LOGICBENCH = {
    "type": "propositional_logic",
    "axiom": "modus_tollens",
    "samples": [
        {
            "id": 1,
            "context": "If it rains, the street is wet. The street is dry.",
            "qa_pairs": [
                {"question": "Does this imply that it does not rain?", "answer": "yes"},
                {"question": "Does this imply that it rains?", "answer": "no"},
            ],
        }
    ],
}


def test_logicbench(tmp_path: Path) -> None:
    items = load(write_json(tmp_path / "data_instances.json", LOGICBENCH), strict=True).items
    assert [item.id for item in items] == [
        "logicbench/BQA/propositional_logic/modus_tollens/1/1",
        "logicbench/BQA/propositional_logic/modus_tollens/1/2",
    ]
    assert [item.questions[0].gold for item in items] == [
        TruthAnswer(value="true"),
        TruthAnswer(value="false"),
    ]
    assert items[0].attributes["truth_scale"] == "follows"
    sample = {
        "id": 4,
        "context": "c",
        "question": "Which?",
        "choices": {"choice_1": "a", "choice_2": "b", "choice_3": "c"},
        "answer": "choice_3",
    }
    chosen = only_item(write_json(tmp_path / "m.json", LOGICBENCH | {"samples": [sample]}))
    assert chosen.questions[0].gold == ChoiceAnswer(option=2)
    assert chosen.id.startswith("logicbench/MCQA/")


def test_multi_logieval_takes_its_depth_from_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "d3_Data" / "pl"
    folder.mkdir(parents=True)
    sample = {"id": 2, "context": "c", "question": "Is it?", "answer": "no"}
    item = only_item(write_json(folder / "MT_DS.json", {"rule": "MT_DS", "samples": [sample]}))
    assert item.provenance.benchmark == "Multi-LogiEval"
    assert item.attributes["depth"] == 3
    assert item.id == "multi-logieval/BQA/d3/pl/MT_DS/2"


def test_a_bad_sample_loses_no_other(tmp_path: Path) -> None:
    samples = [*LOGICBENCH["samples"], {"id": 2, "context": "c", "question": "?", "answer": "so"}]
    loaded = load(write_json(tmp_path / "x.json", LOGICBENCH | {"samples": samples}))
    assert len(loaded.items) == 2
    assert "samples[1], field answer: expected yes or no, found 'so'" in str(loaded.problems[0])


# --- JustLogic, ZebraLogic ----------------------------------------------------------------------


def justlogic(**changes: Any) -> dict[str, Any]:
    return {
        "id": "7",
        "premises": "['p']",
        "paragraph": "If cats swim, then dogs fly. It is a fact that cats swim.",
        "conclusion": "It is true that dogs fly.",
        "question": "It is true that dogs fly.",
        "label": "TRUE",
        "arg": "Modus Ponens: \nIf [1], then (Not (Either [0] or [2].).). \n[1] \n"
        "Therefore, Not (Either [0] or [2].)..",
        "statements": "{0: 'Dogs walk.', 1: 'Cats swim.', 2: 'Dogs swim.'}",
        "depth": "1",
    } | changes


def test_justlogic(tmp_path: Path) -> None:
    item = only_item(table(tmp_path / "x.csv", justlogic()))
    formal = item.formalization or {}
    assert formal["premise"] == ["(S1 → ¬((S0 ∨ S2)))", "S1"]
    assert formal["translation"] == {"S0": "Dogs walk", "S1": "Cats swim", "S2": "Dogs swim"}
    assert item.attributes == {"argument": "Modus Ponens", "formalized": True, "depth": 1}
    assert check_item(item).state == "proved"
    other = only_item(
        table(tmp_path / "y.csv", justlogic(question="Cats purr.", label="Uncertain"))
    )
    assert other.questions[0].query is None
    assert check_item(other).state == "not checkable"


@pytest.mark.parametrize(
    "arg",
    ["Odd: \nPerhaps [0]. \nTherefore, [1].", "X: \n[0]. \nTherefore, [1]. \nTherefore, [2]."],
)
def test_argument_forms_that_are_not_understood(tmp_path: Path, arg: str) -> None:
    assert only_item(table(tmp_path / "x.csv", justlogic(arg=arg))).formalization is None


def test_zebralogic(tmp_path: Path) -> None:
    rows = [["1", "Eric", "cat"], ["2", "Alice", "dog"]]
    grid = {
        "id": "z1",
        "size": "2*2",
        "puzzle": "There are 2 houses.",
        "solution": {"header": ["House", "Name", "Pet"], "rows": rows},
    }
    hidden = [[row[0], "___", "___"] for row in rows]
    withheld = grid | {"id": "z2", "solution": {"header": [], "rows": hidden}}
    cell = {
        "id": "z3",
        "puzzle": "There are 2 houses.",
        "question": "Who has the cat?",
        "choices": ["Eric", "Alice"],
        "answer": "Eric",
    }
    items = load(write_lines(tmp_path / "x.jsonl", grid, withheld, cell), strict=True).items
    gold = items[0].questions[0].gold
    assert gold is not None
    assert json.loads(gold.model_dump_json())["text"] == "1: Eric, cat\n2: Alice, dog"
    assert items[1].questions[0].gold is None
    assert check_item(items[1]).reason == "no gold answer"
    assert [count.rule.name for count in lint([items[1]]).counts if count.findings] == ["no-gold"]
    assert items[2].questions[0].gold == ChoiceAnswer(option=0)
    assert items[0].attributes == {"size": "2*2"}


@pytest.mark.parametrize(
    ("many", "one"),
    [
        *(("wolves", "wolf"), ("fishes", "fish"), ("mosses", "moss"), ("knives", "knife")),
        *(("foxes", "fox"), ("butterflies", "butterfly"), ("mice", "mouse"), ("fungi", "fungus")),
        *(("olives", "olive"), ("horses", "horse"), ("viruses", "virus"), ("sheep", "sheep")),
        *(("wumpuses", "wumpus"), ("finches", "finch"), ("women", "woman"), ("zombies", "zombie")),
        *(("potatoes", "potato"), ("bacteria", "bacterium"), ("cats", "cat"), ("roses", "rose")),
    ],
)
def test_plurals_of_a_kind_are_the_kind(many: str, one: str) -> None:
    """Three ways of naming one kind, so that nothing follows if one of them is another kind."""
    context = f"{many.capitalize()} are yumpuses. Each gorpus is a {one}. Rex is a gorpus."
    formal = formalized(context, "Is the following statement true or false? Rex is a yumpus.")
    assert formal is not None
    names = set(formal["translation"].values())
    assert names == {"x is gorpus", f"x is {one}", "x is yumpus"}


def test_kinds_written_only_in_the_plural_are_the_same_kind() -> None:
    context = "Wolves are mosses. Mosses are small. Rex is a wolf."
    formal = formalized(context, "True or false: Rex is small.")
    assert formal is not None
    assert set(formal["translation"].values()) == {"x is wolf", "x is moss", "x is small"}


# --- the authors' own files of ProntoQA, ProofWriter and BIG-bench --------------------------------

EXAMPLES: dict[str, dict[str, Any]] = {
    "example1": {
        "in_context_example0": {"question": "Rex is red.", "query": "True or false: Rex is red."},
        "test_example": {
            "question": "Every cat is a mammal. Mammals are not shy. Rex is a cat.",
            "query": "True or false: Rex is shy.",
            "chain_of_thought": ["Rex is a cat.", "Rex is a mammal.", "Rex is not shy."],
            "answer": "False",
        },
    }
}


def test_the_tests_of_a_prontoqa_file_are_items(tmp_path: Path) -> None:
    item = only_item(write_json(tmp_path / "2hop.json", EXAMPLES))
    assert item.id == "prontoqa/2hop/example1"
    assert item.questions[0].gold == TruthAnswer(value="false")
    assert item.explanation == "Rex is a cat. Rex is a mammal. Rex is not shy."
    assert check_item(item).state == "proved"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"answer": "Maybe"},
            r"example2.test_example.answer: expected True or False, found 'Maybe'",
        ),
        ({"query": 3}, r"example2.test_example.query: expected text, found int"),
        ({"answer": None}, r"example2.test_example.answer: expected True or False, found NoneType"),
    ],
)
def test_a_bad_prontoqa_test_is_named(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    test = {**EXAMPLES["example1"]["test_example"], **changed}
    path = write_json(tmp_path / "x.json", {**EXAMPLES, "example2": {"test_example": test}})
    loaded = load(path)
    assert len(loaded.items) == 1
    (problem,) = loaded.problems
    assert said in str(problem)


def atom(subject: str, verb: str, what: str, sign: str = "+") -> str:
    return f'("{subject}" "{verb}" "{what}" "{sign}")'


def theory(
    name: str, triples: list[str], rules: list[str], asked: dict[str, Any]
) -> dict[str, Any]:
    """A record as ProofWriter's files have it; what is asked about as triple to answer."""
    return {
        "id": name,
        "maxD": 1,
        "theory": "In words.",
        "triples": {
            f"triple{n}": {"text": "t", "representation": t} for n, t in enumerate(triples)
        },
        "rules": {f"rule{n}": {"text": "r", "representation": r} for n, r in enumerate(rules)},
        "questions": {
            f"Q{n}": {"question": "Q.", "answer": answer, "representation": triple, "QDep": 1}
            for n, (triple, answer) in enumerate(asked.items(), 1)
        },
    }


@pytest.mark.slow
@pytest.mark.scaled
def test_proofwriter_without_negation_agrees_with_following_its_rules(tmp_path: Path) -> None:
    """Theories made here; answers by following rules forwards until nothing new is found."""
    rng = Random(7)
    records = []
    people, kinds = ("Anne", "Bob", "bald eagle"), ("big", "cold", "red", "kind", "rough")
    for number in range(turns(5, 25)):
        facts = {(rng.choice(people), "is", rng.choice(kinds)) for _ in range(3)}
        facts |= {("Anne", "likes", "bald eagle")} if rng.random() < 0.5 else set()
        rules = [rng.sample(kinds, 3) for _ in range(4)]
        likers = rng.choice(kinds)
        reached, before = set(facts), -1
        while before != len(reached):
            before = len(reached)
            for one_, second, then in rules:
                reached |= {
                    (who, "is", then)
                    for who in people
                    if {(who, "is", one_), (who, "is", second)} <= reached
                }
            reached |= {(a, "is", likers) for a, verb, _ in reached if verb == "likes"}
        written = [
            f"(({atom('someone', 'is', one_)} {atom('someone', 'is', second)}) -> "
            f"{atom('someone', 'is', then)})"
            for one_, second, then in rules
        ]
        written.append(
            f"(({atom('something', 'likes', 'bald eagle')}) -> {atom('something', 'is', likers)})"
        )
        conclusions: dict[str, Any] = {}
        for who, kind in ((who, kind) for who in people for kind in kinds):
            known = (who, "is", kind) in reached
            conclusions[atom(who, "is", kind)] = True if known else "Unknown"
            conclusions[atom(who, "is", kind, "-")] = False if known else "Unknown"
        name = f"RelNoneg-OWA-D1-{number}"
        records.append(theory(name, [atom(*fact) for fact in sorted(facts)], written, conclusions))
    items = load(write_lines(tmp_path / "meta-test.jsonl", *records), strict=True).items
    assert {item.attributes["assumption"] for item in items} == {"OWA"}
    assert {len(item.questions) for item in items} == {30}
    assert {check_item(item).state for item in items} == {"proved"}


@pytest.mark.parametrize(
    "statements",
    [
        "{0: 'Dogs walk.', 1: 'Cats swim.', 2: 'Dogs swim.'}",
        {"0": "Dogs walk.", "1": "Cats swim.", "2": "Dogs swim."},
        ["Dogs walk.", "Cats swim.", "Dogs swim."],
    ],
)
def test_statements_of_justlogic_as_json_writes_them(tmp_path: Path, statements: Any) -> None:
    item = only_item(write_json(tmp_path / "x.json", [justlogic(statements=statements)]))
    table_item = only_item(table(tmp_path / "x.csv", justlogic()))
    assert item.formalization == table_item.formalization
    assert item.attributes["formalized"] is True


@pytest.mark.parametrize("statements", ["none", {}, None])
def test_justlogic_without_its_statements_says_that_it_is_not_formalized(
    tmp_path: Path, statements: Any
) -> None:
    item = only_item(write_json(tmp_path / "x.json", [justlogic(statements=statements)]))
    assert item.formalization is None
    assert item.attributes["formalized"] is False


def test_no_third_value_is_offered_where_the_benchmark_has_two(tmp_path: Path) -> None:
    """The audit's chance, and what a model is asked, go by the scale."""
    answers = {atom("Anne", "is", "big"): True, atom("Anne", "is", "red"): False}
    closed = only_item(
        write_lines(tmp_path / "c.jsonl", theory("AttNoneg-CWA-D1-1", [], [], answers)),
    )
    opened = only_item(
        write_lines(tmp_path / "o.jsonl", theory("AttNoneg-OWA-D1-1", [], [], answers))
    )
    pronto = only_item(write_json(tmp_path / "p.json", [PRONTO]))
    example = only_item(write_json(tmp_path / "e.json", EXAMPLES))
    for item in (closed, pronto, example):
        assert [group.labels for group in groups_of([item])] == [("true", "false")], item.id
    assert closed.questions[0].text == "Is this true or false? Q."
    assert opened.questions[0].text == "Is this true, false or unknown? Q."
    assert [group.labels for group in groups_of([opened])] == [("true", "false", "unknown")]
    third = PRONTO | {"options": ["A) True", "B) False", "C) Unknown"]}
    two_valued = only_item(write_json(tmp_path / "t.json", [third]))
    assert [group.labels for group in groups_of([two_valued])] == [("true", "false", "unknown")]


@pytest.mark.parametrize(
    ("name", "triples"),
    [
        ("AttNeg-OWA-D1-1", [atom("Anne", "is", "big", "-")]),
        ("AttNoneg-CWA-D1-1", [atom("Anne", "is", "big")]),
        ("AttNoneg-OWA-D1-1", ["Anne is big"]),
    ],
)
def test_other_theories_of_proofwriter_are_not_formalized(
    tmp_path: Path, name: str, triples: list[str]
) -> None:
    record = theory(name, triples, [], {atom("Anne", "is", "big"): False})
    item = only_item(write_lines(tmp_path / "x.jsonl", record))
    assert item.formalization is None
    assert item.questions[0].query is None
    assert item.attributes["formalized"] is False


def test_a_bad_answer_of_proofwriter_is_named(tmp_path: Path) -> None:
    record = theory("a", [], [], {atom("Anne", "is", "big"): "perhaps"})
    (problem,) = load(write_lines(tmp_path / "x.jsonl", record)).problems
    assert (
        "line 1, field questions.Q1.answer: expected true, false or Unknown, found 'perhaps'"
        in (str(problem))
    )


def task(*scores: dict[str, int]) -> dict[str, Any]:
    return {
        "canary": "none",
        "name": "logical_deduction",
        "task_prefix": "Three objects in an order.\n\n",
        "examples": [{"input": "On a shelf, …", "target_scores": score} for score in scores],
    }


def test_a_task_of_big_bench_gives_its_examples(tmp_path: Path) -> None:
    folder = tmp_path / "three_objects"
    folder.mkdir()
    right = {"The red book is the leftmost.": 0, "The black book is the leftmost.": 1}
    loaded = load(write_json(folder / "task.json", task(right, dict.fromkeys(right, 0), right)))
    assert [item.id for item in loaded.items] == [
        "big-bench/three_objects/0",
        "big-bench/three_objects/2",
    ]
    item = loaded.items[0]
    assert item.text == "Three objects in an order. On a shelf, …"
    assert [option.text for option in item.questions[0].options] == list(right)
    assert item.questions[0].gold == ChoiceAnswer(option=1)
    (problem,) = loaded.problems
    assert "field examples, index 1, field target_scores" in str(problem)


# --- records that lost a part -------------------------------------------------------------------


GRID = {
    "id": "z",
    "puzzle": "There are 2 houses.",
    "solution": {"header": ["House", "Name"], "rows": [["1", "Eric"], ["2", "Alice"]]},
}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (
            theory("a", ['("Anne" "is" "big"'], [], {}),
            "field triples.triple0.representation: expected brackets and quotation marks that "
            'close, found \'("Anne" "is" "big"\'',
        ),
        (
            theory("a", [], ['(("someone" "is" "big" "+")) -> ("someone" "is" "kind'], {}),
            "field rules.rule0.representation: expected brackets",
        ),
        (
            theory("a", [], [], {'("Anne" "is"': True}),
            "field questions.Q1.representation: expected brackets",
        ),
        (
            justlogic(statements={"0": "Dogs walk.", "2": "Dogs swim."}),
            "field statements: expected statement 1, found 0, 2",
        ),
        (
            {name: value for name, value in justlogic().items() if name != "paragraph"},
            "expected paragraph, question, label, arg and statements, found id, premises,",
        ),
        (
            GRID | {"solution": {"header": ["House", "Name"], "rows": [["1"], ["2", "Alice"]]}},
            "field solution, rows[0]: expected 2 cells, as in the header, found 1",
        ),
        (
            GRID | {"solution": {"header": ["House", "Name"], "rows": ["1", "2"]}},
            "field solution, rows[0]: expected a list of cells, found '1'",
        ),
        (GRID | {"solution": "none"}, "field solution: expected a header and rows, found 'none'"),
        (GRID | {"puzzle": " "}, "field puzzle: expected a text, found nothing"),
    ],
)
def test_a_record_that_lost_a_part_is_named(
    tmp_path: Path, record: dict[str, Any], said: str
) -> None:
    loaded = load(write_lines(tmp_path / "x.jsonl", record))
    (problem,) = loaded.problems
    assert "line 1" in str(problem)
    assert said in str(problem)
    assert loaded.items == ()


def test_an_empty_option_between_others_is_named(tmp_path: Path) -> None:
    row = {"context": "It rains.", "question": "Which?", "A": "x", "B": "", "C": "z", "label": "B"}
    loaded = load(table(tmp_path / "x.csv", row, row | {"B": "y", "C": ""}))
    (problem,) = loaded.problems
    assert "line 2, field answers[1]: expected an option, found nothing" in str(problem)
    (item,) = loaded.items
    assert [option.text for option in item.questions[0].options] == ["x", "y"]


def test_an_example_without_its_input_hides_no_other(tmp_path: Path) -> None:
    scores = {"a": 1, "b": 0}
    whole = task(scores)["examples"][0]
    record = task() | {"examples": [{"target_scores": scores}, whole, "odd"]}
    loaded = load(write_json(tmp_path / "x.json", record))
    assert [item.id for item in loaded.items] == ["big-bench/x/1"]
    first, last = map(str, loaded.problems)
    assert "examples, index 0: expected input and target_scores, found target_scores" in first
    assert "examples, index 2: expected input and target_scores, found str" in last


def test_a_sample_without_its_context_hides_no_other(tmp_path: Path) -> None:
    lost = {"id": 1, "qa_pairs": [{"question": "?", "answer": "no"}]}
    samples = [lost, *LOGICBENCH["samples"], {"id": 3, "context": "c", "qa_pairs": []}]
    loaded = load(write_json(tmp_path / "x.json", LOGICBENCH | {"samples": samples}))
    assert len(loaded.items) == 2
    first, last = map(str, loaded.problems)
    assert "samples[0]: expected a sample with a context, found id, qa_pairs" in first
    assert "samples[2].qa_pairs: expected a question, found nothing" in last
