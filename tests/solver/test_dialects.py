"""Formulas as NLTK, Prover9, TPTP and other people write them, and repairs that are proposed."""

import json
import re
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget, GaveUp
from solver.errors import FormulaError
from solver.language import lexer
from solver.language.dialect import _PIECE, Dialect, chain_notes, dialect_of, kinds
from solver.language.loader import load_problem
from solver.language.parser import formula_of, parse_formula
from solver.language.printer import Notation, print_formula
from solver.language.repair import proposal
from solver.language.signature import SignatureBuilder
from solver.language.syntax import (
    And,
    Constant,
    Count,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Signature,
    Truth,
    children,
    rebuild,
    walk,
)
from solver.queries import solve_problem
from tests.effort import examples
from tests.shared_data import shared_path
from tests.solver.strategies import first_order_signature, formulas

A, B, C = Prop("A"), Prop("B"), Prop("C")


def either(left: Formula, right: Formula) -> Formula:
    return Count("exactly", 1, (left, right))


@pytest.mark.parametrize("sign", ["⊕", r"\oplus", "xor", "XOR", "^", "⊻", "<~>"])
def test_exclusive_or(sign: str) -> None:
    assert parse_formula(f"A {sign} B") == either(A, B)
    assert parse_formula(f"A {sign} B ∧ C → A") == Implies(either(A, And((B, C))), A)
    assert parse_formula(f"A {sign} B {sign} C") == either(either(A, B), C)
    assert parse_formula(f"A ∨ (B {sign} C)") == Or((A, either(B, C)))


@pytest.mark.parametrize("text", ["A ∨ B ⊕ C", "A ⊕ B ∨ C", "A ⊕ B ∧ C ∨ A", "∃x (F(x)) ∨ A ⊕ B"])
def test_exclusive_and_inclusive_or_need_brackets(text: str) -> None:
    with pytest.raises(FormulaError, match="mixed without brackets") as caught:
        parse_formula(text)
    assert text[caught.value.position] in "∨⊕"


def test_exclusive_or_means_that_one_of_the_two_holds() -> None:
    problem = load_problem({"premise": ["A xor B", "A"], "question": ["necessary(¬B)"]})
    assert [result.answer.verdict for result in solve_problem(problem).queries] == ["necessary"]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("all x.(F(x) -> G(x))", "∀x (F(x) → G(x))"),
        ("all x.F(x) -> C", "∀x (F(x)) → C"),
        ("all x.F(x) & C", "∀x (F(x)) ∧ C"),
        ("some x.-F(x) | C", "∃x (¬F(x)) ∨ C"),
        ("exist x.F(x)", "∃x F(x)"),
        ("exists x y.(P(x,y))", "∃x ∃y (P(x, y))"),
        ("all x y.(P(x,y) implies P(y,x))", "∀x ∀y (P(x, y) → P(y, x))"),
        ("all x all y (P(x,y) <-> P(y,x))", "∀x ∀y (P(x, y) ↔ P(y, x))"),
        ("all x exists y P(x,y)", "∀x ∃y (P(x, y))"),
        ("-(A & -B) iff not C", "¬(A ∧ ¬B) ↔ ¬C"),
        ("--A", "¬¬A"),
        ("A and (B or not A) implies C", "A ∧ (B ∨ ¬A) → C"),
        ("(NOT A) OR B", "¬A ∨ B"),
        ("not exists x.(F(x) and x = a)", "¬∃x (F(x) ∧ x = a)"),
        ("exists x.(F(x) & (x != a))", "∃x (F(x) ∧ x ≠ a)"),
        ("forall x. F(x) -> G(x)", "∀x F(x) → G(x)"),
        ("∀x y (F(x) → P(x, y))", "∀x ∀y (F(x) → P(x, y))"),
        ("∀x y P(x, y)", "∀x ∀y P(x, y)"),
        ("∀x,y,z: P(x, y)", "∀x ∀y ∀z P(x, y)"),
        ("! [X] : (p(X) => ? [Y, Z] : (q(X, Y) & ~ q(Z, Z)))",
         "∀X (p(X) → ∃Y ∃Z (q(X, Y) ∧ ¬q(Z, Z)))"),
        ("! [X] : p(X) => c", "∀X (p(X)) → c"),
        ("$true => ~ $false", "⊤ → ¬⊥"),
        ("![A]", "¬A"),
    ],
)  # fmt: skip
def test_other_dialects_in_the_own_one(text: str, own: str) -> None:
    assert parse_formula(text) == parse_formula(own)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("∀xF(x)", "∀x F(x)"),
        (r"\forall xF(x) \to C", r"\forall x F(x) \to C"),
        ("∃xF(x) ∧ ∀yP(y, a)", "∃x (F(x) ∧ ∀y P(y, a))"),
        ("∀x∀yP(x, y)", "∀x ∀y P(x, y)"),
        ("∀xF (x)", "∀x F(x)"),
        # The whole name is a variable where it stands elsewhere too.
        ("∀xF(P(xF) → C)", "∀z (P(z) → C)"),
        ("∀aDog (F(aDog))", "∀z (F(z))"),
        ("$T & F(a)", "⊤ ∧ F(a)"),
        ("$F | $true", "⊥ ∨ ⊤"),
        (r"$T \to A$", "T → A"),
        ("$T$ ∧ $A$", "T ∧ A"),
        ("A ⊃ B ≡ C", "(A → B) ↔ C"),
        (r"A \supset B \supset C", "A → (B → C)"),
    ],
)
def test_signs_of_textbooks_and_provers(text: str, own: str) -> None:
    formula, wanted = parse_formula(text), parse_formula(own)
    assert print_formula(formula).replace("xF", "z").replace("aDog", "z") == print_formula(wanted)


