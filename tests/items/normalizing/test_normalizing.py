"""The layers of normalization: what each changes, what it proves, what it leaves to a person."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.files.loading import load
from items.normalizing import pipeline
from items.normalizing.layer import Change, NormalizedFormalization
from items.normalizing.pipeline import NormalizedRecord, normalize_record
from items.normalizing.registry import LAYERS, layer
from items.sources.own_format import to_json
from solver.errors import InputError
from solver.language.loader import load_problem
from solver.language.printer import Notation, print_formula
from tests.effort import examples
from tests.items.verified import verify
from tests.shared_data import shared_path
from tests.solver.strategies import first_order_signature, formulas

RAW: dict[str, Any] = {
    "parameters": {"rain": "Bool", "spare": "Bool"},
    "translation": {"rain": "it rains", "wet": "the street is wet"},
    "premise": ["$rain \\to \\left(wet\\right)$", "[rain ∨ ((wet))]", "rain  &  ~~wet"],
    "question": ["enumerate_models(rain, wet)", "necessary( wet )  given rain"],
    "answer": ["{(rain, wet)}", "necessary"],
}


def run(data: Mapping[str, Any], *layers: str) -> NormalizedRecord:
    return normalize_record("r", {"id": "r", **data}, layers or tuple(LAYERS), timeout=10)


def test_each_layer_reports_and_proves_its_changes() -> None:
    normalized_record = run(RAW)
    assert [(step.layer, len(step.changes), step.proved) for step in normalized_record.steps] == [
        ("L1", 4, True),
        ("L2", 2, True),
        ("L3", 0, True),
        ("L4", 3, True),
    ]
    assert normalized_record.value == {
        "id": "r",
        "parameters": {"A": "Bool", "B": "Bool"},
        "translation": {"A": "it rains", "B": "the street is wet"},
        "premise": ["A → B", "A ∨ B", "A ∧ ¬¬B"],
        "question": ["enumerate_models(A, B)", "necessary(B) given A"],
        "answer": ["{(A, B)}", "necessary"],
        "logictype": "pl",
    }


@pytest.mark.parametrize("attributes", [["a"], 3, "text", None])
def test_attributes_that_are_not_an_object_are_refused(attributes: object) -> None:
    with pytest.raises(InputError, match="r, attributes: expected an object"):
        run({"formalization": RAW, "text": "It rains.", "attributes": attributes})


def test_one_layer_alone() -> None:
    normalized_record = run(RAW, "L1")
    assert normalized_record.value["premise"] == [
        "rain → (wet)",
        "(rain ∨ ((wet)))",
        "rain ∧ ¬¬wet",
    ]
    assert normalized_record.value["parameters"] == RAW["parameters"]


def test_what_cannot_be_read_goes_to_a_person_with_a_proposal() -> None:
    normalized_record = run({"premise": ["A \\to (B", "A"], "question": ["necessary(B)"]})
    (syntactic,) = (step for step in normalized_record.steps if step.layer == "L2")
    (trouble,) = syntactic.troubles
    assert (trouble.where, trouble.proposal) == ("premise 1", "A → (B)")
    assert "never closed" in trouble.message
    assert normalized_record.value["premise"] == ["A → (B", "A"]
    assert not normalized_record.readable


def test_roles_and_glosses() -> None:
    data = {
        "parameters": {"F": "Function(1)", "a": "Person", "b": "Person"},
        "translation": {"F": "sings", "a": "Ada"},
        "premise": ["F(a)", "F(a) -> G(a)"],
        "question": ["possible(G(a))"],
    }
    normalized_record = run(data, "L3")
    (step,) = normalized_record.steps
    assert step.changes == (Change("translation", "F", "F(x)"),)
    assert {(trouble.where, trouble.message) for trouble in step.troubles} == {
        ("G", "a predicate of 1 place without a gloss"),
        ("b", "declared but not used"),
    }
    twice = run({"premise": ["F(a, b)", "F(a)"], "question": []}, "L3")
    assert "a predicate of 2 places in premise 1; a predicate of 1 place in premise 2" in [
        trouble.message for trouble in twice.steps[0].troubles
    ]


def test_names_that_are_even_stay_and_others_change_all_at_once() -> None:
    even = {"premise": ["B -> A", "C"], "question": ["possible(A)"]}
    assert run(even, "L4").value["premise"] == even["premise"]
    crossed = run({"premise": ["B -> wet", "A | wet"], "question": ["possible(A)"]}, "L4")
    assert crossed.value["premise"] == ["A -> B", "C | B"]
    assert crossed.value["question"] == ["possible(C)"]
    assert crossed.steps[0].proved is True


def test_a_change_that_is_not_proved_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        def normalize(self, data: Mapping[str, Any], _: bool = False, /) -> NormalizedFormalization:
            """Turn an implication round."""
            return NormalizedFormalization(
                {**data, "premise": ["B -> A"]}, (Change("premise 1", "", ""),)
            )

    monkeypatch.setattr(pipeline, "layer", lambda _: Wrong())
    normalized_record = run({"premise": ["A -> B"], "question": []}, "L1")
    assert (normalized_record.steps[0].proved, normalized_record.steps[0].made) == (False, False)
    assert normalized_record.value["premise"] == ["A -> B"]


SIGNATURE = first_order_signature()


@pytest.mark.parametrize(
    "edit",
    [
        {"op": "add", "formula": "~B"},
        {"op": "replace", "premise": 0, "formula": "~A"},
        {"op": "drop", "premise": 0},
    ],
)
def test_a_change_of_a_variant_is_not_made_either(
    edit: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A layer that writes a premise evenly and another edit into the variant."""
    data = {
        "parameters": {"A": "Bool", "B": "Bool"},
        "translation": {"A": "a", "B": "b"},
        "premise": ["A & B", "A"],
        "question": ["necessary(A) under alpha"],
        "variants": {"alpha": [{"op": "replace", "premise": 0, "formula": "B"}]},
    }

    class Careless:
        def normalize(self, data: Mapping[str, Any], _: bool = False, /) -> NormalizedFormalization:
            """Another variant under the old name."""
            changed = {**data, "variants": {"alpha": [edit]}}
            return NormalizedFormalization(changed, (Change("premise 1", "", ""),))

    assert run(data, "L1").steps[0].proved is True
    monkeypatch.setattr(pipeline, "layer", lambda _: Careless())
    (step,) = run(data, "L1").steps
    assert (step.proved, step.made) == (False, False)


