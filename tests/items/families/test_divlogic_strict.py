"""What strict items promise, held item by item against truth tables and against Z3."""

import re
from collections import Counter
from functools import cache
from itertools import combinations, permutations

import pytest

from items.answers import ChoiceAnswer
from items.families.agreement import loosely_matched
from items.families.batches import run
from items.families.divlogic.composing import PATTERNS, classes_of
from items.families.divlogic.generator import Divlogic, other_than_usual
from items.families.divlogic.masks import Statement
from items.families.divlogic.matching import mirrored
from items.families.divlogic.task import QUESTION_TYPES, Logic, QuestionType, Span
from items.gold.check import check_item
from items.models import Item
from solver.errors import InputError
from tests.effort import turns
from tests.items.families import truth

pytestmark = pytest.mark.scaled
LOGICS = {
    "usual": Logic(),
    "deep": Logic(depth=Span(3)),
    "exact": Logic(depth=Span(2, 2)),
    "noisy": Logic(noise=2),
    "lean": Logic(noise=0),
    "contradicted": Logic(others="contradicted"),
    "undetermined": Logic(others="undetermined"),
    "mixed": Logic(others="mixed"),
    "sized": Logic(premises=Span(5, 6)),
    "few symbols": Logic(symbols=5),
    "often": Logic(n=4),
}
LONG = ("exact", "sized")
"""Of these an item takes much drawing."""
named = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in LOGICS]
)
typed = pytest.mark.parametrize("type_", QUESTION_TYPES)


@cache
def generated(name: str, type_: QuestionType) -> tuple[Item, ...]:
    logic = LOGICS[name]
    count = {"usual": 16, "sized": 10}.get(name, turns(2, 4))
    maker = Divlogic(5, logic, mix=((type_, 1),), renderings=("symbols",))
    items = run(maker, count).items
    assert len(items) == count
    return items


@pytest.mark.slow
@named
@typed
def test_premises_are_consistent_and_all_different(name: str, type_: QuestionType) -> None:
    for item in generated(name, type_):
        premises = truth.premises_of(item)
        assert truth.models(premises)
        assert len({truth.truths(premise) for premise in premises}) == len(premises)


@pytest.mark.slow
@named
@typed
def test_options_are_neither_equivalent_nor_foreign(name: str, type_: QuestionType) -> None:
    for item in generated(name, type_):
        premises, options = truth.premises_of(item), truth.options_of(item)
        worlds = truth.models(premises)
        assert len(options) == 4
        assert truth.letters(*options) <= truth.letters(*premises)
        undetermined = []
        for option in options:
            assert not truth.vacuous(premises, option)
            true_worlds = worlds & truth.truths(option)
            if true_worlds and true_worlds != worlds:
                undetermined.append(true_worlds)
        for text, other in combinations(options, 2):
            assert truth.truths(text) != truth.truths(other)
            assert truth.truths(text) & truth.truths(other)
        assert len(set(undetermined)) == len(undetermined)


@named
@pytest.mark.parametrize("type_", ["3c1e", "3e1c"])
def test_what_follows_needs_its_premises(name: str, type_: QuestionType) -> None:
    logic = LOGICS[name]
    for item in generated(name, type_):
        premises, options = truth.premises_of(item), truth.options_of(item)
        gold = truth.gold_of(item)
        following = [option for option in options if truth.follows(premises, option)]
        odd = options[gold]
        assert (odd in following) == (type_ == "3c1e")
        assert len(following) == (1 if type_ == "3c1e" else 3)
        sets = [truth.supports(premises, option) for option in following]
        sizes = [min(map(len, outcome)) for outcome in sets]
        assert min(sizes) >= 2
        assert all(size in logic.depth for size in sizes)
        assert item.attributes["support_size"] == min(sizes)
        used = frozenset().union(*(counts for outcome in sets for counts in outcome))
        assert item.attributes["noise"] == len(premises) - len(used)


