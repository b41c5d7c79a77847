"""The built-in sets: what is in them, every gold answer proved, every sentence whole."""

import re
from collections import Counter

from items.answers import TruthAnswer
from items.files.proofs import proofs
from items.formal import formal_item, vocabulary
from items.gold.check import Status
from items.kinds.names import question_kinds
from items.models import Item, Question
from items.sources.files import builtin_names
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Query
from solver.queries import Session
from solver.results import Verdict
from tests.items.builtin_sets import (
    QUERY_KINDS,
    SETS,
    checked,
    consistent,
    english,
    everything,
    gold_of,
    items,
    labels,
    originals,
    parametrize_items,
    problem_of,
    texts,
    untranslated,
)

# --- what there is -------------------------------------------------------------------------------


def test_sets_are_there() -> None:
    assert set(builtin_names()) >= set(SETS)
    assert len(english()) >= 24
    assert len(items("demo")) - len(english()) >= 6
    assert len(items("qualification")) >= 24
    assert 4 <= len(items("practice")) <= 8


def test_ids_are_unique_over_all_sets() -> None:
    ids = [item.id for item in everything()]
    assert len(ids) == len(set(ids))
    assert {item.language for item in everything()} == {"en", "zh"}


def test_demo_has_every_kind_of_question() -> None:
    kinds = Counter(leaf.kind for item in english() for leaf in item.leaves)
    assert set(kinds) == set(question_kinds())
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
    query_reports = {
        (query.kind, query.under): Session(theory(problem, query.under)).ask(query)
        for query in problem.queries
    }
    necessary, count = "necessary", "count_models"
    assert query_reports[necessary, "baseline"].answer.verdict is Verdict.NECESSARY
    assert query_reports[necessary, "alpha"].answer.verdict is Verdict.UNNECESSARY
    assert query_reports[count, "baseline"].answer.count == 1
    assert query_reports[count, "alpha"].answer.count == 3
    supports_ = query_reports[necessary, "baseline"].supports
    assert supports_ is not None
    assert supports_.sets == ((0, 1, 2),)


# --- proofs --------------------------------------------------------------------------------------


@parametrize_items(everything())
def test_gold_is_proved_by_both_engines(item: Item) -> None:
    item_check = checked(item.id)
    assert (item_check.state, item_check.reason) == ("proved", "")
    assert not item_check.contradictions
    for part in item_check.parts:
        if part.question.gold is None:
            assert part.question.kind == "text"
            continue
        assert part.status is Status.AGREE
        assert set(part.by_engine) == {"worlds", "z3"}
        assert part.engines_agree is True


@parametrize_items(everything())
def test_premises_are_consistent_under_every_variant(item: Item) -> None:
    problem = problem_of(item.id)
    for name in ("baseline", *problem.variants):
        assert consistent(theory(problem, name)), name
    for query in problem.queries:
        if query.given is not None:
            base = theory(problem, query.under)
            consistency = Query("possible", "", formula=query.given)
            assert Session(base).ask(consistency).answer.verdict is Verdict.POSSIBLE


@parametrize_items(everything())
def test_formalization_reads_without_a_warning(item: Item) -> None:
    problem = problem_of(item.id)
    assert problem.warnings == ()
    assert problem.notes == {}


def test_shipped_proofs_are_current() -> None:
    states = {item.id: proofs().get(item.content_hash) for item in everything()}
    assert {id for id, state in states.items() if state != "proved"} == set()


# --- words ---------------------------------------------------------------------------------------


@parametrize_items(everything())
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


@parametrize_items(tuple(item for item in everything() if item.language == "zh"))
def test_chinese_is_set_in_chinese(item: Item) -> None:
    symbolic = "truth_scale" in item.attributes
    for text in (item.title, *texts(item), *labels(item)):
        assert not re.search(r"[,;:!?\"']", text), text
        if not symbolic:
            assert not re.search(r"[()]", text), text
        assert re.search(r"[\u4e00-\u9fff]", text), text


@parametrize_items(tuple(item for item in everything() if item.language == "en"))
def test_english_has_no_chinese(item: Item) -> None:
    for text in (item.title, *texts(item), *labels(item)):
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", text), text


@parametrize_items(tuple(item for item in everything() if item.attributes["kind"] != "symbolic"))
def test_every_symbol_has_a_gloss(item: Item) -> None:
    problem = problem_of(item.id)
    for symbol in problem.signature.symbols.values():
        assert symbol.declared, symbol.name
        assert len(symbol.gloss) >= 2, symbol.name
        assert symbol.gloss[-1] not in ".。?？", symbol.gloss
        assert all(place in symbol.gloss for place in symbol.places)
    glosses = [symbol.gloss for symbol in problem.signature.symbols.values()]
    assert len(glosses) == len(set(glosses))


@parametrize_items(everything())
def test_answers_are_built_from_words(item: Item) -> None:
    formal = formal_item(item)
    assert formal is not None
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        wanted = () if query is None or leaf.kind == "truth" else vocabulary(query, formal.problem)
        assert [c.key for c in leaf.vocabulary] == [c.key for c in wanted], leaf.id
        labels = [c.label for c in leaf.vocabulary]
        assert all(labels)
        assert len(labels) == len(set(labels))


@parametrize_items(tuple(item for item in everything() if item.language == "zh"))
def test_translation_asks_the_same(item: Item) -> None:
    original = originals()[str(item.attributes["translation_of"])]
    assert original.language == "en"
    assert item.id == f"{original.id}-zh"
    assert untranslated(item) == untranslated(original)
    assert [question_content(leaf) for leaf in item.leaves] == [
        question_content(leaf) for leaf in original.leaves
    ]
    mine = {k: v for k, v in item.attributes.items() if k != "translation_of"}
    assert mine == dict(original.attributes)


def question_content(leaf: Question) -> tuple[object, ...]:
    formulas = [option.formula for option in leaf.options]
    keys = [choice.key for choice in leaf.vocabulary]
    return (leaf.id, leaf.kind, leaf.query, formulas, keys, leaf.gold, leaf.condition is None)


def test_chinese_covers_the_kinds() -> None:
    kinds = {leaf.kind for item in items("demo") if item.language == "zh" for leaf in item.leaves}
    assert {"choice", "truth"} <= kinds
    assert len(kinds & QUERY_KINDS) >= 3
    assert len(items("practice-zh")) == len(items("practice"))
    assert len(items("qualification-zh")) == len(items("qualification"))
