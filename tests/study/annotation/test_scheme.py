"""Schemes: what ships, what is refused and how, which checks are asked, what verdicts are worth."""

from pathlib import Path

import pytest

from items.models import Item
from solver.errors import InputError
from study.annotation.checks import (
    StandingVerdict,
    Subject,
    accepted,
    accepts,
    asked_checks,
    key_of,
    misfit,
    missing,
    normal,
)
from study.annotation.scheme import (
    Scheme,
    guidelines_in,
    load_scheme,
    parse_scheme,
    scheme_names,
)
from tests.study.annotation.samples import SCHEME, item

STRATEGIES = (
    "add_branching",
    "add_distractor_premise",
    "change_question_to_set_output",
    "add_uncertainty_or_multi_answer",
    "add_counterfactual_variant",
    "alias_and_coreference_variation",
)


def small() -> Scheme:
    return parse_scheme(SCHEME, "small.toml")


def keys(scheme: Scheme, entry: Item, **verdicts: StandingVerdict) -> list[str]:
    return [asked_check.key for asked_check in asked_checks(scheme, Subject(entry), verdicts)]


def test_what_ships_can_be_read_and_has_guidelines() -> None:
    assert set(scheme_names()) == {
        "contextualised-item",
        "hardened-item",
        "instantiated-item",
        "rubric-atoms",
        "answer-grading",
    }
    for name in scheme_names():
        loaded = load_scheme(name)
        assert loaded.scheme.name == name
        assert loaded.scheme.source
        for language in loaded.scheme.languages:
            assert guidelines_in(loaded.scheme, loaded.guidelines, language).startswith("# ")
        assert all(key_of(check, loaded.scheme) for check in loaded.scheme.checks)


def test_the_hardened_scheme_has_the_strategies_and_the_fixed_catalogue() -> None:
    scheme = load_scheme("hardened-item").scheme
    for name in STRATEGIES:
        assert scheme.check(name).kind == "choice"
    # The paper's nine come first; what else keeps an item out follows.
    codes = scheme.check("issues").options[:9]
    assert [code.severity for code in codes] == ["soft"] * 6 + ["hard"] * 3
    assert [code.id for code in codes][-3:] == [
        "multi_task_question",
        "unsupported_scope_for_model_enumeration",
        "rule_gap_induced_uncertainty",
    ]
    assert scheme.check("gold").each == "question"


def test_grading_is_blind() -> None:
    scheme = load_scheme("answer-grading").scheme
    assert (scheme.blind, scheme.unit) == (True, "answer")


def test_rubric_atoms_are_asked_by_their_group() -> None:
    atoms = [
        {"id": "LR1", "group": "logical_relation", "description": "if, then"},
        {"id": "QA1", "group": "query_alignment", "description": "the query"},
    ]
    scheme = load_scheme("rubric-atoms").scheme
    entry = item(1, rubric=atoms)
    assert keys(scheme, entry) == ["logical_relation@LR1", "query_alignment@QA1"]
    failed = {"logical_relation@LR1": StandingVerdict("fail", "both directions")}
    texts = [asked_check.key for asked_check in asked_checks(scheme, Subject(entry), failed)]
    assert "logical_relation_fault@LR1" in texts
    assert "query_alignment_fault@QA1" not in texts
    # The base's rubric stands in for an item without one.
    assert len(asked_checks(scheme, Subject(item(1), base=entry), {})) == 2


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('kind = "codes"', 'kind = "code"', 16, "checks[2].kind: expected 'yes_no'"),
        ('accept = ["yes"]\nreason', 'accept = ["yse"]\nreason', 10, "found 'yse'"),
        ('id = "why"', 'id = "clear"', 14, "checks[2].id: expected an id of its own, found clear"),
        ("clear = [", "clera = [", 21, "expected checks before it, found clera"),
        ('clear = ["no"]', 'clear = ["nope"]', 21, "expected verdicts of clear, found 'nope'"),
        ('kind = "scale"', 'kind = "scale"\nlow = 7', 23, "expected a number above 7, found 5"),
        ('kind = "scale"', 'kind = "scale"\ncolour = 1', 27, "colour: unknown field"),
        ('title = "Small"', "", 1, "title: this field is required"),
    ],
)
def test_a_mistake_is_reported_with_its_line_and_field(
    old: str, new: str, line: int, message: str
) -> None:
    assert old in SCHEME
    with pytest.raises(InputError, match="scheme file") as caught:
        parse_scheme(SCHEME.replace(old, new, 1), "small.toml")
    assert f"small.toml, line {line}, " in caught.value.message
    assert message in caught.value.message