def nltk_text(formula: Formula, rng: Random) -> str:
    """A formula as NLTK would take it, with no bracket that its precedence makes needless, and any
    of its spellings."""

    def level(node: Formula) -> int:
        order = (Not, ForAll | Exists, And, Or, Implies, Iff)
        return next((n for n, kind in enumerate(order, 1) if isinstance(node, kind)), 0)

    def operand(node: Formula, mine: int, *, left: bool) -> str:
        text = nltk_text(node, rng)
        own = level(node)
        return text if own < mine or (left and own == mine) else f"({text})"

    signs = {
        And: ("&", "and"), Or: ("|", "or"), Implies: ("->", "implies", "=>"),
        Iff: ("<->", "iff", "<=>"), Not: ("-", "not ", "!"),
        ForAll: ("all", "forall"), Exists: ("exists", "some", "exist"),
    }  # fmt: skip
    sign = rng.choice(signs.get(type(formula), ("",)))
    match formula:
        case Not(body):
            return f"{sign}{operand(body, 1, left=True)}"
        case ForAll(variable, body) | Exists(variable, body):
            return f"{sign} {variable}.{operand(body, 2, left=True)}"
        case And(parts) | Or(parts):
            mine = level(formula)
            return f" {sign} ".join(
                operand(part, mine, left=n == 0) for n, part in enumerate(parts)
            )
        case Implies(left, right) | Iff(left, right):
            mine = level(formula)
            first, second = operand(left, mine, left=True), operand(right, mine, left=False)
            return f"{first} {sign} {second}"
        case Equal(term, other):
            return f"({term.name} = {other.name})"
        case Pred(name, args):
            return f"{name}({','.join(arg.name for arg in args)})"
        case Prop(name):
            return name
    raise TypeError(formula)


def _in_nltk(formula: Formula) -> bool:
    return not any(isinstance(node, Count | Truth) for node in walk(formula))


def _flat(formula: Formula) -> Formula:
    """A ∧ (B ∧ C) and (A ∧ B) ∧ C as one: NLTK has ∧ of two parts only."""
    below = tuple(map(_flat, children(formula)))
    if isinstance(formula, And | Or):
        kind = type(formula)
        parts = [p for part in below for p in (part.parts if isinstance(part, kind) else (part,))]
        return kind(tuple(parts))
    return rebuild(formula, below) if below else formula


@pytest.mark.torture
@given(
    formulas(first_order_signature(), depth=5).filter(_in_nltk), st.randoms(use_true_random=False)
)
@examples(400)
def test_what_nltk_reads_is_read_the_same(formula: Formula, rng: Random) -> None:
    """NLTK's own precedence (`nltk.sem.logic`): ¬, quantifiers, ∧, ∨, →, ↔; all of them to the
    left."""
    text = nltk_text(formula, rng)
    problem = load_problem({"premise": ["all x.(F(x) -> F(x))", text]})
    assert _flat(problem.premises[1]) == _flat(formula), text


def test_a_chain_of_implications_is_nltks_in_its_dialect_alone() -> None:
    record = ["A -> B -> C", "-A"]
    assert load_problem({"premise": record}).premises[0] == Implies(Implies(A, B), C)
    assert parse_formula("A -> B -> C") == Implies(A, Implies(B, C))
    warnings = load_problem({"premise": ["exists x.F(x) -> C"]}).warnings
    assert any("NLTK and Prover9" in warning for warning in warnings)
    warnings = load_problem({"premise": ["exists x.(F(x)) -> C", "∃x F(x) → C"]}).warnings
    assert not any("NLTK" in warning for warning in warnings)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A <- B", "Write B -> A"),
        (r"\x.man(x)(john)", "lambda"),
        ("λx.F(x)", "lambda"),
        ("x > 3", "no arithmetic"),
        ("P(x)(y)", "expected an operator"),
        ("?vp(a)", "unknown character ?"),
    ],
)
def test_what_the_language_has_not_is_refused_with_a_reason(text: str, told: str) -> None:
    with pytest.raises(FormulaError, match=re.escape(told)):
        parse_formula(text)


