"""Questions that ask for the opposite of what their gold answers, and those of which it is not
plain what they ask."""

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.lint import reversed_question
from items.lint.reversed_question import asks_what_follows
from items.lint.run import lint
from items.models import Item, Option, Provenance, Question
from items.wording.bank import LANGUAGES, Language
from items.wording.templates import load_templates

GLOSSES = {"F": "the ferry is late", "G": "the goat does not sleep"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wordings_of_the_bank_are_understood(language: Language) -> None:
    questions = load_templates(language).questions
    for kind, follows in (("3c1e", True), ("3e1c", False)):
        for text in questions[kind]:
            assert asks_what_follows(text, language) is follows, text
    for kind in ("missing", "contradicted"):
        for text in questions[kind]:
            assert asks_what_follows(text, language) is None, text


@pytest.mark.parametrize(
    "text",
    [
        "Which of the following could be true?",
        "Each of the following must be true EXCEPT which one?",
        "Which of the following, if true, most strengthens the argument that it follows?",
        "Which of these cannot be true?",
        "If Anna is not in the first car, which of the following must be the second?",
        "What follows? Which of these does not follow?",
        "The conclusion does not follow.",
        "",
    ],
)
def test_what_may_ask_for_something_else_is_let_pass(text: str) -> None:
    assert asks_what_follows(text, "en") is None


def choice(text: str, type_: str | None) -> Item:
    formulas = ("F", "G", "F & G", "~F")
    question = Question(
        id="1",
        text=text,
        kind="choice",
        options=tuple(Option(text=f"It is {f}.", formula=f) for f in formulas),
        gold=ChoiceAnswer(option=0),
    )
    formal = {"parameters": {"F": "Bool", "G": "Bool"}, "translation": GLOSSES, "premise": ["F"]}
    attributes: dict[str, str | int | float | bool] = (
        {} if type_ is None else {"question_type": type_}
    )
    return Item(
        id="x", text="T.", questions=(question,), formalization=formal, attributes=attributes
    )


def reversed_(item: Item) -> bool:
    return [f.rule.name for f in reversed_question.look(item)] == ["reversed-question"]


def test_a_question_for_what_does_not_follow_is_held_against_its_type() -> None:
    follows, not_ = "Which of these follows?", "Which of these does not follow?"
    assert reversed_(choice(not_, "3c1e"))
    assert reversed_(choice(not_, None))
    assert reversed_(choice(follows, "3e1c"))
    for text, type_ in ((follows, "3c1e"), (follows, None), (not_, "3e1c"), (not_, "missing")):
        assert not reversed_(choice(text, type_))


def truth(statement: str, query: str) -> Item:
    question = Question(
        id="1",
        text=f"Is the following statement true, false, or unknown? “{statement}”",
        kind="truth",
        query=f"necessary({query})",
        gold=TruthAnswer(value="unknown"),
    )
    formal = {
        "parameters": {"F": "Bool", "G": "Bool"},
        "translation": GLOSSES,
        "premise": ["F → G"],
    }
    return Item(id="x", text="T.", questions=(question,), formalization=formal)


@pytest.mark.parametrize(
    ("statement", "query"),
    [
        ("The ferry is late.", "F"),
        ("It is not true that the ferry is late.", "¬F"),
        ("The ferry is not late.", "¬F"),
        ("It is false that the ferry is late.", "¬F"),
        ("The goat does not sleep.", "G"),
        ("The goat sleeps.", "¬G"),
    ],
)
def test_a_statement_is_held_against_the_sign_of_its_formula(statement: str, query: str) -> None:
    other = query.removeprefix("¬") if query.startswith("¬") else f"¬{query}"
    assert not reversed_(truth(statement, query))
    assert reversed_(truth(statement, other))


@pytest.mark.parametrize(
    "statement",
    [
        "The ferry is on time.",
        "The ferry is late or the goat does not sleep.",
        "The ferry fails to be late.",
        "Nobody claims that the ferry is late.",
        "The bus is late.",
    ],
)
def test_statements_in_other_words_are_let_pass(statement: str) -> None:
    for query in ("F", "¬F"):
        assert not reversed_(truth(statement, query))


@pytest.mark.parametrize("language", LANGUAGES)
def test_generated_questions_without_their_origin(language: Language) -> None:
    maker = Divlogic(3, mix=(("3c1e", 1), ("3e1c", 1)), language=language)
    items = [i.model_copy(update={"provenance": Provenance()}) for i in run(maker, 8).items]
    assert not any(map(reversed_, items))
    questions = load_templates(language).questions

    def with_other_question(item: Item) -> Item:
        other = "3e1c" if item.attributes["question_type"] == "3c1e" else "3c1e"
        (question,) = item.questions
        text = question.text.replace(question.text, questions[other][0])
        return item.model_copy(update={"questions": (question.model_copy(update={"text": text}),)})

    report = lint(map(with_other_question, items), only=("reversed-question",))
    (count,) = report.counts
    assert len(count.items) == len(items)
    assert report.wrong
