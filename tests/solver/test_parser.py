"""Reading formulas: notations, precedence, quantifier scope, names, and errors with their place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import FormulaError
from solver.language.parser import formula_of, formulas_of, parse_formula
from solver.language.parser_parts import MAX_DEPTH
from solver.language.printer import print_formula
from solver.language.signature import SignatureBuilder
from solver.language.syntax import (
    BOOL,
    And,
    Constant,
    Count,
    EnumIs,
    EnumSame,
    EnumSort,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    IndividualSort,
    Not,
    Or,
    Pred,
    PredicateSort,
    Prop,
    Signature,
    Symbol,
    Truth,
    Variable,
)
from solver.language.words import words

A, B, C, D = (Prop(name) for name in "ABCD")
X, Y = Variable("x"), Variable("y")


def signature(*symbols: Symbol) -> Signature:
    return Signature({(s.name, s.arity): s for s in symbols})


WORK = signature(
    Symbol("A", BOOL),
    Symbol("B", BOOL),
    Symbol("status", EnumSort(("going", "away"))),
    Symbol("mood", EnumSort(("going", "away"))),
    Symbol("size", EnumSort(("small", "going"))),
    Symbol("F", PredicateSort(1)),
    Symbol("P", PredicateSort(2)),
    Symbol("a", IndividualSort("Person")),
    Symbol("b", IndividualSort("Person")),
)


def error(text: str, symbols: Signature | None = WORK, *, strict: bool = False) -> FormulaError:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text, symbols, strict=strict)
    return caught.value


@pytest.mark.parametrize(
    ("spellings", "tree"),
    [
        (r"\neg A,\lnot A,¬A,~A,!A,¬ (A),$\neg A$", Not(A)),
        (r"A \wedge B,A \land B,A ∧ B,A & B,A&&B,[A ∧ B],\left(A \land B\right)", And((A, B))),
        (r"A \vee B,A \lor B,A ∨ B,A | B,A||B,\big( A \lor B \big)", Or((A, B))),
        (r"A \to B,A \rightarrow B,A \Rightarrow B,A → B,A -> B,A\;\to\,B", Implies(A, B)),
        (r"A \leftrightarrow B,A \Leftrightarrow B,A \iff B,A ↔ B,A <-> B,（A ↔ B）", Iff(A, B)),
        (r"\top,⊤,true", Truth(True)),
        (r"\bot,⊥,false", Truth(False)),
    ],
)
def test_every_spelling(spellings: str, tree: Formula) -> None:
    formulas = formulas_of(spellings, SignatureBuilder())
    assert formulas == (tree,) * len(formulas)


@pytest.mark.parametrize("forall", [r"\forall ", "∀", "forall "])
@pytest.mark.parametrize("equal", ["=", "=="])
def test_spellings_of_quantifiers_and_equality(forall: str, equal: str) -> None:
    assert parse_formula(f"{forall}x (x {equal} a)") == ForAll("x", Equal(X, Constant("a")))
    assert parse_formula(r"\exists x. x \neq a") == Exists("x", Not(Equal(X, Constant("a"))))
    assert parse_formula("exists x: x != a") == parse_formula("∃x (x ≠ a)")


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("¬A ∧ B", "(¬A) ∧ B"),
        ("A ∨ B ∧ C", "A ∨ (B ∧ C)"),
        ("A ∧ B → C ∨ D", "(A ∧ B) → (C ∨ D)"),
        ("A → B → C", "A → (B → C)"),
        ("A ↔ B ↔ C", "(A ↔ B) ↔ C"),
        ("A → B ↔ C → D", "(A → B) ↔ (C → D)"),
        ("¬¬A → B", "(¬(¬A)) → B"),
        ("¬a = b ∧ A", "(¬(a = b)) ∧ A"),
        (r"\exists x (F(x)) → C", "(∃x (F(x))) → C"),
        ("∀x F(x) → C", "∀x (F(x) → C)"),
        ("∀x F(x) → C → D", "∀x (F(x) → (C → D))"),
        ("∀x F(x) → C ↔ D", "(∀x (F(x) → C)) ↔ D"),
        ("∀x ¬(F(x)) → C", "∀x (¬F(x) → C)"),
        ("∀x ∀y (A) → B", "∀x ((∀y (A)) → B)"),
        ("∀x, y (A) → B", "∀x ((∀y (A)) → B)"),
        ("∀x, y P(x, y) → B", "∀x (∀y (P(x, y) → B))"),
        ("A ∧ ∃x F(x) → B", "A ∧ (∃x (F(x) → B))"),
        ("¬∀x F(x) ∨ B", "¬(∀x (F(x) ∨ B))"),
        ("¬∀x (F(x)) ∨ B", "(¬(∀x (F(x)))) ∨ B"),
        ("∀x [F(x)] ∧ B", "(∀x (F(x))) ∧ B"),
        ("(∀x)(F(x) → A) ∧ B", "(∀x (F(x) → A)) ∧ B"),
        ("exactly_one(A, B ∧ C) → D", "(exactly(1; A, (B ∧ C))) → D"),
    ],
)
def test_precedence_and_scope(text: str, full: str) -> None:
    assert parse_formula(text) == parse_formula(full)


def test_connectives_in_a_row_make_one_node_and_brackets_stay() -> None:
    assert parse_formula("A ∧ B ∧ C") == And((A, B, C))
    assert parse_formula("(A ∧ B) ∧ C") == And((And((A, B)), C))
    assert parse_formula("A ∨ (B ∨ C) ∨ D") == Or((A, Or((B, C)), D))


def test_a_quantifier_before_a_bracket_leaves_what_follows_free() -> None:
    formula = parse_formula("∀x (F(x)) ∧ F(x)", bound=("x",))
    assert formula == And((ForAll("x", Pred("F", (X,))), Pred("F", (X,))))
    outside = parse_formula("∀x (F(x)) ∧ F(x)")
    assert outside == And((ForAll("x", Pred("F", (X,))), Pred("F", (Constant("x"),))))


def test_cardinality() -> None:
    assert parse_formula("exactly_one(A, B)") == Count("exactly", 1, (A, B))
    assert parse_formula("at_least(2; A, B, C)") == Count("at_least", 2, (A, B, C))
    assert parse_formula("at_most[0; A ∨ B]") == Count("at_most", 0, (Or((A, B)),))
    assert parse_formula("exactly(2, A, A)") == Count("exactly", 2, (A, A))
    nested = Count("exactly", 1, (Count("at_most", 1, (A, B)), Not(C)))
    assert parse_formula("exactly_one(at_most(1; A, B), ¬C)") == nested


def test_values_go_by_the_other_side() -> None:
    assert parse_formula("status = going", WORK) == EnumIs("status", "going")
    assert parse_formula("going = size", WORK) == EnumIs("size", "going")
    assert parse_formula("status ≠ away", WORK) == Not(EnumIs("status", "away"))
    assert parse_formula("status = mood", WORK) == EnumSame("status", "mood")
    assert parse_formula("a = b", WORK) == Equal(Constant("a"), Constant("b"))
    days = signature(Symbol("day", EnumSort(("1", "2"))), Symbol("on", EnumSort(("true", "false"))))
    assert parse_formula("day = 2 ∧ true = on", days) == And(
        (EnumIs("day", "2"), EnumIs("on", "true"))
    )


def test_symbols_named_true_go_before_the_constants() -> None:
    named = signature(Symbol("true", BOOL))
    assert parse_formula("true ∧ ⊤", named) == And((Prop("true"), Truth(True)))


def test_use_declares() -> None:
    builder = SignatureBuilder()
    formula_of("A ∧ F(a) ∧ P(b, a) ∧ c = a", builder)
    sorts = {key: symbol.sort for key, symbol in builder.signature().symbols.items()}
    assert sorts == {
        ("A", 0): BOOL,
        ("a", 0): IndividualSort(),
        ("F", 1): PredicateSort(1),
        ("b", 0): IndividualSort(),
        ("P", 2): PredicateSort(2),
        ("c", 0): IndividualSort(),
    }
    assert not any(symbol.declared for symbol in builder.signature().symbols.values())


@pytest.mark.parametrize(
    "text",
    [
        "F(x_{12}) ∧ A_{b}",
        r"\mathrm{F}(x_12) ∧ \text{A_b}",
        r"F(x\_12) \land A\_b",
        r"\text{F}(x_{12}) \land \mathit{A\_b}",
        r"{F(x_12)} \land \{A_b\}",
    ],
)
def test_names_as_latex_sets_them(text: str) -> None:
    assert parse_formula(text) == parse_formula("F(x_12) ∧ A_b")


def test_long_flat_formulas_and_deep_ones() -> None:
    many = " ∧ ".join(f"A{n}" for n in range(5000))
    assert len(parse_formula(many).parts) == 5000  # type: ignore[union-attr]
    assert parse_formula("(" * 3000 + "A" + ")" * 3000) == A
    for deep in ("¬" * (MAX_DEPTH - 1) + "A", "A → " * (MAX_DEPTH - 1) + "A"):
        formula = parse_formula(deep)
        assert parse_formula(print_formula(formula)) == formula
        assert words(formula, Signature())
    for deep in ("¬" * 100_000 + "A", "A → " * 3000 + "A", "A ↔ " * 3000 + "A", "∀x " * 3000 + "A"):
        with pytest.raises(FormulaError, match="levels deep"):
            parse_formula(deep)


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 0, "found nothing"),
        ("A ∧", 3, "found the end"),
        ("A ∧ ∨ B", 4, "expected a formula, found ∨"),
        ("∧ A", 0, "expected a formula, found ∧"),
        ("A B", 2, "found B"),
        ("A ¬B", 2, "found ¬"),
        ("(A ∧ B", 0, "never closed"),
        ("A ∧ B)", 5, "does not close a bracket"),
        ("(A ∧ B]", 6, "( is closed by ]"),
        ("A ∧ ☃", 4, "unknown character ☃"),
        ("A # B", 2, "unknown character #"),
        (r"A \foo B", 2, r"unknown command \foo"),
        ("A ∧ 3", 4, "found 3"),
        ("()", 1, "found )"),
        ("F()", 2, "an argument of F"),
        ("F(a", 1, "never closed"),
        ("F(a b)", 4, "a comma or a bracket"),
        ("C (D ∨ E)", 5, "after an argument of C"),
        ("F(a, b)", 0, "F takes 1 argument, not 2"),
        ("A ∧ P(a)", 4, "P takes 2 arguments, not 1"),
        ("F(A)", 2, "A is a Bool"),
        ("F(status)", 2, "status is an Enum"),
        ("F(going)", 2, "a value of the Enum status"),
        ("A ∧ a", 4, "a is an individual (Person), not a formula"),
        ("¬status", 1, "status is an Enum, not a formula"),
        ("status = goin", 9, "values are going, away"),
        ("small = status", 0, "values are going, away"),
        ("status = size", 9, "different values"),
        ("status = a", 9, "not a value of status"),
        ("A = B", 0, "A is a formula"),
        ("F(a) = F(b)", 0, "F(…) is a formula elsewhere"),
        ("a = F(b)", 4, "F(…) is a formula elsewhere"),
        ("a = ", 3, "expected a term or a value"),
        ("∀x x", 3, "x is a variable"),
        ("∀A A", 3, "A is a variable"),
        ("∀A ¬A", 4, "A is a variable"),
        ("∀(F(x))", 1, "expected a variable"),
        ("∀forall F(a)", 1, "expected a variable"),
        ("∀x, (F(x))", 4, "expected a variable"),
        ("A, B", 1, "found ,"),
        ("(A, B)", 2, "found ,"),
        ("at_least(A, B)", 9, "expected a number"),
        ("at_least(9999999999; A, B)", 9, "expected a number"),
        ("F(true)", 2, "an argument of F"),
        ("at_least(2 A, B)", 11, "expected a semicolon"),
        ("exactly_one()", 12, "found )"),
        (r"$A \wedge$", 10, "found the end"),
    ],
)
def test_errors_say_where(text: str, position: int, reason: str) -> None:
    formula_error = error(text)
    assert reason in formula_error.reason
    assert formula_error.position == position


def test_a_missing_operator_before_a_bracket_is_guessed() -> None:
    assert "operator is missing" in error("C (D ∨ E)").hint


def test_the_caret_stands_under_the_place() -> None:
    lines = str(error("乙乙 ∧ ☃")).splitlines()
    assert lines[2] == "  乙乙 ∧ ☃"
    assert lines[3] == "  " + " " * 7 + "^"


def test_names_that_are_declared_nowhere() -> None:
    message = error("A ∧ Statu", WORK, strict=True)
    assert (message.position, message.hint) == (4, "Did you mean status?")
    assert error("f(a)", WORK, strict=True).hint == "Did you mean F?"
    assert "two symbols" in error("A ∧ F", WORK, strict=True).hint
    builder = SignatureBuilder(WORK)
    formula_of("statuss ∧ ¬statuss ∧ F(zoe)", builder)
    assert builder.warnings == [
        "statuss is not declared; taken as a Bool. Did you mean status?",
        "zoe is not declared; taken as an individual.",
    ]


@pytest.mark.parametrize("text", ["F(a) ∧ a", "a ∧ F(a)", "a = b ∧ b", "A ∧ a = A"])
def test_one_name_cannot_be_two_things(text: str) -> None:
    error(text, None)


@given(st.text(alphabet="AFax ()[],;∧∨¬→↔∀=≠~|&<->\\$_1", max_size=25))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        formula = parse_formula(text)
    except FormulaError as error:
        formula, place = None, error.position
    else:
        place = 0
    assert 0 <= place <= len(text)
    assert formula is None or parse_formula(print_formula(formula)) == formula