@pytest.mark.parametrize(
    "name",
    [
        "1984",
        "2nd_place",
        "42.3billion",
        "y42.3billion",
        "café",
        "O'Brien",
        "O’Brien",
        "张三",
        "x'",
    ],
)
def test_names_of_any_script(name: str) -> None:
    formula = Pred("F", (Constant(name),))
    assert parse_formula(f"F({name})") == formula
    assert parse_formula(print_formula(formula)) == formula
    assert parse_formula(f"a = {name} ∧ {name} ≠ b") == And(
        (Equal(Constant("a"), Constant(name)), Not(Equal(Constant(name), Constant("b"))))
    )
    assert parse_formula(f"¬{name}(a)") == Not(Pred(name, (Constant("a"),)))


def test_an_accent_is_one_letter_however_it_is_encoded() -> None:
    assert parse_formula("F(cafe\u0301)") == parse_formula("F(caf\u00e9)")


def test_quotes_are_left_out_where_the_name_needs_none() -> None:
    assert parse_formula("'late'(a)") == Pred("late", (Constant("a"),))
    spaced = parse_formula("F('John Smith')")
    assert spaced == Pred("F", (Constant("'John Smith'"),))
    assert parse_formula(print_formula(spaced)) == spaced


@pytest.mark.parametrize(
    "text", ["all & some", "F(all, some)", "and(a)", "¬or | xor", "iff -> implies", "∀all F(all)"]
)
def test_words_that_can_only_be_names_are_names(text: str) -> None:
    formula = parse_formula(text)
    assert parse_formula(print_formula(formula)) == formula
    words = set(re.findall(r"\b(?:all|some|and|or|xor|iff|implies)\b", text))
    assert words <= set(re.findall(r"\w+", print_formula(formula)))


@pytest.mark.parametrize(
    ("texts", "dialect"),
    [
        (["exists x.F(x) & C"], Dialect.OWN),
        (["exists x.F(x) & C", "all x.F(x)"], Dialect.TIGHT),
        (["exists x.F(x) & C", "-C"], Dialect.TIGHT),
        (["exists x.F(x) & C", "-C", "∀x F(x)"], Dialect.OWN),
        (["A -> B", "A <-> B"], Dialect.OWN),
        (["all & some"], Dialect.OWN),
    ],
)
def test_the_whole_record_tells_the_dialect(texts: list[str], dialect: Dialect) -> None:
    assert dialect_of(texts) is dialect


def test_what_the_dialect_changes_is_stated() -> None:
    plain = load_problem({"premise": ["exists x.F(x) -> C"]})
    nltk = load_problem({"premise": ["exists x.F(x) -> C", "all x.F(x)", "A ^ B"]})
    assert plain.premises == (parse_formula("∃x (F(x) → C)"),)
    assert nltk.premises == (
        parse_formula("∃x (F(x)) → C"),
        parse_formula("∀x F(x)"),
        And((A, B)),
    )
    assert any("NLTK" in warning for warning in nltk.warnings)
    assert any("^ is read as ∧" in warning for warning in nltk.warnings)
    caret = load_problem({"premise": ["A ^ B"]})
    assert caret.premises == (either(A, B),)
    assert any("^ is read as ⊕" in warning for warning in caret.warnings)
    # Here both dialects could be meant: what was decided is said.
    (dialect_warning,) = [warning for warning in plain.warnings if "NLTK" in warning]
    assert "read through the next →" in dialect_warning
    sure = load_problem({"premise": ["exists x.(F(x)) -> C"]})
    assert not any("is read as" in warning or "NLTK" in warning for warning in sure.warnings)


@pytest.mark.parametrize(
    ("text", "reason", "hint"),
    [
        ("∀x (F(x) ∧ x > 9)", "unknown character >", "no arithmetic"),
        ("∀x (F(x) ∧ x ∈ A)", "unknown character ∈", "no sets"),
        (r"\x.F(x)", "", "no lambda terms"),
    ],
)
def test_what_is_not_in_the_language_is_reported(text: str, reason: str, hint: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)
    assert reason in caught.value.reason
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ("F(a) ∧ G(a))", "F(a) ∧ G(a)"),
        ("(F(a) ∧ G(a)", "(F(a) ∧ G(a))"),
        ("∀x (F(x), G(x) → C)", "∀x (F(x) ∧ G(x) → C)"),
        ("F(a), G(a)", "F(a) ∧ G(a)"),
        ("((A → B)", "((A → B))"),
    ],
)
def test_a_repair_is_proposed_and_never_made(text: str, repaired: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)
    assert caught.value.hint.endswith(f"Did you mean: {repaired}")
    parse_formula(repaired)


