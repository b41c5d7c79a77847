"""Problems that an engine without a budget would work on for ever, or nearly, by name.

Owns the shapes; `bombs` solves and measures them.
"""

import os
import random
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations, product
from typing import TypeVar

Formal = dict[str, object]
Shape = TypeVar("Shape", bound=Callable[..., Formal])

SEED = "COUNTERMODEL_BOMBS_SEED"
"""The environment variable that says which clauses are drawn, in processes of their own too."""

BOMBS: dict[str, Callable[[], Formal]] = {}


def bomb(name: str) -> Callable[[Shape], Shape]:
    """Put a shape on the list."""

    def register(make: Shape) -> Shape:
        BOMBS[name] = make
        return make

    return register


def formal(premises: Sequence[str], *questions: str, **parameters: str) -> Formal:
    """A formal object."""
    return {"parameters": parameters, "premise": list(premises), "question": list(questions)}


def people(number: int, prefix: str = "a") -> list[str]:
    """Names of individuals."""
    return [f"{prefix}{n}" for n in range(number)]


def persons(names: Sequence[str]) -> dict[str, str]:
    """Their declarations."""
    return dict.fromkeys(names, "Person")


def distinct_names(names: Sequence[str]) -> list[str]:
    """That they are different individuals."""
    return [f"{text} != {other}" for text, other in combinations(names, 2)]


def different(first: str, *others: str) -> str:
    """That an odd number of these hold."""
    text = first
    for other in others:
        text = f"(~({text} <-> {other}))"
    return text


# --- first order -------------------------------------------------------------------------------


@bomb("code puzzle, 12 constants")
def code_puzzle() -> Formal:
    """A code of three digits: which digit is where, all different, clues about places."""
    digits = people(9, "d")
    places = people(3, "p")
    premises = [
        *distinct_names([*digits, *places]),
        r"\forall x \forall y (At(x, y) -> (" + " | ".join(f"x = {d}" for d in digits) + "))",
        r"\forall x \forall y (At(x, y) -> (" + " | ".join(f"y = {p}" for p in places) + "))",
        *[" | ".join(f"At({d}, {p})" for d in digits) for p in places],
        r"\forall x \forall y \forall z (At(x, y) & At(x, z) -> y = z)",
        r"\forall x \forall y \forall z (At(x, z) & At(y, z) -> x = y)",
        "At(d1, p0) | At(d2, p1) | At(d3, p2)",
        "~(At(d1, p0) & At(d2, p1))",
        r"\exists x (At(d4, x)) -> ~At(d4, p1)",
        r"(\exists x (At(d5, x))) | (\exists x (At(d6, x)))",
        "~At(d5, p0)",
        "~At(d6, p2)",
    ]
    return formal(
        premises, "possible(At(d1, p0))", "necessary(At(d5, p1))", **persons([*digits, *places])
    )


@bomb("ternary relation, 6 constants")
def ternary() -> Formal:
    names = people(6)
    premises = [
        *distinct_names(names),
        r"\forall x \forall y \forall z (B(x, y, z) -> B(z, y, x))",
        r"\forall x \forall y \forall z (B(x, y, z) -> ~B(y, x, z))",
        r"\forall x \forall y \forall z \forall w (B(x, y, z) & B(y, z, w) -> B(x, y, w))",
        *[f"B({a}, {b}, {c})" for a, b, c in zip(names, names[1:], names[2:], strict=False)],
    ]
    return formal(premises, f"necessary(B({names[0]}, {names[1]}, {names[5]}))", **persons(names))


@bomb("transitive relation, 20 people")
def transitive() -> Formal:
    names = people(20)
    premises = [
        r"\forall x \forall y \forall z (T(x, y) & T(y, z) -> T(x, z))",
        r"\forall x (~T(x, x))",
        *[f"T({a}, {b})" for a, b in pairwise(names)],
    ]
    return formal(
        premises,
        f"necessary(T({names[0]}, {names[-1]}))",
        f"possible(T({names[-1]}, {names[0]}))",
        **persons(names),
    )