@named
def test_a_missing_premise_is_needed_and_not_enough(name: str) -> None:
    logic = LOGICS[name]
    for item in generated(name, "missing"):
        premises, options = truth.premises_of(item), truth.options_of(item)
        conclusion, gold = truth.conclusion_of(item), truth.gold_of(item)
        assert not truth.follows(premises, conclusion)
        for number, option in enumerate(options):
            assert truth.follows([*premises, option], conclusion) == (number == gold)
            assert not truth.follows([option], conclusion)
            assert not truth.follows(premises, option)
            assert truth.models([*premises, option])
            # The shape of an option does not give the gold away.
            assert ("∧" in option or "∨" in option) == ("∧" in options[0] or "∨" in options[0])
            assert ("→" in option) == ("→" in options[0])
        whole = [*premises, options[gold]]
        assert not truth.vacuous(whole, conclusion)
        sets = truth.supports(whole, conclusion)
        assert all(len(premises) in counts for counts in sets)
        assert min(map(len, sets)) in logic.depth
        assert item.attributes["support_size"] == min(map(len, sets))
        used = frozenset().union(*sets)
        assert item.attributes["noise"] == len(whole) - len(used)


@pytest.mark.parametrize("name", ["contradicted", "undetermined", "mixed", "usual"])
@typed
def test_the_status_of_the_other_options_is_recorded_and_obeyed(
    name: str, type_: QuestionType
) -> None:
    positions = set()
    for item in generated(name, type_):
        premises, options = truth.premises_of(item), truth.options_of(item)
        relations = item.provenance.parameters["relations"]
        worlds = truth.models(premises)
        others = set()
        for number, (option, relation) in enumerate(zip(options, relations, strict=True)):
            true_worlds = worlds & truth.truths(option)
            stands = (
                "follows"
                if true_worlds == worlds
                else "undetermined"
                if true_worlds
                else "contradicted"
            )
            if type_ == "missing" and number == truth.gold_of(item):
                assert relation == "completes"
                continue
            assert relation == stands
            if stands != "follows":
                others.add(stands)
        assert item.attributes["others"] == (others.pop() if len(others) == 1 else "mixed")
        positions.add(item.attributes["others"])
    if type_ == "missing":
        assert positions == {"undetermined"}
    elif name != "usual":
        assert positions == {name} or (name == "mixed" and type_ == "3e1c")
    else:
        assert positions <= {"undetermined", "contradicted", "mixed"}


@pytest.mark.slow
def test_numbers_of_premises_are_obeyed() -> None:
    sizes: set[int] = set()
    for type_ in QUESTION_TYPES:
        counts = {
            len(truth.premises_of(item)) + (type_ == "missing")
            for item in generated("sized", type_)
        }
        assert counts <= {5, 6}
        sizes |= counts
    assert sizes == {5, 6}


@typed
def test_noise_and_numbers_of_symbols_are_obeyed(type_: QuestionType) -> None:
    assert {item.attributes["noise"] for item in generated("noisy", type_)} == {2}
    assert {item.attributes["noise"] for item in generated("lean", type_)} == {0}
    letters = [truth.letters(*truth.premises_of(i)) for i in generated("few symbols", type_)]
    assert set().union(*letters) == set("ABCDE")


@typed
def test_z3_agrees(type_: QuestionType) -> None:
    for item in generated("usual", type_)[:6]:
        assert check_item(item, engine="both").state == "proved"


@typed
def test_no_count_distinguishes_the_options(type_: QuestionType) -> None:
    for item in generated("usual", type_):
        premises, options = truth.premises_of(item), truth.options_of(item)
        assert len({re.sub("[A-H]", "x", option) for option in options}) == 1
        if item.attributes["matched"] == "form":
            continue
        letters = [re.findall("[A-H]", option) for option in options]
        uses = {tuple("".join(premises).count(entry) for entry in own) for own in letters}
        assert len(uses) == 1
        if item.attributes["matched"] in ("roles", "neighbours"):
            facts = {tuple((entry in premises, f"¬{entry}" in premises) for entry in own)
                     for own in letters}  # fmt: skip
            right = {
                tuple(sum(p.rstrip(")").endswith(f"→ {entry}") for p in premises) for entry in own)
                for own in letters
            }
            assert len(facts) == len(right) == 1