def test_a_proposal_declares_nothing() -> None:
    builder = SignatureBuilder()
    with pytest.raises(FormulaError, match="Did you mean"):
        formula_of("F(a) ∧ G(b))", builder)
    known = {name for name, _ in builder.symbols}
    with pytest.raises(FormulaError):
        formula_of("Q(c), R(d)", builder)
    assert {name for name, _ in builder.symbols} <= known | {"Q", "c"}


@given(st.text(alphabet="AF(),", max_size=12), st.integers(0, 12))
def test_a_proposal_is_one_that_the_caller_takes(text: str, place: int) -> None:
    applied: list[str] = []

    def reads(candidate: str) -> bool:
        applied.append(candidate)
        return candidate.count("(") == candidate.count(")")

    name = proposal(text, min(place, len(text)), reads)
    assert text not in applied
    assert not name or name in {candidate.strip() for candidate in applied}


# --- round trips --------------------------------------------------------------------------------

Spelling = Mapping[str, str]
NLTK: Spelling = {
    "not": "-", "and": "&", "or": "|", "implies": "->", "iff": "<->", "all": "all {0}.",
    "some": "exists {0}.", "equal": "=", "true": "true", "false": "false",
}  # fmt: skip
PROVER9: Spelling = {**NLTK, "all": "all {0} ", "some": "exists {0} "}
WORDS: Spelling = {
    **NLTK, "not": "not ", "and": "and", "or": "or", "implies": "implies", "iff": "iff",
    "all": "forall {0}. ", "some": "some {0}.",
}  # fmt: skip
TPTP: Spelling = {
    **NLTK, "not": "~ ", "implies": "=>", "iff": "<=>", "all": "! [{0}] : ", "some": "? [{0}] : ",
    "true": "$true", "false": "$false",
}  # fmt: skip


def spelled(formula: Formula, signs: Spelling) -> str:
    """The formula in another dialect, with a bracket around everything compound."""

    def connected(parts: tuple[Formula, ...], sign: str) -> str:
        return f"({f' {signs[sign]} '.join(spelled(part, signs) for part in parts)})"

    match formula:
        case Not(body):
            return f"{signs['not']}({spelled(body, signs)})"
        case And(parts):
            return connected(parts, "and")
        case Or(parts):
            return connected(parts, "or")
        case Implies(left, right):
            return connected((left, right), "implies")
        case Iff(left, right):
            return connected((left, right), "iff")
        case ForAll(variable, body):
            return f"({signs['all'].format(variable)}({spelled(body, signs)}))"
        case Exists(variable, body):
            return f"({signs['some'].format(variable)}({spelled(body, signs)}))"
        case Equal(left, right):
            return f"({left.name} {signs['equal']} {right.name})"
        case Truth(value):
            return signs["true" if value else "false"]
        case Count(bound, n, parts):
            return f"{bound}({n}; {', '.join(spelled(part, signs) for part in parts)})"
    return print_formula(formula)


@pytest.mark.parametrize("signs", [NLTK, PROVER9, WORDS, TPTP], ids=["nltk", "p9", "words", "tptp"])
@examples(40)
@given(formula=formulas(first_order_signature(bools=2), depth=3))
def test_reading_back_what_was_written_in_a_dialect(signs: Spelling, formula: Formula) -> None:
    signature = first_order_signature(bools=2)
    read = parse_formula(spelled(formula, signs), signature)
    assert read == formula
    for notation in Notation:
        assert parse_formula(print_formula(read, notation), signature) == formula


@examples(40)
@given(formula=formulas(first_order_signature(bools=2), depth=3))
def test_no_dialect_is_seen_in_the_programs_own_notations(formula: Formula) -> None:
    for notation in Notation:
        assert dialect_of([print_formula(formula, notation)]) is Dialect.OWN


# --- shared data --------------------------------------------------------------------------------


def unread(formula: str, names: SignatureBuilder) -> bool:
    try:
        formula_of(formula, names)
    except FormulaError:
        return True
    return False