def zebra_clues(same: Callable[[str, str], str], right: Callable[[str, str], str]) -> list[str]:
    """The clues over facts such as "red" and "Briton", by ways to say "the same house" and "the
    house to the right"."""

    def next_to(text: str, other: str) -> str:
        return f"({right(text, other)}) | ({right(other, text)})"

    return [
        same("english", "red"),
        same("spanish", "dog"),
        same("coffee", "green"),
        same("ukrainian", "tea"),
        right("ivory", "green"),
        same("oldgold", "snails"),
        same("kools", "yellow"),
        next_to("chesterfield", "fox"),
        next_to("kools", "horse"),
        same("luckystrike", "juice"),
        same("japanese", "parliament"),
        next_to("norwegian", "blue"),
    ]


ZEBRA = [
    ["english", "spanish", "ukrainian", "norwegian", "japanese"],
    ["red", "green", "ivory", "yellow", "blue"],
    ["coffee", "tea", "milk", "juice", "water"],
    ["oldgold", "kools", "chesterfield", "luckystrike", "parliament"],
    ["dog", "snails", "fox", "horse", "zebra"],
]


@bomb("zebra, Enums")
def zebra_enum() -> Formal:
    houses = range(1, 6)
    premises = [f"{a} != {b}" for group in ZEBRA for a, b in combinations(group, 2)]
    premises += zebra_clues(
        lambda a, b: f"{a} = {b}",
        lambda a, b: " | ".join(f"({a} = h{n} & {b} = h{n + 1})" for n in range(1, 5)),
    )
    premises += ["milk = h3", "norwegian = h1"]
    kind = f"Enum({', '.join(f'h{n}' for n in houses)})"
    parameters = {name: kind for group in ZEBRA for name in group}
    return formal(
        premises,
        "unique_solution(zebra, water)",
        "necessary(zebra = japanese)",
        **parameters,
    )


@bomb("zebra, first order")
def zebra_first_order() -> Formal:
    houses = people(5, "h")
    predicates = [name.capitalize() for group in ZEBRA for name in group]
    premises = [
        *distinct_names(houses),
        r"\forall x (" + " | ".join(f"x = {h}" for h in houses) + ")",
    ]
    for group in ZEBRA:
        named = [name.capitalize() for name in group]
        premises += [rf"\exists x ({name}(x))" for name in named]
        premises += [rf"\forall x (~({a}(x) & {b}(x)))" for a, b in combinations(named, 2)]
    premises += zebra_clues(
        lambda a, b: rf"\forall x ({a.capitalize()}(x) -> {b.capitalize()}(x))",
        lambda a, b: " | ".join(
            f"({a.capitalize()}({h}) & {b.capitalize()}({i}))" for h, i in pairwise(houses)
        ),
    )
    premises += ["Milk(h2)", "Norwegian(h0)"]
    assert len(predicates) == 25
    return formal(
        premises,
        r"necessary(\forall x (Zebra(x) -> Japanese(x)))",
        "enumerate_models(Zebra(x), x)",
        **persons(houses),
    )


@bomb("quantifiers three deep, 8 constants")
def three_deep() -> Formal:
    names = people(8)
    premises = [
        *distinct_names(names),
        r"\forall x \forall y (\exists z (R(x, z) & R(z, y)) -> R(x, y) | S(y, x))",
        r"\forall x \forall y \forall z (R(x, y) & S(y, z) -> (S(x, z) <-> R(z, x)))",
        *[f"R({a}, {b}) | S({b}, {a})" for a, b in combinations(names, 2)],
    ]
    return formal(
        premises,
        r"necessary(\forall x \forall y \forall z (R(x, y) & R(y, z) -> R(x, z)))",
        r"possible(\forall x \exists y \forall z (R(x, y) & ~S(y, z)))",
        **persons(names),
    )


for _arity in (2, 3, 4):

    @bomb(f"relation of {_arity} places, 7 constants")
    def many_places(arity: int = _arity) -> Formal:
        names = people(7)
        variables = [f"x{n}" for n in range(arity)]
        quantified = "".join(rf"\forall {v} " for v in variables)
        rotated = ", ".join([*variables[1:], variables[0]])
        swapped = ", ".join([variables[1], variables[0], *variables[2:]])
        plain = ", ".join(variables)
        premises = [
            *distinct_names(names),
            f"{quantified}(R({plain}) <-> R({rotated}))",
            f"{quantified}(R({plain}) -> ~S({swapped}))",
            f"{quantified}(R({plain}) | S({plain}))",
        ]
        first = ", ".join(names[n % 7] for n in range(arity))
        return formal(premises, f"possible(R({first}))", f"necessary(S({first}))", **persons(names))


