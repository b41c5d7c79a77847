"""SMT-LIB and TPTP: what is written means what the item says, as other readers read it."""

import re
from pathlib import Path
from typing import Any

import pytest
import z3
from click.testing import CliRunner

from items.export.obligations import Obligation, obligations
from items.export.registry import convert
from items.files.loading import load
from items.formal import formal_item
from items.models import Item
from solver.errors import InputError
from solver.language.parser import parse_formula
from solver.language.problem import Premise, Query, Theory
from solver.language.signature import extended
from solver.language.syntax import Signature
from solver.queries import ask
from solver.results import Verdict
from tests.items.source_files import own_item, write_lines
from tests.shared_data import shared_path
from tui.cli import main

MIXED = {
    "parameters": {
        "F": "Bool",
        "A": "Bool",
        "s": "Enum(on, off, broken)",
        "t": "Enum(on, off, broken)",
        "a": "Thing",
        "b": "Thing",
        "P": "Function(2)",
    },
    "premise": [
        "forall x (F(x) -> exists y (P(x, y) & x != y))",
        "F(a) & ~(a = b)",
        "s = t | exactly_one(A, F, s = on)",
        "at_least(2; A, F, F(b), P(a, b))",
        "at_most(1; s = broken, t = broken) <-> Rule",
    ],
    "define": {"Rule": "A -> F"},
    "variants": {"off": [{"op": "add", "formula": "s = off & t = on"}]},
}
MIXED_QUESTIONS = [
    {"query": "possible(s = t & ~A)", "gold": "possible"},
    {"query": "necessary(Rule & exists x, y (P(x, y)))", "gold": "unnecessary"},
    {"query": "necessary(s != t) under off", "gold": "necessary"},
    {"query": "necessary(F) given A & Rule", "gold": "necessary"},
    {
        "query": "projection(possible; a = b, F(b), exists x (P(x, x)))",
        "gold": "{F(b), ∃x P(x, x)}",
    },
    {"kind": "truth", "query": "necessary(F(a) -> a != b)", "gold": "True"},
    {"query": "enumerate_models(A, s)"},
    {"text": "Why?"},
]


def test_a_scratchpad_keeps_what_cannot_be_read_as_a_comment_and_says_so(tmp_path: Path) -> None:
    data = {
        "id": "half",
        "text": "It rains.",
        "questions": [
            {"id": "1", "query": "necessary(A)", "gold": "necessary"},
            {"id": "2", "query": "necessarily(A)", "gold": "necessary"},
        ],
        "formalization": {
            "parameters": {"A": "Bool"},
            "premise": ["A"],
            "question": ["necessary(A)", "necessarily(A)", "possible(A -> )"],
        },
    }
    path = write_lines(tmp_path / "half.jsonl", data)
    written = convert(load(path).items, "pad", tmp_path / "out")
    assert sorted(written.omitted) == [
        ("half", "the query necessarily(A) cannot be read and is written as a comment"),
        ("half", "the query possible(A -> ) cannot be read and is written as a comment"),
    ]
    (file,) = written.files
    text = file.read_text(encoding="utf-8")
    assert "? necessary(A)\ngold for 1: necessary\n" in text
    assert "# cannot be read: ? necessarily(A)\n" in text
    assert "# gold for 2: necessary\n" in text
    assert "# cannot be read: ? possible(A -> )\n" in text
    # What can be read is read again, and nothing else is asked.
    (again,) = load(file).items
    assert [leaf.query for leaf in again.leaves] == ["necessary(A)"]


def mixed(tmp_path: Path) -> tuple[Item, ...]:
    record = own_item("mixed/1", questions=MIXED_QUESTIONS, formalization=MIXED)
    return load(write_lines(tmp_path / "x.jsonl", record), strict=True).items


def statuses(script: str) -> tuple[list[str], list[str]]:
    """What a script claims, and what Z3's own SMT-LIB reader makes of it."""
    context = z3.Context()
    claimed = re.findall(r"\(set-info :status (\w+)\)\n\(check-sat\)", script)
    bare = re.sub(r"(?:\(set-info :status \w+\)\n)?\(check-sat\)", "(check-sat)", script)
    document = z3.Z3_eval_smtlib2_string(context.ref(), bare).split()
    return claimed, document


@pytest.mark.slow
def test_scripts_mean_what_the_items_say(tmp_path: Path) -> None:
    items = (*mixed(tmp_path), *load("builtin:demo").items)
    written = convert(items, "smtlib", tmp_path / "out")
    assert written.items == len(written.files) == len(items)
    for path in written.files:
        text = path.read_text(encoding="utf-8")
        claimed, messages = statuses(text)
        free = text.count("(check-sat)") - len(claimed)
        assert len(messages) == len(claimed) + free
        if not free:
            assert claimed == messages, path.name


def test_the_mixed_item_is_claimed_rightly(tmp_path: Path) -> None:
    convert(mixed(tmp_path), "smtlib", tmp_path / "one.smt2")
    claimed, messages = statuses((tmp_path / "one.smt2").read_text(encoding="utf-8"))
    assert messages[:-1] == claimed
    assert claimed == ["sat", "sat", "unsat", "unsat", "unsat", "sat", "sat", "unsat", "sat"]
    assert messages[-1] == "sat"


@pytest.mark.slow
def test_base_scripts_are_decided_as_the_golds_claim(tmp_path: Path) -> None:
    items = load(shared_path("llmeval-logic/base")).items[::5]
    for path in convert(items, "smtlib", tmp_path).files:
        text = path.read_text(encoding="utf-8")
        claimed, messages = statuses(text)
        if len(claimed) == len(messages):
            assert claimed == messages


# --- TPTP, read back into the program's own notation ---------------------------------------------