def test_nearly_all_formulas_of_a_language_model_are_read() -> None:
    path = shared_path("formalisations/logic-lm-folio-gpt-4.json")
    records = json.loads(path.read_text(encoding="utf-8"))
    total = wrong = 0
    for record in records:
        names = SignatureBuilder()
        _, _, document = record["raw_logic_programs"][0].partition("Premises:")
        for line in document.splitlines():
            formula = line.partition(":::")[0].strip()
            if formula and formula != "Conclusion:":
                total += 1
                wrong += unread(formula, names)
    assert total > 1200
    assert wrong / total <= 0.03


def test_what_was_not_declared_stays_undeclared() -> None:
    signature = Signature()
    with pytest.raises(FormulaError):
        parse_formula("all x.(F(x) -> G(x))", signature, strict=True)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("all x. (P(x) -> -Q(x)).", "∀x (P(x) → ¬Q(x))"),
        ("In(a, New-York) & Cost(b, 100%)", "In(a, New-York) ∧ Cost(b, 100%)"),
        ("P(a)|-Q(a)", "P(a) ∨ ¬Q(a)"),
        ("P->Q", "P → Q"),
        ("P(x) v Q(x)", "P(x) ∨ Q(x)"),
        ("v(a) & P(v)", "v(a) ∧ P(v)"),
        ("ForAll x. (P(x) -> EXISTS y. R(x, y))", "∀x (P(x) → ∃y R(x, y))"),
        ("Exists(a)", "Exists(a)"),
    ],
)
def test_what_people_and_models_write(text: str, own: str) -> None:
    assert print_formula(parse_formula(text)) == own


@pytest.mark.parametrize(
    "text",
    [
        "A ⊕ B",
        "A ⊕ B ⊕ C",
        "A ⊕ (B ⊕ C)",
        "(A ⊕ B) ∨ C",
        "(A ∨ B) ⊕ C",
        "A ∧ B ⊕ C ∧ D",
        "¬(A ⊕ B) → A ⊕ C ↔ D",
        "∀x (F(x) ⊕ G(x))",
        "(∃x F(x)) ⊕ A",
        "exactly_one(A, B, C)",
    ],
)
def test_exclusive_or_is_printed_as_written(text: str) -> None:
    assert print_formula(parse_formula(text)) == text
    for notation in Notation:
        written = print_formula(parse_formula(text), notation)
        assert print_formula(parse_formula(written)) == text


@pytest.mark.parametrize(
    ("premises", "said"),
    [
        (["A -> B -> C", "-C"], "groups to the left"),
        (["A -> B -> C", "~C"], "is read from the right"),
        (["A implies (B & C) implies C"], "is read from the right"),
        (["A → B → C"], "is read from the right"),
        ([r"A \to (B \wedge C) \to C"], "is read from the right"),
        (["all x.P(x) -> Q(b)", "∀x P(x) → Q(b)"], "bind only what immediately follows them"),
        (["some x.-P(x) | ¬Q(b)"], "bind only what immediately follows them"),
        (["∀x P(a)"], "binds x, which does not occur in its scope (premise 1)"),
    ],
)
def test_how_a_record_was_read_is_reported(premises: list[str], said: str) -> None:
    problem = load_problem({"premise": premises})
    assert [note for note in problem.reading if said in note]
    assert set(problem.reading) <= set(problem.warnings), "whoever shows warnings tells it"


@pytest.mark.parametrize(
    ("premises", "said"),
    [
        (["man(x) -> mortal(x)"], "No quantifier binds x, which is read as the name"),
        (["∀x (P(x) ↔ Q(x))", "∀x P(x) ↔ Q(x)"], "No quantifier binds x"),
        (["∃x P(x) → C"], "∃x without a bracket is read through the next →, although x occurs"),
        (["∀x (∃y R(y, x) → P(x))"], "∃y without a bracket is read through the next →"),
        (["(∀x)P(x) → (∃x)Q(x)"], "∀x without a bracket is read through the next →, although x"),
        (["∀x P(x) → C"], "∀x without a bracket is read through the next →, although x occurs"),
        (["P(a) → False"], "False is read as ⊥, not as a symbol (premise 1)."),
        (["∃x (P(x) ∧ True)"], "True is read as ⊤, not as a symbol (premise 1)."),
    ],
)
def test_what_may_be_meant_otherwise_is_reported(premises: list[str], said: str) -> None:
    assert [note for note in load_problem({"premise": premises}).reading if said in note]


@pytest.mark.parametrize(
    "data",
    [
        {"premise": ["P(x)"], "parameters": {"x": "Person"}},
        {"premise": ["P(x)"], "translation": {"x": "Xavier"}},
        {"premise": ["∀x (P(x) → C)", "∀x P(x) → Q(x)", "∀x P(x) → ∃y R(x, y)"]},
        {"premise": ["∃x (P(x) → C)", "∃x P(x) → Q(x)", "P(True)"]},
        {"premise": ["True"], "parameters": {"True": "Bool"}},
        {"premise": ["F(a)"], "question": ["enumerate_models(F(x), x)"]},
    ],
)
def test_what_was_declared_or_can_only_be_meant_so_is_not_told(data: dict[str, object]) -> None:
    assert not load_problem(data).reading