@given(formulas(SIGNATURE), st.sampled_from(list(Notation)))
@examples(30)
def test_spelling_and_brackets_change_no_tree(formula: Any, notation: Notation) -> None:
    data = {
        "parameters": _declared(),
        "premise": [f"( {print_formula(formula, notation)} )"],
        "question": [],
    }
    before = load_problem(data).premises
    for name in ("L1", "L2"):
        data = dict(layer(name).normalize(data).formalization)
        assert load_problem(data).premises == before


def _declared() -> dict[str, str]:
    from solver.language.dump import declarations

    symbols = list(SIGNATURE.symbols.values())
    return declarations(symbols, symbols)


@pytest.mark.slow
def test_real_formalizations_stay_what_they_are() -> None:
    from items.sources.json_files import read_document

    document = read_document(shared_path("llmeval-logic/base/llmeval_logic_base.json"))
    normalized_records = [
        normalize_record(str(record.value["id"]), record.value, tuple(LAYERS), timeout=20)
        for record in document.records
    ]
    steps = [step for record in normalized_records for step in record.steps]
    assert len(normalized_records) == 95
    assert all(step.proved is True and step.made for step in steps)
    assert sum(bool(s.changes) for s in steps if s.layer == "L1") == 95
    assert all(record.readable for record in normalized_records)


def test_formulas_of_folio_that_need_a_repair_get_a_proposal() -> None:
    problems = load(shared_path("folio/folio-v0.0-validation.jsonl")).problems
    assert len(problems) == 5
    assert sum("Did you mean" in problem.hint for problem in problems) >= 4


@pytest.mark.parametrize("source", ["builtin:demo", "builtin:hard"])
def test_items_keep_their_answers(source: str, tmp_path: Path) -> None:
    """Questions, gold answers, rubrics and claims of an item use the formalization's names."""
    before = {item.id: item for item in load(source).items if item.formalization is not None}
    lines = (
        json.dumps(normalize_record(id, to_json(item), tuple(LAYERS), timeout=10).value)
        for id, item in before.items()
    )
    path = tmp_path / "normal.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    after = load(path)
    assert [str(problem) for problem in after.problems] == []
    assert [item.id for item in after.items] == list(before)
    verdicts = verify(before.values(), engine="worlds").to_json()
    entry = verify(after.items, engine="worlds").to_json()
    for name in ("agree", "disagree", "warnings"):
        assert entry[name] == verdicts[name]


