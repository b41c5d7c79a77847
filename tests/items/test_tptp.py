"""TPTP problems as items: statements, roles, status; what is refused; what this program writes."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import pytest
from click.testing import CliRunner

from items.files.loading import load
from items.models import Item
from solver.errors import InputError
from tui.cli import main


def item(folder: Path, text: str, name: str = "problem.p") -> Item:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    loaded = load(path, strict=True)
    assert loaded.problems == ()
    (the_item,) = loaded.items
    return the_item


def queries_and_golds(one: Item) -> list[tuple[str | None, object]]:
    return [(leaf.query, getattr(leaf.gold, "value", None)) for leaf in one.leaves]


GENEROUS_SECONDS = 20.0
"""Of the processor; these texts took more than a minute each, and take less than a second."""


def test_a_problem_is_an_item_with_its_status_as_gold(tmp_path: Path) -> None:
    single_item = item(
        tmp_path,
        """% English  : Whoever is a man is mortal. Socrates is a man.
%          : So he is mortal.
% Status   : Theorem
fof(rule, axiom, ! [X] : (man(X) => mortal(X)), file('x.ax', rule)).
fof(fact, hypothesis, man(socrates) ). /* not
said */ fof(goal, conjecture, mortal(socrates)).
""",
    )
    assert single_item.id == "problem"
    assert single_item.text == "Whoever is a man is mortal. Socrates is a man. So he is mortal."
    assert len((single_item.formalization or {})["premise"]) == 2
    assert [query for query, _ in queries_and_golds(single_item)] == ["necessary(mortal(socrates))"]
    result = CliRunner().invoke(main, ["verify", str(tmp_path / "problem.p"), "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["agree"] == 1


@pytest.mark.parametrize(
    ("text", "agree", "disagree"),
    [
        ("% Status : CounterSatisfiable\nfof(a, axiom, p).\nfof(c, conjecture, q).", 1, 0),
        ("% Status : Theorem\nfof(a, axiom, p).\nfof(c, conjecture, q).", 0, 1),
        ("% Status : Unsatisfiable\ncnf(a, axiom, ~p(X) | q).\ncnf(b, axiom, p(a)).\n"
         "cnf(c, negated_conjecture, ~q).", 1, 0),
        ("% Status : Satisfiable\ncnf(a, axiom, p(X) | q(X)).", 1, 0),
        ("% Status : Theorem\nfof(a, axiom, p).\nfof(c, conjecture, p).\n"
         "fof(d, conjecture, p | q).", 2, 0),
        ("% Status : CounterSatisfiable\nfof(a, axiom, p).\nfof(c, conjecture, p).\n"
         "fof(d, conjecture, q).", 0, 0),
        ("% Status : Theorem\nfof(a, axiom, ! [X] : (p(X) => p(f(X)))).\nfof(b, axiom, p(c)).\n"
         "fof(c, conjecture, p(f(f(c)))).", 1, 0),
        # A quantifier binds what follows it at once.
        ("% Status : Theorem\nfof(a, axiom, ! [X] : p(X) => q).\nfof(b, axiom, ! [X] : p(X)).\n"
         "fof(c, conjecture, q).", 1, 0),
    ],
)  # fmt: skip
def test_status_against_the_solver(tmp_path: Path, text: str, agree: int, disagree: int) -> None:
    (tmp_path / "one.p").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(tmp_path / "one.p"), "--json"])
    document = json.loads(result.stdout)
    assert (document["agree"], len(document["disagree"])) == (agree, disagree)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("include('Axioms/A.ax').", "line 1: expected statements of the file's own, found include"),
        ("\nfof(a, axiom, p(X)).", "line 2, a: expected a formula without free variables, found X"),
        ("fof(a, axiom, ! [X] : p(X, 'X')).", "expected other names in quotes"),
        ("tff(a, type, p: $o).", "expected fof or cnf, found 'tff'"),
        ("fof(a, axiom, (p & q).", "expected a statement in brackets"),
        ("fof(a, axiom, p]).", "expected brackets that match, found ']'"),
        ("fof(a, type, p).", "expected a role such as axiom or conjecture, in fof, found 'type'"),
        ("fof(a, axiom, p)", "expected a full stop after the statement"),
        ('fof(a, axiom, p("x")).', "expected no distinct objects"),
        ("fof(a, axiom, p & ).", "line 1, a cannot be read"),
        ("fof(a).", "expected fof(name, role, formula), found 1 parts"),
        ("% nothing", "expected statements such as fof(a, axiom, p)."),
    ],
)
def test_what_is_not_read_is_named_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.p"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load(path, strict=True)
    assert said in f"{caught.value.title} {caught.value.message}"


@pytest.mark.torture
def test_what_this_program_writes_is_read_back(tmp_path: Path) -> None:
    runner = CliRunner()
    out = str(tmp_path / "out")
    runner.invoke(main, ["items", "convert", "builtin:demo", "--to", "tptp", "-o", out])
    document = json.loads(runner.invoke(main, ["verify", out, "--json"]).stdout)
    assert document["disagree"] == []
    assert (document["agree"], document["unchecked"]) == (len(list(Path(out).glob("*.p"))), [])


SIGNS: dict[str, Callable[[bool, bool], bool]] = {
    "=>": lambda a, b: not a or b,
    "<=": lambda a, b: a or not b,
    "<=>": lambda a, b: a == b,
    "<~>": lambda a, b: a != b,
    "~|": lambda a, b: not (a or b),
    "~&": lambda a, b: not (a and b),
    "&": lambda a, b: a and b,
    "|": lambda a, b: a or b,
}


@pytest.mark.parametrize("seed", range(30))
def test_connectives_against_all_worlds(tmp_path: Path, seed: int) -> None:
    random = Random(seed)

    def formula(depth: int) -> tuple[str, set[int]]:
        """A formula, and the worlds (bits of p, q, r) in which it is true."""
        if depth == 0:
            n = random.randrange(3)
            return "pqr"[n], {w for w in range(8) if w >> n & 1}
        sign = random.choice([*SIGNS, "~"])
        left, left_models = formula(depth - 1)
        if sign == "~":
            text = left if depth == 1 else f"({left})"
            return f"~ {text}", set(range(8)) - left_models
        right, right_models = formula(random.randrange(depth))
        models = {w for w in range(8) if SIGNS[sign](w in left_models, w in right_models)}
        sides = [s if len(s) == 1 else f"({s})" for s in (left, right)]
        return f"{sides[0]} {sign} {sides[1]}", models

    text, models = formula(3)
    worlds = [
        " & ".join(name if w >> n & 1 else f"~{name}" for n, name in enumerate("pqr"))
        for w in range(8)
    ]
    lines = [f"fof(a, axiom, {text})."]
    lines += [f"fof(w{w}, conjecture, ~ ({world}))." for w, world in enumerate(worlds)]
    (tmp_path / "one.p").write_text("\n".join(lines), encoding="utf-8")
    result = CliRunner().invoke(main, ["solve", str(tmp_path / "one.p"), "--json"])
    (document,) = json.loads(result.stdout)
    verdicts = [query["verdict"] for query in document["queries"]]
    assert verdicts == ["unnecessary" if w in models else "necessary" for w in range(8)]


@pytest.mark.parametrize(
    "text",
    [
        "fof(a,axiom,p(" + "," * 100_000 + ")).",
        "fof(a,axiom," + "(" * 50_000 + "p" + ")" * 50_000 + ").",
        "fof(a,axiom," + "".join(f"![X{n}]: " for n in range(5_000)) + "p(X1)).",
        "fof('" + "\\'" * 100_000,
        'fof(a,axiom,"' + '\\"' * 100_000,
        "/* " * 100_000,
        "fof(a,axiom," + " <= ".join(["p"] * 5_000) + ").",
        "fof(a,axiom," + "~" * 50_000 + "p).",
    ],
    ids=["commas", "brackets", "quantifiers", "quotes", "strings", "comments", "reversed", "nots"],
)
def test_hostile_texts_are_refused_before_they_cost_much(tmp_path: Path, text: str) -> None:
    path = tmp_path / "hostile.p"
    path.write_text(text + "\n")
    began = process_time()
    loaded = load(str(path))
    assert process_time() - began < GENEROUS_SECONDS
    assert not loaded.items
    assert str(path) in str(loaded.problems[0])


def test_connectives_beside_one_another_are_read_where_brackets_part_them(tmp_path: Path) -> None:
    path = tmp_path / "reversed.p"
    path.write_text("fof(a,axiom, p <= (q <= r)).\nfof(b,axiom, (p ~| q) <= r).\n")
    (item,) = load(str(path)).items
    assert item.formalization is not None
    premises = [re.sub(r"[() ]", "", text) for text in item.formalization["premise"]]
    assert premises == ["r=>q=>p", "r=>~p|q"]