# --- propositional -----------------------------------------------------------------------------


@bomb("40 Booleans, at_most")
def at_most_forty() -> Formal:
    names = people(40, "p")
    rng = random.Random(40)
    premises = [f"at_most(9; {', '.join(rng.sample(names, 20))})" for _ in range(20)]
    premises += [f"at_least(9; {', '.join(rng.sample(names, 20))})" for _ in range(20)]
    return formal(premises, "possible(p0)", f"count_models({', '.join(names)})")


for _queens in (4, 5, 6, 7, 8):

    @bomb(f"{_queens} queens")
    def queens(size: int = _queens) -> Formal:
        cells = list(product(range(size), repeat=2))
        premises = [
            f"exactly_one({', '.join(f'q{r}_{c}' for c in range(size))})" for r in range(size)
        ]
        premises += [
            f"~(q{r}_{c} & q{s}_{d})"
            for (r, c), (s, d) in combinations(cells, 2)
            if r != s and (c == d or abs(r - s) == abs(c - d))
        ]
        return formal(premises, f"count_models({', '.join(f'q{r}_{c}' for r, c in cells)})")


for _holes in (5, 6, 7, 8, 9):

    @bomb(f"pigeonhole, {_holes} holes")
    def pigeonhole(holes: int = _holes) -> Formal:
        premises = [
            " | ".join(f"p{pigeon}_{hole}" for hole in range(holes)) for pigeon in range(holes + 1)
        ]
        premises += [
            f"~(p{count}_{hole} & p{other}_{hole})"
            for hole in range(holes)
            for count, other in combinations(range(holes + 1), 2)
        ]
        return formal(premises, "possible(p0_0)")


@bomb("colouring, 40 vertices, 3 colours")
def colouring() -> Formal:
    rng = random.Random(3)
    edges = {tuple(sorted(rng.sample(range(40), 2))) for _ in range(92)}
    kind = "Enum(red, green, blue)"
    names = people(40, "v")
    return formal(
        [f"v{a} != v{b}" for a, b in sorted(edges)],
        "possible(v0 = red)",
        f"count_models({', '.join(names)})",
        **dict.fromkeys(names, kind),
    )


def _clauses(symbols: int, ratio: float) -> list[str]:
    rng = random.Random(f"{symbols} {ratio}{os.environ.get(SEED, '')}")
    return [
        " | ".join(f"{rng.choice(('', '~'))}p{n}" for n in rng.sample(range(symbols), 3))
        for _ in range(round(symbols * ratio))
    ]


for _symbols, _ratio in product((60, 100), (2.0, 3.0, 4.2, 5.0)):

    @bomb(f"3-CNF, {_symbols} symbols, ratio {_ratio}")
    def clauses(symbols: int = _symbols, ratio: float = _ratio) -> Formal:
        targets = ", ".join(people(symbols, "p"))
        return formal(_clauses(symbols, ratio), "necessary(p0)", f"count_models({targets})")


for _links in (64, 1000):

    @bomb(f"chain of {_links}")
    def chain(links: int = _links) -> Formal:
        premises = [f"p{n} -> p{n + 1}" for n in range(links)]
        targets = ", ".join(people(links + 1, "p"))
        return formal(premises, f"necessary(p0 -> p{links})", f"count_models({targets})")


for _operands in (40, 200):

    @bomb(f"at_least over {_operands} symbols")
    def at_least(operands: int = _operands) -> Formal:
        listed = ", ".join(people(operands, "p"))
        half = operands // 2
        return formal(
            [f"at_least({half}; {listed})", f"at_most({half}; {listed})"],
            f"possible(p0) given at_most({half - 1}; {listed})",
            f"count_models({listed})",
        )


@bomb("counting with a repeated operand")
def repeated() -> Formal:
    names = people(30, "p")
    listed = ", ".join([*names, *names[:10], *["p0"] * 20])
    return formal(
        [f"exactly(30; {listed})", f"at_least(3; {', '.join(['p1'] * 3 + ['p2'] * 2)})"],
        "possible(~p1)",
        f"count_models({', '.join(names)})",
    )