def test_every_formula_of_a_record_is_written_evenly() -> None:
    """Queries with their targets and what is given, edits of variants, definitions."""
    data = {
        "parameters": {"A": "Bool", "B": "Bool", "s": "Enum(on, off)"},
        "translation": {"A": "a", "B": "b", "s": "c"},
        "premise": ["A → (B)"],
        "define": {"Q": "((A))"},
        "question": [
            "necessary((A) → ((B))) under alpha given ((Q))",
            "projection(necessary; (A), ((B)))",
            "has_alternative(A, s; ((A)))",
            "enumerate_models((F(x)), x)",
        ],
        "variants": {"alpha": [{"op": "replace", "premise": 0, "formula": "((A) → B)"}]},
    }
    normalized_record = run(data, "L2")
    (step,) = normalized_record.steps
    assert (step.proved, step.made, len(step.changes)) == (True, True, 7)
    value = normalized_record.value
    assert value["premise"] == ["A → B"]
    assert value["define"] == {"Q": "A"}
    assert value["variants"]["alpha"][0]["formula"] == "A → B"
    assert value["question"] == [
        "necessary(A → B) given Q under alpha",
        "projection(necessary; A, B)",
        "has_alternative(A, s; A)",
        "enumerate_models(F(x), x)",
    ]


def test_texts_that_hold_several_formulas_are_written_evenly() -> None:
    value = run(
        {"premise": "(A), ((B))", "question": "necessary((A)), possible(((B)))"}, "L2"
    ).value
    assert (value["premise"], value["question"]) == ("A; B", "necessary(A); possible(B)")


def test_functions_are_not_written_as_relations() -> None:
    data = {
        "premise": ["P(Mother(a)) ∧ (A)", "((A))"],
        "question": ["possible((A) ∧ P(Mother(a)))"],
    }
    (step,) = run(data, "L2").steps
    assert step.changes == (Change("premise 2", "((A))", "A"),)


def test_a_query_that_its_kind_writes_otherwise_than_it_reads_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("items.normalizing.syntactic.text_of", lambda _, __: "possible(B)")
    data = {"premise": ["(A)"], "question": ["possible((A))", "possible(B)"]}
    (step,) = run(data, "L2").steps
    assert step.changes == (Change("premise 1", "(A)", "A"),)
    assert step.proved is True


def test_the_formulas_of_a_rubric_go_through_the_layers_too() -> None:
    item = {
        "id": "i",
        "text": "…",
        "questions": [],
        "formalization": {"parameters": {"A": "Bool"}, "premise": ["A"]},
        "rubric": [
            {"id": "LR1", "check": {"mode": "entails", "formula": r"\forall x ((F(x)) \to A)"}},
            {"id": "QA1", "check": {"mode": "query_equiv", "target": ["(A)", r"A \land (B)"]}},
            {"id": "SC1", "check": {"mode": "equiv", "formula": r"A \to (B"}},
            {"id": "SC2"},
        ],
    }
    normalized_record = normalize_record("i", item, tuple(LAYERS), timeout=10)
    checks = [atom.get("check", {}) for atom in normalized_record.value["rubric"]]
    assert checks[0]["formula"] == "∀x (F(x) → A)"
    assert checks[1]["target"] == ["A", "A ∧ B"]
    assert checks[2]["formula"] == "A → (B", "spelled evenly, and left to a person"
    changes = {
        name: {c.where for c in s.changes} for name, s in by_layer(normalized_record).items()
    }
    assert changes["L1"] == {"rubric LR1", "rubric QA1, target 2", "rubric SC1"}
    assert changes["L2"] == {"rubric LR1", "rubric QA1, target 1", "rubric QA1, target 2"}
    syntactic = by_layer(normalized_record)["L2"]
    assert [(t.where, t.proposal) for t in syntactic.troubles] == [("rubric SC1", "A → (B)")]
    assert syntactic.proved is True
    assert by_layer(normalized_record)["L1"].proved is None, "SC1 cannot be read on either side"
    (proposal,) = normalized_record.proposals
    assert (proposal.where, proposal.before) == ("i, rubric SC1", r"A \to (B")


def by_layer(record: NormalizedRecord) -> dict[str, pipeline.Step]:
    return {step.layer: step for step in record.steps}


def test_queries_of_an_item_are_written_evenly_too() -> None:
    item = {
        "id": "i",
        "text": "…",
        "formalization": {"parameters": {"seal": "Bool"}, "premise": ["seal  &  ~~seal"]},
        "questions": [
            {"text": "?", "kind": "truth", "query": "necessary( seal  ->  wet )", "gold": "Unknown"}
        ],
    }
    value = normalize_record("i", item, tuple(LAYERS), timeout=10).value
    assert value["questions"][0]["query"] == "necessary(seal → wet)"
    assert value["formalization"]["premise"] == ["seal ∧ ¬¬seal"]
    assert value["formalization"]["parameters"] == {"seal": "Bool", "wet": "Bool"}
    assert "question" not in value["formalization"]