@typed
def test_neighbours_of_the_options_symbols_are_used_equally_often(type_: QuestionType) -> None:
    for item in generated("usual", type_):
        assert item.attributes["matched"] == "neighbours"
        listed = [set(re.findall("[A-H]", premise)) for premise in truth.premises_of(item)]
        uses = Counter(letter for letters in listed for letter in letters)
        beside = {
            tuple(
                tuple(
                    sorted(uses[n] for letters in listed if own in letters for n in letters - {own})
                )
                for own in re.findall("[A-H]", option)
            )
            for option in truth.options_of(item)
        }
        assert len(beside) == 1


@typed
def test_the_options_symbols_stand_beside_as_many_different_ones(type_: QuestionType) -> None:
    """Of three rules that follow, two often share what stands between their ends; so a symbol
    that meets another one twice told the option that does not follow."""
    checked = 0
    for item in generated("usual", type_):
        assert item.attributes["matched"] == "neighbours"
        premises = [set(re.findall("[A-H]", text)) for text in truth.premises_of(item)]
        different = {
            tuple(
                len(set().union(*(own for own in premises if letter in own)) - {letter})
                for letter in re.findall("[A-H]", option)
            )
            for option in truth.options_of(item)
        }
        assert len(different) == 1
        checked += 1
    assert checked > 5


@pytest.mark.slow
@pytest.mark.parametrize("type_", ["3c1e", "missing"])
def test_with_steps_alike_premises_join_every_option_to_others_in_the_same_way(
    type_: QuestionType,
) -> None:
    maker = Divlogic(8, mix=((type_, 1),), renderings=("symbols",), steps=True)
    items = run(maker, turns(12, 60)).items
    assert len(items) == turns(12, 60)
    for item in items:
        assert item.attributes["matched"] == "steps"
        assert int(item.attributes["support_size"]) > 2
        assert len(_joins(item)) == 1
    assert any(len(_joins(item)) > 1 for item in generated("usual", type_))


def _joins(item: Item) -> set[tuple[object, ...]]:
    """For each option: the symbols beside its own in premises, by form and part, with how many
    premises have them and whether they or their denials are facts; and the pairs of premises about
    it by their forms, with how many other symbols the two share."""
    premises = truth.premises_of(item)
    uses = Counter(letter for premise in premises for letter in _letters(premise))
    facts = {p.lstrip("¬"): p for p in premises if len(p.lstrip("¬")) == 1}
    outcome: set[tuple[object, ...]] = set()
    for option in truth.options_of(item):
        own = _letters(option)
        about = [premise for premise in premises if own & _letters(premise)]
        beside = sorted(
            (_form(premise, own, other), uses[other], facts.get(other, "").replace(other, "fact"))
            for premise in about
            for other in _letters(premise) - own
        )
        pairs = sorted(
            (
                *sorted(_form(premise, own) for premise in pair),
                len(_letters(pair[0]) & _letters(pair[1]) - own),
            )
            for pair in combinations(about, 2)
        )
        outcome.add((*beside, *pairs))
    return outcome


def _form(premise: str, own: set[str], other: str = "") -> str:
    """A premise with marks for these symbols and others; the order in "or" and "and" is none."""
    marked = re.sub(
        "[A-H]", lambda m: "@" if m[0] in own else "x" if m[0] == other else "_", premise
    )
    return re.sub(r"(.) ([∨∧]) (.)", lambda m: m[2].join(sorted((m[1], m[3]))), marked)


def _letters(premise: str) -> set[str]:
    return set(re.findall("[A-H]", premise))


def test_questions_with_steps_alike_have_ids_of_their_own_and_none_is_called_strict() -> None:
    usual, joined = Divlogic(8), Divlogic(8, mix=(("3c1e", 1),), steps=True)
    assert other_than_usual(usual) == ""
    assert other_than_usual(joined) != ""
    assert loosely_matched(usual(0).items[0])
    assert loosely_matched(joined(0).items[0])


