"""DivLogicEval items as written: the same bytes everywhere, balanced, told twice, read back."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from items.executors.executor import Workers
from items.executors.local import Local
from items.families.batches import run
from items.families.divlogic.generator import VERSION, Divlogic
from items.families.divlogic.masks import fact, implies
from items.families.divlogic.premise_sets import DivlogicSets
from items.families.divlogic.statements import Statements
from items.families.divlogic.task import QUESTION_TYPES, ChoiceQuestion, Logic, Span
from items.families.divlogic.words import bank_of, in_symbols, in_words, right_options
from items.files.loading import load
from items.gold.check import check_item
from items.models import Item
from items.sources.own_format import write
from items.wording.bank import load_bank
from items.wording.render import Writer
from solver.errors import InputError
from solver.language.syntax import Formula
from tests.items.families import truth
from tests.items.families.processes import printed

SNIPPET = """
from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.families.divlogic.premise_sets import DivlogicSets
from items.families.divlogic.statements import Statements
from items.sources.own_format import write
import hashlib
makers = [Divlogic(3, renderings=("words", "symbols")), Divlogic(3, language="zh"),
          Divlogic(3, published=True), DivlogicSets(3, published=True), DivlogicSets(3),
          Statements(3)]
text = "".join(write(run(maker, 9).items) for maker in makers)
print(hashlib.sha256(text.encode()).hexdigest())
"""


@pytest.mark.slow
def test_other_processes_and_hash_seeds_give_the_same_bytes() -> None:
    text, other = printed(SNIPPET, "1"), printed(SNIPPET, "2")
    assert text == other
    assert len(text.strip()) == 64


@pytest.mark.torture
def test_any_number_of_jobs_gives_the_same_bytes() -> None:
    maker = Divlogic(2, renderings=("symbols",))
    with Workers(Local(2)) as workers:
        alone, together = run(maker, 70), run(maker, 70, workers=workers)
    assert write(alone.items) == write(together.items)
    assert alone.rejected == together.rejected


@pytest.mark.slow
def test_another_seed_gives_other_items_and_no_shared_ids() -> None:
    items, other = run(Divlogic(1), 6).items, run(Divlogic(2), 6).items
    assert not {item.text for item in items} & {item.text for item in other}
    assert not {item.id for item in items} & {item.id for item in other}
    deep = run(Divlogic(1, Logic(depth=Span(2, 3))), 6).items
    assert not {item.id for item in items} & {item.id for item in deep}


@pytest.mark.slow
def test_types_and_positions_are_exactly_balanced() -> None:
    items = run(Divlogic(4, renderings=("symbols",)), 48).items
    types = Counter(item.attributes["question_type"] for item in items)
    assert types == dict.fromkeys(QUESTION_TYPES, 16)
    for type_ in QUESTION_TYPES:
        golds = [truth.gold_of(i) for i in items if i.attributes["question_type"] == type_]
        assert Counter(golds) == dict.fromkeys(range(4), 4)
        assert golds[:8] != sorted(golds[:8])


@pytest.mark.slow
def test_a_mix_is_obeyed_and_positions_may_be_left_to_chance() -> None:
    maker = Divlogic(4, mix=(("3c1e", 3), ("missing", 1)), balance=False, renderings=("symbols",))
    items = run(maker, 40).items
    assert Counter(i.attributes["question_type"] for i in items) == {"3c1e": 30, "missing": 10}
    assert len({truth.gold_of(item) for item in items}) == 4


@pytest.mark.parametrize("mix", [(), (("3c1e", 0),), (("3c1e", 1), ("3c1e", 1))])
def test_a_mix_of_nothing_or_twice_the_same_is_refused(mix: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(InputError):
        Divlogic(1, mix=mix)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("published", [False, True])
def test_worded_and_symbolic_items_ask_the_same(language: str, published: bool) -> None:
    maker = Divlogic(
        6,
        published=published,
        language=language,  # type: ignore[arg-type]
        renderings=("words", "symbols"),
    )
    items = run(maker, 6).items
    assert len(items) == 12
    for worded, symbolic in zip(items[::2], items[1::2], strict=True):
        assert truth.premises_of(worded) == truth.premises_of(symbolic)
        assert truth.options_of(worded) == truth.options_of(symbolic)
        assert worded.questions[0].gold == symbolic.questions[0].gold
        assert [o.text for o in symbolic.questions[0].options] == truth.options_of(symbolic)
        for premise in truth.premises_of(symbolic):
            assert premise in symbolic.text
        names = set((worded.formalization or {})["parameters"])
        assert set((worded.formalization or {})["translation"]) == names
        assert {worded.language, symbolic.language} == {language}
        for item in (worded, symbolic):
            assert check_item(item, engine="both").state == "proved"


@pytest.mark.slow
def test_the_languages_share_the_logic() -> None:
    for item, other in zip(
        run(Divlogic(8), 6).items, run(Divlogic(8, language="zh"), 6).items, strict=True
    ):
        assert truth.premises_of(item) == truth.premises_of(other)
        assert truth.options_of(item) == truth.options_of(other)
        assert item.id != other.id


def test_provenance_says_how_to_make_it_again() -> None:
    logic = Logic(depth=Span(2, 3), noise=1)
    (item,) = Divlogic(9, logic, renderings=("symbols",))(4).items
    provenance = item.provenance
    assert (provenance.generator, provenance.version, provenance.seed, provenance.index) == (
        "divlogic",
        VERSION,
        9,
        4,
    )
    assert provenance.parameters["depth"] == "2-3"
    assert provenance.parameters["noise"] == 1
    assert provenance.parameters["mix"] == dict.fromkeys(QUESTION_TYPES, 1)
    assert item.attributes["proof"] == "proved"
    published = Divlogic(9, published=True, renderings=("symbols",))(4).items[0]
    assert "depth" not in published.provenance.parameters
    assert published.attributes["mode"] == "published"


def test_items_read_back_from_the_file(tmp_path: Path) -> None:
    items = run(Divlogic(10, renderings=("words", "symbols")), 6).items
    file = tmp_path / "items.jsonl"
    file.write_text(write(items), encoding="utf-8")
    assert load(file, strict=True, declared=True).items == items


@pytest.mark.slow
def test_explanations_name_premises_and_no_letter() -> None:
    for item in run(Divlogic(11, renderings=("symbols",)), 12).items:
        assert item.explanation
        for letter in "ABCD":
            assert f" {letter} " not in f" {item.explanation} "
        if item.attributes["question_type"] == "3c1e":
            needed = [int(n) - 1 for n in item.explanation if n.isdigit()]
            premises = truth.premises_of(item)
            gold = truth.options_of(item)[truth.gold_of(item)]
            assert frozenset(needed) in truth.supports(premises, gold)


# --- reading back --------------------------------------------------------------------------------

ASKED = ChoiceQuestion(
    "3c1e",
    (implies(0, 2), fact(0)),
    (fact(2), fact(3), implies(2, 1), fact(1)),
    0,
    ("follows", "contradicted", "undetermined", "contradicted"),
)


def told_by(text: str, monkeypatch: pytest.MonkeyPatch, place: int) -> bool:
    """Whether a question comes back whose sentence at a place was exchanged."""
    real = Writer.sentence
    count = 0

    def sentence(
        self: Writer, formula: Formula, opening: str = "", *, as_question: bool = False
    ) -> str:
        nonlocal count
        count += 1
        sentence = real(self, formula, opening, as_question=as_question)
        return text or sentence if count == place else sentence

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "sentence", sentence)
        return in_words(ASKED, "en", load_bank("en"), Random("x")) is not None


def test_only_what_comes_back_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told_by("", monkeypatch, 1)
    for place in range(1, 7):
        assert not told_by("The moon is made of cheese.", monkeypatch, place)


def test_a_sentence_that_says_something_else_does_not_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meaning = in_words(ASKED, "en", load_bank("en"), Random("x"))
    assert meaning is not None
    other = meaning.options[0]
    assert told_by(other, monkeypatch, 3)
    assert not told_by(other, monkeypatch, 2) or other in meaning.text
    assert not told_by(other, monkeypatch, 4)


def test_a_wrong_gold_does_not_come_back() -> None:
    wrong = replace(ASKED, gold=1)
    assert in_words(wrong, "en", load_bank("en"), Random("x")) is None


def test_right_options_of_each_type() -> None:
    a, b = 0b1010, 0b1100
    assert right_options("3c1e", [a], [a, b], None) == (0,)
    assert right_options("3e1c", [a], [a, b], None) == (1,)
    assert right_options("missing", [a], [b, 0b1111], b) == (0,)
    # What follows anyway is completed by nothing.
    assert right_options("missing", [b], [b, a], b) == ()


def test_symbols_are_worded_as_in_the_qualification() -> None:
    meaning = in_symbols(replace(ASKED, type="missing", conclusion=fact(2)), "zh")
    assert meaning.text == "前提：(A → B)，A\n结论：B"
    assert in_symbols(ASKED, "en").text == "Premises: (A → B), A"


# --- the user's own sentences --------------------------------------------------------------------


ACTS = (
    ("baker", "apples", "carrying", "holding", "dropping"),
    ("sailor", "books", "reading", "opening", "burning"),
    ("teacher", "a chair", "painting", "touching", "breaking"),
    ("farmer", "flowers", "watering", "growing", "cutting"),
    ("dancer", "a guitar", "playing", "using", "selling"),
    ("doctor", "a horse", "riding", "leading", "feeding"),
)


def corpus(folder: Path) -> Path:
    """Pairs in the form of SNLI: everybody does something, in words that are not shared."""
    lines = []
    for person, object_, verb, alike, unlike in ACTS:
        premise = f"The {person} is {verb} {object_}."
        for other, label in ((alike, "entailment"), (unlike, "contradiction")):
            sentence = f"The {person} is {other} {object_}."
            lines.append({"sentence1": premise, "sentence2": sentence, "gold_label": label})
    file = folder / "snli.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return file


@pytest.mark.slow
def test_sentences_of_the_users_own(tmp_path: Path) -> None:
    file = corpus(tmp_path)
    assert len(bank_of("en", (str(file),)).groups) == len(ACTS)
    items = run(Divlogic(1, Logic(symbols=4), corpus=(str(file),)), 3).items
    assert len(items) == 3
    for item in items:
        assert item.provenance.parameters["corpus"] == ["snli.jsonl"]
        assert item.attributes["approximate"] is True
        for text in (item.formalization or {})["translation"].values():
            assert text.startswith("the ")
            assert " is " in text


def test_a_corpus_is_english(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        Divlogic(1, language="zh", corpus=(str(tmp_path),))


# --- premise sets --------------------------------------------------------------------------------


def listed(item: Item) -> list[str]:
    """What the second question of a premise set lists."""
    if len(item.questions) == 1:
        return []
    query = item.questions[1].query or ""
    inner = query.removeprefix("projection(necessary;").removesuffix(")")
    return [part.strip() for part in inner.split(", ")]


@pytest.mark.slow
@pytest.mark.parametrize("published", [False, True])
def test_premise_sets_list_what_follows(published: bool) -> None:
    items = run(DivlogicSets(1, published=published), 40).items
    assert len(items) == 40
    inconsistent = 0
    for item in items:
        premises = truth.premises_of(item)
        consistent = bool(truth.models(premises))
        inconsistent += not consistent
        assert check_item(item, engine="worlds").state == "proved"
        for formula in listed(item):
            assert truth.follows(premises, formula)
            if not published:
                assert min(map(len, truth.supports(premises, formula))) >= 2
                assert not truth.vacuous(premises, formula)
        if not published:
            assert listed(item)
    assert bool(inconsistent) == published


# --- statements ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(1, 2, 3), (2,), (3,), (1,)])
def test_statements_are_balanced_and_of_the_wanted_sizes(sizes: tuple[int, ...]) -> None:
    items = run(Statements(5, sizes), 48).items
    assert len(items) == 48
    relations = Counter(item.attributes["relation"] for item in items)
    assert relations == {"entailed": 24, "refuted": 12, "open": 12}
    for item in items:
        premises = truth.premises_of(item)
        (question,) = item.questions
        stated = (question.query or "").removeprefix("necessary(")[:-1]
        assert item.text == f"Premises: {', '.join(premises)}\nStatement: {stated}"
        assert stated not in premises
        worlds, stated_models = truth.models(premises), truth.models([*premises, stated])
        assert worlds
        relation = "entailed" if stated_models == worlds else "open" if stated_models else "refuted"
        assert item.attributes["relation"] == relation
        assert question.gold is not None
        assert question.gold.model_dump()["value"] == str(relation == "entailed").lower()
        assert not truth.vacuous(premises, stated)
        wanted = stated if relation == "entailed" else f"¬{stated}"
        size = min(map(len, truth.supports(premises, wanted))) if relation != "open" else 0
        assert item.attributes["support_size"] == size
        if relation == "entailed":
            assert size in sizes
        assert check_item(item, engine="worlds").state == "proved"


def test_the_form_of_a_statement_does_not_give_it_away() -> None:
    items = run(Statements(6), 64).items
    for relation in ("entailed", "refuted", "open"):
        document = [i for i in items if i.attributes["relation"] == relation]
        rules = sum("→" in (i.questions[0].query or "") for i in document)
        assert rules == len(document) / 2


@pytest.mark.parametrize("sizes", [(), (0,), (9,)])
def test_impossible_support_sizes_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(InputError):
        Statements(1, sizes)
