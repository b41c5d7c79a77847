"""A truth value, label or letter next to a premise or question; options in the wrong place."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.files.loading import load
from items.lint import damaged_text, swapped_options, text_faults, verdicts
from items.models import Item, Option, Question

TEXT = "If the baker whistles, then the goat sleeps. The baker whistles."
ASKED = "Is it true, false or unknown that the goat sleeps?"


def truth(text: str = TEXT, asked: str = ASKED, **more: Any) -> Item:
    question = Question(id="1", text=asked, kind="truth", gold=TruthAnswer(value="true"))
    return Item(**{"id": "x", "text": text, "questions": (question,), **more})


def leaked(item: Item) -> bool:
    return any(f.rule.name == "leaked-answer" for f in text_faults.look(item))


@pytest.mark.parametrize(
    "asked",
    [
        f"{ASKED} (It is true.)",
        f"{ASKED} (true)",
        f"{ASKED} [T]",
        f"{ASKED} – entailed.",
        f"{ASKED} Label: entailment.",
        "Is this true, false or unknown? “The goat sleeps (true).”",
        "Is this true, false or unknown? “The goat sleeps – true.”",
        "Is this true, false or unknown? “The goat sleeps: true”",
        "Is this true, false or unknown? “The goat sleeps (not false).”",
        "这句话是真、假还是未知？“山羊在睡觉（真）。”",
    ],
)
def test_a_value_next_to_what_is_asked(asked: str) -> None:
    assert leaked(truth(asked=asked))


@pytest.mark.parametrize(
    "more",
    [
        '{"answer": "true"}',
        "{'label': 'entailment', 'n': 1}",
        "Key: T.",
        "Verdict: entailed.",
        "Label – neutral.",
        "The goat sleeps (proved).",
        "Result: it is true.",
    ],
)
def test_a_value_beside_what_is_told(more: str) -> None:
    assert leaked(truth(f"{TEXT} {more}"))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (TEXT, "Answer with True (T), False (F) or Unknown (U). The goat sleeps."),
        (TEXT, "Does the goat sleep? (True, False, or N/A (undetermined))."),
        (TEXT, "Is it so (yes) or is it not so (no)?"),
        (TEXT, "Given that the baker does not whistle (False), what can be said of the goat?"),
        ("A soprano (S), a tenor (T) and a bass (B) sing.", ASKED),
        ("Premises: A → F, A\nStatement: F", ASKED),
        ("He had one answer: no goat sleeps here, and the right one is late.", ASKED),
        ("The vote was on a valid – if old – claim.", ASKED),
        ("Is it: true, false or unknown?", ASKED),
    ],
)
def test_lists_of_answers_and_names_of_things_are_none(text: str, asked: str) -> None:
    assert not list(verdicts.look(truth(text, asked)))


def test_the_gold_in_a_title_or_an_id() -> None:
    assert leaked(truth(title="Goats; answer: true"))
    assert leaked(truth(id="goats-answer-true"))
    assert not leaked(truth(id="goats-answer-trueness"))
    assert not leaked(truth(title="True goats", id="goats/true-3"))


@pytest.mark.parametrize(
    "more",
    ["[NAME] is here.", "[PERSON 1] is here.", "$\\rightarrow$ the end.", "%s sleeps.", "a \\to b"],
)
def test_what_was_left_open_or_in(more: str) -> None:
    rules = {f.rule.name for f in damaged_text.look(truth(f"{TEXT} {more}"))}
    assert ("damaged-text" in rules) is (more != "a \\to b")


@pytest.mark.parametrize(
    "text",
    [
        "[BG] Goats sleep. The goat is 50% older.",
        "It is so that $A \\rightarrow B$ and $\\neg C$. See [FOLIO](a.html).",
        "The rate is 5%.",
    ],
)
def test_intended_marks_are_not_damage(text: str) -> None:
    assert not [f for f in damaged_text.look(truth(text)) if f.rule.name == "damaged-text"]


# --- options of generated items -------------------------------------------------------------------


@cache
def generated() -> tuple[Item, ...]:
    return run(Divlogic(11), 10).items


def _option(item: Item, which: int, change: Callable[[Option], Option]) -> Item:
    question = item.questions[0]
    gold = question.gold
    assert isinstance(gold, ChoiceAnswer)
    place = ((gold.option or 0) + which) % len(question.options)
    options = list(question.options)
    options[place] = change(options[place])
    changed = question.model_copy(update={"options": tuple(options)})
    return item.model_copy(update={"questions": (changed,)})


def _text(change: Callable[[str], str]) -> Callable[[Option], Option]:
    return lambda option: option.model_copy(update={"text": change(option.text)})


def _other_option(text: str) -> Callable[[Item], Item]:
    return lambda item: _option(item, 1, lambda _: Option(text=text))


SLIPS: dict[str, Callable[[Item], Item]] = {
    "no full stop": lambda item: _option(item, 0, _text(lambda text: text.rstrip("."))),
    "two spaces": lambda item: _option(item, 0, _text(lambda text: text.replace(" ", "  ", 1))),
    "a space behind": lambda item: _option(item, 0, _text(lambda text: text + " ")),
    **{
        said: _other_option(said)
        for said in ("None of the above.", "All of the above.", "Same as A.", "The goat is 3.")
    },
    "title": lambda item: item.model_copy(update={"title": f"Correct answer: {_letter(item)}"}),
    "id": lambda item: item.model_copy(update={"id": f"{item.id}-answer-{_letter(item)}"}),
}


def _letter(item: Item) -> str:
    gold = item.questions[0].gold
    assert isinstance(gold, ChoiceAnswer)
    return "ABCD"[gold.option or 0]


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_in_options_of_generated_items(slip: str) -> None:
    for item in generated():
        assert not [f for f in text_faults.look(item) if f.rule.severity == "wrong"]
        assert [f for f in text_faults.look(SLIPS[slip](item)) if f.rule.severity == "wrong"]


def test_a_strangers_option_about_others_is_noted() -> None:
    item = SLIPS["None of the above."](generated()[0])
    source = item.provenance.model_copy(update={"generator": None})
    findings = list(text_faults.look(item.model_copy(update={"provenance": source})))
    assert [f.rule.name for f in findings if "no formula" in f.what] == ["odd-words"]


@pytest.mark.parametrize("name", ["divlogic", "divlogic-zh", "qmfol", "contexthub", "practice"])
def test_built_in_sets_have_none(name: str) -> None:
    for item in load(f"builtin:{name}").items:
        assert not list(verdicts.look(item)), item.id


@pytest.mark.parametrize(
    "asked",
    [
        f"{ASKED} (It is.)",
        f"{ASKED} (It does not.)",
        "Surely true: is it true, false or unknown that the goat sleeps?",
    ],
)
def test_a_remark_next_to_what_is_asked(asked: str) -> None:
    assert leaked(truth(asked=asked))


@pytest.mark.parametrize(
    "asked",
    [
        f"{ASKED} (It is late.)",
        "“对每道菜来说，下列各项每一项都成立：它不含豆腐；它不含豌豆。”",
        "Surely, is it true, false or unknown that the goat sleeps?",
    ],
)
def test_remarks_that_say_something_else(asked: str) -> None:
    assert not leaked(truth(asked=asked))


@pytest.mark.parametrize(
    "more",
    [
        "You should say True.",
        "Here one must answer “false”.",
        "The statement below is, of course, not false.",
        "Nothing said here settles the matter.",
    ],
)
def test_sentences_about_the_answer(more: str) -> None:
    assert leaked(truth(f"{TEXT} {more}"))


@pytest.mark.parametrize(
    "more",
    [
        "You should answer true, false or unknown.",
        "You must say yes or no.",
        "You should say true if the baker whistles.",
        "The statement below is to be judged.",
        "Nothing said at the meeting was new.",
    ],
)
def test_sentences_about_how_to_answer(more: str) -> None:
    assert not leaked(truth(f"{TEXT} {more}"))


def test_a_title_that_ends_with_the_gold() -> None:
    for title in ("modus-ponens 0 (True)", "Goats: true", "Goats – true"):
        assert leaked(truth(title=title))
    for title in ("modus-ponens 0", "Goats (false)", "A true story", "True grit"):
        assert not leaked(truth(title=title))


def test_the_right_option_behind_the_question() -> None:
    options = tuple(Option(text=f"The {name} sleeps.") for name in ("goat", "baker", "cat"))
    for more, is_named in (("(It is the third one.)", True), ("(It is the third day.)", False)):
        question = Question(
            id="1",
            text=f"Which of these follows? {more}",
            kind="choice",
            options=options,
            gold=ChoiceAnswer(option=2),
        )
        assert leaked(Item(id="x", text=TEXT, questions=(question,))) is is_named


def choosing(*options: tuple[str, str | None], gold: int = 1) -> Item:
    formal = {
        "parameters": dict.fromkeys("GBC", "Bool"),
        "translation": {"G": "the goat sleeps", "B": "the baker whistles", "C": "the cat wakes"},
        "premise": ["B -> G", "B"],
    }
    question = Question(
        id="1",
        text="Which follows?",
        kind="choice",
        options=tuple(Option(text=text, formula=formula) for text, formula in options),
        gold=ChoiceAnswer(option=gold),
    )
    return Item(id="x", text=TEXT, questions=(question,), formalization=formal)


def test_a_right_option_without_a_formula_among_others_that_have_one() -> None:
    others: tuple[tuple[str, str | None], ...] = (("The cat wakes.", "C"), ("The cat naps.", "~C"))

    def odd(*options: tuple[str, str | None], gold: int) -> bool:
        return any("no formula" in f.what for f in text_faults.look(choosing(*options, gold=gold)))

    assert odd(*others, ("The goat sleeps.", None), gold=2)
    assert not odd(*others, ("The goat sleeps.", None), gold=0)
    assert not odd(*others, ("The goat sleeps.", "G"), gold=2)


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ((("The goat sleeps.", "B"), ("The baker whistles.", "G"), ("The cat wakes.", "C")), True),
        ((("The goat sleeps.", "G"), ("The baker whistles.", "B"), ("The cat wakes.", "C")), False),
        ((("The goat sleeps.", "G"), ("The goat is awake.", "~G"), ("The cat wakes.", "C")), False),
        (
            (
                ("If the goat sleeps, the cat wakes.", "B -> C"),
                ("If the baker whistles, the cat wakes.", "G -> C"),
                ("The cat wakes.", "C"),
            ),
            True,
        ),
        (
            (
                ("If the goat sleeps, the cat wakes.", "G -> C"),
                ("If the cat wakes, the goat sleeps.", "C -> G"),
                ("The cat wakes.", "C"),
            ),
            False,
        ),
    ],
)
def test_texts_of_options_at_each_others_formulas(
    options: tuple[tuple[str, str], ...], found: bool
) -> None:
    assert bool(list(swapped_options.look(choosing(*options)))) is found