@pytest.mark.parametrize("text", ["A |- B", "A, B |- C", "A ||- B", "|- A", "P(a) |-\nP(b)"])
def test_a_turnstile_is_not_a_disjunction(text: str) -> None:
    with pytest.raises(FormulaError):
        parse_formula(text)


def test_a_disjunction_with_a_negated_part_may_stand_without_blanks() -> None:
    for text in ("P(a)|-P(b)", "P(a) |-P(b)", "P(a) | -P(b)", "P(a) | - P(b)"):
        assert parse_formula(text) == parse_formula("P(a) | ~P(b)")


def test_truth_values_spelled_as_in_python_are_truth_values() -> None:
    assert parse_formula("A -> FALSE") == Implies(A, Truth(False))
    assert parse_formula("A & True") == And((A, Truth(True)))
    declared = load_problem({"premise": ["False"], "translation": {"False": "it is false"}})
    assert declared.premises == (Prop("False"),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("And(P(a), Q(b))", "And joins formulas, and is not a predicate"),
        ("Or(A, B, C)", "Or joins formulas"),
        ("implies(A, B)", "implies joins formulas"),
        ("Xor(A, B)", "Xor joins formulas"),
        ("all(P(x))", "all is a quantifier's word before a formula"),
        ("some(x, P(x))", "some is a quantifier's word before a formula"),
        ("ForAll(x, Implies(P(x), Q(x)))", "quantifier's word before a formula"),
        ("Exists(x, P(x))", "quantifier's word before a formula"),
        ("A = True", "= must be between terms, and True is not a term"),
        ("P(a) == true", "expected a term, found true"),
        ("P(a) = False", "= must be between terms, and False is not a term"),
        ("∃₁x P(x)", "expected a variable, found ₁"),
        ("∃²x P(x)", "expected a variable"),
        ("∀XY (R(X, Y))", "XY is one variable, which is not used"),
        ("R(a, _)", "_ names nothing"),
    ],
)
def test_what_would_be_read_as_something_else_is_refused(text: str, said: str) -> None:
    with pytest.raises(FormulaError) as caught:
        load_problem({"premise": [text]})
    assert said in caught.value.reason


def test_a_declared_name_may_be_a_connectives_word() -> None:
    words = {"And": "Function(2)", "all": "Function(1)"}
    problem = load_problem({"premise": ["And(a, b)", "all(f(a))"], "parameters": words})
    assert print_formula(problem.premises[0]) == "And(a, b)"


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (r"\(\forall x (P(x) \to Q(x))\)", "∀x (P(x) → Q(x))"),
        (r"\[A \land B\]", "A ∧ B"),
        ("A --> B", "A → B"),
        ("A ==> B <==> C", "A → B ↔ C"),
        ("A <--> ~B", "A ↔ ¬B"),
        ("∀XF(X)", "∀X F(X)"),
    ],
)
def test_more_signs_that_people_and_models_write(text: str, own: str) -> None:
    assert parse_formula(text) == parse_formula(own)


@pytest.mark.parametrize(
    "premises",
    [
        ["(A -> B) -> C", "A -> (B -> C)"],
        ["A -> B <-> C -> D"],
        ["A → B ↔ C → D", "A → (B → C)"],
        ["all x.(P(x) -> Q(b))", "∀x P(x)"],
        ["∀x ∀y (R(x, y) → R(y, x))"],
    ],
)
def test_nothing_is_reported_where_no_dialect_matters(premises: list[str]) -> None:
    reading = load_problem({"premise": premises}).reading
    assert not [note for note in reading if "NLTK or Prover9" not in note]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("all F.(F(john) -> F(mary))", "F is a variable of a quantifier"),
        ("∀F (F(john))", "F is a variable of a quantifier"),
        ("∀x P(x(a))", "x is a variable of a quantifier"),
        ("∃x (x(a) = b)", "x is a variable of a quantifier"),
        ("∀xy (R(x, y) → R(y, x))", "xy is one variable"),
        ("∀xy (R(x, y)) ∧ ∀xy (R(y, x))", "xy is one variable"),
        (r"\forall_x P(x)", "_x is one variable"),
    ],
)
def test_a_bound_name_that_cannot_be_meant_is_refused(text: str, said: str) -> None:
    with pytest.raises(FormulaError, match=said):
        parse_formula(text)