@bomb("Enum of 200 values")
def enum_200() -> Formal:
    kind = f"Enum({', '.join(people(200, 'v'))})"
    names = people(6, "e")
    return formal(
        [f"{a} != {b}" for a, b in combinations(names, 2)],
        "possible(e0 = v7 & e1 = v7)",
        "count_models(e0, e1)",
        **dict.fromkeys(names, kind),
    )


@bomb("two Enums of 2,048 values")
def two_enums() -> Formal:
    """As many worlds as a region may have, with 512 KiB for each of 4,096 values."""
    values = people(2048, "v")
    kind = f"Enum({', '.join(values)})"
    return formal(
        ["x = y", *[f"x != {value} | y = {value}" for value in values]],
        "count_models(x, y)",
        "possible(x = v7 & y != v7)",
        x=kind,
        y=kind,
    )


@bomb("one conjunction of 6,000 clauses, 22 symbols")
def one_conjunction() -> Formal:
    rng = random.Random(os.environ.get(SEED, ""))
    names = people(22, "p")
    clauses = [" | ".join(rng.sample(names, 4)) for _ in range(6000)]
    return formal(
        [" & ".join(f"({clause})" for clause in clauses)], "count_models(p0, p1)", "possible(~p3)"
    )


@bomb("Enum of 100,000 values")
def enum_100000() -> Formal:
    kind = f"Enum({', '.join(people(100_000, 'v'))})"
    return formal(
        ["one != other", "one = v5 | one = v6"],
        "possible(other = v5)",
        "count_models(one)",
        one=kind,
        other=kind,
    )


def _adder(bits: int, prefix: str, carry: Callable[[str, str, str], str]) -> list[str]:
    rules = [f"{prefix}c0 <-> (x0 & ~x0)"]
    for n in range(bits):
        rules.append(f"{prefix}s{n} <-> {different(f'x{n}', f'y{n}', f'{prefix}c{n}')}")
        rules.append(f"{prefix}c{n + 1} <-> ({carry(f'x{n}', f'y{n}', f'{prefix}c{n}')})")
    return rules


@bomb("equivalence of two adders, 24 bits")
def adders() -> Formal:
    bits = 24
    premises = _adder(bits, "f", lambda x, y, c: f"(({x} & {y}) | ({c} & {different(x, y)}))")
    premises += _adder(bits, "g", lambda x, y, c: f"at_least(2; {x}, {y}, {c})")
    same = " & ".join(f"(fs{n} <-> gs{n})" for n in range(bits))
    return formal(premises, f"necessary({same} & (fc{bits} <-> gc{bits}))")


@bomb("equivalence of two multipliers, 6 bits")
def multipliers() -> Formal:
    premises: list[str] = []

    def multiply(prefix: str, left: str, right: str, bits: int) -> list[str]:
        row = [f"({left}0 & {right}{n})" for n in range(bits)]
        out = []
        for m in range(1, bits):
            out.append(row[0])
            carry = ""
            fresh: list[str] = []
            for n in range(bits):
                a = row[n + 1] if n + 1 < len(row) else "false0"
                b = f"({left}{m} & {right}{n})"
                total, over = f"{prefix}s{m}_{n}", f"{prefix}c{m}_{n}"
                parts = [a, b, *([carry] if carry else [])]
                premises.append(f"{total} <-> {different(*parts)}")
                premises.append(f"{over} <-> at_least(2; {', '.join(parts)})")
                fresh.append(total)
                carry = over
            row = [*fresh, carry]
        return [*out, *row]

    bits = 6
    texts = multiply("f", "x", "y", bits)
    other = multiply("g", "y", "x", bits)
    premises.append("~false0")
    same = " & ".join(f"({a} <-> {b})" for a, b in zip(texts, other, strict=True))
    return formal(premises, f"necessary({same})")


@bomb("Latin square, 5 by 5")
def latin() -> Formal:
    return _latin(5)


@bomb("Latin square, 7 by 7")
def latin_7() -> Formal:
    return _latin(7)