def test_three_that_follow_do_not_agree_in_steps() -> None:
    with pytest.raises(InputError, match="3e1c"):
        Divlogic(8, steps=True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"n": 1},
        {"symbols": 2},
        {"symbols": 9},
        {"noise": -1},
        {"depth": Span(1)},
        {"depth": Span(3, 2)},
        {"premises": Span(0)},
        {"premises": Span(4, 40)},
    ],
)
def test_impossible_parameters_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Logic(**wrong)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_search_without_result_is_reported() -> None:
    # Three symbols never give three conclusions that each need four premises.
    logic = Logic(symbols=3, depth=Span(8))
    made_ = Divlogic(1, logic, mix=(("3e1c", 1),), renderings=("symbols",))(0)
    assert not made_.items
    assert made_.rejected["no question found"] == 1


# --- mirrored problems ---------------------------------------------------------------------------


def clause(text: str) -> object:
    """A literal, or an implication without its direction, or any other rule as it stands."""
    match = re.fullmatch(r"\((¬?[A-H]) → (¬?[A-H])\)", text)
    if match is None:
        return text if "(" in text else frozenset([text])
    left = match[1][1:] if match[1].startswith("¬") else f"¬{match[1]}"
    return frozenset([left, match[2]])


def letter_positions(texts: list[str], asked: str) -> dict[str, Counter[str]]:
    """By letter, how it stands in premises and in what is asked: as which part of which form."""
    counts: dict[str, Counter[str]] = {letter: Counter() for letter in "ABCDEFGH"}
    for text in texts:
        shape = re.sub("[A-H]", "_", text)
        letters = re.findall("[A-H]", text)
        for place, letter in enumerate(letters):
            side = "right" if place == len(letters) - 1 else "left"
            counts[letter][f"{side} of {shape}" if "→" in text else shape] += 1
    for place, letter in enumerate(re.findall("[A-H]", asked)):
        counts[letter][f"asked {place}"] += 1
    return counts


@typed
def test_each_option_is_the_right_one_of_a_mirrored_problem(type_: QuestionType) -> None:
    """Renamings that keep the options, and everything counted about their symbols, make every
    option the right one equally often."""
    checked = 0
    for item in generated("usual", type_):
        if item.attributes["matched"] != "neighbours":
            continue
        question = item.questions[0]
        gold = question.gold.option if isinstance(question.gold, ChoiceAnswer) else None
        assert gold is not None
        texts = [option.formula or "" for option in question.options]
        counts = letter_positions(
            [str(text) for text in (item.formalization or {})["premise"]], question.query or ""
        )
        letters = sorted({letter for text in texts for letter in re.findall("[A-H]", text)})
        options = [clause(text) for text in texts]
        reached: Counter[int] = Counter()
        for images in permutations(letters):
            renaming = dict(zip(letters, images, strict=True))
            if any(counts[entry] != counts[other] for entry, other in renaming.items()):
                continue
            table = str.maketrans(renaming)
            moved = [clause(text.translate(table)) for text in texts]
            if set(moved) == set(options):
                reached[options.index(moved[gold])] += 1
        assert sorted(reached) == [0, 1, 2, 3]
        assert len(set(reached.values())) == 1
        checked += 1
    assert checked == 16


def test_patterns_send_every_option_to_every_other() -> None:
    for form, patterns in PATTERNS.items():
        for pattern in patterns:
            options = [
                Statement(form, tuple([2 * symbol for symbol in counts])) for counts in pattern
            ]
            assert mirrored(options)
            symbols = {symbol for counts in pattern for symbol in counts}
            assert symbols == {symbol for group in classes_of(pattern) for symbol in group}
            assert max(symbols) == len(symbols) - 1


@pytest.mark.parametrize(
    "pairs",
    [
        ((0, 1), (0, 2), (0, 3), (1, 0)),  # one option alone is turned round
        ((0, 1), (1, 2), (2, 3), (3, 4)),  # a chain has ends
        ((0, 1), (0, 2), (3, 4), (5, 6)),  # two share a symbol, two do not
    ],
)
def test_a_pattern_with_an_odd_option_is_not_mirrored(pairs: tuple[tuple[int, int], ...]) -> None:
    assert not mirrored([Statement("implies", (2 * count, 2 * other)) for count, other in pairs])