def test_long_names_of_variables_are_names() -> None:
    assert parse_formula("∀xy R(xy, xy)") == parse_formula("∀xy (R(xy, xy))")
    assert parse_formula("∀ab P(ab) ∨ ∃x R(x, a)")
    assert parse_formula("∀x ∀y ∀xy R(x, y)")


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("∀x not P(x)", "∀x ¬P(x)"),
        ("∀x not(P(x))", "∀x ¬P(x)"),
        ("forall x not P(x)", "∀x ¬P(x)"),
        ("all x not P(x)", "∀x ¬P(x)"),
        ("exists x NOT P(x)", "∃x ¬P(x)"),
        ("exists x Not P(x)", "∃x ¬P(x)"),
        (r"\forall x not P(x)", "∀x ¬P(x)"),
        ("∀x ∃y not R(x, y)", "∀x ∃y ¬R(x, y)"),
        ("∀x, y not R(x, y)", "∀x ∀y ¬R(x, y)"),
        ("∀x y not R(x, y)", "∀x ∀y ¬R(x, y)"),
        ("∀x not P(x) → C", "∀x (¬P(x) → C)"),
        ("all v P(v)", "∀v P(v)"),
        ("all v (P(v))", "∀v P(v)"),
        ("some v (P(v) & Q(v))", "∃v (P(v) ∧ Q(v))"),
        ("∃x some v R(x, v)", "∃x ∃v R(x, v)"),
        ("all v w R(v, w)", "∀v ∀w R(v, w)"),
        ("all v P(v) v B", "∀v (P(v)) ∨ B"),
        ("∀x y v P(x, y, v)", "∀x ∀y ∀v P(x, y, v)"),
        ("∀x人(x)", "∀x 人(x)"),
        ("∀x人(x)→会死(x)", "∀x (人(x) → 会死(x))"),
        ("∀x喜欢(x,甲)→C", "∀x (喜欢(x, 甲) → C)"),
        ("∀甲下雨(甲)", "∀甲 下雨(甲)"),
        ("∀xé(x)", "∀x é(x)"),
        ("∀x_1P(x_1)", "∀x_1 P(x_1)"),
        ("∀xO'Brien(x)", "∀x O'Brien(x)"),
        ("∀x'P(x')", "∀x' P(x')"),
        ("∃xmortal(x)", "∃x mortal(x)"),
    ],
)
def test_words_and_variables_that_stand_together(text: str, own: str) -> None:
    assert parse_formula(text) == parse_formula(own)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("∀not P(not)", "expected a variable, found not"),
        ("∀or P(or)", "expected a variable, found or"),
        ("∀x and P(x)", "expected a formula, found and"),
        ("all or P(or)", "all is a quantifier"),
        ("all v B", "all is a quantifier"),
        ("some v (P(a))", "some is a quantifier"),
        ("∀x人(甲)", "expected a variable before x人(甲)"),
        ("∀xyz(x, y)", "expected a variable before xyz(x, y)"),
        ("∃xlikes(ann, bo)", "expected a variable before xlikes(ann, bo)"),
    ],
)
def test_a_word_where_a_variable_is_due_is_refused(text: str, told: str) -> None:
    with pytest.raises(FormulaError, match=re.escape(told)):
        parse_formula(text)


def test_a_quantifiers_word_that_is_a_name_is_reported() -> None:
    warnings = load_problem({"premise": ["all & some"]}).warnings
    assert sum("read as a Bool" in warning for warning in warnings) == 2
    declared = {"parameters": {"all": "Bool", "B": "Bool"}, "premise": ["all v B", "all & B"]}
    problem = load_problem(declared)
    assert problem.premises[0] == Or((Prop("all"), B))
    assert not any("read as a Bool" in warning for warning in problem.warnings)


@pytest.mark.parametrize(
    "head", ["exists x. ", "exists x ", "Exists x. ", "FORALL x. ", "exists x: ", "forall x y. "]
)
@pytest.mark.parametrize(
    "first",
    ["P(x)", "~P(x)", "x = a", "3d(x)", "New-York(x)", "'p q'(x)", "R(f(g(x)), a)", "~(P(x))"],
)
def test_a_reach_that_depends_on_the_dialect_is_reported(head: str, first: str) -> None:
    for sign in ("&", "|", "->", "AND", "OR", "v", "xor", "implies", "||", "⊕"):
        record = [f"{head}{first} {sign} C"]
        own = load_problem({"premise": record})
        tight = load_problem({"premise": [*record, "-D"]})
        assert own.premises[0] != tight.premises[0]
        assert any("NLTK" in warning for warning in own.warnings), record