def test_guidelines_stand_beside_the_scheme(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SCHEME, encoding="utf-8")
    with pytest.raises(InputError, match="Guidelines cannot be read"):
        load_scheme("small.toml", tmp_path)
    (tmp_path / "small.md").write_text("# How", encoding="utf-8")
    assert load_scheme("small.toml", tmp_path).guidelines == "# How"


def test_a_check_is_asked_when_what_it_hangs_on_is_given() -> None:
    assert keys(small(), item(1)) == ["clear", "hard", "gold@1", "note"]
    assert "why" in keys(small(), item(1), clear=StandingVerdict("no"))
    assert "why" not in keys(small(), item(1), clear=StandingVerdict("yes"))


def test_conditions_on_items_and_questions() -> None:
    text = SCHEME.replace('id = "hard"', 'id = "hard"\nwhen = { attributes = { level = [1, 2] } }')
    text = text.replace(
        'settled_by = "gold"', 'settled_by = "gold"\nwhen = { counterfactual = true }'
    )
    scheme = parse_scheme(text, "x")
    assert "hard" in keys(scheme, item(1))
    assert "hard" not in keys(scheme, item(3))
    asked_keys = [
        {"id": "1", "kind": "text", "gold": "A."},
        {"id": "2", "kind": "text", "condition": "Suppose not."},
    ]
    assert "gold@2" in keys(scheme, item(1, questions=asked_keys))
    assert "gold@1" not in keys(scheme, item(1, questions=asked_keys))


def test_verdicts_that_do_not_fit_are_refused() -> None:
    scheme = small()
    assert misfit(scheme.check("clear"), "perhaps") == "one of yes, no, unsure"
    assert misfit(scheme.check("hard"), 6)
    assert misfit(scheme.check("hard"), True)
    assert misfit(scheme.check("why"), ("vague", "vague"))
    assert misfit(scheme.check("why"), ()) == ""
    assert normal(scheme.check("why"), ("wrong", "vague")) == ("vague", "wrong")


def test_a_hard_code_alone_keeps_an_item_out() -> None:
    scheme = small()
    assert accepts(scheme.check("why"), ("vague",)) is True
    assert accepts(scheme.check("why"), ("vague", "wrong")) is False
    assert accepts(scheme.check("clear"), "unsure") is None
    assert accepts(scheme.check("hard"), 5) is None


def test_acceptance() -> None:
    scheme = small()

    def judged(**verdicts: StandingVerdict) -> bool | None:
        return accepted(asked_checks(scheme, Subject(item(1)), verdicts), verdicts)

    assert judged() is None
    assert judged(clear=StandingVerdict("yes")) is True
    assert judged(clear=StandingVerdict("no"), why=StandingVerdict(("vague",))) is False
    assert judged(clear=StandingVerdict("unsure")) is None


def test_what_is_missing_and_when_a_reason_is() -> None:
    scheme = small()

    def lacking(settled: dict[str, str], **verdicts: StandingVerdict) -> list[tuple[str, str]]:
        both = {key.replace("_at_", "@"): answer for key, answer in verdicts.items()}
        checks = asked_checks(scheme, Subject(item(1)), both)
        return [
            (entry.asked_check.key, entry.part) for entry in missing(checks, both, dict(settled))
        ]

    assert lacking({}) == [("clear", "verdict")]
    assert lacking({}, clear=StandingVerdict("no")) == [("clear", "reason"), ("why", "verdict")]
    assert lacking({}, clear=StandingVerdict("no", "blurred"), why=StandingVerdict(())) == []
    # To contradict the solver takes a reason; to agree takes nothing.
    fine = StandingVerdict("yes")
    assert lacking({"gold@1": "yes"}, clear=fine) == []
    assert lacking({"gold@1": "yes"}, clear=fine, gold_at_1=StandingVerdict("no")) == [
        ("gold@1", "reason")
    ]
    assert lacking({"gold@1": "yes"}, clear=fine, gold_at_1=StandingVerdict("yes")) == []