def _latin(size: int) -> Formal:
    cells = [f"c{r}_{c}" for r in range(size) for c in range(size)]
    kind = f"Enum({', '.join(people(size, 'v'))})"
    premises = [
        f"c{r}_{c} != c{s}_{d}"
        for (r, c), (s, d) in combinations(product(range(size), repeat=2), 2)
        if r == s or c == d
    ]
    return formal(
        premises,
        "possible(c0_0 = v0 & c1_1 = v0)",
        f"count_models({', '.join(cells)})",
        **dict.fromkeys(cells, kind),
    )


@bomb("exclusive ors, 60 symbols")
def exclusive() -> Formal:
    rng = random.Random(60)
    names = people(60, "p")
    premises = [different(*rng.sample(names, 5)) for _ in range(58)]
    return formal(premises, "necessary(p0)", f"count_models({', '.join(names)})")


@bomb("one chain of exclusive ors, 60 symbols")
def chained() -> Formal:
    names = people(60, "p")
    return formal([" ⊕ ".join(names)], "possible(p0)", "necessary(p1 ⊕ p2)")


@bomb("ladder of 12,870 models")
def ladder() -> Formal:
    listed = ", ".join(people(16, "p"))
    return formal([f"exactly(8; {listed})"], f"enumerate_models({listed})")


@bomb("free symbols, 64")
def free() -> Formal:
    listed = ", ".join(people(64, "p"))
    return formal(["p0 | p1"], f"enumerate_models({listed})", f"count_models({listed})")


# --- size --------------------------------------------------------------------------------------


@bomb("weighted counting, 22 symbols")
def weighted_count() -> Formal:
    """A sum of weights, written as operands that repeat, in a space that could be held whole."""
    names = people(22, "s")
    repeated = [name for place, name in enumerate(names) for _ in range(3 + 4 * place)]
    every = ", ".join(names)
    return formal(
        [f"exactly(400; {', '.join(repeated)})"], f"count_models({every})", "necessary(s0)"
    )


@bomb("1,000 variants")
def variants() -> Formal:
    names = people(12, "p")
    document = formal(
        [f"{a} -> {b}" for a, b in pairwise(names)],
        *[f"necessary(p0 -> p11) under v{n}" for n in range(1000)],
    )
    document["variants"] = {f"v{n}": [{"op": "drop", "premise": n % 11}] for n in range(1000)}
    return document


@bomb("20,000 definitions, changed by 100 variants")
def definitions() -> Formal:
    document = formal(["d19999 -> p1"], "possible(p0)", "necessary(d5 -> p5) under v7")
    document["define"] = {f"d{n}": f"p{n % 30} & p{7 * n % 30}" for n in range(20_000)}
    document["variants"] = {
        f"v{n}": [{"op": "define", "name": f"d{n}", "formula": "p3"}] for n in range(100)
    }
    return document


@bomb("50,000 declarations")
def declarations() -> Formal:
    return formal(["p0"], "possible(q)", **dict.fromkeys(people(50_000, "u"), "Bool"))


@bomb("names of 5,000 characters")
def long_names() -> Formal:
    names = [f"n{'x' * 5_000}{n}" for n in range(20)]
    return formal([f"{a} -> {b}" for a, b in pairwise(names)], f"possible({names[0]})")


@bomb("predicate of 10 places, 6 constants")
def of_ten() -> Formal:
    """The predicate could be true of 60 million rows, and is of seven."""
    names = people(6)
    row = ", ".join(names[n % 6] for n in range(10))
    return formal(
        [f"R({row})", rf"\forall x \forall y (R({', '.join('xy' * 5)}))"],
        f"possible(R({', '.join(['a0'] * 10)}))",
        f"possible(~R({', '.join(names + names[:4])}))",
        **persons(names),
    )


for _number in (1_500, 5_000):

    @bomb(f"{_number:,} constants that are one")
    def one_thing(number: int = _number) -> Formal:
        """The laws of equality for so many are billions of clauses."""
        names = people(number)
        premises = [f"{a} = {b}" for a, b in pairwise(names)]
        return formal(premises, f"necessary(a0 = a{number - 1})", **persons(names))


@bomb("300 first-order questions for Z3")
def many_for_z3() -> Formal:
    """Each takes a conversation of megabytes, to be given back before the next."""
    names = people(6)
    pairs = list(product(names, repeat=2))
    return formal(
        [r"\forall x \exists y (R(x, y))", r"\forall x \forall y (R(x, y) -> ~R(y, x))"],
        *[
            f"possible(R({', '.join(pairs[n % 36])}) & R({', '.join(pairs[n // 36])}))"
            for n in range(300)
        ],
        **persons(names),
    )