@pytest.mark.parametrize("sign", ["->", "=>", "⊃", r"\supset", "→", "implies", r"\to"])
def test_a_chain_is_reported_with_any_arrow(sign: str) -> None:
    warnings = load_problem({"premise": [f"A {sign} B {sign} C"]}).warnings
    assert any("A chain of →" in warning for warning in warnings)


@pytest.mark.parametrize(
    "text",
    ["all x ~P(x)", "all x [P(x) -> Q(x)]", "ALL x. P(x)", "All x. P(x)", "all x x = a",
     "all x not P(x)", "all v P(v)", "some x 'p q'(x)"],
)  # fmt: skip
def test_every_quantifier_of_nltks_own_tells_the_dialect(text: str) -> None:
    assert dialect_of(["exists x P(x) -> C", text]) is Dialect.TIGHT

    problem = load_problem({"premise": ["exists x P(x) -> C", text]})
    assert problem.premises[0] == parse_formula("∃x (P(x)) → C")
    assert any("NLTK" in warning for warning in problem.warnings)


@pytest.mark.parametrize(
    "text",
    [
        "∀xy ({far} ∧ R(x, y))",
        "∀xy (R(x, y) ∧ {far})",
        "∀z ({far})",
        "∃x P(x) → ({far})",
        "∀XY(X) → {far} ∧ R(X, Y)",
        "∀xF(x) ∧ {far} ∧ ∀xF(x)",
        "∀xF(x) ∧ {far} ∧ xF(a)",
        "xF(a) ∧ {far} ∧ ∀xF(x)",
        "∀x人(x) ∧ {far} ∧ 人(a)",
        "∀y,xF(y) ∧ {far} ∧ P(x)",
        "∀x {far} ∧ ∀x (P(a))",
    ],
)
def test_a_long_formula_is_read_as_a_short_one(text: str) -> None:
    """What a quantifier's variable is, and what is told of it, does not depend on how far away the
    places are that decide it."""

    def came_of(times: int) -> tuple[object, list[str]]:
        far = " ∧ ".join(["P(a)"] * times)
        builder = SignatureBuilder()
        try:
            formula = formula_of(text.format(far=far), builder)
        except FormulaError as error:
            return (error.message.split(", at character")[0], error.hint), []
        # The conjunction alone is longer.
        return print_formula(formula).replace(far, "P(a) ∧ P(a)"), builder.notes

    assert came_of(400) == came_of(2)


@pytest.mark.parametrize("told", ["-P(x)", "all x. P(x)"])
@pytest.mark.parametrize("before", range(_PIECE - 8, _PIECE + 3))
def test_what_tells_the_dialect_is_found_across_pieces(told: str, before: int) -> None:
    assert dialect_of([f"{'A' * (before - 3)} & {told}"]) is Dialect.TIGHT
    assert dialect_of([f"{'A' * (before - 3)} & P(x)"]) is Dialect.OWN


@pytest.mark.parametrize("unit", ["p & ", "p -- q & ", "p -> q & ", "p' & ", "é all & "])
def test_long_texts_look_at_the_budget_on_the_way(unit: str) -> None:
    text = unit * 40_000 + "p"
    if "-" in unit or "all" in unit:
        with pytest.raises(GaveUp):
            dialect_of([text], Budget.of(0))
    with pytest.raises(GaveUp):
        lexer.tokenize(text, Budget.of(0))
    with pytest.raises(GaveUp):
        chain_notes(Dialect.OWN, [kinds(lexer.tokenize(text))], Budget.of(0))


_PIECES = (
    *lexer.CODES,
    *lexer.IGNORED,
    *("A", "late", "x_1", "x'", "1984", "2a", "C1.5", "O'Brien", "New-York", "你好", "e\u0301"),
    *(
        "'a b'",
        '"late"',
        "'",
        '"',
        "\\",
        "\\_",
        "_",
        "?",
        "%",
        "7%",
        "|-",
        "||-",
        "$T",
        "\\text{a}",
    ),
    *(" ", " ", "  ", "\t", "\n", "\u2028", "\x1c", "(", ")", ", ", "¬"),
)


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join))
@examples(300)
def test_a_short_text_has_the_tokens_that_it_has_behind_many_blanks(text: str) -> None:
    # A long text is never cut at blanks, brackets and commas alone.
    assert lexer.tokenize(text) == lexer.tokenize(" " * (1 << 16) + text)


@pytest.mark.parametrize("spelling", [spelling for spelling in lexer.CODES if spelling])
def test_every_spelling_that_stands_alone_is_one_token(spelling: str) -> None:
    for text in (f"A {spelling} B", f"({spelling})", f"¬{spelling},A"):
        assert lexer.tokenize(text) == lexer.tokenize(" " * (1 << 16) + text)
    assert lexer.tokenize(f"A {spelling} B")[1:-1] == [spelling, "B"]
