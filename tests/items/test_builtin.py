"""The built-in sets: every gold answer proved, every rule of their making kept."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import get_args

import pytest

from items.answers import TruthAnswer
from items.check import ItemCheck, Status, check_item
from items.formal import formal_item, vocabulary
from items.models import Item, Question, QuestionKind
from items.proofs import proofs
from items.registry import builtin_names, load
from solver.edits import theory
from solver.loader import load_problem
from solver.parser import parse_formula
from solver.problem import Premise, Problem, Query, QueryKind, Theory
from solver.queries import Session
from solver.results import Verdict
from solver.syntax import Formula, Iff, Implies, negation

SETS = ("demo", "practice", "practice-zh", "qualification", "qualification-zh")
QUERY_KINDS = frozenset(kind.value for kind in QueryKind)
LETTER = r"¬?[A-H]"
PREMISE = rf"(?:{LETTER}|\({LETTER} → {LETTER}\)|\(¬?\([A-H] [∧∨] [A-H]\) → {LETTER}\))"
STATEMENT = rf"(?:{LETTER}|\({LETTER} → {LETTER}\))"
WORDED = {
    "en": rf"Premises: ({PREMISE}(?:, {PREMISE})+)\nStatement: ({STATEMENT})",
    "zh": rf"前提：({PREMISE}(?:，{PREMISE})+)\n陈述：({STATEMENT})",
}


@cache
def items(name: str) -> tuple[Item, ...]:
    loaded = load(f"builtin:{name}", strict=True)
    return loaded.items


def everything() -> tuple[Item, ...]:
    return tuple(item for name in SETS for item in items(name))


def english() -> tuple[Item, ...]:
    return tuple(item for item in items("demo") if item.language == "en")


def choices() -> tuple[Item, ...]:
    return tuple(i for i in everything() if any(q.kind == "choice" for q in i.leaves))


def originals() -> dict[str, Item]:
    return {item.id: item for item in everything()}


@cache
def problem_of(id: str) -> Problem:
    formal = formal_item(originals()[id])
    assert formal is not None
    return formal.problem


@cache
def checked(id: str) -> ItemCheck:
    return check_item(originals()[id], engine="both")


def named(items_: tuple[Item, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("item", items_, ids=[item.id for item in items_])


def entails(premises: Theory, formula: Formula) -> bool:
    query = Query(QueryKind.NECESSARY, "", formula=formula)
    verdict = Session(premises).ask(query, want_supports=False).answer.verdict
    assert verdict in (Verdict.NECESSARY, Verdict.UNNECESSARY)
    return verdict is Verdict.NECESSARY


def consistent(premises: Theory) -> bool:
    return Session(premises).report.consistent is True


def with_premise(problem: Problem, *formulas: Formula) -> Theory:
    base = theory(problem)
    number = len(base.premises)
    added = tuple(Premise(number + n, f) for n, f in enumerate(formulas))
    return Theory(base.signature, base.premises + added, base.definitions)


def without_premises(problem: Problem) -> Theory:
    base = theory(problem)
    return Theory(base.signature, (), base.definitions)


def supports(premises: Theory, formula: Formula) -> tuple[tuple[int, ...], ...]:
    found = Session(premises).supports(formula)
    assert found is not None
    assert found.exhausted
    return found.sets


def texts(item: Item) -> Iterator[str]:
    """Everything of an item that is set in sentences."""
    yield item.text
    yield item.explanation
    for question in item.questions:
        for leaf in (question, *question.parts):
            yield leaf.text
            if leaf.condition:
                yield leaf.condition
            yield from (option.text for option in leaf.options)


def labels(item: Item) -> Iterator[str]:
    for leaf in item.leaves:
        yield from (choice.label for choice in leaf.vocabulary)


# --- what there is -------------------------------------------------------------------------------


def test_sets_are_there() -> None:
    assert set(builtin_names()) >= set(SETS)
    assert len(english()) >= 24
    assert len(items("demo")) - len(english()) >= 6
    assert len(items("qualification")) >= 24
    assert 4 <= len(items("practice")) <= 6


def test_ids_are_unique_over_all_sets() -> None:
    ids = [item.id for item in everything()]
    assert len(ids) == len(set(ids))
    assert {item.language for item in everything()} == {"en", "zh"}


def test_demo_has_every_kind_of_question() -> None:
    kinds = Counter(leaf.kind for item in english() for leaf in item.leaves)
    assert set(kinds) == set(get_args(QuestionKind))
    assert any(question.parts for item in english() for question in item.questions)


def test_demo_has_every_question_type_and_every_truth_value() -> None:
    types = Counter(item.attributes.get("question_type") for item in english())
    assert all(types[name] >= 2 for name in ("3c1e", "3e1c", "missing"))
    values = {
        leaf.gold.value
        for item in english()
        for leaf in item.leaves
        if isinstance(leaf.gold, TruthAnswer)
    }
    assert values == {"true", "false", "unknown"}


def test_every_verdict_has_an_item() -> None:
    """Nobody can do well on the demo by always saying yes."""
    words = {
        checked(item.id).parts[place].gold_text.split()[0]
        for item in english()
        for place, leaf in enumerate(item.leaves)
        if leaf.kind in QUERY_KINDS
    }
    assert words >= {
        *("possible", "impossible", "necessary", "unnecessary"),
        *("alternative", "no_alternative", "unique", "not_unique"),
    }


def test_abstract_and_told_items_share_their_template() -> None:
    pairs: dict[object, list[Item]] = {}
    for item in english():
        if "template" in item.attributes:
            pairs.setdefault(item.attributes["template"], []).append(item)
    assert len(pairs) >= 3
    for pair in pairs.values():
        assert {item.attributes["abstract"] for item in pair} == {True, False}
        assert len({repr(untranslated(item)) for item in pair}) == 1


def untranslated(item: Item) -> Mapping[str, object]:
    return {k: v for k, v in (item.formalization or {}).items() if k != "translation"}


def test_demo_uses_enums_definitions_and_first_order_formulas() -> None:
    written = [item.formalization or {} for item in english()]
    assert any("Enum(" in str(formal["parameters"]) for formal in written)
    assert any(formal.get("define") for formal in written)
    first_order = [i for i in english() if i.attributes["kind"] == "first-order"]
    assert len(first_order) >= 2
    kinds = {leaf.kind for item in first_order for leaf in item.leaves}
    assert kinds >= {"truth", "enumerate_models"}


def test_hard_items_ask_much_and_suppose_otherwise() -> None:
    hard = [item for item in english() if item.attributes["kind"] == "hard"]
    assert len(hard) >= 2
    for item in hard:
        formal = item.formalization or {}
        assert len({leaf.kind for leaf in item.leaves}) >= 4
        assert len(formal["variants"]) >= 2
        assert formal["define"]
        for leaf in item.leaves:
            assert (leaf.condition is not None) == (" under " in (leaf.query or "")), leaf.id


def test_goat_on_the_roof_is_the_item_of_the_sketch() -> None:
    goat = originals()["demo/goat-on-the-roof"]
    problem = load_problem(dict(goat.formalization or {}))
    assert goat.questions[0].options[gold_of(goat)].formula == "¬L"
    found = {
        (query.kind, query.under): Session(theory(problem, query.under)).ask(query)
        for query in problem.queries
    }
    necessary, count = QueryKind.NECESSARY, QueryKind.COUNT_MODELS
    assert found[necessary, "baseline"].answer.verdict is Verdict.NECESSARY
    assert found[necessary, "alpha"].answer.verdict is Verdict.UNNECESSARY
    assert found[count, "baseline"].answer.count == 1
    assert found[count, "alpha"].answer.count == 3
    supports_ = found[necessary, "baseline"].supports
    assert supports_ is not None
    assert supports_.sets == ((0, 1, 2),)


# --- proofs --------------------------------------------------------------------------------------


@named(everything())
def test_gold_is_proved_by_both_engines(item: Item) -> None:
    found = checked(item.id)
    assert (found.state, found.reason) == ("proved", "")
    assert not found.contradictions
    for part in found.parts:
        if part.question.gold is None:
            assert part.question.kind == "text"
            continue
        assert part.status is Status.AGREE
        assert set(part.found) == {"worlds", "z3"}
        assert part.engines_agree is True


@named(everything())
def test_premises_are_consistent_under_every_variant(item: Item) -> None:
    problem = problem_of(item.id)
    for name in ("baseline", *problem.variants):
        assert consistent(theory(problem, name)), name
    for query in problem.queries:
        if query.given is not None:
            base = theory(problem, query.under)
            asked = Query(QueryKind.POSSIBLE, "", formula=query.given)
            assert Session(base).ask(asked).answer.verdict is Verdict.POSSIBLE


@named(everything())
def test_formalization_reads_without_a_warning(item: Item) -> None:
    problem = problem_of(item.id)
    assert problem.warnings == ()
    assert problem.notes == {}


def test_shipped_proofs_are_current() -> None:
    states = {item.id: proofs().get(item.content_hash) for item in everything()}
    assert {id for id, state in states.items() if state != "proved"} == set()


# --- multiple choice -----------------------------------------------------------------------------


def options_of(item: Item) -> list[Formula]:
    problem = problem_of(item.id)
    (question,) = item.questions
    return [parse_formula(o.formula or "", problem.signature) for o in question.options]


def gold_of(item: Item) -> int:
    gold = item.questions[0].gold
    assert gold is not None
    option = getattr(gold, "option", None)
    assert isinstance(option, int)
    return option


@named(choices())
def test_no_option_is_empty_and_no_two_are_equivalent(item: Item) -> None:
    free = without_premises(problem_of(item.id))
    formulas = options_of(item)
    assert len(formulas) == 4
    assert len({option.text for option in item.questions[0].options}) == 4
    for formula in formulas:
        assert not entails(free, formula)
        assert not entails(free, negation(formula))
    for one, other in combinations(formulas, 2):
        assert not entails(free, Iff(one, other))


@named(tuple(i for i in choices() if i.attributes["question_type"] != "missing"))
def test_what_follows_needs_two_premises_and_is_not_vacuous(item: Item) -> None:
    premises = theory(problem_of(item.id))
    following = [formula for formula in options_of(item) if entails(premises, formula)]
    assert len(following) == (1 if item.attributes["question_type"] == "3c1e" else 3)
    for formula in following:
        assert min(len(support) for support in supports(premises, formula)) >= 2
        assert not vacuous(premises, formula)


@named(tuple(i for i in choices() if i.attributes["question_type"] == "missing"))
def test_missing_premise_is_needed_and_not_enough(item: Item) -> None:
    problem = problem_of(item.id)
    formal = formal_item(item)
    assert formal is not None
    conclusion = formal.queries[0].formula
    assert conclusion is not None
    gold = options_of(item)[gold_of(item)]
    for formula in options_of(item):
        assert consistent(with_premise(problem, formula))
        assert not entails(theory(problem), formula)
    whole = with_premise(problem, gold)
    number = len(problem.premises)
    for support in supports(whole, conclusion):
        assert number in support
        assert len(support) >= 2
    assert not vacuous(whole, conclusion)


def vacuous(premises: Theory, formula: Formula) -> bool:
    """An implication that holds because its one side never or its other side always does."""
    return isinstance(formula, Implies) and (
        entails(premises, negation(formula.left)) or entails(premises, formula.right)
    )


# --- words ---------------------------------------------------------------------------------------


@named(everything())
def test_sentences_are_whole(item: Item) -> None:
    assert item.title
    assert len(item.explanation) >= 30
    for question in item.questions:
        for leaf in (question, *question.parts):
            assert leaf.text
    if "truth_scale" in item.attributes:
        return
    end = "。？”" if item.language == "zh" else '.?"'
    for text in texts(item):
        assert text[-1] in end, text
        assert text == text.strip()
        assert "  " not in text


@named(tuple(item for item in everything() if item.language == "zh"))
def test_chinese_is_set_in_chinese(item: Item) -> None:
    symbolic = "truth_scale" in item.attributes
    for text in (item.title, *texts(item), *labels(item)):
        assert not re.search(r"[,;:!?\"']", text), text
        if not symbolic:
            assert not re.search(r"[()]", text), text
        assert re.search(r"[\u4e00-\u9fff]", text), text


@named(tuple(item for item in everything() if item.language == "en"))
def test_english_has_no_chinese(item: Item) -> None:
    for text in (item.title, *texts(item), *labels(item)):
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", text), text


@named(tuple(item for item in everything() if item.attributes["kind"] != "symbolic"))
def test_every_symbol_has_a_gloss(item: Item) -> None:
    problem = problem_of(item.id)
    for symbol in problem.signature.symbols.values():
        assert symbol.declared, symbol.name
        assert len(symbol.gloss) >= 2, symbol.name
        assert symbol.gloss[-1] not in ".。?？", symbol.gloss
        assert all(place in symbol.gloss for place in symbol.places)
    glosses = [symbol.gloss for symbol in problem.signature.symbols.values()]
    assert len(glosses) == len(set(glosses))


@named(everything())
def test_answers_are_built_from_words(item: Item) -> None:
    formal = formal_item(item)
    assert formal is not None
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        wanted = () if query is None or leaf.kind == "truth" else vocabulary(query, formal.problem)
        assert [c.key for c in leaf.vocabulary] == [c.key for c in wanted], leaf.id
        shown = [c.label for c in leaf.vocabulary]
        assert all(shown)
        assert len(shown) == len(set(shown))


@named(tuple(item for item in everything() if item.language == "zh"))
def test_translation_asks_the_same(item: Item) -> None:
    original = originals()[str(item.attributes["translation_of"])]
    assert original.language == "en"
    assert item.id == f"{original.id}-zh"
    assert untranslated(item) == untranslated(original)
    assert [asked(leaf) for leaf in item.leaves] == [asked(leaf) for leaf in original.leaves]
    mine = {k: v for k, v in item.attributes.items() if k != "translation_of"}
    assert mine == dict(original.attributes)


def asked(leaf: Question) -> tuple[object, ...]:
    formulas = [option.formula for option in leaf.options]
    keys = [choice.key for choice in leaf.vocabulary]
    return (leaf.id, leaf.kind, leaf.query, formulas, keys, leaf.gold, leaf.condition is None)


def test_chinese_covers_the_kinds() -> None:
    kinds = {leaf.kind for item in items("demo") if item.language == "zh" for leaf in item.leaves}
    assert {"choice", "truth"} <= kinds
    assert len(kinds & QUERY_KINDS) >= 3
    assert len(items("practice-zh")) == len(items("practice"))
    assert len(items("qualification-zh")) == len(items("qualification"))


# --- qualification -------------------------------------------------------------------------------


def symbolic() -> tuple[Item, ...]:
    return items("qualification") + items("qualification-zh")


@named(symbolic())
def test_qualification_is_in_the_notation(item: Item) -> None:
    match = re.fullmatch(WORDED[item.language], item.text)
    assert match is not None
    formal = item.formalization or {}
    premises = re.split(r"[,，] ?(?![^(]*\))", match[1])
    assert premises == formal["premise"]
    (question,) = item.questions
    assert question.query == f"necessary({match[2]})"
    assert question.kind == "truth"
    assert item.attributes["truth_scale"] == "follows"
    assert match[2] not in premises


@named(symbolic())
def test_qualification_says_why(item: Item) -> None:
    problem = problem_of(item.id)
    premises = theory(problem)
    statement = problem.queries[0].formula
    assert statement is not None
    relation, decided = "open", None
    if entails(premises, statement):
        relation, decided = "entailed", statement
    elif entails(premises, negation(statement)):
        relation, decided = "refuted", negation(statement)
    assert item.attributes["relation"] == relation
    assert item.questions[0].gold == TruthAnswer(
        value="true" if relation == "entailed" else "false"
    )
    size = min(len(s) for s in supports(premises, decided)) if decided is not None else 0
    assert item.attributes["support_size"] == size
    assert not vacuous(premises, statement)
    if not isinstance(statement, Implies) and decided is not None:
        assert size >= 2


def test_qualification_is_balanced() -> None:
    tested = items("qualification")
    relations = Counter(str(item.attributes["relation"]) for item in tested)
    assert relations["entailed"] == relations["refuted"] + relations["open"]
    assert min(relations["refuted"], relations["open"]) >= 6
    sizes = Counter(
        item.attributes["support_size"]
        for item in tested
        if item.attributes["relation"] == "entailed"
    )
    assert set(sizes) == {1, 2, 3}
    for relation in ("entailed", "refuted", "open"):
        # The form of a statement must not give the answer away.
        forms = Counter(
            isinstance(problem_of(item.id).queries[0].formula, Implies)
            for item in tested
            if item.attributes["relation"] == relation
        )
        assert forms[True] >= 2
        assert forms[False] >= 2
    assert len({item.text for item in tested}) == len(tested)
