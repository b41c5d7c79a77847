"""QMFOL in words: vocabularies, every template read back, numbers with any digits and divisors."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from items.families.qmfol.generator import _same
from items.families.qmfol.reader import Reader, Unreadable
from items.families.qmfol.rules import Join, Lit, Side, Statement, Subject
from items.families.qmfol.topics import TOPICS, Topic, phrase, topic
from items.families.qmfol.words import Teller, _fitting
from items.seeds import Draw
from solver.errors import InputError
from tests.effort import examples

names = st.sampled_from(TOPICS)


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_has_enough_predicates_with_different_forms(name: str) -> None:
    outcome = topic(name)
    assert len(outcome.phrases) >= 125
    forms = [form for p in outcome.phrases for form in (p.form(True), p.form(False))]
    assert len(forms) == len(set(forms)) == len(outcome.singular)
    plurals = [form for p in outcome.phrases for form in (p.form(True, True), p.form(False, True))]
    assert len(plurals) == len(set(plurals)) == len(outcome.several)
    for form in (*forms, *plurals):
        assert not re.search(r"\b(and|or|if|that|who|no|then|never)\b|[,;:.\"/]", form)
    for p in outcome.phrases:
        assert "not" not in p.singular.split()
        assert p.singular_not.split().count("not") == 1
    assert len(outcome.names) >= 3


def test_forms_of_a_phrase() -> None:
    entry = phrase("is cold")
    assert (entry.form(True), entry.form(False)) == ("is cold", "is not cold")
    assert (entry.form(True, True), entry.form(False, True)) == ("are cold", "are not cold")
    other = phrase("goes/go well with tea")
    assert other.form(False) == "does not go well with tea"
    assert other.form(True, True) == "go well with tea"
    with pytest.raises(ValueError, match="no verb"):
        phrase("goes well")


def test_an_unknown_topic_and_too_many_predicates_are_reported() -> None:
    with pytest.raises(InputError, match="Unknown topic"):
        topic("Ships")
    with pytest.raises(InputError, match="Too many predicates"):
        topic("Food").choose(999, Draw("x"))


# --- reading back ------------------------------------------------------------------------------

JOINS: st.SearchStrategy[Join] = st.sampled_from(["and", "or"])
SUBJECTS: st.SearchStrategy[Subject] = st.sampled_from(["all", "some", "named"])
WIDEST = 6
ORDER = st.permutations(range(WIDEST))


@st.composite
def told_statements(draw: st.DrawFn) -> Statement:
    """Statements as the generator makes them: each predicate once; a universal one without a left
    side has an `or` or one literal on the right."""
    order = draw(ORDER)
    literals = [Lit(n, draw(st.booleans())) for n in order]
    right = Side(tuple(literals[: draw(st.integers(1, 3))]), draw(JOINS))
    left = None
    if draw(st.booleans()):
        left = Side(tuple(literals[3 : 3 + draw(st.integers(1, 3))]), draw(JOINS))
    return Statement(draw(SUBJECTS), right, left)


@given(names, told_statements(), st.integers(0, 10**6))
def test_every_fitting_template_is_read_back_as_meant(
    name: str, statement: Statement, seed: int
) -> None:
    outcome = topic(name)
    draw = Draw("words", seed)
    phrases = outcome.choose(WIDEST, draw)
    teller = Teller(outcome, phrases, draw.choice(outcome.names))
    numbers = {place: number for number, place in enumerate(phrases)}
    read = Reader(outcome)
    for template in _fitting(statement):
        sentence = template(teller, statement)
        assert _same(sentence, statement, read, numbers), sentence


@pytest.mark.parametrize("name", TOPICS)
def test_every_phrase_is_read_in_every_place(name: str) -> None:
    outcome = topic(name)
    read = Reader(outcome)
    count = len(outcome.phrases)
    for place in range(count):
        for positive in (True, False):
            other = Lit((place + 1) % count, True)
            teller = Teller(outcome, range(count), outcome.names[0])
            lit = Lit(place, positive)
            for statement in (
                Statement("all", Side((other,), "or"), Side((lit,), "and")),
                Statement("all", Side((lit,), "or"), Side((other,), "and")),
                Statement("all", Side((lit,), "or")),
            ):
                for template in _fitting(statement):
                    document = read.statement(template(teller, statement))
                    assert document.clauses() == statement.clauses()


def test_sentences_as_people_read_them() -> None:
    outcome = topic("Food")
    places = [_place(outcome, text) for text in ("contains garlic", "is stuffed", "tastes sour")]
    teller = Teller(outcome, places, "the ragout")
    garlic, stuffed, sour = (Lit(n, True) for n in range(3))

    def templates_of(statement: Statement) -> set[str]:
        return {template(teller, statement) for template in _fitting(statement)}

    assert templates_of(
        Statement("all", Side((stuffed.denied,), "or"), Side((garlic,), "and"))
    ) == {
        "If a dish contains garlic, then it is not stuffed.",
        "Whenever a dish contains garlic, it is not stuffed.",
        "A dish is not stuffed if it contains garlic.",
        "No dish that contains garlic is stuffed.",
    }
    assert templates_of(Statement("all", Side((stuffed.denied,), "or"))) == {
        "No dish is stuffed.",
        "There is no dish that is stuffed.",
    }
    assert templates_of(Statement("all", Side((stuffed.denied, sour), "or"))) == {
        "For every dish, at least one of the following is true: it tastes sour; it is not stuffed."
    }
    both = Side((garlic.denied, sour), "and")
    assert templates_of(Statement("all", Side((stuffed,), "or"), both)) == {
        "If a dish tastes sour and does not contain garlic, then it is stuffed.",
        "Whenever a dish tastes sour and does not contain garlic, it is stuffed.",
    }
    assert templates_of(Statement("some", Side((garlic, stuffed.denied, sour), "and"))) == {
        "There is a dish that contains garlic, tastes sour, and is not stuffed.",
        "At least one dish contains garlic, tastes sour, and is not stuffed.",
    }
    assert templates_of(Statement("named", Side((sour.denied,), "or"))) == {
        "The ragout does not taste sour."
    }


def test_the_reader_detects_other_meanings_and_refuses_unknown_sentences() -> None:
    outcome = topic("Food")
    places = [_place(outcome, text) for text in ("contains garlic", "is stuffed", "tastes sour")]
    numbers = {place: number for number, place in enumerate(places)}
    rule = Statement("all", Side((Lit(1, True), Lit(2, True)), "or"), Side((Lit(0, True),), "and"))
    read = Reader(outcome)

    def same(sentence: str) -> bool:
        return _same(sentence, rule, read, numbers)

    assert same("If a dish contains garlic, then it tastes sour or is stuffed.")
    assert not same("If a dish contains garlic, then it tastes sour and is stuffed.")
    assert not same("If a dish tastes sour, then it contains garlic or is stuffed.")
    assert not same("If a dish contains garlic, then it does not taste sour or is stuffed.")
    assert not same("There is a dish that tastes sour or is stuffed.")
    assert not same("If a dish contains basil, then it tastes sour or is stuffed.")
    assert not same("A dish may contain garlic.")
    for wrong in ("Most dishes taste sour.", "No dish tastes sour or is stuffed.", ""):
        with pytest.raises(Unreadable):
            read.statement(wrong)


def _place(found: Topic, text: str) -> int:
    return found.singular[text][0]


# --- numbers -----------------------------------------------------------------------------------

PLACES = [
    "units",
    "tens",
    "hundreds",
    "thousands",
    "ten-thousands",
    "hundred-thousands",
    "millions",
]
FIRST = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]


@dataclass(frozen=True)
class _Number:
    """A number of many digits, written out once."""

    value: int
    digits: str

    def digit(self, name: str) -> int:
        place = -1 - PLACES.index(name) if name in PLACES else FIRST.index(name)
        return int(self.digits[place])


def _meaning(text: str, number: _Number) -> bool:
    """Whether a phrase of the topic Mathematics is true of a number."""
    if match := re.fullmatch(r"is divisible by (\d+)", text):
        return number.value % int(match[1]) == 0
    if match := re.fullmatch(r"leaves a remainder of (\d+) when divided by (\d+)", text):
        return number.value % int(match[2]) == int(match[1])
    if match := re.fullmatch(r"has an even ([\w-]+) digit(?: from the left)?", text):
        return number.digit(match[1]) % 2 == 0
    if match := re.fullmatch(r"has an? ([\w-]+) digit(?: from the left)? greater than 4", text):
        return number.digit(match[1]) > 4
    match = re.fullmatch(r"has a digit count divisible by (\d+)", text)
    assert match, text
    return len(number.digits) % int(match[1]) == 0


def _number(wanted: dict[str, bool]) -> _Number:
    """A number of which exactly the wanted phrases are true: digits at both ends are chosen, the
    length too, and the middle so that the remainders come out (Chinese remainder theorem)."""
    rests: dict[int, int] = {}
    digits = {name: [True, True] for name in (*PLACES, *FIRST)}
    lengths: dict[int, bool] = {}
    for text, value in wanted.items():
        if match := re.fullmatch(r"is divisible by (\d+)", text):
            if match[1] == "2":
                digits["units"][0] = value
            else:
                rests[int(match[1])] = 0 if value else 3
        elif match := re.fullmatch(r"leaves a remainder of (\d+) when divided by (\d+)", text):
            rests[int(match[2])] = int(match[1]) if value else 3
        elif match := re.fullmatch(r"has a digit count divisible by (\d+)", text):
            lengths[int(match[1])] = value
        else:
            match = re.fullmatch(r"has an? (even )?([\w-]+) digit.*", text)
            assert match, text
            digits[match[2]][0 if match[1] else 1] = value
    if 3 in rests and rests[3] == 3:
        rests[3] = 1
    chosen = {
        name: next(d for d in (2, 1, 6, 5) if (d % 2 == 0) == even and (d > 4) == large)
        for name, (even, large) in digits.items()
    }
    modulus = prod(rests)
    least = len(str(modulus)) + len(FIRST) + len(PLACES) + 1
    length = next(
        n
        for n in range(least, least + 200_000)
        if all((n % r == 0) == v for r, v in lengths.items())
    )
    start = int("".join(str(chosen[name]) for name in FIRST)) * 10 ** (length - len(FIRST))
    end = int("".join(str(chosen[name]) for name in reversed(PLACES)))
    step = 10 ** len(PLACES)
    middle, built = 0, 1
    for p, rest in rests.items():
        want = (rest - start - end) * pow(step, -1, p) % p
        middle += built * ((want - middle) * pow(built, -1, p) % p)
        built *= p
    value = start + middle * step + end
    return _Number(value, str(value))


@pytest.fixture
def _long_numbers() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("_long_numbers")
@settings(examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_numbers_can_have_any_mixture_of_the_properties(data: st.DataObject) -> None:
    texts = [p.singular for p in topic("Mathematics").phrases]
    values = data.draw(st.lists(st.booleans(), min_size=len(texts), max_size=len(texts)))
    wanted = dict(zip(texts, values, strict=True))
    number = _number(wanted)
    assert len(texts) >= 125
    for text, value in wanted.items():
        assert _meaning(text, number) == value, text