@bomb("sets over 24 free symbols")
def set_operations() -> Formal:
    """Every side has more assignments than are listed."""
    listed = ", ".join(people(24, "p"))
    document = formal(
        ["p0 | p1"],
        f"difference(alpha, beta; {listed})",
        f"union(alpha, beta, baseline; {listed})",
    )
    document["variants"] = {
        "alpha": [{"op": "add", "formula": "p2"}],
        "beta": [{"op": "add", "formula": "p3"}],
    }
    return document


@bomb("projection of 20,736 formulas")
def projection() -> Formal:
    """One query of half a million characters."""
    names = people(12, "p")
    listed = ", ".join(f"{a} -> {b} | {c} & {d}" for a, b, c, d in product(names, repeat=4))
    return formal([f"{a} -> {b}" for a, b in pairwise(names)], f"projection(possible; {listed})")


@bomb("20,000 questions")
def questions() -> Formal:
    names = people(12, "p")
    pairs = list(permutations(names, 2))
    return formal(
        [f"{a} -> {b}" for a, b in pairwise(names)],
        *[f"possible({pairs[n % 132][0]} & ~{pairs[n % 132][1]})" for n in range(20_000)],
    )


@bomb("100,000 premises")
def premises_100000() -> Formal:
    return formal([f"p{n} -> p{n + 1}" for n in range(100_000)], "necessary(p0 -> p100000)")


@bomb("exactly 1,500 of 3,000")
def exactly_half() -> Formal:
    listed = ", ".join(people(3000, "p"))
    return formal([f"exactly(1500; {listed})"], "possible(p0)", f"count_models({listed})")


@bomb("disjunction of 50,000")
def wide() -> Formal:
    return formal([" | ".join(people(50_000, "p"))], "possible(p0)", "count_models(p0, p1)")


@bomb("20,000 facts and a quantifier")
def facts() -> Formal:
    names = people(200)
    rng = random.Random(200)
    premises = [f"R({rng.choice(names)}, {rng.choice(names)})" for _ in range(20_000)]
    premises.append(r"\forall x \exists y (R(x, y) & S(y))")
    return formal(premises, "possible(~R(a0, a0))", r"necessary(\exists x S(x))", **persons(names))


@bomb("20,000 predicates")
def predicates() -> Formal:
    body = " & ".join(f"(P{n}(x) -> P{n + 1}(x))" for n in range(20_000))
    return formal([rf"\forall x ({body})", "P0(a)"], "necessary(P20000(a))", a="Person")


for _kind, _last in (("Bools", "p"), ("quantifiers", r"\forall x \exists y R(x, y)")):

    @bomb(f"definitions that double 40 times, {_kind}")
    def doubling(last: str = _last) -> Formal:
        document = formal(["d39"], "possible(q)", "necessary(d38)", "count_models(p, q)")
        doubled = {f"d{n}": f"d{n - 1} & (d{n - 1} | q)" for n in range(1, 40)}
        document["define"] = {"d0": last, **doubled}
        return document


@bomb("nested brackets")
def nested() -> Formal:
    deep = "p0"
    for n in range(1, 140):
        deep = f"({deep} {'&' if n % 2 else '|'} p{n})"
    return formal([deep, f"~{deep} | p139"], "possible(p0)", f"necessary({deep})")


@bomb("a quantifier ten deep over inequalities")
def ten_things() -> Formal:
    """Ten things are F, all different, and no ten are: Z3 works for minutes before it searches."""
    names = [f"x{n}" for n in range(10)]
    all_f = " & ".join(f"F({name})" for name in names)
    different_all = " & ".join(distinct_names(names))
    some = "".join(rf"\exists {name} " for name in names)
    every = "".join(rf"\forall {name} " for name in names)
    premises = [
        f"{some}({different_all} & {all_f})",
        f"{every}(({all_f}) -> ~({different_all}))",
    ]
    return formal(premises, "possible(F(a))", F="Function(1)")


@bomb("200,000 negations")
def negations() -> Formal:
    return formal(["¬" * 200_000 + "p0"], "necessary(p0)")