def read_tptp(text: str) -> tuple[list[str], str]:
    """Axioms and conjecture in the program's notation; names are made fit for it."""

    def name(match: re.Match[str]) -> str:
        return "n_" + "".join(c if c.isalnum() else f"_{ord(c)}_" for c in match[1])

    text = re.sub(r"^%.*\n", "", text, flags=re.MULTILINE)
    plain = re.sub(r"'([^']*)'", name, text)
    plain = re.sub(r"! \[(\w+)\] :", r"∀\1", plain)
    plain = re.sub(r"\? \[(\w+)\] :", r"∃\1", plain)
    plain = (
        plain.replace("<=>", "↔").replace("=>", "→").replace("$true", "⊤").replace("$false", "⊥")
    )
    entries = re.findall(r"^fof\((\w+), (axiom|conjecture), (.*)\)\.$", plain, re.MULTILINE)
    assert len(entries) == text.count("fof(")
    axioms = [body for _, role, body in entries if role == "axiom"]
    (conjecture,) = [body for _, role, body in entries if role == "conjecture"]
    return axioms, conjecture


def follows(axioms: list[str], conjecture: str) -> bool | None:
    premises = [parse_formula(text) for text in axioms]
    conjecture_formula = parse_formula(conjecture)
    signature = extended(Signature(), [*premises, conjecture_formula], ())
    theory = Theory(signature, tuple(Premise(n, f) for n, f in enumerate(premises)))
    report = ask(theory, Query("necessary", "", conjecture_formula), want_supports=False)
    if report.answer.verdict is Verdict.UNKNOWN:
        return None
    return report.answer.verdict is Verdict.NECESSARY


@pytest.mark.slow
def test_problems_mean_what_the_items_say(tmp_path: Path) -> None:
    items = (*mixed(tmp_path), *load("builtin:demo").items)
    written = convert(items, "tptp", tmp_path / "out")
    assert len(written.files) > len(items)
    for path in written.files:
        text = path.read_text(encoding="utf-8")
        claimed = "% Status : Theorem" in text
        assert claimed != ("% Status : CounterSatisfiable" in text)
        assert follows(*read_tptp(text)) is claimed, text


def test_what_is_not_a_conjecture_is_left_out_and_told(tmp_path: Path) -> None:
    written = convert(mixed(tmp_path), "tptp", tmp_path / "out")
    assert [name for name, _ in written.omitted] == ["mixed/1, question 8", "mixed/1, question 7"]


# --- statements ----------------------------------------------------------------------------------


def stated(tmp_path: Path, **record: Any) -> list[tuple[str, bool, bool | None]]:
    (item,) = load(write_lines(tmp_path / "x.jsonl", own_item(**record)), strict=True).items
    formal = formal_item(item)
    assert formal is not None
    outcome = [
        obligation for obligation in obligations(item, formal) if isinstance(obligation, Obligation)
    ]
    return [(obligation.name, obligation.entailed, obligation.expected) for obligation in outcome]


def test_options_by_question_type(tmp_path: Path) -> None:
    questions = [{"options": [{"text": f, "formula": f} for f in ("S", "R")], "gold": "A"}]
    assert stated(tmp_path, questions=questions) == [("1.A", True, True), ("1.B", True, False)]
    odd = {"question_type": "3e1c"}
    assert stated(tmp_path, questions=questions, attributes=odd) == [
        ("1.A", True, False),
        ("1.B", True, True),
    ]


def test_the_scale_of_two_needs_no_refutation(tmp_path: Path) -> None:
    questions = [{"kind": "truth", "query": "necessary(R)", "gold": "False"}]
    assert stated(tmp_path, questions=questions) == [
        ("1.true", True, False),
        ("1.false", True, True),
    ]
    assert stated(tmp_path, questions=questions, attributes={"truth_scale": "follows"}) == [
        ("1.true", True, False)
    ]


# --- files ---------------------------------------------------------------------------------------


def test_own_files_are_items_again(tmp_path: Path) -> None:
    items = load("builtin:practice").items
    written = convert(items, "own", tmp_path / "deep" / "x.jsonl")
    assert load(written.files[0], strict=True).items == items


def test_names_of_files_are_safe_and_unlike(tmp_path: Path) -> None:
    ids = ["../../up", "a/b", "a-b", "A-B", "...", "x" * 300]
    path = write_lines(tmp_path / "x.jsonl", *map(own_item, ids))
    out = tmp_path / "out"
    written = convert(load(path, strict=True).items, "smtlib", out)
    assert len({p.name.casefold() for p in written.files}) == len(ids)
    assert all(p.parent == out and len(p.name) < 140 for p in written.files)


def test_titles_stay_comments(tmp_path: Path) -> None:
    record = own_item("x", title="one\n(assert false)\r\n(exit)\u2028(exit)")
    items = load(write_lines(tmp_path / "x.jsonl", record), strict=True).items
    (path,) = convert(items, "smtlib", tmp_path / "out").files
    head = path.read_text(encoding="utf-8").split("(set-logic")[0]
    assert all(line.startswith(";") for line in head.splitlines())


def test_outputs_that_do_not_suit_are_refused(tmp_path: Path) -> None:
    items = load("builtin:practice").items
    with pytest.raises(InputError, match="Several items"):
        convert(items, "smtlib", tmp_path / "x.smt2")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="expected a folder"):
        convert(items, "tptp", tmp_path / "file")


def test_the_name_of_the_file_is_shown_as_text(tmp_path: Path) -> None:
    path = tmp_path / "z\x1b]52;c;aGk=\x07.jsonl"
    arguments = ["items", "convert", "builtin:demo", "--to", "own", "-o", str(path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0
    assert path.exists()
    assert not {"\x1b", "\x07"} & set(result.output)
